import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple4;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.streaming.api.windowing.evictors.*;
import org.apache.flink.streaming.api.windowing.triggers.*;
import org.apache.flink.streaming.api.functions.async.AsyncRetryStrategy;
import org.apache.flink.streaming.util.retryable.AsyncRetryStrategies;
import org.apache.flink.streaming.util.retryable.RetryPredicates;
import org.apache.flink.util.OutputTag;

/** Builds the described program with the Java DataStream API; ../build.py does the same on flinksim. */
@SuppressWarnings({"unchecked", "rawtypes", "deprecation"})
class Program {
    static final TypeInformation<Tuple4<String, Long, Long, String>> TYPE =
            Types.TUPLE(Types.STRING, Types.LONG, Types.LONG, Types.STRING);

    final StreamExecutionEnvironment environment;
    private final JsonNode program;
    private final Map<String, Object> streams = new HashMap<>();

    Program(JsonNode program) {
        this.program = program;
        Configuration configuration = new Configuration();
        JsonNode options = program.path("options");
        options.fieldNames().forEachRemaining(key -> configuration.setString(key, options.get(key).asText()));
        environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setParallelism(program.path("parallelism").asInt(1));
        environment.setBufferTimeout(0); // nothing waits for a flusher
        environment.getConfig().setAutoWatermarkInterval(program.path("interval").asLong(200));
        if (program.path("mode").asText().equals("batch")) {
            environment.setRuntimeMode(RuntimeExecutionMode.BATCH);
        }
        if (program.path("objectReuse").asBoolean()) environment.getConfig().enableObjectReuse();
        if (!program.path("chaining").asBoolean(true)) environment.disableOperatorChaining();
        for (JsonNode statement : program.get("program")) {
            Object made = call(statement);
            modify(made, statement);
            if (program.path("uids").asBoolean()) name(made, statement);
            if (statement.has("as")) streams.put(statement.get("as").asText(), made);
        }
    }

    static OutputTag<Tuple4<String, Long, Long, String>> tag(String name) {
        return new OutputTag<>(name, TYPE);
    }

    private static void name(Object made, JsonNode s) {
        if (made instanceof SingleOutputStreamOperator operator) {
            operator.uid(s.path("uid").asText(s.get("as").asText()));
        }
        if (made instanceof DataStreamSink sink && s.has("name")) sink.uid(s.get("name").asText());
    }

    private static void modify(Object made, JsonNode s) {
        if (!(made instanceof SingleOutputStreamOperator operator)) return;
        if (s.has("parallelism")) operator.setParallelism(s.get("parallelism").asInt());
        if (s.path("chain").asText().equals("new")) operator.startNewChain();
        if (s.path("chain").asText().equals("off")) operator.disableChaining();
    }

    private static WatermarkStrategy strategy(JsonNode s) {
        if (s.isMissingNode() || s.isNull()) return WatermarkStrategy.noWatermarks();
        WatermarkStrategy made = switch (s.get("kind").asText()) {
            case "monotonous" -> WatermarkStrategy.forMonotonousTimestamps();
            case "bounded" -> WatermarkStrategy.forBoundedOutOfOrderness(Duration.ofMillis(s.get("bound").asLong()));
            case "punctuated" -> WatermarkStrategy.forGenerator(c -> new Functions.Punctuated());
            default -> WatermarkStrategy.noWatermarks();
        };
        if (s.path("assigner").asBoolean()) made = made.withTimestampAssigner(c -> new Functions.Assigner());
        if (s.has("idle")) made = made.withIdleness(Duration.ofMillis(s.get("idle").asLong()));
        return made;
    }

    private Object call(JsonNode s) {
        Object on = s.has("on") ? streams.get(s.get("on").asText()) : null;
        Object with = s.has("with") ? streams.get(s.get("with").asText()) : null;
        DataStream stream = on instanceof DataStream ? (DataStream) on : null;
        KeyedStream keyed = on instanceof KeyedStream ? (KeyedStream) on : null;
        switch (s.get("op").asText()) {
            case "source": {
                int number = s.get("source").asInt();
                JsonNode source = program.get("sources").get(number);
                return environment.fromSource(
                        new ScriptSource(number, source.get("splits").asInt()),
                        strategy(source.path("strategy")),
                        "source " + number,
                        TYPE);
            }
            case "legacy":
                return environment.addSource(new Functions.Legacy(s), "legacy", TYPE);
            case "map":
                return stream.map(new Functions.Map_(s)).returns(TYPE);
            case "filter":
                return stream.filter(new Functions.Filter(s));
            case "flat_map":
                return stream.flatMap(new Functions.FlatMap(s)).returns(TYPE);
            case "assign":
                return stream.assignTimestampsAndWatermarks(strategy(s.get("strategy")));
            case "key_by":
                return s.has("n")
                        ? stream.keyBy(new Functions.ValueKey(s.get("n").asLong()), Types.LONG)
                        : stream.keyBy(new Functions.Key(), Types.STRING);
            case "rebalance":
                return stream.rebalance();
            case "rescale":
                return stream.rescale();
            case "broadcast":
                return stream.broadcast();
            case "global":
                return stream.global();
            case "forward":
                return stream.forward();
            case "custom":
                return stream.partitionCustom(new Functions.Partition(), new Functions.ValueKey(1000));
            case "union":
                return stream.union((DataStream) with);
            case "side":
                return ((SingleOutputStreamOperator) stream).getSideOutput(tag(s.get("tag").asText()));
            case "reduce":
                return keyed.reduce(new Functions.Reduce());
            case "sum":
                return keyed.sum(2);
            case "min":
                return keyed.min(2);
            case "max":
                return keyed.max(2);
            case "min_by":
                return keyed.minBy(2);
            case "max_by":
                return keyed.maxBy(2);
            case "process":
                return keyed.process(new Functions.Process(s), TYPE);
            case "split":
                return stream.process(new Functions.PlainProcess(), TYPE);
            case "window":
                return windowed(keyed.window(assigner(s.get("assigner"))), s);
            case "count_window":
                return windowed(
                        s.has("slide")
                                ? keyed.countWindow(s.get("size").asLong(), s.get("slide").asLong())
                                : keyed.countWindow(s.get("size").asLong()),
                        s);
            case "window_all":
                return allWindowed(stream.windowAll(assigner(s.get("assigner"))), s);
            case "count_window_all":
                return allWindowed(
                        s.has("slide")
                                ? stream.countWindowAll(s.get("size").asLong(), s.get("slide").asLong())
                                : stream.countWindowAll(s.get("size").asLong()),
                        s);
            case "co_map":
                return stream.connect((DataStream) with).map(new Functions.CoMap(), TYPE);
            case "co_flat_map":
                return stream.connect((DataStream) with).flatMap(new Functions.CoFlatMap(), TYPE);
            case "co_process":
                return stream.connect((DataStream) with).process(new Functions.CoProcess(s), TYPE);
            case "broadcast_process":
                return keyed != null
                        ? keyed.connect(((DataStream) with).broadcast(Functions.RULES))
                                .process(new Functions.KeyedBroadcast(s), TYPE)
                        : stream.connect(((DataStream) with).broadcast(Functions.RULES))
                                .process(new Functions.Broadcast(), TYPE);
            case "interval_join": {
                KeyedStream.IntervalJoined joined = keyed.intervalJoin((KeyedStream) with)
                        .between(
                                Duration.ofMillis(s.get("lower").asLong()),
                                Duration.ofMillis(s.get("upper").asLong()));
                if (s.path("lowerExclusive").asBoolean()) joined = joined.lowerBoundExclusive();
                if (s.path("upperExclusive").asBoolean()) joined = joined.upperBoundExclusive();
                if (s.path("late").asBoolean()) {
                    joined = joined.sideOutputLeftLateData(tag("left")).sideOutputRightLateData(tag("right"));
                }
                return joined.process(new Functions.Joined(), TYPE);
            }
            case "join": {
                var joined = stream.join((DataStream) with)
                        .where(new Functions.Key(), Types.STRING)
                        .equalTo(new Functions.Key(), Types.STRING)
                        .window(assigner(s.get("assigner")));
                return joined.apply(new Functions.Join(), TYPE);
            }
            case "co_group":
                return stream.coGroup((DataStream) with)
                        .where(new Functions.Key(), Types.STRING)
                        .equalTo(new Functions.Key(), Types.STRING)
                        .window(assigner(s.get("assigner")))
                        .apply(new Functions.CoGroup(), TYPE);
            case "async":
                if (s.has("retry")) return retried(stream, s);
                return s.path("ordered").asBoolean()
                        ? AsyncDataStream.orderedWait(
                                stream, new Functions.Async(s), s.get("timeout").asLong(), TimeUnit.MILLISECONDS,
                                s.path("capacity").asInt(100)).returns(TYPE)
                        : AsyncDataStream.unorderedWait(
                                stream, new Functions.Async(s), s.get("timeout").asLong(), TimeUnit.MILLISECONDS,
                                s.path("capacity").asInt(100)).returns(TYPE);
            case "remember":
                return stream.process(new Remembering(s), TYPE);
            case "commit":
                return stream.sinkTo(new CommitSink(s.get("name").asText()));
            case "report":
                return ((SingleOutputStreamOperator) stream
                                .process(new Functions.Report(s.get("name").asText()), Types.STRING))
                        .print();
        }
        throw new IllegalArgumentException("unknown call " + s);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object retried(DataStream stream, JsonNode s) {
        AsyncRetryStrategy strategy = new AsyncRetryStrategies.FixedDelayRetryStrategyBuilder<Tuple4<String, Long, Long, String>>(
                        s.get("retry").get("attempts").asInt(), s.get("retry").get("pause").asLong())
                .ifResult(RetryPredicates.EMPTY_RESULT_PREDICATE)
                .build();
        long timeout = s.get("timeout").asLong();
        int capacity = s.path("capacity").asInt(100);
        Functions.Async function = new Functions.Async(s);
        return s.path("ordered").asBoolean()
                ? AsyncDataStream.orderedWaitWithRetry(
                        stream, function, timeout, TimeUnit.MILLISECONDS, capacity, strategy).returns(TYPE)
                : AsyncDataStream.unorderedWaitWithRetry(
                        stream, function, timeout, TimeUnit.MILLISECONDS, capacity, strategy).returns(TYPE);
    }

    private static Object windowed(WindowedStream windows, JsonNode s) {
        if (s.has("trigger")) windows.trigger(trigger(s.get("trigger")));
        if (s.has("evictor")) windows.evictor(evictor(s.get("evictor")));
        if (s.has("lateness")) windows.allowedLateness(Duration.ofMillis(s.get("lateness").asLong()));
        if (s.path("late").asBoolean()) windows.sideOutputLateData(tag("late"));
        return switch (s.get("function").asText()) {
            case "sum" -> windows.sum(2);
            case "min" -> windows.min(2);
            case "max" -> windows.max(2);
            case "min_by" -> windows.minBy(2);
            case "max_by" -> windows.maxBy(2);
            case "reduce" -> windows.reduce(new Functions.Reduce());
            case "aggregate" -> windows.aggregate(new Functions.Aggregate(), TYPE, TYPE);
            case "process" -> windows.process(new Functions.Pane(), TYPE);
            case "apply" -> windows.apply(new Functions.Apply(), TYPE);
            case "reduce+process" -> windows.reduce(new Functions.Reduce(), new Functions.Pane(), TYPE);
            case "aggregate+process" ->
                    windows.aggregate(new Functions.Aggregate(), new Functions.Pane(), TYPE, TYPE, TYPE);
            default -> throw new IllegalArgumentException("unknown function " + s);
        };
    }

    private static Object allWindowed(AllWindowedStream windows, JsonNode s) {
        if (s.has("trigger")) windows.trigger(trigger(s.get("trigger")));
        if (s.has("evictor")) windows.evictor(evictor(s.get("evictor")));
        if (s.has("lateness")) windows.allowedLateness(Duration.ofMillis(s.get("lateness").asLong()));
        if (s.path("late").asBoolean()) windows.sideOutputLateData(tag("late"));
        return switch (s.get("function").asText()) {
            case "sum" -> windows.sum(2);
            case "min" -> windows.min(2);
            case "max" -> windows.max(2);
            case "min_by" -> windows.minBy(2);
            case "max_by" -> windows.maxBy(2);
            case "reduce" -> windows.reduce(new Functions.Reduce());
            case "aggregate" -> windows.aggregate(new Functions.Aggregate(), TYPE, TYPE);
            case "process" -> windows.process(new Functions.AllPane(), TYPE);
            case "apply" -> windows.apply(new Functions.AllApply(), TYPE);
            case "reduce+process" -> windows.reduce(new Functions.Reduce(), new Functions.AllPane(), TYPE);
            case "aggregate+process" ->
                    windows.aggregate(new Functions.Aggregate(), new Functions.AllPane(), TYPE, TYPE, TYPE);
            default -> throw new IllegalArgumentException("unknown function " + s);
        };
    }

    private static WindowAssigner assigner(JsonNode s) {
        Duration size = Duration.ofMillis(s.path("size").asLong());
        Duration slide = Duration.ofMillis(s.path("slide").asLong());
        Duration offset = Duration.ofMillis(s.path("offset").asLong());
        Duration gap = Duration.ofMillis(s.path("gap").asLong());
        return switch (s.get("type").asText()) {
            case "TumblingEventTimeWindows" -> TumblingEventTimeWindows.of(size, offset);
            case "TumblingProcessingTimeWindows" -> TumblingProcessingTimeWindows.of(size, offset);
            case "SlidingEventTimeWindows" -> SlidingEventTimeWindows.of(size, slide, offset);
            case "SlidingProcessingTimeWindows" -> SlidingProcessingTimeWindows.of(size, slide, offset);
            case "EventTimeSessionWindows" -> EventTimeSessionWindows.withGap(gap);
            case "ProcessingTimeSessionWindows" -> ProcessingTimeSessionWindows.withGap(gap);
            case "DynamicEventTimeSessionWindows" ->
                    DynamicEventTimeSessionWindows.withDynamicGap(new Functions.Gap());
            case "DynamicProcessingTimeSessionWindows" ->
                    DynamicProcessingTimeSessionWindows.withDynamicGap(new Functions.Gap());
            case "GlobalWindows" -> GlobalWindows.create();
            case "GlobalWindowsAtEnd" -> GlobalWindows.createWithEndOfStreamTrigger();
            default -> throw new IllegalArgumentException("unknown assigner " + s);
        };
    }

    private static Trigger trigger(JsonNode s) {
        Duration interval = Duration.ofMillis(s.path("interval").asLong());
        return switch (s.get("type").asText()) {
            case "EventTimeTrigger" -> EventTimeTrigger.create();
            case "ProcessingTimeTrigger" -> ProcessingTimeTrigger.create();
            case "CountTrigger" -> CountTrigger.of(s.get("count").asLong());
            case "PurgingTrigger" -> PurgingTrigger.of(trigger(s.get("nested")));
            case "ContinuousEventTimeTrigger" -> ContinuousEventTimeTrigger.of(interval);
            case "ContinuousProcessingTimeTrigger" -> ContinuousProcessingTimeTrigger.of(interval);
            case "DeltaTrigger" -> DeltaTrigger.of(
                    s.get("threshold").asDouble(),
                    new Functions.Delta(),
                    TYPE.createSerializer(new SerializerConfigImpl()));
            case "ProcessingTimeoutTrigger" -> ProcessingTimeoutTrigger.of(
                    trigger(s.get("nested")),
                    Duration.ofMillis(s.get("timeout").asLong()),
                    s.path("reset").asBoolean(),
                    s.path("clear").asBoolean());
            default -> throw new IllegalArgumentException("unknown trigger " + s);
        };
    }

    private static Evictor evictor(JsonNode s) {
        boolean after = s.path("after").asBoolean();
        return switch (s.get("type").asText()) {
            case "CountEvictor" -> CountEvictor.of(s.get("count").asLong(), after);
            case "TimeEvictor" -> TimeEvictor.of(Duration.ofMillis(s.get("size").asLong()), after);
            case "DeltaEvictor" -> DeltaEvictor.of(s.get("threshold").asDouble(), new Functions.Delta(), after);
            default -> throw new IllegalArgumentException("unknown evictor " + s);
        };
    }
}
