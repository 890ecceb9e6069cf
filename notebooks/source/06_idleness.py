# %% [markdown]
# # 06 · Idleness and alignment
#
# **One split sends no more data, and no window of the job fires. Which inputs should wait, and for how long?**
# %% [zh]
# # 06 · 空闲与对齐
#
# **一个分片不再发送数据，整个作业没有窗口触发。哪些输入该等，等多久？**
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 写上你的名字，就得到你自己的练习
lesson = open_lesson("06", learner="")
lesson.show()
# %%
lesson.predict("without")
# %% [markdown]
# `with_idleness(1 s)`: a split without records for a second becomes **idle**. Its watermark is ignored until it has a record again.
# Flink checks this only when it emits periodic watermarks (every 200 ms by default), and starts to count at the second check without a
# record. So a split becomes idle one to three intervals after the timeout.
# %% [zh]
# `with_idleness(1 s)`：一秒内没有记录的分片变为**空闲**。它的水位线被忽略，直到它又有记录。
# Flink 只在发出周期性水位线时检查（默认每 200 ms 一次），并从第二次没有记录的检查开始计时。所以分片在超时之后一到三个间隔才变为空闲。
# %%
lesson.predict("with")
# %%
lesson.predict("who")
# %% [markdown]
# ## What if?
#
# The same two splits with a timeout of a second. Which click is dropped, and what would keep it?
# %% [zh]
# ## 如果……会怎样？
#
# 同样两个分片，超时一秒。哪次点击丢了？怎样能救它？
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
# the pane [0 s, 10 s) fires by `lesson.data.by_ms`. No record may be dropped when the split is active again.**
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
# The split must not become idle in the ordinary gap, and it must become idle some time before the deadline. A timeout a little above the
# ordinary gap is the usual choice. A timeout a little *below* the gap is safe, too, because a split becomes idle at least one interval
# after the timeout.
# %% [zh]
# 分片在平常的间隔里不能变为空闲，又要在期限之前变为空闲。通常取略大于平常间隔的超时。略*小*于平常间隔也是安全的，因为分片在超时之后至少一个间隔才变为空闲。
# %% [markdown]
# ## To discuss
#
# What if the split itself was fine, but its *producer* was down and now sends an hour of old clicks?
# %% [zh]
# ## 讨论
#
# 如果分片没停，而是它的*生产者*宕机，现在补发一小时的旧点击，会怎样？
# %%
lesson.compare_texts()
