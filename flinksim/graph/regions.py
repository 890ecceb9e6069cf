"""Pipelined regions: what must run at the same time, as one task reads while the other still writes.

Flink: ``DefaultLogicalTopology`` and ``LogicalPipelinedRegionComputeUtil``.
"""

from __future__ import annotations

from collections.abc import Sequence

from flinksim.common.ids import VertexId
from flinksim.graph.job_nodes import JobVertex


def region_of(vertices: Sequence[JobVertex]) -> dict[VertexId, VertexId]:
    """For each of *vertices* the one that stands for its region."""
    above = {vertex.key: vertex.key for vertex in vertices}

    def root(key: VertexId) -> VertexId:
        while above[key] != key:
            key = above[key]
        return key

    for vertex in vertices:
        for edge in vertex.inputs:
            if edge.result_type == "PIPELINED_BOUNDED":
                above[root(edge.target)] = root(edge.source)
    return {key: root(key) for key in above}
