# %% [markdown]
# # 23 · Side outputs for late data
#
# **Two clicks came too late, and a side output has them. A second window counts that output, and finds nothing. Where are they?**
#
# You need lesson 11. This lesson leads to lesson 14: a process function can treat late records in its own way.
# %% [zh]
# # 23 · 迟到数据的旁路输出
#
# **两次点击到得太晚，进入了旁路输出。第二个窗口对旁路输出计数，却没有任何结果。这两次点击去了哪里？**
#
# 需要先学第 11 课。之后可以学第 14 课：处理函数可以按自己的方式处理迟到的记录。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("23", learner="")
lesson.show()
# %%
lesson.predict("4 s")
# %%
lesson.predict("8 s")
# %%
lesson.predict("counted")
# %% [markdown]
# A record in the side output keeps its timestamp. The watermark does not go back for it. So a window downstream finds it late, too, and
# drops it. Three things work:
#
# - Write the late records to a file, and correct the counts later.
# - Handle each of them in a process function.
# - Give the second window an allowed lateness of its own.
# %% [zh]
# 旁路输出中的记录保留自己的时间戳，水位线不会因此后退。所以下游的窗口也认为这些记录迟到，并将其丢弃。有三种可行的办法：把迟到的记录写入文件，之后再修正计数；
# 在处理函数中逐条处理；或者为第二个窗口单独设置允许延迟（allowed lateness）。
# %% [markdown]
# ## What if?
#
# The same job. The second window now has an allowed lateness of a minute, and fires for each late click:
# %% [zh]
# ## 如果……会怎样？
#
# 同一个作业，第二个窗口现在有一分钟的允许延迟，每次迟到的点击到达时都会触发：
# %%
patient = lesson.late([1_000, 6_000, 12_500, 4_000, 23_000, 8_000, 15_000, 2_000], 60_000)
lesson.run_quietly(patient)
lesson.late_results(patient)
# %% [markdown]
# ## Your turn
#
# Your clicks are `lesson.data.times`, in the order of their arrival. The delay is 1 s, the lateness 4 s, and a watermark follows each click.
# **Which clicks are in the side output? And write `correct(rows, late)`. It gets the rows of the first window and the event times of the
# side output, and returns the final count of each window.** Your function is also tested on other streams.
# %% [zh]
# ## 轮到你了
#
# 你的点击是 `lesson.data.times`，按到达顺序。水位线延迟为 1 s，允许延迟为 4 s，每次点击之后都有水位线。**哪些点击在旁路输出里？再编写 `correct(rows, late)`：
# 参数是第一个窗口的各行和旁路输出的事件时间，返回每个窗口的最终计数。** 该函数还会用其他流检验。
# %%
print(lesson.data.times)
# %% answer
side = None  # event times, such as [4000, 8000] || 事件时间，例如 [4000, 8000]
correct = None  # a function of rows [(0, 2), (0, 3)] and late [4000] || 以 rows [(0, 2), (0, 3)] 和 late [4000] 为参数的函数
### BEGIN SOLUTION
side = lesson.solve()["side"]


def correct(rows, late):
    counts = dict(rows)  # a later row of a window replaces the earlier one
    for time in late:
        start = time // 10_000 * 10_000
        counts[start] = counts.get(start, 0) + 1
    return counts


### END SOLUTION
# %% check
lesson.check(side=side, correct=correct)
# %% [solution]
# A click is in the side output if the watermark has reached the end of its window, minus 1 ms, plus the lateness. The side output has single
# clicks. Each one is added to the last count of its window, which may have no count at all.
# %% [zh]
# 只有水位线到达点击所在窗口的终点减 1 ms 再加允许延迟之后，点击才会进入旁路输出。旁路输出包含各次点击：把每次点击加到其窗口的最后计数上，而该窗口可能根本没有计数。
# %% [markdown]
# ## To discuss
#
# A bill, an alarm and a dashboard read these counts. Which of them needs the late clicks, and how long may the correction take?
# %% [zh]
# ## 讨论
#
# 账单、告警和仪表盘都读这些计数。哪一个需要迟到的点击？修正最晚可以等多久？
# %%
lesson.compare_texts()
