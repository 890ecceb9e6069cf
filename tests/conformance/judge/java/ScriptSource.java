import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.*;
import org.apache.flink.api.java.tuple.Tuple4;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;

/** A source whose splits give what the conductor hands to them, an item at a time. */
class ScriptSource implements Source<Tuple4<String, Long, Long, String>, ScriptSource.Split, Integer> {
    private final int number;
    private final int splits;

    ScriptSource(int number, int splits) {
        this.number = number;
        this.splits = splits;
    }

    /** {@code position}: how many of its items have been given. */
    record Split(String splitId, int position) implements SourceSplit {}

    record Item(String split, JsonNode content) {}

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SplitEnumerator<Split, Integer> createEnumerator(SplitEnumeratorContext<Split> context) {
        return enumerator(context, true);
    }

    private SplitEnumerator<Split, Integer> enumerator(SplitEnumeratorContext<Split> context, boolean fresh) {
        Map<Integer, List<Split>> toAssign = new HashMap<>();
        if (fresh) {
            for (int i = 0; i < splits; i++) {
                toAssign.computeIfAbsent(i % context.currentParallelism(), subtask -> new ArrayList<>())
                        .add(new Split(number + "/" + i, 0));
            }
        }
        return new SplitEnumerator<>() {
            @Override
            public void start() {}

            @Override
            public void handleSplitRequest(int subtask, String host) {}

            @Override
            public void addSplitsBack(List<Split> back, int subtask) {
                toAssign.computeIfAbsent(subtask, one -> new ArrayList<>()).addAll(back);
            }

            @Override
            public void addReader(int subtask) {
                List<Split> own = toAssign.remove(subtask);
                if (own != null) context.assignSplits(new SplitsAssignment<>(Map.of(subtask, own)));
                context.signalNoMoreSplits(subtask);
            }

            @Override
            public Integer snapshotState(long checkpoint) {
                return 0;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public SplitEnumerator<Split, Integer> restoreEnumerator(SplitEnumeratorContext<Split> context, Integer state) {
        return enumerator(context, false);
    }

    @Override
    public SourceReader<Tuple4<String, Long, Long, String>, Split> createReader(SourceReaderContext context) {
        return new Reader(splits);
    }

    static class Reader implements SourceReader<Tuple4<String, Long, Long, String>, Split> {
        private final Queue<Item> handed = new ConcurrentLinkedQueue<>();
        private final Map<String, SourceOutput<Tuple4<String, Long, Long, String>>> outputs = new HashMap<>();
        private final Map<String, Integer> open = new TreeMap<>();
        private final int splits;
        private CompletableFuture<Void> available = new CompletableFuture<>();
        private volatile boolean noMore = false;

        Reader(int splits) {
            this.splits = splits;
        }

        synchronized void hand(Item item) {
            handed.add(item);
            available.complete(null);
        }

        /** How many items of a split have been given, those before a failure among them. */
        int position(String split) {
            return open.getOrDefault(split, Integer.MAX_VALUE);
        }

        @Override
        public void start() {}

        @Override
        public void addSplits(List<Split> splits) {
            for (Split split : splits) {
                open.put(split.splitId(), split.position());
                Conductor.reader(split.splitId(), this);
            }
        }

        @Override
        public synchronized void notifyNoMoreSplits() {
            noMore = true;
            available.complete(null);
        }

        @Override
        public InputStatus pollNext(ReaderOutput<Tuple4<String, Long, Long, String>> output) {
            Item item = handed.poll();
            if (item != null) give(item, output);
            if (noMore && open.isEmpty()) return InputStatus.END_OF_INPUT;
            synchronized (this) {
                if (!handed.isEmpty()) return InputStatus.MORE_AVAILABLE;
                available = new CompletableFuture<>();
                return InputStatus.NOTHING_AVAILABLE;
            }
        }

        private void give(Item item, ReaderOutput<Tuple4<String, Long, Long, String>> output) {
            SourceOutput<Tuple4<String, Long, Long, String>> to =
                    outputs.computeIfAbsent(item.split, output::createOutputForSplit);
            JsonNode content = item.content;
            open.merge(item.split, 1, Integer::sum);
            switch (content.get("do").asText()) {
                case "record" -> {
                    JsonNode v = content.get("value");
                    var value = Tuple4.of(v.get(0).asText(), v.get(1).asLong(), v.get(2).asLong(), v.get(3).asText());
                    if (content.has("timestamp")) to.collect(value, content.get("timestamp").asLong());
                    else to.collect(value);
                }
                case "watermark" -> to.emitWatermark(new Watermark(content.get("timestamp").asLong()));
                case "idle" -> {
                    to.markIdle();
                    if (splits == 1) output.markIdle(); // as flinksim's scripted source: all of it is idle
                }
                case "active" -> {
                    to.markActive();
                    if (splits == 1) output.markActive();
                }
                case "end" -> {
                    open.remove(item.split);
                    output.releaseOutputForSplit(item.split);
                }
                default -> throw new IllegalArgumentException("unknown item " + content);
            }
        }

        @Override
        public List<Split> snapshotState(long checkpoint) {
            List<Split> all = new ArrayList<>();
            open.forEach((split, position) -> all.add(new Split(split, position)));
            return all;
        }

        @Override
        public synchronized CompletableFuture<Void> isAvailable() {
            return handed.isEmpty() ? available : CompletableFuture.completedFuture(null);
        }

        @Override
        public void close() {
            Conductor.closed(this);
        }
    }

    @Override
    public SimpleVersionedSerializer<Split> getSplitSerializer() {
        return new SimpleVersionedSerializer<>() {
            @Override
            public int getVersion() {
                return 1;
            }

            @Override
            public byte[] serialize(Split split) {
                return (split.splitId() + " " + split.position()).getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public Split deserialize(int version, byte[] bytes) {
                String[] words = new String(bytes, StandardCharsets.UTF_8).split(" ");
                return new Split(words[0], Integer.parseInt(words[1]));
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
}
