"""Java's long arithmetic, by values that a Java 17 runtime gave."""

from __future__ import annotations

import pytest

from flinksim.core.java.int64 import compute_long_remainder, mix_long_to_int, to_long


@pytest.mark.parametrize(
    ("number", "wrapped"),
    [(0, 0), (-1, -1), ((1 << 63) - 1, (1 << 63) - 1), (1 << 63, -(1 << 63)), ((1 << 64) + 5, 5)],
)
def test_a_long_wraps_around(number: int, wrapped: int) -> None:
    assert to_long(number) == wrapped


@pytest.mark.parametrize(
    ("dividend", "divisor", "remainder"), [(7, 4, 3), (-7, 4, -3), (7, -4, 3), (-8, 4, 0)]
)
def test_a_remainder_has_the_sign_of_the_dividend(
    dividend: int, divisor: int, remainder: int
) -> None:
    assert compute_long_remainder(dividend, divisor) == remainder


def test_dividing_by_zero_has_javas_words() -> None:
    with pytest.raises(ZeroDivisionError, match=r"^/ by zero$"):
        compute_long_remainder(1, 0)


@pytest.mark.parametrize(
    ("number", "mixed"), [(5, -1095023140), (21, 1873750857), (13, -1242005039)]
)
def test_bits_are_mixed_as_flink_does(number: int, mixed: int) -> None:
    assert mix_long_to_int(number) == mixed
