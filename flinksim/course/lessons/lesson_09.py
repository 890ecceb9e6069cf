"""Lesson 09, The mailbox: a timer interrupts nothing.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.course.answer_parsing import (
    build_data_choice_parser,
    build_list_parser,
    parse_milliseconds,
)
from flinksim.course.example_jobs import CLICK_TYPE
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import (
    Answer,
    Exercise,
    LessonDefinition,
    Misconception,
    Option,
    Prediction,
    Verdict,
)
from flinksim.course.trace_search import find_first, iterate_events
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

    @cached_property
    def run(self) -> fs.Simulation:
        """The simulation of the job, run to its end."""
        return run_quietly(build_long_map_job(self.records, self.wait_ms, self.map_ms))

    @property
    def due_ms(self) -> int:
        """When the timer is due, in ms."""
        return self.records[0][1] + self.wait_ms


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


def judge_answer(data: MailboxRun, answer: Answer) -> Verdict:
    """Check the answered firing time of the timer and the processing order against the run."""
    step, time = find_timer_firing(data.run)
    if answer["fires_at"] != time:
        return Verdict(
            False,
            (
                f"the timer does not fire at {answer['fires_at']} ms",
                f"定时器不是在 {answer['fires_at']} ms 触发",
            ),
            step,
            data.run,
        )
    if answer["order"] != list_processing_order(data.run):
        return Verdict(
            False,
            (
                "the time is right, but the order is not; look at the mailbox when the map ends",
                "时刻对了，次序不对：map 结束时看看邮箱里有什么",
            ),
            step,
            data.run,
        )
    return Verdict(
        True,
        (
            f"the timer is due at {data.due_ms} ms, and fires at {time} ms, when the map ends",
            f"应在 {data.due_ms} ms，实际 {time} ms，map 结束时才触发",
        ),
        step,
        data.run,
    )


def solve(data: MailboxRun) -> dict[str, Any]:
    """Return the right answer, read from the trace of the run."""
    return {
        "fires_at": find_timer_firing(data.run)[1],
        "order": list(list_processing_order(data.run)),
    }


def _list_keys(data: MailboxRun) -> list[str]:
    return [key for key, _ in data.records]


def _build_order_rule(choose_position: Any) -> Any:
    def answer(data: MailboxRun) -> dict[str, Any]:
        keys = _list_keys(data)
        keys.insert(choose_position(data, keys), "timer")
        return {**solve(data), "order": keys}

    return answer


MISCONCEPTIONS = {
    "a timer interrupts my function": Misconception(
        ("One thread runs the whole task. The timer is a mail, and waits until the map ends.", "任务只有一个线程：定时器是一封邮件，要等 map 结束。"),
        lambda d: {**_build_order_rule(lambda data, keys: 2)(d), "fires_at": d.due_ms},
    ),
    "what came first goes first": Misconception(
        ("Mails are handled before the next element, even if the element arrived earlier.", "邮件先于下一个元素，即使元素来得更早。"),
        _build_order_rule(lambda data, keys: len(keys) - 1),
    ),
    "timers come last": Misconception(
        ("The timer fires as soon as the task is free.", "任务一空闲它就走。"),
        _build_order_rule(lambda data, keys: len(keys)),
    ),
    "the timer waits as long as the map": Misconception(
        ("It waits until the map ends, not for a whole duration of the map.", "只等 map 结束，不是再等一整段。"),
        lambda d: {**solve(d), "fires_at": d.due_ms + d.map_ms},
    ),
    "the map is over at once": Misconception(
        ("The task is busy from the arrival of the record.", "从记录到达起任务就忙着。"),
        lambda d: {**solve(d), "fires_at": d.records[1][1]},
    ),
    "the timer goes before the long map": Misconception(
        ("The timer was not yet due when the map began.", "map 开始时它还没到点。"),
        _build_order_rule(lambda data, keys: 1),
    ),
}  # fmt: skip


def _find_when_timer_fires(run: fs.Simulation) -> tuple[str, int | None]:
    step, time = find_timer_firing(run)
    return ("done" if time > 400 else "due"), step


def _find_what_runs_first(run: fs.Simulation) -> tuple[str, int | None]:
    done = list_processing_order(run)
    return ("timer" if done.index("timer") < done.index("c") else "record"), find_timer_firing(run)[
        0
    ]


def _find_other_task_progress(run: fs.Simulation) -> tuple[str, int | None]:
    taken = [s for s, f in iterate_events(run.trace, e.SourceRecordRead) if f.value[0] == "c"]
    return ("goes on" if run.trace.headers[taken[0]].time_ms < 700 else "waits"), taken[0]


LESSON = LessonDefinition(
    number="09",
    title=("The mailbox", "邮箱"),
    misconception=("a timer interrupts my function", "定时器会打断我的函数"),
    simulate=lambda: build_long_map_job(),
    program=build_long_map_job,
    predictions={
        "when": Prediction(
            ("A timer is due at 400 ms. At 300 ms, a map in the same task starts and takes 400 ms. When does the timer fire?", "定时器应在 400 ms。300 ms 时同一任务里的 map 开始，要 400 ms。定时器何时触发？"),
            {
                "due": Option(("at 400 ms", "400 ms"), ("At that time the task's thread is still in the map.", "那时任务的线程还在 map 里。")),
                "done": Option(("at 700 ms, when the map ends", "700 ms，map 结束时")),
                "lost": Option(("never, because it was missed", "永不：错过了"), ("A mail waits. It is not lost.", "邮件会等着，不会丢。")),
            },
            _find_when_timer_fires,
            ("The timer service puts a mail into the mailbox. The task's thread handles it when it is free.", "定时器服务往邮箱放一封邮件；唯一的线程空闲时才取。"),
        ),
        "first": Prediction(
            ("A record has waited since 320 ms. What is handled first at 700 ms?", "320 ms 时来的一条记录也在等。700 ms 时谁先？"),
            {
                "record": Option(("the record, because it arrived first", "记录：它先到"), ("The input is read when the mailbox is empty.", "邮箱空了才看输入。")),
                "timer": Option(("the timer, because mails come first", "定时器：邮件优先")),
                "both": Option(("both at the same time", "同时"), ("There is only one thread.", "只有一个线程。")),
            },
            _find_what_runs_first,
            ("First all mails, then the default action: reading the input.", "先处理邮件，再做默认动作：读输入。"),
        ),
        "source": Prediction(
            ("The source is another task. Does it continue to read while the map is busy?", "数据源是另一个任务：map 忙时它还读吗？"),
            {
                "goes on": Option(("yes", "读")),
                "waits": Option(("no", "不读"), ("It has its own thread and mailbox.", "它有自己的线程和邮箱。")),
                "stops": Option(("it stops at the barrier", "停在屏障处"), ("There is no checkpoint here.", "这里没有检查点。")),
            },
            _find_other_task_progress,
            ("Each task has its own thread and mailbox. It waits only if the buffers are full.", "每个任务有自己的线程和邮箱；只有缓冲区满了才等。"),
        ),
    },
    exercise=Exercise(
        questions={
            "fires_at": ("when the timer fires, in ms", "定时器何时触发，毫秒"),
            "order": ("what the task processes, in order: keys of records, and 'timer'", "任务依次做什么：记录的键，以及 'timer'"),
        },
        parsers={"fires_at": parse_milliseconds, "order": build_list_parser(build_data_choice_parser(lambda d: {"timer": ("定时器", "mail"), **dict.fromkeys(_list_keys(d), ())}))},
        learner_fields=("records", "wait_ms", "map_ms"),
        draw_data=draw_data,
        judge_answer=judge_answer,
        solve=solve,
        misconceptions=MISCONCEPTIONS,
        spellings=lambda d, a: [{"fires_at": f"{a['fires_at']} ms", "order": [one.upper() for one in a["order"]]}, {**a, "order": tuple(a["order"])}],
        wrong_answers=lambda d: [{**solve(d), "order": [*solve(d)["order"], "timer"]}, {**solve(d), "fires_at": [solve(d)["fires_at"]]}],
    ),
    tools={"with_a_long_map": build_long_map_job, "order": list_processing_order},
)  # fmt: skip
