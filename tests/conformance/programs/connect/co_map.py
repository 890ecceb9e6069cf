"""CoMapFunction over two streams; None is dropped."""
# compare: in any order

from pyflink.common import Types
from pyflink.datastream import CoMapFunction, StreamExecutionEnvironment


class Both(CoMapFunction):
    def map1(self, value):
        return None if value == 2 else f"number {value}"

    def map2(self, value):
        return f"word {value}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
numbers = env.from_collection([1, 2, 3], type_info=Types.INT())
words = env.from_collection(["a", "b"], type_info=Types.STRING())
numbers.connect(words).map(Both(), output_type=Types.STRING()).print()
env.execute()
