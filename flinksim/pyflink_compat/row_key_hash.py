"""The hash code of a key in PyFlink, where Java sees it as the only field of a ``Row``.

A key whose type was not declared reaches Java as what ``pickle`` writes, and is hashed byte by byte.

Flink: ``Row.hashCode``, PyFlink's ``KeyByKeySelector``.
"""

from __future__ import annotations

import pickle
from typing import Any

from flinksim.common.typeinfo import (
    BasicType,
    BasicTypeInfo,
    PickledBytesTypeInfo,
    TypeInformation,
)
from flinksim.core.java.hash_code import java_hash_code, to_int32
from flinksim.core.java.key_groups import KeyHash

_ROW = 62
"""``Row(key).hashCode()`` is 31 * (31 * kind + 1) + 31 + the key's, the kind of a new row being 0."""

_PROTOCOL = 5
"""Of ``pickle``; PyFlink writes keys with cloudpickle, which takes the newest."""


def row_key_hash_for(key_type: TypeInformation | None) -> KeyHash:
    """The hash function for keys that ``key_by`` declared as *key_type*, if it did."""
    if key_type is None or isinstance(key_type, PickledBytesTypeInfo):
        return hash_of_pickled_key
    if isinstance(key_type, BasicTypeInfo) and key_type.basic_type is BasicType.LONG:
        return hash_of_long_key
    return hash_of_typed_key


def hash_of_typed_key(key: Any) -> int:
    """``Row(key).hashCode()``."""
    return to_int32(_ROW + (0 if key is None else java_hash_code(key)))


def hash_of_long_key(key: Any) -> int:
    """The same for a ``Long``, whatever its size."""
    return to_int32(_ROW + (0 if key is None else key ^ (key >> 32)))


def hash_of_pickled_key(key: Any) -> int:
    """The same for the bytes that stand for a key without a type. Flink: ``Arrays.hashCode``."""
    code = 1
    for byte in pickle.dumps(key, _PROTOCOL):
        code = (31 * code + (byte ^ 0x80) - 0x80) & 0xFFFFFFFF  # a byte of Java has a sign
    return to_int32(_ROW + code)
