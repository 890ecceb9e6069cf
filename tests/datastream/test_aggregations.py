from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from flinksim.common import Row, RowKind
from flinksim.datastream.aggregations import ComparableAggregator, SumAggregator, check_field


class Reading(NamedTuple):
    sensor: str
    value: int


FIRST, SECOND = ("a", 5, "first"), ("a", 3, "second")


def test_sum_keeps_the_other_fields_of_the_first_element() -> None:
    assert SumAggregator(1).reduce(FIRST, SECOND) == ("a", 8, "first")


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("MIN", ("a", 3, "first")),
        ("MAX", ("a", 5, "first")),
        ("MINBY", ("a", 3, "second")),
        ("MAXBY", ("a", 5, "first")),
    ],
)
def test_min_and_max_change_one_field_and_the_by_kind_takes_the_element(
    kind: Any, expected: tuple[Any, ...]
) -> None:
    assert ComparableAggregator(1, kind).reduce(FIRST, SECOND) == expected


@pytest.mark.parametrize("kind", ["MINBY", "MAXBY"])
def test_of_equals_the_first_is_kept(kind: Any) -> None:
    first, second = ("a", 1, "first"), ("a", 1, "second")
    assert ComparableAggregator(1, kind).reduce(first, second) is first


@pytest.mark.parametrize(
    ("first", "second", "field", "expected"),
    [
        (Row("a", 1), Row("b", 2), 1, Row("a", 3)),
        (Row(k="a", n=1), Row(k="b", n=2), "n", Row(k="a", n=3)),
        (["a", 1], ["b", 2], 1, ["a", 3]),
        (Reading("a", 1), Reading("b", 2), "value", Reading("a", 3)),
        (Reading("a", 1), Reading("b", 2), 1, Reading("a", 3)),
        (1, 2, 0, 3),
        (("a", 1), ("b", 2), -1, ("a", 3)),
    ],
)
def test_a_field_is_found_in_every_kind_of_value(
    first: Any, second: Any, field: Any, expected: Any
) -> None:
    before = repr(first)
    result = SumAggregator(field).reduce(first, second)
    assert result == expected
    assert type(result) is type(first)
    assert repr(first) == before, "the element itself is left alone"


def test_a_row_keeps_its_kind() -> None:
    first = Row.of_kind(RowKind.UPDATE_AFTER, 1)
    assert SumAggregator(0).reduce(first, Row(2)).get_row_kind() is RowKind.UPDATE_AFTER


@pytest.mark.parametrize(
    ("value", "field", "message"),
    [
        ((1, 2), 2, r"^field 2 does not exist in .*: expected a position from 0 to 1$"),
        ((1, 2), "x", r"^field 'x' does not exist in .*: expected a position from 0 to 1$"),
        (5, 1, "can only select the 0th field"),
        (Row(a=1), "b", r"no field 'b'"),
    ],
)
def test_a_field_that_is_not_there_is_refused(value: Any, field: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        SumAggregator(field).reduce(value, value)


def test_a_field_is_a_position_or_a_name() -> None:
    with pytest.raises(TypeError, match=r"sum\(position_to_sum\) was given 1.5"):
        check_field(1.5, "sum(position_to_sum)")
    with pytest.raises(TypeError, match="was given True"):
        check_field(True, "sum(position_to_sum)")
