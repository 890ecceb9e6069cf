# %% [markdown]
# # 02 · What a watermark is
#
# **A click comes that is older than the watermark. Is it lost?**
# %% [zh]
# # 02 · 水位线是什么
#
# **来了一次比水位线还旧的点击。它丢了吗？**
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 写上你的名字，就得到你自己的练习
lesson = open_lesson("02", learner="")
lesson.show()
# %% [markdown]
# The curve is the watermark. It says: *event time has come this far; I expect nothing older*. It is an expectation, made of the
# greatest timestamp so far, less 2 s, less 1 ms. Some dots lie below the curve. What becomes of them?
# %% [zh]
# 曲线就是水位线。它说：*事件时间已到这里，我不再期待更旧的*。这只是一种期待：目前最大的时间戳，减 2 s，再减 1 ms。
# 有些点落在曲线下方。它们会怎样？
# %%
lesson.predict("behind")
# %% [markdown]
# Nobody threw it away. A watermark is an element like a record: it only moves the clock of those whom it reaches. Who may
# drop is the **window**, once its time is over.
# %% [zh]
# 没有谁扔掉它。水位线和记录一样只是流里的一个元素：它只拨动收到它的算子的时钟。能丢弃记录的是**窗口**，在它的时间过了之后。
# %%
lesson.predict("late")
# %%
lesson.predict("dropped")
# %% [markdown]
# ## What if?
#
# The story of this run, and a question to it. Then the same stream without the 3 s in which results are mended:
# %% [zh]
# ## 如果……会怎样？
#
# 先看这次运行的经过，再看同一条流：去掉那 3 s 的允许迟到时间。
# %%
from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.lessons.lesson_02 import TIMES

strict = build_clicks_job(
    {"clicks": [(400 * n, "a", time) for n, time in enumerate([*TIMES, 99_000], 1)]}
)
strict.run().why("why was record 5 dropped")
# %% [markdown]
# ## Your turn
#
# Twelve clicks of your own, 400 ms apart. **Label each:** `"ahead"` of the watermark, `"behind"` it but counted in time, `"late"` (its
# window had fired and fires again), `"dropped"`. The watermark is 2 s and 1 ms behind; results are mended for 3 s.
# %% [zh]
# ## 轮到你了
#
# 这是你自己的十二次点击，间隔 400 ms。**给每次贴标签：** `"ahead"`（在水位线前方）、`"behind"`（落后但按时计入）、
# `"late"`（窗口已触发，再触发一次）、`"dropped"`（丢弃）。水位线落后 2 s 零 1 ms；允许迟到 3 s。
# %%
print(dict(enumerate(lesson.data.times)))
lesson.show(lesson.data.run, step=0)
# %% answer
labels = None  # a dict: {0: "ahead", 1: ...} || 一个字典：{0: "ahead", 1: ...}
### BEGIN SOLUTION
labels = lesson.solve()["labels"]
### END SOLUTION
# %% check
lesson.check(labels=labels)
# %% [solution]
# Keep the greatest timestamp so far; less 2 001 it is the watermark. A click above it is ahead. Else take the last millisecond of its
# window: above the watermark, behind; with 3 000 more above the watermark, late; else dropped.
# %% [zh]
# 记住目前最大的时间戳，减 2 001 就是水位线。大于它的是 ahead。否则看它窗口的最后一毫秒：大于水位线是 behind；
# 再加 3 000 才大于水位线是 late；否则是 dropped。
# %% [markdown]
# ## To discuss
#
# A map, a filter and a keyed sum without windows get a record behind the watermark. What do they do with it?
# %% [zh]
# ## 讨论
#
# map、filter 和不带窗口的按键求和收到一条落后于水位线的记录。它们会怎么处理？
