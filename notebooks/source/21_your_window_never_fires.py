# %% [markdown]
# # 21 · Your window never fires
#
# **Data arrives, there are no results, and there is no error. Where do you look?**
#
# You need lessons 06, 10 and 13. This lesson leads to a job of your own.
# %% [zh]
# # 21 · 你的窗口从不触发
#
# **有数据输入，却没有结果输出，也没有报错。应该检查哪里？**
#
# 需要先学第 06 课、第 10 课和第 13 课。之后可以分析你自己的作业。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("21", learner="")
lesson.show()
# %%
lesson.predict("quiet")
# %% [markdown]
# Three questions find nearly every such fault. What is the watermark of the window's task, and which input limits it? To which window were the
# records assigned? What does the trigger decide? The trace has all three answers.
# %% [zh]
# 三个问题几乎能查出所有这类故障。窗口任务的水位线是多少，哪个输入限制了它？记录分配到哪个窗口？触发器如何决定？运行轨迹里都有答案。
# %%
sim = lesson.simulate()
sim.run(until="clock >= 5 s")
sim.why("why has window [0, 10000) of a not fired || 为什么键 a 的窗口 [0, 10000) 没有触发")
# %%
lesson.predict("trigger")
# %%
lesson.predict("clock")
# %% [markdown]
# ## What if?
#
# The working program, and what a change does to it:
# %% [zh]
# ## 如果……会怎样？
#
# 正常的程序，以及做一处修改之后的情况：
# %%
for change in ({}, {"unit": "s"}, {"delay_ms": 86_400_000}):
    print(change, [fact.text for fact in lesson.run_quietly(lesson.patient(**change)).results])
# %% [markdown]
# ## Your turn
#
# `lesson.data.patients` has seven versions of the program, each with a different fault. **For each, give one change that fixes it**: the window
# [0 s, 10 s) fires once, with its three clicks, before the input ends. You can change `watermarks` (`"bounded"`, `"none"`), `delay_ms`,
# `idle_ms`, `unit` of the timestamps (`"ms"`, `"s"`), `clock` (`"event time"`, `"processing time"`), `size_ms`, `trigger` (`"default"`,
# `"count 100"`).
# %% [zh]
# ## 轮到你了
#
# `lesson.data.patients` 是程序的七个版本，各有一种故障。**为每个版本给出一处能修复故障的修改**：使窗口 [0 s, 10 s) 在输入结束之前触发一次，含三次点击。
# 可以修改的有 `watermarks`（`"bounded"`、`"none"`）、`delay_ms`、`idle_ms`、时间戳单位 `unit`（`"ms"`、`"s"`）、`clock`（`"event time"`、
# `"processing time"`）、`size_ms`、`trigger`（`"default"`、`"count 100"`）。
# %%
lesson.show(lesson.data.patients[0])
# %% answer
cures = None  # seven dicts with one change each: [{"delay_ms": 2000}, ...] || 七个字典，各改一处：[{"delay_ms": 2000}, ...]
### BEGIN SOLUTION
cures = lesson.solve()["cures"]
### END SOLUTION
# %% check
lesson.check(cures=cures)
# %% [solution]
# There is no watermark: none is generated, or one split never had one. The watermark is far behind: the delay is too long, or timestamps have the
# wrong unit. The records are in another window than you think: check its size and its clock. The watermark has passed, but the window does not
# fire: check the trigger.
# %% [zh]
# 完全没有水位线：没有生成水位线，或者某个分片从未有过水位线。水位线落后很多：水位线延迟太大，或时间戳的单位不对。记录在另外的窗口中：检查窗口的大小和时钟。水位线已越过终点却不触发：检查触发器。
# %% [markdown]
# ## To discuss
#
# Which of the seven would a unit test with a finite list have found?
# %% [zh]
# ## 讨论
#
# 七种故障里，哪些可以用单元测试发现？测试的输入是一个有限的列表。
# %%
lesson.compare_texts()
