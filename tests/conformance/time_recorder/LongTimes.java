import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamUtils;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.datastream.WindowedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.streaming.api.windowing.triggers.*;
import org.apache.flink.streaming.api.windowing.windows.*;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Windows and timers at both ends of time: reads cases, adds what real operators gave, op by op. */
public class LongTimes {
    static final ObjectMapper JSON = new ObjectMapper();
    static final TypeInformation<Tuple2<String, Long>> PAIR = Types.TUPLE(Types.STRING, Types.LONG);
    static final OutputTag<Tuple2<String, Long>> LATE = new OutputTag<>("late", PAIR);
    static ArrayNode now;
    static JsonNode ops;
    static ArrayNode out;

    static ArrayNode row(Object... cells) {
        ArrayNode made = JSON.createArrayNode();
        for (Object cell : cells) {
            made.addPOJO(cell);
        }
        return JSON.convertValue(made, ArrayNode.class);
    }

    /** Feeds the ops; the whole job is one chain, so each is over when the call returns. */
    public static class Feed implements SourceFunction<Tuple2<String, Long>> {
        public void run(SourceContext<Tuple2<String, Long>> ctx) {
            for (JsonNode op : ops) {
                now = JSON.createArrayNode();
                out.add(now);
                if (op.get(0).asText().equals("w")) {
                    ctx.emitWatermark(new Watermark(op.get(1).asLong()));
                } else {
                    Tuple2<String, Long> value = Tuple2.of(op.get(1).asText(), op.get(2).asLong());
                    ctx.collectWithTimestamp(value, op.get(3).asLong());
                }
            }
            now = JSON.createArrayNode();
            out.add(now);
        }

        public void cancel() {}
    }

    /** Notes what comes out. */
    public static class Note<T> extends AbstractStreamOperator<T>
            implements OneInputStreamOperator<T, T> {
        final String name;

        Note(String name) {
            this.name = name;
        }

        public void processElement(StreamRecord<T> record) {
            Object value = record.getValue();
            if (value instanceof Tuple2) {
                value = List.of(((Tuple2<?, ?>) value).f0, ((Tuple2<?, ?>) value).f1);
            }
            now.add(row(name, value, record.hasTimestamp() ? record.getTimestamp() : null));
        }

        public void processWatermark(Watermark mark) {
            if (name.equals("r")) {
                now.add(row("w", mark.getTimestamp()));
            }
        }
    }

    public static class ListAll
            extends ProcessWindowFunction<Tuple2<String, Long>, Object, String, Window> {
        public void process(
                String key, Context ctx, Iterable<Tuple2<String, Long>> elements, Collector<Object> to) {
            Window window = ctx.window();
            Object name = window instanceof TimeWindow
                    ? List.of(((TimeWindow) window).getStart(), ((TimeWindow) window).getEnd())
                    : "GlobalWindow";
            List<Long> values = new ArrayList<>();
            elements.forEach(each -> values.add(each.f1));
            to.collect(List.of(key, name, values, ctx.currentWatermark()));
        }
    }

    public static class Sum implements ReduceFunction<Tuple2<String, Long>> {
        public Tuple2<String, Long> reduce(Tuple2<String, Long> a, Tuple2<String, Long> b) {
            return Tuple2.of(a.f0, a.f1 + b.f1);
        }
    }

    static Duration ms(JsonNode fact, String field) {
        return Duration.ofMillis(fact.path(field).asLong());
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static WindowAssigner<Object, Window> assigner(JsonNode fact) {
        WindowAssigner made;
        switch (fact.get("type").asText()) {
            case "TumblingEventTimeWindows":
                made = TumblingEventTimeWindows.of(ms(fact, "size"), ms(fact, "offset"));
                break;
            case "SlidingEventTimeWindows":
                made = SlidingEventTimeWindows.of(
                        ms(fact, "size"), ms(fact, "slide"), ms(fact, "offset"));
                break;
            case "EventTimeSessionWindows":
                made = EventTimeSessionWindows.withGap(ms(fact, "gap"));
                break;
            default:
                made = GlobalWindows.create();
        }
        return made;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static Trigger<Object, Window> trigger(JsonNode fact) {
        Trigger made;
        switch (fact.get("type").asText()) {
            case "ContinuousEventTimeTrigger":
                made = ContinuousEventTimeTrigger.of(ms(fact, "interval"));
                break;
            case "CountTrigger":
                made = CountTrigger.of(fact.get("count").asLong());
                break;
            default:
                made = EventTimeTrigger.create();
        }
        return made;
    }

    static MiniCluster cluster;

    /** One cluster for all cases: to start one takes longer than any of them. */
    static void run(StreamExecutionEnvironment env) throws Exception {
        cluster.executeJobBlocking(env.getStreamGraph().getJobGraph());
    }

    static KeyedStream<Tuple2<String, Long>, String> keyed(StreamExecutionEnvironment env) {
        env.setParallelism(1);
        env.getConfig().setAutoWatermarkInterval(0);
        return DataStreamUtils.reinterpretAsKeyedStream(
                env.addSource(new Feed(), "feed", PAIR), pair -> pair.f0, Types.STRING);
    }

    static void window(JsonNode fact) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        KeyedStream<Tuple2<String, Long>, String> keyed = keyed(env);
        if (fact.has("countedBefore")) {
            keyed = DataStreamUtils.reinterpretAsKeyedStream(
                    keyed.countWindow(fact.get("countedBefore").asLong()).reduce(new Sum()),
                    pair -> pair.f0,
                    Types.STRING);
        }
        WindowedStream<Tuple2<String, Long>, String, Window> windowed =
                keyed.window(assigner(fact.get("assigner")));
        if (fact.has("trigger")) {
            windowed = windowed.trigger(trigger(fact.get("trigger")));
        }
        if (fact.get("allowedLateness").asLong() > 0) {
            windowed = windowed.allowedLateness(ms(fact, "allowedLateness"));
        }
        windowed = windowed.sideOutputLateData(LATE);
        SingleOutputStreamOperator<?> results = fact.get("function").asText().equals("reduceSum")
                ? windowed.reduce(new Sum())
                : windowed.process(new ListAll(), Types.GENERIC(Object.class));
        noted(results);
        results.getSideOutput(LATE).transform("late", PAIR, new Note<>("late"));
        run(env);
    }

    static <T> void noted(DataStream<T> stream) {
        stream.transform("note", stream.getType(), new Note<>("r"));
    }

    public static class Timers extends KeyedProcessFunction<String, Tuple2<String, Long>, Object> {
        public void processElement(Tuple2<String, Long> value, Context ctx, Collector<Object> to) {
            ctx.timerService().registerEventTimeTimer(value.f1);
        }

        public void onTimer(long timestamp, OnTimerContext ctx, Collector<Object> to) {
            to.collect(List.of(timestamp, ctx.timerService().currentWatermark()));
        }
    }

    static void timers() throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        noted(keyed(env).process(new Timers(), Types.GENERIC(Object.class)));
        run(env);
    }

    static final WindowAssigner.WindowAssignerContext AT_ZERO =
            new WindowAssigner.WindowAssignerContext() {
                public long getCurrentProcessingTime() {
                    return 0;
                }

                public RuntimeContext getRuntimeContext() {
                    throw new UnsupportedOperationException("no assigner here asks for it");
                }
            };

    static ArrayNode assigned(JsonNode fact) {
        WindowAssigner<Object, Window> assigner = assigner(fact.get("assigner"));
        ArrayNode all = JSON.createArrayNode();
        for (JsonNode input : fact.get("inputs")) {
            try {
                Collection<Window> windows = assigner.assignWindows(
                        null, input.get(0).asLong(), AT_ZERO);
                all.add(row(windows.stream()
                        .map(each -> (TimeWindow) each)
                        .map(each -> List.of(each.getStart(), each.getEnd(), each.maxTimestamp()))
                        .collect(Collectors.toList()).toArray()));
            } catch (RuntimeException error) {
                ObjectNode told = all.addObject();
                told.put("exception", error.getClass().getName());
                told.put("message", error.getMessage());
            }
        }
        return all;
    }

    static Throwable root(Throwable error) {
        return error.getCause() == null ? error : root(error.getCause());
    }

    public static void main(String[] args) throws Exception {
        Configuration anyPort = new Configuration();
        anyPort.setString("rest.port", "0");
        cluster = new MiniCluster(new MiniClusterConfiguration.Builder().setConfiguration(anyPort)
                .setNumTaskManagers(1).setNumSlotsPerTaskManager(1).build());
        cluster.start();
        ArrayNode cases = (ArrayNode) JSON.readTree(new java.io.File(args[0]));
        for (JsonNode each : cases) {
            ObjectNode fact = (ObjectNode) each;
            String kind = fact.get("kind").asText();
            if (kind.equals("assign")) {
                fact.set("windows", assigned(fact));
                continue;
            }
            System.err.println(fact.get("id").asText());
            ops = fact.get("ops");
            out = JSON.createArrayNode();
            try {
                if (kind.equals("window")) {
                    window(fact);
                } else {
                    timers();
                }
            } catch (Exception error) {
                Throwable root = root(error);
                fact.put("exception", root.getClass().getName());
                fact.put("message", root.getMessage());
            }
            fact.set("out", out);
        }
        cluster.close();
        JSON.writeValue(new java.io.File(args[1]), cases);
    }
}
