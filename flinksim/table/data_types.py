"""PyFlink: ``DataTypes``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from flinksim.common.typeinfo import TypeInformation, Types
from flinksim.core.safe_repr import format_repr
from flinksim.core.validation import validate_arguments
from flinksim.table.planner.sql_types import (
    SqlType,
    make_array,
    make_map,
    make_row,
    make_type,
)

__all__ = ["DataType", "DataTypes"]


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
        info = TYPE_INFOS.get(kind.root, Types.PICKLED_BYTE_ARRAY)()
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

    def bridged_to(self, cls: Any) -> DataType:
        """Return the type itself: values are those of Python."""
        return replace(self)

    def __str__(self) -> str:
        return self.to_sql_type().to_summary()


TYPE_INFOS: dict[str, Any] = {
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


def _make(root: str, *params: int, nullable: bool = True) -> DataType:
    return DataType.of(make_type(root, *params, nullable=nullable))


def _is_pair(field: Any) -> bool:
    return isinstance(field, tuple) and len(field) == 2


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
            name, kind = field if _is_pair(field) else (f"f{index}", field)
            if not isinstance(kind, DataType):
                raise TypeError(
                    "DataTypes.ROW(row_fields): expected data types or DataTypes.FIELD(name, type), "
                    f"found {format_repr(field, 80)} ({type(field).__name__})."
                )
            names.append(name)
            types.append(kind.to_sql_type())
        return DataType.of(make_row(names, types, nullable))

    @staticmethod
    def FIELD(name: str, data_type: DataType, description: str | None = None) -> Any:
        return (name, data_type)

    @staticmethod
    def RAW(*arguments: Any) -> DataType:
        return DataType.of(SqlType("RAW"))
