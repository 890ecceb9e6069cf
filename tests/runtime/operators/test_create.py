"""Every operator that a program can declare can be made, and knows its name in Flink."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from flinksim.common.time import Time
from flinksim.common.watermark_strategy import WatermarkStrategy
from flinksim.connectors.collection_sources import CollectionSource
from flinksim.datastream import transformations as t
from flinksim.datastream.lambda_functions import LambdaReduceFunction
from flinksim.datastream.window import CountEvictor, TumblingEventTimeWindows
from flinksim.runtime.operators.one_input_operators import StreamMap
from flinksim.runtime.operators.operator_factory import (
    count_inputs,
    create_operator,
    get_operator_class_name,
)


def key(value: Any) -> Any:
    return value


class OldAssigner:
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return record_timestamp


WINDOWS = TumblingEventTimeWindows.of(Time.seconds(1))
REDUCE = LambdaReduceFunction(lambda a, b: a)

SPECS: list[tuple[t.OperatorSpec, str, int]] = [
    (t.SourceSpec(CollectionSource([1])), "SourceOperator", 0),
    (t.SourceSpec(CollectionSource([1]), legacy=True), "StreamSource", 0),
    (t.MapSpec(object()), "StreamMap", 1),
    (t.FlatMapSpec(object()), "StreamFlatMap", 1),
    (t.FilterSpec(object()), "StreamFilter", 1),
    (t.ProcessSpec(object()), "ProcessOperator", 1),
    (t.KeyedProcessSpec(object(), key), "KeyedProcessOperator", 1),
    (t.ReduceSpec(REDUCE, key), "StreamGroupedReduceOperator", 1),
    (
        t.TimestampsAndWatermarksSpec(WatermarkStrategy.no_watermarks()),
        "TimestampsAndWatermarksOperator",
        1,
    ),
    (t.LegacyTimestampsSpec(OldAssigner(), True), "TimestampsAndWatermarksOperator", 1),
    (t.LegacyTimestampsSpec(OldAssigner(), False), "TimestampsAndWatermarksOperator", 1),
    (t.WindowSpec(key, WINDOWS, pre_aggregation=REDUCE), "WindowOperator", 1),
    (
        t.WindowSpec(key, WINDOWS, evictor=CountEvictor.of(1), pre_aggregation=REDUCE),
        "EvictingWindowOperator",
        1,
    ),
    (t.CoMapSpec(object()), "CoStreamMap", 2),
    (t.CoFlatMapSpec(object()), "CoStreamFlatMap", 2),
    (t.CoProcessSpec(object()), "CoProcessOperator", 2),
    (t.KeyedCoProcessSpec(object(), key, key), "KeyedCoProcessOperator", 2),
    (t.BroadcastProcessSpec(object(), ()), "CoBroadcastWithNonKeyedOperator", 2),
    (t.KeyedBroadcastProcessSpec(object(), key, ()), "CoBroadcastWithKeyedOperator", 2),
    (t.IntervalJoinSpec(object(), key, key, 0, 1), "IntervalJoinOperator", 2),
    (t.MapPartitionSpec(object()), "MapPartitionOperator", 1),
    (t.PartitionReduceSpec(REDUCE), "PartitionReduceOperator", 1),
    (t.PartitionAggregateSpec(object()), "PartitionAggregateOperator", 1),
    (t.SortPartitionSpec(key, False), "SortPartitionOperator", 1),
    (t.SortPartitionSpec(key, False, key), "KeyedSortPartitionOperator", 1),
    (t.AsyncSpec(object(), 1, 1, True), "AsyncWaitOperator", 1),
    (t.ReduceSpec(REDUCE, key, final_only=True), "BatchGroupedReduceOperator", 1),
    (t.FactorySpec(lambda: StreamMap(object()), "StreamMap", (key, key)), "StreamMap", 2),
    (t.SinkSpec(object()), "SinkWriterOperator", 1),
    (t.SinkSpec(object(), legacy=True), "StreamSink", 1),
]


@pytest.mark.parametrize(("spec", "name", "inputs"), SPECS, ids=[name for _, name, _ in SPECS])
def test_an_operator_is_made_from_its_description(
    spec: t.OperatorSpec, name: str, inputs: int
) -> None:
    operator = create_operator(spec)
    assert get_operator_class_name(spec) == name
    assert count_inputs(spec) == inputs
    if not isinstance(spec, t.SourceSpec):  # one class serves both kinds of source
        assert name == operator.FLINK_CLASS


def test_no_kind_of_description_is_missing_here() -> None:
    assert {type(spec) for spec, _, _ in SPECS} == set(get_args(t.OperatorSpec))
