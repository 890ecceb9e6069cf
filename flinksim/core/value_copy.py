"""Values as a serializer leaves them: how large they are, and copies that share nothing.

Flink: ``TypeSerializer``.
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
