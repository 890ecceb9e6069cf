# %% [markdown]
# # 02 · What a watermark is
#
# **A click arrives that is older than the watermark. Is it lost?**
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
# The curve is the watermark. It means: *event time is complete up to here; nothing older is expected*. It is only an estimate: the
# highest timestamp so far, minus 2 s, minus 1 ms. Some dots are below the curve. What happens to them?
# %% [zh]
# 曲线就是水位线。它的意思是：*事件时间到此为止已经完整，不再期待更旧的*。这只是估计：目前最大的时间戳，减 2 s，再减 1 ms。
# 有些点落在曲线下方。它们会怎样？
# %%
lesson.predict("6.5 s")
# %% [markdown]
# It was not dropped. A watermark is an element of the stream, as a record is. It only advances the event time of the operators that
# receive it. An operator may drop records because of it: a **window** does, after the watermark has passed the window's end.
# %% [zh]
# 没有谁扔掉它。水位线和记录一样只是流里的一个元素：它只拨动收到它的算子的时钟。算子可能因此丢弃记录：**窗口**在水位线越过窗口末尾之后就会。
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
# 同一条流，去掉那 3 s 的允许延迟，再提一个问题：
# %%
from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.lessons.lesson_02 import TIMES

strict = build_clicks_job(
    {"clicks": [(400 * n, "a", time) for n, time in enumerate([*TIMES, 99_000], 1)]}
)
lesson.run_quietly(strict).why("why was record 5 dropped")
# %% [markdown]
# ## Your turn
#
# Twelve clicks of your own, 400 ms apart. **Label each:** `"ahead"` of the watermark, `"behind"` it but counted on time, `"late"` (its
# window had fired and fires again), `"dropped"`. The delay is 2 s, the allowed lateness is 3 s.
# %% [zh]
# ## 轮到你了
#
# 这是你自己的十二次点击，间隔 400 ms。**给每次贴标签：** `"ahead"`（在水位线前方）、`"behind"`（落后但按时计入）、
# `"late"`（窗口已触发，再触发一次）、`"dropped"`（丢弃）。延迟是 2 s，允许延迟是 3 s。
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
# 记住目前最大的时间戳，减 2 001 就是水位线。大于它的是 ahead。否则看它窗口的最后一毫秒：大于水位线是 behind；
# 再加 3 000 才大于水位线是 late；否则是 dropped。
# %% [markdown]
# ## To discuss
#
# A map, a filter and a keyed sum without windows receive a record behind the watermark. What do they do with it?
# %% [zh]
# ## 讨论
#
# map、filter 和不带窗口的按键求和收到一条落后于水位线的记录。它们会怎么处理？
# %%
lesson.compare_texts()
