"""Lesson 19, Flink and Spark, two watermarks: output modes are not firing modes.

Not in Flink.
"""

from __future__ import annotations

from functools import cache
from random import Random

from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
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
    texts=load_texts(__file__),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    needs_spark=True,
    options={
        "append": ("same", "later", "never"),
        "update": ("once", "each", "record"),
        "lost": ("flink", "spark", "same"),
    },
    exercise=Exercise(
        fields=("flink_says", "append_at", "append_says", "flink_loses", "spark_loses"),
        learner_fields=("carrier", "window"),
        draw_data=draw_data,
    ),
    tools={"both": compare_engines},
)
