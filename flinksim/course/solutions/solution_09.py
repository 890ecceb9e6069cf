"""Solution of lesson 09, The mailbox: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import (
    build_data_choice_parser,
    build_list_parser,
    parse_milliseconds,
)
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_09 import (
    LESSON,
    MailboxRun,
    build_long_map_job,
    find_timer_firing,
    list_processing_order,
)
from flinksim.course.solution_model import Misconception, Solution, Verdict
from flinksim.course.trace_search import iterate_events
from flinksim.trace import events as e

TEXTS = LESSON.texts


class SolvedMailboxRun(MailboxRun):
    """The exercise's data with its answers."""

    @cached_property
    def run(self) -> fs.Simulation:
        """The simulation of the job, run to its end."""
        return run_quietly(build_long_map_job(self.records, self.wait_ms, self.map_ms))

    @property
    def due_ms(self) -> int:
        """When the timer is due, in ms."""
        return self.records[0][1] + self.wait_ms


def judge_answer(data: SolvedMailboxRun, answer: Answer) -> Verdict:
    """Check the answered firing time of the timer and the processing order against the run."""
    step, time = find_timer_firing(data.run)
    if answer["fires_at"] != time:
        return Verdict(
            False, TEXTS.format("wrong time", fires_at=answer["fires_at"]), step, data.run
        )
    if answer["order"] != list_processing_order(data.run):
        return Verdict(False, TEXTS.format("wrong order"), step, data.run)
    return Verdict(True, TEXTS.format("right", due_ms=data.due_ms, time=time), step, data.run)


def solve(data: SolvedMailboxRun) -> dict[str, Any]:
    """Return the right answer, read from the trace of the run."""
    return {
        "fires_at": find_timer_firing(data.run)[1],
        "order": list(list_processing_order(data.run)),
    }


def _list_keys(data: SolvedMailboxRun) -> list[str]:
    return [key for key, _ in data.records]


def _build_order_rule(choose_position: Any) -> Any:
    def answer(data: SolvedMailboxRun) -> dict[str, Any]:
        keys = _list_keys(data)
        keys.insert(choose_position(data, keys), "timer")
        return {**solve(data), "order": keys}

    return answer


def _compare_place(data: SolvedMailboxRun, answer: Answer) -> int:
    """Return -1 if the timer is earlier than in the run, 1 if it is later or missing, otherwise 0."""
    order = list(answer["order"])
    place = order.index("timer") if "timer" in order else len(order)
    right_place = list(list_processing_order(data.run)).index("timer")
    return (place > right_place) - (place < right_place)


MISCONCEPTIONS = {
    "a timer interrupts my function": Misconception(
        lambda d: {**_build_order_rule(lambda data, keys: 2)(d), "fires_at": d.due_ms},
        too_low="fires_at",
    ),
    "what came first goes first": Misconception(
        _build_order_rule(lambda data, keys: len(keys) - 1),
        covers=lambda d, a: _compare_place(d, a) > 0,
    ),
    "timers come last": Misconception(_build_order_rule(lambda data, keys: len(keys))),
    "the timer waits as long as the map": Misconception(
        lambda d: {**solve(d), "fires_at": d.due_ms + d.map_ms}, too_high="fires_at"
    ),
    "the map is over at once": Misconception(lambda d: {**solve(d), "fires_at": d.records[1][1]}),
    "the timer goes before the long map": Misconception(
        _build_order_rule(lambda data, keys: 1), covers=lambda d, a: _compare_place(d, a) < 0
    ),
    "records overtake each other": Misconception(
        lambda d: {**solve(d), "order": [*(k for k in solve(d)["order"] if k != "b"), "b"]},
        covers=lambda d, a: [k for k in a["order"] if k != "timer"] != _list_keys(d),
    ),
}


def _find_when_timer_fires(run: fs.Simulation) -> tuple[str, int | None]:
    step, time = find_timer_firing(run)
    return ("done" if time > 400 else "due"), step


def _find_what_runs_first(run: fs.Simulation) -> tuple[str, int | None]:
    done = list_processing_order(run)
    return ("timer" if done.index("timer") < done.index("c") else "record"), find_timer_firing(run)[
        0
    ]


def _find_other_task_progress(run: fs.Simulation) -> tuple[str, int | None]:
    taken = [s for s, f in iterate_events(run.trace, e.SourceRecordRead) if f.value[0] == "c"]
    return ("continues" if run.trace.headers[taken[0]].time_ms < 700 else "waits"), taken[0]


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedMailboxRun(d.records, d.wait_ms, d.map_ms),
    parsers={
        "fires_at": parse_milliseconds,
        "order": build_list_parser(
            build_data_choice_parser(
                lambda d: {"timer": ("定时器", "mail"), **dict.fromkeys(_list_keys(d), ())}
            )
        ),
    },
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {**solve(d), "order": [*solve(d)["order"], "timer"]},
        {**solve(d), "fires_at": [solve(d)["fires_at"]]},
    ],
    spellings=lambda d, a: [
        {"fires_at": f"{a['fires_at']} ms", "order": [one.upper() for one in a["order"]]},
        {**a, "order": tuple(a["order"])},
    ],
    truths={
        "when": _find_when_timer_fires,
        "first": _find_what_runs_first,
        "source": _find_other_task_progress,
    },
)
