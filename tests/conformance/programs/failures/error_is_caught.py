"""A program may catch the job's failure and go on with another job."""

from pyflink.common import Types
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment


class Fails(KeyedProcessFunction):
    def process_element(self, value, ctx):
        raise KeyError(f"no such key {value}")


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
numbers = env.from_collection([1], type_info=Types.INT())
numbers.key_by(lambda n: n).process(Fails(), output_type=Types.INT()).print()
try:
    env.execute()
except Exception as error:
    print("KeyError" in str(error), "no such key 1" in str(error))
env.from_collection([2], type_info=Types.INT()).print()
env.execute()
