"""Lesson 03, The delay, the minus one, the boundary: when exactly a window closes.

Not in Flink.
"""

from __future__ import annotations

from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import build_program_job
from flinksim.course.trace_search import find_first_step
from flinksim.trace import events as e

INTERVAL_MS = 400
TIMES = (3_000, 7_000, 10_000, 12_000, 9_500, 19_999, 20_000)


def build_delayed_job(times: Any, delay_ms: int = 2_000) -> fs.Simulation:
    """Count clicks that arrive every 400 ms, so that a watermark follows each of them."""
    clicks = [(INTERVAL_MS * n, "a", time) for n, time in enumerate(times, 1)]
    return build_clicks_job(
        {"clicks": [*clicks, (INTERVAL_MS * (len(times) + 4), "end", max(times))]},
        delay_ms=delay_ms,
    )


class Stream:
    """The exercise's data: clicks out of order; the learner chooses the watermark delay."""

    def __init__(self, times: tuple[int, ...]) -> None:
        self.times = times
        self._runs: dict[int, fs.Simulation] = {}

    def run(self, delay_ms: int) -> fs.Simulation:
        """Return the run with this delay."""
        if delay_ms not in self._runs:
            self._runs[delay_ms] = run_quietly(build_delayed_job(self.times, delay_ms))
        return self._runs[delay_ms]


def draw_data(random: Random) -> Stream:
    """Draw nine clicks in three windows, of which two come after the end of their window."""
    ends = random.randrange(700, 3_400, 100) + random.randrange(1, 99)
    more = random.randrange(300, 2_800, 100) + random.randrange(1, 99)
    return Stream((
        random.randrange(1_000, 4_000, 100), random.randrange(5_000, 8_000, 100), 10_000 + ends,
        random.randrange(7_100, 9_400, 100), 15_000 + random.randrange(0, 900, 100), 20_000 + more,
        random.randrange(16_500, 19_300, 100), 24_000, 22_400,
    ))  # fmt: skip


PROGRAM = """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
times = (3_000, 7_000, 10_000, 12_000, 9_500, 19_999, 20_000)
clicks = {"clicks": [*((400 * n, "a", time) for n, time in enumerate(times, 1)), (4_400, "end", max(times))]}
script = {s: [x for t, *click, n in rows for x in (at(t), record((*click, n, 1)))] for s, rows in clicks.items()}
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(2_000))
env = StreamExecutionEnvironment.get_execution_environment()
source = env.from_source(ScriptedSource(script), strategy.with_timestamp_assigner(lambda click, _: click[1]), "clicks", CLICK)
keyed = source.set_parallelism(1).key_by(lambda click: click[0])
keyed.window(TumblingEventTimeWindows.of(Time.seconds(10))).allowed_lateness(0).sum(2).print()
env.execute("clicks per colour in 10 s")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="03",
    texts=load_texts(__file__),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    find_opening_step=find_first_step(e.WindowAssigned, lambda event: event.timestamp == 10_000),
    options={
        "closes": ("ten", "twelve", "before"),
        "after": ("counted", "dropped", "next"),
        "edge": ("this", "next", "both"),
    },
    exercise=Exercise(fields=("delay_ms",), learner_fields=("times", "run"), draw_data=draw_data),
    tools={"with_delay": build_delayed_job},
)
