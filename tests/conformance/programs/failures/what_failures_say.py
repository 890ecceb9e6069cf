"""The class of the exception, and whether its text names the error of the function."""
# dialect: pyflink

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment


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


class InTimer(KeyedProcessFunction):
    def process_element(self, value, ctx):
        ctx.timer_service().register_event_time_timer(value[1])
        yield value

    def on_timer(self, timestamp, ctx):
        raise KeyError("in timer")


def attempt(build, *texts):
    env = environment()
    try:
        build(env)
        env.execute()
        print("no error")
    except Exception as error:
        print(type(error).__name__, [text in str(error) for text in texts])


def numbers(env):
    return env.from_collection([1, 0], Types.INT())


def keyed(env):
    return timed_stream(env, [("a", 1)]).key_by(lambda v: v[0], Types.STRING())


attempt(lambda env: numbers(env).map(lambda v: 1 // v, Types.INT()).print(), "ZeroDivisionError")
attempt(lambda env: keyed(env).process(InTimer(), KV).print(), "KeyError", "in timer")
attempt(
    lambda env: env.from_collection([("a", 1)], KV).key_by(lambda v: v[7]).sum(1).print(),
    "IndexError",
    "tuple index out of range",
)
attempt(lambda env: numbers(env).filter(lambda v: undefined).print(), "NameError", "undefined")
attempt(lambda env: numbers(env).map(lambda v: "text", Types.INT()).print(), "Error")
