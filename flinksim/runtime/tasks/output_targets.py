"""Where the output of each operator of a chain goes, and what declared types make of it on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flinksim.common.type_conversion import Converter, converter_for
from flinksim.datastream.transformations import (
    AsyncSpec,
    CoFlatMapSpec,
    CoMapSpec,
    CoProcessSpec,
    FilterSpec,
    FlatMapSpec,
    KeyedCoProcessSpec,
    KeyedProcessSpec,
    LegacyTimestampsSpec,
    MapSpec,
    OperatorSpec,
    ProcessSpec,
    ReduceSpec,
    SinkSpec,
    TimestampsAndWatermarksSpec,
)
from flinksim.graph.job_graph import ChainedOperator
from flinksim.graph.stream_graph import StreamEdge
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.tasks.output import OutputTarget, chained_target, converting

_PASS_VALUES_ON = (TimestampsAndWatermarksSpec, LegacyTimestampsSpec, SinkSpec)


def _converter_of(chained: ChainedOperator) -> Converter | None:
    """What the declared type of an operator's results makes of them, if it makes new values."""
    node = chained.node
    return None if isinstance(node.spec, _PASS_VALUES_ON) else converter_for(node.output_type)


_FUSED_WITH_WHAT_IS_BEFORE = (
    MapSpec, FlatMapSpec, FilterSpec, ProcessSpec, KeyedProcessSpec, ReduceSpec,
    CoMapSpec, CoFlatMapSpec, CoProcessSpec, KeyedCoProcessSpec, AsyncSpec,
)  # fmt: skip
"""Python functions that PyFlink runs in one worker with those before them in the chain, if nothing else
reads these: values pass between them as they are. A declared type acts on what crosses into Java or
over the network."""


def fused_behind(chained: ChainedOperator, specs: Mapping[int, OperatorSpec]) -> int | None:
    """The stream node of the function that PyFlink makes one with *chained*, if there is one."""
    if len(chained.chained_outputs) + len(chained.non_chained_outputs) != 1:
        return None
    for edge in chained.chained_outputs:
        spec = specs[edge.target_id]
        if edge.output_tag is None and isinstance(spec, _FUSED_WITH_WHAT_IS_BEFORE):
            return edge.target_id
    return None


def output_targets(
    chained: ChainedOperator,
    operators: Mapping[int, StreamOperator],
    specs: Mapping[int, OperatorSpec],
    to_network: Callable[[StreamEdge, str | None], OutputTarget],
    object_reuse: bool,
) -> list[OutputTarget]:
    """The targets of one operator: along the chain, and, by *to_network*, to other tasks.

    *operators* and *specs* are those of the chain by stream node; *to_network* is given the edge and
    the id of its side output, if it carries one.
    """
    of_results = _converter_of(chained)
    fused = fused_behind(chained, specs)
    targets = []
    for edge in chained.chained_outputs:
        tag_id = None if edge.output_tag is None else edge.output_tag.tag_id
        target = chained_target(operators[edge.target_id], edge.type_number, tag_id, object_reuse)
        if edge.target_id != fused:
            target = _converted(target, edge, of_results)
        targets.append(target)
    for edge in chained.non_chained_outputs:
        tag_id = None if edge.output_tag is None else edge.output_tag.tag_id
        targets.append(_converted(to_network(edge, tag_id), edge, of_results))
    return targets


def _converted(
    target: OutputTarget, edge: StreamEdge, of_results: Converter | None
) -> OutputTarget:
    """*target*, behind what the type of the results, or that of the side output, makes of values."""
    tag = edge.output_tag
    convert = of_results if tag is None else converter_for(tag.type_info)
    return target if convert is None else converting(target, convert)
