"""What texts claim of two inputs: the lesser watermark counts, and a union is no operator."""

from flinksim.common import Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import KeyedCoProcessFunction, StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
KIND = Types.TUPLE([Types.STRING(), Types.LONG()])


class Both(KeyedCoProcessFunction):
    """Orders and their payments."""

    def process_element1(self, value, ctx):
        ctx.timer_service().register_event_time_timer(value[1] + 1_000)
        yield f"order {value}"

    def process_element2(self, value, ctx):
        yield f"payment {value}"

    def on_timer(self, timestamp, ctx):
        yield f"{ctx.get_current_key()} was not paid by {timestamp}"


def stream(name, *items):
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    return env.from_source(
        ScriptedSource(list(items)),
        strategy.with_timestamp_assigner(lambda value, _: value[1]),
        name,
        KIND,
    )


orders = stream("orders", record(("a", 1_000)), pause(300), record(("b", 5_000)), pause(900))
payments = stream("payments", record(("a", 1_500)), pause(600), record(("a", 4_000)), pause(600))
(
    orders.connect(payments)
    .key_by(lambda order: order[0], lambda payment: payment[0])
    .process(Both(), Types.STRING())
    .print()
)
env.execute("two inputs")
