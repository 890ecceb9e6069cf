import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.*;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple4;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/** Keeps the values that it has seen in state of every kind that belongs to no key, and tells of its life. */
class Remembering extends ProcessFunction<Tuple4<String, Long, Long, String>, Tuple4<String, Long, Long, String>>
        implements CheckpointedFunction, CheckpointListener {
    private final String name;
    private final int failsAt;
    private final long sleeps;
    private final int sleepsAt;
    private final List<Long> seen = new ArrayList<>();
    private transient ListState<Long> list;
    private transient ListState<Long> union;
    private transient BroadcastState<String, Long> broadcast;

    Remembering(JsonNode s) {
        name = s.get("name").asText();
        failsAt = s.path("failsAt").asInt(-1);
        sleepsAt = s.path("sleepsAt").asInt(-1);
        sleeps = s.path("sleeps").asLong();
    }

    private void tell(String text) {
        Conductor.tell(name + ":" + getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() + " " + text);
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        list = context.getOperatorStateStore().getListState(new ListStateDescriptor<>("list", Types.LONG));
        union = context.getOperatorStateStore().getUnionListState(new ListStateDescriptor<>("union", Types.LONG));
        broadcast = context.getOperatorStateStore()
                .getBroadcastState(new MapStateDescriptor<>("broadcast", Types.STRING, Types.LONG));
        for (Long each : list.get()) seen.add(each);
        List<Long> all = new ArrayList<>();
        for (Long each : union.get()) all.add(each);
        Map<String, Long> most = new TreeMap<>();
        for (Map.Entry<String, Long> each : broadcast.entries()) most.put(each.getKey(), each.getValue());
        String from = context.getRestoredCheckpointId().isPresent()
                ? "from " + context.getRestoredCheckpointId().getAsLong()
                : context.isRestored() ? "restored" : "new";
        tell("init attempt " + getRuntimeContext().getTaskInfo().getAttemptNumber() + " " + from + " list " + seen
                + " union " + all + " broadcast " + most);
    }

    @Override
    public void open(OpenContext context) {
        tell("open");
    }

    @Override
    public void processElement(
            Tuple4<String, Long, Long, String> v, Context context, Collector<Tuple4<String, Long, Long, String>> out)
            throws Exception {
        seen.add(v.f2);
        broadcast.put(v.f0, v.f2);
        out.collect(v);
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        tell("snapshot " + context.getCheckpointId() + " of " + seen);
        list.update(seen);
        union.update(Collections.singletonList((long) seen.size()));
        if (context.getCheckpointId() == failsAt) throw new IllegalStateException("no snapshot " + failsAt);
        if (context.getCheckpointId() == sleepsAt) Thread.sleep(sleeps);
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) {
        tell("complete " + checkpoint);
    }

    @Override
    public void notifyCheckpointAborted(long checkpoint) {
        tell("aborted " + checkpoint);
    }

    @Override
    public void close() {
        tell("close");
    }
}
