"""reduce with a lambda and with a class; the running result is emitted for every value."""
# compare: in order per key

from pyflink.common import Types
from pyflink.datastream import ReduceFunction, StreamExecutionEnvironment


class Longest(ReduceFunction):
    def open(self, runtime_context):
        self.calls = 0

    def reduce(self, value1, value2):
        self.calls += 1
        return value1[0], max(value1[1], value2[1], key=len)


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pair = Types.TUPLE([Types.STRING(), Types.STRING()])
words = env.from_collection(
    [("a", "x"), ("b", "yy"), ("a", "zzz"), ("a", "u"), ("b", "vvvv")], type_info=pair
)
keyed = words.key_by(lambda pair: pair[0], key_type=Types.STRING())
keyed.reduce(Longest()).print("longest")
keyed.reduce(lambda a, b: (a[0], a[1] + b[1])).print("joined")
env.execute()
