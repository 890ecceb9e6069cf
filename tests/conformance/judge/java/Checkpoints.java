import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.runtime.checkpoint.AbstractCheckpointStats;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.FailedCheckpointStats;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.AccessExecutionJobVertex;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** Takes the checkpoints of the job that runs, one at a time, and waits until a job that failed runs again. */
public class Checkpoints {
    private static final long PATIENCE = 20_000;
    private static final Map<Long, Integer> TOLD = new HashMap<>();

    /** The one that the last job stopped with; null if none did. */
    static volatile String savepoint;

    private final MiniCluster cluster;
    private final JobID job;
    private CompletableFuture<Long> begun;

    Checkpoints(MiniCluster cluster, JobID job) {
        this.cluster = cluster;
        this.job = job;
    }

    static synchronized void reset() {
        TOLD.clear();
        savepoint = null;
    }

    /** A task has been told that a checkpoint has completed, or that it came to nothing. */
    public static synchronized void told(long checkpoint) {
        TOLD.merge(checkpoint, 1, Integer::sum);
    }

    private static synchronized int tasksTold(long checkpoint) {
        return TOLD.getOrDefault(checkpoint, 0);
    }

    /** Take one; whether it has completed, and all tasks that run know of it. */
    boolean take() throws Exception {
        begin();
        return complete();
    }

    /** Take one, and wait for nothing. */
    void begin() {
        begun = cluster.triggerCheckpoint(job, CheckpointType.CONFIGURED);
    }

    /** What has become of it; see {@link #take}. */
    boolean complete() throws Exception {
        int running = Quiet.alive();
        try {
            await("a checkpoint does not end", begun::isDone);
            long checkpoint = begun.get();
            await("checkpoint " + checkpoint + " is not known to all tasks", () -> tasksTold(checkpoint) >= running);
            return true;
        } catch (ExecutionException thrown) {
            if (System.getenv("JUDGE_TRACES") != null) thrown.printStackTrace();
            Thread.sleep(100); // the tasks are told, too
            return false;
        }
    }

    /** Stop the job with a savepoint, for good or to go on from it. */
    void stop(boolean drain) throws Exception {
        String folder = Files.createTempDirectory("judge").toUri().toString();
        savepoint = cluster.stopWithSavepoint(job, folder, drain, SavepointFormatType.CANONICAL).get();
    }

    /** The sum of the attempt numbers of all tasks: it grows when any is run again. */
    int attempts() throws Exception {
        int sum = 0;
        for (AccessExecutionVertex each : vertices()) sum += each.getCurrentExecutionAttempt().getAttemptNumber();
        return sum;
    }

    /** Whether it does, with more attempts than before; it may be over instead. */
    boolean awaitRunning(int moreAttemptsThan) throws Exception {
        await("the job does not run again", () -> {
            AccessExecutionGraph graph = cluster.getExecutionGraph(job).get();
            if (graph.getState().isGloballyTerminalState()) return true;
            if (graph.getState() != JobStatus.RUNNING) return false;
            int sum = 0;
            for (AccessExecutionVertex each : graph.getAllExecutionVertices()) {
                ExecutionState state = each.getExecutionState();
                if (state != ExecutionState.RUNNING && state != ExecutionState.FINISHED) return false;
                sum += each.getCurrentExecutionAttempt().getAttemptNumber();
            }
            return sum > moreAttemptsThan;
        });
        return cluster.getExecutionGraph(job).get().getState() == JobStatus.RUNNING;
    }

    private List<AccessExecutionVertex> vertices() throws Exception {
        List<AccessExecutionVertex> all = new ArrayList<>();
        cluster.getExecutionGraph(job).get().getAllExecutionVertices().forEach(all::add);
        return all;
    }

    interface Condition {
        boolean holds() throws Exception;
    }

    static void await(String otherwise, Condition condition) throws Exception {
        long until = System.currentTimeMillis() + PATIENCE;
        while (!condition.holds()) {
            if (System.currentTimeMillis() > until) throw new IllegalStateException(otherwise);
            Thread.sleep(1);
        }
    }

    /** What became of all checkpoints, the attempt numbers in the end, and the checkpoint gone back to. */
    void describe(ObjectMapper json, ObjectNode answer) throws Exception {
        AccessExecutionGraph graph = cluster.getExecutionGraph(job).get();
        CheckpointStatsSnapshot told = graph.getCheckpointStatsSnapshot();
        ArrayNode checkpoints = json.createArrayNode();
        List<AbstractCheckpointStats> all = new ArrayList<>(told.getHistory().getCheckpoints());
        all.sort((a, b) -> Long.compare(a.getCheckpointId(), b.getCheckpointId()));
        for (AbstractCheckpointStats each : all) {
            ArrayNode one = json.createArrayNode();
            one.add(each.getCheckpointId()).add(each.getStatus().name());
            one.add(each.getNumberOfAcknowledgedSubtasks()).add(each.getNumberOfSubtasks());
            String why = each instanceof FailedCheckpointStats failed ? failed.getFailureMessage() : "";
            one.add(why == null ? "" : why);
            checkpoints.add(one);
        }
        answer.set("checkpoints", checkpoints);
        answer.put("restores", told.getCounts().getNumberOfRestoredCheckpoints());
        ArrayNode attempts = json.createArrayNode();
        for (AccessExecutionJobVertex vertex : graph.getVerticesTopologically()) {
            ArrayNode each = json.createArrayNode();
            for (AccessExecutionVertex subtask : vertex.getTaskVertices()) {
                each.add(subtask.getCurrentExecutionAttempt().getAttemptNumber());
            }
            attempts.add(each);
        }
        answer.set("attempts", attempts);
    }
}
