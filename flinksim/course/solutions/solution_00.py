"""Solution of lesson 00, Reading the stepper: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flinksim.course.answer_parsing import parse_record, parse_whole_number
from flinksim.course.checks.window_checks import find_firing_cause
from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_00 import CLICKS, LESSON, FirstWindow
from flinksim.course.solution_model import Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first, find_step_at, iterate_events
from flinksim.simulation.simulation import Simulation
from flinksim.trace import events as e

TEXTS = LESSON.texts


class SolvedFirstWindow(FirstWindow):
    """The exercise's data with its answers."""

    @property
    def first_firing(self) -> tuple[int, e.WindowFired]:
        """The first window firing of the run: its step and its event."""
        return find_first(self.run.trace, e.WindowFired)

    @property
    def closing_record(self) -> Any:
        """The record that made the first window fire."""
        firing = self.first_firing[1]
        return find_firing_cause(self.run.trace, firing.key, firing.window).record

    def find_last_record(self, predicate: Any) -> e.SourceRecordRead:
        """Find the last record that was read and for which *predicate* is true."""
        read = [
            event
            for _, event in iterate_events(self.run.trace, e.SourceRecordRead)
            if predicate(event)
        ]
        return read[-1]

    def find_read_step(self, value: Any) -> int:
        """Find the step in which a record was read."""
        return find_first(self.run.trace, e.SourceRecordRead, lambda f: f.value == value)[0]

    @property
    def last_window_record(self) -> Any:
        """The last record that was assigned to the first window, and its step."""
        firing = self.first_firing[1]
        inside = [
            (step, event.value)
            for step, event in iterate_events(self.run.trace, e.WindowAssigned)
            if (event.key, event.window) == (firing.key, firing.window)
        ]
        return inside[-1]


def solve(data: SolvedFirstWindow) -> dict[str, Any]:
    """Return the step of the first firing, and the record that caused it."""
    return {"step": data.first_firing[0], "cause": data.closing_record}


def judge_answer(data: SolvedFirstWindow, answer: Answer) -> Verdict:
    """Check that step and cause are those of the first window that fires."""
    trace = data.run.trace
    step, firing = data.first_firing
    if answer["step"] != step:
        answered_step = answer["step"]
        if not 0 <= answered_step < len(trace):
            return Verdict(False, TEXTS.format("no such step", last=len(trace) - 1))
        if answered_step > step:
            return Verdict(False, TEXTS.format("an earlier pane"), answered_step, data.run)
        return Verdict(False, TEXTS.format("no pane"), answered_step, data.run)
    if answer["cause"] != data.closing_record:
        read = [
            n for n, f in iterate_events(trace, e.SourceRecordRead) if f.value == answer["cause"]
        ]
        if not read:
            return Verdict(False, TEXTS.format("no such record"))
        return Verdict(
            False,
            TEXTS.format("another record"),
            read[0],
            data.run,
        )
    return Verdict(
        True,
        TEXTS.format("right", window=firing.window, key=firing.key, step=step, record=data.closing_record),
        step,
        data.run,
    )  # fmt: skip


def _build_answer(step: Any, cause: Any) -> dict[str, Any]:
    return {"step": step, "cause": cause}


def _get_time(record: Any) -> int:
    """Return the event time of an answered record, or -1 if it is none."""
    return (
        record[1] if type(record) is tuple and len(record) == 3 and type(record[1]) is int else -1
    )


MISCONCEPTIONS: Mapping[str, Misconception] = {
    "the window fires when its last record is in": Misconception(
        lambda d: _build_answer(*d.last_window_record)
    ),
    "the record's step is the firing's step": Misconception(
        lambda d: _build_answer(d.find_read_step(d.closing_record), d.closing_record)
    ),
    "the first record behind the end closes it": Misconception(
        lambda d: _build_answer(d.first_firing[0], _find_first_past_end(d)),
        covers=lambda d, a: a["cause"] != d.closing_record and _get_time(a["cause"]) >= 10_000,
    ),
    "the pane's own record closes it": Misconception(
        lambda d: _build_answer(d.first_firing[0], d.last_window_record[1]),
        covers=lambda d, a: 0 <= _get_time(a["cause"]) < 10_000,
    ),
    "windows look at the clock": Misconception(
        lambda d: _build_answer(find_step_at(d.run.trace, 1_000), d.closing_record)
    ),
    "what the source says is heard at once": Misconception(
        lambda d: _build_answer(
            find_first(d.run.trace, e.WatermarkGenerated, lambda f: f.timestamp >= 9_999)[0],
            d.closing_record,
        )
    ),
    "a step is a time": Misconception(
        lambda d: _build_answer(d.run.trace.headers[d.first_firing[0]].time_ms, d.closing_record),
        too_high="step",
    ),
    "a watermark is there at once": Misconception(
        lambda d: _build_answer(d.first_firing[0] - 1, d.closing_record), too_low="step"
    ),
}


def _find_first_past_end(data: SolvedFirstWindow) -> Any:
    return find_first(data.run.trace, e.SourceRecordRead, lambda f: f.value[1] >= 10_000)[1].value


def _find_when_window_fires(run: Simulation) -> tuple[str, int | None]:
    step, _ = find_first(run.trace, e.WindowFired)
    read, _ = find_first(run.trace, e.SourceRecordRead, lambda f: f.value[1] >= 10_000)
    return ("later" if step > read + 1 else "at once"), step


def _find_who_moves(run: Simulation) -> tuple[str, int | None]:
    """Check that in each step a single actor, such as the clock, acts."""
    return ("one" if all(head.actor for head in run.trace.headers) else "all"), 6


def _compare_second_run(run: Simulation) -> tuple[str, int | None]:
    second_run = run_quietly(build_clicks_job(CLICKS))
    return ("same" if second_run.digest == run.digest else "other"), 0


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedFirstWindow(d.clicks),
    parsers={"step": parse_whole_number, "cause": parse_record},
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        _build_answer(list(range(len(d.run.trace))), d.closing_record),
        _build_answer(
            d.first_firing[0],
            [event.value for _, event in iterate_events(d.run.trace, e.SourceRecordRead)],
        ),
    ],
    spellings=lambda d, a: [
        _build_answer(str(a["step"]), list(a["cause"])),
        _build_answer(f"step {a['step']:,}", "({}, {}, {})".format(*a["cause"])),
    ],
    truths={
        "who moves": _find_who_moves,
        "fires": _find_when_window_fires,
        "again": _compare_second_run,
    },
)
