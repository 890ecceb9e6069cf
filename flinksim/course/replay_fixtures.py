"""The flights of one day, replayed on Spark for the lessons on large logs; cached per process.

Not in Flink.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.core.resources import FLIGHTS
from flinksim.course.demo.flights import declare
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

MINUTE_MS, HOUR_MS = 60_000, 3_600_000
MIDNIGHT_MS = 1_357_084_800_000
"""Start of the replayed day, 2 January 2013, 0:00, in epoch ms.

Times here are local and treated as UTC.
"""


@cache
def get_spark_session() -> Any:
    """Return a Spark session with two cores."""
    from flinksim.replay import spark_session

    return spark_session("local[2]", spark_driver_memory="1g", spark_sql_shuffle_partitions="2")


@cache
def replay_flight_delays() -> Any:
    """Replay the demo's program: minutes of delay by carrier and hour."""
    from flinksim.replay import replay

    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    declare(env)
    return replay(env, get_spark_session())


@cache
def compare_engines() -> Any:
    """Compare Flink with Spark's three output modes, with batches of three hours."""
    from flinksim.replay.structured_streaming.comparison import compare_with_streaming
    from flinksim.replay.structured_streaming.runner import run_streaming

    return compare_with_streaming(
        replay_flight_delays(),
        run_streaming(replay_flight_delays(), 3 * HOUR_MS, ["append", "update", "complete"]),
    )


@cache
def replay_flights() -> Any:
    """Replay a count of all flights by carrier and scheduled hour, with 30 minutes of delay."""
    from flinksim.replay import replay

    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    env.get_config().set_auto_watermark_interval(MINUTE_MS)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_minutes(30))
    source = env.from_source(
        EventLogSource(FLIGHTS),
        strategy.with_timestamp_assigner(lambda flight, ts: flight[0]),
        "flights",
    )
    (
        source.key_by(lambda flight: flight[1])
        .window(TumblingEventTimeWindows.of(Time.hours(1)))
        .sum(4)
        .print()
    )
    return replay(env, get_spark_session())


@cache
def sweep_delays() -> Any:
    """Compute how many flights are on time, for several watermark delays."""
    minutes = (0, 15, 30, 60, 90, 120, 180, 240, 360, 480)
    return replay_flights().sweep(
        delays_ms=[one * MINUTE_MS for one in minutes], idleness_ms=[None], lateness_ms=[0]
    )
