"""Table that maps methods of flinksim to the Java stack frames that they stand for in Flink.

The table maps class and method to the frames between its caller's and its own, with the method's
own frame last. The class of a frame is the one that declares the method, as in a Java stack trace.
A "/" before frames means that Flink calls them from the bottom of the stack, where flinksim calls
from elsewhere. Placeholders are in braces: ``{operator}`` is the operator's class in Flink;
``{open}``, ``{finish}`` and ``{close}`` the class that declares that method for it.
:mod:`flinksim.runtime.tracing.instrumentation` fills in the others.

Recorded from Flink 2.3.0: ``tests/conformance`` compares the stacks of whole programs.
"""

from __future__ import annotations

from flinksim.trace.causality.flink_stacks import (
    CLOSE_PATH,
    END_INPUT_METHOD,
    FINISH_PATH,
    LEGACY_SOURCE_READ_PATH,
    RESTORE_PATH,
    SOURCE_READ_PATH,
)

METHODS: dict[str, dict[str, str]] = {
    # --- tasks -----------------------------------------------------------------------------------
    "StreamTask": {
        "end_data": "/StreamTask.processInput > StreamTask.endData",
        "invoke_processing_time_callback": "StreamTask.invokeProcessingTimeCallback",
        "defer_callback_to_mailbox": "/SystemProcessingTimeService$ScheduledTask.run > "
        "MailboxExecutorImpl.execute",
        "finish_partitions": "/Task.doRun",
    },
    "SourceOperatorStreamTask": {
        "advance_to_end_of_event_time": "SourceOperatorStreamTask.advanceToEndOfEventTime",
    },
    "SourceStreamTask": {
        "end_data": "/MailboxProcessor.processMail > MailboxProcessor.runMail > Mail.run > "
        "StreamTask.endData",
        "advance_to_end_of_event_time": "SourceStreamTask.advanceToEndOfEventTime",
    },
    "TaskInput": {
        "emit_next": "/StreamTask.processInput > {processor}StreamOneInputProcessor.processInput > "
        "AbstractStreamTaskNetworkInput.emitNext",
        "_process_other": "AbstractStreamTaskNetworkInput.processElement",
        "_handle_event": "CheckpointedInputGate.pollNext",
        "emit_watermark": "{output}.emitWatermark",
        "emit_watermark_status": "{output}.emitWatermarkStatus",
    },
    "RemoteInputChannel": {
        "on_sender_backlog": "/RemoteInputChannel.onBuffer > RemoteInputChannel.onSenderBacklog > "
        "BufferManager.requestFloatingBuffers",
        "offer_floating_buffer": "BufferManager.notifyBufferAvailable",
        "on_exclusive_buffer_recycled": "BufferManager.recycle",
    },
    "StatusWatermarkValve": {
        "input_watermark": "StatusWatermarkValve.inputWatermark",
        "input_watermark_status": "StatusWatermarkValve.inputWatermarkStatus",
        "_output_new_minimum": "StatusWatermarkValve."
        "findAndOutputNewMinWatermarkAcrossAlignedSubpartitions",
        "_output_maximum": "StatusWatermarkValve.findAndOutputMaxWatermarkAcrossAllSubpartitions",
    },
    "RecordWriter": {
        "emit": "ChannelSelectorRecordWriter.emit{to channel}",
        "broadcast": "{broadcast}",
        "emit_to_one_channel": "RecordWriter.randomEmit{to channel}",
        "notify_end_of_data": "{end of data}",
        "finish": "{finish}",
    },
    "BroadcastRecordWriter": {
        "emit": "BroadcastRecordWriter.emit{to all channels}",
        "broadcast": "{broadcast to all}",
    },
    # --- operators -------------------------------------------------------------------------------
    "StreamOperator": {
        "open": f"/{RESTORE_PATH} > {{open}}.open",
        "finish": f"{FINISH_PATH} > {{finish}}.finish",
        "close": f"/{CLOSE_PATH} > {{close}}.close",
        "process_element": "{operator}.processElement",
        "process_element2": "{operator}.processElement2",
        "process_watermark": "{processWatermark}.processWatermark",
        "process_watermark2": "AbstractStreamOperator.processWatermark2",
        "process_watermark_status": "{processWatermarkStatus}.processWatermarkStatus",
        "process_watermark_status2": "AbstractStreamOperator.processWatermarkStatus2",
    },
    "TwoInputWatermarks": {
        "process_element": "{operator}.processElement1",
        "process_watermark": "AbstractStreamOperator.processWatermark1",
        "process_watermark_status": "AbstractStreamOperator.processWatermarkStatus1",
        "_advance": "AbstractStreamOperator.processWatermark > {processWatermark}.processWatermark",
    },
    "StreamFlatMap": {"emit_results": "FlatMapFunction.flatMap"},
    "MapPartitionOperator": {"emit_results": "MapPartitionFunction.mapPartition"},
    "ProcessOperator": {
        "emit_results": "ProcessFunction.processElement",
    },
    "CoProcessOperator": {"emit_results": "CoProcessFunction.processElement"},
    "TimerFunctionOperator": {
        "on_event_time": "{operator}.onEventTime",
        "on_processing_time": "{operator}.onProcessingTime",
    },
    "TimestampsAndWatermarksOperator": {
        "_on_processing_time": "TimestampsAndWatermarksOperator.onProcessingTime",
        "_poll_generator": "WatermarkGenerator.onPeriodicEmit",
    },
    "BatchGroupedReduce": {"on_event_time": "BatchGroupedReduceOperator.onEventTime"},
    "WindowOperator": {
        "on_event_time": "{operator}.onEventTime",
        "on_processing_time": "{operator}.onProcessingTime",
        "_emit_window_contents": "{operator}.emitWindowContents",
        "_clear_all": "{operator}.clearAllState",
        "emit_results": "{window function}",
    },
    "InternalTimerService": {
        "advance_watermark": "InternalTimeServiceManagerImpl.advanceWatermark > "
        "InternalTimerServiceImpl.advanceWatermark > InternalTimerServiceImpl.tryAdvanceWatermark",
        "_on_processing_time": "InternalTimerServiceImpl.onProcessingTime",
    },
    "BatchTimerService": {
        "advance_watermark": "BatchExecutionInternalTimeServiceManager.advanceWatermark > "
        "BatchExecutionInternalTimeServiceManager.keySelected > "
        "BatchExecutionInternalTimeService.setCurrentKey",
        "register_event_time_timer": "BatchExecutionInternalTimeService.registerEventTimeTimer",
        "register_processing_time_timer": "BatchExecutionInternalTimeService."
        "registerProcessingTimeTimer",
        "delete_event_time_timer": "BatchExecutionInternalTimeService.deleteEventTimeTimer",
        "delete_processing_time_timer": "BatchExecutionInternalTimeService."
        "deleteProcessingTimeTimer",
    },
    "SinkWriterOperator": {
        "prepare_snapshot_pre_barrier": "SubtaskCheckpointCoordinatorImpl.checkpointState > "
        "RegularOperatorChain.prepareSnapshotPreBarrier > "
        "SinkWriterOperator.prepareSnapshotPreBarrier",
        "finish": f"/{END_INPUT_METHOD} > SinkWriterOperator.endInput",
    },
    "CommitterOperator": {
        "initialize_state": f"/{RESTORE_PATH} > AbstractStreamOperator.initializeState > "
        "CommitterOperator.initializeState",
        "notify_checkpoint_complete": "SubtaskCheckpointCoordinatorImpl.notifyCheckpoint > "
        "RegularOperatorChain.notifyCheckpointComplete > "
        "CommitterOperator.notifyCheckpointComplete",
        "finish": f"/{END_INPUT_METHOD} > CommitterOperator.endInput",
    },
    "AsyncWaitOperator": {
        "_emit_completed": "AsyncWaitOperator.outputCompletedElement",
        "wait_until_empty": f"/{END_INPUT_METHOD} > AsyncWaitOperator.endInput",
    },
    "IntervalJoinOperator": {
        "_add_to_buffer": "IntervalJoinOperator.processElement > IntervalJoinOperator.addToBuffer",
        "_join_left": "IntervalJoinOperator.processElement",
        "_join_right": "IntervalJoinOperator.processElement",
    },
    "MergingWindows": {"merge": "MergingWindowSet.addWindow"},
    # --- watermarks ------------------------------------------------------------------------------
    "WatermarkToDataOutput": {
        "advance_to": "{emit watermark}",
        "mark_idle": "{mark idle}",
        "mark_active": "{mark active}",
    },
    "SplitWatermarkOutput": {
        "on_event": "WatermarkGenerator.onEvent",
        "on_periodic_emit": "SourceOutputWithWatermarks.emitPeriodicWatermark > "
        "WatermarkGenerator.onPeriodicEmit",
    },
    "SourceWatermarks": {
        "on_periodic_emit": "ProgressiveTimestampsAndWatermarks.emitImmediateWatermark",
        "release_split": "{release split}",
    },
    "SourceOperator": {"_read_record": "{collect}", "_read_mark": "{mark}"},
    # --- state -----------------------------------------------------------------------------------
    "HeapState": {"clear": "{clear}"},
    "HeapMergingState": {"merge_namespaces": "{merging state}.mergeNamespaces"},
    "HeapValueState": {"value": "{value state}.value", "update": "{value state}.update"},
    "HeapListState": {
        "get": "{list state}.get",
        "add": "{list state}.add",
        "update": "{list state}.update",
        "add_all": "{list state}.addAll",
    },
    "HeapMapState": {
        "get": "{map state}.get",
        "contains": "{map state}.contains",
        "items": "{map state}.entries",
        "keys": "{map state}.keys",
        "values": "{map state}.values",
        "is_empty": "{map state}.isEmpty",
        "put": "{map state}.put",
        "put_all": "{map state}.putAll",
        "remove": "{map state}.remove",
        "clear": "{clear}",
    },
    "HeapReducingState": {"get": "{reducing state}.get", "add": "{reducing state}.add"},
    "HeapAggregatingState": {"get": "{aggregating state}.get", "add": "{aggregating state}.add"},
}
"""For each class of flinksim, the methods to record, and the Java frames that each stands for."""

BOUND_FUNCTIONS: dict[str, dict[str, str]] = {
    "BatchKeyedStateBackend": {
        "on_end_of_key": "/StreamTask.processInput > StreamOneInputProcessor.processInput > "
        "AbstractStreamOperator.setCurrentKey > BatchExecutionKeyedStateBackend.setCurrentKey > "
        "BatchExecutionInternalTimeServiceManager.keySelected > "
        "BatchExecutionInternalTimeService.setCurrentKey",
    },
    "BatchTaskInput": {
        "_forward_record": "/StreamTask.processInput > "
        "{processor}StreamOneInputProcessor.processInput > "
        "{hand on}{output}.emitRecord",
        "_forward_watermark": "/StreamTask.processInput > "
        "{processor}StreamOneInputProcessor.processInput > {hand watermark on}{output}.emitWatermark",
    },
    "StreamMap": {"_map": "MapFunction.map"},
    "StreamFlatMap": {"_flat_map": "FlatMapFunction.flatMap"},
    "StreamFilter": {"_filter": "FilterFunction.filter"},
    "TimestampsAndWatermarksOperator": {"_on_event": "WatermarkGenerator.onEvent"},
    "ProcessOperator": {"_process": "ProcessFunction.processElement"},
    "KeyedProcessOperator": {"_process": "KeyedProcessFunction.processElement"},
    "WindowOperator": {
        "_on_element": "WindowOperator$Context.onElement > Trigger.onElement",
        "_window_function": "{window function}",
    },
    "TaskInput": {
        "_process_element": "AbstractStreamTaskNetworkInput.processElement > {output}.emitRecord",
        "process_latency": "{output}.emitLatencyMarker > AbstractStreamOperator.processLatencyMarker",
    },
}
"""For each class, attributes that hold a function, to be replaced by a recording one, and its frames.

The object stores such a function when it is set up, so it is wrapped after that.
"""

SORTED_INPUT = "SortingDataInput.emitNext > SortingDataInput.emitNextSortedRecord > "
MULTI_SORTED_INPUT = (
    "MultiInputSortingDataInput.emitNext > MultiInputSortingDataInput.emitNextAfterSorting > "
)
UNSORTED_INPUT = (
    "AbstractStreamTaskNetworkInput.emitNext > AbstractStreamTaskNetworkInput.processElement > "
)
UNSORTED_INPUT_WATERMARK = (
    f"{UNSORTED_INPUT}StatusWatermarkValve.inputWatermark > StatusWatermarkValve."
    "findAndOutputNewMinWatermarkAcrossAlignedSubpartitions > "
)
"""Java frames in which a batch input that is not sorted passes on its last watermark."""

CHAINED_OUTPUT = {
    "record": "{output}.collect > {output}.pushToOperator",
    "watermark": "ChainingOutput.emitWatermark",
    "status": "ChainingOutput.emitWatermarkStatus",
    "latency": "ChainingOutput.emitLatencyMarker > AbstractStreamOperator.processLatencyMarker",
}
NETWORK_OUTPUT = {
    "record": "RecordWriterOutput.collect > RecordWriterOutput.pushToRecordWriter",
    "watermark": "RecordWriterOutput.emitWatermark",
    "status": "RecordWriterOutput.emitWatermarkStatus",
    "latency": "RecordWriterOutput.emitLatencyMarker",
}
"""Java frames from an operator to the record writer, if the operator has one output edge."""

CHAINED_BROADCAST_OUTPUT = {
    "record": "{all}.collect > ChainingOutput.collectAndCheckIfChained > {output}.collect > "
    "{output}.pushToOperator",
    "watermark": "BroadcastingOutputCollector.emitWatermark > ChainingOutput.emitWatermark",
    "status": "BroadcastingOutputCollector.emitWatermarkStatus > ChainingOutput.emitWatermarkStatus",
    "latency": "BroadcastingOutputCollector.emitLatencyMarker > ChainingOutput.emitLatencyMarker > "
    "AbstractStreamOperator.processLatencyMarker",
}
NETWORK_BROADCAST_OUTPUT = {
    "record": "{all}.collect > RecordWriterOutput.collectAndCheckIfChained > "
    "RecordWriterOutput.pushToRecordWriter",
    "watermark": "BroadcastingOutputCollector.emitWatermark > RecordWriterOutput.emitWatermark",
    "status": "BroadcastingOutputCollector.emitWatermarkStatus > "
    "RecordWriterOutput.emitWatermarkStatus",
    "latency": "BroadcastingOutputCollector.emitLatencyMarker > RecordWriterOutput.emitLatencyMarker",
}
"""Java frames from an operator to the record writer, if the operator has several output edges."""

PIPELINED_RESULT = {
    "to channel": "",
    "to all channels": "",
    "broadcast": "ChannelSelectorRecordWriter.broadcastEmit",
    "broadcast to all": "BroadcastRecordWriter.broadcastEmit",
    "end of data": "PipelinedResultPartition.notifyEndOfData > "
    "BufferWritingResultPartition.broadcastEvent",
    "finish": "BufferWritingResultPartition.finish > PipelinedSubpartition.finish",
}
"""Values of the placeholders in the frames of the writer of a pipelined result partition."""

BLOCKING_RESULT_CLASS = "SortMergeResultPartition"
"""Flink's class of a blocking result partition, which is complete before it is read."""

BOUND_PART_METHODS: dict[str, tuple[str, ...]] = {"WindowOperator": ("_register_cleanup",)}
"""For each operator class, attributes that hold a method of one of its helper objects.

They are assigned again after the helper object was wrapped, so that the recording method is called.
"""

_STATE_TYPES = ("Value", "List", "Map", "Reducing", "Aggregating")
_HEAP_STATE = {f"{kind.lower()} state": f"Heap{kind}State" for kind in _STATE_TYPES}
_HEAP_STATE["merging state"] = "AbstractHeapMergingState"
_HEAP_STATE["clear"] = "AbstractHeapState.clear > StateTable.remove"
_BATCH_STATE = {f"{kind.lower()} state": f"BatchExecutionKey{kind}State" for kind in _STATE_TYPES}
_BATCH_STATE["merging state"] = "MergingAbstractBatchExecutionKeyState"
_BATCH_STATE["clear"] = "AbstractBatchExecutionKeyState.clear"

FACTORY_METHODS: dict[str, dict[str, dict[str, str]]] = {
    "HeapKeyedStateBackend": {"create_state": _HEAP_STATE},
    "WorkerKeyedStateBackend": {"create_state": _HEAP_STATE},
    "BatchKeyedStateBackend": {"create_state": _BATCH_STATE},
}
"""For each class, factory methods whose results are wrapped too, and placeholders of their frames."""

_SOURCE_POLLING = f"/{SOURCE_READ_PATH} > SourceOperator.emitNext > SourceReader.pollNext"
SOURCE_PLACEHOLDERS = {
    "collect": f"{_SOURCE_POLLING} > SourceOutputWithWatermarks.collect",
    "mark": _SOURCE_POLLING,
    "release split": f"{_SOURCE_POLLING} > "
    "ProgressiveTimestampsAndWatermarks$SplitLocalOutputs.releaseOutputForSplit",
}
BATCH_SOURCE_PLACEHOLDERS = {
    "collect": f"{_SOURCE_POLLING} > NoOpTimestampsAndWatermarks$TimestampsOnlyOutput.collect",
    "mark": _SOURCE_POLLING,
    "release split": f"{_SOURCE_POLLING} > "
    "NoOpTimestampsAndWatermarks$TimestampsOnlyOutput.releaseOutputForSplit",
}
LEGACY_SOURCE_PLACEHOLDERS = {
    "mark": f"/{LEGACY_SOURCE_READ_PATH} > SourceFunction.run",
    "release split": f"/{LEGACY_SOURCE_READ_PATH}",
    "emit watermark": "StreamSourceContexts$ManualWatermarkContext.processAndEmitWatermark",
    "mark idle": "StreamSourceContexts$ManualWatermarkContext.processAndEmitWatermarkStatus",
    "mark active": "StreamSourceContexts$ManualWatermarkContext.processAndEmitWatermarkStatus",
    "collect": f"/{LEGACY_SOURCE_READ_PATH} > SourceFunction.run > "
    "StreamSourceContexts$ManualWatermarkContext.processAndCollect",
}
"""Values of the placeholders in the frames of a legacy source function."""
