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
            (
                f"expected four texts that begin with {data.prefix!r}, found {value!r:.60}",
                f"此处需要四个以 {data.prefix!r} 开头的文本，得到的是 {value!r:.60}",
            )
        )
    return tuple(sorted(value))


def judge_answer(data: SolvedCities, answer: Answer) -> Verdict:
    """Check three answers: four keys on four subtasks, the fewest salts, and the key that moves."""
    run, found = data.run_with_keys(answer["keys"])
    if len(set(found.values())) < 4:
        listed = ", ".join(f"{key}: {owner}" for key, owner in found.items())
        step = find_first(run.trace, e.ElementProcessed)[0]
        return Verdict(
            False,
            (
                f"they are not on four different subtasks: {listed}",
                f"它们没有分布在四个子任务上：{listed}",
            ),
            step,
            run,
        )
    salts = answer["salts"]
    if not 1 <= salts <= READINGS_PER_CITY:
        return Verdict(
            False,
            (
                f"expected a number of salts from 1 to {READINGS_PER_CITY}",
                f"盐值个数必须在 1 到 {READINGS_PER_CITY} 之间",
            ),
        )
    if data.compute_max_share(salts) > MAX_SHARE:
        return Verdict(
            False,
            (
                f"with {salts} salts, one subtask still has {data.compute_max_share(salts):.0%} of the readings",
                f"盐值为 {salts} 个时，一个子任务仍有 {data.compute_max_share(salts):.0%} 的读数",
            ),
        )
    if any(_compute_share(data.city, fewer) <= MAX_SHARE for fewer in range(1, salts)):
        return Verdict(
            False,
            (
                f"{salts} salts are enough, but fewer are enough, too",
                f"{salts} 个盐值足够，但更少的也足够",
            ),
        )
    run, found = data.run_with_keys((data.moving,))
    if answer["after"] != found[data.moving]:
        step = find_first(run.trace, e.ElementProcessed)[0]
        return Verdict(
            False,
            (
                f"{data.moving!r} is not on subtask {answer['after']} of 4",
                f"4 个子任务里，{data.moving!r} 不在 {answer['after']} 号",
            ),
            step,
            run,
        )
    return Verdict(
        True,
        (
            f"{data.moving!r} moves from subtask {_find_owner(data.moving, 2)} to {found[data.moving]}, with its key group",
            f"{data.moving!r} 连同它的键组从子任务 {_find_owner(data.moving, 2)} 移到 {found[data.moving]}",
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
        ("The subtask of a key depends on its hash. Four consecutive keys may share a subtask.", "键所在的子任务取决于键的哈希值。连续的四个键可能在同一个子任务上。"),
        _build_answer_rule(keys=lambda d: [f"{d.prefix}{n}" for n in range(4)]),
    ),
    "as many salts as subtasks": Misconception(
        ("Salted keys are hashed, too. Four of them need not be on four subtasks.", "加盐的键也要计算哈希值，因此四个键不一定分布在四个子任务上。"),
        _build_answer_rule(salts=lambda d: 4),
        covers=lambda d, a: d.min_salts < a["salts"] <= 8,
    ),
    "one salt more is enough": Misconception(
        ("Two keys may be on one subtask.", "两个键可能在同一个子任务上。"),
        _build_answer_rule(salts=lambda d: 2),
        covers=lambda d, a: 1 <= a["salts"] < d.min_salts,
    ),
    "the more salts the better": Misconception(
        ("Every salt adds a partial result that has to be summed up.", "每增加一个盐值，就多一个需要汇总的部分结果。"),
        _build_answer_rule(salts=lambda d: READINGS_PER_CITY),
        covers=lambda d, a: a["salts"] > 8,
    ),
    "a key stays where it is": Misconception(
        ("The key group of a key stays the same. The ranges of groups are distributed again.", "键所属的键组不变，但键组的范围会重新分配。"),
        _build_answer_rule(after=lambda d: _find_owner(d.moving, 2)),
    ),
    "the group modulo the subtasks": Misconception(
        ("Groups are distributed in ranges: group * parallelism / maximum parallelism.", "键组按范围分配：键组 × 并行度 / 最大并行度。"),
        _build_answer_rule(after=lambda d: (_find_owner(d.moving, 4) + 1) % 4 if assign_to_key_group(d.moving, MAX_PARALLELISM) % 4 == _find_owner(d.moving, 4) else assign_to_key_group(d.moving, MAX_PARALLELISM) % 4),
    ),
    "new subtasks take new keys": Misconception(
        ("All keys are distributed again, with their state.", "所有键连同状态一起重新分配。"),
        _build_answer_rule(after=lambda d: 0),
    ),
}  # fmt: skip


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
    exercise=LESSON.exercise,
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
    spellings=lambda d, a: [{**a, "keys": tuple(reversed(a["keys"]))}, {**a, "salts": str(a["salts"]), "after": f"subtask {a['after']}"}],
    truths={'balance': _count_used_subtasks, 'order': _compare_owners_of_reversed, 'hot': _count_hot_subtasks},
)  # fmt: skip
