# %% [markdown]
# # 16 · Backpressure and credits
#
# **A task is backpressured all the time. Is this the task to make faster?**
#
# You need lesson 08. This lesson leads to lesson 17.
# %% [zh]
# # 16 · 反压与信用
#
# **一个任务一直处于反压。应该加快的就是这个任务吗？**
#
# 需要先学第 08 课。之后可以学第 17 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("16", learner="")
lesson.show(view="network")
# %% [markdown]
# Three tasks in a row. `enrich` takes 5 ms of virtual time for each reading (the notebook does not wait for it). The tasks run on two
# TaskManagers. A channel between TaskManagers has **credits**: the receiver announces how many free buffers it has, and the sender sends
# no more than that. A channel inside a TaskManager needs no credits: the receiver reads the sender's buffers directly.
# %% [zh]
# 三个任务依次相连；`enrich` 处理每条读数需要 5 ms（虚拟时间，notebook 不必等待）。任务运行在两个 TaskManager 上。TaskManager 之间的通道有**信用**（credit）：
# 接收方通告自己有几个可用的缓冲区，发送方不会超额发送。TaskManager 内部的通道不需要信用：接收方直接读取发送方的缓冲区。
# %%
lesson.predict("before")
# %%
lesson.predict("behind")
# %%
for line in lesson.loads(lesson.run):
    print(line)
# %%
lesson.code()
# %%
lesson.predict("buffers")
# %% [markdown]
# ## What if?
#
# Should the backpressured task get more subtasks, or the busy one? Compare the two runs:
# %% [zh]
# ## 如果……会怎样？
#
# 应该为处于反压的任务增加子任务，还是为繁忙的任务增加？比较两次运行：
# %%
for more in ({"parse": 3}, {"enrich": 3}):
    run = lesson.readings_job({"enrich": 5}, more)
    lesson.run_quietly(run)
    print(more, "->", run.cluster.clock.now_ms, "ms")
# %% [markdown]
# ## Your turn
#
# Three jobs, `lesson.data.runs`. **Name the bottleneck of each job. Then fix the first job: at most five subtasks for the three tasks, and at
# least twice as fast.** You may change the parallelism only.
# %% [zh]
# ## 轮到你了
#
# 三个作业：`lesson.data.runs`。**指出每个作业的瓶颈。然后改进第一个作业：三个任务总共最多五个子任务，至少快一倍。** 只能修改并行度。
# %%
lesson.show(lesson.data.runs[0], view="whole run")
# %% answer
culprits = None  # three names, such as ["parse", "store", "enrich"] || 三个名字，例如 ["parse", "store", "enrich"]
fix = None  # subtasks, such as {"parse": 2} || 子任务数，例如 {"parse": 2}
### BEGIN SOLUTION
culprits, fix = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(culprits=culprits, fix=fix)
# %% [solution]
# Upstream of the bottleneck, each task is backpressured, at least part of the time. The bottleneck is busy nearly all the time. Downstream of it,
# each task is idle, at least part of the time. Three subtasks do three times the work of one.
# %% [zh]
# 瓶颈上游的任务至少有一部分时间处于反压。瓶颈几乎一直繁忙。瓶颈下游的任务至少有一部分时间空闲。三个子任务能完成一个子任务三倍的工作。
# %% [markdown]
# ## To discuss
#
# Nine of ten readings are from Paris, and the slow task is keyed by city. Do more subtasks help? What would help? (Lesson 15.)
# %% [zh]
# ## 讨论
#
# 十条读数里九条来自巴黎，而慢的任务以城市为键。增加子任务有用吗？怎样才有用？（第 15 课。）
# %%
lesson.compare_texts()
