# %% [markdown]
# # 14 · Timers and process functions
#
# **A timer is registered for 7 s. It fires when the clock shows 1 s. Why?**
#
# You need lessons 05 and 09. This lesson leads to lesson 25.
# %% [zh]
# # 14 · 定时器与处理函数
#
# **定时器设在 7 s。时钟才到 1 s，定时器就触发了。为什么？**
#
# 需要先学第 05 课和第 09 课。之后可以学第 25 课。
# %%
from flinksim.course import open_lesson

# your name here, and you get an exercise of your own || 填入你的名字，即可得到你自己的练习
lesson = open_lesson("14", learner="")
lesson.show()
# %% [markdown]
# Trips start and stop. Starts come from one source, stops from another. The job emits an alert for each trip that has not stopped 5 s after
# its start.
# %% [zh]
# 行程有开始和结束：开始来自一个数据源，结束来自另一个。如果行程开始 5 s 后仍未结束，就要告警。
# %%
lesson.predict("when")
# %%
lesson.predict("twice")
# %%
lesson.predict("taxi")
# %% [markdown]
# ## What if?
#
# The same program under other schedules. Flink does not define which channel is read first, so a claim is tested under many schedules.
# %% [zh]
# ## 如果……会怎样？
#
# 同一个程序，换用其他调度顺序：Flink 没有规定先读取哪条通道。可以在许多调度顺序下检验断言。
# %%
import flinksim as fs
from flinksim.course.lessons.lesson_14 import TRIPS

for seed in (1, 2, 3):
    run = lesson.trips_job(TRIPS, None, fs.Seeded(seed))
    lesson.run_quietly(run)
    print(
        [fact.value for fact in run.results], fs.at_end("not a state is left").evaluate(run.trace)
    )
# %% [markdown]
# The usual recipe registers a timer at the start, and deletes it when the stop arrives. `lesson.failing_run()` tries every schedule of one trip
# from 1 s to 3 s. It returns the run in which this recipe fails:
# %% [zh]
# 常见的写法是：开始时注册定时器，结束一到达就删除。`lesson.failing_run()` 对一次 1 s 到 3 s 的行程尝试所有调度顺序，返回这种写法失败的那次运行：
# %%
failing = lesson.failing_run()
print(lesson.alerts(failing))
lesson.show(failing)
# %% [markdown]
# ## Your turn
#
# Your trips (key, start, stop) are `lesson.data.trips`. **Write the function: it emits the key of each trip that has not stopped 5 s after its
# start. It leaves no timer and no state.** It is tested under six schedules, after a crash, and each trip alone under every schedule that
# Flink allows.
# Events are `(key, time, "start" or "stop")`.
# %% [zh]
# ## 轮到你了
#
# 你的行程（键，开始，结束）在 `lesson.data.trips`。**编写该函数：输出开始 5 s 后仍未结束的行程的键；运行结束时不留下定时器和状态。**
# 该函数会在六种调度顺序下检验，也会在一次崩溃之后检验，每个行程还会单独在 Flink 允许的所有调度顺序下检验。事件是 `(键, 时间, "start" 或 "stop")`。
# %%
lesson.data.trips
# %% answer
from flinksim.common import Types
from flinksim.datastream.functions import KeyedProcessFunction
from flinksim.datastream.state import ValueStateDescriptor

function = None  # a class of KeyedProcessFunction || KeyedProcessFunction 的子类
### BEGIN SOLUTION


class Alerts(KeyedProcessFunction):
    def open(self, runtime_context):
        self.start = runtime_context.get_state(ValueStateDescriptor("start", Types.LONG()))
        self.stop = runtime_context.get_state(ValueStateDescriptor("stop", Types.LONG()))

    def process_element(self, value, ctx):
        (self.start if value[2] == "start" else self.stop).update(value[1])
        ctx.timer_service().register_event_time_timer(value[1] + 5_000 * (value[2] == "start"))
        return []

    def on_timer(self, timestamp, ctx):
        start, stop = self.start.value(), self.stop.value()
        if start is None:
            self.stop.clear()  # no start before it can come any more
        elif timestamp == start + 5_000:
            if stop is None or stop > timestamp:
                yield ctx.get_current_key()
            self.start.clear()
            if stop is not None and stop <= timestamp:
                self.stop.clear()


function = Alerts
### END SOLUTION
# %% check
lesson.check(function=function)
# %% [solution]
# The result must depend on event time only. So the function stores both times, and decides in a timer, when the watermark has passed. Only
# a timer can clear the state of a key without further events. This includes a stop without a start.
# %% [zh]
# 结果只能取决于事件时间。因此，函数先保存两个时间，等水位线越过之后，再由定时器判断。如果一个键不再有事件，只有定时器能清除其状态，没有 start 的 stop 也是如此。
# %% [markdown]
# ## To discuss
#
# The usual recipe deletes the timer when the stop arrives. Which schedule breaks it, and can that schedule occur in your own job?
# %% [zh]
# ## 讨论
#
# 常见写法是 stop 一到就删除定时器。哪种调度顺序会使这种写法出错？你自己的作业会遇到吗？
# %%
lesson.compare_texts()
