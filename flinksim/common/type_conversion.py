"""What a declared type does to a value on its way from one operator to the next.

In PyFlink a value crosses the border to Java and back: a tuple declared as ``ROW`` arrives as a
``Row``, a ``FLOAT`` keeps 32 bits, an ``INT`` wraps around. Only such types have a converter; for all
others values pass untouched.

Not in Flink under this name: it stands for PyFlink's coders and ``pickled_bytes_to_python_obj``.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, TypeAlias

from flinksim.common.typeinfo import (
    BasicArrayTypeInfo,
    BasicType,
    BasicTypeInfo,
    ListTypeInfo,
    MapTypeInfo,
    ObjectArrayTypeInfo,
    PrimitiveArrayTypeInfo,
    RowTypeInfo,
    TupleTypeInfo,
    TypeInformation,
)
from flinksim.common.types import Row

Converter: TypeAlias = Callable[[Any], Any]

_INTEGER_BITS = {BasicType.BYTE: 8, BasicType.SHORT: 16, BasicType.INT: 32, BasicType.LONG: 64}
_FLOAT_32 = struct.Struct("f")


def converter_for(type_info: TypeInformation | None) -> Converter | None:
    """A function from a value to what arrives of it, or ``None`` if nothing changes.

    ``None`` as a value stays ``None``. The function raises ``TypeError`` for a value that cannot be of
    the type, such as a string declared as ``ROW``.
    """
    convert = _converter(type_info)
    if convert is None:
        return None
    return lambda value: None if value is None else convert(value)


def _converter(type_info: TypeInformation | None) -> Converter | None:
    match type_info:
        case BasicTypeInfo():
            return _basic_converter(type_info)
        case RowTypeInfo():
            return _row_converter(type_info)
        case TupleTypeInfo():
            return _tuple_converter(type_info)
        case BasicArrayTypeInfo() | PrimitiveArrayTypeInfo() | ObjectArrayTypeInfo():
            return _list_converter(type_info.element_type)
        case ListTypeInfo():
            return _list_converter(type_info.element_type)
        case MapTypeInfo():
            return _map_converter(type_info)
        case _:
            return None


def _basic_converter(type_info: BasicTypeInfo) -> Converter | None:
    bits = _INTEGER_BITS.get(type_info.basic_type)
    if bits is not None:
        half, modulus = 1 << (bits - 1), 1 << bits

        def wrap(value: Any) -> Any:
            if isinstance(value, int) and not -half <= value < half:
                return (value + half) % modulus - half
            return value

        return wrap
    if type_info.basic_type is BasicType.FLOAT:
        return lambda value: _FLOAT_32.unpack(_FLOAT_32.pack(value))[0]
    return None


def _row_converter(type_info: RowTypeInfo) -> Converter:
    names = type_info.get_field_names()
    convert_fields = _fields_converter(type_info.get_field_types())

    def to_row(value: Any) -> Row:
        match value:
            case Row() if value._fields is not None:
                values = [value[name] for name in names] if type_info.is_named else list(value)
            case Row() | tuple() | list():
                values = list(value)
            case dict():
                values = [value.get(name) for name in names]
            case _ if hasattr(value, "__dict__"):
                values = [value.__dict__.get(name) for name in names]
            case _:
                raise TypeError(f"Unexpected tuple {value!r} with {type_info}")
        row = Row(*convert_fields(values))
        row.set_field_names(names)
        if isinstance(value, Row):
            row.set_row_kind(value.get_row_kind())
        return row

    return to_row


def _tuple_converter(type_info: TupleTypeInfo) -> Converter:
    convert_fields = _fields_converter(type_info.get_field_types())

    def to_tuple(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, (tuple, list, Row)):
            raise TypeError(f"Unexpected tuple {value!r} with {type_info}")
        return tuple(convert_fields(list(value)))

    return to_tuple


def _fields_converter(types: list[TypeInformation]) -> Callable[[list[Any]], list[Any]]:
    converters = [(i, c) for i, c in enumerate(map(converter_for, types)) if c is not None]
    arity = len(types)

    def convert_fields(values: list[Any]) -> list[Any]:
        if len(values) != arity:
            raise TypeError(
                f"a value with {len(values)} fields does not fit the declared type with {arity} "
                f"fields {types}: {values!r}"
            )
        for position, convert in converters:
            values[position] = convert(values[position])
        return values

    return convert_fields


def _list_converter(element_type: TypeInformation) -> Converter:
    convert = converter_for(element_type)
    if convert is None:
        return list
    return lambda values: [convert(value) for value in values]


def _map_converter(type_info: MapTypeInfo) -> Converter | None:
    convert_key = converter_for(type_info.key_type)
    convert_value = converter_for(type_info.value_type)
    if convert_key is None and convert_value is None:
        return None
    key = convert_key or (lambda value: value)
    item = convert_value or (lambda value: value)
    return lambda values: {key(k): item(v) for k, v in values.items()}
