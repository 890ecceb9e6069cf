"""Type information of rows, with the hash code of Flink's binary rows.

A binary row has 8 bytes for each column, after a header with the null bits; long values follow. Its
hash code decides the key group of a key, and the order in which a map state iterates over rows.

Flink: ``InternalTypeInfo``, ``BinaryRowData``, ``BinaryRowWriter``, ``MurmurHashUtil``.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

from flinksim.common.typeinfo import TypeInformation
from flinksim.core.java.hash_code import hash_string, to_int32
from flinksim.table.logical_types import LogicalType
from flinksim.table.runtime.change_rows import Values
from flinksim.table.runtime.sql_values import NANOS_PER_MILLI

_MASK = 0xFFFFFFFF
_MAX_INLINE_LENGTH = 7
_MAX_COMPACT_DECIMAL_PRECISION = 18
_MAX_COMPACT_TIMESTAMP_PRECISION = 3
_STRUCT_FORMATS = {
    "BOOLEAN": "<?", "TINYINT": "<b", "SMALLINT": "<h", "INT": "<i", "BIGINT": "<q", "FLOAT": "<f",
    "DOUBLE": "<d", "DATE": "<i", "TIME": "<i", "INTERVAL_YEAR_MONTH": "<i", "INTERVAL_DAY_TIME": "<q",
}  # fmt: skip


class InternalTypeInfo(TypeInformation):
    """Type information of the rows, or of the keys, of a table operator."""

    def __init__(self, types: Sequence[LogicalType]) -> None:
        self.types = tuple(types)
        self.hash_function = self.hash_row

    def __repr__(self) -> str:
        return f"ROW<{', '.join(map(str, self.types))}>"

    def _identity(self) -> tuple[Any, ...]:
        return (self.types,)

    def hash_row(self, row: Values) -> int:
        """Compute ``BinaryRowData.hashCode`` of the values of a row."""
        return hash_words(encode_binary_row(row, self.types))

    def __reduce__(self) -> tuple[Any, ...]:
        return InternalTypeInfo, (self.types,)


def encode_binary_row(row: Values, types: Sequence[LogicalType]) -> bytes:
    """Encode the values of a row of kind ``+I`` as a ``BinaryRowData``."""
    header = (len(types) + 63 + 8) // 64 * 8
    null_bits = 0
    fixed: list[bytes] = []
    variable = bytearray()
    start = header + 8 * len(types)
    for position, (value, type_) in enumerate(zip(row, types, strict=True)):
        if value is None:
            null_bits |= 1 << (8 + position)
            fixed.append(bytes(8))
            if _has_variable_part(type_):
                variable += bytes(16 if type_.root == "DECIMAL" else 8)
        else:
            fixed.append(_encode_field(value, type_, start, variable))
    return null_bits.to_bytes(header, "little") + b"".join(fixed) + bytes(variable)


def _has_variable_part(type_: LogicalType) -> bool:
    """Return whether even a null value of the type reserves bytes after the fixed part."""
    if type_.root == "DECIMAL":
        return type_.precision > _MAX_COMPACT_DECIMAL_PRECISION
    return (
        type_.root in ("TIMESTAMP", "TIMESTAMP_LTZ")
        and type_.precision > _MAX_COMPACT_TIMESTAMP_PRECISION
    )


def _encode_field(value: Any, type_: LogicalType, start: int, variable: bytearray) -> bytes:
    root = type_.root
    if root in _STRUCT_FORMATS:
        return struct.pack(_STRUCT_FORMATS[root], value).ljust(8, b"\0")
    if root in ("TIMESTAMP", "TIMESTAMP_LTZ"):
        millis, nanos = divmod(int(value), NANOS_PER_MILLI)
        if type_.precision <= _MAX_COMPACT_TIMESTAMP_PRECISION:
            return struct.pack("<q", millis)
        offset = start + len(variable)
        variable += struct.pack("<q", millis)
        return struct.pack("<ii", nanos, offset)
    if root == "DECIMAL":
        unscaled = int(value.scaleb(type_.scale))
        if type_.precision <= _MAX_COMPACT_DECIMAL_PRECISION:
            return struct.pack("<q", unscaled)
        raw = unscaled.to_bytes(unscaled.bit_length() // 8 + 1, "big", signed=True)
        offset = start + len(variable)
        variable += raw.ljust(16, b"\0")
        return struct.pack("<ii", len(raw), offset)
    raw = value.encode() if isinstance(value, str) else value
    if not isinstance(raw, bytes):
        # Arrays, maps and rows: any stable number will do, as nobody sees the order.
        return struct.pack("<i", hash_string(str(value))).ljust(8, b"\0")
    if len(raw) <= _MAX_INLINE_LENGTH:
        return raw.ljust(7, b"\0") + bytes([len(raw) | 0x80])
    offset = start + len(variable)
    variable += raw.ljust((len(raw) + 7) // 8 * 8, b"\0")
    return struct.pack("<ii", len(raw), offset)


def _rotate_left(value: int, bits: int) -> int:
    return (value << bits | value >> (32 - bits)) & _MASK


def hash_words(data: bytes) -> int:
    """Compute the 32-bit MurmurHash3 of *data*, whose length is a multiple of 4, with seed 42."""
    code = 42
    for (word,) in struct.iter_unpack("<I", data):
        word = _rotate_left(word * 0xCC9E2D51 & _MASK, 15) * 0x1B873593 & _MASK
        code = (_rotate_left(code ^ word, 13) * 5 + 0xE6546B64) & _MASK
    code ^= len(data)
    code = (code ^ code >> 16) * 0x85EBCA6B & _MASK
    code = (code ^ code >> 13) * 0xC2B2AE35 & _MASK
    return to_int32(code ^ code >> 16)
