"""What PyFlink's ``test_data_stream`` exercises: streams of every kind, in both modes."""

from __future__ import annotations

import datetime
import decimal
import pickle
import unittest

from py4j.protocol import Py4JJavaError
from pyflink.common import Configuration, Row, Types, WatermarkStrategy
from pyflink.common.typeinfo import _from_java_type
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import (
    OutputTag,
    RuntimeContext,
    RuntimeExecutionMode,
    SlotSharingGroup,
    StreamExecutionEnvironment,
)
from pyflink.datastream.data_stream import DataStream
from pyflink.datastream.functions import (
    BroadcastProcessFunction,
    CoFlatMapFunction,
    CoMapFunction,
    FilterFunction,
    FlatMapFunction,
    KeyedBroadcastProcessFunction,
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    KeySelector,
    MapFunction,
    ProcessFunction,
    ReduceFunction,
    SinkFunction,
    SourceFunction,
)
from pyflink.datastream.slot_sharing_group import MemorySize
from pyflink.datastream.state import (
    ListStateDescriptor,
    MapStateDescriptor,
    ReducingStateDescriptor,
    ValueStateDescriptor,
)
from pyflink.datastream.tests.test_util import DataStreamTestSinkFunction
from pyflink.java_gateway import get_gateway
from pyflink.metrics import Counter, Distribution, Meter
from pyflink.testing.test_case_utils import (
    PyFlinkBatchTestCase,
    PyFlinkStreamingTestCase,
    invoke_java_object_method,
)
from pyflink.util.java_utils import get_j_env_configuration

PAIR = Types.TUPLE([Types.STRING(), Types.INT()])


class ResultSink(SinkFunction):
    """Collects by way of the Java sink that PyFlink's own tests use."""

    def __init__(self):
        java_sink = get_gateway().jvm.org.apache.flink.python.util.DataStreamTestCollectSink()
        super().__init__(sink_func=java_sink)

    def texts(self):
        return sorted(self.get_java_function().collectAndClear(False))

    def objects(self):
        return [pickle.loads(it) for it in self.get_java_function().collectAndClear(True)]


class SecondField(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return int(value[1])


class ByNumber(KeySelector):
    def get_key(self, value):
        return value[1]


LETTERS = [("a", 0), ("b", 0), ("c", 1), ("d", 1), ("e", 2)]
LETTER_TYPE = Types.ROW([Types.STRING(), Types.INT()])


class StreamTests:
    """Run in streaming and in batch mode, at parallelism 2."""

    def setUp(self):
        options = get_j_env_configuration(self.env._j_stream_execution_environment)
        options.setString("pekko.ask.timeout", "20 s")
        self.env.set_parallelism(2)
        self.sink = ResultSink()

    def letters(self):
        return self.env.from_collection(LETTERS, type_info=LETTER_TYPE)

    def test_functions_of_every_form(self):
        class Longer(MapFunction):
            def map(self, value):
                return Row(value[0], len(value[0]), value[1] * 2)

        class Twice(FlatMapFunction):
            def flat_map(self, value):
                for _ in range(2):
                    yield value

        class NotB(FilterFunction):
            def filter(self, value):
                return value[0] != "b"

        three = Types.ROW([Types.STRING(), Types.INT(), Types.BIG_DEC()])
        words = self.env.from_collection(
            [("a", decimal.Decimal("1.5")), ("b", decimal.Decimal(2))],
            type_info=Types.TUPLE([Types.STRING(), Types.BIG_DEC()]),
        )
        words.map(Longer(), output_type=three).flat_map(Twice(), output_type=three).filter(
            NotB()
        ).add_sink(self.sink)
        self.env.execute("functions")
        self.assertEqual(["+I[a, 1, 3.0]", "+I[a, 1, 3.0]"], self.sink.texts())

    def test_values_of_every_type(self):
        types = [
            Types.LONG(), Types.BOOLEAN(), Types.SHORT(), Types.INT(), Types.FLOAT(),
            Types.DOUBLE(), Types.PICKLED_BYTE_ARRAY(), Types.STRING(), Types.SQL_DATE(),
            Types.SQL_TIME(), Types.SQL_TIMESTAMP(), Types.BASIC_ARRAY(Types.STRING()),
            Types.PRIMITIVE_ARRAY(Types.FLOAT()), Types.LIST(Types.INT()), Types.BIG_DEC(),
        ]  # fmt: skip
        values = (
            None, True, 40_000, 2**31 + 5, 0.1, 1.98932, bytearray(b"ab"), "text",
            datetime.date(2021, 1, 9), datetime.time(12, 1, 2, 3),
            datetime.datetime(2021, 1, 9, 12, 0, 0, 11_000), [None, "x"], [1.1, 2.0], [1, 2],
            decimal.Decimal("1000000000000000000.05"),
        )  # fmt: skip
        stream = self.env.from_collection([values], type_info=Types.ROW(types))
        stream.map(lambda row: row, output_type=Types.ROW(types)).add_sink(self.sink)
        self.env.execute("types")
        self.assertEqual(
            [
                "+I[null, true, -25536, -2147483643, 0.1, 1.98932, [97, 98], text, 2021-01-09, "
                "12:01:02, 2021-01-09 12:00:00.011, [null, x], [1.1, 2.0], [1, 2], "
                "1000000000000000000.05]"
            ],
            self.sink.texts(),
        )

    def test_keyed_state_of_every_kind(self):
        class Remember(KeyedProcessFunction):
            def open(self, runtime_context: RuntimeContext):
                self.last = runtime_context.get_state(ValueStateDescriptor("last", Types.INT()))
                self.all = runtime_context.get_list_state(ListStateDescriptor("all", Types.INT()))
                self.names = runtime_context.get_map_state(
                    MapStateDescriptor("names", Types.INT(), Types.STRING())
                )
                self.sum = runtime_context.get_reducing_state(
                    ReducingStateDescriptor("sum", lambda a, b: a + b, Types.INT())
                )

            def process_element(self, value, ctx):
                before = self.last.value()
                self.last.update(value[0])
                self.all.add(value[0])
                self.names[value[0]] = value[1]
                self.sum.add(value[0])
                yield (
                    f"{ctx.get_current_key()} {before} {list(self.all.get())} "
                    f"{sorted(self.names.items())} {self.sum.get()}"
                )

        stream = self.env.from_collection(
            [(1, "hi"), (2, "hello"), (3, "hi")],
            type_info=Types.ROW([Types.INT(), Types.STRING()]),
        )
        stream.key_by(lambda row: row[1], key_type=Types.STRING()).process(
            Remember(), output_type=Types.STRING()
        ).add_sink(self.sink)
        self.env.execute("state")
        self.assertEqual(
            [
                "hello None [2] [(2, 'hello')] 2",
                "hi 1 [1, 3] [(1, 'hi'), (3, 'hi')] 4",
                "hi None [1] [(1, 'hi')] 1",
            ],
            self.sink.texts(),
        )

    def test_two_streams_with_one_function(self):
        class UpAndDown(CoFlatMapFunction):
            def flat_map1(self, value):
                yield value + 1

            def flat_map2(self, value):
                yield value - 1

        class Signs(CoMapFunction):
            def map1(self, value):
                return value

            def map2(self, value):
                return -value if value > 1 else None

        one = self.env.from_collection([1, 2, 3])
        two = one.map(lambda value: value * 10)
        one.connect(two).flat_map(UpAndDown()).connect(one).map(Signs()).add_sink(self.sink)
        self.env.execute("connected")
        self.assertEqual([-3, -2, 2, 3, 4, 9, 19, 29], sorted(self.sink.objects()))

    def test_keyed_streams_with_common_timers(self):
        class Both(KeyedCoProcessFunction):
            def open(self, runtime_context):
                self.count = runtime_context.get_state(ValueStateDescriptor("n", Types.INT()))

            def process_element1(self, value, ctx):
                ctx.timer_service().register_event_time_timer(ctx.timestamp() + 100)
                return self._counted(value)

            def process_element2(self, value, ctx):
                return self._counted(value)

            def _counted(self, value):
                self.count.update((self.count.value() or 0) + 1)
                return [Row(value[0], self.count.value())]

            def on_timer(self, timestamp, ctx):
                yield Row(f"timer of {ctx.get_current_key()}", timestamp)

        strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(
            SecondField()
        )
        one = self.env.from_collection([("a", 1), ("b", 2)], type_info=LETTER_TYPE)
        two = self.env.from_collection([("b", 3), ("c", 4)], type_info=LETTER_TYPE)
        one.assign_timestamps_and_watermarks(strategy).connect(
            two.assign_timestamps_and_watermarks(strategy)
        ).key_by(lambda row: row[0], lambda row: row[0]).process(
            Both(), output_type=LETTER_TYPE
        ).add_sink(self.sink)
        self.env.execute("common timers")
        self.assertEqual(
            ["+I[a, 1]", "+I[b, 1]", "+I[b, 2]", "+I[c, 1]", "+I[timer of a, 101]",
             "+I[timer of b, 102]"],
            self.sink.texts(),
        )  # fmt: skip

    def test_broadcast_state(self):
        descriptor = MapStateDescriptor("rules", Types.INT(), Types.STRING())

        class Rules(BroadcastProcessFunction):
            def process_element(self, value, ctx):
                known = ctx.get_broadcast_state(descriptor)
                yield "plain" if known is not None else "none"

            def process_broadcast_element(self, value, ctx):
                ctx.get_broadcast_state(descriptor).put(value[0], value[1])
                yield f"rule {ctx.get_broadcast_state(descriptor).get(value[0])}"

        rules = self.env.from_collection(
            [(1, "x")], type_info=Types.TUPLE([Types.INT(), Types.STRING()])
        )
        values = self.env.from_collection([5, 6], type_info=Types.INT())
        values.connect(rules.broadcast(descriptor)).process(
            Rules(), output_type=Types.STRING()
        ).add_sink(self.sink)
        self.env.execute("broadcast")
        self.assertEqual(["plain", "plain", "rule x", "rule x"], self.sink.texts())

    def test_broadcast_state_beside_keyed_state_and_side_outputs(self):
        descriptor = MapStateDescriptor("rules", Types.INT(), Types.STRING())
        tag = OutputTag("sums", Types.INT())

        class Sums(KeyedBroadcastProcessFunction):
            def open(self, runtime_context):
                self.sum = runtime_context.get_reducing_state(
                    ReducingStateDescriptor("sum", lambda a, b: a + b, Types.INT())
                )

            def process_element(self, value, ctx):
                self.sum.add(value[1])
                yield value[0]
                yield tag, self.sum.get()

            def process_broadcast_element(self, value, ctx):
                yield value[1]

        rules = self.env.from_collection(
            [(5, "r")], type_info=Types.ROW([Types.INT(), Types.STRING()])
        )
        result = (
            self.env.from_collection([("a", 1), ("a", 2), ("b", 4)], type_info=LETTER_TYPE)
            .key_by(lambda row: row[0])
            .connect(rules.broadcast(descriptor))
            .process(Sums(), output_type=Types.STRING())
        )
        sums = ResultSink()
        result.get_side_output(tag).add_sink(sums)
        result.add_sink(self.sink)
        self.env.execute("keyed broadcast")
        self.assertEqual(["a", "a", "b", "r", "r"], self.sink.texts())
        self.assertEqual(["1", "3", "4"], sums.texts())

    def test_one_tag_behind_two_operators(self):
        tag = OutputTag("doubled", Types.INT())

        class Double(ProcessFunction):
            def process_element(self, value, ctx):
                yield value
                yield tag, 2 * value

        first, second = ResultSink(), ResultSink()
        stream = self.env.from_collection([1, 2], Types.INT()).process(Double(), Types.INT())
        stream.get_side_output(tag).add_sink(first)
        stream.map(lambda value: value * 10).process(Double()).get_side_output(tag).add_sink(second)
        self.env.execute("one tag")
        self.assertEqual(["2", "4"], first.texts())
        self.assertEqual(["20", "40"], second.texts())

    def test_state_in_map_filter_and_flat_map_behind_key_by(self):
        class Numbered(MapFunction):
            def open(self, runtime_context):
                self.count = runtime_context.get_state(ValueStateDescriptor("n", Types.INT()))

            def map(self, value):
                self.count.update((self.count.value() or 0) + 1)
                return value[0], self.count.value()

        class FirstOnly(FilterFunction):
            def open(self, runtime_context):
                self.seen = runtime_context.get_state(ValueStateDescriptor("s", Types.BOOLEAN()))

            def filter(self, value):
                new = not self.seen.value()
                self.seen.update(True)
                return new

        keyed = self.letters().key_by(ByNumber(), key_type=Types.INT())
        with self.assertRaises(Exception):
            keyed.name("a keyed stream has no name")
        keyed.map(Numbered()).add_sink(self.sink)
        firsts = ResultSink()
        self.letters().key_by(ByNumber()).filter(FirstOnly()).add_sink(firsts)
        self.env.execute("keyed functions")
        self.assertEqual(
            [("a", 1), ("b", 2), ("c", 1), ("d", 2), ("e", 1)], sorted(self.sink.objects())
        )
        self.assertEqual(["+I[a, 0]", "+I[c, 1]", "+I[e, 2]"], firsts.texts())

    def reduced(self):
        class Join(ReduceFunction):
            def reduce(self, value1, value2):
                return Row(value1[0] + value2[0], value1[1])

        self.letters().key_by(ByNumber(), key_type=Types.INT()).reduce(Join()).add_sink(self.sink)
        self.env.execute("reduce")
        return self.sink.texts()

    def test_metrics_count_within_a_run(self):
        class Counts(MapFunction):
            def open(self, runtime_context):
                group = runtime_context.get_metrics_group()
                self.counter: Counter = group.counter("values")
                self.meter: Meter = group.add_group("a").meter("rate", 1)
                self.distribution: Distribution = group.distribution("sizes")
                group.gauge("last", lambda: 1)

            def map(self, value):
                self.counter.inc()
                self.meter.mark_event(2)
                self.distribution.update(value)
                return self.counter.get_count(), self.meter.get_count()

        self.env.set_parallelism(1)
        self.env.from_collection([7, 8]).map(Counts()).add_sink(self.sink)
        self.env.execute("metrics")
        self.assertEqual([(1, 2), (2, 4)], self.sink.objects())


class StreamingTests(StreamTests, PyFlinkStreamingTestCase):
    def test_reduce_puts_out_every_value(self):
        self.assertEqual(
            ["+I[a, 0]", "+I[ab, 0]", "+I[c, 1]", "+I[cd, 1]", "+I[e, 2]"], self.reduced()
        )

    def test_aggregates_by_name_by_index_and_of_plain_numbers(self):
        pairs = Types.ROW_NAMED(["k", "v"], [Types.INT(), Types.INT()])
        stream = self.env.from_collection([(1, 1), (1, 2), (2, 5)], type_info=pairs)
        stream.key_by(lambda row: row[0]).sum("v").key_by(lambda row: row[0]).max(1).map(
            lambda row: row[1], output_type=Types.INT()
        ).key_by(lambda number: 0).min().add_sink(self.sink)
        self.env.execute("aggregates")
        self.assertEqual(["1", "1", "1"], self.sink.texts())


class BatchTests(StreamTests, PyFlinkBatchTestCase):
    def test_reduce_puts_out_the_last_value_of_each_key(self):
        self.assertEqual(["+I[ab, 0]", "+I[cd, 1]", "+I[e, 2]"], self.reduced())

    def test_aggregates_of_aggregates_are_of_last_values_alone(self):
        pairs = Types.ROW_NAMED(["k", "v"], [Types.INT(), Types.INT()])
        stream = self.env.from_collection([(1, 1), (1, 2), (2, 5)], type_info=pairs)
        stream.key_by(lambda row: row[0]).sum("v").map(
            lambda row: row[1], output_type=Types.INT()
        ).key_by(lambda number: 0).sum().add_sink(self.sink)
        self.env.execute("aggregates")
        self.assertEqual(["8"], self.sink.texts())

    def test_windows_fire_at_the_end(self):
        from pyflink.common.time import Time
        from pyflink.datastream.window import TumblingEventTimeWindows

        strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(
            SecondField()
        )
        stream = self.env.from_collection([("a", 1), ("a", 12), ("a", 3)], type_info=LETTER_TYPE)
        stream.assign_timestamps_and_watermarks(strategy).key_by(lambda row: row[0]).window(
            TumblingEventTimeWindows.of(Time.milliseconds(10))
        ).reduce(lambda a, b: Row(a[0], a[1] + b[1])).add_sink(self.sink)
        self.env.execute("batch windows")
        self.assertEqual(["+I[a, 12]", "+I[a, 4]"], self.sink.texts())


class GraphTests(unittest.TestCase):
    """What plans say, and what cannot be done."""

    def setUp(self):
        self.env = StreamExecutionEnvironment.get_execution_environment()
        self.env.set_parallelism(2)

    def plan(self):
        return eval(self.env.get_execution_plan())["nodes"]

    def test_partitioners_stand_in_the_plan(self):
        for name in ("broadcast", "rebalance", "rescale", "shuffle"):
            stream = getattr(self.env.from_collection([1]), name)()
            stream.map(lambda value: value).set_parallelism(3).print()
            map_node = self.plan()[1]
            self.assertEqual(name.upper(), map_node["predecessors"][0]["ship_strategy"])
            self.assertEqual(3, map_node["parallelism"])
            self.setUp()

    def test_a_keyed_stream_keeps_its_partitioning(self):
        keyed = self.env.from_collection([("a", 1)]).key_by(lambda value: value[0])
        for name in ("shuffle", "rebalance", "rescale", "broadcast", "forward"):
            with self.assertRaises(Exception):
                getattr(keyed, name)()

    def test_names_projections_and_unions(self):
        numbers = self.env.from_collection([(1, 2, 3)], Types.TUPLE([Types.INT()] * 3))
        self.assertEqual("numbers", numbers.name("numbers").get_name())
        numbers.project(2, 0).union(numbers.project(1, 1)).map(lambda value: value).print()
        plan = self.plan()
        self.assertEqual(
            ["Projection", "Projection"], [n["type"] for n in plan if "Projection" in n["type"]]
        )
        map_node = next(node for node in plan if node["type"].startswith("Map"))
        self.assertEqual(2, len(map_node["predecessors"]))

    def test_slot_sharing_groups_and_chains_stand_in_the_stream_graph(self):
        self.env.from_collection([1]).map(lambda value: value).name("first").slot_sharing_group(
            SlotSharingGroup.builder("g1").build()
        ).map(lambda value: value).name("second").slot_sharing_group("g1").start_new_chain().map(
            lambda value: value
        ).name("third").print()
        graph = self.env._j_stream_execution_environment.getStreamGraph(True)
        nodes = {node.getOperatorName(): node for node in graph.getStreamNodes().toArray()}
        self.assertEqual("g1", nodes["first"].getSlotSharingGroup())
        generator = (
            get_gateway().jvm.org.apache.flink.streaming.api.graph.StreamingJobGraphGenerator
        )
        second = nodes["second"]
        self.assertFalse(generator.isChainable(second.getInEdges().get(0), graph))
        self.assertTrue(generator.isChainable(second.getOutEdges().get(0), graph))

    def test_execute_and_collect_in_every_form(self):
        words = ["flink", "sim", "x"]
        stream = self.env.from_collection(words)
        self.assertEqual(words[:2], list(stream.execute_and_collect(limit=2)))
        pairs = [("a", 1), ("b", 2), ("a", 3)]
        typed = self.env.from_collection(pairs, Types.TUPLE([Types.STRING(), Types.INT()]))
        with typed.key_by(lambda pair: pair[0], Types.STRING()).execute_and_collect() as results:
            self.assertEqual(
                sorted([Row(f0=pair[0], f1=pair) for pair in pairs], key=str),
                sorted(results, key=str),
            )
        arrays = self.env.from_collection([[1, 2], [3]], Types.PRIMITIVE_ARRAY(Types.INT()))
        self.assertEqual([[1, 2], [3]], list(arrays.execute_and_collect()))

    def test_a_failure_is_what_pyflink_raises(self):
        def broken(value):
            raise ValueError("broken on purpose")
            yield value

        self.env.from_collection([1]).flat_map(broken).print()
        with self.assertRaisesRegex(Py4JJavaError, "broken on purpose"):
            self.env.execute("fails")

    def test_options_can_be_set_by_way_of_java(self):
        options = Configuration(
            j_configuration=get_j_env_configuration(self.env._j_stream_execution_environment)
        )
        options.set_boolean("pipeline.operator-chaining.enabled", False)
        self.assertFalse(self.env.is_chaining_enabled())

    def test_what_java_class_is_not_there_is_told(self):
        with self.assertRaisesRegex(NotImplementedError, "java.util.HashMap"):
            get_gateway().jvm.java.util.HashMap()

    def test_a_java_stream_and_a_java_type_are_the_stream_and_the_type(self):
        jvm = get_gateway().jvm
        rows = self.env.from_collection([("a", 1), ("b", 2)], PAIR)
        parted = rows.partition_custom(lambda key, n: key % n, lambda row: row[1])
        checked = parted._j_data_stream.map(
            jvm.org.apache.flink.python.util.PartitionCustomTestMapFunction()
        )
        sink = DataStreamTestSinkFunction()
        DataStream(checked).set_parallelism(3).add_sink(sink)
        self.env.execute()
        self.assertEqual([("a", 1), ("b", 2)], sorted(sink.get_results(True, stringify=False)))
        self.assertEqual([], sink.get_results(True))
        self.assertEqual(PAIR, _from_java_type(PAIR.get_java_type_info()))

    def test_a_value_on_the_wrong_subtask_is_noticed(self):
        jvm = get_gateway().jvm
        rows = self.env.from_collection([("a", 1)], PAIR)
        parted = rows.partition_custom(lambda key, n: (key + 1) % n, lambda row: row[1])
        check = jvm.org.apache.flink.python.util.PartitionCustomTestMapFunction()
        DataStream(parted._j_data_stream.map(check)).print()
        with self.assertRaisesRegex(Py4JJavaError, "does not belong to subtask 0"):
            self.env.execute()

    def test_what_java_knows_of_slots_files_and_sources(self):
        group = SlotSharingGroup.builder("g").set_cpu_cores(1.5).set_task_heap_memory_mb(100)
        self.env.register_slot_sharing_group(group.build())
        self.env.register_slot_sharing_group(SlotSharingGroup.builder("h").build())
        self.env.register_cached_file("/some/file", "cached")
        self.env.add_python_file(__file__)
        self.env.set_runtime_mode(RuntimeExecutionMode.BATCH)
        people = SourceFunction("org.apache.flink.python.util.MyCustomSourceFunction")
        sink = DataStreamTestSinkFunction()
        self.env.add_source(people, type_info=Types.ROW([Types.INT(), Types.STRING()])).add_sink(
            sink
        )
        java = self.env._j_stream_execution_environment
        graph = java.getStreamGraph(False)
        profile = graph.getSlotSharingGroupResource("g").get()
        self.assertEqual(1.5, profile.getCpuCores().getValue())
        heap = MemorySize(j_memory_size=profile.getTaskHeapMemory())
        self.assertEqual(MemorySize.of_mebi_bytes(100), heap)
        self.assertFalse(graph.getSlotSharingGroupResource("h").isPresent())
        self.assertEqual("cached", java.getCachedFiles()[0].getField(0))
        flink = get_gateway().jvm.org.apache.flink
        configuration = invoke_java_object_method(java, "getConfiguration")
        mode = flink.configuration.ExecutionOptions.RUNTIME_MODE
        self.assertEqual("BATCH", configuration.getValue(mode))
        options = flink.python.util.PythonConfigUtil.getEnvConfigWithDependencies(java).toMap()
        self.assertEqual(__file__, options["python.files"])
        self.env.execute()
        self.assertIn("+I[5, Jack]", sink.get_results())
        with self.assertRaisesRegex(NotImplementedError, "org.example.Unknown"):
            SourceFunction("org.example.Unknown")
