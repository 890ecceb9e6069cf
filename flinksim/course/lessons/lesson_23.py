"""Lesson 23, Side outputs for late data: what is in them, and what can still be done with it.

Not in Flink.
"""

from __future__ import annotations

from random import Random
from typing import Any, TypeAlias

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource
from flinksim.course.example_jobs import CLICK_TYPE, EventTime, build_script
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
from flinksim.course.program_jobs import build_program_job
from flinksim.course.trace_search import find_first, find_first_step, iterate_events
from flinksim.datastream import OutputTag, StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.trace import events as e

TIMES = (1_000, 6_000, 12_500, 4_000, 23_000, 8_000, 15_000, 2_000)
LATENESS_MS = 4_000
Row: TypeAlias = tuple[int, int]


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


PROGRAM = """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import OutputTag, StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
times = (1_000, 6_000, 12_500, 4_000, 23_000, 8_000, 15_000, 2_000)
script = [x for n, time in enumerate(times, 1) for x in (at(400 * n), record(("a", time, 1)))]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
env = StreamExecutionEnvironment.get_execution_environment()
source = env.from_source(ScriptedSource({"clicks": script}), strategy.with_timestamp_assigner(lambda click, _: click[1]), "clicks", CLICK)
windows, late = TumblingEventTimeWindows.of(Time.seconds(10)), OutputTag("late", CLICK)
counts = source.key_by(lambda click: click[0]).window(windows).allowed_lateness(4_000).side_output_late_data(late).sum(2)
counts.print()
counts.get_side_output(late).key_by(lambda click: click[0]).window(windows).allowed_lateness(0).sum(2).name("late counts").print()
env.execute("counts, and what came too late")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="23",
    title=("Side outputs for late data", "迟到数据的旁路输出"),
    misconception=("the side output has every late record, and can be counted like any stream", "旁路输出包含所有迟到的记录，并且可以像其他流一样计数"),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    find_opening_step=find_first_step(e.LateRecordDropped, lambda f: f.side_output),
    predictions={
        "4 s": Prediction(
            ("[0 s, 10 s) has fired. Then the click of 4 s arrives. The allowed lateness is 4 s. Where is the click?", "[0 s, 10 s) 已经触发。随后，4 s 的点击到达。允许延迟为 4 s。这次点击在哪里？"),
            {
                "side": Option(("in the side output", "在旁路输出里"), ("The window is kept for 4 s more. So the click is not too late for it.", "窗口还会保留 4 s，因此对该窗口来说，这次点击不算太迟。")),
                "window": Option(("in its window, which fires again", "在它的窗口里，窗口再次触发")),
                "both": Option(("in both", "两处都有"), ("A click is in the side output only if no window takes it.", "只有没有任何窗口接收这次点击时，它才会进入旁路输出。")),
            },
            ("The side output gets a click only if all its windows have been removed.", "只有所属的窗口全部移除之后，点击才会进入旁路输出。"),
        ),
        "8 s": Prediction(
            ("The click of 23 s has arrived. Now one of 8 s arrives. Where is it?", "23 s 的点击已到达，接着到达一次 8 s 的点击。8 s 的点击在哪里？"),
            {
                "window": Option(("in its window, which fires a third time", "在它的窗口里，窗口第三次触发"), ("The window was removed at watermark 13.999 s.", "水位线到达 13.999 s 时，窗口已移除。")),
                "side": Option(("in the side output", "在旁路输出里")),
                "dropped": Option(("nowhere, it is dropped", "哪里都不在，被丢弃"), ("It would be dropped without side_output_late_data(tag).", "没有调用 side_output_late_data(tag) 时才会被丢弃。")),
            },
            ("It leaves the operator at once, with its own timestamp, behind the watermark.", "这次点击立即离开算子，保留自己的时间戳，而该时间戳低于水位线。"),
        ),
        "counted": Prediction(
            ("A second window of 10 s counts the side output, without a lateness. How many results has it?", "第二个 10 s 的窗口对旁路输出计数，没有设置允许延迟。第二个窗口有几个结果？"),
            {
                "2": Option(("two, one for each late click", "2 个，每次迟到的点击一个"), ("A window takes a click only before the watermark passes its end.", "只有在水位线越过窗口终点之前，窗口才接收点击。")),
                "1": Option(("one, at the end of the input", "1 个，输入结束时"), ("The second window drops the clicks when they arrive. Nothing is left to fire.", "点击一到达，就被第二个窗口丢弃，没有可以触发的内容。")),
                "0": Option(("none", "没有")),
            },
            ("The clicks are behind the watermark here, too. The second window drops them, and now nobody gets them.", "在第二个窗口处，这些点击同样低于水位线，因此被丢弃，不再出现在任何地方。"),
        ),
    },
    exercise=Exercise(
        questions={
            "side": ("the event times of the clicks in the side output, in ms", "旁路输出中各次点击的事件时间（ms）"),
            "correct": ("a function correct(rows, late) that returns the final count of each window", "函数 correct(rows, late)，返回每个窗口的最终计数"),
        },
        learner_fields=("times",),
        draw_data=draw_data,
    ),
    tools={"late": build_late_job, "rows": list_rows, "side": list_late_times, "late_results": count_late_results},
)  # fmt: skip
