"""Size and copies of values, as a serializer treats them.

Flink: ``TypeSerializer``.
Differs: an int takes 4 bytes if it fits, else 8; text counts as Latin-1.
"""

from __future__ import annotations

import copy
import pickle
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from types import GeneratorType
from typing import Any

_FIXED_SIZES = {bool: 1, float: 8, type(None): 1}
_INT_LIMIT = 1 << 31


class MutableValueError(Exception):
    """Internal: the value contains something mutable, so it must be copied."""


def compute_value_size(value: Any) -> int:
    """Compute the serialized size in bytes of an immutable *value*.

    Raises:
        MutableValueError: if the value, or a part of it, has any other type.
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
                size += compute_value_size(part)
        return size
    fixed = _FIXED_SIZES.get(kind)
    if fixed is not None:
        return fixed
    if kind is bytes:
        return len(value) + 4
    raise MutableValueError


IMMUTABLE_TYPES = frozenset(
    {int, str, float, bool, type(None), bytes, complex, range, date, datetime, timedelta, Decimal}
)
"""Types whose values are immutable."""


def copy_value(value: Any) -> Any:
    """Return *value* if it is immutable, else a deep copy.

    A value that cannot be pickled is copied by ``copy.deepcopy``. Flink: ``TypeSerializer.copy``.

    Raises:
        TypeError: if neither can copy the value; the message names its type.
    """
    if is_immutable(value):
        return value
    try:
        return pickle.loads(pickle.dumps(value))
    except Exception:
        pass  # deepcopy handles functions and local classes
    try:
        return copy.deepcopy(value)
    except Exception as error:
        if isinstance(value, GeneratorType):
            raise TypeError(
                f"the value is a generator ({value.__name__}): a function that "
                "yields was used where one value is returned. Use flat_map "
                "instead of map, or return the value"
            ) from error
        raise TypeError(
            f"a value of type {type(value).__name__} cannot be copied for the "
            f"next operator of its chain ({error}). Send plain data, or enable "
            "object reuse, which copies nothing: "
            "env.get_config().enable_object_reuse()"
        ) from error


def is_immutable(value: Any) -> bool:
    """Return whether *value* is a number, text or the like, or a (named) tuple of such."""
    kind = value.__class__
    if kind in IMMUTABLE_TYPES:
        return True
    if kind is tuple or (isinstance(value, tuple) and hasattr(kind, "_fields")):
        for part in value:
            if part.__class__ not in IMMUTABLE_TYPES and not is_immutable(part):
                return False
        return True
    return isinstance(value, Enum)
