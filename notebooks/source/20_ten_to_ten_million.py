# %% [markdown]
# # 20 · From ten records to ten million
#
# **Somebody wrote 30 minutes there. Is that too much, or too little?** (This lesson needs Spark: a minute of patience.)
# %% [zh]
# # 20 · 从十条记录到一千万条
#
# **有人在那里写了 30 分钟。是太多，还是太少？**（本课需要 Spark：请等一分钟。）
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 写上你的名字，就得到你自己的练习
lesson = open_lesson("20", learner="")
lesson.show()
# %%
lesson.predict("thirty")
# %% [markdown]
# A stepper is for ten records. For ten million, one pass over the log on Spark counts how many records of which window come when; every choice of
# delay is then judged by these counts. (The year of 336,776 flights is one command away: `python -m flinksim.course.demo.flight_log flights_2013.parquet`.)
# %% [zh]
# 步进器适合十条记录。一千万条时，在 Spark 上扫一遍日志，数出哪个窗口的记录何时到；任何延迟都能据此评判。
# （全年 336,776 个航班只差一条命令：`python -m flinksim.course.demo.flight_log flights_2013.parquet`。）
# %%
sweep = lesson.sweep()
sweep.picture()
# %%
sweep
# %%
lesson.predict("double")
# %%
lesson.predict("price")
# %% [markdown]
# ## What if?
#
# *Why* a flight was lost is a question to one record. `zoom` cuts its window out of the log, with the watermarks as they were: a small run, to step through.
# %% [zh]
# ## 如果……会怎样？
#
# 某个航班*为什么*丢了，要问那一条记录。`zoom` 把它的窗口从日志里切出来，水位线保持原样：一次可以一步步看的小运行。
# %%
job = lesson.flights()
longest = max(job.iterate_dropped(), key=lambda drop: drop.value[4])
zoom = job.zoom(dropped=longest)
print(zoom.why())
zoom.show()
# %% [markdown]
# ## Your turn
#
# `lesson.data` is the share of flights that you need in their hour's first result. **What is the smallest delay that does, to the minute?** Ask
# `sweep.point(delay_ms)`: the log is not read again. **And which pane loses most with 30 minutes?** `lesson.losses()` counts them.
# %% [zh]
# ## 轮到你了
#
# `lesson.data` 是你要求进入所属小时第一个结果的航班比例。**满足它的最小延迟是多少（精确到分钟）？** 问 `sweep.point(delay_ms)`：不会再读日志。
# **延迟 30 分钟时哪个窗格丢得最多？** `lesson.losses()` 有计数。
# %%
print(lesson.data, sweep.point(30 * 60_000).on_time_share)
# %% answer
delay_ms = None  # whole minutes, in ms || 整分钟，写成毫秒
worst = None  # such as ("UA", 15) || 例如 ("UA", 15)
### BEGIN SOLUTION
delay_ms, worst = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(delay_ms=delay_ms, worst=worst)
# %% [solution]
# Halve the interval: `sweep.point(delay).on_time_share` grows with the delay. The worst pane is `lesson.losses().most_common(1)`.
# %% [zh]
# 二分查找：`sweep.point(delay).on_time_share` 随延迟增大。最差的窗格是 `lesson.losses().most_common(1)`。
# %% [markdown]
# ## To discuss
#
# Open the worst pane as a small run: `job.zoom(carrier, window).show()`. Which record closed it, and would a longer delay have been worth it?
# %% [zh]
# ## 讨论
#
# 把最差的窗格打开成小运行：`job.zoom(carrier, window).show()`。是哪条记录关闭了它？值得为它加长延迟吗？
