"""What PyFlink's client makes of values that it collects.

Flink: ``convert_to_python_obj`` in PyFlink's ``datastream/utils.py``.
"""

from __future__ import annotations

import datetime
from typing import Any

from flinksim.common.typeinfo import TypeInformation, Types
from flinksim.connectors.sinks import CollectSink
from flinksim.typeutils.printing import Mark, marker_of, with_fewest_digits

_BYTES = Types.PRIMITIVE_ARRAY(Types.BYTE())


def read_as_pyflink_does(sink: CollectSink) -> None:
    """Values that are collected arrive as they do in PyFlink, up to the first ``None``.

    Bytes are a list of numbers, a time has no milliseconds, a timestamp is an error of the client's.
    """
    sink.ends_at_none = True
    sink.read = marker_of(sink.input_type, _read_by_the_client)


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
