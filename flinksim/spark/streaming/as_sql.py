"""Expressions as Spark SQL, for the queries that are set beside Flink's windows.

Not in Flink.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from flinksim.spark.expressions.symbolic import TOO_LARGE, Expression


def to_sql(expression: Expression, columns: Mapping[str, str] | None = None) -> str:
    """The expression as Spark SQL; arithmetic is checked where ANSI mode is on.

    *columns* are those that have another text than their name.
    """

    def text(part: Expression) -> str:
        return to_sql(part, columns)

    match expression:
        case ("column", name):
            return (columns or {}).get(name, f"`{name}`")
        case ("literal", value):
            return _literal(value)
        case ("%", left, right):
            return f"pmod({text(left)}, {text(right)})"
        case ("//", left, right):
            a, b = text(left), text(right)
            return f"(({a} - pmod({a}, {b})) div {b})"
        case ("/", left, right):
            return _quotient(text(left), text(right))
        case ("not", inner):
            return f"(NOT {text(inner)})"
        case ("and", *conditions):
            return "(" + " AND ".join([text(c) for c in conditions] or ["true"]) + ")"
        case ("case", *cases):
            whens = " ".join(f"WHEN {text(c)} THEN {text(v)}" for c, v in cases)
            return f"(CASE {whens} END)"
        case ("least" | "greatest" as name, left, right):
            return f"{name}({text(left)}, {text(right)})"
        case (operation, left, right):
            return f"({text(left)} {operation} {text(right)})"
    raise AssertionError(f"no SQL for {expression!r}")


def _quotient(left: str, right: str) -> str:
    """As Python divides whole numbers: exact doubles up to 2^53, and nothing beyond is guessed."""
    divided = f"CAST({left} AS DOUBLE) / CAST({right} AS DOUBLE)"
    small = " AND ".join(f"{part} BETWEEN -{_EXACT}L AND {_EXACT}L" for part in (left, right))
    error = f"raise_error('{TOO_LARGE}: a division of whole numbers beyond {_EXACT}')"
    return f"(CASE WHEN {small} THEN {divided} ELSE CAST({error} AS DOUBLE) END)"


_EXACT = 1 << 53


def _literal(value: Any) -> str:
    if value is True or value is False:
        return str(value).lower()
    if type(value) is int:
        return f"{value}L" if value != -(1 << 63) else "(-9223372036854775807L - 1L)"
    if type(value) is str:
        escaped = value.replace("\\", "\\\\").replace("'", "\\'")
        return f"'{escaped}'"
    if not math.isfinite(value):
        return f"CAST('{value}' AS DOUBLE)"
    return f"{value!r}D"


__all__ = ["to_sql"]
