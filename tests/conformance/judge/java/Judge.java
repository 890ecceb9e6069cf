import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.jobgraph.JobEdge;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.runtime.jobgraph.JobVertexID;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.streaming.api.graph.StreamGraph;

/**
 * Runs the programs that come as lines of JSON, one after another on one MiniCluster: one TaskManager with eight
 * slots, or, with the argument "apart", as many as are needed with one slot each ({@link Workers}).
 */
class Judge {
    private static final ObjectMapper JSON = new ObjectMapper();

    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        System.setOut(System.err); // whatever else is printed is no answer
        Configuration configuration = new Configuration();
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(64));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(64));
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(128));
        configuration.setString("metrics.reporter.gauges.factory.class", "Gauges");
        boolean apart = arguments.length > 0 && arguments[0].equals("apart");
        if (apart) {
            configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(16));
            configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(16));
            configuration.set(TaskManagerOptions.TASK_HEAP_MEMORY, MemorySize.ofMebiBytes(64));
            configuration.set(TaskManagerOptions.TASK_OFF_HEAP_MEMORY, MemorySize.ZERO);
            configuration.set(TaskManagerOptions.CPU_CORES, 1.0);
        }
        MiniClusterConfiguration settings = new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(apart ? 0 : 1)
                .setNumSlotsPerTaskManager(apart ? 1 : 8)
                .withRandomPorts()
                .build();
        try (MiniCluster cluster = apart ? new Workers(settings) : new MiniCluster(settings)) {
            Frames.on = true;
            cluster.start();
            while (!apart && cluster.getResourceOverview().get().getNumberFreeSlots() == 0) Thread.sleep(10);
            TreeSet<String> before;
            synchronized (Frames.STACKS) {
                before = new TreeSet<>(Frames.STACKS);
            }
            BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
            for (String line; (line = lines.readLine()) != null; ) {
                synchronized (Frames.STACKS) {
                    Frames.STACKS.addAll(before); // the cluster's start stands before every program
                }
                answers.println(JSON.writeValueAsString(answer(cluster, JSON.readTree(line))));
                answers.flush();
            }
        } finally {
            System.err.flush();
        }
        Runtime.getRuntime().halt(0);
    }

    private static ObjectNode answer(MiniCluster cluster, JsonNode program) {
        ObjectNode answer = JSON.createObjectNode();
        answer.set("id", program.get("id"));
        Conductor.reset(program);
        long start = System.nanoTime();
        run(cluster, program, answer, null);
        if (Checkpoints.savepoint != null && program.has("then")) {
            String savepoint = Checkpoints.savepoint;
            Conductor.next();
            run(cluster, program.get("then"), answer, savepoint);
        }
        answer.put("ms", (System.nanoTime() - start) / 1_000_000);
        answer.set("lines", JSON.valueToTree(Conductor.lines()));
        if (program.path("gauges").asBoolean()) answer.set("gauges", JSON.valueToTree(Gauges.SEEN));
        synchronized (Frames.STACKS) {
            if (!Frames.STACKS.isEmpty()) {
                answer.set("stacks", JSON.valueToTree(Frames.STACKS));
                answer.set("order", JSON.valueToTree(Frames.ORDER));
                answer.set("types", JSON.valueToTree(Frames.SUPERTYPES));
                Frames.STACKS.clear();
                Frames.ORDER.clear();
            }
        }
        return answer;
    }

    /** One job, to its end; it begins with the savepoint, if there is one. */
    private static void run(MiniCluster cluster, JsonNode program, ObjectNode answer, String savepoint) {
        try {
            StreamGraph graph = new Program(program).environment.getStreamGraph();
            JobGraph job = graph.getJobGraph();
            if (savepoint != null) {
                boolean allow = program.path("allow").asBoolean();
                job.setSavepointRestoreSettings(SavepointRestoreSettings.forPath(savepoint, allow));
            }
            int tasks = 0;
            Set<JobVertexID> late = new HashSet<>(); // what reads a result that must be there first
            for (JobVertex vertex : job.getVerticesSortedTopologicallyFromSources()) {
                for (JobEdge input : vertex.getInputs()) {
                    if (input.getSource().getResultType().isBlockingOrBlockingPersistentResultPartition()
                            || late.contains(input.getSource().getProducer().getID())) {
                        late.add(vertex.getID());
                    }
                }
                if (!late.contains(vertex.getID())) tasks += vertex.getParallelism();
            }
            cluster.submitJob(job).get();
            CompletableFuture<JobResult> result = cluster.requestJobResult(job.getJobID());
            try {
                boolean checkpointed = job.isCheckpointingEnabled();
                Checkpoints checkpoints = checkpointed ? new Checkpoints(cluster, job.getJobID()) : null;
                Conductor.conduct(program, tasks, checkpoints, result::isDone);
                if (checkpointed) checkpoints.describe(JSON, answer);
            } catch (Exception thrown) {
                if (!result.isDone()) {
                    cluster.cancelJob(job.getJobID()).get();
                    throw thrown;
                }
            }
            result.get().getSerializedThrowable().ifPresent(thrown -> {
                Throwable cause = thrown.deserializeError(Judge.class.getClassLoader());
                while (cause.getCause() != null) cause = cause.getCause();
                answer.put("exception", cause.toString());
            });
        } catch (Throwable thrown) {
            Throwable cause = thrown;
            while (cause.getCause() != null) cause = cause.getCause();
            answer.put("exception", cause.toString());
            if (System.getenv("JUDGE_TRACES") != null) thrown.printStackTrace();
        }
    }
}
