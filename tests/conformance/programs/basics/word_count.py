"""The classic: split lines, count words, a running count for each."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

LINES = ["to be or not to be", "that is the question", "", "to sleep"]


def split(line):
    for word in line.split():
        yield word, 1


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
(
    env.from_collection(LINES, type_info=Types.STRING())
    .flat_map(split, output_type=Types.TUPLE([Types.STRING(), Types.INT()]))
    .key_by(lambda pair: pair[0], key_type=Types.STRING())
    .reduce(lambda a, b: (a[0], a[1] + b[1]))
    .print()
)
env.execute("word count")
