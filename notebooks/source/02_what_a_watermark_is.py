# %% [markdown]
# # 02 · What a watermark is
#
# **A click arrives that is older than the watermark. Is it lost?**
#
# You need lesson 01. This lesson leads to lessons 03 and 11.
# %% [zh]
# # 02 · 水位线是什么
#
# **到达的一次点击比水位线还旧。这次点击会丢失吗？**
#
# 需要先学第 01 课。之后可以学第 03 课和第 11 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("02", learner="")
lesson.show()
# %% [markdown]
# The curve is the watermark. It means: *event time is complete up to here; nothing older is expected*. It is only an estimate: the
# highest timestamp so far, minus 2 s, minus 1 ms. Some dots are below the curve. What happens to them?
# %% [zh]
# 曲线就是水位线。水位线的含义是：*到此为止的事件时间已经完整，不再期待更旧的记录*。这只是一个估计：目前最大的时间戳减 2 s，再减 1 ms。
# 有些点落在曲线下方。这些点击会怎样？
# %%
lesson.predict("6.5 s")
# %% [markdown]
# The record was not dropped. A watermark is an element of the stream, as a record is. It only advances the event time of the operators that
# receive it. An operator may drop records because of it: a **window** does, after the watermark has passed
# the window's end by the allowed lateness.
# %% [zh]
# 这次点击没有被丢弃。水位线和记录一样，是流中的一个元素。水位线只推进收到它的算子的事件时间。算子可能因此丢弃记录：水位线越过窗口终点加允许延迟之后，**窗口**就会丢弃记录。
# %%
lesson.predict("8 s")
# %%
lesson.predict("7 s")
# %%
lesson.predict("3 s")
# %% [markdown]
# ## What if?
#
# The same stream without the allowed lateness of 3 s, and a question about it:
# %% [zh]
# ## 如果……会怎样？
#
# 同一个流，去掉 3 s 的允许延迟（allowed lateness），再提一个问题：
# %%
from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.lessons.lesson_02 import TIMES

strict = build_clicks_job(
    {"clicks": [(400 * n, "a", time) for n, time in enumerate([*TIMES, 99_000], 1)]}
)
lesson.run_quietly(strict).why("why was record 5 dropped || 为什么记录 5 被丢弃")
# %% [markdown]
# ## Your turn
#
# Twelve clicks, made for you, arrive 400 ms apart. **Label each:** `"ahead"` of the watermark, `"behind"` it but counted on time, `"late"` (its
# window had fired and fires again), `"dropped"`. The delay is 2 s, the allowed lateness is 3 s.
# %% [zh]
# ## 轮到你了
#
# 这十二次点击是为你的练习生成的，到达间隔为 400 ms。**为每次点击选择标签：** `"ahead"`（高于水位线）、`"behind"`（低于水位线，但准时计入）、
# `"late"`（窗口已触发，再触发一次）、`"dropped"`（丢弃）。水位线延迟为 2 s，允许延迟为 3 s。
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
# The watermark is the highest timestamp so far minus 2 001. A click above it is *ahead*. Otherwise look at the last millisecond of its
# window. If that is above the watermark, the click is *behind*. If that plus 3 000 is above it, the click is *late*. Otherwise it is *dropped*.
# %% [zh]
# 目前最大的时间戳减去 2,001 就是水位线。点击的时间戳大于水位线时，该点击是 *ahead*。否则看该点击所在窗口的最后一毫秒：它大于水位线时，
# 该点击是 *behind*；它加上 3,000 后大于水位线时，该点击是 *late*；其余情况是 *dropped*。
# %% [markdown]
# ## To discuss
#
# A map, a filter and a keyed sum without windows receive a record behind the watermark. What do they do with it?
# %% [zh]
# ## 讨论
#
# map、filter 和不带窗口的按键求和收到一条低于水位线的记录时，会如何处理？
# %%
lesson.compare_texts()
