"""Lesson 01, Three clocks: event-time windows do not use the wall clock.

Not in Flink.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import Program
from flinksim.course.trace_search import find_first_step, iterate_events
from flinksim.trace import events as e

MAX_ARRIVAL_MS = 60_000
TIMES = (1_000, 4_000, 8_000, 11_000, 14_000, 22_000)
ARRIVALS = (1_200, 4_300, 12_500, 12_900, 14_100, 22_600)


PROGRAM = Program(
    """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import $windows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
arrivals = $arrivals
times = $times
script = [x for arrival, time in zip(arrivals, times) for x in (at(arrival), record(("a", time, 1)))]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_minutes(1))
env = StreamExecutionEnvironment.get_execution_environment()
env.get_config().set_auto_watermark_interval(10_000)
source = env.from_source(ScriptedSource([*script, at(120_000)]), strategy.with_timestamp_assigner(lambda click, _: click[1]), "clicks", CLICK)
source.key_by(lambda click: click[0]).window($windows.of(Time.seconds(10))).sum(2).print()
env.execute("clicks in 10 s of $clock")
""",
    arrivals=ARRIVALS,
    times=TIMES,
    windows="TumblingEventTimeWindows",
    clock="event time",
)


def build_two_clocks_job(arrivals: Any, times: Any, clock: str = "event time") -> fs.Simulation:
    """Count clicks in windows of 10 s, by event time or by processing time."""
    windows = {
        "event time": "TumblingEventTimeWindows",
        "processing time": "TumblingProcessingTimeWindows",
    }
    arrivals, times = zip(*sorted(zip(arrivals, times, strict=True)), strict=True)
    return PROGRAM.build(arrivals=arrivals, times=times, windows=windows[clock], clock=clock)


def count_by_window(run: fs.Simulation) -> Counter[Any]:
    """Count the clicks of each window that fired."""
    return Counter(
        {event.window: event.count for _, event in iterate_events(run.trace, e.WindowFired)}
    )


class Clicks:
    """Clicks with given event times; the learner chooses when they arrive."""

    def __init__(self, times: tuple[int, ...]) -> None:
        self.times = times


def draw_data(random: Random) -> Clicks:
    """Draw six clicks: three in the first window, two in the second, one in the third."""
    return Clicks(
        tuple(
            sorted(random.sample(range(500, 9_000, 100), 3))
            + sorted(random.sample(range(10_500, 17_000, 100), 2))
            + [random.randrange(20_500, 27_000, 100)]
        )
    )


OPTIONS = ("2", "3", "4")


LESSON = LessonDefinition(
    number="01",
    texts=load_texts(__file__),
    simulate=PROGRAM.build,
    program=PROGRAM.text,
    find_opening_step=find_first_step(e.WindowAssigned, lambda event: event.timestamp == 8_000),
    options={
        "third click": ("first", "second", "none"),
        "event time": OPTIONS,
        "processing time": OPTIONS,
    },
    exercise=Exercise(fields=("arrivals",), learner_fields=("times",), draw_data=draw_data),
    tools={"two_clocks": build_two_clocks_job, "counts": count_by_window},
)
