"""Lesson 02, What a watermark is: it says how far event time has come, and drops nothing.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import dict_of, one_of
from flinksim.course.example_jobs import clicks_job
from flinksim.course.lesson import quietly
from flinksim.course.lesson_model import (
    Answer,
    Exercise,
    LessonParts,
    Option,
    Prediction,
    Rule,
    Seen,
)
from flinksim.trace import events as e

DELAY, LATENESS, APART = 2_000, 3_000, 400
WORDS = {
    "ahead": ("in time", "on time", "领先"),
    "behind": ("behind the watermark", "落后"),
    "late": ("late for its window", "迟到"),
    "dropped": ("drop", "丢弃"),
}
TIMES = (1_000, 4_000, 9_000, 6_500, 12_500, 8_000, 14_500, 7_000)


def one_stream(times: Any) -> fs.Simulation:
    """Count clicks that arrive every 400 ms, with a delay of 2 s and a lateness of 3 s."""
    clicks = [(APART * n, "a", time) for n, time in enumerate(times, 1)]
    return clicks_job(
        {"clicks": [*clicks, (APART * (len(times) + 4), "end", max(times))]},
        delay_ms=DELAY,
        lateness_ms=LATENESS,
    )


class Labels:
    """Twelve clicks, and how each is handled."""

    def __init__(self, times: tuple[int, ...]) -> None:
        self.times = times

    @cached_property
    def run(self) -> fs.Simulation:
        """The complete run."""
        return quietly(one_stream(self.times))

    @cached_property
    def labels(self) -> dict[int, tuple[str, int]]:
        """For each click its label, and the step in which the window processed it."""
        return labels_of(self.run, len(self.times))

    @property
    def truth(self) -> dict[int, str]:
        """The label of each click."""
        return {n: label for n, (label, _) in self.labels.items()}

    def by(self, label: Any) -> dict[str, Any]:
        """Label each click with *label*, called with its number, time and the greatest time before."""
        greatest, labels = -(10**9), {}
        for n, time in enumerate(self.times):
            labels[n] = label(n, time, greatest)
            greatest = max(greatest, time)
        return {"labels": labels}


def labels_of(run: fs.Simulation, count: int) -> dict[int, tuple[str, int]]:
    """Find how each click is handled by the window's task."""
    found: dict[int, tuple[str, int]] = {}
    watermark, number = -(2**63), 0
    for step in run.trace:
        for fact in step.events:
            if isinstance(fact, e.OperatorWatermarkAdvanced):
                watermark = fact.after
            elif isinstance(fact, e.WindowAssigned) and number < count:
                label = "ahead" if fact.value[1] > watermark else "behind"
                found[number] = (label, step.number)
            elif isinstance(fact, e.WindowFired) and fact.kind == "late":
                found[number] = ("late", step.number)
            elif isinstance(fact, e.LateRecordDropped):
                found[number] = ("dropped", step.number)
            elif isinstance(fact, e.SourceRecordRead):
                number = fact.offset
    return found


def drawn(random: Random) -> Labels:
    """Draw twelve clicks such that every label occurs at least twice."""
    while True:
        times = [random.randrange(500, 4_000, 100)]
        while len(times) < 12:
            times.append(_next(random, max(times)))
        data = Labels(tuple(times))
        labels = list(data.by(_expected)["labels"].values())
        if all(labels.count(word) >= 2 for word in WORDS):
            return data


def _next(random: Random, greatest: int) -> int:
    """Draw a click: ahead, in the open window, or in the window before it."""
    watermark = greatest - DELAY - 1
    open_from = (watermark + 1) // 10_000 * 10_000
    kind = random.choice(("ahead", "ahead", "open", "before"))
    if kind == "open" and watermark > open_from + 200:
        return random.randrange(open_from, watermark, 50)
    if kind == "before" and open_from > 0:
        return random.randrange(open_from - 9_000, open_from, 50)
    return greatest + random.choice((900, 2_200, 3_400)) + random.randrange(0, 300, 50)


def _expected(n: int, time: int, greatest: int) -> str:
    """Predict the label of a click, so that data can be drawn without a run."""
    watermark = greatest - DELAY - 1
    if time > watermark:
        return "ahead"
    if _end(time) > watermark:
        return "behind"
    return "late" if _end(time) + LATENESS > watermark else "dropped"


def judged(data: Labels, answer: Answer) -> Seen:
    """Check that each click has its label; the first wrong one is shown."""
    for number, answered in answer["labels"]:
        label, step = data.labels[number]
        if answered != label:
            seen = {
                "ahead": ("its timestamp is ahead of the watermark", "它的时间戳在水位线之前方"),
                "behind": ("its timestamp is behind the watermark, and its window has not fired", "它的时间戳落后于水位线，但它的窗口还没触发"),
                "late": ("its window had fired, and fires once more with it", "它的窗口已触发过，又为它再触发一次"),
                "dropped": ("its window is gone: it is in no result", "它的窗口已经清除：它不在任何结果里"),
            }[label]  # fmt: skip
            time = data.times[number]
            return Seen(
                False,
                (f"click {number} ({time} ms) is not {answered!r}: {seen[0]}", f"点击 {number}（{time} ms）不是 {answered!r}：{seen[1]}"),
                step, data.run,
            )  # fmt: skip
    counted = sum(label != "dropped" for label in data.truth.values())
    return Seen(True, (f"{counted} of 12 are in a result", f"12 次里有 {counted} 次进入了结果"))


def _end(time: int) -> int:
    return time // 10_000 * 10_000 + 9_999


RULES = {
    "the watermark drops records": Rule(
        ("Behind the watermark is not lost: it counts as long as its window is there.",
         "落后于水位线不等于丢失：窗口还在就照样计入。"),
        lambda d: {"labels": {n: "ahead" if w == "ahead" else "dropped" for n, w in d.truth.items()}},
    ),
    "late is dropped": Rule(
        ("With an allowed lateness the window is kept, and fires again for who comes late.",
         "有允许迟到时间时窗口会保留，为迟到者再触发。"),
        lambda d: {"labels": {n: "dropped" if w == "late" else w for n, w in d.truth.items()}},
    ),
    "the greatest timestamp is the watermark": Rule(
        ("The watermark stays 2 s (and 1 ms) behind the greatest timestamp.", "水位线比最大的时间戳落后 2 s（再减 1 ms）。"),
        lambda d: d.by(lambda n, t, g: "ahead" if t > g else "behind" if _end(t) > g
                       else "late" if _end(t) + LATENESS > g else "dropped"),
    ),
    "out of order is late": Rule(
        ("Out of order is what the delay is for.", "乱序正是延迟要容忍的。"),
        lambda d: d.by(lambda n, t, g: "ahead" if t > g else "late"),
    ),
    "lateness counts from the record": Rule(
        ("Lateness counts from the end of the window, not from the record.", "允许迟到从窗口末尾算起，不从记录算起。"),
        lambda d: d.by(lambda n, t, g: "ahead" if t > g - DELAY - 1 else "behind" if _end(t) > g - DELAY - 1
                       else "late" if t + LATENESS > g - DELAY - 1 else "dropped"),
    ),
    "nothing is ever lost": Rule(
        ("Some came when their window was gone.", "有些到达时窗口已经清除了。"),
        lambda d: {"labels": {n: "late" if w == "dropped" else w for n, w in d.truth.items()}},
    ),
}  # fmt: skip


def _label(number: int) -> Any:
    def truth(run: fs.Simulation) -> tuple[str, int | None]:
        return labels_of(run, len(TIMES))[number]

    return truth


def _options(right: str, told: tuple[str, str]) -> dict[str, Option]:
    texts = {
        "ahead": ("ahead of the watermark", "在水位线前方"),
        "behind": ("behind it, and counted in time", "落后，但按时计入"),
        "late": ("late: its window fires again", "迟到：窗口再触发一次"),
        "dropped": ("dropped", "被丢弃"),
    }
    return {key: Option(text, ("", "") if key == right else told) for key, text in texts.items()}


LESSON = LessonParts(
    number="02",
    title=("What a watermark is", "水位线是什么"),
    misconception=("the watermark drops records", "水位线会丢弃记录"),
    simulate=lambda: one_stream(TIMES),
    program=clicks_job,
    predictions={
        "behind": Prediction(
            ("After the click of 9 s comes one of 6.5 s. What becomes of it?", "9 s 的点击之后来了 6.5 s 的。它会怎样？"),
            _options("behind", ("The watermark is at 6.999 s, and the window ends at 10 s.", "水位线在 6.999 s，窗口到 10 s 才结束。")),
            _label(3),
            ("It is behind the watermark, and its window has not fired: it counts.", "它落后于水位线，但窗口还没触发：计入。"),
        ),
        "late": Prediction(
            ("After the click of 12.5 s comes one of 8 s. What becomes of it?", "12.5 s 之后来了 8 s 的。它会怎样？"),
            _options("late", ("The watermark is at 10.499 s: the window has fired, but is kept until 12.999 s.", "水位线在 10.499 s：窗口已触发，但保留到 12.999 s。")),
            _label(5),
            ("The window is kept for 3 s of event time; it fires again, with one more.", "窗口再保留 3 s 的事件时间；多了一个，再触发一次。"),
        ),
        "dropped": Prediction(
            ("The last but one is the click of 14.5 s; then comes one of 7 s. What becomes of it?", "14.5 s 之后来了 7 s 的。它会怎样？"),
            _options("late", ("The watermark is at 12.499 s, and the window is kept until 12.999 s.", "水位线在 12.499 s，窗口保留到 12.999 s。")),
            _label(7),
            ("The watermark is at 12.499 s: 500 ms of event time before the window is gone.", "水位线在 12.499 s：离窗口清除还有 500 ms 事件时间。"),
        ),
    },
    exercise=Exercise(
        asks={"labels": ("for each click 'ahead', 'behind', 'late' or 'dropped'", "每次点击是 'ahead'、'behind'、'late' 还是 'dropped'")},
        reads={"labels": dict_of(lambda d: range(12), one_of(WORDS))},
        data=drawn,
        judge=judged,
        solve=lambda d: {"labels": d.truth},
        rules=RULES,
        spellings=lambda d, a: [
            {"labels": {n: w.upper() for n, w in a["labels"].items()}},
            {"labels": {n: WORDS[w][-1] for n, w in a["labels"].items()}},
        ],
        cheats=lambda d: [
            {"labels": {n: list(WORDS) for n in range(12)}},
            {"labels": {n: w for n, w in d.truth.items() if n}},
        ],
    ),
    tools={"one_stream": one_stream},
)  # fmt: skip
