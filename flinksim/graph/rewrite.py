"""The same program with something changed in it: other sources, delays or sinks, one operator more.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from flinksim.common.time import Duration
from flinksim.common.typeutils.to_string import format_value
from flinksim.common.watermark_strategy import WatermarkStrategy
from flinksim.connectors.sink import Sink, SinkContext, SinkWriter
from flinksim.connectors.sinks import PrintSink
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import (
    OperatorSpec,
    PartitionSpec,
    SinkSpec,
    SourceSpec,
    TimestampsAndWatermarksSpec,
    Transformation,
    VirtualSpec,
)

Change = Callable[[Transformation], OperatorSpec | VirtualSpec]
"""Gives the spec that a transformation shall have, which may be its own."""


def changed(
    pipeline: Pipeline, change: Change, before: Mapping[int, tuple[str, OperatorSpec]] | None = None
) -> Pipeline:
    """*pipeline* with other specs; ids, names and everything else stay.

    *before* has operators (name and spec) to put in front of the keyed operator with that id: before
    its records are spread by key, as parallel as what gives the records.
    """
    made: dict[int, Transformation] = {}
    added: list[Transformation] = []
    inserted = before or {}

    def make(old: Transformation) -> Transformation:
        if old.id in made:
            return made[old.id]
        inputs = tuple(make(given) for given in old.inputs)
        if old.id in inserted:
            name, spec = inserted[old.id]
            number = pipeline.next_transformation_id + len(added)
            (partition,) = inputs
            between = _in_front_of(partition, number, name, spec)
            added.append(between.inputs[0])
            inputs = (between,)
        new = made[old.id] = replace(old, spec=change(old), inputs=inputs)
        new.functions = tuple(
            new if one is old else replace(one, spec=change(one)) for one in old.functions
        )
        return new

    for each in pipeline.transformations:
        make(each)
    return replace(
        pipeline,
        transformations=tuple(made[old.id] for old in pipeline.transformations) + tuple(added),
        operators=tuple(made[old.id] for old in pipeline.operators),
        sinks=tuple(made[old.id] for old in pipeline.sinks),
        next_transformation_id=pipeline.next_transformation_id + len(added),
    )


def _in_front_of(
    partition: Transformation, number: int, name: str, spec: OperatorSpec
) -> Transformation:
    """*partition*, fed by a new operator that is fed by what fed it."""
    assert isinstance(partition.spec, PartitionSpec), "a keyed operator reads a partition"
    (given,) = partition.inputs
    new = Transformation(
        id=number,
        name=name,
        spec=spec,
        inputs=(given,),
        output_type=given.output_type,
        parallelism=given.parallelism,
        max_parallelism=given.max_parallelism,
        slot_sharing_group=given.slot_sharing_group,
    )
    return replace(partition, inputs=(new,))


def with_strategy(spec: Any, change: Callable[[WatermarkStrategy], WatermarkStrategy]) -> Any:
    """*spec* with another watermark strategy, if it has one; timestamps are assigned as before."""
    if isinstance(spec, TimestampsAndWatermarksSpec):
        return replace(spec, strategy=_keeping_assigner(spec.strategy, change))
    if isinstance(spec, SourceSpec) and spec.watermark_strategy is not None and not spec.legacy:
        kept = _keeping_assigner(spec.watermark_strategy, change)
        return replace(spec, watermark_strategy=kept)
    return spec


def _keeping_assigner(
    old: WatermarkStrategy, change: Callable[[WatermarkStrategy], WatermarkStrategy]
) -> WatermarkStrategy:
    new = change(old)
    new._timestamp_assigner = old._timestamp_assigner
    return new


def bounded(delay_ms: int, idleness_ms: int | None) -> WatermarkStrategy:
    """``for_bounded_out_of_orderness`` of *delay_ms*, with idleness unless that is ``None``."""
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(delay_ms))
    if idleness_ms is None:
        return strategy
    return strategy.with_idleness(Duration.of_millis(idleness_ms))


def unwritten(spec: Any) -> Any:
    """*spec*, but a sink that would write somewhere tells its results to the trace alone.

    A run that explains another one must not replace what that one has written.
    """
    if not isinstance(spec, SinkSpec) or isinstance(spec.sink, PrintSink):
        return spec
    return replace(spec, sink=_CommittedToNothing() if spec.sink.commits else _ToNothing())


class _ToNothing(Sink):
    def create_writer(self, context: SinkContext) -> SinkWriter:
        return _Unwritten()


class _CommittedToNothing(_ToNothing):
    commits = True


class _Unwritten(SinkWriter):
    def write(self, value: Any, timestamp: int | None) -> str:
        return format_value(value)
