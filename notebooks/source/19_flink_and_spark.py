# %% [markdown]
# # 19 · Flink and Spark, two watermarks
#
# **Two engines read one log with the same delay of 30 minutes. Why do they not drop the same flights?** (This lesson starts Spark, which takes
# about a minute.)
#
# You need lesson 11. This lesson leads to lesson 20.
# %% [zh]
# # 19 · Flink 与 Spark：两种水位线
#
# **两个引擎，同一份日志，同样 30 分钟的水位线延迟。为什么丢弃的航班不同？**（本课会启动 Spark，大约需要一分钟。）
#
# 需要先学第 11 课。之后可以学第 20 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("19", learner="")
lesson.show()
# %% [markdown]
# Departures from New York on a real day: minutes of delay by carrier and scheduled hour. The run above is Flink. Spark processes a **batch**, and
# only then advances its watermark: to the highest event time of all batches so far, minus the delay. A batch here has three hours.
# %% [zh]
# 某一天从纽约起飞的真实航班：按航空公司和计划起飞的小时统计晚点分钟数。上面是 Flink 的结果。Spark 读取一个**批次**，处理完之后才推进水位线：取此前所有批次的最大事件时间减去延迟。这里一个批次为三小时。
# %%
lesson.predict("append")
# %%
both = lesson.both()
both.watermark_table("append")
# %%
lesson.predict("update")
# %%
lesson.predict("lost")
# %%
windows = [place for place in both.list_windows() if place[0] == "UA"]
both.table(windows[-8:])
# %% [markdown]
# ## What if?
#
# **Complete** mode outputs the whole result table after every batch. So it keeps all windows, and no record is too late. What happens with batches
# of two hours?
# %% [zh]
# ## 如果……会怎样？
#
# **complete** 模式每批之后输出整个结果表，因此保留所有窗口，没有记录迟到。如果一个批次为两小时呢？
# %%
from flinksim.course.replay_fixtures import HOUR_MS, replay_flight_delays
from flinksim.replay.structured_streaming.comparison import compare_with_streaming
from flinksim.replay.structured_streaming.runner import run_streaming

short = compare_with_streaming(
    replay_flight_delays(),
    run_streaming(replay_flight_delays(), 2 * HOUR_MS, ["update", "complete"]),
)
short.table([place for place in short.list_windows() if place[0] == "UA"][-4:])
# %% [markdown]
# ## Your turn
#
# Your window is `lesson.data`. **What is the result of Flink's first firing? After which batch does append mode output the window (give the end of
# the batch, as in the table), and with which result? And how many of this hour's flights are missing from all results of Flink, and of update mode?**
# %% [zh]
# ## 轮到你了
#
# 你的窗口是 `lesson.data`。**Flink 第一次触发的值是多少？append 模式在哪个批次（以结束时间表示，如表中所示）之后输出，值是多少？这一小时的航班中，有几个不在 Flink 的任何结果中，有几个不在 update 模式的任何结果中？**
# %%
print(lesson.data)
both.table([(lesson.data.carrier, lesson.data.window)])
# %% answer
flink_says = None  # minutes || 分钟数
append_at = None  # such as "16:57" || 例如 "16:57"
append_says = None
flink_loses = None  # flights || 航班数
spark_loses = None
### BEGIN SOLUTION
flink_says, append_at, append_says, flink_loses, spark_loses = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(
    flink_says=flink_says,
    append_at=append_at,
    append_says=append_says,
    flink_loses=flink_loses,
    spark_loses=spark_loses,
)
# %% [solution]
# The row of the window in the table has Flink's firings, and the new results of each mode with their times. The last column counts the dropped flights.
# %% [zh]
# 表中这一行列出了 Flink 的触发，以及每种模式的新结果和时间。最后一列是丢弃的航班数。
# %% [markdown]
# ## To discuss
#
# Which of the two results would you show on a departure board, and which would you use for billing?
# %% [zh]
# ## 讨论
#
# 机场的出发显示屏应该用哪一种？结算时又应该用哪一种？
# %%
lesson.compare_texts()
