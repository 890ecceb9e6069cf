# %% [markdown]
# # 11 · Late data
#
# **The window allows a lateness of eight seconds. Do all results come eight seconds later?**
#
# You need lessons 02 and 10. This lesson leads to lessons 12 and 23.
# %% [zh]
# # 11 · 迟到数据
#
# **窗口的允许延迟（allowed lateness）为八秒。所有结果都会晚八秒吗？**
#
# 需要先学第 02 课和第 10 课。之后可以学第 12 课和第 23 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("11", learner="")
lesson.show()
# %%
lesson.predict("first")
# %%
lesson.predict("how often")
# %%
lesson.rows(lesson.run)
# %% [markdown]
# Each row has the start of a window and its clicks *so far*. A late firing emits the whole count of its window again. If you add up the rows, you count
# clicks more than once.
# %% [zh]
# 每一行是窗口的起点和*到目前为止*的点击数。因迟到记录而触发时，会再次输出整个窗口。如果把各行相加，就会重复计数。
# %%
lesson.predict("6 s")
# %% [markdown]
# ## What if?
#
# How much more allowed lateness would the click of 6 s need?
# %% [zh]
# ## 如果……会怎样？
#
# 要使 6 s 的点击也计入，允许延迟还要增大多少？
# %%
lesson.run.why("why was record 6 dropped || 为什么记录 6 被丢弃")
# %% [markdown]
# ## Your turn
#
# Your stream is `lesson.data.times`. The rows that the windows emit are not shown. **How often does each window
# fire? Also write `total(rows)`: it gets these rows in order, and returns the number of clicks, each counted once.** Your function is also
# tested on other streams.
# %% [zh]
# ## 轮到你了
#
# 你的流是 `lesson.data.times`，窗口输出的各行不会提供给你。**每个窗口触发几次？再编写函数 `total(rows)`：参数是按顺序排列的这些行，每次点击只计一次。** 该函数还会用其他流检验。
# %%
print(lesson.data.times, lesson.data.windows)
# %% answer
firings = None  # for each start how often: {0: 1, 10000: 2, 20000: 1} || 每个起点触发几次：{0: 1, 10000: 2, 20000: 1}
total = None  # a function of rows, such as [(0, 2), (0, 3), (10000, 1)] || 以 rows 为参数的函数，例如 [(0, 2), (0, 3), (10000, 1)]
### BEGIN SOLUTION
firings = lesson.solve()["firings"]


def total(rows):
    return sum(dict(rows).values())  # a later row of a window replaces the earlier one


### END SOLUTION
# %% check
lesson.check(firings=firings, total=total)
# %% [solution]
# Each window fires once on time. It fires again for each click that arrives after that, until the watermark is 8 s past its end. A sum
# downstream has to keep the last row of each window: an upsert by window, not an addition.
# %% [zh]
# 每个窗口准时触发一次。窗口已触发且仍保留时（水位线越过终点之后的 8 s 之内），每到达一次点击就再触发一次。下游求和时，应只保留每个窗口的最后一行：这些行是更新，不能累加。
# %% [markdown]
# ## To discuss
#
# A dashboard, a bill and an alert read these rows. Which of them can use late firings unchanged?
# %% [zh]
# ## 讨论
#
# 仪表盘、账单和告警都读取这些行。其中哪一个可以直接接受因迟到而再次输出的结果？
# %%
lesson.compare_texts()
