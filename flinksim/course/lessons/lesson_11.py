"""Lesson 11, Late data: what allowed lateness does, and what a later sum must consider.

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
from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.function_answers import FunctionAnswer
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import (
    Answer,
    Exercise,
    InvalidAnswer,
    LessonDefinition,
    Misconception,
    Option,
    Prediction,
    Verdict,
)
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.trace import events as e

INTERVAL_MS, DELAY_MS, LATENESS_MS = 400, 1_000, 8_000
TIMES = (2_000, 8_000, 12_000, 9_000, 4_000, 21_500, 6_000, 17_000)
Row = tuple[int, int]
TotalFunction = Callable[[Sequence[Row]], int]


def build_lateness_job(times: Any, lateness_ms: int = LATENESS_MS) -> fs.Simulation:
    """Count clicks that arrive every 400 ms, with a delay of 1 s and an allowed lateness."""
    clicks = [(INTERVAL_MS * n, "a", time) for n, time in enumerate(times, 1)]
    return build_clicks_job(
        {"clicks": [*clicks, (INTERVAL_MS * (len(times) + 4), "end", max(times))]},
        delay_ms=DELAY_MS,
        lateness_ms=lateness_ms,
    )


def list_rows(run: fs.Simulation) -> list[Row]:
    """List the results of the window, in order: start of the window, and its clicks so far."""
    return [
        (f.window[0], f.count) for _, f in iterate_events(run.trace, e.WindowFired) if f.key == "a"
    ]


class Stream:
    """The exercise's data: clicks of three windows, some of them late."""

    def __init__(self, times: tuple[int, ...]) -> None:
        self.times = times

    @cached_property
    def run(self) -> fs.Simulation:
        """The simulation of the clicks, run to its end."""
        return run_quietly(build_lateness_job(self.times))

    @cached_property
    def all_streams(self) -> list[Stream]:
        """These clicks and further streams, which the learner does not see."""
        random = Random(repr(self.times))
        fixed = [TIMES, (1_000, 12_000, 2_000, 13_000, 22_500, 14_000, 35_000)]
        return [self, *map(Stream, fixed), *(draw_data(random) for _ in range(3))]

    @cached_property
    def rows(self) -> list[Row]:
        """The results of all windows, in the order in which they were emitted."""
        return list_rows(self.run)

    @property
    def windows(self) -> list[int]:
        """The starts of the windows."""
        return sorted({start for start, _ in self.rows})

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


def draw_data(random: Random) -> Stream:
    """Draw two to four late clicks for windows that have fired, and one that is too late."""
    times = [
        random.randrange(1_000, 4_000, 100),
        random.randrange(5_000, 9_500, 100),
        random.randrange(11_200, 13_000, 100),
    ]
    times += [random.randrange(500, 9_900, 100) for _ in range(random.choice((1, 2, 3)))]
    times += [
        random.randrange(16_000, 18_400, 100),
        random.randrange(500, 9_900, 100),
        random.randrange(21_300, 23_000, 100),
    ]
    times += [random.randrange(10_100, 19_900, 100) for _ in range(random.choice((1, 2)))]
    times += [random.randrange(500, 9_900, 100), random.randrange(24_000, 27_000, 100)]
    return Stream(tuple(times))


def parse_total(data: Stream, value: Any) -> FunctionAnswer:
    """Parse an answer that is a function from the windows' result rows to the number of clicks."""
    if not callable(value) or isinstance(value, type):
        raise InvalidAnswer(
            (
                f"expected a function of rows, found {value!r:.60}",
                f"这里要一个以 rows 为参数的函数，得到的是 {value!r:.60}",
            )
        )
    outcomes = []
    for stream in data.all_streams:
        try:
            total = value(tuple(stream.rows))
        except Exception as error:  # a learner's function may raise anything
            raise InvalidAnswer(
                (f"total(rows) raises {error!r:.80}", f"total(rows) 抛出 {error!r:.80}")
            ) from None
        total = simplify_value(total)
        if type(total) is not int:
            raise InvalidAnswer(
                (
                    f"total(rows) must return a whole number, but it returned {total!r:.60}",
                    f"total(rows) 要返回整数，它返回了 {total!r:.60}",
                )
            )
        outcomes.append(total)
    return FunctionAnswer(value, tuple(outcomes))


def judge_answer(data: Stream, answer: Answer) -> Verdict:
    """Check the answered number of firings, and that the function counts each click once."""
    for start, answered in answer["firings"]:
        if answered != data.firings[start]:
            fired = iterate_events(data.run.trace, e.WindowFired)
            step = next(step for step, event in fired if event.window[0] == start)
            return Verdict(
                False,
                (
                    f"[{start}, {start + 10_000}) does not fire {answered} times",
                    f"[{start}, {start + 10_000}) 不是触发 {answered} 次",
                ),
                step,
                data.run,
            )
    for stream, total in zip(data.all_streams, answer["total"].outcomes, strict=True):
        if total != stream.counted_clicks:
            return Verdict(
                False,
                (f"the total of {stream.rows} is {stream.counted_clicks} clicks, not {total}", f"{stream.rows} 的总数是 {stream.counted_clicks} 次点击，不是 {total}"),
                len(stream.run.trace) - 1, stream.run,
            )  # fmt: skip
    return Verdict(
        True,
        (
            f"{data.counted_clicks} clicks, each counted once",
            f"{data.counted_clicks} 次点击，各计一次",
        ),
    )


def sum_last_rows(rows: Sequence[Row]) -> int:
    """Sum the last count of each window."""
    return sum(dict(rows).values())


def _build_answer_rule(function: TotalFunction) -> Any:
    return lambda d: {"firings": d.firings, "total": function}


MISCONCEPTIONS = {
    "a firing replaces nothing": Misconception(
        ("A late firing emits the whole pane again, with one click more.", "迟到触发会再次输出整个窗格，多一次点击。"),
        _build_answer_rule(lambda rows: sum(count for _, count in rows)),
    ),
    "a late firing is one more": Misconception(
        ("A row has the whole count, not the difference.", "它带的是总数，不是新增。"),
        _build_answer_rule(lambda rows: len(rows)),
    ),
    "the first result counts": Misconception(
        ("The first row of a window has no late clicks. The later rows have them.", "第一个结果里没有迟到的，后面的才有。"),
        _build_answer_rule(lambda rows: sum(dict(reversed(rows)).values())),
    ),
    "the greatest is the total": Misconception(
        ("Each window has its own clicks.", "每个窗口有自己的点击。"),
        _build_answer_rule(lambda rows: max(count for _, count in rows)),
    ),
    "equal rows are one": Misconception(
        ("Different rows can belong to the same window.", "不同的行可能属于同一个窗口。"),
        _build_answer_rule(lambda rows: sum({count for _, count in rows})),
    ),
    "allowed lateness delays the result": Misconception(
        ("A window fires when the watermark passes its end, and again for each late click.", "水位线一过末尾窗口照常触发，之后每次迟到再触发。"),
        lambda d: {"firings": dict.fromkeys(d.windows, 1), "total": sum_last_rows},
    ),
    "late ones fire together": Misconception(
        ("Each late click makes the window fire again.", "每次迟到的点击都让窗口再触发一次。"),
        lambda d: {"firings": {s: min(2, n) for s, n in d.firings.items()}, "total": sum_last_rows},
    ),
}  # fmt: skip


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


LESSON = LessonDefinition(
    number="11",
    title=("Late data", "迟到的数据"),
    misconception=("allowed lateness delays the first result", "允许延迟会推迟第一个结果"),
    simulate=lambda: build_lateness_job(TIMES),
    program=build_clicks_job,
    predictions={
        "first": Prediction(
            ("The allowed lateness is 8 s. When does [0 s, 10 s) first fire?", "允许延迟是 8 s。[0 s, 10 s) 第一次何时触发？"),
            {
                "end": Option(("when the watermark passes 10 s", "水位线过 10 s 时")),
                "kept": Option(("when it passes 18 s", "过 18 s 时"), ("The window is kept until then, but it has already fired.", "窗口保留到那时，但早已触发过。")),
                "both": Option(("once, when all late clicks are in it", "只一次，包含所有迟到的"), ("Then there would be no result on time.", "那谁也不能按时得到结果。")),
            },
            _find_when_first_fires,
            ("The allowed lateness does not delay a firing. It keeps the window, so that it can fire again.", "允许延迟不推迟触发：它保留窗口，以便再次触发。"),
        ),
        "how often": Prediction(
            ("Then clicks of 9 s and 4 s arrive. How often does the window fire in total?", "然后来了 9 s 和 4 s。窗口总共触发几次？"),
            {
                "1": Option(("once", "1 次"), ("Then the late clicks would be in no result.", "那迟到的点击就不在任何结果里。")),
                "2": Option(("twice", "2 次"), ("Late clicks do not wait for each other.", "迟到的点击不互相等。")),
                "3": Option(("three times", "3 次")),
            },
            _count_first_firings,
            ("Once on time, and immediately again for each late click.", "按时一次，每次迟到立刻再一次。"),
        ),
        "too late": Prediction(
            ("After 21.5 s, a click of 6 s arrives. What happens to it?", "21.5 s 之后来了 6 s。它会怎样？"),
            {
                "late": Option(("the window fires a fourth time", "窗口第四次触发"), ("The window was removed when the watermark reached 17.999 s.", "水位线到 17.999 s 时窗口已清除。")),
                "dropped": Option(("it is dropped", "被丢弃")),
                "other": Option(("it is counted in [10 s, 20 s)", "算进 [10 s, 20 s)"), ("A click never moves to another window.", "点击从不换窗口。")),
            },
            _find_dropped_click,
            ("The window was kept for 8 s of event time only.", "窗口只多保留 8 s 的事件时间。"),
        ),
    },
    exercise=Exercise(
        questions={
            "firings": ("for each start of a window, how often it fires", "每个窗口起点对应的触发次数"),
            "total": ("a function total(rows) that counts each click once", "函数 total(rows)，每次点击只计一次"),
        },
        parsers={"firings": build_dict_parser(lambda d: d.windows, parse_whole_number), "total": parse_total},
        learner_fields=("times", "windows"),
        draw_data=draw_data,
        judge_answer=judge_answer,
        solve=lambda d: {"firings": d.firings, "total": sum_last_rows},
        misconceptions=MISCONCEPTIONS,
        spellings=lambda d, a: [
            {**a, "firings": {s: str(n) for s, n in a["firings"].items()}},
            {**a, "total": lambda rows: sum(max(c for t, c in rows if t == s) for s in dict.fromkeys(s for s, _ in rows))},
        ],
        wrong_answers=lambda d: [
            {"firings": d.firings, "total": lambda rows: d.counted_clicks},
            {"firings": d.firings, "total": lambda rows: True},
            {"firings": d.firings, "total": lambda rows: 1 // 0},
            {"firings": d.firings, "total": d.counted_clicks},
        ],
    ),
    tools={"with_lateness": build_lateness_job, "rows": list_rows},
)  # fmt: skip
