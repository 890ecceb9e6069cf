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
from flinksim.datastream.api_flavor import ApiFlavor
from flinksim.datastream.argument_checks import describe_value
from flinksim.datastream.field_selection import (
    FieldExpression,
    check_numeric_type,
    create_sum_type_error,
    resolve_field,
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
            f"min, max, min_by, max_by and sum. {method} was given {describe_value(field)}."
        )


def get_field(value: Any, field: FieldExpression) -> Any:
    """Return a field of *value*: an item, an attribute, or the value itself for field 0.

    Raises:
        TypeError: If there is no such field.
    """
    if type(value) is tuple and type(field) is int and -len(value) <= field < len(value):
        return value[field]
    if isinstance(field, tuple):
        for position in field:
            value = get_field(value, position)
        return value
    if isinstance(value, (tuple, list)):
        if isinstance(field, int) and -len(value) <= field < len(value):
            return value[field]
        if hasattr(value, "_fields") and isinstance(field, str):  # a named tuple
            return getattr(value, field)
        raise TypeError(
            f"field {field!r} does not exist in {describe_value(value)}: expected "
            f"a position from 0 to {len(value) - 1}"
        )
    if isinstance(value, Row):
        return value[field]
    if field == 0:
        return value
    if isinstance(field, str) and hasattr(value, field):
        return getattr(value, field)
    raise TypeError(
        f"The {field!r} field selected on a basic type, {describe_value(value)}. A field "
        "expression on a "
        "basic type can only select the 0th field (which means selecting the entire basic type)."
    )


def replace_field(value: Any, field: FieldExpression, new_value: Any) -> Any:
    """Return a copy of *value* with one field replaced.

    Raises:
        TypeError: If there is no such field.
    """
    if type(value) is tuple and type(field) is int and field >= 0:
        return (*value[:field], new_value, *value[field + 1 :])
    if isinstance(field, tuple):
        outer, *inner = field
        replaced = (
            replace_field(get_field(value, outer), tuple(inner), new_value) if inner else new_value
        )
        return replace_field(value, outer, replaced)
    if isinstance(value, tuple):
        if isinstance(field, str) or hasattr(value, "_fields"):
            name = field if isinstance(field, str) else value._fields[field]  # type: ignore[attr-defined]
            return value._replace(**{name: new_value})  # type: ignore[attr-defined]
        position = field if field >= 0 else len(value) + field
        return (*value[:position], new_value, *value[position + 1 :])
    if isinstance(value, list):
        changed = list(value)
        changed[field] = new_value  # type: ignore[index]
        return changed
    if isinstance(value, Row):
        row = Row.of_kind(value.get_row_kind(), *value)
        if value._fields is not None:
            row.set_field_names(value._fields)
        row[field] = new_value
        return row
    if field == 0:
        return new_value
    raise TypeError(f"cannot set the field {field!r} of {describe_value(value)}")


def is_basic_value(value: Any) -> bool:
    """Return whether *value* has no fields, so that ``sum(0)`` and the like use the value itself."""
    return not isinstance(value, (tuple, list, Row))


def create_sum_aggregator(
    field: Any, call: str, type_info: TypeInformation | None, flavor: ApiFlavor
) -> SumAggregator:
    """Create the reduce function of ``sum``.

    Args:
        field: The position or name of the field.
        call: The method with its parameter, for error messages.
        type_info: The declared type of the values.
        flavor: The API flavor of the program.

    Raises:
        TypeError: If *field* is neither a position nor a name, or if its type is not numeric.
        ValueError: If there is no such field.
    """
    check_field(field, call)
    if flavor.aggregates_accept_any_type:
        return SumAggregator(field)
    resolved, field_type = resolve_field(type_info, field, call)
    check_numeric_type(field_type, call)
    return SumAggregator(resolved, numbers_only=True)


def create_comparable_aggregator(
    field: Any,
    call: str,
    type_info: TypeInformation | None,
    flavor: ApiFlavor,
    aggregation_type: AggregationType,
    first: bool = True,
) -> ComparableAggregator:
    """Create the reduce function of ``min``, ``max``, ``min_by`` or ``max_by``.

    Args:
        field: The position or name of the field.
        call: The method with its parameter, for error messages.
        type_info: The declared type of the values.
        flavor: The API flavor of the program.
        aggregation_type: Which of the four methods.
        first: Whether to return the first of equal elements.

    Raises:
        TypeError: If *field* is neither a position nor a name, or if *first* is not a boolean.
        ValueError: If there is no such field.
    """
    check_field(field, call)
    if not isinstance(first, bool):
        method = call.split("(")[0]
        raise TypeError(f"{method}(first): expected True or False, found {describe_value(first)}")
    if flavor.aggregates_accept_any_type:
        return ComparableAggregator(field, aggregation_type, first)
    resolved, _ = resolve_field(type_info, field, call)
    return ComparableAggregator(resolved, aggregation_type, first)


class SumAggregator(ReduceFunction):
    """Reduce function that sums one field; with *numbers_only* it rejects non-numbers, as in Java."""

    def __init__(self, field: FieldExpression, numbers_only: bool = False) -> None:
        self.field = field
        self._numbers_only = numbers_only

    def reduce(self, value1: Any, value2: Any) -> Any:
        field = self.field
        first, second = get_field(value1, field), get_field(value2, field)
        if self._numbers_only and (type(first) is not int or type(second) is not int):
            self._check_number(first)
            self._check_number(second)
        return replace_field(value1, field, first + second)

    def _check_number(self, number: Any) -> None:
        kind = type(number)
        if kind is bool or not isinstance(number, (int, float)):
            raise create_sum_type_error(_JAVA_TYPE_NAMES.get(kind, kind.__name__), "sum")

    def __repr__(self) -> str:
        return f"SumAggregator({self.field!r})"


_JAVA_TYPE_NAMES = {str: "String", bool: "Boolean"}


AggregationType = Literal["MIN", "MAX", "MINBY", "MAXBY"]


class ComparableAggregator(ReduceFunction):
    """Reduce function that keeps the minimum or maximum field, or the element that has it.

    Of equal elements ``min_by`` and ``max_by`` keep the *first*, or else the last. Values are
    compared as in Java: NaN is the largest number, and -0.0 is less than 0.0.
    """

    def __init__(
        self, field: FieldExpression, aggregation_type: AggregationType, first: bool = True
    ) -> None:
        self.field = field
        self.aggregation_type = aggregation_type
        self.first = first
        self.selects_element = aggregation_type in ("MINBY", "MAXBY")
        self._is_max = aggregation_type in ("MAX", "MAXBY")

    def reduce(self, value1: Any, value2: Any) -> Any:
        old, new = get_field(value1, self.field), get_field(value2, self.field)
        if isinstance(old, float) and isinstance(new, float):
            old, new = _to_total_order_key(old), _to_total_order_key(new)
        if self.selects_element and not self.first and old == new:
            return value2
        if not (new > old if self._is_max else new < old):
            return value1
        if self.selects_element:
            return value2
        return replace_field(value1, self.field, get_field(value2, self.field))

    def __repr__(self) -> str:
        return f"ComparableAggregator({self.field!r}, {self.aggregation_type})"


def _to_total_order_key(number: float) -> int:
    """Return an integer that orders *number* like Java. Flink: ``Double.compareTo``."""
    if number != number:
        return 0x7FF8000000000000
    (bits,) = struct.unpack(">q", struct.pack(">d", number))
    key: int = bits if bits >= 0 else -(bits & 0x7FFFFFFFFFFFFFFF) - 1
    return key
