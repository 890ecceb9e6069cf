"""In batch mode keys that are text come by their length: words counted, in no order of their own."""

from pyflink.common import Types
from pyflink.datastream import RuntimeExecutionMode, StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_runtime_mode(RuntimeExecutionMode.BATCH)
env.set_parallelism(1)
lines = ["to be or not to be", "that is the question"]
(
    env.from_collection(lines, Types.STRING())
    .flat_map(str.split, Types.STRING())
    .map(lambda word: (word, 1), Types.TUPLE([Types.STRING(), Types.INT()]))
    .key_by(lambda pair: pair[0], Types.STRING())
    .sum(1)
    .print()
)
env.execute()
