# %% [markdown]
# # 24 · Joins, connect and union
#
# **An order and its payment are one second apart. One join pairs them, the other does not. Which one, and why?**
#
# You need lessons 05 and 10. This lesson leads to lesson 25: what happens to state that nobody clears.
# %% [zh]
# # 24 · 连接、connect 与 union
#
# **订单和它的付款只差一秒。一种连接会配对，另一种不会。是哪一种，为什么？**
#
# 需要先学第 05 课和第 10 课。之后可以学第 25 课：没有人清除的状态会怎样。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("24", learner="")
lesson.show()
# %%
lesson.predict("1 s apart")
# %%
lesson.predict("when")
# %%
lesson.predict("clock")
# %% [markdown]
# | | pairs | emits | clears its state |
# | --- | --- | --- | --- |
# | window join | what is in one window | when the window fires | with the window |
# | interval join | what is near in event time | when the second record arrives | by timers |
# | `connect` | what your function pairs | when your function emits | never, unless you do |
#
# `union` pairs nothing: it merges streams of one type. All four have one clock, the smaller watermark of the inputs. PyFlink has `connect` and
# `union`; both joins are in Java and here.
# %% [zh]
# | | 配对 | 输出 | 清除状态 |
# | --- | --- | --- | --- |
# | 窗口连接 | 同一窗口里的记录 | 窗口触发时 | 随窗口一起 |
# | 区间连接 | 事件时间相近的记录 | 第二条记录到达时 | 由定时器 |
# | `connect` | 由你的函数配对 | 由你的函数输出 | 从不清除，除非由你清除 |
#
# `union` 不配对：它合并同一类型的流。四种都只有一个时钟，即各输入中较小的水位线。PyFlink 有 `connect` 和 `union`；两种连接在 Java 里和这里有。
# %% [markdown]
# ## What if?
#
# The same inputs with `connect`, and a function that keeps both in state. It finds the same pairs as the interval join. Is anything left in
# state when the input has ended?
# %% [zh]
# ## 如果……会怎样？
#
# 同样的输入，改用 `connect`，函数把两侧的记录都保存在状态中。找到的配对与区间连接相同。输入结束后，状态中还留有内容吗？
# %%
import flinksim as fs
from flinksim.course.lessons.lesson_24 import ORDERS, PAYMENTS

connected = lesson.run_quietly(lesson.connect(ORDERS, PAYMENTS))
print(lesson.pairs(connected, "connect"), lesson.pairs(lesson.run, "interval"))
cleared = fs.at_end("not a state is left")
cleared.evaluate(connected.trace), cleared.evaluate(lesson.run.trace)
# %% [markdown]
# ## Your turn
#
# Your event times are `lesson.data.orders` and `lesson.data.payments`. Windows have 10 s, and the interval is from -2 s to 2 s. **Which pairs
# (order, payment) does each join have? What is the watermark of the joins when everything has been read?**
# %% [zh]
# ## 轮到你了
#
# 你的事件时间是 `lesson.data.orders` 和 `lesson.data.payments`。窗口长 10 s，区间从 -2 s 到 2 s。**每种连接有哪些配对（订单，付款）？全部读完时连接的水位线是多少？**
# %%
print(lesson.data.orders, lesson.data.payments)
# %% answer
window = None  # pairs, such as [(3000, 1500)] || 配对，例如 [(3000, 1500)]
interval = None  # pairs || 配对
watermark_ms = None  # a number, in ms || 一个数，毫秒
### BEGIN SOLUTION
window, interval, watermark_ms = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(window=window, interval=interval, watermark_ms=watermark_ms)
# %% [solution]
# A window join makes all pairs of a window, however far apart. An interval join makes all pairs whose timestamps differ by at most 2 s, the
# bounds included. The smaller of the two watermarks is the clock of both.
# %% [zh]
# 窗口连接产生一个窗口里的全部组合，无论相距多远。区间连接产生时间戳相差不超过 2 s（包括边界）的全部组合。两者都随较小的水位线推进。
# %% [markdown]
# ## To discuss
#
# Payments stop for an hour. What do the window join, the interval join and the state of both do in that hour, and what would `with_idleness`
# change?
# %% [zh]
# ## 讨论
#
# 付款停了一小时。这一小时里窗口连接、区间连接和它们的状态会怎样？`with_idleness` 会改变什么？
# %%
lesson.compare_texts()
