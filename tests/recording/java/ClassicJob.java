import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

/** The job of recordings/classic.jsonl.gz: 20 numbers as events, windows of 5 s by key. */
public class ClassicJob {
    public static void main(String[] arguments) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        env.getConfig().setAutoWatermarkInterval(20);
        env.fromSequence(0, 19)
                .map(i -> {
                    Thread.sleep(30);
                    return Tuple3.of(i % 3 == 0 ? "a" : "b", i * 1000, 1);
                })
                .returns(Types.TUPLE(Types.STRING, Types.LONG, Types.INT))
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Tuple3<String, Long, Integer>>forBoundedOutOfOrderness(Duration.ofSeconds(2))
                                .withTimestampAssigner((event, before) -> event.f1))
                .keyBy(event -> event.f0)
                .window(TumblingEventTimeWindows.of(Duration.ofSeconds(5)))
                .sum(2)
                .print();
        env.execute("real");
    }
}
