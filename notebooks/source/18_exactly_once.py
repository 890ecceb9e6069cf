# %% [markdown]
# # 18 · Exactly once
#
# **The job guarantees exactly-once, but after a crash two rows are in the output twice. What went wrong?**
#
# You need lesson 17. This lesson leads to lesson 19.
# %% [zh]
# # 18 · 精确一次
#
# **作业保证精确一次，崩溃之后，输出中却有两行出现了两次。哪里出了问题？**
#
# 需要先学第 17 课。之后可以学第 19 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("18", learner="")
lesson.show()
# %%
lesson.predict("crash")
# %%
lesson.predict("count")
# %% [markdown]
# The state is the same as if each record had been processed once. Results that a sink has already written outside are not part of the state.
# %% [zh]
# 从状态看，每条记录就像只处理过一次。但数据汇已经输出到外部的内容不属于状态。
# %%
[fact.text for fact in lesson.run.results]
# %%
lesson.predict("visible")
# %% [markdown]
# ## What if?
#
# The same crash with a two-phase commit sink: it writes into a transaction, and commits it when the checkpoint is complete.
# %% [zh]
# ## 如果……会怎样？
#
# 同样的崩溃，换成两阶段提交的数据汇：先写入事务，检查点完成时才提交。
# %%
from flinksim.connectors import TransactionalSink
from flinksim.course.lessons.lesson_18 import TIMES

sink = TransactionalSink()
lesson.crashed(TIMES, 40, sink)
len(sink.written_results), len(sink.committed_results), len(set(map(str, sink.committed_results)))
# %% [markdown]
# ## Your turn
#
# `lesson.data.whole` is your job without a crash. **In which step must the counting task crash so that a row is printed twice? Name such a row.
# And which sink, `"print"` or `"two phases"`, prevents this?**
# %% [zh]
# ## 轮到你了
#
# `lesson.data.whole` 是你的作业（没有崩溃）。**计数的任务在第几步崩溃，会使某一行打印两次？指出这样的一行。哪种数据汇能避免重复打印，`"print"` 还是 `"two phases"`？**
# %%
lesson.show(lesson.data.whole)
# %% answer
step = None  # a number || 一个数
row = None  # such as "(a,50,3)" || 例如 "(a,50,3)"
sink = None  # "print" or "two phases" || "print" 或 "two phases"
### BEGIN SOLUTION
step, row, sink = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(step=step, row=row, sink=sink)
# %% [solution]
# The crash is after the first checkpoint is complete and more rows are written, and before the next checkpoint is complete. These rows are
# written again.
# %% [zh]
# 在第一个检查点完成并又写出几行之后、下一个检查点完成之前崩溃：这几行会再次写出。
# %% [markdown]
# ## To discuss
#
# A sink that writes by key (an upsert) also shows each row once, without transactions. When is that not enough? And why may a late record that
# was dropped be counted after a crash? (Watermarks are not part of a checkpoint.)
# %% [zh]
# ## 讨论
#
# 按键覆盖写（upsert）的数据汇不使用事务，也能使每个结果只出现一次。什么情况下这还不够？为什么本来因迟到而被丢弃的记录，在崩溃之后可能会计入？（水位线不属于检查点。）
# %%
lesson.compare_texts()
