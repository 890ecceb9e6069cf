"""Helpers of PyFlink's window module, which programs with windows of their own import from there.

Flink: ``pyflink.datastream.window``.
"""

from __future__ import annotations

from typing import Any, TypeVar

from flinksim.datastream.functions import ReduceFunction

T = TypeVar("T")
W = TypeVar("W")
W2 = TypeVar("W2")
IN = TypeVar("IN")
OUT = TypeVar("OUT")
KEY = TypeVar("KEY")
MAX_LONG_VALUE = 2**63 - 1
MIN_LONG_VALUE = -(2**63)


def long_to_int_with_bit_mixing(x: int) -> int:
    """Mix the bits of *x*, as Flink's ``MathUtils.longToIntWithBitMixing``, without its overflow."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB
    return x ^ (x >> 31)


def mod_inverse(x: int) -> int:
    """Return a number that depends on *x*, for the hash of a window."""
    inverse = x * x * x
    for _ in range(3):
        inverse *= 2 - x * inverse
    return inverse


class Min(ReduceFunction):
    """Keeps the smaller one of two values."""

    def reduce(self, value1: Any, value2: Any) -> Any:
        return min(value1, value2)
