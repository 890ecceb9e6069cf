"""Splits an operator that PyFlink has fused into its functions."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from flinksim.datastream.partitioner import ForwardPartitioner
from flinksim.datastream.transformations import OperatorSpec, Transformation
from flinksim.graph.job_graph_generator import ChainedOperator
from flinksim.graph.stream_graph_generator import StreamEdge, StreamNode
from flinksim.runtime.fused_function_view import FusedFunction


def unfuse(chained: ChainedOperator) -> list[FusedFunction]:
    """Split *chained* into its functions; the first one keeps the operator's id for the job's edges."""
    functions = chained.node.functions
    if not functions:
        return [FusedFunction(chained, None)]
    nodes = [_build_node(place, one, chained.node) for place, one in enumerate(functions)]
    functions_before_last = []
    for node, successor in pairwise(nodes):
        edge = StreamEdge(
            source_id=node.id,
            target_id=successor.id,
            type_number=0,
            partitioner=ForwardPartitioner(),
            output_tag=None,
            buffer_timeout_ms=node.buffer_timeout_ms,
            edge_id=f"{node}_{successor}",
        )
        chained_function = ChainedOperator(node, (edge,), ())
        functions_before_last.append(
            FusedFunction(chained_function, successor.id, shares_objects=True)
        )
    last = FusedFunction(replace(chained, node=nodes[-1]), None, is_last_of_worker=True)
    return [*functions_before_last, last]


def _build_node(index: int, function: Transformation, fused: StreamNode) -> StreamNode:
    spec = function.spec
    assert isinstance(spec, OperatorSpec)
    return replace(
        fused,
        id=function.id if index else fused.id,
        name=function.name,
        description=function.description or function.name,
        spec=spec,
        output_type=function.output_type,
        key_selector=function.key_selector,
        key_type=function.key_type,
        declared_at=function.declared_at,
        functions=(),
    )
