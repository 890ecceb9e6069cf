"""Which subtask a key of a declared type goes to: a long, a text, a double, a tuple."""
# compare: in any order
# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

KEYS = [
    (Types.LONG(), [-1, -7, 5, 2**31, -(2**40), 2**62]),
    (Types.INT(), [-1, -7, 5, 2**31 - 1]),
    (Types.STRING(), ["a", "bc", "hello", "ä", ""]),
    (Types.DOUBLE(), [0.5, -1.25, 1e10]),
    (Types.TUPLE([Types.STRING(), Types.INT()]), [("a", 1), ("b", 2), ("a", -3)]),
]
env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(4)
for number, (key_type, keys) in enumerate(KEYS):
    (
        env.from_collection(keys, type_info=key_type)
        .key_by(lambda key: key, key_type=key_type)
        .map(lambda key, number=number: f"{number} {key!r}", output_type=Types.STRING())
        .print()
    )
env.execute()
