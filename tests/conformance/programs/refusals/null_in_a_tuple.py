"""Which types a field of a tuple may be null in, where ``from_collection`` hands it to Java."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

KINDS = {
    "STRING": Types.STRING(),
    "INT": Types.INT(),
    "LONG": Types.LONG(),
    "SHORT": Types.SHORT(),
    "BYTE": Types.BYTE(),
    "FLOAT": Types.FLOAT(),
    "DOUBLE": Types.DOUBLE(),
    "BOOLEAN": Types.BOOLEAN(),
    "BIG_DEC": Types.BIG_DEC(),
    "SQL_DATE": Types.SQL_DATE(),
    "SQL_TIME": Types.SQL_TIME(),
    "SQL_TIMESTAMP": Types.SQL_TIMESTAMP(),
    "INSTANT": Types.INSTANT(),
    "LIST": Types.LIST(Types.INT()),
    "MAP": Types.MAP(Types.STRING(), Types.INT()),
    "PRIMITIVE_ARRAY": Types.PRIMITIVE_ARRAY(Types.BYTE()),
    "BASIC_ARRAY": Types.BASIC_ARRAY(Types.LONG()),
    "BASIC_ARRAY of text": Types.BASIC_ARRAY(Types.STRING()),
    "OBJECT_ARRAY": Types.OBJECT_ARRAY(Types.STRING()),
    "ROW": Types.ROW([Types.INT()]),
    "TUPLE": Types.TUPLE([Types.INT(), Types.INT()]),
}
env = StreamExecutionEnvironment.get_execution_environment()
for name, kind in KINDS.items():
    for make in (Types.TUPLE, Types.ROW):
        try:
            env.from_collection([("a", None)], make([Types.STRING(), kind]))
        except Exception:
            print(make.__name__, name, "refused")
        else:
            print(make.__name__, name, "taken")
