"""Lesson 02, What a watermark is: it says how far event time has come, and drops nothing.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import build_choice_parser, build_dict_parser
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
from flinksim.course.trace_search import find_first_step
from flinksim.trace import events as e

DELAY_MS, LATENESS_MS, INTERVAL_MS = 2_000, 3_000, 400
LABEL_SPELLINGS = {
    "ahead": ("in time", "on time", "领先"),
    "behind": ("behind the watermark", "落后"),
    "late": ("late for its window", "迟到"),
    "dropped": ("drop", "丢弃"),
}
TIMES = (1_000, 4_000, 9_000, 6_500, 12_500, 8_000, 14_500, 7_000, 15_500, 3_000)


def build_stream_job(times: Any) -> fs.Simulation:
    """Count clicks that arrive every 400 ms, with a delay of 2 s and a lateness of 3 s."""
    clicks = [(INTERVAL_MS * n, "a", time) for n, time in enumerate(times, 1)]
    return build_clicks_job(
        {"clicks": [*clicks, (INTERVAL_MS * (len(times) + 4), "end", max(times))]},
        delay_ms=DELAY_MS,
        lateness_ms=LATENESS_MS,
    )


class Labels:
    """The exercise's data: twelve clicks, and how the window handles each (its label).

    A label is ``ahead`` or ``behind`` (of the watermark), ``late`` or ``dropped``.
    """

    def __init__(self, times: tuple[int, ...]) -> None:
        self.times = times

    @cached_property
    def run(self) -> fs.Simulation:
        """The simulation of the clicks, run to its end."""
        return run_quietly(build_stream_job(self.times))

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


def draw_data(random: Random) -> Labels:
    """Draw the event times of twelve clicks such that every label occurs at least twice."""
    while True:
        times = [random.randrange(500, 4_000, 100)]
        while len(times) < 12:
            times.append(_draw_next_time(random, max(times)))
        data = Labels(tuple(times))
        labels = list(data.label_all(_predict_label)["labels"].values())
        if all(labels.count(word) >= 2 for word in LABEL_SPELLINGS):
            return data


def _draw_next_time(random: Random, greatest: int) -> int:
    """Draw the event time of the next click: ahead, in the open window, or in the one before."""
    watermark = greatest - DELAY_MS - 1
    open_from = (watermark + 1) // 10_000 * 10_000
    kind = random.choice(("ahead", "ahead", "open", "before"))
    if kind == "open" and watermark > open_from + 200:
        return random.randrange(open_from, watermark, 50)
    if kind == "before" and open_from > 0:
        return random.randrange(open_from - 9_000, open_from, 50)
    return greatest + random.choice((900, 2_200, 3_400)) + random.randrange(0, 300, 50)


def _predict_label(n: int, time: int, greatest: int) -> str:
    """Predict the label of a click, so that data can be drawn without a run."""
    watermark = greatest - DELAY_MS - 1
    if time > watermark:
        return "ahead"
    if _compute_window_end(time) > watermark:
        return "behind"
    return "late" if _compute_window_end(time) + LATENESS_MS > watermark else "dropped"


def judge_answer(data: Labels, answer: Answer) -> Verdict:
    """Check that each click has its label; the first wrong one is shown."""
    for number, answered in answer["labels"]:
        label, step = data.labels[number]
        if answered != label:
            seen = {
                "ahead": ("its timestamp is ahead of the watermark", "它的时间戳在水位线之前方"),
                "behind": ("its timestamp is behind the watermark, and its window has not fired", "它的时间戳落后于水位线，但它的窗口还没触发"),
                "late": ("its window had fired, and fires again with it", "它的窗口已触发过，又为它再触发一次"),
                "dropped": ("its window was removed, so it is in no result", "它的窗口已经清除：它不在任何结果里"),
            }[label]  # fmt: skip
            time = data.times[number]
            return Verdict(
                False,
                (f"click {number} ({time} ms) is not {answered!r}: {seen[0]}", f"点击 {number}（{time} ms）不是 {answered!r}：{seen[1]}"),
                step, data.run,
            )  # fmt: skip
    counted = sum(label != "dropped" for label in data.truth.values())
    return Verdict(
        True, (f"{counted} of 12 clicks are in a result", f"12 次里有 {counted} 次进入了结果")
    )


def _compute_window_end(time: int) -> int:
    return time // 10_000 * 10_000 + 9_999


MISCONCEPTIONS = {
    "the watermark drops records": Misconception(
        ("A record behind the watermark is not dropped. It counts while its window is open.",
         "落后于水位线不等于丢失：窗口还在就照样计入。"),
        lambda d: {"labels": {n: "ahead" if w == "ahead" else "dropped" for n, w in d.truth.items()}},
    ),
    "late is dropped": Misconception(
        ("With an allowed lateness, the window is kept, and fires again for late records.",
         "有允许延迟时窗口会保留，并为迟到的记录再次触发。"),
        lambda d: {"labels": {n: "dropped" if w == "late" else w for n, w in d.truth.items()}},
    ),
    "the greatest timestamp is the watermark": Misconception(
        ("The watermark is 2 s and 1 ms below the highest timestamp.", "水位线比最大的时间戳落后 2 s（再减 1 ms）。"),
        lambda d: d.label_all(lambda n, t, g: "ahead" if t > g else "behind" if _compute_window_end(t) > g
                       else "late" if _compute_window_end(t) + LATENESS_MS > g else "dropped"),
    ),
    "out of order is late": Misconception(
        ("The delay is there for records that are out of order.", "乱序正是延迟要容忍的。"),
        lambda d: d.label_all(lambda n, t, g: "ahead" if t > g else "late"),
    ),
    "lateness counts from the record": Misconception(
        ("Lateness is measured from the end of the window, not from the record.", "允许延迟从窗口末尾算起，不从记录算起。"),
        lambda d: d.label_all(lambda n, t, g: "ahead" if t > g - DELAY_MS - 1 else "behind" if _compute_window_end(t) > g - DELAY_MS - 1
                       else "late" if t + LATENESS_MS > g - DELAY_MS - 1 else "dropped"),
    ),
    "nothing is ever lost": Misconception(
        ("Some clicks arrived after their window was removed.", "有些到达时窗口已经清除了。"),
        lambda d: {"labels": {n: "late" if w == "dropped" else w for n, w in d.truth.items()}},
    ),
}  # fmt: skip


def _build_truth_finder(number: int) -> Any:
    def truth(run: fs.Simulation) -> tuple[str, int | None]:
        return find_labels(run, len(TIMES))[number]

    return truth


def _build_options(correct: str, feedback: tuple[str, str]) -> dict[str, Option]:
    texts = {
        "ahead": ("ahead of the watermark", "在水位线前方"),
        "behind": ("behind it, but counted on time", "落后，但按时计入"),
        "late": ("late: its window fires again", "迟到：窗口再触发一次"),
        "dropped": ("dropped", "被丢弃"),
    }
    return {
        key: Option(text, ("", "") if key == correct else feedback) for key, text in texts.items()
    }


LESSON = LessonDefinition(
    number="02",
    title=("What a watermark is", "水位线是什么"),
    misconception=("the watermark drops records", "水位线会丢弃记录"),
    simulate=lambda: build_stream_job(TIMES),
    program=build_clicks_job,
    find_opening_step=find_first_step(e.WindowAssigned, lambda event: event.timestamp == 6_500),
    predictions={
        "6.5 s": Prediction(
            ("After the click of 9 s, a click of 6.5 s arrives. What happens to it?", "9 s 的点击之后来了 6.5 s 的。它会怎样？"),
            _build_options("behind", ("The watermark is at 6.999 s, and the window ends at 10 s.", "水位线在 6.999 s，窗口到 10 s 才结束。")),
            _build_truth_finder(3),
            ("It is behind the watermark, but its window has not fired. So it is counted.", "它落后于水位线，但窗口还没触发：计入。"),
        ),
        "8 s": Prediction(
            ("After the click of 12.5 s, a click of 8 s arrives. What happens to it?", "12.5 s 之后来了 8 s 的。它会怎样？"),
            _build_options("late", ("The watermark is at 10.499 s: the window has fired, but is kept until 12.999 s.", "水位线在 10.499 s：窗口已触发，但保留到 12.999 s。")),
            _build_truth_finder(5),
            ("The window is kept for 3 s of event time. It fires again, with one click more.", "窗口再保留 3 s 的事件时间；多了一个，再触发一次。"),
        ),
        "7 s": Prediction(
            ("After the click of 14.5 s, a click of 7 s arrives. What happens to it?", "14.5 s 之后来了 7 s 的。它会怎样？"),
            _build_options("late", ("The watermark is at 12.499 s, and the window is kept until 12.999 s.", "水位线在 12.499 s，窗口保留到 12.999 s。")),
            _build_truth_finder(7),
            ("The watermark is at 12.499 s. The window is removed 500 ms of event time later.", "水位线在 12.499 s：离窗口清除还有 500 ms 事件时间。"),
        ),
        "3 s": Prediction(
            ("After the click of 15.5 s, a click of 3 s arrives. What happens to it?", "15.5 s 之后来了 3 s 的。它会怎样？"),
            _build_options("dropped", ("The watermark is at 13.499 s, and the window was removed at 12.999 s.", "水位线在 13.499 s，窗口在 12.999 s 已清除。")),
            _build_truth_finder(9),
            ("The window operator drops it, because its window is gone. The watermark itself drops nothing.", "窗口算子丢弃它，因为它的窗口已经没有了。水位线本身什么也不丢。"),
        ),
    },
    exercise=Exercise(
        questions={"labels": ("for each click 'ahead', 'behind', 'late' or 'dropped'", "每次点击是 'ahead'、'behind'、'late' 还是 'dropped'")},
        parsers={"labels": build_dict_parser(lambda d: range(12), build_choice_parser(LABEL_SPELLINGS))},
        learner_fields=("times", "run"),
        draw_data=draw_data,
        judge_answer=judge_answer,
        solve=lambda d: {"labels": d.truth},
        misconceptions=MISCONCEPTIONS,
        spellings=lambda d, a: [
            {"labels": {n: w.upper() for n, w in a["labels"].items()}},
            {"labels": {n: LABEL_SPELLINGS[w][-1] for n, w in a["labels"].items()}},
        ],
        wrong_answers=lambda d: [
            {"labels": {n: list(LABEL_SPELLINGS) for n in range(12)}},
            {"labels": {n: w for n, w in d.truth.items() if n}},
        ],
    ),
    tools={"one_stream": build_stream_job},
)  # fmt: skip
