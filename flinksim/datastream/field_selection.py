"""The field that ``sum``, ``min`` and the like select, checked when the program is built.

A field is a position (tuples, arrays; 0 or ``*`` for a whole basic value) or a name: ``f1`` of a
tuple, ``f1.f0`` of a nested tuple. A ``Row`` has fields by position and by name, because it
replaces a POJO here.

Flink: ``FieldAccessorFactory``, ``SumFunction.getForClass``.
Differs: the Java API rejects a ``Row``, and accepts a POJO instead.
"""

from __future__ import annotations

from typing import TypeAlias

from flinksim.common.typeinfo import (
    BasicArrayTypeInfo,
    BasicType,
    BasicTypeInfo,
    PickledBytesTypeInfo,
    PrimitiveArrayTypeInfo,
    RowTypeInfo,
    TupleTypeInfo,
    TypeInformation,
)
from flinksim.common.typeutils.java_type_names import format_java_class_name, format_java_type_name
from flinksim.core.pyflink_errors import JavaIllegalArgumentError, JavaTypeMismatchError

FieldExpression: TypeAlias = int | str | tuple[int, ...]
"""A position, a name, or the positions in nested tuples from the outermost to the innermost."""

_NUMERIC_TYPES = frozenset(
    {
        BasicType.BYTE, BasicType.SHORT, BasicType.INT, BasicType.LONG, BasicType.FLOAT,
        BasicType.DOUBLE,
    }
)  # fmt: skip


def resolve_field(
    type_info: TypeInformation | None, field: int | str, call: str
) -> tuple[FieldExpression, TypeInformation | None]:
    """Resolve a field of the declared type.

    Args:
        type_info: The declared type of the values, if any.
        field: The position or name of the field.
        call: The method with its parameter, for error messages.

    Returns:
        The resolved field, and its type if that is declared.

    Raises:
        ValueError: If there is no such field, with Flink's error message.
    """
    match type_info:
        case None | PickledBytesTypeInfo():
            return field, None
        case BasicTypeInfo():
            return _resolve_basic_field(type_info, field, call)
        case TupleTypeInfo():
            return _resolve_tuple_field(type_info, field, call)
        case PrimitiveArrayTypeInfo() | BasicArrayTypeInfo():
            position = int(field) if isinstance(field, int) or field.isdecimal() else -1
            if position < 0:
                raise _create_field_error(
                    f'The array has no field "{field}", only positions.', call, field
                )
            return position, type_info.element_type
        case RowTypeInfo():
            return _resolve_row_field(type_info, field, call)
    how = "position" if isinstance(field, int) else "field expression"
    end = (
        "Referencing a field by position is supported on tuples, case classes, and arrays. "
        "Additionally, you can select the 0th field of a primitive/basic type (e.g. int)."
        if isinstance(field, int)
        else "Field expressions are only supported on POJO types, tuples, and case classes. (See the "
        "Flink documentation on what is considered a POJO.)"
    )
    text = f"Cannot reference field by {how} on {format_java_type_name(type_info)}{end}"
    raise _create_field_error(text, call, field)


def check_numeric_type(field_type: TypeInformation | None, call: str) -> None:
    """Check that a declared type supports ``+``.

    Raises:
        TypeError: If it does not, with Flink's error message.
    """
    if field_type is None or isinstance(field_type, PickledBytesTypeInfo):
        return
    if not (isinstance(field_type, BasicTypeInfo) and field_type.basic_type in _NUMERIC_TYPES):
        raise create_sum_type_error(format_java_class_name(field_type), call)


def create_sum_type_error(class_name: str, call: str) -> TypeError:
    """Create the error for a value that is no number, with Flink's error message."""
    return JavaTypeMismatchError(
        f"DataStream cannot be summed because the class {class_name} does not "
        f"support the + operator. {call}: choose a numeric field, or write a "
        "reduce function. PyFlink accepts every type that Python can add."
    )


def _resolve_basic_field(
    type_info: BasicTypeInfo, field: int | str, call: str
) -> tuple[FieldExpression, TypeInformation]:
    if field in (0, "0", "*"):
        return 0, type_info
    name = format_java_type_name(type_info)
    if isinstance(field, int):
        text = (
            f"The {field}. field selected on a basic type ({name}). A field expression on a basic type "
            "can only select the 0th field (which means selecting the entire basic type)."
        )
    else:
        text = (
            f'You tried to select the field "{field}" on a {name}. A field expression on a basic type '
            'can only be "*" or "0" (both of which mean selecting the entire basic type).'
        )
    raise _create_field_error(text, call, field)


def _resolve_tuple_field(
    type_info: TupleTypeInfo, field: int | str, call: str
) -> tuple[FieldExpression, TypeInformation | None]:
    types, name = type_info.get_field_types(), format_java_type_name(type_info)
    if isinstance(field, int):
        if not 0 <= field < len(types):
            text = f'Tried to select {field}. field on "{name}", which is an invalid index.'
            raise _create_field_error(text, call, field)
        return field, types[field]
    head, _, tail = field.partition(".")
    digits = head.removeprefix("f")
    if not digits.isdecimal() or int(digits) >= len(types):
        text = f'Tried to select field "{head}" on {name} . Only integer values are allowed here.'
        raise _create_field_error(text, call, field)
    position = int(digits)
    if not tail:
        return position, types[position]
    inner, inner_type = resolve_field(types[position], tail, call)
    if isinstance(types[position], BasicTypeInfo):
        return position, inner_type
    path = inner if isinstance(inner, tuple) else (inner,)
    return (position, *path), inner_type


def _resolve_row_field(
    type_info: RowTypeInfo, field: int | str, call: str
) -> tuple[FieldExpression, TypeInformation]:
    types, names = type_info.get_field_types(), type_info.get_field_names()
    if isinstance(field, int) and 0 <= field < len(types):
        return field, types[field]
    if field in names:
        return field, types[names.index(str(field))]
    text = f'{format_java_type_name(type_info)} has no field "{field}".'
    raise _create_field_error(text, call, field)


def _create_field_error(text: str, call: str, field: int | str) -> ValueError:
    return JavaIllegalArgumentError(f"{text} {call} was given {field!r}.")
