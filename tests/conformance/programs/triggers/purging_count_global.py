"""Global windows with a count trigger, with and without purging."""
# compare: in order per key

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.window import CountTrigger, GlobalWindows, PurgingTrigger

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pair = Types.TUPLE([Types.STRING(), Types.INT()])
keyed = env.from_collection([("a", n) for n in range(1, 6)], type_info=pair).key_by(lambda v: v[0])
keyed.window(GlobalWindows.create()).trigger(CountTrigger.of(2)).reduce(
    lambda x, y: (x[0], x[1] + y[1])
).print("kept")
keyed.window(GlobalWindows.create()).trigger(PurgingTrigger.of(CountTrigger.of(2))).reduce(
    lambda x, y: (x[0], x[1] + y[1])
).print("purged")
env.execute()
