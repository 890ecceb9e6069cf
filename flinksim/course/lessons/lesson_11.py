"""Lesson 11, Late data: what allowed lateness does, and what a later sum must consider.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
from flinksim.course.program_jobs import build_program_job
from flinksim.course.trace_search import iterate_events
from flinksim.trace import events as e

INTERVAL_MS, DELAY_MS, LATENESS_MS = 400, 1_000, 8_000


TIMES = (2_000, 8_000, 12_000, 9_000, 4_000, 21_500, 6_000, 17_000)
Row = tuple[int, int]


def build_lateness_job(times: Any, lateness_ms: int = LATENESS_MS) -> fs.Simulation:
    """Count clicks that arrive every 400 ms, with a delay of 1 s and an allowed lateness."""
    clicks = [(INTERVAL_MS * n, "a", time) for n, time in enumerate(times, 1)]
    return build_clicks_job(
        {"clicks": [*clicks, (INTERVAL_MS * (len(times) + 4), "end", max(times))]},
        delay_ms=DELAY_MS,
        lateness_ms=lateness_ms,
    )


def list_rows(run: fs.Simulation) -> list[Row]:
    """List the results of the window, in order: start of the window, and its clicks so far."""
    return [
        (f.window[0], f.count) for _, f in iterate_events(run.trace, e.WindowFired) if f.key == "a"
    ]


class Stream:
    """The exercise's data: clicks of three windows, some of them late."""

    def __init__(self, times: tuple[int, ...]) -> None:
        self.times = times

    @cached_property
    def run(self) -> fs.Simulation:
        """The simulation of the clicks, run to its end."""
        return run_quietly(build_lateness_job(self.times))

    @cached_property
    def rows(self) -> list[Row]:
        """The results of all windows, in the order in which they were emitted."""
        return list_rows(self.run)

    @property
    def windows(self) -> list[int]:
        """The starts of the windows."""
        return sorted({start for start, _ in self.rows})


def draw_data(random: Random) -> Stream:
    """Draw two to four late clicks for windows that have fired, and one that is too late."""
    times = [
        random.randrange(1_000, 4_000, 100),
        random.randrange(5_000, 9_500, 100),
        random.randrange(11_200, 13_000, 100),
    ]
    times += [random.randrange(500, 9_900, 100) for _ in range(random.choice((1, 2, 3)))]
    times += [
        random.randrange(16_000, 18_400, 100),
        random.randrange(500, 9_900, 100),
        random.randrange(21_300, 23_000, 100),
    ]
    times += [random.randrange(10_100, 19_900, 100) for _ in range(random.choice((1, 2)))]
    times += [random.randrange(500, 9_900, 100), random.randrange(24_000, 27_000, 100)]
    return Stream(tuple(times))


PROGRAM = """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
times = (2_000, 8_000, 12_000, 9_000, 4_000, 21_500, 6_000, 17_000)
clicks = {"clicks": [*((400 * n, "a", time) for n, time in enumerate(times, 1)), (4_800, "end", max(times))]}
script = {s: [x for t, *click, n in rows for x in (at(t), record((*click, n, 1)))] for s, rows in clicks.items()}
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(1_000))
env = StreamExecutionEnvironment.get_execution_environment()
source = env.from_source(ScriptedSource(script), strategy.with_timestamp_assigner(lambda click, _: click[1]), "clicks", CLICK)
keyed = source.set_parallelism(1).key_by(lambda click: click[0])
keyed.window(TumblingEventTimeWindows.of(Time.seconds(10))).allowed_lateness(8_000).sum(2).print()
env.execute("clicks per colour in 10 s")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="11",
    title=("Late data", "迟到数据"),
    misconception=("allowed lateness delays the first result", "允许延迟会推迟第一个结果"),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    predictions={
        "first": Prediction(
            ("The allowed lateness is 8 s. When does [0 s, 10 s) first fire?", "允许延迟为 8 s。[0 s, 10 s) 何时第一次触发？"),
            {
                "end": Option(("when the watermark passes 10 s", "水位线越过 10 s 时")),
                "kept": Option(("when it passes 18 s", "水位线越过 18 s 时"), ("The window is kept until then, but it has already fired.", "窗口保留到那时，但此前已经触发过。")),
                "both": Option(("once, when all late clicks are in it", "只触发一次，此时窗口包含所有迟到的点击"), ("Then there would be no result on time.", "如果这样，就没有准时的结果。")),
            },
            ("The allowed lateness does not delay a firing. It keeps the window, so that it can fire again.", "允许延迟不会推迟触发，而是保留窗口，使其能再次触发。"),
        ),
        "how often": Prediction(
            ("Then clicks of 9 s and 4 s arrive. How often does the window fire in total?", "随后，9 s 和 4 s 的点击到达。窗口一共触发几次？"),
            {
                "1": Option(("once", "1 次"), ("Then the late clicks would be in no result.", "如果这样，迟到的点击就不在任何结果中。")),
                "2": Option(("twice", "2 次"), ("Late clicks do not wait for each other.", "迟到的点击不会互相等待。")),
                "3": Option(("three times", "3 次")),
            },
            ("Once on time, and immediately again for each late click.", "准时触发一次，每次迟到的点击到达时立即再触发一次。"),
        ),
        "too late": Prediction(
            ("After 21.5 s, a click of 6 s arrives. What happens to it?", "21.5 s 的点击之后，到达一次 6 s 的点击。6 s 的点击会怎样？"),
            {
                "late": Option(("the window fires a fourth time", "窗口第四次触发"), ("The window was removed when the watermark reached 17.999 s.", "水位线到达 17.999 s 时，窗口已移除。")),
                "dropped": Option(("it is dropped", "被丢弃")),
                "other": Option(("it is counted in [10 s, 20 s)", "计入 [10 s, 20 s)"), ("A click never moves to another window.", "点击不会改到另一个窗口。")),
            },
            ("The window was kept for 8 s of event time only.", "窗口只多保留了 8 s（事件时间）。"),
        ),
    },
    exercise=Exercise(
        questions={
            "firings": ("for each start of a window, how often it fires", "每个窗口起点对应的触发次数"),
            "total": ("a function total(rows) that counts each click once", "函数 total(rows)：每次点击只计一次"),
        },
        learner_fields=("times", "windows"),
        draw_data=draw_data,
    ),
    tools={"with_lateness": build_lateness_job, "rows": list_rows},
)  # fmt: skip
