"""A window that never fires: the timestamps are in seconds.

Flink's timestamps are milliseconds since 1970. A Unix time in seconds is then a day in January
1970, and one hour of events has 3.6 seconds.

At: clock >= 2 s
Ask: why has window [1699999200000, 1700002800000) of a not fired
"""

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
KIND = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])

NOON = 1_700_000_000
orders = [
    item
    for minute in (1, 20, 40, 59, 75, 90)
    for item in (record(("a", NOON + 60 * minute, 1)), pause(300))
]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(5))
strategy.with_timestamp_assigner(lambda order, _: order[1])
(
    env.from_source(
        ScriptedSource([*orders, pause(10_000)]),
        strategy,
        "orders",
        KIND,
    )
    .key_by(lambda order: order[0])
    .window(TumblingEventTimeWindows.of(Time.hours(1)))
    .sum(2)
    .print()
)
env.execute("window in seconds")
