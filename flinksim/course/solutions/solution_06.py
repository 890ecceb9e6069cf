"""Solution of lesson 06, Idleness and alignment: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import parse_milliseconds
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_06 import LESSON, QUIET, Outage, build_idleness_job
from flinksim.course.solution_model import Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first, find_step_at, iterate_events
from flinksim.trace import events as e

TEXTS = LESSON.texts
WINDOW = (0, 10_000)


class SolvedOutage(Outage):
    """The exercise's data with its answers."""

    @cached_property
    def valid_timeout_ms(self) -> int:
        """An idle timeout that solves the exercise, or 0 if there is none."""
        for idle in range(self.breath + 150, self.by_ms, 150):
            if judge_answer(self, {"idle_ms": idle}).is_right:
                return idle
        return 0


def judge_answer(data: SolvedOutage, answer: Answer) -> Verdict:
    """Check that with the answered idle timeout the window fires in time and no record is lost."""
    idle = answer["idle_ms"]
    if not 0 <= idle <= 60_000:
        return Verdict(False, TEXTS.format("out of range"))
    run = data.run(idle)
    for step, lost in iterate_events(run.trace, e.LateRecordDropped):
        return Verdict(
            False,
            TEXTS.format("dropped", value=lost.value, watermark=lost.watermark),
            step,
            run,
        )
    step, _ = find_first(run.trace, e.WindowFired, lambda f: f.window == WINDOW)
    time = run.trace.headers[step].time_ms
    if time > data.by_ms:
        return Verdict(
            False,
            TEXTS.format("too late", time=time, by_ms=data.by_ms),
            find_step_at(run.trace, data.by_ms),
            run,
        )
    return Verdict(True, TEXTS.format("right", time=time), step, run)


def _build_answer_rule(compute_timeout: Any) -> Any:
    return lambda d: {"idle_ms": compute_timeout(d)}


MISCONCEPTIONS = {
    "no timeout is needed": Misconception(_build_answer_rule(lambda d: 0)),
    "as short as can be": Misconception(
        _build_answer_rule(lambda d: 100), covers=lambda d, a: 0 < a["idle_ms"] < d.breath
    ),
    "as long as the outage": Misconception(
        _build_answer_rule(lambda d: d.outage + 500), covers=lambda d, a: a["idle_ms"] > d.breath
    ),
    "the watermark interval": Misconception(_build_answer_rule(lambda d: 200)),
    "set it and forget it: a minute": Misconception(_build_answer_rule(lambda d: 60_000)),
    "half of the ordinary gap": Misconception(_build_answer_rule(lambda d: d.breath // 2)),
}


def _find_firing_without_timeout(run: fs.Simulation) -> tuple[str, int | None]:
    step, _ = find_first(run.trace, e.WindowFired, lambda f: f.window == WINDOW)
    read = find_first(
        run.trace, e.SourceRecordRead, lambda f: f.split == "quiet" and f.value[1] == 24_000
    )[0]
    return ("back" if step > read else "alone"), step


def _find_loss_with_one_second(run: fs.Simulation) -> tuple[str, int | None]:
    other = run_quietly(build_idleness_job(QUIET, 1_000))
    return ("lost" if other.trace.get_events(e.LateRecordDropped) else "kept"), None


def _find_idle_split(run: fs.Simulation) -> tuple[str, int | None]:
    other = run_quietly(build_idleness_job(QUIET, 1_000))
    by = find_first(other.trace, e.SplitStatusChanged, lambda f: f.idle)[1].split
    return by, None


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedOutage(d.clicks, d.breath, d.outage, d.by_ms),
    parsers={"idle_ms": parse_milliseconds},
    judge_answer=judge_answer,
    solve=lambda d: {"idle_ms": d.valid_timeout_ms},
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {"idle_ms": -1},
        {"idle_ms": 10**9},
        {"idle_ms": [d.valid_timeout_ms]},
    ],
    spellings=lambda d, a: [
        {"idle_ms": f"{a['idle_ms']} ms"},
        {"idle_ms": str(a["idle_ms"])},
        {"idle_ms": f"{a['idle_ms'] / 1000} s"},
    ],
    truths={
        "without": _find_firing_without_timeout,
        "with": _find_loss_with_one_second,
        "who": _find_idle_split,
    },
)
