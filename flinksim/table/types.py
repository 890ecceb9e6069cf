"""PyFlink: ``pyflink.table.types``, the data types of the Table API."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from flinksim.common.typeinfo import SQL_TYPE_INFOS, TypeInformation, Types
from flinksim.common.types import Row, RowKind
from flinksim.core.safe_repr import format_repr
from flinksim.core.validation import validate_arguments
from flinksim.table.planner.sql_types import (
    SqlType,
    make_array,
    make_map,
    make_row,
    make_type,
)

__all__ = [
    "ArrayType", "BigIntType", "BinaryType", "BooleanType", "CharType", "DataType", "DataTypes", "DateType",
    "DecimalType", "DoubleType", "FloatType", "IntType", "LocalZonedTimestampType", "MapType", "MultisetType",
    "NullType", "Row", "RowField", "RowKind", "RowType", "SmallIntType", "TimeType", "TimestampType",
    "TinyIntType", "VarBinaryType", "VarCharType",
]  # fmt: skip


@dataclass(frozen=True)
class DataType:
    """A type of the Table API, and the corresponding type information.

    ``scale`` is the number of decimal places to which a value is rounded.
    """

    name: str
    type_info: TypeInformation
    scale: int | None = None
    kind: SqlType | None = None

    @staticmethod
    def of(kind: SqlType) -> DataType:
        """Return the data type of a SQL type."""
        info = SQL_TYPE_INFOS.get(kind.root, Types.PICKLED_BYTE_ARRAY)()
        return DataType(kind.to_summary(), info, kind.scale or None, kind)

    def to_sql_type(self) -> SqlType:
        """Return the SQL type."""
        if self.kind is not None:
            return self.kind
        root, _, rest = self.name.rstrip(")").partition("(")
        return make_type(root, *(int(part) for part in rest.split(",") if part))

    def not_null(self) -> DataType:
        """Return the type without nulls."""
        return DataType.of(self.to_sql_type().with_nullable(False))

    def nullable(self) -> DataType:
        """Return the type with nulls."""
        return DataType.of(self.to_sql_type().with_nullable(True))

    def field_names(self) -> list[str]:
        """Return the names of the fields of a row type."""
        return list(self.to_sql_type().names)

    def field_types(self) -> list[DataType]:
        """Return the types of the fields of a row type."""
        return [DataType.of(child) for child in self.to_sql_type().children]

    def bridged_to(self, cls: Any) -> DataType:
        """Return the type itself: values are those of Python."""
        return replace(self)

    def __str__(self) -> str:
        return self.to_sql_type().to_summary()


def _make(root: str, *params: int, nullable: bool = True) -> DataType:
    return DataType.of(make_type(root, *params, nullable=nullable))


class RowField(NamedTuple):
    """A field of a row type. PyFlink: ``RowField``."""

    name: str
    data_type: DataType
    description: str | None = None


class DataTypes:
    """Factory of data types."""

    @staticmethod
    def NULL() -> DataType:
        return DataType.of(SqlType("NULL"))

    @staticmethod
    def CHAR(length: int, nullable: bool = True) -> DataType:
        return _make("CHAR", length, nullable=nullable)

    @staticmethod
    def VARCHAR(length: int, nullable: bool = True) -> DataType:
        return _make("VARCHAR", length, nullable=nullable)

    @staticmethod
    def STRING(nullable: bool = True) -> DataType:
        return _make("STRING", nullable=nullable)

    @staticmethod
    def BOOLEAN(nullable: bool = True) -> DataType:
        return _make("BOOLEAN", nullable=nullable)

    @staticmethod
    def BINARY(length: int, nullable: bool = True) -> DataType:
        return _make("BINARY", length, nullable=nullable)

    @staticmethod
    def VARBINARY(length: int, nullable: bool = True) -> DataType:
        return _make("VARBINARY", length, nullable=nullable)

    @staticmethod
    def BYTES(nullable: bool = True) -> DataType:
        return _make("BYTES", nullable=nullable)

    @staticmethod
    def DECIMAL(precision: int, scale: int, nullable: bool = True) -> DataType:
        made = _make("DECIMAL", precision, scale, nullable=nullable)
        return replace(made, scale=scale)

    @staticmethod
    def TINYINT(nullable: bool = True) -> DataType:
        return _make("TINYINT", nullable=nullable)

    @staticmethod
    def SMALLINT(nullable: bool = True) -> DataType:
        return _make("SMALLINT", nullable=nullable)

    @staticmethod
    def INT(nullable: bool = True) -> DataType:
        return _make("INT", nullable=nullable)

    @staticmethod
    def BIGINT(nullable: bool = True) -> DataType:
        return _make("BIGINT", nullable=nullable)

    @staticmethod
    def FLOAT(nullable: bool = True) -> DataType:
        return _make("FLOAT", nullable=nullable)

    @staticmethod
    def DOUBLE(nullable: bool = True) -> DataType:
        return _make("DOUBLE", nullable=nullable)

    @staticmethod
    def DATE(nullable: bool = True) -> DataType:
        return _make("DATE", nullable=nullable)

    @staticmethod
    def TIME(precision: int = 0, nullable: bool = True) -> DataType:
        return _make("TIME", precision, nullable=nullable)

    @staticmethod
    def TIMESTAMP(precision: int = 6, nullable: bool = True) -> DataType:
        return _make("TIMESTAMP", precision, nullable=nullable)

    @staticmethod
    def TIMESTAMP_LTZ(precision: int = 6, nullable: bool = True) -> DataType:
        return _make("TIMESTAMP_LTZ", precision, nullable=nullable)

    @staticmethod
    def TIMESTAMP_WITH_LOCAL_TIME_ZONE(precision: int = 6, nullable: bool = True) -> DataType:
        return _make("TIMESTAMP_LTZ", precision, nullable=nullable)

    @staticmethod
    @validate_arguments
    def ARRAY(element_type: DataType, nullable: bool = True) -> DataType:
        return DataType.of(make_array(element_type.to_sql_type(), nullable))

    @staticmethod
    @validate_arguments
    def LIST_VIEW(element_type: DataType) -> DataType:
        return DataTypes.ARRAY(element_type)

    @staticmethod
    @validate_arguments
    def MAP(key_type: DataType, value_type: DataType, nullable: bool = True) -> DataType:
        return DataType.of(make_map(key_type.to_sql_type(), value_type.to_sql_type(), nullable))

    MAP_VIEW = MAP

    @staticmethod
    @validate_arguments
    def MULTISET(element_type: DataType, nullable: bool = True) -> DataType:
        return DataType.of(SqlType("MULTISET", nullable, (), (element_type.to_sql_type(),)))

    @staticmethod
    @validate_arguments
    def ROW(row_fields: Iterable[Any] = (), nullable: bool = True) -> DataType:
        names, types = [], []
        for index, field in enumerate(row_fields):
            name, kind = field[:2] if isinstance(field, tuple) else (f"f{index}", field)
            if not isinstance(kind, DataType):
                raise TypeError(
                    "DataTypes.ROW(row_fields): expected data types or DataTypes.FIELD(name, type), "
                    f"found {format_repr(field, 80)} ({type(field).__name__})."
                )
            names.append(name)
            types.append(kind.to_sql_type())
        return DataType.of(make_row(names, types, nullable))

    @staticmethod
    def FIELD(name: str, data_type: DataType, description: str | None = None) -> RowField:
        return RowField(name, data_type, description)

    @staticmethod
    def RAW(*arguments: Any) -> DataType:
        return DataType.of(SqlType("RAW"))


class _NamedType(type):
    """Metaclass of the types by name: calling one makes a type, and ``isinstance`` checks its root."""

    root: str
    factory: Callable[..., DataType]

    def __call__(cls, *args: Any, **kwargs: Any) -> DataType:
        return cls.factory(*args, **kwargs)

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, DataType) and instance.to_sql_type().root == cls.root


def _make_named_type(name: str, root: str, factory: Callable[..., DataType]) -> Any:
    members = {"root": root, "factory": staticmethod(factory), "__module__": __name__}
    return _NamedType(name, (), members)


ArrayType = _make_named_type("ArrayType", "ARRAY", DataTypes.ARRAY)
BigIntType = _make_named_type("BigIntType", "BIGINT", DataTypes.BIGINT)
BinaryType = _make_named_type("BinaryType", "BINARY", DataTypes.BINARY)
BooleanType = _make_named_type("BooleanType", "BOOLEAN", DataTypes.BOOLEAN)
CharType = _make_named_type("CharType", "CHAR", DataTypes.CHAR)
DateType = _make_named_type("DateType", "DATE", DataTypes.DATE)
DecimalType = _make_named_type("DecimalType", "DECIMAL", DataTypes.DECIMAL)
DoubleType = _make_named_type("DoubleType", "DOUBLE", DataTypes.DOUBLE)
FloatType = _make_named_type("FloatType", "FLOAT", DataTypes.FLOAT)
IntType = _make_named_type("IntType", "INT", DataTypes.INT)
LocalZonedTimestampType = _make_named_type(
    "LocalZonedTimestampType", "TIMESTAMP_LTZ", DataTypes.TIMESTAMP_LTZ
)
MapType = _make_named_type("MapType", "MAP", DataTypes.MAP)
MultisetType = _make_named_type("MultisetType", "MULTISET", DataTypes.MULTISET)
NullType = _make_named_type("NullType", "NULL", DataTypes.NULL)
RowType = _make_named_type("RowType", "ROW", DataTypes.ROW)
SmallIntType = _make_named_type("SmallIntType", "SMALLINT", DataTypes.SMALLINT)
TimestampType = _make_named_type("TimestampType", "TIMESTAMP", DataTypes.TIMESTAMP)
TimeType = _make_named_type("TimeType", "TIME", DataTypes.TIME)
TinyIntType = _make_named_type("TinyIntType", "TINYINT", DataTypes.TINYINT)
VarBinaryType = _make_named_type("VarBinaryType", "VARBINARY", DataTypes.VARBINARY)
VarCharType = _make_named_type("VarCharType", "VARCHAR", DataTypes.VARCHAR)
