"""Lesson 07, Four graphs and chaining: what one box is.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from random import Random

import flinksim as fs
from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.messages import translate_text
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import Program, build_program_job
from flinksim.graph.chaining_model import describe_change

OPERATORS = ("read", "parse", "clean", "enrich", "score", "write")
CUT_CAUSES = ("rebalance", "parallelism", "new chain", "slot group")
OPENING_CUTS: Mapping[int, tuple[str, ...]] = {1: ("rebalance",), 3: ("parallelism",)}


PIPELINE = Program(
    """\
from flinksim.common import WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, record
from flinksim.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(2)
source = ScriptedSource({"one": [record(1)], "two": [record(2)]})
read = env.from_source(source, WatermarkStrategy.no_watermarks(), "read")
$maps
score.print().name("write").set_parallelism($parallelism)
env.execute("six operators")
"""
)


def write_pipeline_program(cuts: Mapping[int, tuple[str, ...]]) -> str:
    """Write a program with six operators in a row.

    Args:
        cuts: By the number of an edge, what prevents chaining there.
    """
    maps, parallelism = [], 2
    for number, (before, name) in enumerate(pairwise(OPERATORS[:-1])):
        causes = cuts.get(number, ())
        parallelism = 3 - parallelism if "parallelism" in causes else parallelism
        changes = {
            "new chain": ".start_new_chain()",
            "slot group": f'.slot_sharing_group("group {number}")',
        }
        maps.append(
            f"{name} = {before}{'.rebalance()' if 'rebalance' in causes else ''}"
            f'.map(lambda value: value).name("{name}").set_parallelism({parallelism})'
            + "".join(code for cause, code in changes.items() if cause in causes)
        )
    return PIPELINE.write(maps="\n".join(maps), parallelism=parallelism)


def build_pipeline_job(cuts: Mapping[int, tuple[str, ...]]) -> fs.Simulation:
    """Build the job of :func:`write_pipeline_program`."""
    return build_program_job(write_pipeline_program(cuts))


def list_vertices(sim: fs.Simulation) -> list[list[str]]:
    """Return the operators of each job vertex."""
    return [[operator.name for operator in vertex.operators] for vertex in sim.plan.vertices]


def describe_decisions(sim: fs.Simulation, language: Language = "en") -> list[str]:
    """Describe for each edge whether it is chained and why, and the smallest change that reverses it."""
    return [
        f"“{verdict.source}” -> “{verdict.target}”: "
        f"{translate_text(verdict.sentence, language)} | {translate_text(describe_change(verdict), language)}"
        for verdict in sim.show_plan().diagram.verdicts
    ]


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


OPTIONS = ("1", "2", "3", "6")


PROGRAM = write_pipeline_program(OPENING_CUTS)
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="07",
    texts=load_texts(__file__),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    options={"tasks": OPTIONS, "equal": OPTIONS, "group": OPTIONS},
    exercise=Exercise(fields=("why", "fix"), learner_fields=("cuts", "sim"), draw_data=draw_data),
    tools={
        "pipeline": build_pipeline_job,
        "vertices": list_vertices,
        "decisions": describe_decisions,
    },
)
