"""Lesson 03, The delay, the minus one, the boundary: when exactly a window closes.

Not in Flink.
"""

from __future__ import annotations

from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import parse_milliseconds
from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import (
    Answer,
    Exercise,
    LessonDefinition,
    Misconception,
    Option,
    Prediction,
    Verdict,
)
from flinksim.course.trace_search import find_first, find_first_step
from flinksim.trace import events as e

INTERVAL_MS = 400
TIMES = (3_000, 7_000, 10_000, 12_000, 9_500, 19_999, 20_000)
NO_LOSS = fs.never("a record is dropped")


def build_delayed_job(times: Any, delay_ms: int = 2_000) -> fs.Simulation:
    """Count clicks that arrive every 400 ms, so that a watermark follows each of them."""
    clicks = [(INTERVAL_MS * n, "a", time) for n, time in enumerate(times, 1)]
    return build_clicks_job(
        {"clicks": [*clicks, (INTERVAL_MS * (len(times) + 4), "end", max(times))]},
        delay_ms=delay_ms,
    )


class Stream:
    """The exercise's data: clicks out of order; the learner chooses the watermark delay."""

    def __init__(self, times: tuple[int, ...]) -> None:
        self.times = times
        self._runs: dict[int, fs.Simulation] = {}

    def run(self, delay_ms: int) -> fs.Simulation:
        """Return the run with this delay."""
        if delay_ms not in self._runs:
            self._runs[delay_ms] = run_quietly(build_delayed_job(self.times, delay_ms))
        return self._runs[delay_ms]

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


def draw_data(random: Random) -> Stream:
    """Draw nine clicks in three windows, of which two come after the end of their window."""
    ends = random.randrange(700, 3_400, 100) + random.randrange(1, 99)
    more = random.randrange(300, 2_800, 100) + random.randrange(1, 99)
    return Stream((
        random.randrange(1_000, 4_000, 100), random.randrange(5_000, 8_000, 100), 10_000 + ends,
        random.randrange(7_100, 9_400, 100), 15_000 + random.randrange(0, 900, 100), 20_000 + more,
        random.randrange(16_500, 19_300, 100), 24_000, 22_400,
    ))  # fmt: skip


def _compute_min_delay(data: Stream) -> int:
    return data.find_max_need(lambda most, time: most - (time // 10_000 * 10_000 + 9_999))


def judge_answer(data: Stream, answer: Answer) -> Verdict:
    """Check that no click is dropped with the answered delay, and one is with 1 ms less."""
    delay = answer["delay_ms"]
    if not 0 < delay <= 60_000:
        return Verdict(
            False, ("the delay must be more than 0 and at most 60 s", "延迟要大于 0，最多 60 s")
        )
    run = data.run(delay)
    if not NO_LOSS.evaluate(run.trace):
        step, lost = find_first(run.trace, e.LateRecordDropped)
        return Verdict(
            False,
            (f"with {delay} ms {lost.value} is dropped, because the watermark is already at {lost.watermark}",
             f"延迟 {delay} ms 时 {lost.value} 被丢弃：水位线已到 {lost.watermark}"),
            step, run,
        )  # fmt: skip
    if NO_LOSS.evaluate(data.run(delay - 1).trace):
        return Verdict(
            False,
            (
                f"with {delay} ms nothing is dropped, but also not with {delay - 1} ms; find a smaller delay",
                f"{delay} ms 不丢，{delay - 1} ms 也不丢：还能更小",
            ),
        )
    return Verdict(
        True,
        (
            f"with {delay} ms nothing is dropped, with {delay - 1} ms something is",
            f"{delay} ms 不丢，{delay - 1} ms 就丢",
        ),
    )


MISCONCEPTIONS = {
    "the delay has to cover the disorder": Misconception(
        ("A click may be behind the watermark, as long as its window is open.", "点击可以落后于水位线，只要窗口还开着。"),
        lambda d: {"delay_ms": d.find_max_need(lambda most, time: most - time)},
    ),
    "the minus one is forgotten": Misconception(
        ("The watermark is the highest timestamp minus the delay minus 1 ms. The last millisecond of [0, 10000) is 9999.",
         "水位线 = 最大时间戳 − 延迟 − 1 ms；而 [0, 10000) 的最后一毫秒是 9999。"),
        lambda d: {"delay_ms": d.find_max_need(lambda most, time: most - time // 10_000 * 10_000 - 10_000)},
    ),
    "one more to be sure": Misconception(
        ("One millisecond too much: try it with one less.", "多了一毫秒：少一毫秒试试。"),
        lambda d: {"delay_ms": _compute_min_delay(d) + 1},
    ),
    "only the first window counts": Misconception(
        ("With this delay, another window drops a click.", "用这个延迟，另一个窗口会丢一次点击。"),
        lambda d: {"delay_ms": min(
            d.times[2] - 9_999, d.times[5] - 19_999
        )},
    ),
    "round up": Misconception(
        ("A round number is safe, but delays every result more than necessary.", "取整很安全，但让每个结果都比必要的更晚。"),
        lambda d: {"delay_ms": (_compute_min_delay(d) // 1_000 + 1) * 1_000},
    ),
    "the gaps between clicks": Misconception(
        ("The watermark depends on the highest timestamp so far, not on the click just before.", "水位线不看某次点击比前一次落后多少。"),
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


LESSON = LessonDefinition(
    number="03",
    title=("The delay, the minus one, the boundary", "延迟、减一与边界"),
    misconception=("[0, 10) closes when a record at 10 s arrives", "10 s 的记录一到，[0, 10) 就关闭"),
    simulate=lambda: build_delayed_job(TIMES),
    program=build_clicks_job,
    find_opening_step=find_first_step(e.WindowAssigned, lambda event: event.timestamp == 10_000),
    predictions={
        "closes": Prediction(
            ("The delay is 2 s. After which click does [0 s, 10 s) fire?", "延迟是 2 s。哪次点击之后 [0 s, 10 s) 触发？"),
            {
                "ten": Option(("the one of 10 s", "10 s 的那次"), ("After this click the watermark is at 7.999 s.", "它之后水位线在 7.999 s。")),
                "twelve": Option(("the one of 12 s", "12 s 的那次")),
                "before": Option(("the one of 7 s, the last inside", "窗口内最后的 7 s 那次"), ("After this click the watermark is at 4.999 s.", "那时水位线在 4.999 s。")),
            },
            _find_when_window_fires,
            ("12 000 - 2 000 - 1 = 9 999, the last millisecond of the window.", "12 000 − 2 000 − 1 = 9 999，正是窗口的最后一毫秒。"),
        ),
        "after": Prediction(
            ("Then a click of 9.5 s arrives. What happens to it?", "接着来了 9.5 s 的点击。它会怎样？"),
            {
                "counted": Option(("it is counted, because the window is still open", "计入：窗口还收它"), ("The window has fired, and the allowed lateness is 0.", "窗口已触发，允许延迟为 0。")),
                "dropped": Option(("it is dropped", "被丢弃")),
                "next": Option(("it is counted in the next window", "算进下一个窗口"), ("A record never moves to another window.", "记录从不换窗口。")),
            },
            _find_late_click,
            ("Its window closed when the watermark reached 9 999.", "水位线到 9 999 时它的窗口已关闭。"),
        ),
        "edge": Prediction(
            ("Which window gets a click of exactly 20 s?", "恰好 20 s 的点击属于哪个窗口？"),
            {
                "this": Option(("[10 s, 20 s)", "[10 s, 20 s)"), ("The end is not part of the window.", "末尾不含在窗口内。")),
                "next": Option(("[20 s, 30 s)", "[20 s, 30 s)")),
                "both": Option(("both", "两个都算"), ("Tumbling windows do not overlap.", "滚动窗口没有重叠。")),
            },
            _find_window_of_boundary,
            ("A window includes its start and excludes its end.", "窗口含起点，不含终点。"),
        ),
    },
    exercise=Exercise(
        questions={"delay_ms": ("the smallest delay without loss, in ms", "不丢数据的最小延迟，毫秒")},
        parsers={"delay_ms": parse_milliseconds},
        learner_fields=("times", "run"),
        draw_data=draw_data,
        judge_answer=judge_answer,
        solve=lambda d: {"delay_ms": _compute_min_delay(d)},
        misconceptions=MISCONCEPTIONS,
        spellings=lambda d, a: [{"delay_ms": f"{a['delay_ms']} ms"}, {"delay_ms": f"{a['delay_ms'] / 1000} s"}, {"delay_ms": str(a["delay_ms"])}],
        wrong_answers=lambda d: [{"delay_ms": 0}, {"delay_ms": -1}, {"delay_ms": 10**9}, {"delay_ms": _compute_min_delay(d) + 0.5}, {"delay_ms": [_compute_min_delay(d)]}],
    ),
    tools={"with_delay": build_delayed_job},
)  # fmt: skip
