"""Lesson 23, Side outputs for late data: what is in them, and what can still be done with it.

Not in Flink.
"""

from __future__ import annotations

from random import Random
from typing import Any, TypeAlias

import flinksim as fs
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import Program
from flinksim.course.trace_search import find_first, find_first_step, iterate_events
from flinksim.trace import events as e

TIMES = (1_000, 6_000, 12_500, 4_000, 23_000, 8_000, 15_000, 2_000)
LATENESS_MS = 4_000
Row: TypeAlias = tuple[int, int]


PROGRAM = Program(
    """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import OutputTag, StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
times = $times
script = [x for n, time in enumerate(times, 1) for x in (at(400 * n), record(("a", time, 1)))]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
env = StreamExecutionEnvironment.get_execution_environment()
source = env.from_source(ScriptedSource({"clicks": script}), strategy.with_timestamp_assigner(lambda click, _: click[1]), "clicks", CLICK)
windows, late = TumblingEventTimeWindows.of(Time.seconds(10)), OutputTag("late", CLICK)
counts = source.key_by(lambda click: click[0]).window(windows).allowed_lateness($lateness_ms).side_output_late_data(late).sum(2)
counts.print()
counts.get_side_output(late).key_by(lambda click: click[0]).window(windows).allowed_lateness($late_lateness_ms).sum(2).name("late counts").print()
env.execute("counts, and what came too late")
""",
    times=TIMES,
    lateness_ms=LATENESS_MS,
    late_lateness_ms=0,
)


def build_late_job(times: Any, late_lateness_ms: int = 0) -> fs.Simulation:
    """Count clicks in windows of 10 s with a lateness of 4 s, and their late clicks in further windows."""
    return PROGRAM.build(times=times, late_lateness_ms=late_lateness_ms)


def find_operator(run: fs.Simulation) -> str:
    """Find the window operator that has the side output: the first one that gets a record."""
    _, event = find_first(run.trace, e.WindowAssigned)
    return str(event.operator)


def list_rows(run: fs.Simulation) -> list[Row]:
    """List the results of the first window, in order: start of the window, and its clicks so far."""
    operator = find_operator(run)
    return [
        (event.window[0], event.count)
        for _, event in iterate_events(run.trace, e.WindowFired)
        if event.operator == operator
    ]


def list_late_times(run: fs.Simulation) -> list[int]:
    """List the event times of the clicks in the side output, in order."""
    return [
        event.value[1]
        for _, event in iterate_events(run.trace, e.LateRecordDropped, lambda f: f.side_output)
    ]


def count_late_results(run: fs.Simulation) -> int:
    """Count the results of the second window, which reads the side output."""
    operator = find_operator(run)
    return sum(event.operator != operator for event in run.trace.get_events(e.WindowFired))


class LateClicks:
    """The exercise's data: clicks of three windows; some refire a window, some are too late."""

    def __init__(self, times: tuple[int, ...]) -> None:
        self.times = times


def draw_data(random: Random) -> LateClicks:
    """Draw clicks of three windows; one or two refire a window, two or three are too late."""
    times = [random.randrange(1_000, 9_900, 100) for _ in range(random.choice((1, 2, 3)))]
    times += [random.randrange(11_200, 14_000, 100)]
    times += [random.randrange(500, 9_900, 100) for _ in range(random.choice((1, 2)))]
    times += [random.randrange(21_200, 24_000, 100)]
    late = [random.randrange(500, 9_900, 100), random.randrange(10_000, 19_900, 100)]
    late += [random.randrange(500, 9_900, 100) for _ in range(random.choice((0, 1)))]
    random.shuffle(late)
    times += [*late, random.randrange(35_000, 39_000, 100), late[0] + 100]
    # equal times could be in a window and in the side output
    return LateClicks(tuple(times)) if len(set(times)) == len(times) else draw_data(random)


LESSON = LessonDefinition(
    number="23",
    texts=load_texts(__file__),
    simulate=PROGRAM.build,
    program=PROGRAM.text,
    find_opening_step=find_first_step(e.LateRecordDropped, lambda f: f.side_output),
    options={
        "4 s": ("side", "window", "both"),
        "8 s": ("window", "side", "dropped"),
        "counted": ("2", "1", "0"),
    },
    exercise=Exercise(fields=("side", "correct"), learner_fields=("times",), draw_data=draw_data),
    tools={
        "late": build_late_job,
        "rows": list_rows,
        "side": list_late_times,
        "late_results": count_late_results,
    },
)
