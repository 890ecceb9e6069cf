"""Lesson 02, What a watermark is: it says how far event time has come, and drops nothing.

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
from flinksim.course.trace_search import find_first_step
from flinksim.trace import events as e

DELAY_MS, LATENESS_MS, INTERVAL_MS = 2_000, 3_000, 400


LABEL_SPELLINGS = {
    "ahead": ("in time", "on time", "领先"),
    "behind": ("behind the watermark", "落后"),
    "late": ("late for its window", "迟到"),
    "dropped": ("drop", "丢弃"),
}


TIMES = (1_000, 4_000, 9_000, 6_500, 12_500, 8_000, 14_500, 7_000, 15_500, 3_000)


def build_stream_job(times: Any) -> fs.Simulation:
    """Count clicks that arrive every 400 ms, with a delay of 2 s and a lateness of 3 s."""
    clicks = [(INTERVAL_MS * n, "a", time) for n, time in enumerate(times, 1)]
    return build_clicks_job(
        {"clicks": [*clicks, (INTERVAL_MS * (len(times) + 4), "end", max(times))]},
        delay_ms=DELAY_MS,
        lateness_ms=LATENESS_MS,
    )


class Labels:
    """The exercise's data: twelve clicks.

    The window handles each as one of :data:`LABEL_SPELLINGS`: ``ahead`` or ``behind`` (of the
    watermark), ``late`` or ``dropped``.
    """

    def __init__(self, times: tuple[int, ...]) -> None:
        self.times = times

    @cached_property
    def run(self) -> fs.Simulation:
        """The simulation of the clicks, run to its end."""
        return run_quietly(build_stream_job(self.times))


def draw_data(random: Random) -> Labels:
    """Draw the event times of twelve clicks."""
    times = [random.randrange(500, 4_000, 100)]
    while len(times) < 12:
        times.append(_draw_next_time(random, max(times)))
    return Labels(tuple(times))


def _draw_next_time(random: Random, greatest: int) -> int:
    """Draw the event time of the next click: ahead, in the open window, or in the one before."""
    watermark = greatest - DELAY_MS - 1
    open_from = (watermark + 1) // 10_000 * 10_000
    kind = random.choice(("ahead", "ahead", "open", "before"))
    if kind == "open" and watermark > open_from + 200:
        return random.randrange(open_from, watermark, 50)
    if kind == "before" and open_from > 0:
        return random.randrange(open_from - 9_000, open_from, 50)
    return greatest + random.choice((900, 2_200, 3_400)) + random.randrange(0, 300, 50)


def _build_options(correct: str, feedback: tuple[str, str]) -> dict[str, Option]:
    texts = {
        "ahead": ("ahead of the watermark", "高于水位线"),
        "behind": ("behind it, but counted on time", "低于水位线，但准时计入"),
        "late": ("late: its window fires again", "迟到：窗口再次触发"),
        "dropped": ("dropped", "被丢弃"),
    }
    return {
        key: Option(text, ("", "") if key == correct else feedback) for key, text in texts.items()
    }


PROGRAM = """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
times = (1_000, 4_000, 9_000, 6_500, 12_500, 8_000, 14_500, 7_000, 15_500, 3_000)
clicks = {"clicks": [*((400 * n, "a", time) for n, time in enumerate(times, 1)), (5_600, "end", max(times))]}
script = {s: [x for t, *click, n in rows for x in (at(t), record((*click, n, 1)))] for s, rows in clicks.items()}
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(2_000))
env = StreamExecutionEnvironment.get_execution_environment()
source = env.from_source(ScriptedSource(script), strategy.with_timestamp_assigner(lambda click, _: click[1]), "clicks", CLICK)
keyed = source.set_parallelism(1).key_by(lambda click: click[0])
keyed.window(TumblingEventTimeWindows.of(Time.seconds(10))).allowed_lateness(3_000).sum(2).print()
env.execute("clicks per colour in 10 s")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="02",
    title=("What a watermark is", "水位线是什么"),
    misconception=("the watermark drops records", "水位线会丢弃记录"),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    find_opening_step=find_first_step(e.WindowAssigned, lambda event: event.timestamp == 6_500),
    predictions={
        "6.5 s": Prediction(
            ("After the click of 9 s, a click of 6.5 s arrives. What happens to it?", "9 s 的点击之后，到达一次 6.5 s 的点击。6.5 s 的点击会怎样？"),
            _build_options("behind", ("The watermark is at 6.999 s, and the window ends at 10 s.", "水位线为 6.999 s，而窗口到 10 s 才结束。")),
            ("It is behind the watermark, but its window has not fired. So it is counted.", "这次点击低于水位线，但其窗口尚未触发，因此计入。"),
        ),
        "8 s": Prediction(
            ("After the click of 12.5 s, a click of 8 s arrives. What happens to it?", "12.5 s 的点击之后，到达一次 8 s 的点击。8 s 的点击会怎样？"),
            _build_options("late", ("The watermark is at 10.499 s: the window has fired, but is kept until 12.999 s.", "水位线为 10.499 s：窗口已触发，但保留到 12.999 s。")),
            ("The window is kept for 3 s of event time. It fires again, with one click more.", "窗口会再保留 3 s（事件时间），并多含一次点击，再次触发。"),
        ),
        "7 s": Prediction(
            ("After the click of 14.5 s, a click of 7 s arrives. What happens to it?", "14.5 s 的点击之后，到达一次 7 s 的点击。7 s 的点击会怎样？"),
            _build_options("late", ("The watermark is at 12.499 s, and the window is kept until 12.999 s.", "水位线为 12.499 s，窗口保留到 12.999 s。")),
            ("The watermark is at 12.499 s. The window is removed 500 ms of event time later.", "水位线为 12.499 s。再过 500 ms 的事件时间，窗口才会移除。"),
        ),
        "3 s": Prediction(
            ("After the click of 15.5 s, a click of 3 s arrives. What happens to it?", "15.5 s 的点击之后，到达一次 3 s 的点击。3 s 的点击会怎样？"),
            _build_options("dropped", ("The watermark is at 13.499 s, and the window was removed at 12.999 s.", "水位线为 13.499 s，而窗口在 12.999 s 已移除。")),
            ("The window operator drops it, because its window is gone. The watermark itself drops nothing.", "这次点击被窗口算子丢弃，因为其窗口已经移除。水位线本身不会丢弃任何记录。"),
        ),
    },
    exercise=Exercise(
        questions={"labels": ("for each click 'ahead', 'behind', 'late' or 'dropped'", "每次点击属于 'ahead'、'behind'、'late' 还是 'dropped'")},
        learner_fields=("times", "run"),
        draw_data=draw_data,
    ),
    tools={"one_stream": build_stream_job},
)  # fmt: skip
