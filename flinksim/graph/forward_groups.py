"""Chains that a program joins by ``forward()`` are equally parallel, whoever chooses it.

Flink: ``ForwardGroupComputeUtil`` and ``ForwardGroup``.
"""

from __future__ import annotations

from collections.abc import Iterable

from flinksim.datastream.partitioner import ForwardPartitioner
from flinksim.graph.stream_graph_model import StreamEdge


class ForwardGroups:
    """What is decided about each chain, by the id of its head: parallelism and maximum, -1 if open."""

    def __init__(self) -> None:
        self._parallelism: dict[int, int] = {}
        self._max_parallelism: dict[int, int] = {}
        self._run: dict[int, int] = {}
        self._members: dict[int, list[int]] = {}
        self._chain_of: dict[int, int] = {}

    def add(
        self, head: int, nodes: Iterable[int], parallelism: int, max_parallelism: int, run: int
    ) -> None:
        """The chain of *nodes* that begins with *head*, which runs *run* times unless it is told to."""
        self._parallelism[head] = parallelism
        self._run[head] = run
        self._max_parallelism[head] = max_parallelism
        self._members[head] = [head]
        for node in nodes:
            self._chain_of[node] = head

    def join(self, edges: Iterable[StreamEdge]) -> None:
        """What one member knows holds for all; the least maximum, as it bounds them."""
        for edge in edges:
            if type(edge.partitioner) is ForwardPartitioner:
                self._merge(self._chain_of[edge.source_id], edge.target_id)
        for members in {id(members): members for members in self._members.values()}.values():
            known = [self._parallelism[head] for head in members if self._parallelism[head] > 0]
            bounds = [self._max_parallelism[head] for head in members]
            bounds = [bound for bound in bounds if bound > 0]
            for head in members if len(members) > 1 else ():
                self._parallelism[head] = known[0] if known else -1
                self._max_parallelism[head] = min(bounds, default=-1)

    def _merge(self, one: int, other: int) -> None:
        joined, added = self._members[one], self._members[other]
        if joined is added:
            return
        joined.extend(added)
        for head in added:
            self._members[head] = joined

    def decided(self, head: int) -> tuple[int, int]:
        """The parallelism and the maximum parallelism of the chain that begins with *head*."""
        return self._parallelism[head], self._max_parallelism[head]

    def at_run(self, head: int) -> int:
        """The parallelism of that chain when the job runs."""
        decided = self._parallelism[head]
        return decided if decided > 0 else max(self._run[one] for one in self._members[head])
