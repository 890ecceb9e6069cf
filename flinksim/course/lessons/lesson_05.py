"""Lesson 05, Split, subtask, channel, minimum: there is no global watermark.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import build_data_choice_parser, parse_record
from flinksim.course.checks.window_checks import (
    WindowFiringCause,
    check_window_firing,
    find_advancing_record,
    find_firing_cause,
)
from flinksim.course.example_jobs import Clicks, build_clicks_job
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
from flinksim.course.trace_search import find_first, find_first_step, iterate_events
from flinksim.trace import events as e
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.query import find_step

LEFT_RIGHT: Clicks = {
    "left": [(0, "red", 1_000), (300, "red", 4_000), (600, "blue", 31_000), (3_000, "red", 32_000)],
    "right": [(0, "red", 2_000), (900, "red", 9_000), (1_200, "blue", 13_000), (3_000, "red", 14_000)],
}  # fmt: skip
SPLITS = ("north", "east", "south")
WINDOW = (0, 10_000)


class ThreeSplits:
    """The exercise's data: three splits, each read by a source task, and one window task."""

    def __init__(self, clicks: Clicks) -> None:
        self.clicks = clicks

    @cached_property
    def run(self) -> fs.Simulation:
        """The simulation of the clicks, run to its end."""
        return run_quietly(build_clicks_job(self.clicks))

    @cached_property
    def firing_cause(self) -> WindowFiringCause:
        """Why the window of the key blue fired."""
        return find_firing_cause(self.run.trace, "blue", WINDOW)

    @property
    def channels(self) -> dict[str, tuple[Any, ...]]:
        """The number, further names and id of each channel into the window's task, by split."""
        target = next(c.target for c in self.run.plan.channels if c.id == self.firing_cause.channel)
        into = [channel for channel in self.run.plan.channels if channel.target == target]
        split_of = {
            event.operator.partition("/")[2]: event.split
            for _, event in iterate_events(self.run.trace, e.SourceRecordRead)
        }
        return {
            split_of[channel.source.partition("/")[2]]: (
                channel.index, str(channel.index), f"ch {channel.index}",
                f"channel {channel.index}", channel.id,
            )
            for channel in into
        }  # fmt: skip

    @property
    def limiting_split(self) -> str:
        """The split whose channel limited the watermark of the window's task."""
        return next(
            name for name, ids in self.channels.items() if ids[-1] == self.firing_cause.channel
        )

    @cached_property
    def largest_advance(self) -> tuple[int, Any]:
        """The step of the largest watermark advance of the window's task, and its record."""
        trace, best = self.run.trace, (0, 0)
        for index, event in enumerate(trace.events):
            if not isinstance(event, e.InputWatermarkAdvanced) or event.before < -(10**15):
                continue
            if (
                event.after - event.before > best[0]
                and find_advancing_record(trace, index) is not None
            ):
                best = event.after - event.before, index
        return find_step(trace, best[1]), find_advancing_record(trace, best[1])

    def list_reads(self, split: str) -> list[Any]:
        """Return the records that were read from a split."""
        return [
            f.value
            for _, f in iterate_events(self.run.trace, e.SourceRecordRead)
            if f.split == split
        ]


def describe_advances(run: fs.Simulation) -> list[str]:
    """Describe each watermark advance of the window's task, with the channel that then limits it."""
    formatter = Formatter(run.plan)
    return [
        f"watermark {formatter.format_time(event.after)}, limited by "
        + " and ".join(formatter.format_id(channel) for channel in event.held_by)
        for _, event in iterate_events(run.trace, e.InputWatermarkAdvanced)
    ]


def draw_data(random: Random) -> ThreeSplits:
    """Draw three splits with a click of the key blue each.

    One split is far ahead in event time, and one is the last to pass the end of the window.
    """
    order = random.sample(SPLITS, 3)
    clicks: dict[str, list[tuple[int, str, int]]] = {}
    for rank, split in enumerate(order):
        pace = 300 + 350 * rank
        inside = sorted(random.sample(range(1_000, 9_500, 100), 2))
        jump = (
            random.randrange(24_000, 27_000, 100)
            if rank == 0
            else random.randrange(12_100, 14_500, 100)
        )
        later = [jump + random.randrange(400, 2_500, 100)]
        if rank == 1:  # one that does not pass the end yet
            later = [jump, jump + random.randrange(300, 900, 100)]
            jump = random.randrange(10_500, 11_900, 100)
        times = [*inside, jump, *later]
        colours = [
            "blue",
            random.choice(("red", "green")),
            *random.choices(("red", "green", "blue"), k=len(times) - 2),
        ]
        clicks[split] = [
            (pace * n + random.randrange(0, 60, 10), colour, time)
            for n, (colour, time) in enumerate(zip(colours, times, strict=True))
        ]
        clicks[split].append((6_000, "red", times[-1] + 100))
    return ThreeSplits({split: clicks[split] for split in SPLITS})


def judge_answer(data: ThreeSplits, answer: Answer) -> Verdict:
    """Check the record, the channel and the largest watermark advance."""
    trace = data.run.trace
    held = data.channels[answer["held_by"]][-1]
    verdict = check_window_firing(
        trace, "blue", WINDOW, record=answer["closed_by"], limiting_channel=held
    )
    if not verdict:
        step = find_first(trace, e.WindowFired, lambda f: (f.key, f.window) == ("blue", WINDOW))[0]
        word = (
            "这条记录不对"
            if answer["closed_by"] != data.firing_cause.record
            else "记录对了，通道不对"
        )
        return Verdict(
            False, (verdict.message, f"{word}：看看触发之前各通道的水位线"), step, data.run
        )
    step, furthest = data.largest_advance
    if answer["furthest"] != furthest:
        return Verdict(
            False,
            ("the pane is right, but another record advances the window task's event time further", "窗格对了；另有一条记录让窗口任务的事件时间前进得更远"),
            step, data.run,
        )  # fmt: skip
    return Verdict(
        True,
        (
            verdict.message,
            f"{data.firing_cause.record} 抬高了 {data.limiting_split} 的水位线，它原是最小的",
        ),
    )


def solve(data: ThreeSplits) -> dict[str, Any]:
    """Return the right answer, read from the trace of the run."""
    return {
        "closed_by": data.firing_cause.record, "held_by": data.limiting_split, "furthest": data.largest_advance[1],
    }  # fmt: skip


def _build_answer_rule(**replacements: Any) -> Any:
    return lambda d: {**solve(d), **{name: make(d) for name, make in replacements.items()}}


def _find_fastest_split(data: ThreeSplits) -> str:
    return max(SPLITS, key=lambda split: max(v[1] for v in data.list_reads(split)))


def _find_first_past_end(data: ThreeSplits) -> Any:
    return find_first(data.run.trace, e.SourceRecordRead, lambda f: f.value[1] >= 12_000)[1].value


MISCONCEPTIONS = {
    "the fastest split sets the time": Misconception(
        ("The window task has the lowest watermark of its channels.", "窗口任务取各通道水位线中最低的。"),
        _build_answer_rule(closed_by=_find_first_past_end, held_by=_find_fastest_split),
    ),
    "the pane's own record closes it": Misconception(
        ("A record inside the pane cannot raise the watermark past its end.", "窗格内的记录不能把水位线抬过末尾。"),
        _build_answer_rule(closed_by=lambda d: d.list_reads(d.limiting_split)[0]),
    ),
    "the fast channel holds": Misconception(
        ("The slowest channel limits the watermark.", "限制水位线的是最慢的通道。"),
        _build_answer_rule(held_by=_find_fastest_split),
    ),
    "the last one that is behind the end": Misconception(
        ("It arrived, but another channel was still before the end of the pane.", "它到了，但另一通道还没到窗格末尾。"),
        _build_answer_rule(held_by=lambda d: next(s for s in SPLITS if s not in (_find_fastest_split(d), d.limiting_split))),
    ),
    "the greatest timestamp moves time furthest": Misconception(
        ("It advances its own channel furthest. The lowest watermark does not change.", "它让自己的通道前进最远，但最低的水位线不变。"),
        _build_answer_rule(furthest=lambda d: max((v for s in SPLITS for v in d.list_reads(s)), key=lambda v: v[1])),
    ),
    "a record counts when it is read": Misconception(
        ("That click is less than 2 s after the end of the pane.", "那次点击还没比窗格末尾晚 2 s。"),
        _build_answer_rule(closed_by=lambda d: find_first(d.run.trace, e.SourceRecordRead, lambda f: f.value[1] >= 10_000)[1].value),
    ),
}  # fmt: skip


def _find_limiting_split(run: fs.Simulation) -> tuple[str, int | None]:
    step, _ = find_first(run.trace, e.WindowFired)
    left = find_first(run.trace, e.SourceRecordRead, lambda f: f.value[1] == 31_000)[0]
    right = find_first(run.trace, e.SourceRecordRead, lambda f: f.value[1] == 13_000)[0]
    return ("right" if step > right else "left" if step > left else "before"), step


def _find_watermark_at_firing(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = find_first(run.trace, e.WindowFired)
    return str(event.watermark), step


def _find_other_firing(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = find_first(run.trace, e.WindowFired, lambda f: f.window[0] == 30_000)
    return ("end" if event.watermark > 10**15 else "31"), step


LESSON = LessonDefinition(
    number="05",
    title=("Split, subtask, channel, minimum", "分片、子任务、通道与最小值"),
    misconception=("there is one global watermark", "有一条全局的水位线"),
    simulate=lambda: build_clicks_job(LEFT_RIGHT),
    program=build_clicks_job,
    find_opening_step=find_first_step(e.WindowAssigned, lambda event: event.timestamp == 31_000),
    predictions={
        "who": Prediction(
            ("left reads 31 s at 600 ms, right reads 13 s at 1200 ms. Which split makes [0 s, 10 s) fire?", "left 在 600 ms 读到 31 s，right 在 1200 ms 读到 13 s。哪个分片让 [0 s, 10 s) 触发？"),
            {
                "left": Option(("left, because it passes the end first", "left：它先越过末尾"), ("Its channel is far ahead, but the other one is not.", "它的通道遥遥领先，另一个没有。")),
                "right": Option(("right, because it is slower", "right：它较慢")),
                "before": Option(("the click of 9 s, the last one in the window", "窗口内最后的 9 s"), ("Its watermark is 6.999 s.", "它的水位线是 6.999 s。")),
            },
            _find_limiting_split,
            ("The window task has the lowest watermark of its channels.", "窗口任务的水位线是各通道中最低的。"),
        ),
        "how far": Prediction(
            ("What is the watermark of the window task when it fires?", "触发时窗口任务的水位线是多少？"),
            {
                "28999": Option(("28 999: left's", "28 999：left 的"), ("That is the highest one.", "left 的是最大的。")),
                "10999": Option(("10 999: right's", "10 999：right 的")),
                "9999": Option(("9 999: the end of the window", "9 999：窗口末尾"), ("It jumps from 6 999 and skips 9 999.", "它从 6 999 跳过来，不必停在 9 999。")),
            },
            _find_watermark_at_firing,
            ("It jumps from the watermark of one click to that of the next.", "它从一次点击跳到下一次点击。"),
        ),
        "31": Prediction(
            ("When does the window with the click of 31 s fire?", "含 31 s 的窗口何时触发？"),
            {
                "31": Option(("when left reads a click of 42 s", "left 读到 42 s 时"), ("Left never reads that far, and right is still at 14 s.", "left 没读那么远，right 还在 14 s。")),
                "end": Option(("only at the end of the input", "输入结束时才触发")),
                "at once": Option(("immediately, because left is far ahead", "马上：left 很靠前"), ("All channels have to pass the end of the window.", "所有通道都要越过它的末尾。")),
            },
            _find_other_firing,
            ("At the end of the input, every source sends the watermark Long.MAX_VALUE.", "结束时每个数据源发出水位线 Long.MAX_VALUE。"),
        ),
    },
    exercise=Exercise(
        questions={
            "closed_by": ("the record that closed blue [0 s, 10 s)", "关闭 blue [0 s, 10 s) 的记录"),
            "held_by": ("the channel that limited the watermark until then: number or split", "在那之前限制水位线的通道：编号或分片名"),
            "furthest": ("the record that advances the window task's event time furthest, before the end of the input", "输入结束前，让窗口任务事件时间前进最远的记录"),
        },
        parsers={"closed_by": parse_record, "held_by": build_data_choice_parser(lambda d: d.channels), "furthest": parse_record},
        learner_fields=("clicks", "run"),
        draw_data=draw_data,
        judge_answer=judge_answer,
        solve=solve,
        misconceptions=MISCONCEPTIONS,
        spellings=lambda d, a: [
            *({**a, "held_by": name} for name in d.channels[a["held_by"]]),
            {name: str(value) if name != "held_by" else value.upper() for name, value in a.items()},
            {**a, "closed_by": list(a["closed_by"])},
        ],
        wrong_answers=lambda d: [
            {**solve(d), "held_by": list(SPLITS)},
            {**solve(d), "held_by": "ch 7"},
            {**solve(d), "furthest": [v for s in SPLITS for v in d.list_reads(s)]},
        ],
    ),
    tools={"clicks_job": build_clicks_job, "advances": describe_advances},
)  # fmt: skip
