"""List state gathered by values, emptied by a timer each second."""

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ListStateDescriptor


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def paced(value):
    time.sleep(0.2)  # long enough for the 50 ms watermark timer to come once after each value
    return value


def environment():
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", 1)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(1)
    env.get_config().set_auto_watermark_interval(50)
    return env


def timed_stream(env, values, bound_ms=0, type_info=Types.TUPLE([Types.STRING(), Types.LONG()])):
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(
        Duration.of_millis(bound_ms)
    ).with_timestamp_assigner(EventTime())
    return (
        env.from_collection(values, type_info)
        .map(paced, output_type=type_info)
        .start_new_chain()
        .assign_timestamps_and_watermarks(strategy)
    )


class Batches(KeyedProcessFunction):
    def open(self, runtime_context):
        self.batch = runtime_context.get_list_state(ListStateDescriptor("batch", Types.LONG()))

    def process_element(self, value, ctx):
        self.batch.add(value[1])
        ctx.timer_service().register_event_time_timer(value[1] - value[1] % 1000 + 999)

    def on_timer(self, timestamp, ctx):
        yield f"{ctx.get_current_key()} until {timestamp}: {list(self.batch.get())}"
        self.batch.clear()


env = environment()
data = [("a", 100), ("b", 600), ("a", 800), ("a", 1500), ("b", 1600), ("a", 2500), ("b", 4000)]
(
    timed_stream(env, data)
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .process(Batches(), output_type=Types.STRING())
    .print()
)
env.execute()
