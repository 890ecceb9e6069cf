"""Routes the output of each operator of a chain, with conversion to the declared types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from flinksim.common.typeinfo import TypeInformation
from flinksim.common.typeutils.conversion import Converter, build_converter
from flinksim.datastream.transformations import (
    LegacyTimestampsSpec,
    SinkSpec,
    TimestampsAndWatermarksSpec,
)
from flinksim.graph.stream_graph_generator import StreamEdge
from flinksim.runtime.fused_function_view import FusedFunction
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.tasks.outputs import OutputTarget, build_chained_target, wrap_with_converter

TargetInstrumenter: TypeAlias = Callable[[OutputTarget, bool, bool], OutputTarget]
"""Function that wraps an output so that a traced run records its calls.

Its arguments tell whether the output stays in the chain, and whether it copies values.
"""

_PASS_THROUGH_SPECS = (TimestampsAndWatermarksSpec, LegacyTimestampsSpec, SinkSpec)


def build_converters(
    function: FusedFunction,
    create_converter: Callable[[TypeInformation | None], Converter | None] = build_converter,
) -> dict[str | None, Converter | None]:
    """Build the converters to the declared types of an operator's results and side outputs.

    Args:
        function: The operator in its chain.
        create_converter: Creates the converter of a type; ``None`` if values stay as they are.

    Returns:
        The converters by the id of the side output tag; ``None`` is the key of the results.
    """
    chained = function.chained_operator
    node = chained.node
    edges = (*chained.chained_outputs, *chained.non_chained_outputs)
    passes_on = isinstance(node.spec, _PASS_THROUGH_SPECS)
    found: dict[str | None, Converter | None] = {
        None: None if passes_on else create_converter(node.output_type)
    }
    for edge in edges:
        if edge.output_tag is not None:
            found[edge.output_tag.tag_id] = create_converter(edge.output_tag.type_info)
    return found


def build_output_targets(
    function: FusedFunction,
    operators: Mapping[int, StreamOperator],
    create_network_target: Callable[[StreamEdge, str | None], OutputTarget],
    object_reuse: bool,
    converters: Mapping[str | None, Converter | None],
    instrument: TargetInstrumenter = lambda target, chained, copies: target,
) -> list[OutputTarget]:
    """Build the targets of one operator: other tasks first, then the next operators of its chain.

    This is the order of the outputs in ``OperatorChain.createOutputCollector``.

    Args:
        function: The operator in its chain.
        operators: The operators of the chain, by stream node.
        create_network_target: Creates the target of an edge to other tasks, given the id of its side
            output.
        object_reuse: Whether values are passed along the chain without a copy.
        converters: The converters of :func:`build_converters`.
        instrument: Instruments each target of a traced run.
    """
    chained = function.chained_operator
    object_reuse = object_reuse or function.shares_objects
    targets = []
    for edge in chained.non_chained_outputs:
        tag_id = None if edge.output_tag is None else edge.output_tag.tag_id
        target = instrument(create_network_target(edge, tag_id), False, not object_reuse)
        targets.append(_apply_converter(target, converters.get(tag_id)))
    for edge in chained.chained_outputs:
        tag_id = None if edge.output_tag is None else edge.output_tag.tag_id
        operator = operators[edge.target_id]
        target = build_chained_target(operator, edge.type_number, tag_id, object_reuse)
        target = instrument(target, True, not object_reuse)
        if edge.target_id != function.fused_successor_id:
            target = replace(
                target,
                record=operator.context.wrap_handler(target.record),
                watermark=operator.wrap_watermark_handler(target.watermark),
            )
            target = _apply_converter(target, converters.get(tag_id))
        targets.append(target)
    return targets


def _apply_converter(target: OutputTarget, convert: Converter | None) -> OutputTarget:
    """Convert values to the declared type with *convert*, if any, before they reach *target*."""
    return target if convert is None else wrap_with_converter(target, convert)
