"""What texts claim of watermark alignment: the fast source is paused, some time after the drift."""

import flinksim as fs
from flinksim.common import Duration, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, record
from flinksim.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
KIND = Types.TUPLE([Types.STRING(), Types.LONG()])
strategy = WatermarkStrategy.for_monotonous_timestamps().with_watermark_alignment(
    "sources", Duration.of_seconds(6), Duration.of_seconds(1)
)
for name, cost_ms in (("fast", 90), ("slow", 470)):
    source = ScriptedSource([record(("a", 1_000 * n)) for n in range(1, 21)])
    stream = env.from_source(
        source, strategy.with_timestamp_assigner(lambda row, _: row[1]), name, KIND
    )
    stream.map(fs.cost(lambda row: row, ms=cost_ms), KIND).print()
env.execute("a fast and a slow source")
