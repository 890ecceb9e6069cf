# %% [markdown]
# # 05 · Split, subtask, channel, minimum
#
# **One stream has come to 31 s. Why does a window that ended at 10 s still wait?**
# %% [zh]
# # 05 · 分片、子任务、通道与最小值
#
# **一路流已经到了 31 s。为什么 10 s 就结束的窗口还在等？**
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 写上你的名字，就得到你自己的练习
lesson = open_lesson("05", learner="")
lesson.show()
# %% [markdown]
# Two **splits**, `left` and `right`. Each is read by a **subtask** of its own, and from each a **channel** leads to the window's
# task. Every channel has a watermark of its own; the task's is the smallest of them.
# %% [zh]
# 两个**分片**：`left` 和 `right`。每个由自己的**子任务**读，各有一条**通道**通向窗口任务。每条通道有自己的水位线；任务的水位线取其中最小的。
# %%
lesson.predict("who")
# %%
lesson.predict("how far")
# %%
lesson.predict("31")
# %% [markdown]
# All the moments in which the window task's watermark moved, and which channel held it back after that:
# %% [zh]
# 窗口任务的水位线每次移动的时刻，以及之后是哪条通道拖住它：
# %%
from flinksim.trace.events import InputWatermarkAdvanced

for advance in lesson.run.trace.get_events(InputWatermarkAdvanced):
    print("came to", advance.after, "- now held back by", advance.held_by)
# %% [markdown]
# ## What if?
#
# Ask who held it. The cause is tried: the run is made again without it.
# %% [zh]
# ## 如果……会怎样？
#
# 问一问是谁拖住的。原因会被试验：去掉它再跑一遍。
# %%
sim = lesson.simulate()
sim.run(until="firing")
sim.why("why did window [0, 10000) of red fire")
# %% [markdown]
# ## Your turn
#
# Three splits, three source tasks, one window task. **Which record closed `blue` from 0 s to 10 s? Which channel had held it open? And
# which record moves the window task's event time furthest?** Predict from `lesson.data.clicks` (arrival, colour, event time), then step.
# %% [zh]
# ## 轮到你了
#
# 三个分片、三个源任务、一个窗口任务。**哪条记录关闭了 `blue` 的 0 s 到 10 s？之前是哪条通道拖住它？哪条记录让窗口任务的事件时间前进最远？**
# 先看 `lesson.data.clicks`（到达、颜色、事件时间）预测，再一步步看。
# %%
lesson.show(lesson.data.run, step=0)
# %% answer
closed_by = None  # a record, such as ("red", 5000, 1) || 一条记录，例如 ("red", 5000, 1)
held_by = None  # a channel: 2, "ch 2" or "south" || 一条通道：2、"ch 2" 或 "south"
furthest = None  # a record || 一条记录
### BEGIN SOLUTION
closed_by, held_by, furthest = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(closed_by=closed_by, held_by=held_by, furthest=furthest)
# %% [solution]
# For each split: when does it read the first click of 12 s or later? The last of these closes the pane (its watermark has then passed
# 9 999 as the last). Furthest is a matter of the minimum: look at the table that `InputWatermarkAdvanced` gives.
# %% [zh]
# 对每个分片：它何时读到第一次 12 s 或更晚的点击？其中最后的那次关闭窗格（它最后越过 9 999）。“最远”取决于最小值：看 `InputWatermarkAdvanced` 的表。
# %% [markdown]
# ## To discuss
#
# A topic has 100 partitions, and one of them has no data. Which windows fire? Lesson 06 goes on from here.
# %% [zh]
# ## 讨论
#
# 一个 topic 有 100 个分区，其中一个没有数据。哪些窗口会触发？第 06 课接着讲。
