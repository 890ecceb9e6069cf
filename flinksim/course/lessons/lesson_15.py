"""Lesson 15, State, key groups, skew, order: where a key lives.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
from flinksim.course.program_jobs import build_program_job
from flinksim.course.trace_search import find_last_step, iterate_events
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


def draw_data(random: Random) -> Cities:
    """Draw a prefix, a city and a key."""
    return Cities(
        city=random.choice(("Paris", "Lima", "Oslo", "Cairo", "Delhi", "Quito"))
        + str(random.randrange(100)),
        prefix=f"{random.choice(('bus', 'tram', 'gate'))}{random.randrange(10, 99)}-",
        moving=f"car {random.randrange(1_000)}",
    )


KEYS = ("red", "green", "blue", "black")
PROGRAM = """\
from flinksim.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.set_max_parallelism(128)
keyed = env.from_collection(["red", "green", "blue", "black"]).name("read").key_by(lambda value: value)
keyed.map(lambda value: value).name("work").set_parallelism(4).print()
env.execute("where keys live")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="15",
    title=("State, key groups, skew, order", "状态、键组、倾斜与顺序"),
    misconception=("keyBy distributes evenly, and any object can be a key", "keyBy 会均匀分布，任何对象都可以作为键"),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    find_opening_step=find_last_step(e.ChannelSelected),
    predictions={
        "balance": Prediction(
            ("Four keys (red, green, blue, black), four subtasks. How many subtasks have records?", "有四个键（red、green、blue、black）和四个子任务。有几个子任务会收到记录？"),
            {str(n): Option((str(n), str(n)), ("keyBy uses a hash of the key. It does not balance.", "keyBy 使用键的哈希值，不做负载均衡。")) for n in (1, 2, 3, 4)},
            ("Look at the subtask of each key. With few keys, an even distribution is a matter of luck.", "请看每个键所在的子任务。键很少时，能否均匀分布全凭运气。"),
        ),
        "order": Prediction(
            ("The keys arrive in another order. Do they go to other subtasks?", "这些键按另一种顺序到达。会发往其他子任务吗？"),
            {
                "same": Option(("no: to the same subtasks", "不会，还是同样的子任务")),
                "other": Option(("yes, to a subtask that is free", "会，发往此刻没有记录要处理的子任务"), ("Then a key would have state in two places.", "如果这样，同一个键的状态就会在两处。")),
                "turn": Option(("yes, round robin", "会，轮流发送"), ("That is rebalance().", "那是 rebalance()。")),
            },
            ("The subtask depends on the key only. So a key always finds its state.", "子任务只取决于键，因此总能找到该键的状态。"),
        ),
        "hot": Prediction(
            ("One key has all readings. There are eight subtasks instead of four. How many have records?", "所有读数的键都相同。子任务从四个增加到八个，有几个子任务会收到记录？"),
            {
                "8": Option(("8", "8"), ("All of them would need the same state.", "如果这样，这些子任务都需要同一份状态。")),
                "2": Option(("2", "2"), ("One key is on one subtask.", "一个键只在一个子任务上。")),
                "1": Option(("1", "1")),
            },
            ("A higher parallelism does not help a hot key. A different key does.", "提高并行度对热点键没有帮助，换一个键才有帮助。"),
        ),
    },
    exercise=Exercise(
        questions={
            "keys": ("four keys on four different subtasks", "分布在四个子任务上的四个键"),
            "salts": ("the fewest salts with which no subtask has more than 40 %", "使任何子任务都不超过 40 % 的最少盐值个数"),
            "after": ("which of 4 subtasks (0 to 3) has the key `moving`", "4 个子任务（0 到 3）中，哪一个负责 moving 这个键"),
        },
        learner_fields=("prefix", "city", "moving"),
        draw_data=draw_data,
    ),
    tools={"by_key": build_keyed_job, "owners": find_owners, "salted": salt_keys},
)  # fmt: skip
