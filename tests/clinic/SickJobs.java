import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

/** Jobs that are ill on purpose, for the clinic: the first argument names the illness. */
public class SickJobs {
    static long made = System.currentTimeMillis();

    static DataStream<Tuple2<String, Long>> numbers(StreamExecutionEnvironment env, String ill, double rate) {
        DataGeneratorSource<Tuple2<String, Long>> source = new DataGeneratorSource<>(
            n -> {
                long now = System.currentTimeMillis();
                String key = ill.equals("hot_key") && n % 10 != 0 ? "hot" : "k" + n % 50;
                long time = ill.equals("seconds") ? now / 1000 : now;
                return Tuple2.of(key, time);
            },
            Long.MAX_VALUE, RateLimiterStrategy.perSecond(rate), Types.TUPLE(Types.STRING, Types.LONG));
        WatermarkStrategy<Tuple2<String, Long>> strategy = ill.equals("no_watermarks")
            ? WatermarkStrategy.noWatermarks()
            : WatermarkStrategy.forBoundedOutOfOrderness(Duration.ofSeconds(1));
        return env.fromSource(source, strategy.withTimestampAssigner((t, x) -> t.f1), "numbers");
    }

    public static void main(String[] args) throws Exception {
        String ill = args[0];
        Configuration conf = new Configuration();
        if (ill.equals("failing")) {
            conf.setString("restart-strategy.type", "fixed-delay");
            conf.setString("restart-strategy.fixed-delay.attempts", "1000");
            conf.setString("restart-strategy.fixed-delay.delay", "1 s");
        }
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(conf);
        env.setParallelism(2);
        if (!ill.equals("no_watermarks")) env.enableCheckpointing(2000);
        if (ill.equals("checkpoint_timeout")) env.getCheckpointConfig().setCheckpointTimeout(400);
        if (ill.equals("checkpoint_timeout")) env.getCheckpointConfig().setTolerableCheckpointFailureNumber(1000);
        DataStream<Tuple2<String, Long>> stream = numbers(env, ill, ill.equals("slow_sink") || ill.equals("checkpoint_timeout") ? 5000 : 400);
        if (ill.equals("idle_input")) {
            DataGeneratorSource<Tuple2<String, Long>> quiet = new DataGeneratorSource<>(
                n -> Tuple2.of("q", System.currentTimeMillis()), Long.MAX_VALUE,
                RateLimiterStrategy.perSecond(0.001), Types.TUPLE(Types.STRING, Types.LONG));
            stream = stream.union(env.fromSource(quiet,
                WatermarkStrategy.<Tuple2<String, Long>>forMonotonousTimestamps().withTimestampAssigner((t, x) -> t.f1), "quiet"));
        }
        SingleOutputStreamOperator<Tuple2<String, Long>> counted = stream
            .map(t -> {
                if (ill.equals("failing") && System.currentTimeMillis() - made > 3000) throw new IllegalStateException("bad record " + t);
                return Tuple2.of(t.f0, 1L);
            }).returns(Types.TUPLE(Types.STRING, Types.LONG))
            .keyBy(t -> t.f0)
            .window(TumblingEventTimeWindows.of(Duration.ofSeconds(2)))
            .sum(1).name("count");
        DataStream<Tuple2<String, Long>> out = counted;
        if (ill.equals("slow_sink") || ill.equals("checkpoint_timeout")) {
            out = stream.rebalance().map(t -> { Thread.sleep(20); return t; })
                .returns(Types.TUPLE(Types.STRING, Types.LONG)).name("slow call").disableChaining();
            counted.sinkTo(new DiscardingSink<>());
        }
        out.sinkTo(new DiscardingSink<>()).name("result");
        env.execute(ill);
    }
}
