"""Lesson 25, State TTL: it counts processing time from the last write, and nothing happens at its end.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Time, Types
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import Program
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.datastream.functions import KeyedProcessFunction
from flinksim.datastream.state import StateTtlConfig, ValueStateDescriptor
from flinksim.trace import events as e

ARRIVALS = (1_000, 4_000, 7_000, 9_000)


TTL_MS = 5_000


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


PROGRAM = Program(
    """\
from flinksim.common import Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.course.lessons.lesson_25 import FirstOnly
from flinksim.datastream import StreamExecutionEnvironment

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
visits = $visits
script = [x for arrival, time in visits for x in (at(arrival), record(("a", time, 1)))]
strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(lambda visit, _: visit[1])
env = StreamExecutionEnvironment.get_execution_environment()
source = env.from_source(ScriptedSource({"visits": [*script, at(60_000)]}), strategy, "visits", CLICK)
first = source.key_by(lambda visit: visit[0]).process(FirstOnly($ttl_ms, counts_reads=$counts_reads))
first.name("first only").print()
env.execute("first visits")
""",
    visits=[(time, time) for time in ARRIVALS],
    ttl_ms=TTL_MS,
    counts_reads=False,
)


def build_visits_job(
    visits: Any, ttl_ms: int = TTL_MS, counts_reads: bool = False
) -> fs.Simulation:
    """Emit only the first of several visits (arrival, event time); the state lives for *ttl_ms*."""
    return PROGRAM.build(visits=visits, ttl_ms=ttl_ms, counts_reads=counts_reads)


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


LESSON = LessonDefinition(
    number="25",
    texts=load_texts(__file__),
    simulate=PROGRAM.build,
    program=PROGRAM.text,
    find_opening_step=lambda run: find_first(run.trace, e.StateCleared)[0],
    options={
        "7 s": ("known", "new", "unsure"),
        "removed": ("6000", "7000", "60000"),
        "replay": ("1", "2", "4"),
    },
    exercise=Exercise(
        fields=("passed", "on_read", "replayed"),
        learner_fields=("ttl_ms", "times", "replay_ms"),
        draw_data=draw_data,
    ),
    tools={"visits": build_visits_job, "passed": list_passed},
)
