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
    convert = _converter_of(chained)
    is_read_by_one = len(chained.chained_outputs) + len(chained.non_chained_outputs) == 1
    targets = []
    for edge in chained.chained_outputs:
        tag_id = None if edge.output_tag is None else edge.output_tag.tag_id
        operator = operators[edge.target_id]
        target = chained_target(operator, edge.type_number, tag_id, object_reuse)
        is_fused = is_read_by_one and isinstance(specs[edge.target_id], _FUSED_WITH_WHAT_IS_BEFORE)
        if convert is not None and tag_id is None and not is_fused:
            target = converting(target, convert)
        targets.append(target)
    for edge in chained.non_chained_outputs:
        tag_id = None if edge.output_tag is None else edge.output_tag.tag_id
        target = to_network(edge, tag_id)
        if convert is not None and tag_id is None:
            target = converting(target, convert)
        targets.append(target)
    return targets
