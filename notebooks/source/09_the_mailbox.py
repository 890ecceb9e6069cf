# %% [markdown]
# # 09 · The mailbox
#
# **A timer is due at 400 ms. Why does it fire at 700 ms?**
# %% [zh]
# # 09 · 邮箱
#
# **定时器应在 400 ms 触发。为什么 700 ms 才触发？**
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 写上你的名字，就得到你自己的练习
lesson = open_lesson("09", learner="")
lesson.show()
# %% [markdown]
# A task is one thread with a **mailbox**. Actions from outside arrive as mails: processing-time timers, checkpoint triggers, the timer that
# emits watermarks. Event-time timers are not mails: they fire while the task processes a watermark.
# %% [zh]
# 任务是一个带**邮箱**的线程。来自外部的动作都是邮件：处理时间定时器、检查点触发、发出水位线的定时器。
# 事件时间定时器不是邮件：它们在任务处理水位线时触发。
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
# map 短一些，定时器就准时。（Flink 把处理时间定时器安排在时间戳之后 1 ms，所以 401 ms 是准时。）
# %%
from flinksim.course.lessons.lesson_09 import find_timer_firing

for map_ms in (50, 150, 400, 800):
    run = lesson.with_a_long_map(map_ms=map_ms)
    lesson.run_quietly(run)
    print(map_ms, "ms: fires at", find_timer_firing(run)[1], lesson.order(run))
# %% [markdown]
# ## Your turn
#
# Your records (key, arrival) are `lesson.data.records`. Key a sets a timer `lesson.data.wait_ms` later. The map takes `lesson.data.map_ms` for
# key b. **When does the timer fire, and in which order does the task process records and timer?**
# %% [zh]
# ## 轮到你了
#
# 你的记录（键，到达）是 `lesson.data.records`；键 a 设一个 `lesson.data.wait_ms` 之后的定时器，键 b 要 `lesson.data.map_ms`。**定时器何时触发？任务依次做什么？**
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
# b 一到 map 就开始，结束时任务才空闲。然后先清空邮箱，再读下一条记录。
# %% [markdown]
# ## To discuss
#
# A function waits 30 s for a web service. What else waits? (Checkpoints and watermarks. Use asynchronous I/O instead.)
# %% [zh]
# ## 讨论
#
# 一个函数等网络服务等了 30 s。还有什么跟着等？（检查点、水位线。出路是异步 I/O。）
# %%
lesson.compare_texts()
