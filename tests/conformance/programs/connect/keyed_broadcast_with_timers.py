"""Rules that change while timers are set: each call sees the rule of its moment."""

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import KeyedBroadcastProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import MapStateDescriptor, ValueStateDescriptor


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


class Rules(KeyedBroadcastProcessFunction):
    def __init__(self, descriptor):
        self.descriptor = descriptor

    def open(self, runtime_context):
        self.seen = runtime_context.get_state(ValueStateDescriptor("seen", Types.INT()))

    def process_element(self, value, ctx):
        seen = (self.seen.value() or 0) + 1
        self.seen.update(seen)
        rule = ctx.get_broadcast_state(self.descriptor).get("factor")
        ctx.timer_service().register_event_time_timer(value[1] + 100)
        yield f"{ctx.get_current_key()} seen={seen} rule={rule} at {ctx.timestamp()}"

    def process_broadcast_element(self, value, ctx):
        ctx.get_broadcast_state(self.descriptor).put(value[0], value[1])
        yield f"rule {value[0]}={value[1]}"

    def on_timer(self, timestamp, ctx):
        rule = ctx.get_broadcast_state(self.descriptor).get("factor")
        yield f"timer {timestamp} {ctx.get_current_key()} rule={rule} seen={self.seen.value()}"


env = environment()
descriptor = MapStateDescriptor("rules", Types.STRING(), Types.LONG())
data = [("factor", 0), ("a", 100), ("b", 150), ("factor", 180), ("a", 300), ("z", 10000)]
everything = timed_stream(env, data)
rules = everything.filter(lambda v: v[0] == "factor")
values = everything.filter(lambda v: v[0] in "ab")
values.key_by(lambda v: v[0], Types.STRING()).connect(rules.broadcast(descriptor)).process(
    Rules(descriptor), Types.STRING()
).print()
env.execute()
