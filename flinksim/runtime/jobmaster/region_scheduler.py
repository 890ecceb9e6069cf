"""Pipelined regions: subtasks that are scheduled together, or restarted together after a failure.

Flink: ``PipelinedRegionSchedulingStrategy``, ``RestartPipelinedRegionFailoverStrategy``.
Differs: tasks on both sides of a blocking exchange restart together, because its data is not kept. In
Flink it is read again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from flinksim.core.ids import SubtaskId
from flinksim.graph.execution_graph import ExecutionGraph
from flinksim.graph.pipelined_regions import find_connected_components


def compute_failover_regions(graph: ExecutionGraph) -> list[list[SubtaskId]]:
    """Compute the failover regions of *graph*: the sets of subtasks that are connected by channels.

    Regions and their subtasks are in the order of the graph.
    """
    return _group_into_regions(graph, ((edge.source, edge.target) for edge in graph.edges))


class PendingRegions:
    """The pipelined regions that are not scheduled yet: blocking results they read are not complete."""

    def __init__(self, graph: ExecutionGraph) -> None:
        pipelined: list[tuple[SubtaskId, SubtaskId]] = []
        self._blocking_sources: dict[SubtaskId, set[SubtaskId]] = {
            vertex.id: set() for vertex in graph.vertices
        }
        for edge in graph.edges:
            if edge.job_edge.result_type == "PIPELINED_BOUNDED":
                pipelined.append((edge.source, edge.target))
            else:
                self._blocking_sources[edge.target].add(edge.source)
        self._regions = _group_into_regions(graph, pipelined)
        self._unscheduled: set[SubtaskId] = set()

    def add(self, subtasks: Iterable[SubtaskId]) -> None:
        """Add the subtasks of some regions, which will be scheduled once their inputs are complete."""
        self._unscheduled.update(subtasks)

    def remove(self, subtasks: Iterable[SubtaskId]) -> None:
        """Remove *subtasks*, which need not be scheduled any more."""
        self._unscheduled.difference_update(subtasks)

    def take_ready(self, has_finished: Callable[[SubtaskId], bool]) -> list[SubtaskId]:
        """Remove and return the subtasks that can be scheduled now, region by region."""
        ready = [
            subtask
            for region in self._regions
            if self._unscheduled.issuperset(region)
            and all(
                has_finished(source) for one in region for source in self._blocking_sources[one]
            )
            for subtask in region
        ]
        self.remove(ready)
        return ready

    def __bool__(self) -> bool:
        return bool(self._unscheduled)


def _group_into_regions(
    graph: ExecutionGraph, pairs: Iterable[tuple[SubtaskId, SubtaskId]]
) -> list[list[SubtaskId]]:
    names = [vertex.id for vertex in graph.vertices]
    region_of = find_connected_components(names, pairs)
    regions: dict[SubtaskId, list[SubtaskId]] = {}
    for name in names:
        regions.setdefault(region_of[name], []).append(name)
    return list(regions.values())
