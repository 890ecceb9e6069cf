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
from flinksim.connectors import TransactionalSink
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import Program

OPENING_CRASH_STEP = 38
"""A step of the opening run at which a crash prints rows twice."""

TIMES = tuple(range(50, 1_500, 100))


PROGRAM = Program(
    """\
from flinksim.common import Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
script = [x for time in $times for x in (at(time), record(("a", time, 1)))]
env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.enable_checkpointing(500)
source = env.from_source(ScriptedSource([*script, at(2_500)]), WatermarkStrategy.no_watermarks(), "clicks", CLICK)
source.key_by(lambda click: click[0]).sum(2).name("counts").$output
env.execute("a running count")
""",
    times="range(50, 1_500, 100)",
    output="print()",
)


def build_counting_job(times: Any, sink: TransactionalSink | None = None) -> fs.Simulation:
    """Count clicks, with a checkpoint every 500 ms; print the counts or commit them to *sink*."""
    output = "print()" if sink is None else "sink_to(sink)"
    return PROGRAM.build(objects={"sink": sink}, times=times, output=output)


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


LESSON = LessonDefinition(
    number="18",
    texts=load_texts(__file__),
    simulate=lambda: run_and_crash(PROGRAM.build(), OPENING_CRASH_STEP),
    program=PROGRAM.text,
    options={
        "crash": ("once", "again", "all"),
        "count": ("more", "same", "less"),
        "visible": ("all", "none", "last"),
    },
    exercise=Exercise(
        fields=("step", "row", "sink"), learner_fields=("times", "whole"), draw_data=draw_data
    ),
    tools={"counting": build_counting_job, "crashed": run_with_crash},
)
