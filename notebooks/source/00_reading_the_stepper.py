# %% [markdown]
# # 00 · Reading the stepper
#
# **Two streams of clicks, one window of ten seconds. The click at 12.5 s was there long ago. What is the window waiting for?**
# %% [zh]
# # 00 · 读懂步进器
#
# **两路点击流，一个十秒的窗口。12.5 s 的点击早就到了。窗口还在等什么？**
# %%
from flinksim.course import open_lesson

# Shift+Enter runs a cell; with your name in it you get an exercise of your own || 按 Shift+Enter 运行单元格；写上你的名字，就得到你自己的练习
lesson = open_lesson("00", learner="")
lesson.show()
# %% [markdown]
# The picture opens at the moment that this run is about. To the right goes the clock on the wall, upwards the time at which things *happened*. Each dot is a click; each bar is a
# **pane**: one colour in one window. The curves are **watermarks**: how far each stream has come.
#
# Press → (or *next*) to go on to the next thing worth telling, ← to go back. Before you do: what moves?
# %% [zh]
# 图会打开在这次运行最能说明问题的那一刻。向右是墙上的钟，向上是事情*发生*的时间。每个点是一次点击；每个条是一个**窗格**：一个窗口里的一种颜色。
# 曲线是**水位线**：每一路流已经走到了哪里。
#
# 按 →（或“下一步”）走到下一件值得说的事，按 ← 返回。按之前先想：谁会动？
# %%
lesson.predict("who moves")
# %% [markdown]
# This is the program. It is an ordinary PyFlink program; nothing in it knows of the picture.
# %% [zh]
# 这就是程序。它是普通的 PyFlink 程序，完全不知道有这张图。
# %%
lesson.code()
# %% [markdown]
# Python can step, too. `run(until=...)` stops at the first firing; `tell` says what happened in that step.
# %% [zh]
# 在 Python 里也能一步步走。`run(until=...)` 停在第一次触发；`tell` 说出那一步发生了什么。
# %%
sim = lesson.simulate()
sim.run(until="firing")
sim.tell()
# %%
lesson.predict("fires")
# %% [markdown]
# ## What if?
#
# Every fact has a cause, and a cause can be tried: the run is repeated without it.
# %% [zh]
# ## 如果……会怎样？
#
# 每个事实都有原因，而原因可以试：去掉它再跑一遍。
# %%
answer = sim.why("why did window [0, 10000) of red fire")
answer
# %%
lesson.predict("again")
# %% [markdown]
# ## Your turn
#
# These are your own clicks. **In which step does the first pane fire, and which record let it?** The number of the step stands
# below the picture. Predict first, then step.
# %% [zh]
# ## 轮到你了
#
# 下面是你自己的点击数据。**第一个窗格在哪一步触发？是哪条记录让它触发的？** 步的编号在图的下方。先预测，再一步步看。
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
# The first pane fires when the *smaller* of the two watermarks passes 9 999 ms. So look for the slower split, and for its first
# click that is at least 2 s behind the end of the window. The firing is a step of the window's task: after the source has read
# the click, after it has generated a watermark (every 200 ms), and after the window's task has received it.
# %% [zh]
# 两条水位线中*较小*的那条越过 9 999 ms 时，第一个窗格触发。所以先找较慢的分片，再找它第一条比窗口末尾晚至少 2 s 的点击。
# 触发发生在窗口任务的那一步：数据源读到点击之后，生成水位线（每 200 ms 一次）之后，并且窗口任务收到它之后。
# %% [markdown]
# ## To discuss
#
# The program ran to its end before you saw the first picture. What, then, did *you* do when you pressed *next*? And what would a
# debugger on a real cluster have to do to show you the same?
# %% [zh]
# ## 讨论
#
# 你看到第一张图之前，程序已经跑完了。那么你按“下一步”时到底做了什么？在真实集群上，调试器要怎样才能给你看同样的东西？
