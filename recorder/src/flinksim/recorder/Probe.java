package flinksim.recorder;

import java.util.Collection;
import java.util.OptionalLong;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.KeyContext;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.api.windowing.triggers.TriggerResult;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.streaming.runtime.operators.windowing.TimestampedValue;
import org.apache.flink.streaming.runtime.streamrecord.StreamElement;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/** Called from the rewritten methods of Flink; writes one line for each call. No exception leaves it. */
public final class Probe {
    static final int TASK = 1;
    static final int TASK_STATE = 2;
    static final int SET_UP = 3;
    static final int OPENED = 4;
    static final int FINISHED = 5;
    static final int CLOSED = 6;
    static final int MAIL = 7;
    static final int KEY = 8;
    static final int SET_UP_LATE = 9;
    static final int SOURCE_THREAD = 16;
    static final int WORKER_ENVIRONMENT = 17;
    static final int RECEIVED = 10;
    static final int EVENT_RECEIVED = 11;
    static final int WRITTEN = 12;
    static final int BROADCAST = 13;
    static final int EVENT_WRITTEN = 14;
    static final int PARTITION_FINISHED = 15;
    static final int VALVE_WATERMARK = 20;
    static final int VALVE_STATUS = 21;
    static final int INPUT_WATERMARK = 22;
    static final int INPUT_STATUS = 23;
    static final int TIMESTAMP = 24;
    static final int SOURCE_RECORD = 25;
    static final int SPLIT_OUTPUT = 26;
    static final int SPLITS = 27;
    static final int GENERATED = 28;
    static final int MARKED_IDLE = 29;
    static final int MARKED_ACTIVE = 30;
    static final int ELEMENT = 40;
    static final int ELEMENT_1 = 41;
    static final int ELEMENT_2 = 42;
    static final int WATERMARK = 43;
    static final int WATERMARK_1 = 44;
    static final int WATERMARK_2 = 45;
    static final int STATUS = 46;
    static final int EMITTED = 47;
    static final int STATUS_EMITTED = 48;
    static final int SIDE_OUTPUT = 49;
    static final int STATUS_1 = 51;
    static final int STATUS_2 = 52;
    static final int REGISTER_EVENT = 60;
    static final int REGISTER_PROCESSING = 61;
    static final int DELETE_EVENT = 62;
    static final int DELETE_PROCESSING = 63;
    static final int FIRE_EVENT = 64;
    static final int FIRE_PROCESSING = 65;
    static final int ADVANCED = 66;
    static final int WINDOW_FIRED = 70;
    static final int WINDOW_CLEARED = 71;
    static final int WINDOW_LATE = 72;
    static final int ELEMENT_LATE = 73;
    static final int MERGED = 74;
    static final int ASSIGNED = 75;
    static final int TRIGGER_ELEMENT = 76;
    static final int TRIGGER_EVENT_TIME = 77;
    static final int TRIGGER_PROCESSING_TIME = 78;
    static final int TRIGGER_CLEARED = 79;
    static final int EVICTED_BEFORE = 80;
    static final int EVICTED_AFTER = 81;
    static final int WINDOW_ADDED = 82;
    static final int TRIGGER_MERGE = 83;
    static final int PRINTED = 90;
    static final int STATE_UPDATED = 91;
    static final int STATE_APPENDED = 92;
    static final int ENTRY_PUT = 93;
    static final int ENTRY_REMOVED = 94;
    static final int STATE_CLEARED = 95;
    static final int STATE_REPLACED = 96;
    static final int ALL_APPENDED = 97;
    static final int ALL_PUT = 98;
    static final int BARRIER = 100;
    static final int ALIGNMENT_STARTED = 101;
    static final int ALIGNMENT_ENDED = 102;
    static final int SNAPSHOT = 103;
    static final int NOTIFIED = 104;
    static final int NOTIFIED_ABORT = 105;
    static final int CHECKPOINT_TRIGGERED = 106;
    static final int CHECKPOINT_COMPLETED = 107;
    static final int JOB_STATUS = 108;
    static final int CHECKPOINT_ABORTED = 109;
    static final int CHECKPOINT_SIZE = 110;
    static final int ACKNOWLEDGED = 111;
    static final int CHECKPOINT_RESTORED = 112;
    static final int BUFFER_QUEUED = 120;
    static final int BUFFER_SENT = 121;
    static final int BUFFER_ARRIVED = 122;
    static final int BUFFER_TAKEN = 123;
    static final int CREDIT_ANNOUNCED = 124;
    static final int CREDIT_ADDED = 125;
    static final int BACKLOG_RECEIVED = 126;
    static final int BUFFER_RETURNED = 127;
    static final int SUSPENDED = 128;
    static final int RESUMED = 129;
    static final int BLOCKED = 130;
    static final int UNBLOCKED = 131;
    static final int PARTITION_RELEASED = 132;

    private static final ThreadLocal<TaskContext> CONTEXT = new ThreadLocal<>();
    private static final Ref OUTPUT = new Ref("output");
    private static final Ref LAST_CHANNEL = new Ref("lastChannel");
    private static final Ref GATE = new Ref("gateIdx");
    private static final Ref CHANNEL = new Ref("inputChannelIdx");
    private static final Ref TARGET = new Ref("targetPartition");
    private static final Ref SUBPARTITIONS = new Ref("getNumberOfSubpartitions");
    private static final Ref KEY_CONTEXT = new Ref("keyContext");
    private static final Ref OUTER = new Ref("this$0");
    private static final Ref WINDOW = new Ref("window");
    private static final Ref CONTEXT_KEY = new Ref("key");
    private static final Ref MERGED_KEY = new Ref("val$key");
    private static final Ref ANNOUNCED = new Ref("announcedStatus");
    private static final Ref ASSIGNER = new Ref("timestampAssigner");
    private static final Ref PREFIX = new Ref("completedPrefix");
    private static final Ref MAIN_OUTPUT = new Ref("mainOutput");
    private static final Ref SPLIT_ID = new Ref("splitId");
    private static final Ref CURRENT_SPLIT = new Ref("currentSplit");
    private static final Object[] NOTHING = {};
    private static final Ref USER_VALUE = new Ref("userValue");
    private static final Ref NAMESPACE = new Ref("currentNamespace");
    private static final Ref STATE_TABLE = new Ref("stateTable");
    private static final Ref KEYS = new Ref("keyContext");
    private static final Ref CURRENT_KEY = new Ref("getCurrentKey");
    private static final Ref KEY_GROUP = new Ref("getCurrentKeyGroupIndex");
    private static final Ref STATE_INFO = new Ref("getMetaInfo");
    private static final Ref STATE_NAME = new Ref("getName");
    private static final Ref ALIGNED_BYTES = new Ref("bytesProcessedDuringAlignment");
    private static final Ref CHECKPOINT_ID = new Ref("getCheckpointId");
    private static final Ref CHECKPOINT_ID_2 = new Ref("getCheckpointID");

    private Probe() {}

    private static TaskContext context() {
        return CONTEXT.get();
    }

    /** Return whether a hook is recorded only after a task; the others begin one, or belong to the cluster. */
    static boolean isOfTasks(int code) {
        return isOfBuffers(code) || code < CHECKPOINT_TRIGGERED && code != TASK && code != SOURCE_THREAD
                && code != WORKER_ENVIRONMENT && code != TASK_STATE;
    }

    /** Return whether the options ask for a hook of tasks. */
    static boolean isWanted(int code, Options options) {
        boolean isOfElements = code == ELEMENT || code == ELEMENT_1 || code == ELEMENT_2 || code == KEY
                || code == SOURCE_RECORD || code == TIMESTAMP || code >= STATE_UPDATED && code <= ALL_PUT;
        return isOfBuffers(code) ? options.network : options.elements || !isOfElements;
    }

    private static boolean isOfBuffers(int code) {
        return code >= BUFFER_QUEUED;
    }

    /** Return what is known of the task of this thread; null if it is not recorded. */
    private static TaskContext recordedContext() {
        TaskContext task = CONTEXT.get();
        return task != null && task.isRecorded ? task : null;
    }

    /** A rewritten method begins, or returns <i>result</i>. This is short, so that the JVM inlines it. */
    public static void hit(Object result, Object self, Object[] arguments, int code) {
        if (result != Boolean.FALSE) { // such as a window that is not late, a change that did not happen
            record(result, self, arguments, code);
        }
    }

    private static void record(Object result, Object self, Object[] arguments, int code) {
        try {
            if (isOfBuffers(code)) {
                Buffers.record(result, self, arguments, code);
                return;
            }
            TaskContext task = code >= CHECKPOINT_TRIGGERED || code == TASK ? null : recordedContext();
            if (task != null && code != TASK_STATE && code != WORKER_ENVIRONMENT) {
                if (isIgnored(task, self, arguments, code)) {
                    return;
                }
                synchronized (task.lines) {
                    try {
                        write(task, result, self, arguments, code);
                    } finally {
                        task.lines.cancel(); // does nothing unless an error left a line open
                    }
                }
            } else {
                recordOutsideOfTasks(result, self, arguments, code);
            }
        } catch (Throwable e) {
            fail(code, e);
        }
    }

    /** Return whether a frequent call changes nothing or is left out, which is found without the lock. */
    private static boolean isIgnored(TaskContext task, Object self, Object[] given, int code) {
        if (code == RECEIVED) {
            return isUncounted((StreamElement) given[0]);
        }
        if (code == WRITTEN || code == BROADCAST) {
            StreamElement element = elementOf(given[0]);
            return element == null || isUncounted(element);
        }
        if (code == REGISTER_EVENT || code == REGISTER_PROCESSING) {
            Object owner = KEY_CONTEXT.get(self);
            return !task.isNewTimer("reg", task.nodeOf(owner), code == REGISTER_EVENT,
                    ((KeyContext) owner).getCurrentKey(), given[0], (Long) given[1]);
        }
        return false;
    }

    private static void recordOutsideOfTasks(Object result, Object self, Object[] arguments, int code) throws Exception {
        if (code == TASK) {
            CONTEXT.set(new TaskContext(self));
        } else if (code == SOURCE_THREAD) {
            CONTEXT.set(TaskContext.BY_TASK.get(OUTER.get(self)));
        } else if (code == WORKER_ENVIRONMENT) {
            @SuppressWarnings("unchecked")
            java.util.Map<String, String> environment = (java.util.Map<String, String>) result;
            PythonWorker.attach(environment);
        } else if (code == TASK_STATE) {
            writeTaskState(result, self, arguments);
        } else if (code >= CHECKPOINT_TRIGGERED) {
            writeOfCluster(result, self, arguments, code);
        }
    }

    /** A rewritten method calls <i>receiver</i> with one argument. */
    public static void called(Object receiver, Object argument, int code) {
        TaskContext task = recordedContext();
        if (task == null) {
            return;
        }
        synchronized (task.lines) {
            try {
                writeCall(task, receiver, argument, code);
            } catch (Throwable e) {
                fail(code, e);
            } finally {
                task.lines.cancel();
            }
        }
    }

    private static void writeCall(TaskContext task, Object receiver, Object argument, int code) {
        if (code == FIRE_EVENT || code == FIRE_PROCESSING) {
            InternalTimer<?, ?> timer = (InternalTimer<?, ?>) argument;
            writeTimer(task, "fire", receiver, code == FIRE_EVENT, timer.getKey(), timer.getNamespace(),
                    timer.getTimestamp());
        } else if (code == INPUT_WATERMARK) {
            task.lines.begin("inwm").append(',').append(((Watermark) argument).getTimestamp());
            task.lines.end();
        } else if (code == INPUT_STATUS) {
            task.lines.begin("inst").append(',').append(((WatermarkStatus) argument).isIdle());
            task.lines.end();
        } else if (code == SPLITS) {
            writeSplits(task, (Collection<?>) argument);
        }
    }

    /** A method called by a rewritten method returned a number. */
    public static void returned(long value, Object self, int code) {
        try {
            TaskContext task = recordedContext();
            if (task == null) {
                return;
            }
            Object assigner = ASSIGNER.get(self);
            boolean isRecordsOwn = assigner != null
                    && assigner.getClass().getSimpleName().equals("RecordTimestampAssigner");
            if (!isRecordsOwn) {
                synchronized (task.lines) {
                    int node = task.nodeOf(self) >= 0 ? task.nodeOf(self) : task.sourceNode;
                    task.lines.begin("stamp").append(',').append(node).append(',').append(value);
                    task.lines.end();
                }
            }
        } catch (Throwable e) {
            fail(code, e);
        }
    }

    private static void fail(int code, Throwable e) {
        StackTraceElement[] stack = e.getStackTrace();
        Recording.reportMissing("hook " + code, e + (stack.length > 0 ? " at " + stack[0] : ""));
    }

    private static void write(TaskContext task, Object result, Object self, Object[] given, int code) {
        Recording.Lines lines = task.lines;
        LineText out;
        switch (code) {
            case SET_UP:
            case SET_UP_LATE:
                writeSetUp(task, self);
                return;
            case OPENED: writeOperator(task, "open", self); return;
            case FINISHED: writeOperator(task, "finish", self); return;
            case CLOSED: writeOperator(task, "close", self); return;
            case MAIL:
                Values.writeText(lines.begin("mail").append(','), String.valueOf(self), 100);
                lines.end();
                return;
            case KEY:
                writeKey(task, self, given[0]);
                return;
            case RECEIVED:
                writeReceived(task, self, (StreamElement) given[0]);
                return;
            case EVENT_RECEIVED:
                writeEventReceived(task, given[0]);
                return;
            case WRITTEN:
                writeWritten(task, self, given[0], (Integer) given[1]);
                return;
            case BROADCAST: {
                int count = (int) SUBPARTITIONS.getLong(TARGET.get(self), 0);
                for (int i = 0; i < count; i++) {
                    writeWritten(task, self, given[0], i);
                }
                return;
            }
            case EVENT_WRITTEN:
                writeEventWritten(task, self, nameEvent(given[0]));
                return;
            case PARTITION_FINISHED:
                writeEventWritten(task, self, "endOfPartition");
                return;
            case VALVE_WATERMARK:
                lines.begin("valvewm").append(',').append(((Watermark) given[0]).getTimestamp());
                lines.end();
                return;
            case VALVE_STATUS:
                lines.begin("valvest").append(',').append(((WatermarkStatus) given[0]).isIdle());
                lines.end();
                return;
            case SOURCE_RECORD:
                writeSourceRecord(task, self, given[0], (Long) given[1]);
                return;
            case SPLIT_OUTPUT:
                task.splits.put(result, (String) given[0]);
                return;
            case GENERATED:
                writeGenerated(task, self, ((org.apache.flink.api.common.eventtime.Watermark) given[0]).getTimestamp());
                return;
            case MARKED_IDLE:
            case MARKED_ACTIVE: {
                String split = findSplit(self);
                if (split != null) {
                    out = lines.begin("gens").append(',').append(ownerOf(task, self)).append(',');
                    Values.writeText(out, split, 0);
                    out.append(',').append(code == MARKED_IDLE);
                    lines.end();
                }
                return;
            }
            case ELEMENT:
            case ELEMENT_1:
            case ELEMENT_2:
                writeElement(task, self, (StreamRecord<?>) given[0], code);
                return;
            case WATERMARK:
            case WATERMARK_1:
            case WATERMARK_2: {
                int node = task.nodeOf(self);
                if (!isSuperCall(task, self, code) && node >= 0) {
                    lines.begin("wm").append(',').append(node).append(',').append(code - WATERMARK_1)
                            .append(',').append(((Watermark) given[0]).getTimestamp());
                    lines.end();
                }
                return;
            }
            case STATUS:
            case STATUS_1:
            case STATUS_2: {
                int node = task.nodeOf(self);
                if (!isSuperCall(task, self, code) && node >= 0) {
                    lines.begin("st").append(',').append(node).append(',')
                            .append(code == STATUS ? -1 : code - STATUS_1).append(',').append(((WatermarkStatus) given[0]).isIdle());
                    lines.end();
                }
                return;
            }
            case EMITTED:
            case STATUS_EMITTED: {
                Integer node = task.outputOwners.get(self);
                Object announced = ANNOUNCED.get(self);
                boolean isDropped = code == EMITTED && announced instanceof WatermarkStatus
                        && ((WatermarkStatus) announced).isIdle(); // an idle output forwards no watermark
                if (node != null && !isDropped) {
                    out = lines.begin(code == EMITTED ? "emit" : "emits").append(',').append(node).append(',');
                    if (code == EMITTED) {
                        out.append(((Watermark) given[0]).getTimestamp());
                    } else {
                        out.append(((WatermarkStatus) given[0]).isIdle());
                    }
                    lines.end();
                }
                return;
            }
            case SIDE_OUTPUT: {
                Integer node = task.outputOwners.get(self);
                if (node != null) {
                    out = lines.begin("side").append(',').append(node).append(',');
                    Values.writeText(out, ((OutputTag<?>) given[0]).getId(), 0);
                    writeRecord(out.append(','), (StreamRecord<?>) given[1]);
                    lines.end();
                }
                return;
            }
            case REGISTER_EVENT:
            case REGISTER_PROCESSING:
            case DELETE_EVENT:
            case DELETE_PROCESSING: {
                Object owner = KEY_CONTEXT.get(self);
                boolean isRegistered = code == REGISTER_EVENT || code == REGISTER_PROCESSING;
                writeTimer(task, isRegistered ? "reg" : "del", owner, code == REGISTER_EVENT || code == DELETE_EVENT,
                        ((KeyContext) owner).getCurrentKey(), given[0], (Long) given[1]);
                return;
            }
            case ADVANCED: {
                int node = task.nodeOf(KEY_CONTEXT.get(self));
                lines.begin("adv").append(',').append(node).append(',').append(given[0]);
                lines.end();
                return;
            }
            default:
                writeWindow(task, result, self, given, code);
        }
    }

    private static void writeWindow(TaskContext task, Object result, Object self, Object[] given, int code) {
        Recording.Lines lines = task.lines;
        LineText out;
        Options options = Recording.options;
        switch (code) {
            case WINDOW_FIRED:
                if ((out = beginWindow(task, "wfire", self, ((KeyContext) self).getCurrentKey(), given[0])) != null) {
                    Values.write(out.append(','), given[1] instanceof Iterable ? unwrap((Iterable<?>) given[1]) : given[1], options);
                    lines.end();
                }
                return;
            case EVICTED_BEFORE:
            case EVICTED_AFTER:
                if ((out = beginWindow(task, code == EVICTED_BEFORE ? "wfire" : "left", self)) != null) {
                    Values.write(out.append(','), unwrap((Iterable<?>) given[0]), options);
                    lines.end();
                }
                return;
            case WINDOW_CLEARED:
                if (beginWindow(task, "wclear", self, ((KeyContext) self).getCurrentKey(), given[0]) != null) {
                    lines.end();
                }
                return;
            case WINDOW_LATE:
                if (Boolean.TRUE.equals(result)
                        && beginWindow(task, "wlate", self, ((KeyContext) self).getCurrentKey(), given[0]) != null) {
                    lines.end();
                }
                return;
            case ELEMENT_LATE:
                if (Boolean.TRUE.equals(result)) {
                    Object key = ((KeyContext) self).getCurrentKey();
                    if (options.keys.isEmpty() || options.keys.contains(String.valueOf(key))) {
                        out = lines.begin("late").append(',').append(task.nodeOf(self)).append(',');
                        Values.writeKey(out, key, options);
                        writeRecord(out.append(','), (StreamRecord<?>) given[0]);
                        lines.end();
                    }
                    Recording.dump("late record");
                }
                return;
            case MERGED: {
                Object key = MERGED_KEY.get(self);
                if ((out = beginWindow(task, "merge", OUTER.get(self), key, given[0])) != null) {
                    Values.write(out.append(','), unwrap((Iterable<?>) given[1]), WINDOW_OPTIONS);
                    Values.write(out.append(','), given[2], WINDOW_OPTIONS);
                    lines.end();
                }
                return;
            }
            case WINDOW_ADDED:
                writeNamespace(task, lines.begin("added").append(','), given[0]);
                lines.end();
                return;
            case ASSIGNED:
                lines.forgetMark();
                if ((out = beginWindow(task, "assign", self)) != null) {
                    writeRecord(out.append(','), (StreamRecord<?>) given[0]);
                    lines.end();
                    lines.mark();
                }
                return;
            case TRIGGER_ELEMENT:
                if (result == TriggerResult.CONTINUE && lines.changeKind('A')) {
                    return; // the usual result; the line of the assignment says so by its capital letter
                }
                // fall through
            case TRIGGER_EVENT_TIME:
            case TRIGGER_PROCESSING_TIME:
                if ((out = beginWindow(task, "trig", self)) != null) {
                    out.append(code == TRIGGER_ELEMENT ? ",\"onElement\",\"" : code == TRIGGER_EVENT_TIME
                            ? ",\"onEventTime\",\"" : ",\"onProcessingTime\",\"").append(result).append('"');
                    lines.end();
                }
                return;
            case TRIGGER_MERGE:
                if ((out = beginWindow(task, "trig", self)) != null) {
                    out.append(",\"onMerge\",\"CONTINUE\"");
                    lines.end();
                }
                return;
            case TRIGGER_CLEARED:
                if (beginWindow(task, "tclear", self) != null) {
                    lines.end();
                }
                return;
            case STATE_UPDATED:
            case STATE_APPENDED:
            case ENTRY_PUT:
            case ENTRY_REMOVED:
            case STATE_CLEARED:
                writeState(task, self, given, code);
                return;
            case STATE_REPLACED:
                writeState(task, self, NOTHING, STATE_CLEARED);
                // fall through
            case ALL_APPENDED:
                for (Object each : (Collection<?>) given[0]) {
                    writeState(task, self, new Object[] {each}, STATE_APPENDED);
                }
                return;
            case ALL_PUT:
                for (java.util.Map.Entry<?, ?> each : ((java.util.Map<?, ?>) given[0]).entrySet()) {
                    writeState(task, self, new Object[] {each.getKey(), each.getValue()}, ENTRY_PUT);
                }
                return;
            case PRINTED: {
                Object prefix = PREFIX.get(self);
                out = lines.begin("print").append(',');
                if (options.hidesValues()) {
                    out.append("{\"m\":1}");
                } else {
                    Values.writeText(out, String.valueOf(prefix) + given[0], options.maxValueLength);
                }
                lines.end();
                return;
            }
            case BARRIER: {
                long id = CHECKPOINT_ID.getLong(given[0], 0);
                lines.begin("bar").append(',').append(GATE.get(given[1])).append(',').append(CHANNEL.get(given[1]))
                        .append(',').append(id);
                lines.end();
                return;
            }
            case ALIGNMENT_STARTED:
                lines.begin("alstart").append(',').append(given[0]).append(',')
                        .append(Math.max(0, System.currentTimeMillis() - (Long) given[1]));
                lines.end();
                return;
            case ALIGNMENT_ENDED:
                lines.begin("aligned").append(',').append((Long) given[0] / 1_000_000).append(',')
                        .append(ALIGNED_BYTES.getLong(self, 0));
                lines.end();
                return;
            case SNAPSHOT:
                lines.begin("snap").append(',').append(CHECKPOINT_ID.getLong(given[0], 0));
                lines.end();
                return;
            case NOTIFIED:
            case NOTIFIED_ABORT:
                lines.begin("notify").append(',').append(given[0]).append(',').append(code == NOTIFIED);
                lines.end();
                return;
            default:
        }
    }

    // --- operators and elements -------------------------------------------------------------------

    /** A rewritten method is about to call the same method of its superclass, which is rewritten, too. */
    public static void callsSuper(Object self, int code) {
        TaskContext task = recordedContext();
        if (task != null) {
            task.superCallOf = self;
            task.superCallCode = code;
        }
    }

    private static boolean isSuperCall(TaskContext task, Object self, int code) {
        boolean isCalled = task.superCallOf == self && task.superCallCode == code;
        task.superCallOf = null;
        return isCalled;
    }

    private static void writeSetUp(TaskContext task, Object operator) {
        int node = task.nodeOf(operator);
        if (node < 0) {
            return;
        }
        String name = operator.getClass().getSimpleName();
        if (name.equals("SourceOperator")) {
            task.sourceNode = node;
        }
        Object output = OUTPUT.get(operator);
        if (output != null) {
            task.outputOwners.put(output, node);
        }
        LineText out = task.lines.begin("setup", true).append(',').append(node).append(',');
        Values.writeText(out, name, 0);
        out.append(",{");
        String separator = "";
        for (String field : new String[] {"windowAssigner", "trigger", "evictor", "allowedLateness", "lateDataOutputTag"}) {
            Object value = new Ref(field).get(operator);
            if (value != null) {
                out.append(separator).append('"').append(field).append("\":");
                Values.writeText(out, field.equals("trigger") || field.equals("evictor")
                        ? value.getClass().getSimpleName() : value.toString(), 200);
                separator = ",";
            }
        }
        String functions = PythonWorker.describeFunctions(operator);
        if (functions != null) {
            Values.writeText(out.append(separator).append("\"python\":"), functions, 0);
            separator = ",";
        }
        Object inner = new Ref("nestedTrigger").get(new Ref("trigger").get(operator));
        if (inner != null) {
            Values.writeText(out.append(separator).append("\"nestedTrigger\":"), inner.getClass().getSimpleName(), 0);
            separator = ",";
        }
        Object isEventTime = new Ref("isEventTime").get(new Ref("windowAssigner").get(operator));
        if (isEventTime != null) {
            Values.writeText(out.append(",\"isEventTime\":"), isEventTime.toString(), 0);
        }
        out.append('}');
        task.lines.end();
    }

    private static void writeOperator(TaskContext task, String kind, Object operator) {
        int node = task.nodeOf(operator);
        if (node >= 0) {
            task.lines.begin(kind).append(',').append(node);
            task.lines.end();
        }
    }

    /** Write a change of the keyed state of a function; not of windows and triggers, which have a namespace. */
    private static void writeState(TaskContext task, Object self, Object[] given, int code) {
        Object namespace = NAMESPACE.get(self);
        Object table = STATE_TABLE.get(self);
        Object keys = KEYS.get(table);
        Object key = CURRENT_KEY.get(keys);
        Object name = STATE_NAME.get(STATE_INFO.get(table));
        Options options = Recording.options;
        boolean isOwn = namespace == null || !namespace.getClass().getSimpleName().equals("VoidNamespace")
                || "merging-window-set".equals(name);
        boolean isCleared = code == STATE_UPDATED && given[0] == null; // which calls clear()
        if (isOwn || isCleared || task.keyedNode < 0 || key == null
                || !options.keys.isEmpty() && !options.keys.contains(String.valueOf(key))) {
            return;
        }
        String kind = code == STATE_UPDATED ? "sput" : code == STATE_APPENDED ? "sadd" : code == ENTRY_PUT ? "mput"
                : code == ENTRY_REMOVED ? "mdel" : "sclear";
        LineText out = task.lines.begin(kind).append(',').append(task.keyedNode).append(',');
        Values.writeText(out, String.valueOf(name), 0);
        Values.writeKey(out.append(','), key, options);
        out.append(',').append(KEY_GROUP.getLong(keys, 0));
        for (Object each : given) {
            boolean hasTime = each != null && each.getClass().getSimpleName().equals("TtlValue");
            Values.write(out.append(','), hasTime ? USER_VALUE.get(each) : each, options);
        }
        task.lines.end();
    }

    private static void writeKey(TaskContext task, Object operator, Object key) {
        boolean isPython = operator.getClass().getSimpleName().contains("Python"); // its state is bytes
        task.keyedNode = isPython ? -1 : task.nodeOf(operator);
        Options options = Recording.options;
        if (!options.keys.isEmpty() && !options.keys.contains(String.valueOf(key))) {
            return;
        }
        LineText out = task.lines.begin("key").append(',').append(task.nodeOf(operator)).append(',');
        Values.writeKey(out, key, options);
        out.append(',').append(org.apache.flink.runtime.state.KeyGroupRangeAssignment.assignToKeyGroup(
                key, task.maxParallelism));
        task.lines.end();
    }

    private static void writeRecord(LineText out, StreamRecord<?> record) {
        Values.write(out, record.getValue(), Recording.options);
        out.append(',');
        if (record.hasTimestamp()) {
            out.append(record.getTimestamp());
        } else {
            out.append("null");
        }
    }

    private static void writeElement(TaskContext task, Object self, StreamRecord<?> record, int code) {
        if (isSuperCall(task, self, code) || !Recording.options.elements || !isWanted(record)) {
            return;
        }
        int node = task.nodeOf(self);
        if (node >= 0) {
            LineText out = task.lines.begin("el").append(',').append(node).append(',')
                    .append(code - ELEMENT_1).append(',');
            writeRecord(out, record);
            task.lines.end();
        }
    }

    private static boolean isWanted(StreamRecord<?> record) {
        Options options = Recording.options;
        if (!record.hasTimestamp()) {
            return true;
        }
        return record.getTimestamp() >= options.from && record.getTimestamp() <= options.to;
    }

    // --- the network ------------------------------------------------------------------------------

    private static void writeStreamElement(LineText out, StreamElement element) {
        if (element.isRecord()) {
            writeRecord(out.append("\"record\","), element.asRecord());
        } else if (element.isWatermark()) {
            out.append("\"watermark\",null,").append(element.asWatermark().getTimestamp());
        } else if (element.isWatermarkStatus()) {
            out.append(element.asWatermarkStatus().isIdle() ? "\"idle\",null,null" : "\"active\",null,null");
        } else if (element.isLatencyMarker()) {
            out.append("\"latency\",null,").append(element.asLatencyMarker().getMarkedTime());
        } else {
            out.append("\"other\",null,null");
        }
    }

    /** Return whether a record with this number is left out because of the options. */
    private static boolean isSkipped(StreamElement element, long number) {
        return element.isRecord() && (number % Recording.options.every != 0 || !isWanted(element.asRecord()));
    }

    /** Return whether an element is neither recorded nor counted. */
    private static boolean isUncounted(StreamElement element) {
        return !Recording.options.network && element.isRecord();
    }

    private static void writeReceived(TaskContext task, Object input, StreamElement element) {
        Object channel = LAST_CHANNEL.get(input);
        long gate = GATE.getLong(channel, -1);
        long index = CHANNEL.getLong(channel, -1);
        long number = task.count(1, gate, index);
        if (isSkipped(element, number)) {
            return;
        }
        LineText out = task.lines.begin("recv").append(',').append(gate).append(',').append(index).append(',')
                .append(number).append(',');
        writeStreamElement(out, element);
        task.lines.end();
    }

    private static String nameEvent(Object event) {
        String name = event.getClass().getSimpleName();
        switch (name) {
            case "EndOfData": return "endOfData";
            case "EndOfPartitionEvent": return "endOfPartition";
            case "CheckpointBarrier": return "barrier";
            case "CancelCheckpointMarker": return "cancelMarker";
            default: return null;
        }
    }

    private static final Ref EVENT = new Ref("getEvent");
    private static final Ref CHANNEL_INFO = new Ref("getChannelInfo");

    private static void writeEventReceived(TaskContext task, Object bufferOrEvent) {
        String name = nameEvent(EVENT.get(bufferOrEvent));
        Object channel = CHANNEL_INFO.get(bufferOrEvent);
        if (name == null) {
            return;
        }
        long gate = GATE.getLong(channel, -1);
        long index = CHANNEL.getLong(channel, -1);
        task.lines.begin("recv").append(',').append(gate).append(',').append(index).append(',')
                .append(task.count(1, gate, index)).append(",\"").append(name).append("\",null,null");
        task.lines.end();
    }

    /** Return the element that a writer is given; null if it is none. */
    private static StreamElement elementOf(Object delegate) {
        Object instance = delegate instanceof SerializationDelegate
                ? ((SerializationDelegate<?>) delegate).getInstance() : null;
        return instance instanceof StreamElement ? (StreamElement) instance : null;
    }

    private static void writeWritten(TaskContext task, Object writer, Object delegate, int target) {
        Integer output = task.outputs.get(TARGET.get(writer));
        if (output == null) {
            return;
        }
        StreamElement element = elementOf(delegate);
        long number = task.count(2, output, target);
        if (isSkipped(element, number)) {
            return;
        }
        LineText out = task.lines.begin("write").append(',').append(output).append(',').append(target).append(',')
                .append(number).append(',');
        writeStreamElement(out, element);
        task.lines.end();
    }

    private static void writeEventWritten(TaskContext task, Object partition, String name) {
        Integer output = task.outputs.get(partition);
        if (name == null || output == null) {
            return;
        }
        int count = (int) SUBPARTITIONS.getLong(partition, 0);
        for (int target = 0; target < count; target++) {
            task.lines.begin("write").append(',').append(output).append(',').append(target).append(',')
                    .append(task.count(2, output, target)).append(",\"").append(name).append("\",null,null");
            task.lines.end();
        }
    }

    // --- sources and generators -------------------------------------------------------------------

    private static void writeSourceRecord(TaskContext task, Object output, Object value, long timestamp) {
        if (task.sourceRecords++ % Recording.options.every != 0) {
            return;
        }
        LineText out = task.lines.begin("src").append(',').append(task.sourceNode).append(',');
        Values.writeText(out, task.splits.getOrDefault(output, ""), 0);
        Values.write(out.append(','), value, Recording.options);
        if (timestamp == Long.MIN_VALUE) {
            out.append(",null");
        } else {
            out.append(',').append(timestamp);
        }
        task.lines.end();
    }

    private static void writeSplits(TaskContext task, Collection<?> splits) {
        for (Object split : splits) {
            Object id = SPLIT_ID.get(split);
            LineText out = task.lines.begin("split", true).append(',').append(task.sourceNode).append(',');
            Values.writeText(out, String.valueOf(id), 0);
            task.lines.end();
        }
    }

    /** Return the split that a generator's output belongs to; "" for the whole source; null if it only forwards. */
    private static String findSplit(Object output) {
        String name = output.getClass().getSimpleName();
        if (name.equals("WatermarkEmitter")) {
            return "";
        }
        if (name.equals("IdlenessAwareWatermarkOutput")) {
            return MAIN_OUTPUT.get(OUTER.get(output)) == output ? "" : null;
        }
        TaskContext task = context();
        String known = task.splits.get(output);
        return known == null ? "" : known;
    }

    /** Return the node of the operator whose generator writes to <i>output</i>. */
    private static int ownerOf(TaskContext task, Object output) {
        boolean isOperator = output.getClass().getSimpleName().equals("WatermarkEmitter");
        Integer owner = isOperator ? task.outputOwners.get(OUTPUT.get(output)) : null;
        return owner == null ? task.sourceNode : owner;
    }

    private static void writeGenerated(TaskContext task, Object output, long timestamp) {
        String split = findSplit(output);
        if (split == null) {
            return;
        }
        LineText out = task.lines.begin("gen").append(',').append(ownerOf(task, output)).append(',');
        Values.writeText(out, split, 0);
        out.append(',').append(timestamp).append(output.getClass().getSimpleName().equals("DeferredOutput") ? ",true" : ",false");
        task.lines.end();
    }

    // --- timers and windows -----------------------------------------------------------------------

    private static void writeTimer(
            TaskContext task, String kind, Object owner, boolean isEvent, Object key, Object namespace, long timestamp) {
        Options options = Recording.options;
        if (!options.keys.isEmpty() && !options.keys.contains(String.valueOf(key))) {
            return;
        }
        int node = task.nodeOf(owner);
        if (!kind.equals("reg")) {
            task.isNewTimer(kind, node, isEvent, key, namespace, timestamp); // forget it
        }
        LineText out = task.lines.begin(kind).append(',').append(node).append(isEvent ? ",\"event\"," : ",\"processing\",");
        Values.writeKey(out, key, options);
        out.append(',');
        writeNamespace(task, out, namespace);
        out.append(',').append(timestamp);
        task.lines.end();
    }

    private static void writeNamespace(TaskContext task, LineText out, Object namespace) {
        if (namespace instanceof TimeWindow) {
            task.writeWindow(out, (TimeWindow) namespace);
        } else if (namespace == null || namespace.getClass().getSimpleName().equals("VoidNamespace")) {
            out.append("\"\"");
        } else {
            Values.write(out, namespace, WINDOW_OPTIONS);
        }
    }

    private static final Options WINDOW_OPTIONS = Options.parse("");

    private static LineText beginWindow(TaskContext task, String kind, Object context) {
        return beginWindow(task, kind, OUTER.get(context), CONTEXT_KEY.get(context), WINDOW.get(context));
    }

    /** Begin a line about a window; null if its key is not recorded. */
    private static LineText beginWindow(TaskContext task, String kind, Object operator, Object key, Object window) {
        Options options = Recording.options;
        if (!options.keys.isEmpty() && !options.keys.contains(String.valueOf(key))) {
            return null;
        }
        LineText out = task.lines.begin(kind).append(',').append(task.nodeOf(operator)).append(',');
        Values.writeKey(out, key, options);
        writeNamespace(task, out.append(','), window);
        return out;
    }

    /** Return the elements of a window as values; those of an evicting operator have timestamps. */
    private static Object unwrap(Iterable<?> contents) {
        java.util.ArrayList<Object> values = new java.util.ArrayList<>();
        for (Object each : contents) {
            values.add(each instanceof TimestampedValue ? ((TimestampedValue<?>) each).getValue() : each);
        }
        return values;
    }

    // --- the cluster ------------------------------------------------------------------------------

    private static final Ref ID_NAME = new Ref("getTaskInfo");
    private static final Ref JOB_ID = new Ref("getJobID");
    private static final Ref STATES = new Ref("operatorStates");
    private static final Ref STATE_SIZE = new Ref("getStateSize");
    /** Sizes of pending checkpoints in bytes. */
    private static final java.util.Map<Object, Long> SIZES = new java.util.WeakHashMap<>();
    private static final Ref PARALLELISM = new Ref("getParallelism");
    private static final Ref METRICS = new Ref("getCheckpointMetrics");
    private static final Ref EXECUTION = new Ref("getTaskExecutionId");
    private static final Ref SUBTASK = new Ref("getSubtaskIndex");
    private static final Ref SUBTASK_STATE = new Ref("getSubtaskState");
    private static final Ref START_DELAY = new Ref("getCheckpointStartDelayNanos");
    private static final Ref ALIGNMENT = new Ref("getAlignmentDurationNanos");
    private static final Ref SYNC = new Ref("getSyncDurationMillis");
    private static final Ref ASYNC = new Ref("getAsyncDurationMillis");
    private static final Ref PERSISTED = new Ref("getBytesPersistedDuringAlignment");
    private static final Ref COORDINATED_JOB = new Ref("job");
    private static final Ref REASON = new Ref("getCheckpointFailureReason");
    private static final Ref REASON_TEXT = new Ref("message");
    private static final Ref VERTEX = new Ref("getJobVertexId");
    private static final Ref INDEX = new Ref("getIndexOfThisSubtask");
    private static final Ref ATTEMPT = new Ref("getAttemptNumber");
    private static final Ref FULL_NAME = new Ref("getTaskNameWithSubtasks");

    private static void writeTaskState(Object isDone, Object task, Object[] given) {
        if (!Boolean.TRUE.equals(isDone)) {
            return;
        }
        Object info = ID_NAME.get(task);
        TaskContext context = TaskContext.BY_NAME.get(String.valueOf(FULL_NAME.get(info)));
        Recording.Lines lines = context == null ? Recording.common() : context.lines;
        String after = String.valueOf(given[1]);
        synchronized (lines) {
            LineText out = lines.begin("state", true).append(',');
            Values.writeText(out, String.valueOf(VERTEX.get(task)), 0);
            out.append(',').append(INDEX.get(info)).append(',').append(ATTEMPT.get(info)).append(",\"")
                    .append(given[0]).append("\",\"").append(after).append("\",");
            Throwable cause = (Throwable) given[2];
            if (cause == null) {
                out.append("null,null");
            } else {
                while (cause.getCause() != null && cause.getCause() != cause) {
                    cause = cause.getCause();
                }
                Values.writeText(out, cause.getClass().getName(), 200);
                boolean isHidden = Recording.options.hidesValues(); // a message often quotes a record
                Values.writeText(out.append(','), isHidden ? "(not recorded)" : String.valueOf(cause.getMessage()), 500);
            }
            lines.end();
        }
        if (after.equals("FAILED")) {
            Recording.dump("failure");
        }
        boolean isOver = after.equals("FINISHED") || after.equals("FAILED") || after.equals("CANCELED");
        if (isOver && context != null) {
            context.release();
        }
    }

    private static void writeOfCluster(Object result, Object self, Object[] given, int code) {
        Recording.Lines lines = Recording.common();
        synchronized (lines) {
            if (code == CHECKPOINT_SIZE) { // the pending checkpoint forgets its states when it is complete
                SIZES.put(given[0], measureStates(given[0]));
                return;
            }
            LineText out;
            if (code == JOB_STATUS) {
                if (Boolean.TRUE.equals(result)) {
                    Values.writeText(out = lines.begin("job").append(','), String.valueOf(JOB_ID.get(self)), 0);
                    out.append(",\"").append(given[0]).append("\",\"").append(given[1]).append('"');
                    lines.end();
                }
                return;
            }
            if (code == ACKNOWLEDGED) {
                writeAcknowledgement(lines, self, given[0]);
                return;
            }
            if (code == CHECKPOINT_RESTORED) {
                OptionalLong restored = (OptionalLong) result;
                if (restored.isPresent()) {
                    long tasks = 0;
                    for (Object vertex : (Collection<?>) given[0]) {
                        tasks += PARALLELISM.getLong(vertex, 0);
                    }
                    Values.writeText(out = lines.begin("ckrest").append(','), String.valueOf(COORDINATED_JOB.get(self)), 0);
                    out.append(',').append(restored.getAsLong()).append(',').append(tasks);
                    lines.end();
                }
                return;
            }
            boolean isTriggered = code == CHECKPOINT_TRIGGERED;
            Object pending = isTriggered ? result : given[0];
            out = lines.begin(isTriggered ? "ckstart" : code == CHECKPOINT_COMPLETED ? "ckdone" : "ckfail");
            Values.writeText(out.append(','), String.valueOf(COORDINATED_JOB.get(self)), 0);
            out.append(',').append(CHECKPOINT_ID_2.getLong(pending, CHECKPOINT_ID.getLong(pending, 0)));
            if (code == CHECKPOINT_COMPLETED) {
                Long size = SIZES.remove(pending);
                out.append(',').append(size == null ? 0 : size);
            } else if (code == CHECKPOINT_ABORTED) {
                Object reason = REASON_TEXT.get(REASON.get(given[1]));
                Values.writeText(out.append(','), String.valueOf(reason), 500);
            }
            lines.end();
        }
    }

    private static void writeAcknowledgement(Recording.Lines lines, Object self, Object message) {
        Object metrics = METRICS.get(message);
        Object execution = EXECUTION.get(message);
        LineText out = lines.begin("ckack").append(',');
        Values.writeText(out, String.valueOf(COORDINATED_JOB.get(self)), 0);
        out.append(',').append(CHECKPOINT_ID.getLong(message, 0)).append(',');
        Values.writeText(out, String.valueOf(VERTEX.get(execution)), 0);
        out.append(',').append(SUBTASK.getLong(execution, 0));
        out.append(',').append(STATE_SIZE.getLong(SUBTASK_STATE.get(message), 0));
        out.append(',').append(Math.max(0, START_DELAY.getLong(metrics, 0)) / 1_000_000);
        out.append(',').append(Math.max(0, ALIGNMENT.getLong(metrics, 0)) / 1_000_000);
        for (Ref each : new Ref[] {SYNC, ASYNC, PERSISTED}) {
            out.append(',').append(Math.max(0, each.getLong(metrics, 0)));
        }
        lines.end();
    }

    /** Return the bytes of all states that were reported for a checkpoint. */
    private static long measureStates(Object pending) {
        long size = 0;
        for (Object states : ((java.util.Map<?, ?>) STATES.get(pending)).values()) {
            size += STATE_SIZE.getLong(states, 0);
        }
        return size;
    }
}
