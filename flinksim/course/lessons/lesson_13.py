"""Lesson 13, What, where, when, how: a trigger replaces the default and is not added to it.

Not in Flink.
"""

from __future__ import annotations

from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource
from flinksim.course.example_jobs import CLICK_TYPE, EventTime, build_script
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
from flinksim.course.program_jobs import build_program_job
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.triggers import (
    Trigger,
)
from flinksim.datastream.window import TumblingEventTimeWindows

TIMES = tuple(range(1_000, 9_000, 1_000))


def build_trigger_job(
    times: Any,
    trigger: Trigger[Any, Any] | None = None,
    lateness_ms: int = 0,
    keys: tuple[str, ...] = ("a",),
    checkpoint_ms: int = 0,
) -> fs.Simulation:
    """Count clicks in windows of 10 s, with *trigger* in place of the default one.

    Each time has one click for each of *keys*.
    """
    env = StreamExecutionEnvironment.get_execution_environment()
    if checkpoint_ms:
        env.enable_checkpointing(checkpoint_ms)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(10))
    clicks = [(100 * n, key, time) for n, time in enumerate(times, 1) for key in keys]
    windows = (
        env.from_source(
            ScriptedSource(build_script({"clicks": [*clicks, (5_000, keys[0], 60_000)]})),
            strategy.with_timestamp_assigner(EventTime()),
            "clicks",
            CLICK_TYPE,
        )
        .key_by(lambda click: click[0])
        .window(TumblingEventTimeWindows.of(Time.seconds(10)))
    )
    if trigger is not None:
        windows = windows.trigger(trigger)
    windows.allowed_lateness(lateness_ms).sum(2).name("windows").print()
    return fs.simulate(env, job_name="clicks with a trigger")


class WindowClicks:
    """Clicks of two windows for each key; the learner writes the trigger."""

    def __init__(
        self,
        times: tuple[int, ...],
        keys: tuple[str, ...] = ("a",),
        lateness_ms: int = 0,
        has_crash: bool = False,
    ) -> None:
        self.times, self.keys = times, keys
        self.lateness_ms, self.has_crash = lateness_ms, has_crash
        self.runs: dict[Any, list[fs.Simulation]] = {}


def draw_data(random: Random) -> WindowClicks:
    """Draw four, five, seven or eight clicks in each of two windows.

    Around the boundary between the windows the clicks are out of order.
    """
    one, two = (random.choice((4, 5, 7, 8)) for _ in range(2))
    times = sorted(random.sample(range(500, 9_900, 100), one)) + sorted(
        random.sample(range(10_100, 19_000, 100), two)
    )
    border = one - 1  # one click of the first window comes between those of the second
    times[border], times[border + 1] = times[border + 1], times[border]
    return WindowClicks(tuple(times))


_FIRING_COUNT_OPTIONS = {
    "1": Option(("once", "1 次"), ("Count groups of three elements.", "请按每三个元素一组来数。")),
    "2": Option(("twice", "2 次"), ("Without a trigger for it, nothing fires at every third element, nor at the end.", "没有相应的触发器，就不会在每第三个元素处触发，也不会在窗口结束时触发。")),
    "3": Option(("three times", "3 次"), ("Only the default trigger fires at the end.", "只有默认触发器会在窗口结束时触发。")),
}  # fmt: skip


PROGRAM = """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
times = range(1_000, 9_000, 1_000)
script = [x for n, time in enumerate(times, 1) for x in (at(100 * n), record(("a", time, 1)))]
script += [at(5_000), record(("a", 60_000, 1))]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(10))
env = StreamExecutionEnvironment.get_execution_environment()
source = env.from_source(ScriptedSource({"clicks": script}), strategy.with_timestamp_assigner(lambda click, _: click[1]), "clicks", CLICK)
windows = source.key_by(lambda click: click[0]).window(TumblingEventTimeWindows.of(Time.seconds(10)))
windows.allowed_lateness(0).sum(2).name("windows").print()
env.execute("clicks with a trigger")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="13",
    title=("What, where, when, how", "什么、哪里、何时、怎样"),
    misconception=("a trigger is added to the default trigger", "自定义的触发器会与默认触发器一起生效"),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    predictions={
        "default": Prediction(
            ("One window has eight clicks and no trigger of its own. How often does it fire?", "一个窗口有八次点击，没有指定触发器。窗口触发几次？"),
            _FIRING_COUNT_OPTIONS,
            ("The default trigger of event-time windows is EventTimeTrigger. It fires once, at the end.", "事件时间窗口的默认触发器是 EventTimeTrigger，在窗口结束时触发一次。"),
        ),
        "count": Prediction(
            ("Now .trigger(CountTrigger.of(3)). How often?", "现在加上 .trigger(CountTrigger.of(3))。窗口触发几次？"),
            _FIRING_COUNT_OPTIONS,
            ("It fires at the third and the sixth click. The last two are in no result, without any warning.", "窗口在第三次和第六次点击时触发。最后两次点击不在任何结果中，而且没有任何提示。"),
        ),
        "purge": Prediction(
            ("With PurgingTrigger.of(CountTrigger.of(3)): how many elements has the second result?", "用 PurgingTrigger.of(CountTrigger.of(3))：第二个结果有几个元素？"),
            {
                "3": Option(("3", "3")),
                "6": Option(("6", "6"), ("The first three were deleted after the firing.", "前三个元素在触发之后已被删除。")),
                "5": Option(("5", "5"), ("It fires at every third element.", "每三个元素触发一次。")),
            },
            ("FIRE_AND_PURGE deletes the contents of the pane. The window itself stays.", "FIRE_AND_PURGE 会删除窗格的内容，而窗口本身保留。"),
        ),
    },
    exercise=Exercise(
        questions={"trigger": ("a trigger that fires early at each third element, once on time, and leaves nothing", "一个触发器：每第三个元素提前触发一次，准时触发一次，不留下任何状态或定时器")},
        learner_fields=("times",),
        draw_data=draw_data,
    ),
    tools={"with_trigger": build_trigger_job},
)  # fmt: skip
