"""Per-window state is cleared with its window; global state stays with the key."""

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import ProcessWindowFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ValueStateDescriptor
from pyflink.datastream.window import TumblingEventTimeWindows


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


FIRINGS = ValueStateDescriptor("firings", Types.INT())
TOTAL = ValueStateDescriptor("total", Types.INT())


class Contents(ProcessWindowFunction):
    def process(self, key, context, elements):
        here = context.window_state().get_state(FIRINGS)
        everywhere = context.global_state().get_state(TOTAL)
        here.update((here.value() or 0) + 1)
        everywhere.update((everywhere.value() or 0) + 1)
        names = [value[1] for value in elements]
        yield f"[{context.window().start}) {names}: here {here.value()}, all {everywhere.value()}"

    def clear(self, context):
        print(f"clear [{context.window().start})")
        context.window_state().get_state(FIRINGS).clear()


env = environment()
data = [("a", 100), ("a", 1200), ("a", 200), ("a", 2100), ("a", 300), ("a", 3500)]
(
    timed_stream(env, data)
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .window(TumblingEventTimeWindows.of(Time.seconds(1)))
    .allowed_lateness(1000)
    .process(Contents(), Types.STRING())
    .filter(lambda text: True)
    .map(lambda text: print(text) or text, output_type=Types.STRING())
    .filter(lambda text: False)
    .print()
)
env.execute()
