# %% [markdown]
# # 26 · Watermark alignment
#
# **One source reads far ahead of the other, and windows pile up in state. Should the fast one wait? What would that save, and what would it cost?**
#
# You need lessons 05 and 06. This lesson leads to lesson 16: backpressure also slows down a source, but for another reason.
# %% [zh]
# # 26 · 水位线对齐
#
# **一个数据源读得远远领先，窗口在状态里越积越多。快的数据源应该等待吗？等待能节省什么，又有什么代价？**
#
# 需要先学第 05 课和第 06 课。之后可以学第 16 课：反压也会让数据源变慢，但原因不同。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("26", learner="")
lesson.show()
# %%
lesson.predict("paused")
# %%
lesson.predict("distance")
# %%
lesson.predict("panes")
# %%
lesson.predict("first")
# %% [markdown]
# `with_watermark_alignment("sources", drift, interval)`: each source of the group reports its watermark once in each interval. It learns the
# smallest one, and reads nothing while its own is more than the drift above it. What it does not read stays in Kafka, not in state. An idle
# source does not count. A source that is stuck but not idle stops the whole group.
# %% [zh]
# `with_watermark_alignment("sources", drift, interval)`：组里的每个数据源每个间隔报告一次水位线，并得知组内最低的水位线；如果自己的水位线比最低的水位线高出最大偏差以上，就不读取任何记录。
# 尚未读取的数据留在 Kafka 中，而不在状态中。空闲的数据源不参与计算。停滞但不空闲的数据源会使整个组停下。
# %% [markdown]
# ## What if?
#
# The price of a small drift. With 0, each source may go no further than the slowest report, not even the slowest source itself. For each drift:
# the most windows, and when the first and the last window fire, in ms.
# %% [zh]
# ## 如果……会怎样？
#
# 最大偏差太小是有代价的。最大偏差为 0 时，任何数据源都不能超过所报告的最低水位线，最慢的数据源自己也不能。下面列出每个最大偏差下的最多窗口数，以及第一个和最后一个窗口的触发时间（ms）。
# %%
for drift_ms in (None, 6_000, 0):
    run = lesson.run_quietly(lesson.sources(90, 470, drift_ms))
    fired = [time for _, time in lesson.results(run)]
    print(drift_ms, lesson.panes(run)[0], fired[0], fired[-1])
# %% [markdown]
# ## Your turn
#
# A record takes `lesson.data.fast_ms` in your fast source, and `lesson.data.slow_ms` in your slow one. **Choose a drift so that at most
# `lesson.data.panes` windows are open at a time. By `lesson.data.by_ms` the fast source must have read its record of `lesson.data.time_ms`.**
# `lesson.data.run(drift_ms)` runs the job with a drift, or with `None` without alignment.
# %% [zh]
# ## 轮到你了
#
# 一条记录在你的快数据源要 `lesson.data.fast_ms`，在慢数据源要 `lesson.data.slow_ms`。**选择最大偏差，使同时打开的窗口最多 `lesson.data.panes` 个，
# 并且快数据源最晚在 `lesson.data.by_ms` 读到 `lesson.data.time_ms` 的记录。**`lesson.data.run(drift_ms)` 按给定的最大偏差运行作业；参数为 `None` 时不对齐。
# %%
data = lesson.data
print(data.fast_ms, data.slow_ms, data.panes, data.time_ms, data.by_ms)
lesson.show(data.run(None))
# %% answer
drift_ms = None  # a number, in ms || 一个数，毫秒
### BEGIN SOLUTION
drift_ms = lesson.solve()["drift_ms"]
### END SOLUTION
# %% check
lesson.check(drift_ms=drift_ms)
# %% [solution]
# The slow source is at `by_ms / slow_ms` seconds by then. The fast one may be ahead of that source's last report by the drift, and reads on until
# the next report. A drift of about the distance that it needs is enough. A larger one opens more windows.
# %% [zh]
# 到那时，慢数据源的事件时间为 `by_ms / slow_ms` 秒。快数据源最多可以比慢数据源的上一次报告超前一个最大偏差，并且会一直读取到下一次报告。最大偏差约等于所需的差距就足够，更大的值只会打开更多窗口。
# %% [markdown]
# ## To discuss
#
# One Kafka partition has no data at night, and another has a backlog of a day. Which of the two needs `with_idleness`, and which one alignment?
# %% [zh]
# ## 讨论
#
# 一个 Kafka 分区夜里没有数据，另一个积压了一天。哪个需要 `with_idleness`，哪个需要对齐？
# %%
lesson.compare_texts()
