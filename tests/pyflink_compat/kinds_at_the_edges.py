"""Prints what becomes of values of every kind, declared as every type, chained and on the network.

    python tests/pyflink_compat/kinds_at_the_edges.py > tests/pyflink_compat/kinds_at_the_edges.txt

with a Python that has apache-flink 2.3.0, whose answers those are. 468 small jobs.
"""

import datetime
import decimal

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment


def run(value, output_type, edge):
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    stream = env.from_collection([1], Types.INT()).map(lambda _: value, output_type=output_type)
    if edge == "rebalance":
        stream = stream.rebalance()
    elif edge == "broadcast":
        stream = stream.broadcast()
    elif edge == "key_by":
        stream = stream.key_by(lambda v: 1, key_type=Types.INT())
    if edge:
        stream = stream.map(lambda v: repr(v), output_type=Types.STRING())
    return list(stream.execute_and_collect())


TYPES = {
    "INT": Types.INT,
    "LONG": Types.LONG,
    "STRING": Types.STRING,
    "BOOLEAN": Types.BOOLEAN,
    "DOUBLE": Types.DOUBLE,
    "FLOAT": Types.FLOAT,
    "BYTES": lambda: Types.PRIMITIVE_ARRAY(Types.BYTE()),
    "PICKLED": Types.PICKLED_BYTE_ARRAY,
    "TUPLE": lambda: Types.TUPLE([Types.STRING(), Types.INT()]),
    "LIST": lambda: Types.LIST(Types.INT()),
    "MAP": lambda: Types.MAP(Types.STRING(), Types.INT()),
    "DATE": Types.SQL_DATE,
    "BIG_DEC": Types.BIG_DEC,
    "SHORT": Types.SHORT,
    "OBJ": lambda: Types.OBJECT_ARRAY(Types.INT()),
    "CHAR": Types.CHAR,
    "BIG_INT": Types.BIG_INT,
    "INSTANT": Types.INSTANT,
}
VALUES = {
    "5": 5,
    "2**40": 2**40,
    "True": True,
    "1.5": 1.5,
    "'x'": "x",
    "b'x'": b"x",
    "('a',1)": ("a", 1),
    "[1]": [1],
    "{'a':1}": {"a": 1},
    "Dec": decimal.Decimal("1.5"),
    "date": datetime.date(2020, 1, 2),
    "None": None,
    "set": {1},
}
for name, make in TYPES.items():
    for told, value in VALUES.items():
        for edge in ("", "rebalance"):
            try:
                print(name, told, edge or "chained", "->", run(value, make(), edge))
            except Exception:
                print(name, told, edge or "chained", "-> fails")
