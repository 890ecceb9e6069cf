"""Lesson 07, Four graphs and chaining: what one box is.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random

import flinksim as fs
from flinksim.common import WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, record
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
from flinksim.course.program_jobs import build_program_job
from flinksim.datastream import StreamExecutionEnvironment

OPERATORS = ("read", "parse", "clean", "enrich", "score", "write")
CUT_CAUSES = ("rebalance", "parallelism", "new chain", "slot group")
OPENING_CUTS: Mapping[int, tuple[str, ...]] = {1: ("rebalance",), 3: ("parallelism",)}


def build_pipeline_job(cuts: Mapping[int, tuple[str, ...]]) -> fs.Simulation:
    """Build six operators in a row.

    Args:
        cuts: By the number of an edge, what prevents chaining there.
    """
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    source = ScriptedSource({"one": [record(1)], "two": [record(2)]})
    stream = env.from_source(source, WatermarkStrategy.no_watermarks(), OPERATORS[0])
    parallelism = 2
    for number, name in enumerate(OPERATORS[1:-1]):
        causes = cuts.get(number, ())
        if "rebalance" in causes:
            stream = stream.rebalance()
        if "parallelism" in causes:
            parallelism = 3 - parallelism
        stream = stream.map(lambda value: value).name(name).set_parallelism(parallelism)
        if "new chain" in causes:
            stream = stream.start_new_chain()
        if "slot group" in causes:
            stream = stream.slot_sharing_group(f"group {number}")
    stream.print().name(OPERATORS[-1]).set_parallelism(parallelism)
    return fs.simulate(env, job_name="six operators")


def list_vertices(sim: fs.Simulation) -> list[list[str]]:
    """Return the operators of each job vertex."""
    return [[operator.name for operator in vertex.operators] for vertex in sim.plan.vertices]


class ChainBreaks:
    """The exercise's data: a pipeline with three edges that are not chained, one for two reasons."""

    def __init__(self, cuts: Mapping[int, tuple[str, ...]]) -> None:
        self.cuts = cuts

    @cached_property
    def sim(self) -> fs.Simulation:
        """The program as a simulation."""
        return build_pipeline_job(self.cuts)


def draw_data(random: Random) -> ChainBreaks:
    """Draw three of four edges that are not chained, with different reasons; one edge has two."""
    causes = random.sample(CUT_CAUSES, 4)
    edges = sorted(random.sample(range(4), 3))
    double = random.choice(edges)
    cuts = {}
    for edge in edges:
        cuts[edge] = tuple(causes.pop() for _ in range(2 if edge == double else 1))
    return ChainBreaks(cuts)


def _build_count_options(*correct: str) -> dict[str, Option]:
    feedback = (
        "Count the edges that are not chained, and add one.",
        "请数出没有链接的边，再加一。",
    )
    return {n: Option((n, n), ("", "") if n in correct else feedback) for n in ("1", "2", "3", "6")}


PROGRAM = """\
from flinksim.common import WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, record
from flinksim.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(2)
source = ScriptedSource({"one": [record(1)], "two": [record(2)]})
read = env.from_source(source, WatermarkStrategy.no_watermarks(), "read")
parsed = read.map(lambda value: value).name("parse").set_parallelism(2)
cleaned = parsed.rebalance().map(lambda value: value).name("clean").set_parallelism(2)
enriched = cleaned.map(lambda value: value).name("enrich").set_parallelism(2)
scored = enriched.map(lambda value: value).name("score").set_parallelism(1)
scored.print().name("write").set_parallelism(1)
env.execute("six operators")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="07",
    title=("Four graphs and chaining", "四种图与算子链"),
    misconception=("every box on the dashboard is one operator", "Flink Dashboard 上的每个方框都是一个算子"),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    predictions={
        "tasks": Prediction(
            ("Six operators, rebalance() before clean, another parallelism from score on. How many job vertices?", "有六个算子，clean 之前有 rebalance()，从 score 开始并行度不同。有几个作业顶点？"),
            _build_count_options("3"),
            ("Two edges are not chained, so there are three tasks.", "有两条边没有链接，因此有三个任务。"),
        ),
        "equal": Prediction(
            ("Now all operators have the same parallelism, and rebalance() stays. How many job vertices?", "现在所有算子的并行度都相同，rebalance() 保留。有几个作业顶点？"),
            _build_count_options("2"),
            ("With rebalance() the partitioner is not FORWARD, although both ends have the same parallelism.", "尽管两端并行度相同，rebalance() 使分区器不再是 FORWARD。"),
        ),
        "group": Prediction(
            ("Only enrich and the operators after it have another slot sharing group. How many job vertices?", "只有 enrich 及其后面的算子属于另一个任务槽共享组。有几个作业顶点？"),
            _build_count_options("2"),
            ("A chain is one task in one slot, so it cannot be in two groups.", "一条链是一个任务槽中的一个任务，因此不能属于两个组。"),
        ),
    },
    exercise=Exercise(
        questions={
            "why": ("for each edge 'chained', or a condition that is false", "每条边为 'chained'，或一个不成立的条件"),
            "fix": ("an edge that is chained without one of its causes, so that 3 job vertices are left", "一条边：去掉其一个原因，这条边就会链接，作业剩下 3 个作业顶点"),
        },
        learner_fields=("cuts", "sim"),
        draw_data=draw_data,
    ),
    tools={"pipeline": build_pipeline_job, "vertices": list_vertices},
)  # fmt: skip
