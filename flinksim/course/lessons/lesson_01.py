"""Lesson 01, Three clocks: event-time windows do not use the wall clock.

Not in Flink.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.course.answer_parsing import build_list_parser, parse_milliseconds
from flinksim.course.example_jobs import CLICK_TYPE, EventTime
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
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows, TumblingProcessingTimeWindows
from flinksim.trace import events as e

MAX_ARRIVAL_MS = 60_000
TIMES = (1_000, 4_000, 8_000, 11_000, 14_000, 22_000)
ARRIVALS = (1_200, 4_300, 12_500, 12_900, 14_100, 22_600)


def build_two_clocks_job(arrivals: Any, times: Any, clock: str = "event time") -> fs.Simulation:
    """Count clicks in windows of 10 s, by event time or by processing time."""
    clocks: dict[str, Any] = {
        "event time": TumblingEventTimeWindows,
        "processing time": TumblingProcessingTimeWindows,
    }
    env = StreamExecutionEnvironment.get_execution_environment()
    env.get_config().set_auto_watermark_interval(10_000)
    clicks = sorted(zip(arrivals, times, strict=True))
    script = [item for arrival, time in clicks for item in (at(arrival), record(("a", time, 1)))]
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_minutes(1))
    (
        env.from_source(
            ScriptedSource([*script, at(2 * MAX_ARRIVAL_MS)]),
            strategy.with_timestamp_assigner(EventTime()),
            "clicks",
            CLICK_TYPE,
        )
        .key_by(lambda click: click[0])
        .window(clocks[clock].of(Time.seconds(10)))
        .sum(2)
        .print()
    )
    return fs.simulate(env, job_name=f"clicks in 10 s of {clock}")


def count_by_window(run: fs.Simulation) -> Counter[Any]:
    """Count the clicks of each window that fired."""
    return Counter(
        {event.window: event.count for _, event in iterate_events(run.trace, e.WindowFired)}
    )


class Clicks:
    """Clicks with given event times; the learner chooses when they arrive."""

    def __init__(self, times: tuple[int, ...]) -> None:
        self.times = times
        self._cache: dict[tuple[int, ...], tuple[fs.Simulation, list[Any]]] = {}

    def find_differing_windows(self, arrivals: tuple[int, ...]) -> tuple[fs.Simulation, list[Any]]:
        """Return the event-time run, and the windows in which the two clocks count differently."""
        if arrivals not in self._cache:
            one, other = (
                run_quietly(build_two_clocks_job(arrivals, self.times, clock))
                for clock in ("event time", "processing time")
            )
            event_counts, processing_counts = count_by_window(one), count_by_window(other)
            windows = sorted(
                window
                for window in event_counts | processing_counts
                if event_counts[window] != processing_counts[window]
            )
            self._cache[arrivals] = one, windows
        return self._cache[arrivals]

    @cached_property
    def last_click_of_first_window(self) -> int:
        """The number of the last click whose event time is in the first window."""
        return max(n for n, time in enumerate(self.times) if time < 10_000)


def draw_data(random: Random) -> Clicks:
    """Draw six clicks: three in the first window, two in the second, one in the third."""
    return Clicks(
        tuple(
            sorted(random.sample(range(500, 9_000, 100), 3))
            + sorted(random.sample(range(10_500, 17_000, 100), 2))
            + [random.randrange(20_500, 27_000, 100)]
        )
    )


def judge_answer(data: Clicks, answer: Answer) -> Verdict:
    """Check that the two clocks count differently in exactly two windows."""
    arrivals = answer["arrivals"]
    if len(arrivals) != len(data.times):
        return Verdict(
            False,
            (
                f"give an arrival time for each of the {len(data.times)} clicks",
                f"{len(data.times)} 次点击各要一个到达时刻",
            ),
        )
    for arrival, time in zip(arrivals, data.times, strict=True):
        if not time <= arrival <= MAX_ARRIVAL_MS:
            return Verdict(
                False,
                (f"the click of {time} ms cannot arrive at {arrival} ms; expected a time from {time} to {MAX_ARRIVAL_MS} ms",
                 f"{time} ms 的点击不能在 {arrival} ms 到达：应在 {time} 到 {MAX_ARRIVAL_MS} ms 之间"),
            )  # fmt: skip
    run, windows = data.find_differing_windows(arrivals)
    if len(windows) == 2:
        return Verdict(
            True,
            (
                f"the counts differ in {windows[0]} and {windows[1]}",
                f"两种计数在 {windows[0]} 和 {windows[1]} 不同",
            ),
        )
    step = find_first(run.trace, e.WindowFired)[0]
    listed = ", ".join(map(str, windows)) or "-"
    return Verdict(
        False,
        (
            f"the counts differ in {len(windows)} windows: {listed}",
            f"两种计数在 {len(windows)} 个窗口不同：{listed}",
        ),
        step,
        run,
    )


def solve(data: Clicks) -> dict[str, Any]:
    """Return arrivals for which one click of the first window arrives in the second ten seconds."""
    late = data.last_click_of_first_window
    return {"arrivals": [12_000 if n == late else time + 50 for n, time in enumerate(data.times)]}


def _build_answer_rule(compute_arrival: Any) -> Any:
    return lambda data: {
        "arrivals": [compute_arrival(n, time, data) for n, time in enumerate(data.times)]
    }


MISCONCEPTIONS = {
    "event time is when it arrives": Misconception(
        ("Each click arrives when it happens. Then both clocks count the same in every window.",
         "每次点击一发生就到达：这样两种钟在每个窗口里都相同。"),
        _build_answer_rule(lambda n, time, data: time),
    ),
    "late within its window counts": Misconception(
        ("Each click is delayed, but stays in the same ten seconds. Then both clocks count the same.",
         "只晚一点，仍在同一个十秒内：哪种钟都看不出差别。"),
        _build_answer_rule(lambda n, time, data: min(time + 300, time // 10_000 * 10_000 + 9_999)),
    ),
    "a delay for all shifts two windows": Misconception(
        ("A delay of ten seconds moves every click to the next window of processing time.",
         "全部晚十秒，会让每次点击都进入处理时间的下一个窗口。"),
        _build_answer_rule(lambda n, time, data: time + 10_000),
    ),
    "two late clicks make two windows": Misconception(
        ("A click that moves to another window makes one window too small and the other too large. One such click changes two windows.",
         "换了窗口的一次点击，会使一个窗口少一、另一个多一：一次就够两个窗口了。"),
        _build_answer_rule(lambda n, time, data: 12_000 if n == data.last_click_of_first_window else 23_900 if 10_000 <= time < 20_000 else time),
    ),
    "windows wait until all is there": Misconception(
        ("If all clicks arrive within the same ten seconds, there is only one processing-time window.",
         "全部在同一个十秒到达，处理时间就只有一个窗口。"),
        _build_answer_rule(lambda n, time, data: 30_000 + n),
    ),
}  # fmt: skip


def _count_event_time_window(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = find_first(run.trace, e.WindowFired)
    return str(event.count), step


def _find_window_of_third_click(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = find_first(run.trace, e.WindowAssigned, lambda f: f.timestamp == TIMES[2])
    return ("first" if event.window == (0, 10_000) else "second"), step


def _count_processing_time_window(run: fs.Simulation) -> tuple[str, int | None]:
    other = run_quietly(build_two_clocks_job(ARRIVALS, TIMES, "processing time"))
    return str(count_by_window(other)[0, 10_000]), None


_COUNT_OPTIONS = {
    "2": Option(("2", "2"), ("Count by when they happened, not by when they arrived.", "按发生的时刻数，不按到达的时刻数。")),
    "3": Option(("3", "3"), ("Count by when they arrived, not by when they happened.", "按到达的时刻数，不按发生的时刻数。")),
    "4": Option(("4", "4"), ("A window of 10 s contains no clicks of the next window.", "10 s 的窗口不含下一个窗口的点击。")),
}  # fmt: skip

LESSON = LessonDefinition(
    number="01",
    title=("Three clocks", "三种钟"),
    misconception=("windows follow the wall clock", "窗口按墙上的钟走"),
    simulate=lambda: build_two_clocks_job(ARRIVALS, TIMES),
    program=build_two_clocks_job,
    find_opening_step=find_first_step(e.WindowAssigned, lambda event: event.timestamp == 8_000),
    predictions={
        "third click": Prediction(
            ("The click of 8 s arrives at 12.5 s. In which event-time window is it counted?",
             "8 s 的点击在 12.5 s 到达。它算在哪个事件时间窗口？"),
            {
                "first": Option(("from 0 s to 10 s", "0 s 到 10 s")),
                "second": Option(("from 10 s to 20 s", "10 s 到 20 s"),
                                 ("That is when it arrived. The window depends on when it happened.", "那是到达的时刻。窗口取决于发生的时刻。")),
                "none": Option(("in none, because it is late", "都不算：迟到了"),
                               ("A record that arrives later is not necessarily late. The watermark decides (lesson 02).", "晚到不等于迟到；那由水位线决定（第 02 课）。")),
            },
            _find_window_of_third_click,
            ("Only the timestamp of the click decides.", "由点击的时间戳决定，与别的无关。"),
        ),
        "event time": Prediction(
            ("How many clicks does the event-time window from 0 s to 10 s have?", "0 s 到 10 s 的事件时间窗口有几次点击？"),
            _COUNT_OPTIONS, _count_event_time_window,
            ("Three clicks happened before 10 s. Their arrival does not matter.", "10 s 之前发生了三次，无论何时到达。"),
        ),
        "processing time": Prediction(
            ("And the processing-time window from 0 s to 10 s?", "那么 0 s 到 10 s 的处理时间窗口呢？"),
            _COUNT_OPTIONS, _count_processing_time_window,
            ("Two clicks arrived before the clock showed 10 s. In another run it may be another number.",
             "钟到 10 s 之前来了两次。换一天再跑，数字就会不同。"),
        ),
    },
    exercise=Exercise(
        questions={"arrivals": ("the arrival time of each click, in ms", "每次点击何时到达，毫秒")},
        parsers={"arrivals": build_list_parser(parse_milliseconds)},
        learner_fields=("times",),
        draw_data=draw_data,
        judge_answer=judge_answer,
        solve=solve,
        misconceptions=MISCONCEPTIONS,
        spellings=lambda d, a: [
            {"arrivals": tuple(a["arrivals"])},
            {"arrivals": [f"{one} ms" for one in a["arrivals"]]},
        ],
        wrong_answers=lambda d: [
            {"arrivals": [*solve(d)["arrivals"], 1_000]},
            {"arrivals": solve(d)["arrivals"][:-1]},
            {"arrivals": [0, *d.times[1:]]},
            {"arrivals": [*d.times[:-1], 10_000_000]},
        ],
    ),
    tools={"two_clocks": build_two_clocks_job, "counts": count_by_window},
)  # fmt: skip
