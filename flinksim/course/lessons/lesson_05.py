"""Lesson 05, Split, subtask, channel, minimum: there is no global watermark.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from random import Random

import flinksim as fs
from flinksim.core.i18n.languages import Language
from flinksim.course.example_jobs import Clicks, build_clicks_job
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
from flinksim.course.program_jobs import build_program_job
from flinksim.course.trace_search import find_first_step, iterate_events
from flinksim.trace import events as e
from flinksim.trace.narration.value_formatting import Formatter

LEFT_RIGHT: Clicks = {
    "left": [(0, "red", 1_000), (300, "red", 4_000), (600, "blue", 31_000), (3_000, "red", 32_000)],
    "right": [(0, "red", 2_000), (900, "red", 9_000), (1_200, "blue", 13_000), (3_000, "red", 14_000)],
}  # fmt: skip


SPLITS = ("north", "east", "south")


class ThreeSplits:
    """The exercise's data: three splits, each read by a source task, and one window task."""

    def __init__(self, clicks: Clicks) -> None:
        self.clicks = clicks

    @cached_property
    def run(self) -> fs.Simulation:
        """The simulation of the clicks, run to its end."""
        return run_quietly(build_clicks_job(self.clicks))


def describe_advances(run: fs.Simulation, language: Language = "en") -> list[str]:
    """Describe each watermark advance of the window's task, with the channel that then limits it."""
    formatter = Formatter(run.plan, language)
    sentence = {"en": "watermark {}, limited by {}", "zh": "水位线 {}，受 {} 限制"}[language]
    return [
        sentence.format(
            formatter.format_time(event.after),
            {"en": " and ", "zh": "、"}[language].join(map(formatter.format_id, event.held_by)),
        )
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


PROGRAM = """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
left = [(0, "red", 1_000), (300, "red", 4_000), (600, "blue", 31_000), (3_000, "red", 32_000)]
right = [(0, "red", 2_000), (900, "red", 9_000), (1_200, "blue", 13_000), (3_000, "red", 14_000)]
clicks = {"left": left, "right": right}
script = {s: [x for t, *click, n in rows for x in (at(t), record((*click, n, 1)))] for s, rows in clicks.items()}
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(2_000))
env = StreamExecutionEnvironment.get_execution_environment()
source = env.from_source(ScriptedSource(script), strategy.with_timestamp_assigner(lambda click, _: click[1]), "clicks", CLICK)
keyed = source.set_parallelism(2).key_by(lambda click: click[0])
keyed.window(TumblingEventTimeWindows.of(Time.seconds(10))).allowed_lateness(0).sum(2).print()
env.execute("clicks per colour in 10 s")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="05",
    title=("Split, subtask, channel, minimum", "分片、子任务、通道与最小值"),
    misconception=("there is one global watermark", "存在一个全局的水位线"),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    find_opening_step=find_first_step(e.WindowAssigned, lambda event: event.timestamp == 31_000),
    predictions={
        "who": Prediction(
            ("left reads 31 s at 600 ms, right reads 13 s at 1200 ms. Which split makes [0 s, 10 s) fire?", "left 在 600 ms 读到 31 s，right 在 1200 ms 读到 13 s。哪个分片让 [0 s, 10 s) 触发？"),
            {
                "left": Option(("left, because it passes the end first", "left，因为 left 先越过窗口终点"), ("Its channel is far ahead, but the other one is not.", "left 的通道遥遥领先，但另一条通道没有。")),
                "right": Option(("right, because it is slower", "right，因为 right 较慢")),
                "before": Option(("the click of 9 s, the last one in the window", "9 s 的点击，即窗口内的最后一次"), ("Its watermark is 6.999 s.", "这次点击对应的水位线是 6.999 s。")),
            },
            ("The window task has the lowest watermark of its channels.", "窗口任务的水位线取各通道中最低的水位线。"),
        ),
        "how far": Prediction(
            ("What is the watermark of the window task when it fires?", "窗口触发时，窗口任务的水位线是多少？"),
            {
                "28999": Option(("28 999: left's", "28,999：left 的水位线"), ("That is the highest one.", "这是最高的水位线。")),
                "10999": Option(("10 999: right's", "10,999：right 的水位线")),
                "9999": Option(("9 999: the end of the window", "9,999：窗口终点"), ("It jumps from 6 999 and skips 9 999.", "水位线从 6,999 跳跃前进，越过了 9,999。")),
            },
            ("It jumps from the watermark of one click to that of the next.", "水位线从一次点击对应的值，跳到下一次点击对应的值。"),
        ),
        "last window": Prediction(
            ("When does the window with the click of 31 s fire?", "31 s 的点击所在的窗口何时触发？"),
            {
                "31": Option(("when left reads a click of 42 s", "left 读到 42 s 的点击时"), ("Left never reads that far, and right is still at 14 s.", "left 不会读到那么远，而 right 还在 14 s。")),
                "end": Option(("only at the end of the input", "输入结束时才触发")),
                "at once": Option(("immediately, because left is far ahead", "立即，因为 left 遥遥领先"), ("All channels have to pass the end of the window.", "所有通道都必须越过窗口终点。")),
            },
            ("At the end of the input, every source sends the watermark Long.MAX_VALUE.", "输入结束时，每个数据源都会发出水位线 Long.MAX_VALUE。"),
        ),
    },
    exercise=Exercise(
        questions={
            "closed_by": ("the record that closed blue [0 s, 10 s)", "关闭 blue [0 s, 10 s) 的记录"),
            "held_by": ("the channel that limited the watermark until then: number or split", "在此之前限制水位线的通道：编号或分片"),
            "furthest": ("the record that advances the window task's event time furthest, before the end of the input", "输入结束之前，使窗口任务的事件时间推进最多的记录"),
        },
        learner_fields=("clicks", "run"),
        draw_data=draw_data,
    ),
    tools={"clicks_job": build_clicks_job, "advances": describe_advances},
)  # fmt: skip
