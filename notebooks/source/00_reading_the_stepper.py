# %% [markdown]
# # 00 · Reading the stepper
#
# **Two streams of clicks and one window of ten seconds. The click at 12.5 s arrived long ago. What is the window waiting for?**
#
# You need no other lesson. This lesson leads to lessons 01 and 07.
# %% [zh]
# # 00 · 读懂步进器
#
# **两路点击流，一个十秒的窗口。12.5 s 的点击早已到达。窗口还在等什么？**
#
# 不需要先学其他课。之后可以学第 01 课和第 07 课。
# %%
from flinksim.course import open_lesson

# Shift+Enter runs a cell; with your name in it you get an exercise of your own || 按 Shift+Enter 运行单元格；填入你的名字，即可得到你自己的练习
lesson = open_lesson("00", learner="")
lesson.show()
# %% [markdown]
# The stepper opens at the key event of this run. There is one lane for each key (here a colour). The axis is event time: when things
# *happened*. Each circle is a click. It slides in from the right and stops at its event time. Each box is a **window** of one
# key. The yellow wall is the **watermark**: how far event time has advanced. The slowest input limits it.
#
# Press `e` for the event-time chart, which shows the whole run at once. Its horizontal axis is processing time: the clock on the wall.
# Its vertical axis is event time. Press `e` again to come back.
#
# Press → (or *next*) for the next key event, ← for the one before. Before you do: what moves?
# %% [zh]
# 步进器会打开在这次运行的关键事件处。每个键（这里是一种颜色）有一条泳道。横轴是事件时间：事情*发生*的时间。每个圆圈是一次点击，它从右边
# 滑入，停在自己的事件时间处。每个方框是一个键的一个**窗口**。黄色竖线是**水位线**，表示事件时间推进到了哪里，由最慢的输入决定。
#
# 按 `e` 查看事件时间图，图中一次显示整次运行：横轴是处理时间（系统时钟），纵轴是事件时间。再按 `e` 返回。
#
# 按 →（或“前进”）到下一个关键事件，按 ← 返回上一个。按之前先想一想：什么会移动？
# %%
lesson.predict("who moves")
# %% [markdown]
# This is the program. It is written with PyFlink's DataStream API, except for two things: the scripted source, and `sum` on a window,
# which Flink has in Java only. Nothing in the program depends on the stepper.
# %% [zh]
# 这就是程序。它用 PyFlink 的 DataStream API 写成，只有两处例外：脚本数据源，以及窗口上的 `sum`（Flink 只在 Java 中提供）。
# 程序里没有任何内容依赖步进器。
# %%
lesson.code()
# %% [markdown]
# You can also step in Python. `run(until=...)` stops at the first firing. `tell` describes that step.
# %% [zh]
# 在 Python 里也能一步步走。`run(until=...)` 停在第一次触发；`tell` 描述那一步。
# %%
sim = lesson.simulate()
sim.run(until="firing")
sim.tell()
# %%
lesson.predict("fires")
# %% [markdown]
# ## What if?
#
# Every event has a cause. You can verify a cause: flinksim repeats the run without it.
# %% [zh]
# ## 如果……会怎样？
#
# 每个事件都有原因。原因可以验证：flinksim 去掉该原因，重新运行一次。
# %%
answer = sim.why("why did window [0, 10000) of red fire || 为什么键 red 的窗口 [0, 10000) 触发")
answer
# %%
lesson.predict("again")
# %% [markdown]
# ## Your turn
#
# These clicks were generated for your exercise. **In which step does the first window fire, and which record caused it?** The
# number of the step is shown above the picture. Predict first, then step.
# %% [zh]
# ## 轮到你了
#
# 这些点击是为你的练习生成的。**第一个窗口在哪一步触发？是哪条记录使该窗口触发的？** 步的编号显示在图的上方。先预测，再逐步查看。
# %%
lesson.show(lesson.data.run, step=0)
# %% answer
step = None  # a number || 一个数
cause = None  # a record, such as ("red", 5000, 1) || 一条记录，例如 ("red", 5000, 1)
### BEGIN SOLUTION
step, cause = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(step=step, cause=cause)
# %% [solution]
# The first window fires when the *lower* of the two watermarks reaches 9 999 ms. Find the slower split. Then find its first
# click with a timestamp of at least 12 s: the end of the window plus the delay of 2 s. The firing is a step of the window's task. Before it, the
# source reads the click, generates a watermark (every 200 ms), and the window's task receives it.
# %% [zh]
# 两条水位线中*较低*的那条到达 9,999 ms 时，第一个窗口触发。先找出较慢的分片，再找出该分片中第一次时间戳不小于 12 s（窗口终点加 2 s 的水位线延迟）的点击。
# 触发是窗口任务的一步。在此之前，数据源读取点击，生成水位线（每 200 ms 一次），窗口任务再收到水位线。
# %% [markdown]
# ## To discuss
#
# The program had finished before you saw the first picture. So what did *you* do when you pressed *next*? And what would a debugger
# on a real cluster have to do to show you the same?
# %% [zh]
# ## 讨论
#
# 你看到第一张图之前，程序已经运行结束。那么你按“前进”时，究竟做了什么？在真实的集群上，调试器要怎样做，才能让你看到同样的内容？
# %%
lesson.compare_texts()
