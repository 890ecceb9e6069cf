"""Lesson 15, State, key groups, skew, order: where a key lives.

Not in Flink.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from random import Random
from typing import Any

import flinksim as fs
from flinksim.core.java.key_groups import assign_key_to_parallel_operator, assign_to_key_group
from flinksim.course.answer_parsing import parse_whole_number
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import (
    Answer,
    Exercise,
    InvalidAnswer,
    LessonDefinition,
    Misconception,
    Option,
    Prediction,
    Verdict,
)
from flinksim.course.trace_search import find_first, find_last_step, iterate_events
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.trace import events as e

MAX_PARALLELISM = 128
READINGS_PER_CITY = 60
MAX_SHARE = 0.4


def build_keyed_job(values: Iterable[Any], parallelism: int = 4) -> fs.Simulation:
    """Build a job in which each value is a key, and the task ``work`` has several subtasks."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    env.set_max_parallelism(MAX_PARALLELISM)
    work = env.from_collection(list(values)).name("read").key_by(lambda value: value)
    work.map(lambda value: value).name("work").set_parallelism(parallelism).print()
    return fs.simulate(env, job_name="where keys live")


def find_owners(run: fs.Simulation) -> dict[Any, int]:
    """Find, for each key, the index of the subtask that processed it."""
    node = next(o.node for v in run.plan.vertices for o in v.operators if o.name == "work")
    return {
        event.value: int(event.operator.partition("/")[2])
        for _, event in iterate_events(run.trace, e.ElementProcessed)
        if event.element == "record" and event.operator.startswith(f"o{node}/")
    }


def salt_keys(city: str, salts: int) -> list[str]:
    """Return the keys of a hot city's readings, spread over *salts* different suffixes (salts)."""
    return [f"{city}#{n % salts}" for n in range(READINGS_PER_CITY)]


class Cities:
    """The exercise's data: a prefix for keys, a hot city, and a key that moves on rescaling."""

    def __init__(self, prefix: str, city: str, moving: str) -> None:
        self.prefix, self.city, self.moving = prefix, city, moving
        self._owners: dict[tuple[str, ...], dict[Any, int]] = {}

    def run_with_keys(self, keys: tuple[str, ...]) -> tuple[fs.Simulation, dict[Any, int]]:
        """Run the job with these keys; return the run and the subtask, of 4, of each key."""
        run = run_quietly(build_keyed_job(keys))
        return run, find_owners(run)

    def compute_max_share(self, salts: int) -> float:
        """Compute which share of the hot city's readings its busiest subtask gets, with *salts* salts."""
        found = self.run_with_keys(tuple(salt_keys(self.city, salts)))[1]
        load = Counter(found[key] for key in salt_keys(self.city, salts))
        return max(load.values()) / READINGS_PER_CITY

    @cached_property
    def min_salts(self) -> int:
        """The smallest number of salts with which no subtask gets more than 40 % of the readings."""
        return next(
            n for n in range(1, READINGS_PER_CITY) if _compute_share(self.city, n) <= MAX_SHARE
        )

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


def draw_data(random: Random) -> Cities:
    """Draw a city for which two or four salts are not enough."""
    while True:
        city = random.choice(("Paris", "Lima", "Oslo", "Cairo", "Delhi", "Quito")) + str(
            random.randrange(100)
        )
        data = Cities(
            f"{random.choice(('bus', 'tram', 'gate'))}{random.randrange(10, 99)}-",
            city,
            f"car {random.randrange(1_000)}",
        )
        if data.min_salts not in (2, 4, READINGS_PER_CITY) and _find_owner(data.moving, 4) not in (
            _find_owner(data.moving, 2),
            0,
        ):
            return data


def parse_four_keys(data: Cities, value: Any) -> tuple[str, ...]:
    """Parse four different texts that begin with the learner's prefix."""
    if (
        type(value) not in (list, tuple, set)
        or len(value) != 4
        or any(type(key) is not str or not key.startswith(data.prefix) for key in value)
    ):
        raise InvalidAnswer(
            (
                f"expected four texts that begin with {data.prefix!r}, found {value!r:.60}",
                f"这里要四个以 {data.prefix!r} 开头的文本，得到的是 {value!r:.60}",
            )
        )
    return tuple(sorted(value))


def judge_answer(data: Cities, answer: Answer) -> Verdict:
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
                f"盐的个数在 1 到 {READINGS_PER_CITY} 之间",
            ),
        )
    if data.compute_max_share(salts) > MAX_SHARE:
        return Verdict(
            False,
            (
                f"with {salts} salts, one subtask still has {data.compute_max_share(salts):.0%} of the readings",
                f"{salts} 个盐时，一个子任务仍有 {data.compute_max_share(salts):.0%} 的读数",
            ),
        )
    if any(_compute_share(data.city, fewer) <= MAX_SHARE for fewer in range(1, salts)):
        return Verdict(
            False,
            (
                f"{salts} salts are enough, but fewer are enough, too",
                f"{salts} 个盐够了，但更少也够",
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


def solve(data: Cities) -> dict[str, Any]:
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
        ("The subtask of a key depends on its hash. Four consecutive keys may share a subtask.", "键的位置由哈希决定；连续四个键很可能同在一个子任务。"),
        _build_answer_rule(keys=lambda d: [f"{d.prefix}{n}" for n in range(4)]),
    ),
    "as many salts as subtasks": Misconception(
        ("Salted keys are hashed, too. Four of them need not be on four subtasks.", "加盐的键也要哈希：四个不一定落到四个子任务。"),
        _build_answer_rule(salts=lambda d: 4),
    ),
    "one salt more is enough": Misconception(
        ("Two keys may be on one subtask.", "两个键可能在同一个子任务上。"),
        _build_answer_rule(salts=lambda d: 2),
    ),
    "the more salts the better": Misconception(
        ("Every salt adds a partial result that has to be summed up.", "每个盐都多一份要汇总的部分结果。"),
        _build_answer_rule(salts=lambda d: READINGS_PER_CITY),
    ),
    "a key stays where it is": Misconception(
        ("The key group of a key stays the same. The ranges of groups are distributed again.", "键组不变；但键组的范围要重新分配。"),
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

KEYS = ("red", "green", "blue", "black")


def _count_used_subtasks(run: fs.Simulation) -> tuple[str, int | None]:
    return str(len(set(find_owners(run).values()))), None


def _compare_owners_of_reversed(run: fs.Simulation) -> tuple[str, int | None]:
    owners_of_reversed = find_owners(run_quietly(build_keyed_job(reversed(KEYS))))
    return ("same" if owners_of_reversed == find_owners(run) else "other"), None


def _count_hot_subtasks(run: fs.Simulation) -> tuple[str, int | None]:
    return str(
        len(set(find_owners(run_quietly(build_keyed_job(["Paris"] * 20, 8))).values()))
    ), None


LESSON = LessonDefinition(
    number="15",
    title=("State, key groups, skew, order", "状态、键组、倾斜与次序"),
    misconception=("keyBy distributes evenly, and any object can be a key", "keyBy 会均衡；任何对象都能当键"),
    simulate=lambda: build_keyed_job(KEYS),
    program=build_keyed_job,
    find_opening_step=find_last_step(e.ChannelSelected),
    predictions={
        "balance": Prediction(
            ("Four keys (red, green, blue, black), four subtasks. How many subtasks have records?", "四个键（red、green、blue、black），四个子任务。有几个子任务有活？"),
            {str(n): Option((str(n), str(n)), ("keyBy uses a hash of the key. It does not balance.", "keyBy 用哈希，不计数。")) for n in (1, 2, 3, 4)},
            _count_used_subtasks,
            ("Look at the subtask of each key. With few keys, an even distribution is a matter of luck.", "看谁有哪个键。键很少时，均衡全凭运气。"),
        ),
        "same": Prediction(
            ("The keys arrive in another order. Do they go to other subtasks?", "键换个次序来。会去别处吗？"),
            {
                "same": Option(("no: to the same subtasks", "不会：还是同样的子任务")),
                "other": Option(("yes, to a subtask that is free", "会：谁空闲去谁那里"), ("Then a key would have state in two places.", "那一个键的状态就会在两处。")),
                "turn": Option(("yes, round robin", "会：轮流"), ("That is rebalance().", "那是 rebalance()。")),
            },
            _compare_owners_of_reversed,
            ("The subtask depends on the key only. So a key always finds its state.", "键的位置只由键决定，所以状态就在那里。"),
        ),
        "hot": Prediction(
            ("One key has all readings. There are eight subtasks instead of four. How many have records?", "所有读数都是一个键。子任务从四个加到八个：有几个有活？"),
            {
                "8": Option(("8", "8"), ("All of them would need the same state.", "它们都要同一份状态。")),
                "2": Option(("2", "2"), ("One key is on one subtask.", "一个键，一个子任务。")),
                "1": Option(("1", "1")),
            },
            _count_hot_subtasks,
            ("A higher parallelism does not help a hot key. A different key does.", "热键靠并行度救不了，要靠换键。"),
        ),
    },
    exercise=Exercise(
        questions={
            "keys": ("four keys on four different subtasks", "分布在四个子任务上的四个键"),
            "salts": ("the fewest salts with which no subtask has more than 40 %", "使任何子任务不超过 40 %的最少盐数"),
            "after": ("which of 4 subtasks (0 to 3) has the moving key", "4 个子任务（0 到 3）里哪个有那个键"),
        },
        parsers={"keys": parse_four_keys, "salts": parse_whole_number, "after": parse_whole_number},
        learner_fields=("prefix", "city", "moving"),
        draw_data=draw_data,
        judge_answer=judge_answer,
        solve=solve,
        misconceptions=MISCONCEPTIONS,
        spellings=lambda d, a: [{**a, "keys": tuple(reversed(a["keys"]))}, {**a, "salts": str(a["salts"]), "after": f"subtask {a['after']}"}],
        wrong_answers=lambda d: [
            {**solve(d), "keys": [solve(d)["keys"][0]] * 4},
            {**solve(d), "keys": ["a", "b", "c", "d"]},
            {**solve(d), "after": [0, 1, 2, 3]},
            {**solve(d), "salts": 0},
        ],
    ),
    tools={"by_key": build_keyed_job, "owners": find_owners, "salted": salt_keys},
)  # fmt: skip
