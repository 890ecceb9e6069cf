"""Text of values as Flink prints them: Java's ``toString``.

``print()`` in PyFlink has four cases, by the stream's type:

- a typed stream prints as Java does: ``(a,1)``, ``1.0E10``, ``true``, ``null``
  (:func:`format_value`);
- a stream of rows prints each row as ``+I[a,1]`` with fields in *Python's* format, because PyFlink
  formats the row before Java sees it (:func:`format_row`);
- rows of a CSV file, which are rows of the Table API, print as ``+I(a,1)``
  (:func:`format_row_data`);
- an untyped stream prints Python's ``str``.

Within tuples and lists a row has Java's format, with a blank after each comma: ``+I[a, 1]``.

Flink: ``Tuple.toString``, ``Row.toString``, ``Double.toString``, and
``AbstractCollection.toString``. Numbers have the digits of Java 17
(:mod:`flinksim.core.java.floating_decimal`).
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable
from typing import Any, TypeAlias

from flinksim.common.time import Instant
from flinksim.common.typeinfo import (
    BasicArrayTypeInfo,
    ListTypeInfo,
    MapTypeInfo,
    ObjectArrayTypeInfo,
    PrimitiveArrayTypeInfo,
    RowTypeInfo,
    TupleTypeInfo,
    TypeInformation,
    Types,
)
from flinksim.common.types import Row
from flinksim.core.java.floating_decimal import find_double_digits, find_float_digits

Converter: TypeAlias = Callable[[Any], Any]


def format_value(value: Any) -> str:
    """Format *value* as Java's ``toString`` does.

    >>> format_value(("a", 1e10, True, None))
    '(a,1.0E10,true,null)'
    """
    kind = type(value)
    if kind is str:
        return str(value)
    if kind is int:
        return str(value)
    if kind is tuple:
        return "(" + ",".join([format_value(part) for part in value]) + ")"
    for base, formatter in _FORMATTERS:
        if isinstance(value, base):
            return formatter(value)
    return str(value)


class Float32(float):
    """A Java ``float`` of 32 bits; it prints the fewest digits that identify it."""


def build_formatter(type_info: TypeInformation | None) -> Callable[[Any], str]:
    """Build the Java text format for values of a declared type.

    It does what :func:`format_value` does, and distinguishes ``FLOAT`` from ``DOUBLE``.
    """
    mark = build_part_converter(type_info, _find_float_32_converter)
    return format_value if mark is None else lambda value: format_value(mark(value))


def build_float_shortener(type_info: TypeInformation | None) -> Converter | None:
    """Build a converter that gives each ``FLOAT`` in a value its shortest digits.

    It models how PyFlink's client reads what Java writes. ``None`` if the type contains no
    ``FLOAT``.
    """
    return build_part_converter(type_info, find_float_shortener)


def _find_float_32_converter(type_info: TypeInformation) -> Converter | None:
    return Float32 if type_info == Types.FLOAT() else None


def find_float_shortener(type_info: TypeInformation) -> Converter | None:
    """Find the conversion of a ``FLOAT`` through its text; ``None`` for other types."""
    return (lambda value: float(format_float(value))) if type_info == Types.FLOAT() else None


def build_part_converter(
    type_info: TypeInformation | None, find_converter: Callable[[TypeInformation], Converter | None]
) -> Converter | None:
    """Build a converter for a value whose parts, such as the fields of a tuple, need conversion.

    Args:
        type_info: the type of the value.
        find_converter: finds the converter for a type, ``None`` for none.

    Returns:
        The converter, or ``None`` if no part has one.
    """
    mark = None if type_info is None else find_converter(type_info)
    if mark is not None:
        convert = mark
        return lambda value: None if value is None else convert(value)
    match type_info:
        case (
            BasicArrayTypeInfo() | PrimitiveArrayTypeInfo() | ObjectArrayTypeInfo() | ListTypeInfo()
        ):
            inner = build_part_converter(type_info.element_type, find_converter)
            if inner is None:
                return None
            return lambda values: None if values is None else [inner(value) for value in values]
        case MapTypeInfo():
            return _build_entry_converter(
                build_part_converter(type_info.key_type, find_converter),
                build_part_converter(type_info.value_type, find_converter),
            )
        case RowTypeInfo() | TupleTypeInfo():
            return _build_field_converter(
                [build_part_converter(each, find_converter) for each in type_info.get_field_types()]
            )
        case _:
            return None


def _build_entry_converter(key: Converter | None, value: Converter | None) -> Converter | None:
    if key is None and value is None:
        return None

    def mark(entries: Any) -> Any:
        if entries is None:
            return None
        return {
            (k if key is None else key(k)): (v if value is None else value(v))
            for k, v in entries.items()
        }

    return mark


def _build_field_converter(converters: list[Converter | None]) -> Converter | None:
    if not any(converters):
        return None

    def mark(value: Any) -> Any:
        if value is None or len(value) != len(converters):
            return value
        fields = [m(part) if m else part for m, part in zip(converters, value, strict=True)]
        if not isinstance(value, Row):
            return tuple(fields)
        row = Row(*fields)
        row.set_row_kind(value.get_row_kind())
        if value._fields is not None:
            row.set_field_names(value._fields)
        return row

    return mark


def format_float(number: float) -> str:
    """Format *number* as Java's ``Float.toString`` does."""
    if not math.isfinite(number) or number == 0:
        return format_double(number)
    return _format_digits(number, *find_float_digits(abs(number)))


def format_row(row: Row) -> str:
    """Format *row* as PyFlink prints a stream of rows: ``+I[a,1]``."""
    return f"{row.get_row_kind()}[{','.join([str(value) for value in row])}]"


def format_row_data(row: Row) -> str:
    """Format *row* as the Table API does: ``+I(1,null)``. Flink: ``GenericRowData.toString``."""
    return f"{row.get_row_kind()}({','.join([format_value(value) for value in row])})"


def format_double(number: float) -> str:
    """Format *number* as Java's ``Double.toString`` does.

    From 0.001 up to ten million it has plain digits. Otherwise it has one digit before the point
    and ``E`` with the exponent. There is always at least one digit after the point.
    """
    if 0.001 <= abs(number) < 10_000_000:
        return float.__repr__(number)  # the same result, three times as fast
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    if number == 0:
        return f"{number!r}"
    return _format_digits(number, *find_double_digits(abs(number)))


def _format_digits(number: float, digits: str, point: int) -> str:
    """Place the point in the digits of *number*."""
    sign = "-" if number < 0 else ""
    if -3 < point <= 7:
        whole = digits[:point].ljust(point, "0") if point > 0 else "0"
        fraction = "0" * -point + digits if point <= 0 else digits[point:]
        return f"{sign}{whole}.{fraction or '0'}"
    return f"{sign}{digits[0]}.{digits[1:] or '0'}E{point - 1}"


def _format_nested_row(row: Row) -> str:
    return f"{row.get_row_kind()}[{', '.join([format_value(value) for value in row])}]"


def _format_list(values: list[Any]) -> str:
    return "[" + ", ".join([format_value(value) for value in values]) + "]"


def _format_map(entries: dict[Any, Any]) -> str:
    return "{" + ", ".join([_format_entry(*entry) for entry in entries.items()]) + "}"


def _format_entry(key: Any, value: Any) -> str:
    return f"{format_value(key)}={format_value(value)}"


def _format_bytes(values: bytes) -> str:
    """Format bytes as Java's ``Arrays.toString`` does, as signed numbers.

    Java's ``toString`` of an array would show its address.
    """
    return _format_list([value - 256 if value > 127 else value for value in values])


def _format_sql_timestamp(value: datetime.datetime) -> str:
    fraction = f"{value.microsecond:06}".rstrip("0") or "0"
    return f"{value:%Y-%m-%d %H:%M:%S}.{fraction}"


def _format_instant(value: Instant) -> str:
    """Format as ISO 8601 in UTC, with the necessary groups of three digits after the second."""
    moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=value.seconds)
    fraction = f"{value.nanos:09}"
    while fraction.endswith("000"):
        fraction = fraction[:-3]
    return f"{moment.isoformat(timespec='seconds')}{'.' if fraction else ''}{fraction}Z"


_FORMATTERS: tuple[tuple[type | tuple[type, ...], Callable[[Any], str]], ...] = (
    (bool, lambda value: "true" if value else "false"),
    (type(None), lambda _: "null"),
    (Float32, format_float),
    (float, format_double),
    (Row, _format_nested_row),
    (tuple, lambda value: "(" + ",".join([format_value(part) for part in value]) + ")"),
    (list, _format_list),
    (dict, _format_map),
    ((bytes, bytearray), _format_bytes),
    (datetime.datetime, _format_sql_timestamp),
    (Instant, _format_instant),
    (datetime.time, lambda value: f"{value:%H:%M:%S}"),
)
"""Java's text format for each Python class; the first class that fits a value applies.

``bool`` therefore precedes ``int``, and ``datetime`` precedes ``date``.
"""
