import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import org.apache.flink.util.Collector;

/** Jobs for the clinic, healthy or ill on purpose: the first argument names the job. */
public class SickJobs {
    private static final TypeInformation<Tuple2<String, Long>> TYPE = Types.TUPLE(Types.STRING, Types.LONG);

    private static final class Clicks implements PartitionedSource.Content {
        private final String job;

        Clicks(String job) {
            this.job = job;
        }

        @Override
        public double rate(int partition) {
            switch (job) {
                case "idle_partition":
                case "healthy_idleness": return partition == 1 ? 0 : 100;
                case "slow_sink":
                case "checkpoint_timeout":
                case "alignment_timeout":
                case "lookup": return 2500;
                default: return 200;
            }
        }

        @Override
        public Tuple2<String, Long> create(int partition, long number) {
            long now = System.currentTimeMillis();
            if (job.equals("slow_split") && partition == 1) {
                now -= 600_000; // it still reads what is ten minutes old
            }
            boolean isHot = job.equals("hot_key") && number % 10 != 0;
            String key = isHot ? "hot" : job.equals("growing_state") ? partition + "-" + number : "k" + number % 50;
            return Tuple2.of(key, job.equals("seconds") ? now / 1000 : now);
        }
    }

    /** Remembers every key for ever. */
    private static final class Distinct extends KeyedProcessFunction<String, Tuple2<String, Long>, Tuple2<String, Long>> {
        private transient ValueState<String> seen;

        @Override
        public void open(OpenContext context) {
            seen = getRuntimeContext().getState(new ValueStateDescriptor<>("seen", Types.STRING));
        }

        @Override
        public void processElement(Tuple2<String, Long> click, Context context, Collector<Tuple2<String, Long>> out)
                throws Exception {
            if (seen.value() == null) {
                seen.update(click.f0 + " was seen for the first time at " + click.f1);
                out.collect(click);
            }
        }
    }

    /** Answers after some time, as a database would. */
    private static final class Lookup extends RichAsyncFunction<Tuple2<String, Long>, Tuple2<String, Long>> {
        private final long delayMs;

        Lookup(long delayMs) {
            this.delayMs = delayMs;
        }

        @Override
        public void asyncInvoke(Tuple2<String, Long> click, ResultFuture<Tuple2<String, Long>> result) {
            CompletableFuture.runAsync(
                    () -> result.complete(Collections.singleton(click)),
                    CompletableFuture.delayedExecutor(delayMs, TimeUnit.MILLISECONDS));
        }
    }

    private static DataStream<Tuple2<String, Long>> handle(
            String job, DataStream<Tuple2<String, Long>> clicks) {
        switch (job) {
            case "slow_sink":
            case "checkpoint_timeout":
            case "alignment_timeout":
                return clicks.rebalance().map(click -> {
                    Thread.sleep(20);
                    return click;
                }).returns(TYPE).name("slow call");
            case "lookup":
                return AsyncDataStream.orderedWait(clicks.rebalance(), new Lookup(50), 10, TimeUnit.SECONDS, 4)
                        .returns(TYPE).name("Lookup: customers");
            case "healthy_lookup":
                return AsyncDataStream.unorderedWait(clicks.rebalance(), new Lookup(5), 10, TimeUnit.SECONDS, 100)
                        .returns(TYPE).name("Lookup: customers");
            case "growing_state":
                return clicks.keyBy(click -> click.f0).process(new Distinct()).returns(TYPE).name("distinct");
            case "healthy_processing_time":
                return clicks.keyBy(click -> click.f0)
                        .window(TumblingProcessingTimeWindows.of(Duration.ofSeconds(1))).sum(1).name("count");
            default:
                return clicks.keyBy(click -> click.f0)
                        .window(TumblingEventTimeWindows.of(Duration.ofSeconds(2))).sum(1).name("count");
        }
    }

    public static void main(String[] args) throws Exception {
        String job = args[0];
        Configuration settings = new Configuration();
        if (job.equals("failing")) {
            settings.setString("restart-strategy.type", "fixed-delay");
            settings.setString("restart-strategy.fixed-delay.attempts", "1000");
            settings.setString("restart-strategy.fixed-delay.delay", "1 s");
        }
        if (job.equals("alignment_timeout")) {
            settings.setString("execution.checkpointing.unaligned.enabled", "true");
            settings.setString("execution.checkpointing.aligned-checkpoint-timeout", "300 ms");
        }
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(settings);
        env.setParallelism(2);
        env.enableCheckpointing(job.equals("alignment_timeout") ? 10_000 : 3000);
        if (job.equals("checkpoint_timeout")) {
            env.getCheckpointConfig().setCheckpointTimeout(400);
            env.getCheckpointConfig().setTolerableCheckpointFailureNumber(1000);
        }
        WatermarkStrategy<Tuple2<String, Long>> strategy = job.equals("no_watermarks")
                ? WatermarkStrategy.noWatermarks()
                : WatermarkStrategy.forBoundedOutOfOrderness(Duration.ofSeconds(1));
        if (job.equals("healthy_idleness")) {
            strategy = strategy.withIdleness(Duration.ofSeconds(5));
        }
        boolean hasFewSplits = job.equals("more_subtasks_than_splits");
        DataStream<Tuple2<String, Long>> clicks = env
                .fromSource(new PartitionedSource(hasFewSplits ? 2 : 4, new Clicks(job)),
                        strategy.withTimestampAssigner((click, any) -> click.f1), "clicks")
                .setParallelism(hasFewSplits ? 4 : 2)
                .map(click -> {
                    if (job.equals("failing") && click.f0.equals("k49")) {
                        throw new IllegalStateException("bad record " + click);
                    }
                    return click;
                }).returns(TYPE).name("check");
        handle(job, clicks).sinkTo(new DiscardingSink<>()).name("result");
        env.execute(job);
    }
}
