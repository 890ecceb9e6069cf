"""Evaluate expressions over the columns of a table.

Integers have 64 bits; an overflow is an error. A branch of a condition is evaluated only for the
rows that take it.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from flinksim.replay.expressions.symbolic_values import OVERFLOW_MARKER, Expression

_MAX_EXACT_INTEGER = 1 << 53
_COMPARISONS = {
    "=": pc.equal, "<>": pc.not_equal, "<": pc.less, "<=": pc.less_equal, ">": pc.greater,
    ">=": pc.greater_equal,
}  # fmt: skip
_CHECKED_ARITHMETIC = {"+": pc.add_checked, "-": pc.subtract_checked, "*": pc.multiply_checked}
_FLOAT_ARITHMETIC = {"+": pc.add, "-": pc.subtract, "*": pc.multiply}
_EXTREMES = {"least": pc.min_element_wise, "greatest": pc.max_element_wise}


def evaluate_column(expression: Expression, table: pa.Table) -> pa.Array:
    """Evaluate *expression* for the rows of *table*.

    Raises:
        OverflowError: A number needs more than 64 bits, or a division has operands beyond 2^53.
        ZeroDivisionError: A division by zero.
    """
    value = _evaluate(expression, table)
    if isinstance(value, pa.Scalar):
        return pa.repeat(value, table.num_rows)
    return _combine_chunks(value) if isinstance(value, pa.ChunkedArray) else value


def _combine_chunks(column: pa.ChunkedArray) -> pa.Array:
    """Return a column as one array; nothing is copied if it has a single chunk."""
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def evaluate_integers(expression: Expression, table: pa.Table) -> NDArray[np.int64]:
    """Evaluate an integer expression as a numpy array; raises as :func:`evaluate_column`."""
    longs: NDArray[np.int64] = evaluate_column(expression, table).to_numpy(zero_copy_only=False)
    return longs.astype(np.int64, copy=False)


def to_doubles(column: pa.Array) -> NDArray[np.float64]:
    """Convert a numeric column to a numpy array of doubles."""
    doubles: NDArray[np.float64] = column.to_numpy(zero_copy_only=False)
    return doubles.astype(np.float64, copy=False)


def evaluate_booleans(expression: Expression, table: pa.Table) -> NDArray[np.bool_]:
    """Evaluate a boolean expression as a numpy array; raises as :func:`evaluate_column`."""
    flags: NDArray[np.bool_] = evaluate_column(expression, table).to_numpy(zero_copy_only=False)
    return flags.astype(np.bool_, copy=False)


def _evaluate(expression: Expression, table: pa.Table) -> Any:
    match expression:
        case ("column", name):
            column = table.column(name)
            return column.cast(pa.int64()) if column.type == pa.int32() else column
        case ("literal", value):
            return pa.scalar(value)
        case ("not", inner):
            return pc.invert(_evaluate(inner, table))
        case ("and", *conditions):
            return _evaluate_conjunction(conditions, table)
        case ("case", *cases):
            return _evaluate_case(cases, table)
        case (("least" | "greatest") as name, left, right):
            return _evaluate_extreme(name, _evaluate(left, table), _evaluate(right, table))
        case (operation, left, right):
            return _evaluate_operation(operation, _evaluate(left, table), _evaluate(right, table))
    raise AssertionError(f"no value for {expression!r}")


def _evaluate_operation(operation: str, left: Any, right: Any) -> Any:
    is_float = pa.types.is_floating(left.type) or pa.types.is_floating(right.type)
    if is_float:
        left, right = _cast_to_double(left), _cast_to_double(right)
    if operation in _COMPARISONS:
        return _COMPARISONS[operation](left, right)
    if operation in _CHECKED_ARITHMETIC:
        if is_float:
            return _FLOAT_ARITHMETIC[operation](left, right)
        try:
            return _CHECKED_ARITHMETIC[operation](left, right)
        except pa.ArrowInvalid:
            raise OverflowError(f"{OVERFLOW_MARKER}: a result of {operation}") from None
    a, b = _to_numpy(left), _to_numpy(right)
    if operation == "/":
        if not is_float and (
            np.any(np.abs(a) > _MAX_EXACT_INTEGER) or np.any(np.abs(b) > _MAX_EXACT_INTEGER)
        ):
            raise OverflowError(
                f"{OVERFLOW_MARKER}: a division of whole numbers beyond {_MAX_EXACT_INTEGER}"
            )
        if np.any(b == 0):
            raise ZeroDivisionError("division by zero")
        return _from_numpy(a / b)
    # numpy rounds as Python does: towards minus infinity.
    return _from_numpy(np.mod(a, b) if operation == "%" else np.floor_divide(a, b))


def _evaluate_extreme(name: str, left: Any, right: Any) -> Any:
    """Evaluate the minimum or maximum of two values.

    Raises:
        OverflowError: The doubles include NaN or -0.0, which Python and Java compare differently.
    """
    for value in (left, right):
        if pa.types.is_floating(value.type):
            doubles = np.asarray(_to_numpy(value))
            if np.isnan(doubles).any() or np.any(np.signbit(doubles) & (doubles == 0)):
                raise OverflowError(f"{OVERFLOW_MARKER}: the {name} of NaN or -0.0")
    return _EXTREMES[name](left, right)


def _cast_to_double(value: Any) -> Any:
    """Cast a number to double for an operation with a double.

    Raises:
        OverflowError: An integer is too large to be exact as a double.
    """
    if pa.types.is_floating(value.type):
        return value
    if np.any(np.abs(_to_numpy(value)) > _MAX_EXACT_INTEGER):
        raise OverflowError(
            f"{OVERFLOW_MARKER}: a whole number beyond {_MAX_EXACT_INTEGER} beside a double"
        )
    return value.cast(pa.float64())


def _to_numpy(value: Any) -> Any:
    if isinstance(value, pa.Scalar):
        return np.asarray(value.as_py())
    return value.to_numpy() if isinstance(value, pa.ChunkedArray) else np.asarray(value)


def _from_numpy(value: Any) -> Any:
    return pa.scalar(value.item()) if np.ndim(value) == 0 else pa.array(value)


def _evaluate_conjunction(conditions: list[Expression], table: pa.Table) -> Any:
    """Evaluate each condition only for the rows that meet the earlier ones."""
    matches = np.ones(table.num_rows, bool)
    for condition in conditions:
        rows = np.flatnonzero(matches)
        condition_matches = evaluate_booleans(
            condition, table if len(rows) == table.num_rows else table.take(rows)
        )
        matches[rows] = condition_matches
    return pa.array(matches)


def _evaluate_case(cases: list[tuple[Expression, Expression]], table: pa.Table) -> Any:
    remaining = np.arange(table.num_rows)
    row_numbers, values = [], []
    for condition, value in cases:
        rows = table.take(remaining)
        matches = evaluate_booleans(condition, rows)
        if matches.any():
            row_numbers.append(remaining[matches])
            values.append(evaluate_column(value, rows.filter(pa.array(matches))))
        remaining = remaining[~matches]
    if not values:
        return evaluate_column(cases[0][1], table)
    order = np.argsort(np.concatenate(row_numbers), kind="stable")
    return pa.concat_arrays(values).take(pa.array(order))


__all__ = ["evaluate_booleans", "evaluate_column", "evaluate_integers", "to_doubles"]
