# %% [markdown]
# # 27 · Windows and watermarks in SQL
#
# **Eight clicks arrive, and the query counts seven. Which line of SQL lost one?**
#
# You need lesson 02, and the package sqlglot (`pip install 'flinksim[sql]'`). This lesson leads to lesson 28.
# %% [zh]
# # 27 · SQL 中的窗口与水位线
#
# **到达了八次点击，查询只计入七次。是哪一行 SQL 丢弃了一次？**
#
# 需要先学第 02 课，并安装 sqlglot（`pip install 'flinksim[sql]'`）。之后可以学第 28 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("27", learner="")
lesson.show()
# %% [markdown]
# This is the query. `WATERMARK FOR ts` makes `ts` the event time, and says how much disorder is expected.
# %% [zh]
# 查询如下。`WATERMARK FOR ts` 让 `ts` 成为事件时间，并说明预期的乱序程度。
# %%
lesson.code()
# %%
lesson.predict("fires")
# %%
lesson.predict("behind")
# %%
lesson.predict("kinds")
# %% [markdown]
# ## What if?
#
# An interval of four seconds keeps the window open longer. The click of 12:00:08 is then counted, and all results come later:
# %% [zh]
# ## 如果……会怎样？
#
# 把间隔改为四秒，窗口就会更晚关闭：12:00:08 的点击会计入，但所有结果都会更晚输出。
# %%
patient = lesson.run_quietly(lesson.query(delay_s=4))
lesson.rows(patient)
# %% [markdown]
# Ask the run what to change:
# %% [zh]
# 也可以直接问这次运行该改什么：
# %%
lesson.run.why("why was record 6 dropped || 为什么记录 6 被丢弃")
# %% [markdown]
# ## Your turn
#
# Your windows have `lesson.data.size_s` seconds, and the watermark is `lesson.data.delay_s` seconds behind. The clicks arrive in the order of
# `lesson.data.seconds`. **Which click lets the first window fire? Which clicks are dropped? What does each window count?**
# %% [zh]
# ## 轮到你了
#
# 你的窗口长 `lesson.data.size_s` 秒，水位线落后 `lesson.data.delay_s` 秒，点击按 `lesson.data.seconds` 的顺序到达。**哪次点击让第一个窗口触发？
# 哪些点击被丢弃？每个窗口的计数是多少？**
# %%
print(lesson.data.size_s, lesson.data.delay_s, lesson.data.seconds)
# %% answer
closer = None  # a second || 秒数
late = None  # seconds, such as [3, 18] || 秒数，例如 [3, 18]
counts = None  # by the start of the window: {0: 4, 10: 2} || 以窗口起点为键：{0: 4, 10: 2}
### BEGIN SOLUTION
closer, late, counts = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(closer=closer, late=late, counts=counts)
# %% [solution]
# A window fires when the highest second so far, minus the delay, reaches its end. From then on, each click of that window is dropped. A click that
# is out of order is counted as long as its window is open, also if it is older than the watermark.
# %% [zh]
# 当到目前为止的最大秒数减去延迟达到窗口终点时，窗口触发。此后这个窗口的点击都会被丢弃。只要窗口尚未关闭，乱序的点击仍会计入，即使低于水位线。
# %% [markdown]
# ## To discuss
#
# Texts say that SQL hides event time. What would this query print without its `WATERMARK` line? And texts say that late rows of a window go to a side
# output. Which API has one?
# %% [zh]
# ## 讨论
#
# 有的文章说 SQL 隐藏了事件时间。去掉 `WATERMARK` 这一行，查询会输出什么？还有文章说，窗口的迟到数据进入旁路输出。哪个 API 才有旁路输出？
# %%
lesson.compare_texts()
