import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.state.*;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.Tuple4;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.streaming.api.functions.*;
import org.apache.flink.streaming.api.functions.async.*;
import org.apache.flink.streaming.api.functions.co.*;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.streaming.api.functions.windowing.*;
import org.apache.flink.streaming.api.functions.windowing.delta.DeltaFunction;
import org.apache.flink.streaming.api.windowing.assigners.SessionWindowTimeGapExtractor;
import org.apache.flink.streaming.api.windowing.windows.*;
import org.apache.flink.util.Collector;

/** The functions that a program can name; ../functions.py has the same in Python. */
class Functions {
    /** Key, time, value, note. */
    static Tuple4<String, Long, Long, String> v(String key, long time, long value, String note) {
        return Tuple4.of(key, time, value, note);
    }

    static String text(Tuple4<String, Long, Long, String> v) {
        return v.f0 + "," + v.f1 + "," + v.f2 + "," + v.f3;
    }

    /** A timestamp, or null if there is none: Java has null for it here and the least long there. */
    static Long known(Long timestamp) {
        return timestamp == null || timestamp == Long.MIN_VALUE ? null : timestamp;
    }

    static String bounds(Window window) {
        return window instanceof TimeWindow time ? "[" + time.getStart() + "," + time.getEnd() + ")" : "[all]";
    }

    static class Map_ extends RichMapFunction<Tuple4<String, Long, Long, String>, Tuple4<String, Long, Long, String>> {
        final String fn;
        final long n;

        Map_(JsonNode s) {
            fn = s.get("fn").asText();
            n = s.path("n").asLong();
        }

        @Override
        public void open(OpenContext context) {}

        @Override
        public Tuple4<String, Long, Long, String> map(Tuple4<String, Long, Long, String> v) throws Exception {
            return switch (fn) {
                case "hold" -> {
                    if (v.f3.equals("hold") && getRuntimeContext().getTaskInfo().getAttemptNumber() == 0) Hold.await();
                    yield v;
                }
                case "add" -> v(v.f0, v.f1, v.f2 + n, v.f3);
                case "note" -> v(v.f0, v.f1, v.f2, v.f3 + "n" + n);
                case "key" -> v("k" + Math.floorMod(v.f2, n), v.f1, v.f2, v.f3);
                case "pad" -> v(v.f0, v.f1, v.f2, "x".repeat((int) n));
                case "short" -> v(v.f0, v.f1, v.f2, "");
                case "fail" -> {
                    // a note such as "!2": so many attempts fail at this value
                    int fails = v.f3.startsWith("!") ? Integer.parseInt(v.f3.substring(1)) : 0;
                    if (getRuntimeContext().getTaskInfo().getAttemptNumber() < fails) {
                        throw new IllegalStateException("failed at " + text(v));
                    }
                    yield v;
                }
                default -> throw new IllegalArgumentException(fn);
            };
        }

        @Override
        public void close() {}
    }

    static class Filter implements FilterFunction<Tuple4<String, Long, Long, String>> {
        final long n;

        Filter(JsonNode s) {
            n = s.get("n").asLong();
        }

        @Override
        public boolean filter(Tuple4<String, Long, Long, String> v) {
            return Math.floorMod(v.f2, n) != 0;
        }
    }

    static class FlatMap
            implements FlatMapFunction<Tuple4<String, Long, Long, String>, Tuple4<String, Long, Long, String>> {
        final long n;

        FlatMap(JsonNode s) {
            n = s.get("n").asLong();
        }

        @Override
        public void flatMap(Tuple4<String, Long, Long, String> v, Collector<Tuple4<String, Long, Long, String>> out) {
            for (long i = 0; i < Math.floorMod(v.f2, n); i++) out.collect(v(v.f0, v.f1, v.f2, v.f3 + "#" + i));
        }
    }

    static class Key implements KeySelector<Tuple4<String, Long, Long, String>, String> {
        @Override
        public String getKey(Tuple4<String, Long, Long, String> v) {
            return v.f0;
        }
    }

    static class ValueKey implements KeySelector<Tuple4<String, Long, Long, String>, Long> {
        final long n;

        ValueKey(long n) {
            this.n = n;
        }

        @Override
        public Long getKey(Tuple4<String, Long, Long, String> v) {
            return Math.floorMod(v.f2, n);
        }
    }

    static class Reduce implements ReduceFunction<Tuple4<String, Long, Long, String>> {
        @Override
        public Tuple4<String, Long, Long, String> reduce(
                Tuple4<String, Long, Long, String> a, Tuple4<String, Long, Long, String> b) {
            return v(a.f0, Math.max(a.f1, b.f1), a.f2 + b.f2, a.f3 + "+" + b.f3);
        }
    }

    static class Aggregate implements AggregateFunction<
            Tuple4<String, Long, Long, String>,
            Tuple4<String, Long, Long, String>,
            Tuple4<String, Long, Long, String>> {
        @Override
        public Tuple4<String, Long, Long, String> createAccumulator() {
            return v("", 0, 0, "");
        }

        @Override
        public Tuple4<String, Long, Long, String> add(
                Tuple4<String, Long, Long, String> v, Tuple4<String, Long, Long, String> a) {
            return v(v.f0, Math.max(a.f1, v.f1), a.f2 + v.f2, a.f3 + "," + v.f2);
        }

        @Override
        public Tuple4<String, Long, Long, String> getResult(Tuple4<String, Long, Long, String> a) {
            return v(a.f0, a.f1, a.f2, "agg" + a.f3);
        }

        @Override
        public Tuple4<String, Long, Long, String> merge(
                Tuple4<String, Long, Long, String> a, Tuple4<String, Long, Long, String> b) {
            return v(a.f0, Math.max(a.f1, b.f1), a.f2 + b.f2, a.f3 + "|" + b.f3);
        }
    }

    private static Tuple4<String, Long, Long, String> pane(
            Object key, Window window, long watermark, Iterable<Tuple4<String, Long, Long, String>> values) {
        StringBuilder note = new StringBuilder(key + bounds(window) + "w" + watermark);
        String name = "";
        long count = 0;
        for (Tuple4<String, Long, Long, String> v : values) {
            count++;
            name = v.f0;
            note.append(' ').append(v.f2).append(v.f3);
        }
        return v(name, window.maxTimestamp(), count, note.toString());
    }

    static class Pane extends ProcessWindowFunction<
            Tuple4<String, Long, Long, String>, Tuple4<String, Long, Long, String>, Object, Window> {
        @Override
        public void process(
                Object key,
                Context context,
                Iterable<Tuple4<String, Long, Long, String>> values,
                Collector<Tuple4<String, Long, Long, String>> out)
                throws Exception {
            ValueState<Long> firings =
                    context.globalState().getState(new ValueStateDescriptor<>("firings", Types.LONG));
            long n = firings.value() == null ? 1 : firings.value() + 1;
            firings.update(n);
            Tuple4<String, Long, Long, String> told = pane(key, context.window(), context.currentWatermark(), values);
            out.collect(v(told.f0, told.f1, told.f2, "f" + n + told.f3));
        }
    }

    static class AllPane extends ProcessAllWindowFunction<
            Tuple4<String, Long, Long, String>, Tuple4<String, Long, Long, String>, Window> {
        @Override
        public void process(
                Context context,
                Iterable<Tuple4<String, Long, Long, String>> values,
                Collector<Tuple4<String, Long, Long, String>> out) {
            out.collect(pane("all", context.window(), 0, values));
        }
    }

    static class Apply implements WindowFunction<
            Tuple4<String, Long, Long, String>, Tuple4<String, Long, Long, String>, Object, Window> {
        @Override
        public void apply(
                Object key,
                Window window,
                Iterable<Tuple4<String, Long, Long, String>> values,
                Collector<Tuple4<String, Long, Long, String>> out) {
            out.collect(pane(key, window, 0, values));
        }
    }

    static class AllApply implements AllWindowFunction<
            Tuple4<String, Long, Long, String>, Tuple4<String, Long, Long, String>, Window> {
        @Override
        public void apply(
                Window window,
                Iterable<Tuple4<String, Long, Long, String>> values,
                Collector<Tuple4<String, Long, Long, String>> out) {
            out.collect(pane("all", window, 0, values));
        }
    }

    /** Counts, keeps what it is told to keep, registers timers, and tells of each that fires. */
    static class Process extends KeyedProcessFunction<
            Object, Tuple4<String, Long, Long, String>, Tuple4<String, Long, Long, String>> {
        final List<Long> event = new ArrayList<>();
        final List<Long> processing = new ArrayList<>();
        final long delete;
        final long again;
        final long ttl;
        final boolean clear;
        final String kind;
        transient ValueState<Long> count;
        transient ValueState<Long> last;
        transient ListState<Long> list;
        transient MapState<Long, Long> map;
        transient ReducingState<Long> reducing;

        Process(JsonNode s) {
            for (JsonNode each : s.path("event")) event.add(each.asLong());
            for (JsonNode each : s.path("processing")) processing.add(each.asLong());
            delete = s.path("delete").asLong();
            again = s.path("again").asLong();
            clear = s.path("clear").asBoolean();
            ttl = s.path("ttl").asLong();
            kind = s.path("state").asText("none");
        }

        @Override
        public void open(OpenContext context) {
            ValueStateDescriptor<Long> counts = new ValueStateDescriptor<>("count", Types.LONG);
            ListStateDescriptor<Long> lists = new ListStateDescriptor<>("list", Types.LONG);
            MapStateDescriptor<Long, Long> maps = new MapStateDescriptor<>("map", Types.LONG, Types.LONG);
            ReducingStateDescriptor<Long> sums = new ReducingStateDescriptor<>("reducing", new Sum(), Types.LONG);
            if (ttl > 0) {
                StateTtlConfig config = StateTtlConfig.newBuilder(Duration.ofMillis(ttl)).build();
                for (StateDescriptor<?, ?> each : List.of(counts, lists, maps, sums)) each.enableTimeToLive(config);
            }
            count = getRuntimeContext().getState(counts);
            last = getRuntimeContext().getState(new ValueStateDescriptor<>("last", Types.LONG));
            list = getRuntimeContext().getListState(lists);
            map = getRuntimeContext().getMapState(maps);
            reducing = getRuntimeContext().getReducingState(sums);
        }

        static class Sum implements ReduceFunction<Long> {
            @Override
            public Long reduce(Long a, Long b) {
                return a + b;
            }
        }

        @Override
        public void processElement(
                Tuple4<String, Long, Long, String> v, Context context, Collector<Tuple4<String, Long, Long, String>> out)
                throws Exception {
            long n = count.value() == null ? 1 : count.value() + 1;
            count.update(n);
            String kept = "";
            switch (kind) {
                case "list" -> {
                    list.add(v.f2);
                    List<String> all = new ArrayList<>();
                    for (Long each : list.get()) all.add(each.toString());
                    kept = String.join(";", all);
                }
                case "map" -> {
                    long key = Math.floorMod(v.f2, 3L);
                    Long before = map.get(key);
                    map.put(key, before == null ? 1 : before + 1);
                    long sum = 0;
                    for (Long each : map.keys()) sum += each;
                    for (Long each : map.values()) sum += each;
                    if (map.isEmpty() || !map.contains(key) || sum < 1) throw new IllegalStateException();
                    TreeMap<Long, Long> sorted = new TreeMap<>();
                    for (Map.Entry<Long, Long> entry : map.entries()) sorted.put(entry.getKey(), entry.getValue());
                    List<String> all = new ArrayList<>();
                    sorted.forEach((k, c) -> all.add(k + ":" + c));
                    kept = String.join(";", all);
                }
                case "reducing" -> {
                    reducing.add(v.f2);
                    kept = reducing.get().toString();
                }
                default -> {}
            }
            if (known(context.timestamp()) != null) {
                if (delete > 0 && Math.floorMod(n, delete) == 0 && last.value() != null) {
                    context.timerService().deleteEventTimeTimer(last.value());
                }
                for (long delta : event) {
                    context.timerService().registerEventTimeTimer(context.timestamp() + delta);
                    last.update(context.timestamp() + delta);
                }
            }
            long now = context.timerService().currentProcessingTime();
            for (long delta : processing) context.timerService().registerProcessingTimeTimer(now + delta);
            out.collect(v(v.f0, v.f1, v.f2, v.f3 + "<" + n + " " + kept + ">"));
        }

        @Override
        public void onTimer(long time, OnTimerContext context, Collector<Tuple4<String, Long, Long, String>> out)
                throws Exception {
            long n = count.value() == null ? 0 : count.value();
            String domain = context.timeDomain() == org.apache.flink.streaming.api.TimeDomain.EVENT_TIME ? "e" : "p";
            String note = domain + time + "/" + context.getCurrentKey() + "/" + known(context.timestamp());
            if (clear) {
                count.clear();
                list.clear();
                map.clear();
                reducing.clear();
            } else if (again > 0 && n < 5) {
                count.update(n + 1);
                if (domain.equals("e")) context.timerService().registerEventTimeTimer(time + again);
                else context.timerService().registerProcessingTimeTimer(time + again);
            }
            out.collect(v(context.getCurrentKey().toString(), time, n, note));
        }
    }

    static class PlainProcess
            extends ProcessFunction<Tuple4<String, Long, Long, String>, Tuple4<String, Long, Long, String>> {
        @Override
        public void processElement(
                Tuple4<String, Long, Long, String> v,
                Context context,
                Collector<Tuple4<String, Long, Long, String>> out) {
            if (Math.floorMod(v.f2, 2) == 0) context.output(Program.tag("odd"), v);
            else out.collect(v);
        }
    }

    static class CoMap implements CoMapFunction<
            Tuple4<String, Long, Long, String>,
            Tuple4<String, Long, Long, String>,
            Tuple4<String, Long, Long, String>> {
        @Override
        public Tuple4<String, Long, Long, String> map1(Tuple4<String, Long, Long, String> v) {
            return v(v.f0, v.f1, v.f2, v.f3 + "l");
        }

        @Override
        public Tuple4<String, Long, Long, String> map2(Tuple4<String, Long, Long, String> v) {
            return v(v.f0, v.f1, v.f2, v.f3 + "r");
        }
    }

    static class CoFlatMap implements CoFlatMapFunction<
            Tuple4<String, Long, Long, String>,
            Tuple4<String, Long, Long, String>,
            Tuple4<String, Long, Long, String>> {
        @Override
        public void flatMap1(Tuple4<String, Long, Long, String> v, Collector<Tuple4<String, Long, Long, String>> out) {
            out.collect(v(v.f0, v.f1, v.f2, v.f3 + "l"));
        }

        @Override
        public void flatMap2(Tuple4<String, Long, Long, String> v, Collector<Tuple4<String, Long, Long, String>> out) {
            for (long i = 0; i < Math.floorMod(v.f2, 3L); i++) out.collect(v(v.f0, v.f1, v.f2, v.f3 + "r" + i));
        }
    }

    static class CoProcess extends KeyedCoProcessFunction<
            Object,
            Tuple4<String, Long, Long, String>,
            Tuple4<String, Long, Long, String>,
            Tuple4<String, Long, Long, String>> {
        final long delta;
        final boolean processing;
        transient ValueState<Long> sum;

        CoProcess(JsonNode s) {
            delta = s.get("delta").asLong();
            processing = s.path("processing").asBoolean();
        }

        @Override
        public void open(OpenContext context) {
            sum = getRuntimeContext().getState(new ValueStateDescriptor<>("sum", Types.LONG));
        }

        private void element(
                Tuple4<String, Long, Long, String> v,
                long change,
                String side,
                Context context,
                Collector<Tuple4<String, Long, Long, String>> out)
                throws Exception {
            long s = (sum.value() == null ? 0 : sum.value()) + change;
            sum.update(s);
            if (processing) {
                context.timerService()
                        .registerProcessingTimeTimer(context.timerService().currentProcessingTime() + delta);
            } else if (known(context.timestamp()) != null) {
                context.timerService().registerEventTimeTimer(context.timestamp() + delta);
            }
            out.collect(v(v.f0, v.f1, v.f2, v.f3 + side + s));
        }

        @Override
        public void processElement1(
                Tuple4<String, Long, Long, String> v,
                Context context,
                Collector<Tuple4<String, Long, Long, String>> out)
                throws Exception {
            element(v, v.f2, "L", context, out);
        }

        @Override
        public void processElement2(
                Tuple4<String, Long, Long, String> v,
                Context context,
                Collector<Tuple4<String, Long, Long, String>> out)
                throws Exception {
            element(v, -v.f2, "R", context, out);
        }

        @Override
        public void onTimer(long time, OnTimerContext context, Collector<Tuple4<String, Long, Long, String>> out)
                throws Exception {
            out.collect(v(context.getCurrentKey().toString(), time, sum.value(), "co/"));
        }
    }

    static final MapStateDescriptor<String, Long> RULES =
            new MapStateDescriptor<>("rules", Types.STRING, Types.LONG);

    static class Broadcast extends BroadcastProcessFunction<
            Tuple4<String, Long, Long, String>,
            Tuple4<String, Long, Long, String>,
            Tuple4<String, Long, Long, String>> {
        @Override
        public void processElement(
                Tuple4<String, Long, Long, String> v,
                ReadOnlyContext context,
                Collector<Tuple4<String, Long, Long, String>> out)
                throws Exception {
            Long rule = context.getBroadcastState(RULES).get(v.f0);
            out.collect(v(v.f0, v.f1, v.f2, v.f3 + "b" + (rule == null ? "-" : rule)));
        }

        @Override
        public void processBroadcastElement(
                Tuple4<String, Long, Long, String> v,
                Context context,
                Collector<Tuple4<String, Long, Long, String>> out)
                throws Exception {
            context.getBroadcastState(RULES).put(v.f0, v.f2);
            out.collect(v(v.f0, v.f1, v.f2, v.f3 + "rule"));
        }
    }

    static class KeyedBroadcast extends KeyedBroadcastProcessFunction<
            Object,
            Tuple4<String, Long, Long, String>,
            Tuple4<String, Long, Long, String>,
            Tuple4<String, Long, Long, String>> {
        final long delta;

        KeyedBroadcast(JsonNode s) {
            delta = s.path("delta").asLong();
        }

        @Override
        public void processElement(
                Tuple4<String, Long, Long, String> v,
                ReadOnlyContext context,
                Collector<Tuple4<String, Long, Long, String>> out)
                throws Exception {
            Long rule = context.getBroadcastState(RULES).get(v.f0);
            if (delta > 0 && known(context.timestamp()) != null) {
                context.timerService().registerEventTimeTimer(context.timestamp() + delta);
            }
            out.collect(v(v.f0, v.f1, v.f2, v.f3 + "b" + (rule == null ? "-" : rule)));
        }

        @Override
        public void processBroadcastElement(
                Tuple4<String, Long, Long, String> v,
                Context context,
                Collector<Tuple4<String, Long, Long, String>> out)
                throws Exception {
            context.getBroadcastState(RULES).put(v.f0, v.f2);
            out.collect(v(v.f0, v.f1, v.f2, v.f3 + "rule"));
        }

        @Override
        public void onTimer(long time, OnTimerContext context, Collector<Tuple4<String, Long, Long, String>> out)
                throws Exception {
            out.collect(v(context.getCurrentKey().toString(), time, 0, "kb/"));
        }
    }

    static class Joined extends ProcessJoinFunction<
            Tuple4<String, Long, Long, String>,
            Tuple4<String, Long, Long, String>,
            Tuple4<String, Long, Long, String>> {
        @Override
        public void processElement(
                Tuple4<String, Long, Long, String> l,
                Tuple4<String, Long, Long, String> r,
                Context context,
                Collector<Tuple4<String, Long, Long, String>> out) {
            String note = context.getLeftTimestamp() + "&" + context.getRightTimestamp();
            out.collect(v(l.f0, context.getTimestamp(), l.f2 * 100 + r.f2, l.f3 + note + r.f3));
        }
    }

    static class Join implements JoinFunction<
            Tuple4<String, Long, Long, String>,
            Tuple4<String, Long, Long, String>,
            Tuple4<String, Long, Long, String>> {
        @Override
        public Tuple4<String, Long, Long, String> join(
                Tuple4<String, Long, Long, String> a, Tuple4<String, Long, Long, String> b) {
            return v(a.f0, Math.max(a.f1, b.f1), a.f2 * 100 + b.f2, a.f3 + "x" + b.f3);
        }
    }

    static class CoGroup implements CoGroupFunction<
            Tuple4<String, Long, Long, String>,
            Tuple4<String, Long, Long, String>,
            Tuple4<String, Long, Long, String>> {
        @Override
        public void coGroup(
                Iterable<Tuple4<String, Long, Long, String>> first,
                Iterable<Tuple4<String, Long, Long, String>> second,
                Collector<Tuple4<String, Long, Long, String>> out) {
            StringBuilder note = new StringBuilder();
            String key = "";
            long count = 0;
            for (Tuple4<String, Long, Long, String> v : first) {
                note.append(v.f2).append("l ");
                key = v.f0;
                count++;
            }
            for (Tuple4<String, Long, Long, String> v : second) {
                note.append(v.f2).append("r ");
                key = v.f0;
                count++;
            }
            out.collect(v(key, 0, count, note.toString()));
        }
    }

    static class Async extends RichAsyncFunction<Tuple4<String, Long, Long, String>, Tuple4<String, Long, Long, String>> {
        final long delay;
        final boolean retried;
        final Map<String, Integer> attempts = new TreeMap<>();

        Async(JsonNode s) {
            delay = s.get("delay").asLong();
            retried = s.has("retry");
        }

        /** Nothing until it has been asked as often as the value says. */
        private List<Tuple4<String, Long, Long, String>> answer(Tuple4<String, Long, Long, String> v) {
            if (!retried) return Collections.singletonList(v(v.f0, v.f1, v.f2, v.f3 + "async"));
            int attempt = attempts.merge(text(v), 1, Integer::sum);
            if (attempt <= Math.floorMod(v.f2, 3L)) return Collections.emptyList();
            return Collections.singletonList(v(v.f0, v.f1, v.f2, v.f3 + "async" + attempt));
        }

        @Override
        public void asyncInvoke(
                Tuple4<String, Long, Long, String> v, ResultFuture<Tuple4<String, Long, Long, String>> result) {
            List<Tuple4<String, Long, Long, String>> told = answer(v);
            long wait = Math.floorMod(v.f2, 3L) * delay;
            if (wait == 0) result.complete(told);
            else Virtual.after(wait, () -> result.complete(told));
        }

        @Override
        public void timeout(
                Tuple4<String, Long, Long, String> v, ResultFuture<Tuple4<String, Long, Long, String>> result) {
            result.complete(Collections.singletonList(v(v.f0, v.f1, v.f2, v.f3 + "late")));
        }
    }

    static class Report extends ProcessFunction<Tuple4<String, Long, Long, String>, String> {
        final String name;

        Report(String name) {
            this.name = name;
        }

        @Override
        public void processElement(Tuple4<String, Long, Long, String> v, Context context, Collector<String> out) {
            String line = name + ":" + getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() + " (" + text(v)
                    + ") @" + known(context.timestamp()) + " w" + context.timerService().currentWatermark();
            Conductor.tell(line);
            out.collect(line);
        }
    }

    static class Assigner implements TimestampAssigner<Tuple4<String, Long, Long, String>> {
        @Override
        public long extractTimestamp(Tuple4<String, Long, Long, String> v, long recorded) {
            return v.f1;
        }
    }

    static class Punctuated implements WatermarkGenerator<Tuple4<String, Long, Long, String>> {
        @Override
        public void onEvent(Tuple4<String, Long, Long, String> v, long timestamp, WatermarkOutput output) {
            output.emitWatermark(new Watermark(timestamp - 1));
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }

    static class Partition implements Partitioner<Long> {
        @Override
        public int partition(Long key, int partitions) {
            return (int) Math.floorMod(key, partitions);
        }
    }

    static class Delta implements DeltaFunction<Tuple4<String, Long, Long, String>> {
        @Override
        public double getDelta(Tuple4<String, Long, Long, String> a, Tuple4<String, Long, Long, String> b) {
            return b.f2 - a.f2;
        }
    }

    static class Gap implements SessionWindowTimeGapExtractor<Tuple4<String, Long, Long, String>> {
        @Override
        public long extract(Tuple4<String, Long, Long, String> v) {
            return 500 + Math.floorMod(v.f2, 4L) * 500;
        }
    }

    /** Gives its values from a thread of its own, as sources did before Flink 1.12. */
    static class Legacy implements SourceFunction<Tuple4<String, Long, Long, String>> {
        final List<Tuple4<String, Long, Long, String>> values = new ArrayList<>();
        final boolean timed;

        Legacy(JsonNode s) {
            timed = s.path("timed").asBoolean();
            for (JsonNode v : s.get("values")) {
                values.add(v(v.get(0).asText(), v.get(1).asLong(), v.get(2).asLong(), v.get(3).asText()));
            }
        }

        @Override
        public void run(SourceContext<Tuple4<String, Long, Long, String>> context) throws Exception {
            for (Tuple4<String, Long, Long, String> value : values) {
                Thread.sleep(5);
                if (!timed) {
                    context.collect(value);
                    continue;
                }
                context.collectWithTimestamp(value, value.f1);
                context.emitWatermark(new org.apache.flink.streaming.api.watermark.Watermark(value.f1 - 1));
            }
        }

        @Override
        public void cancel() {}
    }
}
