"""Which methods of Flink stand on the stack while a method of ours runs.

Data alone: by our class and method, the frames that lie between its caller's and its own, the method's
own last. The class of a frame is the one that declares the method, as in a Java stack trace. A "/"
before frames says that Flink calls them from the bottom of the stack, where we call from elsewhere.
``{operator}`` is the operator's class in Flink; ``{open}``, ``{finish}`` and ``{close}`` the class that
declares that method for it; the other words are filled in by :mod:`flinksim.runtime.told_calls`.

Recorded from Flink 2.3.0: ``tests/conformance`` compares the stacks of whole programs.
"""

from __future__ import annotations

from flinksim.trace.flink_paths import CLOSING, FINISHING, LEGACY_READING, READING, RESTORING

METHODS: dict[str, dict[str, str]] = {
    # --- tasks -----------------------------------------------------------------------------------
    "StreamTask": {
        "end_data": "/StreamTask.processInput > StreamTask.endData",
        "invoke_processing_time_callback": "StreamTask.invokeProcessingTimeCallback",
        "defer_callback_to_mailbox": "/SystemProcessingTimeService$ScheduledTask.run > "
        "MailboxExecutorImpl.execute",
        "finish_partitions": "/Task.doRun > BufferWritingResultPartition.finish",
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
        "emit_watermark": "{output}.emitWatermark",
        "emit_watermark_status": "{output}.emitWatermarkStatus",
    },
    "StatusWatermarkValve": {
        "input_watermark": "StatusWatermarkValve.inputWatermark",
        "input_watermark_status": "StatusWatermarkValve.inputWatermarkStatus",
        "_output_new_minimum": "StatusWatermarkValve."
        "findAndOutputNewMinWatermarkAcrossAlignedSubpartitions",
        "_output_maximum": "StatusWatermarkValve.findAndOutputMaxWatermarkAcrossAllSubpartitions",
    },
    "RecordWriter": {
        "emit": "ChannelSelectorRecordWriter.emit",
        "broadcast": "ChannelSelectorRecordWriter.broadcastEmit",
        "emit_to_one_channel": "RecordWriter.randomEmit",
    },
    "BroadcastRecordWriter": {
        "emit": "BroadcastRecordWriter.emit",
        "broadcast": "BroadcastRecordWriter.broadcastEmit",
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
    "StreamFlatMap": {"put_out": "FlatMapFunction.flatMap > TimestampedCollector.collect"},
    "CoStreamFlatMap": {"put_out": "CoFlatMapFunction.flatMap > TimestampedCollector.collect"},
    "MapPartitionOperator": {
        "put_out": "MapPartitionFunction.mapPartition > TimestampedCollector.collect"
    },
    "ProcessOperator": {
        "put_out": "ProcessFunction.processElement > TimestampedCollector.collect",
    },
    "CoProcessOperator": {
        "put_out": "CoProcessFunction.processElement > TimestampedCollector.collect"
    },
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
        "put_out": "{window function} > TimestampedCollector.collect",
    },
    "InternalTimerService": {
        "advance_watermark": "InternalTimeServiceManagerImpl.advanceWatermark > "
        "InternalTimerServiceImpl.advanceWatermark > InternalTimerServiceImpl.tryAdvanceWatermark",
        "_on_processing_time": "InternalTimerServiceImpl.onProcessingTime",
    },
    "WindowMerging": {"merge": "MergingWindowSet.addWindow"},
    # --- watermarks ------------------------------------------------------------------------------
    "WatermarkToDataOutput": {
        "advance_to": "{emitter}.emitWatermark",
        "mark_idle": "{emitter}.markIdle",
        "mark_active": "{emitter}.{mark active}",
    },
    "SplitOutput": {
        "on_event": "WatermarkGenerator.onEvent",
        "on_periodic_emit": "SourceOutputWithWatermarks.emitPeriodicWatermark > "
        "WatermarkGenerator.onPeriodicEmit",
    },
    "SourceEventTime": {
        "on_periodic_emit": "ProgressiveTimestampsAndWatermarks.emitImmediateWatermark",
    },
    "SourceOperator": {"_read_record": "{collect}", "_read_mark": "{collect}"},
    # --- state -----------------------------------------------------------------------------------
    "HeapState": {"clear": "AbstractHeapState.clear > StateTable.remove"},
    "HeapMergingState": {"merge_namespaces": "AbstractHeapMergingState.mergeNamespaces"},
    "HeapValueState": {"update": "HeapValueState.update"},
    "HeapListState": {
        "add": "HeapListState.add",
        "update": "HeapListState.update",
        "add_all": "HeapListState.addAll",
    },
    "HeapMapState": {
        "put_all": "HeapMapState.putAll",
        "remove": "HeapMapState.remove",
    },
    "HeapReducingState": {"add": "HeapReducingState.add"},
    "HeapAggregatingState": {"add": "HeapAggregatingState.add"},
}
"""Methods that are wrapped in the class."""

BOUND: dict[str, dict[str, str]] = {
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
"""Attributes that hold a function which was bound once; they are wrapped when that has been done."""

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
"""What lies between an operator and where its output goes."""

MAKES: dict[str, tuple[str, ...]] = {
    "HeapKeyedStateBackend": ("create_state",),
    "BatchKeyedStateBackend": ("create_state",),
    "WorkerKeyedStateBackend": ("create_state",),
}
"""Methods that make something of which is told, too."""

SOURCE = {
    "collect": f"/{READING} > SourceOperator.emitNext > SourceReader.pollNext > "
    "SourceOutputWithWatermarks.collect",
}
LEGACY_SOURCE = {
    "collect": f"/{LEGACY_READING} > SourceFunction.run > "
    "StreamSourceContexts$ManualWatermarkContext.processAndCollect",
}
"""The words of the two kinds of source."""
