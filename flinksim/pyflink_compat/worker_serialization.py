"""Serialized values of PyFlink's worker, and the iteration order of a Java hash map over them.

Flink: the coders of ``pyflink.fn_execution``; ``ByteArrayWrapper``, ``java.util.HashMap``.
"""

from __future__ import annotations

import math
import pickle
import struct
from collections.abc import Callable, Iterable
from typing import Any

from flinksim.common.typeinfo import BasicType, BasicTypeInfo, TupleTypeInfo, TypeInformation

_PICKLE_PROTOCOL = 4
"""Pickle protocol: the default of Python 3.11."""
_STRUCT_FORMATS = {
    BasicType.BYTE: ">b", BasicType.SHORT: ">h", BasicType.INT: ">i", BasicType.LONG: ">q",
    BasicType.FLOAT: ">f", BasicType.DOUBLE: ">d", BasicType.BOOLEAN: ">?",
}  # fmt: skip


def create_worker_encoder(type_info: TypeInformation | None) -> Callable[[Any], bytes]:
    """Create the function that serializes values of *type_info*; other types are pickled."""
    match type_info:
        case BasicTypeInfo(basic_type=BasicType.STRING):
            return lambda text: _prefix_length(text.encode("utf-8", "surrogatepass"))
        case BasicTypeInfo(basic_type=basic) if basic in _STRUCT_FORMATS:
            return struct.Struct(_STRUCT_FORMATS[basic]).pack
        case TupleTypeInfo():
            fields = [create_worker_encoder(field) for field in type_info.get_field_types()]
            return lambda values: b"".join(
                [write(part) for write, part in zip(fields, values, strict=True)]
            )
        case _:
            return lambda value: _prefix_length(pickle.dumps(value, _PICKLE_PROTOCOL))


def _prefix_length(content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + content


def hash_bytes(content: bytes) -> int:
    """Compute Java's hash code of the bytes, spread as in ``HashMap``."""
    result = 1
    for byte in reversed(content):
        result = (31 * result + (byte - 256 if byte > 127 else byte)) & 0xFFFFFFFF
    return result ^ result >> 16


class JavaHashMapOrder:
    """Order of the keys of a ``java.util.HashMap`` under insertions and removals.

    Differs: Java converts a bucket with nine or more entries to a tree.
    """

    __slots__ = ("_capacity", "_hashes")

    def __init__(self) -> None:
        self._capacity = 16
        self._hashes: dict[Any, int] = {}

    def __len__(self) -> int:
        return len(self._hashes)

    def restore(self) -> None:
        """Put the keys into a new table of the size that ``MapSerializer`` chooses for them."""
        self._hashes = {key: self._hashes[key] for key in self.keys()}
        count = len(self._hashes)
        needed = count + 1 if count <= 2 else math.ceil(count / 0.75)
        self._capacity = 1 << (needed - 1).bit_length()

    def add(self, key: Any, hash_code: int) -> None:
        """Add a key; it may exist already."""
        self._hashes[key] = hash_code
        if len(self._hashes) > self._capacity * 3 // 4:
            self._capacity *= 2

    def remove(self, key: Any) -> None:
        """Remove a key; it may be missing."""
        self._hashes.pop(key, None)

    def keys(self) -> Iterable[Any]:
        """Return the keys ordered by bucket, and by insertion within a bucket."""
        mask = self._capacity - 1
        return sorted(self._hashes, key=lambda key: self._hashes[key] & mask)
