# %% [markdown]
# # 08 · The path of a record through a task
#
# **A source, three maps and a sink. How many steps does a record need to pass through them?**
#
# You need lesson 07. This lesson leads to lessons 09 and 16.
# %% [zh]
# # 08 · 一条记录在任务中的路径
#
# **一个数据源、三个 map、一个数据汇。一条记录要经过几步？**
#
# 需要先学第 07 课。之后可以学第 09 课和第 16 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("08", learner="")
lesson.show(view="network")
# %%
lesson.predict("steps")
# %% [markdown]
# In a chain, an operator calls the next one as a function calls a function, and passes it a copy. This is what happens in one step:
# %% [zh]
# 在算子链中，一个算子直接调用下一个算子，就像函数调用函数一样，并传递记录的副本。一步之内发生的事件如下：
# %%
sim = lesson.simulate()
with_first_record = sim.step("record")
sim.tell("everything")
# %%
lesson.predict("between")
# %% [markdown]
# ## What if?
#
# Break the chain in the middle (`start_new_chain()`). Now a record is serialized, put into a buffer, and read by another task.
# %% [zh]
# ## 如果……会怎样？
#
# 在中间断开算子链（`start_new_chain()`）：记录要序列化为字节，放入缓冲区，再由另一个任务读取。
# %%
cut = lesson.row_of_maps(5, 3, (1,))
lesson.run_quietly(cut)
lesson.show(cut, view="network")
# %%
lesson.predict("cut")
# %% [markdown]
# ## Your turn
#
# Your job has `lesson.data.records` records, `lesson.data.maps` maps, and a new chain at each of `lesson.data.cuts`. Each record is sent
# immediately. **How often does an operator call the next one with a record? How often is a record written to a channel? How many buffers are
# opened in total?** (Some elements are also sent at the end of the input. Look at them.)
# %% [zh]
# ## 轮到你了
#
# 你的作业：`lesson.data.records` 条记录，`lesson.data.maps` 个 map，在 `lesson.data.cuts` 处各开始一条新链；每条记录都立即发送。**算子把记录传给下一个算子的调用有几次？
# 记录写入通道几次？一共打开几个缓冲区？**（输入结束时，也有内容需要发送：请看一看。）
# %%
print(lesson.data.records, lesson.data.maps, lesson.data.cuts)
# %% answer
calls = None  # a number || 一个数
crossings = None
buffers = None
### BEGIN SOLUTION
calls, crossings, buffers = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(calls=calls, crossings=crossings, buffers=buffers)
# %% [solution]
# The job has one more edge than it has maps (the last edge leads to the sink). Each record passes each edge once: as a call, or as bytes where the
# chain is broken. Each channel has a buffer for each record, and three more: for the last watermark, the end of data and the end of the partition.
# %% [zh]
# 边数等于 map 的个数加一（到数据汇的边）。每条记录经过每条边一次：链内是调用，断开处是序列化的字节。每条通道上，每条记录占一个缓冲区，另有三个缓冲区：最后的水位线、数据结束事件和分区结束事件。
# %% [markdown]
# ## To discuss
#
# `enable_object_reuse()` omits the copies. Which of your functions would then be wrong?
# %% [zh]
# ## 讨论
#
# `enable_object_reuse()` 会省去复制。你的哪些函数会因此出错？
# %%
lesson.compare_texts()
