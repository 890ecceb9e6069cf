"""Rewrite a program: replace sources, watermark delays or sinks, or insert operators.

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

SpecTransform = Callable[[Transformation], OperatorSpec | VirtualSpec]
"""Function that returns the spec by which a transformation's spec is replaced, or the same one."""


def map_specs(
    pipeline: Pipeline,
    transform: SpecTransform,
    operators_to_insert: Mapping[int, tuple[str, OperatorSpec]] | None = None,
) -> Pipeline:
    """Return *pipeline* with the specs replaced; ids, names and everything else stay the same.

    Args:
        pipeline: The program.
        transform: Returns the new spec of each transformation.
        operators_to_insert: Operators (name and spec) to insert, by the id of the keyed operator that
            follows. They run before the partitioning by key, with the parallelism of their input.
    """
    rewritten: dict[int, Transformation] = {}
    added: list[Transformation] = []
    inserted = operators_to_insert or {}

    def rewrite(old: Transformation) -> Transformation:
        if old.id in rewritten:
            return rewritten[old.id]
        inputs = tuple(rewrite(upstream) for upstream in old.inputs)
        if old.id in inserted:
            name, spec = inserted[old.id]
            number = pipeline.next_transformation_id + len(added)
            (partition,) = inputs
            between = _insert_before(partition, number, name, spec)
            added.append(between.inputs[0])
            inputs = (between,)
        new = rewritten[old.id] = replace(old, spec=transform(old), inputs=inputs)
        new.functions = tuple(
            new if one is old else replace(one, spec=transform(one)) for one in old.functions
        )
        return new

    for each in pipeline.transformations:
        rewrite(each)
    return replace(
        pipeline,
        transformations=tuple(rewritten[old.id] for old in pipeline.transformations) + tuple(added),
        operators=tuple(rewritten[old.id] for old in pipeline.operators),
        sinks=tuple(rewritten[old.id] for old in pipeline.sinks),
        next_transformation_id=pipeline.next_transformation_id + len(added),
    )


def _insert_before(
    partition: Transformation, transformation_id: int, name: str, spec: OperatorSpec
) -> Transformation:
    """Return *partition* with a new operator inserted before it."""
    assert isinstance(partition.spec, PartitionSpec), "a keyed operator reads a partition"
    (upstream,) = partition.inputs
    inserted = Transformation(
        id=transformation_id,
        name=name,
        spec=spec,
        inputs=(upstream,),
        output_type=upstream.output_type,
        parallelism=upstream.parallelism,
        max_parallelism=upstream.max_parallelism,
        slot_sharing_group=upstream.slot_sharing_group,
    )
    return replace(partition, inputs=(inserted,))


def replace_watermark_strategy(
    spec: Any, transform: Callable[[WatermarkStrategy], WatermarkStrategy]
) -> Any:
    """Return *spec* with its watermark strategy, if any, replaced; the timestamp assigner stays."""
    if isinstance(spec, TimestampsAndWatermarksSpec):
        return replace(spec, strategy=_replace_keeping_assigner(spec.strategy, transform))
    if isinstance(spec, SourceSpec) and spec.watermark_strategy is not None and not spec.legacy:
        strategy = _replace_keeping_assigner(spec.watermark_strategy, transform)
        return replace(spec, watermark_strategy=strategy)
    return spec


def _replace_keeping_assigner(
    strategy: WatermarkStrategy, transform: Callable[[WatermarkStrategy], WatermarkStrategy]
) -> WatermarkStrategy:
    new = transform(strategy)
    new._timestamp_assigner = strategy._timestamp_assigner
    return new


def create_bounded_strategy(delay_ms: int, idleness_ms: int | None) -> WatermarkStrategy:
    """Create a strategy for records out of order by at most *delay_ms*.

    *idleness_ms* is the idleness timeout; ``None`` means none.
    """
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(delay_ms))
    if idleness_ms is None:
        return strategy
    return strategy.with_idleness(Duration.of_millis(idleness_ms))


def discard_sink_output(spec: Any) -> Any:
    """Return *spec* with a sink that discards its output, if it is a sink that writes somewhere.

    The trace still shows the results. A run that explains another run must not overwrite its output.
    """
    if not isinstance(spec, SinkSpec) or isinstance(spec.sink, PrintSink):
        return spec
    return replace(
        spec, sink=_CommittingDiscardingSink() if spec.sink.has_committer else _DiscardingSink()
    )


class _DiscardingSink(Sink):
    def create_writer(self, context: SinkContext) -> SinkWriter:
        return _DiscardingSinkWriter()


class _CommittingDiscardingSink(_DiscardingSink):
    has_committer = True


class _DiscardingSinkWriter(SinkWriter):
    def write(self, value: Any, timestamp: int | None) -> str:
        return format_value(value)
