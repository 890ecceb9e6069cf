"""Lesson 07, Four graphs and chaining: what one box is.

Not in Flink.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, record
from flinksim.course.answer_parsing import (
    build_choice_parser,
    build_data_choice_parser,
    build_dict_parser,
)
from flinksim.course.lesson_model import (
    Answer,
    Exercise,
    LessonDefinition,
    Misconception,
    Option,
    Prediction,
    Verdict,
)
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.graph.chaining_model import EdgeVerdict

OPERATORS = ("read", "parse", "clean", "enrich", "score", "write")
EDGES = tuple(f"{one} -> {other}" for one, other in itertools.pairwise(OPERATORS))
CUT_CAUSES = ("rebalance", "parallelism", "new chain", "slot group")
OPENING_CUTS: Mapping[int, tuple[str, ...]] = {1: ("rebalance",), 3: ("parallelism",)}
CONDITION_SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "chained": ("none", "链接"),
    "forward partitioner": ("partitioner", "forward", "分区器"),
    "same parallelism": ("parallelism", "并行度"),
    "downstream may have a predecessor": ("chaining strategy", "new chain", "链接策略"),
    "same slot sharing group": ("slot sharing group", "slot group", "slot 共享组"),
}
CONDITION_OF_CAUSE = dict(zip(CUT_CAUSES, list(CONDITION_SPELLINGS)[1:], strict=True))


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

    @cached_property
    def verdicts(self) -> dict[str, EdgeVerdict]:
        """The result of Flink's chaining conditions for each edge."""
        found = self.sim.show_plan().diagram.verdicts
        return dict(zip(EDGES, found, strict=True))

    def find_broken_conditions(self, edge: str) -> list[str]:
        """Return the conditions that do not hold for an edge."""
        return [one.condition for one in self.verdicts[edge].verdicts if not one.holds]

    def count_vertices_without_first(self, edge: str) -> int:
        """Count the job vertices if only the first reason against chaining an edge is removed."""
        number = EDGES.index(edge)
        remaining = {n: causes[1:] if n == number else causes for n, causes in self.cuts.items()}
        return len(list_vertices(build_pipeline_job(remaining)))


def draw_data(random: Random) -> ChainBreaks:
    """Draw three of four edges that are not chained, with different reasons; one edge has two."""
    causes = random.sample(CUT_CAUSES, 4)
    edges = sorted(random.sample(range(4), 3))
    double = random.choice(edges)
    cuts = {}
    for edge in edges:
        cuts[edge] = tuple(causes.pop() for _ in range(2 if edge == double else 1))
    return ChainBreaks(cuts)


def judge_answer(data: ChainBreaks, answer: Answer) -> Verdict:
    """Check that each edge is answered with a failing condition, and one change leaves three vertices."""
    for edge, answered in answer["why"]:
        broken = data.find_broken_conditions(edge)
        if (answered != "chained" and answered not in broken) or (answered == "chained" and broken):
            hint = "is" if data.verdicts[edge].chained else "is not"
            zh = "是" if data.verdicts[edge].chained else "不是"
            return Verdict(
                False,
                (
                    f"{edge} {hint} chained, so {answered!r} is not right",
                    f"{edge} {zh}链在一起的；{answered!r} 不对",
                ),
            )
    left = data.count_vertices_without_first(answer["mend"])
    if left != 3:
        return Verdict(
            False,
            (
                f"without one cause of {answer['mend']} there are {left} job vertices, not 3",
                f"去掉 {answer['mend']} 的一个原因后有 {left} 个作业顶点，不是 3 个",
            ),
        )
    return Verdict(True, ("4 job vertices, or 3 with one change", "4 个作业顶点，改一处后是 3 个"))


def solve(data: ChainBreaks) -> dict[str, Any]:
    """Return the first failing chaining condition of each edge, and an edge with only one."""
    single = next(n for n, causes in data.cuts.items() if len(causes) == 1)
    why = {
        edge: CONDITION_OF_CAUSE[data.cuts[n][0]] if n in data.cuts else "chained"
        for n, edge in enumerate(EDGES)
    }
    return {"why": why, "mend": EDGES[single]}


def _build_answer_rule(compute_condition: Any) -> Any:
    def answer(data: ChainBreaks) -> dict[str, Any]:
        right = solve(data)
        return {
            **right,
            "why": {
                edge: compute_condition(data, edge, said) for edge, said in right["why"].items()
            },
        }

    return answer


MISCONCEPTIONS = {
    "every box on the dashboard is one operator": Misconception(
        ("Operators with a FORWARD edge and equal parallelism share a task.", "前向边且并行度相同的算子同在一个任务里。"),
        _build_answer_rule(lambda d, edge, said: "forward partitioner" if said == "chained" else said),
    ),
    "all of a pipeline is one task": Misconception(
        ("Three edges are not chained. Look at the calls between the operators.", "有三条边没有链接：看看算子之间的调用。"),
        _build_answer_rule(lambda d, edge, said: "chained"),
    ),
    "every cut is a shuffle": Misconception(
        ("A FORWARD edge is not always chained: a slot sharing group or a call in the program can prevent it.", "FORWARD 边不一定链接：slot 共享组或程序里的调用都可能阻止。"),
        _build_answer_rule(lambda d, edge, said: said if said == "chained" else "forward partitioner"),
    ),
    "every cut is the parallelism": Misconception(
        ("Only where the parallelisms are different.", "只有数字不同的地方才是。"),
        _build_answer_rule(lambda d, edge, said: said if said == "chained" else "same parallelism"),
    ),
    "one change mends any cut": Misconception(
        ("Two conditions are false on that edge, and all conditions have to be true.", "那处断开有两个原因：所有条件都要成立。"),
        lambda d: {**solve(d), "mend": EDGES[next(n for n, c in d.cuts.items() if len(c) == 2)]},
    ),
    "a chain can be mended where there is none broken": Misconception(
        ("That edge is already chained.", "那条边本来就是链在一起的。"),
        lambda d: {**solve(d), "mend": next(e for n, e in enumerate(EDGES) if n not in d.cuts)},
    ),
}  # fmt: skip


def _build_vertex_counter(cuts: Mapping[int, tuple[str, ...]]) -> Any:
    return lambda run: (str(len(list_vertices(build_pipeline_job(cuts)))), None)


def _build_count_options(*correct: str) -> dict[str, Option]:
    feedback = ("Count the edges that are not chained, and add one.", "数没有链接的边，再加一。")
    return {n: Option((n, n), ("", "") if n in correct else feedback) for n in ("1", "2", "3", "6")}


LESSON = LessonDefinition(
    number="07",
    title=("Four graphs and chaining", "四种图与算子链"),
    misconception=("every box on the dashboard is one operator", "一个方框就是一个算子"),
    simulate=lambda: build_pipeline_job(OPENING_CUTS),
    program=build_pipeline_job,
    predictions={
        "tasks": Prediction(
            ("Six operators, rebalance() before clean, another parallelism from score on. How many job vertices?", "六个算子，clean 前有 rebalance()，score 起并行度不同。有几个作业顶点？"),
            _build_count_options("3"), lambda run: (str(len(list_vertices(run))), None),
            ("Two edges are not chained, so there are three tasks.", "断开两条边：三个任务。"),
        ),
        "equal": Prediction(
            ("Now all operators have the same parallelism, and rebalance() stays. How many job vertices?", "现在并行度都相同，rebalance() 保留。有几个？"),
            _build_count_options("2"), _build_vertex_counter({1: ("rebalance",)}),
            ("With rebalance() the partitioner is not FORWARD, although both ends have the same parallelism.", "两端并行度相同，但 rebalance() 使边不再是 FORWARD。"),
        ),
        "group": Prediction(
            ("Only enrich and the operators after it have another slot sharing group. How many job vertices?", "只给 enrich 及其后面的设一个自己的slot 共享组。有几个？"),
            _build_count_options("2"), _build_vertex_counter({2: ("slot group",)}),
            ("A chain is one task in one slot, so it cannot be in two groups.", "一条链是一个任务槽里的一个任务，不可能在两个组里。"),
        ),
    },
    exercise=Exercise(
        questions={
            "why": ("for each edge 'chained', or a condition that is false", "每条边是 'chained'，或一个不成立的条件"),
            "mend": ("an edge that is chained without one of its causes, so that 3 job vertices are left", "去掉一个原因就链接的边，使作业剩 3 个顶点"),
        },
        parsers={"why": build_dict_parser(lambda d: EDGES, build_choice_parser(CONDITION_SPELLINGS)), "mend": build_data_choice_parser(lambda d: {e: (e.replace(" -> ", "->"), e.split()[-1]) for e in EDGES})},
        learner_fields=("cuts", "sim"),
        draw_data=draw_data,
        judge_answer=judge_answer,
        solve=solve,
        misconceptions=MISCONCEPTIONS,
        spellings=lambda d, a: [
            {"why": {e: CONDITION_SPELLINGS[w][-1] for e, w in a["why"].items()}, "mend": a["mend"].replace(" ", "")},
            {"why": {e: w.upper() for e, w in a["why"].items()}, "mend": a["mend"]},
        ],
        wrong_answers=lambda d: [
            {**solve(d), "mend": list(EDGES)},
            {**solve(d), "why": {e: list(CONDITION_SPELLINGS) for e in EDGES}},
            {**solve(d), "why": dict.fromkeys(EDGES[:3], "chained")},
        ],
    ),
    tools={"pipeline": build_pipeline_job, "vertices": list_vertices},
)  # fmt: skip
