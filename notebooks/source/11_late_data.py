# %% [markdown]
# # 11 · Late data
#
# **The window may be eight seconds late. Does everybody wait eight seconds longer for a result?**
# %% [zh]
# # 11 · 迟到的数据
#
# **允许窗口迟到八秒。大家都要多等八秒才有结果吗？**
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 写上你的名字，就得到你自己的练习
lesson = open_lesson("11", learner="")
lesson.show()
# %%
lesson.predict("first")
# %%
lesson.predict("how often")
# %%
lesson.rows(lesson.run)
# %% [markdown]
# Each row is the start of a window and its clicks *so far*. A late firing says the whole pane again. Whoever adds the rows up counts twice.
# %% [zh]
# 每行是窗口起点和*目前*的点击数。迟到触发把整个窗格再说一遍。谁把各行相加，谁就数重了。
# %%
lesson.predict("too late")
# %% [markdown]
# ## What if?
#
# How much more lateness would the click of 6 s have needed?
# %% [zh]
# ## 如果……会怎样？
#
# 6 s 的那次点击还需要多允许多少迟到？
# %%
lesson.run.why("why was record 6 dropped")
# %% [markdown]
# ## Your turn
#
# Your stream is `lesson.data.times`, the window's rows are not told. **How often does each window fire? And write `total(rows)`, which is
# given such rows in order, and counts each click once**: yours will be tried on other streams, too.
# %% [zh]
# ## 轮到你了
#
# 你的流是 `lesson.data.times`，窗口的各行不告诉你。**每个窗口触发几次？再写 `total(rows)`：按次序给它这些行，每次点击只计一次**，它还会在别的流上试。
# %%
print(lesson.data.times, lesson.data.windows)
# %% answer
firings = None  # for each start how often: {0: 1, 10000: 2, 20000: 1} || 每个起点触发几次
total = None  # a function of rows, such as [(0, 2), (0, 3), (10000, 1)] || 以 rows 为参数的函数
### BEGIN SOLUTION
firings = lesson.solve()["firings"]


def total(rows):
    return sum(dict(rows).values())  # a later row of a window replaces the earlier one


### END SOLUTION
# %% check
lesson.check(firings=firings, total=total)
# %% [solution]
# One on time for each window, and one for each click that comes while its window has fired and is kept (until the watermark is 8 s past
# its end). A sum behind it has to keep the last row of each window: an upsert by window, not an addition.
# %% [zh]
# 每个窗口按时一次；窗口已触发且仍保留（水位线过末尾 8 s 之内）时，每来一次点击再触发一次。下游求和要按窗口保留最后一行：是更新，不是累加。
# %% [markdown]
# ## To discuss
#
# A dashboard, a bill and an alert read these rows. Which of them can live with late firings as they are?
# %% [zh]
# ## 讨论
#
# 仪表盘、账单和告警都读这些行。哪个可以直接接受迟到触发？
