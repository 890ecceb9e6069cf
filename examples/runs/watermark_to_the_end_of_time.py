"""The watermark becomes Long.MAX_VALUE.

When a bounded input ends, its source sends the watermark Long.MAX_VALUE. So all windows that are
still open fire in the same step, complete or not. In a job with unbounded input this never
happens.

At: WindowFired
View: watermarks
"""

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
orders = [("a", 1_000, 2), ("b", 4_000, 3), ("a", 11_000, 5), ("b", 23_000, 7)]
script = [item for order in orders for item in (record(order), pause(300))]
# an hour of patience: no watermark of a record ever passes the end of a window
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_minutes(60))
strategy = strategy.with_timestamp_assigner(lambda order, _: order[1])
(
    env.from_source(
        ScriptedSource(script),
        strategy,
        "orders",
        Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()]),
    )
    .key_by(lambda order: order[0])
    .window(TumblingEventTimeWindows.of(Time.seconds(10)))
    .sum(2)
    .print()
)
env.execute("the watermark goes to MAX")
