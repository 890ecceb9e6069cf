"""Assignment of keys to subtasks: Java's hash code, Flink's murmur hash, and ranges of key groups.

A key belongs to a *key group*: the murmur hash of its Java hash code, modulo the maximum parallelism.
A subtask owns a contiguous range of key groups. Rescaling moves whole groups, so the group of a key
does not depend on the parallelism.

Flink: ``KeyGroupRangeAssignment``, ``KeyGroupRange``, ``MathUtils``. Differs: PyFlink hashes
``Row(key)`` where the Java API hashes the key itself. This module follows Java;
:mod:`flinksim.pyflink_compat.row_key_hash` has PyFlink's hash code, for its dialect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from flinksim.core.java.hash_code import (
    NULL_KEY_MESSAGE,
    compute_java_hash_code,
    hash_string,
    to_int32,
)

DEFAULT_LOWER_BOUND_MAX_PARALLELISM = 1 << 7
UPPER_BOUND_MAX_PARALLELISM = 1 << 15

KeyHash: TypeAlias = Callable[[Any], int]
"""Computes from a key the 32-bit hash code that determines its key group."""

__all__ = [
    "DEFAULT_LOWER_BOUND_MAX_PARALLELISM",
    "UPPER_BOUND_MAX_PARALLELISM",
    "KeyGroupRange",
    "KeyHash",
    "assign_key_to_parallel_operator",
    "assign_to_key_group",
    "check_parallelism",
    "compute_default_max_parallelism",
    "compute_java_hash_code",
    "compute_key_group_for_key_hash",
    "compute_key_group_range_for_operator_index",
    "compute_murmur_hash",
    "compute_operator_index_for_key_group",
]

_MASK = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class KeyGroupRange:
    """The key groups ``start`` to ``end``, both inclusive; empty if ``end < start``.

    Flink: ``org.apache.flink.runtime.state.KeyGroupRange``.

    Raises:
        ValueError: If *start* is negative.
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if self.start < 0:
            raise ValueError(f"the first key group of a range is 0 or higher, found {self.start}")

    def __contains__(self, key_group: object) -> bool:
        return isinstance(key_group, int) and self.start <= key_group <= self.end

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.start, self.end + 1))

    def __len__(self) -> int:
        return max(0, self.end - self.start + 1)

    def __str__(self) -> str:
        return f"KeyGroupRange{{startKeyGroup={self.start}, endKeyGroup={self.end}}}"


def compute_murmur_hash(code: int) -> int:
    """Mix a 32-bit hash code into a number from 0 to 2**31 - 1.

    Flink: ``MathUtils.murmurHash``.
    """
    code = (code & _MASK) * 0xCC9E2D51 & _MASK
    code = ((code << 15) | (code >> 17)) & _MASK
    code = code * 0x1B873593 & _MASK
    code = ((code << 13) | (code >> 19)) & _MASK
    code = (code * 5 + 0xE6546B64) & _MASK
    code ^= 4
    code = (code ^ (code >> 16)) * 0x85EBCA6B & _MASK
    code = (code ^ (code >> 13)) * 0xC2B2AE35 & _MASK
    code ^= code >> 16
    signed = to_int32(code)
    if signed >= 0:
        return signed
    return -signed if signed != -(1 << 31) else 0


def compute_key_group_for_key_hash(key_hash: int, max_parallelism: int) -> int:
    """Compute the key group of a key whose Java hash code is *key_hash*."""
    return compute_murmur_hash(key_hash) % max_parallelism


@lru_cache(maxsize=1 << 16)
def _assign_plain_key(key: str | int, max_parallelism: int) -> int:
    """Compute the key group of a key that is exactly a ``str`` or ``int``; the result is cached.

    A text never equals a number, so both can share the cache.
    """
    key_hash = hash_string(key) if type(key) is str else compute_java_hash_code(key)
    return compute_murmur_hash(key_hash) % max_parallelism


def assign_to_key_group(key: Any, max_parallelism: int, key_hash: KeyHash | None = None) -> int:
    """Compute the key group of *key*.

    >>> assign_to_key_group("flink", 128)
    98

    Args:
        key: the key.
        max_parallelism: the number of key groups.
        key_hash: hash function for a declared type or for PyFlink's dialect; default: Java's hash
            code.

    Raises:
        TypeError: for ``None`` without a *key_hash*, and for values without a stable hash code in
            Java.
    """
    kind = type(key)
    if key_hash is None and (kind is str or kind is int):
        return _assign_plain_key(key, max_parallelism)
    if key is None and key_hash is None:
        raise TypeError(NULL_KEY_MESSAGE)
    return compute_murmur_hash((key_hash or compute_java_hash_code)(key)) % max_parallelism


def assign_key_to_parallel_operator(
    key: Any, max_parallelism: int, parallelism: int, key_hash: KeyHash | None = None
) -> int:
    """Compute the index of the subtask that owns *key*."""
    group = assign_to_key_group(key, max_parallelism, key_hash)
    return group * parallelism // max_parallelism


def compute_operator_index_for_key_group(
    max_parallelism: int, parallelism: int, key_group: int
) -> int:
    """Compute the index of the subtask that owns *key_group*."""
    return key_group * parallelism // max_parallelism


def compute_key_group_range_for_operator_index(
    max_parallelism: int, parallelism: int, operator_index: int
) -> KeyGroupRange:
    """Compute the key groups that subtask *operator_index* of *parallelism* owns.

    Raises:
        ValueError: with Flink's message if a parallelism is out of bounds.
    """
    check_parallelism(parallelism)
    check_parallelism(max_parallelism)
    if max_parallelism < parallelism:
        raise ValueError("Maximum parallelism must not be smaller than parallelism.")
    start = (operator_index * max_parallelism + parallelism - 1) // parallelism
    end = ((operator_index + 1) * max_parallelism - 1) // parallelism
    return KeyGroupRange(start, end)


def compute_default_max_parallelism(operator_parallelism: int) -> int:
    """Compute the maximum parallelism of an operator that sets none: 128 to 32768.

    It is one and a half times the parallelism, rounded up to a power of two.
    """
    check_parallelism(operator_parallelism)
    increased = operator_parallelism + operator_parallelism // 2
    power_of_two = 1 << (increased - 1).bit_length()
    return min(max(power_of_two, DEFAULT_LOWER_BOUND_MAX_PARALLELISM), UPPER_BOUND_MAX_PARALLELISM)


def check_parallelism(parallelism: int) -> None:
    """Check that *parallelism* is between 1 and 32768.

    Flink: ``KeyGroupRangeAssignment.checkParallelismPreconditions``.

    Raises:
        ValueError: with Flink's message if it is not.
    """
    if not 0 < parallelism <= UPPER_BOUND_MAX_PARALLELISM:
        raise ValueError(f"Operator parallelism not within bounds: {parallelism}")
