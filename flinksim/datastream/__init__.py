"""The DataStream API: streams, functions, windows and the environment, as in PyFlink.

Modules and names that PyFlink has are named like those of ``pyflink.datastream``. Methods that only
Java has are written in snake case. A call adds a
:class:`~flinksim.datastream.transformations.Transformation` and runs nothing. Graphs are built in
:mod:`flinksim.graph`, and operators run in :mod:`flinksim.runtime`. Helper modules of flinksim itself
are ``api_flavor``, ``argument_checks``, ``duration_args``, ``external_configuration``,
``field_selection``, ``function_lint``, ``operator_options``, ``pipeline_executor`` and
``window_description``.

Start reading at :mod:`flinksim.datastream.stream_execution_environment` and
:mod:`flinksim.datastream.data_stream`.
"""

from __future__ import annotations

import pkgutil
from typing import Any

from flinksim.core.removed_api import explain_removed_name
from flinksim.datastream.async_data_stream import AsyncDataStream
from flinksim.datastream.checkpoint_config import CheckpointConfig
from flinksim.datastream.checkpoint_storage import (
    CheckpointStorage,
    CustomCheckpointStorage,
    FileSystemCheckpointStorage,
    JobManagerCheckpointStorage,
)
from flinksim.datastream.checkpointing_mode import CheckpointingMode
from flinksim.datastream.connected_streams import (
    BroadcastConnectedStream,
    BroadcastStream,
    ConnectedStreams,
)
from flinksim.datastream.data_stream import DataStream
from flinksim.datastream.data_stream_sink import DataStreamSink
from flinksim.datastream.execution_mode import RuntimeExecutionMode
from flinksim.datastream.externalized_checkpoint_retention import ExternalizedCheckpointRetention
from flinksim.datastream.functions import (
    AggregateFunction,
    AsyncFunction,
    AsyncRetryPredicate,
    AsyncRetryStrategy,
    BroadcastProcessFunction,
    CoFlatMapFunction,
    CoMapFunction,
    CoProcessFunction,
    FilterFunction,
    FlatMapFunction,
    KeyedBroadcastProcessFunction,
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    KeySelector,
    MapFunction,
    Partitioner,
    ProcessFunction,
    ProcessWindowFunction,
    ReduceFunction,
    RuntimeContext,
    SinkFunction,
    SourceFunction,
    WindowFunction,
)
from flinksim.datastream.keyed_stream import KeyedStream
from flinksim.datastream.output_tag import OutputTag
from flinksim.datastream.slot_sharing_group import MemorySize, SlotSharingGroup
from flinksim.datastream.state_backend import (
    CustomStateBackend,
    EmbeddedRocksDBStateBackend,
    HashMapStateBackend,
    PredefinedOptions,
    StateBackend,
)
from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment
from flinksim.datastream.time_domain import TimeDomain
from flinksim.datastream.timerservice import TimerService
from flinksim.datastream.window import (
    CountWindow,
    GlobalWindow,
    MergingWindowAssigner,
    TimeWindow,
    Trigger,
    TriggerResult,
    Window,
    WindowAssigner,
)
from flinksim.datastream.windowed_stream import WindowedStream

__all__ = [
    "AggregateFunction",
    "AsyncDataStream",
    "AsyncFunction",
    "AsyncRetryPredicate",
    "AsyncRetryStrategy",
    "BroadcastConnectedStream",
    "BroadcastProcessFunction",
    "BroadcastStream",
    "CheckpointConfig",
    "CheckpointStorage",
    "CheckpointingMode",
    "CoFlatMapFunction",
    "CoMapFunction",
    "CoProcessFunction",
    "ConnectedStreams",
    "CountWindow",
    "CustomCheckpointStorage",
    "CustomStateBackend",
    "DataStream",
    "DataStreamSink",
    "EmbeddedRocksDBStateBackend",
    "ExternalizedCheckpointRetention",
    "FileSystemCheckpointStorage",
    "FilterFunction",
    "FlatMapFunction",
    "GlobalWindow",
    "HashMapStateBackend",
    "JobManagerCheckpointStorage",
    "KeySelector",
    "KeyedBroadcastProcessFunction",
    "KeyedCoProcessFunction",
    "KeyedProcessFunction",
    "KeyedStream",
    "MapFunction",
    "MemorySize",
    "MergingWindowAssigner",
    "OutputTag",
    "Partitioner",
    "PredefinedOptions",
    "ProcessFunction",
    "ProcessWindowFunction",
    "ReduceFunction",
    "RuntimeContext",
    "RuntimeExecutionMode",
    "SinkFunction",
    "SlotSharingGroup",
    "SourceFunction",
    "StateBackend",
    "StreamExecutionEnvironment",
    "TimeDomain",
    "TimeWindow",
    "TimerService",
    "Trigger",
    "TriggerResult",
    "Window",
    "WindowAssigner",
    "WindowFunction",
    "WindowedStream",
]

_JAVA_ONLY_EXPORTS = {
    **dict.fromkeys(
        ("CoGroupFunction", "FlatJoinFunction", "JoinFunction", "ProcessJoinFunction"),
        "joined_streams",
    ),
    **dict.fromkeys(
        ("CheckpointedFunction", "CheckpointListener", "FunctionInitializationContext",
         "FunctionSnapshotContext"),
        "checkpointed_function",
    ),
}  # fmt: skip
"""Names that PyFlink does not have, by module; imported on first access, as few programs use them."""


def __getattr__(name: str) -> Any:
    if name in _JAVA_ONLY_EXPORTS:
        return pkgutil.resolve_name(f"{__name__}.{_JAVA_ONLY_EXPORTS[name]}:{name}")
    if hint := explain_removed_name(
        "flinksim.datastream", name
    ):  # Python replaces an AttributeError by its own ImportError
        raise ImportError(f"cannot import name {name!r} from {__name__!r}. {hint}", name=__name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
