import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Changes keyed state in all ways: four records, of which the last clears it. One record has no text. */
public class StateJob {
    /** A value whose text cannot be made. */
    public static class Nameless {
        public int number;

        @Override
        public String toString() {
            throw new StackOverflowError("no text");
        }
    }

    /** Keeps a count, all numbers, and the last number of each kind. */
    private static class Remember extends KeyedProcessFunction<String, Long, Nameless> {
        private ValueState<Long> count;
        private ListState<Long> numbers;
        private MapState<String, Long> last;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
            numbers = getRuntimeContext().getListState(new ListStateDescriptor<>("numbers", Long.class));
            last = getRuntimeContext().getMapState(new MapStateDescriptor<>("last", String.class, Long.class));
        }

        @Override
        public void processElement(Long number, Context context, Collector<Nameless> out) throws Exception {
            count.update(number == 2 ? null : number + 1);
            if (number == 0) {
                numbers.add(0L);
                last.put("even", 0L);
            } else if (number == 1) {
                numbers.addAll(List.of(10L, 11L));
                last.putAll(Map.of("odd", 1L));
                last.remove("even");
            } else if (number == 2) {
                numbers.update(List.of(20L));
            } else {
                numbers.clear();
                last.clear();
            }
            out.collect(new Nameless());
        }
    }

    public static void main(String[] arguments) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        env.fromSequence(0, 3).keyBy(number -> "k").process(new Remember()).filter(each -> each.number > 0).print();
        env.execute("state");
    }
}
