"""By which class of error more arguments are refused while the program is built."""

# dialect: pyflink
from pyflink.common import Duration, Row, Time, Types, WatermarkStrategy
from pyflink.datastream import *
from pyflink.datastream.window import *
from pyflink.datastream.state import *
from pyflink.datastream.output_tag import OutputTag


def attempt(name, action):
    try:
        action()
        print(name, "works")
    except Exception as error:
        print(name, type(error).__name__)


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
stream = env.from_collection([1], type_info=Types.INT())
keyed = stream.key_by(lambda v: v)
pairs = env.from_collection([("a", 1)], type_info=Types.TUPLE([Types.STRING(), Types.INT()]))
attempt("max parallelism 0", lambda: stream.map(str).set_max_parallelism(0))
attempt("max parallelism of a text", lambda: stream.map(str).set_max_parallelism("x"))
attempt("env max parallelism 0", lambda: env.set_max_parallelism(0))
attempt("env max parallelism -5", lambda: env.set_max_parallelism(-5))
attempt("parallelism -3", lambda: stream.map(str).set_parallelism(-3))
attempt("env parallelism 0", lambda: env.set_parallelism(0))
attempt("uid hash short", lambda: stream.map(str).set_uid_hash("abc"))
attempt("uid hash number", lambda: stream.map(str).set_uid_hash(5))
attempt("description number", lambda: stream.map(str).set_description(5))
attempt("force non parallel", lambda: stream.map(str).force_non_parallel())
attempt("buffer timeout -2", lambda: stream.map(str).set_buffer_timeout(-2))
attempt("env buffer timeout -2", lambda: env.set_buffer_timeout(-2))
attempt(
    "drift negative",
    lambda: WatermarkStrategy.for_monotonous_timestamps().with_watermark_alignment(
        "g", Duration.of_seconds(-1), Duration.of_seconds(1)
    ),
)
attempt(
    "alignment of numbers",
    lambda: WatermarkStrategy.for_monotonous_timestamps().with_watermark_alignment("g", 5, 5),
)
attempt(
    "alignment name number",
    lambda: WatermarkStrategy.for_monotonous_timestamps().with_watermark_alignment(
        5, Duration.of_seconds(1), Duration.of_seconds(1)
    ),
)
attempt(
    "idleness negative",
    lambda: WatermarkStrategy.no_watermarks().with_idleness(Duration.of_seconds(-1)),
)
attempt("idleness None", lambda: WatermarkStrategy.no_watermarks().with_idleness(None))
attempt("tumbling of 0", lambda: TumblingEventTimeWindows.of(Time.seconds(0)))
attempt("tumbling negative", lambda: TumblingEventTimeWindows.of(Time.seconds(-1)))
attempt("tumbling offset", lambda: TumblingEventTimeWindows.of(Time.seconds(1), Time.seconds(2)))
attempt("sliding 0", lambda: SlidingEventTimeWindows.of(Time.seconds(1), Time.seconds(0)))
attempt(
    "sliding offset",
    lambda: SlidingEventTimeWindows.of(Time.seconds(2), Time.seconds(1), Time.seconds(1)),
)
attempt("session 0", lambda: EventTimeSessionWindows.with_gap(Time.seconds(0)))
attempt("session number", lambda: EventTimeSessionWindows.with_gap(5))
attempt("count of 0", lambda: CountTumblingWindowAssigner.of(0))
attempt("count of text", lambda: CountTumblingWindowAssigner.of("x"))
attempt("count sliding", lambda: CountSlidingWindowAssigner.of(2, 0))
attempt("count_window 0", lambda: keyed.count_window(0))
attempt("count_window text", lambda: keyed.count_window("x"))
attempt("sum of text", lambda: pairs.key_by(lambda v: v[0]).sum("f1"))
attempt("sum of a list", lambda: pairs.key_by(lambda v: v[0]).sum([1]))
attempt("sum out of range", lambda: pairs.key_by(lambda v: v[0]).sum(7))
attempt("sum None", lambda: pairs.key_by(lambda v: v[0]).sum(None))
attempt("max_by out of range", lambda: pairs.key_by(lambda v: v[0]).max_by(7))
attempt("project", lambda: pairs.project(0))
attempt("project out of range", lambda: pairs.project(9))
attempt("project of text", lambda: pairs.project("x"))
attempt("project int", lambda: stream.project(0))
attempt("key_by None", lambda: stream.key_by(None))
attempt("key_by number", lambda: stream.key_by(5))
attempt("key_by text", lambda: stream.key_by("f0"))
attempt("map None", lambda: stream.map(None))
attempt("map number", lambda: stream.map(5))
attempt("filter number", lambda: stream.filter(5))
attempt("flat_map number", lambda: stream.flat_map(5))
attempt("flat_map None", lambda: stream.flat_map(None))
attempt("reduce number", lambda: keyed.reduce(5))
attempt("process None", lambda: stream.process(None))
attempt("filter keyed number", lambda: keyed.filter(5))
attempt("map keyed number", lambda: keyed.map(5))
attempt("partition number", lambda: stream.partition_custom(5, lambda v: v))
attempt("partition key number", lambda: stream.partition_custom(lambda k, n: 0, 5))
attempt("partition key text", lambda: stream.partition_custom(lambda k, n: 0, "f0"))
attempt("broadcast descriptor number", lambda: stream.broadcast(5))
attempt(
    "broadcast list descriptor", lambda: stream.broadcast(ListStateDescriptor("l", Types.INT()))
)
attempt("union of nothing", lambda: stream.union())
attempt("union None", lambda: stream.union(None))
attempt("connect None", lambda: stream.connect(None))
attempt("connect keyed process", lambda: stream.connect(pairs).process(5))
attempt("connect map", lambda: stream.connect(pairs).map(5))
attempt("connect flat_map", lambda: stream.connect(pairs).flat_map(lambda v: v))
attempt("connect key", lambda: stream.connect(pairs).key_by(5, 5))
attempt("sink_to number", lambda: stream.sink_to(5))
attempt("print number", lambda: stream.print(5))
attempt("from nothing", lambda: env.from_collection([]))
attempt("from nothing typed", lambda: env.from_collection([], Types.INT()))
attempt("from number", lambda: env.from_collection(5))
attempt("from set", lambda: env.from_collection({1, 2}))
attempt("from generator", lambda: env.from_collection(x for x in [1]))
attempt("from dict", lambda: env.from_collection({1: 2}))
attempt("from_source number", lambda: env.from_source(5, WatermarkStrategy.no_watermarks(), "x"))
attempt("add_source number", lambda: env.add_source(5))
attempt("tuple of a type", lambda: Types.TUPLE(Types.INT()))
attempt("tuple of texts", lambda: stream.map(lambda v: (v,), Types.TUPLE(["int"])))
attempt("row named unequal", lambda: Types.ROW_NAMED(["a", "b"], [Types.INT()]))
attempt("list of text", lambda: stream.map(lambda v: [v], Types.LIST("int")))
attempt("tag empty", lambda: OutputTag(""))
attempt("tag None", lambda: OutputTag(None, Types.INT()))
attempt("tag type text", lambda: OutputTag("a", "int"))
attempt("side of a number", lambda: stream.get_side_output(5))
attempt(
    "late tag None",
    lambda: keyed.window(TumblingEventTimeWindows.of(Time.seconds(1))).side_output_late_data(None),
)
attempt(
    "lateness text",
    lambda: keyed.window(TumblingEventTimeWindows.of(Time.seconds(1))).allowed_lateness("x"),
)
attempt(
    "lateness Time",
    lambda: keyed.window(TumblingEventTimeWindows.of(Time.seconds(1))).allowed_lateness(
        Time.seconds(1)
    ),
)
attempt(
    "window reduce number",
    lambda: keyed.window(TumblingEventTimeWindows.of(Time.seconds(1))).reduce(5),
)
attempt(
    "window aggregate number",
    lambda: keyed.window(TumblingEventTimeWindows.of(Time.seconds(1))).aggregate(5),
)
attempt("slot group None", lambda: stream.map(str).slot_sharing_group(None))
attempt("slot group empty", lambda: stream.map(str).slot_sharing_group(""))
attempt("checkpoint 0", lambda: env.enable_checkpointing(0))
attempt("checkpoint -1", lambda: env.enable_checkpointing(-1))
attempt("restart None", lambda: env.set_restart_strategy(None))
attempt("state backend None", lambda: env.set_state_backend(None))
attempt("ttl of 0", lambda: StateTtlConfig.new_builder(Time.seconds(0)).build())
attempt("ttl of a number", lambda: StateTtlConfig.new_builder(5).build())
attempt("descriptor None", lambda: ValueStateDescriptor(None, Types.INT()))
attempt("descriptor of nothing", lambda: ValueStateDescriptor("x", None))
attempt("execute nothing", lambda: StreamExecutionEnvironment.get_execution_environment().execute())
