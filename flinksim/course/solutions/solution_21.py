"""Solution of lesson 21, Your window never fires: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import is_same_text, parse_milliseconds
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_21 import (
    FAULTY_SETTINGS,
    HEALTHY_SETTINGS,
    LESSON,
    TIMES,
    BrokenPrograms,
    build_patient_job,
    is_cured,
)
from flinksim.course.solution_model import InvalidAnswer, Misconception, Solution, Verdict

TEXTS = LESSON.texts
SETTING_CHOICES: Mapping[str, tuple[Any, ...]] = {
    "watermarks": ("bounded", "none"),
    "unit": ("ms", "s"),
    "clock": ("event time", "processing time"),
    "trigger": ("default", "count 100"),
}


class SolvedBrokenPrograms(BrokenPrograms):
    """The exercise's data with its answers."""

    def __init__(self, times: tuple[int, ...], order: tuple[str, ...]) -> None:
        super().__init__(times, order)
        self._runs: dict[tuple[int, str, Any], fs.Simulation] = {}

    def run_with_change(self, number: int, setting: str, value: Any) -> fs.Simulation:
        """Return the finished run of broken program *number* with one setting changed."""
        known = number, setting, value
        if known not in self._runs:
            sick = {self.order[number]: FAULTY_SETTINGS[self.order[number]]}
            self._runs[known] = run_quietly(
                build_patient_job(self.times, **{**sick, setting: value})
            )
        return self._runs[known]

    @property
    def cures(self) -> list[dict[str, Any]]:
        """For each broken program, a change of one setting that fixes it."""
        return [{knob: HEALTHY_SETTINGS[knob]} for knob in self.order]


def _is_spelled(value: Any, choice: str) -> bool:
    return type(value) is str and is_same_text(value, choice)


def parse_changes(data: Any, value: Any) -> tuple[tuple[str, Any], ...]:
    """Parse seven dicts, each with one setting and its new value."""
    found = []
    if type(value) is dict:
        value = list(value.values())
    changes = value if type(value) in (list, tuple) and len(value) == 7 else [None]
    for change in changes:
        one: Any = change
        if type(one) in (tuple, list) and len(one) == 2 and type(one[0]) is str:
            one = dict([one])
        if type(one) is not dict or len(one) != 1:
            raise InvalidAnswer(TEXTS.format("seven changes"))
        ((knob, setting),) = one.items()
        if type(knob) is not str or knob not in HEALTHY_SETTINGS:
            raise InvalidAnswer(
                TEXTS.format(
                    "no setting", knob=f"{knob!r:.40}", settings=", ".join(HEALTHY_SETTINGS)
                )
            )
        allowed = SETTING_CHOICES.get(knob)
        if allowed:
            setting = next((one for one in allowed if _is_spelled(setting, one)), setting)
        else:
            setting = parse_milliseconds(data, setting)
        if not (
            type(setting) is str and setting in allowed
            if allowed
            else type(setting) is int and 0 <= setting <= 10**9
        ):
            raise InvalidAnswer(
                TEXTS.format(
                    "invalid value", knob=knob, setting=f"{setting!r:.40}", allowed=allowed or "ms"
                )
            )
        if knob == "size_ms" and setting != HEALTHY_SETTINGS["size_ms"]:
            raise InvalidAnswer(TEXTS.format("window size"))
        found.append((knob, setting))
    return tuple(found)


def judge_answer(data: SolvedBrokenPrograms, answer: Answer) -> Verdict:
    """Check that each program is fixed by its change."""
    for number, (knob, value) in enumerate(answer["cures"]):
        run = data.run_with_change(number, knob, value)
        cured, fired = is_cured(run, data.times)
        if not cured:
            many = [f.count for f in fired]
            return Verdict(
                False,
                TEXTS.format(
                    "not repaired", number=number, counts=many or TEXTS.messages["nothing"]
                ),
                len(run.trace) - 1,
                run,
            )
    return Verdict(True, TEXTS.format("right"))


def _build_answer_rule(**cure: Any) -> Any:
    return lambda d: {"cures": [cure] * 7}


MISCONCEPTIONS = {
    "it must be a bug in Flink": Misconception(
        lambda d: {
            "cures": [
                {knob: FAULTY_SETTINGS[knob]} if knob != "size_ms" else {"delay_ms": 1_000}
                for (knob,) in d.cures
            ]
        }
    ),
    "a window that does not fire lacks watermarks": Misconception(
        _build_answer_rule(watermarks="bounded")
    ),
    "it is always an idle source": Misconception(_build_answer_rule(idle_ms=1_000)),
    "a smaller delay makes windows fire": Misconception(_build_answer_rule(delay_ms=0)),
    "processing time always fires": Misconception(_build_answer_rule(clock="processing time")),
    "the trigger is to blame": Misconception(_build_answer_rule(trigger="default")),
    "a timeout as long as the silence": Misconception(
        lambda d: {"cures": [{"idle_ms": 9_000} if "idle_ms" in cure else cure for cure in d.cures]}
    ),
    "any smaller delay is enough": Misconception(
        lambda d: {
            "cures": [{"delay_ms": 60_000} if "delay_ms" in cure else cure for cure in d.cures]
        },
        covers=lambda d, a: any(
            knob == "delay_ms" and setting > 10_000 for knob, setting in a["cures"]
        ),
    ),
}


def _build_firing_finder(**changes: Any) -> Any:
    def truth(run: fs.Simulation) -> tuple[str, int | None]:
        other = run_quietly(build_patient_job(**changes))
        cured, fired = is_cured(other, TIMES)
        return ("in time" if cured else "end" if fired else "never"), None

    return truth


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedBrokenPrograms(d.times, d.order),
    parsers={"cures": parse_changes},
    judge_answer=judge_answer,
    solve=lambda d: {"cures": d.cures},
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {"cures": [dict(HEALTHY_SETTINGS)] * 7},
        {"cures": [{"size_ms": 1} if "size_ms" in c else c for c in d.cures]},
        {"cures": d.cures[:6]},
        {"cures": [{"enrich_ms": 0}] * 7},
    ],
    spellings=lambda d, a: [
        {"cures": tuple(a["cures"])},
        {
            "cures": [
                {"delay_ms": 500} if "delay_ms" in c else {"idle_ms": 700} if "idle_ms" in c else c
                for c in a["cures"]
            ]
        },
    ],
    truths={
        "quiet": _build_firing_finder(idle_ms=0),
        "trigger": _build_firing_finder(trigger="count 100"),
        "clock": _build_firing_finder(clock="processing time"),
    },
)
