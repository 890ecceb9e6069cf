"""Pipelined regions: sets of vertices that exchange data directly and so run at the same time.

Flink: ``DefaultLogicalTopology`` and ``LogicalPipelinedRegionComputeUtil``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

from flinksim.core.ids import VertexId
from flinksim.graph.job_graph_model import JobVertex

T = TypeVar("T", bound=Hashable)


def find_connected_components(items: Iterable[T], pairs: Iterable[tuple[T, T]]) -> dict[T, T]:
    """Map each item to one item that represents its connected component.

    Args:
        items: The items.
        pairs: Connected pairs of items, (source, target).
    """
    parents = {item: item for item in items}

    def find_root(item: T) -> T:
        while parents[item] != item:
            parents[item] = parents[parents[item]]
            item = parents[item]
        return item

    for source, target in pairs:
        parents[find_root(target)] = find_root(source)
    return {item: find_root(item) for item in parents}


def compute_pipelined_regions(vertices: Sequence[JobVertex]) -> dict[VertexId, VertexId]:
    """Map each vertex to one vertex that represents its pipelined region."""
    pipelined = (
        (edge.source, edge.target)
        for vertex in vertices
        for edge in vertex.inputs
        if edge.result_type == "PIPELINED_BOUNDED"
    )
    return find_connected_components((vertex.key for vertex in vertices), pipelined)
