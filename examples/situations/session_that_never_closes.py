"""A session that never closes: a heartbeat keeps it open.

A session of a user ends after ten seconds without a click. But the app sends a heartbeat every
nine seconds.

At: clock >= 10 s
Ask: why did the sessions of ann become one
"""

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import EventTimeSessionWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
KIND = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])

heartbeats = [item for n in range(8) for item in (record(("ann", 9_000 * n, 1)), pause(500))]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
strategy.with_timestamp_assigner(lambda click, _: click[1])
(
    env.from_source(
        ScriptedSource([*heartbeats, pause(20_000)]),
        strategy,
        "app",
        KIND,
    )
    .key_by(lambda click: click[0])
    .window(EventTimeSessionWindows.with_gap(Time.seconds(10)))
    .sum(2)
    .print()
)
env.execute("session that never closes")
