"""Conversions of values that PyFlink's client collects or prints.

Flink: ``convert_to_python_obj`` in PyFlink's ``datastream/utils.py``; ``PrintSinkOutputWriter``.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Any

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
from flinksim.common.typeutils.to_string import (
    Converter,
    build_part_converter,
    find_float_shortener,
)
from flinksim.connectors.sinks import CollectSink, PrintSink, format_not_null

_TAKEN_APART = (
    BasicArrayTypeInfo, PrimitiveArrayTypeInfo, ObjectArrayTypeInfo, ListTypeInfo, MapTypeInfo,
    RowTypeInfo, TupleTypeInfo,
)  # fmt: skip
_BYTES = Types.PRIMITIVE_ARRAY(Types.BYTE())


def configure_collect_sink(sink: CollectSink) -> None:
    """Configure *sink* so that collected values arrive as in PyFlink, up to the first ``None``.

    Bytes become a list of numbers, and a time loses its microseconds. A timestamp is an error of the
    client, and so is a ``None`` in a value whose type the client takes apart.
    """
    sink.ends_at_none = True
    type_info = sink.input_type
    convert = build_part_converter(type_info, _find_client_conversion)
    if type_info is None or not any(map(_has_unreadable_null, _list_part_types(type_info))):
        sink.convert = convert
        return

    def convert_readable(value: Any) -> Any:
        _check_nulls(value, type_info)
        return value if convert is None else convert(value)

    sink.convert = convert_readable


def configure_print_sink(sink: PrintSink) -> None:
    """Configure *sink* to print like Java's ``toString``; a ``None`` of a declared type is null."""
    inner = sink.format_typed
    sink.format_typed = lambda value: format_not_null(value) if value is None else inner(value)


def _find_client_conversion(type_info: TypeInformation) -> Converter | None:
    if type_info == _BYTES:
        return list
    if type_info == Types.SQL_TIME():
        return _drop_microseconds
    if type_info == Types.SQL_TIMESTAMP():
        return _reject_timestamp
    return find_float_shortener(type_info)


def _list_part_types(type_info: TypeInformation) -> list[TypeInformation]:
    """List the types of the parts of a value, such as fields and elements, and of their parts."""
    match type_info:
        case RowTypeInfo() | TupleTypeInfo():
            parts = list(type_info.get_field_types())
        case MapTypeInfo():
            parts = [type_info.key_type, type_info.value_type]
        case (
            BasicArrayTypeInfo() | PrimitiveArrayTypeInfo() | ObjectArrayTypeInfo() | ListTypeInfo()
        ):
            parts = [type_info.element_type]
        case _:
            parts = []
    return [each for part in parts for each in (part, *_list_part_types(part))]


def _has_unreadable_null(type_info: TypeInformation) -> bool:
    """Return whether the client fails at a ``None`` of this type inside another value."""
    return isinstance(type_info, _TAKEN_APART) or type_info in (
        Types.FLOAT(), Types.SQL_TIME(), Types.SQL_TIMESTAMP()
    )  # fmt: skip


def _check_nulls(value: Any, type_info: TypeInformation) -> None:
    """Check that the client can read each ``None`` in *value*.

    Raises:
        TypeError: If it cannot.
    """
    if value is None:
        return
    parts: Iterable[tuple[Any, TypeInformation]]
    match type_info:
        case RowTypeInfo() | TupleTypeInfo():
            parts = zip(value, type_info.get_field_types(), strict=False)
        case MapTypeInfo():
            parts = [*((key, type_info.key_type) for key in value),
                     *((each, type_info.value_type) for each in value.values())]  # fmt: skip
        case (
            BasicArrayTypeInfo() | PrimitiveArrayTypeInfo() | ObjectArrayTypeInfo() | ListTypeInfo()
        ):
            parts = ((each, type_info.element_type) for each in value)
        case _:
            return
    for part, part_type in parts:
        if part is None and _has_unreadable_null(part_type):
            raise TypeError(
                f"PyFlink's client cannot collect None as part of {value!r}: it fails at a None of "
                f"the type {part_type}. Convert the value to text in a map(...) first"
            )
        _check_nulls(part, part_type)


def _drop_microseconds(value: datetime.datetime | datetime.time) -> datetime.time:
    return datetime.time(value.hour, value.minute, value.second)


def _reject_timestamp(value: Any) -> Any:
    raise AttributeError(
        "'bytearray' object has no attribute 'timestamp': PyFlink's client "
        f"cannot collect a SQL_TIMESTAMP, here {value}. Convert it to text in a "
        "map(...) first"
    )
