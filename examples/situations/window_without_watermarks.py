"""A window that never fires: there are no watermarks.

The records have timestamps, and are assigned to windows. But no watermark strategy advances event
time.

At: clock >= 5 s
Ask: why has window [0,10) of a not fired
"""

from flinksim.common import Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
KIND = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])

clicks = [record(("a", 1_000, 1)), pause(500), record(("a", 4_000, 1)), pause(500)]
later = [record(("a", 12_000, 1)), pause(500), record(("b", 25_000, 1)), pause(10_000)]
strategy = WatermarkStrategy.no_watermarks().with_timestamp_assigner(lambda click, _: click[1])
(
    env.from_source(
        ScriptedSource([*clicks, *later]),
        strategy,
        "clicks",
        KIND,
    )
    .key_by(lambda click: click[0])
    .window(TumblingEventTimeWindows.of(Time.seconds(10)))
    .sum(2)
    .print()
)
env.execute("window without watermarks")
