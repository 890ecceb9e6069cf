# %% [markdown]
# # 17 · Checkpoints
#
# **A running job takes a checkpoint. Does everything stop meanwhile?**
#
# You need lessons 09 and 16. This lesson leads to lesson 18.
# %% [zh]
# # 17 · 检查点
#
# **为运行中的作业做检查点时，整个作业都要停下吗？**
#
# 需要先学第 09 课和第 16 课。之后可以学第 18 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("17", learner="")
lesson.show()
# %% [markdown]
# Every 300 ms the checkpoint coordinator triggers a checkpoint, and each source sends a **barrier** between its records. Records before the
# barrier belong to the snapshot, records after it do not. One path is fast. On the other path, each record takes some time.
# %% [zh]
# 检查点协调器每 300 ms 触发一次检查点，每个数据源在记录之间发出一个**屏障**：屏障之前的记录属于这次快照，之后的不属于。两条路径中，一条较快，另一条上的记录处理较慢。
# %%
lesson.predict("who")
# %%
lesson.predict("how long")
# %%
for line in lesson.alignments(lesson.run):
    print(line)
# %%
lesson.predict("unaligned")
# %% [markdown]
# ## What if?
#
# The same job with unaligned checkpoints. Is a channel of `sums` still blocked, and what is stored instead?
# %% [zh]
# ## 如果……会怎样？
#
# 同一个作业，改用非对齐检查点。`sums` 还有通道被阻塞吗？多保存了什么？
# %%
unaligned = lesson.two_paths(unaligned=True)
lesson.run_quietly(unaligned)
lesson.show(unaligned)
# %% [markdown]
# ## Your turn
#
# Your slow path has `lesson.data.slow` records of `lesson.data.cost_ms` ms each. The fast path has a record every `lesson.data.fast_every` ms.
# **How long does task `sums` wait for the last barrier of the first checkpoint? Which values of its state are in the snapshot? And how many buffers does the unaligned checkpoint
# (`lesson.data.unaligned`) store?**
# %% [zh]
# ## 轮到你了
#
# 你的两条路径：慢路径有 `lesson.data.slow` 条记录，每条需要 `lesson.data.cost_ms` ms；快路径每 `lesson.data.fast_every` ms 一条。**任务 `sums` 对齐第一个检查点需要多长时间？
# 快照中的总和是多少？非对齐检查点（`lesson.data.unaligned`）保存了几个缓冲区？**
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
# the slow path has processed its queued records. In an unaligned checkpoint nothing waits: `sums`
# takes its snapshot at the first barrier, and stores these records when they arrive. The other stored buffers are empty. Each channel of a
# shuffle had one open. In a shuffle, a barrier also overtakes waiting records, but not on a forward edge, as before `path`.
# %% [zh]
# 慢路径上在屏障之前读到的记录全部在快照中，快路径上屏障之后的记录都不在。对齐一直持续到慢路径处理完排队的记录。在非对齐检查点中无需等待：`sums` 在第一个屏障到达时就做快照，
# 并在这些记录到达时保存它们。保存的其他缓冲区是空的：每条 shuffle 通道上各有一个打开的缓冲区。在 shuffle 中，屏障还会越过等待的记录，
# 但不会在 forward 边上越过，例如 `path` 之前的边。
# %% [markdown]
# ## To discuss
#
# Under heavy backpressure an aligned checkpoint may take an hour. What does an unaligned checkpoint cost instead, and when does it not help?
# %% [zh]
# ## 讨论
#
# 严重反压时，对齐检查点可能要一小时。非对齐检查点的代价是什么？什么情况下没有帮助？
# %%
lesson.compare_texts()
