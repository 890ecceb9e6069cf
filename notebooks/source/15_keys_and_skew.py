# %% [markdown]
# # 15 · State, key groups, skew, order
#
# **Four keys and four subtasks. Why does one subtask have nothing to do?**
#
# You need lesson 07. This lesson leads to lesson 16.
# %% [zh]
# # 15 · 状态、键组、倾斜与顺序
#
# **四个键，四个子任务。为什么有一个子任务没有收到记录？**
#
# 需要先学第 07 课。之后可以学第 16 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("15", learner="")
lesson.show(view="watermarks")
# %%
lesson.predict("balance")
# %%
lesson.owners(lesson.run)
# %% [markdown]
# The hash of a key selects a **key group**. There are as many groups as the maximum parallelism: 128 by default, up to a parallelism of 85.
# A group belongs to the subtask with number `group * parallelism // 128`, so each subtask has a range of groups. State moves together with its group.
# %% [zh]
# 键的哈希值决定该键属于哪个**键组**。键组数等于最大并行度：并行度不超过 85 时，默认为 128。键组所属的子任务编号为 `键组 * 并行度 // 128`，因此每个子任务负责一段连续的键组。
# 状态随键组一起移动。
# %%
lesson.predict("order")
# %%
lesson.predict("hot")
# %% [markdown]
# ## What if?
#
# A salt in the key spreads a hot key over several subtasks. How even is the result? (One sum becomes several partial sums, which a second
# step has to add up.)
# %% [zh]
# ## 如果……会怎样？
#
# 在键中加盐可以把热点键分散到多个子任务。分散得有多均匀？（原来的一个总和变成了几个，需要再汇总。）
# %%
from collections import Counter

for salts in (1, 2, 4, 8):
    readings = lesson.salted("Paris", salts)
    owner = lesson.owners(lesson.run_quietly(lesson.by_key(readings)))
    print(salts, sorted(Counter(owner[key] for key in readings).items()))
# %% [markdown]
# ## Your turn
#
# 1. **Find four keys on four different subtasks.** Each key begins with `lesson.data.prefix`.
# 2. **Find the smallest number of salts with which no subtask of four has more than 40 % of the readings** of `lesson.data.city`.
# 3. The job is rescaled from 2 to 4 subtasks. **Which subtask (0 to 3) then has the key `lesson.data.moving`?**
# %% [zh]
# ## 轮到你了
#
# 1. **找出分布在四个不同子任务上的四个键**，都以 `lesson.data.prefix` 开头。
# 2. **找出最少的盐值个数，使四个子任务中，任何一个得到的 `lesson.data.city` 的读数都不超过 40 %。**
# 3. 作业从 2 个子任务扩展到 4 个。**之后，`lesson.data.moving` 在哪个子任务（0 到 3）？**
# %%
print(lesson.data.prefix, lesson.data.city, lesson.data.moving)
# %% answer
keys = None  # four texts || 四个文本
salts = None  # a number || 一个数
after = None  # 0, 1, 2 or 3 || 0、1、2 或 3
### BEGIN SOLUTION
keys, salts, after = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(keys=keys, salts=salts, after=after)
# %% [solution]
# You cannot see the subtask in the key itself. Try many keys and look at their subtasks, as the loop above does. No state is lost when a job is
# rescaled from a savepoint (`sim.stop(path=...)`, `fs.simulate(env, from_snapshot=...)`): each new subtask restores its range of groups.
# %% [zh]
# 从键本身看不出属于哪个子任务：请像上面的循环那样多试一些键，看各发往哪里。从保存点扩缩容（`sim.stop(path=...)`、`fs.simulate(env, from_snapshot=...)`）
# 不会丢失任何状态：每个新的子任务会取得自己负责的键组。
# %% [markdown]
# ## To discuss
#
# Which of these can be a key: a float, a list, an object of your own class, the current time?
# %% [zh]
# ## 讨论
#
# 以下内容可以作为键吗：浮点数、列表、你自己的类的对象、当前时间？
# %%
lesson.compare_texts()
