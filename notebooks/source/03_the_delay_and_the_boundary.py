# %% [markdown]
# # 03 · The delay, the minus one, the boundary
#
# **A click at 10 s has come. Why is the window from 0 s to 10 s still open?**
# %% [zh]
# # 03 · 延迟、减一与边界
#
# **10 s 的点击已经来了。为什么 0 s 到 10 s 的窗口还开着？**
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 写上你的名字，就得到你自己的练习
lesson = open_lesson("03", learner="")
lesson.show()
# %% [markdown]
# `for_bounded_out_of_orderness(2 s)`: the watermark is the greatest timestamp, less 2 000, **less 1**. The window [0, 10 000) has the
# milliseconds 0 to 9 999, and is over when the watermark says 9 999.
# %% [zh]
# `for_bounded_out_of_orderness(2 s)`：水位线 = 最大时间戳 − 2 000 − **1**。窗口 [0, 10 000) 含第 0 到 9 999 毫秒，
# 水位线到 9 999 时它就结束。
# %%
lesson.predict("closes")
# %%
lesson.predict("after")
# %%
lesson.predict("edge")
# %% [markdown]
# ## What if?
#
# Ask why the click of 9.5 s was lost. The answer ends in the smallest change that would have saved it, and `try_it` is that run.
# %% [zh]
# ## 如果……会怎样？
#
# 问一问 9.5 s 的点击为什么丢了。回答的结尾是能救它的最小改动，`try_it` 就是改动后的运行。
# %%
answer = lesson.run.why("why was record 4 dropped")
answer
# %%
lesson.show(answer.try_it())
# %% [markdown]
# ## Your turn
#
# Your own stream. **What is the smallest delay with which nothing is lost?** Then with 1 ms less something must be. Try it:
# `lesson.show(lesson.data.run(1_000))` is your stream with a delay of 1 s.
# %% [zh]
# ## 轮到你了
#
# 这是你自己的流。**不丢任何数据的最小延迟是多少？** 少 1 ms 就必须丢。可以试：`lesson.show(lesson.data.run(1_000))` 是延迟 1 s 的运行。
# %%
lesson.show(lesson.data.run(1_000))
# %% answer
delay_ms = None  # a number, in ms || 一个数，毫秒
### BEGIN SOLUTION
delay_ms = lesson.solve()["delay_ms"]
### END SOLUTION
# %% check
lesson.check(delay_ms=delay_ms)
# %% [solution]
# For each click that is out of order: the greatest timestamp before it, less the last millisecond of its window. The delay has
# to be at least the greatest of these; the two minus ones (of the watermark, and of the window's end) cancel each other but for one.
# %% [zh]
# 对每次乱序的点击：它之前最大的时间戳，减去它窗口的最后一毫秒。延迟至少是其中最大的；水位线和窗口末尾各有一个“减一”，抵消后还剩一个。
# %% [markdown]
# ## To discuss
#
# On real PyFlink this stream prints the same for *every* delay, if it is read from a list. Why? (Lesson 04 has the answer.)
# %% [zh]
# ## 讨论
#
# 在真正的 PyFlink 上，如果从列表读这条流，*任何*延迟的输出都一样。为什么？（第 04 课有答案。）
