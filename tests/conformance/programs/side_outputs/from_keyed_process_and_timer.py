"""Side outputs from process_element and from on_timer of a keyed function."""
# compare: in order per key

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import KeyedProcessFunction, OutputTag, StreamExecutionEnvironment


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


ALARM = OutputTag("alarm", Types.STRING())


class Alarm(KeyedProcessFunction):
    def process_element(self, value, ctx):
        ctx.timer_service().register_event_time_timer(value[1] + 1000)
        if value[1] > 2000:
            yield ALARM, f"high {value[1]}"
        yield value[1]

    def on_timer(self, timestamp, ctx):
        yield ALARM, f"timer {timestamp}"
        yield -timestamp


env = environment()
main = (
    timed_stream(env, [("a", 100), ("b", 1200), ("a", 2300), ("b", 4000)])
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .process(Alarm(), output_type=Types.LONG())
)
main.print("main")
main.get_side_output(ALARM).print("alarm")
env.execute()
