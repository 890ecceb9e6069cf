"""What becomes of values of another kind than declared: by the worker, on the network, at the client."""
# dialect: pyflink

import datetime
import decimal

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

TYPES = {
    "INT": Types.INT, "SHORT": Types.SHORT, "BOOLEAN": Types.BOOLEAN, "DOUBLE": Types.DOUBLE,
    "BYTES": lambda: Types.PRIMITIVE_ARRAY(Types.BYTE()), "PICKLED": Types.PICKLED_BYTE_ARRAY,
    "DATE": Types.SQL_DATE, "CHAR": Types.CHAR, "BIG_INT": Types.BIG_INT, "INSTANT": Types.INSTANT,
    "BIG_DEC": Types.BIG_DEC, "MAP": lambda: Types.MAP(Types.STRING(), Types.INT()),
}  # fmt: skip
VALUES = {
    "5": 5, "300": 300, "1.5": 1.5, "text": "x", "bytes": b"x", "list": [1], "dict": {"a": 1},
    "decimal": decimal.Decimal("0.5"), "date": datetime.date(2020, 1, 2), "None": None,
}  # fmt: skip


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


def is_asked(kind, told):
    """Each kind of number with numbers, and the odd ones with everything."""
    odd = kind in ("BYTES", "DATE", "INSTANT", "BIG_INT", "CHAR")
    return (
        told == "None"
        or (odd and told in ("5", "text", "bytes", "date"))
        or (
            kind in ("INT", "SHORT", "BOOLEAN", "BIG_INT")
            and told in ("300", "1.5", "decimal", "text")
        )
    )


for kind, make in TYPES.items():
    for told, value in VALUES.items():
        if is_asked(kind, told):
            attempt(f"{kind}, {told}", value, make(), False)
            if not (kind == "CHAR" and told == "text"):
                attempt(f"{kind}, {told}, network", value, make(), True)
