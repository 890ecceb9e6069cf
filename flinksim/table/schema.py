"""PyFlink: ``Schema`` of a table to be declared, and ``ResolvedSchema`` of one that exists."""

from __future__ import annotations

from typing import Any

from flinksim.table.planner import sql_ast as ast
from flinksim.table.planner.rel_nodes import Rel
from flinksim.table.planner.sql_types import SqlType, make_type

__all__ = ["ResolvedSchema", "Schema"]


class Schema:
    """Columns, watermark and primary key of a table."""

    def __init__(self, columns: list[ast.ColumnDefinition]) -> None:
        self.columns = columns
        self.watermark: tuple[str, Any] | None = None
        self.key: list[str] = []

    @staticmethod
    def new_builder() -> Schema.Builder:
        """Return a builder."""
        return Schema.Builder()

    class Builder:
        """Builds a schema."""

        def __init__(self) -> None:
            self._schema = Schema([])

        def from_schema(self, unresolved_schema: Schema) -> Schema.Builder:
            """Copy another schema."""
            self._schema.columns += unresolved_schema.columns
            self._schema.watermark = unresolved_schema.watermark
            self._schema.key = list(unresolved_schema.key)
            return self

        def from_fields(
            self, field_names: list[str], field_data_types: list[Any]
        ) -> Schema.Builder:
            """Add physical columns."""
            for name, data_type in zip(field_names, field_data_types, strict=True):
                self.column(name, data_type)
            return self

        def from_row_data_type(self, data_type: Any) -> Schema.Builder:
            """Add the fields of a row type."""
            kind: SqlType = data_type.to_sql_type()
            for name, child in zip(kind.names, kind.children, strict=True):
                self._schema.columns.append(ast.ColumnDefinition(name, child))
            return self

        def column(self, column_name: str, data_type: Any) -> Schema.Builder:
            """Add a physical column."""
            kind = read_type(data_type)
            self._schema.columns.append(ast.ColumnDefinition(column_name, kind))
            return self

        def column_by_expression(self, column_name: str, expr: Any) -> Schema.Builder:
            """Add a computed column."""
            node, text = _read_expression(expr)
            column = ast.ColumnDefinition(column_name, computed=node, computed_text=text)
            self._schema.columns.append(column)
            return self

        def column_by_metadata(
            self,
            column_name: str,
            data_type: Any,
            metadata_key: str | None = None,
            is_virtual: bool = False,
        ) -> Schema.Builder:
            """Add a metadata column."""
            column = ast.ColumnDefinition(column_name, read_type(data_type))
            column.is_metadata, column.is_virtual = True, is_virtual
            column.metadata_key = metadata_key
            self._schema.columns.append(column)
            return self

        def watermark(self, column_name: str, watermark_expr: Any) -> Schema.Builder:
            """Set the watermark."""
            self._schema.watermark = (column_name, watermark_expr)
            return self

        def primary_key(self, *column_names: str) -> Schema.Builder:
            """Set the primary key."""
            self._schema.key = list(column_names)
            return self

        def build(self) -> Schema:
            """Return the schema."""
            return self._schema

    def to_statement(self, name: tuple[str, ...], options: dict[str, str]) -> ast.CreateTable:
        """Return the CREATE TABLE statement."""
        made = ast.CreateTable(name, list(self.columns), options=options, temporary=True)
        made.primary_key = list(self.key)
        if self.watermark is not None:
            node, text = _read_expression(self.watermark[1])
            made.watermark = ast.WatermarkDefinition(self.watermark[0], node, text)
        return made


def read_type(data_type: Any) -> SqlType:
    """Return the SQL type of a ``DataTypes`` type or of a text."""
    if not isinstance(data_type, str):
        found: SqlType = data_type.to_sql_type()
        return found
    from flinksim.table.planner.sql_parser import parse_statement

    parsed = parse_statement(f"CREATE TABLE t (c {data_type})")
    assert isinstance(parsed, ast.CreateTable)
    return parsed.columns[0].type or make_type("STRING")


def _read_expression(expression: Any) -> tuple[ast.Node, str]:
    if not isinstance(expression, str):
        return expression.node, str(expression)
    from flinksim.table.planner.sql_parser import parse_expression

    return parse_expression(expression), expression


class ResolvedSchema:
    """Names and types of the columns of a table."""

    def __init__(self, column_names: list[str], types: list[SqlType]) -> None:
        self._names = column_names
        self._types = types

    @staticmethod
    def of_rel(rel: Rel) -> ResolvedSchema:
        """Return the schema of a relational tree."""
        return ResolvedSchema([f.name for f in rel.fields], [f.type for f in rel.fields])

    def get_column_names(self) -> list[str]:
        """Return the names."""
        return list(self._names)

    def get_column_data_types(self) -> list[Any]:
        """Return the types."""
        from flinksim.table.types import DataType

        return [DataType.of(kind) for kind in self._types]

    def get_column_count(self) -> int:
        """Return the number of columns."""
        return len(self._names)

    def __str__(self) -> str:
        lines = [
            f"  `{name}` {kind.to_summary()}"
            for name, kind in zip(self._names, self._types, strict=True)
        ]
        return "(\n" + ",\n".join(lines) + "\n)"
