package flinksim.recorder;

import java.util.Optional;

/**
 * Records buffers, credit and backlog, and tasks that wait. Many of these calls come from Netty's threads, so the task is
 * found from the object, not from the thread. All values are read before the lines are locked: the caller may hold a lock
 * of Flink.
 */
final class Buffers {
    private static final Ref PARTITION = new Ref("parent");
    private static final Ref SUBPARTITION_INFO = new Ref("subpartitionInfo");
    private static final Ref SUBPARTITION_INDEX = new Ref("getSubPartitionIdx");
    private static final Ref QUEUED = new Ref("unsynchronizedGetNumberOfQueuedBuffers");
    private static final Ref BACKLOG = new Ref("getBuffersInBacklogUnsafe");
    private static final Ref VIEW = new Ref("subpartitionView");
    private static final Ref CREDIT = new Ref("numCreditsAvailable");
    private static final Ref SENT = new Ref("buffer");
    private static final Ref SENT_BACKLOG = new Ref("buffersInBacklog");
    private static final Ref BYTES = new Ref("readableBytes");
    private static final Ref GATE = new Ref("inputGate");
    private static final Ref CHANNEL_INFO = new Ref("getChannelInfo");
    private static final Ref GATE_INDEX = new Ref("getGateIdx");
    private static final Ref CHANNEL_INDEX = new Ref("getInputChannelIdx");
    private static final Ref RECEIVED = new Ref("receivedBuffers");
    private static final Ref SIZE = new Ref("size");
    private static final Ref MANAGER = new Ref("bufferManager");
    private static final Ref MANAGED = new Ref("inputChannel");
    private static final Ref EXCLUSIVE = new Ref("unsynchronizedGetAvailableExclusiveBuffers");
    private static final Ref FLOATING = new Ref("unsynchronizedGetFloatingBuffersAvailable");
    private static final Ref REQUIRED = new Ref("unsynchronizedGetNumberOfRequiredBuffers");
    private static final Ref IS_WAITING = new Ref("unsynchronizedIsWaitingForFloatingBuffers");
    private static final Ref UNANNOUNCED = new Ref("unannouncedCredit");
    private static final Ref TIMER = new Ref("timer");
    private static final Ref GAUGE = new Ref("timerGauge");

    private Buffers() {}

    static void record(Object result, Object self, Object[] given, int code) {
        switch (code) {
            case Probe.BUFFER_QUEUED:
                write(findSender(self), "bufq", findOutput(self), SUBPARTITION_INDEX.getLong(SUBPARTITION_INFO.get(self), 0),
                        QUEUED.getLong(self, 0), BACKLOG.getLong(self, 0));
                return;
            case Probe.BUFFER_SENT:
                if (result != null) {
                    Object view = VIEW.get(self);
                    Object subpartition = PARTITION.get(view);
                    write(findSender(subpartition), "bufs", findOutput(subpartition),
                            SUBPARTITION_INDEX.getLong(SUBPARTITION_INFO.get(subpartition), 0),
                            BYTES.getLong(SENT.get(result), 0), QUEUED.getLong(view, 0), SENT_BACKLOG.getLong(result, 0),
                            CREDIT.getLong(self, 0));
                }
                return;
            case Probe.CREDIT_ADDED: {
                Object subpartition = PARTITION.get(VIEW.get(self));
                write(findSender(subpartition), "credit", findOutput(subpartition),
                        SUBPARTITION_INDEX.getLong(SUBPARTITION_INFO.get(subpartition), 0), (Integer) given[0],
                        CREDIT.getLong(self, 0));
                return;
            }
            case Probe.BUFFER_ARRIVED: // it is about to be added
                writeOfInput(self, "bufa", SIZE.getLong(RECEIVED.get(self), 0) + 1);
                return;
            case Probe.BUFFER_TAKEN:
                if (((Optional<?>) result).isPresent()) {
                    Object view = VIEW.get(self);
                    writeOfInput(self, "bufi", SIZE.getLong(RECEIVED.get(self), 0), QUEUED.getLong(view, 0),
                            BYTES.getLong(SENT.get(((Optional<?>) result).get()), 0));
                }
                return;
            case Probe.CREDIT_ANNOUNCED:
                writeOfInput(self, "announce", (Integer) result);
                return;
            case Probe.BACKLOG_RECEIVED:
                writeUsage(self);
                return;
            case Probe.BUFFER_RETURNED:
                writeUsage(MANAGED.get(self));
                return;
            case Probe.SUSPENDED:
            case Probe.RESUMED:
                writeWait(GAUGE.get(TIMER.get(self)), code == Probe.SUSPENDED, false);
                return;
            case Probe.BLOCKED:
            case Probe.UNBLOCKED:
                writeWait(self, code == Probe.BLOCKED, true);
                return;
            case Probe.PARTITION_RELEASED:
                TaskContext.BY_PARTITION.remove(self);
                return;
            default:
        }
    }

    private static TaskContext findSender(Object subpartition) {
        Object partition = PARTITION.get(subpartition);
        return partition == null ? null : TaskContext.BY_PARTITION.get(partition);
    }

    private static long findOutput(Object subpartition) {
        TaskContext task = findSender(subpartition);
        return task == null ? 0 : task.outputs.get(PARTITION.get(subpartition));
    }

    /** Write how many buffers the receiver of a remote channel has, and requires, for it. */
    private static void writeUsage(Object channel) {
        Object manager = MANAGER.get(channel);
        writeOfInput(channel, "bufm", EXCLUSIVE.getLong(manager, 0), FLOATING.getLong(manager, 0),
                REQUIRED.getLong(manager, 0), UNANNOUNCED.getLong(channel, 0),
                Boolean.TRUE.equals(IS_WAITING.get(manager)) ? 1 : 0);
    }

    /** Write that a task waits or goes on, from the gauge of Flink that measures how long. */
    private static void writeWait(Object gauge, boolean begins, boolean onlyBlocked) {
        TaskContext.Wait wait = gauge == null ? null : TaskContext.WAITS.get(gauge);
        if (wait == null || !wait.task.isRecorded || onlyBlocked != wait.reason.equals("blocked")) {
            return;
        }
        synchronized (wait.task.lines) {
            LineText out = wait.task.lines.begin(begins ? "wait" : "resume");
            if (begins) {
                Values.writeText(out.append(','), wait.reason, 0);
            }
            wait.task.lines.end();
        }
    }

    private static void writeOfInput(Object channel, String kind, long... values) {
        Object gate = GATE.get(channel);
        Object info = CHANNEL_INFO.get(channel);
        long[] all = new long[values.length + 2];
        all[0] = GATE_INDEX.getLong(info, 0);
        all[1] = CHANNEL_INDEX.getLong(info, 0);
        System.arraycopy(values, 0, all, 2, values.length);
        write(gate == null ? null : TaskContext.BY_GATE.get(gate), kind, all);
    }

    private static void write(TaskContext task, String kind, long... values) {
        if (task == null || !task.isRecorded) {
            return;
        }
        synchronized (task.lines) {
            LineText out = task.lines.begin(kind);
            for (long each : values) {
                out.append(',').append(Math.max(0, each));
            }
            task.lines.end();
        }
    }
}
