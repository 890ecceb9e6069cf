"""The functions of an operator chain one by one, and which of them share a Python worker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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
)
from flinksim.graph.job_graph_generator import ChainedOperator
from flinksim.graph.stream_graph_generator import StreamNode

_FUSIBLE_SPECS = (
    MapSpec, FlatMapSpec, FilterSpec, ProcessSpec, KeyedProcessSpec, ReduceSpec,
    CoMapSpec, CoFlatMapSpec, CoProcessSpec, KeyedCoProcessSpec, AsyncSpec,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FusedFunction:
    """An operator of a chain, or one of the functions that a client fused into one operator.

    ``fused_successor_id`` is the id of the stream node that follows in the same Python worker. Values
    pass between the two without serialization; a declared type applies only to values that cross into
    Java or over the network. With ``shares_objects`` the next function gets the same objects, not
    copies. ``is_last_of_worker`` is true for the last function of a worker.
    """

    chained_operator: ChainedOperator
    fused_successor_id: int | None
    shares_objects: bool = False
    is_last_of_worker: bool = False

    @property
    def node(self) -> StreamNode:
        """The stream node of this function."""
        return self.chained_operator.node


def list_functions(operators: Sequence[ChainedOperator]) -> list[FusedFunction]:
    """List the operators of a chain, from its head, and mark those that PyFlink runs in one worker.

    The program declares types for such a group of functions.
    """
    specs = {chained.node.id: chained.node.spec for chained in operators}
    return [FusedFunction(chained, _find_fused_successor(chained, specs)) for chained in operators]


def _find_fused_successor(
    chained_operator: ChainedOperator, specs: Mapping[int, OperatorSpec]
) -> int | None:
    if len(chained_operator.chained_outputs) + len(chained_operator.non_chained_outputs) != 1:
        return None
    for edge in chained_operator.chained_outputs:
        spec = specs[edge.target_id]
        if edge.output_tag is None and isinstance(spec, _FUSIBLE_SPECS):
            return edge.target_id
    return None
