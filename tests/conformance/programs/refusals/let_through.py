"""What PyFlink says nothing about while the program is built."""
# dialect: pyflink

from pyflink.common import Duration, Time, Types, WatermarkStrategy
from pyflink.datastream import MapFunction, ProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.output_tag import OutputTag
from pyflink.datastream.state import MapStateDescriptor
from pyflink.datastream.window import TumblingEventTimeWindows


def attempt(name, action):
    try:
        action()
        print(name, "works")
    except Exception as error:
        print(name, type(error).__name__)


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
stream = env.from_collection([1], type_info=Types.INT())
keyed = stream.key_by(lambda value: value)
windows = TumblingEventTimeWindows.of(Time.seconds(1))
descriptor = MapStateDescriptor("m", Types.INT(), Types.INT())
rules = env.from_collection([1], type_info=Types.INT()).broadcast(descriptor)
attempt("process of a lambda", lambda: stream.process(lambda value: value))
attempt("process of a class", lambda: stream.process(ProcessFunction))
attempt("keyed process of a lambda", lambda: keyed.process(lambda value: value))
attempt("broadcast process of a lambda", lambda: stream.connect(rules).process(lambda value: value))
attempt("window of a number", lambda: keyed.window(5))
attempt("window_all of a number", lambda: stream.window_all(5))
attempt("trigger of a number", lambda: keyed.window(windows).trigger(5))
attempt("window process of a lambda", lambda: keyed.window(windows).process(lambda value: value))
attempt("window apply of a lambda", lambda: keyed.window(windows).apply(lambda value: value))
attempt("negative lateness", lambda: keyed.window(windows).allowed_lateness(-1))
attempt("late output of a text", lambda: keyed.window(windows).side_output_late_data("x"))
attempt("collection of a text", lambda: env.from_collection("abc"))
attempt("map of a class", lambda: stream.map(MapFunction))
attempt("map of two arguments", lambda: stream.map(lambda one, other: one))
attempt("filter of no argument", lambda: stream.filter(lambda: True))
attempt("key_by of two arguments", lambda: stream.key_by(lambda one, other: one))
attempt("reduce of one argument", lambda: keyed.reduce(lambda one: one))
attempt("partitioner of one argument", lambda: stream.partition_custom(lambda k: 0, lambda v: v))
attempt("connect of a number", lambda: stream.connect(5))
attempt("tag of a number", lambda: OutputTag(5))
attempt(
    "negative out of orderness",
    lambda: WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(-1)),
)
strategy = WatermarkStrategy.for_monotonous_timestamps()
attempt("assigner of a number", lambda: strategy.with_timestamp_assigner(5))
env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
print(list(env.from_collection("abc").execute_and_collect()))
