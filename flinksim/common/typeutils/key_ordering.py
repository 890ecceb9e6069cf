"""The order in which keys come in batch mode: that of the bytes that Flink's serializers make of them.

A byte of Java has a sign, so negative numbers come first. Text goes by its length, because that is what
stands before the characters. A key whose type was not declared is, in PyFlink, what ``pickle`` writes.

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

KeyBytes = Callable[[Any], bytes]

_PROTOCOL = 5
"""Of ``pickle``; PyFlink writes keys with cloudpickle, which takes the newest."""
_WITH_SIGN = bytes(byte ^ 0x80 for byte in range(256))
"""Turns bytes into those that compare as Java's do."""
_FORMS = {
    BasicType.BYTE: ">b",
    BasicType.SHORT: ">h",
    BasicType.INT: ">i",
    BasicType.LONG: ">q",
    BasicType.FLOAT: ">f",
    BasicType.DOUBLE: ">d",
}


def key_bytes_for(key_type: TypeInformation | None, pickled: bool) -> KeyBytes:
    """What makes bytes of keys that ``key_by`` declared as *key_type*, if it did.

    *pickled* says whether a key of no type is pickled, as in PyFlink, or written as Java would.
    """
    if key_type is None or isinstance(key_type, PickledBytesTypeInfo):
        return _pickled if pickled else bytes_of_key
    return lambda key: _bytes_of_typed(key, key_type)


def in_order(content: bytes) -> bytes:
    """Bytes that compare as *content* does in Java."""
    return content.translate(_WITH_SIGN)


def _pickled(key: Any) -> bytes:
    content = pickle.dumps(key, _PROTOCOL)
    return len(content).to_bytes(4, "big") + content


def _bytes_of_typed(key: Any, key_type: TypeInformation) -> bytes:
    match key_type:
        case BasicTypeInfo(basic_type=BasicType.FLOAT | BasicType.DOUBLE as number):
            return struct.pack(_FORMS[number], float(key))
        case BasicTypeInfo(basic_type=basic_type) if basic_type in _FORMS:
            return struct.pack(_FORMS[basic_type], key)
        case TupleTypeInfo():
            types = key_type.get_field_types()
            return b"".join([_bytes_of_typed(*field) for field in zip(key, types, strict=True)])
        case _:
            return bytes_of_key(key)


def bytes_of_key(value: Any) -> bytes:
    """What Java writes for *value*, by what it is. Raises ``TypeError`` if that is not known."""
    match value:
        case str():
            return _bytes_of_text(value)
        case bool():
            return bytes([value])
        case int():
            return struct.pack(">q", value)
        case float():
            return struct.pack(">d", value)
        case tuple():
            return b"".join(map(bytes_of_key, value))
        case _:
            raise TypeError(f"no bytes are known for {value!r}")


def _bytes_of_text(text: str) -> bytes:
    """Flink: ``StringValue.writeString``: the length plus one, then each UTF-16 unit."""
    raw = text.encode("utf-16-be", "surrogatepass")
    units = [unit for (unit,) in struct.iter_unpack(">H", raw)]
    return b"".join(map(_variable_length, [len(units) + 1, *units]))


def _variable_length(number: int) -> bytes:
    """Seven bits in each byte, the low ones first."""
    result = bytearray()
    while number >= 0x80:
        result.append(number & 0x7F | 0x80)
        number >>= 7
    result.append(number)
    return bytes(result)
