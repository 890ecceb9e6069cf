"""The windowing API that programs import.

Flink: ``pyflink.datastream.window``. Only Java has evictors, ``DeltaTrigger``,
``ProcessingTimeoutTrigger`` and ``WindowStagger``. Only Flink SQL has ``CumulativeEventTimeWindows``.
"""

from __future__ import annotations

from flinksim.core.lazy_reexports import build_lazy_getattr
from flinksim.core.unsupported_api import UnsupportedFeature, build_unsupported_getattr
from flinksim.datastream.evictors import (
    CountEvictor,
    DeltaEvictor,
    Evictor,
    TimeEvictor,
    TimestampedValue,
)
from flinksim.datastream.triggers import (
    ContinuousEventTimeTrigger,
    ContinuousProcessingTimeTrigger,
    CountTrigger,
    DeltaTrigger,
    EndOfStreamTrigger,
    EventTimeTrigger,
    NeverTrigger,
    ProcessingTimeoutTrigger,
    ProcessingTimeTrigger,
    PurgingTrigger,
    Trigger,
    TriggerResult,
)
from flinksim.datastream.window_assigners import (
    CountSlidingWindowAssigner,
    CountTumblingWindowAssigner,
    CumulativeEventTimeWindows,
    DynamicEventTimeSessionWindows,
    DynamicProcessingTimeSessionWindows,
    EventTimeSessionWindows,
    GlobalWindows,
    MergingWindowAssigner,
    ProcessingTimeSessionWindows,
    SessionWindowTimeGapExtractor,
    SlidingEventTimeWindows,
    SlidingProcessingTimeWindows,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
    WindowAssigner,
    WindowStagger,
)
from flinksim.datastream.window_types import (
    CountWindow,
    CountWindowSerializer,
    GlobalWindow,
    GlobalWindowSerializer,
    TimeWindow,
    TimeWindowSerializer,
    Window,
)

__all__ = [
    "ContinuousEventTimeTrigger",
    "ContinuousProcessingTimeTrigger",
    "CountEvictor",
    "CountSlidingWindowAssigner",
    "CountTrigger",
    "CountTumblingWindowAssigner",
    "CountWindow",
    "CountWindowSerializer",
    "CumulativeEventTimeWindows",
    "DeltaEvictor",
    "DeltaTrigger",
    "DynamicEventTimeSessionWindows",
    "DynamicProcessingTimeSessionWindows",
    "EndOfStreamTrigger",
    "EventTimeSessionWindows",
    "EventTimeTrigger",
    "Evictor",
    "GlobalWindow",
    "GlobalWindowSerializer",
    "GlobalWindows",
    "MergingWindowAssigner",
    "NeverTrigger",
    "ProcessingTimeSessionWindows",
    "ProcessingTimeTrigger",
    "ProcessingTimeoutTrigger",
    "PurgingTrigger",
    "SessionWindowTimeGapExtractor",
    "SlidingEventTimeWindows",
    "SlidingProcessingTimeWindows",
    "TimeEvictor",
    "TimeWindow",
    "TimeWindowSerializer",
    "TimestampedValue",
    "Trigger",
    "TriggerResult",
    "TumblingEventTimeWindows",
    "TumblingProcessingTimeWindows",
    "Window",
    "WindowAssigner",
    "WindowStagger",
]

_PYTHON_WORKER_INTERNAL = UnsupportedFeature(
    "it is part of the window implementation in PyFlink's Python worker",
    "stream.window(assigner), with a trigger and a function",
)

__getattr__ = build_unsupported_getattr(
    __name__,
    dict.fromkeys(("InternalWindowFunction", "WindowOperationDescriptor"), _PYTHON_WORKER_INTERNAL),
)


__getattr__ = build_lazy_getattr(
    __name__,
    {
        "common.time": "Time",
        "common.typeinfo": "Types",
        "common.serializer": "TypeSerializer",
        "datastream.functions": "ReduceFunction RuntimeContext",
        "datastream.output_tag": "OutputTag",
        "datastream.state": (
            "ReducingState ReducingStateDescriptor State StateDescriptor ValueStateDescriptor"
        ),
        "datastream.window_helpers": (
            "IN KEY MAX_LONG_VALUE MIN_LONG_VALUE Min OUT T W W2 long_to_int_with_bit_mixing mod_inverse"
        ),
        "metrics": "MetricGroup",
    },
    __getattr__,
)
