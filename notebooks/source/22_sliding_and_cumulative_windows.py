# %% [markdown]
# # 22 · Sliding and cumulative windows
#
# **There are four clicks, and six results that together count eight. Is something counted twice?**
#
# You need lesson 10. This lesson leads to lesson 15: what such windows cost.
# %% [zh]
# # 22 · 滑动窗口与累积窗口
#
# **共有四次点击，却有六个结果，加起来是八。有点击被重复计数吗？**
#
# 需要先学第 10 课。之后可以学第 15 课，了解这类窗口的开销。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("22", learner="")
lesson.show()
# %%
lesson.predict("1 s")
# %%
lesson.predict("first")
# %%
lesson.predict("rows")
# %% [markdown]
# The picture shows a bar for each window. Bars of sliding windows overlap, and one click is in several of them. State and work grow with the size
# divided by the slide. Windows of a day that slide by a second keep 86,400 windows for each key.
# %% [zh]
# 图中每个窗口显示为一条。滑动窗口的条相互重叠，一次点击属于多条。状态和工作量随“窗口大小除以步长”增长：一天的窗口每秒滑动一次，每个键就有 86,400 个窗口。
# %% [markdown]
# ## What if?
#
# A slide that is longer than the size leaves gaps. The click of 6 s is then in no window:
# %% [zh]
# ## 如果……会怎样？
#
# 步长大于窗口大小时会留下空隙。6 s 的点击就不在任何窗口里：
# %%
gaps = lesson.sliding([1_000, 6_000, 12_000, 21_000], size_ms=5_000, slide_ms=10_000)
lesson.run_quietly(gaps)
{time: lesson.windows(gaps, time) for time in (1_000, 6_000, 12_000, 21_000)}
# %% [markdown]
# Cumulative windows start together and end one step after the other. They answer "how many since midnight?" each hour. Flink has them in SQL
# only (`CUMULATE`). Here the windows have up to 15 s, in steps of 5 s:
# %% [zh]
# 累积窗口同时开始，按步长先后结束，例如可以每小时回答一次“从零点到现在有多少？”。Flink 只在 SQL 中提供（`CUMULATE`）。这里窗口最长 15 s，步长 5 s：
# %%
total = lesson.run_quietly(lesson.cumulative([1_000, 6_000, 12_000, 21_000]))
lesson.rows(total)
# %% [markdown]
# ## Your turn
#
# Your windows have `lesson.data.size_ms` and slide by `lesson.data.slide_ms`. The slide does not divide the size. **Where do the windows of the
# first click start? In how many windows is each click? How many results are there?**
# %% [zh]
# ## 轮到你了
#
# 你的窗口大小是 `lesson.data.size_ms`，步长是 `lesson.data.slide_ms`，步长不能整除大小。**第一次点击所在的窗口从哪里开始？每次点击在几个窗口里？
# 一共有几个结果？**
# %%
print(lesson.data.size_ms, lesson.data.slide_ms, lesson.data.times)
# %% answer
starts = None  # in ms, such as [0, 5000] || 毫秒，例如 [0, 5000]
counts = None  # for each click: {1000: 2, 6000: 2} || 每次点击：{1000: 2, 6000: 2}
results = None  # a number || 一个数
### BEGIN SOLUTION
starts, counts, results = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(starts=starts, counts=counts, results=results)
# %% [solution]
# The last window of a click starts at the highest multiple of the slide that is not after it. The others start one slide earlier each, as long as
# they still contain the click. A window has one result, however many clicks it has. Windows without a click do not exist.
# %% [zh]
# 点击所在的最后一个窗口，其起点是不大于点击时间的最大的步长倍数；其余窗口依次早一个步长，只要仍包含这次点击。无论有几次点击，一个窗口都只有一个结果；没有点击的窗口不存在。
# %% [markdown]
# ## To discuss
#
# Texts say that a window groups a stream into disjoint parts. Which windows do? And texts say that a sliding window "updates" its result
# with each slide. What does Flink do?
# %% [zh]
# ## 讨论
#
# 有的文章说，窗口把流划分为互不相交的部分。哪些类型的窗口符合这种说法？还有文章说，滑动窗口每滑动一步就“更新”结果。Flink 实际上是怎么做的？
# %%
lesson.compare_texts()
