"""Lesson 10, Windows, offsets, time zones: windows start at the epoch, not at the first record.

Not in Flink.
"""

from __future__ import annotations

from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import Program
from flinksim.course.trace_search import find_first_step, iterate_events
from flinksim.trace import events as e

TIMES = (7_000, 9_000, 11_000, 17_000, 23_000)


PROGRAM = Program(
    """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
times = $times
script = [record(("a", time, 1)) for time in times]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_days(400))
env = StreamExecutionEnvironment.get_execution_environment()
source = env.from_source(ScriptedSource(script), strategy.with_timestamp_assigner(lambda click, _: click[1]), "clicks", CLICK)
size, offset = Time.milliseconds($size_ms), Time.milliseconds($offset_ms)
source.key_by(lambda click: click[0]).window(TumblingEventTimeWindows.of(size, offset)).sum(2).print()
env.execute("clicks by window")
""",
    times=TIMES,
    size_ms=10_000,
    offset_ms=0,
)


def build_window_size_job(times: Any, size_ms: int, offset_ms: int = 0) -> fs.Simulation:
    """Count clicks in windows of *size_ms*, shifted by *offset_ms*."""
    return PROGRAM.build(times=times, size_ms=size_ms, offset_ms=offset_ms)


def list_window_starts(run: fs.Simulation) -> list[int]:
    """List the starts of the windows to which the clicks were assigned, in the order of the clicks."""
    return [event.window[0] for _, event in iterate_events(run.trace, e.WindowAssigned)]


class Zones:
    """The exercise's data: two time zones, and days of a year with summer time.

    The learner chooses window offsets.
    """

    def __init__(self, east_min: int, west_min: int, summer: tuple[bool, ...]) -> None:
        self.east_min, self.west_min, self.summer = east_min, west_min, summer


def draw_data(random: Random) -> Zones:
    """Draw a zone in the east, one in the west, and eight days of which some are in summer."""
    many = random.choice((2, 3, 5, 6))
    summer = [True] * many + [False] * (8 - many)
    random.shuffle(summer)
    return Zones(
        random.choice((480, 540, 330, 345, 180)),
        random.choice((-300, -480, -210, -180)),
        tuple(summer),
    )


LESSON = LessonDefinition(
    number="10",
    texts=load_texts(__file__),
    simulate=PROGRAM.build,
    program=PROGRAM.text,
    find_opening_step=find_first_step(e.WindowAssigned),
    options={
        "first": ("7000", "0", "-3000"),
        "offset": ("7000", "0", "3000"),
        "negative": ("0", "4000", "6000", "-4000"),
    },
    exercise=Exercise(
        fields=("east_ms", "west_ms", "days"),
        learner_fields=("east_min", "west_min", "summer"),
        draw_data=draw_data,
    ),
    tools={"by_size": build_window_size_job, "starts": list_window_starts},
)
