# %% [markdown]
# # 28 · Tables are changelogs
#
# **Six orders come in, and nine changes go out. Did the query count something twice?**
#
# You need lesson 00, and the package sqlglot (`pip install 'flinksim[sql]'`). This lesson leads to a query of your own. Lesson 27 has the
# queries that never retract a row.
# %% [zh]
# # 28 · 表就是变更日志
#
# **输入六个订单，输出九个变更。查询重复计数了吗？**
#
# 需要先学第 00 课，并安装 sqlglot（`pip install 'flinksim[sql]'`）。之后可以分析你自己的查询。第 27 课讲从不撤回结果的查询。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("28", learner="")
lesson.show()
# %% [markdown]
# The tab *Results* has the table at this step, and below it the changes that made it. This is the query:
# %% [zh]
# 标签页“结果”的上方是这一步的表，下方是形成该表的变更。查询如下：
# %%
lesson.code()
# %%
lesson.predict("again")
# %%
lesson.predict("number")
# %%
lesson.predict("state")
# %% [markdown]
# The changes, and the table that results from them:
# %% [zh]
# 全部变更，以及由这些变更得到的表：
# %%
lesson.changes(lesson.run)
# %%
lesson.table(lesson.run)
# %% [markdown]
# ## What if?
#
# A query over this result gets its changes as input. It must take back what it counted. This one counts how many customers have one order, two
# orders and so on. Watch the -D when the last customer leaves a group:
# %% [zh]
# ## 如果……会怎样？
#
# 如果在这个结果上再做查询，输入就是这些变更，因此该查询必须撤回已计入的内容。下面的查询数有多少客户有一个订单、两个订单……注意最后一个客户离开一组时的 -D：
# %%
moved = lesson.run_quietly(lesson.counts(["ann", "bob", "ann", "bob"]))
lesson.changes(moved)
# %% [markdown]
# Each change has a cause:
# %% [zh]
# 每个变更都有原因：
# %%
moved.why("why is there a -D || 为什么有 -D")
# %% [markdown]
# ## Your turn
#
# The same query runs on the orders of `lesson.data.customers`. **How many customers have 1, 2, 3 and 4 orders at the end? How many changes of each
# kind does the query write?**
# %% [zh]
# ## 轮到你了
#
# 同一个查询，订单来自 `lesson.data.customers`。**最后有 1、2、3、4 个订单的客户各有多少？每种变更各写了多少个？**
# %%
print(lesson.data.customers)
# %% answer
table = None  # {1: 2, 2: 1, 3: 0, 4: 0}
changes = None  # {"+I": 3, "-U": 2, "+U": 2, "-D": 1}
### BEGIN SOLUTION
table, changes = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(table=table, changes=changes)
# %% [solution]
# The first order of a customer adds one to the group 1. Each later order takes the customer out of a group and puts it into the next one. A new
# group is written with +I, and an empty one is deleted with -D. The others get a -U and a +U.
# %% [zh]
# 客户的首单让第 1 组加一。之后每个订单把客户从一组移到下一组。原本为空的组写 +I，失去最后一个客户的组写 -D，其余写一对 -U 和 +U。
# %% [markdown]
# ## To discuss
#
# Texts say that a sink of an updating query must be a database. Which changes does a Kafka topic with a key keep? And texts say that `GROUP BY`
# "returns when the input ends". When does it return here?
# %% [zh]
# ## 讨论
#
# 有的文章说，会更新的查询只能写数据库。带键的 Kafka topic 保留哪些变更？还有文章说，`GROUP BY` 在输入结束时返回结果。这里它何时返回？
# %%
lesson.compare_texts()
