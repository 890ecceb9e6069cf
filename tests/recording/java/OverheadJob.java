import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

/**
 * Parses lines of JSON, adds numbers by key in windows of one second, and prints the CPU time of the JVM for a fixed number of them.
 *
 * <p>The first records come as fast as they can, so that the code is compiled and the heap has its size. The others come
 * at a fixed rate, in groups of 5 ms, and only the last of them are measured. Flink's own rate limiter would wake a thread for each record, which
 * costs more than all the rest of the job, and less the busier the job is.
 */
public class OverheadJob {
    private static final long RATE = 50_000;
    private static final long GROUP = RATE / 200;
    private static volatile long startPaced;
    private static volatile long startWall;
    private static volatile long startCpu;
    private static volatile long startCompilation;

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /** Return the CPU time of the threads that compile, in clock ticks of 10 ms. */
    private static long compilationTicks() {
        long ticks = 0;
        try (Stream<Path> threads = Files.list(Paths.get("/proc/self/task"))) {
            for (Path thread : threads.collect(Collectors.toList())) {
                String text = new String(Files.readAllBytes(thread.resolve("stat")));
                String name = text.substring(text.indexOf('('), text.lastIndexOf(')'));
                if (name.contains("CompilerThre")) {
                    List<String> fields = List.of(text.substring(text.lastIndexOf(')') + 2).split(" "));
                    ticks += Long.parseLong(fields.get(11)) + Long.parseLong(fields.get(12));
                }
            }
        } catch (IOException e) {
            return 0; // the system has no such files, or the thread has just ended
        }
        return ticks;
    }

    /** Parses a line of JSON: user, time, amount. */
    private static final class Parse implements MapFunction<String, Tuple3<String, Long, Long>> {
        private static final ObjectMapper MAPPER = new ObjectMapper();

        @Override
        public Tuple3<String, Long, Long> map(String line) throws IOException {
            JsonNode node = MAPPER.readTree(line);
            return Tuple3.of(node.get("user").asText(), node.get("time").asLong(), node.get("amount").asLong());
        }
    }

    public static void main(String[] args) throws Exception {
        long first = Long.parseLong(args[0]);
        long measured = first + RATE * Integer.parseInt(args[1]);
        long count = measured + RATE * Integer.parseInt(args[2]);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        DataGeneratorSource<String> source = new DataGeneratorSource<>(n -> {
            if (n == first) {
                Thread.sleep(1_000); // until all records before are processed
                startPaced = System.nanoTime();
            }
            if (n == measured) {
                startCompilation = compilationTicks();
                startWall = System.nanoTime();
                startCpu = cpuNanos();
            }
            if (n > first && (n - first) % GROUP == 0) {
                long early = startPaced + (n - first) * 1_000_000_000L / RATE - System.nanoTime();
                if (early > 0) {
                    Thread.sleep(early / 1_000_000, (int) (early % 1_000_000));
                }
            }
            if (n == count - 1) {
                long cpu = cpuNanos() - startCpu;
                long wall = System.nanoTime() - startWall;
                System.out.printf("%d %d %d%n", cpu / 1_000_000, wall / 1_000_000,
                        (compilationTicks() - startCompilation) * 10);
            }
            return "{\"user\":\"user-" + n % 1000 + "\",\"time\":" + n / 50 + ",\"page\":\"/catalog/" + n % 97
                    + "\",\"referrer\":\"https://example.org/search?page=" + n % 13 + "\",\"amount\":" + n % 1000 + "}";
        }, count, Types.STRING);
        env.fromSource(source, WatermarkStrategy.noWatermarks(), "lines")
                .map(new Parse())
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Tuple3<String, Long, Long>>forBoundedOutOfOrderness(Duration.ofMillis(100))
                                .withTimestampAssigner((record, any) -> record.f1))
                .keyBy(record -> record.f0)
                .window(TumblingEventTimeWindows.of(Duration.ofSeconds(1)))
                .sum(2)
                .sinkTo(new DiscardingSink<>());
        env.execute();
    }
}
