"""Forward groups: chains that a program connects with ``forward()`` have the same parallelism.

Flink: ``ForwardGroupComputeUtil`` and ``ForwardGroup``.
"""

from __future__ import annotations

from collections.abc import Iterable

from flinksim.datastream.partitioner import ForwardPartitioner
from flinksim.graph.stream_graph_model import StreamEdge


class ForwardGroups:
    """Parallelism and maximum parallelism of each chain, by the id of its head; -1 if undecided."""

    def __init__(self) -> None:
        self._parallelism: dict[int, int] = {}
        self._max_parallelism: dict[int, int] = {}
        self._run: dict[int, int] = {}
        self._members: dict[int, list[int]] = {}
        self._chain_of: dict[int, int] = {}

    def add(
        self, head: int, nodes: Iterable[int], parallelism: int, max_parallelism: int, run: int
    ) -> None:
        """Add the chain of *nodes* that starts with *head*.

        Args:
            head: The id of the first node.
            nodes: The ids of all nodes of the chain.
            parallelism: The configured parallelism, or -1.
            max_parallelism: The configured maximum parallelism, or -1.
            run: The parallelism of the running job if *parallelism* is -1.
        """
        self._parallelism[head] = parallelism
        self._run[head] = run
        self._max_parallelism[head] = max_parallelism
        self._members[head] = [head]
        for node in nodes:
            self._chain_of[node] = head

    def join(self, edges: Iterable[StreamEdge]) -> None:
        """Unify the parallelism of all chains that forward *edges* connect.

        A group gets the parallelism that is known for one of its chains, and the smallest maximum.
        """
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
        group, other_group = self._members[one], self._members[other]
        if group is other_group:
            return
        group.extend(other_group)
        for head in other_group:
            self._members[head] = group

    def decided(self, head: int) -> tuple[int, int]:
        """Return the parallelism and the maximum parallelism of the chain that starts with *head*."""
        return self._parallelism[head], self._max_parallelism[head]

    def at_run(self, head: int) -> int:
        """Return the parallelism of that chain in the running job."""
        parallelism = self._parallelism[head]
        return (
            parallelism if parallelism > 0 else max(self._run[one] for one in self._members[head])
        )
