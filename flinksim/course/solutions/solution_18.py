"""Solution of lesson 18, Exactly once: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import flinksim as fs
from flinksim.connectors import TransactionalSink
from flinksim.course.answer_parsing import build_choice_parser, parse_whole_number
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_18 import (
    LESSON,
    TIMES,
    Clicks,
    build_counting_job,
    run_with_crash,
)
from flinksim.course.solution_model import InvalidAnswer, Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.trace import events as e

TEXTS = LESSON.texts
SINK_SPELLINGS = {
    "print": ("append", "打印"),
    "two phases": (
        "two-phase",
        "transactional",
        "two-phase commit",
        "TransactionalSink",
        "两阶段提交",
    ),
}


class SolvedClicks(Clicks):
    """The exercise's data with its answers."""

    def __init__(self, times: tuple[int, ...]) -> None:
        super().__init__(times)
        self._cache: dict[int, tuple[fs.Simulation, list[str], int]] = {}

    def find_steps(self, event_type: type[Any]) -> list[int]:
        """Return the steps of the run without a crash that have an event of *event_type*."""
        return [step for step, _ in iterate_events(self.whole.trace, event_type)]

    @property
    def doubling_step(self) -> int:
        """A step at which a crash prints rows twice.

        Before it, rows were written that the last complete checkpoint does not cover.
        """
        done = self.find_steps(e.CheckpointCompleted)[0]
        written = [step for step in self.find_steps(e.ResultWritten) if step > done]
        return written[1] + 1

    def list_rows(self, *, before_checkpoint: bool) -> list[str]:
        """List the rows that are written before, or after, the first checkpoint is complete."""
        done = self.find_steps(e.CheckpointCompleted)[0]
        steps = self.find_steps(e.ResultWritten)
        return [
            row.text
            for step, row in zip(steps, self.whole.results, strict=True)
            if (step < done) is before_checkpoint
        ]

    def run_with_crash_at(self, step: int) -> tuple[fs.Simulation, list[str], int]:
        """Return the run with a crash, the rows that are printed twice, and the number of double commits."""
        if step not in self._cache:
            run = run_with_crash(self.times, step)
            rows = Counter(event.text for event in run.results)
            committed: list[Any] = []
            run_with_crash(self.times, step, TransactionalSink(committed))
            twice = [row for row, many in rows.items() if many > 1]
            self._cache[step] = run, twice, len(committed) - len(set(map(str, committed)))
        return self._cache[step]


def judge_answer(data: SolvedClicks, answer: Answer) -> Verdict:
    """Check that the answered crash prints exactly that row twice, and a transactional sink does not."""
    step = answer["step"]
    if not 10 <= step < len(data.whole.trace) - 5:
        return Verdict(False, TEXTS.format("out of range", last=len(data.whole.trace) - 6))
    run, twice, committed_twice = data.run_with_crash_at(step)
    failed = find_first(run.trace, e.TaskFailed)[0]
    if not twice:
        return Verdict(False, TEXTS.format("nothing twice"), failed, run)
    if answer["row"] not in twice:
        return Verdict(False, TEXTS.format("not twice", row=repr(answer["row"])), failed, run)
    if answer["sink"] != "two phases" or committed_twice:
        return Verdict(False, TEXTS.format("wrong sink"), failed, run)
    return Verdict(True, TEXTS.format("right", twice=twice), failed, run)


def parse_row(data: Any, value: Any) -> str:
    """Parse a row as it was printed, such as ``(a,50,3)``, or as a tuple."""
    if type(value) in (tuple, list) and all(type(one) in (int, str) for one in value):
        return "({})".format(",".join(map(str, value)))
    if type(value) is str:
        return "({})".format(re.sub(r"[\s'\"()]", "", value))
    raise InvalidAnswer(TEXTS.format("no row", value=f"{value!r:.60}"))


def solve(data: SolvedClicks) -> dict[str, Any]:
    """Return a crash step after rows that no complete checkpoint covers, and the row printed twice."""
    return {
        "step": data.doubling_step,
        "row": data.run_with_crash_at(data.doubling_step)[1][0],
        "sink": "two phases",
    }


def _build_answer_rule(**replacements: Any) -> Any:
    return lambda d: {**solve(d), **{name: make(d) for name, make in replacements.items()}}


MISCONCEPTIONS = {
    "exactly-once means that each record is processed once": Misconception(
        _build_answer_rule(sink=lambda d: "print")
    ),
    "a crash doubles everything": Misconception(
        _build_answer_rule(row=lambda d: d.whole.results[0].text),
        covers=lambda d, a: a["row"] in d.list_rows(before_checkpoint=True),
    ),
    "a crash just after a checkpoint doubles": Misconception(
        _build_answer_rule(step=lambda d: d.find_steps(e.CheckpointCompleted)[0] + 1),
        covers=lambda d, a: (
            a["step"] >= 10 and not d.run_with_crash_at(min(a["step"], len(d.whole.trace) - 6))[1]
        ),
    ),
    "the row of the crash is doubled": Misconception(
        _build_answer_rule(row=lambda d: d.whole.results[-1].text),
        covers=lambda d, a: (
            a["row"] in d.list_rows(before_checkpoint=False)
            and a["row"] not in d.run_with_crash_at(d.doubling_step)[1]
        ),
    ),
    "before anything was written": Misconception(
        _build_answer_rule(step=lambda d: 10),
        covers=lambda d, a: a["step"] <= d.find_steps(e.CheckpointCompleted)[0],
    ),
    "a restored count is another row": Misconception(
        _build_answer_rule(row=lambda d: f"(a,{d.times[0]},{len(d.times) + 1})"),
        covers=lambda d, a: a["row"] not in [one.text for one in d.whole.results],
    ),
}


def _build_truth_finder(find_option: Any) -> Any:
    def truth(run: fs.Simulation) -> tuple[str, int | None]:
        data = SolvedClicks(TIMES)
        return find_option(data), None

    return truth


def _find_rereads(data: SolvedClicks) -> str:
    run, _, _ = data.run_with_crash_at(data.doubling_step)
    return "again" if len(run.trace.get_events(e.SourceRecordRead)) > len(data.times) else "once"


def _compare_final_result(data: SolvedClicks) -> str:
    run, _, _ = data.run_with_crash_at(data.doubling_step)
    return "same" if run.results[-1].text == data.whole.results[-1].text else "more"


def _find_commit_lag(data: SolvedClicks) -> str:
    committed: list[Any] = []
    run = build_counting_job(TIMES, TransactionalSink(committed))
    with redirect_stdout(StringIO()):
        run.run(until=lambda step: step.time_ms >= 480)
    return "none" if not committed else "all"


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedClicks(d.times),
    parsers={
        "step": parse_whole_number,
        "row": parse_row,
        "sink": build_choice_parser(SINK_SPELLINGS),
    },
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {**solve(d), "row": [one.text for one in d.whole.results]},
        {**solve(d), "step": -1},
        {**solve(d), "step": 10**6},
    ],
    spellings=lambda d, a: (
        [{**a, "sink": name} for name in SINK_SPELLINGS["two phases"]]
        + [{**a, "step": str(a["step"]), "row": a["row"].replace(",", ", ")}]
    ),
    truths={
        "crash": _build_truth_finder(_find_rereads),
        "count": _build_truth_finder(_compare_final_result),
        "visible": _build_truth_finder(_find_commit_lag),
    },
)
