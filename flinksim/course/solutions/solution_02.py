"""Solution of lesson 02, What a watermark is: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import (
    build_choice_parser,
    build_dict_parser,
    parse_whole_number,
)
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_02 import (
    DELAY_MS,
    LABEL_SPELLINGS,
    LATENESS_MS,
    LESSON,
    TIMES,
    Labels,
)
from flinksim.course.solution_model import Misconception, Solution, Verdict
from flinksim.trace import events as e

TEXTS = LESSON.texts


class SolvedLabels(Labels):
    """The exercise's data with its answers."""

    @cached_property
    def labels(self) -> dict[int, tuple[str, int]]:
        """For each click, its label (how it is handled), and the step in which the window processed it."""
        return find_labels(self.run, len(self.times))

    @property
    def truth(self) -> dict[int, str]:
        """The right label of each click, by its number."""
        return {n: label for n, (label, _) in self.labels.items()}

    def label_all(self, choose_label: Any) -> dict[str, Any]:
        """Build an answer that labels each click with *choose_label*.

        It is called with the click's number, its event time, and the greatest event time before it.
        """
        greatest, labels = -(10**9), {}
        for n, time in enumerate(self.times):
            labels[n] = choose_label(n, time, greatest)
            greatest = max(greatest, time)
        return {"labels": labels}


def find_labels(run: fs.Simulation, count: int) -> dict[int, tuple[str, int]]:
    """Find how each click is handled by the window's task."""
    found: dict[int, tuple[str, int]] = {}
    watermark, number = -(2**63), 0
    for step in run.trace:
        for event in step.events:
            if isinstance(event, e.OperatorWatermarkAdvanced):
                watermark = event.after
            elif isinstance(event, e.WindowAssigned) and number < count:
                label = "ahead" if event.value[1] > watermark else "behind"
                found[number] = (label, step.number)
            elif isinstance(event, e.WindowFired) and event.kind == "late":
                found[number] = ("late", step.number)
            elif isinstance(event, e.LateRecordDropped):
                found[number] = ("dropped", step.number)
            elif isinstance(event, e.SourceRecordRead):
                number = event.offset
    return found


def _predict_label(n: int, time: int, greatest: int) -> str:
    """Predict the label of a click, so that data can be drawn without a run."""
    watermark = greatest - DELAY_MS - 1
    if time > watermark:
        return "ahead"
    if _compute_window_end(time) > watermark:
        return "behind"
    return "late" if _compute_window_end(time) + LATENESS_MS > watermark else "dropped"


def _compute_window_end(time: int) -> int:
    return time // 10_000 * 10_000 + 9_999


def is_suitable(data: SolvedLabels) -> bool:
    """Return whether every label occurs at least twice, without a run."""
    labels = list(data.label_all(_predict_label)["labels"].values())
    return all(labels.count(word) >= 2 for word in LABEL_SPELLINGS)


def judge_answer(data: SolvedLabels, answer: Answer) -> Verdict:
    """Check that each click has its label; the first wrong one is shown."""
    for number, answered in answer["labels"]:
        label, step = data.labels[number]
        if answered != label:
            time = data.times[number]
            return Verdict(
                False,
                TEXTS.format(
                    "wrong label",
                    number=number,
                    time=time,
                    answered=repr(answered),
                    reason=TEXTS.messages[label],
                ),
                step,
                data.run,
            )
    counted = sum(label != "dropped" for label in data.truth.values())
    return Verdict(True, TEXTS.format("right", counted=counted))


def _build_label_cover(*mistakes: tuple[str, str]) -> Any:
    """Build a function that says whether the first wrong label is one of *mistakes*.

    Each has the label of the answer and the right one.
    """

    def covers(data: SolvedLabels, answer: Answer) -> bool:
        pairs = ((label, data.truth[number]) for number, label in answer["labels"])
        return next((pair for pair in pairs if pair[0] != pair[1]), None) in mistakes

    return covers


MISCONCEPTIONS = {
    "the watermark drops records": Misconception(
        lambda d: {
            "labels": {n: "ahead" if w == "ahead" else "dropped" for n, w in d.truth.items()}
        },
        covers=_build_label_cover(("dropped", "behind"), ("dropped", "ahead")),
    ),
    "late is dropped": Misconception(
        lambda d: {"labels": {n: "dropped" if w == "late" else w for n, w in d.truth.items()}},
        covers=_build_label_cover(("dropped", "late")),
    ),
    "the greatest timestamp is the watermark": Misconception(
        lambda d: d.label_all(
            lambda n, t, g: (
                "ahead"
                if t > g
                else "behind"
                if _compute_window_end(t) > g
                else "late"
                if _compute_window_end(t) + LATENESS_MS > g
                else "dropped"
            )
        ),
        covers=_build_label_cover(("behind", "ahead")),
    ),
    "out of order is late": Misconception(
        lambda d: d.label_all(lambda n, t, g: "ahead" if t > g else "late"),
        covers=_build_label_cover(("late", "ahead")),
    ),
    "lateness counts from the record": Misconception(
        lambda d: d.label_all(
            lambda n, t, g: (
                "ahead"
                if t > g - DELAY_MS - 1
                else "behind"
                if _compute_window_end(t) > g - DELAY_MS - 1
                else "late"
                if t + LATENESS_MS > g - DELAY_MS - 1
                else "dropped"
            )
        )
    ),
    "nothing is ever lost": Misconception(
        lambda d: {"labels": {n: "late" if w == "dropped" else w for n, w in d.truth.items()}},
        covers=_build_label_cover(("late", "dropped"), ("behind", "dropped")),
    ),
    "the watermark is not compared": Misconception(
        lambda d: {"labels": dict.fromkeys(d.truth, "ahead")},
        covers=_build_label_cover(*(("ahead", label) for label in ("behind", "late", "dropped"))),
    ),
    "behind and late are the same": Misconception(
        lambda d: {
            "labels": {
                n: {"behind": "late", "late": "behind"}.get(w, w) for n, w in d.truth.items()
            }
        },
        covers=_build_label_cover(("behind", "late"), ("late", "behind")),
    ),
}


def _build_truth_finder(number: int) -> Any:
    def truth(run: fs.Simulation) -> tuple[str, int | None]:
        return find_labels(run, len(TIMES))[number]

    return truth


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedLabels(d.times),
    is_suitable=is_suitable,
    parsers={
        "labels": build_dict_parser(
            lambda d: range(12),
            build_choice_parser(LABEL_SPELLINGS),
            parse_key=parse_whole_number,
        )
    },
    judge_answer=judge_answer,
    solve=lambda d: {"labels": d.truth},
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {"labels": {n: list(LABEL_SPELLINGS) for n in range(12)}},
        {"labels": {n: w for n, w in d.truth.items() if n}},
    ],
    spellings=lambda d, a: [
        {"labels": {n: w.upper() for n, w in a["labels"].items()}},
        {"labels": {n: LABEL_SPELLINGS[w][-1] for n, w in a["labels"].items()}},
    ],
    truths={
        "6.5 s": _build_truth_finder(3),
        "8 s": _build_truth_finder(5),
        "7 s": _build_truth_finder(7),
        "3 s": _build_truth_finder(9),
    },
)
