"""The table of built-in scalar functions.

Three decorators add a function under its SQL name:

* ``add_scalar``: the function gets the values of its operands. With ``strict`` (the default) it is not
  called if one of them is null, and the result is null.
* ``add_typed``: the function gets a :class:`FunctionCall` with the types, and returns such a function.
* ``add_special``: the function also compiles its operands itself, for example to evaluate only some.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any, TypeAlias

from flinksim.table.logical_types import LogicalType
from flinksim.table.runtime.change_rows import Values

Evaluator: TypeAlias = Callable[[Values], Any]
"""A compiled expression: computes a value from the values of a row."""

ScalarFunction: TypeAlias = Callable[..., Any]
"""A function of the values of its operands."""


class SqlRuntimeError(Exception):
    """An expression failed at run time, as in Flink: a division by zero, or a text that is no number."""


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """One call of a function: its name, operand types, result type, and the session's time zone.

    ``literals`` has the value of each operand that is a literal (``None`` for others), ``operand_calls``
    the function of each operand that is a call, and ``clock_ms`` returns the processing time.
    """

    name: str
    operand_types: tuple[LogicalType, ...]
    type: LogicalType
    time_zone: tzinfo
    literals: tuple[Any, ...] = ()
    clock_ms: Callable[[], int] = lambda: 0
    operand_calls: tuple[str | None, ...] = ()


Builder: TypeAlias = Callable[[FunctionCall, Sequence[Evaluator]], Evaluator]
"""Builds the evaluator of a call from the evaluators of its operands."""

FUNCTIONS: dict[str, Builder] = {}
"""All built-in functions by SQL name."""


def add_special(*names: str) -> Callable[[Builder], Builder]:
    """Add a function that builds its evaluator itself."""

    def register(builder: Builder) -> Builder:
        for name in names:
            FUNCTIONS[name] = builder
        return builder

    return register


def add_typed(
    *names: str, strict: bool = True
) -> Callable[[Callable[[FunctionCall], ScalarFunction]], Callable[[FunctionCall], ScalarFunction]]:
    """Add a function whose implementation depends on the types of the call."""

    def register(
        create: Callable[[FunctionCall], ScalarFunction],
    ) -> Callable[[FunctionCall], ScalarFunction]:
        def build(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
            return combine(create(call), operands, strict)

        add_special(*names)(build)
        return create

    return register


def add_scalar(*names: str, strict: bool = True) -> Callable[[ScalarFunction], ScalarFunction]:
    """Add a function of its operands' values."""

    def register(function: ScalarFunction) -> ScalarFunction:
        def build(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
            return combine(function, operands, strict)

        add_special(*names)(build)
        return function

    return register


def combine(function: ScalarFunction, operands: Sequence[Evaluator], strict: bool) -> Evaluator:
    """Return the evaluator that calls *function* with the values of *operands*."""
    if not strict:
        return lambda row: function(*[operand(row) for operand in operands])
    if len(operands) == 1:
        only = operands[0]

        def evaluate_one(row: Values) -> Any:
            value = only(row)
            return None if value is None else function(value)

        return evaluate_one
    if len(operands) == 2:
        first, second = operands

        def evaluate_two(row: Values) -> Any:
            left = first(row)
            if left is None:
                return None
            right = second(row)
            return None if right is None else function(left, right)

        return evaluate_two

    def evaluate(row: Values) -> Any:
        values = []
        for operand in operands:
            value = operand(row)
            if value is None:
                return None
            values.append(value)
        return function(*values)

    return evaluate
