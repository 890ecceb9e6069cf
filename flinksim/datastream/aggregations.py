"""Reduce functions for ``sum``, ``min``, ``max``, ``min_by`` and ``max_by``.

The field is a position or a name. ``sum``, ``min`` and ``max`` change that one field and keep the
other fields of the first element. ``min_by`` and ``max_by`` return the whole element: of equal ones
the first, or on request the last.

Flink: ``SumAggregator`` and ``ComparableAggregator`` in
``org.apache.flink.streaming.api.functions.aggregation``.
"""

from __future__ import annotations

import struct
from typing import Any, Literal

from flinksim.common.typeinfo import TypeInformation
from flinksim.common.types import Row
from flinksim.datastream.api_flavor import Dialect
from flinksim.datastream.argument_checks import found
from flinksim.datastream.field_selection import (
    Field,
    cannot_be_summed,
    check_is_number,
    checked_field,
)
from flinksim.datastream.functions import ReduceFunction


def check_field(field: Any, method: str) -> None:
    """Check that *field* is a position or a name.

    Raises:
        TypeError: If it is not.
    """
    if isinstance(field, bool) or not isinstance(field, (int, str)):
        raise TypeError(
            "The field position must be of int or str type to locate the value to calculate for "
            f"min, max, min_by, max_by and sum. {method} was given {found(field)}."
        )


def field_of(value: Any, field: Field) -> Any:
    """Return a field of *value*: an item, an attribute, or the value itself for field 0.

    Raises:
        TypeError: If there is no such field.
    """
    if type(value) is tuple and type(field) is int and -len(value) <= field < len(value):
        return value[field]
    if isinstance(field, tuple):
        for position in field:
            value = field_of(value, position)
        return value
    if isinstance(value, (tuple, list)):
        if isinstance(field, int) and -len(value) <= field < len(value):
            return value[field]
        if hasattr(value, "_fields") and isinstance(field, str):  # a named tuple
            return getattr(value, field)
        raise TypeError(
            f"a field of {found(value)} is a position from 0 to {len(value) - 1}, not {field!r}"
        )
    if isinstance(value, Row):
        return value[field]
    if field == 0:
        return value
    if isinstance(field, str) and hasattr(value, field):
        return getattr(value, field)
    raise TypeError(
        f"The {field!r} field selected on a basic type, {found(value)}. A field expression on a "
        "basic type can only select the 0th field (which means selecting the entire basic type)."
    )


def with_field(value: Any, field: Field, new: Any) -> Any:
    """Return a copy of *value* with one field replaced.

    Raises:
        TypeError: If there is no such field.
    """
    if type(value) is tuple and type(field) is int and field >= 0:
        return (*value[:field], new, *value[field + 1 :])
    if isinstance(field, tuple):
        outer, *inner = field
        replaced = with_field(field_of(value, outer), tuple(inner), new) if inner else new
        return with_field(value, outer, replaced)
    if isinstance(value, tuple):
        if isinstance(field, str) or hasattr(value, "_fields"):
            name = field if isinstance(field, str) else value._fields[field]  # type: ignore[attr-defined]
            return value._replace(**{name: new})  # type: ignore[attr-defined]
        position = field if field >= 0 else len(value) + field
        return (*value[:position], new, *value[position + 1 :])
    if isinstance(value, list):
        changed = list(value)
        changed[field] = new  # type: ignore[index]
        return changed
    if isinstance(value, Row):
        row = Row.of_kind(value.get_row_kind(), *value)
        if value._fields is not None:
            row.set_field_names(value._fields)
        row[field] = new
        return row
    if field == 0:
        return new
    raise TypeError(f"cannot set the field {field!r} of {found(value)}")


def is_single(value: Any) -> bool:
    """Return whether *value* has no fields, so that ``sum(0)`` and the like use the value itself."""
    return not isinstance(value, (tuple, list, Row))


def sum_of(
    field: Any, call: str, type_info: TypeInformation | None, dialect: Dialect
) -> SumAggregator:
    """Create the reduce function of ``sum``.

    Args:
        field: The position or name of the field.
        call: The method with its parameter, for error messages.
        type_info: The declared type of the values.
        dialect: The API flavor of the program.

    Raises:
        TypeError: If *field* is neither a position nor a name, or if its type is not numeric.
        ValueError: If there is no such field.
    """
    check_field(field, call)
    if dialect.aggregates_take_anything:
        return SumAggregator(field)
    resolved, field_type = checked_field(type_info, field, call)
    check_is_number(field_type, call)
    return SumAggregator(resolved, numbers_only=True)


def extreme_of(
    field: Any,
    call: str,
    type_info: TypeInformation | None,
    dialect: Dialect,
    aggregation_type: AggregationType,
    first: bool = True,
) -> ComparableAggregator:
    """Create the reduce function of ``min``, ``max``, ``min_by`` or ``max_by``.

    Args:
        field: The position or name of the field.
        call: The method with its parameter, for error messages.
        type_info: The declared type of the values.
        dialect: The API flavor of the program.
        aggregation_type: Which of the four methods.
        first: Whether to return the first of equal elements.

    Raises:
        TypeError: If *field* is neither a position nor a name, or if *first* is not a boolean.
        ValueError: If there is no such field.
    """
    check_field(field, call)
    if not isinstance(first, bool):
        method = call.split("(")[0]
        raise TypeError(f"{method}(first): expected True or False, found {found(first)}")
    if dialect.aggregates_take_anything:
        return ComparableAggregator(field, aggregation_type, first)
    resolved, _ = checked_field(type_info, field, call)
    return ComparableAggregator(resolved, aggregation_type, first)


class SumAggregator(ReduceFunction):
    """Reduce function that sums one field; with *numbers_only* it rejects non-numbers, as in Java."""

    def __init__(self, field: Field, numbers_only: bool = False) -> None:
        self.field = field
        self._numbers_only = numbers_only

    def reduce(self, value1: Any, value2: Any) -> Any:
        field = self.field
        first, second = field_of(value1, field), field_of(value2, field)
        if self._numbers_only and (type(first) is not int or type(second) is not int):
            self._check(first)
            self._check(second)
        return with_field(value1, field, first + second)

    def _check(self, number: Any) -> None:
        kind = type(number)
        if kind is bool or not isinstance(number, (int, float)):
            raise cannot_be_summed(_JAVA_NAMES.get(kind, kind.__name__), "sum")

    def __repr__(self) -> str:
        return f"SumAggregator({self.field!r})"


_JAVA_NAMES = {str: "String", bool: "Boolean"}


AggregationType = Literal["MIN", "MAX", "MINBY", "MAXBY"]


class ComparableAggregator(ReduceFunction):
    """Reduce function that keeps the minimum or maximum field, or the element that has it.

    Of equal elements ``min_by`` and ``max_by`` keep the *first*, or else the last. Values are
    compared as in Java: NaN is the largest number, and -0.0 is less than 0.0.
    """

    def __init__(self, field: Field, aggregation_type: AggregationType, first: bool = True) -> None:
        self.field = field
        self.aggregation_type = aggregation_type
        self.first = first
        self.by_element = aggregation_type in ("MINBY", "MAXBY")
        self._greatest = aggregation_type in ("MAX", "MAXBY")

    def reduce(self, value1: Any, value2: Any) -> Any:
        old, new = field_of(value1, self.field), field_of(value2, self.field)
        if isinstance(old, float) and isinstance(new, float):
            old, new = _place_of(old), _place_of(new)
        if self.by_element and not self.first and old == new:
            return value2
        if not (new > old if self._greatest else new < old):
            return value1
        if self.by_element:
            return value2
        return with_field(value1, self.field, field_of(value2, self.field))

    def __repr__(self) -> str:
        return f"ComparableAggregator({self.field!r}, {self.aggregation_type})"


def _place_of(number: float) -> int:
    """Return an integer that orders *number* like Java. Flink: ``Double.compareTo``."""
    if number != number:
        return 0x7FF8000000000000
    (bits,) = struct.unpack(">q", struct.pack(">d", number))
    key: int = bits if bits >= 0 else -(bits & 0x7FFFFFFFFFFFFFFF) - 1
    return key
