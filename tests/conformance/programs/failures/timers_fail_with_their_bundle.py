"""A bundle counts timers, too: what complete ones put out is there before a timer fails."""
# dialect: pyflink

from pyflink.common import Configuration, Types
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment


class Fails(KeyedProcessFunction):
    def __init__(self, at):
        self.at = at

    def process_element(self, value, ctx):
        ctx.timer_service().register_event_time_timer(value + 10)
        yield value

    def on_timer(self, timestamp, ctx):
        if timestamp >= self.at:
            raise ValueError("in timer")
        yield timestamp
        yield -timestamp


def attempt(name, build, size=1000, at=13):
    configuration = Configuration()
    configuration.set_string("python.fn-execution.bundle.size", str(size))
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(1)
    numbers = env.from_collection([1, 2, 3, 4], Types.INT())
    build(name, numbers.key_by(lambda n: 0, Types.INT()).process(Fails(at), Types.INT()))
    try:
        env.execute()
        print(name, "ok")
    except Exception as error:
        print(name, type(error).__name__, "in timer" in str(error))


def branches(name, results):
    results.print(name)
    results.map(lambda n: n * 10, Types.INT()).print(name + " behind")


def fused(name, results):
    results.map(lambda n: n * 10, Types.INT()).print(name)


attempt("branches", branches)
attempt("branches one", branches, 1)
attempt("branches two", branches, 2)
attempt("fused", fused)
attempt("fused two", fused, 2)
attempt("fused two early", fused, 2, 12)
attempt("fused three late", fused, 3, 14)
