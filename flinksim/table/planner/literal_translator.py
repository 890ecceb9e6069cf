"""Translate the constants and keywords of SQL into literals."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

from flinksim.table.planner import sql_ast as ast
from flinksim.table.planner.planner_errors import make_validation_error
from flinksim.table.planner.rex_nodes import Lit, Rex
from flinksim.table.planner.sql_types import SqlType


def read_query_behavior(words: list[str]) -> list[Rex]:
    """Return wrapper, ON EMPTY and ON ERROR of JSON_QUERY from the words after the path."""
    wrapper, events, pending = "WITHOUT_ARRAY", {"EMPTY": "NULL", "ERROR": "NULL"}, "NULL"
    for word in words:
        if word == "WITH":
            wrapper = "UNCONDITIONAL_ARRAY"
        elif word == "CONDITIONAL":
            wrapper = "CONDITIONAL_ARRAY"
        elif word == "EMPTY":
            pending = "EMPTY"
        elif word in {"ARRAY", "OBJECT"} and pending == "EMPTY":
            pending = f"EMPTY_{word}"
        elif word in {"NULL", "ERROR"}:
            pending = word
        elif word.startswith("ON "):
            events[word.removeprefix("ON ")] = pending
    kind = SqlType("SYMBOL", False)
    behavior = "JSON_QUERY_ON_EMPTY_OR_ERROR"
    return [
        Lit(kind, wrapper, symbol="JSON_QUERY_WRAPPER"),
        Lit(kind, events["EMPTY"], symbol=behavior),
        Lit(kind, events["ERROR"], symbol=behavior),
    ]


def translate_constant(node: ast.Constant) -> Rex:
    """Return a constant of SQL as a literal; a keyword is a symbol."""
    value, kind = node.value, node.type
    if kind.root == "SYMBOL":
        symbol = "TIME_UNIT_RANGE" if value in TIME_SYMBOLS else "JSON_ON_NULL"
        if value in {"BOTH", "LEADING", "TRAILING"}:
            symbol = "TRIM"
        return Lit(kind, value, symbol=symbol)
    if isinstance(value, str):
        value = _check_literal(node, value, kind)
    return Lit(kind, value)


TIME_SYMBOLS = frozenset(
    [
        "YEAR",
        "QUARTER",
        "MONTH",
        "WEEK",
        "DAY",
        "HOUR",
        "MINUTE",
        "SECOND",
        "MILLISECOND",
        "MICROSECOND",
        "NANOSECOND",
        "DECADE",
        "CENTURY",
        "MILLENNIUM",
        "DOY",
        "DOW",
        "ISODOW",
        "ISOYEAR",
        "EPOCH",
    ]
)


def _check_literal(node: ast.Constant, value: str, kind: SqlType) -> str:
    readers: dict[str, Callable[[str], Any]] = {
        "DATE": datetime.date.fromisoformat,
        "TIME": datetime.time.fromisoformat,
        "TIMESTAMP": datetime.datetime.fromisoformat,
    }
    if kind.root in readers:
        try:
            if kind.root == "TIMESTAMP" and value.count(":") != 2:
                raise ValueError(value)
            readers[kind.root](value)
        except ValueError:
            raise make_validation_error(
                f"Illegal {kind.root} literal '{value}': not in format "
                + {"DATE": "'yyyy-MM-dd'", "TIME": "'HH:mm:ss'"}.get(
                    kind.root, "'yyyy-MM-dd HH:mm:ss'"
                ),
                node.span,
            ) from None
    return value
