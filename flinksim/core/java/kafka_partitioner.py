"""The partition that Kafka's default partitioner chooses for a key.

Kafka: ``BuiltInPartitioner.partitionForKey``, ``Utils.murmur2``. A message without a key goes to
the first partition; in Kafka it goes to any.
"""

from __future__ import annotations

_SEED = 0x9747B28C
_M = 0x5BD1E995
_MASK = 0xFFFFFFFF


def choose_partition(key: bytes | None, partitions: int) -> int:
    """Return the partition of *key* in a topic with so many *partitions*."""
    if key is None or partitions == 1:
        return 0
    return (hash_murmur2(key) & 0x7FFFFFFF) % partitions


def hash_murmur2(data: bytes) -> int:
    """Return the hash of *data* as an unsigned 32-bit number."""
    h = _SEED ^ len(data)
    end = len(data) // 4 * 4
    for start in range(0, end, 4):
        k = int.from_bytes(data[start : start + 4], "little") * _M & _MASK
        k = (k ^ (k >> 24)) * _M & _MASK
        h = (h * _M & _MASK) ^ k
    if rest := data[end:]:
        h = (h ^ int.from_bytes(rest, "little")) * _M & _MASK
    h = (h ^ (h >> 13)) * _M & _MASK
    return h ^ (h >> 15)
