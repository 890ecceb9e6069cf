"""CoFlatMapFunction: one side yields, the other returns lists and None."""
# compare: in any order

from pyflink.common import Types
from pyflink.datastream import CoFlatMapFunction, StreamExecutionEnvironment


class Both(CoFlatMapFunction):
    def flat_map1(self, value):
        for i in range(value):
            yield f"{value}.{i}"

    def flat_map2(self, value):
        if value == "":
            return None
        return [value, value.upper()]


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
numbers = env.from_collection([1, 0, 2], type_info=Types.INT())
words = env.from_collection(["a", "", "b"], type_info=Types.STRING())
numbers.connect(words).flat_map(Both(), output_type=Types.STRING()).print()
env.execute()
