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
from flinksim.common.typeutils.java_type_names import format_java_type_name
from flinksim.core.java.hash_code import (
    NULL_KEY_MESSAGE,
    combine_list_hash_codes,
    combine_tuple_hash_codes,
    compute_java_hash_code,
    hash_big_integer,
    hash_character,
    hash_float,
    hash_long,
    to_int32,
)
from flinksim.core.pyflink_errors import JavaTypeMismatchError

_ARRAY_TYPES = (PrimitiveArrayTypeInfo, BasicArrayTypeInfo, ObjectArrayTypeInfo)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class TypedKeyHash:
    """Computes the hash code of keys of one declared type."""

    __slots__ = ("_hash", "key_type")

    def __init__(self, key_type: TypeInformation) -> None:
        self.key_type = key_type
        self._hash = find_hash_function(key_type)

    def __call__(self, key: Any) -> int:
        if key is None:
            raise TypeError(NULL_KEY_MESSAGE)
        return self._hash(key)

    def __reduce__(self) -> tuple[Any, ...]:
        return TypedKeyHash, (self.key_type,)


def build_typed_key_hash(key_type: TypeInformation | None) -> TypedKeyHash | None:
    """Build the hash function for keys of *key_type*; ``None`` if the type makes no difference.

    Raises:
        TypeError: with Flink's message for a type that cannot be a key.
    """
    if key_type is None:
        return None
    check_key_type(key_type)
    if find_hash_function(key_type) is compute_java_hash_code:
        return None
    return TypedKeyHash(key_type)


def check_key_type(key_type: TypeInformation) -> None:
    """Check that *key_type* is no array, and no tuple or row that contains one.

    Raises:
        TypeError: with Flink's message if it is.
    """
    unsupported = [
        format_java_type_name(part)
        for part in _flatten_types(key_type)
        if isinstance(part, _ARRAY_TYPES)
    ]
    if unsupported:
        raise JavaTypeMismatchError(
            f"Type {format_java_type_name(key_type)} cannot be used as key. "
            "Contained UNSUPPORTED key types: "
            f"{', '.join(unsupported)}. Look at the keyBy() documentation for the conditions a type "
            "has to satisfy in order to be eligible for a key."
        )


def _flatten_types(type_info: TypeInformation) -> list[TypeInformation]:
    found = [type_info]
    if isinstance(type_info, TupleTypeInfo | RowTypeInfo):
        for field in type_info.get_field_types():
            found += _flatten_types(field)
    return found


def find_hash_function(type_info: TypeInformation | None) -> Callable[[Any], int]:
    """Find the hash function of a type: ``java_hash_code`` if the type makes no difference."""
    match type_info:
        case BasicTypeInfo():
            return _BASIC_HASH_FUNCTIONS.get(type_info.basic_type, compute_java_hash_code)
        case TupleTypeInfo():
            return _build_fields_hash(type_info.get_field_types(), combine_tuple_hash_codes, 0)
        case RowTypeInfo():
            return _build_row_hash(type_info)
        case ListTypeInfo():
            return _build_list_hash(type_info.element_type)
        case MapTypeInfo():
            return _build_map_hash(type_info)
        case DateTypeInfo() | TimeTypeInfo() | TimestampTypeInfo():
            return _hash_sql_time
        case TypeInformation() if type_info.hash_function is not None:
            return type_info.hash_function
        case _:
            return compute_java_hash_code


_BASIC_HASH_FUNCTIONS: dict[BasicType, Callable[[Any], int]] = {
    BasicType.LONG: lambda key: hash_long(int(key)),
    BasicType.FLOAT: lambda key: hash_float(float(key)),
    BasicType.DOUBLE: lambda key: compute_java_hash_code(float(key)),
    BasicType.CHAR: hash_character,
    BasicType.BIG_INT: hash_big_integer,
}


def _make_nullable(hash_code: Callable[[Any], int], summand: int = 0) -> Callable[[Any], int]:
    return lambda value: 0 if value is None else summand + hash_code(value)


def _build_fields_hash(
    types: list[TypeInformation], combine: Callable[[list[int]], int], summand: int
) -> Callable[[Any], int]:
    hashes = [_make_nullable(find_hash_function(type_), summand) for type_ in types]
    if all(find_hash_function(type_) is compute_java_hash_code for type_ in types) and not summand:
        return compute_java_hash_code

    def hash_code(key: Any) -> int:
        return combine([of(value) for of, value in zip(hashes, key, strict=True)])

    return hash_code


def _build_row_hash(type_info: RowTypeInfo) -> Callable[[Any], int]:
    of_fields = _build_fields_hash(type_info.get_field_types(), combine_list_hash_codes, 31)

    def hash_code(key: Any) -> int:
        kind = key.get_row_kind().value if isinstance(key, Row) else 0
        return to_int32(31 * kind + of_fields(key))

    return hash_code


def _build_list_hash(element_type: TypeInformation) -> Callable[[Any], int]:
    of_element = find_hash_function(element_type)
    if of_element is compute_java_hash_code:
        return compute_java_hash_code
    of_each = _make_nullable(of_element)
    return lambda key: combine_list_hash_codes([of_each(element) for element in key])


def _build_map_hash(type_info: MapTypeInfo) -> Callable[[Any], int]:
    of_key = _make_nullable(find_hash_function(type_info.key_type))
    of_value = _make_nullable(find_hash_function(type_info.value_type))
    return lambda key: to_int32(sum(of_key(k) ^ of_value(v) for k, v in key.items()))


def _hash_sql_time(key: date | time | datetime) -> int:
    """Compute ``java.util.Date.hashCode()``: milliseconds since 1970, as a long."""
    if isinstance(key, time):
        key = datetime.combine(_EPOCH, key)
    elif not isinstance(key, datetime):
        key = datetime.combine(key, time())
    timestamp = key if key.tzinfo else key.replace(tzinfo=UTC)
    elapsed = timestamp - _EPOCH
    return hash_long((elapsed.days * 86400 + elapsed.seconds) * 1000 + elapsed.microseconds // 1000)
