import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

/**
 * The job of recordings/classic.jsonl.gz: 20 numbers as events, windows of 5 s by key. With the argument "late" the last
 * number comes too late; with "fail" number 15 fails; with "slow" the job takes some seconds longer; with "checkpoints" it
 * takes checkpoints.
 */
public class ClassicJob {
    public static void main(String[] arguments) throws Exception {
        String kind = arguments.length == 0 ? "" : arguments[0];
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        if (kind.equals("checkpoints")) {
            env.enableCheckpointing(250);
        }
        env.getConfig().setAutoWatermarkInterval(20);
        env.fromSequence(0, 19)
                .map(i -> {
                    Thread.sleep(kind.equals("slow") ? 400 : kind.equals("checkpoints") ? 150 : 30);
                    if (kind.equals("fail") && i == 15) {
                        throw new IllegalStateException("number 15");
                    }
                    return Tuple3.of(i % 3 == 0 ? "a" : "b", kind.equals("late") && i == 19 ? 0 : i * 1000, 1);
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
