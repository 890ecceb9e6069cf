# %% [markdown]
# # 16 · Backpressure and credits
#
# **A task is red: it is backpressured all the time. Is it the one to make faster?**
# %% [zh]
# # 16 · 反压与信用
#
# **一个任务一直标红：它一直被反压。该加快的就是它吗？**
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 写上你的名字，就得到你自己的练习
lesson = open_lesson("16", learner="")
lesson.show(view="network")
# %% [markdown]
# Three tasks in a row; `enrich` takes 5 ms for each reading (of virtual time: the notebook does not wait for it). Every channel has
# **buffers** and **credits**: the receiver says how many buffers it has free, and nobody sends more.
# %% [zh]
# 一排三个任务；`enrich` 每条要 5 ms（虚拟时间，笔记本不用等）。每条通道有**缓冲区**和**信用**：接收方说自己有几个空缓冲区，没人多发。
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
# More subtasks for the task that is backpressured, or for the one that is busy? Put the runs beside each other.
# %% [zh]
# ## 如果……会怎样？
#
# 给被反压的任务加子任务，还是给忙的那个加？把几次运行放在一起看。
# %%
for more in ({"parse": 3}, {"enrich": 3}):
    run = lesson.readings_job({"enrich": 5}, more)
    run.run()
    print(more, "->", run.cluster.clock.now_ms, "ms")
# %% [markdown]
# ## Your turn
#
# Three jobs, `lesson.data.runs`. **Name the task that holds each one up. Then mend the first: at most five subtasks for the three tasks, and at
# least twice as fast.** The work has to be done as before: only the parallelism may change.
# %% [zh]
# ## 轮到你了
#
# 三个作业：`lesson.data.runs`。**说出每个作业被谁拖住。然后改好第一个：三个任务总共最多五个子任务，至少快一倍。** 活要照干：只能改并行度。
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
# From the source downstream: backpressured, backpressured, busy, idle. The busy one is it. Three subtasks do three times its work.
# %% [zh]
# 从数据源往下游看：反压、反压、忙、空闲。忙的那个就是。三个子任务干三倍的活。
# %% [markdown]
# ## To discuss
#
# Nine of ten readings are from Paris, and the costly task works by key. What do more subtasks help? What would? (Lesson 15.)
# %% [zh]
# ## 讨论
#
# 十条读数里九条来自巴黎，而耗时的任务按键工作。加子任务有用吗？怎样才有用？（第 15 课。）
