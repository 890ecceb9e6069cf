"""Lesson 25, State TTL: it counts processing time from the last write, and nothing happens at its end.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at
from flinksim.course.example_jobs import CLICK_TYPE, EventTime, build_script
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
from flinksim.course.program_jobs import build_program_job
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import KeyedProcessFunction
from flinksim.datastream.state import StateTtlConfig, ValueStateDescriptor
from flinksim.trace import events as e

ARRIVALS = (1_000, 4_000, 7_000, 9_000)


TTL_MS, END_MS = 5_000, 60_000


UPDATES = {
    False: StateTtlConfig.UpdateType.OnCreateAndWrite,
    True: StateTtlConfig.UpdateType.OnReadAndWrite,
}


class FirstOnly(KeyedProcessFunction):
    """Emits a visit if the state of its key is empty, and then writes the state."""

    def __init__(self, ttl_ms: int, counts_reads: bool) -> None:
        ttl = StateTtlConfig.new_builder(Time.milliseconds(ttl_ms))
        self.ttl = ttl.set_update_type(UPDATES[counts_reads]).build()

    def open(self, runtime_context: Any) -> None:
        descriptor = ValueStateDescriptor("seen", Types.BOOLEAN())
        descriptor.enable_time_to_live(self.ttl)
        self.seen = runtime_context.get_state(descriptor)

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
        if self.seen.value() is None:
            self.seen.update(True)
            yield value


def build_visits_job(
    visits: Any, ttl_ms: int = TTL_MS, counts_reads: bool = False
) -> fs.Simulation:
    """Emit only the first of several visits (arrival, event time); the state lives for *ttl_ms*."""
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(EventTime())
    script = build_script({"visits": [(arrival, "a", time) for arrival, time in visits]})
    script["visits"].append(at(END_MS))
    stream = env.from_source(ScriptedSource(script), strategy, "visits", CLICK_TYPE)
    first = stream.key_by(lambda visit: visit[0]).process(FirstOnly(ttl_ms, counts_reads))
    first.name("first only").print()
    return fs.simulate(env, job_name="first visits")


def list_passed(run: fs.Simulation) -> list[int]:
    """List the event times of the visits that were emitted, in order."""
    return [event.value[1] for _, event in iterate_events(run.trace, e.ResultWritten)]


class Visits:
    """The exercise's data: a time to live, and visits of one key that arrive at their event times."""

    def __init__(self, ttl_ms: int, times: tuple[int, ...], replay_ms: int) -> None:
        self.ttl_ms, self.times, self.replay_ms = ttl_ms, times, replay_ms


def draw_data(random: Random) -> Visits:
    """Draw visits: some within the time to live, one exactly at its end, one after a long gap."""
    ttl_ms = random.choice((3_000, 4_000, 6_000, 8_000))
    first = random.randrange(1_000, 2_000, 100)
    times = [first, first + ttl_ms * random.choice((5, 6, 7)) // 10, first + ttl_ms]
    times.append(times[-1] + ttl_ms * random.choice((14, 15, 16)) // 10)
    times.append(times[-1] + ttl_ms * random.choice((7, 8)) // 10)
    times.append(times[-1] + ttl_ms * random.choice((5, 6)) // 10)
    return Visits(ttl_ms, tuple(times), random.choice((10, ttl_ms * 6 // 10)))


PROGRAM = """\
from flinksim.common import Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.course.lessons.lesson_25 import FirstOnly
from flinksim.datastream import StreamExecutionEnvironment

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
arrivals = (1_000, 4_000, 7_000, 9_000)
script = [x for time in arrivals for x in (at(time), record(("a", time, 1)))]
strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(lambda visit, _: visit[1])
env = StreamExecutionEnvironment.get_execution_environment()
source = env.from_source(ScriptedSource({"visits": [*script, at(60_000)]}), strategy, "visits", CLICK)
first = source.key_by(lambda visit: visit[0]).process(FirstOnly(5_000, counts_reads=False))
first.name("first only").print()
env.execute("first visits")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="25",
    title=("State TTL", "状态的存活时间（TTL）"),
    misconception=("a TTL removes old events, by their timestamps, as soon as it ends", "TTL 按时间戳删除旧事件，一到期就删"),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    find_opening_step=lambda run: find_first(run.trace, e.StateCleared)[0],
    predictions={
        "7 s": Prediction(
            ("Visits arrive at 1, 4, 7 and 9 s. Only a visit whose key has no state passes, and writes it. The TTL is 5 s. Does the visit of 7 s pass?", "访问在 1、4、7 和 9 s 到达。只有键没有状态时，访问才会通过并写入状态。TTL 为 5 s。7 s 的访问会通过吗？"),
            {
                "known": Option(("no, the state was read at 4 s", "不会，因为 4 s 时读取过状态"), ("By default a read does not prolong the state.", "默认情况下，读取不会延长状态的有效期。")),
                "new": Option(("yes", "会")),
                "unsure": Option(("it depends on the cleanup", "取决于清理"), ("Expired state is never returned by default, removed or not.", "默认情况下，无论是否已清除，过期的状态都不会返回。")),
            },
            ("The state was written at 1 s, and expired at 6 s.", "状态在 1 s 写入，在 6 s 过期。"),
        ),
        "removed": Prediction(
            ("The state written at 1 s expires at 6 s. When is it removed in this run?", "1 s 写入的状态在 6 s 过期。在这次运行中，该状态何时清除？"),
            {
                "6000": Option(("at 6 s, by a timer", "6 s，由定时器清除"), ("A TTL has no timer, and calls no function at its end.", "TTL 没有定时器，到期时也不调用任何函数。")),
                "7000": Option(("at 7 s, when it is read", "7 s，读取该状态时")),
                "60000": Option(("at the end of the input", "输入结束时"), ("The visit of 7 s reads it before that.", "在此之前，7 s 的访问会读取该状态。")),
            },
            ("Expired state stays where it is until it is read, or until a cleanup finds it.", "过期的状态会一直保留，直到被读取，或被清理过程发现。"),
        ),
        "replay": Prediction(
            ("The same four visits are read from a log, one every 10 ms. How many pass?", "同样的四次访问从日志中读取，每 10 ms 一次。有几次通过？"),
            {
                "1": Option(("one", "1 次")),
                "2": Option(("two, as before", "2 次，与之前相同"), ("That would be event time. A TTL counts processing time.", "那是按事件时间计算。TTL 按处理时间计算。")),
                "4": Option(("four, they are all old", "4 次，因为都是旧的访问"), ("The age of a record does not matter to a TTL.", "记录的新旧与 TTL 无关。")),
            },
            ("Between the first and the last visit 30 ms pass. Nothing expires.", "第一次与最后一次访问之间只经过 30 ms，因此没有状态过期。"),
        ),
    },
    exercise=Exercise(
        questions={
            "passed": ("the event times of the visits that pass by default, in ms", "默认情况下通过的访问的事件时间（ms）"),
            "on_read": ("the same with OnReadAndWrite", "使用 OnReadAndWrite 时，通过的访问的事件时间（ms）"),
            "replayed": ("how many pass by default when one arrives every replay_ms", "每 replay_ms 到达一次时，默认情况下通过几次"),
        },
        learner_fields=("ttl_ms", "times", "replay_ms"),
        draw_data=draw_data,
    ),
    tools={"visits": build_visits_job, "passed": list_passed},
)  # fmt: skip
