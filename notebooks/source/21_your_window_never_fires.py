# %% [markdown]
# # 21 · Your window never fires
#
# **Data comes in, no result comes out, and there is no error. Where does one look?**
# %% [zh]
# # 21 · 你的窗口从不触发
#
# **数据进来了，结果没出来，也没有报错。该往哪里看？**
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 写上你的名字，就得到你自己的练习
lesson = open_lesson("21", learner="")
lesson.show()
# %%
lesson.predict("quiet")
# %% [markdown]
# Three questions find nearly every such illness. Which watermark does the window's task have, and who holds it? Which window did the records go
# into? What does the trigger say? All of it is in the trace.
# %% [zh]
# 三个问题几乎能查出所有这类毛病。窗口任务的水位线是多少，谁拖住了它？记录进了哪个窗口？触发器怎么说？这些都在记录里。
# %%
sim = lesson.simulate()
sim.run(until="clock >= 5 s")
sim.why("why has window [0, 10000) of a not fired")
# %%
lesson.predict("trigger")
# %%
lesson.predict("clock")
# %% [markdown]
# ## What if?
#
# The healthy program, and what a change does to it:
# %% [zh]
# ## 如果……会怎样？
#
# 健康的程序，以及一处改动会怎样：
# %%
for change in ({}, {"unit": "s"}, {"delay_ms": 86_400_000}):
    print(change, [fact.text for fact in lesson.patient(**change).run().results])
# %% [markdown]
# ## Your turn
#
# Seven patients, `lesson.data.patients`: the same program, each with another illness. **For each give one change that cures it**: the window [0 s, 10 s)
# fires once, with its three clicks, before the input ends. One can change `watermarks` (`"bounded"`, `"none"`), `delay_ms`, `idle_ms`,
# `unit` of the timestamps (`"ms"`, `"s"`), `clock` (`"event time"`, `"processing time"`), `size_ms`, `trigger` (`"default"`, `"count 100"`).
# %% [zh]
# ## 轮到你了
#
# 七个病人：`lesson.data.patients`，同一个程序，各有一种病。**每个给出一处能治好它的改动**：窗口 [0 s, 10 s) 在输入结束前以三次点击触发一次。
# 可改的有 `watermarks`（`"bounded"`、`"none"`）、`delay_ms`、`idle_ms`、时间戳单位 `unit`（`"ms"`、`"s"`）、`clock`（`"event time"`、
# `"processing time"`）、`size_ms`、`trigger`（`"default"`、`"count 100"`）。
# %%
lesson.show(lesson.data.patients[0])
# %% answer
cures = None  # seven dicts with one change each: [{"delay_ms": 2000}, ...] || 七个字典，各改一处
### BEGIN SOLUTION
cures = lesson.solve()["cures"]
### END SOLUTION
# %% check
lesson.check(cures=cures)
# %% [solution]
# No watermark at all: none is made, or one split has never had one. A watermark that is far behind: the delay, or times in the wrong unit. A
# window that is not the one you think: its size, or its clock. A watermark that has passed and no firing: the trigger.
# %% [zh]
# 完全没有水位线：没生成，或有分片从来没有。水位线落后很远：延迟太大，或时间单位不对。窗口不是你以为的那个：大小，或时钟。水位线过了却不触发：触发器。
# %% [markdown]
# ## To discuss
#
# Which of the seven would a unit test with a finite list have found?
# %% [zh]
# ## 讨论
#
# 七种病里，哪些能被用有限列表的单元测试发现？
