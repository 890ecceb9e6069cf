# %% [markdown]
# # 25 · State TTL
#
# **A job drops repeated visits, and forgets them after five seconds. It works. Why does it drop nearly everything when the log is read again?**
#
# You need lessons 01 and 14. This lesson leads to lesson 17: what a checkpoint keeps of the state.
# %% [zh]
# # 25 · 状态的存活时间（TTL）
#
# **作业去掉重复的访问，五秒之后不再记住这些访问。一切正常。为什么重新读取日志时，几乎所有访问都被去掉了？**
#
# 需要先学第 01 课和第 14 课。之后可以学第 17 课：检查点保存状态的哪些部分。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("25", learner="")
lesson.show()
# %%
lesson.predict("7 s")
# %%
lesson.predict("removed")
# %%
lesson.predict("replay")
# %% [markdown]
# A TTL saves memory. It is not a timer: no function is called at its end, and no result is emitted. If the logic needs the end, register a
# timer. `OnCreateAndWrite` is the default; with `OnReadAndWrite` a read starts the time again. There is no TTL in event time.
# %% [zh]
# TTL 用来节省内存。TTL 不是定时器：到期时不会调用任何函数，也不会输出任何结果。如果逻辑需要知道何时到期，就注册定时器。默认是 `OnCreateAndWrite`；
# 用 `OnReadAndWrite` 时，读取会重新开始计时。没有按事件时间的 TTL。
# %% [markdown]
# ## What if?
#
# The same visits with `OnReadAndWrite`. Which of them does the job let through now?
# %% [zh]
# ## 如果……会怎样？
#
# 同样的访问，改用 `OnReadAndWrite`。现在哪些会通过？
# %%
times = [1_000, 4_000, 7_000, 9_000]
reading = lesson.run_quietly(lesson.visits([(t, t) for t in times], counts_reads=True))
lesson.passed(reading)
# %% [markdown]
# ## Your turn
#
# Your TTL is `lesson.data.ttl_ms`, and your visits are `lesson.data.times`. Each one arrives at its event time. **Which visits pass by default,
# and which with `OnReadAndWrite`? How many pass by default in a replay, when one arrives every `lesson.data.replay_ms`?**
# %% [zh]
# ## 轮到你了
#
# 你的 TTL 是 `lesson.data.ttl_ms`，访问是 `lesson.data.times`，各在自己的事件时间到达。**默认情况下哪些访问通过？用 `OnReadAndWrite` 时呢？重放时
# 每 `lesson.data.replay_ms` 到达一次，默认情况下通过几次？**
# %%
print(lesson.data.ttl_ms, lesson.data.times, lesson.data.replay_ms)
# %% answer
passed = None  # event times, such as [1000, 7000] || 事件时间，例如 [1000, 7000]
on_read = None  # event times || 事件时间
replayed = None  # a number || 一个数
### BEGIN SOLUTION
passed, on_read, replayed = lesson.solve().values()
### END SOLUTION
# %% check
lesson.check(passed=passed, on_read=on_read, replayed=replayed)
# %% [solution]
# A visit passes if it arrives at the last write plus the TTL, or later. With `OnReadAndWrite` the last visit counts, whether it passed or not.
# In the replay the same rule holds for the times of arrival. The event times do not matter.
# %% [zh]
# 如果访问的到达时间不早于上一次写入的时间加 TTL，访问就会通过。使用 `OnReadAndWrite` 时，从上一次访问算起，无论那次访问是否通过。重放时，同样的规则按到达时间计算，与事件时间无关。
# %% [markdown]
# ## To discuss
#
# The job was down for an hour, and continues from a checkpoint. Which visits of that hour are dropped, and is that right?
# %% [zh]
# ## 讨论
#
# 作业停了一小时，从检查点恢复。这一小时里的哪些访问会被去掉？这样对吗？
# %%
lesson.compare_texts()
