"""Streams as tables and tables as streams."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from flinksim.common.typeinfo import Types
from flinksim.common.types import Row
from flinksim.table.expression import Expression, find_name
from flinksim.table.logical_types import LogicalType, parse_logical_type
from flinksim.table.plan_execution import add_plan
from flinksim.table.planner import sql_ast as ast
from flinksim.table.planner.session_catalog import CatalogColumn, TableEntry
from flinksim.table.planner.sql_types import PROCTIME, SqlType, make_row, make_timestamp, make_type
from flinksim.table.planner.statement_analyzer import create_table
from flinksim.table.planner.statement_planner import Planner, StatementPlan
from flinksim.table.runtime.change_rows import ChangeRow
from flinksim.table.schema import Schema
from flinksim.table.types import DataType, DataTypes
from flinksim.table.value_conversion import to_row

BASIC_TYPES = {
    "String": make_type("STRING"),
    "Integer": make_type("INT"),
    "Long": make_type("BIGINT"),
    "Short": make_type("SMALLINT"),
    "Byte": make_type("TINYINT"),
    "Double": make_type("DOUBLE"),
    "Float": make_type("FLOAT"),
    "Boolean": make_type("BOOLEAN"),
    "BigInteger": make_type("DECIMAL", 38, 0),
    "BigDecimal": make_type("DECIMAL", 38, 18),
    "Instant": make_timestamp(9, local=True),
    "TimestampTypeInfo": make_timestamp(9),
}


def find_stream_type(stream: Any) -> SqlType:
    """Return the SQL type of a stream's records."""
    return _convert_type_info(stream.get_type())


def _convert_type_info(info: Any) -> SqlType:
    names = getattr(info, "get_field_names", None)
    types = getattr(info, "get_field_types", None)
    if types is not None:
        children = [_convert_type_info(t) for t in types()]
        shown = list(names()) if names is not None else [f"f{i}" for i in range(len(children))]
        return make_row(shown, children)
    found = BASIC_TYPES.get(str(info))
    return found or SqlType("RAW")


def describe_stream_table(
    planner: Planner, name: str, stream: Any, args: Sequence[Any]
) -> tuple[TableEntry, list[str]]:
    """Return the table of a stream, and the columns that a schema shows, if it does not show all."""
    kind = find_stream_type(stream)
    fields = (
        list(zip(kind.names, kind.children, strict=True)) if kind.root == "ROW" else [("f0", kind)]
    )
    columns = [CatalogColumn(n, t) for n, t in fields]
    path = planner.catalog.resolve((name,))
    entry = TableEntry(path, columns, {"connector": "data-stream"})
    entry.source = stream
    if args and isinstance(args[0], Schema):
        return _apply_schema(planner, entry, args[0])
    rowtime = None
    for index, arg in enumerate(args):
        if not isinstance(arg, Expression):
            raise ValueError(
                f"Invalid arguments for 'fields': {arg!r}. Give each column as an expression: "
                "from_data_stream(stream, col('a'), col('b'))."
            )
        node = arg.node
        if isinstance(node, ast.CallNode) and node.name == "$PROCTIME":
            column = CatalogColumn(find_name(Expression(node.args[0])), PROCTIME)
            from flinksim.table.planner.rex_nodes import Call

            column.computed, column.text = Call(PROCTIME, "PROCTIME", ()), "PROCTIME()"
            entry.columns.append(column)
        elif isinstance(node, ast.CallNode) and node.name == "$ROWTIME":
            rowtime = find_name(Expression(node.args[0]))
        elif index < len(fields):
            entry.columns[index].name = arg.alias_name or find_name(arg)
    return (entry, []) if rowtime is None else _add_rowtime(planner, entry, rowtime)


def _add_rowtime(planner: Planner, entry: TableEntry, name: str) -> tuple[TableEntry, list[str]]:
    """Add the timestamps of the records as the last column, a time attribute without a time zone.

    Flink: ``LegacyTypeInfoDataTypeConverter`` and the field expression ``.rowtime``.
    """
    builder = Schema.new_builder().column_by_metadata(name, DataTypes.TIMESTAMP(3), "rowtime", True)
    schema = builder.watermark(name, "SOURCE_WATERMARK()").build()
    computed = [column for column in entry.columns if column.computed is not None]
    entry.columns = [column for column in entry.columns if column.computed is None]
    made, shown = _apply_schema(planner, entry, schema)
    made.columns += computed
    return made, shown


def _apply_schema(
    planner: Planner, entry: TableEntry, schema: Schema
) -> tuple[TableEntry, list[str]]:
    """Add a schema. One with physical columns shows only its columns; expressions may use others.

    Flink: ``SchemaTranslator.createConsumingResult``.
    """
    declared = {c.name: c for c in schema.columns if c.computed is None and not c.is_metadata}
    own = [ast.ColumnDefinition(c.name, c.type) for c in entry.columns]
    names = [column.name for column in own]
    shown = [c.name for c in schema.columns] if declared and list(declared) != names else []
    statement = schema.to_statement((entry.path[-1],), dict(entry.options))
    others = [c for c in statement.columns if c.name not in names]
    statement.columns = [*(declared.get(c.name, c) for c in own), *others]
    made = create_table(planner.catalog, statement)
    made.source = entry.source
    return made, shown


def add_table_stream(
    environment: Any,
    plan: StatementPlan,
    name: str,
    names: Sequence[str],
    types: Sequence[SqlType],
    options: dict[str, str],
) -> Any:
    """Add a plan to a stream environment, and return the stream of the rows of its sink."""
    from flinksim.datastream.data_stream import DataStream

    outputs: dict[str, Any] = {name: None}
    add_plan(environment, plan, outputs, options)
    logical = [parse_logical_type(kind.serialize()) for kind in types]
    stream = DataStream(environment, outputs[name])
    output = Types.ROW_NAMED(list(names), [DataType.of(kind).type_info for kind in types])
    return stream.map(partial(_convert_change, logical, tuple(names)), output_type=output)


def _convert_change(types: Sequence[LogicalType], names: Sequence[str], change: ChangeRow) -> Row:
    return to_row(change, types, names)
