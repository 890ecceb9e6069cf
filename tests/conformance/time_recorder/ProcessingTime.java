import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.async.AsyncFunction;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeServiceUtil;
import org.apache.flink.util.Collector;

/**
 * What the production clock does: how long it waits for a timer, and what a real job sees of it. A
 * machine is late now and then; so what most of many samples show is the fact.
 */
public class ProcessingTime {
    static final ObjectMapper JSON = new ObjectMapper();
    static final ConcurrentSkipListMap<String, TreeMap<Long, Integer>> SEEN =
            new ConcurrentSkipListMap<>();

    static synchronized void saw(String what, long milliseconds) {
        SEEN.computeIfAbsent(what, any -> new TreeMap<>()).merge(milliseconds, 1, Integer::sum);
    }

    /** Notes how long after each other it is asked. */
    public static class Asked implements WatermarkGenerator<Long> {
        final String where;
        long before;

        Asked(String where) {
            this.where = where;
        }

        public void onEvent(Long event, long timestamp, WatermarkOutput output) {}

        public void onPeriodicEmit(WatermarkOutput output) {
            long now = System.currentTimeMillis();
            if (before != 0) {
                saw("interval of a generator in " + where, now - before);
            }
            before = now;
            output.emitWatermark(new Watermark(now));
        }
    }

    public static class Timers extends KeyedProcessFunction<Long, Long, Long> {
        public void processElement(Long value, Context ctx, Collector<Long> out) {
            long now = ctx.timerService().currentProcessingTime();
            ctx.timerService().registerProcessingTimeTimer(now + 3);
        }

        public void onTimer(long timestamp, OnTimerContext ctx, Collector<Long> out) {
            saw("lateness of a timer", ctx.timerService().currentProcessingTime() - timestamp);
        }
    }

    /** Never answers; notes when its time is up. */
    public static class Silent implements AsyncFunction<Long, Long> {
        final ConcurrentSkipListMap<Long, Long> asked = new ConcurrentSkipListMap<>();

        public void asyncInvoke(Long value, ResultFuture<Long> result) {
            asked.put(value, System.currentTimeMillis());
        }

        public void timeout(Long value, ResultFuture<Long> result) {
            saw("wait for an answer of 20 ms", System.currentTimeMillis() - asked.get(value));
            result.complete(List.of());
        }
    }

    public static class Slow implements SourceFunction<Long> {
        volatile boolean runs = true;

        public void run(SourceContext<Long> ctx) throws Exception {
            for (long number = 0; runs && number < 300; number++) {
                synchronized (ctx.getCheckpointLock()) {
                    ctx.collect(number);
                }
                Thread.sleep(20);
            }
        }

        public void cancel() {
            runs = false;
        }
    }

    static void job() throws Exception {
        Configuration anyPort = new Configuration();
        anyPort.setString("rest.port", "0");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(anyPort);
        env.setParallelism(1);
        env.getConfig().setAutoWatermarkInterval(20);
        DataStream<Long> slow = env.addSource(new Slow(), "slow", Types.LONG);
        slow.keyBy(value -> 0L).process(new Timers());
        slow.assignTimestampsAndWatermarks(
                WatermarkStrategy.forGenerator(context -> new Asked("an operator")));
        AsyncDataStream.unorderedWait(slow, new Silent(), 20, TimeUnit.MILLISECONDS);
        env.fromSource(
                        new org.apache.flink.api.connector.source.lib.NumberSequenceSource(1, 4000),
                        WatermarkStrategy.forGenerator(context -> new Asked("a source")), "numbers")
                .map(value -> {
                    Thread.sleep(1); // so that no tick waits long for a record
                    return value;
                })
                .returns(Types.LONG);
        env.execute();
    }

    public static void main(String[] args) throws Exception {
        ArrayNode cases = (ArrayNode) JSON.readTree(new java.io.File(args[0]));
        job();
        for (JsonNode each : cases) {
            ObjectNode fact = (ObjectNode) each;
            if (fact.get("kind").asText().equals("delay")) {
                ArrayNode delays = fact.putArray("delays");
                for (JsonNode input : fact.get("inputs")) {
                    delays.add(ProcessingTimeServiceUtil.getProcessingTimeDelay(
                            input.get(0).asLong(), input.get(1).asLong()));
                }
            } else {
                ObjectNode most = fact.putObject("most");
                SEEN.forEach((what, counts) -> most.put(what, counts.entrySet().stream()
                        .max(Map.Entry.comparingByValue()).get().getKey()));
            }
        }
        JSON.writeValue(new java.io.File(args[1]), cases);
        System.exit(0);
    }
}
