"""Routes the output of each operator of a chain, with conversion to the declared types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from flinksim.common.typeinfo import TypeInformation
from flinksim.common.typeutils.conversion import Converter, converter_for
from flinksim.datastream.transformations import (
    LegacyTimestampsSpec,
    SinkSpec,
    TimestampsAndWatermarksSpec,
)
from flinksim.graph.stream_graph_generator import StreamEdge
from flinksim.runtime.fused_function_view import ChainedFunction
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.tasks.outputs import OutputTarget, chained_target, converting

TellOfTarget: TypeAlias = Callable[[OutputTarget, bool, bool], OutputTarget]
"""Instruments a target, given whether it is chained and whether it copies values."""

_PASS_VALUES_ON = (TimestampsAndWatermarksSpec, LegacyTimestampsSpec, SinkSpec)


def converters(
    function: ChainedFunction,
    make: Callable[[TypeInformation | None], Converter | None] = converter_for,
) -> dict[str | None, Converter | None]:
    """Build the converters to the declared types of an operator's results and side outputs.

    Args:
        function: The operator in its chain.
        make: Creates the converter of a type; ``None`` if values stay as they are.

    Returns:
        The converters by the id of the side output tag; ``None`` is the key of the results.
    """
    chained = function.chained
    node = chained.node
    edges = (*chained.chained_outputs, *chained.non_chained_outputs)
    passes_on = isinstance(node.spec, _PASS_VALUES_ON)
    found: dict[str | None, Converter | None] = {
        None: None if passes_on else make(node.output_type)
    }
    for edge in edges:
        if edge.output_tag is not None:
            found[edge.output_tag.tag_id] = make(edge.output_tag.type_info)
    return found


def output_targets(
    function: ChainedFunction,
    operators: Mapping[int, StreamOperator],
    to_network: Callable[[StreamEdge, str | None], OutputTarget],
    object_reuse: bool,
    converts: Mapping[str | None, Converter | None],
    tell: TellOfTarget = lambda target, chained, copies: target,
) -> list[OutputTarget]:
    """Build the targets of one operator: the next operators of the chain, and other tasks.

    Args:
        function: The operator in its chain.
        operators: The operators of the chain, by stream node.
        to_network: Creates the target of an edge to other tasks, given the id of its side output.
        object_reuse: Whether values are passed along the chain without a copy.
        converts: The converters of :func:`converters`.
        tell: Instruments each target of a traced run.
    """
    chained = function.chained
    object_reuse = object_reuse or function.shares_objects
    targets = []
    for edge in chained.chained_outputs:
        tag_id = None if edge.output_tag is None else edge.output_tag.tag_id
        operator = operators[edge.target_id]
        target = chained_target(operator, edge.type_number, tag_id, object_reuse)
        target = tell(target, True, not object_reuse)
        if edge.target_id != function.fused_with:
            target = replace(
                target,
                record=operator.context.guarded(target.record),
                watermark=operator.holding(target.watermark),
            )
            target = _converted(target, converts.get(tag_id))
        targets.append(target)
    for edge in chained.non_chained_outputs:
        tag_id = None if edge.output_tag is None else edge.output_tag.tag_id
        target = tell(to_network(edge, tag_id), False, not object_reuse)
        targets.append(_converted(target, converts.get(tag_id)))
    return targets


def _converted(target: OutputTarget, convert: Converter | None) -> OutputTarget:
    """Apply *convert*, the conversion to the declared type, in front of *target*."""
    return target if convert is None else converting(target, convert)
