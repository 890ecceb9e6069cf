# %% [markdown]
# # The first hour
#
# **A job reads data and prints nothing. There is no error. In an hour you can say why, and fix it.**
#
# You need no more than one article about Apache Flink. Everything runs here, in this notebook. Shift+Enter runs a cell. Guess before you look: a
# wrong guess teaches most.
#
# | Minutes | What you do | Leads to lesson |
# | --- | --- | --- |
# | 0–5 | Look at a job with a problem | 21 |
# | 5–15 | Step through a job that works | 00 |
# | 15–25 | Find out what a watermark does, and what drops a record | 02 |
# | 25–35 | Choose the watermark delay | 03 |
# | 35–47 | See why one slow split holds everything up | 05 |
# | 47–52 | Let a silent split be idle | 06 |
# | 52–60 | Repair three jobs | 21 |
# %% [zh]
# # 第一个小时
#
# **作业在读取数据，却没有任何输出，也没有报错。一小时后，你能说明原因，并修复作业。**
#
# 你最多需要读过一篇关于 Apache Flink 的文章。一切都在这个笔记本里运行。按 Shift+Enter 运行单元格。先预测，再查看：预测错误时学到的最多。
#
# | 分钟 | 做什么 | 对应的课 |
# | --- | --- | --- |
# | 0–5 | 看一个有问题的作业 | 21 |
# | 5–15 | 逐步查看一个正常的作业 | 00 |
# | 15–25 | 了解水位线的作用，以及记录由谁丢弃 | 02 |
# | 25–35 | 选择水位线延迟 | 03 |
# | 35–47 | 查看一个慢分片怎样拖住整个作业 | 05 |
# | 47–52 | 使没有数据的分片变为空闲 | 06 |
# | 52–60 | 修复三个作业 | 21 |
# %% [markdown]
# ## 1 · A job with a problem (5 minutes)
#
# Clicks arrive. They should be counted in windows of ten seconds. Six clicks later there is still no result.
# %% [zh]
# ## 1 · 有问题的作业（5 分钟）
#
# 点击不断到达，应当按十秒的窗口计数。六次点击之后仍然没有结果。
# %%
from flinksim.course import open_lesson

sick = open_lesson("21")
sim = sick.simulate()
sim.run(until="clock >= 5 s")  # before the input ends || 输入结束之前
sick.show(sim)
# %% [markdown]
# Each dot is a click. A green box is a window with its clicks. Nothing here looks broken. Keep the question: *what are the windows waiting
# for?* You will answer it in part 5.
# %% [zh]
# 每个点是一次点击，每个绿色的框是一个窗口，框内是它的点击。看起来一切正常。请记住这个疑问：*窗口在等什么？* 第 5 部分会回答。
# %% [markdown]
# ## 2 · A job that works (10 minutes)
#
# Click the picture, then press ← until the start of the run. Then press → and read the sentence above the picture each time.
# %% [zh]
# ## 2 · 正常的作业（10 分钟）
#
# 点一下图，按 ← 回到运行的开头。然后按 →，每次都读图上方的句子。
# %%
works = open_lesson("00")
works.show()
# %%
works.predict("who moves")
# %%
works.predict("fires")
# %% [markdown]
# So a window does not fire when its last record arrives. It fires when the **watermark** reaches its end. Ask the run itself:
# %% [zh]
# 因此，窗口不是在最后一条记录到达时触发，而是在**水位线**到达窗口终点时触发。可以直接向这次运行提问：
# %%
works.run.why("why did window [0, 10000) of red fire || 为什么键 red 的窗口 [0, 10000) 触发")
# %% [markdown]
# ## 3 · The watermark, and a record that is dropped (10 minutes)
#
# A watermark of 7 s means: event time is complete up to 7 s, and nothing older is expected. It is an estimate. Older records may still come.
# %% [zh]
# ## 3 · 水位线，以及一条被丢弃的记录（10 分钟）
#
# 水位线为 7 s 的含义是：7 s 及之前的事件时间已经完整，不再期待更旧的记录。这只是估计，更旧的记录仍可能到来。
# %%
stream = open_lesson("02")
stream.show()
# %%
stream.predict("6.5 s")
# %%
stream.predict("8 s")
# %%
stream.predict("3 s")
# %% [markdown]
# Only one of the three was lost. The watermark dropped nothing. The window *operator* did, because the
# record's window had already been removed.
# %% [zh]
# 三条记录中只有一条被丢弃。水位线没有丢弃任何记录：丢弃这条记录的是窗口*算子*，因为记录所属的窗口已经移除。
# %%
stream.run.why("why was record 9 dropped || 为什么记录 9 被丢弃")
# %% [markdown]
# ## 4 · The delay (10 minutes)
#
# The watermark is the highest timestamp so far, minus the **delay**, minus 1 ms. A longer delay loses fewer records, and every result comes
# later. Here it is 2 s.
# %% [zh]
# ## 4 · 水位线延迟（10 分钟）
#
# 水位线是目前最大的时间戳，减去**水位线延迟**，再减 1 ms。延迟越长，丢弃的记录越少，但每个结果都越晚。这里的延迟是 2 s。
# %%
delayed = open_lesson("03")
delayed.show()
# %%
delayed.predict("closes")
# %%
delayed.predict("after")
# %% [markdown]
# With which watermark delay would the click with event time 9.5 s not have been dropped? The answer is computed: the program runs again with other values.
# %% [zh]
# 多大的水位线延迟能使 9.5 s 的点击计入？答案是计算得出的：程序会用其他值重新运行。
# %%
delayed.run.why("why was record 4 dropped || 为什么记录 4 被丢弃")
# %% [markdown]
# ## 5 · The slowest split (12 minutes)
#
# Most sources have several splits, such as the partitions of a Kafka topic. Here one is at 31 s of event time, the other one is not.
# %% [zh]
# ## 5 · 最慢的分片（12 分钟）
#
# 多数数据源有多个分片，例如 Kafka topic 的分区。这里一个分片已到 31 s 的事件时间，另一个还没有。
# %%
splits = open_lesson("05")
splits.show()
# %%
splits.predict("who")
# %%
splits.predict("how far")
# %% [markdown]
# A task takes the **lowest** watermark of its inputs. Now go back to the job of part 1. Which split is it waiting for?
# %% [zh]
# 任务取各输入中**最低**的水位线。现在回到第 1 部分的作业：该作业在等哪个分片？
# %%
sim.why("why has window [0, 10000) of a not fired || 为什么键 a 的窗口 [0, 10000) 没有触发")
# %% [markdown]
# ## 6 · A split without data (5 minutes)
#
# The watermark of a split without new records does not advance. So the task's watermark soon stops, too. With `with_idleness` the task
# ignores that split. This has a price.
# %% [zh]
# ## 6 · 没有数据的分片（5 分钟）
#
# 没有新记录的分片不会推进水位线，因此任务的水位线很快也会停住。使用 `with_idleness` 时，任务会忽略该分片。这是有代价的。
# %%
idle = open_lesson("06")
idle.predict("without")
# %%
idle.predict("with")
# %% [markdown]
# ## 7 · Three sick jobs (8 minutes)
#
# The same program, with three faults. In each one the window [0 s, 10 s) should fire with its three clicks before the input ends. Ask first:
# %% [zh]
# ## 7 · 三个有问题的作业（8 分钟）
#
# 同一个程序，三种问题。在每个作业中，窗口 [0 s, 10 s) 都应当在输入结束之前触发，含三次点击。先提问：
# %%
faults = {"A": {"unit": "s"}, "B": {"delay_ms": 86_400_000}, "C": {"trigger": "count 100"}}
for name, fault in faults.items():
    run = sick.patient(**fault).run(until="clock >= 5 s")
    print(name, [event.text for event in run.results])
    print(
        run.why("why has window [0, 10000) of a not fired || 为什么键 a 的窗口 [0, 10000) 没有触发")
    )
# %% [markdown]
# The highest timestamp is 24,000 ms. With a delay of 1 s the watermark would be 22,999. Compare it with the watermarks of A and B: what makes
# them so low?
#
# Then repair the jobs. Change one value for each job, and run the cell until every line says `True`. The values are those of lesson 21:
# `watermarks`, `delay_ms`, `idle_ms`, `unit`, `clock`, `size_ms` and `trigger`.
# %% [zh]
# 最大的时间戳是 24,000 ms。水位线延迟为 1 s 时，水位线应为 22,999。与 A、B 的水位线比较：为什么低这么多？
#
# 然后修复这些作业。每个作业修改一个值，运行单元格，直到每行都是 `True`。可以修改的值与第 21 课相同：`watermarks`、`delay_ms`、`idle_ms`、`unit`、
# `clock`、`size_ms`、`trigger`。
# %%
repairs = {
    "A": {},
    "B": {},
    "C": {},
}  # such as {"A": {"delay_ms": 1000}} || 例如 {"A": {"delay_ms": 1000}}
for name, fault in faults.items():
    run = sick.patient(**{**fault, **repairs[name]}).run()
    print(name, sick.is_repaired(run))
# %% [markdown]
# ## Where to go from here
#
# The six lessons of the table are next. Each one takes 20 to 40 minutes. With your own job, start from the symptom: `flinksim diagnose
# program.py` looks for known problems, and `flinksim why program.py` answers questions.
# %% [zh]
# ## 接下来
#
# 接着学表里的六课，每课 20 到 40 分钟。对你自己的作业，从症状开始：`flinksim diagnose program.py` 查找已知问题，
# `flinksim why program.py` 回答问题。
