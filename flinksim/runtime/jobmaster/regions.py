"""Which subtasks are run again together when one of them fails.

Flink: ``RestartPipelinedRegionFailoverStrategy``.
Differs: what a blocking exchange joins is run again together too, for what was written into it is not
kept; Flink reads it once more.
"""

from __future__ import annotations

from flinksim.common.ids import SubtaskId
from flinksim.graph.execution_graph import ExecutionGraph


def regions_of(graph: ExecutionGraph) -> list[list[SubtaskId]]:
    """The subtasks of *graph* that channels join, each region in the order of the graph."""
    leader: dict[SubtaskId, SubtaskId] = {vertex.id: vertex.id for vertex in graph.vertices}

    def find(subtask: SubtaskId) -> SubtaskId:
        while leader[subtask] != subtask:
            leader[subtask] = leader[leader[subtask]]
            subtask = leader[subtask]
        return subtask

    for edge in graph.edges:
        leader[find(edge.target)] = find(edge.source)
    regions: dict[SubtaskId, list[SubtaskId]] = {}
    for vertex in graph.vertices:
        regions.setdefault(find(vertex.id), []).append(vertex.id)
    return list(regions.values())
