import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

/** Counts records by key in windows of one second, and prints the CPU time of the last 60 % of them in ms. */
public class OverheadJob {
    private static final double RATE = 50_000;
    private static volatile long startNanos;
    private static volatile long startWall;

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    public static void main(String[] args) throws Exception {
        long count = (long) (RATE * Integer.parseInt(args[0]));
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        DataGeneratorSource<Tuple3<Integer, Long, Long>> source = new DataGeneratorSource<>(
                n -> Tuple3.of((int) (n % 1000), n / 50, 1L),
                count, RateLimiterStrategy.perSecond(RATE), Types.TUPLE(Types.INT, Types.LONG, Types.LONG));
        env.fromSource(source,
                        WatermarkStrategy.<Tuple3<Integer, Long, Long>>forBoundedOutOfOrderness(Duration.ofMillis(100))
                                .withTimestampAssigner((record, any) -> record.f1), "numbers")
                .map(record -> {
                    long number = record.f1 * 50 + record.f0 % 50;
                    if (number == count * 4 / 10) {
                        startNanos = cpuNanos();
                        startWall = System.nanoTime();
                    } else if (number == count - 1) {
                        System.out.printf("%d %d%n", (cpuNanos() - startNanos) / 1_000_000,
                                (System.nanoTime() - startWall) / 1_000_000);
                    }
                    return record;
                }).returns(Types.TUPLE(Types.INT, Types.LONG, Types.LONG))
                .keyBy(record -> record.f0)
                .window(TumblingEventTimeWindows.of(Duration.ofSeconds(1)))
                .sum(2)
                .sinkTo(new DiscardingSink<>());
        env.execute();
    }
}
