"""The arguments of methods of the Table API: expressions, and in programs for Flink 1.x text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flinksim.core.flink_version import is_flink_1_accepted
from flinksim.table.expression import Expression, to_expression

__all__ = ["read_field", "read_fields"]


def read_fields(method: str, values: Iterable[Any]) -> list[Expression]:
    """Return the expressions that the arguments of *method* are.

    Raises:
        TypeError: If an argument is text, and the program is one for Flink 2.
    """
    found: list[Expression] = []
    for value in values:
        if not isinstance(value, str):
            found.append(to_expression(value))
            continue
        if not is_flink_1_accepted():
            raise TypeError(
                f"{method}({value!r}): expected an expression such as col('a'), found text. Expressions "
                "as text are gone since Flink 1.16. A program for an earlier version runs with --flink 1.15."
            )
        from flinksim.table.flink1.text_expressions import parse_expressions

        found += parse_expressions(value)
    return found


def read_field(method: str, value: Any) -> Expression:
    """Return the expression that the only argument of *method* is."""
    return read_fields(method, (value,))[0]
