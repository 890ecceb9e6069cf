# %% [markdown]
# # 10 · Windows, offsets, time zones
#
# **The first click is of 7 s. Where does its window of ten seconds begin?**
# %% [zh]
# # 10 · 窗口、偏移与时区
#
# **第一次点击是 7 s。它所在的十秒窗口从哪里开始？**
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 写上你的名字，就得到你自己的练习
lesson = open_lesson("10", learner="")
lesson.show(view="event time")
# %%
lesson.predict("first")
# %% [markdown]
# A window is no stopwatch. `start = timestamp - (timestamp - offset) mod size`: windows lie fast on the line of event time, from 1970 in UTC on.
# %% [zh]
# 窗口不是秒表。`start = timestamp - (timestamp - offset) mod size`：窗口固定在事件时间轴上，从 1970 年 UTC 起。
# %%
lesson.starts(lesson.run)
# %%
lesson.predict("offset")
# %%
lesson.predict("negative")
# %% [markdown]
# ## What if?
#
# Turn the offset, and see where the windows begin:
# %% [zh]
# ## 如果……会怎样？
#
# 改变偏移，看窗口从哪里开始：
# %%
from flinksim.course.lessons.lesson_10 import TIMES

for offset_ms in (0, 3_000, -3_000, 9_999):
    print(offset_ms, lesson.starts(lesson.by_size(TIMES, 10_000, offset_ms).run()))
# %% [markdown]
# ## Your turn
#
# A window of a day is a day in UTC. Shanghai (UTC+8) has its midnight at 16:00 UTC of the day before. **Your two zones are
# `lesson.data.east_min` and `lesson.data.west_min` minutes ahead of UTC. Which offset makes windows begin at midnight there?** And in the west
# clocks are put an hour ahead in summer: **of the eight days in `lesson.data.summer`, how many begin at local midnight with the winter's offset?**
# %% [zh]
# ## 轮到你了
#
# 一天的窗口是 UTC 的一天。上海（UTC+8）的午夜是前一天 UTC 16:00。**你的两个时区比 UTC 早 `lesson.data.east_min` 和 `lesson.data.west_min` 分钟。
# 什么偏移能让窗口从当地午夜开始？** 西边夏天把钟拨快一小时：**`lesson.data.summer` 的八天里，用冬季的偏移，有几天从当地午夜开始？**
# %%
print(lesson.data.east_min, lesson.data.west_min, lesson.data.summer)
# %% answer
east_ms = None  # an offset, in ms || 偏移，毫秒
west_ms = None
days = None  # a number || 一个数
### BEGIN SOLUTION
east_ms, west_ms, days = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(east_ms=east_ms, west_ms=west_ms, days=days)
# %% [solution]
# Local midnight is at minus the zone's lead in UTC: the offset is that, up to a whole day. No offset fits summer time, for an offset is
# one number, and local midnight lies at two places of the UTC day.
# %% [zh]
# 当地午夜在 UTC 里等于“负的提前量”：偏移就是它（可差整天）。夏令时没有哪个偏移对得上：偏移只是一个数，而当地午夜在 UTC 的一天里有两个位置。
# %% [markdown]
# ## To discuss
#
# How would you count by local days all year? (A window assigner of your own; or keys with the date in them.)
# %% [zh]
# ## 讨论
#
# 要全年按当地日期计数，该怎么做？（自己写窗口分配器；或把日期放进键里。）
