"""Solution of lesson 23, Side outputs for late data: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from random import Random
from typing import Any, TypeAlias

import flinksim as fs
from flinksim.course.answer_parsing import build_set_parser, parse_milliseconds
from flinksim.course.answer_values import simplify_value
from flinksim.course.function_answers import FunctionAnswer
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_23 import (
    LESSON,
    TIMES,
    LateClicks,
    Row,
    build_late_job,
    count_late_results,
    draw_data,
    list_late_times,
    list_rows,
)
from flinksim.course.solution_model import InvalidAnswer, Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.trace import events as e

TEXTS = LESSON.texts
SIZE_MS = 10_000
CorrectFunction: TypeAlias = Callable[[Sequence[Row], Sequence[int]], Any]


def find_click(run: fs.Simulation, event_type: type[Any], time: int) -> tuple[int, Any]:
    """Find the first event of a type about the click with an event time, and its step."""
    return find_first(run.trace, event_type, lambda event: event.timestamp == time)


class SolvedLateClicks(LateClicks):
    """The exercise's data with its answers."""

    @cached_property
    def run(self) -> fs.Simulation:
        """The finished run of the clicks."""
        return run_quietly(build_late_job(self.times))

    @cached_property
    def rows(self) -> list[Row]:
        """The results of the first window."""
        return list_rows(self.run)

    @cached_property
    def side(self) -> list[int]:
        """The event times of the clicks in the side output."""
        return list_late_times(self.run)

    @property
    def final_counts(self) -> dict[int, int]:
        """The number of clicks of each window, late ones included."""
        starts = [time // SIZE_MS * SIZE_MS for time in self.times]
        return {start: starts.count(start) for start in sorted(set(starts))}

    @cached_property
    def all_streams(self) -> list[SolvedLateClicks]:
        """These clicks and further streams, which the learner does not see."""
        random = Random(repr(self.times))
        further = [SolvedLateClicks(draw_data(random).times) for _ in range(3)]
        fixed = [TIMES, (1_000, 12_000, 2_000), (25_000, 3_000, 4_000, 13_000, 39_000)]
        return [self, *map(SolvedLateClicks, fixed), *further]


def parse_correct(data: SolvedLateClicks, value: Any) -> FunctionAnswer:
    """Parse an answer that is a function from the rows and the late times to the final counts."""
    if not callable(value) or isinstance(value, type):
        raise InvalidAnswer(TEXTS.format("no function", value=f"{value!r:.60}"))
    outcomes = []
    for stream in data.all_streams:
        try:
            counts = value(list(stream.rows), list(stream.side))
        except Exception as error:  # a learner's function may raise anything
            raise InvalidAnswer(
                TEXTS.format("function raises", error=f"{error!r:.80}")
            ) from None  # fmt: skip
        counts = simplify_value(counts)
        if type(counts) is list and all(
            type(row) in (tuple, list) and len(row) == 2 for row in counts
        ):
            counts = {row[0]: row[1] for row in counts if type(row[0]) is int}
        if type(counts) is not dict or not all(
            type(one) is int for item in counts.items() for one in item
        ):
            raise InvalidAnswer(TEXTS.format("no dict", counts=f"{counts!r:.60}"))
        outcomes.append(tuple(sorted(counts.items())))
    return FunctionAnswer(value, tuple(outcomes))


def judge_answer(data: SolvedLateClicks, answer: Answer) -> Verdict:
    """Check which clicks are in the side output, and that the function counts every click once."""
    for time in sorted(set(answer["side"]) ^ set(data.side)):
        if time in data.side:
            step, _ = find_click(data.run, e.LateRecordDropped, time)
            return Verdict(False, TEXTS.format("window is removed", time=time), step, data.run)
        if time not in data.times:
            return Verdict(False, TEXTS.format("no click", time=time))
        step, _ = find_click(data.run, e.WindowAssigned, time)
        return Verdict(False, TEXTS.format("added to a window", time=time), step, data.run)
    for stream, found in zip(data.all_streams, answer["correct"].outcomes, strict=True):
        if dict(found) != stream.final_counts:
            late = iterate_events(stream.run.trace, e.LateRecordDropped)
            return Verdict(
                False,
                TEXTS.format(
                    "wrong counts",
                    rows=stream.rows,
                    side=stream.side,
                    right=stream.final_counts,
                    counts=dict(found),
                ),
                next((step for step, _ in late), len(stream.run.trace) - 1),
                stream.run,
            )
    return Verdict(True, TEXTS.format("right", late=len(data.side), count=len(data.times)))


def compute_counts(rows: Sequence[Row], late: Iterable[int]) -> dict[int, int]:
    """Keep the last row of each window, and add each late click to its window."""
    counts = dict(rows)
    for time in late:
        start = time // SIZE_MS * SIZE_MS
        counts[start] = counts.get(start, 0) + 1
    return counts


def _build_side_rule(choose: Callable[[SolvedLateClicks], Iterable[int]]) -> Any:
    return lambda d: {"side": list(choose(d)), "correct": compute_counts}


def _build_correct_rule(function: CorrectFunction) -> Any:
    return lambda d: {"side": d.side, "correct": function}


def _find_older_than_the_watermark(data: SolvedLateClicks) -> list[int]:
    """Find the clicks that are older than the watermark when they arrive, as a filter would."""
    return [
        time
        for n, time in enumerate(data.times)
        if n and time <= max(data.times[:n]) - 1_000 - 1
    ]  # fmt: skip


def _find_clicks_after_the_firing(data: SolvedLateClicks) -> list[int]:
    return [
        time
        for n, time in enumerate(data.times)
        if n and time // SIZE_MS * SIZE_MS + SIZE_MS - 1 <= max(data.times[:n]) - 1_001
    ]


def _sum_rows(rows: Sequence[Row]) -> dict[int, int]:
    return {start: sum(count for one, count in rows if one == start) for start, _ in rows}


def _count_late(late: Iterable[int]) -> dict[int, int]:
    return compute_counts([], late)


def _has_smaller_count(data: SolvedLateClicks, answer: Answer) -> bool:
    """Whether a window of the answered function has fewer clicks than its last row."""
    return any(
        dict(counts).get(start, count) < count
        for stream, counts in zip(data.all_streams, answer["correct"].outcomes, strict=True)
        for start, count in dict(stream.rows).items()
    )


MISCONCEPTIONS = {
    "whatever is behind the watermark is late": Misconception(
        _build_side_rule(_find_older_than_the_watermark), too_high="side"
    ),
    "whatever comes after the firing is late": Misconception(
        _build_side_rule(_find_clicks_after_the_firing)
    ),
    "the side output has what refires": Misconception(
        _build_side_rule(lambda d: [t for t in _find_clicks_after_the_firing(d) if t not in d.side])
    ),
    "nothing is late with a side output": Misconception(
        _build_side_rule(lambda d: []), too_low="side"
    ),
    "late rows are added up": Misconception(
        _build_correct_rule(
            lambda rows, late: {
                start: _sum_rows(rows).get(start, 0) + _count_late(late).get(start, 0)
                for start in {**_sum_rows(rows), **_count_late(late)}
            }
        )
    ),
    "the rows are final": Misconception(_build_correct_rule(lambda rows, late: dict(rows))),
    "late clicks replace the count": Misconception(
        _build_correct_rule(lambda rows, late: {**dict(rows), **_count_late(late)}),
        covers=_has_smaller_count,
    ),
    "late clicks belong to the last window": Misconception(
        _build_correct_rule(
            lambda rows, late: {**dict(rows), rows[-1][0]: dict(rows)[rows[-1][0]] + len(late)}
        )
    ),
    "a late click is in the first row": Misconception(
        _build_correct_rule(lambda rows, late: compute_counts(rows[::-1], late))
    ),
    "each window has one late click": Misconception(
        _build_correct_rule(
            lambda rows, late: compute_counts(rows, sorted({t // SIZE_MS * SIZE_MS for t in late}))
        )
    ),
    "the side output has all clicks": Misconception(
        _build_correct_rule(lambda rows, late: dict(_count_late(late)))
    ),
}


def _find_click(run: fs.Simulation, time: int) -> tuple[str, int | None]:
    for step, event in iterate_events(run.trace, e.LateRecordDropped):
        if event.value[1] == time:
            return ("side" if event.side_output else "dropped"), step
    return "window", find_click(run, e.WindowAssigned, time)[0]


def _count_second_results(run: fs.Simulation) -> tuple[str, int | None]:
    step = find_first(run.trace, e.LateRecordDropped, lambda f: not f.side_output)[0]
    return str(count_late_results(run)), step


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedLateClicks(d.times),
    parsers={"side": build_set_parser(parse_milliseconds), "correct": parse_correct},
    judge_answer=judge_answer,
    solve=lambda d: {"side": d.side, "correct": compute_counts},
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {"side": d.side, "correct": lambda rows, late: d.final_counts},
        {"side": d.side, "correct": lambda rows, late: 1 // 0},
        {"side": d.side, "correct": d.final_counts},
        {"side": [*d.side, 1], "correct": compute_counts},
        {"side": d.side, "correct": lambda rows, late: sum(dict(rows).values()) + len(late)},
    ],
    spellings=lambda d, a: [
        {**a, "side": set(a["side"])},
        {**a, "side": [f"{time / 1000} s" for time in a["side"]]},
        {
            **a,
            "correct": lambda rows, late: {
                s: dict(rows).get(s, 0) + sum(t // 10_000 == s // 10_000 for t in late)
                for s in sorted({*dict(rows), *(t // 10_000 * 10_000 for t in late)})
            },
        },
    ],
    truths={
        "4 s": lambda run: _find_click(run, 4_000),
        "8 s": lambda run: _find_click(run, 8_000),
        "counted": _count_second_results,
    },
)
