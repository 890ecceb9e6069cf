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
            return Verdict(
                False,
                (
                    f"this run has steps 0 to {len(trace) - 1}",
                    f"这次运行只有第 0 到 {len(trace) - 1} 步",
                ),
            )
        if answered_step > step:
            return Verdict(
                False,
                ("a pane has fired before that step", "在该步之前，已有窗格触发"),
                answered_step,
                data.run,
            )
        return Verdict(
            False,
            (
                "no pane fires in that step; look at what it does",
                "该步没有窗格触发：请看该步执行了什么动作",
            ),
            answered_step,
            data.run,
        )
    if answer["cause"] != data.closing_record:
        read = [
            n for n, f in iterate_events(trace, e.SourceRecordRead) if f.value == answer["cause"]
        ]
        if not read:
            return Verdict(
                False,
                (
                    "the step is right, but no source read such a record",
                    "步正确，但没有数据源读取过这样的记录",
                ),
            )
        return Verdict(
            False,
            ("the step is right, but that record did not raise the lowest watermark to the end of the window", "步正确，但该记录没有使最低的水位线到达窗口终点"),
            read[0], data.run,
        )  # fmt: skip
    return Verdict(
        True,
        (
            f"{firing.window} of {firing.key} fires in step {step}, caused by {data.closing_record}",
            f"{firing.key} 的窗口 {firing.window} 在第 {step} 步触发，原因是 {data.closing_record}",
        ),
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
        ("A window does not know its last record. Only the watermark says that no more are expected.",
         "窗口不知道哪条记录是最后一条。只有水位线能表明：预期不会再有这个窗口的记录。"),
        lambda d: _build_answer(*d.last_window_record),
    ),
    "the record's step is the firing's step": Misconception(
        ("In that step the source reads the record. The window is in another task, and receives it later.",
         "在该步只有数据源读到了这条记录。窗口在另一个任务中，稍后才会收到。"),
        lambda d: _build_answer(d.find_read_step(d.closing_record), d.closing_record),
    ),
    "the first record behind the end closes it": Misconception(
        ("One split had passed the end of the window; the window waits for the slower one.",
         "一个分片已越过窗口终点，但窗口还要等待较慢的分片。"),
        lambda d: _build_answer(d.first_firing[0], _find_first_past_end(d)),
        covers=lambda d, a: a["cause"] != d.closing_record and _get_time(a["cause"]) >= 10_000,
    ),
    "the pane's own record closes it": Misconception(
        ("A record inside the window cannot raise the watermark past its end.",
         "窗口内的记录不可能使水位线越过窗口终点。"),
        lambda d: _build_answer(d.first_firing[0], d.last_window_record[1]),
        covers=lambda d, a: 0 <= _get_time(a["cause"]) < 10_000,
    ),
    "windows look at the clock": Misconception(
        ("In that step processing time reaches 1 s. Event time is not the clock on the wall.",
         "这是处理时间到达 1 s 的时间。事件时间不是系统时钟。"),
        lambda d: _build_answer(find_step_at(d.run.trace, 1_000), d.closing_record),
    ),
    "what the source says is heard at once": Misconception(
        ("In that step the source generates a watermark. It still has to travel to the window.",
         "在该步，数据源生成了水位线。水位线还要传到窗口任务。"),
        lambda d: _build_answer(
            find_first(d.run.trace, e.WatermarkGenerated, lambda f: f.timestamp >= 9_999)[0], d.closing_record
        ),
    ),
}  # fmt: skip


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
    exercise=LESSON.exercise,
    complete_data=lambda d: SolvedFirstWindow(d.clicks),
    parsers={"step": parse_whole_number, "cause": parse_record},
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        _build_answer(list(range(len(d.run.trace))), d.closing_record),
        _build_answer(d.first_firing[0], [event.value for _, event in iterate_events(d.run.trace, e.SourceRecordRead)]),
    ],
    spellings=lambda d, a: [
        _build_answer(str(a["step"]), list(a["cause"])),
        _build_answer(f"step {a['step']:,}", "({}, {}, {})".format(*a["cause"])),
    ],
    truths={'who moves': _find_who_moves, 'fires': _find_when_window_fires, 'again': _compare_second_run},
)  # fmt: skip
