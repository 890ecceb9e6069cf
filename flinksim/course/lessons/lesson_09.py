"""Lesson 09, The mailbox: a timer interrupts nothing.

Not in Flink.
"""

from __future__ import annotations

from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import Program
from flinksim.course.trace_search import find_first
from flinksim.datastream.functions import KeyedProcessFunction
from flinksim.trace import events as e

OPENING_RECORDS = (("a", 100), ("b", 300), ("c", 320), ("d", 1_500))


class Reminder(KeyedProcessFunction):
    """Process function that sets a timer at the record of key a, and forwards every record."""

    def __init__(self, wait_ms: int) -> None:
        self.wait_ms = wait_ms

    def process_element(self, value: Any, ctx: Any) -> Any:
        timers = ctx.timer_service()
        if value[0] == "a":
            timers.register_processing_time_timer(timers.current_processing_time() + self.wait_ms)
        yield value

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        yield ("timer", timestamp, 0)


PROGRAM = Program(
    """\
import flinksim as fs
from flinksim.common import Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.course.lessons.lesson_09 import Reminder

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
records = $records
script = [x for key, arrival in records for x in (at(arrival), record((key, arrival, 1)))]
env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
source = env.from_source(ScriptedSource(script), WatermarkStrategy.no_watermarks(), "records", CLICK)
reminded = source.key_by(lambda value: value[0]).process(Reminder($wait_ms), CLICK).name("reminder")
reminded.map(fs.cost(lambda value: value, ms=lambda value: $map_ms if value[0] == "b" else 0), CLICK).name("long map").print()
env.execute("a timer beside a long map")
""",
    records=OPENING_RECORDS,
    wait_ms=300,
    map_ms=400,
)


def build_long_map_job(
    records: Any = OPENING_RECORDS, wait_ms: int = 300, map_ms: int = 400
) -> fs.Simulation:
    """Build a job with a timer and a long map in one task.

    Args:
        records: Key and arrival (ms) of each record.
        wait_ms: The delay of the timer, which key a sets.
        map_ms: The duration of the map for key b.
    """
    return PROGRAM.build(records=records, wait_ms=wait_ms, map_ms=map_ms)


def find_timer_firing(run: fs.Simulation) -> tuple[int, int]:
    """Return the step in which the timer of key a fires, and the processing time then."""
    step, _ = find_first(run.trace, e.TimerFired)
    return step, run.trace.headers[step].time_ms


def list_processing_order(run: fs.Simulation) -> tuple[str, ...]:
    """List what the task processes, in order: records by their key, and the timer."""
    node = f"o{_find_reminder_node(run)}/0"
    done: list[str] = []
    for event in run.trace.events:
        if isinstance(event, e.TimerFired):
            done.append("timer")
        elif isinstance(event, e.ElementProcessed) and (event.operator, event.element) == (
            node,
            "record",
        ):
            done.append(event.value[0])
    return tuple(done)


def _find_reminder_node(run: fs.Simulation) -> int:
    (node,) = (o.node for v in run.plan.vertices for o in v.operators if o.name == "reminder")
    return node


class MailboxRun:
    """The exercise's data: arrivals of records, the delay of the timer, and the time the map takes."""

    def __init__(self, records: tuple[tuple[str, int], ...], wait_ms: int, map_ms: int) -> None:
        self.records, self.wait_ms, self.map_ms = records, wait_ms, map_ms


def draw_data(random: Random) -> MailboxRun:
    """Draw records such that the map is busy when the timer is due and one or two records wait."""
    start = random.randrange(100, 300, 10)
    wait = random.randrange(300, 500, 10)
    begins = start + wait - random.randrange(60, 150, 10)
    map_ms = random.randrange(300, 600, 10)
    waiting = [("c", begins + 20)] + ([("e", begins + 40)] if random.choice((True, False)) else [])
    return MailboxRun(
        (("a", start), ("b", begins), *waiting, ("d", begins + map_ms + 700)), wait, map_ms
    )


LESSON = LessonDefinition(
    number="09",
    texts=load_texts(__file__),
    simulate=PROGRAM.build,
    program=PROGRAM.text,
    options={
        "when": ("due", "done", "lost"),
        "first": ("record", "timer", "both"),
        "source": ("continues", "waits", "ahead"),
    },
    exercise=Exercise(
        fields=("fires_at", "order"),
        learner_fields=("records", "wait_ms", "map_ms"),
        draw_data=draw_data,
    ),
    tools={"with_a_long_map": build_long_map_job, "order": list_processing_order},
)
