"""Three sessions are merged into one.

Two sessions of one visitor are separate. A click between them, late but still within the allowed
lateness, starts a third session that overlaps both. Flink merges windows, panes and timers, and
one session fires instead of three.

At: WindowsMerged
View: chart
"""

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import EventTimeSessionWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
clicks = [
    ("ann", 1_000, 1),
    ("ann", 9_000, 1),
    ("bob", 10_000, 1),
    ("ann", 5_000, 1),
    ("ann", 30_000, 1),
]
script = [item for click in clicks for item in (record(click), pause(400))]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(8))
strategy = strategy.with_timestamp_assigner(lambda click, _: click[1])
(
    env.from_source(
        ScriptedSource(script),
        strategy,
        "clicks",
        Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()]),
    )
    .key_by(lambda click: click[0])
    .window(EventTimeSessionWindows.with_gap(Time.seconds(5)))
    .sum(2)
    .print()
)
env.execute("three sessions become one")
