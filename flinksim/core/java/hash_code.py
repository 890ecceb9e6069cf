"""Java's ``hashCode`` for values that may be keys.

Flink assigns a key to a key group by the hash code of its Java object, so the simulator computes
the same number. There is one function for each Java type; :func:`compute_java_hash_code` dispatches on
the Python type:

====================== =========================================================================
``str``                ``String``: over UTF-16 units, so a character beyond U+FFFF counts as two
``bool``               ``Boolean``
``int``                ``Integer`` if it fits 32 bits, else ``Long`` if 64, else ``BigInteger``
``float``              ``Double``
``tuple``              ``Tuple0`` to ``Tuple25``, and longer by the same rule; ``None`` inside is 0
``None``               rejected, with Flink's error message
``Decimal``            ``BigDecimal``
``date``, ``time`` ... ``LocalDate``, ``LocalTime``, ``LocalDateTime`` (no time zone)
enum member            its name, as a string
``Row``                ``Row``, by its kind and its fields in order
``list``               ``ArrayList``; PyFlink accepts any value that can be pickled
frozen dataclass       ``Objects.hash`` of its fields, as IDEs generate it for a POJO
anything else          its own method ``java_hash_code()``, otherwise rejected
====================== =========================================================================

Differs: a Python ``int`` may be an ``Integer`` or a ``Long``. Unless its type is declared
(:mod:`flinksim.common.typeutils.hashing`), it is an ``Integer`` if it fits. Both hash codes are
equal from 0 to 2**31 - 1. They differ for a *negative* ``Long`` (``-1`` as ``Long`` hashes to 0).
In Java an enum's hash code is an address, so Flink assigns it to another key group in each process.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from functools import reduce
from typing import Any, SupportsIndex

NULL_KEY_MESSAGE = "Assigned key must not be null!"

_MASK = 0xFFFFFFFF


def to_int32(number: int) -> int:
    """Cast *number* to a signed 32-bit value, as Java's ``(int)`` does."""
    return ((number & _MASK) ^ 0x80000000) - 0x80000000


def hash_string(text: str) -> int:
    """Compute ``String.hashCode()``."""
    code = 0
    if text.isascii():
        for unit in text.encode("ascii"):
            code = code * 31 + unit & _MASK
    else:
        raw = text.encode("utf-16-le", "surrogatepass")
        for (unit,) in struct.iter_unpack("<H", raw):
            code = code * 31 + unit & _MASK
    return to_int32(code)


def hash_character(character: str) -> int:
    """Compute ``Character.hashCode()`` of one UTF-16 unit."""
    return ord(character)


def hash_boolean(value: bool) -> int:
    """Compute ``Boolean.hashCode()``."""
    return 1231 if value else 1237


def hash_integer(value: int) -> int:
    """Compute ``Integer.hashCode()``, also for ``Short`` and ``Byte``."""
    return to_int32(value)


def hash_long(value: int) -> int:
    """Compute ``Long.hashCode()``: the low half xor the high half."""
    return to_int32(value ^ (value >> 32))


def hash_big_integer(value: int) -> int:
    """Compute ``BigInteger.hashCode()``, over 32-bit words of the magnitude, highest first."""
    magnitude = abs(value)
    code = 0
    for shift in range(((magnitude.bit_length() + 31) // 32 - 1) * 32, -1, -32):
        code = code * 31 + (magnitude >> shift & _MASK) & _MASK
    return to_int32(-code if value < 0 else code)


def hash_double(value: float) -> int:
    """Compute ``Double.hashCode()``: ``-0.0`` and ``0.0`` differ, all NaN are equal."""
    if value != value:
        return hash_long(0x7FF8000000000000)
    (bits,) = struct.unpack("<q", struct.pack("<d", value))
    return hash_long(bits)


def hash_float(value: float) -> int:
    """Compute ``Float.hashCode()`` of *value* rounded to 32 bits."""
    if value != value:
        return 0x7FC00000
    (bits,) = struct.unpack("<i", struct.pack("<f", value))
    return int(bits)


def hash_big_decimal(value: Decimal) -> int:
    """Compute ``BigDecimal.hashCode()``: ``1.0`` and ``1.00`` differ.

    Raises:
        TypeError: for NaN and infinities, which Java's type does not have.
    """
    sign, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):
        raise TypeError(f"{value} cannot be used as key: java.math.BigDecimal cannot represent it")
    unscaled = int("".join(map(str, digits))) * (-1 if sign else 1)
    scale = -exponent
    magnitude = abs(unscaled)
    if magnitude < (1 << 63):
        low = ((magnitude >> 32) * 31 + (magnitude & _MASK)) & _MASK
        return to_int32(31 * (-low if unscaled < 0 else low) + scale)
    return to_int32(31 * hash_big_integer(unscaled) + scale)


def combine_tuple_hash_codes(element_hash_codes: tuple[int, ...] | list[int]) -> int:
    """Combine the hash codes of fields as ``TupleN.hashCode()`` does; a null field counts as 0."""
    return to_int32(reduce(lambda code, element: code * 31 + element, element_hash_codes, 0))


def combine_list_hash_codes(element_hash_codes: tuple[int, ...] | list[int]) -> int:
    """Combine hash codes as ``Objects.hash(...)`` and ``List.hashCode()`` do, starting with 1."""
    return to_int32(reduce(lambda code, element: code * 31 + element, element_hash_codes, 1))


def compute_java_hash_code(key: Any) -> int:
    """Compute the hash code of the Java object for *key*, by the table of this module.

    >>> compute_java_hash_code("flink")
    97520992

    Raises:
        TypeError: for ``None`` (with Flink's message) and for values that cannot be keys.
    """
    kind = type(key)
    if kind is str:
        return hash_string(key)
    if kind is int:
        return _hash_int(key)
    if kind is tuple:
        return combine_tuple_hash_codes(
            [0 if e is None else compute_java_hash_code(e) for e in key]
        )
    return _hash_other(key)


def _hash_int(value: int) -> int:
    if -0x80000000 <= value <= 0x7FFFFFFF:
        return value
    if -(1 << 63) <= value < 1 << 63:
        return hash_long(value)
    return hash_big_integer(value)


def _hash_other(key: Any) -> int:
    """Compute the hash code of a key that is not exactly a ``str``, ``int`` or ``tuple``.

    Instances of their subclasses are handled here, too.
    """
    if key is None:
        raise TypeError(NULL_KEY_MESSAGE)
    own = getattr(key, "java_hash_code", None)
    if own is not None:
        return int(own())
    match key:
        case bool():
            return hash_boolean(key)
        case Enum():
            return hash_string(key.name)
        case float():
            return hash_double(key)
        case str():
            return hash_string(str(key))
        case tuple():
            return compute_java_hash_code(tuple(key))
        case list():
            return combine_list_hash_codes(
                [0 if v is None else compute_java_hash_code(v) for v in key]
            )
        case Decimal():
            return hash_big_decimal(key)
        case datetime():
            _reject_time_zone(key)
            return _hash_date(key.date()) ^ _hash_time(key.time())
        case date():
            return _hash_date(key)
        case time():
            _reject_time_zone(key)
            return _hash_time(key)
        case SupportsIndex():
            return _hash_int(key.__index__())
    if is_dataclass(key) and key.__dataclass_params__.frozen:  # type: ignore[union-attr]
        values = [getattr(key, field.name) for field in fields(key)]
        return combine_list_hash_codes(
            [0 if v is None else compute_java_hash_code(v) for v in values]
        )
    raise TypeError(
        f"Type {type(key).__name__} cannot be used as key: it has no hash code that is the same in "
        f"every process (value: {key!r}). Use a str, int, bool, float, Decimal, date, time, an "
        f"enum member, a tuple, list or frozen dataclass of these, or give the class a method "
        f"java_hash_code()."
    )


def _hash_date(value: date) -> int:
    """Compute ``LocalDate.hashCode()``."""
    year = value.year
    return to_int32((year & 0xFFFFF800) ^ ((year << 11) + (value.month << 6) + value.day))


def _hash_time(value: time) -> int:
    """Compute ``LocalTime.hashCode()``: nanoseconds of the day, as a long."""
    seconds = (value.hour * 60 + value.minute) * 60 + value.second
    return hash_long((seconds * 1_000_000 + value.microsecond) * 1000)


def _reject_time_zone(value: datetime | time) -> None:
    if value.tzinfo is not None:
        raise TypeError(
            f"{value!r} cannot be used as key: it has a time zone. Use epoch "
            "milliseconds, or a value without a time zone"
        )


def sort_by_java_hash(
    entries: dict[Any, Any],
    capacity: int,
    hash_function: Callable[[Any], int] = compute_java_hash_code,
) -> dict[Any, Any]:
    """Sort *entries* in the order of a Java ``HashMap`` that was created with *capacity*.

    Keys of one bucket keep their order. A bucket of nine or more keys, which Java turns into a
    tree, is not modelled here.

    Args:
        entries: the entries of the map.
        capacity: the initial capacity of the map.
        hash_function: the hash function of the keys.
    """
    places = 1 << (max(capacity, -(-len(entries) * 4 // 3)) - 1).bit_length()

    def place(entry: tuple[Any, Any]) -> int:
        return spread_hash_code(entry[0], hash_function) & (places - 1)

    return dict(sorted(entries.items(), key=place))


def spread_hash_code(key: Any, hash_function: Callable[[Any], int] = compute_java_hash_code) -> int:
    """Compute the hash code by which a Java ``HashMap`` finds the bucket of *key*.

    It is 0 for a key that has no hash code in Java.
    """
    try:
        code = 0 if key is None else hash_function(key)
    except TypeError:
        return 0
    return code ^ (code & _MASK) >> 16
