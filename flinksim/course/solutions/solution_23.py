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
        raise InvalidAnswer(
            (
                f"expected a function of rows and late, found {value!r:.60}",
                f"此处需要一个以 rows 和 late 为参数的函数，得到的是 {value!r:.60}",
            )
        )
    outcomes = []
    for stream in data.all_streams:
        try:
            counts = value(list(stream.rows), list(stream.side))
        except Exception as error:  # a learner's function may raise anything
            raise InvalidAnswer(
                (f"correct(rows, late) raises {error!r:.80}", f"correct(rows, late) 抛出 {error!r:.80}")
            ) from None  # fmt: skip
        counts = simplify_value(counts)
        if type(counts) is list and all(
            type(row) in (tuple, list) and len(row) == 2 for row in counts
        ):
            counts = {row[0]: row[1] for row in counts if type(row[0]) is int}
        if type(counts) is not dict or not all(
            type(one) is int for item in counts.items() for one in item
        ):
            raise InvalidAnswer(
                (
                    f"correct(rows, late) must return a dict such as {{0: 3}}, but it returned {counts!r:.60}",
                    f"correct(rows, late) 要返回字典，例如 {{0: 3}}，它返回了 {counts!r:.60}",
                )
            )
        outcomes.append(tuple(sorted(counts.items())))
    return FunctionAnswer(value, tuple(outcomes))


def judge_answer(data: SolvedLateClicks, answer: Answer) -> Verdict:
    """Check which clicks are in the side output, and that the function counts every click once."""
    for time in sorted(set(answer["side"]) ^ set(data.side)):
        if time in data.side:
            step, _ = find_click(data.run, e.LateRecordDropped, time)
            return Verdict(
                False,
                (
                    f"the click of {time} ms finds no window any more",
                    f"{time} ms 的点击已经没有窗口了",
                ),
                step,
                data.run,
            )
        if time not in data.times:
            return Verdict(False, (f"there is no click of {time} ms", f"没有 {time} ms 的点击"))
        step, _ = find_click(data.run, e.WindowAssigned, time)
        return Verdict(
            False,
            (f"the click of {time} ms is added to a window", f"{time} ms 的点击加进了窗口"),
            step,
            data.run,
        )
    for stream, found in zip(data.all_streams, answer["correct"].outcomes, strict=True):
        if dict(found) != stream.final_counts:
            late = iterate_events(stream.run.trace, e.LateRecordDropped)
            return Verdict(
                False,
                (f"for rows {stream.rows} and late {stream.side} the counts are {stream.final_counts}, not {dict(found)}", f"rows 为 {stream.rows}、late 为 {stream.side} 时，计数是 {stream.final_counts}，不是 {dict(found)}"),
                next((step for step, _ in late), len(stream.run.trace) - 1), stream.run,
            )  # fmt: skip
    return Verdict(
        True,
        (
            f"{len(data.side)} late clicks, and each of {len(data.times)} is counted once",
            f"{len(data.side)} 次迟到的点击，{len(data.times)} 次各计一次",
        ),
    )


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


MISCONCEPTIONS = {
    "whatever is behind the watermark is late": Misconception(
        ("A click behind the watermark is still counted, if its window is kept.", "只要窗口仍然保留，低于水位线的点击仍会计入。"),
        _build_side_rule(_find_older_than_the_watermark),
    ),
    "whatever comes after the firing is late": Misconception(
        ("Within the allowed lateness the window is kept, and fires again.", "在允许延迟之内窗口还保留，会再次触发。"),
        _build_side_rule(_find_clicks_after_the_firing),
    ),
    "the side output has what refires": Misconception(
        ("These clicks were added to a window. Only clicks without any window are in the side output.", "这些点击加进了窗口。只有没有窗口可进的点击才在旁路输出里。"),
        _build_side_rule(lambda d: [t for t in _find_clicks_after_the_firing(d) if t not in d.side]),
    ),
    "nothing is late with a side output": Misconception(
        ("The side output does not keep a window. It gets what the window can no longer take.", "旁路输出不会使窗口保留，只接收窗口不再接收的数据。"),
        _build_side_rule(lambda d: []),
    ),
    "late rows are added up": Misconception(
        ("A window's later row has all of its clicks. It replaces the earlier row.", "窗口后来的行包含该窗口的全部点击，取代先前的行。"),
        _build_correct_rule(lambda rows, late: {
            start: _sum_rows(rows).get(start, 0) + _count_late(late).get(start, 0)
            for start in {**_sum_rows(rows), **_count_late(late)}
        }),
    ),
    "the rows are final": Misconception(
        ("No row has the clicks of the side output. Add them yourself.", "任何一行都不包含旁路输出中的点击，需要自行加上。"),
        _build_correct_rule(lambda rows, late: dict(rows)),
    ),
    "late clicks replace the count": Misconception(
        ("The side output has single clicks, not counts. Add them to the count.", "旁路输出包含的是单次点击，而不是计数，需要加到计数上。"),
        _build_correct_rule(lambda rows, late: {**dict(rows), **_count_late(late)}),
    ),
    "late clicks belong to the last window": Misconception(
        ("A late click belongs to the window of its own timestamp.", "迟到的点击属于自己时间戳所在的窗口。"),
        _build_correct_rule(lambda rows, late: {**dict(rows), rows[-1][0]: dict(rows)[rows[-1][0]] + len(late)}),
    ),
    "a late click is in the first row": Misconception(
        ("The first row of a window lacks the clicks that refired it. Start from the last row.", "窗口的第一行缺少让它再次触发的点击。要从最后一行算起。"),
        _build_correct_rule(lambda rows, late: compute_counts(rows[::-1], late)),
    ),
    "each window has one late click": Misconception(
        ("Several late clicks can belong to one window.", "一个窗口可以有好几次迟到的点击。"),
        _build_correct_rule(lambda rows, late: compute_counts(rows, sorted({t // SIZE_MS * SIZE_MS for t in late}))),
    ),
}  # fmt: skip


def _find_click(run: fs.Simulation, time: int) -> tuple[str, int | None]:
    for step, event in iterate_events(run.trace, e.LateRecordDropped):
        if event.value[1] == time:
            return ("side" if event.side_output else "dropped"), step
    return "window", find_click(run, e.WindowAssigned, time)[0]


def _count_second_results(run: fs.Simulation) -> tuple[str, int | None]:
    step = find_first(run.trace, e.LateRecordDropped, lambda f: not f.side_output)[0]
    return str(count_late_results(run)), step


SOLUTION = Solution(
    exercise=LESSON.exercise,
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
            {**a, "correct": lambda rows, late: {s: dict(rows).get(s, 0) + sum(t // 10_000 == s // 10_000 for t in late) for s in sorted({*dict(rows), *(t // 10_000 * 10_000 for t in late)})}},
        ],
    truths={'4 s': lambda run: _find_click(run, 4_000), '8 s': lambda run: _find_click(run, 8_000), 'counted': _count_second_results},
)  # fmt: skip
