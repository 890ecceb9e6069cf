"""A small pipeline: parse, filter, count per key, keep the largest."""

from pyflink.common import Types
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ValueStateDescriptor

LOGS = [
    "GET /a 200",
    "GET /b 404",
    "POST /a 500",
    "GET /a 200",
    "GET /b 404",
    "bad line",
    "GET /c 200",
]


def parse(line):
    parts = line.split()
    if len(parts) == 3:
        yield parts[0], parts[1], int(parts[2])


class Record(KeyedProcessFunction):
    def open(self, runtime_context):
        self.best = runtime_context.get_state(ValueStateDescriptor("best", Types.INT()))

    def process_element(self, value, ctx):
        best = self.best.value()
        if best is None or value[1] > best:
            self.best.update(value[1])
            yield f"status {ctx.get_current_key()}: {value[1]}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
three = Types.TUPLE([Types.STRING(), Types.STRING(), Types.INT()])
(
    env.from_collection(LOGS, type_info=Types.STRING())
    .flat_map(parse, output_type=three)
    .filter(lambda request: request[0] == "GET")
    .map(lambda request: (request[2], 1), output_type=Types.TUPLE([Types.INT(), Types.INT()]))
    .key_by(lambda pair: pair[0], key_type=Types.INT())
    .sum(1)
    .key_by(lambda pair: pair[0] // 100, key_type=Types.INT())
    .process(Record(), output_type=Types.STRING())
    .print()
)
env.execute()
