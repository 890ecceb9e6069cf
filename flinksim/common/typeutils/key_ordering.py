"""The order of keys in batch mode: that of the bytes that Flink's serializers write.

Java's bytes are signed, so negative bytes come first. Text is ordered by length first, because the
length precedes the characters. In PyFlink a key without a declared type is pickled.

Flink: ``VariableLengthByteKeyComparator``, ``FixedLengthByteKeyComparator`` and the serializers.
"""

from __future__ import annotations

import pickle
import struct
from collections.abc import Callable
from typing import Any

from flinksim.common.typeinfo import (
    BasicType,
    BasicTypeInfo,
    PickledBytesTypeInfo,
    TupleTypeInfo,
    TypeInformation,
)

KeyEncoder = Callable[[Any], bytes]

_PICKLE_PROTOCOL = 5
"""Pickle protocol for keys: PyFlink uses cloudpickle, which takes the highest one."""
_SIGNED_BYTE_TABLE = bytes(byte ^ 0x80 for byte in range(256))
"""Translation table for bytes: the results, compared unsigned, have the order of signed bytes."""
_STRUCT_FORMATS = {
    BasicType.BYTE: ">b",
    BasicType.SHORT: ">h",
    BasicType.INT: ">i",
    BasicType.LONG: ">q",
    BasicType.FLOAT: ">f",
    BasicType.DOUBLE: ">d",
}


def build_key_encoder(key_type: TypeInformation | None, use_pickle: bool) -> KeyEncoder:
    """Build the encoder for keys with the declared type *key_type*.

    Args:
        key_type: the type declared by ``key_by``, if any.
        use_pickle: whether a key without a type is pickled, as in PyFlink, or written as in Java.
    """
    if key_type is None or isinstance(key_type, PickledBytesTypeInfo):
        return _encode_pickled if use_pickle else encode_key
    return lambda key: _encode_typed(key, key_type)


def to_sortable_bytes(content: bytes) -> bytes:
    """Translate *content* to bytes that compare as Java compares *content*."""
    return content.translate(_SIGNED_BYTE_TABLE)


def _encode_pickled(key: Any) -> bytes:
    content = pickle.dumps(key, _PICKLE_PROTOCOL)
    return len(content).to_bytes(4, "big") + content


def _encode_typed(key: Any, key_type: TypeInformation) -> bytes:
    match key_type:
        case BasicTypeInfo(basic_type=BasicType.FLOAT | BasicType.DOUBLE as number):
            return struct.pack(_STRUCT_FORMATS[number], float(key))
        case BasicTypeInfo(basic_type=basic_type) if basic_type in _STRUCT_FORMATS:
            return struct.pack(_STRUCT_FORMATS[basic_type], key)
        case TupleTypeInfo():
            types = key_type.get_field_types()
            return b"".join([_encode_typed(*field) for field in zip(key, types, strict=True)])
        case _:
            return encode_key(key)


def encode_key(value: Any) -> bytes:
    """Encode *value* as Java does, by the class of the value.

    Raises:
        TypeError: if the encoding is not known.
    """
    match value:
        case str():
            return _encode_text(value)
        case bool():
            return bytes([value])
        case int():
            return struct.pack(">q", value)
        case float():
            return struct.pack(">d", value)
        case tuple():
            return b"".join(map(encode_key, value))
        case _:
            raise TypeError(f"{value!r} has no known binary form")


def _encode_text(text: str) -> bytes:
    """Encode text as ``StringValue.writeString``: the length plus one, then each UTF-16 unit."""
    raw = text.encode("utf-16-be", "surrogatepass")
    units = [unit for (unit,) in struct.iter_unpack(">H", raw)]
    return b"".join(map(_encode_varint, [len(units) + 1, *units]))


def _encode_varint(number: int) -> bytes:
    """Encode *number* with seven bits per byte, the low bits first."""
    result = bytearray()
    while number >= 0x80:
        result.append(number & 0x7F | 0x80)
        number >>= 7
    result.append(number)
    return bytes(result)
