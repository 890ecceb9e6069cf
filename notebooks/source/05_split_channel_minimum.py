# %% [markdown]
# # 05 · Split, subtask, channel, minimum
#
# **One stream is at 31 s of event time. Why is a window that ends at 10 s still open?**
#
# You need lesson 04. This lesson leads to lesson 06.
# %% [zh]
# # 05 · 分片、子任务、通道与最小值
#
# **一路流的事件时间已到 31 s。为什么终点为 10 s 的窗口还没有关闭？**
#
# 需要先学第 04 课。之后可以学第 06 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("05", learner="")
lesson.show()
# %% [markdown]
# There are two **splits**, `left` and `right`. Each is read by its own **subtask**, which sends to the window's task over its own
# **channel**. Every channel has its own watermark. The watermark of the task is the lowest of them.
# %% [zh]
# 两个**分片**：`left` 和 `right`。每个分片由各自的**子任务**读取，各有一条**通道**连接到窗口任务。每条通道都有自己的水位线，任务的水位线取其中最低的一个。
# %%
lesson.predict("who")
# %%
lesson.predict("how far")
# %%
lesson.predict("last window")
# %% [markdown]
# All advances of the window task's watermark, and the channel that limits it afterwards:
# %% [zh]
# 窗口任务水位线的每次推进，以及推进之后限制水位线的通道：
# %%
for line in lesson.advances(lesson.run):
    print(line)
# %% [markdown]
# ## What if?
#
# Ask for the cause of the firing. flinksim verifies it: it repeats the run without the cause.
# %% [zh]
# ## 如果……会怎样？
#
# 问一问触发的原因。flinksim 会验证该原因：去掉该原因，重新运行一次。
# %%
sim = lesson.simulate()
sim.run(until="firing")
sim.why("why did window [0, 10000) of red fire || 为什么键 red 的窗口 [0, 10000) 触发")
# %% [markdown]
# ## Your turn
#
# Three splits, three source tasks, one window task. **Which record closed the window of `blue` from 0 s to 10 s? Which channel limited the
# watermark until then? And which record advances the window task's event time furthest?** Predict from `lesson.data.clicks` (arrival,
# colour, event time), then step.
# %% [zh]
# ## 轮到你了
#
# 三个分片、三个源任务、一个窗口任务。**哪条记录关闭了 `blue` 的 0 s 到 10 s 的窗口？在此之前，哪条通道限制水位线？哪条记录使窗口任务的事件时间推进最多？**
# 先看 `lesson.data.clicks`（到达、颜色、事件时间）预测，再逐步查看。
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
# For each split, find its first click of 12 s or later. The window is closed by the click whose channel is the last to reach 9 999. Usually this
# click is read last. If two are read within the same 200 ms, look for the watermark that is received last. The largest advance depends on
# the lowest watermark: look at the list of advances above.
# %% [zh]
# 对每个分片，找出第一次 12 s 或更晚的点击。对应通道最后到达 9,999 的那次点击关闭窗口，通常就是最后读到的那次。
# 如果有两次在同一个 200 ms 内读到，则是水位线最后收到的那次。最大的推进取决于最低的水位线：请看上面的推进列表。
# %% [markdown]
# ## To discuss
#
# A topic has 100 partitions, and one of them has no data. Which windows fire? Lesson 06 continues from here.
# %% [zh]
# ## 讨论
#
# 一个 topic 有 100 个分区，其中一个没有数据。哪些窗口会触发？第 06 课继续讨论。
# %%
lesson.compare_texts()
