"""The demo's program, on one real day of departures from New York's three airports.

How many minutes late did each carrier's flights depart, by the hour of the scheduled departure?
The event time is the scheduled departure, and a record arrives when the flight departs. So the
flights with the longest delays, which matter most to the result, arrive too late for their window.

It is an ordinary PyFlink program, except for the source and for ``sum`` on a window, which Java has
and PyFlink lacks.
"""

from typing import Any

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors import EventLogSource
from flinksim.connectors.source import Source
from flinksim.core.resources import FLIGHTS
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

JOB_NAME = "minutes of delay by carrier and hour"


class ScheduledDeparture(TimestampAssigner):
    """Extracts the event time of ``(carrier, scheduled, delay)``."""

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        """Return the scheduled departure in epoch milliseconds."""
        return int(value[1])


def declare(env: StreamExecutionEnvironment, source: Source | None = None) -> None:
    """Declare the program in an environment without running it.

    Args:
        env: The environment.
        source: Another log of flights, as rows, or None for the bundled one.
    """
    # Flights are known to the minute, so one watermark per minute is enough (Flink's default: 200 ms).
    env.get_config().set_auto_watermark_interval(60_000)
    departures = env.from_source(
        source or EventLogSource(FLIGHTS, value="row"),
        WatermarkStrategy.no_watermarks(),
        "departures",
    )
    (
        departures.filter(lambda flight: flight.delay > 0)
        .map(
            lambda flight: (flight.carrier, flight.scheduled, flight.delay),
            output_type=Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()]),
        )
        .assign_timestamps_and_watermarks(
            WatermarkStrategy.for_bounded_out_of_orderness(
                Duration.of_minutes(30)
            ).with_timestamp_assigner(ScheduledDeparture())
        )
        .key_by(lambda flight: flight[0])
        .window(TumblingEventTimeWindows.of(Time.hours(1)))
        .sum(2)
        .print()
    )


if __name__ == "__main__":
    env = StreamExecutionEnvironment.get_execution_environment()
    declare(env)
    env.execute(JOB_NAME)
