"""What the current key is where the selector gives a tuple or a row, declared or not."""

from pyflink.common import Configuration, Row, Types
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ValueStateDescriptor


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


KV = Types.TUPLE([Types.STRING(), Types.LONG()])


class Show(KeyedProcessFunction):
    def open(self, runtime_context):
        self.seen = runtime_context.get_state(ValueStateDescriptor("seen", Types.INT()))

    def process_element(self, value, ctx):
        seen = (self.seen.value() or 0) + 1
        self.seen.update(seen)
        key = ctx.get_current_key()
        yield f"{key!r} {type(key).__name__} {seen}"


env = environment()
data = [("a", 1), ("b", 1), ("a", 1), ("a", 2)]
stream = env.from_collection(data, KV)
row = Types.ROW_NAMED(["name", "number"], [Types.STRING(), Types.LONG()])
stream.key_by(lambda v: v, KV).process(Show(), Types.STRING()).print()
env.execute()
env.from_collection(data, KV).key_by(lambda v: (v[0], v[1] % 2)).process(
    Show(), Types.STRING()
).print()
env.execute()
env.from_collection(data, KV).key_by(lambda v: Row(v[0], v[1]), row).process(
    Show(), Types.STRING()
).print()
env.execute()
