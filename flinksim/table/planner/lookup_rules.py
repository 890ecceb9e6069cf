"""Plan a join that looks rows up in an external table. Models ``CommonPhysicalLookupJoin``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from flinksim.table.planner.physical_nodes import PhysicalNode
from flinksim.table.planner.planner_errors import TableError
from flinksim.table.planner.rel_nodes import JoinRel, make_fields, merge_calc
from flinksim.table.planner.rex_nodes import (
    Call,
    Lit,
    Ref,
    Rex,
    join_conjunction,
    split_conjunction,
)
from flinksim.table.planner.simplify_rules import simplify_filter
from flinksim.table.planner.sql_types import BOOLEAN

if TYPE_CHECKING:
    from flinksim.table.planner.physical_rules import PhysicalPlanner

Keys = list[tuple[int, int, bool]]


def convert_lookup(
    planner: PhysicalPlanner, rel: JoinRel, left: PhysicalNode, keys: Keys, rest: list[Rex]
) -> PhysicalNode:
    """Return the operator of a lookup join, which has no second input.

    Raises:
        TableError: If no column of the table equals anything, or the type of the join is not known.
    """
    if rel.kind not in {"INNER", "LEFT"}:
        raise TableError(f"Unknown join type {rel.kind}")
    columns, condition, table_rel = merge_calc(rel.right)
    source = planner.convert(table_rel)
    while source.op in {"watermark", "mini_batch"}:
        source = source.input
    table = source.data["table"]
    projection = None if columns == list(source.refs()) and condition is None else columns
    kept = None if condition is None else simplify_filter(condition)
    found: dict[int, int | Lit] = _find_constants(kept)
    width = len(left.fields)
    for one, two, _ in keys:
        column = columns[two]
        if isinstance(column, Ref):
            found[column.index] = one
        else:
            pair = (left.refs()[one], Ref(column.type, two + width))
            rest = [*rest, Call(BOOLEAN, "=", pair)]
    if not found:
        raise TableError(
            "Temporal table join requires an equality condition on fields of table "
            f"[{table.dotted}]."
        )
    types = [*(f.type for f in left.fields), *(f.type.as_plain() for f in rel.right.fields)]
    names = [f.name for f in rel.right.fields]
    fields = make_fields(
        [*left.names, *names],
        [
            replace(kind, nullable=field.type.nullable)
            for field, kind in zip(rel.fields, types, strict=True)
        ],
    )
    primary = {[f.name for f in source.fields].index(name) for name in table.primary_key}
    referred = {at for at, key in found.items() if isinstance(key, int)}
    data = {
        "table": table,
        "source": source,
        "join_type": rel.kind,
        "lookup_keys": found,
        "projection": projection,
        "filter": kept,
        "condition": join_conjunction(rest),
        "names": names,
        "finds_one": bool(primary) and primary <= referred,
    }
    return PhysicalNode("lookup_join", fields, [left], data)


def _find_constants(condition: Rex | None) -> dict[int, int | Lit]:
    """Return the constants that columns equal."""
    found: dict[int, int | Lit] = {}
    for part in split_conjunction(condition):
        if isinstance(part, Call) and part.op == "=":
            column, value = part.operands
            if isinstance(column, Ref) and isinstance(value, Lit):
                found[column.index] = value
    return found
