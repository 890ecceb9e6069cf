"""Untyped operators in a row hand on the objects themselves."""

from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
(
    env.from_collection(["b:2", "a:1", "b:3"])
    .map(lambda text: text.split(":"))
    .map(lambda parts: {"key": parts[0], "value": int(parts[1])})
    .filter(lambda record: record["value"] > 1)
    .map(lambda record: (record["key"], record["value"] / 2))
    .print()
)
env.execute()
