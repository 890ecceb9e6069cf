"""Solution of lesson 24, Joins, connect and union: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

import flinksim as fs
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.course.answer_parsing import build_set_parser, parse_milliseconds, parse_pair_of_times
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_24 import (
    DISTANCE_MS,
    LESSON,
    Pair,
    TwoInputs,
    build_joins_job,
    find_pairs,
    list_pairs,
)
from flinksim.course.solution_model import Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.trace import events as e

TEXTS = LESSON.texts


def find_last_watermark(run: fs.Simulation) -> tuple[int, int]:
    """Find the last watermark of the interval join before its inputs end, with its step."""
    changed = find_first(run.trace, e.OperatorInputChanged)[1]
    found = [
        (step, event.after)
        for step, event in iterate_events(run.trace, e.OperatorWatermarkAdvanced)
        if event.operator == changed.operator and MIN_TIMESTAMP < event.after < MAX_TIMESTAMP
    ]
    return found[-1]


class SolvedTwoInputs(TwoInputs):
    """The exercise's data with its answers."""

    @cached_property
    def run(self) -> fs.Simulation:
        """The finished run of both joins."""
        return run_quietly(build_joins_job(self.order_rows, self.payment_rows))

    def pairs(self, kind: str) -> list[Pair]:
        """List the pairs of one of the joins."""
        return list_pairs(self.run, kind)

    @property
    def watermark_ms(self) -> int:
        """The watermark of the joins when everything has been read."""
        return find_last_watermark(self.run)[1]


def judge_answer(data: SolvedTwoInputs, answer: Answer) -> Verdict:
    """Check the pairs of both joins, and the watermark before the inputs end."""
    for kind in ("window", "interval"):
        right = data.pairs(kind)
        for pair in sorted(set(answer[kind]) ^ set(right), key=str):
            if pair in right:
                step = next(step for step, f in find_pairs(data.run, kind) if f.value[1:] == pair)
                text = TEXTS.format("one pair more", join=TEXTS.messages[kind], pair=pair)
                return Verdict(False, text, step, data.run)
            text = TEXTS.format("no such pair", join=TEXTS.messages[kind], pair=pair)
            reads = iterate_events(data.run.trace, e.SourceRecordRead)
            step = next((step for step, f in reads if f.value[1] in (pair or ())), 0)
            return Verdict(False, text, step, data.run)
    if answer["watermark_ms"] != data.watermark_ms:
        step, _ = find_last_watermark(data.run)
        text = TEXTS.format("wrong watermark", watermark_ms=answer["watermark_ms"])
        return Verdict(False, text, step, data.run)
    return Verdict(
        True,
        TEXTS.format(
            "right", window=len(data.pairs("window")), interval=len(data.pairs("interval"))
        ),
    )


def solve(data: SolvedTwoInputs) -> dict[str, Any]:
    """Return the right answer, read from the run."""
    return {
        "window": data.pairs("window"),
        "interval": data.pairs("interval"),
        "watermark_ms": data.watermark_ms,
    }


def _build_answer_rule(**replacements: Callable[[SolvedTwoInputs], Any]) -> Any:
    return lambda d: {**solve(d), **{name: make(d) for name, make in replacements.items()}}


def _list_all_pairs(data: SolvedTwoInputs, is_pair: Callable[[int, int], bool]) -> list[Pair]:
    return [(o, p) for o in data.orders for p in data.payments if is_pair(o, p)]


def _keep_nearest(pairs: Iterable[Pair]) -> list[Pair]:
    nearest: dict[int, int] = {}
    for order, payment in pairs:
        best = nearest.get(order)
        if best is None or abs(order - payment) < abs(order - best):
            nearest[order] = payment
    return list(nearest.items())


MISCONCEPTIONS = {
    "a window join pairs neighbours": Misconception(
        _build_answer_rule(window=lambda d: d.pairs("interval")), too_high="window"
    ),
    "an interval join has windows": Misconception(
        _build_answer_rule(interval=lambda d: d.pairs("window")), too_high="interval"
    ),
    "both rules hold for an interval join": Misconception(
        _build_answer_rule(
            interval=lambda d: [pair for pair in d.pairs("interval") if pair in d.pairs("window")]
        )
    ),
    "the interval is open": Misconception(
        _build_answer_rule(
            interval=lambda d: _list_all_pairs(d, lambda o, p: abs(o - p) < DISTANCE_MS)
        )
    ),
    "a payment comes after its order": Misconception(
        _build_answer_rule(
            interval=lambda d: _list_all_pairs(d, lambda o, p: 0 <= p - o <= DISTANCE_MS)
        )
    ),
    "the interval is 2 s wide": Misconception(
        _build_answer_rule(
            interval=lambda d: _list_all_pairs(d, lambda o, p: abs(o - p) <= DISTANCE_MS // 2)
        )
    ),
    "each order has one payment in a window": Misconception(
        _build_answer_rule(window=lambda d: _keep_nearest(d.pairs("window"))),
        covers=lambda d, a: a["window"] < frozenset(d.pairs("window")),
    ),
    "each order has one payment in the interval": Misconception(
        _build_answer_rule(interval=lambda d: _keep_nearest(d.pairs("interval"))),
        covers=lambda d, a: a["interval"] < frozenset(d.pairs("interval")),
    ),
    "the first of both is enough": Misconception(
        _build_answer_rule(watermark_ms=lambda d: max(*d.orders, *d.payments) - 1),
        covers=lambda d, a: a["watermark_ms"] > d.watermark_ms,
    ),
    "a watermark is the last timestamp": Misconception(
        _build_answer_rule(watermark_ms=lambda d: min(max(d.orders), max(d.payments)))
    ),
    "the watermark waits for the distance": Misconception(
        _build_answer_rule(watermark_ms=lambda d: d.watermark_ms - DISTANCE_MS),
        too_low="watermark_ms",
    ),
    "the orders have the clock": Misconception(
        _build_answer_rule(
            watermark_ms=lambda d: max(d.orders) - (1 if max(d.orders) > max(d.payments) else 0)
        )
    ),
    "the payment comes first": Misconception(
        _build_answer_rule(
            window=lambda d: [(p, o) for o, p in d.pairs("window")],
            interval=lambda d: [(p, o) for o, p in d.pairs("interval")],
        )
    ),
}


def _find_join_of_near(run: fs.Simulation) -> tuple[str, int | None]:
    found = {
        kind: step
        for kind in ("window", "interval")
        for step, event in find_pairs(run, kind)
        if event.value[1:] == (9_500, 10_500)
    }
    return "both" if len(found) == 2 else next(iter(found), "none"), next(iter(found.values()), 0)


def _find_first_pair_time(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = next(find_pairs(run, "interval"))
    second = max(
        read
        for read, f in iterate_events(run.trace, e.SourceRecordRead)
        if f.value[1] in event.value[1:]
    )
    now_ms = run.trace.headers[step].time_ms
    return ("100" if now_ms - run.trace.headers[second].time_ms <= 100 else "2000"), step


def _find_clock(run: fs.Simulation) -> tuple[str, int | None]:
    step, watermark = find_last_watermark(run)
    return str(watermark), step


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedTwoInputs(d.order_rows, d.payment_rows),
    parsers={
        "window": build_set_parser(parse_pair_of_times),
        "interval": build_set_parser(parse_pair_of_times),
        "watermark_ms": parse_milliseconds,
    },
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {**solve(d), "window": []},
        {**solve(d), "interval": [(payment, order) for order, payment in d.pairs("interval")]},
        {**solve(d), "interval": _list_all_pairs(d, lambda o, p: True)},
        {**solve(d), "watermark_ms": d.watermark_ms + 1},
    ],
    spellings=lambda d, a: [
        {
            **a,
            "window": list(reversed(a["window"])),
            "interval": {tuple(pair) for pair in a["interval"]},
        },
        {
            **a,
            "interval": [list(pair) for pair in a["interval"]],
            "watermark_ms": f"{a['watermark_ms']} ms",
        },
        {**a, "window": [f"({order}, {payment})" for order, payment in a["window"]]},
    ],
    truths={"1 s apart": _find_join_of_near, "when": _find_first_pair_time, "clock": _find_clock},
)
