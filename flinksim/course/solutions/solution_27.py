"""Solution of lesson 27, Windows and watermarks in SQL: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import (
    build_dict_parser,
    build_set_parser,
    parse_second_of_hour,
    parse_whole_number,
)
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_27 import (
    LESSON,
    SECONDS,
    START_MS,
    QueryClicks,
    build_clicks_query,
    list_late,
    list_rows,
)
from flinksim.course.solution_model import Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.trace import events as e

TEXTS = LESSON.texts


def _to_second(time_ms: int) -> int:
    return (time_ms - START_MS) // 1_000


def count_windows(run: fs.Simulation) -> dict[int, int]:
    """Return the count of each window, by the second of its start."""
    return {
        _to_second(event.window[0]): event.count
        for _, event in iterate_events(run.trace, e.WindowFired)
    }


def find_closer(run: fs.Simulation, seconds: Sequence[int]) -> tuple[int, int]:
    """Return the second of the row that lets the first window fire, and the step of the firing."""
    step, _ = find_first(run.trace, e.WindowFired)
    _, end = run.trace.event_range(step)
    reads = [one.offset for one in run.trace.events[:end] if isinstance(one, e.SourceRecordRead)]
    return seconds[reads[-1]], step


class SolvedQueryClicks(QueryClicks):
    """The exercise's data with its answers."""

    @cached_property
    def run(self) -> fs.Simulation:
        """The finished run of the query."""
        return run_quietly(build_clicks_query(self.seconds, self.size_s, self.delay_s))

    @property
    def closer(self) -> int:
        """The second of the row that lets the first window fire."""
        return find_closer(self.run, self.seconds)[0]

    @property
    def late(self) -> list[int]:
        """The seconds of the dropped rows."""
        return list_late(self.run, self.seconds)

    @property
    def counts(self) -> dict[int, int]:
        """The count of each window, by the second of its start."""
        return count_windows(self.run)


def judge_answer(data: SolvedQueryClicks, answer: Answer) -> Verdict:
    """Check the row that closes the first window, the late rows and the counts."""
    run = data.run
    closer, step = find_closer(run, data.seconds)
    if answer["closer"] != closer:
        return Verdict(False, TEXTS.format("wrong row", closer=answer["closer"]), step, run)
    if answer["late"] != frozenset(data.late):
        dropped = [step for step, _ in iterate_events(run.trace, e.LateRecordDropped)]
        wrong = sorted(answer["late"] - set(data.late))
        problem = (
            TEXTS.format("not dropped", wrong=wrong[0])
            if wrong
            else TEXTS.format("another dropped")
        )
        return Verdict(False, problem, dropped[0], run)
    for start, count in answer["counts"]:
        if count != data.counts.get(start, 0):
            fired = [
                step
                for step, event in iterate_events(run.trace, e.WindowFired)
                if _to_second(event.window[0]) == start
            ]
            return Verdict(
                False,
                TEXTS.format("wrong count", start=start, count=count),
                fired[0] if fired else None,
                run,
            )
    return Verdict(True, TEXTS.format("right", windows=len(data.counts), late=len(data.late)))


def solve(data: SolvedQueryClicks) -> dict[str, Any]:
    """Return the right answer, read from the run."""
    return {
        "closer": data.closer,
        "late": sorted(data.late),
        "counts": {start: data.counts.get(start, 0) for start in data.starts},
    }


def _build_answer_rule(**replacements: Any) -> Any:
    return lambda d: {**solve(d), **{name: make(d) for name, make in replacements.items()}}


def _find_first_at(data: SolvedQueryClicks, second: int) -> int:
    return next((one for one in data.seconds if one >= second), data.seconds[-1])


def _list_below_maximum(data: SolvedQueryClicks, delay_s: int) -> list[int]:
    """List the rows that are older than the highest time before them, minus a delay."""
    return sorted(
        {
            one
            for number, one in enumerate(data.seconds)
            if number and one < max(data.seconds[:number]) - delay_s
        }
    )


def _count_all(data: SolvedQueryClicks) -> dict[int, int]:
    starts = [data.get_start(second) for second in data.seconds]
    return {start: starts.count(start) for start in data.starts}


MISCONCEPTIONS = {
    "the delay is not subtracted": Misconception(
        _build_answer_rule(closer=lambda d: _find_first_at(d, d.size_s)),
        covers=lambda d, a: a["closer"] < d.closer,
    ),
    "the watermark must be past the end": Misconception(
        _build_answer_rule(closer=lambda d: _find_first_at(d, d.size_s + d.delay_s + 1)),
        covers=lambda d, a: a["closer"] > d.closer,
    ),
    "rows out of order are late": Misconception(
        _build_answer_rule(late=lambda d: _list_below_maximum(d, 0))
    ),
    "rows below the watermark are late": Misconception(
        _build_answer_rule(late=lambda d: _list_below_maximum(d, d.delay_s)),
        too_high="late",
        too_low="counts",
    ),
    "late rows are counted": Misconception(
        _build_answer_rule(counts=_count_all), too_high="counts"
    ),
    "nothing is dropped": Misconception(
        _build_answer_rule(late=lambda d: [], counts=_count_all), too_low="late"
    ),
    "the last window does not fire": Misconception(
        _build_answer_rule(counts=lambda d: {**solve(d)["counts"], d.starts[-1]: 0})
    ),
}


def _find_closing_row(run: fs.Simulation) -> tuple[str, int | None]:
    closer, step = find_closer(run, SECONDS)
    return str(closer), step


def _find_fate(run: fs.Simulation) -> tuple[str, int | None]:
    late = list(iterate_events(run.trace, e.LateRecordDropped))
    return ("dropped", late[0][0]) if late else ("counted", None)


def _find_kinds(run: fs.Simulation) -> tuple[str, int | None]:
    kinds = {text[:2] for text in list_rows(run)}
    step, _ = find_first(run.trace, e.ResultWritten)
    return ("inserts" if kinds == {"+I"} else "updates"), step


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedQueryClicks(d.size_s, d.delay_s, d.seconds),
    parsers={
        "closer": parse_second_of_hour,
        "late": build_set_parser(parse_second_of_hour),
        "counts": build_dict_parser(
            lambda d: d.starts, parse_whole_number, parse_key=parse_second_of_hour
        ),
    },
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    spellings=lambda d, a: [
        {**a, "late": set(a["late"]), "closer": str(a["closer"])},
        {
            **a,
            "late": list(reversed(a["late"])),
            "counts": {str(k): v for k, v in a["counts"].items()},
        },
    ],
    wrong_answers=lambda d: [
        {**solve(d), "closer": d.closer + 1},
        {**solve(d), "late": [*d.late, d.seconds[-1]]},
        {**solve(d), "counts": {start: n + 1 for start, n in solve(d)["counts"].items()}},
    ],
    truths={"fires": _find_closing_row, "behind": _find_fate, "kinds": _find_kinds},
)
