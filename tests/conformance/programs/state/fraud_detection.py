"""The tutorial's detector: a small amount and then a large one within a minute."""

from pyflink.common import Types, Row, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment, KeyedProcessFunction, RuntimeContext
from pyflink.datastream.state import ValueStateDescriptor


class TS(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp) -> int:
        return value.ts


class Detector(KeyedProcessFunction):
    SMALL, LARGE, MINUTE = 1.0, 500.0, 60_000

    def open(self, runtime_context: RuntimeContext):
        self.flag = runtime_context.get_state(ValueStateDescriptor("flag", Types.BOOLEAN()))
        self.timer = runtime_context.get_state(ValueStateDescriptor("timer", Types.LONG()))

    def process_element(self, tx, ctx):
        if self.flag.value() is not None:
            if tx.amount > self.LARGE:
                yield Row(tx.account, tx.amount, tx.ts)
            self._clean(ctx)
        if tx.amount < self.SMALL:
            self.flag.update(True)
            t = ctx.timestamp() + self.MINUTE
            ctx.timer_service().register_event_time_timer(t)
            self.timer.update(t)

    def on_timer(self, timestamp, ctx):
        self.flag.clear()
        self.timer.clear()
        yield Row(ctx.get_current_key(), -1.0, timestamp)

    def _clean(self, ctx):
        ctx.timer_service().delete_event_time_timer(self.timer.value())
        self.timer.clear()
        self.flag.clear()


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
T = Types.ROW_NAMED(["account", "amount", "ts"], [Types.LONG(), Types.DOUBLE(), Types.LONG()])
A = Types.ROW_NAMED(["id", "amount", "at"], [Types.LONG(), Types.DOUBLE(), Types.LONG()])
data = [
    Row(1, 0.5, 1000),
    Row(2, 10.0, 2000),
    Row(1, 800.0, 30000),
    Row(2, 0.25, 40000),
    Row(3, 0.01, 41000),
    Row(2, 20.0, 45000),
    Row(2, 600.0, 50000),
    Row(3, 501.0, 300000),
    Row(4, 0.99, 310000),
]
(
    env.from_collection(data, T)
    .assign_timestamps_and_watermarks(
        WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(TS())
    )
    .key_by(lambda r: r.account, Types.LONG())
    .process(Detector(), A)
    .print("alert")
)
env.execute("fraud")
