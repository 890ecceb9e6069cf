"""Lesson 08, A record's path through a task: calls inside of it, bytes and buffers between tasks.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import flinksim as fs
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import Program

PROGRAM = Program(
    """\
from flinksim.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.set_buffer_timeout(0)  # each record is sent immediately, in its own buffer
stream = env.from_collection([("record", n) for n in range($records)]).name("read")
for number in range($maps):
    stream = stream.map(lambda value: value).name(f"map {number}")$new_chains
stream.print().name("out")
env.execute("a row of maps")
""",
    records=5,
    maps=3,
    new_chains="",
)


def build_maps_job(records: int, maps: int, cuts: Iterable[int] = ()) -> fs.Simulation:
    """Send records through a row of maps.

    Args:
        records: The number of records.
        maps: The number of maps.
        cuts: The maps, from 0, at which a new chain begins.
    """
    new_chains = f"""
    if number in {list(cuts)}:
        stream = stream.start_new_chain()"""
    return PROGRAM.build(records=records, maps=maps, new_chains=new_chains)


class MapChain:
    """The exercise's data: a number of records, a number of maps, and where new chains begin."""

    def __init__(self, records: int, maps: int, cuts: tuple[int, ...]) -> None:
        self.records, self.maps, self.cuts = records, maps, cuts


def draw_data(random: Random) -> MapChain:
    """Draw four to nine records, four or five maps, and one or two places where a new chain begins."""
    maps = random.choice((4, 5))
    cuts = tuple(sorted(random.sample(range(maps), random.choice((1, 2)))))
    return MapChain(random.randrange(4, 10), maps, cuts)


LESSON = LessonDefinition(
    number="08",
    texts=load_texts(__file__),
    simulate=PROGRAM.build,
    program=PROGRAM.text,
    options={
        "steps": ("one", "each", "later"),
        "between": ("channels", "calls", "queue"),
        "cut": ("5", "1", "15"),
    },
    exercise=Exercise(
        fields=("calls", "crossings", "buffers"),
        learner_fields=("records", "maps", "cuts"),
        draw_data=draw_data,
    ),
    tools={"row_of_maps": build_maps_job},
)
