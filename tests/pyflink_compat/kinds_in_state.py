"""Prints what becomes of values of every kind in a value state of every type.

    python tests/pyflink_compat/kinds_in_state.py > tests/pyflink_compat/kinds_in_state.txt

with a Python that has apache-flink 2.3.0, whose answers those are. 84 small jobs.
"""

import datetime

from pyflink.common import Configuration, Row, Types
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ValueStateDescriptor


class Keep(KeyedProcessFunction):
    def __init__(self, value, state_type):
        self.value, self.state_type = value, state_type

    def open(self, context):
        self.state = context.get_state(ValueStateDescriptor("kept", self.state_type))

    def process_element(self, number, context):
        if number == 1:
            self.state.update(self.value)
        else:
            yield repr(self.state.value())


def run(value, state_type):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", 1)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(1)
    stream = env.from_collection([1, 2], Types.INT()).key_by(lambda _: 1, key_type=Types.INT())
    kept = stream.process(Keep(value, state_type), output_type=Types.STRING())
    return list(kept.execute_and_collect())


TYPES = {
    "INT": Types.INT,
    "STRING": Types.STRING,
    "DOUBLE": Types.DOUBLE,
    "BYTES": lambda: Types.PRIMITIVE_ARRAY(Types.BYTE()),
    "TUPLE": lambda: Types.TUPLE([Types.STRING(), Types.INT()]),
    "ROW": lambda: Types.ROW([Types.STRING(), Types.INT()]),
    "LIST": lambda: Types.LIST(Types.INT()),
}
VALUES = {
    "5": 5,
    "2**40": 2**40,
    "1.5": 1.5,
    "'x'": "x",
    "('a',1)": ("a", 1),
    "('a',None)": ("a", None),
    "Row('a',None)": Row("a", None),
    "[1]": [1],
    "[None]": [None],
    "{'a':None}": {"a": None},
    "date": datetime.date(2020, 1, 2),
    "None": None,
}
for name, make in TYPES.items():
    for told, value in VALUES.items():
        try:
            print(name, told, "->", run(value, make()), flush=True)
        except Exception:
            print(name, told, "-> fails", flush=True)
