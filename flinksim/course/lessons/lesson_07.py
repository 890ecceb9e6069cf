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
from flinksim.course.answer_parsing import dict_of, one_of, one_of_these
from flinksim.course.lesson_model import (
    Answer,
    Exercise,
    LessonParts,
    Option,
    Prediction,
    Rule,
    Seen,
)
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.graph.chaining_model import EdgeVerdict

NAMES = ("read", "parse", "clean", "enrich", "score", "write")
EDGES = tuple(f"{one} -> {other}" for one, other in itertools.pairwise(NAMES))
CAUSES = ("rebalance", "parallelism", "new chain", "slot group")
PLAIN: Mapping[int, tuple[str, ...]] = {1: ("rebalance",), 3: ("parallelism",)}
WORDS: Mapping[str, tuple[str, ...]] = {
    "chained": ("none", "链接"),
    "forward partitioner": ("partitioner", "forward", "分区器"),
    "same parallelism": ("parallelism", "并行度"),
    "downstream may have a predecessor": ("chaining strategy", "new chain", "链接策略"),
    "same slot sharing group": ("slot sharing group", "slot group", "槽共享组"),
}
OF_CAUSE = dict(zip(CAUSES, list(WORDS)[1:], strict=True))


def pipeline(cuts: Mapping[int, tuple[str, ...]]) -> fs.Simulation:
    """Build six operators in a row.

    Args:
        cuts: By the number of an edge, what prevents chaining there.
    """
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    source = ScriptedSource({"one": [record(1)], "two": [record(2)]})
    stream = env.from_source(source, WatermarkStrategy.no_watermarks(), NAMES[0])
    parallelism = 2
    for number, name in enumerate(NAMES[1:-1]):
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
    stream.print().name(NAMES[-1]).set_parallelism(parallelism)
    return fs.simulate(env, job_name="six operators")


def vertices(sim: fs.Simulation) -> list[list[str]]:
    """Return the operators of each job vertex."""
    return [[operator.name for operator in vertex.operators] for vertex in sim.plan.vertices]


class Cut:
    """A pipeline that is not chained at three edges, one of which has two causes."""

    def __init__(self, cuts: Mapping[int, tuple[str, ...]]) -> None:
        self.cuts = cuts

    @cached_property
    def sim(self) -> fs.Simulation:
        """The program as a simulation."""
        return pipeline(self.cuts)

    @cached_property
    def verdicts(self) -> dict[str, EdgeVerdict]:
        """The result of Flink's chaining conditions for each edge."""
        found = self.sim.show_plan().document.verdicts
        return dict(zip(EDGES, found, strict=True))

    def broken(self, edge: str) -> list[str]:
        """Return the conditions that do not hold for an edge."""
        return [one.condition for one in self.verdicts[edge].verdicts if not one.holds]

    def without_first(self, edge: str) -> int:
        """Count the job vertices without the first cause at an edge."""
        number = EDGES.index(edge)
        remaining = {n: causes[1:] if n == number else causes for n, causes in self.cuts.items()}
        return len(vertices(pipeline(remaining)))


def drawn(random: Random) -> Cut:
    """Draw three of four edges and different causes; one edge has two of them."""
    causes = random.sample(CAUSES, 4)
    edges = sorted(random.sample(range(4), 3))
    double = random.choice(edges)
    cuts = {}
    for edge in edges:
        cuts[edge] = tuple(causes.pop() for _ in range(2 if edge == double else 1))
    return Cut(cuts)


def judged(data: Cut, answer: Answer) -> Seen:
    """Check that every cut has a condition that fails, and one change leaves three vertices."""
    for edge, answered in answer["why"]:
        broken = data.broken(edge)
        if (answered != "chained" and answered not in broken) or (answered == "chained" and broken):
            hint = "is" if data.verdicts[edge].chained else "is not"
            zh = "是" if data.verdicts[edge].chained else "不是"
            return Seen(
                False,
                (
                    f"{edge} {hint} one chain; not so: {answered!r}",
                    f"{edge} {zh}链在一起的；{answered!r} 不对",
                ),
            )
    left = data.without_first(answer["mend"])
    if left != 3:
        return Seen(
            False,
            (
                f"with one cause of {answer['mend']} gone there are {left} job vertices, not 3",
                f"去掉 {answer['mend']} 的一个原因后有 {left} 个作业顶点，不是 3 个",
            ),
        )
    return Seen(True, ("4 job vertices, and 3 with one change", "4 个作业顶点，改一处后是 3 个"))


def solved(data: Cut) -> dict[str, Any]:
    """Return the first failing condition of each edge, and a cut with one cause."""
    single = next(n for n, causes in data.cuts.items() if len(causes) == 1)
    why = {
        edge: OF_CAUSE[data.cuts[n][0]] if n in data.cuts else "chained"
        for n, edge in enumerate(EDGES)
    }
    return {"why": why, "mend": EDGES[single]}


def _why(make: Any) -> Any:
    def answer(data: Cut) -> dict[str, Any]:
        right = solved(data)
        return {
            **right,
            "why": {edge: make(data, edge, said) for edge, said in right["why"].items()},
        }

    return answer


RULES = {
    "one box is one operator": Rule(
        ("Operators with a forward edge and equal parallelism share a task.", "前向边且并行度相同的算子同在一个任务里。"),
        _why(lambda d, edge, said: "forward partitioner" if said == "chained" else said),
    ),
    "all of a pipeline is one task": Rule(
        ("Three edges of it are cut: look at what stands between the operators.", "有三条边断开：看看算子之间写了什么。"),
        _why(lambda d, edge, said: "chained"),
    ),
    "every cut is a shuffle": Rule(
        ("A chain can be cut where no record is sent elsewhere: by a group, or by hand.", "记录不换地方，链也可能断开：因槽共享组，或手动断开。"),
        _why(lambda d, edge, said: said if said == "chained" else "forward partitioner"),
    ),
    "every cut is the parallelism": Rule(
        ("Only where the numbers differ.", "只有数字不同的地方才是。"),
        _why(lambda d, edge, said: said if said == "chained" else "same parallelism"),
    ),
    "one change mends any cut": Rule(
        ("That cut has two causes: all conditions have to hold.", "那处断开有两个原因：所有条件都要成立。"),
        lambda d: {**solved(d), "mend": EDGES[next(n for n, c in d.cuts.items() if len(c) == 2)]},
    ),
    "a chain can be mended where there is none broken": Rule(
        ("That edge is chained already.", "那条边本来就是链在一起的。"),
        lambda d: {**solved(d), "mend": next(e for n, e in enumerate(EDGES) if n not in d.cuts)},
    ),
}  # fmt: skip


def _count(cuts: Mapping[int, tuple[str, ...]]) -> Any:
    return lambda run: (str(len(vertices(pipeline(cuts)))), None)


def _counts(*right: str) -> dict[str, Option]:
    feedback = ("Count the edges that are cut, and add one.", "数断开的边，再加一。")
    return {n: Option((n, n), ("", "") if n in right else feedback) for n in ("1", "2", "3", "6")}


LESSON = LessonParts(
    number="07",
    title=("Four graphs and chaining", "四种图与算子链"),
    misconception=("one box is one operator", "一个方框就是一个算子"),
    simulate=lambda: pipeline(PLAIN),
    program=pipeline,
    predictions={
        "tasks": Prediction(
            ("Six operators, rebalance() before clean, another parallelism from score on. How many job vertices?", "六个算子，clean 前有 rebalance()，score 起并行度不同。有几个作业顶点？"),
            _counts("3"), lambda run: (str(len(vertices(run))), None),
            ("Two edges are cut: three tasks.", "断开两条边：三个任务。"),
        ),
        "equal": Prediction(
            ("Now all are equally parallel, and rebalance() stays. How many?", "现在并行度都相同，rebalance() 保留。有几个？"),
            _counts("2"), _count({1: ("rebalance",)}),
            ("rebalance() makes the edge another than FORWARD, though each end is as parallel.", "两端并行度相同，但 rebalance() 使边不再是 FORWARD。"),
        ),
        "group": Prediction(
            ("Nothing but a slot sharing group of its own for enrich and what follows. How many?", "只给 enrich 及其后面的设一个自己的槽共享组。有几个？"),
            _counts("2"), _count({2: ("slot group",)}),
            ("A chain is one task in one slot; it cannot be in two groups.", "一条链是一个槽里的一个任务，不可能在两个组里。"),
        ),
    },
    exercise=Exercise(
        asks={
            "why": ("for each edge 'chained', or a condition that is broken", "每条边是 'chained'，或一个不成立的条件"),
            "mend": ("a cut that goes when one of its causes goes, so that 3 job vertices are left", "去掉一个原因就消失的断开处，使作业剩 3 个顶点"),
        },
        reads={"why": dict_of(lambda d: EDGES, one_of(WORDS)), "mend": one_of_these(lambda d: {e: (e.replace(" -> ", "->"), e.split()[-1]) for e in EDGES})},
        data=drawn,
        judge=judged,
        solve=solved,
        rules=RULES,
        spellings=lambda d, a: [
            {"why": {e: WORDS[w][-1] for e, w in a["why"].items()}, "mend": a["mend"].replace(" ", "")},
            {"why": {e: w.upper() for e, w in a["why"].items()}, "mend": a["mend"]},
        ],
        cheats=lambda d: [
            {**solved(d), "mend": list(EDGES)},
            {**solved(d), "why": {e: list(WORDS) for e in EDGES}},
            {**solved(d), "why": dict.fromkeys(EDGES[:3], "chained")},
        ],
    ),
    tools={"pipeline": pipeline, "vertices": vertices},
)  # fmt: skip
