# %% [markdown]
# # 06 · Idleness and alignment
#
# **One split sends no more data, and no window of the job fires. Which inputs should wait, and for how long?**
#
# You need lesson 05. This lesson leads to lessons 21 and 26.
# %% [zh]
# # 06 · 空闲与对齐
#
# **一个分片不再发送数据，整个作业就没有窗口触发。哪些输入应该等待，等待多久？**
#
# 需要先学第 05 课。之后可以学第 21 课和第 26 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("06", learner="")
lesson.show()
# %%
lesson.predict("without")
# %% [markdown]
# `with_idleness(1 s)`: a split without records for a second becomes **idle**. Its watermark is ignored until it has a record again.
# Flink checks this only when it emits periodic watermarks (every 200 ms by default). It starts to count at the first check that finds no
# new record. So a split becomes idle one to three intervals after the timeout.
# %% [zh]
# `with_idleness(1 s)`：一秒内没有记录的分片变为**空闲**。在该分片再次有记录之前，其水位线会被忽略。
# Flink 只在发出周期性水位线时检查（默认每 200 ms 一次），并从第一次没有发现新记录的检查开始计时。因此，分片在超时之后再过一到三个间隔才会变为空闲。
# %%
lesson.predict("with")
# %%
lesson.predict("who")
# %% [markdown]
# ## What if?
#
# The same two splits, now with an idle timeout of one second. Which click is dropped, and what would keep it?
# %% [zh]
# ## 如果……会怎样？
#
# 同样的两个分片，空闲超时为一秒。哪次点击被丢弃？怎样才能使这次点击计入？
# %%
from flinksim.course.lessons.lesson_06 import QUIET

hasty = lesson.with_idleness(QUIET, 1_000)
lesson.run_quietly(hasty)
lesson.show(hasty)
# %%
hasty.questions()
# %% [markdown]
# With idleness, event time advances without the quiet input. **Watermark alignment** (`with_watermark_alignment`) does the opposite:
# the inputs that are ahead wait.
#
# ## Your turn
#
# Your `quiet` split has an ordinary gap of `lesson.data.breath` ms, and an outage of `lesson.data.outage` ms. **Choose an idle timeout so that
# the window [0 s, 10 s) fires by `lesson.data.by_ms`. No record may be dropped when the split is active again.**
# %% [zh]
# 空闲机制使事件时间越过没有数据的分片继续推进。**水位线对齐**（`with_watermark_alignment`）则相反：超前的输入必须等待。
#
# ## 轮到你了
#
# 你的 `quiet` 分片通常每 `lesson.data.breath` ms 有一条记录，还有一次 `lesson.data.outage` ms 的中断。**选一个空闲超时，使窗口 [0 s, 10 s)
# 最晚在 `lesson.data.by_ms` 触发，并且分片恢复活跃时不丢弃任何记录。**
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
# The split must not become idle in the ordinary gap, and it must become idle some time before the deadline. A timeout a little above the
# ordinary gap is the usual choice. A timeout a little *below* the gap is safe, too, because a split becomes idle at least one interval
# after the timeout.
# %% [zh]
# 分片不能在通常的间隔内变为空闲，又必须比期限早一些变为空闲。通常取略大于该间隔的超时。略*小*于该间隔也是安全的，因为分片至少要在超时之后再过一个检查间隔才会变为空闲。
# %% [markdown]
# ## To discuss
#
# What if the split itself was fine, but its *producer* was down and now sends an hour of old clicks?
# %% [zh]
# ## 讨论
#
# 如果分片本身正常，只是其*生产者*曾经宕机，现在补发一小时的旧点击，会怎样？
# %%
lesson.compare_texts()
