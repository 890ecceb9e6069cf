# %% [markdown]
# # 03 · The delay, the minus one, the boundary
#
# **A click at 10 s has arrived. Why is the window from 0 s to 10 s still open?**
#
# You need lesson 02. This lesson leads to lesson 04.
# %% [zh]
# # 03 · 延迟、减一与边界
#
# **10 s 的点击已经到达。为什么 0 s 到 10 s 的窗口还没有关闭？**
#
# 需要先学第 02 课。之后可以学第 04 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("03", learner="")
lesson.show()
# %% [markdown]
# `for_bounded_out_of_orderness(2 s)`: the watermark is the highest timestamp minus 2 000 **minus 1**. The window [0, 10 000) contains the
# milliseconds 0 to 9 999, and closes when the watermark reaches 9 999.
# %% [zh]
# `for_bounded_out_of_orderness(2 s)`：水位线 = 最大时间戳 − 2,000 − **1**。窗口 [0, 10,000) 包含第 0 到 9,999 毫秒，
# 水位线到达 9,999 时，该窗口关闭。
# %%
lesson.predict("closes")
# %%
lesson.predict("after")
# %%
lesson.predict("edge")
# %% [markdown]
# ## What if?
#
# Ask why the click of 9.5 s was dropped. The answer names a change that keeps it, and the smallest value for that. `try_it`
# runs the program with the change.
# %% [zh]
# ## 如果……会怎样？
#
# 问一问 9.5 s 的点击为什么被丢弃。回答会给出能使这次点击计入的修改，以及所需的最小值；`try_it` 按该修改重新运行程序。
# %%
answer = lesson.run.why("why was record 4 dropped || 为什么记录 4 被丢弃")
answer
# %%
lesson.show(answer.try_it())
# %% [markdown]
# ## Your turn
#
# This stream was generated for your exercise. **What is the smallest delay with which nothing is dropped?** With 1 ms less, something is
# dropped. Try it: `lesson.show(lesson.data.run(1_000))` shows it with a delay of 1 s.
# %% [zh]
# ## 轮到你了
#
# 这个流是为你的练习生成的。**不丢弃任何点击的最小水位线延迟是多少？** 再小 1 ms 就会丢弃点击。可以试一试：`lesson.show(lesson.data.run(1_000))` 显示水位线延迟为 1 s 时的运行。
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
# For each click that is out of order, take the highest timestamp before it minus the end of its window. The delay must be greater than
# all of these differences. The two minus ones (of the watermark, and of the window's last millisecond) cancel each other out.
# %% [zh]
# 对每次乱序的点击，用此前最大的时间戳减去该点击所在窗口的终点。延迟必须大于所有这些差值。两个“减一”（水位线的减一，以及窗口最后一毫秒的减一）正好互相抵消。
# %% [markdown]
# ## To discuss
#
# Real PyFlink prints the same results for *every* delay if it reads this stream from a list. Why? (Lesson 04 has the answer.)
# %% [zh]
# ## 讨论
#
# 在真正的 PyFlink 上，如果从列表读取这个流，无论水位线延迟是*多少*，输出都一样。为什么？（第 04 课有答案。）
# %%
lesson.compare_texts()
