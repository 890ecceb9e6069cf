"""PyFlink: ``TableDescriptor`` and ``FormatDescriptor``."""

from __future__ import annotations

from typing import Any

from flinksim.table.planner import sql_ast as ast
from flinksim.table.schema import Schema

__all__ = ["FormatDescriptor", "TableDescriptor"]


def _read_key(key: Any) -> str:
    return key if isinstance(key, str) else str(key.key())


class TableDescriptor:
    """A table to be declared: schema and options."""

    def __init__(self, options: dict[str, str]) -> None:
        self._options = options
        self._schema: Schema | None = None
        self._partitions: list[str] = []
        self._comment: str | None = None

    @staticmethod
    def for_connector(connector: str) -> TableDescriptor.Builder:
        """Return a builder for a connector."""
        return TableDescriptor.Builder(TableDescriptor({"connector": connector}))

    def get_schema(self) -> Schema | None:
        """Return the schema."""
        return self._schema

    def get_options(self) -> dict[str, str]:
        """Return the options."""
        return dict(self._options)

    def get_partition_keys(self) -> list[str]:
        """Return the partition keys."""
        return list(self._partitions)

    def to_statement(self, name: tuple[str, ...]) -> ast.CreateTable:
        """Return the CREATE TABLE statement."""
        made = (self._schema or Schema([])).to_statement(name, dict(self._options))
        made.partitioned_by = list(self._partitions)
        return made

    class Builder:
        """Builds a descriptor."""

        def __init__(self, descriptor: TableDescriptor) -> None:
            self._descriptor = descriptor

        def schema(self, schema: Schema) -> TableDescriptor.Builder:
            """Set the schema."""
            self._descriptor._schema = schema
            return self

        def option(self, key: Any, value: Any) -> TableDescriptor.Builder:
            """Set an option."""
            text = str(value).lower() if isinstance(value, bool) else str(value)
            self._descriptor._options[_read_key(key)] = text
            return self

        def format(self, format: Any, format_option: Any = None) -> TableDescriptor.Builder:
            """Set the format, by name or descriptor."""
            key = "format" if format_option is None else _read_key(format_option)
            if isinstance(format, str):
                self._descriptor._options[key] = format
                return self
            name = format.get_format()
            self._descriptor._options[key] = name
            for option, value in format.get_options().items():
                self._descriptor._options[f"{key.removesuffix('format')}{name}.{option}"] = value
            return self

        def partitioned_by(self, *partition_keys: str) -> TableDescriptor.Builder:
            """Set the partition keys."""
            self._descriptor._partitions += partition_keys
            return self

        def comment(self, comment: str) -> TableDescriptor.Builder:
            """Set the comment."""
            self._descriptor._comment = comment
            return self

        def build(self) -> TableDescriptor:
            """Return the descriptor."""
            return self._descriptor


class FormatDescriptor:
    """A format and its options."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._options: dict[str, str] = {}

    @staticmethod
    def for_format(format: str) -> FormatDescriptor.Builder:
        """Return a builder for a format."""
        return FormatDescriptor.Builder(FormatDescriptor(format))

    def get_format(self) -> str:
        """Return the name."""
        return self._name

    def get_options(self) -> dict[str, str]:
        """Return the options."""
        return dict(self._options)

    class Builder:
        """Builds a format descriptor."""

        def __init__(self, descriptor: FormatDescriptor) -> None:
            self._descriptor = descriptor

        def option(self, key: Any, value: Any) -> FormatDescriptor.Builder:
            """Set an option."""
            text = str(value).lower() if isinstance(value, bool) else str(value)
            self._descriptor._options[_read_key(key)] = text
            return self

        def build(self) -> FormatDescriptor:
            """Return the descriptor."""
            return self._descriptor
