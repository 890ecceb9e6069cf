"""A bundle of elements is complete before timers fire."""
# dialect: pyflink

from pyflink.common import Types, WatermarkStrategy
from pyflink.datastream import StreamExecutionEnvironment, KeyedProcessFunction, MapFunction


class Open(MapFunction):
    def open(self, ctx):
        raise ValueError("in open")

    def map(self, v):
        return v


class Close(MapFunction):
    def map(self, v):
        return v

    def close(self):
        raise ValueError("in close")


class Timer(KeyedProcessFunction):
    def process_element(self, v, ctx):
        ctx.timer_service().register_event_time_timer(10)
        yield v

    def on_timer(self, t, ctx):
        raise ValueError("in timer")


def attempt(name, build):
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    try:
        build(env.from_collection([1, 2], Types.INT())).print(name)
        env.execute()
        print(name, "ok")
    except Exception as e:
        print(name, type(e).__name__, name in str(e), "ValueError" in str(e))


attempt("in open", lambda s: s.map(Open(), Types.INT()))
attempt("in timer", lambda s: s.key_by(lambda v: v, Types.INT()).process(Timer(), Types.INT()))
