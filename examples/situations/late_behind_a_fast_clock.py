"""Late data: one record with a timestamp from the future.

A device has a wrong clock. Its record advances the watermark too far, and the records after it
are late.

At: the job is FINISHED
Ask: why was record 3 dropped
"""

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
KIND = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])

readings = [
    record(("a", 1_000, 1)),
    pause(300),
    record(("b", 3_000, 1)),
    pause(300),
    record(("broken", 500_000, 1)),
    pause(300),
    record(("a", 4_000, 1)),
    pause(300),
    record(("b", 5_000, 1)),
    pause(1_000),
]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(2))
strategy.with_timestamp_assigner(lambda reading, _: reading[1])
(
    env.from_source(
        ScriptedSource(readings),
        strategy,
        "devices",
        KIND,
    )
    .key_by(lambda reading: reading[0])
    .window(TumblingEventTimeWindows.of(Time.seconds(10)))
    .sum(2)
    .print()
)
env.execute("late behind a fast clock")
