"""Forward groups: chains that a program connects with ``forward()`` have the same parallelism.

Flink: ``ForwardGroupComputeUtil`` and ``ForwardGroup``.
"""

from __future__ import annotations

from collections.abc import Iterable

from flinksim.datastream.partitioner import ForwardPartitioner
from flinksim.graph.stream_graph_model import StreamEdge


class ForwardGroupParallelism:
    """Parallelism and maximum parallelism of each chain, by the id of its head; -1 if undecided."""

    def __init__(self) -> None:
        self._parallelism: dict[int, int] = {}
        self._max_parallelism: dict[int, int] = {}
        self._runtime_parallelism: dict[int, int] = {}
        self._groups: dict[int, list[int]] = {}
        self._chain_heads: dict[int, int] = {}

    def add_chain(
        self,
        head: int,
        node_ids: Iterable[int],
        parallelism: int,
        max_parallelism: int,
        runtime_parallelism: int,
    ) -> None:
        """Add the chain of *node_ids* that starts with *head*.

        Args:
            head: The id of the first node.
            node_ids: The ids of all nodes of the chain.
            parallelism: The configured parallelism, or -1.
            max_parallelism: The configured maximum parallelism, or -1.
            runtime_parallelism: The parallelism of the running job if *parallelism* is -1.
        """
        self._parallelism[head] = parallelism
        self._runtime_parallelism[head] = runtime_parallelism
        self._max_parallelism[head] = max_parallelism
        self._groups[head] = [head]
        for node in node_ids:
            self._chain_heads[node] = head

    def merge_groups(self, edges: Iterable[StreamEdge]) -> None:
        """Unify the parallelism of all chains that forward *edges* connect.

        A group gets the parallelism that is known for one of its chains, and the smallest maximum.
        """
        for edge in edges:
            if type(edge.partitioner) is ForwardPartitioner:
                self._merge_chains(self._chain_heads[edge.source_id], edge.target_id)
        for members in {id(members): members for members in self._groups.values()}.values():
            known = [self._parallelism[head] for head in members if self._parallelism[head] > 0]
            bounds = [self._max_parallelism[head] for head in members]
            bounds = [bound for bound in bounds if bound > 0]
            for head in members if len(members) > 1 else ():
                self._parallelism[head] = known[0] if known else -1
                self._max_parallelism[head] = min(bounds, default=-1)

    def _merge_chains(self, source_head: int, target_head: int) -> None:
        group, other_group = self._groups[source_head], self._groups[target_head]
        if group is other_group:
            return
        group.extend(other_group)
        for head in other_group:
            self._groups[head] = group

    def get_parallelism(self, head: int) -> tuple[int, int]:
        """Return the parallelism and the maximum parallelism of the chain that starts with *head*."""
        return self._parallelism[head], self._max_parallelism[head]

    def get_runtime_parallelism(self, head: int) -> int:
        """Return the parallelism, in the running job, of the chain that starts with *head*."""
        parallelism = self._parallelism[head]
        return (
            parallelism
            if parallelism > 0
            else max(self._runtime_parallelism[one] for one in self._groups[head])
        )
