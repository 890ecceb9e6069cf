"""Processing-time tumbling windows: which values share a window varies; their sum does not."""

import time

from pyflink.common import Configuration, Types
from pyflink.common.time import Time
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.window import CountTrigger, PurgingTrigger, TumblingProcessingTimeWindows


def paced(value):
    time.sleep(0.1)
    return value


configuration = Configuration()
configuration.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
pair = Types.TUPLE([Types.STRING(), Types.INT()])
(
    env.from_collection([("a", n) for n in range(1, 7)], type_info=pair)
    .map(paced, output_type=pair)
    .start_new_chain()
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .window(TumblingProcessingTimeWindows.of(Time.days(365)))
    .trigger(PurgingTrigger.of(CountTrigger.of(2)))
    .reduce(lambda a, b: (a[0], a[1] + b[1]))
    .print()
)
env.execute()
