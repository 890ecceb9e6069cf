"""Where vertices stand in a picture. Not in Flink."""

from __future__ import annotations

from flinksim.common.ids import VertexId
from flinksim.graph.job_graph import JobGraph


def layered_layout(job_graph: JobGraph) -> dict[VertexId, tuple[int, int]]:
    """The layer (from the sources, from 0) and the row (from the top, from 0) of each vertex.

    A vertex stands one layer behind its furthest input. Within a layer, vertices are ordered by the
    mean row of their inputs, then as in the job graph.
    """
    layers: dict[VertexId, int] = {}
    for vertex in job_graph.vertices:  # inputs come first in this order
        layers[vertex.key] = max((layers[edge.source] + 1 for edge in vertex.inputs), default=0)
    places: dict[VertexId, tuple[int, int]] = {}
    for layer in range(max(layers.values(), default=-1) + 1):
        ranked = []
        for position, vertex in enumerate(job_graph.vertices):
            if layers[vertex.key] == layer:
                rows = [places[edge.source][1] for edge in vertex.inputs]
                mean = sum(rows) / len(rows) if rows else 0.0
                ranked.append((mean, position, vertex.key))
        for row, (_, _, key) in enumerate(sorted(ranked)):
            places[key] = (layer, row)
    return places
