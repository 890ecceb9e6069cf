"""Lesson 08, A record's path through a task: calls inside of it, bytes and buffers between tasks.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import flinksim as fs
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
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


LESSON = LessonDefinition(
    number="08",
    title=("The path of a record through a task", "一条记录在任务中的路"),
    misconception=("a map sends records to the next map over the network", "map 通过网络调用下一个 map"),
    simulate=lambda: build_maps_job(5, 3),
    program=build_maps_job,
    predictions={
        "steps": Prediction(
            ("A source, three maps and a sink, all chained. In how many steps does the first record pass all of them?", "数据源、三个 map 和 sink 全链在一起。第一条记录用几步走完？"),
            {
                "one": Option(("one", "一步")),
                "each": Option(("one for each operator", "每个算子一步"), ("A step is one action of a task, and there is only one task.", "一步是任务的一次动作；这里只有一个任务。")),
                "later": Option(("one, when five records have been collected", "凑齐五条再走"), ("A chain does not collect records.", "链里不攒记录。")),
            },
            ("Each operator calls the next one. The record reaches the sink before the source reads another.", "每个算子直接调用下一个：数据源读下一条之前，这条已到 sink。"),
        ),
        "between": Prediction(
            ("What is between two chained maps?", "两个链在一起的 map 之间是什么？"),
            {
                "channels": Option(("a channel with buffers", "带缓冲区的通道"), ("Look for a channel in the picture.", "在图里找找看。")),
                "calls": Option(("a call, with a copy of the record", "一次调用，附一份记录的拷贝")),
                "queue": Option(("a queue", "一个队列"), ("The next operator is called immediately.", "下一个立刻被调用。")),
            },
            ("The copy prevents one operator from seeing changes of the other. Object reuse omits it.", "拷贝是为了互不影响（对象重用会省掉它）。"),
        ),
        "cut": Prediction(
            ("Five records; a new chain begins at map 1. How often is a record serialized?", "五条记录；从 map 1 开始新链。记录变成字节几次？"),
            {
                "5": Option(("5 times", "5 次")),
                "1": Option(("once", "1 次"), ("Each record is serialized.", "每条都要。")),
                "15": Option(("15 times", "15 次"), ("Only where the chain is broken.", "只在断开处。")),
            },
            ("The chain is broken once, and there are five records.", "一处断开，五条记录。"),
        ),
    },
    exercise=Exercise(
        questions={
            "calls": ("how often an operator calls the next one in its task with a record", "任务内算子带着记录调用下一个的次数"),
            "crossings": ("how often a record is written to a channel", "记录写入通道的次数"),
            "buffers": ("how many buffers are opened in total, including those at the end of the input", "总共打开几个缓冲区，含输入结束时的"),
        },
        learner_fields=("records", "maps", "cuts"),
        draw_data=draw_data,
    ),
    tools={"row_of_maps": build_maps_job},
)  # fmt: skip
