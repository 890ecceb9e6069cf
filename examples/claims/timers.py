"""What texts claim of timers: in both times, twice the same, in the past, for a key of their own."""

from flinksim.common import Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import KeyedProcessFunction, StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
KIND = Types.TUPLE([Types.STRING(), Types.LONG()])


class Remind(KeyedProcessFunction):
    """Two timers for each value."""

    def process_element(self, value, ctx):
        timers = ctx.timer_service()
        timers.register_event_time_timer(value[1] - value[1] % 1_000 + 1_000)
        timers.register_processing_time_timer(timers.current_processing_time() + 50)

    def on_timer(self, timestamp, ctx):
        yield f"{ctx.get_current_key()} at {timestamp}"


calls = [
    record(("a", 1_100)),
    record(("a", 1_200)),  # the same timer of event time
    record(("b", 1_300)),
    pause(300),
    record(("b", 5_000)),  # both timers at 2000 are due
    pause(300),
    record(("c", 1_400)),  # its timer is in the past
    pause(300),
    record(("b", 9_000)),
    pause(300),
]
strategy = WatermarkStrategy.for_monotonous_timestamps()
(
    env.from_source(
        ScriptedSource(calls),
        strategy.with_timestamp_assigner(lambda call, _: call[1]),
        "calls",
        KIND,
    )
    .key_by(lambda call: call[0])
    .process(Remind(), Types.STRING())
    .print()
)
env.execute("timers")
