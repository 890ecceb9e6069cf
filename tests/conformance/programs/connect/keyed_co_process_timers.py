"""Both inputs set timers of the same keys; the lists that they fill are one."""

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import KeyedCoProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ListStateDescriptor


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


class Both(KeyedCoProcessFunction):
    def open(self, runtime_context):
        self.seen = runtime_context.get_list_state(ListStateDescriptor("seen", Types.STRING()))

    def process_element1(self, value, ctx):
        self.seen.add(f"L{value[1]}")
        ctx.timer_service().register_event_time_timer(value[1] + 1000)
        return []

    def process_element2(self, value, ctx):
        self.seen.add(f"R{value[1]}")
        ctx.timer_service().register_event_time_timer(value[1] + 500)
        now = ctx.timer_service().current_watermark()
        return [f"right {ctx.get_current_key()} {ctx.timestamp()} {now}"]

    def on_timer(self, timestamp, ctx):
        return [f"{ctx.get_current_key()} {timestamp} {list(self.seen.get())}"]


env = environment()
data = [("lk", 0), ("rk", 200), ("lj", 400), ("rk", 1200), ("rj", 1900), ("xx", 9000)]
stream = timed_stream(env, data)
left = stream.filter(lambda v: v[0][0] == "l").key_by(lambda v: v[0][1], Types.STRING())
right = stream.filter(lambda v: v[0][0] == "r").key_by(lambda v: v[0][1], Types.STRING())
left.connect(right).process(Both(), Types.STRING()).print()
env.execute()
