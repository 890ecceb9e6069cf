"""Solution of lesson 05, Split, subtask, channel, minimum: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import build_data_choice_parser, parse_record
from flinksim.course.checks.window_checks import (
    WindowFiringCause,
    check_window_firing,
    find_advancing_record,
    find_firing_cause,
)
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_05 import LESSON, SPLITS, ThreeSplits
from flinksim.course.solution_model import Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.trace import events as e
from flinksim.trace.query import find_step

TEXTS = LESSON.texts
WINDOW = (0, 10_000)


class SolvedThreeSplits(ThreeSplits):
    """The exercise's data with its answers."""

    @cached_property
    def firing_cause(self) -> WindowFiringCause:
        """Why the window of the key blue fired."""
        return find_firing_cause(self.run.trace, "blue", WINDOW)

    @property
    def channels(self) -> dict[str, tuple[Any, ...]]:
        """The number, further names and id of each channel into the window's task, by split."""
        target = next(c.target for c in self.run.plan.channels if c.id == self.firing_cause.channel)
        into = [channel for channel in self.run.plan.channels if channel.target == target]
        split_of = {
            event.operator.partition("/")[2]: event.split
            for _, event in iterate_events(self.run.trace, e.SourceRecordRead)
        }
        return {
            split_of[channel.source.partition("/")[2]]: (
                channel.index, str(channel.index), f"ch {channel.index}",
                f"channel {channel.index}", f"split {split_of[channel.source.partition('/')[2]]}", channel.id,
            )
            for channel in into
        }  # fmt: skip

    @property
    def limiting_split(self) -> str:
        """The split whose channel limited the watermark of the window's task."""
        return next(
            name for name, ids in self.channels.items() if ids[-1] == self.firing_cause.channel
        )

    @cached_property
    def largest_advance(self) -> tuple[int, Any]:
        """The step of the largest watermark advance of the window's task, and its record."""
        trace, best = self.run.trace, (0, 0)
        for index, event in enumerate(trace.events):
            if not isinstance(event, e.InputWatermarkAdvanced) or event.before < -(10**15):
                continue
            if (
                event.after - event.before > best[0]
                and find_advancing_record(trace, index) is not None
            ):
                best = event.after - event.before, index
        return find_step(trace, best[1]), find_advancing_record(trace, best[1])

    def list_reads(self, split: str) -> list[Any]:
        """Return the records that were read from a split."""
        return [
            f.value
            for _, f in iterate_events(self.run.trace, e.SourceRecordRead)
            if f.split == split
        ]


def judge_answer(data: SolvedThreeSplits, answer: Answer) -> Verdict:
    """Check the record, the channel and the largest watermark advance."""
    trace = data.run.trace
    held = data.channels[answer["held_by"]][-1]
    verdict = check_window_firing(
        trace, "blue", WINDOW, record=answer["closed_by"], limiting_channel=held
    )
    if not verdict:
        step = find_first(trace, e.WindowFired, lambda f: (f.key, f.window) == ("blue", WINDOW))[0]
        is_same = answer["closed_by"] == data.firing_cause.record
        problem = TEXTS.format(
            "another channel" if is_same else "another closing record", hint=verdict.message
        )
        return Verdict(False, problem, step, data.run)
    step, furthest = data.largest_advance
    if answer["furthest"] != furthest:
        return Verdict(False, TEXTS.format("another record"), step, data.run)
    return Verdict(
        True,
        TEXTS.format(
            "right",
            hint=verdict.message,
            record=data.firing_cause.record,
            split=data.limiting_split,
        ),
    )


def solve(data: SolvedThreeSplits) -> dict[str, Any]:
    """Return the right answer, read from the trace of the run."""
    return {
        "closed_by": data.firing_cause.record, "held_by": data.limiting_split, "furthest": data.largest_advance[1],
    }  # fmt: skip


def _build_answer_rule(**replacements: Any) -> Any:
    return lambda d: {**solve(d), **{name: make(d) for name, make in replacements.items()}}


def _find_fastest_split(data: SolvedThreeSplits) -> str:
    return max(SPLITS, key=lambda split: max(v[1] for v in data.list_reads(split)))


def _find_first_past_end(data: SolvedThreeSplits) -> Any:
    return find_first(data.run.trace, e.SourceRecordRead, lambda f: f.value[1] >= 12_000)[1].value


def _get_time(record: Any) -> int:
    """Return the event time of an answered record, or -1 if it is none."""
    return (
        record[1] if type(record) is tuple and len(record) == 3 and type(record[1]) is int else -1
    )


MISCONCEPTIONS = {
    "the fastest split sets the time": Misconception(
        _build_answer_rule(closed_by=_find_first_past_end, held_by=_find_fastest_split),
        covers=lambda d, a: a["closed_by"] != d.firing_cause.record,
    ),
    "the pane's own record closes it": Misconception(
        _build_answer_rule(closed_by=lambda d: d.list_reads(d.limiting_split)[0]),
        covers=lambda d, a: 0 <= _get_time(a["closed_by"]) < 10_000,
    ),
    "the fast channel holds": Misconception(_build_answer_rule(held_by=_find_fastest_split)),
    "the last one that is behind the end": Misconception(
        _build_answer_rule(
            held_by=lambda d: next(
                s for s in SPLITS if s not in (_find_fastest_split(d), d.limiting_split)
            )
        )
    ),
    "the greatest timestamp moves time furthest": Misconception(
        _build_answer_rule(
            furthest=lambda d: max((v for s in SPLITS for v in d.list_reads(s)), key=lambda v: v[1])
        )
    ),
    "a record counts when it is read": Misconception(
        _build_answer_rule(
            closed_by=lambda d: (
                find_first(
                    d.run.trace, e.SourceRecordRead, lambda f: 10_000 <= f.value[1] < 12_000
                )[1].value
            )
        ),
        covers=lambda d, a: 10_000 <= _get_time(a["closed_by"]) < 12_000,
    ),
    "each record advances the task": Misconception(
        _build_answer_rule(furthest=lambda d: d.list_reads(d.limiting_split)[0]),
        covers=lambda d, a: a["furthest"] != d.largest_advance[1],
    ),
}


def _find_limiting_split(run: fs.Simulation) -> tuple[str, int | None]:
    step, _ = find_first(run.trace, e.WindowFired)
    left = find_first(run.trace, e.SourceRecordRead, lambda f: f.value[1] == 31_000)[0]
    right = find_first(run.trace, e.SourceRecordRead, lambda f: f.value[1] == 13_000)[0]
    return ("right" if step > right else "left" if step > left else "before"), step


def _find_watermark_at_firing(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = find_first(run.trace, e.WindowFired)
    return str(event.watermark), step


def _find_other_firing(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = find_first(run.trace, e.WindowFired, lambda f: f.window[0] == 30_000)
    return ("end" if event.watermark > 10**15 else "31"), step


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedThreeSplits(d.clicks),
    parsers={
        "closed_by": parse_record,
        "held_by": build_data_choice_parser(lambda d: d.channels),
        "furthest": parse_record,
    },
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {**solve(d), "held_by": list(SPLITS)},
        {**solve(d), "held_by": "ch 7"},
        {**solve(d), "furthest": [v for s in SPLITS for v in d.list_reads(s)]},
    ],
    spellings=lambda d, a: [
        *({**a, "held_by": name} for name in d.channels[a["held_by"]]),
        {name: str(value) if name != "held_by" else value.upper() for name, value in a.items()},
        {**a, "closed_by": list(a["closed_by"])},
    ],
    truths={
        "who": _find_limiting_split,
        "how far": _find_watermark_at_firing,
        "last window": _find_other_firing,
    },
)
