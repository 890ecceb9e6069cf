"""Doubles as Java prints them; floats, ints and shorts are cut to their size."""
# compare: in order per key

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
doubles = [0.0, 1.0, -2.5, 0.001, 0.0001, 1234567.0, 12345678.0, 1e10, 1e-7, 100.125]
env.from_collection(doubles, type_info=Types.DOUBLE()).print("double")
env.from_collection([0.1, 0.5, 3.0], type_info=Types.FLOAT()).map(
    lambda value: f"{value!r}", output_type=Types.STRING()
).print("float")
env.from_collection([1, 9147483648, -5], type_info=Types.INT()).print("int")
env.from_collection([1, 43878], type_info=Types.SHORT()).print("short")
env.from_collection([2**62, -1], type_info=Types.LONG()).print("long")
env.from_collection([True, False], type_info=Types.BOOLEAN()).print("boolean")
env.execute()
