"""What texts claim of triggers and evictors: a count that purges, sliding windows, an evictor."""

from flinksim.common import Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.evictors import CountEvictor
from flinksim.datastream.triggers import CountTrigger, PurgingTrigger
from flinksim.datastream.window import SlidingEventTimeWindows, TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
KIND = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])

clicks = [
    record(("a", 1_000, 1)),
    record(("a", 2_000, 1)),
    record(("a", 3_000, 1)),
    pause(300),
    record(("a", 12_000, 1)),
    pause(300),
]
strategy = WatermarkStrategy.for_monotonous_timestamps()
keyed = env.from_source(
    ScriptedSource(clicks),
    strategy.with_timestamp_assigner(lambda click, _: click[1]),
    "clicks",
    KIND,
).key_by(lambda click: click[0])
(
    keyed.window(TumblingEventTimeWindows.of(Time.seconds(10)))
    .trigger(PurgingTrigger.of(CountTrigger.of(2)))
    .sum(2)
    .name("pairs")
    .print()
)
(
    keyed.window(SlidingEventTimeWindows.of(Time.seconds(10), Time.seconds(5)))
    .evictor(CountEvictor.of(2))
    .sum(2)
    .name("newest-two")
    .print()
)
env.execute("triggers")
