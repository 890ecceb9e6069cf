"""Compute constant expressions when a query is planned, with the functions of the runtime.

Models ``ReduceExpressionsRule`` with Flink's ``ExpressionReducer``: it reduces what a query writes as
constants, and leaves arrays, maps, rows, JSON builders and functions of the clock to the runtime.
"""

from __future__ import annotations

import decimal
import math
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flinksim.table.planner.planner_errors import TableError
from flinksim.table.planner.rel_nodes import Filter, JoinRel, Project, Rel
from flinksim.table.planner.rex_nodes import Call, Lit, Rex, serialize, transform
from flinksim.table.planner.sql_types import SqlType
from flinksim.table.runtime.expressions.function_registry import FUNCTIONS, SqlRuntimeError
from flinksim.table.runtime.expressions.rex_compiler import ExpressionContext, compile_projection
from flinksim.table.runtime.expressions.time_arithmetic import divide_toward_zero, load_time_zone
from flinksim.table.runtime.sql_values import NANOS_PER_SECOND, format_digits

NOT_REDUCED = frozenset(
    ("UNIX_TIMESTAMP", "RAND", "RAND_INTEGER", "UUID", "NOW", "CURRENT_DATE", "CURRENT_TIME", "LOCALTIME",
     "LOCALTIMESTAMP", "CURRENT_TIMESTAMP", "CURRENT_ROW_TIMESTAMP", "CURRENT_WATERMARK", "PROCTIME",
     "PROCTIME_MATERIALIZE", "SOURCE_WATERMARK", "DESCRIPTOR", "JSON_OBJECT", "JSON_ARRAY", "GROUPING",
     "GROUP_ID", "GROUPING_ID", "FROM_UNIXTIME", "CURRENT_DATABASE", "JSON")
)  # fmt: skip
NESTED = frozenset(
    ("ARRAY", "MAP", "MULTISET", "ROW", "SYMBOL", "NULL", "INTERVAL_DAY", "INTERVAL_MONTH")
)


MAX_FOLDED_CHARACTERS = 100_000
"""A longer text is left to the runtime: planning must not take all memory."""
MAX_MATCHED_CHARACTERS = 200
_QUANTIFIER = re.compile(r"[*+?{%]")
_REPEATED_GROUP = re.compile(r"\)[*+?{%]")


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
    widened = transform(node, _skip_narrow_cast)
    timed = transform(widened, lambda part: _reduce_time(part, context))
    return transform(timed, lambda part: _reduce(part, context))


def _skip_narrow_cast(node: Rex) -> Rex | None:
    """Cast a decimal constant once: Calcite keeps all of its digits under a narrower decimal type."""
    if not isinstance(node, Call) or node.op != "CAST":
        return None
    inner = node.operands[0]
    if not isinstance(inner, Call) or inner.op != "CAST" or inner.type.root != "DECIMAL":
        return None
    constant = inner.operands[0]
    if not isinstance(constant, Lit) or constant.type.root != "DECIMAL":
        return None
    is_kept = node.type.root in {"DOUBLE", "FLOAT", "DECIMAL"}
    return replace(node, operands=(constant,)) if is_kept else None


def _reduce(node: Rex, context: ExpressionContext) -> Rex | None:
    if not isinstance(node, Call) or not _is_constant(node):
        return None
    if node.type.root in {"ARRAY", "MAP", "MULTISET"}:
        return node  # as a whole: what is in it stays, too
    if node.type.root in NESTED:
        return None
    _check_division(node)
    if _estimate_characters(node) > MAX_FOLDED_CHARACTERS or not _is_quick_match(node):
        return node
    try:
        (value,) = compile_projection([serialize(node)], context)(())
    except (SqlRuntimeError, ArithmeticError):
        if node.op == "SHA2":
            raise TableError("Unsupported algorithm.") from None
        return node  # Flink leaves it to the runtime, which fails.
    if isinstance(value, float):
        if not math.isfinite(value):
            return node  # a literal is a decimal number
        value += 0.0  # which has no negative zero
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


def _estimate_characters(node: Rex) -> float:
    """Return how long the text of a constant can be at most, before it is computed."""
    if isinstance(node, Lit):
        return len(str(node.value))
    assert isinstance(node, Call)
    sizes = [_estimate_characters(operand) for operand in node.operands]
    match node.op:
        case "REPEAT":
            return sizes[0] * max(_get_number(node.operands[1]), 1)
        case "LPAD" | "RPAD" | "SPACE":
            return max(map(_get_number, node.operands[-2:]))
        case "REPLACE" | "REGEXP_REPLACE" | "TRANSLATE" | "OVERLAY":
            return math.prod(size + 1 for size in sizes)
        case "PRINTF":
            return math.inf if re.search(r"\d{4}", str(node.operands[0])) else sum(sizes)
        case _:
            return 100.0 + 8 * sum(sizes)  # a character becomes 8 at most


def _get_number(node: Rex) -> float:
    """Return a number as it is written; infinite for an expression, and 0 for a text."""
    if not isinstance(node, Lit):
        return math.inf
    return float(node.value) if isinstance(node.value, int | decimal.Decimal) else 0.0


def _is_quick_match(node: Call) -> bool:
    """Return whether a regular expression cannot take long: some take exponential time."""
    if not node.op.startswith(("REGEXP", "RLIKE", "SIMILAR", "SPLIT")):
        return True
    if not all(isinstance(operand, Lit) for operand in node.operands[:2]):
        return False
    text, pattern = (
        str(operand.value) for operand in node.operands[:2] if isinstance(operand, Lit)
    )
    return (
        len(text) <= MAX_MATCHED_CHARACTERS
        and len(_QUANTIFIER.findall(pattern)) <= 3
        and not _REPEATED_GROUP.search(pattern)
    )


def _check_division(node: Call) -> None:
    if node.op == "/" and isinstance(node.operands[1], Lit) and node.operands[1].value == 0:
        raise TableError("Division by zero")


def _reduce_time(node: Rex, context: ExpressionContext) -> Rex | None:
    """Reduce a cast of a constant before 1970 to TIME, before the call around it is reduced.

    The remainder of such a time is negative. Flink writes its digits and reads them again.
    """
    if not isinstance(node, Call) or node.op != "CAST" or node.type.root != "TIME":
        return None
    operand = node.operands[0]
    if operand.type.root != "TIMESTAMP" or not _is_constant(node):
        return None
    try:
        (value,) = compile_projection([serialize(operand)], context)(())
    except (SqlRuntimeError, ArithmeticError):
        return None
    if value is None or value >= 0:
        return None
    seconds = divide_toward_zero(int(value), NANOS_PER_SECOND)
    minutes, hours = divide_toward_zero(seconds, 60), divide_toward_zero(seconds, 3600)
    parts = (math.fmod(hours, 24), math.fmod(minutes, 60), math.fmod(seconds, 60))
    shown = ":".join([format_digits(int(part), 2) for part in parts])
    if any(parts):
        raise TableError(f"Invalid time format: [{shown}]")
    return Lit(node.type.as_plain().with_nullable(False), shown)


def _to_literal(value: Any, kind: SqlType) -> Any:
    """Return a value of the runtime as the planner writes it."""
    match kind.root:
        case "TIMESTAMP" | "TIMESTAMP_LTZ":
            text = value.format(kind.precision)
            return text.rstrip("0").rstrip(".") if "." in text else text
        case "DATE":
            return value.format()
        case "TIME":
            return str(value)
        case "DECIMAL":
            return decimal.Decimal(value)
        case "CHAR":
            return value[: kind.precision]  # UPPER('straße') keeps the length of its argument
        case _:
            return value
