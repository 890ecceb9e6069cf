"""A trigger without effect: it replaced the default trigger, which fires at the end.

CountTrigger.of(3) was meant to add early results. But a trigger replaces the default trigger. It
fires after three elements, and not at the end of the window.

At: clock >= 5 s
Ask: why has window [0,10) of b not fired
"""

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import CountTrigger, TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
KIND = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])

clicks = [
    record(("a", 1_000, 1)),
    record(("a", 2_000, 1)),
    record(("a", 3_000, 1)),
    pause(300),
    record(("b", 4_000, 1)),
    record(("b", 5_000, 1)),
    pause(300),
    record(("a", 15_000, 1)),
    pause(300),
    record(("a", 27_000, 1)),
    pause(10_000),
]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
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
    .trigger(CountTrigger.of(3))
    .sum(2)
    .print()
)
env.execute("trigger without effect")
