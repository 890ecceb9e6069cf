"""Conversion of a value to its declared type between two operators.

In PyFlink a value is sent to Java and back. A tuple declared as ``ROW`` arrives as a ``Row``, a
``FLOAT`` keeps 32 bits, a timestamp keeps milliseconds, and a map has the order of Java's hash
table. Only such types have a converter; values of all other types are unchanged. A value that does
not fit is rejected. Values of ``from_collection`` wrap around instead.

Not in Flink under this name: it models PyFlink's coders and ``pickled_bytes_to_python_obj``.
"""

from __future__ import annotations

import datetime
import math
import struct
from collections.abc import Callable
from decimal import Decimal
from typing import Any, TypeAlias
from warnings import warn

from flinksim.common.time import Instant
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
from flinksim.common.types import Row, create_named_row
from flinksim.core.java.hash_code import sort_by_java_hash

Converter: TypeAlias = Callable[[Any], Any]

_INTEGER_BITS = {
    BasicType.BYTE: 8, BasicType.SHORT: 16, BasicType.INT: 32, BasicType.LONG: 64,
    BasicType.BIG_INT: 64,
}  # fmt: skip
"""Number of bits of each integer type as PyFlink writes it; a ``BIG_INT`` is written as a long."""
_NUMBER_TYPES = [
    BasicTypeInfo(basic)
    for basic in (*_INTEGER_BITS, BasicType.FLOAT, BasicType.DOUBLE, BasicType.BOOLEAN)
    if basic is not BasicType.BIG_INT
]
_COMPOSITE_TYPES = (
    PrimitiveArrayTypeInfo, BasicArrayTypeInfo, ObjectArrayTypeInfo, ListTypeInfo, MapTypeInfo,
    RowTypeInfo, TupleTypeInfo,
)  # fmt: skip
_EPOCH = datetime.datetime(1970, 1, 1)
_FLOAT_32 = struct.Struct("f")


def build_converter(type_info: TypeInformation | None) -> Converter | None:
    """Build the converter to a declared type.

    ``None`` as a value stays ``None``. The converter raises ``TypeError`` for a value that cannot
    have the type, such as a string declared as ``ROW``.

    Returns:
        A function from a value to the received value, or ``None`` if values do not change.
    """
    if isinstance(type_info, BasicTypeInfo):
        return _build_basic_converter(type_info)
    convert = _build_composite_converter(type_info)
    if convert is None:
        return None
    return lambda value: None if value is None else convert(value)


def build_collection_converter(type_info: TypeInformation | None) -> Converter | None:
    """Build a converter for values that ``from_collection`` sends to Java.

    Java checks the class of a number: an ``int`` declared as ``DOUBLE`` becomes null, and so does
    text declared as a number. Any value declared as ``STRING`` becomes text. Null in a row is
    silent in Flink; here it causes a warning. Null elsewhere is a ``TypeError``.
    """
    read = _build_java_reader(type_info)
    convert = build_converter(type_info)
    if read is None:
        return convert

    def convert_or_raise(value: Any) -> Any:
        result = read(value) if convert is None else convert(read(value))
        if result is None:
            raise TypeError(f"{value!r} is null in Java, and {type_info} does not allow null")
        return result

    return convert_or_raise


def _build_java_reader(type_info: TypeInformation | None) -> Converter | None:
    match type_info:
        case BasicTypeInfo():
            return _build_basic_java_reader(type_info)
        case TimestampTypeInfo():
            return _read_timestamp
        case MapTypeInfo():
            return _build_map_reader(type_info)
        case RowTypeInfo() | TupleTypeInfo():
            readers = [_build_java_reader(field) for field in type_info.get_field_types()]
            needed = [
                isinstance(type_info, TupleTypeInfo) and not _is_nullable(field)
                for field in type_info.get_field_types()
            ]
            if not any(readers) and not any(needed):
                return None

            def read_fields(value: Any) -> Any:
                if isinstance(value, Row):
                    return _copy_row_kind(value, read_fields(_order_fields(value, type_info)))
                if not isinstance(value, (tuple, list)) or len(value) != len(readers):
                    return value
                fields = tuple(
                    part if read is None else read(part)
                    for read, part in zip(readers, value, strict=True)
                )
                for field, is_needed in zip(fields, needed, strict=True):
                    if field is None and is_needed:
                        raise TypeError(f"{value!r} contains a null, which a tuple does not allow")
                return fields

            return read_fields
        case _:
            return None


def _is_nullable(type_info: TypeInformation) -> bool:
    """Return whether Java's serializer of the type can write null."""
    return type_info not in _NUMBER_TYPES and not isinstance(type_info, _COMPOSITE_TYPES)


def _order_fields(row: Row, type_info: RowTypeInfo | TupleTypeInfo) -> list[Any]:
    """Return the values of *row* in the order of the fields of its type."""
    if row._fields is not None and isinstance(type_info, RowTypeInfo) and type_info.is_named:
        return [row[name] for name in type_info.get_field_names()]
    return list(row)


def _copy_row_kind(row: Row, values: Any) -> Row:
    result = Row(*values)
    result.set_row_kind(row.get_row_kind())
    return result


def _build_basic_java_reader(type_info: BasicTypeInfo) -> Converter | None:
    basic = type_info.basic_type
    if basic in _INTEGER_BITS:
        half = 1 << (_INTEGER_BITS[basic] - 1)
        return _build_number_reader(int, lambda value: (value + half) % (2 * half) - half, basic)
    if basic in (BasicType.FLOAT, BasicType.DOUBLE):
        return _build_number_reader(float, lambda value: value, basic)
    if basic is BasicType.STRING:
        return lambda value: value if value is None or isinstance(value, str) else str(value)
    if basic is BasicType.INSTANT:
        return _read_instant
    return None


def _read_instant(value: Any) -> Any:
    if value is None:
        raise TypeError(
            "None cannot be converted to an Instant, and PyFlink cannot pass it to Java"
        )
    return Instant.of_epoch_milli(value.to_epoch_milli())


def _read_timestamp(value: Any) -> Any:
    """Wrap a timestamp around as Java does when it reads it, with seconds in 32 bits.

    19 January 2038 is followed by 13 December 1901.
    """
    if not isinstance(value, datetime.datetime):
        return value
    seconds = int((value.replace(microsecond=0) - _EPOCH).total_seconds())
    wrapped = (seconds + (1 << 31)) % (1 << 32) - (1 << 31)
    return value + datetime.timedelta(seconds=wrapped - seconds)


def _build_number_reader(
    python_type: type, convert: Callable[[Any], Any], basic: BasicType
) -> Converter:
    def read(value: Any) -> Any:
        if value is None:
            return None
        if isinstance(value, python_type):
            return convert(value)
        warn(
            f"from_collection: {value!r} ({type(value).__name__}) was declared as "
            f"Types.{basic.name}(), and Flink silently replaces it with null. Use "
            f"a value of the declared type, such as {python_type.__name__}(...)",
            stacklevel=3,
        )
        return None

    return read


def _build_composite_converter(type_info: TypeInformation | None) -> Converter | None:
    match type_info:
        case RowTypeInfo():
            return _build_row_converter(type_info)
        case TupleTypeInfo():
            return _build_tuple_converter(type_info)
        case PrimitiveArrayTypeInfo(element_type=BasicTypeInfo(basic_type=BasicType.BYTE)):
            return _to_bytes
        case BasicArrayTypeInfo() | PrimitiveArrayTypeInfo() | ObjectArrayTypeInfo():
            return _build_list_converter(type_info.element_type)
        case ListTypeInfo():
            return _build_list_converter(type_info.element_type)
        case MapTypeInfo():
            return _build_map_converter(type_info)
        case DateTypeInfo():
            return _to_date
        case TimeTypeInfo():
            return _to_time
        case TimestampTypeInfo():
            return _truncate_to_milliseconds
        case _:
            return None


def _build_basic_converter(type_info: BasicTypeInfo) -> Converter | None:
    """Build the converter of PyFlink's coder for a basic type; it rejects values of other types."""
    basic = type_info.basic_type
    bits = _INTEGER_BITS.get(basic)
    if bits is not None:
        return _build_integer_converter(basic, bits)
    if basic is BasicType.DOUBLE:
        return _build_class_converter(float, _to_float, basic)
    if basic is BasicType.FLOAT:
        return _build_class_converter(None, _to_float_32, basic)
    if basic is BasicType.BOOLEAN:
        return _build_class_converter(bool, _to_bool, basic)
    if basic is BasicType.BIG_DEC:
        return _build_class_converter(Decimal, lambda value: Decimal(str(value)), basic)
    if basic is BasicType.STRING:
        return _build_class_converter(str, _to_text, basic)
    return None


def _build_integer_converter(basic: BasicType, bits: int) -> Converter:
    half = 1 << (bits - 1)

    def convert_integer(value: Any) -> Any:
        if value.__class__ is int and -half <= value < half:
            return value
        if value is None:
            return None
        if not hasattr(value, "__int__"):
            raise _build_type_error(value, basic, "an integer is required")
        if not -half <= int(value) < half:
            target = "C long" if bits == 64 else f"int{bits}_t"
            subject = "Python int" if bits == 64 else "value"
            raise OverflowError(
                _format_type_error(value, basic, f"{subject} too large to convert to {target}")
            )
        return int(value)

    return convert_integer


def _build_class_converter(
    exact_class: type | None, convert: Callable[[Any], Any], basic: BasicType
) -> Converter:
    def converter(value: Any) -> Any:
        if value.__class__ is exact_class or value is None:
            return value
        try:
            return convert(value)
        except (TypeError, ValueError) as error:
            raise _build_type_error(value, basic, str(error)) from None

    return converter


def _to_float(value: Any) -> float:
    if isinstance(value, str):
        raise TypeError("must be real number, not str")
    return float(value)


def _to_float_32(value: Any) -> float:
    number = _to_float(value)
    try:
        rounded: float = _FLOAT_32.unpack(_FLOAT_32.pack(number))[0]
    except OverflowError:
        return math.copysign(math.inf, number)
    return rounded


def _to_bool(value: Any) -> bool:
    """Convert a value declared as ``BOOLEAN`` as C does: the fraction is dropped, so 0.5 is false."""
    if not hasattr(value, "__int__"):
        raise TypeError("an integer is required")
    number = int(value)
    if not -128 <= number < 128:
        raise TypeError("value too large to convert to signed char")
    return bool(number)


def _to_date(value: Any) -> Any:
    return value.date() if isinstance(value, datetime.datetime) else value


def _to_time(value: Any) -> Any:
    return _truncate_to_milliseconds(
        value.time() if isinstance(value, datetime.datetime) else value
    )


def _truncate_to_milliseconds(value: Any) -> Any:
    """Truncate a time or timestamp to milliseconds."""
    if isinstance(value, (datetime.datetime, datetime.time)):
        return value.replace(microsecond=value.microsecond // 1000 * 1000)
    return value


def _to_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    raise TypeError(f"text is required, not {type(value).__name__}")


def _build_type_error(value: Any, basic: BasicType, reason: str) -> TypeError:
    return TypeError(_format_type_error(value, basic, reason))


def _format_type_error(value: Any, basic: BasicType, reason: str) -> str:
    return (
        f"{reason}: the output was declared as Types.{basic.name}(), but the "
        f"function returned {value!r} ({type(value).__name__}). Change the "
        "function or its output_type"
    )


def _build_row_converter(type_info: RowTypeInfo) -> Converter:
    names = type_info.get_field_names()
    convert_fields = _build_fields_converter(type_info.get_field_types())

    def to_row(value: Any) -> Row:
        match value:
            case Row():
                values = _order_fields(value, type_info)
            case tuple() | list():
                values = list(value)
            case dict():
                values = [value.get(name) for name in names]
            case _ if hasattr(value, "__dict__"):
                values = [value.__dict__.get(name) for name in names]
            case _:
                raise TypeError(f"Unexpected tuple {value!r} with {type_info}")
        row = create_named_row(names, convert_fields(values))
        if isinstance(value, Row):
            row.set_row_kind(value.get_row_kind())
        return row

    return to_row


def _build_tuple_converter(type_info: TupleTypeInfo) -> Converter:
    convert_fields = _build_fields_converter(type_info.get_field_types())

    def to_tuple(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, (tuple, list, Row)):
            raise TypeError(f"Unexpected tuple {value!r} with {type_info}")
        return tuple(convert_fields(list(value)))

    return to_tuple


def _build_fields_converter(types: list[TypeInformation]) -> Callable[[list[Any]], list[Any]]:
    converters = [(i, c) for i, c in enumerate(map(build_converter, types)) if c is not None]
    arity = len(types)

    def convert_fields(values: list[Any]) -> list[Any]:
        if len(values) != arity:
            raise TypeError(
                f"a value with {len(values)} fields does not fit the declared "
                f"type with {arity} fields {types}: {values!r}. Change the "
                "function or its output_type"
            )
        for position, convert in converters:
            values[position] = convert(values[position])
        return values

    return convert_fields


def _to_bytes(values: Any) -> bytes:
    return values if isinstance(values, bytes) else bytes([value & 0xFF for value in values])


def _build_list_converter(element_type: TypeInformation) -> Converter:
    convert = build_converter(element_type)
    if convert is None:
        return list
    return lambda values: [convert(value) for value in values]


def _build_map_reader(type_info: MapTypeInfo) -> Converter:
    """Build a reader of maps; Java unpickles any other object as a map of its attributes."""
    key = _build_java_reader(type_info.key_type) or (lambda value: value)
    item = _build_java_reader(type_info.value_type) or (lambda value: value)

    def read(value: Any) -> Any:
        if not isinstance(value, dict) and hasattr(value, "__dict__"):
            kind = type(value)
            value = {**vars(value), "__class__": f"{kind.__module__}.{kind.__qualname__}"}
        return {key(k): item(v) for k, v in value.items()} if isinstance(value, dict) else value

    return read


def _build_map_converter(type_info: MapTypeInfo) -> Converter:
    key = build_converter(type_info.key_type) or (lambda value: value)
    item = build_converter(type_info.value_type) or (lambda value: value)
    return lambda values: _sort_like_java({key(k): item(v) for k, v in values.items()})


def _sort_like_java(entries: dict[Any, Any]) -> dict[Any, Any]:
    """Sort *entries* in the order of a Java ``HashMap`` that was created for their number.

    Flink: ``MapSerializer``, ``CollectionUtil.newHashMapWithExpectedSize``.
    """
    size = len(entries)
    if size < 2:
        return entries
    return sort_by_java_hash(entries, size + 1 if size == 2 else math.ceil(size / 0.75))
