"""Lesson 23, Side outputs for late data: what is in them, and what can still be done with it.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from random import Random
from typing import Any, TypeAlias

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource
from flinksim.course.answer_parsing import build_set_parser, parse_milliseconds
from flinksim.course.answer_values import simplify_value
from flinksim.course.example_jobs import CLICK_TYPE, EventTime, build_script
from flinksim.course.function_answers import FunctionAnswer
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import (
    Answer,
    Exercise,
    InvalidAnswer,
    LessonDefinition,
    Misconception,
    Option,
    Prediction,
    Verdict,
)
from flinksim.course.trace_search import find_first, find_first_step, iterate_events
from flinksim.datastream import OutputTag, StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.trace import events as e

TIMES = (1_000, 6_000, 12_500, 4_000, 23_000, 8_000, 15_000, 2_000)
LATENESS_MS = 4_000
SIZE_MS = 10_000

Row: TypeAlias = tuple[int, int]
CorrectFunction: TypeAlias = Callable[[Sequence[Row], Sequence[int]], Any]


def build_late_job(times: Any, late_lateness_ms: int = 0) -> fs.Simulation:
    """Count clicks in windows of 10 s with a lateness of 4 s, and their late clicks in further windows."""
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
    strategy = strategy.with_timestamp_assigner(EventTime())
    clicks = [(400 * n, "a", time) for n, time in enumerate(times, 1)]
    source = ScriptedSource(build_script({"clicks": clicks}))
    stream = env.from_source(source, strategy, "clicks", CLICK_TYPE)
    windows, late = TumblingEventTimeWindows.of(Time.seconds(10)), OutputTag("late", CLICK_TYPE)
    panes = stream.key_by(lambda click: click[0]).window(windows).allowed_lateness(LATENESS_MS)
    counts = panes.side_output_late_data(late).sum(2)
    counts.print()
    again = counts.get_side_output(late).key_by(lambda click: click[0]).window(windows)
    again.allowed_lateness(late_lateness_ms).sum(2).name("late counts").print()
    return fs.simulate(env, job_name="counts, and what came too late")


def find_operator(run: fs.Simulation) -> str:
    """Find the window operator that has the side output: the first one that gets a record."""
    _, event = find_first(run.trace, e.WindowAssigned)
    return str(event.operator)


def find_click(run: fs.Simulation, event_type: type[Any], time: int) -> tuple[int, Any]:
    """Find the first event of a type about the click with an event time, and its step."""
    return find_first(run.trace, event_type, lambda event: event.timestamp == time)


def list_rows(run: fs.Simulation) -> list[Row]:
    """List the results of the first window, in order: start of the window, and its clicks so far."""
    operator = find_operator(run)
    return [
        (event.window[0], event.count)
        for _, event in iterate_events(run.trace, e.WindowFired)
        if event.operator == operator
    ]


def list_late_times(run: fs.Simulation) -> list[int]:
    """List the event times of the clicks in the side output, in order."""
    return [
        event.value[1]
        for _, event in iterate_events(run.trace, e.LateRecordDropped, lambda f: f.side_output)
    ]


def count_late_results(run: fs.Simulation) -> int:
    """Count the results of the second window, which reads the side output."""
    operator = find_operator(run)
    return sum(event.operator != operator for event in run.trace.get_events(e.WindowFired))


class LateClicks:
    """The exercise's data: clicks of three windows; some refire a window, some are too late."""

    def __init__(self, times: tuple[int, ...]) -> None:
        self.times = times

    @cached_property
    def run(self) -> fs.Simulation:
        """The finished run of the clicks."""
        return run_quietly(build_late_job(self.times))

    @cached_property
    def rows(self) -> list[Row]:
        """The results of the first window."""
        return list_rows(self.run)

    @cached_property
    def side(self) -> list[int]:
        """The event times of the clicks in the side output."""
        return list_late_times(self.run)

    @property
    def final_counts(self) -> dict[int, int]:
        """The number of clicks of each window, late ones included."""
        starts = [time // SIZE_MS * SIZE_MS for time in self.times]
        return {start: starts.count(start) for start in sorted(set(starts))}

    @cached_property
    def all_streams(self) -> list[LateClicks]:
        """These clicks and further streams, which the learner does not see."""
        random = Random(repr(self.times))
        fixed = [TIMES, (1_000, 12_000, 2_000), (25_000, 3_000, 4_000, 13_000, 39_000)]
        return [self, *map(LateClicks, fixed), *(draw_data(random) for _ in range(3))]


def draw_data(random: Random) -> LateClicks:
    """Draw clicks of three windows; one or two refire a window, two or three are too late."""
    times = [random.randrange(1_000, 9_900, 100) for _ in range(random.choice((1, 2, 3)))]
    times += [random.randrange(11_200, 14_000, 100)]
    times += [random.randrange(500, 9_900, 100) for _ in range(random.choice((1, 2)))]
    times += [random.randrange(21_200, 24_000, 100)]
    late = [random.randrange(500, 9_900, 100), random.randrange(10_000, 19_900, 100)]
    late += [random.randrange(500, 9_900, 100) for _ in range(random.choice((0, 1)))]
    random.shuffle(late)
    times += [*late, random.randrange(35_000, 39_000, 100), late[0] + 100]
    # equal times could be in a window and in the side output
    return LateClicks(tuple(times)) if len(set(times)) == len(times) else draw_data(random)


def parse_correct(data: LateClicks, value: Any) -> FunctionAnswer:
    """Parse an answer that is a function from the rows and the late times to the final counts."""
    if not callable(value) or isinstance(value, type):
        raise InvalidAnswer(
            (
                f"expected a function of rows and late, found {value!r:.60}",
                f"这里要一个以 rows 和 late 为参数的函数，得到的是 {value!r:.60}",
            )
        )
    outcomes = []
    for stream in data.all_streams:
        try:
            counts = value(list(stream.rows), list(stream.side))
        except Exception as error:  # a learner's function may raise anything
            raise InvalidAnswer(
                (f"correct(rows, late) raises {error!r:.80}", f"correct(rows, late) 抛出 {error!r:.80}")
            ) from None  # fmt: skip
        counts = simplify_value(counts)
        if type(counts) is not dict or not all(
            type(one) is int for item in counts.items() for one in item
        ):
            raise InvalidAnswer(
                (
                    f"correct(rows, late) must return a dict such as {{0: 3}}, but it returned {counts!r:.60}",
                    f"correct(rows, late) 要返回字典，例如 {{0: 3}}，它返回了 {counts!r:.60}",
                )
            )
        outcomes.append(tuple(sorted(counts.items())))
    return FunctionAnswer(value, tuple(outcomes))


def judge_answer(data: LateClicks, answer: Answer) -> Verdict:
    """Check which clicks are in the side output, and that the function counts every click once."""
    for time in sorted(set(answer["side"]) ^ set(data.side)):
        if time in data.side:
            step, _ = find_click(data.run, e.LateRecordDropped, time)
            return Verdict(
                False,
                (
                    f"the click of {time} ms finds no window any more",
                    f"{time} ms 的点击已经没有窗口了",
                ),
                step,
                data.run,
            )
        if time not in data.times:
            return Verdict(False, (f"there is no click of {time} ms", f"没有 {time} ms 的点击"))
        step, _ = find_click(data.run, e.WindowAssigned, time)
        return Verdict(
            False,
            (f"the click of {time} ms is added to a window", f"{time} ms 的点击加进了窗口"),
            step,
            data.run,
        )
    for stream, found in zip(data.all_streams, answer["correct"].outcomes, strict=True):
        if dict(found) != stream.final_counts:
            late = iterate_events(stream.run.trace, e.LateRecordDropped)
            return Verdict(
                False,
                (f"for rows {stream.rows} and late {stream.side} the counts are {stream.final_counts}, not {dict(found)}", f"rows 为 {stream.rows}、late 为 {stream.side} 时，计数是 {stream.final_counts}，不是 {dict(found)}"),
                next((step for step, _ in late), len(stream.run.trace) - 1), stream.run,
            )  # fmt: skip
    return Verdict(
        True,
        (
            f"{len(data.side)} late clicks, and each of {len(data.times)} is counted once",
            f"{len(data.side)} 次迟到的点击，{len(data.times)} 次各计一次",
        ),
    )


def compute_counts(rows: Sequence[Row], late: Iterable[int]) -> dict[int, int]:
    """Keep the last row of each window, and add each late click to its window."""
    counts = dict(rows)
    for time in late:
        start = time // SIZE_MS * SIZE_MS
        counts[start] = counts.get(start, 0) + 1
    return counts


def _build_side_rule(choose: Callable[[LateClicks], Iterable[int]]) -> Any:
    return lambda d: {"side": list(choose(d)), "correct": compute_counts}


def _build_correct_rule(function: CorrectFunction) -> Any:
    return lambda d: {"side": d.side, "correct": function}


def _find_older_than_the_watermark(data: LateClicks) -> list[int]:
    """Find the clicks that are older than the watermark when they arrive, as a filter would."""
    return [
        time
        for n, time in enumerate(data.times)
        if n and time <= max(data.times[:n]) - 1_000 - 1
    ]  # fmt: skip


def _find_clicks_after_the_firing(data: LateClicks) -> list[int]:
    return [
        time
        for n, time in enumerate(data.times)
        if n and time // SIZE_MS * SIZE_MS + SIZE_MS - 1 <= max(data.times[:n]) - 1_001
    ]


def _sum_rows(rows: Sequence[Row]) -> dict[int, int]:
    return {start: sum(count for one, count in rows if one == start) for start, _ in rows}


def _count_late(late: Iterable[int]) -> dict[int, int]:
    return compute_counts([], late)


MISCONCEPTIONS = {
    "whatever is behind the watermark is late": Misconception(
        ("A click behind the watermark is still counted, if its window is kept.", "水位线之后的点击，只要窗口还保留，就照样计入。"),
        _build_side_rule(_find_older_than_the_watermark),
    ),
    "whatever comes after the firing is late": Misconception(
        ("Within the allowed lateness the window is kept, and fires again.", "在允许延迟之内窗口还保留，会再次触发。"),
        _build_side_rule(_find_clicks_after_the_firing),
    ),
    "the side output has what refires": Misconception(
        ("These clicks were added to a window. Only clicks without any window are in the side output.", "这些点击加进了窗口。只有没有窗口可进的点击才在侧输出里。"),
        _build_side_rule(lambda d: [t for t in _find_clicks_after_the_firing(d) if t not in d.side]),
    ),
    "nothing is late with a side output": Misconception(
        ("The side output does not keep a window. It gets what the window can no longer take.", "侧输出不会保留窗口，它收的是窗口不再接受的数据。"),
        _build_side_rule(lambda d: []),
    ),
    "late rows are added up": Misconception(
        ("A window's later row has all of its clicks. It replaces the earlier row.", "窗口后来的行包含它的全部点击，会取代先前的行。"),
        _build_correct_rule(lambda rows, late: {
            start: _sum_rows(rows).get(start, 0) + _count_late(late).get(start, 0)
            for start in {**_sum_rows(rows), **_count_late(late)}
        }),
    ),
    "the rows are final": Misconception(
        ("No row has the clicks of the side output. Add them yourself.", "没有哪一行包含侧输出里的点击，要自己加上。"),
        _build_correct_rule(lambda rows, late: dict(rows)),
    ),
    "late clicks replace the count": Misconception(
        ("The side output has single clicks, not counts. Add them to the count.", "侧输出里是一次次点击，不是计数，要加到计数上。"),
        _build_correct_rule(lambda rows, late: {**dict(rows), **_count_late(late)}),
    ),
    "late clicks belong to the last window": Misconception(
        ("A late click belongs to the window of its own timestamp.", "迟到的点击属于自己时间戳所在的窗口。"),
        _build_correct_rule(lambda rows, late: {**dict(rows), rows[-1][0]: dict(rows)[rows[-1][0]] + len(late)}),
    ),
    "a late click is in the first row": Misconception(
        ("The first row of a window lacks the clicks that refired it. Start from the last row.", "窗口的第一行缺少让它再次触发的点击。要从最后一行算起。"),
        _build_correct_rule(lambda rows, late: compute_counts(rows[::-1], late)),
    ),
    "each window has one late click": Misconception(
        ("Several late clicks can belong to one window.", "一个窗口可以有好几次迟到的点击。"),
        _build_correct_rule(lambda rows, late: compute_counts(rows, sorted({t // SIZE_MS * SIZE_MS for t in late}))),
    ),
}  # fmt: skip


def _find_click(run: fs.Simulation, time: int) -> tuple[str, int | None]:
    for step, event in iterate_events(run.trace, e.LateRecordDropped):
        if event.value[1] == time:
            return ("side" if event.side_output else "dropped"), step
    return "window", find_click(run, e.WindowAssigned, time)[0]


def _count_second_results(run: fs.Simulation) -> tuple[str, int | None]:
    step = find_first(run.trace, e.LateRecordDropped, lambda f: not f.side_output)[0]
    return str(count_late_results(run)), step


LESSON = LessonDefinition(
    number="23",
    title=("Side outputs for late data", "迟到数据的侧输出"),
    misconception=("the side output has every late record, and can be counted like any stream", "侧输出里有全部迟到的记录，可以像别的流一样计数"),
    simulate=lambda: build_late_job(TIMES),
    program=build_late_job,
    find_opening_step=find_first_step(e.LateRecordDropped, lambda f: f.side_output),
    predictions={
        "4 s": Prediction(
            ("[0 s, 10 s) has fired. Then the click of 4 s arrives. The allowed lateness is 4 s. Where is the click?", "[0 s, 10 s) 已经触发，这时来了 4 s 的点击。允许延迟是 4 s。点击在哪里？"),
            {
                "side": Option(("in the side output", "在侧输出里"), ("The window is kept for 4 s more. So the click is not too late for it.", "窗口还会保留 4 s，所以点击对它来说不算太晚。")),
                "window": Option(("in its window, which fires again", "在它的窗口里，窗口再次触发")),
                "both": Option(("in both", "两处都有"), ("A click is in the side output only if no window takes it.", "没有窗口收它时，点击才在侧输出里。")),
            },
            lambda run: _find_click(run, 4_000),
            ("The side output gets a click only if all its windows have been removed.", "点击的全部窗口都已清除时，才送到侧输出。"),
        ),
        "8 s": Prediction(
            ("The click of 23 s has arrived. Now one of 8 s arrives. Where is it?", "23 s 的点击到了，接着来了 8 s 的点击。它在哪里？"),
            {
                "window": Option(("in its window, which fires a third time", "在它的窗口里，窗口第三次触发"), ("The window was removed at watermark 13.999 s.", "水位线到 13.999 s 时窗口已清除。")),
                "side": Option(("in the side output", "在侧输出里")),
                "dropped": Option(("nowhere, it is dropped", "哪里都不在，被丢弃"), ("It would be dropped without side_output_late_data(tag).", "没有 side_output_late_data(tag) 才会被丢弃。")),
            },
            lambda run: _find_click(run, 8_000),
            ("It leaves the operator at once, with its own timestamp, behind the watermark.", "它马上离开算子，带着自己的时间戳，落在水位线之后。"),
        ),
        "counted": Prediction(
            ("A second window of 10 s counts the side output, without a lateness. How many results has it?", "第二个 10 s 的窗口统计侧输出，没有允许延迟。它有几个结果？"),
            {
                "2": Option(("two, one for each late click", "2 个，每次迟到的点击一个"), ("A window takes a click only before the watermark passes its end.", "只有水位线过末尾之前，窗口才接受点击。")),
                "1": Option(("one, at the end of the input", "1 个，输入结束时"), ("The second window drops the clicks when they arrive. Nothing is left to fire.", "点击一到就被第二个窗口丢弃，没有剩下可触发的。")),
                "0": Option(("none", "没有")),
            },
            _count_second_results,
            ("The clicks are behind the watermark here, too. The second window drops them, and now nobody gets them.", "在这里点击也落在水位线之后。第二个窗口丢弃了它们，这下谁也得不到。"),
        ),
    },
    exercise=Exercise(
        questions={
            "side": ("the event times of the clicks in the side output, in ms", "侧输出里的点击的事件时间，毫秒"),
            "correct": ("a function correct(rows, late) that returns the final count of each window", "函数 correct(rows, late)，返回每个窗口的最终计数"),
        },
        parsers={"side": build_set_parser(parse_milliseconds), "correct": parse_correct},
        learner_fields=("times",),
        draw_data=draw_data,
        judge_answer=judge_answer,
        solve=lambda d: {"side": d.side, "correct": compute_counts},
        misconceptions=MISCONCEPTIONS,
        spellings=lambda d, a: [
            {**a, "side": set(a["side"])},
            {**a, "side": [f"{time / 1000} s" for time in a["side"]]},
            {**a, "correct": lambda rows, late: {s: dict(rows).get(s, 0) + sum(t // 10_000 == s // 10_000 for t in late) for s in sorted({*dict(rows), *(t // 10_000 * 10_000 for t in late)})}},
        ],
        wrong_answers=lambda d: [
            {"side": d.side, "correct": lambda rows, late: d.final_counts},
            {"side": d.side, "correct": lambda rows, late: 1 // 0},
            {"side": d.side, "correct": d.final_counts},
            {"side": [*d.side, 1], "correct": compute_counts},
            {"side": d.side, "correct": lambda rows, late: sum(dict(rows).values()) + len(late)},
        ],
    ),
    tools={"late": build_late_job, "rows": list_rows, "side": list_late_times, "late_results": count_late_results},
)  # fmt: skip
