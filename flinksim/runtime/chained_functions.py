"""The functions of a chain one by one, and which of them PyFlink runs in one worker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from flinksim.datastream.partitioner import ForwardPartitioner
from flinksim.datastream.transformations import (
    AsyncSpec,
    CoFlatMapSpec,
    CoMapSpec,
    CoProcessSpec,
    FilterSpec,
    FlatMapSpec,
    KeyedCoProcessSpec,
    KeyedProcessSpec,
    MapSpec,
    OperatorSpec,
    ProcessSpec,
    ReduceSpec,
    Transformation,
)
from flinksim.graph.job_graph import ChainedOperator
from flinksim.graph.stream_graph import StreamEdge, StreamNode

_FUSED_WITH_WHAT_IS_BEFORE = (
    MapSpec, FlatMapSpec, FilterSpec, ProcessSpec, KeyedProcessSpec, ReduceSpec,
    CoMapSpec, CoFlatMapSpec, CoProcessSpec, KeyedCoProcessSpec, AsyncSpec,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ChainedFunction:
    """An operator of a chain, or one of the functions that PyFlink has made an operator.

    ``fused_with`` is the stream node of the function behind it with which it shares a Python worker:
    values pass between the two as they are. A declared type acts on what crosses into Java or over
    the network. With ``shares_objects`` that function gets the very objects, not copies.
    ``ends_worker`` says that it is the last one of its worker.
    """

    chained: ChainedOperator
    fused_with: int | None
    shares_objects: bool = False
    ends_worker: bool = False

    @property
    def node(self) -> StreamNode:
        """Its stream node."""
        return self.chained.node


def functions_of(
    operators: Sequence[ChainedOperator], operators_are_pythons: bool
) -> list[ChainedFunction]:
    """The functions of a chain, from its head on.

    In PyFlink's dialect the graph says which of them are one operator. In that of Java they are those
    that PyFlink would run in one worker, since types are declared for it in either.
    """
    if operators_are_pythons:
        return [function for one in operators for function in _unrolled(one)]
    specs = {chained.node.id: chained.node.spec for chained in operators}
    return [ChainedFunction(chained, _fused_behind(chained, specs)) for chained in operators]


def _unrolled(chained: ChainedOperator) -> list[ChainedFunction]:
    """The first function has the number of the operator, so that edges lead to it as before."""
    functions = chained.node.functions
    if not functions:
        return [ChainedFunction(chained, None)]
    nodes = [_node_of(place, one, chained.node) for place, one in enumerate(functions)]
    unrolled = []
    for node, behind in pairwise(nodes):
        edge = StreamEdge(
            source_id=node.id,
            target_id=behind.id,
            type_number=0,
            partitioner=ForwardPartitioner(),
            output_tag=None,
            buffer_timeout_ms=node.buffer_timeout_ms,
            edge_id=f"{node}_{behind}",
        )
        chained_function = ChainedOperator(node, (edge,), ())
        unrolled.append(ChainedFunction(chained_function, behind.id, shares_objects=True))
    last = ChainedFunction(replace(chained, node=nodes[-1]), None, ends_worker=True)
    return [*unrolled, last]


def _node_of(place: int, function: Transformation, fused: StreamNode) -> StreamNode:
    spec = function.spec
    assert isinstance(spec, OperatorSpec)
    return replace(
        fused,
        id=function.id if place else fused.id,
        name=function.name,
        description=function.description or function.name,
        spec=spec,
        output_type=function.output_type,
        key_selector=function.key_selector,
        key_type=function.key_type,
        declared_at=function.declared_at,
        functions=(),
    )


def _fused_behind(chained: ChainedOperator, specs: Mapping[int, OperatorSpec]) -> int | None:
    if len(chained.chained_outputs) + len(chained.non_chained_outputs) != 1:
        return None
    for edge in chained.chained_outputs:
        spec = specs[edge.target_id]
        if edge.output_tag is None and isinstance(spec, _FUSED_WITH_WHAT_IS_BEFORE):
            return edge.target_id
    return None
