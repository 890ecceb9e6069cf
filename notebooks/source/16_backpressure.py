# %% [markdown]
# # 16 · Backpressure and credits
#
# **A task is backpressured all the time. Is this the task to make faster?**
# %% [zh]
# # 16 · 反压与信用
#
# **一个任务一直被反压。该加快的就是它吗？**
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 写上你的名字，就得到你自己的练习
lesson = open_lesson("16", learner="")
lesson.show(view="network")
# %% [markdown]
# Three tasks in a row. `enrich` takes 5 ms of virtual time for each reading (the notebook does not wait for it). The tasks run on two
# TaskManagers. A channel between TaskManagers has **credits**: the receiver announces how many free buffers it has, and the sender sends
# no more than that. A channel inside a TaskManager needs no credits: the receiver reads the sender's buffers directly.
# %% [zh]
# 一排三个任务；`enrich` 每条要 5 ms（虚拟时间，笔记本不用等）。任务运行在两个 TaskManager 上。TaskManager 之间的通道有**信用**：
# 接收方公布自己有几个空闲缓冲区，发送方不会多发。TaskManager 内部的通道不需要信用：接收方直接读取发送方的缓冲区。
# %%
lesson.predict("before")
# %%
lesson.predict("behind")
# %%
import flinksim as fs

fs.find_bottlenecks(lesson.run.trace)
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
# 给被反压的任务加子任务，还是给忙的那个加？比较两次运行：
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
# 三个作业：`lesson.data.runs`。**说出每个作业的瓶颈。然后改好第一个：三个任务总共最多五个子任务，至少快一倍。** 只能改并行度。
# %%
lesson.show(lesson.data.runs[0], view="whole run")
# %% answer
culprits = None  # three names, such as ["parse", "store", "enrich"] || 三个名字，例如 ["parse", "store", "enrich"]
mend = None  # subtasks, such as {"parse": 2} || 子任务数，例如 {"parse": 2}
### BEGIN SOLUTION
culprits, mend = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(culprits=culprits, mend=mend)
# %% [solution]
# From the source downstream, the tasks are backpressured, backpressured, busy, idle. The busy task is the bottleneck. Three subtasks do three
# times its work.
# %% [zh]
# 从数据源往下游看：反压、反压、忙、空闲。忙的任务就是瓶颈。三个子任务做三倍的工作。
# %% [markdown]
# ## To discuss
#
# Nine of ten readings are from Paris, and the slow task is keyed by city. Do more subtasks help? What would help? (Lesson 15.)
# %% [zh]
# ## 讨论
#
# 十条读数里九条来自巴黎，而耗时的任务按键工作。加子任务有用吗？怎样才有用？（第 15 课。）
# %%
lesson.compare_texts()
