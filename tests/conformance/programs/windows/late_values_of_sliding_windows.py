"""A value is late only when all its windows have gone, lateness included."""
# compare: in any order

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import OutputTag, ProcessWindowFunction, StreamExecutionEnvironment
from pyflink.datastream.window import SlidingEventTimeWindows


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


class Show(ProcessWindowFunction):
    def process(self, key, context, elements):
        yield f"{context.window().start} {[element[1] for element in elements]}"


env = environment()
late = OutputTag("late", Types.TUPLE([Types.STRING(), Types.LONG()]))
data = [("a", t) for t in (1000, 6000, 2500, 3500, 100, 9000, 4900)]
shown = (
    timed_stream(env, data)
    .key_by(lambda v: v[0], Types.STRING())
    .window(SlidingEventTimeWindows.of(Time.seconds(4), Time.seconds(2)))
    .allowed_lateness(1000)
    .side_output_late_data(late)
    .process(Show(), Types.STRING())
)
shown.print()
shown.get_side_output(late).print("late")
env.execute()
