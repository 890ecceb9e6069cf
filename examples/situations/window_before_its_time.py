"""A window that never fires: no later record has arrived.

The last click is five seconds before the end of its window. Flink cannot know that no other click
follows. The watermark waits for a record after the window's end plus the delay.

At: clock >= 60 s
Ask: why has window [10,20) of a not fired
"""

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
KIND = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])

clicks = [record(("a", 4_000, 1)), pause(500), record(("a", 13_000, 1)), pause(500)]
last = [record(("a", 21_500, 1)), pause(120_000)]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(2))
strategy.with_timestamp_assigner(lambda click, _: click[1])
(
    env.from_source(
        ScriptedSource([*clicks, *last]),
        strategy,
        "clicks",
        KIND,
    )
    .key_by(lambda click: click[0])
    .window(TumblingEventTimeWindows.of(Time.seconds(10)))
    .sum(2)
    .print()
)
env.execute("window before its time")
