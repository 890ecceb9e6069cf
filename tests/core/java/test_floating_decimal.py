"""The digits of numbers are those that Java 17 prints."""

from __future__ import annotations

import struct

import pytest

from flinksim.common.typeutils.to_string import format_double, format_float
from flinksim.core.java.floating_decimal import find_double_digits, find_float_digits
from flinksim.table.runtime.expressions.number_conversion import to_decimal

DOUBLES = {
    "1": "4.9E-324",
    "60000000000000": "7.1202363472230444E-307",
    "370000000000000": "4.0083367200179456E-292",
    "453992dd78cdd682": "3.0916696432154495E25",
    "44b52d02c7e14af6": "9.999999999999999E22",
    "43dfffffffffffff": "9.2233720368547748E18",
    "3f50624dd2f1a9fb": "9.999999999999998E-4",
    "416312d000000000": "1.0E7",
    "c12e848000000000": "-1000000.0",
}
FLOATS = {
    "1": "1.4E-45",
    "800000": "1.17549435E-38",
    "11000000": "1.00974196E-28",
    "69000000": "9.6714065E24",
    "6a419c89": "5.8515474E25",
    "4f000000": "2.14748365E9",
    "3dcccccd": "0.1",
    "7f7fffff": "3.4028235E38",
}
"""Bits of numbers, and what ``Double.toString`` and ``Float.toString`` of Java 17.0.15 return."""


@pytest.mark.parametrize(("bits", "text"), DOUBLES.items())
def test_a_double_prints_as_in_java_17(bits: str, text: str) -> None:
    (number,) = struct.unpack(">d", bytes.fromhex(bits.zfill(16)))
    assert format_double(number) == text


@pytest.mark.parametrize(("bits", "text"), FLOATS.items())
def test_a_float_prints_as_in_java_17(bits: str, text: str) -> None:
    (number,) = struct.unpack(">f", bytes.fromhex(bits.zfill(8)))
    assert format_float(number) == text


def test_digits_read_back_as_the_same_number() -> None:
    for number in (0.1, 1 / 3, 2 / 3 * 1e30, 5e-324, 2**63 - 1.0, 123456789.0, 1e16 + 2):
        digits, point = find_double_digits(number)
        assert float(f"0.{digits}e{point}") == number
    digits, point = find_float_digits(16777216.0)
    assert (digits, point) == ("16777216".rstrip("0"), 8)


def test_a_decimal_of_a_double_has_its_printed_digits() -> None:
    assert str(to_decimal(1e23)) == "9.999999999999999E+22"
