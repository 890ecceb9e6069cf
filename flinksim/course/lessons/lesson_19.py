"""Lesson 19, Flink and Spark, two watermarks: output modes are not firing modes.

Not in Flink.
"""

from __future__ import annotations

from functools import cache
from random import Random

from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
from flinksim.course.program_jobs import build_program_job
from flinksim.course.replay_fixtures import HOUR_MS, MIDNIGHT_MS, compare_engines


class CarrierHour:
    """The exercise's data: the window of one carrier and one hour."""

    def __init__(self, carrier: str, hour: int) -> None:
        self.carrier, self.hour = carrier, hour
        self.window = (MIDNIGHT_MS + hour * HOUR_MS, MIDNIGHT_MS + (hour + 1) * HOUR_MS)

    def __repr__(self) -> str:
        return f"{self.carrier}, {self.hour}:00 to {self.hour + 1}:00"


@cache
def list_windows() -> list[tuple[str, int]]:
    """List the carriers and hours for which append mode, update mode and Flink have results."""
    return [
        (str(key), (window[0] - MIDNIGHT_MS) // HOUR_MS)
        for key, window in compare_engines().list_windows()
        if window[0] >= MIDNIGHT_MS + 6 * HOUR_MS
        and compare_engines().list_spark_results("append", key, window)
        and compare_engines().list_spark_results("update", key, window)
        and compare_engines().list_flink_firings(key, window)
    ]


def draw_data(random: Random) -> CarrierHour:
    """Draw one carrier and hour."""
    return CarrierHour(*random.choice(list_windows()))


PROGRAM = """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.core.resources import FLIGHTS
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(2).get_config().set_auto_watermark_interval(60_000)  # flights are known to the minute
departures = env.from_source(EventLogSource(FLIGHTS, value="row"), WatermarkStrategy.no_watermarks(), "departures")
row = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
delays = departures.filter(lambda flight: flight.delay > 0).map(lambda flight: (flight.carrier, flight.scheduled, flight.delay), row)
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_minutes(30))
timed = delays.assign_timestamps_and_watermarks(strategy.with_timestamp_assigner(lambda flight, _: flight[1]))
timed.key_by(lambda flight: flight[0]).window(TumblingEventTimeWindows.of(Time.hours(1))).sum(2).print()
env.execute("minutes of delay by carrier and hour")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="19",
    title=("Flink and Spark, two watermarks", "Flink 与 Spark：两种水位线"),
    misconception=("append, update and complete are kinds of triggers", "append、update、complete 是触发器的种类"),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    needs_spark=True,
    predictions={
        "append": Prediction(
            ("Flink fires UA 15:00 to 16:00 at 16:48. When does Spark's append mode output it, with batches of three hours?", "Flink 在 16:48 触发 UA 15:00 到 16:00 的窗口。如果批次为三小时，Spark 的 append 模式何时输出该窗口？"),
            {
                "same": Option(("at about the same time", "大约同时"), ("Spark's watermark advances only after a batch.", "Spark 的水位线只在每个批次之后推进。")),
                "later": Option(("hours later", "晚几个小时")),
                "never": Option(("never", "永远不会"), ("A later batch has a watermark after 16:00.", "后面某个批次的水位线会越过 16:00。")),
            },
            ("A batch uses the watermark of the batches before it.", "每个批次使用之前各批次得出的水位线。"),
        ),
        "update": Prediction(
            ("In update mode, when is a window output?", "在 update 模式下，窗口何时输出？"),
            {
                "once": Option(("once, when it is closed", "窗口关闭时输出一次"), ("That is append mode.", "这是 append 模式。")),
                "each": Option(("after each batch that changed it", "在每个改变了该窗口的批次之后")),
                "record": Option(("after each record", "在每条记录之后"), ("Spark does not process records one by one.", "Spark 不逐条处理记录。")),
            },
            ("An output mode decides which rows of the result table are output after a batch. No trigger fires.", "输出模式决定每个批次之后输出结果表的哪些行，并没有触发器触发。"),
        ),
        "lost": Prediction(
            ("Which one drops more records of this day?", "在这一天的数据中，哪一个丢弃的记录更多？"),
            {
                "flink": Option(("Flink", "Flink")),
                "spark": Option(("Spark's update mode, with batches of three hours", "批次为三小时的 Spark update 模式"), ("Its watermark does not advance for three hours.", "三小时内，Spark 的水位线不会推进。")),
                "same": Option(("both the same, because both have 30 minutes", "一样多，因为都是 30 分钟"), ("They have the same delay, but not the same watermark.", "两者的水位线延迟相同，但水位线不同。")),
            },
            ("A large batch drops almost nothing, but its results come late.", "批次很大时，几乎不丢弃记录，但结果输出得晚。"),
        ),
    },
    exercise=Exercise(
        questions={
            "flink_says": ("the minutes in Flink's first firing", "Flink 第一次触发时的分钟数"),
            "append_at": ("the end of the batch after which append mode outputs it, such as '16:57'", "append 模式在哪个批次之后输出该窗口：该批次的结束时间，例如 '16:57'"),
            "append_says": ("the minutes that append mode outputs", "append 模式输出的分钟数"),
            "flink_loses": ("how many records of this hour Flink drops", "这一小时的记录中，Flink 丢弃几条"),
            "spark_loses": ("how many Spark's update mode drops", "Spark 的 update 模式丢弃几条"),
        },
        learner_fields=("carrier", "window"),
        draw_data=draw_data,
    ),
    tools={"both": compare_engines},
)  # fmt: skip
