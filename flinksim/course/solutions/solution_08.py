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

TEXTS = LESSON.texts
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
    kinds = {
        "calls": e.ElementProcessed,
        "crossings": e.ElementWritten,
        "buffers": e.BufferConsumed,
    }
    for name, kind in kinds.items():
        if answer[name] != found[name]:
            step = find_first(data.run.trace, kind)[0]
            return Verdict(
                False,
                TEXTS.format("wrong number", name=TEXTS.messages[name], answer=answer[name]),
                step,
                data.run,
            )
    return Verdict(
        True,
        TEXTS.format(
            "right", calls=found["calls"], crossings=found["crossings"], buffers=found["buffers"]
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
        _build_answer_rule(calls=lambda d: 0, crossings=lambda d: d.records * (d.maps + 1)),
        too_high="crossings",
    ),
    "everything is a call": Misconception(
        _build_answer_rule(calls=lambda d: d.records * (d.maps + 1), crossings=lambda d: 0),
        too_high="calls",
    ),
    "a cut costs once": Misconception(
        _build_answer_rule(crossings=lambda d: len(d.cuts)), too_low="crossings"
    ),
    "buffers are records": Misconception(
        _build_answer_rule(buffers=lambda d: d.records * len(d.cuts)), too_low="buffers"
    ),
    "a buffer is sent when it is full": Misconception(
        _build_answer_rule(buffers=lambda d: len(d.cuts))
    ),
    "the sink is no operator": Misconception(
        _build_answer_rule(calls=lambda d: count_calls(d.run) - d.records), too_low="calls"
    ),
    "a buffer is opened on each side": Misconception(
        _build_answer_rule(buffers=lambda d: 2 * count_buffers(d.run)), too_high="buffers"
    ),
}


def _find_steps_of_record(run: fs.Simulation) -> tuple[str, int | None]:
    step, _ = find_first(run.trace, e.ElementProcessed)
    same = {s for s, f in iterate_events(run.trace, e.ElementProcessed) if f.value == ("record", 0)}
    return ("one" if same == {step} else "each"), step


def _find_transfer_kind(run: fs.Simulation) -> tuple[str, int | None]:
    return ("calls" if count_crossings(run) == 0 and count_calls(run) else "channels"), None


def _count_crossings_with_cut(run: fs.Simulation) -> tuple[str, int | None]:
    return str(count_crossings(run_quietly(build_maps_job(5, 3, (1,))))), None


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedMapChain(d.records, d.maps, d.cuts),
    parsers={
        "calls": parse_whole_number,
        "crossings": parse_whole_number,
        "buffers": parse_whole_number,
    },
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [{**solve(d), "buffers": list(range(100))}, {**solve(d), "calls": -1}],
    spellings=lambda d, a: [
        {name: str(value) for name, value in a.items()},
        {**a, "calls": f"{a['calls']} calls"},
    ],
    truths={
        "steps": _find_steps_of_record,
        "between": _find_transfer_kind,
        "cut": _count_crossings_with_cut,
    },
)
