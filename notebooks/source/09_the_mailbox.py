# %% [markdown]
# # 09 · The mailbox
#
# **A timer is due at 400 ms. Why does it fire at 700 ms?**
#
# You need lesson 08. This lesson leads to lessons 14 and 17.
# %% [zh]
# # 09 · 邮箱
#
# **定时器应在 400 ms 触发。为什么 700 ms 才触发？**
#
# 需要先学第 08 课。之后可以学第 14 课和第 17 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("09", learner="")
lesson.show()
# %% [markdown]
# A task is one thread with a **mailbox**. Actions from outside arrive as mails: processing-time timers, checkpoint triggers, the timer that
# emits watermarks. Event-time timers are not mails: they fire while the task processes a watermark.
# %% [zh]
# 任务是一个带**邮箱**（Mailbox）的线程。来自任务外部的动作都是邮件：处理时间定时器、检查点触发、发出水位线的定时器。
# 事件时间定时器不是邮件，而是在任务处理水位线时触发。
# %%
lesson.predict("when")
# %%
lesson.predict("first")
# %%
lesson.order(lesson.run)
# %%
lesson.predict("source")
# %% [markdown]
# ## What if?
#
# With a shorter map the timer is on time. (Flink schedules a processing-time timer for 1 ms after its timestamp, so 401 ms is on time.)
# %% [zh]
# ## 如果……会怎样？
#
# 如果 map 用时较短，定时器就会准时触发。（Flink 把处理时间定时器安排在时间戳之后 1 ms，所以 401 ms 是准时。）
# %%
from flinksim.course.lessons.lesson_09 import find_timer_firing

for map_ms in (50, 150, 400, 800):
    run = lesson.with_a_long_map(map_ms=map_ms)
    lesson.run_quietly(run)
    print(map_ms, "ms: fires at || ms：触发于", find_timer_firing(run)[1], lesson.order(run))
# %% [markdown]
# ## Your turn
#
# Your records (key, arrival) are `lesson.data.records`. A record of key `a` registers a timer for `lesson.data.wait_ms` later. The map function takes `lesson.data.map_ms` for
# key b. **When does the timer fire, and in which order does the task process records and timer?**
# %% [zh]
# ## 轮到你了
#
# 你的记录（键，到达）是 `lesson.data.records`；键 a 设置一个在 `lesson.data.wait_ms` 之后触发的定时器，键 b 的处理需要 `lesson.data.map_ms`。**定时器何时触发？任务依次处理什么？**
# %%
print(lesson.data.records, lesson.data.wait_ms, lesson.data.map_ms)
# %% answer
fires_at = None  # a number, in ms || 一个数，毫秒
order = None  # such as ["a", "timer", "b"] || 例如 ["a", "timer", "b"]
### BEGIN SOLUTION
fires_at, order = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(fires_at=fires_at, order=order)
# %% [solution]
# The map begins when b arrives. When the map ends, the task first handles all mails in its mailbox. Then it reads the next record.
# %% [zh]
# b 一到达，map 就开始执行。map 结束时，任务先处理邮箱中的所有邮件，再读取下一条记录。
# %% [markdown]
# ## To discuss
#
# A function waits 30 s for a web service. What else waits? (Checkpoints and watermarks. Use asynchronous I/O instead.)
# %% [zh]
# ## 讨论
#
# 一个函数等待网络服务 30 s。在此期间，还有什么也要等待？（检查点和水位线。解决办法是使用异步 I/O。）
# %%
lesson.compare_texts()
