"""What texts claim of sessions: they merge, fire again, and take nothing back."""

from flinksim.common import Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import EventTimeSessionWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
KIND = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])

visits = [
    record(("a", 1_000, 1)),
    record(("a", 9_000, 1)),
    pause(300),
    record(("b", 20_000, 1)),  # both sessions of a fire
    pause(300),
    record(("a", 5_000, 1)),  # late, and joins the two
    pause(300),
]
strategy = WatermarkStrategy.for_monotonous_timestamps()
(
    env.from_source(
        ScriptedSource(visits),
        strategy.with_timestamp_assigner(lambda visit, _: visit[1]),
        "visits",
        KIND,
    )
    .key_by(lambda visit: visit[0])
    .window(EventTimeSessionWindows.with_gap(Time.seconds(5)))
    .allowed_lateness(60_000)
    .sum(2)
    .print()
)
env.execute("sessions")
