"""Factory of operators from their descriptions (specs).

Flink: ``StreamOperatorFactory`` and its subclasses.
"""

from __future__ import annotations

from typing import assert_never

from flinksim.datastream.transformations import (
    AsyncSpec,
    BroadcastProcessSpec,
    CoFlatMapSpec,
    CoMapSpec,
    CoProcessSpec,
    FactorySpec,
    FilterSpec,
    FlatMapSpec,
    IntervalJoinSpec,
    KeyedBroadcastProcessSpec,
    KeyedCoProcessSpec,
    KeyedProcessSpec,
    LegacyTimestampsSpec,
    MapPartitionSpec,
    MapSpec,
    OperatorSpec,
    PartitionAggregateSpec,
    PartitionReduceSpec,
    ProcessSpec,
    ReduceSpec,
    SinkSpec,
    SortPartitionSpec,
    SourceSpec,
    TimestampsAndWatermarksSpec,
    WindowSpec,
)
from flinksim.runtime.operators.async_wait_operator import AsyncWaitOperator
from flinksim.runtime.operators.broadcast_operators import (
    BroadcastProcessOperator,
    KeyedBroadcastProcessOperator,
)
from flinksim.runtime.operators.co_operators import (
    CoProcessOperator,
    CoStreamFlatMap,
    CoStreamMap,
    KeyedCoProcessOperator,
)
from flinksim.runtime.operators.evicting_window_operator import EvictingWindowOperator
from flinksim.runtime.operators.interval_join import IntervalJoinOperator
from flinksim.runtime.operators.one_input_operators import (
    BatchGroupedReduce,
    StreamFilter,
    StreamFlatMap,
    StreamGroupedReduce,
    StreamMap,
)
from flinksim.runtime.operators.partition_operators import (
    KeyedSortPartitionOperator,
    MapPartitionOperator,
    PartitionAggregateOperator,
    PartitionReduceOperator,
    SortPartitionOperator,
)
from flinksim.runtime.operators.process_operators import KeyedProcessOperator, ProcessOperator
from flinksim.runtime.operators.sink_operator import (
    CommitterOperator,
    SinkOperator,
    SinkWriterOperator,
)
from flinksim.runtime.operators.source_operator import SourceOperator
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.operators.timestamps_and_watermarks import (
    TimestampsAndPeriodicWatermarksOperator,
    TimestampsAndPunctuatedWatermarksOperator,
    TimestampsAndWatermarksOperator,
)
from flinksim.runtime.operators.window_operator import WindowOperator


def create_operator(spec: OperatorSpec) -> StreamOperator:
    """Create the operator of *spec*; it takes ownership of the functions and assigners of the spec."""
    match spec:
        case SourceSpec():
            return SourceOperator(spec)
        case MapSpec():
            return StreamMap(spec.function)
        case FlatMapSpec():
            return StreamFlatMap(spec.function)
        case FilterSpec():
            return StreamFilter(spec.function)
        case ProcessSpec():
            return ProcessOperator(spec.function)
        case KeyedProcessSpec():
            return KeyedProcessOperator(spec.function, spec.key_selector)
        case ReduceSpec():
            reduce_operator = BatchGroupedReduce if spec.final_only else StreamGroupedReduce
            return reduce_operator(spec.function, spec.key_selector)
        case TimestampsAndWatermarksSpec():
            return TimestampsAndWatermarksOperator(spec.strategy)
        case LegacyTimestampsSpec(periodic=True):
            return TimestampsAndPeriodicWatermarksOperator(spec.assigner)
        case LegacyTimestampsSpec():
            return TimestampsAndPunctuatedWatermarksOperator(spec.assigner)
        case WindowSpec(evictor=None):
            return WindowOperator(spec)
        case WindowSpec():
            return EvictingWindowOperator(spec)
        case CoMapSpec():
            return CoStreamMap(spec.function)
        case CoFlatMapSpec():
            return CoStreamFlatMap(spec.function)
        case CoProcessSpec():
            return CoProcessOperator(spec.function)
        case KeyedCoProcessSpec():
            return KeyedCoProcessOperator(spec.function, spec.key_selector1, spec.key_selector2)
        case BroadcastProcessSpec():
            return BroadcastProcessOperator(spec.function, spec.state_descriptors)
        case KeyedBroadcastProcessSpec():
            return KeyedBroadcastProcessOperator(
                spec.function, spec.key_selector, spec.state_descriptors
            )
        case AsyncSpec():
            return AsyncWaitOperator(spec)
        case IntervalJoinSpec():
            return IntervalJoinOperator(spec)
        case MapPartitionSpec():
            return MapPartitionOperator(spec.function)
        case PartitionReduceSpec():
            return PartitionReduceOperator(spec.function)
        case PartitionAggregateSpec():
            return PartitionAggregateOperator(spec.function)
        case SortPartitionSpec(key_selector=None):
            return SortPartitionOperator(spec)
        case SortPartitionSpec():
            return KeyedSortPartitionOperator(spec)
        case SinkSpec():
            return _get_sink_operator_class(spec)(spec.sink)
        case FactorySpec():
            tables = () if spec.lookup_source is None else (spec.lookup_source,)
            operator: StreamOperator = spec.create(*tables)
            return operator
        case _:
            assert_never(spec)


def get_operator_class_name(spec: OperatorSpec) -> str:
    """Return Flink's simple class name of the operator of *spec*."""
    match spec:
        case SourceSpec():
            return "StreamSource" if spec.legacy else "SourceOperator"
        case MapSpec():
            return StreamMap.FLINK_CLASS
        case FlatMapSpec():
            return StreamFlatMap.FLINK_CLASS
        case FilterSpec():
            return StreamFilter.FLINK_CLASS
        case ProcessSpec():
            return ProcessOperator.FLINK_CLASS
        case KeyedProcessSpec():
            return KeyedProcessOperator.FLINK_CLASS
        case ReduceSpec():
            return (BatchGroupedReduce if spec.final_only else StreamGroupedReduce).FLINK_CLASS
        case TimestampsAndWatermarksSpec():
            return "TimestampsAndWatermarksOperator"
        case LegacyTimestampsSpec():
            # Flink runs the legacy assigners in the new operator with an adapter.
            return "TimestampsAndWatermarksOperator"
        case WindowSpec(evictor=None):
            return WindowOperator.FLINK_CLASS
        case WindowSpec():
            return EvictingWindowOperator.FLINK_CLASS
        case CoMapSpec():
            return CoStreamMap.FLINK_CLASS
        case CoFlatMapSpec():
            return CoStreamFlatMap.FLINK_CLASS
        case CoProcessSpec():
            return CoProcessOperator.FLINK_CLASS
        case KeyedCoProcessSpec():
            return KeyedCoProcessOperator.FLINK_CLASS
        case BroadcastProcessSpec():
            return BroadcastProcessOperator.FLINK_CLASS
        case KeyedBroadcastProcessSpec():
            return KeyedBroadcastProcessOperator.FLINK_CLASS
        case AsyncSpec():
            return AsyncWaitOperator.FLINK_CLASS
        case IntervalJoinSpec():
            return IntervalJoinOperator.FLINK_CLASS
        case MapPartitionSpec():
            return MapPartitionOperator.FLINK_CLASS
        case PartitionReduceSpec():
            return PartitionReduceOperator.FLINK_CLASS
        case PartitionAggregateSpec():
            return PartitionAggregateOperator.FLINK_CLASS
        case SortPartitionSpec(key_selector=None):
            return SortPartitionOperator.FLINK_CLASS
        case SortPartitionSpec():
            return KeyedSortPartitionOperator.FLINK_CLASS
        case SinkSpec():
            return _get_sink_operator_class(spec).FLINK_CLASS
        case FactorySpec():
            return spec.class_name
        case _:
            assert_never(spec)


def count_inputs(spec: OperatorSpec) -> int:
    """Return the number of inputs of the operator of *spec*: 0, 1 or 2."""
    match spec:
        case SourceSpec():
            return 0
        case FactorySpec():
            return len(spec.key_selectors)
        case (
            CoMapSpec() | CoFlatMapSpec() | CoProcessSpec() | KeyedCoProcessSpec()
            | BroadcastProcessSpec() | KeyedBroadcastProcessSpec() | IntervalJoinSpec()
        ):  # fmt: skip
            return 2
        case _:
            return 1


def _get_sink_operator_class(spec: SinkSpec) -> type[SinkOperator] | type[CommitterOperator]:
    if spec.is_committer:
        return CommitterOperator
    return SinkOperator if spec.legacy else SinkWriterOperator
