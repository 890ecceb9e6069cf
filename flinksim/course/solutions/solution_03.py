"""Solution of lesson 03, The delay, the minus one, the boundary: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import parse_milliseconds
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_03 import LESSON, Stream
from flinksim.course.solution_model import Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first
from flinksim.trace import events as e

TEXTS = LESSON.texts
NO_LOSS = fs.never("a record is dropped")


class SolvedStream(Stream):
    """The exercise's data with its answers."""

    def find_max_need(self, compute_need: Any) -> int:
        """Return the greatest watermark delay that *compute_need* computes over all late clicks.

        It is called with the greatest event time before the click and the click's own.
        """
        greatest, most = self.times[0], 0
        for time in self.times[1:]:
            if time < greatest:
                most = max(most, compute_need(greatest, time))
            greatest = max(greatest, time)
        return most


def _compute_min_delay(data: SolvedStream) -> int:
    return data.find_max_need(lambda most, time: most - (time // 10_000 * 10_000 + 9_999))


def judge_answer(data: SolvedStream, answer: Answer) -> Verdict:
    """Check that no click is dropped with the answered delay, and one is with 1 ms less."""
    delay = answer["delay_ms"]
    if not 0 < delay <= 60_000:
        return Verdict(False, TEXTS.format("out of range"))
    run = data.run(delay)
    if not NO_LOSS.evaluate(run.trace):
        step, lost = find_first(run.trace, e.LateRecordDropped)
        return Verdict(
            False,
            TEXTS.format("dropped", delay=delay, value=lost.value, watermark=lost.watermark),
            step,
            run,
        )
    if NO_LOSS.evaluate(data.run(delay - 1).trace):
        return Verdict(False, TEXTS.format("too large", delay=delay, less=delay - 1))
    return Verdict(True, TEXTS.format("right", delay=delay, less=delay - 1))


MISCONCEPTIONS = {
    "the delay has to cover the disorder": Misconception(
        lambda d: {"delay_ms": d.find_max_need(lambda most, time: most - time)},
        covers=lambda d, a: a["delay_ms"] > _compute_min_delay(d),
    ),
    "the minus one is forgotten": Misconception(
        lambda d: {
            "delay_ms": d.find_max_need(lambda most, time: most - time // 10_000 * 10_000 - 10_000)
        }
    ),
    "one more to be sure": Misconception(lambda d: {"delay_ms": _compute_min_delay(d) + 1}),
    "only the first window counts": Misconception(
        lambda d: {"delay_ms": min(d.times[2] - 9_999, d.times[5] - 19_999)},
        covers=lambda d, a: 0 <= a["delay_ms"] < _compute_min_delay(d),
    ),
    "round up": Misconception(lambda d: {"delay_ms": (_compute_min_delay(d) // 1_000 + 1) * 1_000}),
    "the gaps between clicks": Misconception(
        lambda d: {"delay_ms": max(a - b for a, b in zip(d.times, d.times[1:], strict=False)) + 7}
    ),
}


def _find_when_window_fires(run: fs.Simulation) -> tuple[str, int | None]:
    step, _ = find_first(run.trace, e.WindowFired)
    read, _ = find_first(run.trace, e.SourceRecordRead, lambda f: f.value[1] == 10_000)
    after, _ = find_first(run.trace, e.SourceRecordRead, lambda f: f.value[1] == 12_000)
    return ("twelve" if step > after else "ten" if step > read else "before"), step


def _find_late_click(run: fs.Simulation) -> tuple[str, int | None]:
    return ("dropped" if any(run.trace.get_events(e.LateRecordDropped)) else "counted"), find_first(
        run.trace, e.LateRecordDropped
    )[0]


def _find_window_of_boundary(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = find_first(run.trace, e.WindowAssigned, lambda f: f.timestamp == 20_000)
    return ("next" if event.window == (20_000, 30_000) else "this"), step


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedStream(d.times),
    parsers={"delay_ms": parse_milliseconds},
    judge_answer=judge_answer,
    solve=lambda d: {"delay_ms": _compute_min_delay(d)},
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {"delay_ms": 0},
        {"delay_ms": -1},
        {"delay_ms": 10**9},
        {"delay_ms": _compute_min_delay(d) + 0.5},
        {"delay_ms": [_compute_min_delay(d)]},
    ],
    spellings=lambda d, a: [
        {"delay_ms": f"{a['delay_ms']} ms"},
        {"delay_ms": f"{a['delay_ms'] / 1000} s"},
        {"delay_ms": str(a["delay_ms"])},
    ],
    truths={
        "closes": _find_when_window_fires,
        "after": _find_late_click,
        "edge": _find_window_of_boundary,
    },
)
