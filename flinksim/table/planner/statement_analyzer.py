"""Turn DDL into catalog entries: types and expressions are checked when a table is created."""

from __future__ import annotations

from dataclasses import replace

from flinksim.table.planner import sql_ast as ast
from flinksim.table.planner.expression_translator import ExpressionTranslator
from flinksim.table.planner.planner_errors import ValidationError
from flinksim.table.planner.query_translator import QueryTranslator
from flinksim.table.planner.rel_nodes import ValuesRel, make_fields
from flinksim.table.planner.rex_nodes import Rex
from flinksim.table.planner.scopes import Scope
from flinksim.table.planner.session_catalog import CatalogColumn, SessionCatalog, TableEntry
from flinksim.table.planner.sql_types import TIMESTAMPS, SqlType


def create_table(catalog: SessionCatalog, node: ast.CreateTable) -> TableEntry:
    """Return the entry that CREATE TABLE describes."""
    entry = TableEntry(catalog.resolve(node.name), [], dict(node.options), temporary=node.temporary)
    entry.partitioned_by = list(node.partitioned_by)
    if node.like is not None:
        _copy_like(catalog, node, entry)
    queries = QueryTranslator(catalog)
    if node.query is not None:
        rel = queries.translate_query(node.query)
        entry.columns += [CatalogColumn(f.name, f.type.as_plain()) for f in rel.fields]
    for definition in sorted(node.columns, key=lambda c: c.computed is not None):
        if definition.computed is None:
            assert definition.type is not None
            entry.columns.append(_make_column(definition, definition.type))
    # A computed column may use every physical column, also those that are declared after it.
    order = {c.name: number for number, c in enumerate(node.columns)}
    for definition in node.columns:
        if definition.computed is not None:
            rex = _translate(queries, entry, definition.computed)
            made = _make_column(definition, rex.type)
            made.computed, made.text = rex, definition.computed_text
            entry.columns.append(made)
    known = {c.name for c in entry.columns} - set(order)
    if not known:
        _reorder(entry, order)
    if len({c.name for c in entry.columns}) != len(entry.columns):
        raise ValidationError("A column with the same name is defined twice.")
    _set_primary_key(entry, node.primary_key)
    if node.watermark is not None:
        set_watermark(queries, entry, node.watermark)
    catalog.connect_entry(entry)
    return entry


def _reorder(entry: TableEntry, order: dict[str, int]) -> None:
    before = [c.name for c in entry.columns]
    entry.columns.sort(key=lambda c: order[c.name])
    after = {c.name: number for number, c in enumerate(entry.columns)}
    moved = {number: after[name] for number, name in enumerate(before)}
    for column in entry.columns:
        if column.computed is not None:
            column.computed = _renumber(column.computed, moved)


def _renumber(node: Rex, moved: dict[int, int]) -> Rex:
    from flinksim.table.planner.rex_nodes import Ref, map_refs

    return map_refs(node, lambda ref: Ref(ref.type, moved[ref.index]))


def _make_column(definition: ast.ColumnDefinition, kind: SqlType) -> CatalogColumn:
    return CatalogColumn(
        definition.name,
        kind,
        metadata_key=definition.metadata_key,
        is_metadata=definition.is_metadata,
        is_virtual=definition.is_virtual,
        comment=definition.comment,
    )


def _translate(queries: QueryTranslator, entry: TableEntry, node: ast.Node) -> Rex:
    types = [c.type.as_plain() if c.type.time_kind == "ROWTIME" else c.type for c in entry.columns]
    rel = ValuesRel(fields=make_fields([c.name for c in entry.columns], types), rows=())
    return ExpressionTranslator(queries, Scope.of(rel, None)).translate(node)


def _copy_like(catalog: SessionCatalog, node: ast.CreateTable, entry: TableEntry) -> None:
    assert node.like is not None
    base = catalog.find(node.like)
    if not isinstance(base, TableEntry):
        raise ValidationError(f"Source table '{'.'.join(node.like)}' of the LIKE clause not found")
    choices = {what: how for how, what in node.like_options}
    every = choices.get("ALL", "INCLUDING")

    def is_included(what: str) -> bool:
        return choices.get(what, every) != "EXCLUDING"

    entry.columns = [
        replace(c) for c in base.columns if c.computed is None or is_included("GENERATED")
    ]
    if is_included("CONSTRAINTS"):
        entry.primary_key = base.primary_key
    if is_included("WATERMARKS"):
        entry.watermark_column, entry.watermark = base.watermark_column, base.watermark
        entry.watermark_text = base.watermark_text
    if is_included("OPTIONS"):
        entry.options = {**base.options, **entry.options}
    if is_included("PARTITIONS"):
        entry.partitioned_by = entry.partitioned_by or base.partitioned_by


def _set_primary_key(entry: TableEntry, names: list[str]) -> None:
    for name in names:
        column = next((c for c in entry.columns if c.name == name), None)
        if column is None or column.computed is not None:
            raise ValidationError(
                f"Primary key column '{name}' is not defined in the schema of the table."
            )
        column.type = column.type.with_nullable(False)
    entry.primary_key = tuple(names) or entry.primary_key


def set_watermark(
    queries: QueryTranslator, entry: TableEntry, node: ast.WatermarkDefinition
) -> None:
    """Check a watermark and put it into a table."""
    column = next((c for c in entry.columns if c.name == node.column), None)
    if column is None:
        place = f", at line {node.span[0]}, column {node.span[1]}" if node.span else ""
        raise ValidationError(
            f"The rowtime attribute field '{node.column}' is not defined in the table schema{place}"
        )
    kind = column.type
    if kind.root not in TIMESTAMPS or kind.precision > 3:
        raise ValidationError(
            "Invalid data type of time field for watermark definition. The field must be of type "
            "TIMESTAMP(p) or TIMESTAMP_LTZ(p), the supported precision 'p' is from 0 to 3, but the "
            f"time field type is {kind.to_summary()}"
        )
    entry.watermark = _translate(queries, entry, node.expression)
    entry.watermark_column = node.column
    entry.watermark_text = node.text
    if entry.watermark.type.root not in TIMESTAMPS:
        raise ValidationError(
            "Invalid data type of expression for watermark definition. The field must be of type "
            "TIMESTAMP(p) or TIMESTAMP_LTZ(p), the supported precision 'p' is from 0 to 3, but the "
            f"watermark expression type is {entry.watermark.type.to_summary()}"
        )
    column.type = replace(kind, time_kind="ROWTIME")
