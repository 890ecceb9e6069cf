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
from flinksim.course.answer_parsing import whole_number
from flinksim.course.lesson import quietly
from flinksim.course.lesson_model import (
    Answer,
    Exercise,
    LessonParts,
    NotAnAnswer,
    Option,
    Prediction,
    Rule,
    Seen,
)
from flinksim.course.trace_search import facts, first
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.trace import events as e

GROUPS = 128
HOT = 60
MOST = 0.4


def by_key(values: Iterable[Any], parallelism: int = 4) -> fs.Simulation:
    """Build a job in which each value is a key, and the task ``work`` has several subtasks."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    env.set_max_parallelism(GROUPS)
    work = env.from_collection(list(values)).name("read").key_by(lambda value: value)
    work.map(lambda value: value).name("work").set_parallelism(parallelism).print()
    return fs.simulate(env, job_name="where keys live")


def owners(run: fs.Simulation) -> dict[Any, int]:
    """Find the subtask of each key."""
    node = next(o.node for v in run.plan.vertices for o in v.operators if o.name == "work")
    return {
        fact.value: int(fact.operator.partition("/")[2])
        for _, fact in facts(run.trace, e.ElementProcessed)
        if fact.element == "record" and fact.operator.startswith(f"o{node}/")
    }


def salted(city: str, salts: int) -> list[str]:
    """Return the readings of a hot city, each with a salt in its key."""
    return [f"{city}#{n % salts}" for n in range(HOT)]


class Cities:
    """A prefix for keys, a hot city, and a key that moves when the job is rescaled."""

    def __init__(self, prefix: str, city: str, moving: str) -> None:
        self.prefix, self.city, self.moving = prefix, city, moving
        self._owners: dict[tuple[str, ...], dict[Any, int]] = {}

    def owners(self, keys: tuple[str, ...]) -> tuple[fs.Simulation, dict[Any, int]]:
        """Run the job with these keys; return the run and the subtask, of 4, of each key."""
        run = quietly(by_key(keys))
        return run, owners(run)

    def share(self, salts: int) -> float:
        """Compute the share of the hot city's readings on its busiest subtask."""
        found = self.owners(tuple(salted(self.city, salts)))[1]
        load = Counter(found[key] for key in salted(self.city, salts))
        return max(load.values()) / HOT

    @cached_property
    def enough(self) -> int:
        """The fewest salts with which no subtask has more than 40 %."""
        return next(n for n in range(1, HOT) if _share(self.city, n) <= MOST)

    @property
    def four(self) -> list[str]:
        """Four keys, one for each subtask."""
        found: dict[int, str] = {}
        for n in range(200):
            key = f"{self.prefix}{n}"
            found.setdefault(_owner(key, 4), key)
        return [found[n] for n in sorted(found)]


def _owner(key: str, parallelism: int) -> int:
    return assign_key_to_parallel_operator(key, GROUPS, parallelism)


def _share(city: str, salts: int) -> float:
    load = Counter(_owner(key, 4) for key in salted(city, salts))
    return max(load.values()) / HOT


def drawn(random: Random) -> Cities:
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
        if data.enough not in (2, 4, HOT) and _owner(data.moving, 4) not in (
            _owner(data.moving, 2),
            0,
        ):
            return data


def four_keys(data: Cities, value: Any) -> tuple[str, ...]:
    """Parse four different texts that begin with the learner's prefix."""
    if (
        type(value) not in (list, tuple, set)
        or len(value) != 4
        or any(type(key) is not str or not key.startswith(data.prefix) for key in value)
    ):
        raise NotAnAnswer(
            (
                f"expected four texts that begin with {data.prefix!r}, found {value!r:.60}",
                f"这里要四个以 {data.prefix!r} 开头的文本，得到的是 {value!r:.60}",
            )
        )
    return tuple(sorted(value))


def judged(data: Cities, answer: Answer) -> Seen:
    """Check that the keys are spread, the salts minimal, and the moving key found."""
    run, found = data.owners(answer["keys"])
    if len(set(found.values())) < 4:
        listed = ", ".join(f"{key}: {owner}" for key, owner in found.items())
        step = first(run.trace, e.ElementProcessed)[0]
        return Seen(
            False,
            (
                f"they do not live on four subtasks: {listed}",
                f"它们没有分布在四个子任务上：{listed}",
            ),
            step,
            run,
        )
    salts = answer["salts"]
    if not 1 <= salts <= HOT:
        return Seen(False, (f"salts are from 1 to {HOT}", f"盐的个数在 1 到 {HOT} 之间"))
    if data.share(salts) > MOST:
        return Seen(
            False,
            (
                f"with {salts} salts one subtask still has {data.share(salts):.0%} of the readings",
                f"{salts} 个盐时，一个子任务仍有 {data.share(salts):.0%} 的读数",
            ),
        )
    if any(_share(data.city, fewer) <= MOST for fewer in range(1, salts)):
        return Seen(
            False, (f"{salts} salts do, but fewer do, too", f"{salts} 个盐够了，但更少也够")
        )
    run, found = data.owners((data.moving,))
    if answer["after"] != found[data.moving]:
        step = first(run.trace, e.ElementProcessed)[0]
        return Seen(
            False,
            (
                f"of 4 subtasks {answer['after']} is not the one that has {data.moving!r}",
                f"4 个子任务里，{data.moving!r} 不在 {answer['after']} 号",
            ),
            step,
            run,
        )
    return Seen(
        True,
        (
            f"{data.moving!r} moves from subtask {_owner(data.moving, 2)} to {found[data.moving]}, with its key group",
            f"{data.moving!r} 连同它的键组从子任务 {_owner(data.moving, 2)} 移到 {found[data.moving]}",
        ),
    )


def solved(data: Cities) -> dict[str, Any]:
    """Return keys and salts found by trial; a key group is a hash, and groups are split by range."""
    return {"keys": data.four, "salts": data.enough, "after": _owner(data.moving, 4)}


def _but(**changes: Any) -> Any:
    return lambda d: {**solved(d), **{name: make(d) for name, make in changes.items()}}


RULES = {
    "keyBy deals keys out in turn": Rule(
        ("A key's place is a hash of it; four keys in a row may well share a subtask.", "键的位置由哈希决定；连续四个键很可能同在一个子任务。"),
        _but(keys=lambda d: [f"{d.prefix}{n}" for n in range(4)]),
    ),
    "as many salts as subtasks": Rule(
        ("Salted keys are hashed, too: four of them need not find four subtasks.", "加盐的键也要哈希：四个不一定落到四个子任务。"),
        _but(salts=lambda d: 4),
    ),
    "one salt more is enough": Rule(
        ("Two keys may live on one subtask.", "两个键可能在同一个子任务上。"),
        _but(salts=lambda d: 2),
    ),
    "the more salts the better": Rule(
        ("Every salt is one more partial result to add up.", "每个盐都多一份要汇总的部分结果。"),
        _but(salts=lambda d: HOT),
    ),
    "a key stays where it is": Rule(
        ("Its key group stays; the ranges of groups are dealt out anew.", "键组不变；但键组的范围要重新分配。"),
        _but(after=lambda d: _owner(d.moving, 2)),
    ),
    "the group modulo the subtasks": Rule(
        ("Groups are dealt out in ranges: group * parallelism / maximum parallelism.", "键组按范围分配：键组 × 并行度 / 最大并行度。"),
        _but(after=lambda d: (_owner(d.moving, 4) + 1) % 4 if assign_to_key_group(d.moving, GROUPS) % 4 == _owner(d.moving, 4) else assign_to_key_group(d.moving, GROUPS) % 4),
    ),
    "new subtasks take new keys": Rule(
        ("All keys are dealt out anew, with their state.", "所有键连同状态一起重新分配。"),
        _but(after=lambda d: 0),
    ),
}  # fmt: skip

KEYS = ("red", "green", "blue", "black")


def _used(run: fs.Simulation) -> tuple[str, int | None]:
    return str(len(set(owners(run).values()))), None


def _same(run: fs.Simulation) -> tuple[str, int | None]:
    owners_of_reversed = owners(quietly(by_key(reversed(KEYS))))
    return ("same" if owners_of_reversed == owners(run) else "other"), None


def _hot(run: fs.Simulation) -> tuple[str, int | None]:
    return str(len(set(owners(quietly(by_key(["Paris"] * 20, 8))).values()))), None


LESSON = LessonParts(
    number="15",
    title=("State, key groups, skew, order", "状态、键组、倾斜与次序"),
    misconception=("keyBy balances; any object is a key", "keyBy 会均衡；任何对象都能当键"),
    simulate=lambda: by_key(KEYS),
    program=by_key,
    predictions={
        "balance": Prediction(
            ("Four keys (red, green, blue, black), four subtasks. How many subtasks have work?", "四个键（red、green、blue、black），四个子任务。有几个子任务有活？"),
            {str(n): Option((str(n), str(n)), ("keyBy hashes; it does not count.", "keyBy 用哈希，不计数。")) for n in (1, 2, 3, 4)},
            _used,
            ("Look at who has which key. With few keys, balance is luck.", "看谁有哪个键。键很少时，均衡全凭运气。"),
        ),
        "same": Prediction(
            ("The keys come in another order. Do they go elsewhere?", "键换个次序来。会去别处吗？"),
            {
                "same": Option(("no: to the same subtasks", "不会：还是同样的子任务")),
                "other": Option(("yes: to whoever is free", "会：谁空闲去谁那里"), ("Then the state of a key would be in two places.", "那一个键的状态就会在两处。")),
                "turn": Option(("yes: in turn", "会：轮流"), ("That is rebalance().", "那是 rebalance()。")),
            },
            _same,
            ("A key's place is a function of the key alone; so its state is where it is.", "键的位置只由键决定，所以状态就在那里。"),
        ),
        "hot": Prediction(
            ("One key has all readings. Eight subtasks instead of four: how many have work?", "所有读数都是一个键。子任务从四个加到八个：有几个有活？"),
            {
                "8": Option(("8", "8"), ("All of them want the same state.", "它们都要同一份状态。")),
                "2": Option(("2", "2"), ("One key, one subtask.", "一个键，一个子任务。")),
                "1": Option(("1", "1")),
            },
            _hot,
            ("A hot key is not helped by parallelism, but by another key.", "热键靠并行度救不了，要靠换键。"),
        ),
    },
    exercise=Exercise(
        asks={
            "keys": ("four keys that live on four subtasks", "分布在四个子任务上的四个键"),
            "salts": ("the fewest salts with which no subtask has more than 40 %", "使任何子任务不超过 40 %的最少盐数"),
            "after": ("which of 4 subtasks (0 to 3) has the moving key", "4 个子任务（0 到 3）里哪个有那个键"),
        },
        reads={"keys": four_keys, "salts": whole_number, "after": whole_number},
        data=drawn,
        judge=judged,
        solve=solved,
        rules=RULES,
        spellings=lambda d, a: [{**a, "keys": tuple(reversed(a["keys"]))}, {**a, "salts": str(a["salts"]), "after": f"subtask {a['after']}"}],
        cheats=lambda d: [
            {**solved(d), "keys": [solved(d)["keys"][0]] * 4},
            {**solved(d), "keys": ["a", "b", "c", "d"]},
            {**solved(d), "after": [0, 1, 2, 3]},
            {**solved(d), "salts": 0},
        ],
    ),
    tools={"by_key": by_key, "owners": owners, "salted": salted},
)  # fmt: skip
