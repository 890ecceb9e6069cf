"""Solution of lesson 15, State, key groups, skew, order: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Any

import flinksim as fs
from flinksim.core.java.key_groups import assign_key_to_parallel_operator, assign_to_key_group
from flinksim.course.answer_parsing import parse_whole_number
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_15 import (
    KEYS,
    LESSON,
    MAX_PARALLELISM,
    MAX_SHARE,
    READINGS_PER_CITY,
    Cities,
    build_keyed_job,
    find_owners,
    salt_keys,
)
from flinksim.course.solution_model import InvalidAnswer, Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first
from flinksim.trace import events as e

TEXTS = LESSON.texts


class SolvedCities(Cities):
    """The exercise's data with its answers."""

    @cached_property
    def min_salts(self) -> int:
        """The smallest number of salts with which no subtask gets more than 40 % of the readings."""
        counts = range(1, READINGS_PER_CITY)
        return next(
            (n for n in counts if _compute_share(self.city, n) <= MAX_SHARE), READINGS_PER_CITY
        )

    def run_with_keys(self, keys: tuple[str, ...]) -> tuple[fs.Simulation, dict[Any, int]]:
        """Run the job with these keys; return the run and the subtask, of 4, of each key."""
        run = run_quietly(build_keyed_job(keys))
        return run, find_owners(run)

    def compute_max_share(self, salts: int) -> float:
        """Compute which share of the hot city's readings its busiest subtask gets, with *salts* salts."""
        found = self.run_with_keys(tuple(salt_keys(self.city, salts)))[1]
        load = Counter(found[key] for key in salt_keys(self.city, salts))
        return max(load.values()) / READINGS_PER_CITY

    @property
    def four_spread_keys(self) -> list[str]:
        """Four keys, one for each subtask."""
        found: dict[int, str] = {}
        for n in range(200):
            key = f"{self.prefix}{n}"
            found.setdefault(_find_owner(key, 4), key)
        return [found[n] for n in sorted(found)]


def _find_owner(key: str, parallelism: int) -> int:
    return assign_key_to_parallel_operator(key, MAX_PARALLELISM, parallelism)


def _compute_share(city: str, salts: int) -> float:
    load = Counter(_find_owner(key, 4) for key in salt_keys(city, salts))
    return max(load.values()) / READINGS_PER_CITY


def is_suitable(data: SolvedCities) -> bool:
    """Return whether two or four salts are not enough, and the key moves on rescaling."""
    return data.min_salts not in (2, 4, READINGS_PER_CITY) and _find_owner(data.moving, 4) not in (
        _find_owner(data.moving, 2),
        0,
    )


def parse_four_keys(data: SolvedCities, value: Any) -> tuple[str, ...]:
    """Parse four different texts that begin with the learner's prefix."""
    if (
        type(value) not in (list, tuple, set)
        or len(value) != 4
        or any(type(key) is not str or not key.startswith(data.prefix) for key in value)
    ):
        raise InvalidAnswer(
            TEXTS.format("no four keys", prefix=repr(data.prefix), value=f"{value!r:.60}")
        )
    return tuple(sorted(value))


def judge_answer(data: SolvedCities, answer: Answer) -> Verdict:
    """Check three answers: four keys on four subtasks, the fewest salts, and the key that moves."""
    run, found = data.run_with_keys(answer["keys"])
    if len(set(found.values())) < 4:
        listed = ", ".join(f"{key}: {owner}" for key, owner in found.items())
        step = find_first(run.trace, e.ElementProcessed)[0]
        return Verdict(False, TEXTS.format("not spread", listed=listed), step, run)
    salts = answer["salts"]
    if not 1 <= salts <= READINGS_PER_CITY:
        return Verdict(False, TEXTS.format("out of range", most=READINGS_PER_CITY))
    if data.compute_max_share(salts) > MAX_SHARE:
        return Verdict(
            False,
            TEXTS.format(
                "too few salts", salts=salts, share=f"{data.compute_max_share(salts):.0%}"
            ),
        )
    if any(_compute_share(data.city, fewer) <= MAX_SHARE for fewer in range(1, salts)):
        return Verdict(False, TEXTS.format("too many salts", salts=salts))
    run, found = data.run_with_keys((data.moving,))
    if answer["after"] != found[data.moving]:
        step = find_first(run.trace, e.ElementProcessed)[0]
        return Verdict(
            False,
            TEXTS.format("wrong subtask", key=repr(data.moving), after=answer["after"]),
            step,
            run,
        )
    return Verdict(
        True,
        TEXTS.format(
            "right",
            key=repr(data.moving),
            before=_find_owner(data.moving, 2),
            after=found[data.moving],
        ),
    )


def solve(data: SolvedCities) -> dict[str, Any]:
    """Return keys and a number of salts, found by trial.

    They cannot be computed directly: a key group is a hash, and subtasks own ranges of key groups.
    """
    return {
        "keys": data.four_spread_keys,
        "salts": data.min_salts,
        "after": _find_owner(data.moving, 4),
    }


def _build_answer_rule(**replacements: Any) -> Any:
    return lambda d: {**solve(d), **{name: make(d) for name, make in replacements.items()}}


MISCONCEPTIONS = {
    "keyBy deals keys out in turn": Misconception(
        _build_answer_rule(keys=lambda d: [f"{d.prefix}{n}" for n in range(4)]),
        covers=lambda d, a: len({_find_owner(key, 4) for key in a["keys"]}) < 4,
    ),
    "as many salts as subtasks": Misconception(
        _build_answer_rule(salts=lambda d: 4), covers=lambda d, a: d.min_salts < a["salts"] <= 8
    ),
    "one salt more is enough": Misconception(
        _build_answer_rule(salts=lambda d: 2), covers=lambda d, a: 1 <= a["salts"] < d.min_salts
    ),
    "the more salts the better": Misconception(
        _build_answer_rule(salts=lambda d: READINGS_PER_CITY), covers=lambda d, a: a["salts"] > 8
    ),
    "a key stays where it is": Misconception(
        _build_answer_rule(after=lambda d: _find_owner(d.moving, 2)),
        covers=lambda d, a: a["after"] != _find_owner(d.moving, 4),
    ),
    "the group modulo the subtasks": Misconception(
        _build_answer_rule(
            after=lambda d: (
                (_find_owner(d.moving, 4) + 1) % 4
                if assign_to_key_group(d.moving, MAX_PARALLELISM) % 4 == _find_owner(d.moving, 4)
                else assign_to_key_group(d.moving, MAX_PARALLELISM) % 4
            )
        )
    ),
    "new subtasks take new keys": Misconception(_build_answer_rule(after=lambda d: 0)),
}


def _count_used_subtasks(run: fs.Simulation) -> tuple[str, int | None]:
    return str(len(set(find_owners(run).values()))), None


def _compare_owners_of_reversed(run: fs.Simulation) -> tuple[str, int | None]:
    owners_of_reversed = find_owners(run_quietly(build_keyed_job(reversed(KEYS))))
    return ("same" if owners_of_reversed == find_owners(run) else "other"), None


def _count_hot_subtasks(run: fs.Simulation) -> tuple[str, int | None]:
    return str(
        len(set(find_owners(run_quietly(build_keyed_job(["Paris"] * 20, 8))).values()))
    ), None


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedCities(d.prefix, d.city, d.moving),
    is_suitable=is_suitable,
    parsers={"keys": parse_four_keys, "salts": parse_whole_number, "after": parse_whole_number},
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {**solve(d), "keys": [solve(d)["keys"][0]] * 4},
        {**solve(d), "keys": ["a", "b", "c", "d"]},
        {**solve(d), "after": [0, 1, 2, 3]},
        {**solve(d), "salts": 0},
    ],
    spellings=lambda d, a: [
        {**a, "keys": tuple(reversed(a["keys"]))},
        {**a, "salts": str(a["salts"]), "after": f"subtask {a['after']}"},
    ],
    truths={
        "balance": _count_used_subtasks,
        "order": _compare_owners_of_reversed,
        "hot": _count_hot_subtasks,
    },
)
