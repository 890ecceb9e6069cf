# %% [markdown]
# # 12 · Sessions
#
# **There has been no visit for hours, and the session is still open. What is it waiting for?**
#
# You need lessons 10 and 11. This lesson leads to lesson 13.
# %% [zh]
# # 12 · 会话窗口
#
# **几个小时没有访问，会话仍未关闭。会话在等什么？**
#
# 需要先学第 10 课和第 11 课。之后可以学第 13 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("12", learner="")
lesson.show()
# %% [markdown]
# Every visit first gets its own session, from its time to 4 s later. Sessions that overlap or touch are merged. That is all.
# %% [zh]
# 每次访问先得到自己的会话：从访问时间开始，到 4 s 之后结束。重叠或首尾相接的会话会合并。规则仅此而已。
# %%
lesson.predict("closes")
# %%
lesson.predict("6 s")
# %%
lesson.predict("said")
# %%
from flinksim.trace.events import WindowFired, WindowsMerged

for event in lesson.run.trace.get_events(WindowsMerged):
    print(event.window, "+", *event.merged, "=", event.result)
[(event.window, event.count) for event in lesson.run.trace.get_events(WindowFired)]
# %% [markdown]
# ## What if?
#
# Without the visit at 12 s, does the visit at 6 s still merge both sessions?
# %% [zh]
# ## 如果……会怎样？
#
# 如果没有 12 s 的访问，6 s 的访问还会使前后两个会话合并吗？
# %%
from flinksim.course.lessons.lesson_12 import VISITS

fewer = lesson.sessions([visit for visit in VISITS if visit[1] != 12_000])
lesson.run_quietly(fewer).tell("story")
# %% [markdown]
# ## Your turn
#
# Your visits (arrival, event time) are `lesson.data.visits`. **Add one visit that merges three sessions: its own and two existing ones.
# Exactly one of them must have fired before.**
# %% [zh]
# ## 轮到你了
#
# 你的访问（到达，事件时间）在 `lesson.data.visits`。**添加一次访问，使三个会话（这次访问自己的会话和已有的两个）合并成一个，并且其中恰好有一个此前已经触发。**
# %%
print(lesson.data.visits)
lesson.show(lesson.data.run(()))
# %% answer
arrival_ms = None  # when it arrives || 何时到达
time_ms = None  # when it happened || 何时发生
### BEGIN SOLUTION
arrival_ms, time_ms = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(arrival_ms=arrival_ms, time_ms=time_ms)
# %% [solution]
# Its event time is at most 4 s after the last visit of the first session. It is also at most 4 s before the first visit of the second. It arrives after
# the watermark has passed the end of the first session (at most 200 ms after the visits of the second). It arrives before the visit far ahead lets the
# second session fire.
# %% [zh]
# 这次访问与第一个会话的最后一次访问相距不超过 4 s，与第二个会话的第一次访问也相距不超过 4 s。到达时间在水位线越过第一个会话的终点之后（第二个会话的访问之后不超过 200 ms），
# 并且在时间很远的那次访问使第二个会话触发之前。
# %% [markdown]
# ## To discuss
#
# Why can one visit never merge *three* existing sessions, if all have the same gap?
# %% [zh]
# ## 讨论
#
# 如果会话间隔都相同，为什么一次访问不可能使*三个*已有的会话合并？
# %%
lesson.compare_texts()
