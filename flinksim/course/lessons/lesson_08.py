"""Lesson 08, A record's path through a task: calls inside of it, bytes and buffers between tasks.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import flinksim as fs
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
from flinksim.course.program_jobs import build_program_job
from flinksim.datastream import StreamExecutionEnvironment


def build_maps_job(records: int, maps: int, cuts: Iterable[int] = ()) -> fs.Simulation:
    """Send records through a row of maps.

    Args:
        records: The number of records.
        maps: The number of maps.
        cuts: The maps, from 0, at which a new chain begins.
    """
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    env.set_buffer_timeout(0)  # each record is sent immediately, in its own buffer
    stream = env.from_collection([("record", n) for n in range(records)]).name("read")
    for number in range(maps):
        stream = stream.map(lambda value: value).name(f"map {number}")
        if number in cuts:
            stream = stream.start_new_chain()
    stream.print().name("out")
    return fs.simulate(env, job_name="a row of maps")


class MapChain:
    """The exercise's data: a number of records, a number of maps, and where new chains begin."""

    def __init__(self, records: int, maps: int, cuts: tuple[int, ...]) -> None:
        self.records, self.maps, self.cuts = records, maps, cuts


def draw_data(random: Random) -> MapChain:
    """Draw four to nine records, four or five maps, and one or two places where a new chain begins."""
    maps = random.choice((4, 5))
    cuts = tuple(sorted(random.sample(range(maps), random.choice((1, 2)))))
    return MapChain(random.randrange(4, 10), maps, cuts)


PROGRAM = """\
from flinksim.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.set_buffer_timeout(0)  # each record is sent immediately, in its own buffer
stream = env.from_collection([("record", n) for n in range(5)]).name("read")
for number in range(3):
    stream = stream.map(lambda value: value).name(f"map {number}")
stream.print().name("out")
env.execute("a row of maps")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="08",
    title=("The path of a record through a task", "一条记录在任务中的路径"),
    misconception=("a map sends records to the next map over the network", "map 通过网络把记录发给下一个 map"),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    predictions={
        "steps": Prediction(
            ("A source, three maps and a sink, all chained. In how many steps does the first record pass all of them?", "数据源、三个 map 和数据汇全部链接在一起。第一条记录用几步经过所有算子？"),
            {
                "one": Option(("one", "一步")),
                "each": Option(("one for each operator", "每个算子一步"), ("A step is one action of a task, and there is only one task.", "一步是任务的一次动作，而这里只有一个任务。")),
                "later": Option(("one, when five records have been collected", "一步，在凑齐五条记录之后"), ("A chain does not collect records.", "算子链不会积攒记录。")),
            },
            ("Each operator calls the next one. The record reaches the sink before the source reads another.", "每个算子直接调用下一个算子。数据源读取下一条记录之前，这条记录就已到达数据汇。"),
        ),
        "between": Prediction(
            ("What is between two chained maps?", "两个链接在一起的 map 之间是什么？"),
            {
                "channels": Option(("a channel with buffers", "带缓冲区的通道"), ("Look for a channel in the picture.", "请在图中找一找有没有通道。")),
                "calls": Option(("a call, with a copy of the record", "一次调用，并传递记录的副本")),
                "queue": Option(("a queue", "一个队列"), ("The next operator is called immediately.", "下一个算子会立即被调用。")),
            },
            ("The copy prevents one operator from seeing changes of the other. Object reuse omits it.", "复制记录可以避免一个算子看到另一个算子所做的修改。启用对象重用后不再复制。"),
        ),
        "cut": Prediction(
            ("Five records; a new chain begins at map 1. How often is a record serialized?", "有五条记录，从 map 1 开始一条新链。记录一共序列化几次？"),
            {
                "5": Option(("5 times", "5 次")),
                "1": Option(("once", "1 次"), ("Each record is serialized.", "每条记录都要序列化。")),
                "15": Option(("15 times", "15 次"), ("Only where the chain is broken.", "只在链断开的地方序列化。")),
            },
            ("The chain is broken once, and there are five records.", "链在一处断开，共有五条记录。"),
        ),
    },
    exercise=Exercise(
        questions={
            "calls": ("how often an operator calls the next one in its task with a record", "同一任务内，算子把记录传给下一个算子的调用次数"),
            "crossings": ("how often a record is written to a channel", "记录写入通道的次数"),
            "buffers": ("how many buffers are opened in total, including those at the end of the input", "一共打开几个缓冲区，包括输入结束时的缓冲区"),
        },
        learner_fields=("records", "maps", "cuts"),
        draw_data=draw_data,
    ),
    tools={"row_of_maps": build_maps_job},
)  # fmt: skip
