"""Table of the frames of Flink that a method of flinksim stands for.

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
    CLOSING,
    ENDING_INPUT,
    FINISHING,
    LEGACY_READING,
    READING,
    RESTORING,
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
        "exclusive_buffer_recycled": "BufferManager.recycle",
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
        "open": f"/{RESTORING} > {{open}}.open",
        "finish": f"{FINISHING} > {{finish}}.finish",
        "close": f"/{CLOSING} > {{close}}.close",
        "process_element": "{operator}.processElement",
        "process_element2": "{operator}.processElement2",
        "process_watermark": "{processWatermark}.processWatermark",
        "process_watermark2": "AbstractStreamOperator.processWatermark2",
        "process_watermark_status": "{processWatermarkStatus}.processWatermarkStatus",
        "process_watermark_status2": "AbstractStreamOperator.processWatermarkStatus2",
    },
    "TwoInputs": {
        "process_element": "{operator}.processElement1",
        "process_watermark": "AbstractStreamOperator.processWatermark1",
        "process_watermark_status": "AbstractStreamOperator.processWatermarkStatus1",
        "_advance": "AbstractStreamOperator.processWatermark > {processWatermark}.processWatermark",
    },
    "StreamFlatMap": {"put_out": "FlatMapFunction.flatMap"},
    "MapPartitionOperator": {"put_out": "MapPartitionFunction.mapPartition"},
    "ProcessOperator": {
        "put_out": "ProcessFunction.processElement",
    },
    "CoProcessOperator": {"put_out": "CoProcessFunction.processElement"},
    "TimerFunctionOperator": {
        "on_event_time": "{operator}.onEventTime",
        "on_processing_time": "{operator}.onProcessingTime",
    },
    "TimestampsAndWatermarksOperator": {
        "_on_processing_time": "TimestampsAndWatermarksOperator.onProcessingTime",
        "_ask_generator": "WatermarkGenerator.onPeriodicEmit",
    },
    "BatchGroupedReduce": {"on_event_time": "BatchGroupedReduceOperator.onEventTime"},
    "WindowOperator": {
        "on_event_time": "{operator}.onEventTime",
        "on_processing_time": "{operator}.onProcessingTime",
        "_emit_window_contents": "{operator}.emitWindowContents",
        "_clear_all": "{operator}.clearAllState",
        "put_out": "{window function}",
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
        "finish": f"/{ENDING_INPUT} > SinkWriterOperator.endInput",
    },
    "CommitterOperator": {
        "initialize_state": f"/{RESTORING} > AbstractStreamOperator.initializeState > "
        "CommitterOperator.initializeState",
        "notify_checkpoint_complete": "SubtaskCheckpointCoordinatorImpl.notifyCheckpoint > "
        "RegularOperatorChain.notifyCheckpointComplete > "
        "CommitterOperator.notifyCheckpointComplete",
        "finish": f"/{ENDING_INPUT} > CommitterOperator.endInput",
    },
    "AsyncWaitOperator": {
        "_put_out_completed": "AsyncWaitOperator.outputCompletedElement",
        "wait_until_empty": f"/{ENDING_INPUT} > AsyncWaitOperator.endInput",
    },
    "IntervalJoinOperator": {
        "_keep": "IntervalJoinOperator.processElement > IntervalJoinOperator.addToBuffer",
        "_join_left": "IntervalJoinOperator.processElement",
        "_join_right": "IntervalJoinOperator.processElement",
    },
    "WindowMerging": {"merge": "MergingWindowSet.addWindow"},
    # --- watermarks ------------------------------------------------------------------------------
    "WatermarkToDataOutput": {
        "advance_to": "{emit watermark}",
        "mark_idle": "{mark idle}",
        "mark_active": "{mark active}",
    },
    "SplitOutput": {
        "on_event": "WatermarkGenerator.onEvent",
        "on_periodic_emit": "SourceOutputWithWatermarks.emitPeriodicWatermark > "
        "WatermarkGenerator.onPeriodicEmit",
    },
    "SourceEventTime": {
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
"""Methods that are wrapped in the class."""

BOUND: dict[str, dict[str, str]] = {
    "BatchKeyedStateBackend": {
        "on_end_of_key": "/StreamTask.processInput > StreamOneInputProcessor.processInput > "
        "AbstractStreamOperator.setCurrentKey > BatchExecutionKeyedStateBackend.setCurrentKey > "
        "BatchExecutionInternalTimeServiceManager.keySelected > "
        "BatchExecutionInternalTimeService.setCurrentKey",
    },
    "BatchTaskInput": {
        "_hand_on": "/StreamTask.processInput > {processor}StreamOneInputProcessor.processInput > "
        "{hand on}{output}.emitRecord",
        "_hand_watermark_on": "/StreamTask.processInput > "
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
"""Attributes that hold a function bound once; they are wrapped after that."""

SORTING = "SortingDataInput.emitNext > SortingDataInput.emitNextSortedRecord > "
SORTING_OF_SEVERAL = (
    "MultiInputSortingDataInput.emitNext > MultiInputSortingDataInput.emitNextAfterSorting > "
)
AS_IT_COMES = (
    "AbstractStreamTaskNetworkInput.emitNext > AbstractStreamTaskNetworkInput.processElement > "
)
WATERMARK_AS_IT_COMES = (
    f"{AS_IT_COMES}StatusWatermarkValve.inputWatermark > StatusWatermarkValve."
    "findAndOutputNewMinWatermarkAcrossAlignedSubpartitions > "
)
"""How an input forwards elements: sorted, sorted with other inputs, or in order of arrival."""

CHAINED = {
    "record": "{output}.collect > {output}.pushToOperator",
    "watermark": "ChainingOutput.emitWatermark",
    "status": "ChainingOutput.emitWatermarkStatus",
    "latency": "ChainingOutput.emitLatencyMarker > AbstractStreamOperator.processLatencyMarker",
}
TO_NETWORK = {
    "record": "RecordWriterOutput.collect > RecordWriterOutput.pushToRecordWriter",
    "watermark": "RecordWriterOutput.emitWatermark",
    "status": "RecordWriterOutput.emitWatermarkStatus",
    "latency": "RecordWriterOutput.emitLatencyMarker",
}
"""Frames between an operator and its output, if it has one target."""

CHAINED_AMONG_OTHERS = {
    "record": "{all}.collect > ChainingOutput.collectAndCheckIfChained > {output}.collect > "
    "{output}.pushToOperator",
    "watermark": "BroadcastingOutputCollector.emitWatermark > ChainingOutput.emitWatermark",
    "status": "BroadcastingOutputCollector.emitWatermarkStatus > ChainingOutput.emitWatermarkStatus",
    "latency": "BroadcastingOutputCollector.emitLatencyMarker > ChainingOutput.emitLatencyMarker > "
    "AbstractStreamOperator.processLatencyMarker",
}
TO_NETWORK_AMONG_OTHERS = {
    "record": "{all}.collect > RecordWriterOutput.collectAndCheckIfChained > "
    "RecordWriterOutput.pushToRecordWriter",
    "watermark": "BroadcastingOutputCollector.emitWatermark > RecordWriterOutput.emitWatermark",
    "status": "BroadcastingOutputCollector.emitWatermarkStatus > "
    "RecordWriterOutput.emitWatermarkStatus",
    "latency": "BroadcastingOutputCollector.emitLatencyMarker > RecordWriterOutput.emitLatencyMarker",
}
"""The same, if it has several targets."""

PIPELINED = {
    "to channel": "",
    "to all channels": "",
    "broadcast": "ChannelSelectorRecordWriter.broadcastEmit",
    "broadcast to all": "BroadcastRecordWriter.broadcastEmit",
    "end of data": "PipelinedResultPartition.notifyEndOfData > "
    "BufferWritingResultPartition.broadcastEvent",
    "finish": "BufferWritingResultPartition.finish > PipelinedSubpartition.finish",
}
"""Placeholders of the writer of a pipelined result."""

BLOCKING = "SortMergeResultPartition"
"""The class of a blocking result, which is complete before it is read."""

BOUND_OF_PARTS: dict[str, tuple[str, ...]] = {"WindowOperator": ("_register_cleanup",)}
"""Attributes that hold a method of a part; they are bound again after the part is instrumented."""

_KINDS_OF_STATE = ("Value", "List", "Map", "Reducing", "Aggregating")
_HEAP = {f"{kind.lower()} state": f"Heap{kind}State" for kind in _KINDS_OF_STATE}
_HEAP["merging state"] = "AbstractHeapMergingState"
_HEAP["clear"] = "AbstractHeapState.clear > StateTable.remove"
_BATCH = {f"{kind.lower()} state": f"BatchExecutionKey{kind}State" for kind in _KINDS_OF_STATE}
_BATCH["merging state"] = "MergingAbstractBatchExecutionKeyState"
_BATCH["clear"] = "AbstractBatchExecutionKeyState.clear"

MAKES: dict[str, dict[str, dict[str, str]]] = {
    "HeapKeyedStateBackend": {"create_state": _HEAP},
    "WorkerKeyedStateBackend": {"create_state": _HEAP},
    "BatchKeyedStateBackend": {"create_state": _BATCH},
}
"""Factory methods whose results are instrumented too, with their placeholders."""

_POLLING = f"/{READING} > SourceOperator.emitNext > SourceReader.pollNext"
SOURCE = {
    "collect": f"{_POLLING} > SourceOutputWithWatermarks.collect",
    "mark": _POLLING,
    "release split": f"{_POLLING} > "
    "ProgressiveTimestampsAndWatermarks$SplitLocalOutputs.releaseOutputForSplit",
}
SOURCE_IN_BATCH = {
    "collect": f"{_POLLING} > NoOpTimestampsAndWatermarks$TimestampsOnlyOutput.collect",
    "mark": _POLLING,
    "release split": f"{_POLLING} > "
    "NoOpTimestampsAndWatermarks$TimestampsOnlyOutput.releaseOutputForSplit",
}
LEGACY_SOURCE = {
    "mark": f"/{LEGACY_READING} > SourceFunction.run",
    "release split": f"/{LEGACY_READING}",
    "emit watermark": "StreamSourceContexts$ManualWatermarkContext.processAndEmitWatermark",
    "mark idle": "StreamSourceContexts$ManualWatermarkContext.processAndEmitWatermarkStatus",
    "mark active": "StreamSourceContexts$ManualWatermarkContext.processAndEmitWatermarkStatus",
    "collect": f"/{LEGACY_READING} > SourceFunction.run > "
    "StreamSourceContexts$ManualWatermarkContext.processAndCollect",
}
"""Placeholders of the kinds of source."""
