package flinksim.recorder;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The methods of Flink that are recorded. Flink 1.20 to 2.3 lack some of them; each is then skipped. */
final class Hooks {

    enum Place { ENTER, EXIT, BEFORE_CALL, AFTER_LONG_CALL }

    /** One recorded method; for calls inside of it, also the called method. */
    static final class Hook {
        final String method;
        final String descriptor;
        final Place place;
        final int code;
        final String calledOwner;
        final String called;
        final byte[] mark;

        Hook(String method, String descriptor, Place place, int code, String call) {
            this.method = method;
            this.descriptor = descriptor;
            this.place = place;
            this.code = code;
            int dot = call.indexOf('.');
            this.calledOwner = dot < 0 ? "" : call.substring(0, dot);
            this.called = dot < 0 ? "" : call.substring(dot + 1);
            this.mark = null;
        }

        Hook(String method, String descriptor, Place place, int code) {
            this.method = method;
            this.descriptor = descriptor;
            this.place = place;
            this.code = code;
            this.calledOwner = this.called = "";
            this.mark = descriptor.getBytes(StandardCharsets.UTF_8);
        }

        boolean matches(String name, String type) {
            return method.equals(name) && type.startsWith(descriptor);
        }

        boolean isForAnyClass() {
            return mark != null;
        }
    }

    private static final Map<String, List<Hook>> BY_CLASS = new HashMap<>();
    private static final List<Hook> FOR_ANY_CLASS = new ArrayList<>();

    private static final String STREAMING = "org/apache/flink/streaming/";
    private static final String OPERATORS = STREAMING + "api/operators/";
    private static final String WINDOWING = STREAMING + "runtime/operators/windowing/";
    private static final String NETWORK = "org/apache/flink/runtime/io/network/";
    private static final String EVENT_TIME = "org/apache/flink/api/common/eventtime/";
    private static final String RECORD = "L" + STREAMING + "runtime/streamrecord/StreamRecord;";
    private static final String WATERMARK = "L" + STREAMING + "api/watermark/Watermark;";
    private static final String STATUS = "L" + STREAMING + "runtime/watermarkstatus/WatermarkStatus;";

    private Hooks() {}

    private static void on(String cls, String method, String descriptor, Place place, int code) {
        onCall(cls, method, descriptor, place, code, "");
    }

    private static void onCall(String cls, String method, String descriptor, Place place, int code, String call) {
        BY_CLASS.computeIfAbsent(cls, any -> new ArrayList<>())
                .add(new Hook(method, descriptor, place, code, call));
    }

    private static void anywhere(String method, String descriptor, int code) {
        FOR_ANY_CLASS.add(new Hook(method, descriptor, Place.ENTER, code));
    }

    static {
        // tasks and their operators
        on(STREAMING + "runtime/tasks/StreamTask", "restore", "()", Place.ENTER, Probe.TASK);
        on(STREAMING + "runtime/tasks/SourceStreamTask$LegacySourceFunctionThread", "run", "()", Place.ENTER,
                Probe.SOURCE_THREAD);
        on("org/apache/flink/runtime/taskmanager/Task", "transitionState",
                "(Lorg/apache/flink/runtime/execution/ExecutionState;Lorg/apache/flink/runtime/execution/ExecutionState;"
                        + "Ljava/lang/Throwable;)", Place.EXIT, Probe.TASK_STATE);
        for (String base : Arrays.asList("AbstractStreamOperator", "AbstractStreamOperatorV2")) {
            String cls = OPERATORS + base;
            on(cls, "setCurrentKey", "(Ljava/lang/Object;)", Place.ENTER, Probe.KEY);
            on(cls, "open", "()", Place.ENTER, Probe.OPENED);
            on(cls, "finish", "()", Place.ENTER, Probe.FINISHED);
            on(cls, "close", "()", Place.ENTER, Probe.CLOSED);
        }
        on(OPERATORS + "SourceOperator", "open", "()", Place.ENTER, Probe.OPENED);
        on(OPERATORS + "SourceOperator", "finish", "()", Place.ENTER, Probe.FINISHED);
        on(OPERATORS + "SourceOperator", "close", "()", Place.ENTER, Probe.CLOSED);
        on(OPERATORS + "AbstractStreamOperator", "setup", "(L" + STREAMING + "runtime/tasks/StreamTask;",
                Place.EXIT, Probe.SET_UP);
        on(OPERATORS + "AbstractStreamOperatorV2", "initializeState", "(", Place.ENTER, Probe.SET_UP_LATE);
        on(STREAMING + "runtime/tasks/mailbox/Mail", "run", "()", Place.ENTER, Probe.MAIL);
        // the workers of PyFlink
        on("org/apache/flink/python/env/AbstractPythonEnvironmentManager", "constructEnvironmentVariables", "(",
                Place.EXIT, Probe.WORKER_ENVIRONMENT);
        // the network
        String input = STREAMING + "runtime/io/AbstractStreamTaskNetworkInput";
        on(input, "processElement", "(L" + STREAMING + "runtime/streamrecord/StreamElement;", Place.ENTER,
                Probe.RECEIVED);
        on(input, "processEvent", "(L" + NETWORK + "partition/consumer/BufferOrEvent;", Place.ENTER,
                Probe.EVENT_RECEIVED);
        on(NETWORK + "api/writer/RecordWriter", "emit",
                "(Lorg/apache/flink/core/io/IOReadableWritable;I)", Place.ENTER, Probe.WRITTEN);
        for (String own : Arrays.asList("BroadcastRecordWriter", "ChannelSelectorRecordWriter")) {
            on(NETWORK + "api/writer/" + own, "broadcastEmit",
                    "(Lorg/apache/flink/core/io/IOReadableWritable;)", Place.ENTER, Probe.BROADCAST);
        }
        on(NETWORK + "partition/BufferWritingResultPartition", "broadcastEvent",
                "(Lorg/apache/flink/runtime/event/AbstractEvent;Z)", Place.ENTER, Probe.EVENT_WRITTEN);
        on(NETWORK + "partition/BufferWritingResultPartition", "finish", "()", Place.ENTER,
                Probe.PARTITION_FINISHED);
        // buffers, credit and backlog, and tasks that wait
        String subpartition = NETWORK + "partition/PipelinedSubpartition";
        String consumer = NETWORK + "partition/consumer/";
        String reader = NETWORK + "netty/CreditBasedSequenceNumberingViewReader";
        on(subpartition, "increaseBuffersInBacklog", "(", Place.EXIT, Probe.BUFFER_QUEUED);
        on(reader, "getNextBuffer", "()", Place.EXIT, Probe.BUFFER_SENT);
        on(reader, "addCredit", "(I)", Place.EXIT, Probe.CREDIT_ADDED);
        on(consumer + "RemoteInputChannel", "onBuffer", "(", Place.ENTER, Probe.BUFFER_ARRIVED);
        on(consumer + "RemoteInputChannel", "onSenderBacklog", "(I)", Place.EXIT, Probe.BACKLOG_RECEIVED);
        on(consumer + "RemoteInputChannel", "getAndResetUnannouncedCredit", "()", Place.EXIT, Probe.CREDIT_ANNOUNCED);
        on(consumer + "BufferManager", "recycle", "(", Place.EXIT, Probe.BUFFER_RETURNED);
        on(consumer + "BufferManager", "notifyBufferAvailable", "(", Place.EXIT, Probe.BUFFER_RETURNED);
        for (String own : Arrays.asList("RemoteInputChannel", "LocalInputChannel")) {
            on(consumer + own, "getNextBuffer", "()", Place.EXIT, Probe.BUFFER_TAKEN);
        }
        on(NETWORK + "partition/ResultPartition", "release", "(Ljava/lang/Throwable;)", Place.ENTER,
                Probe.PARTITION_RELEASED);
        String resume = STREAMING + "runtime/tasks/StreamTask$ResumeWrapper";
        on(resume, "<init>", "(", Place.EXIT, Probe.SUSPENDED);
        on(resume, "run", "()", Place.ENTER, Probe.RESUMED);
        String gauge = "org/apache/flink/runtime/metrics/TimerGauge";
        on(gauge, "markStart", "()", Place.ENTER, Probe.BLOCKED);
        on(gauge, "markEnd", "()", Place.ENTER, Probe.UNBLOCKED);
        // watermarks
        String valve = STREAMING + "runtime/watermarkstatus/StatusWatermarkValve";
        String output = "PushingAsyncDataInput$DataOutput";
        on(valve, "inputWatermark", "(", Place.ENTER, Probe.VALVE_WATERMARK);
        on(valve, "inputWatermarkStatus", "(", Place.ENTER, Probe.VALVE_STATUS);
        String newMinimum = "findAndOutputNewMinWatermarkAcrossAligned";
        String newMaximum = "findAndOutputMaxWatermarkAcrossAll";
        for (String suffix : Arrays.asList("Subpartitions", "Channels")) { // renamed in a later version
            for (String method : Arrays.asList(newMinimum, newMaximum)) {
                onCall(valve, method + suffix, "(", Place.BEFORE_CALL, Probe.INPUT_WATERMARK, output + ".emitWatermark");
            }
        }
        onCall(valve, "inputWatermarkStatus", "(", Place.BEFORE_CALL, Probe.INPUT_STATUS,
                output + ".emitWatermarkStatus");
        for (String own : Arrays.asList("TimestampsAndWatermarksOperator.processElement")) {
            int dot = own.indexOf('.');
            onCall(STREAMING + "runtime/operators/" + own.substring(0, dot), own.substring(dot + 1), "(" + RECORD,
                    Place.AFTER_LONG_CALL, Probe.TIMESTAMP, "TimestampAssigner.extractTimestamp");
        }
        for (String own : Arrays.asList("SourceOutputWithWatermarks", "NoOpTimestampsAndWatermarks$TimestampsOnlyOutput")) {
            String cls = OPERATORS + "source/" + own;
            on(cls, "collect", "(Ljava/lang/Object;J)", Place.ENTER, Probe.SOURCE_RECORD);
            onCall(cls, "collect", "(Ljava/lang/Object;J)", Place.AFTER_LONG_CALL, Probe.TIMESTAMP,
                    "TimestampAssigner.extractTimestamp");
        }
        on(OPERATORS + "source/ProgressiveTimestampsAndWatermarks$SplitLocalOutputs", "createOutputForSplit", "(",
                Place.EXIT, Probe.SPLIT_OUTPUT);
        for (String method : Arrays.asList("getImmediateOutput", "getDeferredOutput")) {
            on(EVENT_TIME + "WatermarkOutputMultiplexer", method, "(", Place.EXIT, Probe.SPLIT_OUTPUT);
        }
        onCall(OPERATORS + "SourceOperator", "handleAddSplitsEvent", "(", Place.BEFORE_CALL, Probe.SPLITS,
                "SourceReader.addSplits");
        onCall(OPERATORS + "SourceOperator", "registerReader", "(", Place.BEFORE_CALL, Probe.SPLITS,
                "SourceReader.addSplits");
        onCall(OPERATORS + "SourceOperator", "open", "(", Place.BEFORE_CALL, Probe.SPLITS, "SourceReader.addSplits");
        String common = "(L" + EVENT_TIME + "Watermark;)";
        for (String own : Arrays.asList(EVENT_TIME + "WatermarkOutputMultiplexer$ImmediateOutput",
                EVENT_TIME + "WatermarkOutputMultiplexer$DeferredOutput",
                OPERATORS + "source/ProgressiveTimestampsAndWatermarks$IdlenessManager$IdlenessAwareWatermarkOutput",
                STREAMING + "runtime/operators/TimestampsAndWatermarksOperator$WatermarkEmitter")) {
            on(own, "emitWatermark", common, Place.ENTER, Probe.GENERATED);
            on(own, "markIdle", "()", Place.ENTER, Probe.MARKED_IDLE);
            on(own, "markActive", "()", Place.ENTER, Probe.MARKED_ACTIVE);
        }
        anywhere("processElement", "(" + RECORD + ")V", Probe.ELEMENT);
        anywhere("processElement1", "(" + RECORD + ")V", Probe.ELEMENT_1);
        anywhere("processElement2", "(" + RECORD + ")V", Probe.ELEMENT_2);
        anywhere("processWatermark", "(" + WATERMARK + ")V", Probe.WATERMARK);
        anywhere("processWatermark1", "(" + WATERMARK + ")V", Probe.WATERMARK_1);
        anywhere("processWatermark2", "(" + WATERMARK + ")V", Probe.WATERMARK_2);
        anywhere("processWatermarkStatus", "(" + STATUS + ")V", Probe.STATUS);
        anywhere("processWatermarkStatus1", "(" + STATUS + ")V", Probe.STATUS_1);
        anywhere("processWatermarkStatus2", "(" + STATUS + ")V", Probe.STATUS_2);
        anywhere("emitWatermark", "(" + WATERMARK + ")V", Probe.EMITTED);
        anywhere("emitWatermarkStatus", "(" + STATUS + ")V", Probe.STATUS_EMITTED);
        anywhere("collect", "(Lorg/apache/flink/util/OutputTag;" + RECORD + ")V", Probe.SIDE_OUTPUT);
        // timers
        String timers = OPERATORS + "InternalTimerServiceImpl";
        for (String domain : Arrays.asList("Event", "Processing")) {
            boolean isEvent = domain.equals("Event");
            on(timers, "register" + domain + "TimeTimer", "(", Place.ENTER, isEvent ? Probe.REGISTER_EVENT : Probe.REGISTER_PROCESSING);
            on(timers, "delete" + domain + "TimeTimer", "(", Place.ENTER, isEvent ? Probe.DELETE_EVENT : Probe.DELETE_PROCESSING);
        }
        for (String method : Arrays.asList("tryAdvanceWatermark", "advanceWatermark", "onProcessingTime")) {
            onCall(timers, method, "(", Place.BEFORE_CALL, Probe.FIRE_EVENT, "Triggerable.onEventTime");
            onCall(timers, method, "(", Place.BEFORE_CALL, Probe.FIRE_PROCESSING, "Triggerable.onProcessingTime");
        }
        on(timers, "tryAdvanceWatermark", "(", Place.ENTER, Probe.ADVANCED);
        on(timers, "advanceWatermark", "(", Place.ENTER, Probe.ADVANCED);
        // windows
        for (String own : Arrays.asList("WindowOperator", "EvictingWindowOperator")) {
            on(WINDOWING + own, "clearAllState", "(", Place.ENTER, Probe.WINDOW_CLEARED);
        }
        on(WINDOWING + "WindowOperator", "emitWindowContents", "(", Place.ENTER, Probe.WINDOW_FIRED);
        // the contents of a window with an evictor are what is left
        String evictor = WINDOWING + "EvictingWindowOperator$EvictorContext";
        on(evictor, "evictBefore", "(", Place.EXIT, Probe.EVICTED_BEFORE);
        on(evictor, "evictAfter", "(", Place.EXIT, Probe.EVICTED_AFTER);
        on(WINDOWING + "WindowOperator", "isWindowLate", "(", Place.EXIT, Probe.WINDOW_LATE);
        on(WINDOWING + "WindowOperator", "isElementLate", "(", Place.EXIT, Probe.ELEMENT_LATE);
        for (String own : Arrays.asList("WindowOperator$2", "EvictingWindowOperator$1")) {
            on(WINDOWING + own, "merge", "(Lorg/apache/flink/streaming/api/windowing/windows/Window;", Place.ENTER, Probe.MERGED);
        }
        on(WINDOWING + "MergingWindowSet", "addWindow", "(", Place.ENTER, Probe.WINDOW_ADDED);
        String context = WINDOWING + "WindowOperator$Context";
        on(context, "onElement", "(", Place.ENTER, Probe.ASSIGNED);
        on(context, "onElement", "(", Place.EXIT, Probe.TRIGGER_ELEMENT);
        on(context, "onEventTime", "(", Place.EXIT, Probe.TRIGGER_EVENT_TIME);
        on(context, "onProcessingTime", "(", Place.EXIT, Probe.TRIGGER_PROCESSING_TIME);
        on(context, "onMerge", "(", Place.EXIT, Probe.TRIGGER_MERGE);
        on(context, "clear", "()", Place.ENTER, Probe.TRIGGER_CLEARED);
        // keyed state on the heap
        String heap = "org/apache/flink/runtime/state/heap/";
        on(heap + "HeapValueState", "update", "(Ljava/lang/Object;)", Place.ENTER, Probe.STATE_UPDATED);
        on(heap + "HeapListState", "add", "(Ljava/lang/Object;)", Place.ENTER, Probe.STATE_APPENDED);
        on(heap + "HeapMapState", "put", "(Ljava/lang/Object;Ljava/lang/Object;)", Place.ENTER, Probe.ENTRY_PUT);
        on(heap + "HeapListState", "update", "(Ljava/util/List;)", Place.ENTER, Probe.STATE_REPLACED);
        on(heap + "HeapListState", "addAll", "(Ljava/util/List;)", Place.ENTER, Probe.ALL_APPENDED);
        on(heap + "HeapMapState", "putAll", "(Ljava/util/Map;)", Place.ENTER, Probe.ALL_PUT);
        on(heap + "HeapMapState", "remove", "(Ljava/lang/Object;)", Place.ENTER, Probe.ENTRY_REMOVED);
        on(heap + "AbstractHeapState", "clear", "()", Place.ENTER, Probe.STATE_CLEARED);
        // results
        on("org/apache/flink/api/common/functions/util/PrintSinkOutputWriter", "write", "(Ljava/lang/Object;)",
                Place.ENTER, Probe.PRINTED);
        // checkpoints
        String checkpointing = STREAMING + "runtime/io/checkpointing/";
        for (String own : Arrays.asList("SingleCheckpointBarrierHandler", "CheckpointBarrierTracker")) {
            on(checkpointing + own, "processBarrier", "(", Place.ENTER, Probe.BARRIER);
        }
        on(checkpointing + "CheckpointBarrierHandler", "markAlignmentStart", "(JJ)", Place.ENTER, Probe.ALIGNMENT_STARTED);
        on(checkpointing + "CheckpointBarrierHandler", "markAlignmentEnd", "(J)", Place.ENTER, Probe.ALIGNMENT_ENDED);
        String coordinator = STREAMING + "runtime/tasks/SubtaskCheckpointCoordinatorImpl";
        on(coordinator, "checkpointState", "(", Place.ENTER, Probe.SNAPSHOT);
        on(coordinator, "notifyCheckpointComplete", "(", Place.ENTER, Probe.NOTIFIED);
        on(coordinator, "notifyCheckpointAborted", "(", Place.ENTER, Probe.NOTIFIED_ABORT);
        on("org/apache/flink/runtime/checkpoint/CheckpointCoordinator", "createPendingCheckpoint", "(", Place.EXIT,
                Probe.CHECKPOINT_TRIGGERED);
        on("org/apache/flink/runtime/executiongraph/DefaultExecutionGraph", "transitionState",
                "(Lorg/apache/flink/api/common/JobStatus;Lorg/apache/flink/api/common/JobStatus;Ljava/lang/Throwable;)",
                Place.EXIT, Probe.JOB_STATUS);
        String checkpoint = "org/apache/flink/runtime/checkpoint/";
        on(checkpoint + "CheckpointCoordinator", "receiveAcknowledgeMessage", "(", Place.ENTER, Probe.ACKNOWLEDGED);
        on(checkpoint + "CheckpointCoordinator", "restoreLatestCheckpointedStateInternal", "(", Place.EXIT,
                Probe.CHECKPOINT_RESTORED);
        on(checkpoint + "CheckpointCoordinator", "completePendingCheckpoint", "(", Place.EXIT,
                Probe.CHECKPOINT_COMPLETED);
        on(checkpoint + "CheckpointCoordinator", "completePendingCheckpoint", "(", Place.ENTER, Probe.CHECKPOINT_SIZE);
        on(checkpoint + "CheckpointCoordinator", "abortPendingCheckpoint", "(L" + checkpoint + "PendingCheckpoint;L"
                + checkpoint + "CheckpointException;L", Place.ENTER, Probe.CHECKPOINT_ABORTED);
    }

    /** Find the hooks for a class: those of its name, and those that apply to any class of Flink or of the user. */
    static List<Hook> find(String name, byte[] bytes) {
        List<Hook> own = BY_CLASS.get(name);
        boolean isRelevant = !name.startsWith("java/") && !name.startsWith("sun/") && !name.startsWith("jdk/")
                && !name.startsWith("org/apache/flink/shaded/");
        if (!isRelevant) {
            return List.of();
        }
        List<Hook> found = own == null ? new ArrayList<>() : new ArrayList<>(own);
        for (Hook hook : FOR_ANY_CLASS) {
            if (contains(bytes, hook.mark)) {
                found.add(hook);
            }
        }
        return found;
    }

    private static boolean contains(byte[] bytes, byte[] mark) {
        byte first = mark[0];
        outer:
        for (int at = 0, last = bytes.length - mark.length; at <= last; at++) {
            if (bytes[at] != first) {
                continue;
            }
            for (int i = 1; i < mark.length; i++) {
                if (bytes[at + i] != mark[i]) {
                    continue outer;
                }
            }
            return true;
        }
        return false;
    }
}
