"""Lesson 16, Backpressure and credits: who is held up, and who is the bottleneck.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random

import flinksim as fs
from flinksim.core.i18n.languages import Language
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import Program
from flinksim.trace.narration.value_formatting import Formatter

TASKS = ("parse", "enrich", "store")
READING_COUNT = 160
COSTS_MS = {"enrich": 5}


def list_tasks(
    costs: Mapping[str, int], parallelism: Mapping[str, int]
) -> list[tuple[str, int, int]]:
    """List the tasks, each with its duration per reading in ms and its parallelism."""
    return [(name, costs.get(name, 0), parallelism.get(name, 1)) for name in TASKS]


PROGRAM = Program(
    """\
import flinksim as fs
from flinksim.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
stream = env.from_collection(list(range($count))).name("read")
for name, cost_ms, parallelism in $tasks:
    work = fs.cost(lambda reading: reading, ms=cost_ms)
    stream = stream.rebalance().map(work).name(name).set_parallelism(parallelism)
    stream = stream.slot_sharing_group("enrich") if name == "enrich" else stream
stream.rebalance().filter(lambda n: n % 20 == 0).name("out").print().name("print")
env.execute("readings")
""",
    count=READING_COUNT,
    tasks=list_tasks(COSTS_MS, {}),
)


def build_readings_job(
    costs: Mapping[str, int] = COSTS_MS,
    parallelism: Mapping[str, int] | None = None,
    buffer_bytes: int = 32,
) -> fs.Simulation:
    """Send readings through three tasks.

    Args:
        costs: The duration per reading of each task, in ms.
        parallelism: The parallelism of each task; 1 by default.
        buffer_bytes: The size of a network buffer, which is sent immediately, so a few records fill all.
    """
    network = fs.NetworkSettings(segment_bytes=buffer_bytes, buffer_timeout_ms=0)
    settings = fs.RunSettings(interleaving=fs.RoundRobin(), network=network)
    return PROGRAM.build(settings, tasks=list_tasks(costs, parallelism or {}))


def describe_loads(run: fs.Simulation, language: Language = "en") -> list[str]:
    """Describe what each task spends its time with, and which task is the bottleneck."""
    formatter = Formatter(run.plan, language)
    report = fs.find_bottlenecks(run.trace)
    messages = [
        LESSON.texts.format(
            "load",
            task=formatter.format_id(load.subtask),
            busy=f"{load.busy / 10:.0f}",
            idle=f"{load.idle / 10:.0f}",
            backpressured=f"{load.backpressured / 10:.0f}",
        )
        for load in report.loads
    ]
    messages += [
        LESSON.texts.format("bottleneck", task=formatter.format_id(one.subtask))
        for one in report.bottlenecks
    ]
    return [str(getattr(message, language)) for message in messages]


class ThreeJobs:
    """The exercise's data: three jobs, each with a different task as bottleneck."""

    def __init__(self, costs: tuple[Mapping[str, int], ...]) -> None:
        self.costs = costs

    @cached_property
    def runs(self) -> list[fs.Simulation]:
        """The runs of the three jobs, each to its end."""
        return [run_quietly(build_readings_job(costs)) for costs in self.costs]


def draw_data(random: Random) -> ThreeJobs:
    """Draw three jobs with a different slow task each; a second task takes 1 ms per reading.

    With more than that, a task before the slow one may be busy until the end, and never backpressured.
    """
    jobs = []
    for name in random.sample(TASKS, 3):
        slow = random.randrange(5, 9)
        other = random.choice([task for task in TASKS if task != name])
        jobs.append({name: slow, other: 1})
    return ThreeJobs(tuple(jobs))


OPTIONS = ("busy", "idle", "backpressured")


LESSON = LessonDefinition(
    number="16",
    texts=load_texts(__file__),
    simulate=build_readings_job,
    program=PROGRAM.text,
    options={"before": OPTIONS, "behind": OPTIONS, "buffers": ("faster", "queues", "gone")},
    exercise=Exercise(fields=("culprits", "fix"), learner_fields=("runs",), draw_data=draw_data),
    tools={"readings_job": build_readings_job, "loads": describe_loads},
)
