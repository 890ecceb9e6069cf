"""Solution of lesson 07, Four graphs and chaining: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from flinksim.course.answer_parsing import (
    build_choice_parser,
    build_data_choice_parser,
    build_dict_parser,
)
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_07 import (
    CUT_CAUSES,
    LESSON,
    OPERATORS,
    ChainBreaks,
    build_pipeline_job,
    list_vertices,
)
from flinksim.course.solution_model import Misconception, Solution, Verdict
from flinksim.graph.chaining_model import EdgeVerdict

TEXTS = LESSON.texts
EDGES = tuple(f"{one} -> {other}" for one, other in itertools.pairwise(OPERATORS))
CONDITION_SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "chained": ("none", "链接"),
    "forward partitioner": ("partitioner", "forward", "分区器"),
    "same parallelism": ("parallelism", "并行度"),
    "downstream may have a predecessor": ("chaining strategy", "new chain", "链接策略"),
    "same slot sharing group": ("slot sharing group", "slot group", "slot 共享组", "任务槽共享组"),
}


CONDITION_OF_CAUSE = dict(zip(CUT_CAUSES, list(CONDITION_SPELLINGS)[1:], strict=True))


class SolvedChainBreaks(ChainBreaks):
    """The exercise's data with its answers."""

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


def judge_answer(data: SolvedChainBreaks, answer: Answer) -> Verdict:
    """Check that each edge is answered with a failing condition, and one change leaves three vertices."""
    for edge, answered in answer["why"]:
        broken = data.find_broken_conditions(edge)
        if (answered != "chained" and answered not in broken) or (answered == "chained" and broken):
            message = "is chained" if data.verdicts[edge].chained else "is not chained"
            return Verdict(False, TEXTS.format(message, edge=edge, answered=repr(answered)))
    left = data.count_vertices_without_first(answer["fix"])
    if left != 3:
        return Verdict(False, TEXTS.format("other vertices", fix=answer["fix"], left=left))
    return Verdict(True, TEXTS.format("right"))


def solve(data: SolvedChainBreaks) -> dict[str, Any]:
    """Return the first failing chaining condition of each edge, and an edge with only one."""
    single = next(n for n, causes in data.cuts.items() if len(causes) == 1)
    why = {
        edge: CONDITION_OF_CAUSE[data.cuts[n][0]] if n in data.cuts else "chained"
        for n, edge in enumerate(EDGES)
    }
    return {"why": why, "fix": EDGES[single]}


def _build_answer_rule(compute_condition: Any) -> Any:
    def answer(data: SolvedChainBreaks) -> dict[str, Any]:
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
        _build_answer_rule(
            lambda d, edge, said: "forward partitioner" if said == "chained" else said
        )
    ),
    "all of a pipeline is one task": Misconception(
        _build_answer_rule(lambda d, edge, said: "chained"),
        covers=lambda d, a: any(
            one == "chained" and d.find_broken_conditions(edge) for edge, one in a["why"]
        ),
    ),
    "every cut is a shuffle": Misconception(
        _build_answer_rule(
            lambda d, edge, said: said if said == "chained" else "forward partitioner"
        )
    ),
    "every cut is the parallelism": Misconception(
        _build_answer_rule(lambda d, edge, said: said if said == "chained" else "same parallelism")
    ),
    "one change fixes any cut": Misconception(
        lambda d: {**solve(d), "fix": EDGES[next(n for n, c in d.cuts.items() if len(c) == 2)]}
    ),
    "a chain can be fixed where there is none broken": Misconception(
        lambda d: {**solve(d), "fix": next(e for n, e in enumerate(EDGES) if n not in d.cuts)}
    ),
    "a sink is never chained": Misconception(
        _build_answer_rule(lambda d, edge, said: "same parallelism" if edge == EDGES[-1] else said),
        covers=lambda d, a: any(
            one != "chained" and not d.find_broken_conditions(edge) for edge, one in a["why"]
        ),
    ),
}


def _build_vertex_counter(cuts: Mapping[int, tuple[str, ...]]) -> Any:
    return lambda run: (str(len(list_vertices(build_pipeline_job(cuts)))), None)


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedChainBreaks(d.cuts),
    parsers={
        "why": build_dict_parser(lambda d: EDGES, build_choice_parser(CONDITION_SPELLINGS)),
        "fix": build_data_choice_parser(
            lambda d: {e: (e.replace(" -> ", "->"), e.split()[-1]) for e in EDGES}
        ),
    },
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {**solve(d), "fix": list(EDGES)},
        {**solve(d), "why": {e: list(CONDITION_SPELLINGS) for e in EDGES}},
        {**solve(d), "why": dict.fromkeys(EDGES[:3], "chained")},
    ],
    spellings=lambda d, a: [
        {
            "why": {e: CONDITION_SPELLINGS[w][-1] for e, w in a["why"].items()},
            "fix": a["fix"].replace(" ", ""),
        },
        {"why": {e: w.upper() for e, w in a["why"].items()}, "fix": a["fix"]},
    ],
    truths={
        "tasks": lambda run: (str(len(list_vertices(run))), None),
        "equal": _build_vertex_counter({1: ("rebalance",)}),
        "group": _build_vertex_counter({2: ("slot group",)}),
    },
)
