"""A partitioner and a key selector that are classes, and opened first."""
# compare: in any order

from pyflink.common import Configuration, Types
from pyflink.datastream import KeySelector, Partitioner, StreamExecutionEnvironment


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


class Shifted(Partitioner):
    def open(self, runtime_context):
        self.shift = 1

    def partition(self, key, num_partitions):
        return (key + self.shift) % num_partitions


class Length(KeySelector):
    def get_key(self, value):
        return len(value)


env = environment(parallelism=3)
words = ["a", "bb", "ccc", "dd", "eeeee", ""]
env.from_collection(words, Types.STRING()).partition_custom(Shifted(), Length()).print()
env.execute()
