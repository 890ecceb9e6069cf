import java.util.Collection;
import java.util.Collections;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.connector.sink2.*;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.functions.*;
import org.apache.flink.streaming.api.functions.async.*;
import org.apache.flink.streaming.api.functions.co.*;
import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;
import org.apache.flink.streaming.api.functions.source.legacy.*;
import org.apache.flink.streaming.api.functions.windowing.*;
import org.apache.flink.streaming.api.functions.windowing.delta.DeltaFunction;
import org.apache.flink.streaming.api.windowing.assigners.SessionWindowTimeGapExtractor;
import org.apache.flink.streaming.api.windowing.windows.Window;
import org.apache.flink.util.Collector;

/** User functions that do nothing; plans have only their names. */
class Functions {
    static class MySource implements SourceFunction<String> {
        public void run(SourceContext<String> context) {}

        public void cancel() {}
    }

    static class MyParallelSource extends MySource implements ParallelSourceFunction<String> {}

    static class MyMap implements MapFunction<Object, Tuple2<String, Long>> {
        public Tuple2<String, Long> map(Object value) {
            return null;
        }
    }

    static class MyFlatMap implements FlatMapFunction<Object, Tuple2<String, Long>> {
        public void flatMap(Object value, Collector<Tuple2<String, Long>> out) {}
    }

    static class MyFilter implements FilterFunction<Object> {
        public boolean filter(Object value) {
            return true;
        }
    }

    static class MyReduce implements ReduceFunction<Object> {
        public Object reduce(Object a, Object b) {
            return a;
        }
    }

    static class MyAggregate implements AggregateFunction<Object, Object, Object> {
        public Object createAccumulator() {
            return null;
        }

        public Object add(Object value, Object accumulator) {
            return accumulator;
        }

        public Object getResult(Object accumulator) {
            return accumulator;
        }

        public Object merge(Object a, Object b) {
            return a;
        }
    }

    static class MyTupleAggregate
            implements AggregateFunction<Tuple2<String, Long>, Tuple2<String, Long>, Tuple2<String, Long>> {
        public Tuple2<String, Long> createAccumulator() {
            return null;
        }

        public Tuple2<String, Long> add(Tuple2<String, Long> value, Tuple2<String, Long> accumulator) {
            return accumulator;
        }

        public Tuple2<String, Long> getResult(Tuple2<String, Long> accumulator) {
            return accumulator;
        }

        public Tuple2<String, Long> merge(Tuple2<String, Long> a, Tuple2<String, Long> b) {
            return a;
        }
    }

    static class MyProcess extends ProcessFunction<Object, Object> {
        public void processElement(Object value, Context context, Collector<Object> out) {}
    }

    static class MyKeyedProcess extends KeyedProcessFunction<Object, Object, Object> {
        public void processElement(Object value, Context context, Collector<Object> out) {}
    }

    static class MyMapPartition implements MapPartitionFunction<Tuple2<String, Long>, Tuple2<String, Long>> {
        public void mapPartition(Iterable<Tuple2<String, Long>> values, Collector<Tuple2<String, Long>> out) {}
    }

    static class MyAsync implements AsyncFunction<Object, Tuple2<String, Long>> {
        public void asyncInvoke(Object value, ResultFuture<Tuple2<String, Long>> result) {}
    }

    static class MyKey implements KeySelector<Object, String> {
        public String getKey(Object value) {
            return "";
        }
    }

    static class MyTupleKey implements KeySelector<Tuple2<String, Long>, String> {
        public String getKey(Tuple2<String, Long> value) {
            return "";
        }
    }

    static class MyPartitioner implements Partitioner<String> {
        public int partition(String key, int partitions) {
            return 0;
        }
    }

    static class MyProcessWindow extends ProcessWindowFunction<Object, Object, Object, Window> {
        public void process(Object key, Context context, Iterable<Object> elements, Collector<Object> out) {}
    }

    static class MyWindowFunction implements WindowFunction<Object, Object, Object, Window> {
        public void apply(Object key, Window window, Iterable<Object> elements, Collector<Object> out) {}
    }

    static class MyProcessAllWindow extends ProcessAllWindowFunction<Object, Object, Window> {
        public void process(Context context, Iterable<Object> elements, Collector<Object> out) {}
    }

    static class MyAllWindow implements AllWindowFunction<Object, Object, Window> {
        public void apply(Window window, Iterable<Object> elements, Collector<Object> out) {}
    }

    static class MyGap implements SessionWindowTimeGapExtractor<Object> {
        public long extract(Object value) {
            return 1;
        }
    }

    static class MyDelta implements DeltaFunction<Object> {
        public double getDelta(Object before, Object now) {
            return 0;
        }
    }

    static class MyCoMap implements CoMapFunction<Object, Object, Object> {
        public Object map1(Object value) {
            return value;
        }

        public Object map2(Object value) {
            return value;
        }
    }

    static class MyCoFlatMap implements CoFlatMapFunction<Object, Object, Object> {
        public void flatMap1(Object value, Collector<Object> out) {}

        public void flatMap2(Object value, Collector<Object> out) {}
    }

    static class MyCoProcess extends CoProcessFunction<Object, Object, Object> {
        public void processElement1(Object value, Context context, Collector<Object> out) {}

        public void processElement2(Object value, Context context, Collector<Object> out) {}
    }

    static class MyKeyedCoProcess extends KeyedCoProcessFunction<Object, Object, Object, Object> {
        public void processElement1(Object value, Context context, Collector<Object> out) {}

        public void processElement2(Object value, Context context, Collector<Object> out) {}
    }

    static class MyBroadcastProcess extends BroadcastProcessFunction<Object, Object, Object> {
        public void processElement(Object value, ReadOnlyContext context, Collector<Object> out) {}

        public void processBroadcastElement(Object value, Context context, Collector<Object> out) {}
    }

    static class MyKeyedBroadcastProcess extends KeyedBroadcastProcessFunction<Object, Object, Object, Object> {
        public void processElement(Object value, ReadOnlyContext context, Collector<Object> out) {}

        public void processBroadcastElement(Object value, Context context, Collector<Object> out) {}
    }

    static class MyJoin implements JoinFunction<Tuple2<String, Long>, Tuple2<String, Long>, Tuple2<String, Long>> {
        public Tuple2<String, Long> join(Tuple2<String, Long> left, Tuple2<String, Long> right) {
            return left;
        }
    }

    static class MyCoGroup implements CoGroupFunction<Tuple2<String, Long>, Tuple2<String, Long>, Tuple2<String, Long>> {
        public void coGroup(
                Iterable<Tuple2<String, Long>> left,
                Iterable<Tuple2<String, Long>> right,
                Collector<Tuple2<String, Long>> out) {}
    }

    static class MyProcessJoin extends ProcessJoinFunction<Tuple2<String, Long>, Tuple2<String, Long>, Tuple2<String, Long>> {
        public void processElement(
                Tuple2<String, Long> left, Tuple2<String, Long> right, Context context, Collector<Tuple2<String, Long>> out) {}
    }

    static class MySink implements SinkFunction<Object> {
        public void invoke(Object value, Context context) {}
    }

    static class CommittingSink implements Sink<Object>, SupportsCommitter<String> {
        public SinkWriter<Object> createWriter(WriterInitContext context) {
            return null;
        }

        public Committer<String> createCommitter(CommitterInitContext context) {
            return null;
        }

        public SimpleVersionedSerializer<String> getCommittableSerializer() {
            return new SimpleVersionedSerializer<String>() {
                public int getVersion() {
                    return 1;
                }

                public byte[] serialize(String text) {
                    return text.getBytes();
                }

                public String deserialize(int version, byte[] bytes) {
                    return new String(bytes);
                }
            };
        }
    }
}
