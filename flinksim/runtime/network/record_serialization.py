"""Serialized sizes of elements, and copies of values that the sender cannot change any more.

A record crosses the network as bytes, so the receiver does not see what the sender changes in a list
after sending it. Immutable values (numbers, strings, tuples of these) are passed as they are. All
others are copied with ``pickle``, as in PyFlink.

Sizes are those of Flink's serializers for the corresponding Java types: a 4-byte length prefix, a
1-byte tag, 8 bytes of timestamp if there is one, and the value.

Flink: ``StreamElementSerializer``, ``SpanningRecordSerializer``.
"""

from __future__ import annotations

import pickle
from typing import Any

from flinksim.core.value_copy import MutableValueError, compute_value_size
from flinksim.runtime.elements import StreamElement, StreamRecord, Watermark, WatermarkStatus

LENGTH_PREFIX_BYTES = 4
_RECORD_BYTES = LENGTH_PREFIX_BYTES + 1
_TIMESTAMP_BYTES = 8
WATERMARK_BYTES = LENGTH_PREFIX_BYTES + 1 + 8
WATERMARK_STATUS_BYTES = LENGTH_PREFIX_BYTES + 1 + 4
LATENCY_MARKER_BYTES = LENGTH_PREFIX_BYTES + 1 + 8 + 16 + 4


def serialize_record(record: StreamRecord) -> int:
    """Compute the size of *record* in bytes; replace its value by a copy if it is mutable.

    Raises:
        TypeError: If the value cannot be pickled; names the type of the value.
    """
    try:
        size = compute_value_size(record.value)
    except MutableValueError:
        data = _pickle_value(record.value)
        record.value = pickle.loads(data)
        size = len(data)
    return size + (_RECORD_BYTES if record.timestamp is None else _RECORD_BYTES + _TIMESTAMP_BYTES)


def compute_element_size(element: StreamElement) -> int:
    """Compute the size of any element in bytes; see :func:`serialize_record` for records."""
    if isinstance(element, StreamRecord):
        return serialize_record(element)
    if isinstance(element, Watermark):
        return WATERMARK_BYTES
    if isinstance(element, WatermarkStatus):
        return WATERMARK_STATUS_BYTES
    return LATENCY_MARKER_BYTES


def _pickle_value(value: Any) -> bytes:
    try:
        return pickle.dumps(value)
    except Exception as error:
        raise TypeError(
            f"a value of type {type(value).__name__} cannot be sent to another "
            f"task, because it cannot be pickled ({error}). Send plain data: "
            "numbers, text, tuples, lists, dicts, Rows, or objects of classes "
            "that are defined at the top level of a module"
        ) from error
