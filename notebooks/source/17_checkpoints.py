# %% [markdown]
# # 17 · Checkpoints
#
# **A running job takes a checkpoint. Does everything stop meanwhile?**
# %% [zh]
# # 17 · 检查点
#
# **给运行中的作业做检查点：期间一切都要停下吗？**
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 写上你的名字，就得到你自己的练习
lesson = open_lesson("17", learner="")
lesson.show()
# %% [markdown]
# Every 300 ms the checkpoint coordinator triggers a checkpoint, and each source sends a **barrier** between its records. Records before the
# barrier belong to the snapshot, records after it do not. One path is fast. On the other path, each record takes some time.
# %% [zh]
# 每 300 毫秒，检查点协调器触发一次检查点，每个数据源在记录之间发出一个**屏障**：它前面的属于这次快照，后面的不属于。一条路快，另一条路上的记录要慢慢处理。
# %%
lesson.predict("who")
# %%
lesson.predict("how long")
# %%
lesson.run.checkpoints
# %%
lesson.predict("unaligned")
# %% [markdown]
# ## What if?
#
# The same job with unaligned checkpoints. How long is the alignment now, and what is stored instead?
# %% [zh]
# ## 如果……会怎样？
#
# 同一个作业，改用非对齐检查点。现在对齐多久？多保存了什么？
# %%
unaligned = lesson.two_paths(unaligned=True)
lesson.run_quietly(unaligned)
lesson.show(unaligned)
# %% [markdown]
# ## Your turn
#
# Your slow path has `lesson.data.slow` records of `lesson.data.cost_ms` ms each. The fast path has a record every `lesson.data.fast_every` ms.
# **How long does the task `sums` align the first checkpoint? Which sums are in its snapshot? And how many buffers does the unaligned checkpoint
# (`lesson.data.unaligned`) store?**
# %% [zh]
# ## 轮到你了
#
# 你的两条路：`lesson.data.slow` 条记录，每条 `lesson.data.cost_ms` 毫秒；快路每 `lesson.data.fast_every` 毫秒一条。**sums 的任务对齐第一个检查点用多久？
# 快照里的总数是多少？非对齐的那次（`lesson.data.unaligned`）保存了几个缓冲区？**
# %%
lesson.show(lesson.data.run)
# %% answer
aligned_ms = None  # a number || 一个数
held = None  # {"slow": ..., "fast": ...}
travels = None  # a number || 一个数
### BEGIN SOLUTION
aligned_ms, held, travels = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(aligned_ms=aligned_ms, held=held, travels=travels)
# %% [solution]
# The snapshot contains all slow records that were read before the barrier, and no fast record after its own barrier. The alignment lasts until
# the slow path has processed its queued records. An unaligned checkpoint stores exactly these records instead.
# %% [zh]
# 屏障之前读到的慢记录全在快照里，快路上屏障之后的一条也不在。对齐一直持续到慢路处理完排队的记录。非对齐时，保存的正是这些。
# %% [markdown]
# ## To discuss
#
# Under heavy backpressure an aligned checkpoint may take an hour. What does an unaligned checkpoint cost instead, and when does it not help?
# %% [zh]
# ## 讨论
#
# 严重反压时，对齐检查点可能要一小时。非对齐的代价是什么？什么时候帮不上忙？
# %%
lesson.compare_texts()
