"""Hash code of a key in PyFlink, where Java sees the key as the only field of a ``Row``.

A key without a declared type reaches Java as pickled bytes and is hashed byte by byte.

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
from flinksim.core.java.hash_code import compute_java_hash_code, to_int32
from flinksim.core.java.key_groups import KeyHash

_ROW_HASH_BASE = 62
"""``Row(key).hashCode()`` is 31 * (31 * kind + 1) + 31 + hash of the key; kind is 0."""

_PICKLE_PROTOCOL = 5
"""Pickle protocol: PyFlink writes keys with cloudpickle, which uses the newest."""


def select_row_key_hash(key_type: TypeInformation | None) -> KeyHash:
    """Select the hash function for keys that ``key_by`` declared as *key_type*."""
    if key_type is None or isinstance(key_type, PickledBytesTypeInfo):
        return hash_pickled_key
    if key_type.hash_function is not None:  # a key of the table runtime is no key of Python
        return key_type.hash_function
    if isinstance(key_type, BasicTypeInfo) and key_type.basic_type is BasicType.LONG:
        return hash_long_key
    return hash_typed_key


def hash_typed_key(key: Any) -> int:
    """Compute ``Row(key).hashCode()``."""
    return to_int32(_ROW_HASH_BASE + (0 if key is None else compute_java_hash_code(key)))


def hash_long_key(key: Any) -> int:
    """Compute ``Row(key).hashCode()`` for a ``Long`` of any size."""
    return to_int32(_ROW_HASH_BASE + (0 if key is None else key ^ (key >> 32)))


def hash_pickled_key(key: Any) -> int:
    """Compute ``Row(key).hashCode()`` for the pickled bytes of a key. Flink: ``Arrays.hashCode``."""
    code = 1
    for byte in pickle.dumps(key, _PICKLE_PROTOCOL):
        code = (31 * code + (byte ^ 0x80) - 0x80) & 0xFFFFFFFF  # Java's bytes are signed
    return to_int32(_ROW_HASH_BASE + code)
