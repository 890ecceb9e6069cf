"""Lesson 22, Sliding and cumulative windows: one record is in several panes.

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

TIMES = (1_000, 6_000, 12_000, 21_000)


SIZE_MS, SLIDE_MS = 10_000, 5_000


def build_sliding_job(
    times: Any, size_ms: int = SIZE_MS, slide_ms: int = SLIDE_MS
) -> fs.Simulation:
    """Count clicks that arrive every 400 ms in sliding windows."""
    return PROGRAM.build(times=times, size_ms=size_ms, slide_ms=slide_ms)


def build_cumulative_job(times: Any) -> fs.Simulation:
    """Count clicks in windows of up to 15 s that end every 5 s."""
    return PROGRAM.build(
        times=times, assigner="CumulativeEventTimeWindows", size_ms=15_000, slide_ms=5_000
    )


PROGRAM = Program(
    """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import $assigner

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
times = $times
script = [x for n, time in enumerate(times, 1) for x in (at(400 * n), record(("a", time, 1)))]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
env = StreamExecutionEnvironment.get_execution_environment()
source = env.from_source(ScriptedSource({"clicks": script}), strategy.with_timestamp_assigner(lambda click, _: click[1]), "clicks", CLICK)
windows = source.key_by(lambda click: click[0]).window($assigner.of(Time.milliseconds($size_ms), Time.milliseconds($slide_ms)))
windows.sum(2).print()
env.execute("clicks in overlapping windows")
""",
    times=TIMES,
    assigner="SlidingEventTimeWindows",
    size_ms=SIZE_MS,
    slide_ms=SLIDE_MS,
)


def list_windows(run: fs.Simulation, time: int) -> list[int]:
    """List the starts of the windows to which the clicks with a timestamp were assigned."""
    return sorted(
        event.window[0]
        for _, event in iterate_events(run.trace, e.WindowAssigned)
        if event.timestamp == time
    )


def list_rows(run: fs.Simulation) -> list[tuple[int, int, int]]:
    """List the results: start and end of the window, and its clicks."""
    return [(*f.window, f.count) for _, f in iterate_events(run.trace, e.WindowFired)]


class SlidingClicks:
    """The exercise's data: a window size, a slide that may not divide it, and four clicks."""

    def __init__(self, size_ms: int, slide_ms: int, times: tuple[int, ...]) -> None:
        self.size_ms, self.slide_ms, self.times = size_ms, slide_ms, times


def draw_data(random: Random) -> SlidingClicks:
    """Draw windows that overlap, and clicks of which two are close together."""
    slide_ms = random.choice((3_000, 4_000, 6_000, 7_000))
    size_ms = slide_ms * random.choice((2, 3)) + random.choice((1_000, 2_000))
    first = random.randrange(size_ms, 2 * size_ms, 100)
    second = first + random.randrange(500, slide_ms, 100)
    third = second + random.randrange(slide_ms, 2 * size_ms, 100)
    fourth = third + random.randrange(500, 3 * size_ms, 100)
    return SlidingClicks(size_ms, slide_ms, (first, second, third, fourth))


LESSON = LessonDefinition(
    number="22",
    texts=load_texts(__file__),
    simulate=PROGRAM.build,
    program=PROGRAM.text,
    find_opening_step=find_first_step(e.WindowAssigned),
    options={"1 s": ("1", "2", "10"), "first": ("1000", "0", "-5000"), "rows": ("4", "6", "8")},
    exercise=Exercise(
        fields=("starts", "counts", "results"),
        learner_fields=("size_ms", "slide_ms", "times"),
        draw_data=draw_data,
    ),
    tools={
        "sliding": build_sliding_job,
        "cumulative": build_cumulative_job,
        "windows": list_windows,
        "rows": list_rows,
    },
)
