"""Timers set by firing timers, and due, fire in a round of their own behind all that were due before."""
# dialect: pyflink

from pyflink.common import Configuration, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ValueStateDescriptor


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


KV = Types.TUPLE([Types.STRING(), Types.LONG()])


def unpaced(env, values, type_info=KV):
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(EventTime())
    return env.from_collection(values, type_info).assign_timestamps_and_watermarks(strategy)


class Chain(KeyedProcessFunction):
    def open(self, runtime_context):
        self.seen = runtime_context.get_state(ValueStateDescriptor("seen", Types.INT()))

    def process_element(self, value, ctx):
        seen = (self.seen.value() or 0) + 1
        self.seen.update(seen)
        ctx.timer_service().register_event_time_timer(value[1] + 10)
        return [f"{value} seen={seen} at {ctx.timer_service().current_watermark()}"]

    def on_timer(self, timestamp, ctx):
        timers = ctx.timer_service()
        if timestamp < 1000:
            timers.register_event_time_timer(timestamp + 500)
        if timestamp == 310:
            timers.delete_event_time_timer(510)
        return [f"timer {ctx.get_current_key()} {timestamp}"]


env = environment(bundle_size=1000)
unpaced(env, [("a", 1), ("b", 700), ("a", 300), ("a", 500), ("c", 900)]).key_by(
    lambda v: v[0], Types.STRING()
).process(Chain(), Types.STRING()).print()
env.execute()
