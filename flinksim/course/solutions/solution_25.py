"""Solution of lesson 25, State TTL: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import (
    build_set_parser,
    parse_milliseconds,
    parse_whole_number,
)
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
                return Verdict(False, (f"no visit arrives at {time} ms", f"{time} ms 没有访问"))
            _, step = _find_read(run, time)
            text = (
                (f"{name}: when the visit of {time} ms arrives, the state is empty", f"{name}：{time} ms 的访问到达时，状态是空的")
                if time in right
                else (f"{name}: when the visit of {time} ms arrives, the state is still there", f"{name}：{time} ms 的访问到达时，状态还在")
            )  # fmt: skip
            return Verdict(False, text, step, run)
    if answer["replayed"] != len(list_passed(data.replay)):
        step = len(data.replay.trace) - 1
        text = (
            f"in the replay not {answer['replayed']} visits pass",
            f"重放时通过的不是 {answer['replayed']} 次",
        )
        return Verdict(False, text, step, data.replay)
    return Verdict(
        True,
        (
            f"{len(answer['passed'])} of {len(data.times)} visits pass, and {answer['replayed']} in the replay",
            f"{len(data.times)} 次访问通过 {len(answer['passed'])} 次，重放时 {answer['replayed']} 次",
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
        ("By default only writes count. The function reads the state at each visit, but writes it only for a new one.", "默认情况下只考虑写入。函数在每次访问时都读取状态，但只在新的访问时写入。"),
        _build_answer_rule(passed=lambda d: list_passed(d.run_on_read)),
    ),
    "OnReadAndWrite counts from the write": Misconception(
        ("With OnReadAndWrite each read starts the time to live again.", "用 OnReadAndWrite 时，每次读取都重新开始计时。"),
        _build_answer_rule(on_read=lambda d: list_passed(d.run)),
    ),
    "both kinds are confused": Misconception(
        ("It is the other way round: OnCreateAndWrite ignores reads, OnReadAndWrite counts them.", "正好相反：OnCreateAndWrite 不算读取，OnReadAndWrite 算。"),
        _build_answer_rule(passed=lambda d: list_passed(d.run_on_read), on_read=lambda d: list_passed(d.run)),
    ),
    "state lives until after its TTL": Misconception(
        ("The state has expired as soon as the time of the write plus the TTL is reached.", "一到写入时间加 TTL，状态就已过期。"),
        _build_answer_rule(passed=_find_later_than),
    ),
    "the TTL has a fixed rhythm": Misconception(
        ("The time to live starts with each write. It has no rhythm of its own.", "每次写入都会重新开始计时，没有固定的节拍。"),
        _build_answer_rule(passed=_find_by_rhythm),
    ),
    "state is never gone": Misconception(
        ("State with a TTL is empty for a read after its end.", "TTL 到期之后读取，状态是空的。"),
        _build_answer_rule(passed=lambda d: [d.times[0]]),
    ),
    "every visit is new": Misconception(
        ("Within the time to live the state is still there.", "在有效期之内，状态仍然存在。"),
        _build_answer_rule(passed=lambda d: list(d.times)),
    ),
    "TTL counts event time": Misconception(
        ("TTL counts processing time. In the replay the distance of two visits is replay_ms.", "TTL 按处理时间计。重放时两次访问相隔 replay_ms。"),
        _build_answer_rule(replayed=lambda d: len(list_passed(d.run))),
    ),
    "in a replay every visit is new": Misconception(
        ("In the replay the second visit arrives within the TTL. The state is still there.", "重放时第二次访问在 TTL 之内到达，状态还在。"),
        _build_answer_rule(replayed=lambda d: len(d.times)),
    ),
    "in a replay state has expired": Misconception(
        ("The age of a record does not matter. The first visit is new.", "记录有多旧无关紧要，第一次访问是新的。"),
        _build_answer_rule(replayed=lambda d: 0),
    ),
    "in a replay reads count": Misconception(
        ("Neither reads nor event times matter in the replay. Count from the last write, in processing time.", "重放时读取和事件时间都无关。从上一次写入算起，按处理时间。"),
        _build_answer_rule(replayed=lambda d: len(list_passed(d.run_on_read))),
    ),
}  # fmt: skip


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
    exercise=LESSON.exercise,
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
    truths={'7 s': lambda run: _find_read(run, 7_000), 'removed': _find_clearing_time, 'replay': _count_replayed},
)  # fmt: skip
