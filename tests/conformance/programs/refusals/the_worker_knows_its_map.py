"""Behind clear, a map of PyFlink's worker knows what was put alone: to remove another is a KeyError."""
# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import MapStateDescriptor


class Operations(KeyedProcessFunction):
    def __init__(self, operations):
        self.operations = operations

    def open(self, runtime_context):
        descriptor = MapStateDescriptor("m", Types.STRING(), Types.INT())
        self.map = runtime_context.get_map_state(descriptor)

    def process_element(self, value, ctx):
        told = []
        for operation in self.operations.split():
            try:
                if operation == "clear":
                    self.map.clear()
                elif operation.startswith("put"):
                    self.map.put(operation[3:], 1)
                else:
                    self.map.remove(operation[6:])
            except Exception as error:
                told.append(f"{operation} {type(error).__name__}")
        yield f"{self.operations}: {told} {self.map.is_empty()}"


def run(operations):
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    keyed = env.from_collection([1], Types.INT()).key_by(lambda v: v, key_type=Types.INT())
    results = keyed.process(Operations(operations), output_type=Types.STRING())
    print(*results.execute_and_collect())


run("clear puta removeb")
run("clear removeb")
run("puta removeb")
run("clear puta removea removea")
