"""Late data: the delay is a little too short.

Most records are out of order by up to two seconds, and the delay is two seconds. This record exceeds
the delay slightly.

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

clicks = [
    record(("a", 2_000, 1)),
    pause(300),
    record(("a", 9_000, 1)),
    pause(300),
    record(("b", 12_400, 1)),
    pause(300),
    record(("a", 9_900, 1)),
    pause(300),
    record(("b", 24_000, 1)),
    pause(1_000),
]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(2))
strategy.with_timestamp_assigner(lambda click, _: click[1])
(
    env.from_source(
        ScriptedSource(clicks),
        strategy,
        "clicks",
        KIND,
    )
    .key_by(lambda click: click[0])
    .window(TumblingEventTimeWindows.of(Time.seconds(10)))
    .sum(2)
    .print()
)
env.execute("late by a little")
