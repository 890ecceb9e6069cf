"""An event-time window needs timestamps."""
# raises: timestamp (= no timestamp marker).

from pyflink.common import Types
from pyflink.common.time import Time
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pair = Types.TUPLE([Types.STRING(), Types.INT()])
env.from_collection([("a", 1)], type_info=pair).key_by(lambda value: value[0]).window(
    TumblingEventTimeWindows.of(Time.seconds(1))
).reduce(lambda a, b: a).print()
env.execute()
