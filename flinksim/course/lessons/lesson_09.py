"""Lesson 09, The mailbox: a timer interrupts nothing.

Not in Flink.
"""

from __future__ import annotations

from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.course.example_jobs import CLICK_TYPE
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
from flinksim.course.program_jobs import build_program_job
from flinksim.course.trace_search import find_first
from flinksim.datastream import StreamExecutionEnvironment
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


def build_long_map_job(
    records: Any = OPENING_RECORDS, wait_ms: int = 300, map_ms: int = 400
) -> fs.Simulation:
    """Build a job with a timer and a long map in one task.

    Args:
        records: Key and arrival (ms) of each record.
        wait_ms: The delay of the timer, which key a sets.
        map_ms: The duration of the map for key b.
    """
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    script = [item for key, arrival in records for item in (at(arrival), record((key, arrival, 1)))]
    long = fs.cost(lambda value: value, ms=lambda value: map_ms if value[0] == "b" else 0)
    (
        env.from_source(
            ScriptedSource(script), WatermarkStrategy.no_watermarks(), "records", CLICK_TYPE
        )
        .key_by(lambda value: value[0])
        .process(Reminder(wait_ms), CLICK_TYPE)
        .name("reminder")
        .map(long, Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()]))
        .name("long map")
        .print()
    )
    return fs.simulate(env, job_name="a timer beside a long map")


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


PROGRAM = """\
import flinksim as fs
from flinksim.common import Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.course.lessons.lesson_09 import Reminder

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
records = (("a", 100), ("b", 300), ("c", 320), ("d", 1_500))
script = [x for key, arrival in records for x in (at(arrival), record((key, arrival, 1)))]
env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
source = env.from_source(ScriptedSource(script), WatermarkStrategy.no_watermarks(), "records", CLICK)
reminded = source.key_by(lambda value: value[0]).process(Reminder(300), CLICK).name("reminder")
reminded.map(fs.cost(lambda value: value, ms=lambda value: 400 if value[0] == "b" else 0), CLICK).name("long map").print()
env.execute("a timer beside a long map")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="09",
    title=("The mailbox", "邮箱"),
    misconception=("a timer interrupts my function", "定时器会打断我的函数"),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    predictions={
        "when": Prediction(
            ("A timer is due at 400 ms. At 300 ms, a map in the same task starts and takes 400 ms. When does the timer fire?", "一个定时器应在 400 ms 触发。300 ms 时，同一任务中的一个 map 开始执行，需要 400 ms。定时器何时触发？"),
            {
                "due": Option(("at 400 ms", "400 ms"), ("At that time the task's thread is still in the map.", "此时任务的线程仍在执行 map。")),
                "done": Option(("at 700 ms, when the map ends", "700 ms，即 map 结束时")),
                "lost": Option(("never, because it was missed", "永远不会，因为已经错过"), ("A mail waits. It is not lost.", "邮件会等待，不会丢失。")),
            },
            ("The timer service puts a mail into the mailbox. The task's thread handles it when it is free.", "定时器服务把一封邮件放入邮箱，任务的线程有空时才会处理。"),
        ),
        "first": Prediction(
            ("A record has waited since 320 ms. What is handled first at 700 ms?", "有一条记录从 320 ms 起一直在等待。700 ms 时，先处理什么？"),
            {
                "record": Option(("the record, because it arrived first", "记录，因为记录先到"), ("The input is read when the mailbox is empty.", "邮箱为空时才会读取输入。")),
                "timer": Option(("the timer, because mails come first", "定时器，因为邮件优先")),
                "both": Option(("both at the same time", "两者同时"), ("There is only one thread.", "只有一个线程。")),
            },
            ("First all mails, then the default action: reading the input.", "先处理所有邮件，再执行默认动作：读取输入。"),
        ),
        "source": Prediction(
            ("The source is another task. Does it continue to read while the map is busy?", "数据源是另一个任务。map 繁忙时，数据源会继续读取吗？"),
            {
                "continues": Option(("yes", "会")),
                "waits": Option(("no", "不会"), ("It has its own thread and mailbox.", "数据源有自己的线程和邮箱。")),
                "stops": Option(("it stops at the barrier", "会停在屏障处"), ("There is no checkpoint here.", "这里没有检查点。")),
            },
            ("Each task has its own thread and mailbox. It waits only if the buffers are full.", "每个任务都有自己的线程和邮箱，只有缓冲区已满时才会等待。"),
        ),
    },
    exercise=Exercise(
        questions={
            "fires_at": ("when the timer fires, in ms", "定时器何时触发（ms）"),
            "order": ("what the task processes, in order: keys of records, and 'timer'", "任务依次处理的内容：记录的键，以及 'timer'"),
        },
        learner_fields=("records", "wait_ms", "map_ms"),
        draw_data=draw_data,
    ),
    tools={"with_a_long_map": build_long_map_job, "order": list_processing_order},
)  # fmt: skip
