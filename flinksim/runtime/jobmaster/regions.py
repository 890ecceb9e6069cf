"""Which subtasks are run again together when one of them fails.

Flink: ``RestartPipelinedRegionFailoverStrategy``.
Differs: what a blocking exchange joins is run again together too, for what was written into it is not
kept; Flink reads it once more.
"""

from __future__ import annotations

from flinksim.base.ids import SubtaskId
from flinksim.graph.execution_graph import ExecutionGraph
from flinksim.graph.regions import joined


def regions_of(graph: ExecutionGraph) -> list[list[SubtaskId]]:
    """The subtasks of *graph* that channels join, each region in the order of the graph."""
    names = [vertex.id for vertex in graph.vertices]
    region_of = joined(names, ((edge.source, edge.target) for edge in graph.edges))
    regions: dict[SubtaskId, list[SubtaskId]] = {}
    for name in names:
        regions.setdefault(region_of[name], []).append(name)
    return list(regions.values())
