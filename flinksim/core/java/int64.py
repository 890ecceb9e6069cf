"""Arithmetic of Java's ``long`` where it differs from Python's ``int``."""

from __future__ import annotations

_MASK = (1 << 64) - 1
_SIGN = 1 << 63


def to_long(number: int) -> int:
    """Wrap *number* to a signed 64-bit value, as sums of Java's ``long`` do."""
    return ((number & _MASK) ^ _SIGN) - _SIGN


def compute_long_remainder(dividend: int, divisor: int) -> int:
    """Compute Java's ``dividend % divisor``, which has the sign of the dividend.

    Raises:
        ZeroDivisionError: with Java's message.
    """
    if divisor == 0:
        raise ZeroDivisionError("/ by zero")
    remainder = abs(dividend) % abs(divisor)
    return -remainder if dividend < 0 else remainder


def mix_long_to_int(number: int) -> int:
    """Mix a ``long`` into an ``int``. Flink: ``MathUtils.longToIntWithBitMixing``."""
    bits = number & _MASK
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB & _MASK
    bits ^= bits >> 31
    return ((bits & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000
