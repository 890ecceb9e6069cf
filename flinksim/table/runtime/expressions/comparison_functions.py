"""Comparison, three-valued logic, and conditional functions.

Flink: ``ScalarOperatorGens``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from flinksim.table.logical_types import (
    CHARACTER_TYPES,
    NUMERIC_TYPES,
    TIMESTAMP_TYPES,
    LogicalType,
)
from flinksim.table.runtime.change_rows import Values
from flinksim.table.runtime.expressions.cast_rules import build_cast
from flinksim.table.runtime.expressions.function_registry import (
    Evaluator,
    FunctionCall,
    ScalarFunction,
    add_scalar,
    add_special,
    add_typed,
    combine,
)

_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _compare_arrays(left: Values, right: Values) -> bool:
    """Compare two arrays: a null equals no element, not even another null."""
    return left == right and None not in left


_ARRAY_COMPARISONS: dict[str, Callable[[Values, Values], bool]] = {
    "=": _compare_arrays,
    "<>": lambda left, right: not _compare_arrays(left, right),
}


@add_special(*_COMPARISONS, "IS NOT DISTINCT FROM", "IS DISTINCT FROM")
def _build_comparison(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    left, right = _unify(call, operands)
    if call.name in _ARRAY_COMPARISONS and call.operand_types[0].root == "ARRAY":
        return combine(_ARRAY_COMPARISONS[call.name], (left, right), strict=True)
    if call.name in _COMPARISONS:
        return combine(_COMPARISONS[call.name], (left, right), strict=True)
    expected = call.name == "IS NOT DISTINCT FROM"

    def evaluate(row: Values) -> bool:
        first, second = left(row), right(row)
        if first is None or second is None:
            return (first is second) == expected
        return bool(first == second) == expected

    return evaluate


def _unify(call: FunctionCall, operands: Sequence[Evaluator]) -> Sequence[Evaluator]:
    """Cast the side that is text if the other side is not; two timestamps to one kind.

    Flink: ``generateComparison`` with implicit casts.
    """
    left, right = call.operand_types
    if left.root == right.root:
        return operands
    if left.root in CHARACTER_TYPES and right.root not in CHARACTER_TYPES:
        return (_cast_operand(operands[0], left, right, call), operands[1])
    if right.root in CHARACTER_TYPES and left.root not in CHARACTER_TYPES:
        return (operands[0], _cast_operand(operands[1], right, left, call))
    if left.root in TIMESTAMP_TYPES and right.root in TIMESTAMP_TYPES:
        target = LogicalType("TIMESTAMP_LTZ", precision=9)
        return tuple(
            _cast_operand(operand, type_, target, call)
            for operand, type_ in zip(operands, call.operand_types, strict=True)
        )
    if {left.root, right.root} & TIMESTAMP_TYPES and "DATE" in (left.root, right.root):
        target = left if left.root in TIMESTAMP_TYPES else right
        return tuple(
            _cast_operand(operand, type_, target, call)
            for operand, type_ in zip(operands, call.operand_types, strict=True)
        )
    return operands


def _cast_operand(
    operand: Evaluator, source: LogicalType, target: LogicalType, call: FunctionCall
) -> Evaluator:
    if source.root == target.root:
        return operand
    if source.root in CHARACTER_TYPES and target.root in NUMERIC_TYPES - {"DECIMAL"}:
        target = LogicalType("DOUBLE") if target.root in ("FLOAT", "DOUBLE") else target
    return combine(build_cast(source, target, call.time_zone), (operand,), strict=True)


@add_special("AND", "OR")
def _build_connective(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    decisive = call.name == "OR"  # the value that decides the result

    def evaluate(row: Values) -> Any:
        result: bool | None = not decisive
        for operand in operands:
            value = operand(row)
            if value is decisive:
                return decisive
            if value is None:
                result = None
        return result

    return evaluate


@add_scalar("NOT")
def _negate(value: bool) -> bool:
    return not value


_TESTS: dict[str, Callable[[Any], bool]] = {
    "IS NULL": lambda value: value is None,
    "IS NOT NULL": lambda value: value is not None,
    "IS TRUE": lambda value: value is True,
    "IS NOT TRUE": lambda value: value is not True,
    "IS FALSE": lambda value: value is False,
    "IS NOT FALSE": lambda value: value is not False,
    "IS UNKNOWN": lambda value: value is None,
    "IS NOT UNKNOWN": lambda value: value is not None,
}
for _name, _test in _TESTS.items():
    add_scalar(_name, strict=False)(_test)


@add_special("CASE")
def _build_case(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    branches = list(zip(operands[:-1:2], operands[1:-1:2], strict=True))
    otherwise = operands[-1]
    fit = _build_result_cast(call)

    def evaluate(row: Values) -> Any:
        for condition, result in branches:
            if condition(row) is True:
                return fit(result(row))
        return fit(otherwise(row))

    return evaluate


def _build_result_cast(call: FunctionCall) -> Callable[[Any], Any]:
    """Build the conversion of a branch's number to the result type, such as ``INT`` to ``DOUBLE``."""
    type_ = call.type
    if type_.root not in ("FLOAT", "DOUBLE", "DECIMAL"):
        return lambda value: value
    # Any numeric value converts in the same way, so the source type does not matter.
    convert = build_cast(LogicalType("BIGINT"), type_, call.time_zone)
    return lambda value: None if value is None else convert(value)


@add_special("IF")
def _build_if(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    condition, result, otherwise = operands
    fit = _build_result_cast(call)
    return lambda row: fit(result(row) if condition(row) is True else otherwise(row))


@add_special("COALESCE", "IFNULL")
def _build_coalesce(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    fit = _build_result_cast(call)

    def evaluate(row: Values) -> Any:
        for operand in operands:
            value = operand(row)
            if value is not None:
                return fit(value)
        return None

    return evaluate


@add_scalar("NULLIF", strict=False)
def _compute_nullif(value: Any, other: Any) -> Any:
    return None if value is not None and value == other else value


@add_typed("GREATEST")
def _create_greatest(call: FunctionCall) -> ScalarFunction:
    fit = _build_result_cast(call)
    return lambda *values: fit(max(values))


@add_typed("LEAST")
def _create_least(call: FunctionCall) -> ScalarFunction:
    fit = _build_result_cast(call)
    return lambda *values: fit(min(values))


@add_special("BETWEEN ASYMMETRIC", "BETWEEN", "BETWEEN SYMMETRIC")
def _build_between(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    is_symmetric = call.name.endswith(" SYMMETRIC")

    def compute(value: Any, low: Any, high: Any) -> bool:
        is_inside: bool = low <= value <= high
        return is_inside or (is_symmetric and high <= value <= low)

    return combine(compute, operands, strict=True)


@add_scalar("IN", strict=False)
def _is_in(value: Any, *options: Any) -> bool | None:
    if value is None:
        return None
    if value in options:
        return True
    return None if None in options else False
