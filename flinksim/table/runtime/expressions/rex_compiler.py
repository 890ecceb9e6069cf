"""Compilation of RexNodes, the expression trees of a compiled plan, into Python functions.

Flink: ``ExprCodeGenerator`` generates Java code; here a tree of closures is built.
"""

from __future__ import annotations

import base64
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, tzinfo
from decimal import Decimal
from functools import partial
from typing import Any

from flinksim.table.logical_types import (
    APPROXIMATE_TYPES,
    BINARY_TYPES,
    CHARACTER_TYPES,
    INTEGER_BITS,
    INTERVAL_TYPES,
    LogicalType,
    parse_logical_type,
)
from flinksim.table.runtime.change_rows import Values
from flinksim.table.runtime.expressions import (
    arithmetic_functions as arithmetic_functions,
)
from flinksim.table.runtime.expressions import (
    collection_functions as collection_functions,
)
from flinksim.table.runtime.expressions import (
    comparison_functions as comparison_functions,
)
from flinksim.table.runtime.expressions import json_functions as json_functions
from flinksim.table.runtime.expressions import session_functions as session_functions
from flinksim.table.runtime.expressions import string_functions as string_functions
from flinksim.table.runtime.expressions import time_functions as time_functions
from flinksim.table.runtime.expressions.datetime_text import (
    parse_date,
    parse_time,
    parse_timestamp,
)
from flinksim.table.runtime.expressions.function_registry import (
    FUNCTIONS,
    Evaluator,
    FunctionCall,
    SqlRuntimeError,
)
from flinksim.table.runtime.expressions.number_conversion import to_float32
from flinksim.table.runtime.sql_values import Date, TimeOfDay, TimestampLtz


class UnsupportedExpressionError(Exception):
    """An expression that flinksim does not support; the message names it."""


@dataclass(frozen=True, slots=True)
class ExpressionContext:
    """The session's time zone, and the clock of the operator (processing time in ms)."""

    time_zone: tzinfo = UTC
    clock_ms: Callable[[], int] = lambda: 0


def get_function_name(node: Mapping[str, Any]) -> str:
    """Return the SQL name of the function of a call, without the version in ``$CONCAT$1``."""
    internal = node.get("internalName")
    if internal is None:
        name: str = node.get("systemName") or node.get("catalogName") or "?"
        return name
    match = re.fullmatch(r"\$(.+)\$\d+", internal)
    return match[1] if match else str(internal)


def get_type(node: Mapping[str, Any]) -> LogicalType:
    """Return the type of a RexNode."""
    if node["kind"] == "FIELD_ACCESS":
        row = get_type(node["expr"])
        return row.children[row.names.index(node["name"])]
    return parse_logical_type(node["type"])


def compile_rex(node: Mapping[str, Any], context: ExpressionContext) -> Evaluator:
    """Compile a RexNode into a function of a row's values.

    >>> node = {"kind": "INPUT_REF", "inputIndex": 1, "type": "INT"}
    >>> compile_rex(node, ExpressionContext())(("a", 5))
    5

    Raises:
        UnsupportedExpressionError: If flinksim has no such function.
    """
    kind = node["kind"]
    if kind == "INPUT_REF":
        return operator.itemgetter(node["inputIndex"])
    if kind == "LITERAL":
        value = parse_literal(node)
        return lambda row: value
    if kind == "CORREL_VARIABLE":
        return lambda row: row
    if kind == "FIELD_ACCESS":
        return _compile_field_access(node, context)
    if kind == "CALL":
        return _compile_call(node, context)
    raise UnsupportedExpressionError(f"the expression {kind} is not supported: {dict(node)}")


def compile_condition(
    node: Mapping[str, Any] | None, context: ExpressionContext
) -> Callable[[Values], bool] | None:
    """Compile a condition, which holds only if it is true, not if it is unknown; ``None`` for none."""
    if node is None:
        return None
    evaluate = compile_rex(node, context)
    return lambda row: evaluate(row) is True


def compile_projection(
    nodes: Sequence[Mapping[str, Any]], context: ExpressionContext
) -> Callable[[Values], Values]:
    """Compile a list of expressions into a function from values to values.

    A null becomes the default value of Flink's generated code, where the type of its column has no
    nulls: behind ``LAG`` with a default, or for an item that is not there. Texts that a function
    returns stay null.
    """
    project = _compile_columns(nodes, context)
    defaults = [
        (position, default)
        for position, node in enumerate(nodes)
        if (default := _find_column_default(node)) is not None
    ]
    if not defaults:
        return project

    def project_without_nulls(row: Values) -> Values:
        values = project(row)
        for position, default in defaults:
            if values[position] is None:
                values = (*values[:position], default, *values[position + 1 :])
        return values

    return project_without_nulls


def _compile_columns(
    nodes: Sequence[Mapping[str, Any]], context: ExpressionContext
) -> Callable[[Values], Values]:
    positions = [node["inputIndex"] for node in nodes if node["kind"] == "INPUT_REF"]
    if len(positions) == len(nodes):
        if len(positions) > 1:
            return operator.itemgetter(*positions)
        return lambda row: tuple([row[position] for position in positions])
    evaluators = [compile_rex(node, context) for node in nodes]
    return lambda row: tuple([evaluate(row) for evaluate in evaluators])


def _find_column_default(node: Mapping[str, Any]) -> Any:
    type_ = get_type(node)
    if node["kind"] == "CALL":
        if get_function_name(node) == "ITEM":
            collection = get_type(node["operands"][0])
            type_ = type_ if collection.root == "ROW" else collection.children[-1]
        elif type_.root in CHARACTER_TYPES:
            return None
    return _find_default(type_)


def _find_default(type_: LogicalType) -> Any:
    """Return what a null becomes in a type without nulls (``CodeGenUtils.primitiveDefaultValue``)."""
    if type_.nullable:
        return None
    if type_.root in INTEGER_BITS or type_.root in INTERVAL_TYPES:
        return -1
    if type_.root in ("DATE", "TIME"):
        return Date(-1) if type_.root == "DATE" else TimeOfDay(-1)
    if type_.root in APPROXIMATE_TYPES:
        return -1.0
    if type_.root in CHARACTER_TYPES:
        return ""
    return False if type_.root == "BOOLEAN" else None


def _compile_field_access(node: Mapping[str, Any], context: ExpressionContext) -> Evaluator:
    position = get_type(node["expr"]).names.index(node["name"])
    expression = compile_rex(node["expr"], context)

    def evaluate(row: Values) -> Any:
        value = expression(row)
        return None if value is None else value[position]

    return evaluate


def _compile_call(node: Mapping[str, Any], context: ExpressionContext) -> Evaluator:
    name = get_function_name(node)
    operands = node.get("operands", [])
    if name == "SEARCH":
        return _compile_search(operands[0], operands[1], context)
    builder = FUNCTIONS.get(name)
    if builder is None:
        raise UnsupportedExpressionError(
            f"the function {name} is not supported by flinksim; it has {len(FUNCTIONS)} functions"
        )
    call = FunctionCall(
        name,
        tuple(get_type(operand) for operand in operands),
        parse_logical_type(node["type"]),
        context.time_zone,
        tuple(
            parse_literal(operand) if operand["kind"] == "LITERAL" else None for operand in operands
        ),
        context.clock_ms,
        tuple(
            get_function_name(operand) if operand["kind"] == "CALL" else None
            for operand in operands
        ),
    )
    return builder(call, [compile_rex(operand, context) for operand in operands])


def parse_literal(node: Mapping[str, Any]) -> Any:
    """Return the value of a literal.

    Flink: ``RexNodeJsonDeserializer``.
    """
    value = node.get("value")
    return None if value is None else _parse_value(value, parse_logical_type(node["type"]))


def _parse_value(value: Any, type_: LogicalType) -> Any:
    root = type_.root
    if root == "DECIMAL":
        return Decimal(str(value)).quantize(Decimal(1).scaleb(-type_.scale))
    if root in INTEGER_BITS or root in INTERVAL_TYPES:
        return int(Decimal(str(value)))
    if root in APPROXIMATE_TYPES:
        return to_float32(float(value)) if root == "FLOAT" else float(value)
    if root == "TIMESTAMP":
        return parse_timestamp(value)
    if root == "TIMESTAMP_LTZ":
        local = parse_timestamp(value)
        return None if local is None else TimestampLtz(local)
    if root == "DATE":
        return parse_date(value)
    if root == "TIME":
        return parse_time(value)
    if root in BINARY_TYPES:
        return base64.b64decode(value)
    return value


# --- SEARCH ----------------------------------------------------------------------------------------


def _compile_search(
    operand: Mapping[str, Any], literal: Mapping[str, Any], context: ExpressionContext
) -> Evaluator:
    """Compile ``SEARCH(value, sarg)``: whether the value is in one of several ranges.

    Calcite: ``Sarg``.
    """
    type_ = get_type(literal)
    sarg = literal["sarg"]
    ranges = [_compile_range(each, type_) for each in sarg["ranges"]]
    of_null = {"TRUE": True, "FALSE": False}.get(sarg.get("nullAs", "UNKNOWN"))
    evaluate_operand = compile_rex(operand, context)

    def evaluate(row: Values) -> bool | None:
        value = evaluate_operand(row)
        if value is None:
            return of_null
        return any(contains(value) for contains in ranges)

    return evaluate


def _compare_with(compare: Callable[[Any, Any], bool], limit: Any, value: Any) -> bool:
    return compare(value, limit)


def _compile_range(bounds: Mapping[str, Any], type_: LogicalType) -> Callable[[Any], bool]:
    checks: list[Callable[[Any], bool]] = []
    for side, closed, opened in (
        ("lower", operator.ge, operator.gt),
        ("upper", operator.le, operator.lt),
    ):
        bound = bounds.get(side)
        if bound is not None:
            limit = _parse_value(bound["value"], type_)
            compare = closed if bound["boundType"] == "CLOSED" else opened
            checks.append(partial(_compare_with, compare, limit))
    return lambda value: all(check(value) for check in checks)


__all__ = [
    "ExpressionContext",
    "SqlRuntimeError",
    "UnsupportedExpressionError",
    "compile_condition",
    "compile_projection",
    "compile_rex",
    "get_function_name",
    "get_type",
    "parse_literal",
]
