"""Lesson 08, A record's path through a task: calls inside of it, bytes and buffers between tasks.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import parse_whole_number
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import (
    Answer,
    Exercise,
    LessonDefinition,
    Misconception,
    Option,
    Prediction,
    Verdict,
)
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.trace import events as e

ELEMENTS_AT_END = 3
"""Number of elements that follow the records on every channel.

They are the last watermark, the end of data and the end of the partition.
"""


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


def count_calls(run: fs.Simulation) -> int:
    """Count the calls of an operator to the next one in its task; each call copies the record."""
    handed = [f for _, f in iterate_events(run.trace, e.ElementProcessed) if f.element == "record"]
    received = [f for _, f in iterate_events(run.trace, e.ElementReceived) if f.element == "record"]
    return len(handed) - len(received)


def count_crossings(run: fs.Simulation) -> int:
    """Count how often a record was serialized and written to a channel."""
    return len([f for _, f in iterate_events(run.trace, e.ElementWritten) if f.element == "record"])


def count_buffers(run: fs.Simulation) -> int:
    """Count the network buffers that were read by their receivers."""
    return len(list(iterate_events(run.trace, e.BufferConsumed)))


class MapChain:
    """The exercise's data: a number of records, a number of maps, and where new chains begin."""

    def __init__(self, records: int, maps: int, cuts: tuple[int, ...]) -> None:
        self.records, self.maps, self.cuts = records, maps, cuts

    @cached_property
    def run(self) -> fs.Simulation:
        """The simulation of the maps, run to its end."""
        return run_quietly(build_maps_job(self.records, self.maps, self.cuts))


def draw_data(random: Random) -> MapChain:
    """Draw four to nine records, four or five maps, and one or two places where a new chain begins."""
    maps = random.choice((4, 5))
    cuts = tuple(sorted(random.sample(range(maps), random.choice((1, 2)))))
    return MapChain(random.randrange(4, 10), maps, cuts)


def judge_answer(data: MapChain, answer: Answer) -> Verdict:
    """Check that the answered numbers of calls, serializations and buffers are those of the trace."""
    found = {
        "calls": count_calls(data.run),
        "crossings": count_crossings(data.run),
        "buffers": count_buffers(data.run),
    }
    for name, kind, zh in (
        ("calls", e.ElementProcessed, "调用"), ("crossings", e.ElementWritten, "写入通道"), ("buffers", e.BufferConsumed, "缓冲区"),
    ):  # fmt: skip
        if answer[name] != found[name]:
            step = find_first(data.run.trace, kind)[0]
            return Verdict(
                False,
                (f"the number of {name} is not {answer[name]}", f"{zh}不是 {answer[name]} 次"),
                step,
                data.run,
            )
    return Verdict(
        True,
        (
            f"{found['calls']} calls, {found['crossings']} crossings, {found['buffers']} buffers",
            f"调用 {found['calls']} 次，写入通道 {found['crossings']} 次，缓冲区 {found['buffers']} 个",
        ),
        0,
        data.run,
    )


def solve(data: MapChain) -> dict[str, Any]:
    """Return the right numbers, counted in the trace."""
    return {
        "calls": count_calls(data.run),
        "crossings": count_crossings(data.run),
        "buffers": count_buffers(data.run),
    }


def _build_answer_rule(**replacements: Any) -> Any:
    return lambda d: {**solve(d), **{name: make(d) for name, make in replacements.items()}}


MISCONCEPTIONS = {
    "a map sends records to the next map over the network": Misconception(
        ("Inside a task, one operator calls the next. There is a channel only where the chain is broken.", "任务内部直接调用；只有断开处才是通道。"),
        _build_answer_rule(calls=lambda d: 0, crossings=lambda d: d.records * (d.maps + 1)),
    ),
    "everything is a call": Misconception(
        ("Where the chain is broken, the record is written and read by another task.", "断开处是写出，由另一个任务读入。"),
        _build_answer_rule(calls=lambda d: d.records * (d.maps + 1), crossings=lambda d: 0),
    ),
    "a cut costs once": Misconception(
        ("This is done for each record.", "每条记录都要付一次。"),
        _build_answer_rule(crossings=lambda d: len(d.cuts)),
    ),
    "buffers are records": Misconception(
        ("Every channel also carries the end of the input: the last watermark, the end of data, the end of the partition.", "每条通道上“结束”也要走：最后的水位线、数据结束、分区结束。"),
        _build_answer_rule(buffers=lambda d: d.records * len(d.cuts)),
    ),
    "a buffer is sent when it is full": Misconception(
        ("With a buffer timeout of 0, a buffer is sent for each record.", "缓冲超时为 0 时每条记录都发。"),
        _build_answer_rule(buffers=lambda d: len(d.cuts)),
    ),
    "the sink is no operator": Misconception(
        ("The sink is called like any other operator.", "sink 和别的算子一样被调用。"),
        _build_answer_rule(calls=lambda d: count_calls(d.run) - d.records),
    ),
}  # fmt: skip


def _find_steps_of_record(run: fs.Simulation) -> tuple[str, int | None]:
    step, _ = find_first(run.trace, e.ElementProcessed)
    same = {s for s, f in iterate_events(run.trace, e.ElementProcessed) if f.value == ("record", 0)}
    return ("one" if same == {step} else "each"), step


def _find_transfer_kind(run: fs.Simulation) -> tuple[str, int | None]:
    return ("calls" if count_crossings(run) == 0 and count_calls(run) else "channels"), None


def _count_crossings_with_cut(run: fs.Simulation) -> tuple[str, int | None]:
    return str(count_crossings(run_quietly(build_maps_job(5, 3, (1,))))), None


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
            _find_steps_of_record,
            ("Each operator calls the next one. The record reaches the sink before the source reads another.", "每个算子直接调用下一个：数据源读下一条之前，这条已到 sink。"),
        ),
        "between": Prediction(
            ("What is between two chained maps?", "两个链在一起的 map 之间是什么？"),
            {
                "channels": Option(("a channel with buffers", "带缓冲区的通道"), ("Look for a channel in the picture.", "在图里找找看。")),
                "calls": Option(("a call, with a copy of the record", "一次调用，附一份记录的拷贝")),
                "queue": Option(("a queue", "一个队列"), ("The next operator is called immediately.", "下一个立刻被调用。")),
            },
            _find_transfer_kind,
            ("The copy prevents one operator from seeing changes of the other. Object reuse omits it.", "拷贝是为了互不影响（对象重用会省掉它）。"),
        ),
        "cut": Prediction(
            ("Five records; a new chain begins at map 1. How often is a record serialized?", "五条记录；从 map 1 开始新链。记录变成字节几次？"),
            {
                "5": Option(("5 times", "5 次")),
                "1": Option(("once", "1 次"), ("Each record is serialized.", "每条都要。")),
                "15": Option(("15 times", "15 次"), ("Only where the chain is broken.", "只在断开处。")),
            },
            _count_crossings_with_cut,
            ("The chain is broken once, and there are five records.", "一处断开，五条记录。"),
        ),
    },
    exercise=Exercise(
        questions={
            "calls": ("how often an operator calls the next one in its task with a record", "任务内算子带着记录调用下一个的次数"),
            "crossings": ("how often a record is written to a channel", "记录写入通道的次数"),
            "buffers": ("how many buffers are opened in total, including those at the end of the input", "总共打开几个缓冲区，含输入结束时的"),
        },
        parsers={"calls": parse_whole_number, "crossings": parse_whole_number, "buffers": parse_whole_number},
        learner_fields=("records", "maps", "cuts"),
        draw_data=draw_data,
        judge_answer=judge_answer,
        solve=solve,
        misconceptions=MISCONCEPTIONS,
        spellings=lambda d, a: [{name: str(value) for name, value in a.items()}, {**a, "calls": f"{a['calls']} calls"}],
        wrong_answers=lambda d: [{**solve(d), "buffers": list(range(100))}, {**solve(d), "calls": -1}],
    ),
    tools={"row_of_maps": build_maps_job},
)  # fmt: skip
