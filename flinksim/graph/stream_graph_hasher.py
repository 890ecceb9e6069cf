"""Operator ids: the same 32 hexadecimal digits as in Flink; a changed program finds its state by them.

The id of an operator is a hash of its uid. Without a uid it is a hash of its position in the graph:
the number of operators hashed before it, the number chained to it, and the ids of its inputs.

Flink: ``StreamGraphHasherV2``.
"""

from __future__ import annotations

from collections import deque

from flinksim.core.java.murmur3 import hash_murmur3_128
from flinksim.core.pyflink_errors import JavaIllegalArgumentError
from flinksim.graph.chaining import is_chainable
from flinksim.graph.stream_graph_generator import StreamGraph, StreamNode


def generate_hashes(graph: StreamGraph) -> dict[int, str]:
    """Generate the id of each node, as 32 hexadecimal digits.

    Raises:
        ValueError: If two operators have the same uid.
    """
    hashes: dict[int, bytes] = {}
    remaining = deque(graph.sources)
    visited = {node.id for node in remaining}
    while remaining:
        node = remaining.popleft()
        if not _hash_node(node, graph, hashes):
            visited.discard(node.id)  # visited again after its other inputs
            continue
        for edge in node.out_edges:
            if edge.target_id not in visited:
                visited.add(edge.target_id)
                remaining.append(graph.nodes[edge.target_id])
    return {number: value.hex() for number, value in hashes.items()}


def _hash_node(node: StreamNode, graph: StreamGraph, hashes: dict[int, bytes]) -> bool:
    if node.uid is not None:
        value = hash_murmur3_128(node.uid.encode())
        if value in hashes.values():
            raise JavaIllegalArgumentError(
                f'Hash collision on user-specified ID "{node.uid}". Most likely cause is a non-unique '
                "ID. Please check that all IDs specified via `uid(String)` are unique."
            )
        hashes[node.id] = value
        return True
    if any(edge.source_id not in hashes for edge in node.in_edges):
        return False
    hashes[node.id] = _generate_deterministic_hash(node, graph, hashes)
    return True


def _generate_deterministic_hash(
    node: StreamNode, graph: StreamGraph, hashes: dict[int, bytes]
) -> bytes:
    number = len(hashes).to_bytes(4, "little")
    chained = sum(1 for edge in node.out_edges if is_chainable(edge, graph))
    value = bytearray(hash_murmur3_128(number * (1 + chained)))
    for edge in node.in_edges:
        other = hashes[edge.source_id]
        for position in range(len(value)):
            value[position] = (value[position] * 37 ^ other[position]) & 0xFF
    return bytes(value)
