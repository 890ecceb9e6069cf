"""Which subtasks are scheduled together, and which are run again together when one of them fails.

Flink: ``PipelinedRegionSchedulingStrategy``, ``RestartPipelinedRegionFailoverStrategy``.
Differs: what a blocking exchange joins is run again together too, for what was written into it is not
kept; Flink reads it once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from flinksim.core.ids import SubtaskId
from flinksim.graph.execution_graph import ExecutionGraph
from flinksim.graph.pipelined_regions import joined


def regions_of(graph: ExecutionGraph) -> list[list[SubtaskId]]:
    """The subtasks of *graph* that channels join, each region in the order of the graph."""
    return _regions(graph, ((edge.source, edge.target) for edge in graph.edges))


class Stages:
    """What is not scheduled yet: a region waits until all that it reads to the end has been written."""

    def __init__(self, graph: ExecutionGraph) -> None:
        pipelined: list[tuple[SubtaskId, SubtaskId]] = []
        self._read: dict[SubtaskId, set[SubtaskId]] = {
            vertex.id: set() for vertex in graph.vertices
        }
        for edge in graph.edges:
            if edge.job_edge.result_type == "PIPELINED_BOUNDED":
                pipelined.append((edge.source, edge.target))
            else:
                self._read[edge.target].add(edge.source)
        self._regions = _regions(graph, pipelined)
        self._left: set[SubtaskId] = set()

    def add(self, subtasks: Iterable[SubtaskId]) -> None:
        """*subtasks*, of whole regions, are to run."""
        self._left.update(subtasks)

    def remove(self, subtasks: Iterable[SubtaskId]) -> None:
        """*subtasks* are not to run any more."""
        self._left.difference_update(subtasks)

    def take(self, has_finished: Callable[[SubtaskId], bool]) -> list[SubtaskId]:
        """Those that can be scheduled now, region after region; they are not left any more."""
        ready = [
            subtask
            for region in self._regions
            if self._left.issuperset(region)
            and all(has_finished(source) for one in region for source in self._read[one])
            for subtask in region
        ]
        self.remove(ready)
        return ready

    def __bool__(self) -> bool:
        return bool(self._left)


def _regions(
    graph: ExecutionGraph, pairs: Iterable[tuple[SubtaskId, SubtaskId]]
) -> list[list[SubtaskId]]:
    names = [vertex.id for vertex in graph.vertices]
    region_of = joined(names, pairs)
    regions: dict[SubtaskId, list[SubtaskId]] = {}
    for name in names:
        regions.setdefault(region_of[name], []).append(name)
    return list(regions.values())
