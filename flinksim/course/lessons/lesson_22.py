"""Lesson 22, Sliding and cumulative windows: one record is in several panes.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource
from flinksim.course.answer_parsing import (
    build_dict_parser,
    build_set_parser,
    parse_milliseconds,
    parse_whole_number,
)
from flinksim.course.example_jobs import CLICK_TYPE, EventTime, build_script
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
from flinksim.datastream.window import (
    CumulativeEventTimeWindows,
    SlidingEventTimeWindows,
    TimeWindow,
    WindowAssigner,
)
from flinksim.trace import events as e

TIMES = (1_000, 6_000, 12_000, 21_000)
SIZE_MS, SLIDE_MS = 10_000, 5_000


def build_sliding_job(
    times: Any, size_ms: int = SIZE_MS, slide_ms: int = SLIDE_MS
) -> fs.Simulation:
    """Count clicks that arrive every 400 ms in sliding windows."""
    windows = SlidingEventTimeWindows.of(Time.milliseconds(size_ms), Time.milliseconds(slide_ms))
    return build_windows_job(times, windows)


def build_cumulative_job(times: Any) -> fs.Simulation:
    """Count clicks in windows of up to 15 s that end every 5 s."""
    windows = CumulativeEventTimeWindows.of(Time.seconds(15), Time.seconds(5))
    return build_windows_job(times, windows)


def build_windows_job(times: Any, windows: WindowAssigner[Any, TimeWindow]) -> fs.Simulation:
    """Count clicks that arrive every 400 ms in such windows."""
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
    clicks = [(400 * n, "a", time) for n, time in enumerate(times, 1)]
    (
        env.from_source(
            ScriptedSource(build_script({"clicks": clicks})),
            strategy.with_timestamp_assigner(EventTime()),
            "clicks",
            CLICK_TYPE,
        )
        .key_by(lambda click: click[0])
        .window(windows)
        .sum(2)
        .print()
    )
    return fs.simulate(env, job_name="clicks in overlapping windows")


def list_windows(run: fs.Simulation, time: int) -> list[int]:
    """List the starts of the windows to which the clicks with a timestamp were assigned."""
    return sorted(
        event.window[0]
        for _, event in iterate_events(run.trace, e.WindowAssigned)
        if event.timestamp == time
    )


def list_rows(run: fs.Simulation) -> list[tuple[int, int, int]]:
    """List the results: start and end of the window, and its clicks."""
    return [(*f.window, f.count) for _, f in iterate_events(run.trace, e.WindowFired)]


class SlidingClicks:
    """The exercise's data: a window size, a slide that may not divide it, and four clicks."""

    def __init__(self, size_ms: int, slide_ms: int, times: tuple[int, ...]) -> None:
        self.size_ms, self.slide_ms, self.times = size_ms, slide_ms, times

    @cached_property
    def run(self) -> fs.Simulation:
        """The finished run of the clicks."""
        return run_quietly(build_sliding_job(self.times, self.size_ms, self.slide_ms))

    @property
    def starts(self) -> list[int]:
        """The starts of the windows of the first click."""
        return list_windows(self.run, self.times[0])

    @property
    def counts(self) -> dict[int, int]:
        """The number of windows of each click."""
        return {time: len(list_windows(self.run, time)) for time in self.times}

    @property
    def results(self) -> int:
        """The number of results."""
        return len(self.run.trace.get_events(e.WindowFired))


def draw_data(random: Random) -> SlidingClicks:
    """Draw windows that overlap, and clicks of which two are close together."""
    slide_ms = random.choice((3_000, 4_000, 6_000, 7_000))
    size_ms = slide_ms * random.choice((2, 3)) + random.choice((1_000, 2_000))
    first = random.randrange(size_ms, 2 * size_ms, 100)
    second = first + random.randrange(500, slide_ms, 100)
    third = second + random.randrange(slide_ms, 2 * size_ms, 100)
    fourth = third + random.randrange(500, 3 * size_ms, 100)
    return SlidingClicks(size_ms, slide_ms, (first, second, third, fourth))


def judge_answer(data: SlidingClicks, answer: Answer) -> Verdict:
    """Check the windows of the first click, the number for each click, and the number of results."""
    step, _ = find_first(data.run.trace, e.WindowAssigned)
    if set(answer["starts"]) != set(data.starts):
        wrong = sorted(set(answer["starts"]) - set(data.starts))
        problem = (
            (f"no window with the click of {data.times[0]} ms starts at {wrong[0]} ms", f"{data.times[0]} ms 的点击所在的窗口没有从 {wrong[0]} ms 开始的")
            if wrong
            else (f"the click of {data.times[0]} ms is in more windows", f"{data.times[0]} ms 的点击还在别的窗口里")
        )  # fmt: skip
        return Verdict(False, problem, step, data.run)
    for time, count in answer["counts"]:
        if count != data.counts[time]:
            steps = [
                step
                for step, event in iterate_events(data.run.trace, e.WindowAssigned)
                if event.timestamp == time
            ]
            return Verdict(
                False,
                (
                    f"the click of {time} ms is not in {count} windows",
                    f"{time} ms 的点击不是在 {count} 个窗口里",
                ),
                steps[0],
                data.run,
            )
    if answer["results"] != data.results:
        fired = [step for step, _ in iterate_events(data.run.trace, e.WindowFired)]
        return Verdict(
            False,
            (
                f"there are not {answer['results']} results",
                f"结果不是 {answer['results']} 个",
            ),
            fired[-1],
            data.run,
        )
    return Verdict(
        True,
        (
            f"{len(data.times)} clicks, {sum(data.counts.values())} assignments, {data.results} results",
            f"{len(data.times)} 次点击，分配 {sum(data.counts.values())} 次，{data.results} 个结果",
        ),
    )


def solve(data: SlidingClicks) -> dict[str, Any]:
    """Return the right answer, read from the run."""
    return {"starts": data.starts, "counts": data.counts, "results": data.results}


def _build_answer_rule(**replacements: Any) -> Any:
    return lambda d: {**solve(d), **{name: make(d) for name, make in replacements.items()}}


def _find_last_start(data: SlidingClicks) -> int:
    return data.times[0] // data.slide_ms * data.slide_ms


MISCONCEPTIONS = {
    "a record is in one window": Misconception(
        ("Sliding windows overlap. A click is added to each window that contains its timestamp.", "滑动窗口相互重叠。点击会加到每个包含它时间戳的窗口里。"),
        _build_answer_rule(starts=lambda d: [_find_last_start(d)], counts=lambda d: dict.fromkeys(d.times, 1)),
    ),
    "windows start at the first record": Misconception(
        ("Windows start at multiples of the slide, not at a click.", "窗口从滑动步长的倍数开始，不是从点击开始。"),
        _build_answer_rule(starts=lambda d: [d.times[0]]),
    ),
    "windows start at multiples of the size": Misconception(
        ("Starts are multiples of the slide. The size says how long a window is.", "起点是滑动步长的倍数，大小只说明窗口多长。"),
        _build_answer_rule(starts=lambda d: [d.times[0] // d.size_ms * d.size_ms]),
    ),
    "every record is in size / slide windows": Misconception(
        ("The slide does not divide the size here. So some clicks are in one window more than others.", "这里步长不能整除大小，所以有的点击比别的多在一个窗口里。"),
        _build_answer_rule(counts=lambda d: dict.fromkeys(d.times, d.size_ms // d.slide_ms)),
    ),
    "every record is in size / slide windows, rounded up": Misconception(
        ("The slide does not divide the size here. So some clicks are in one window less than others.", "这里步长不能整除大小，所以有的点击比别的少在一个窗口里。"),
        _build_answer_rule(counts=lambda d: dict.fromkeys(d.times, -(-d.size_ms // d.slide_ms))),
    ),
    "each record makes a result": Misconception(
        ("Each window gives one result, with all of its clicks.", "每个窗口给出一个结果，包含它的全部点击。"),
        _build_answer_rule(results=lambda d: len(d.times)),
    ),
    "each assignment makes a result": Misconception(
        ("Clicks in the same window share its result.", "同一窗口里的点击共用一个结果。"),
        _build_answer_rule(results=lambda d: sum(d.counts.values())),
    ),
    "empty windows have results": Misconception(
        ("A window exists only if it has a click. Flink does not emit empty windows.", "有点击的窗口才存在，Flink 不输出空窗口。"),
        _build_answer_rule(results=lambda d: (max(d.times) - min(d.starts)) // d.slide_ms + 1),
    ),
}  # fmt: skip


def _count_first_windows(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = find_first(run.trace, e.WindowAssigned)
    return str(len(list_windows(run, event.timestamp or 0))), step


def _find_first_start(run: fs.Simulation) -> tuple[str, int | None]:
    step, _ = find_first(run.trace, e.WindowAssigned)
    return str(list_windows(run, TIMES[0])[0]), step


def _count_results(run: fs.Simulation) -> tuple[str, int | None]:
    fired = [step for step, _ in iterate_events(run.trace, e.WindowFired)]
    return str(len(fired)), fired[-1]


LESSON = LessonDefinition(
    number="22",
    title=("Sliding and cumulative windows", "滑动窗口与累积窗口"),
    misconception=("a record is in one window", "一条记录只在一个窗口里"),
    simulate=lambda: build_sliding_job(TIMES),
    program=build_sliding_job,
    find_opening_step=find_first_step(e.WindowAssigned),
    predictions={
        "1 s": Prediction(
            ("Windows have 10 s and start every 5 s. In how many windows is the click of 1 s?", "窗口长 10 s，每 5 s 开始一个。1 s 的点击在几个窗口里？"),
            {
                "1": Option(("one", "1 个"), ("The next window starts before this one ends.", "这个窗口结束之前，下一个已经开始。")),
                "2": Option(("two", "2 个")),
                "10": Option(("one for each second", "每秒一个"), ("A window starts every 5 s, not every second.", "窗口每 5 s 开始一个，不是每秒一个。")),
            },
            _count_first_windows,
            ("10 s divided by 5 s is 2. The click is added to two panes, and stored twice.", "10 s 除以 5 s 是 2。点击加到两个窗格里，存了两份。"),
        ),
        "first": Prediction(
            ("Where does the earliest of these windows start?", "其中最早的窗口从哪里开始？"),
            {
                "1000": Option(("1 s", "1 s"), ("No window starts at a click.", "没有窗口从点击开始。")),
                "0": Option(("0 s", "0 s"), ("The window [0 s, 10 s) has the click, but an earlier one has it, too.", "[0 s, 10 s) 有这次点击，但更早的窗口也有。")),
                "-5000": Option(("-5 s", "-5 s")),
            },
            _find_first_start,
            ("The window [-5 s, 5 s) contains 1 s. Windows have fixed positions, before 1970, too.", "[-5 s, 5 s) 包含 1 s。窗口位置固定，1970 年之前也一样。"),
        ),
        "rows": Prediction(
            ("There are four clicks. How many results are there?", "共有四次点击。会有几个结果？"),
            {
                "4": Option(("four, one for each click", "4 个，每次点击一个"), ("A result belongs to a window, not to a click.", "结果属于窗口，不属于点击。")),
                "6": Option(("six", "6 个")),
                "8": Option(("eight, two for each click", "8 个，每次点击两个"), ("Some clicks share a window, which has one result.", "有些点击在同一个窗口里，它只有一个结果。")),
            },
            _count_results,
            ("There is one result for each window that has a click.", "每个有点击的窗口有一个结果。"),
        ),
    },
    exercise=Exercise(
        questions={
            "starts": ("the starts of all windows of the first click, in ms", "第一次点击所在的全部窗口的起点，毫秒"),
            "counts": ("for each click the number of its windows", "每次点击所在的窗口数"),
            "results": ("the number of results", "结果的个数"),
        },
        parsers={
            "starts": build_set_parser(parse_milliseconds),
            "counts": build_dict_parser(lambda d: d.times, parse_whole_number),
            "results": parse_whole_number,
        },
        learner_fields=("size_ms", "slide_ms", "times"),
        draw_data=draw_data,
        judge_answer=judge_answer,
        solve=solve,
        misconceptions=MISCONCEPTIONS,
        spellings=lambda d, a: [
            {**a, "starts": set(a["starts"])},
            {**a, "starts": list(reversed(a["starts"])), "results": str(a["results"])},
        ],
        wrong_answers=lambda d: [
            {**solve(d), "starts": d.starts[1:]},
            {**solve(d), "starts": [*d.starts, d.starts[-1] + d.slide_ms]},
            {**solve(d), "results": d.results + 1},
        ],
    ),
    tools={"sliding": build_sliding_job, "cumulative": build_cumulative_job, "windows": list_windows, "rows": list_rows},
)  # fmt: skip
