import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.operators.Order;
import org.apache.flink.api.common.operators.SlotSharingGroup;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.streaming.api.datastream.AllWindowedStream;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.BroadcastConnectedStream;
import org.apache.flink.streaming.api.datastream.BroadcastStream;
import org.apache.flink.streaming.api.datastream.ConnectedStreams;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.datastream.DataStreamUtils;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.datastream.WindowedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.PrintSink;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.streaming.api.windowing.evictors.*;
import org.apache.flink.streaming.api.windowing.triggers.*;
import org.apache.flink.util.OutputTag;

/** Builds the program of a case with the Java DataStream API. */
@SuppressWarnings({"unchecked", "rawtypes", "deprecation"})
class Programs {
    static final TypeInformation TUPLE = Types.TUPLE(Types.STRING, Types.LONG);

    final StreamExecutionEnvironment environment;
    private final Map<String, Object> variables = new HashMap<>();

    Programs(JsonNode program) {
        Configuration configuration = new Configuration();
        JsonNode config = program.path("config");
        config.fieldNames().forEachRemaining(key -> configuration.setString(key, config.get(key).asText()));
        environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setParallelism(program.get("parallelism").asInt());
        if (program.has("maxParallelism")) {
            environment.setMaxParallelism(program.get("maxParallelism").asInt());
        }
        if (program.path("disableOperatorChaining").asBoolean()) {
            environment.disableOperatorChaining();
        }
        if (program.has("checkpointInterval")) {
            environment.enableCheckpointing(program.get("checkpointInterval").asLong());
        }
        for (JsonNode statement : program.get("program")) {
            Object result = call(statement);
            modify(result, statement);
            if (statement.has("as")) {
                variables.put(statement.get("as").asText(), result);
            }
        }
    }

    // --- modifiers ---------------------------------------------------------------------------

    private void modify(Object result, JsonNode s) {
        if (result instanceof DataStreamSink) {
            modifySink((DataStreamSink) result, s);
            return;
        }
        if (!(result instanceof SingleOutputStreamOperator)) {
            return;
        }
        SingleOutputStreamOperator on = (SingleOutputStreamOperator) result;
        if (s.has("parallelism")) on.setParallelism(s.get("parallelism").asInt());
        if (s.has("maxParallelism")) on.setMaxParallelism(s.get("maxParallelism").asInt());
        if (s.has("name")) on.name(s.get("name").asText());
        if (s.has("uid")) on.uid(s.get("uid").asText());
        if (s.has("uidHash")) on.setUidHash(s.get("uidHash").asText());
        if (s.has("description")) on.setDescription(s.get("description").asText());
        if (s.has("slotSharingGroup")) {
            JsonNode group = s.get("slotSharingGroup");
            if (group.isTextual()) on.slotSharingGroup(group.asText());
            else on.slotSharingGroup(groupOf(group));
        }
        if (s.has("bufferTimeout")) on.setBufferTimeout(s.get("bufferTimeout").asLong());
        String chain = s.path("chain").asText();
        if (chain.equals("disable")) on.disableChaining();
        if (chain.equals("startNew")) on.startNewChain();
        if (s.path("forceNonParallel").asBoolean()) on.forceNonParallel();
        coLocate(on.getTransformation(), s);
    }

    private void modifySink(DataStreamSink on, JsonNode s) {
        if (s.has("parallelism")) on.setParallelism(s.get("parallelism").asInt());
        if (s.has("maxParallelism")) on.setMaxParallelism(s.get("maxParallelism").asInt());
        if (s.has("name")) on.name(s.get("name").asText());
        if (s.has("uid")) on.uid(s.get("uid").asText());
        if (s.has("uidHash")) on.setUidHash(s.get("uidHash").asText());
        if (s.has("description")) on.setDescription(s.get("description").asText());
        if (s.has("slotSharingGroup")) {
            JsonNode group = s.get("slotSharingGroup");
            if (group.isTextual()) on.slotSharingGroup(group.asText());
            else on.slotSharingGroup(groupOf(group));
        }
        if (s.path("chain").asText().equals("disable")) on.disableChaining();
        coLocate(on.getTransformation(), s);
    }

    private static void coLocate(Transformation<?> transformation, JsonNode s) {
        if (s.has("coLocationGroupKey")) {
            transformation.setCoLocationGroupKey(s.get("coLocationGroupKey").asText());
        }
    }

    private static SlotSharingGroup groupOf(JsonNode s) {
        SlotSharingGroup.Builder builder = SlotSharingGroup.newBuilder(s.get("name").asText());
        if (s.has("cpuCores")) builder.setCpuCores(s.get("cpuCores").asDouble());
        if (s.has("taskHeapMemoryMB")) builder.setTaskHeapMemoryMB(s.get("taskHeapMemoryMB").asInt());
        if (s.has("taskOffHeapMemoryMB")) {
            builder.setTaskOffHeapMemoryMB(s.get("taskOffHeapMemoryMB").asInt());
        }
        if (s.has("managedMemoryMB")) builder.setManagedMemoryMB(s.get("managedMemoryMB").asInt());
        return builder.build();
    }

    // --- calls -------------------------------------------------------------------------------

    private Object call(JsonNode s) {
        Object on = variables.get(s.path("on").asText());
        DataStream stream = on instanceof DataStream ? (DataStream) on : null;
        KeyedStream keyed = on instanceof KeyedStream ? (KeyedStream) on : null;
        ConnectedStreams connected = on instanceof ConnectedStreams ? (ConnectedStreams) on : null;
        switch (s.get("op").asText()) {
            case "socketTextStream":
                return environment.socketTextStream("localhost", 9999);
            case "fromSequence":
                return environment.fromSequence(s.path("from").asLong(1), s.path("to").asLong(100));
            case "fromData":
                return environment.fromData(elements(s), Types.STRING);
            case "fromElements":
                return environment.fromElements(String.class, elements(s).toArray(new String[0]));
            case "fromCollection":
                return environment.fromCollection(elements(s), Types.STRING);
            case "addSource":
                return environment.addSource(
                        s.path("parallelSource").asBoolean()
                                ? new Functions.MyParallelSource()
                                : new Functions.MySource(),
                        s.path("sourceName").asText("Custom Source"),
                        Types.STRING);
            case "fromSource":
                return environment.fromSource(
                        new NumberSequenceSource(1, 100),
                        s.path("watermarks").asText().equals("monotonous")
                                ? WatermarkStrategy.forMonotonousTimestamps()
                                : WatermarkStrategy.noWatermarks(),
                        s.path("sourceName").asText("numbers"));
            case "map":
                return stream.map(new Functions.MyMap(), TUPLE);
            case "flatMap":
                return stream.flatMap(new Functions.MyFlatMap(), TUPLE);
            case "filter":
                return stream.filter(new Functions.MyFilter());
            case "process":
                return keyed != null
                        ? keyed.process(new Functions.MyKeyedProcess(), TUPLE)
                        : stream.process(new Functions.MyProcess(), TUPLE);
            case "assignTimestampsAndWatermarks":
                return stream.assignTimestampsAndWatermarks(
                        WatermarkStrategy.forBoundedOutOfOrderness(Duration.ofSeconds(1)));
            case "mapPartition":
                return stream.fullWindowPartition().mapPartition(new Functions.MyMapPartition());
            case "sortPartition":
                return stream.fullWindowPartition().sortPartition(1, Order.ASCENDING);
            case "reducePartition":
                return stream.fullWindowPartition().reduce(new Functions.MyReduce());
            case "aggregatePartition":
                return stream.fullWindowPartition().aggregate(new Functions.MyTupleAggregate());
            case "asyncOrdered":
                return AsyncDataStream.orderedWait(stream, new Functions.MyAsync(), 1, TimeUnit.SECONDS)
                        .returns(TUPLE);
            case "asyncUnordered":
                return AsyncDataStream.unorderedWait(stream, new Functions.MyAsync(), 1, TimeUnit.SECONDS)
                        .returns(TUPLE);
            case "keyBy":
                return stream.keyBy(key(stream), Types.STRING);
            case "reinterpretAsKeyed":
                return DataStreamUtils.reinterpretAsKeyedStream(stream, key(stream), Types.STRING);
            case "shuffle":
                return stream.shuffle();
            case "rebalance":
                return stream.rebalance();
            case "rescale":
                return stream.rescale();
            case "forward":
                return stream.forward();
            case "broadcast":
                return stream.broadcast();
            case "global":
                return stream.global();
            case "partitionCustom":
                return stream.partitionCustom(new Functions.MyPartitioner(), new Functions.MyKey());
            case "sideOutput":
                return ((SingleOutputStreamOperator) stream)
                        .getSideOutput(new OutputTag(s.get("tag").asText(), TUPLE));
            case "union":
                List<DataStream> others = new ArrayList<>();
                for (JsonNode other : s.get("with")) others.add((DataStream) variables.get(other.asText()));
                return stream.union(others.toArray(new DataStream[0]));
            case "reduce":
                return keyed.reduce(new Functions.MyReduce());
            case "sum":
                return keyed.sum(1);
            case "min":
                return keyed.min(1);
            case "max":
                return keyed.max(1);
            case "minBy":
                return keyed.minBy(1);
            case "maxBy":
                return keyed.maxBy(1);
            case "window":
                return windowed(keyed.window(assigner(s.get("assigner"))), s);
            case "countWindow":
                return windowed(
                        s.has("slide")
                                ? keyed.countWindow(s.get("size").asLong(), s.get("slide").asLong())
                                : keyed.countWindow(s.get("size").asLong()),
                        s);
            case "windowAll":
                return allWindowed(stream.windowAll(assigner(s.get("assigner"))), s);
            case "countWindowAll":
                return allWindowed(
                        s.has("slide")
                                ? stream.countWindowAll(s.get("size").asLong(), s.get("slide").asLong())
                                : stream.countWindowAll(s.get("size").asLong()),
                        s);
            case "connect":
                Object other = variables.get(s.get("with").asText());
                return other instanceof BroadcastStream
                        ? stream.connect((BroadcastStream) other)
                        : stream.connect((DataStream) other);
            case "coMap":
                return connected.map(new Functions.MyCoMap(), TUPLE);
            case "coFlatMap":
                return connected.flatMap(new Functions.MyCoFlatMap(), TUPLE);
            case "coProcess":
                return connected.process(new Functions.MyCoProcess(), TUPLE);
            case "keyedCoProcess":
                return connected.process(new Functions.MyKeyedCoProcess(), TUPLE);
            case "broadcastState":
                return stream.broadcast(new MapStateDescriptor<>("rules", Types.STRING, Types.STRING));
            case "broadcastProcess":
                return ((BroadcastConnectedStream) on).process(new Functions.MyBroadcastProcess(), TUPLE);
            case "keyedBroadcastProcess":
                return ((BroadcastConnectedStream) on)
                        .process(new Functions.MyKeyedBroadcastProcess(), TUPLE);
            case "join":
                return stream.join((DataStream) variables.get(s.get("with").asText()))
                        .where(new Functions.MyTupleKey(), Types.STRING)
                        .equalTo(new Functions.MyTupleKey(), Types.STRING)
                        .window(assigner(s.get("assigner")))
                        .apply(new Functions.MyJoin(), TUPLE);
            case "coGroup":
                return stream.coGroup((DataStream) variables.get(s.get("with").asText()))
                        .where(new Functions.MyTupleKey(), Types.STRING)
                        .equalTo(new Functions.MyTupleKey(), Types.STRING)
                        .window(assigner(s.get("assigner")))
                        .apply(new Functions.MyCoGroup(), TUPLE);
            case "intervalJoin":
                return keyed.intervalJoin((KeyedStream) variables.get(s.get("with").asText()))
                        .between(
                                Duration.ofMillis(s.get("lower").asLong()),
                                Duration.ofMillis(s.get("upper").asLong()))
                        .process(new Functions.MyProcessJoin(), TUPLE);
            case "print":
                return s.has("sinkIdentifier")
                        ? stream.print(s.get("sinkIdentifier").asText())
                        : stream.print();
            case "printToErr":
                return s.has("sinkIdentifier")
                        ? stream.printToErr(s.get("sinkIdentifier").asText())
                        : stream.printToErr();
            case "addSink":
                return stream.addSink(new Functions.MySink());
            case "sinkTo":
                return stream.sinkTo(
                        s.path("sink").asText().equals("PrintSink")
                                ? new PrintSink()
                                : s.path("sink").asText().equals("CommittingSink")
                                        ? new Functions.CommittingSink()
                                        : new org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink());
        }
        throw new AssertionError("unknown call " + s);
    }

    /** Flink looks at what a key selector takes. */
    private static KeySelector key(DataStream stream) {
        return stream.getType().isTupleType() ? new Functions.MyTupleKey() : new Functions.MyKey();
    }

    private static Collection<String> elements(JsonNode s) {
        List<String> values = new ArrayList<>();
        for (JsonNode element : s.get("elements")) values.add(element.asText());
        return values;
    }

    // --- windows -----------------------------------------------------------------------------

    private static Object windowed(WindowedStream windows, JsonNode s) {
        if (s.has("trigger")) windows.trigger(trigger(s.get("trigger")));
        if (s.has("evictor")) windows.evictor(evictor(s.get("evictor")));
        if (s.has("allowedLateness")) {
            windows.allowedLateness(Duration.ofMillis(s.get("allowedLateness").asLong()));
        }
        if (s.has("lateTag")) windows.sideOutputLateData(new OutputTag(s.get("lateTag").asText(), TUPLE));
        switch (s.get("function").asText()) {
            case "sum":
                return windows.sum(1);
            case "min":
                return windows.min(1);
            case "max":
                return windows.max(1);
            case "minBy":
                return windows.minBy(1);
            case "maxBy":
                return windows.maxBy(1);
            case "reduce":
                return windows.reduce(new Functions.MyReduce());
            case "aggregate":
                return windows.aggregate(new Functions.MyAggregate(), TUPLE, TUPLE);
            case "process":
                return windows.process(new Functions.MyProcessWindow(), TUPLE);
            case "apply":
                return windows.apply(new Functions.MyWindowFunction(), TUPLE);
            case "reduce+process":
                return windows.reduce(new Functions.MyReduce(), new Functions.MyProcessWindow(), TUPLE);
            case "reduce+apply":
                return windows.reduce(new Functions.MyReduce(), new Functions.MyWindowFunction(), TUPLE);
            case "aggregate+process":
                return windows.aggregate(
                        new Functions.MyAggregate(), new Functions.MyProcessWindow(), TUPLE, TUPLE, TUPLE);
            case "aggregate+apply":
                return windows.aggregate(
                        new Functions.MyAggregate(), new Functions.MyWindowFunction(), TUPLE, TUPLE);
        }
        throw new AssertionError("unknown function " + s);
    }

    private static Object allWindowed(AllWindowedStream windows, JsonNode s) {
        if (s.has("trigger")) windows.trigger(trigger(s.get("trigger")));
        if (s.has("evictor")) windows.evictor(evictor(s.get("evictor")));
        if (s.has("allowedLateness")) {
            windows.allowedLateness(Duration.ofMillis(s.get("allowedLateness").asLong()));
        }
        if (s.has("lateTag")) windows.sideOutputLateData(new OutputTag(s.get("lateTag").asText(), TUPLE));
        switch (s.get("function").asText()) {
            case "sum":
                return windows.sum(1);
            case "min":
                return windows.min(1);
            case "max":
                return windows.max(1);
            case "minBy":
                return windows.minBy(1);
            case "maxBy":
                return windows.maxBy(1);
            case "reduce":
                return windows.reduce(new Functions.MyReduce());
            case "aggregate":
                return windows.aggregate(new Functions.MyAggregate(), TUPLE, TUPLE);
            case "process":
                return windows.process(new Functions.MyProcessAllWindow(), TUPLE);
            case "apply":
                return windows.apply(new Functions.MyAllWindow(), TUPLE);
            case "reduce+process":
                return windows.reduce(new Functions.MyReduce(), new Functions.MyProcessAllWindow(), TUPLE);
            case "reduce+apply":
                return windows.reduce(new Functions.MyReduce(), new Functions.MyAllWindow(), TUPLE);
            case "aggregate+process":
                return windows.aggregate(
                        new Functions.MyAggregate(), new Functions.MyProcessAllWindow(), TUPLE, TUPLE, TUPLE);
            case "aggregate+apply":
                return windows.aggregate(
                        new Functions.MyAggregate(), new Functions.MyAllWindow(), TUPLE, TUPLE);
        }
        throw new AssertionError("unknown function " + s);
    }

    private static WindowAssigner assigner(JsonNode s) {
        Duration size = Duration.ofMillis(s.path("size").asLong());
        Duration slide = Duration.ofMillis(s.path("slide").asLong());
        Duration offset = Duration.ofMillis(s.path("offset").asLong());
        Duration gap = Duration.ofMillis(s.path("gap").asLong());
        switch (s.get("type").asText()) {
            case "TumblingEventTimeWindows":
                return TumblingEventTimeWindows.of(size, offset);
            case "TumblingProcessingTimeWindows":
                return TumblingProcessingTimeWindows.of(size, offset);
            case "SlidingEventTimeWindows":
                return SlidingEventTimeWindows.of(size, slide, offset);
            case "SlidingProcessingTimeWindows":
                return SlidingProcessingTimeWindows.of(size, slide, offset);
            case "EventTimeSessionWindows":
                return EventTimeSessionWindows.withGap(gap);
            case "ProcessingTimeSessionWindows":
                return ProcessingTimeSessionWindows.withGap(gap);
            case "DynamicEventTimeSessionWindows":
                return DynamicEventTimeSessionWindows.withDynamicGap(new Functions.MyGap());
            case "DynamicProcessingTimeSessionWindows":
                return DynamicProcessingTimeSessionWindows.withDynamicGap(new Functions.MyGap());
            case "GlobalWindows":
                return s.path("endOfStreamTrigger").asBoolean()
                        ? GlobalWindows.createWithEndOfStreamTrigger()
                        : GlobalWindows.create();
        }
        throw new AssertionError("unknown assigner " + s);
    }

    private static Trigger trigger(JsonNode s) {
        Duration interval = Duration.ofMillis(s.path("interval").asLong());
        switch (s.get("type").asText()) {
            case "EventTimeTrigger":
                return EventTimeTrigger.create();
            case "ProcessingTimeTrigger":
                return ProcessingTimeTrigger.create();
            case "CountTrigger":
                return CountTrigger.of(s.get("count").asLong());
            case "PurgingTrigger":
                return PurgingTrigger.of(trigger(s.get("nested")));
            case "ContinuousEventTimeTrigger":
                return ContinuousEventTimeTrigger.of(interval);
            case "ContinuousProcessingTimeTrigger":
                return ContinuousProcessingTimeTrigger.of(interval);
            case "DeltaTrigger":
                return DeltaTrigger.of(
                        s.get("threshold").asDouble(),
                        new Functions.MyDelta(),
                        TUPLE.createSerializer(new org.apache.flink.api.common.serialization.SerializerConfigImpl()));
            case "ProcessingTimeoutTrigger":
                return ProcessingTimeoutTrigger.of(
                        trigger(s.get("nested")), Duration.ofMillis(s.get("timeout").asLong()));
        }
        throw new AssertionError("unknown trigger " + s);
    }

    private static Evictor evictor(JsonNode s) {
        boolean after = s.path("evictAfter").asBoolean();
        switch (s.get("type").asText()) {
            case "CountEvictor":
                return CountEvictor.of(s.get("count").asLong(), after);
            case "TimeEvictor":
                return TimeEvictor.of(Duration.ofMillis(s.get("windowSize").asLong()), after);
            case "DeltaEvictor":
                return DeltaEvictor.of(s.get("threshold").asDouble(), new Functions.MyDelta(), after);
        }
        throw new AssertionError("unknown evictor " + s);
    }
}
