"""MurmurHash3 with 128 bits for x64, from which Flink derives vertex ids.

Flink: ``com.google.common.hash.Hashing.hash_murmur3_128`` with seed 0.
"""

from __future__ import annotations

_MASK = (1 << 64) - 1
_C1 = 0x87C37B91114253D5
_C2 = 0x4CF5AD432745937F


def hash_murmur3_128(data: bytes) -> bytes:
    """Compute the 16 bytes that Guava returns for *data*."""
    h1 = h2 = 0
    blocks_end = len(data) // 16 * 16
    for start in range(0, blocks_end, 16):
        k1 = int.from_bytes(data[start : start + 8], "little")
        k2 = int.from_bytes(data[start + 8 : start + 16], "little")
        h1 ^= _mix_k1(k1)
        h1 = (_rotate_left(h1, 27) + h2) & _MASK
        h1 = (h1 * 5 + 0x52DCE729) & _MASK
        h2 ^= _mix_k2(k2)
        h2 = (_rotate_left(h2, 31) + h1) & _MASK
        h2 = (h2 * 5 + 0x38495AB5) & _MASK
    tail = data[blocks_end:]
    h1 ^= _mix_k1(int.from_bytes(tail[:8], "little"))
    h2 ^= _mix_k2(int.from_bytes(tail[8:], "little"))
    h1 ^= len(data)
    h2 ^= len(data)
    h1 = (h1 + h2) & _MASK
    h2 = (h2 + h1) & _MASK
    h1 = _mix_final(h1)
    h2 = _mix_final(h2)
    h1 = (h1 + h2) & _MASK
    h2 = (h2 + h1) & _MASK
    return h1.to_bytes(8, "little") + h2.to_bytes(8, "little")


def _rotate_left(value: int, bits: int) -> int:
    return ((value << bits) | (value >> (64 - bits))) & _MASK


def _mix_k1(k1: int) -> int:
    return (_rotate_left((k1 * _C1) & _MASK, 31) * _C2) & _MASK


def _mix_k2(k2: int) -> int:
    return (_rotate_left((k2 * _C2) & _MASK, 33) * _C1) & _MASK


def _mix_final(value: int) -> int:
    value ^= value >> 33
    value = (value * 0xFF51AFD7ED558CCD) & _MASK
    value ^= value >> 33
    value = (value * 0xC4CEB9FE1A85EC53) & _MASK
    return value ^ (value >> 33)
