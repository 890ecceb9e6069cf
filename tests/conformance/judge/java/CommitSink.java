import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.*;
import org.apache.flink.api.java.tuple.Tuple4;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Tells what it commits; all that was written before one barrier is one committable. */
class CommitSink implements Sink<Tuple4<String, Long, Long, String>>, SupportsCommitter<String> {
    private final String name;

    CommitSink(String name) {
        this.name = name;
    }

    @Override
    public SinkWriter<Tuple4<String, Long, Long, String>> createWriter(WriterInitContext context) {
        return new Writer();
    }

    private static class Writer implements CommittingSinkWriter<Tuple4<String, Long, Long, String>, String> {
        private final List<String> written = new ArrayList<>();

        @Override
        public void write(Tuple4<String, Long, Long, String> value, Context context) {
            written.add("(" + Functions.text(value) + ")");
        }

        @Override
        public void flush(boolean endOfInput) {}

        @Override
        public Collection<String> prepareCommit() {
            if (written.isEmpty()) return List.of();
            String all = String.join(" ", written);
            written.clear();
            return List.of(all);
        }

        @Override
        public void close() {}
    }

    @Override
    public Committer<String> createCommitter(CommitterInitContext context) {
        return new Committer<>() {
            @Override
            public void commit(Collection<CommitRequest<String>> requests) {
                for (CommitRequest<String> each : requests) Conductor.tell(name + ": " + each.getCommittable());
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public SimpleVersionedSerializer<String> getCommittableSerializer() {
        return new SimpleVersionedSerializer<>() {
            @Override
            public int getVersion() {
                return 1;
            }

            @Override
            public byte[] serialize(String text) {
                return text.getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public String deserialize(int version, byte[] bytes) {
                return new String(bytes, StandardCharsets.UTF_8);
            }
        };
    }
}
