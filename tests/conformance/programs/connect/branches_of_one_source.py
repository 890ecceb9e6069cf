"""One paced source, split and connected: the two inputs come in the source's order."""

import time

from pyflink.common import Configuration, Types
from pyflink.datastream import CoProcessFunction, StreamExecutionEnvironment


class Interleave(CoProcessFunction):
    def open(self, runtime_context):
        self.last = "nothing"

    def process_element1(self, value, ctx):
        yield f"even {value} after {self.last}"
        self.last = f"even {value}"

    def process_element2(self, value, ctx):
        yield f"odd {value} after {self.last}"
        self.last = f"odd {value}"


def paced(value):
    time.sleep(0.2)
    return value


configuration = Configuration()
configuration.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
numbers = (
    env.from_collection([1, 2, 4, 3, 5, 6], type_info=Types.INT())
    .map(paced, output_type=Types.INT())
    .start_new_chain()
)
even = numbers.filter(lambda n: n % 2 == 0)
odd = numbers.filter(lambda n: n % 2 == 1)
even.connect(odd).process(Interleave(), output_type=Types.STRING()).print()
env.execute()
