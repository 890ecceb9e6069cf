"""Where the output of each operator of a chain goes, and what declared types make of it on the way."""

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
"""From a target, whether it is in the chain, and whether it copies values."""

_PASS_VALUES_ON = (TimestampsAndWatermarksSpec, LegacyTimestampsSpec, SinkSpec)


def converters(
    function: ChainedFunction,
    make: Callable[[TypeInformation | None], Converter | None] = converter_for,
) -> dict[str | None, Converter | None]:
    """What declared types make of results (``None``) and of side outputs, by the id of their tag."""
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
    """The targets of one operator: along the chain, and, by *to_network*, to other tasks.

    *operators* are those of the chain by stream node; *to_network* is given the edge and the id of its
    side output, if it carries one. *converts* is what happens on the way (see :func:`converters`).
    *tell* puts what a traced run has to know around each.
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
    """*target*, behind what the type of the results, or that of the side output, makes of values."""
    return target if convert is None else converting(target, convert)
