"""A window that never fires: one split is behind.

The job reads two partitions of a topic. One of them has had no record for a while, and limits the
watermark.

At: clock >= 5 s
Ask: why has window [0,10) of a not fired
"""

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
KIND = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])

busy = [record(("a", 1_000, 1)), pause(500), record(("a", 14_000, 1)), pause(500)]
partitions = {
    "partition 0": [*busy, record(("a", 26_000, 1)), pause(10_000)],
    "partition 1": [record(("b", 2_000, 1)), pause(20_000), record(("b", 27_000, 1))],
}
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
strategy.with_timestamp_assigner(lambda click, _: click[1])
(
    env.from_source(
        ScriptedSource(partitions),
        strategy,
        "clicks",
        KIND,
    )
    .key_by(lambda click: click[0])
    .window(TumblingEventTimeWindows.of(Time.seconds(10)))
    .sum(2)
    .print()
)
env.execute("window behind a slow split")
