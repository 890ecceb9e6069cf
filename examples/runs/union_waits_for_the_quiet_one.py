"""A union waits for its quiet input.

A window reads the union of two streams. One is busy, the other has sent one record and nothing
since. The window's watermark is the lower one of both. It does not advance until the quiet
stream has a new record.

At: WindowFired
View: chart
"""

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
KIND = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])


def stream(name: str, script: list):
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
    strategy = strategy.with_timestamp_assigner(lambda click, _: click[1])
    return env.from_source(ScriptedSource(script), strategy, name, KIND)


busy = [item for n in range(16) for item in (record(("web", 2_000 * n, 1)), pause(250))]
quiet = [record(("app", 1_000, 1)), pause(3_000), record(("app", 14_000, 1)), pause(1_000)]
(
    stream("web", busy)
    .union(stream("app", quiet))
    .key_by(lambda click: click[0])
    .window(TumblingEventTimeWindows.of(Time.seconds(10)))
    .sum(2)
    .print()
)
env.execute("a union waits for the quiet one")
