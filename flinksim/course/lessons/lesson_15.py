"""Lesson 15, State, key groups, skew, order: where a key lives.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import Program
from flinksim.course.trace_search import find_last_step, iterate_events
from flinksim.trace import events as e

MAX_PARALLELISM = 128
READINGS_PER_CITY = 60
MAX_SHARE = 0.4
KEYS = ("red", "green", "blue", "black")


PROGRAM = Program(
    """\
from flinksim.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.set_max_parallelism(128)
keyed = env.from_collection($values).name("read").key_by(lambda value: value)
keyed.map(lambda value: value).name("work").set_parallelism($parallelism).print()
env.execute("where keys live")
""",
    values=list(KEYS),
    parallelism=4,
)


def build_keyed_job(values: Iterable[Any], parallelism: int = 4) -> fs.Simulation:
    """Build a job in which each value is a key, and the task ``work`` has several subtasks."""
    return PROGRAM.build(values=list(values), parallelism=parallelism)


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


LESSON = LessonDefinition(
    number="15",
    texts=load_texts(__file__),
    simulate=PROGRAM.build,
    program=PROGRAM.text,
    find_opening_step=find_last_step(e.ChannelSelected),
    options={
        "balance": ("1", "2", "3", "4"),
        "order": ("same", "other", "turn"),
        "hot": ("8", "2", "1"),
    },
    exercise=Exercise(
        fields=("keys", "salts", "after"),
        learner_fields=("prefix", "city", "moving"),
        draw_data=draw_data,
    ),
    tools={"by_key": build_keyed_job, "owners": find_owners, "salted": salt_keys},
)
