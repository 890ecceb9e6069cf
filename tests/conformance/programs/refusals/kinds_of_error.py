"""By which class of error an argument is refused while the program is built."""
# dialect: pyflink

from pyflink.common import Duration, Types, WatermarkStrategy
from pyflink.datastream import ProcessWindowFunction, StreamExecutionEnvironment
from pyflink.datastream.slot_sharing_group import SlotSharingGroup
from pyflink.datastream.window import TumblingEventTimeWindows


class Nothing(ProcessWindowFunction):
    def process(self, key, context, elements):
        return []


def attempt(name, action):
    try:
        action()
        print(name, "works")
    except Exception as error:
        print(name, type(error).__name__)


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
stream = env.from_collection([1], type_info=Types.INT())
others = env.from_collection(["a"], type_info=Types.STRING())
strategy = WatermarkStrategy.for_monotonous_timestamps()
attempt("idleness of 0", lambda: strategy.with_idleness(Duration.of_seconds(0)))
attempt("idleness of a number", lambda: strategy.with_idleness(5))
attempt("union of another type", lambda: stream.union(others))
attempt("union of a number", lambda: stream.union(5))
attempt("slot sharing group 5", lambda: stream.map(str).slot_sharing_group(5))
attempt("side output of a text", lambda: stream.get_side_output("x"))
attempt("type of a text", lambda: stream.map(str, "int"))
attempt("collection type of a text", lambda: env.from_collection([1], "int"))
attempt("key type of a text", lambda: stream.key_by(str, "int"))
attempt("name of a number", lambda: stream.map(str).name(5))
attempt("uid of a number", lambda: stream.map(str).uid(5))
attempt("parallelism of a text", lambda: stream.map(str).set_parallelism("x"))
attempt("parallelism of the environment", lambda: env.set_parallelism("x"))
attempt("buffer timeout of a text", lambda: env.set_buffer_timeout("x"))
attempt("checkpoints every text", lambda: env.enable_checkpointing("x"))
attempt("mode of a number", lambda: env.enable_checkpointing(1000, 5))
attempt("runtime mode of a text", lambda: env.set_runtime_mode("BATCH"))
attempt("configuration of a dict", lambda: env.configure({}))
attempt("watermarks of a number", lambda: stream.assign_timestamps_and_watermarks(5))
attempt("out of order by a number", lambda: WatermarkStrategy.for_bounded_out_of_orderness(5))
by_lambda = strategy.with_timestamp_assigner(lambda value, timestamp: 1)
attempt("assigner of a lambda", lambda: stream.assign_timestamps_and_watermarks(by_lambda))
attempt("window size of a number", lambda: TumblingEventTimeWindows.of(5))
keyed = stream.key_by(lambda value: value)
attempt("window of a number", lambda: keyed.window(5).process(Nothing()))
attempt("sink of a number", lambda: stream.add_sink(5))
attempt("cores alone", lambda: SlotSharingGroup.builder("a").set_cpu_cores(1.0).build())
attempt("cores of 0", lambda: SlotSharingGroup.builder("a").set_cpu_cores(0.0))
