"""execute_and_collect of Python objects."""

from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
stream = env.from_collection([{"a": 1}, [1, 2], ("t", 2.5), "s"])
for value in stream.map(lambda value: value).execute_and_collect():
    print(repr(value))
