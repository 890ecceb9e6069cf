# %% [markdown]
# # 04 · When watermarks are sent
#
# **Six clicks out of order, a delay of one second, and nothing is dropped. Does this test prove that nothing will ever be dropped?**
#
# You need lesson 03. This lesson leads to lesson 05.
# %% [zh]
# # 04 · 水位线何时发出
#
# **六次乱序的点击，水位线延迟为一秒，没有丢弃任何点击。这个测试能证明以后也不会丢弃吗？**
#
# 需要先学第 03 课。之后可以学第 05 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("04", learner="")
lesson.show()
# %% [markdown]
# A finite list arrives all at once. The watermark generator updates the highest timestamp with each click. But it *sends* a watermark
# only when its timer fires: every 200 ms of processing time.
# %% [zh]
# 有限的列表会同时全部到达。每到达一次点击，水位线生成器都会更新最大的时间戳，但只有定时器触发时才*发出*水位线：处理时间每 200 ms 一次。
# %%
lesson.predict("at once")
# %%
lesson.predict("first watermark")
# %% [markdown]
# Now the same six, in the same order, 600 ms apart.
# %% [zh]
# 现在，同样的六次点击，顺序相同，间隔 600 ms。
# %%
lesson.predict("slowly")
# %% [markdown]
# ## What if?
# %% [zh]
# ## 如果……会怎样？
# %%
from flinksim.course.lessons.lesson_04 import TIMES

slowly = lesson.on_schedule(TIMES, [600 * n for n in range(6)])
lesson.run_quietly(slowly)
lesson.show(slowly)
# %%
slowly.why("why was record 2 dropped || 为什么记录 2 被丢弃")
# %% [markdown]
# ## Your turn
#
# Your six clicks are in `lesson.data.times`, and their order is fixed. **Give two schedules: one with exactly one dropped click, one with
# none.** A schedule is six arrival times in ms, in ascending order.
# %% [zh]
# ## 轮到你了
#
# 你的六次点击在 `lesson.data.times`，顺序固定。**给出两个时间表：一个恰好丢弃一次点击，另一个不丢弃任何点击。** 时间表是六个到达时间（ms），后一个不小于前一个。
# %%
lesson.data.times
# %% answer
one_late = None  # six numbers || 六个数
none_late = None
### BEGIN SOLUTION
one_late, none_late = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(one_late=one_late, none_late=none_late)
# %% [solution]
# No drop: all arrive at the same time. One drop: a pause of more than 200 ms after the first late click and before the second, and no
# pause before that.
# %% [zh]
# 不丢弃点击：让所有点击同时到达。丢弃一次点击：在第一次迟到的点击之后、第二次之前停顿超过 200 ms，此前不停顿。
# %% [markdown]
# ## To discuss
#
# How would you write a unit test of late data that can fail? (With Flink's test harnesses you send watermarks yourself.)
# %% [zh]
# ## 讨论
#
# 怎样为处理迟到数据的逻辑编写单元测试，让它在逻辑写错时确实会失败？（Flink 的测试工具可以手动发送水位线。）
# %%
lesson.compare_texts()
