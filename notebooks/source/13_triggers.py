# %% [markdown]
# # 13 · What, where, when, how
#
# **You want an early result after every third click: `.trigger(CountTrigger.of(3))`. Why is the last result missing?**
#
# You need lesson 10. This lesson leads to lesson 14.
# %% [zh]
# # 13 · 什么、哪里、何时、怎样
#
# **你想每三次点击就提前输出一个结果，于是使用 `.trigger(CountTrigger.of(3))`。为什么缺少最后的结果？**
#
# 需要先学第 10 课。之后可以学第 14 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("13", learner="")
lesson.show()
# %% [markdown]
# *What* is computed: a sum. *Where* in event time: windows of 10 s. *When* results are emitted: the **trigger** decides. *How* results of one
# window relate: each replaces the one before, unless the trigger **purges** the window.
# %% [zh]
# 算*什么*：求和。在事件时间的*哪里*：10 s 的窗口。*何时*输出结果：由**触发器**决定。同一窗口的各个结果*怎样*相互关联：后一个取代前一个，除非触发器**清除**内容。
# %%
lesson.predict("default")
# %%
lesson.predict("count")
# %%
lesson.predict("purge")
# %% [markdown]
# ## What if?
#
# The last clicks are in no result. Ask what is wrong with the job:
# %% [zh]
# ## 如果……会怎样？
#
# 最后几次点击不在任何结果中。问一问作业有什么问题：
# %%
from flinksim.datastream.triggers import CountTrigger
from flinksim.course.lessons.lesson_13 import TIMES

counted = lesson.with_trigger(TIMES, CountTrigger.of(3))
lesson.run_quietly(counted)
lesson.show(counted)
# %%
counted.why("what is wrong with the job || 作业有什么问题")
# %% [markdown]
# ## Your turn
#
# **Write a trigger that fires early at every third element, exactly once when the window closes, and leaves no timer and no state.** It is
# tested on clicks that were generated for your exercise, and on others. One trigger object is used for all windows, so keep its count in
# partitioned state.
# %% [zh]
# ## 轮到你了
#
# **编写一个触发器：每第三个元素提前触发，窗口结束时恰好触发一次，不留下定时器和状态。** 检验时会用为你的练习生成的点击，也会用其他点击。同一个触发器对象用于所有窗口，因此计数要保存在分区状态中。
# %% answer
from flinksim.common import Types
from flinksim.datastream.state import ReducingStateDescriptor
from flinksim.datastream.triggers import Trigger, TriggerResult

COUNT = ReducingStateDescriptor("count", lambda a, b: a + b, Types.LONG())
trigger = None  # a class of Trigger: on_element, on_event_time, on_processing_time, clear || Trigger 的子类：实现 on_element、on_event_time、on_processing_time、clear
### BEGIN SOLUTION


class EveryThree(Trigger):
    def on_element(self, element, timestamp, window, ctx):
        ctx.register_event_time_timer(window.max_timestamp())
        count = ctx.get_partitioned_state(COUNT)
        count.add(1)
        if count.get() < 3:
            return TriggerResult.CONTINUE
        count.clear()
        return TriggerResult.FIRE

    def on_event_time(self, time, window, ctx):
        return TriggerResult.FIRE if time == window.max_timestamp() else TriggerResult.CONTINUE

    def on_processing_time(self, time, window, ctx):
        return TriggerResult.CONTINUE

    def clear(self, window, ctx):
        ctx.get_partitioned_state(COUNT).clear()
        ctx.delete_event_time_timer(window.max_timestamp())


trigger = EveryThree
### END SOLUTION
# %% check
lesson.check(trigger=trigger)
# %% [solution]
# A trigger replaces the default trigger, so it also has to fire at the end of the window. With an allowed lateness above 0 it needs a timer of
# its own for that. With a lateness of 0 the window's cleanup timer has the same time and calls `on_event_time`, too.
# %% [zh]
# 自定义触发器会取代默认触发器，因此也必须在窗口终点触发。允许延迟（allowed lateness）大于 0 时，自定义触发器为此需要注册自己的定时器。允许延迟为 0 时，窗口的清理定时器时间相同，
# 也会调用 `on_event_time`。
# %% [markdown]
# ## To discuss
#
# The check uses the claim `fs.at_end("not a timer is left and not a state is left")`. Which of your own jobs would fail it?
# %% [zh]
# ## 讨论
#
# 检查用的断言是 `fs.at_end("not a timer is left and not a state is left")`。你自己的哪些作业通不过？
# %%
lesson.compare_texts()
