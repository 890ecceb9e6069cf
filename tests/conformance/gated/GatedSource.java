import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.*;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Gives its records in groups. All of a group are given in one call, so that no barrier comes in between.
 * The next group waits until a checkpoint that was taken behind the one before has completed, or, if it
 * begins with a pause, as many milliseconds after the one before.
 */
public class GatedSource implements Source<Tuple3<String, Long, Long>, GatedSource.Script, Integer> {
    private final String script;

    /** A group in each line: "~500" for a pause, items "key,timestamp,value", and watermarks as numbers. */
    public GatedSource(String script) {
        this.script = script;
    }

    /** How many groups have been given. */
    public record Script(int given) implements SourceSplit {
        @Override
        public String splitId() {
            return "script";
        }
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SplitEnumerator<Script, Integer> createEnumerator(SplitEnumeratorContext<Script> context) {
        return new Enumerator(context, new ArrayList<>(List.of(new Script(0))));
    }

    @Override
    public SplitEnumerator<Script, Integer> restoreEnumerator(SplitEnumeratorContext<Script> context, Integer left) {
        return new Enumerator(context, left == 0 ? new ArrayList<>() : new ArrayList<>(List.of(new Script(0))));
    }

    record Enumerator(SplitEnumeratorContext<Script> context, List<Script> left)
            implements SplitEnumerator<Script, Integer> {
        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, String host) {}

        @Override
        public void addSplitsBack(List<Script> back, int subtask) {
            left.addAll(back);
        }

        @Override
        public void addReader(int subtask) {
            if (!left.isEmpty()) {
                context.assignSplits(new SplitsAssignment<>(Map.of(subtask, new ArrayList<>(left))));
            }
            left.clear();
            context.signalNoMoreSplits(subtask);
        }

        @Override
        public Integer snapshotState(long checkpoint) {
            return left.size();
        }

        @Override
        public void close() {}
    }

    @Override
    public SourceReader<Tuple3<String, Long, Long>, Script> createReader(SourceReaderContext context) {
        return new Reader(script.split("\n"));
    }

    static class Reader implements SourceReader<Tuple3<String, Long, Long>, Script> {
        private final String[] groups;
        private final Map<Long, Integer> givenAt = new HashMap<>();
        private CompletableFuture<Void> available = new CompletableFuture<>();
        private int given = -1;

        Reader(String[] groups) {
            this.groups = groups;
        }

        @Override
        public void start() {}

        @Override
        public void addSplits(List<Script> splits) {
            for (Script each : splits) given = each.given();
            if (isNextPaced()) completeAfterPause();
            else available.complete(null);
        }

        private boolean isNextPaced() {
            return given >= 0 && given < groups.length && groups[given].startsWith("~");
        }

        private void completeAfterPause() {
            CompletableFuture<Void> next = available;
            long pause = Long.parseLong(groups[given].split(" ")[0].substring(1));
            CompletableFuture.delayedExecutor(pause, TimeUnit.MILLISECONDS).execute(() -> next.complete(null));
        }

        @Override
        public void notifyNoMoreSplits() {
            if (given < 0) available.complete(null); // else it may wait for a checkpoint by now
        }

        @Override
        public InputStatus pollNext(ReaderOutput<Tuple3<String, Long, Long>> output) {
            if (!available.isDone()) return InputStatus.NOTHING_AVAILABLE;
            if (given < 0 || given == groups.length) return InputStatus.END_OF_INPUT;
            for (String item : groups[given].split(" ")) {
                if (item.startsWith("~")) continue;
                String[] words = item.split(",");
                if (words.length == 1) output.emitWatermark(new Watermark(Long.parseLong(item)));
                else output.collect(Tuple3.of(words[0], Long.parseLong(words[1]), Long.parseLong(words[2])),
                        Long.parseLong(words[1]));
            }
            given++;
            if (given == groups.length) return InputStatus.END_OF_INPUT;
            available = new CompletableFuture<>();
            if (isNextPaced()) completeAfterPause();
            return InputStatus.NOTHING_AVAILABLE;
        }

        @Override
        public List<Script> snapshotState(long checkpoint) {
            givenAt.put(checkpoint, given);
            return given < 0 ? List.of() : List.of(new Script(given));
        }

        @Override
        public void notifyCheckpointComplete(long checkpoint) {
            Integer then = givenAt.remove(checkpoint);
            if (then != null && then == given && !isNextPaced()) available.complete(null);
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return available;
        }

        @Override
        public void close() {}
    }

    @Override
    public SimpleVersionedSerializer<Script> getSplitSerializer() {
        return new Numbers<>(Script::given, Script::new);
    }

    @Override
    public SimpleVersionedSerializer<Integer> getEnumeratorCheckpointSerializer() {
        return new Numbers<>(number -> number, number -> number);
    }

    record Numbers<T>(java.util.function.Function<T, Integer> to, java.util.function.Function<Integer, T> from)
            implements SimpleVersionedSerializer<T> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(T value) {
            return to.apply(value).toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public T deserialize(int version, byte[] bytes) {
            return from.apply(Integer.parseInt(new String(bytes, StandardCharsets.UTF_8)));
        }
    }
}
