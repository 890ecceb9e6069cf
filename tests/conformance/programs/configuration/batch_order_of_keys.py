"""In batch mode keys come in the order of their bytes: text by its length, numbers by size."""
# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import RuntimeExecutionMode, StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_runtime_mode(RuntimeExecutionMode.BATCH)
env.set_parallelism(1)


def count(name, keys, key_type):
    (
        env.from_collection([(key, 1) for key in keys])
        .key_by(lambda pair: pair[0], key_type)
        .reduce(lambda a, b: (a[0], a[1] + b[1]))
        .map(repr)
        .print(name)
    )
    env.execute()


words = ["question", "be", "to", "not", "a", "that", "be", "nobler", "Zoo", "é", "éa", "zz", ""]
numbers = [5, -3, 300, 0, -70000, 70000, 2, -1, 256]
pairs = [("b", 2), ("a", 10), ("ab", 1), ("a", 2), ("b", 1)]
count("words of no type", words, None)
count("words", words, Types.STRING())
count("numbers", numbers, Types.INT())
count("numbers of no type", numbers, None)
count("fractions", [2.5, -1.0, 0.0, 1e10, -3e5, 0.1], Types.DOUBLE())
count("pairs of no type", pairs, None)
