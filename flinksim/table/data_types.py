"""PyFlink: ``DataTypes``, as far as CSV schemas need them."""

from __future__ import annotations

from dataclasses import dataclass

from flinksim.common.typeinfo import TypeInformation, Types

__all__ = ["DataType", "DataTypes"]


@dataclass(frozen=True)
class DataType:
    """A type of the Table API, and the corresponding type information.

    ``scale`` is the number of decimal places to which a value is rounded.
    """

    name: str
    type_info: TypeInformation
    scale: int | None = None


class DataTypes:
    """Factory of data types."""

    @staticmethod
    def TINYINT() -> DataType:
        return DataType("TINYINT", Types.BYTE())

    @staticmethod
    def SMALLINT() -> DataType:
        return DataType("SMALLINT", Types.SHORT())

    @staticmethod
    def INT() -> DataType:
        return DataType("INT", Types.INT())

    @staticmethod
    def BIGINT() -> DataType:
        return DataType("BIGINT", Types.LONG())

    @staticmethod
    def FLOAT() -> DataType:
        return DataType("FLOAT", Types.FLOAT())

    @staticmethod
    def DOUBLE() -> DataType:
        return DataType("DOUBLE", Types.DOUBLE())

    @staticmethod
    def DECIMAL(precision: int, scale: int) -> DataType:
        return DataType(f"DECIMAL({precision}, {scale})", Types.BIG_DEC(), scale)

    @staticmethod
    def STRING() -> DataType:
        return DataType("STRING", Types.STRING())

    @staticmethod
    def BOOLEAN() -> DataType:
        return DataType("BOOLEAN", Types.BOOLEAN())
