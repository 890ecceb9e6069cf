# %% [markdown]
# # 10 · Windows, offsets, time zones
#
# **The first click has timestamp 7 s. Where does its window of ten seconds start?**
#
# You need lesson 02. This lesson leads to lessons 11 and 22.
# %% [zh]
# # 10 · 窗口、偏移量与时区
#
# **第一次点击的时间戳为 7 s。这次点击所在的十秒窗口从哪里开始？**
#
# 需要先学第 02 课。之后可以学第 11 课和第 22 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("10", learner="")
lesson.show(view="watermarks")
# %%
lesson.predict("first")
# %% [markdown]
# A window does not start with its first record. `start = timestamp - (timestamp - offset) mod size`: windows have fixed positions in event
# time, counted from 1970-01-01 UTC.
# %% [zh]
# 窗口不从第一条记录开始。`start = timestamp - (timestamp - offset) mod size`：窗口在事件时间轴上的位置是固定的，从 1970-01-01 UTC 起算。
# %%
lesson.starts(lesson.run)
# %%
lesson.predict("offset")
# %%
lesson.predict("negative")
# %% [markdown]
# ## What if?
#
# Change the offset, and see where the windows start. Each run prints its results, too. `sum(2)` adds up the third field. The other fields of a
# result, including the time, are those of the first record in the window.
# %% [zh]
# ## 如果……会怎样？
#
# 改变偏移量，看窗口从哪里开始。每次运行也会打印结果。`sum(2)` 累加第三个字段；结果的其他字段（包括时间）来自窗口的第一条记录。
# %%
from flinksim.course.lessons.lesson_10 import TIMES

for offset_ms in (0, 3_000, -4_000, 9_999):
    print(offset_ms, lesson.starts(lesson.run_quietly(lesson.by_size(TIMES, 10_000, offset_ms))))
# %% [markdown]
# ## Your turn
#
# A window of one day is a day in UTC. Midnight in Shanghai (UTC+8) is 16:00 UTC of the day before. **Your two zones are
# `lesson.data.east_min` and `lesson.data.west_min` minutes ahead of UTC (negative: behind it). Which offsets make windows start at local midnight?** In the western
# zone, clocks are one hour ahead in summer. **Of the eight days in `lesson.data.summer`, how many start at local midnight with the offset for
# winter?**
# %% [zh]
# ## 轮到你了
#
# 长一天的窗口对应 UTC 的一天。上海（UTC+8）的午夜是 UTC 前一天的 16:00。**你的两个时区比 UTC 快 `lesson.data.east_min` 和 `lesson.data.west_min` 分钟（负数表示慢）。
# 什么偏移量能使窗口从当地午夜开始？** 西边的时区在夏季把时钟拨快一小时：**在 `lesson.data.summer` 的八天中，使用冬季的偏移量，有几天从当地午夜开始？**
# %%
print(lesson.data.east_min, lesson.data.west_min, lesson.data.summer)
# %% answer
east_ms = None  # an offset, in ms || 偏移量，毫秒
west_ms = None
days = None  # a number || 一个数
### BEGIN SOLUTION
east_ms, west_ms, days = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(east_ms=east_ms, west_ms=west_ms, days=days)
# %% [solution]
# A zone that is *m* minutes ahead of UTC has its midnight *m* minutes before midnight UTC. So the offset is -*m* minutes (or one
# day more or less: it must be shorter than the window). No offset fits the whole year: an offset is one number, but with summer time local midnight is at two different UTC times.
# %% [zh]
# 比 UTC 快 *m* 分钟的时区，当地午夜在 UTC 午夜之前 *m* 分钟，因此偏移量是 -*m* 分钟（可以相差一天，但必须短于窗口）。没有适合全年的偏移量：偏移量只是一个数，
# 而实行夏令时的地方，当地午夜对应两个不同的 UTC 时间。
# %% [markdown]
# ## To discuss
#
# How would you count by local days all year? (With your own window assigner, or with the date in the key.)
# %% [zh]
# ## 讨论
#
# 要全年按当地日期计数，该怎么做？（自己编写窗口分配器，或把日期放入键中。）
# %%
lesson.compare_texts()
