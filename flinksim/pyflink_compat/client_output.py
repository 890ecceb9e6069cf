"""Conversions of values that PyFlink's client collects or prints.

Flink: ``convert_to_python_obj`` in PyFlink's ``datastream/utils.py``; ``PrintSinkOutputWriter``.
"""

from __future__ import annotations

import datetime
from typing import Any

from flinksim.common.typeinfo import TypeInformation, Types
from flinksim.common.typeutils.to_string import (
    Converter,
    build_part_converter,
    find_float_shortener,
)
from flinksim.connectors.sinks import CollectSink, PrintSink, format_not_null

_BYTES = Types.PRIMITIVE_ARRAY(Types.BYTE())


def configure_collect_sink(sink: CollectSink) -> None:
    """Configure *sink* so that collected values arrive as in PyFlink, up to the first ``None``.

    Bytes become a list of numbers, a time loses its microseconds, and a timestamp is an error of
    the client.
    """
    sink.ends_at_none = True
    sink.convert = build_part_converter(sink.input_type, _find_client_conversion)


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


def _drop_microseconds(value: datetime.datetime | datetime.time) -> datetime.time:
    return datetime.time(value.hour, value.minute, value.second)


def _reject_timestamp(value: Any) -> Any:
    raise AttributeError(
        "'bytearray' object has no attribute 'timestamp': PyFlink's client "
        f"cannot collect a SQL_TIMESTAMP, here {value}. Convert it to text in a "
        "map(...) first"
    )
