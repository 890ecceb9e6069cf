"""Solution of lesson 08, The path of a record through a task: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import parse_whole_number
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_08 import LESSON, MapChain, build_maps_job
from flinksim.course.solution_model import Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.trace import events as e

ELEMENTS_AT_END = 3
"""Number of elements that follow the records on every channel.

They are the last watermark, the end of data and the end of the partition.
"""


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


class SolvedMapChain(MapChain):
    """The exercise's data with its answers."""

    @cached_property
    def run(self) -> fs.Simulation:
        """The simulation of the maps, run to its end."""
        return run_quietly(build_maps_job(self.records, self.maps, self.cuts))


def judge_answer(data: SolvedMapChain, answer: Answer) -> Verdict:
    """Check that the answered numbers of calls, serializations and buffers are those of the trace."""
    found = {
        "calls": count_calls(data.run),
        "crossings": count_crossings(data.run),
        "buffers": count_buffers(data.run),
    }
    for name, kind, zh in (
        ("calls", e.ElementProcessed, "调用次数"), ("crossings", e.ElementWritten, "写入通道的次数"), ("buffers", e.BufferConsumed, "缓冲区个数"),
    ):  # fmt: skip
        if answer[name] != found[name]:
            step = find_first(data.run.trace, kind)[0]
            return Verdict(
                False,
                (f"the number of {name} is not {answer[name]}", f"{zh}不是 {answer[name]}"),
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


def solve(data: SolvedMapChain) -> dict[str, Any]:
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
        ("Inside a task, one operator calls the next. There is a channel only where the chain is broken.", "在任务内部，一个算子直接调用下一个算子。只有算子链断开的地方才有通道。"),
        _build_answer_rule(calls=lambda d: 0, crossings=lambda d: d.records * (d.maps + 1)),
    ),
    "everything is a call": Misconception(
        ("Where the chain is broken, the record is written and read by another task.", "在算子链断开的地方，记录被写出，再由另一个任务读取。"),
        _build_answer_rule(calls=lambda d: d.records * (d.maps + 1), crossings=lambda d: 0),
    ),
    "a cut costs once": Misconception(
        ("This is done for each record.", "每条记录都要如此处理。"),
        _build_answer_rule(crossings=lambda d: len(d.cuts)),
    ),
    "buffers are records": Misconception(
        ("Every channel also carries the end of the input: the last watermark, the end of data, the end of the partition.", "每条通道还要传输输入结束的信息：最后的水位线、数据结束事件、分区结束事件。"),
        _build_answer_rule(buffers=lambda d: d.records * len(d.cuts)),
    ),
    "a buffer is sent when it is full": Misconception(
        ("With a buffer timeout of 0, a buffer is sent for each record.", "缓冲区超时为 0 时，每条记录都会发送一个缓冲区。"),
        _build_answer_rule(buffers=lambda d: len(d.cuts)),
    ),
    "the sink is no operator": Misconception(
        ("The sink is called like any other operator.", "数据汇与其他算子一样被调用。"),
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


SOLUTION = Solution(
    exercise=LESSON.exercise,
    complete_data=lambda d: SolvedMapChain(d.records, d.maps, d.cuts),
    parsers={"calls": parse_whole_number, "crossings": parse_whole_number, "buffers": parse_whole_number},
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [{**solve(d), "buffers": list(range(100))}, {**solve(d), "calls": -1}],
    spellings=lambda d, a: [{name: str(value) for name, value in a.items()}, {**a, "calls": f"{a['calls']} calls"}],
    truths={'steps': _find_steps_of_record, 'between': _find_transfer_kind, 'cut': _count_crossings_with_cut},
)  # fmt: skip
