# %% [markdown]
# # 01 · Three clocks
#
# **A click happens at 8 s and arrives at 12.5 s. In which ten seconds does it count, and who decides?**
# %% [zh]
# # 01 · 三种钟
#
# **一次点击发生在 8 s，到达在 12.5 s。它算在哪个十秒里？由谁决定？**
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 写上你的名字，就得到你自己的练习
lesson = open_lesson("01", learner="")
lesson.show()
# %% [markdown]
# Upwards is **event time**: when it happened. To the right is **processing time**: what the clock on the wall shows when Flink
# has it. A dot on the diagonal would have arrived at once. Which window takes the dot that is far to the right?
# %% [zh]
# 向上是**事件时间**：何时发生。向右是**处理时间**：Flink 拿到它时墙上的钟。落在对角线上的点是立刻到达的。
# 远在右边的那个点归哪个窗口？
# %%
lesson.predict("third click")
# %%
lesson.predict("event time")
# %% [markdown]
# The same clicks, the same program, the other clock. Only the window assigner is another.
# %% [zh]
# 同样的点击，同样的程序，换一种钟。只有窗口分配器不同。
# %%
lesson.code()
# %%
lesson.predict("processing time")
# %%
from flinksim.course.lessons.lesson_01 import ARRIVALS, TIMES

by_clock = lesson.two_clocks(ARRIVALS, TIMES, "processing time").run()
lesson.counts(lesson.run), lesson.counts(by_clock)
# %% [markdown]
# The third clock is the one that this lesson is named for and that nobody sees: the **watermark**, by which event time goes on.
# Lesson 02 is about it.
#
# ## What if?
#
# Let the click of 8 s arrive in time. What becomes of the two results?
# %% [zh]
# 第三种钟谁也看不见：**水位线**，事件时间靠它前进。第 02 课专门讲它。
#
# ## 如果……会怎样？
#
# 让 8 s 的点击按时到达。两种结果会怎样？
# %%
in_time = [8_100 if arrival == 12_500 else arrival for arrival in ARRIVALS]
[
    lesson.counts(lesson.two_clocks(in_time, TIMES, clock).run())
    for clock in ("event time", "processing time")
]
# %% [markdown]
# ## Your turn
#
# Your six clicks happened when `lesson.data.times` says. **Say when each arrives, so that the two clocks count differently in exactly
# two windows.** No click arrives before it happened, and none after 60 s.
# %% [zh]
# ## 轮到你了
#
# 你的六次点击发生在 `lesson.data.times`。**说出每次何时到达，使两种钟恰好在两个窗口里计数不同。** 不能早于发生，也不能晚于 60 s。
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
# One click that comes in the next ten seconds is missing in one window of processing time and too many in the other: two windows.
# The event-time counts do not change, whatever you do.
# %% [zh]
# 只要有一次点击在下一个十秒才到，处理时间就一个窗口少一、另一个多一：正好两个窗口。无论怎么改，事件时间的计数都不变。
# %% [markdown]
# ## To discuss
#
# A job was down for an hour and now reads what waited. Which of the two results can you still show your boss?
# %% [zh]
# ## 讨论
#
# 作业停了一小时，现在开始补读积压的数据。两种结果里，哪一种还能拿给老板看？
