"""Lesson 21, Your window never fires: seven broken programs, each fixed by one change.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import Program
from flinksim.course.trace_search import find_last_step, iterate_events
from flinksim.datastream.triggers import CountTrigger
from flinksim.trace import events as e

HEALTHY_SETTINGS: Mapping[str, Any] = {
    "watermarks": "bounded",
    "delay_ms": 1_000,
    "idle_ms": 1_000,
    "unit": "ms",
    "clock": "event time",
    "size_ms": 10_000,
    "trigger": "default",
}


FAULTY_SETTINGS: Mapping[str, Any] = {
    "watermarks": "none",
    "delay_ms": 86_400_000,
    "idle_ms": 0,
    "unit": "s",
    "clock": "processing time",
    "size_ms": 3_600_000,
    "trigger": "count 100",
}


TIMES = (1_000, 4_000, 8_000, 13_000, 17_000, 24_000)


PROGRAM = Program(
    """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import $windows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
times = $times
busy = [x for n, time in enumerate(times) for x in (at(300 * n), record(("a", time, 1)))]
strategy = WatermarkStrategy.$strategy
env = StreamExecutionEnvironment.get_execution_environment()
source = ScriptedSource({"busy": [*busy, at(6_000)], "quiet": [at(6_000)]})
clicks = env.from_source(source, strategy.with_timestamp_assigner(lambda click, _: click[1]$scale), "clicks", CLICK)
windows = clicks.set_parallelism(2).key_by(lambda click: click[0]).window($windows.of(Time.$size))$trigger
windows.sum(2).name("windows").print()
env.execute("clicks in 10 s")
""",
    times=TIMES,
    strategy="for_bounded_out_of_orderness(Duration.of_seconds(1))",
    scale="",
    windows="TumblingEventTimeWindows",
    size="seconds(10)",
    trigger="",
)


def build_patient_job(times: Any = TIMES, **changes: Any) -> fs.Simulation:
    """Count clicks in windows of 10 s, from a busy and a quiet split, with changed settings."""
    settings = {**HEALTHY_SETTINGS, **changes}
    strategy = "no_watermarks()"
    if settings["watermarks"] == "bounded":
        strategy = f"for_bounded_out_of_orderness(Duration.of_millis({settings['delay_ms']:_}))"
    if settings["idle_ms"]:
        strategy += f".with_idleness(Duration.of_millis({settings['idle_ms']:_}))"
    windows = {
        "event time": "TumblingEventTimeWindows",
        "processing time": "TumblingProcessingTimeWindows",
    }
    return PROGRAM.build(
        objects={"CountTrigger": CountTrigger},
        times=times,
        strategy=strategy,
        scale=" // 1_000" if settings["unit"] == "s" else "",
        windows=windows[settings["clock"]],
        size=f"milliseconds({settings['size_ms']:_})",
        trigger="" if settings["trigger"] == "default" else ".trigger(CountTrigger.of(100))",
    )


def is_cured(run: fs.Simulation, times: Any) -> tuple[bool, Any]:
    """Return whether the window [0 s, 10 s) fired once, complete, and before the end of the input.

    Returns:
        Whether it did, and all its firings.
    """
    expected = sum(time < 10_000 for time in times)
    fired = [f for _, f in iterate_events(run.trace, e.WindowFired) if f.window == (0, 10_000)]
    early = [f.count for f in fired if f.clock != "end of input"]
    return early == [expected] and not run.trace.get_events(e.LateRecordDropped), fired


def is_repaired(run: fs.Simulation) -> bool:
    """Return whether a variant of the lesson's program has the right result in time."""
    return is_cured(run, TIMES)[0]


class BrokenPrograms:
    """The exercise's data: seven variants of one program, each with a different fault."""

    def __init__(self, times: tuple[int, ...], order: tuple[str, ...]) -> None:
        self.times, self.order = times, order

    @cached_property
    def patients(self) -> list[fs.Simulation]:
        """The finished runs of the seven broken programs."""
        return [
            run_quietly(build_patient_job(self.times, **{knob: FAULTY_SETTINGS[knob]}))
            for knob in self.order
        ]


def draw_data(random: Random) -> BrokenPrograms:
    """Draw clicks for three windows, three of them in the first, and the order of the faults."""
    times = [
        *sorted(random.sample(range(500, 9900, 100), 3)),
        random.randrange(11500, 14000, 100),
        random.randrange(15000, 19000, 100),
        random.randrange(22000, 26000, 100),
    ]
    return BrokenPrograms(tuple(times), tuple(random.sample(list(HEALTHY_SETTINGS), 7)))


OPTIONS = ("in time", "end", "never")


LESSON = LessonDefinition(
    number="21",
    texts=load_texts(__file__),
    simulate=PROGRAM.build,
    program=PROGRAM.text,
    find_opening_step=find_last_step(e.WindowAssigned),
    options={"quiet": OPTIONS, "trigger": OPTIONS, "clock": OPTIONS},
    exercise=Exercise(fields=("cures",), learner_fields=("times", "patients"), draw_data=draw_data),
    tools={"patient": build_patient_job, "is_repaired": is_repaired},
)
