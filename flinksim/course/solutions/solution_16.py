"""Solution of lesson 16, Backpressure and credits: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any

import flinksim as fs
from flinksim.analysis.bottlenecks import BottleneckReport
from flinksim.course.answer_parsing import (
    build_choice_parser,
    build_list_parser,
    parse_whole_number,
)
from flinksim.course.checks.network_checks import check_bottleneck, check_fix
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_16 import COSTS_MS, LESSON, TASKS, ThreeJobs, build_readings_job
from flinksim.course.solution_model import InvalidAnswer, Misconception, Solution, Verdict
from flinksim.trace import events as e

TEXTS = LESSON.texts
MAX_SUBTASKS = 5


class SolvedThreeJobs(ThreeJobs):
    """The exercise's data with its answers."""

    def __init__(self, costs: tuple[Mapping[str, int], ...]) -> None:
        super().__init__(costs)
        self._fixed_runs: dict[tuple[tuple[str, int], ...], fs.Simulation] = {}

    @cached_property
    def bottleneck_reports(self) -> list[BottleneckReport]:
        """The bottlenecks of each run."""
        return [fs.find_bottlenecks(run.trace) for run in self.runs]

    def run_fixed(self, parallelism: tuple[tuple[str, int], ...]) -> fs.Simulation:
        """Return the run of the first job with another parallelism."""
        if parallelism not in self._fixed_runs:
            self._fixed_runs[parallelism] = run_quietly(
                build_readings_job(self.costs[0], dict(parallelism))
            )
        return self._fixed_runs[parallelism]

    def find_slowest(self, job: int) -> str:
        """Return the task of a job that takes most time per reading."""
        return max(TASKS, key=lambda name: self.costs[job].get(name, 0))


def parse_parallelism(data: Any, value: Any) -> tuple[tuple[str, int], ...]:
    """Parse a dict with the parallelism of some of the tasks."""
    if type(value) is dict:
        with suppress(InvalidAnswer):
            value = {task: parse_whole_number(data, n) for task, n in value.items()}
    if (
        type(value) is not dict
        or not set(map(type, value)) <= {str}
        or not set(value) <= set(TASKS)
        or not all(type(n) is int and n >= 1 for n in value.values())
        or sum({**dict.fromkeys(TASKS, 1), **value}.values()) > MAX_SUBTASKS
    ):
        raise InvalidAnswer(
            TEXTS.format(
                "no parallelism", tasks=", ".join(TASKS), most=MAX_SUBTASKS, value=f"{value!r:.60}"
            )
        )
    return tuple(sorted(value.items()))


def judge_answer(data: SolvedThreeJobs, answer: Answer) -> Verdict:
    """Check the answered bottlenecks, and that the new parallelism makes job 1 twice as fast."""
    if len(answer["culprits"]) != 3:
        return Verdict(False, TEXTS.format("three names"))
    for number, (run, answered) in enumerate(zip(data.runs, answer["culprits"], strict=True)):
        verdict = check_bottleneck(data.bottleneck_reports[number], answered)
        if not verdict:
            return Verdict(
                False,
                TEXTS.format(
                    "not the bottleneck", number=number, hint=verdict.message, answered=answered
                ),
                0,
                run,
            )
    run = data.run_fixed(answer["fix"])
    verdict = check_fix(data.runs[0].trace, run.trace, min_speedup=2)
    if not verdict:
        return Verdict(False, TEXTS.format("not fast enough", hint=verdict.message), 0, run)
    return Verdict(True, TEXTS.format("right", hint=verdict.message))


def solve(data: SolvedThreeJobs) -> dict[str, Any]:
    """Return the slowest task of each job, and a parallelism of 3 for that of the first job."""
    return {"culprits": [data.find_slowest(n) for n in range(3)], "fix": {data.find_slowest(0): 3}}


def _find_predecessor(name: str) -> str:
    return TASKS[max(0, TASKS.index(name) - 1)]


def _build_answer_rule(choose_task: Any) -> Any:
    return lambda d: {**solve(d), "culprits": [choose_task(d, n) for n in range(3)]}


MISCONCEPTIONS = {
    "the backpressured task is the bottleneck": Misconception(
        _build_answer_rule(lambda d, n: _find_predecessor(d.find_slowest(n)))
    ),
    "the last task is the bottleneck": Misconception(_build_answer_rule(lambda d, n: TASKS[-1])),
    "the idle task is the bottleneck": Misconception(
        _build_answer_rule(lambda d, n: min(TASKS, key=lambda name: d.costs[n].get(name, 0))),
        covers=lambda d, a: any(
            name != d.find_slowest(n) for n, name in enumerate(a["culprits"][:3])
        ),
    ),
    "more subtasks for who waits": Misconception(
        lambda d: {**solve(d), "fix": {min(TASKS, key=lambda n: d.costs[0].get(n, 0)): 3}}
    ),
    "a little of everything": Misconception(
        lambda d: {**solve(d), "fix": {name: 2 for name in TASKS if name != d.find_slowest(0)}}
    ),
    "it recovers without a change": Misconception(
        lambda d: {**solve(d), "fix": {}},
        covers=lambda d, a: dict(a["fix"]).get(d.find_slowest(0), 1) <= 1,
    ),
}


def _build_state_finder(name: str) -> Any:
    def truth(run: fs.Simulation) -> tuple[str, int | None]:
        load = next(one for one in fs.find_bottlenecks(run.trace).loads if one.name == name)
        times = {"busy": load.busy, "idle": load.idle, "backpressured": load.backpressured}
        return max(times, key=lambda word: times[word]), None

    return truth


def _compare_doubled_buffers(run: fs.Simulation) -> tuple[str, int | None]:
    more = run_quietly(build_readings_job(COSTS_MS, buffer_bytes=64))
    durations = [one.trace.get_events(e.ProcessingTimeAdvanced)[-1].after for one in (run, more)]
    return ("queues" if durations[0] == durations[1] else "faster"), None


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedThreeJobs(d.costs),
    parsers={
        "culprits": build_list_parser(build_choice_parser(dict.fromkeys(TASKS, ()))),
        "fix": parse_parallelism,
    },
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {**solve(d), "fix": {"enrich_ms": 0}},
        {**solve(d), "fix": dict.fromkeys(TASKS, 9)},
        {**solve(d), "fix": {d.find_slowest(0): 0}},
        {**solve(d), "culprits": [list(TASKS)] * 3},
    ],
    spellings=lambda d, a: [
        {**a, "culprits": tuple(n.upper() for n in a["culprits"])},
        {**a, "fix": {**dict.fromkeys(TASKS, 1), **a["fix"]}},
    ],
    truths={
        "before": _build_state_finder("parse"),
        "behind": _build_state_finder("store"),
        "buffers": _compare_doubled_buffers,
    },
)
