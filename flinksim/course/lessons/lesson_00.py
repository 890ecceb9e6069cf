"""Lesson 00, Reading the stepper: what is the engine, and what is the picture.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any

from flinksim.course.answer_parsing import parse_record, parse_whole_number
from flinksim.course.checks.window_checks import find_firing_cause
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
from flinksim.course.trace_search import find_first, find_step_at, iterate_events
from flinksim.simulation.simulation import Simulation
from flinksim.trace import events as e

CLICKS: Clicks = {
    "left": [(100, "red", 1_000), (400, "red", 4_000), (1_000, "blue", 12_500), (2_500, "red", 15_000)],
    "right": [(200, "red", 2_000), (700, "blue", 9_000), (1_500, "blue", 13_000), (2_400, "red", 14_500)],
}  # fmt: skip


class FirstWindow:
    """A run with two splits, and why its first window fires."""

    def __init__(self, clicks: Clicks) -> None:
        self.clicks = clicks

    @cached_property
    def run(self) -> Simulation:
        """The simulation of the clicks, run to its end."""
        return run_quietly(build_clicks_job(self.clicks))

    @property
    def first_firing(self) -> tuple[int, e.WindowFired]:
        """The first window firing of the run: its step and its event."""
        return find_first(self.run.trace, e.WindowFired)

    @property
    def closing_record(self) -> Any:
        """The record that made the first window fire."""
        firing = self.first_firing[1]
        return find_firing_cause(self.run.trace, firing.key, firing.window).record

    def find_last_record(self, predicate: Any) -> e.SourceRecordRead:
        """Find the last record that was read and for which *predicate* is true."""
        read = [
            event
            for _, event in iterate_events(self.run.trace, e.SourceRecordRead)
            if predicate(event)
        ]
        return read[-1]

    def find_read_step(self, value: Any) -> int:
        """Find the step in which a record was read."""
        return find_first(self.run.trace, e.SourceRecordRead, lambda f: f.value == value)[0]

    @property
    def last_window_record(self) -> Any:
        """The last record that was assigned to the first window, and its step."""
        firing = self.first_firing[1]
        inside = [
            (step, event.value)
            for step, event in iterate_events(self.run.trace, e.WindowAssigned)
            if (event.key, event.window) == (firing.key, firing.window)
        ]
        return inside[-1]


def draw_data(random: Random) -> FirstWindow:
    """Draw two splits with five clicks each.

    One split passes the end of the first window much later than the other.
    """
    splits: Clicks = {}
    ahead = random.choice(("left", "right"))
    made: dict[str, list[tuple[int, str, int]]] = {}
    for name in ("left", "right"):
        slow = 0 if name == ahead else random.randrange(600, 1_400, 100)
        colours = [random.choice(("red", "blue", "green")) for _ in range(5)]
        arrivals = [random.randrange(100, 300, 10), random.randrange(400, 600, 10)]
        arrivals += [base + slow for base in (800, 1_100, 1_500)]
        times = [random.randrange(1_000, 5_000, 500), random.randrange(6_000, 9_900, 100)]
        times += [random.randrange(10_100, 11_900, 100), random.randrange(12_500, 15_000, 100)]
        times += [random.randrange(16_000, 19_000, 100)]
        made[name] = list(zip(arrivals, colours, times, strict=True))
    splits = made
    return FirstWindow(splits)


def solve(data: FirstWindow) -> dict[str, Any]:
    """Return the step of the first firing, and the record that caused it."""
    return {"step": data.first_firing[0], "cause": data.closing_record}


def judge_answer(data: FirstWindow, answer: Answer) -> Verdict:
    """Check that step and cause are those of the first window that fires."""
    trace = data.run.trace
    step, firing = data.first_firing
    if answer["step"] != step:
        answered_step = answer["step"]
        if not 0 <= answered_step < len(trace):
            return Verdict(
                False,
                (
                    f"this run has steps 0 to {len(trace) - 1}",
                    f"这次运行只有第 0 到 {len(trace) - 1} 步",
                ),
            )
        if answered_step > step:
            return Verdict(
                False,
                ("a pane has fired before that step", "在那一步之前已经有窗格触发了"),
                answered_step,
                data.run,
            )
        return Verdict(
            False,
            (
                "no pane fires in that step; look at what it does",
                "那一步没有窗格触发：看看它做了什么",
            ),
            answered_step,
            data.run,
        )
    if answer["cause"] != data.closing_record:
        read = [
            n for n, f in iterate_events(trace, e.SourceRecordRead) if f.value == answer["cause"]
        ]
        if not read:
            return Verdict(
                False,
                (
                    "the step is right, but no source read such a record",
                    "步对了；但没有数据源读过这样的记录",
                ),
            )
        return Verdict(
            False,
            ("the step is right, but that record did not raise the lowest watermark to the end of the window", "步对了；但那条记录没有让最低的水位线到达窗口末尾"),
            read[0], data.run,
        )  # fmt: skip
    return Verdict(
        True,
        (
            f"{firing.window} of {firing.key} fires in step {step}, caused by {data.closing_record}",
            f"{firing.key} 的窗口 {firing.window} 在第 {step} 步触发，原因是 {data.closing_record}",
        ),
        step,
        data.run,
    )  # fmt: skip


def _build_answer(step: Any, cause: Any) -> dict[str, Any]:
    return {"step": step, "cause": cause}


MISCONCEPTIONS: Mapping[str, Misconception] = {
    "the window fires when its last record is in": Misconception(
        ("A window does not know its last record. Only the watermark says that no more are expected.",
         "窗口不知道哪条是最后一条记录；只有水位线能说明不会再来更早的记录。"),
        lambda d: _build_answer(*d.last_window_record),
    ),
    "the record's step is the firing's step": Misconception(
        ("In that step the source reads the record. The window is in another task, and receives it later.",
         "那一步只是数据源读到了它。窗口在另一个任务里，稍后才得知。"),
        lambda d: _build_answer(d.find_read_step(d.closing_record), d.closing_record),
    ),
    "the first record behind the end closes it": Misconception(
        ("One split had passed the end of the window; the window waits for the slower one.",
         "一个分片已越过窗口末尾；窗口还要等较慢的那个。"),
        lambda d: _build_answer(d.first_firing[0], _find_first_past_end(d)),
    ),
    "the pane's own record closes it": Misconception(
        ("A record inside the window cannot raise the watermark past its end.",
         "窗口内的记录不可能把水位线抬过窗口末尾。"),
        lambda d: _build_answer(d.first_firing[0], d.last_window_record[1]),
    ),
    "windows look at the clock": Misconception(
        ("In that step processing time reaches 1 s. Event time is not the clock on the wall.",
         "那是处理时间到 1 秒的时刻。事件时间不是墙上的钟。"),
        lambda d: _build_answer(find_step_at(d.run.trace, 1_000), d.closing_record),
    ),
    "what the source says is heard at once": Misconception(
        ("In that step the source generates a watermark. It still has to travel to the window.",
         "那一步数据源生成了水位线。它还要传到窗口那里。"),
        lambda d: _build_answer(
            find_first(d.run.trace, e.WatermarkGenerated, lambda f: f.timestamp >= 9_999)[0], d.closing_record
        ),
    ),
}  # fmt: skip


def _find_first_past_end(data: FirstWindow) -> Any:
    return find_first(data.run.trace, e.SourceRecordRead, lambda f: f.value[1] >= 10_000)[1].value


EXERCISE = Exercise(
    questions={
        "step": ("the number of the step in which the first pane fires", "第一个窗格触发的那一步的编号"),
        "cause": ('the record that caused it, such as ("red", 5000, 1)', '让它触发的记录，例如 ("red", 5000, 1)'),
    },
    parsers={"step": parse_whole_number, "cause": parse_record},
    learner_fields=("clicks", "run"),
    draw_data=draw_data,
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    spellings=lambda d, a: [
        _build_answer(str(a["step"]), list(a["cause"])),
        _build_answer(f"step {a['step']:,}", "({}, {}, {})".format(*a["cause"])),
    ],
    wrong_answers=lambda d: [
        _build_answer(list(range(len(d.run.trace))), d.closing_record),
        _build_answer(d.first_firing[0], [event.value for _, event in iterate_events(d.run.trace, e.SourceRecordRead)]),
    ],
)  # fmt: skip


def _find_when_window_fires(run: Simulation) -> tuple[str, int | None]:
    step, _ = find_first(run.trace, e.WindowFired)
    read, _ = find_first(run.trace, e.SourceRecordRead, lambda f: f.value[1] >= 10_000)
    return ("later" if step > read + 1 else "at once"), step


def _find_who_moves(run: Simulation) -> tuple[str, int | None]:
    """Check that in each step a single actor, such as the clock, acts."""
    return ("one" if all(head.actor for head in run.trace.headers) else "all"), 6


def _compare_second_run(run: Simulation) -> tuple[str, int | None]:
    second_run = run_quietly(build_clicks_job(CLICKS))
    return ("same" if second_run.digest == run.digest else "other"), 0


LESSON = LessonDefinition(
    number="00",
    title=("Reading the stepper", "读懂步进器"),
    misconception=("the picture is the engine", "图就是引擎"),
    simulate=lambda: build_clicks_job(CLICKS),
    program=build_clicks_job,
    predictions={
        "who moves": Prediction(
            ("You press → once. What moves?", "按一次 →，谁会动？"),
            {
                "all": Option(("all tasks, each by one record", "所有任务，各走一条记录"),
                              ("Each task in Flink is a thread. One step here is one action of one task.",
                               "Flink 的每个任务是一个线程；这里一步是一个任务的一次动作。")),
                "one": Option(("one task (or the clock), for one action", "一个任务（或时钟）动作一次")),
                "record": Option(("one record, through the whole job", "一条记录走完整个作业"),
                                 ("A record waits in a channel until the next task reads it.",
                                  "记录在通道里等下一个任务来读。")),
            },
            _find_who_moves,
            ("Every step names the component that acts. Elements wait in channels between two steps.",
             "每一步都写明是谁在动；两步之间，元素在通道里等待。"),
        ),
        "fires": Prediction(
            ("The source reads a click at 12.5 s. Does the window from 0 s to 10 s fire then?",
             "读到 12.5 s 的点击后，0 s 到 10 s 的窗口马上触发吗？"),
            {
                "at once": Option(("yes, in the same step or the next", "是，就在这一步或下一步"),
                                  ("Only the source has read it. The window task has not received it yet.",
                                   "只是数据源读到了它；窗口任务还不知道。")),
                "later": Option(("no, some steps later", "不，过若干步才触发")),
                "never": Option(("no: it fires only at the end of the input", "不，输入结束才触发"),
                                ("Look at the first pane that fires: that is long before the end.",
                                 "看第一个触发的窗格：离结束还早。")),
            },
            _find_when_window_fires,
            ("First the source generates a watermark and sends it. Then the lowest watermark of all channels must reach the window's end.",
             "数据源先要生成并发出水位线；然后所有通道中最低的水位线要到达窗口末尾。"),
        ),
        "again": Prediction(
            ("The same program runs again. Is anything different?", "同一个程序再跑一次，会有不同吗？"),
            {
                "same": Option(("no: the same steps and the same events", "没有：同样的步，同样的事件")),
                "other": Option(("the steps are in another order", "步的次序不同"),
                                ("On a cluster, yes. Here the schedule is recorded, so a run can be repeated.",
                                 "在集群上会。这里记录了调度，所以可以重来。")),
                "results": Option(("the results may differ", "结果可能不同"),
                                  ("Not with the same schedule. Lesson 14 runs one program under other schedules.",
                                   "调度相同就不会。第 14 课用别的调度运行一个程序。")),
            },
            _compare_second_run,
            ("The program runs as usual. The stepper only reads the trace of the run.",
             "程序照常运行；步进器只是读取这次运行的轨迹。"),
        ),
    },
    exercise=EXERCISE,
    tools={"clicks_job": build_clicks_job},
)  # fmt: skip
