"""Processing-time windows that are open when the input ends never fire."""

from pyflink.common import Types
from pyflink.common.time import Time
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.window import TumblingProcessingTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pair = Types.TUPLE([Types.STRING(), Types.INT()])
(
    env.from_collection([("a", 1), ("a", 2)], type_info=pair)
    .key_by(lambda value: value[0])
    .window(TumblingProcessingTimeWindows.of(Time.days(1)))
    .reduce(lambda a, b: (a[0], a[1] + b[1]))
    .print()
)
env.execute()
print("over")
