"""Solution of lesson 25, State TTL: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import build_set_parser, parse_milliseconds, parse_whole_number
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_25 import (
    ARRIVALS,
    LESSON,
    TTL_MS,
    Visits,
    build_visits_job,
    list_passed,
)
from flinksim.course.solution_model import Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first
from flinksim.trace import events as e

TEXTS = LESSON.texts


class SolvedVisits(Visits):
    """The exercise's data with its answers."""

    def run_with(self, counts_reads: bool) -> fs.Simulation:
        """Run the visits, with a time to live that reads prolong or do not prolong."""
        visits = [(time, time) for time in self.times]
        return run_quietly(build_visits_job(visits, self.ttl_ms, counts_reads))

    @cached_property
    def run(self) -> fs.Simulation:
        """The finished run with the default: only writes count."""
        return self.run_with(counts_reads=False)

    @cached_property
    def run_on_read(self) -> fs.Simulation:
        """The finished run in which reads count, too."""
        return self.run_with(counts_reads=True)

    @cached_property
    def replay(self) -> fs.Simulation:
        """The finished run of the same visits from a log: one arrives every ``replay_ms``."""
        visits = [(self.replay_ms * n, time) for n, time in enumerate(self.times, 1)]
        return run_quietly(build_visits_job(visits, self.ttl_ms))


def judge_answer(data: SolvedVisits, answer: Answer) -> Verdict:
    """Check which visits pass with both kinds of TTL, and how many pass in the replay."""
    for name, run in (("passed", data.run), ("on_read", data.run_on_read)):
        right = list_passed(run)
        for time in sorted(set(answer[name]) ^ set(right)):
            if time not in data.times:
                return Verdict(False, TEXTS.format("no visit", time=time))
            _, step = _find_read(run, time)
            text = (
                TEXTS.format("state is empty", name=name, time=time)
                if time in right
                else TEXTS.format("state is there", name=name, time=time)
            )  # fmt: skip
            return Verdict(False, text, step, run)
    if answer["replayed"] != len(list_passed(data.replay)):
        step = len(data.replay.trace) - 1
        text = TEXTS.format("wrong replay", replayed=answer["replayed"])
        return Verdict(False, text, step, data.replay)
    return Verdict(
        True,
        TEXTS.format(
            "right",
            passed=len(answer["passed"]),
            count=len(data.times),
            replayed=answer["replayed"],
        ),
    )


def solve(data: SolvedVisits) -> dict[str, Any]:
    """Return the right answer, read from the runs."""
    return {
        "passed": list_passed(data.run),
        "on_read": list_passed(data.run_on_read),
        "replayed": len(list_passed(data.replay)),
    }


def _build_answer_rule(**replacements: Callable[[SolvedVisits], Any]) -> Any:
    return lambda d: {**solve(d), **{name: make(d) for name, make in replacements.items()}}


def _filter(data: SolvedVisits, is_new: Callable[[int, int | None, int | None], bool]) -> list[int]:
    """List the visits that pass by a rule of their time, the last one that passed, and the last one."""
    passed: list[int] = []
    last = None
    for time in data.times:
        if is_new(time, passed[-1] if passed else None, last):
            passed.append(time)
        last = time
    return passed


def _find_later_than(data: SolvedVisits) -> list[int]:
    return _filter(data, lambda now, written, _: written is None or now > written + data.ttl_ms)


def _find_by_rhythm(data: SolvedVisits) -> list[int]:
    """Find the first visit in each stretch of one TTL, counted from the first visit."""
    stretches: dict[int, int] = {}
    for time in data.times:
        stretches.setdefault((time - data.times[0]) // data.ttl_ms, time)
    return list(stretches.values())


MISCONCEPTIONS = {
    "a read prolongs the state": Misconception(
        _build_answer_rule(passed=lambda d: list_passed(d.run_on_read))
    ),
    "OnReadAndWrite counts from the write": Misconception(
        _build_answer_rule(on_read=lambda d: list_passed(d.run)), too_high="on_read"
    ),
    "both kinds are confused": Misconception(
        _build_answer_rule(
            passed=lambda d: list_passed(d.run_on_read), on_read=lambda d: list_passed(d.run)
        )
    ),
    "state lives until after its TTL": Misconception(_build_answer_rule(passed=_find_later_than)),
    "the TTL has a fixed rhythm": Misconception(_build_answer_rule(passed=_find_by_rhythm)),
    "state is never gone": Misconception(
        _build_answer_rule(passed=lambda d: [d.times[0]]), too_low="passed"
    ),
    "every visit is new": Misconception(
        _build_answer_rule(passed=lambda d: list(d.times)), too_high="passed"
    ),
    "TTL counts event time": Misconception(
        _build_answer_rule(replayed=lambda d: len(list_passed(d.run))), too_low="replayed"
    ),
    "in a replay every visit is new": Misconception(
        _build_answer_rule(replayed=lambda d: len(d.times)), too_high="replayed"
    ),
    "in a replay state has expired": Misconception(_build_answer_rule(replayed=lambda d: 0)),
    "in a replay reads count": Misconception(
        _build_answer_rule(replayed=lambda d: len(list_passed(d.run_on_read)))
    ),
    "a read never lets state expire": Misconception(
        _build_answer_rule(on_read=lambda d: [d.times[0]]), too_low="on_read"
    ),
}


def _find_read(run: fs.Simulation, time: int) -> tuple[str, int | None]:
    step = find_first(run.trace, e.SourceRecordRead, lambda f: f.value[1] == time)[0]
    return ("new" if time in list_passed(run) else "known"), step


def _count_replayed(run: fs.Simulation) -> tuple[str, int | None]:
    replay = SolvedVisits(TTL_MS, ARRIVALS, 10).replay
    return str(len(list_passed(replay))), len(run.trace) - 1


def _find_clearing_time(run: fs.Simulation) -> tuple[str, int | None]:
    step = find_first(run.trace, e.StateCleared)[0]
    return str(run.trace.headers[step].time_ms), step


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedVisits(d.ttl_ms, d.times, d.replay_ms),
    parsers={
        "passed": build_set_parser(parse_milliseconds),
        "on_read": build_set_parser(parse_milliseconds),
        "replayed": parse_whole_number,
    },
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {**solve(d), "passed": []},
        {**solve(d), "passed": list_passed(d.run)[1:]},
        {**solve(d), "on_read": [*list_passed(d.run_on_read), d.times[1]]},
        {**solve(d), "replayed": solve(d)["replayed"] + 1},
    ],
    spellings=lambda d, a: [
        {**a, "passed": set(a["passed"]), "replayed": str(a["replayed"])},
        {**a, "on_read": [f"{time} ms" for time in a["on_read"]]},
        {**a, "passed": tuple(f"{time / 1000} s" for time in reversed(a["passed"]))},
    ],
    truths={
        "7 s": lambda run: _find_read(run, 7_000),
        "removed": _find_clearing_time,
        "replay": _count_replayed,
    },
)
