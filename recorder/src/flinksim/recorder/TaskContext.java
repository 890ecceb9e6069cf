package flinksim.recorder;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.streaming.api.graph.StreamConfig;
import org.apache.flink.streaming.api.graph.StreamEdge;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/** What the recorder knows of one running task: its ids, its operators, and the numbers of its elements. */
final class TaskContext {
    static final Map<String, TaskContext> BY_NAME = new ConcurrentHashMap<>();
    static final Map<Object, TaskContext> BY_TASK = new ConcurrentHashMap<>();
    static final Map<Object, TaskContext> BY_PARTITION = new ConcurrentHashMap<>();
    static final Map<Object, TaskContext> BY_GATE = new ConcurrentHashMap<>();
    /** Why a task waits, by the gauge of Flink that measures how long. */
    static final Map<Object, Wait> WAITS = new ConcurrentHashMap<>();
    private static final String[][] GAUGES = {
        {"getIdleTimeMsPerSecond", "no input"},
        {"getSoftBackPressuredTimePerSecond", "no output buffer"},
        {"getHardBackPressuredTimePerSecond", "blocked"},
    };
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final Ref CONFIGURATION = new Ref("configuration");
    private static final Ref ENVIRONMENT = new Ref("getEnvironment");
    private static final Ref TASK_INFO = new Ref("getTaskInfo");

    final Recording.Lines lines = new Recording.Lines(COUNT.getAndIncrement());
    final boolean isRecorded;
    final int maxParallelism;
    /** Stream node ids of operators, and of the outputs of operators. */
    final Map<Object, Integer> nodes = new IdentityHashMap<>();
    final Map<Object, Integer> outputOwners = new IdentityHashMap<>();
    /** Numbers of the outputs by result partition. */
    final Map<Object, Integer> outputs = new IdentityHashMap<>();
    final Map<Object, String> splits = new IdentityHashMap<>();
    final Map<Long, long[]> counts = new ConcurrentHashMap<>();
    private final Timer[] timers = new Timer[1 << 12];
    private TimeWindow lastWindow;
    private final LineText lastWindowText = new LineText();
    private Object lastOperator;
    private int lastNode = -1;
    /** The operator whose key was set last, which is the one that uses keyed state; -1 for one of Python. */
    int keyedNode = -1;
    int sourceNode = -1;
    long sourceRecords;
    /** The object whose rewritten method calls the same method of its superclass, and that method's hook. */
    Object superCallOf;
    int superCallCode;

    /** A reason for which a task waits. */
    static final class Wait {
        final TaskContext task;
        final String reason;

        Wait(TaskContext task, String reason) {
            this.task = task;
            this.reason = reason;
        }
    }

    TaskContext(Object task) {
        Object environment = ENVIRONMENT.get(task);
        Object info = TASK_INFO.get(environment);
        String name = (String) new Ref("getTaskName").get(info);
        maxParallelism = (Integer) new Ref("getMaxNumberOfParallelSubtasks").get(info);
        isRecorded = Recording.options.tasks == null || Recording.options.tasks.matcher(name).find();
        if (isRecorded) {
            Links.beginTasks();
        }
        BY_TASK.put(task, this);
        BY_NAME.put((String) new Ref("getTaskNameWithSubtasks").get(info), this);
        synchronized (lines) {
            LineText out = lines.begin("task", true).append(",{");
            writeText(out, "vertex", new Ref("getJobVertexId").get(environment));
            writeText(out.append(','), "name", name);
            writeText(out.append(','), "job", new Ref("getJobID").get(environment));
            writeText(out.append(','), "flink", version());
            out.append(",\"index\":").append(new Ref("getIndexOfThisSubtask").get(info));
            out.append(",\"parallelism\":").append(new Ref("getNumberOfParallelSubtasks").get(info));
            out.append(",\"max_parallelism\":").append(maxParallelism);
            out.append(",\"attempt\":").append(new Ref("getAttemptNumber").get(info));
            writeText(out.append(','), "allocation", new Ref("getAllocationIDAsString").get(info));
            out.append(",\"recorded\":").append(isRecorded);
            Object metrics = new Ref("getMetricGroup").get(environment);
            rememberGauges(new Ref("getIOMetricGroup").get(metrics));
            Map<?, ?> variables = (Map<?, ?>) new Ref("getAllVariables").get(metrics);
            if (variables != null) {
                writeText(out.append(','), "job_name", variables.get("<job_name>"));
                writeText(out.append(','), "task_manager", variables.get("<tm_id>"));
            }
            StreamConfig config = (StreamConfig) CONFIGURATION.get(task);
            Object loader = new Ref("asClassLoader").get(new Ref("getUserCodeClassLoader").get(environment));
            writeChain(out.append(','), config, (ClassLoader) loader);
            writeGates(out.append(','), config, (ClassLoader) loader, (Object[]) new Ref("getAllInputGates").get(environment));
            writePartitions(out.append(','), (Object[]) new Ref("getAllWriters").get(environment));
            out.append('}');
            lines.end();
        }
        lines.flush();
    }

    private void rememberGauges(Object metrics) {
        for (String[] each : GAUGES) {
            Object gauge = new Ref(each[0]).get(metrics);
            if (gauge != null) {
                WAITS.put(gauge, new Wait(this, each[1]));
            }
        }
    }

    private static String version() {
        try {
            return (String) Class.forName("org.apache.flink.runtime.util.EnvironmentInformation")
                    .getMethod("getVersion").invoke(null);
        } catch (ReflectiveOperationException e) {
            return "unknown";
        }
    }

    private static void writeText(LineText out, String name, Object value) {
        out.append('"').append(name).append("\":");
        if (value == null) {
            out.append("null");
        } else {
            Values.writeText(out, value.toString(), 0);
        }
    }

    /** Write the operators of the chain: stream node, name, and the nodes of the chain that feed it. */
    private static void writeChain(LineText out, StreamConfig config, ClassLoader loader) {
        out.append("\"operators\":[");
        List<StreamConfig> chain = new ArrayList<>();
        chain.add(config);
        chain.addAll(config.getTransitiveChainedTaskConfigs(loader).values());
        String separator = "";
        for (StreamConfig each : chain) {
            out.append(separator).append("{\"node\":").append(each.getVertexID()).append(',');
            writeText(out, "name", each.getOperatorName());
            out.append(",\"to\":[");
            String comma = "";
            for (StreamEdge edge : each.getChainedOutputs(loader)) {
                out.append(comma).append(edge.getTargetId());
                comma = ",";
            }
            out.append("]}");
            separator = ",";
        }
        out.append(']');
    }

    private void writeGates(LineText out, StreamConfig config, ClassLoader loader, Object[] gates) {
        List<StreamEdge> edges = config.getInPhysicalEdges(loader);
        Ref channels = new Ref("channels");
        out.append("\"gates\":[");
        for (int i = 0; i < gates.length; i++) {
            out.append(i == 0 ? "{" : ",{");
            if (i < edges.size()) {
                StreamEdge edge = edges.get(i);
                out.append("\"from\":").append(edge.getSourceId()).append(",\"to\":").append(edge.getTargetId());
                out.append(",\"input\":").append(Math.max(0, edge.getTypeNumber() - 1)).append(',');
                writeText(out, "partitioner", edge.getPartitioner());
                writeText(out.append(','), "tag", edge.getOutputTag() == null ? null : edge.getOutputTag().getId());
                out.append(',');
            }
            out.append("\"channels\":[");
            Object gate = gates[i];
            Object inner = new Ref("inputGate").get(gate); // behind the one that counts
            BY_GATE.put(inner == null ? gate : inner, this);
            Object[] all = (Object[]) channels.get(inner == null ? gate : inner);
            for (int c = 0; all != null && c < all.length; c++) {
                Object partition = new Ref("getPartitionId").get(all[c]); // ResultPartitionID
                Object id = new Ref("getPartitionId").get(partition);
                Object subpartitions = new Ref("consumedSubpartitionIndexSet").get(all[c]);
                long index = subpartitions == null
                        ? new Ref("consumedSubpartitionIndex").getLong(all[c], 0)
                        : new Ref("startIndex").getLong(subpartitions, 0);
                out.append(c == 0 ? "[" : ",[");
                Values.writeText(out, String.valueOf(new Ref("getIntermediateDataSetID").get(id)), 0);
                out.append(',').append(new Ref("getPartitionNumber").get(id)).append(',').append(index);
                long credit = new Ref("initialCredit").getLong(all[c],
                        new Ref("networkBuffersPerChannel").getLong(all[c], 0)); // of one that is not ready yet
                out.append(',').append(Recording.options.network ? credit : 0).append(']');
            }
            out.append("]}");
        }
        out.append(']');
    }

    private void writePartitions(LineText out, Object[] partitions) {
        out.append("\"outputs\":[");
        for (int i = 0; i < partitions.length; i++) {
            outputs.put(partitions[i], i);
            if (Recording.options.network) {
                BY_PARTITION.put(partitions[i], this); // until it is released, which can be after the task has ended
            }
            Object id = new Ref("getPartitionId").get(new Ref("getPartitionId").get(partitions[i]));
            out.append(i == 0 ? "[" : ",[");
            Values.writeText(out, String.valueOf(new Ref("getIntermediateDataSetID").get(id)), 0);
            out.append(',').append(new Ref("getPartitionNumber").get(id)).append(']');
        }
        out.append(']');
    }

    /** Return the stream node of an operator, or -1. */
    int nodeOf(Object operator) {
        if (operator == lastOperator) {
            return lastNode;
        }
        Integer node = nodes.get(operator);
        if (node == null) {
            StreamConfig config = findConfig(operator);
            Object id = config == null ? null : config.getVertexID();
            node = id instanceof Integer ? (Integer) id : -1;
            nodes.put(operator, node);
        }
        lastOperator = operator;
        lastNode = node;
        return node;
    }

    /** Return the field of Flink's base class; a subclass, such as Python's, can have another of that name. */
    private static StreamConfig findConfig(Object operator) {
        for (Class<?> cls = operator == null ? null : operator.getClass(); cls != null; cls = cls.getSuperclass()) {
            try {
                Field field = cls.getDeclaredField("config");
                if (field.getType() == StreamConfig.class) {
                    field.setAccessible(true);
                    return (StreamConfig) field.get(operator);
                }
            } catch (ReflectiveOperationException e) {
                // the next class
            }
        }
        return null;
    }

    /** Return how many elements a channel has carried so far, and count one more. */
    long count(int kind, long first, long second) {
        long[] count = counts.computeIfAbsent((long) kind << 60 | first << 30 | second, any -> new long[1]);
        return count[0]++;
    }

    /** A timer that was registered and that has not fired since. */
    private static final class Timer {
        final int node;
        final boolean isEvent;
        final Object key;
        final Object namespace;
        final long timestamp;

        Timer(int node, boolean isEvent, Object key, Object namespace, long timestamp) {
            this.node = node;
            this.isEvent = isEvent;
            this.key = key;
            this.namespace = namespace;
            this.timestamp = timestamp;
        }

        boolean isSame(int node, boolean isEvent, Object key, Object namespace, long timestamp) {
            return this.node == node && this.isEvent == isEvent && this.timestamp == timestamp && this.key.equals(key)
                    && this.namespace.equals(namespace);
        }
    }

    /**
     * Return whether a call changes the timers, as far as is known. A window registers its timers again for each record,
     * which Flink ignores. Only timers with keys that cannot change are remembered.
     */
    boolean isNewTimer(String kind, int node, boolean isEvent, Object key, Object namespace, long timestamp) {
        if (!(key instanceof String || key instanceof Integer || key instanceof Long) || namespace == null
                || Recording.options.lastSeconds > 0) {
            return true;
        }
        int hash = (key.hashCode() * 31 + Long.hashCode(timestamp)) * 31 + namespace.hashCode();
        int slot = (hash ^ hash >>> 16) & timers.length - 1;
        Timer known = timers[slot];
        boolean isKnown = known != null && known.isSame(node, isEvent, key, namespace, timestamp);
        boolean isRegistered = kind.equals("reg");
        if (isRegistered != isKnown) {
            timers[slot] = isRegistered ? new Timer(node, isEvent, key, namespace, timestamp) : null;
        }
        return !(isRegistered && isKnown);
    }

    /** Write a window; the text of the last one is kept, as most lines have the same one. */
    void writeWindow(LineText out, TimeWindow window) {
        if (!window.equals(lastWindow)) {
            lastWindow = window;
            lastWindowText.clear();
            Values.write(lastWindowText, window);
        }
        out.append(lastWindowText);
    }

    /** Forget a task that has ended. */
    void release() {
        BY_NAME.values().remove(this);
        BY_TASK.values().remove(this);
        BY_GATE.values().removeIf(each -> each == this);
        WAITS.values().removeIf(each -> each.task == this);
        lines.flush();
    }
}
