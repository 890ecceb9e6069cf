# %% [markdown]
# # 07 · Four graphs and chaining
#
# **Six operators. How many tasks does Flink create from them, and what decides it?**
#
# You need lesson 00. This lesson leads to lesson 08.
# %% [zh]
# # 07 · 四种图与算子链
#
# **六个算子。Flink 会生成几个任务？由什么决定？**
#
# 需要先学第 00 课。之后可以学第 08 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("07", learner="")
lesson.show_plan()
# %% [markdown]
# You write operators (**StreamGraph**). Flink chains the operators that it can (**JobGraph**), expands each task into subtasks
# (**ExecutionGraph**), and assigns them to **slots**. Press *Play*: the plan view moves from one graph to the next. Select an edge: below
# it you see every chaining condition, and the actual value.
# %% [zh]
# 你编写的是算子（**StreamGraph**）。Flink 把可以链接的算子链接起来（**JobGraph**），把每个任务展开为子任务（**ExecutionGraph**），再分配到**任务槽**。
# 点击“播放”，计划视图会从一种图过渡到下一种图。选择一条边，下方会列出每个链接条件及其实际值。
# %%
lesson.predict("tasks")
# %%
lesson.vertices(lesson.run)
# %%
lesson.code()
# %%
lesson.predict("equal")
# %%
lesson.predict("group")
# %% [markdown]
# Between two tasks, a record is serialized and sent through a channel. Inside a task, one operator calls the next. Spark (in batch and
# micro-batch mode) splits a plan into **stages** at every shuffle. A stage starts only when the previous stage has ended.
#
# ## What if?
#
# Every chaining decision comes with the smallest change that would reverse it. The change was verified on a copy of the program:
# %% [zh]
# 两个任务之间，记录被序列化并通过通道发送。任务内部，一个算子直接调用下一个。Spark（批和微批模式）在每次 shuffle 处把计划切成**阶段**，
# 前一阶段结束，后一阶段才运行。
#
# ## 如果……会怎样？
#
# 每个链接决定都附有能使该决定反转的最小修改，并已在程序的副本上验证：
# %%
for line in lesson.decisions(lesson.run):
    print(line)
# %% [markdown]
# ## Your turn
#
# Your pipeline has four job vertices. **For each edge answer `"chained"`, or a condition that is false. And name an edge that is chained
# when *one* of its causes is removed, so that exactly 3 job vertices are left.**
# %% [zh]
# ## 轮到你了
#
# 你的流水线有四个作业顶点。**对每条边回答 `"chained"`，或一个不成立的条件。再指出一条边：去掉其*一个*原因，这条边就会链接，正好剩下 3 个作业顶点。**
# %%
print(lesson.data.cuts)
lesson.show_plan(lesson.data.sim)
# %% answer
# "chained", "forward partitioner", "same parallelism", "downstream may have a predecessor" or "same slot sharing group" || 五选一
why = None  # {"read -> parse": "chained", "parse -> clean": ..., ...}
fix = None  # an edge, such as "read -> parse" || 一条边，例如 "read -> parse"
### BEGIN SOLUTION
why, fix = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(why=why, fix=fix)
# %% [solution]
# The plan view shows the chaining decision of each edge. If two conditions are false, one change is not enough.
# %% [zh]
# 计划视图为每条边显示链接决定。如果有两个条件不成立，只修改一处是不够的。
# %% [markdown]
# ## To discuss
#
# When would you break a chain on purpose? What does `env.disable_operator_chaining()` cost for each record?
# %% [zh]
# ## 讨论
#
# 什么时候会故意断开算子链？`env.disable_operator_chaining()` 会使每条记录增加多少开销？
# %%
lesson.compare_texts()
