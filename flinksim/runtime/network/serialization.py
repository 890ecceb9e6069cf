"""How large an element is on the network, and a copy that the sender cannot change any more.

A record crosses the network as bytes, so what the sender does to a list after it sent it is not seen
by the receiver. Values that cannot change (numbers, strings, tuples of these) are passed on as they
are; all others go through ``pickle``, as PyFlink does with them.

Sizes are those of Flink's serialisers for the Java types that the values stand for: a 4-byte length
prefix, a 1-byte tag, 8 bytes of timestamp where there is one, and the value.

Flink: ``StreamElementSerializer``, ``SpanningRecordSerializer``.
Differs: an int takes 4 bytes if it fits, else 8; text is counted as Latin.
"""

from __future__ import annotations

import copy
import pickle
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from types import GeneratorType
from typing import Any

from flinksim.runtime.elements import StreamElement, StreamRecord, Watermark, WatermarkStatus

LENGTH_PREFIX_BYTES = 4
_RECORD_BYTES = LENGTH_PREFIX_BYTES + 1
_TIMESTAMP_BYTES = 8
WATERMARK_BYTES = LENGTH_PREFIX_BYTES + 1 + 8
STATUS_BYTES = LENGTH_PREFIX_BYTES + 1 + 4
LATENCY_MARKER_BYTES = LENGTH_PREFIX_BYTES + 1 + 8 + 16 + 4

_FIXED_SIZES = {bool: 1, float: 8, type(None): 1}
_INT_LIMIT = 1 << 31


class NotImmutableError(Exception):
    """Internal: the value holds something that can change, so it has to be copied."""


def value_size(value: Any) -> int:
    """The bytes of an unchangeable *value*.

    Raises: NotImmutableError where the value, or a part of it, is of any other type.
    """
    kind = type(value)
    if kind is int:
        return 4 if -_INT_LIMIT <= value < _INT_LIMIT else 8
    if kind is str:
        return len(value) + 1
    if kind is tuple:
        size = 0
        for part in value:
            part_kind = type(part)
            if part_kind is str:
                size += len(part) + 1
            elif part_kind is int:
                size += 4 if -_INT_LIMIT <= part < _INT_LIMIT else 8
            else:
                size += value_size(part)
        return size
    fixed = _FIXED_SIZES.get(kind)
    if fixed is not None:
        return fixed
    if kind is bytes:
        return len(value) + 4
    raise NotImmutableError


def serialize_record(record: StreamRecord) -> int:
    """The size of *record* in bytes; its value is replaced by a copy if it could change.

    Raises: TypeError naming the value's type if it cannot be pickled.
    """
    try:
        size = value_size(record.value)
    except NotImmutableError:
        data = _pickled(record.value)
        record.value = pickle.loads(data)
        size = len(data)
    return size + (_RECORD_BYTES if record.timestamp is None else _RECORD_BYTES + _TIMESTAMP_BYTES)


UNCHANGEABLE = frozenset(
    {int, str, float, bool, type(None), bytes, complex, range, date, datetime, timedelta, Decimal}
)
"""Types whose values nobody can change."""


def copy_value(value: Any) -> Any:
    """*value* if nobody can change it, else a copy that has nothing in common with it.

    What cannot be pickled is copied by ``copy.deepcopy``.

    Flink: ``TypeSerializer.copy``. Raises: TypeError naming the value's type if neither can copy it.
    """
    if is_unchangeable(value):
        return value
    try:
        return pickle.loads(pickle.dumps(value))
    except Exception:
        pass  # deepcopy knows what to do with functions and with classes defined in functions
    try:
        return copy.deepcopy(value)
    except Exception as error:
        if isinstance(value, GeneratorType):
            raise TypeError(
                f"the value is a generator ({value.__name__}), so a function that yields was given "
                "where one value is returned: use flat_map instead of map, or return the value"
            ) from error
        raise TypeError(
            f"a value of type {type(value).__name__} cannot be copied for the next operator of its "
            f"chain ({error}); send plain data instead, or enable object reuse "
            "(env.get_config().enable_object_reuse()), under which nothing is copied"
        ) from error


def is_unchangeable(value: Any) -> bool:
    """Whether *value* is a number, text, or the like, or a tuple of such (a named one, too)."""
    kind = value.__class__
    if kind in UNCHANGEABLE:
        return True
    if kind is tuple or (isinstance(value, tuple) and hasattr(kind, "_fields")):
        for part in value:
            if part.__class__ not in UNCHANGEABLE and not is_unchangeable(part):
                return False
        return True
    return isinstance(value, Enum)


def element_size(element: StreamElement) -> int:
    """The size in bytes of any element; see :func:`serialize_record` for records."""
    if isinstance(element, StreamRecord):
        return serialize_record(element)
    if isinstance(element, Watermark):
        return WATERMARK_BYTES
    if isinstance(element, WatermarkStatus):
        return STATUS_BYTES
    return LATENCY_MARKER_BYTES


def _pickled(value: Any) -> bytes:
    try:
        return pickle.dumps(value)
    except Exception as error:
        raise TypeError(
            f"a value of type {type(value).__name__} cannot be sent to another task, because it "
            f"cannot be pickled ({error}); send plain data instead: numbers, text, tuples, lists, "
            "dicts, Rows, or objects of classes defined at the top level of a module"
        ) from error
