"""What texts claim of the time to live of state: it counts processing time, and has no timer."""

from flinksim.common import Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from flinksim.datastream.state import StateTtlConfig, ValueStateDescriptor

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
KIND = Types.TUPLE([Types.STRING(), Types.LONG()])


class FirstOnly(KeyedProcessFunction):
    """Emits a visit if its key has no state, which lives for a second."""

    def open(self, runtime_context):
        descriptor = ValueStateDescriptor("seen", Types.LONG())
        descriptor.enable_time_to_live(StateTtlConfig.new_builder(Time.seconds(1)).build())
        self.seen = runtime_context.get_state(descriptor)

    def process_element(self, value, ctx):
        if self.seen.value() is None:
            self.seen.update(value[1])
            yield f"new: {value}"


visits = [
    record(("a", 1_000)),
    record(("a", 3_601_000)),  # an hour later in event time: the state is still there
    pause(3_000),
    record(("a", 3_602_000)),  # two seconds too late: removed by this read
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
    .process(FirstOnly(), Types.STRING())
    .print()
)
env.execute("state that expires")
