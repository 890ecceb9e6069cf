"""Days that begin at midnight in Shanghai, tumbling and sliding."""

from pyflink.common import Configuration, Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import ProcessWindowFunction, StreamExecutionEnvironment
from pyflink.datastream.window import SlidingEventTimeWindows, TumblingEventTimeWindows


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


class Show(ProcessWindowFunction):
    def process(self, key, context, elements):
        window = context.window()
        yield f"[{window.start},{window.end}) {sorted(element[1] for element in elements)}"


hour = 3_600_000
data = [
    ("d", time_ms) for time_ms in (-9 * hour, -1, 0, 15 * hour, 16 * hour, 23 * hour, 40 * hour)
]
for windows in (
    TumblingEventTimeWindows.of(Time.days(1), Time.hours(-8)),
    SlidingEventTimeWindows.of(Time.days(1), Time.hours(12), Time.hours(-8)),
):
    env = environment()
    unpaced(env, data).key_by(lambda v: v[0], Types.STRING()).window(windows).process(
        Show(), Types.STRING()
    ).print()
    env.execute()
