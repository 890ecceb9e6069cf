"""Lesson 18, Exactly once: records are processed again after a crash; what counts is the output.

Not in Flink.
"""

from __future__ import annotations

from contextlib import redirect_stdout
from functools import cached_property
from io import StringIO
from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import WatermarkStrategy
from flinksim.connectors import TransactionalSink
from flinksim.connectors.scripted_source import ScriptedSource, ScriptItem, at, record
from flinksim.course.example_jobs import CLICK_TYPE
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
from flinksim.course.program_jobs import build_program_job
from flinksim.datastream import StreamExecutionEnvironment

INTERVAL_MS = 500
OPENING_CRASH_STEP = 38
"""A step of the opening run at which a crash prints rows twice."""

TIMES = tuple(range(50, 1_500, 100))


def build_counting_job(times: Any, sink: TransactionalSink | None = None) -> fs.Simulation:
    """Count clicks, with a checkpoint every 500 ms; print the counts or commit them to *sink*."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    env.enable_checkpointing(INTERVAL_MS)
    script: list[ScriptItem] = [
        item for time in times for item in (at(time), record(("a", time, 1)))
    ]
    counts = (
        env.from_source(
            ScriptedSource([*script, at(2_500)]),
            WatermarkStrategy.no_watermarks(),
            "clicks",
            CLICK_TYPE,
        )
        .key_by(lambda click: click[0])
        .sum(2)
        .name("counts")
    )
    if sink is None:
        counts.print()
    else:
        counts.sink_to(sink)
    return fs.simulate(env, job_name="a running count")


def run_with_crash(times: Any, step: int, sink: TransactionalSink | None = None) -> fs.Simulation:
    """Run the counting job and crash the counting task at the step *step*."""
    return run_and_crash(build_counting_job(times, sink), step)


def run_and_crash(run: fs.Simulation, step: int) -> fs.Simulation:
    """Run a counting job to its end, and crash the counting task at the step *step*."""
    with redirect_stdout(StringIO()):
        run.run(until=step)
        run.crash("counts")
        return run.run()


class Clicks:
    """The exercise's data: arrivals of clicks; the learner chooses at which step to crash."""

    def __init__(self, times: tuple[int, ...]) -> None:
        self.times = times

    @cached_property
    def whole(self) -> fs.Simulation:
        """The simulation of the clicks without a crash, run to its end."""
        return run_quietly(build_counting_job(self.times))


def draw_data(random: Random) -> Clicks:
    """Draw the arrivals of clicks, one every 80 to 120 ms."""
    now, times = random.randrange(30, 90, 10), []
    while now < 1_400:
        times.append(now)
        now += random.randrange(80, 130, 10)
    return Clicks(tuple(times))


PROGRAM = """\
from flinksim.common import Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
script = [x for time in range(50, 1_500, 100) for x in (at(time), record(("a", time, 1)))]
env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.enable_checkpointing(500)
source = env.from_source(ScriptedSource([*script, at(2_500)]), WatermarkStrategy.no_watermarks(), "clicks", CLICK)
source.key_by(lambda click: click[0]).sum(2).name("counts").print()
env.execute("a running count")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="18",
    title=("Exactly once", "精确一次"),
    misconception=("exactly-once means that each record is processed once", "精确一次表示每条记录只处理一次"),
    simulate=lambda: run_and_crash(build_program_job(PROGRAM), OPENING_CRASH_STEP),
    program=PROGRAM,
    predictions={
        "crash": Prediction(
            ("The counting task crashes between two checkpoints. Are records read again?", "计数的任务在两个检查点之间崩溃。记录会重新读取吗？"),
            {
                "once": Option(("no, because the job is exactly-once", "不会，因为作业是精确一次的"), ("The source also restores its position from the checkpoint.", "数据源也会从检查点恢复读取位置。")),
                "again": Option(("yes, all since the last complete checkpoint", "会，重新读取最近一次完成的检查点之后的所有记录")),
                "all": Option(("yes, all from the beginning", "会，从头开始重新读取所有记录"), ("Records that are in the snapshot need not be read again.", "快照中已包含的记录不需要重新读取。")),
            },
            ("The state and the position in the input are restored together.", "状态和输入中的读取位置会一起恢复。"),
        ),
        "count": Prediction(
            ("Is the last count then too high?", "这样一来，最后的计数会偏大吗？"),
            {
                "more": Option(("yes, some are counted twice", "会，有些记录计了两次"), ("The counts are restored, too.", "计数也会恢复到检查点时的值。")),
                "same": Option(("no, it is the same as without the crash", "不会，与没有崩溃时相同")),
                "less": Option(("it is too low", "不会，反而偏小"), ("Nothing is lost, because the source reads again.", "没有丢失任何记录，因为数据源会重新读取。")),
            },
            ("Each record is counted once in the state. That is the meaning of exactly-once.", "每条记录在状态中只计一次，这就是“精确一次”的含义。"),
        ),
        "lag": Prediction(
            ("With a two-phase commit sink, which rows are visible just before the first checkpoint?", "使用两阶段提交的数据汇时，第一个检查点即将开始之前，能看到哪些行？"),
            {
                "all": Option(("all rows so far", "目前所有的行"), ("They are written, but not committed.", "这些行已写出，但尚未提交。")),
                "none": Option(("nothing", "看不到任何行")),
                "last": Option(("the last row", "最后一行"), ("A transaction becomes visible as a whole.", "事务要么整体可见，要么完全不可见。")),
            },
            ("Exactly-once results become visible only when the next checkpoint is complete.", "精确一次的结果要等到下一个检查点完成之后才可见。"),
        ),
    },
    exercise=Exercise(
        questions={
            "step": ("the step in which the counting task crashes", "计数的任务在第几步崩溃"),
            "row": ("a row that is then printed twice", "因此打印两次的一行"),
            "sink": ("the sink that prevents this: 'print' or 'two phases'", "能避免重复打印的数据汇：'print' 或 'two phases'"),
        },
        learner_fields=("times", "whole"),
        draw_data=draw_data,
    ),
    tools={"counting": build_counting_job, "crashed": run_with_crash},
)  # fmt: skip
