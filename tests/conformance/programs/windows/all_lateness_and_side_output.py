"""window_all with lateness and a late output."""
# compare: in order per key

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import OutputTag, StreamExecutionEnvironment
from pyflink.datastream.functions import ProcessAllWindowFunction
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


class Names(ProcessAllWindowFunction):
    def process(self, context, elements):
        yield f"[{context.window().start}) {''.join(value[0] for value in elements)}"


LATE = OutputTag("late", Types.TUPLE([Types.STRING(), Types.LONG()]))

env = environment()
data = [("a", 100), ("b", 1200), ("c", 200), ("d", 2000), ("e", 300), ("f", 1300), ("g", 9000)]
windowed = (
    timed_stream(env, data)
    .window_all(TumblingEventTimeWindows.of(Time.seconds(1)))
    .allowed_lateness(500)
    .side_output_late_data(LATE)
    .process(Names(), Types.STRING())
)
windowed.print("window")
windowed.get_side_output(LATE).print("late")
env.execute()
