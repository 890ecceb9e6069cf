# %% [markdown]
# # 20 · From ten records to ten million
#
# **The program has a watermark delay of 30 minutes. Is that too long, or too short?** (This lesson starts Spark, which takes about a minute.)
# %% [zh]
# # 20 · 从十条记录到一千万条
#
# **程序的水位线延迟是 30 分钟。太长，还是太短？**（本课需要 Spark：请等一分钟。）
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 写上你的名字，就得到你自己的练习
lesson = open_lesson("20", learner="")
lesson.show()
# %%
lesson.predict("thirty")
# %% [markdown]
# The stepper is useful for ten records. For ten million records, Spark reads the log once and counts how late the records of each window
# arrive. From these counts flinksim computes the result for any delay. (To use the whole year of 336,776 flights, run
# `python -m flinksim.course.demo.flight_log flights_2013.parquet`.)
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
# To see *why* one flight was dropped, use `zoom`. It extracts its window from the log, with the original watermarks, as a small run that you can
# step through.
# %% [zh]
# ## 如果……会怎样？
#
# 要看某个航班*为什么*被丢弃，用 `zoom`。它把该航班的窗口从日志里提取出来，水位线保持原样，成为一次可以一步步看的小运行。
# %%
job = lesson.flights()
longest = max(job.iterate_dropped(), key=lambda drop: drop.value[4])
zoom = job.zoom(dropped=longest)
print(zoom.why())
zoom.show()
# %% [markdown]
# ## Your turn
#
# `lesson.data` is the share of flights that must be in the first result of their hour. **What is the smallest delay that achieves this, in whole
# minutes?** `sweep.point(delay_ms)` answers it without reading the log again. **And which pane drops most flights with 30 minutes?**
# `lesson.losses()` counts them.
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
# Use a binary search: `sweep.point(delay).on_time_share` grows with the delay. The worst pane is `lesson.losses().most_common(1)`.
# %% [zh]
# 二分查找：`sweep.point(delay).on_time_share` 随延迟增大。最差的窗格是 `lesson.losses().most_common(1)`。
# %% [markdown]
# ## To discuss
#
# Open the worst pane as a small run: `job.zoom(carrier, window).show()`. Which record closed it, and would a longer delay be worth it?
# %% [zh]
# ## 讨论
#
# 把最差的窗格打开成小运行：`job.zoom(carrier, window).show()`。是哪条记录关闭了它？值得为它加长延迟吗？
# %%
lesson.compare_texts()
