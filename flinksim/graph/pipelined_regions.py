"""Pipelined regions: what must run at the same time, as one task reads while the other still writes.

Flink: ``DefaultLogicalTopology`` and ``LogicalPipelinedRegionComputeUtil``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

from flinksim.core.ids import VertexId
from flinksim.graph.job_graph_model import JobVertex

T = TypeVar("T", bound=Hashable)


def joined(things: Iterable[T], pairs: Iterable[tuple[T, T]]) -> dict[T, T]:
    """For each of *things* the one that stands for all that *pairs*, (source, target), join it with."""
    above = {thing: thing for thing in things}

    def root(thing: T) -> T:
        while above[thing] != thing:
            above[thing] = above[above[thing]]
            thing = above[thing]
        return thing

    for source, target in pairs:
        above[root(target)] = root(source)
    return {thing: root(thing) for thing in above}


def region_of(vertices: Sequence[JobVertex]) -> dict[VertexId, VertexId]:
    """For each of *vertices* the one that stands for its region."""
    pipelined = (
        (edge.source, edge.target)
        for vertex in vertices
        for edge in vertex.inputs
        if edge.result_type == "PIPELINED_BOUNDED"
    )
    return joined((vertex.key for vertex in vertices), pipelined)
