"""Processing-time sessions end when nothing came for the gap."""

import time

from pyflink.common import Configuration, Types
from pyflink.common.time import Time
from pyflink.datastream import ProcessWindowFunction, StreamExecutionEnvironment
from pyflink.datastream.window import ProcessingTimeSessionWindows


class Contents(ProcessWindowFunction):
    def process(self, key, context, elements):
        yield f"{key} {[value[1] for value in elements]}"


def paced(value):
    time.sleep(2.5 if value[1] in (3, 5) else 0.2)
    return value


configuration = Configuration()
configuration.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
pair = Types.TUPLE([Types.STRING(), Types.INT()])
(
    env.from_collection([("a", 1), ("a", 2), ("a", 3), ("a", 4), ("a", 5)], type_info=pair)
    .map(paced, output_type=pair)
    .start_new_chain()
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .window(ProcessingTimeSessionWindows.with_gap(Time.seconds(1)))
    .process(Contents(), Types.STRING())
    .print()
)
env.execute()
