# %% [markdown]
# # 01 · Three clocks
#
# **A click happens at 8 s and arrives at 12.5 s. In which ten seconds does it count, and who decides?**
#
# You need lesson 00. This lesson leads to lesson 02.
# %% [zh]
# # 01 · 三种时钟
#
# **一次点击发生在 8 s，到达在 12.5 s。这次点击计入哪个十秒的窗口？由什么决定？**
#
# 需要先学第 00 课。之后可以学第 02 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("01", learner="")
lesson.show()
# %% [markdown]
# The vertical axis is **event time**: when a click happened. The horizontal axis is **processing time**: what the clock on the wall
# shows when Flink reads it. A dot on the diagonal arrived immediately. Which window gets the dot that is far to the right?
# %% [zh]
# 纵轴是**事件时间**：点击何时发生。横轴是**处理时间**：Flink 读到点击时的系统时钟。对角线上的点表示发生后立即到达的点击。
# 远在右侧的那个点属于哪个窗口？
# %%
lesson.predict("third click")
# %%
lesson.predict("event time")
# %% [markdown]
# The same clicks and the same program with the other clock. Only the window assigner is different.
# %% [zh]
# 同样的点击，同样的程序，换一种时钟。只有窗口分配器不同。
# %%
lesson.code()
# %%
lesson.predict("processing time")
# %%
from flinksim.course.lessons.lesson_01 import ARRIVALS, TIMES

by_clock = lesson.run_quietly(lesson.two_clocks(ARRIVALS, TIMES, "processing time"))
lesson.counts(lesson.run), lesson.counts(by_clock)
# %% [markdown]
# The third clock cannot be read off a wall: the **watermark**, which is the current event time of a task. Lesson 02 is about it.
#
# Older texts name another clock, **ingestion time**: the time at which the source reads a record. Flink 1.12 deprecated the setting.
# A timestamp assigner that returns the current time does the same.
#
# ## What if?
#
# Let the click of 8 s arrive on time. How do the two results change?
# %% [zh]
# 第三种时钟不是系统时钟，而是**水位线**，即任务当前的事件时间。第 02 课专门介绍水位线。
#
# 旧文章还提到**摄入时间**（ingestion time）：数据源读到记录的时间。Flink 1.12 弃用了这个设置；返回当前时间的时间戳分配器效果相同。
#
# ## 如果……会怎样？
#
# 让 8 s 的点击准时到达。两种结果会怎样变化？
# %%
in_time = [8_100 if arrival == 12_500 else arrival for arrival in ARRIVALS]
[
    lesson.counts(lesson.run_quietly(lesson.two_clocks(in_time, TIMES, clock)))
    for clock in ("event time", "processing time")
]
# %% [markdown]
# ## Your turn
#
# `lesson.data.times` has the event times of your six clicks. **Choose when each arrives, so that the two clocks count differently in
# exactly two windows.** No click may arrive before it happened, or after 60 s.
# %% [zh]
# ## 轮到你了
#
# `lesson.data.times` 是你的六次点击的事件时间。**选择每次点击的到达时间，使两种时钟的计数恰好在两个窗口中不同。** 到达时间不能早于发生时间，也不能晚于 60 s。
# %%
lesson.data.times
# %% answer
arrivals = None  # six numbers, in ms || 六个数，毫秒
### BEGIN SOLUTION
arrivals = lesson.solve()["arrivals"]
### END SOLUTION
# %% check
lesson.check(arrivals=arrivals)
# %% [solution]
# Delay one click into the next ten seconds. Then one processing-time window has one click too few, and the next one has one too many:
# two windows. The event-time counts stay the same, whenever the clicks arrive.
# %% [zh]
# 只要有一次点击在下一个十秒才到达，处理时间的计数就会在一个窗口中少一，在另一个窗口中多一：正好两个窗口。无论点击何时到达，事件时间的计数都不变。
# %% [markdown]
# ## To discuss
#
# A job was down for an hour and now reads the backlog. Which of the two results is still right?
# %% [zh]
# ## 讨论
#
# 作业停止了一小时，现在开始读取积压的数据。两种结果中，哪一种仍然正确？
# %%
lesson.compare_texts()
