"""Checks of result types: PyFlink's coders reject values that converters would accept.

A worker serializes each result as its type says: a tuple for ``TUPLE``, a list for ``LIST`` and
arrays, a ``Row`` for ``ROW``, and no null in a tuple or ``LIST``. A null result reaches Java, where
the serializers of most types cannot write it to the network.

Flink: ``pyflink.fn_execution.coder_impl_fast``; ``org.apache.flink.api.common.typeutils.base``.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from flinksim.common.typeinfo import (
    BasicArrayTypeInfo,
    BasicType,
    BasicTypeInfo,
    DateTypeInfo,
    ListTypeInfo,
    MapTypeInfo,
    ObjectArrayTypeInfo,
    PickledBytesTypeInfo,
    PrimitiveArrayTypeInfo,
    RowTypeInfo,
    TimestampTypeInfo,
    TimeTypeInfo,
    TupleTypeInfo,
    TypeInformation,
    Types,
)
from flinksim.common.types import Row
from flinksim.common.typeutils.conversion import Converter, build_converter

_NON_NULLABLE_TYPES = (
    BasicTypeInfo, ListTypeInfo, MapTypeInfo, RowTypeInfo, TupleTypeInfo, PrimitiveArrayTypeInfo,
    ObjectArrayTypeInfo, BasicArrayTypeInfo,
)  # fmt: skip
_INTEGER_TYPES = (BasicType.BYTE, BasicType.SHORT, BasicType.INT, BasicType.LONG)
_NULLABLE_BASIC_TYPES = (BasicType.STRING, BasicType.BIG_DEC, BasicType.BIG_INT, BasicType.INSTANT)

_Check = Callable[[Any], None]


def create_coder(type_info: TypeInformation | None) -> Converter | None:
    """Create the conversion of results of a Python worker, with the checks of PyFlink's coders.

    Like :func:`~flinksim.common.typeutils.conversion.build_converter`. The conversion raises
    ``TypeError`` or ``AttributeError`` with PyFlink's message for a value of another type, and for
    a null in a value.
    """
    convert, check = build_converter(type_info), _create_check(type_info)
    if type_info in _MISREAD_TYPES:
        convert = _create_misread_converter(_MISREAD_TYPES[type_info], convert)
    if check is None:
        return convert

    def written(value: Any) -> Any:
        if value is None:
            return None
        try:
            check(value)
        except (TypeError, AttributeError) as error:
            raise type(error)(
                f"{error}: the output was declared as {type_info}, but the "
                f"function returned {value!r}. Change the function or its "
                "output_type"
            ) from None
        return value if convert is None else convert(value)

    return written


def create_state_check(type_info: TypeInformation | None, state: str) -> _Check | None:
    """Create a function that rejects a value which the worker cannot write as the type of *state*.

    ``None`` for a state of pickled objects. PyFlink writes state at the end of a bundle, and fails then.
    """
    if type_info is None or isinstance(type_info, PickledBytesTypeInfo):
        return None
    written = _read_lists_as_arrays(type_info)
    check_value, coder = _create_non_null_check(written), create_coder(written)
    is_text = type_info == Types.STRING()

    def check(value: Any) -> None:
        try:
            if is_text and value is not None and not isinstance(value, str):
                raise AttributeError(f"'{type(value).__name__}' object has no attribute 'encode'")
            if check_value is not None:
                check_value(value)
            if coder is not None:
                coder(value)
        except (AttributeError, OverflowError, TypeError, ValueError, struct.error) as error:
            reason = str(error).partition(": the output was declared")[0]
            raise type(error)(
                f"{reason}: the state {state!r} was declared as {type_info}, but was given "
                f"{value!r}. Store a value of this type, or change the type in the state descriptor"
            ) from None

    return check


def _read_lists_as_arrays(type_info: TypeInformation) -> TypeInformation:
    """Replace ``LIST`` by an array: the worker writes a null in both; only Java's list has none."""
    match type_info:
        case ListTypeInfo():
            return ObjectArrayTypeInfo(_read_lists_as_arrays(type_info.element_type))
        case TupleTypeInfo():
            return TupleTypeInfo([_read_lists_as_arrays(t) for t in type_info.get_field_types()])
        case _:
            return type_info


def create_thread_coder(type_info: TypeInformation | None) -> Converter | None:
    """Create the conversion of results in thread mode, where Java converts Python objects.

    Like :func:`create_coder`, but a list is accepted as a tuple, and a ``float`` is rejected as an
    integer.
    """
    written = create_coder(type_info)
    if isinstance(type_info, TupleTypeInfo):
        return lambda value: _apply_coder(written, tuple(value) if type(value) is list else value)
    if isinstance(type_info, BasicTypeInfo) and type_info.basic_type in _INTEGER_TYPES:
        return lambda value: _apply_coder(written, _reject_float(value, type_info))
    return written


def _apply_coder(coder: Converter | None, value: Any) -> Any:
    return value if coder is None else coder(value)


def _reject_float(value: Any, type_info: TypeInformation) -> Any:
    if isinstance(value, float):
        raise TypeError(
            "ClassCastException: Double cannot be cast: the output was declared "
            f"as {type_info}, but the function returned {value!r}. Return a whole "
            "number"
        )
    return value


def _convert_big_int(number: int) -> int | None:
    """Convert an integer as Java reads it.

    The worker writes a long; ``BigIntSerializer`` reads a length and bytes.

    Lengths 0 to 3 mean null, 0, 1 and 10; from 5 on the length is the number of bytes plus 4.
    """
    encoded = number.to_bytes(8, "big", signed=True)
    length = int.from_bytes(encoded[:4], "big", signed=True)
    if 0 <= length <= 3:
        return (None, 0, 1, 10)[length]
    if 5 <= length <= 8:
        return int.from_bytes(encoded[4:length], "big", signed=True)
    raise OverflowError(
        f"EOFException: PyFlink's worker writes {number} as a long, but Java "
        "reads BIG_INT in another format. Declare the output as LONG"
    )


def _convert_char(_: str) -> str:
    """Convert a text as Java reads it: ``CharSerializer`` reads its length as half a char."""
    return "\0"


_MISREAD_TYPES: dict[TypeInformation, Converter] = {
    Types.BIG_INT(): _convert_big_int, Types.CHAR(): _convert_char
}  # fmt: skip
"""Types that Java reads in another way than PyFlink's workers write them; a bug of PyFlink."""


def _create_misread_converter(read: Converter, convert: Converter | None) -> Converter:
    def written(value: Any) -> Any:
        value = value if convert is None else convert(value)
        return None if value is None else read(value)

    return written


def create_network_check(
    type_info: TypeInformation | None, is_python_output: bool
) -> Converter | None:
    """Create a function that rejects ``None`` for types that Java cannot serialize as null.

    A value without a declared type is pickled. The result of a Python function (*is_python_output*) has
    no pickle for ``None``; an element of a collection has one.
    """
    is_pickled = type_info is None or isinstance(type_info, PickledBytesTypeInfo)
    if not (is_python_output if is_pickled else isinstance(type_info, _NON_NULLABLE_TYPES)):
        return None
    if isinstance(type_info, BasicTypeInfo) and type_info.basic_type in _NULLABLE_BASIC_TYPES:
        return None

    def written(value: Any) -> Any:
        if value is None:
            raise TypeError(
                "NullPointerException: None cannot be written as "
                f"{type_info or 'pickled bytes'}. Return a value, or declare a "
                "ROW, whose fields may be None"
            )
        return value

    return written


def _create_check(type_info: TypeInformation | None) -> _Check | None:
    match type_info:
        case RowTypeInfo():
            return _create_row_check(
                [_allow_null(_create_check(each)) for each in type_info.get_field_types()]
            )
        case TupleTypeInfo():
            return _create_tuple_check(
                [_create_non_null_check(each) for each in type_info.get_field_types()]
            )
        case PrimitiveArrayTypeInfo(element_type=BasicTypeInfo(basic_type=BasicType.BYTE)):
            return _check_bytes
        case ListTypeInfo():
            return _create_list_check(_create_non_null_check(type_info.element_type))
        case BasicArrayTypeInfo() | PrimitiveArrayTypeInfo() | ObjectArrayTypeInfo():
            return _create_list_check(_allow_null(_create_check(type_info.element_type)))
        case BasicTypeInfo(basic_type=BasicType.INSTANT):
            return _create_attribute_check("seconds")
        case BasicTypeInfo(basic_type=BasicType.CHAR):
            return _create_attribute_check("encode")
        case DateTypeInfo():
            return _create_attribute_check("toordinal")
        case TimeTypeInfo():
            return _create_attribute_check("hour")
        case TimestampTypeInfo():
            return _create_attribute_check("timestamp")
        case _:
            return None


def _check_bytes(value: Any) -> None:
    if not isinstance(value, bytes | bytearray):
        raise TypeError(f"Expected bytes, got {type(value).__name__}")


def _create_attribute_check(name: str) -> _Check:
    """Create a check for an attribute that a coder reads."""

    def check(value: Any) -> None:
        if not hasattr(value, name):
            raise AttributeError(f"'{type(value).__name__}' object has no attribute '{name}'")

    return check


def _create_non_null_check(type_info: TypeInformation) -> _Check | None:
    """Create the check of a field of a tuple or an element of a list, which rejects nulls."""
    if isinstance(type_info, PickledBytesTypeInfo):
        return None
    inner_check = _create_check(type_info)
    is_number = (
        isinstance(type_info, BasicTypeInfo) and type_info.basic_type not in _NULLABLE_BASIC_TYPES
    )

    def check(value: Any) -> None:
        if value is None:
            if is_number:
                raise TypeError("an integer is required, not None")
            raise AttributeError("'NoneType' object has no attribute 'encode'")
        if inner_check is not None:
            inner_check(value)

    return check


def _allow_null(check: _Check | None) -> _Check | None:
    if check is None:
        return None
    return lambda value: None if value is None else check(value)


def _create_row_check(fields: list[_Check | None]) -> _Check:
    def check(value: Any) -> None:
        if not isinstance(value, Row):
            raise AttributeError(
                f"'{type(value).__name__}' object has no attribute 'get_fields_by_names'"
            )
        for field, part in zip(fields, value, strict=False):
            if field is not None:
                field(part)

    return check


def _create_tuple_check(fields: list[_Check | None]) -> _Check:
    def check(value: Any) -> None:
        if not isinstance(value, tuple):
            raise TypeError(f"Expected tuple, got {type(value).__name__}")
        for field, part in zip(fields, value, strict=False):
            if field is not None:
                field(part)

    return check


def _create_list_check(element: _Check | None) -> _Check:
    def check(value: Any) -> None:
        if not isinstance(value, list):
            raise TypeError(f"Expected list, got {type(value).__name__}")
        if element is not None:
            for part in value:
                element(part)

    return check
