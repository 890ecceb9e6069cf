"""Java hash codes of keys with a declared type.

Python's ``-5`` may be an ``Integer`` or a ``Long``, and ``0.1`` a ``Float`` or a ``Double``. The
declared type decides, and the hash codes differ.

Flink: ``hashCode`` of the classes behind ``TypeInformation``; ``KeyedStream.validateKeyType``.
Differs: an SQL date or time is in UTC; in Java it is in the time zone of the machine.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time
from typing import Any

from flinksim.common.typeinfo import (
    BasicArrayTypeInfo,
    BasicType,
    BasicTypeInfo,
    DateTypeInfo,
    ListTypeInfo,
    MapTypeInfo,
    ObjectArrayTypeInfo,
    PrimitiveArrayTypeInfo,
    RowTypeInfo,
    TimestampTypeInfo,
    TimeTypeInfo,
    TupleTypeInfo,
    TypeInformation,
)
from flinksim.common.types import Row
from flinksim.common.typeutils.java_type_names import java_type_name
from flinksim.core.java.hash_code import (
    NULL_KEY_MESSAGE,
    big_integer_hash_code,
    character_hash_code,
    float_hash_code,
    java_hash_code,
    long_hash_code,
    objects_hash_code,
    to_int32,
    tuple_hash_code,
)
from flinksim.core.pyflink_errors import KindRefusedByJava

_ARRAYS = (PrimitiveArrayTypeInfo, BasicArrayTypeInfo, ObjectArrayTypeInfo)
_MIDNIGHT = datetime(1970, 1, 1, tzinfo=UTC)


class TypedKeyHash:
    """Computes the hash code of keys of one declared type."""

    __slots__ = ("_hash", "key_type")

    def __init__(self, key_type: TypeInformation) -> None:
        self.key_type = key_type
        self._hash = hash_function_of(key_type)

    def __call__(self, key: Any) -> int:
        if key is None:
            raise TypeError(NULL_KEY_MESSAGE)
        return self._hash(key)

    def __reduce__(self) -> tuple[Any, ...]:
        return TypedKeyHash, (self.key_type,)


def typed_key_hash_for(key_type: TypeInformation | None) -> TypedKeyHash | None:
    """Build the hash function for keys of *key_type*; ``None`` if the type makes no difference.

    Raises:
        TypeError: with Flink's message for a type that cannot be a key.
    """
    if key_type is None:
        return None
    check_can_be_a_key(key_type)
    if hash_function_of(key_type) is java_hash_code:
        return None
    return TypedKeyHash(key_type)


def check_can_be_a_key(key_type: TypeInformation) -> None:
    """Check that *key_type* is no array, and no tuple or row that contains one.

    Raises:
        TypeError: with Flink's message if it is.
    """
    unsupported = [java_type_name(part) for part in _parts(key_type) if isinstance(part, _ARRAYS)]
    if unsupported:
        raise KindRefusedByJava(
            f"Type {java_type_name(key_type)} cannot be used as key. "
            "Contained UNSUPPORTED key types: "
            f"{', '.join(unsupported)}. Look at the keyBy() documentation for the conditions a type "
            "has to satisfy in order to be eligible for a key."
        )


def _parts(type_info: TypeInformation) -> list[TypeInformation]:
    found = [type_info]
    if isinstance(type_info, TupleTypeInfo | RowTypeInfo):
        for field in type_info.get_field_types():
            found += _parts(field)
    return found


def hash_function_of(type_info: TypeInformation | None) -> Callable[[Any], int]:
    """Find the hash function of a type: ``java_hash_code`` if the type makes no difference."""
    match type_info:
        case BasicTypeInfo():
            return _OF_BASIC.get(type_info.basic_type, java_hash_code)
        case TupleTypeInfo():
            return _of_fields(type_info.get_field_types(), tuple_hash_code, 0)
        case RowTypeInfo():
            return _of_row(type_info)
        case ListTypeInfo():
            return _of_list(type_info.element_type)
        case MapTypeInfo():
            return _of_map(type_info)
        case DateTypeInfo() | TimeTypeInfo() | TimestampTypeInfo():
            return _of_sql_time
        case _:
            return java_hash_code


_OF_BASIC: dict[BasicType, Callable[[Any], int]] = {
    BasicType.LONG: lambda key: long_hash_code(int(key)),
    BasicType.FLOAT: lambda key: float_hash_code(float(key)),
    BasicType.DOUBLE: lambda key: java_hash_code(float(key)),
    BasicType.CHAR: character_hash_code,
    BasicType.BIG_INT: big_integer_hash_code,
}


def _or_zero(hash_code: Callable[[Any], int], added: int = 0) -> Callable[[Any], int]:
    return lambda value: 0 if value is None else added + hash_code(value)


def _of_fields(
    types: list[TypeInformation], combine: Callable[[list[int]], int], added: int
) -> Callable[[Any], int]:
    hashes = [_or_zero(hash_function_of(type_), added) for type_ in types]
    if all(hash_function_of(type_) is java_hash_code for type_ in types) and not added:
        return java_hash_code

    def hash_code(key: Any) -> int:
        return combine([of(value) for of, value in zip(hashes, key, strict=True)])

    return hash_code


def _of_row(type_info: RowTypeInfo) -> Callable[[Any], int]:
    of_fields = _of_fields(type_info.get_field_types(), objects_hash_code, 31)

    def hash_code(key: Any) -> int:
        kind = key.get_row_kind().value if isinstance(key, Row) else 0
        return to_int32(31 * kind + of_fields(key))

    return hash_code


def _of_list(element_type: TypeInformation) -> Callable[[Any], int]:
    of_element = hash_function_of(element_type)
    if of_element is java_hash_code:
        return java_hash_code
    of_each = _or_zero(of_element)
    return lambda key: objects_hash_code([of_each(element) for element in key])


def _of_map(type_info: MapTypeInfo) -> Callable[[Any], int]:
    of_key = _or_zero(hash_function_of(type_info.key_type))
    of_value = _or_zero(hash_function_of(type_info.value_type))
    return lambda key: to_int32(sum(of_key(k) ^ of_value(v) for k, v in key.items()))


def _of_sql_time(key: date | time | datetime) -> int:
    """Compute ``java.util.Date.hashCode()``: milliseconds since 1970, as a long."""
    if isinstance(key, time):
        key = datetime.combine(_MIDNIGHT, key)
    elif not isinstance(key, datetime):
        key = datetime.combine(key, time())
    timestamp = key if key.tzinfo else key.replace(tzinfo=UTC)
    elapsed = timestamp - _MIDNIGHT
    return long_hash_code(
        (elapsed.days * 86400 + elapsed.seconds) * 1000 + elapsed.microseconds // 1000
    )
