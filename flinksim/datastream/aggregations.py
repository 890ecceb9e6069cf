"""``sum``, ``min``, ``max``, ``min_by`` and ``max_by`` as reduce functions.

The field is a position or a name. ``sum``, ``min`` and ``max`` change that one field and keep the
others of the first element; ``min_by`` and ``max_by`` give the whole element, the earlier of equals.

Flink: ``SumAggregator`` and ``ComparableAggregator`` in
``org.apache.flink.streaming.api.functions.aggregation``.
"""

from __future__ import annotations

from typing import Any, Literal

from flinksim.common.types import Row
from flinksim.datastream.arguments import found
from flinksim.datastream.functions import ReduceFunction

Field = int | str


def check_field(field: Any, method: str) -> None:
    """Refuse what is neither a position nor a name."""
    if isinstance(field, bool) or not isinstance(field, (int, str)):
        raise TypeError(
            "The field position must be of int or str type to locate the value to calculate for "
            f"min, max, min_by, max_by and sum. {method} was given {found(field)}."
        )


def field_of(value: Any, field: Field) -> Any:
    """The field of *value*: an item of a tuple, list or row, an attribute, or the value itself (0).

    Raises ``TypeError`` where there is no such field.
    """
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
    """*value* with one field replaced; *value* itself is left alone."""
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


class SumAggregator(ReduceFunction):
    """Adds up one field."""

    def __init__(self, field: Field) -> None:
        self.field = field

    def reduce(self, value1: Any, value2: Any) -> Any:
        field = self.field
        total = field_of(value1, field) + field_of(value2, field)
        return with_field(value1, field, total)

    def __repr__(self) -> str:
        return f"SumAggregator({self.field!r})"


AggregationType = Literal["MIN", "MAX", "MINBY", "MAXBY"]


class ComparableAggregator(ReduceFunction):
    """Keeps the least or the greatest field, or the element that has it."""

    def __init__(self, field: Field, aggregation_type: AggregationType) -> None:
        self.field = field
        self.aggregation_type = aggregation_type
        self._greatest = aggregation_type in ("MAX", "MAXBY")
        self._by_element = aggregation_type in ("MINBY", "MAXBY")

    def reduce(self, value1: Any, value2: Any) -> Any:
        first, second = field_of(value1, self.field), field_of(value2, self.field)
        if not (second > first if self._greatest else second < first):
            return value1
        return value2 if self._by_element else with_field(value1, self.field, second)

    def __repr__(self) -> str:
        return f"ComparableAggregator({self.field!r}, {self.aggregation_type})"
