"""Solution of lesson 11, Late data: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import build_dict_parser, parse_whole_number
from flinksim.course.answer_values import simplify_value
from flinksim.course.function_answers import FunctionAnswer
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_11 import LESSON, TIMES, Row, Stream, draw_data
from flinksim.course.solution_model import InvalidAnswer, Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.trace import events as e

TEXTS = LESSON.texts
TotalFunction = Callable[[Sequence[Row]], int]


class SolvedStream(Stream):
    """The exercise's data with its answers."""

    @cached_property
    def all_streams(self) -> list[SolvedStream]:
        """These clicks and further streams, which the learner does not see."""
        random = Random(repr(self.times))
        further = [SolvedStream(draw_data(random).times) for _ in range(3)]
        fixed = [TIMES, (1_000, 12_000, 2_000, 13_000, 22_500, 14_000, 35_000)]
        return [self, *map(SolvedStream, fixed), *further]

    @property
    def firings(self) -> dict[int, int]:
        """The number of firings of each window."""
        return {start: [one for one, _ in self.rows].count(start) for start in self.windows}

    @property
    def counted_clicks(self) -> int:
        """The number of clicks that are in a result."""
        return len(self.times) - len(
            [f for f in self.run.trace.get_events(e.LateRecordDropped) if f.key == "a"]
        )


def parse_total(data: SolvedStream, value: Any) -> FunctionAnswer:
    """Parse an answer that is a function from the windows' result rows to the number of clicks."""
    if not callable(value) or isinstance(value, type):
        raise InvalidAnswer(TEXTS.format("no function", value=f"{value!r:.60}"))
    outcomes = []
    for stream in data.all_streams:
        try:
            total = value(tuple(stream.rows))
        except Exception as error:  # a learner's function may raise anything
            raise InvalidAnswer(TEXTS.format("function raises", error=f"{error!r:.80}")) from None
        total = simplify_value(total)
        if type(total) is not int:
            raise InvalidAnswer(TEXTS.format("no whole number", total=f"{total!r:.60}"))
        outcomes.append(total)
    return FunctionAnswer(value, tuple(outcomes))


def judge_answer(data: SolvedStream, answer: Answer) -> Verdict:
    """Check the answered number of firings, and that the function counts each click once."""
    for start, answered in answer["firings"]:
        if answered != data.firings[start]:
            fired = iterate_events(data.run.trace, e.WindowFired)
            step = next(step for step, event in fired if event.window[0] == start)
            return Verdict(
                False,
                TEXTS.format("wrong firings", start=start, end=start + 10000, answered=answered),
                step,
                data.run,
            )
    for stream, total in zip(data.all_streams, answer["total"].outcomes, strict=True):
        if total != stream.counted_clicks:
            return Verdict(
                False,
                TEXTS.format(
                    "wrong total", rows=stream.rows, right=stream.counted_clicks, total=total
                ),
                len(stream.run.trace) - 1,
                stream.run,
            )
    return Verdict(True, TEXTS.format("right", counted_clicks=data.counted_clicks))


def sum_last_rows(rows: Sequence[Row]) -> int:
    """Sum the last count of each window."""
    return sum(dict(rows).values())


def _build_answer_rule(function: TotalFunction) -> Any:
    return lambda d: {"firings": d.firings, "total": function}


MISCONCEPTIONS = {
    "a firing replaces nothing": Misconception(
        _build_answer_rule(lambda rows: sum(count for _, count in rows))
    ),
    "a late firing is one more": Misconception(_build_answer_rule(lambda rows: len(rows))),
    "the first result counts": Misconception(
        _build_answer_rule(lambda rows: sum(dict(reversed(rows)).values()))
    ),
    "the greatest is the total": Misconception(
        _build_answer_rule(lambda rows: max(count for _, count in rows))
    ),
    "equal rows are one": Misconception(
        _build_answer_rule(lambda rows: sum({count for _, count in rows}))
    ),
    "allowed lateness delays the result": Misconception(
        lambda d: {"firings": dict.fromkeys(d.windows, 1), "total": sum_last_rows},
        too_low="firings",
    ),
    "late ones fire together": Misconception(
        lambda d: {"firings": {s: min(2, n) for s, n in d.firings.items()}, "total": sum_last_rows}
    ),
    "each click makes the window fire": Misconception(
        lambda d: {
            "firings": {s: sum(t // 10_000 * 10_000 == s for t in d.times) for s in d.windows},
            "total": sum_last_rows,
        },
        too_high="firings",
    ),
    "each window has one click": Misconception(
        _build_answer_rule(lambda rows: len(dict(rows))),
        covers=lambda d, a: (
            isinstance(a["total"], FunctionAnswer)
            and a["total"].outcomes < tuple(sum_last_rows(s.rows) for s in d.all_streams)
        ),
    ),
}


def _find_when_first_fires(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = find_first(run.trace, e.WindowFired)
    return ("end" if event.watermark < 15_000 else "kept"), step


def _count_first_firings(run: fs.Simulation) -> tuple[str, int | None]:
    fired = [
        step for step, f in iterate_events(run.trace, e.WindowFired) if f.window == (0, 10_000)
    ]
    return str(len(fired)), fired[-1]


def _find_dropped_click(run: fs.Simulation) -> tuple[str, int | None]:
    step, _ = find_first(run.trace, e.LateRecordDropped, lambda f: f.value[1] == 6_000)
    return "dropped", step


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedStream(d.times),
    parsers={
        "firings": build_dict_parser(lambda d: d.windows, parse_whole_number),
        "total": parse_total,
    },
    judge_answer=judge_answer,
    solve=lambda d: {"firings": d.firings, "total": sum_last_rows},
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {"firings": d.firings, "total": lambda rows: d.counted_clicks},
        {"firings": d.firings, "total": lambda rows: True},
        {"firings": d.firings, "total": lambda rows: 1 // 0},
        {"firings": d.firings, "total": d.counted_clicks},
    ],
    spellings=lambda d, a: [
        {**a, "firings": {s: str(n) for s, n in a["firings"].items()}},
        {
            **a,
            "total": lambda rows: sum(
                max(c for t, c in rows if t == s) for s in dict.fromkeys(s for s, _ in rows)
            ),
        },
    ],
    truths={
        "first": _find_when_first_fires,
        "how often": _count_first_firings,
        "6 s": _find_dropped_click,
    },
)
