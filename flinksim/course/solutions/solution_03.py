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
        return Verdict(
            False,
            (
                "the delay must be more than 0 and at most 60 s",
                "水位线延迟必须大于 0，且不超过 60 s",
            ),
        )
    run = data.run(delay)
    if not NO_LOSS.evaluate(run.trace):
        step, lost = find_first(run.trace, e.LateRecordDropped)
        return Verdict(
            False,
            (f"with {delay} ms {lost.value} is dropped, because the watermark is already at {lost.watermark}",
             f"水位线延迟为 {delay} ms 时，{lost.value} 被丢弃：水位线已到 {lost.watermark}"),
            step, run,
        )  # fmt: skip
    if NO_LOSS.evaluate(data.run(delay - 1).trace):
        return Verdict(
            False,
            (
                f"with {delay} ms nothing is dropped, but also not with {delay - 1} ms; find a smaller delay",
                f"{delay} ms 时不丢弃点击，{delay - 1} ms 时也不丢弃：请找出更小的延迟",
            ),
        )
    return Verdict(
        True,
        (
            f"with {delay} ms nothing is dropped, with {delay - 1} ms something is",
            f"{delay} ms 时不丢弃点击，{delay - 1} ms 时就会丢弃",
        ),
    )


MISCONCEPTIONS = {
    "the delay has to cover the disorder": Misconception(
        ("A click may be behind the watermark, as long as its window is open.", "只要窗口尚未关闭，点击可以低于水位线。"),
        lambda d: {"delay_ms": d.find_max_need(lambda most, time: most - time)},
        covers=lambda d, a: a["delay_ms"] > _compute_min_delay(d),
    ),
    "the minus one is forgotten": Misconception(
        ("The watermark is the highest timestamp minus the delay minus 1 ms. The last millisecond of [0, 10000) is 9999.",
         "水位线 = 最大时间戳 − 延迟 − 1 ms；而 [0, 10000) 的最后一毫秒是 9999。"),
        lambda d: {"delay_ms": d.find_max_need(lambda most, time: most - time // 10_000 * 10_000 - 10_000)},
    ),
    "one more to be sure": Misconception(
        ("One millisecond too much: try it with one less.", "多了一毫秒：请减少一毫秒再试。"),
        lambda d: {"delay_ms": _compute_min_delay(d) + 1},
    ),
    "only the first window counts": Misconception(
        ("With this delay, another window drops a click.", "使用该延迟时，另一个窗口会丢弃一次点击。"),
        lambda d: {"delay_ms": min(
            d.times[2] - 9_999, d.times[5] - 19_999
        )},
        covers=lambda d, a: 0 <= a["delay_ms"] < _compute_min_delay(d),
    ),
    "round up": Misconception(
        ("A round number is safe, but delays every result more than necessary.", "取整数比较安全，但会使每个结果晚得超过必要的程度。"),
        lambda d: {"delay_ms": (_compute_min_delay(d) // 1_000 + 1) * 1_000},
    ),
    "the gaps between clicks": Misconception(
        ("The watermark depends on the highest timestamp so far, not on the click just before.", "水位线取决于到目前为止最大的时间戳，而不是前一次点击。"),
        lambda d: {"delay_ms": max(a - b for a, b in zip(d.times, d.times[1:], strict=False))  + 7},
    ),
}  # fmt: skip


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
    exercise=LESSON.exercise,
    complete_data=lambda d: SolvedStream(d.times),
    parsers={"delay_ms": parse_milliseconds},
    judge_answer=judge_answer,
    solve=lambda d: {"delay_ms": _compute_min_delay(d)},
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [{"delay_ms": 0}, {"delay_ms": -1}, {"delay_ms": 10**9}, {"delay_ms": _compute_min_delay(d) + 0.5}, {"delay_ms": [_compute_min_delay(d)]}],
    spellings=lambda d, a: [{"delay_ms": f"{a['delay_ms']} ms"}, {"delay_ms": f"{a['delay_ms'] / 1000} s"}, {"delay_ms": str(a["delay_ms"])}],
    truths={'closes': _find_when_window_fires, 'after': _find_late_click, 'edge': _find_window_of_boundary},
)  # fmt: skip
