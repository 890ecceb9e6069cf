"""Type information: the declared types of a program's values.

Python values have their own types, so a :class:`TypeInformation` is mostly only stored, displayed
and compared. Where a result depends on the declared type (a tuple that becomes a ``Row``, a
``FLOAT`` of 32 bits), :mod:`flinksim.common.typeutils.conversion` applies it.

Flink: ``pyflink.common.typeinfo``; ``org.apache.flink.api.common.typeinfo.Types``.
Differs: there is no Java type behind it; ``get_java_type_info`` returns the type itself.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, TypeVar

from flinksim.core.pyflink_errors import (
    JavaIllegalArgumentError,
    JavaTypeMismatchError,
    PythonTypeMismatchError,
    raise_or_warn,
)
from flinksim.core.unsupported_api import as_java_object

__all__ = ["TypeInformation", "Types"]

_E = TypeVar("_E", bound=ValueError)

_MICROSECOND = datetime.timedelta(microseconds=1)


class TypeInformation:
    """The type of a stream's values; equal types compare equal, and ``repr`` is PyFlink's."""

    get_java_type_info = as_java_object
    _is_used = False
    hash_function: Callable[[Any], int] | None = None
    """Computes the Java hash code of a value, for a type whose values have a class of their own."""

    @property
    def is_used(self) -> bool:
        """Whether an operator of a program in PyFlink's dialect uses it. Not in PyFlink.

        PyFlink then also holds the Java type, and cannot pickle the object any more.
        """
        return self._is_used

    def mark_used(self) -> None:
        """Mark the type and its component types as used by an operator. Not in PyFlink."""
        self._is_used = True
        for part in self.component_types():
            part.mark_used()

    def validate(self) -> None:
        """Raise an error if it, or a component type, is not a type. Not in PyFlink."""
        for part in self.component_types():
            part.validate()

    def reset_used(self) -> None:
        """Mark it as unused; its component types are unchanged. Not in PyFlink."""
        self._is_used = False

    def component_types(self) -> list[TypeInformation]:
        """Return the types of its fields or elements. Not in PyFlink."""
        found: list[TypeInformation] = []
        for attribute in vars(self).values():
            candidates = attribute if isinstance(attribute, list) else [attribute]
            found.extend(one for one in candidates if isinstance(one, TypeInformation))
        return found

    def need_conversion(self) -> bool:
        """Return whether PyFlink converts such values for Java."""
        return False

    def to_internal_type(self, obj: Any) -> Any:
        """Convert *obj* to the form that Java gets; here the value itself."""
        return obj

    def from_internal_type(self, obj: Any) -> Any:
        """Convert a value back from the form that Java gets; here the value itself."""
        return obj

    def _identity(self) -> tuple[Any, ...]:
        """Return the attributes by which types are compared."""
        return ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TypeInformation):
            return NotImplemented
        return type(self) is type(other) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._identity()))

    def __repr__(self) -> str:
        return type(self).__name__


class BasicType(Enum):
    """Flink's basic types, with their Java names."""

    STRING = "String"
    BYTE = "Byte"
    BOOLEAN = "Boolean"
    SHORT = "Short"
    INT = "Integer"
    LONG = "Long"
    FLOAT = "Float"
    DOUBLE = "Double"
    CHAR = "Char"
    BIG_INT = "BigInteger"
    BIG_DEC = "BigDecimal"
    INSTANT = "Instant"


class BasicTypeInfo(TypeInformation):
    """A number, a string, a boolean or an instant."""

    def __init__(self, basic_type: BasicType) -> None:
        self._basic_type = basic_type

    @property
    def basic_type(self) -> BasicType:
        """The basic type. Not in PyFlink."""
        return self._basic_type

    def _identity(self) -> tuple[Any, ...]:
        return (self._basic_type.name,)

    def __repr__(self) -> str:
        return self._basic_type.value

    @staticmethod
    def STRING_TYPE_INFO() -> BasicTypeInfo:
        return BasicTypeInfo(BasicType.STRING)

    @staticmethod
    def BOOLEAN_TYPE_INFO() -> BasicTypeInfo:
        return BasicTypeInfo(BasicType.BOOLEAN)

    @staticmethod
    def BYTE_TYPE_INFO() -> BasicTypeInfo:
        return BasicTypeInfo(BasicType.BYTE)

    @staticmethod
    def SHORT_TYPE_INFO() -> BasicTypeInfo:
        return BasicTypeInfo(BasicType.SHORT)

    @staticmethod
    def INT_TYPE_INFO() -> BasicTypeInfo:
        return BasicTypeInfo(BasicType.INT)

    @staticmethod
    def LONG_TYPE_INFO() -> BasicTypeInfo:
        return BasicTypeInfo(BasicType.LONG)

    @staticmethod
    def FLOAT_TYPE_INFO() -> BasicTypeInfo:
        return BasicTypeInfo(BasicType.FLOAT)

    @staticmethod
    def DOUBLE_TYPE_INFO() -> BasicTypeInfo:
        return BasicTypeInfo(BasicType.DOUBLE)

    @staticmethod
    def CHAR_TYPE_INFO() -> BasicTypeInfo:
        return BasicTypeInfo(BasicType.CHAR)

    @staticmethod
    def BIG_INT_TYPE_INFO() -> BasicTypeInfo:
        return BasicTypeInfo(BasicType.BIG_INT)

    @staticmethod
    def BIG_DEC_TYPE_INFO() -> BasicTypeInfo:
        return BasicTypeInfo(BasicType.BIG_DEC)

    @staticmethod
    def INSTANT_TYPE_INFO() -> BasicTypeInfo:
        return InstantTypeInfo(BasicType.INSTANT)


class InstantTypeInfo(BasicTypeInfo):
    """A point on the time line."""


class SqlTimeTypeInfo(TypeInformation):
    """The three SQL time types."""

    @staticmethod
    def DATE() -> TypeInformation:
        return DateTypeInfo()

    @staticmethod
    def TIME() -> TypeInformation:
        return TimeTypeInfo()

    @staticmethod
    def TIMESTAMP() -> TypeInformation:
        return TimestampTypeInfo()


class DateTypeInfo(TypeInformation):
    """``datetime.date``; in Java the days since 1 January 1970."""

    EPOCH_ORDINAL = datetime.date(1970, 1, 1).toordinal()

    def need_conversion(self) -> bool:
        return True

    def to_internal_type(self, d: datetime.date | None) -> int | None:
        return None if d is None else d.toordinal() - self.EPOCH_ORDINAL

    def from_internal_type(self, v: int | None) -> datetime.date | None:
        return None if v is None else datetime.date.fromordinal(v + self.EPOCH_ORDINAL)


class TimeTypeInfo(TypeInformation):
    """``datetime.time``; in Java the microseconds since midnight, in UTC if it has a time zone."""

    EPOCH_ORDINAL = 0

    def need_conversion(self) -> bool:
        return True

    def to_internal_type(self, t: datetime.time | None) -> int | None:
        if t is None:
            return None
        since_midnight = datetime.timedelta(
            hours=t.hour, minutes=t.minute, seconds=t.second, microseconds=t.microsecond
        ) - (t.utcoffset() or datetime.timedelta())
        return since_midnight // _MICROSECOND

    def from_internal_type(self, t: int | None) -> datetime.time | None:
        if t is None:
            return None
        return (datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=t)).time()


class TimestampTypeInfo(TypeInformation):
    """``datetime.datetime``; in Java the microseconds since 1 January 1970."""

    def need_conversion(self) -> bool:
        return True

    def to_internal_type(self, dt: datetime.datetime | None) -> int | None:
        if dt is None:
            return None
        utc = dt.astimezone(datetime.UTC).replace(tzinfo=None) if dt.tzinfo else dt
        return (utc - datetime.datetime(1970, 1, 1)) // _MICROSECOND

    def from_internal_type(self, ts: int | None) -> datetime.datetime | None:
        if ts is None:
            return None
        return datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=ts)


class PickledBytesTypeInfo(TypeInformation):
    """Any Python object; the type of a stream without a declared type."""

    def __repr__(self) -> str:
        return "PickledByteArrayTypeInfo"


class _ElementTypeInfo(TypeInformation):
    """A collection with elements of one type."""

    def __init__(self, element_type: TypeInformation) -> None:
        self._element_type = check_type_info(element_type, f"{type(self).__name__}(element_type)")

    @property
    def element_type(self) -> TypeInformation:
        """The type of the elements. Not in PyFlink."""
        return self._element_type

    def _identity(self) -> tuple[Any, ...]:
        return (self._element_type,)

    def __repr__(self) -> str:
        return f"{type(self).__name__}<{self._element_type}>"


class PrimitiveArrayTypeInfo(_ElementTypeInfo):
    """A Java array of a primitive type; a list in Python."""


class BasicArrayTypeInfo(_ElementTypeInfo):
    """A Java array of a boxed type or of strings; a list in Python."""


class ObjectArrayTypeInfo(_ElementTypeInfo):
    """A Java array of anything else; a list in Python."""


class ListTypeInfo(_ElementTypeInfo):
    """A list."""

    @property
    def elem_type(self) -> TypeInformation:
        """The type of the elements, under PyFlink's name."""
        return self._element_type


class MapTypeInfo(TypeInformation):
    """A dict."""

    def __init__(self, key_type_info: TypeInformation, value_type_info: TypeInformation) -> None:
        self._key_type_info = check_type_info(key_type_info, "MapTypeInfo(key_type_info)")
        self._value_type_info = check_type_info(value_type_info, "MapTypeInfo(value_type_info)")

    @property
    def key_type(self) -> TypeInformation:
        """The type of the keys. Not in PyFlink."""
        return self._key_type_info

    @property
    def value_type(self) -> TypeInformation:
        """The type of the values. Not in PyFlink."""
        return self._value_type_info

    def _identity(self) -> tuple[Any, ...]:
        return (self._key_type_info, self._value_type_info)

    def __repr__(self) -> str:
        return f"MapTypeInfo<{self._key_type_info}, {self._value_type_info}>"


class RowTypeInfo(TypeInformation):
    """A :class:`~flinksim.common.types.Row`; unnamed fields are called ``f0``, ``f1`` and so on."""

    def __init__(
        self, field_types: Sequence[TypeInformation], field_names: Sequence[str] | None = None
    ) -> None:
        self._field_types = _check_type_list(field_types, "RowTypeInfo(field_types)")
        self._field_names = None if field_names is None else list(field_names)
        if self._field_names is not None and len(self._field_names) != len(self._field_types):
            raise_or_warn(self._build_length_error(ValueError))

    def _build_length_error(self, error: type[_E]) -> _E:
        assert self._field_names is not None
        return error(
            "RowTypeInfo: expected as many names as field types "
            f"({len(self._field_types)}), found {len(self._field_names)}: "
            f"{self._field_names}"
        )

    def mark_used(self) -> None:
        if self._field_names is not None and len(self._field_names) != len(self._field_types):
            raise self._build_length_error(JavaIllegalArgumentError)
        _reject_null_types(self, self._field_types)
        super().mark_used()

    @property
    def is_named(self) -> bool:
        """Whether field names were passed. Not in PyFlink."""
        return self._field_names is not None

    def get_field_names(self) -> list[str]:
        """Return the field names, or generated ones."""
        if self._field_names is not None:
            return list(self._field_names)
        return [f"f{position}" for position in range(len(self._field_types))]

    def get_field_index(self, field_name: str) -> int:
        """Return the position of *field_name*, -1 if no names were passed."""
        return self._field_names.index(field_name) if self._field_names else -1

    def get_field_types(self) -> list[TypeInformation]:
        """Return the field types, in order."""
        return list(self._field_types)

    def need_conversion(self) -> bool:
        return True

    def _identity(self) -> tuple[Any, ...]:
        # As in Flink, names are not compared.
        return tuple(self._field_types)

    def __repr__(self) -> str:
        if not self._field_names:
            return f"RowTypeInfo({', '.join(map(str, self._field_types))})"
        named = zip(self._field_names, self._field_types, strict=True)
        return f"RowTypeInfo({', '.join(f'{name}: {type_}' for name, type_ in named)})"


class RowDataTypeInfo(RowTypeInfo):
    """Rows of Flink's Table API, as read from CSV; they print as ``+I(1,ann)``. Not in PyFlink.

    Flink: ``InternalTypeInfo`` of a row type.
    """


class TupleTypeInfo(TypeInformation):
    """A tuple of fixed length."""

    def __init__(self, field_types: Sequence[TypeInformation]) -> None:
        self._field_types = _check_type_list(field_types, "TupleTypeInfo(field_types)")

    def get_field_types(self) -> list[TypeInformation]:
        """Return the field types, in order."""
        return list(self._field_types)

    def mark_used(self) -> None:
        _reject_null_types(self, self._field_types)
        super().mark_used()

    def need_conversion(self) -> bool:
        return True

    def _identity(self) -> tuple[Any, ...]:
        return tuple(self._field_types)

    def __repr__(self) -> str:
        return f"TupleTypeInfo({', '.join(map(str, self._field_types))})"


class LocalTimeTypeInfo(TypeInformation):
    """Java's local date and time types."""

    class TimeType(Enum):
        LOCAL_DATE = 0
        LOCAL_TIME = 1
        LOCAL_DATE_TIME = 2

    def __init__(self, time_type: TimeType) -> None:
        self._time_type = time_type

    @property
    def time_type(self) -> TimeType:
        """Which of the three it is. Not in PyFlink."""
        return self._time_type

    def _identity(self) -> tuple[Any, ...]:
        return (self._time_type.name,)

    def __repr__(self) -> str:
        return f"LocalTimeTypeInfo<{self._time_type.name}>"


class ExternalTypeInfo(TypeInformation):
    """A type as the Table API sees it."""

    def __init__(self, type_info: TypeInformation) -> None:
        self._type_info = type_info

    def _identity(self) -> tuple[Any, ...]:
        return (self._type_info,)

    def __repr__(self) -> str:
        return f"ExternalTypeInfo<{self._type_info}>"


class Types:
    """Factory of the types that a program can declare, under Flink's names.

    Flink: ``pyflink.common.typeinfo.Types``.

    >>> Types.ROW_NAMED(["id", "name"], [Types.INT(), Types.STRING()])
    RowTypeInfo(id: Integer, name: String)
    """

    @staticmethod
    def STRING() -> TypeInformation:
        """Return the type of ``str``."""
        return BasicTypeInfo.STRING_TYPE_INFO()

    @staticmethod
    def BYTE() -> TypeInformation:
        """Return the type of ``int`` with 8 bits."""
        return BasicTypeInfo.BYTE_TYPE_INFO()

    @staticmethod
    def BOOLEAN() -> TypeInformation:
        """Return the type of ``bool``."""
        return BasicTypeInfo.BOOLEAN_TYPE_INFO()

    @staticmethod
    def SHORT() -> TypeInformation:
        """Return the type of ``int`` with 16 bits."""
        return BasicTypeInfo.SHORT_TYPE_INFO()

    @staticmethod
    def INT() -> TypeInformation:
        """Return the type of ``int`` with 32 bits."""
        return BasicTypeInfo.INT_TYPE_INFO()

    @staticmethod
    def LONG() -> TypeInformation:
        """Return the type of ``int`` with 64 bits."""
        return BasicTypeInfo.LONG_TYPE_INFO()

    @staticmethod
    def FLOAT() -> TypeInformation:
        """Return the type of ``float`` with 32 bits."""
        return BasicTypeInfo.FLOAT_TYPE_INFO()

    @staticmethod
    def DOUBLE() -> TypeInformation:
        """Return the type of ``float`` with 64 bits."""
        return BasicTypeInfo.DOUBLE_TYPE_INFO()

    @staticmethod
    def CHAR() -> TypeInformation:
        """Return the type of ``str`` with one character."""
        return BasicTypeInfo.CHAR_TYPE_INFO()

    @staticmethod
    def BIG_INT() -> TypeInformation:
        """Return the type of ``int`` of any size."""
        return BasicTypeInfo.BIG_INT_TYPE_INFO()

    @staticmethod
    def BIG_DEC() -> TypeInformation:
        """Return the type of ``decimal.Decimal``."""
        return BasicTypeInfo.BIG_DEC_TYPE_INFO()

    @staticmethod
    def INSTANT() -> TypeInformation:
        """Return the type of :class:`flinksim.common.time.Instant`."""
        return BasicTypeInfo.INSTANT_TYPE_INFO()

    @staticmethod
    def SQL_DATE() -> TypeInformation:
        """Return the type of ``datetime.date``."""
        return SqlTimeTypeInfo.DATE()

    @staticmethod
    def SQL_TIME() -> TypeInformation:
        """Return the type of ``datetime.time``."""
        return SqlTimeTypeInfo.TIME()

    @staticmethod
    def SQL_TIMESTAMP() -> TypeInformation:
        """Return the type of ``datetime.datetime``."""
        return SqlTimeTypeInfo.TIMESTAMP()

    @staticmethod
    def PICKLED_BYTE_ARRAY() -> TypeInformation:
        """Return the type of any Python object."""
        return PickledBytesTypeInfo()

    @staticmethod
    def ROW(field_types: list[TypeInformation]) -> RowTypeInfo:
        """Return the type of a row with fields of these types."""
        return RowTypeInfo(field_types)

    @staticmethod
    def ROW_NAMED(field_names: list[str], field_types: list[TypeInformation]) -> RowTypeInfo:
        """Return the type of a row with fields of these names and types."""
        return RowTypeInfo(field_types, field_names)

    @staticmethod
    def TUPLE(field_types: list[TypeInformation]) -> TupleTypeInfo:
        """Return the type of a tuple with fields of these types."""
        return TupleTypeInfo(field_types)

    @staticmethod
    def PRIMITIVE_ARRAY(element_type: TypeInformation) -> PrimitiveArrayTypeInfo:
        """Return the type of a list of numbers, booleans or characters."""
        return PrimitiveArrayTypeInfo(element_type)

    @staticmethod
    def BASIC_ARRAY(element_type: TypeInformation) -> BasicArrayTypeInfo:
        """Return the type of a list of basic values."""
        return BasicArrayTypeInfo(element_type)

    @staticmethod
    def OBJECT_ARRAY(element_type: TypeInformation) -> ObjectArrayTypeInfo:
        """Return the type of a list of any values."""
        return ObjectArrayTypeInfo(element_type)

    @staticmethod
    def MAP(key_type_info: TypeInformation, value_type_info: TypeInformation) -> MapTypeInfo:
        """Return the type of a dict."""
        return MapTypeInfo(key_type_info, value_type_info)

    @staticmethod
    def LIST(element_type_info: TypeInformation) -> ListTypeInfo:
        """Return the type of a list."""
        return ListTypeInfo(element_type_info)


class InvalidTypeInfo(TypeInformation):
    """An object passed in place of a type; PyFlink fails when an operator or a state uses it.

    Not in PyFlink.
    """

    def __init__(self, value: Any) -> None:
        self._value = value

    def validate(self) -> None:
        """Raise the error.

        Raises:
            TypeError: always; it is an ``AttributeError`` in PyFlink's dialect.
        """
        raise PythonTypeMismatchError(
            f"'{type(self._value).__name__}' object has no attribute 'get_java_type_info': expected a "
            f"TypeInformation such as Types.INT(), found {self._value!r}"
        )

    mark_used = validate

    def __repr__(self) -> str:
        return repr(self._value)


def check_type_info(type_info: Any, context: str) -> TypeInformation:
    """Return *type_info*; for anything else raise an error, or warn in PyFlink's dialect.

    Args:
        type_info: the argument.
        context: name of the argument, for the message.

    Raises:
        TypeError: if it is not a :class:`TypeInformation`.
    """
    if isinstance(type_info, TypeInformation):
        return type_info
    raise_or_warn(
        TypeError(f"{context}: expected a TypeInformation such as Types.INT(), found {type_info!r}")
    )
    return InvalidTypeInfo(type_info)


def _reject_null_types(owner: TypeInformation, fields: list[TypeInformation]) -> None:
    """Raise Java's error for fields that are not types, which PyFlink passes to Java as null."""
    for part in fields:
        if isinstance(part, InvalidTypeInfo):
            raise JavaTypeMismatchError(
                f"NullPointerException: {owner}: expected a TypeInformation such as Types.INT(), "
                f"found {part}"
            )


def _check_type_list(type_infos: Any, context: str) -> list[TypeInformation]:
    if isinstance(type_infos, TypeInformation) or not isinstance(type_infos, Sequence):
        raise TypeError(f"{context}: expected a list of TypeInformation, found {type_infos!r}")
    return [
        check_type_info(item, f"{context}[{position}]") for position, item in enumerate(type_infos)
    ]


def _from_java_type(j_type_info: TypeInformation) -> TypeInformation:
    """Return the type for the result of ``get_java_type_info``, which is the type itself."""
    return j_type_info


SQL_TYPE_INFOS: dict[str, Callable[[], TypeInformation]] = {
    "TINYINT": Types.BYTE,
    "SMALLINT": Types.SHORT,
    "INT": Types.INT,
    "BIGINT": Types.LONG,
    "FLOAT": Types.FLOAT,
    "DOUBLE": Types.DOUBLE,
    "DECIMAL": Types.BIG_DEC,
    "CHAR": Types.STRING,
    "VARCHAR": Types.STRING,
    "BOOLEAN": Types.BOOLEAN,
    "TIMESTAMP": Types.SQL_TIMESTAMP,
    "TIMESTAMP_LTZ": Types.SQL_TIMESTAMP,
    "DATE": Types.SQL_DATE,
    "TIME": Types.SQL_TIME,
}
"""Creates the type information of values of a SQL type without parts, by the root of the type."""
