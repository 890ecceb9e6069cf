"""Lesson 21, Your window never fires: seven broken programs, each fixed by one change.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.course.example_jobs import CLICK_TYPE
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
from flinksim.course.program_jobs import build_program_job
from flinksim.course.trace_search import find_last_step, iterate_events
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.triggers import CountTrigger
from flinksim.datastream.window import TumblingEventTimeWindows, TumblingProcessingTimeWindows
from flinksim.trace import events as e

HEALTHY_SETTINGS: Mapping[str, Any] = {
    "watermarks": "bounded", "delay_ms": 1_000, "idle_ms": 1_000, "unit": "ms",
    "clock": "event time", "size_ms": 10_000, "trigger": "default",
}  # fmt: skip


FAULTY_SETTINGS: Mapping[str, Any] = {
    "watermarks": "none", "delay_ms": 86_400_000, "idle_ms": 0, "unit": "s",
    "clock": "processing time", "size_ms": 3_600_000, "trigger": "count 100",
}  # fmt: skip


TIMES = (1_000, 4_000, 8_000, 13_000, 17_000, 24_000)


def build_patient_job(times: Any = TIMES, **changes: Any) -> fs.Simulation:
    """Count clicks in windows of 10 s, from a busy and a quiet split, with changed settings."""
    settings = {**HEALTHY_SETTINGS, **changes}
    strategy = WatermarkStrategy.no_watermarks()
    if settings["watermarks"] == "bounded":
        strategy = WatermarkStrategy.for_bounded_out_of_orderness(
            Duration.of_millis(settings["delay_ms"])
        )
    if settings["idle_ms"]:
        strategy = strategy.with_idleness(Duration.of_millis(settings["idle_ms"]))
    scale = 1_000 if settings["unit"] == "s" else 1
    env = StreamExecutionEnvironment.get_execution_environment()
    busy = [item for n, time in enumerate(times) for item in (at(300 * n), record(("a", time, 1)))]
    clicks = env.from_source(
        ScriptedSource({"busy": [*busy, at(6_000)], "quiet": [at(6_000)]}),
        strategy.with_timestamp_assigner(lambda click, _: click[1] // scale),
        "clicks",
        CLICK_TYPE,
    ).set_parallelism(2)
    windows = {
        "event time": TumblingEventTimeWindows,
        "processing time": TumblingProcessingTimeWindows,
    }
    assigner: Any = windows[settings["clock"]]
    stream = clicks.key_by(lambda click: click[0]).window(
        assigner.of(Time.milliseconds(settings["size_ms"]))
    )
    if settings["trigger"] != "default":
        stream = stream.trigger(CountTrigger.of(100))
    stream.sum(2).name("windows").print()
    return fs.simulate(env, job_name="clicks in 10 s")


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


def _build_options() -> dict[str, Option]:
    return {
        "in time": Option(
            ("in time", "准时"),
            ("Look at the watermark of the window task.", "请看窗口任务的水位线。"),
        ),
        "end": Option(
            ("only at the end of the input", "输入结束时才触发"),
            (
                "The end of the input fires only triggers that wait for the watermark.",
                "输入结束时，只有等待水位线的触发器才会触发。",
            ),
        ),
        "never": Option(
            ("never", "永远不会"),
            (
                "At the end of the input, the watermark becomes Long.MAX_VALUE.",
                "输入结束时水位线变为 Long.MAX_VALUE。",
            ),
        ),
    }


PROGRAM = """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
times = (1_000, 4_000, 8_000, 13_000, 17_000, 24_000)
busy = [x for n, time in enumerate(times) for x in (at(300 * n), record(("a", time, 1)))]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
env = StreamExecutionEnvironment.get_execution_environment()
source = ScriptedSource({"busy": [*busy, at(6_000)], "quiet": [at(6_000)]})
clicks = env.from_source(source, strategy.with_timestamp_assigner(lambda click, _: click[1]), "clicks", CLICK)
windows = clicks.set_parallelism(2).key_by(lambda click: click[0]).window(TumblingEventTimeWindows.of(Time.seconds(10)))
windows.sum(2).name("windows").print()
env.execute("clicks in 10 s")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="21",
    title=("Your window never fires", "你的窗口从不触发"),
    misconception=("it must be a bug in Flink", "这一定是 Flink 的 bug"),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    find_opening_step=find_last_step(e.WindowAssigned),
    predictions={
        "quiet": Prediction(
            ("One of two splits has no data, and there is no idle timeout. When does [0 s, 10 s) fire?", "两个分片中有一个没有数据，也没有设置空闲超时。[0 s, 10 s) 何时触发？"),
            _build_options(),
            ("The quiet split never had a watermark. So the task's watermark stays at Long.MIN_VALUE until the input ends.", "没有数据的分片从未有过水位线。因此，在输入结束之前，任务的水位线一直为 Long.MIN_VALUE。"),
        ),
        "trigger": Prediction(
            ("A trigger fires at 100 elements, but there are only six. When does the window fire?", "触发器在有 100 个元素时触发，而一共只有六个元素。窗口何时触发？"),
            _build_options(),
            ("The trigger has replaced the default trigger. Not even the end of the input makes the window fire.", "该触发器取代了默认触发器。即使输入结束，窗口也不会触发。"),
        ),
        "clock": Prediction(
            ("The windows have 10 s of processing time. The input ends after 6 s. When do they fire?", "窗口长 10 s，使用处理时间。输入在 6 s 后结束。窗口何时触发？"),
            _build_options(),
            ("The job ends before its clock reaches 10 s, and watermarks do not fire processing-time windows.", "时钟到达 10 s 之前，作业就已结束，而水位线不会触发处理时间窗口。"),
        ),
    },
    exercise=Exercise(
        questions={"cures": ("one change for each of the seven, such as {'delay_ms': 2000}", "七个版本各做一处修改，例如 {'delay_ms': 2000}")},
        learner_fields=("times", "patients"),
        draw_data=draw_data,
    ),
    tools={"patient": build_patient_job, "is_repaired": is_repaired},
)  # fmt: skip
