"""What becomes of values of another kind than declared: by the worker, on the network, at the client."""
# dialect: pyflink

import decimal

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

COLLECTED = {
    "INT": (Types.INT, (1.5, decimal.Decimal("0.5"), "x", None)),
    "BOOLEAN": (Types.BOOLEAN, (300, 0.5, "x")),
    "BYTES": (lambda: Types.PRIMITIVE_ARRAY(Types.BYTE()), (b"x", [1])),
    "PICKLED": (Types.PICKLED_BYTE_ARRAY, (None,)),
    "DATE": (Types.SQL_DATE, (5, None)),
    "CHAR": (Types.CHAR, (5, "x")),
    "BIG_INT": (Types.BIG_INT, (5, 2**32, 3 * 2**32, 2**40)),
    "INSTANT": (Types.INSTANT, (5, None)),
    "MAP": (lambda: Types.MAP(Types.STRING(), Types.INT()), (None,)),
}
"""Types, and what of another kind is given."""
ON_THE_NETWORK = ("PICKLED", "DATE", "BYTES", "INSTANT")


def attempt(name, value, output_type, network):
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    stream = env.from_collection([1], Types.INT()).map(lambda _: value, output_type=output_type)
    if network:
        stream = stream.rebalance().map(repr, output_type=Types.STRING())
    try:
        print(name, list(stream.execute_and_collect()))
    except Exception:
        print(name, "fails")


for kind, (make, values) in COLLECTED.items():
    for value in values:
        attempt(f"{kind} {value!r}", value, make(), False)
        if kind in ON_THE_NETWORK:
            attempt(f"{kind} {value!r}, network", value, make(), True)
