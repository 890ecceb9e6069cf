"""Solution of lesson 16, Backpressure and credits: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import flinksim as fs
from flinksim.analysis.bottlenecks import BottleneckReport
from flinksim.course.answer_parsing import build_choice_parser, build_list_parser
from flinksim.course.checks.network_checks import check_bottleneck, check_fix
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_16 import COSTS_MS, LESSON, TASKS, ThreeJobs, build_readings_job
from flinksim.course.solution_model import InvalidAnswer, Misconception, Solution, Verdict
from flinksim.trace import events as e

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
    if (
        type(value) is not dict
        or not set(map(type, value)) <= {str}
        or not set(value) <= set(TASKS)
        or not all(type(n) is int and n >= 1 for n in value.values())
        or sum({**dict.fromkeys(TASKS, 1), **value}.values()) > MAX_SUBTASKS
    ):
        raise InvalidAnswer((
            f"expected a number of subtasks for some of {', '.join(TASKS)}, at most {MAX_SUBTASKS} in total; found {value!r:.60}",
            f"给 {', '.join(TASKS)} 中的一些写子任务数，总共最多 {MAX_SUBTASKS} 个；得到的是 {value!r:.60}",
        ))  # fmt: skip
    return tuple(sorted(value.items()))


def judge_answer(data: SolvedThreeJobs, answer: Answer) -> Verdict:
    """Check the answered bottlenecks, and that the new parallelism makes job 1 twice as fast."""
    if len(answer["culprits"]) != 3:
        return Verdict(
            False, ("name one task for each of the three jobs", "请为三个作业各指出一个任务")
        )
    for number, (run, answered) in enumerate(zip(data.runs, answer["culprits"], strict=True)):
        verdict = check_bottleneck(data.bottleneck_reports[number], answered)
        if not verdict:
            return Verdict(
                False,
                (
                    f"job {number}: {verdict.message}",
                    f"作业 {number}：{answered} 不是瓶颈；请看该任务是处于反压、空闲，还是繁忙",
                ),
                0,
                run,
            )
    run = data.run_fixed(answer["fix"])
    verdict = check_fix(data.runs[0].trace, run.trace, min_speedup=2)
    if not verdict:
        return Verdict(
            False,
            (f"the changed job: {verdict.message}", "改过的作业还不到两倍快：现在瓶颈是哪个任务？"),
            0,
            run,
        )
    return Verdict(True, (verdict.message, "找对了三个瓶颈，改过的作业至少快一倍"))


def solve(data: SolvedThreeJobs) -> dict[str, Any]:
    """Return the slowest task of each job, and a parallelism of 3 for that of the first job."""
    return {"culprits": [data.find_slowest(n) for n in range(3)], "fix": {data.find_slowest(0): 3}}


def _find_predecessor(name: str) -> str:
    return TASKS[max(0, TASKS.index(name) - 1)]


def _build_answer_rule(choose_task: Any) -> Any:
    return lambda d: {**solve(d), "culprits": [choose_task(d, n) for n in range(3)]}


MISCONCEPTIONS = {
    "the backpressured task is the bottleneck": Misconception(
        ("A backpressured task waits itself. Look further downstream for a busy task.", "处于反压的任务本身也在等待。请继续在下游寻找繁忙的任务。"),
        _build_answer_rule(lambda d, n: _find_predecessor(d.find_slowest(n))),
    ),
    "the last task is the bottleneck": Misconception(
        ("The last task may be idle, because it waits for input.", "最后一个任务可能是空闲的，因为该任务在等待输入。"),
        _build_answer_rule(lambda d, n: TASKS[-1]),
    ),
    "the idle task is the bottleneck": Misconception(
        ("An idle task is not the bottleneck.", "空闲的任务不是瓶颈。"),
        _build_answer_rule(lambda d, n: min(TASKS, key=lambda name: d.costs[n].get(name, 0))),
    ),
    "more subtasks for who waits": Misconception(
        ("More waiting subtasks do not help.", "增加处于等待的子任务没有帮助。"),
        lambda d: {**solve(d), "fix": {min(TASKS, key=lambda n: d.costs[0].get(n, 0)): 3}},
    ),
    "a little of everything": Misconception(
        ("One more subtask for each of two tasks is not enough: the slowest task then has only two.", "为两个任务各增加一个子任务是不够的：最慢的任务仍只有两个子任务。"),
        lambda d: {**solve(d), "fix": {name: 2 for name in TASKS if name != d.find_slowest(0)}},
    ),
    "it recovers without a change": Misconception(
        ("The parallelism is not changed.", "并行度没有改变。"),
        lambda d: {**solve(d), "fix": {}},
        covers=lambda d, a: dict(a["fix"]).get(d.find_slowest(0), 1) <= 1,
    ),
}  # fmt: skip


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
    exercise=LESSON.exercise,
    complete_data=lambda d: SolvedThreeJobs(d.costs),
    parsers={"culprits": build_list_parser(build_choice_parser(dict.fromkeys(TASKS, ()))), "fix": parse_parallelism},
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
            {**solve(d), "fix": {"enrich_ms": 0}},
            {**solve(d), "fix": dict.fromkeys(TASKS, 9)},
            {**solve(d), "fix": {d.find_slowest(0): 0}},
            {**solve(d), "culprits": [list(TASKS)] * 3},
        ],
    spellings=lambda d, a: [{**a, "culprits": tuple(n.upper() for n in a["culprits"])}, {**a, "fix": {**dict.fromkeys(TASKS, 1), **a["fix"]}}],
    truths={'before': _build_state_finder("parse"), 'behind': _build_state_finder("store"), 'buffers': _compare_doubled_buffers},
)  # fmt: skip
