"""What stands here as expected text was printed by PyFlink 2.3.0, but for the noted differences."""

from __future__ import annotations

import datetime
import decimal
import math

import pytest

from flinksim.common.time import Instant
from flinksim.common.types import Row, RowKind
from flinksim.common.typeutils.to_string import (
    format_double,
    format_row,
    format_row_data,
    format_value,
)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1.0, "1.0"),
        (0.1, "0.1"),
        (100.0, "100.0"),
        (1234567.0, "1234567.0"),
        (9999999.5, "9999999.5"),
        (1e7, "1.0E7"),
        (12345678.0, "1.2345678E7"),
        (123456789012.5, "1.234567890125E11"),
        (1e10, "1.0E10"),
        (1e16, "1.0E16"),
        (1e300, "1.0E300"),
        (0.001, "0.001"),
        (0.002, "0.002"),
        (0.0123, "0.0123"),
        (9.99e-4, "9.99E-4"),
        (-0.0, "-0.0"),
        (0.0, "0.0"),
        (-2.5, "-2.5"),
        (-1e-5, "-1.0E-5"),
        (math.nan, "NaN"),
        (math.inf, "Infinity"),
        (-math.inf, "-Infinity"),
    ],
)
def test_doubles_print_as_java_prints_them(number: float, text: str) -> None:
    assert format_double(number) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (("a", 1, 2.5, True, None), "(a,1,2.5,true,null)"),
        (("a", ("b", 1)), "(a,(b,1))"),
        (("a", Row(1, "x"), [1.0]), "(a,+I[1, x],[1.0])"),
        (([1, 2], {"a": 1.5}, False), "([1, 2],{a=1.5},false)"),
        (["a", "b"], "[a, b]"),
        ([], "[]"),
        ({"k": 1, "b": None}, "{k=1, b=null}"),
        ("text", "text"),
        (7, "7"),
        (None, "null"),
        (decimal.Decimal("1.50"), "1.50"),
        (datetime.date(2020, 1, 2), "2020-01-02"),
        (datetime.time(1, 2, 3), "01:02:03"),
        (datetime.datetime(2020, 1, 2, 3, 4, 5, 600_000), "2020-01-02 03:04:05.6"),
        (datetime.datetime(2020, 1, 2, 3, 4, 5), "2020-01-02 03:04:05.0"),
        (b"\x01\xff", "[1, -1]"),
        (Instant(0, 0), "1970-01-01T00:00:00Z"),
        (Instant(-1, 500_000_000), "1969-12-31T23:59:59.500Z"),
        (Instant(1_700_000_000, 120_000), "2023-11-14T22:13:20.000120Z"),
        (Instant(1, 7), "1970-01-01T00:00:01.000000007Z"),
    ],
)
def test_values_print_as_java_prints_them(value: object, text: str) -> None:
    assert format_value(value) == text


def test_a_stream_of_rows_prints_fields_as_python_writes_them() -> None:
    row = Row([1, 2], None, {"a": 1}, True, 1e10)
    assert format_row(row) == "+I[[1, 2],None,{'a': 1},True,10000000000.0]"


def test_a_row_prints_its_kind() -> None:
    row = Row.of_kind(RowKind.UPDATE_BEFORE, "a", 1)
    assert format_row(row) == "-U[a,1]"
    assert format_value((row,)) == "(-U[a, 1])"


def test_a_row_of_a_csv_file_prints_as_the_table_api_does() -> None:
    assert format_row_data(Row(1, "b, c", 2.5, True, None)) == "+I(1,b, c,2.5,true,null)"
