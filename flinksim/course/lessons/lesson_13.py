"""Lesson 13, What, where, when, how: a trigger replaces the default and is not added to it.

Not in Flink.
"""

from __future__ import annotations

from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import Program
from flinksim.datastream.triggers import Trigger

TIMES = tuple(range(1_000, 9_000, 1_000))


def list_clicks(times: Any, keys: tuple[str, ...] = ("a",)) -> list[tuple[int, str, int]]:
    """List the arrival, key and event time of clicks, and of a last one that closes all windows."""
    clicks = [(100 * n, key, time) for n, time in enumerate(times, 1) for key in keys]
    return [*clicks, (5_000, keys[0], 60_000)]


PROGRAM = Program(
    """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
clicks = $clicks
script = [x for arrival, *click in clicks for x in (at(arrival), record((*click, 1)))]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(10))
env = StreamExecutionEnvironment.get_execution_environment()$checkpoints
source = env.from_source(ScriptedSource({"clicks": script}), strategy.with_timestamp_assigner(lambda click, _: click[1]), "clicks", CLICK)
windows = source.key_by(lambda click: click[0]).window(TumblingEventTimeWindows.of(Time.seconds(10)))$trigger
windows.allowed_lateness($lateness_ms).sum(2).name("windows").print()
env.execute("clicks with a trigger")
""",
    clicks=list_clicks(TIMES),
    checkpoints="",
    trigger="",
    lateness_ms=0,
)


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
    return PROGRAM.build(
        objects={"trigger": trigger},
        clicks=list_clicks(times, keys),
        checkpoints=f"\nenv.enable_checkpointing({checkpoint_ms})" if checkpoint_ms else "",
        trigger="" if trigger is None else ".trigger(trigger)",
        lateness_ms=lateness_ms,
    )


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


OPTIONS = ("1", "2", "3")


LESSON = LessonDefinition(
    number="13",
    texts=load_texts(__file__),
    simulate=PROGRAM.build,
    program=PROGRAM.text,
    options={"default": OPTIONS, "count": OPTIONS, "purge": ("3", "6", "5")},
    exercise=Exercise(fields=("trigger",), learner_fields=("times",), draw_data=draw_data),
    tools={"with_trigger": build_trigger_job},
)
