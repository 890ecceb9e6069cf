"""Lesson 16, Backpressure and credits: who is held up, and who is the bottleneck.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random

import flinksim as fs
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
from flinksim.course.program_jobs import build_program_job
from flinksim.datastream import StreamExecutionEnvironment

TASKS = ("parse", "enrich", "store")
READING_COUNT = 160
COSTS_MS = {"enrich": 5}


def build_readings_job(
    costs: Mapping[str, int], parallelism: Mapping[str, int] | None = None, buffer_bytes: int = 32
) -> fs.Simulation:
    """Send readings through three tasks.

    Args:
        costs: The duration per reading of each task, in ms.
        parallelism: The parallelism of each task; 1 by default.
        buffer_bytes: The size of a network buffer.
    """
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    stream = env.from_collection(list(range(READING_COUNT))).name("read")
    for name in TASKS:
        work = fs.cost(lambda reading: reading, ms=costs.get(name, 0))
        stream = stream.rebalance().map(work).name(name)
        stream = stream.set_parallelism((parallelism or {}).get(name, 1))
        if name == "enrich":  # other slots, and so another TaskManager
            stream = stream.slot_sharing_group(name)
    stream.rebalance().filter(lambda n: n % 20 == 0).name("out").print().name("print")
    return fs.simulate(env, job_name="readings", settings=build_settings(buffer_bytes))


def build_settings(buffer_bytes: int = 32) -> fs.RunSettings:
    """Build settings with small buffers, which are sent immediately, so a few records fill them all."""
    network = fs.NetworkSettings(segment_bytes=buffer_bytes, buffer_timeout_ms=0)
    return fs.RunSettings(interleaving=fs.RoundRobin(), network=network)


class ThreeJobs:
    """The exercise's data: three jobs, each with a different task as bottleneck."""

    def __init__(self, costs: tuple[Mapping[str, int], ...]) -> None:
        self.costs = costs

    @cached_property
    def runs(self) -> list[fs.Simulation]:
        """The runs of the three jobs, each to its end."""
        return [run_quietly(build_readings_job(costs)) for costs in self.costs]


def draw_data(random: Random) -> ThreeJobs:
    """Draw three jobs with a different slow task each; a second task takes half as long per reading."""
    jobs = []
    for name in random.sample(TASKS, 3):
        slow = random.randrange(5, 9)
        other = random.choice([task for task in TASKS if task != name])
        jobs.append({name: slow, other: slow // 2 - 1})
    return ThreeJobs(tuple(jobs))


_STATE_OPTIONS = {
    "busy": Option(("busy", "繁忙"), ("It works only briefly, and then waits for its output or for input.", "该任务只工作很短的时间，然后等待输出或输入。")),
    "idle": Option(("idle", "空闲"), ("Its input always has records.", "该任务的输入中总有记录。")),
    "backpressured": Option(("backpressured", "处于反压"), ("The task after it reads its output immediately.", "下游任务会立即读取其输出。")),
}  # fmt: skip


PROGRAM = """\
import flinksim as fs
from flinksim.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
stream = env.from_collection(list(range(160))).name("read")
for name, cost_ms in (("parse", 0), ("enrich", 5), ("store", 0)):
    work = fs.cost(lambda reading: reading, ms=cost_ms)
    stream = stream.rebalance().map(work).name(name).set_parallelism(1)
    stream = stream.slot_sharing_group("enrich") if name == "enrich" else stream
stream.rebalance().filter(lambda n: n % 20 == 0).name("out").print().name("print")
env.execute("readings")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="16",
    title=("Backpressure and credits", "反压与信用"),
    misconception=("the backpressured task is the bottleneck", "处于反压的任务就是瓶颈"),
    simulate=lambda: build_program_job(PROGRAM, build_settings()),
    program=PROGRAM,
    predictions={
        "before": Prediction(
            ("enrich takes 5 ms for each reading, all other tasks take no time. What is the state of parse, before it, most of the time?", "enrich 处理每条读数需要 5 ms，其他任务不耗时。上游的 parse 大部分时间处于什么状态？"),
            _STATE_OPTIONS,
            ("It has no output buffer left, because enrich reads only one reading in 5 ms.", "parse 没有可用的输出缓冲区，因为 enrich 每 5 ms 才读取一条读数。"),
        ),
        "behind": Prediction(
            ("And store, after it?", "下游的 store 呢？"),
            _STATE_OPTIONS,
            ("It gets one reading in 5 ms, and needs no time for it.", "store 每 5 ms 才收到一条读数，而且处理不耗时。"),
        ),
        "buffers": Prediction(
            ("The buffers have twice the size. What changes?", "缓冲区增大一倍。会有什么变化？"),
            {
                "faster": Option(("the job is faster", "作业变快"), ("enrich still needs 5 ms for each.", "enrich 处理每条读数仍需要 5 ms。")),
                "queues": Option(("more readings wait in queues, and the job takes the same time", "更多读数在排队，而作业用时不变")),
                "gone": Option(("the backpressure is gone", "反压消失"), ("It only starts a little later, when the larger queues are full.", "反压只是稍晚出现，要等更长的队列装满之后。")),
            },
            ("A longer queue does not make a slow task faster. Its records only wait longer.", "队列更长，并不会使慢任务变快，只会使记录等待更久。"),
        ),
    },
    exercise=Exercise(
        questions={
            "culprits": ("the bottleneck of each job", "每个作业的瓶颈任务"),
            "fix": ("subtasks for the tasks of the first job, such as {'parse': 2}; at most 5 in total", "第一个作业各任务的子任务数，例如 {'parse': 2}；总共最多 5 个"),
        },
        learner_fields=("runs",),
        draw_data=draw_data,
    ),
    tools={"readings_job": build_readings_job},
)  # fmt: skip
