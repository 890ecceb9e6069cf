# %% [markdown]
# # 20 · From ten records to ten million
#
# **The program has a watermark delay of 30 minutes. Is that too long, or too short?** (This lesson starts Spark, which takes about a minute.)
#
# You need lesson 11. This lesson leads to lesson 21.
# %% [zh]
# # 20 · 从十条记录到一千万条
#
# **程序的水位线延迟是 30 分钟。太长，还是太短？**（本课会启动 Spark，大约需要一分钟。）
#
# 需要先学第 11 课。之后可以学第 21 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("20", learner="")
lesson.show()
# %%
lesson.predict("thirty")
# %% [markdown]
# The stepper is useful for ten records. For ten million records, Spark reads the log once and counts how late the records of each window
# arrive. From these counts flinksim computes the result for any delay. (To use the whole year of 336,776 flights, run
# `python -m flinksim.course.demo.flight_log flights_2013.parquet`.)
# %% [zh]
# 步进器适合十条记录。对于一千万条记录，Spark 读取一遍日志，统计每个窗口的记录晚多久到达。flinksim 根据这些计数，计算任何水位线延迟下的结果。
# （要使用全年 336,776 个航班，请运行 `python -m flinksim.course.demo.flight_log flights_2013.parquet`。）
# %%
sweep = lesson.sweep()
sweep.picture()
# %%
sweep
# %%
lesson.predict("double")
# %%
lesson.predict("two hours")
# %% [markdown]
# ## What if?
#
# To see *why* one flight was dropped, use `zoom`. It extracts its window from the log, with the original watermarks, as a small run that you can
# step through.
# %% [zh]
# ## 如果……会怎样？
#
# 要看某个航班*为什么*被丢弃，用 `zoom`。`zoom` 从日志中提取该航班的窗口，水位线保持不变，形成一次可以逐步查看的小型运行。
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
# minutes?** `sweep.point(delay_ms)` answers it without reading the log again. **And which window drops most flights with 30 minutes?**
# `lesson.losses()` counts them.
# %% [zh]
# ## 轮到你了
#
# `lesson.data` 是应包含在所属小时第一个结果中的航班比例。**满足该比例的最小水位线延迟是多少（精确到分钟）？** 请使用 `sweep.point(delay_ms)`，不会再次读取日志。
# **水位线延迟为 30 分钟时，哪个窗口丢弃的航班最多？** `lesson.losses()` 给出计数。
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
# Use a binary search: `sweep.point(delay).on_time_share` grows with the delay. The window that loses the most is `lesson.losses().most_common(1)`.
# %% [zh]
# `sweep.point(delay).on_time_share` 随 `delay` 增大而上升，因此可以对 `delay` 做二分查找。丢失记录最多的窗口是 `lesson.losses().most_common(1)`。
# %% [markdown]
# ## To discuss
#
# Open the worst window as a small run: `job.zoom(carrier, window).show()`. Which record closed it, and would a longer delay be worth it?
# %% [zh]
# ## 讨论
#
# 把丢弃最多的窗口打开为小型运行：`job.zoom(carrier, window).show()`。是哪条记录关闭了该窗口？值得为此增大延迟吗？
# %%
lesson.compare_texts()
