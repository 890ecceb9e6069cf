"""None is a key like any other."""
# dialect: pyflink

from pyflink.common import Configuration, Types
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
        yield f"{ctx.get_current_key()!r} {seen}"


env = environment()
data = [("a", 1), ("b", 2), ("a", 3), ("b", 4)]
env.from_collection(data, KV).key_by(lambda v: None if v[0] == "b" else v[0]).process(
    Show(), Types.STRING()
).print()
env.execute()
