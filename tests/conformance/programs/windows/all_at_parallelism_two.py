"""Windows over all values are the work of one subtask of two."""
# compare: in any order
# dialect: pyflink

from pyflink.common import Configuration, Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.functions import AllWindowFunction, ProcessAllWindowFunction
from pyflink.datastream.window import TumblingEventTimeWindows


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


class Show(ProcessAllWindowFunction):
    def process(self, context, elements):
        yield f"{context.window().start} {sorted(element[1] for element in elements)}"


class Count(AllWindowFunction):
    def apply(self, window, inputs):
        return [f"{window.start} {len(list(inputs))}"]


data = [("a", 1), ("b", 700), ("a", 1300), ("c", 1900), ("a", 2500)]
seconds = TumblingEventTimeWindows.of(Time.seconds(1))
env = environment(parallelism=2, bundle_size=1000)
unpaced(env, data).window_all(seconds).process(Show(), Types.STRING()).print()
env.execute()
unpaced(env, data).window_all(seconds).apply(Count(), Types.STRING()).print("count")
env.execute()
