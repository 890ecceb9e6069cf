"""Aggregate functions that only OVER windows have.

Flink: ``LagAggFunction``, ``RowNumberAggFunction``, ``RankAggFunction``, ``DenseRankAggFunction``.
"""

from __future__ import annotations

from typing import Any

from flinksim.table.logical_types import LogicalType
from flinksim.table.runtime.aggregate_functions import (
    Accumulator,
    BuiltInAggregate,
    create_aggregate_function,
)

ORDER_FUNCTIONS = frozenset({"RANK", "DENSE_RANK"})
"""Functions whose arguments are the columns of ORDER BY."""


class _OverFunction(BuiltInAggregate):
    skips_nulls = False

    def merge(self, accumulator: Accumulator, other: Accumulator) -> None:
        raise NotImplementedError("an OVER window has no partial results")


class RowNumberFunction(_OverFunction):
    """``ROW_NUMBER()``."""

    def create_accumulator(self) -> Accumulator:
        return [0]

    def accumulate(self, accumulator: Accumulator, *values: Any) -> None:
        accumulator[0] += 1

    def retract(self, accumulator: Accumulator, *values: Any) -> None:
        """Do nothing: the number of a row does not depend on the window's start."""


class RankFunction(_OverFunction):
    """``RANK()`` or ``DENSE_RANK()``."""

    parts = ("rank", "rows", "order values")

    def __init__(self, is_dense: bool) -> None:
        self._is_dense = is_dense

    def create_accumulator(self) -> Accumulator:
        return [0, 0, None]

    def accumulate(self, accumulator: Accumulator, *values: Any) -> None:
        accumulator[1] += 1
        if accumulator[0] == 0 or values != accumulator[2]:
            accumulator[0] = accumulator[0] + 1 if self._is_dense else accumulator[1]
            accumulator[2] = values

    def retract(self, accumulator: Accumulator, *values: Any) -> None:
        """Do nothing: the rank of a row does not depend on the window's start."""


class LagFunction(_OverFunction):
    """``LAG(x [, offset [, default]])``: the value of an earlier row, which may be null."""

    def create_accumulator(self) -> Accumulator:
        return [((), 1, None)]

    def accumulate(self, accumulator: Accumulator, *values: Any) -> None:
        buffer = accumulator[0][0]
        offset = values[1] if len(values) > 1 else 1
        default = values[2] if len(values) > 2 else None
        accumulator[0] = ((*buffer, values[0])[-offset - 1 :], offset, default)

    def retract(self, accumulator: Accumulator, *values: Any) -> None:
        """Do nothing: only the last rows count."""

    def get_value(self, accumulator: Accumulator) -> Any:
        buffer, offset, default = accumulator[0]
        return default if len(buffer) <= offset else buffer[0]


def create_over_function(
    name: str, type_: LogicalType, arguments: int, needs_retraction: bool
) -> BuiltInAggregate:
    """Create the function *name* of an OVER window."""
    match name:
        case "ROW_NUMBER":
            return RowNumberFunction()
        case "RANK" | "DENSE_RANK":
            return RankFunction(name == "DENSE_RANK")
        case "LAG":
            return LagFunction()
    return create_aggregate_function(name, type_, arguments, needs_retraction)
