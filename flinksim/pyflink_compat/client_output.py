"""What becomes of values that PyFlink's client collects, and of those that are printed.

Flink: ``convert_to_python_obj`` in PyFlink's ``datastream/utils.py``; ``PrintSinkOutputWriter``.
"""

from __future__ import annotations

import datetime
from typing import Any

from flinksim.common.typeinfo import TypeInformation, Types
from flinksim.common.typeutils.to_string import Mark, marker_of, with_fewest_digits
from flinksim.connectors.sinks import CollectSink, PrintSink, format_not_null

_BYTES = Types.PRIMITIVE_ARRAY(Types.BYTE())


def read_as_pyflink_does(sink: CollectSink) -> None:
    """Values that are collected arrive as they do in PyFlink, up to the first ``None``.

    Bytes are a list of numbers, a time has no milliseconds, a timestamp is an error of the client's.
    """
    sink.ends_at_none = True
    sink.read = marker_of(sink.input_type, _read_by_the_client)


def print_as_pyflink_does(sink: PrintSink) -> None:
    """Java calls ``toString`` on what it prints, and a ``None`` of a declared type is null there."""
    inner = sink.format_typed
    sink.format_typed = lambda value: format_not_null(value) if value is None else inner(value)


def _read_by_the_client(type_info: TypeInformation) -> Mark | None:
    if type_info == _BYTES:
        return list
    if type_info == Types.SQL_TIME():
        return _without_microseconds
    if type_info == Types.SQL_TIMESTAMP():
        return _no_timestamp
    return with_fewest_digits(type_info)


def _without_microseconds(value: datetime.datetime | datetime.time) -> datetime.time:
    return datetime.time(value.hour, value.minute, value.second)


def _no_timestamp(value: Any) -> Any:
    raise AttributeError(
        "'bytearray' object has no attribute 'timestamp': PyFlink's client cannot read a SQL_TIMESTAMP "
        f"that it collects, here {value}; make it text in a map(...) before"
    )
