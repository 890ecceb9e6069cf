"""Lesson 20, From ten records to ten million: measure the delay instead of guessing it.

Not in Flink.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
from flinksim.course.lessons.lesson_19 import PROGRAM
from flinksim.course.program_jobs import build_program_job
from flinksim.course.replay_fixtures import (
    HOUR_MS,
    MIDNIGHT_MS,
    replay_flights,
    sweep_delays,
)

SHARES = (0.96, 0.97, 0.975, 0.98, 0.985, 0.99, 0.993, 0.995, 0.999)


@cache
def count_losses() -> Counter[tuple[str, int]]:
    """Count the dropped flights of each carrier and hour, with a delay of 30 minutes."""
    return Counter(
        (str(drop.key), (drop.timestamp - MIDNIGHT_MS) // HOUR_MS)
        for drop in replay_flights().iterate_dropped()
    )


class TargetCompleteness:
    """The exercise's data: the share of the flights that must be on time."""

    def __init__(self, share: float) -> None:
        self.share = share

    def __repr__(self) -> str:
        return f"{self.share:.1%}"


def draw_data(random: Random) -> TargetCompleteness:
    """Draw the share of the flights that must be on time."""
    return TargetCompleteness(random.choice(SHARES))


LESSON = LessonDefinition(
    number="20",
    title=("From ten records to ten million", "从十条记录到一千万条"),
    misconception=("choose the delay by intuition", "凭直觉选择水位线延迟"),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    needs_spark=True,
    predictions={
        "thirty": Prediction(
            ("With a delay of 30 minutes, how many of the day's flights are in the first result of their hour?", "水位线延迟为 30 分钟时，当天有多少航班包含在其所属小时的第一个结果中？"),
            {
                "all": Option(("all but one or two", "除一两个航班外全部包含"), ("Look at the row of 30 minutes.", "请看 30 分钟那一行。")),
                "most": Option(("more than 90 %", "90 % 以上")),
                "half": Option(("about half", "一半左右"), ("Most flights depart almost on time.", "多数航班几乎准点起飞。")),
            },
            ("Most flights arrive on time. The longest delays, which matter most to a sum, do not.", "多数航班都准时到达。但对总和影响最大的长时间晚点并非如此。"),
        ),
        "double": Prediction(
            ("With twice the delay, one hour, how many flights are dropped?", "把水位线延迟加倍，即一小时，会丢弃多少航班？"),
            {
                "none": Option(("nothing", "一个也不丢弃"), ("Some flights are six hours late.", "有些航班晚点六小时。")),
                "some": Option(("less, but still some", "少一些，但仍有丢弃")),
                "same": Option(("as much", "一样多"), ("Some flights are between 30 and 60 minutes late.", "有些航班晚点 30 到 60 分钟。")),
            },
            ("No practical delay covers such a long tail. Look at the gain of each minute.", "任何实用的水位线延迟都无法覆盖这么长的尾部。请看每增加一分钟能带来多少收益。"),
        ),
        "price": Prediction(
            ("With two hours instead of 30 minutes, when do the results come?", "把水位线延迟从 30 分钟改为两小时，结果何时输出？"),
            {
                "same": Option(("as before, except for late flights", "与以前相同，迟到的航班除外"), ("Every window waits for the watermark, with or without late flights.", "无论有没有迟到的航班，每个窗口都要等待水位线。")),
                "later": Option(("all about an hour and a half later", "全部晚约一个半小时")),
                "fewer": Option(("fewer results", "结果变少"), ("There are the same windows, but later.", "窗口的数量不变，只是更晚输出。")),
            },
            ("Every result waits for the longer delay, even if no flight is late.", "每个结果都要等待更长的水位线延迟，即使没有航班迟到。"),
        ),
    },
    exercise=Exercise(
        questions={
            "delay_ms": ("the smallest delay, in whole minutes (as ms)", "最小的水位线延迟，取整分钟（以 ms 表示）"),
            "worst": ("a pane that drops most flights with 30 minutes: a carrier and an hour, such as ('UA', 15)", "水位线延迟为 30 分钟时，丢弃航班最多的窗格：航空公司和小时，例如 ('UA', 15)"),
        },
        learner_fields=("share",),
        draw_data=draw_data,
    ),
    tools={"sweep": sweep_delays, "losses": count_losses, "flights": replay_flights},
)  # fmt: skip
