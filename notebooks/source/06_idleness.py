# %% [markdown]
# # 06 · Idleness and alignment
#
# **One split has gone quiet, and every window of the job stands still. Who is to wait for whom, and how long?**
# %% [zh]
# # 06 · 空闲与对齐
#
# **一个分片安静下来，整个作业的窗口都停住了。谁该等谁，等多久？**
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 写上你的名字，就得到你自己的练习
lesson = open_lesson("06", learner="")
lesson.show()
# %%
lesson.predict("without")
# %% [markdown]
# `with_idleness(1 s)`: a split that reads nothing for a second is **idle**. Its watermark counts no more, until it reads again.
# %% [zh]
# `with_idleness(1 s)`：一秒内什么也没读的分片算**空闲**。它的水位线不再计算在内，直到它又读到东西。
# %%
lesson.predict("with")
# %%
lesson.predict("who")
# %% [markdown]
# ## What if?
#
# The same two splits with a timeout of a second. Which click is lost, and what would have saved it?
# %% [zh]
# ## 如果……会怎样？
#
# 同样两个分片，超时一秒。哪次点击丢了？怎样能救它？
# %%
from flinksim.course.lessons.lesson_06 import QUIET

hasty = lesson.with_idleness(QUIET, 1_000)
hasty.run()
lesson.show(hasty)
# %%
hasty.questions()
# %% [markdown]
# Idleness lets event time run ahead of who is quiet. **Alignment** (`with_watermark_alignment`) is the other way: who is ahead has to wait.
#
# ## Your turn
#
# Your `quiet` split has an ordinary gap of `lesson.data.breath` ms, and an outage of `lesson.data.outage` ms. **Choose an idle timeout so that
# the pane [0 s, 10 s) fires by `lesson.data.by_ms`, and nothing is lost when the split returns.**
# %% [zh]
# 空闲让事件时间跑到安静者前面。**对齐**（`with_watermark_alignment`）则相反：跑得快的要等。
#
# ## 轮到你了
#
# 你的 `quiet` 分片平常间隔 `lesson.data.breath` 毫秒，还有一次 `lesson.data.outage` 毫秒的中断。**选一个空闲超时，使窗格 [0 s, 10 s)
# 在 `lesson.data.by_ms` 之前触发，并且分片回来时什么都不丢。**
# %%
print(lesson.data.breath, lesson.data.outage, lesson.data.by_ms)
lesson.show(lesson.data.run(0))
# %% answer
idle_ms = None  # a number, in ms || 一个数，毫秒
### BEGIN SOLUTION
idle_ms = lesson.solve()["idle_ms"]
### END SOLUTION
# %% check
lesson.check(idle_ms=idle_ms)
# %% [solution]
# Longer than the ordinary gap (and a tick more), so that the split is not idle then; short enough that it is idle some time before
# the deadline. Between the two everything is right; a little above the gap is the usual choice.
# %% [zh]
# 比平常间隔长一点（再多一个周期），这样平时不算空闲；又要足够短，在期限之前就算空闲。两者之间都对；通常取略大于平常间隔。
# %% [markdown]
# ## To discuss
#
# What if the quiet split has not stopped, but its *producer* was down and now sends an hour of old clicks?
# %% [zh]
# ## 讨论
#
# 如果分片没停，而是它的*生产者*宕机，现在补发一小时的旧点击，会怎样？
