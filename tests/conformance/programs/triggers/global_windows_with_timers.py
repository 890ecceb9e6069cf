"""A trigger that counts in its own state and sets timers, over global windows."""

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import ProcessWindowFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ValueStateDescriptor
from pyflink.datastream.window import GlobalWindows, Trigger, TriggerResult


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def paced(value):
    time.sleep(0.2)  # long enough for the 50 ms watermark timer to come once after each value
    return value


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


KV = Types.TUPLE([Types.STRING(), Types.LONG()])


def timed_stream(env, values, bound_ms=0, type_info=KV):
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(
        Duration.of_millis(bound_ms)
    ).with_timestamp_assigner(EventTime())
    return (
        env.from_collection(values, type_info)
        .map(paced, output_type=type_info)
        .start_new_chain()
        .assign_timestamps_and_watermarks(strategy)
    )


class CountAndTime(Trigger):
    def on_element(self, element, timestamp, window, ctx):
        state = ctx.get_partitioned_state(ValueStateDescriptor("count", Types.INT()))
        count = (state.value() or 0) + 1
        state.update(count)
        ctx.register_event_time_timer(timestamp + 1000)
        return TriggerResult.FIRE if count % 3 == 0 else TriggerResult.CONTINUE

    def on_event_time(self, time, window, ctx):
        return TriggerResult.FIRE_AND_PURGE

    def on_processing_time(self, time, window, ctx):
        return TriggerResult.CONTINUE

    def on_merge(self, window, ctx):
        pass

    def clear(self, window, ctx):
        pass


class Show(ProcessWindowFunction):
    def process(self, key, context, elements):
        yield f"{key} {[element[1] for element in elements]} at {context.current_watermark()}"


env = environment()
data = [("a", 0), ("a", 100), ("b", 200), ("a", 300), ("a", 1500), ("b", 3000), ("a", 9000)]
(
    timed_stream(env, data)
    .key_by(lambda v: v[0], Types.STRING())
    .window(GlobalWindows.create())
    .trigger(CountAndTime())
    .process(Show(), Types.STRING())
    .print()
)
env.execute()
