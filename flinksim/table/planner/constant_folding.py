"""Compute constant expressions when a query is planned, with the functions of the runtime.

Models ``ReduceExpressionsRule`` with Flink's ``ExpressionReducer``: it reduces what a query writes as
constants, and leaves arrays, maps, rows, JSON builders and functions of the clock to the runtime.
"""

from __future__ import annotations

import decimal
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flinksim.table.planner.planner_errors import TableError
from flinksim.table.planner.rel_nodes import Filter, JoinRel, Project, Rel
from flinksim.table.planner.rex_nodes import Call, Lit, Rex, serialize, transform
from flinksim.table.planner.sql_types import SqlType
from flinksim.table.runtime.expressions.function_registry import FUNCTIONS, SqlRuntimeError
from flinksim.table.runtime.expressions.rex_compiler import ExpressionContext, compile_rex
from flinksim.table.runtime.expressions.time_arithmetic import load_time_zone

NOT_REDUCED = frozenset(
    ("UNIX_TIMESTAMP", "RAND", "RAND_INTEGER", "UUID", "NOW", "CURRENT_DATE", "CURRENT_TIME", "LOCALTIME",
     "LOCALTIMESTAMP", "CURRENT_TIMESTAMP", "CURRENT_ROW_TIMESTAMP", "CURRENT_WATERMARK", "PROCTIME",
     "PROCTIME_MATERIALIZE", "SOURCE_WATERMARK", "DESCRIPTOR", "JSON_OBJECT", "JSON_ARRAY", "GROUPING",
     "GROUP_ID", "GROUPING_ID", "FROM_UNIXTIME", "CURRENT_DATABASE")
)  # fmt: skip
NESTED = frozenset(
    ("ARRAY", "MAP", "MULTISET", "ROW", "SYMBOL", "NULL", "INTERVAL_DAY", "INTERVAL_MONTH")
)


def fold_constants(rel: Rel, config: Mapping[str, str]) -> Rel:
    """Reduce the constant expressions of all projections and conditions.

    Raises:
        TableError: If a constant divides by zero.
    """
    zone = config.get("table.local-time-zone", "UTC")
    return _fold_rel(rel, ExpressionContext(load_time_zone("UTC" if zone == "default" else zone)))


def _fold_rel(rel: Rel, context: ExpressionContext) -> Rel:
    rel = rel.with_inputs(*(_fold_rel(child, context) for child in rel.inputs))
    if isinstance(rel, Project):
        folded = tuple(_fold(e, context) for e in rel.expressions)
        return replace(rel, expressions=folded)
    if isinstance(rel, Filter):
        return replace(rel, condition=_fold(rel.condition, context))
    if isinstance(rel, JoinRel) and rel.condition is not None:
        return replace(rel, condition=_fold(rel.condition, context))
    return rel


def _fold(node: Rex, context: ExpressionContext) -> Rex:
    return transform(node, lambda part: _reduce(part, context))


def _reduce(node: Rex, context: ExpressionContext) -> Rex | None:
    if not isinstance(node, Call) or node.type.root in NESTED or not _is_constant(node):
        return None
    _check_division(node)
    try:
        value = compile_rex(serialize(node), context)(())
    except (SqlRuntimeError, ArithmeticError):
        return node  # Flink leaves it to the runtime, which fails.
    if value is None:
        return Lit(node.type.as_plain().with_nullable(True), None)
    kind = node.type.as_plain().with_nullable(False)
    literal = Lit(kind, _to_literal(value, kind))
    return Call(node.type.as_plain(), "CAST", (literal,)) if node.type.nullable else literal


def _is_constant(node: Rex) -> bool:
    if isinstance(node, Lit):
        return not node.ranges
    return (
        isinstance(node, Call)
        and node.function is None
        and node.op in FUNCTIONS
        and node.op not in NOT_REDUCED
        and all(map(_is_constant, node.operands))
    )


def _check_division(node: Call) -> None:
    if node.op in {"/", "MOD"} and isinstance(node.operands[1], Lit):
        if (
            node.type.root in {"TINYINT", "SMALLINT", "INT", "BIGINT"}
            and node.operands[1].value == 0
        ):
            raise TableError("Division by zero")


def _to_literal(value: Any, kind: SqlType) -> Any:
    """Return a value of the runtime as the planner writes it."""
    match kind.root:
        case "TIMESTAMP" | "TIMESTAMP_LTZ":
            text = value.format(kind.precision)
            return text.rstrip("0").rstrip(".") if "." in text else text
        case "DATE" | "TIME":
            return str(value)
        case "DECIMAL":
            return decimal.Decimal(value)
        case _:
            return value
