import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** A source like a topic: a fixed number of partitions, each with its own rate; it never ends. */
public class PartitionedSource
        implements Source<Tuple2<String, Long>, PartitionedSource.Partition, Integer> {

    /** The content of the partitions. */
    public interface Content extends Serializable {
        /** Records per second of a partition. */
        double rate(int partition);

        Tuple2<String, Long> create(int partition, long number);
    }

    /** One partition, and the number of its next record. */
    public static final class Partition implements SourceSplit {
        final int index;
        long next;
        long startNanos = -1;
        long startNumber;

        Partition(int index, long next) {
            this.index = index;
            this.next = next;
        }

        @Override
        public String splitId() {
            return "partition-" + index;
        }
    }

    private final int partitions;
    private final Content content;

    public PartitionedSource(int partitions, Content content) {
        this.partitions = partitions;
        this.content = content;
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<Tuple2<String, Long>, Partition> createReader(SourceReaderContext context) {
        return new Reader(content);
    }

    @Override
    public SplitEnumerator<Partition, Integer> createEnumerator(SplitEnumeratorContext<Partition> context) {
        return new Enumerator(context, partitions);
    }

    @Override
    public SplitEnumerator<Partition, Integer> restoreEnumerator(
            SplitEnumeratorContext<Partition> context, Integer assigned) {
        return new Enumerator(context, 0); // the readers have the partitions in their state
    }

    @Override
    public SimpleVersionedSerializer<Partition> getSplitSerializer() {
        return new SimpleVersionedSerializer<>() {
            @Override
            public int getVersion() {
                return 1;
            }

            @Override
            public byte[] serialize(Partition partition) {
                return ByteBuffer.allocate(12).putInt(partition.index).putLong(partition.next).array();
            }

            @Override
            public Partition deserialize(int version, byte[] bytes) {
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                return new Partition(buffer.getInt(), buffer.getLong());
            }
        };
    }

    @Override
    public SimpleVersionedSerializer<Integer> getEnumeratorCheckpointSerializer() {
        return new SimpleVersionedSerializer<>() {
            @Override
            public int getVersion() {
                return 1;
            }

            @Override
            public byte[] serialize(Integer state) {
                return new byte[0];
            }

            @Override
            public Integer deserialize(int version, byte[] bytes) {
                return 0;
            }
        };
    }

    /** Assigns partition p to subtask p modulo the parallelism, as Kafka's source does for one topic. */
    private static final class Enumerator implements SplitEnumerator<Partition, Integer> {
        private final SplitEnumeratorContext<Partition> context;
        private final List<Partition> open = new ArrayList<>();

        Enumerator(SplitEnumeratorContext<Partition> context, int partitions) {
            this.context = context;
            for (int i = 0; i < partitions; i++) {
                open.add(new Partition(i, 0));
            }
        }

        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, String host) {}

        @Override
        public void addSplitsBack(List<Partition> splits, int subtask) {
            open.addAll(splits);
        }

        @Override
        public void addReader(int subtask) {
            List<Partition> own = new ArrayList<>();
            for (Partition each : open) {
                if (each.index % context.currentParallelism() == subtask) {
                    own.add(each);
                }
            }
            open.removeAll(own);
            if (!own.isEmpty()) {
                context.assignSplits(new SplitsAssignment<>(Map.of(subtask, own)));
            }
        }

        @Override
        public Integer snapshotState(long checkpoint) {
            return 0;
        }

        @Override
        public void close() {}
    }

    private static final class Reader implements SourceReader<Tuple2<String, Long>, Partition> {
        private final Content content;
        private final Map<String, Partition> partitions = new LinkedHashMap<>();
        private final Map<String, SourceOutput<Tuple2<String, Long>>> outputs = new HashMap<>();
        private final CompletableFuture<Void> assigned = new CompletableFuture<>();

        Reader(Content content) {
            this.content = content;
        }

        @Override
        public void start() {}

        @Override
        public InputStatus pollNext(ReaderOutput<Tuple2<String, Long>> output) {
            long now = System.nanoTime();
            boolean hasRead = false;
            for (Partition each : partitions.values()) {
                if (each.startNanos < 0) {
                    each.startNanos = now;
                    each.startNumber = each.next;
                }
                SourceOutput<Tuple2<String, Long>> own =
                        outputs.computeIfAbsent(each.splitId(), output::createOutputForSplit);
                double due = content.rate(each.index) * (now - each.startNanos) / 1e9;
                if (each.next - each.startNumber < due) {
                    own.collect(content.create(each.index, each.next++));
                    hasRead = true;
                }
            }
            return hasRead ? InputStatus.MORE_AVAILABLE : InputStatus.NOTHING_AVAILABLE;
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            if (partitions.isEmpty()) {
                return assigned;
            }
            return CompletableFuture.runAsync(
                    () -> {}, CompletableFuture.delayedExecutor(5, TimeUnit.MILLISECONDS));
        }

        @Override
        public List<Partition> snapshotState(long checkpoint) {
            return new ArrayList<>(partitions.values());
        }

        @Override
        public void addSplits(List<Partition> splits) {
            for (Partition each : splits) {
                partitions.put(each.splitId(), each);
            }
            assigned.complete(null);
        }

        @Override
        public void notifyNoMoreSplits() {}

        @Override
        public void close() {}
    }
}
