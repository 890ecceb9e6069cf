import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.MapPartitionFunction;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.operators.Order;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.PartitionWindowedStream;
import org.apache.flink.streaming.api.datastream.WindowedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.streaming.api.windowing.evictors.*;
import org.apache.flink.streaming.api.windowing.triggers.*;
import org.apache.flink.util.Collector;

/** One job of a case: a scripted source, one operator, and what came out of it in its order. */
@SuppressWarnings({"unchecked", "rawtypes", "deprecation"})
class Jobs {
    private static final List<Object> RESULTS = Collections.synchronizedList(new ArrayList<>());

    private final JsonNode given;
    private final JsonNode typeName;
    private final TypeInformation type;

    Jobs(JsonNode given) throws Exception {
        this.given = given;
        this.typeName = given.get("type");
        this.type = JavaValues.type(typeName);
    }

    /** What a script gives: {value, timestamp}, or a watermark. */
    static class Script implements SourceFunction {
        private final List<Object[]> entries;
        private final long delay;

        Script(List<Object[]> entries) {
            this(entries, 0);
        }

        Script(List<Object[]> entries, long delay) {
            this.entries = entries;
            this.delay = delay;
        }

        public void run(SourceContext context) throws Exception {
            Thread.sleep(delay);
            for (Object[] entry : entries) {
                if (entry.length == 3) {
                    context.markAsTemporarilyIdle();
                } else if (entry.length == 1) {
                    context.emitWatermark(new org.apache.flink.streaming.api.watermark.Watermark((Long) entry[0]));
                } else if (entry[1] == null) {
                    context.collect(entry[0]);
                } else {
                    context.collectWithTimestamp(entry[0], (Long) entry[1]);
                }
            }
        }

        public void cancel() {}
    }

    private DataStream source(StreamExecutionEnvironment environment, String name) {
        List<Object[]> entries = new ArrayList<>();
        for (JsonNode each : given.get(name)) {
            if (each.has("idle")) {
                entries.add(new Object[3]);
            } else if (each.has("watermark")) {
                entries.add(new Object[] {each.get("watermark").asLong()});
            } else {
                Object value = JavaValues.value(typeName, each.get("value"));
                entries.add(new Object[] {value, each.has("timestamp") ? each.get("timestamp").asLong() : null});
            }
        }
        long delay = name.equals("other") ? 1000 : 0; // so that it comes second
        return environment.addSource(new Script(entries, delay), name, type);
    }

    List<Object> run() throws Exception {
        RESULTS.clear();
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(1, new Configuration());
        if (given.path("batch").asBoolean()) {
            environment.setRuntimeMode(RuntimeExecutionMode.BATCH);
        }
        DataStream result;
        DataStream stream = given.path("batch").asBoolean() || given.path("bounded").asBoolean()
                ? environment.fromCollection(values(), type)
                : source(environment, "script");
        switch (given.get("kind").asText()) {
            case "windows":
                result = windows(stream);
                break;
            case "running":
                result = (DataStream) aggregate(keyed(stream), given.get("method").asText(), given.get("field"), given.get("first"));
                break;
            case "map state":
                result = keyedMap(stream);
                break;
            case "interval join":
                result = joined(stream, source(environment, "other"));
                break;
            case "source function":
                result = stream.process(new ProcessFunction<Object, Object>() {
                    @Override
                    public void processElement(Object value, Context context, Collector<Object> out) {
                        List<Object> seen = new ArrayList<>();
                        seen.add(JavaValues.plain(value));
                        seen.add(context.timerService().currentWatermark());
                        out.collect(seen);
                    }
                }).returns(Types.GENERIC(Object.class));
                if (given.path("network").asBoolean()) {
                    result = ((org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator) result).startNewChain();
                }
                break;
            default:
                result = partition(stream);
        }
        result.process(new ProcessFunction<Object, Object>() {
            @Override
            public void processElement(Object value, Context context, Collector<Object> out) {
                List<Object> pair = new ArrayList<>();
                pair.add(JavaValues.plain(value));
                pair.add(context.timestamp());
                RESULTS.add(pair);
            }
        }).returns(Types.GENERIC(Object.class)).sinkTo(new org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink());
        environment.execute();
        return new ArrayList<>(RESULTS);
    }

    private List<Object> values() {
        List<Object> values = new ArrayList<>();
        given.get("script").forEach(each -> values.add(JavaValues.value(typeName, each.get("value"))));
        return values;
    }

    private KeyedStream keyed(DataStream stream) {
        return stream.keyBy((KeySelector) value -> ((Tuple) value).getField(0), Types.STRING);
    }

    private DataStream windows(DataStream stream) throws Exception {
        WindowedStream windowed = keyed(stream).window(assigner(given.get("assigner")));
        JsonNode trigger = given.path("trigger");
        if (trigger.has("count")) {
            Trigger counting = CountTrigger.of(trigger.get("count").asLong());
            windowed = windowed.trigger(trigger.path("purging").asBoolean() ? PurgingTrigger.of(counting) : counting);
        }
        JsonNode evictor = given.path("evictor");
        if (evictor.has("count")) {
            windowed = windowed.evictor(CountEvictor.of(evictor.get("count").asLong(), evictor.path("after").asBoolean()));
        }
        if (given.has("lateness")) {
            windowed = windowed.allowedLateness(Duration.ofMillis(given.get("lateness").asLong()));
        }
        return (DataStream) aggregate(windowed, given.get("method").asText(), given.get("field"), given.get("first"));
    }

    private static WindowAssigner assigner(JsonNode node) {
        switch (node.get("type").asText()) {
            case "SlidingEventTimeWindows":
                return SlidingEventTimeWindows.of(
                        Duration.ofMillis(node.get("size").asLong()), Duration.ofMillis(node.get("slide").asLong()));
            case "TumblingEventTimeWindows":
                return TumblingEventTimeWindows.of(Duration.ofMillis(node.get("size").asLong()));
            case "EventTimeSessionWindows":
                return EventTimeSessionWindows.withGap(Duration.ofMillis(node.get("gap").asLong()));
            default:
                return node.path("endOfStreamTrigger").asBoolean()
                        ? GlobalWindows.createWithEndOfStreamTrigger() : GlobalWindows.create();
        }
    }

    /** sum, min, max, minBy or maxBy of a stream with keys or of its windows. */
    static Object aggregate(Object target, String method, JsonNode field, JsonNode first) throws Exception {
        boolean named = field.isTextual();
        Class<?> kind = named ? String.class : int.class;
        Object value = named ? (Object) field.asText() : (Object) field.asInt();
        Class<?> owner = target instanceof KeyedStream ? KeyedStream.class : WindowedStream.class;
        try {
            if (first == null) {
                return owner.getMethod(method, kind).invoke(target, value);
            }
            return owner.getMethod(method, kind, boolean.class).invoke(target, value, first.asBoolean());
        } catch (java.lang.reflect.InvocationTargetException error) {
            throw (Exception) error.getCause();
        }
    }

    /** Values are [key, operation, map key, map value]; after each the state is put out in its order. */
    private DataStream keyedMap(DataStream stream) throws Exception {
        JsonNode keyName = given.get("mapKey");
        TypeInformation keyType = JavaValues.type(keyName);
        List<Object> operands = new ArrayList<>();
        given.get("operands").forEach(each -> operands.add(JavaValues.value(keyName, each)));
        return keyed(stream).process(new KeyedProcessFunction<Object, Object, Object>() {
            private transient MapState<Object, Long> state;

            @Override
            public void open(org.apache.flink.api.common.functions.OpenContext context) {
                state = getRuntimeContext().getMapState(new MapStateDescriptor<>("m", keyType, Types.LONG));
            }

            @Override
            public void processElement(Object value, Context context, Collector<Object> out) throws Exception {
                Tuple tuple = (Tuple) value;
                String operation = tuple.getField(1);
                int from = ((Long) tuple.getField(2)).intValue();
                int to = ((Long) tuple.getField(3)).intValue();
                switch (operation) {
                    case "put":
                        for (int i = from; i < to; i++) state.put(operands.get(i), (long) i);
                        break;
                    case "put all":
                        java.util.LinkedHashMap<Object, Long> all = new java.util.LinkedHashMap<>();
                        for (int i = from; i < to; i++) all.put(operands.get(i), (long) i);
                        state.putAll(all);
                        break;
                    case "remove":
                        for (int i = from; i < to; i++) state.remove(operands.get(i));
                        break;
                    default:
                        state.clear();
                }
                List<Object> order = new ArrayList<>();
                state.keys().forEach(key -> order.add((long) operands.indexOf(key)));
                out.collect(order);
            }
        }).returns(Types.GENERIC(Object.class));
    }

    private DataStream joined(DataStream left, DataStream right) {
        return keyed(left)
                .intervalJoin(keyed(right))
                .between(Duration.ofMillis(given.get("lower").asLong()), Duration.ofMillis(given.get("upper").asLong()))
                .process(new ProcessJoinFunction<Object, Object, Object>() {
                    @Override
                    public void processElement(Object a, Object b, Context context, Collector<Object> out) {
                        out.collect(Tuple2.of(a, b));
                    }
                })
                .returns(Types.GENERIC(Object.class));
    }

    private DataStream partition(DataStream stream) {
        PartitionWindowedStream partition = given.path("keyed").asBoolean()
                ? keyed(stream).fullWindowPartition() : stream.fullWindowPartition();
        switch (given.get("method").asText()) {
            case "sortPartition": {
                Order order = Order.valueOf(given.get("order").asText());
                JsonNode field = given.get("field");
                if (field.isTextual()) {
                    return partition.sortPartition(field.asText(), order);
                }
                if (given.path("selector").asBoolean()) {
                    int place = field.asInt();
                    return partition.sortPartition(new FieldOf(place), order);
                }
                return partition.sortPartition(field.asInt(), order);
            }
            case "reduce":
                return partition.reduce((ReduceFunction) (a, b) -> {
                    Tuple sum = ((Tuple) a).copy();
                    sum.setField((Long) ((Tuple) a).getField(1) + (Long) ((Tuple) b).getField(1), 1);
                    return sum;
                });
            case "aggregate":
                return partition.aggregate(new SumOf());
            default:
                return partition.mapPartition(new AllOf());
        }
    }

    static class FieldOf implements KeySelector<Tuple2<String, Long>, Long> {
        private final int place;

        FieldOf(int place) {
            this.place = place;
        }

        public Long getKey(Tuple2<String, Long> value) {
            return value.getField(place);
        }
    }

    static class SumOf implements AggregateFunction<Tuple2<String, Long>, Long, Long> {
        public Long createAccumulator() { return 0L; }
        public Long add(Tuple2<String, Long> value, Long sum) { return sum + value.f1; }
        public Long getResult(Long sum) { return sum; }
        public Long merge(Long a, Long b) { return a + b; }
    }

    static class AllOf implements MapPartitionFunction<Tuple2<String, Long>, Long> {
        public void mapPartition(Iterable<Tuple2<String, Long>> values, Collector<Long> out) {
            for (Tuple2<String, Long> value : values) out.collect(value.f1);
            out.collect(-1L);
        }
    }
}
