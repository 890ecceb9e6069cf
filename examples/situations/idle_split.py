"""An idle split: event time advances without it, and its records are late.

With with_idleness the watermark advances without a quiet partition. When the partition is active
again, its records are old.

At: the job is FINISHED
Ask: why was record 1 of split partition 1 dropped
"""

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
KIND = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])

busy = [item for n in range(12) for item in (record(("a", 3_000 * n, 1)), pause(500))]
partitions = {
    "partition 0": [*busy, pause(2_000)],
    "partition 1": [record(("b", 1_000, 1)), pause(5_000), record(("b", 6_000, 1)), pause(2_000)],
}
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
strategy = strategy.with_idleness(Duration.of_seconds(2))
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
env.execute("idle split")
