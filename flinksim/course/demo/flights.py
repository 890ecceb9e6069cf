"""The classic program, on one real day of departures from New York's three airports.

How many minutes did each carrier's flights leave behind schedule, by the hour in which they were to
leave? Event time is the scheduled departure; a flight is known of when it leaves. So the flights
with the longest delays, which matter most to the answer, are the ones that come too late for it.

An ordinary PyFlink program, but for the source and for ``sum`` on a window, which PyFlink lacks and
Java has.
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
    """The event time of ``(carrier, scheduled, delay)``."""

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        """The scheduled departure, in epoch milliseconds."""
        return int(value[1])


def declare(env: StreamExecutionEnvironment, source: Source | None = None) -> None:
    """Declare the program in *env*; nothing runs. *source*: another log of flights, as rows."""
    # Flights are known to the minute; watermarks need come no oftener (Flink's default: 200 ms).
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
