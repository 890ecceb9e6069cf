"""Python functions read as expressions, or refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest

from flinksim.replay.expressions.symbolic_execution import compile_function
from flinksim.replay.expressions.symbolic_values import NotExpressible, RecordShape, collect_columns
from flinksim.replay.kernel.window_aggregates import evaluate_fields

RECORD = RecordShape(
    "tuple",
    (
        (("column", "ts"), "int"),
        (("column", "key"), "str"),
        (("column", "v"), "int"),
        (("column", "weight"), "float"),
    ),
)
ROW = RecordShape("row", RECORD.fields, ("ts", "key", "v", "weight"))
LIMIT = 10
CHANGING: list[int] = []


@pytest.mark.parametrize(
    "function",
    [
        lambda v: v[1],
        lambda v: (v[1], v[2] % 7),
        lambda v: v[2] // 3 * 2 - 1,
        lambda v: v[2] > 3 and v[1] != "b",
        lambda v: v[2] if v[2] >= 0 else -v[2],
        lambda v: abs(v[2]) + LIMIT,
        lambda v: not (v[0] < 5 or v[1] == "a'\\"),
        lambda v: (v[3], "text", True, -7),
        lambda v: max(v[0], v[2]) - min(v[0], 4),
        lambda v: 0 < v[2] <= 5,
        lambda v: (v[2] / 3, 1 / (v[0] * v[0] + 1)),
        lambda v: v[2] / v[0] if v[0] else 0.0,
    ],
)
def test_the_kernel_calculates_what_python_does(function: Callable[[Any], Any]) -> None:
    values = [(0, "a", -7, 0.5), (9, "b", 3, 1.25), (4, "a'\\", 5, -2.0), (-1, "c", 0, 0.0)]
    shape = compile_function(function, RECORD)
    table = pa.table(
        dict(zip(("ts", "key", "v", "weight"), zip(*values, strict=True), strict=True))
    )
    rows = zip(*(each.to_pylist() for each in evaluate_fields(shape, table)), strict=True)
    found = [row[0] if shape.form == "single" else row for row in rows]
    assert found == [function(value) for value in values]


def test_rows_are_read_by_name_and_by_place() -> None:
    assert (
        compile_function(lambda v: v.key, ROW)
        == compile_function(lambda v: v[1], ROW)
        == compile_function(lambda v: v["key"], ROW)
    )


def test_an_unchanged_record_keeps_its_form() -> None:
    assert compile_function(lambda v: v, ROW) == ROW


@pytest.mark.parametrize(
    "function",
    [
        lambda v: v[3] % 2,
        lambda v: v[3] // 2,
        lambda v: v[3] > "a",
        lambda v: abs(v[3]),  # -0.0 has no sign that a comparison sees
        lambda v: v[2] % -3,
        lambda v: v[2] % v[0],
        lambda v: v[1].upper(),
        lambda v: v[1] + "x",
        lambda v: v[1] < "b",
        lambda v: CHANGING.append(v[2]) or v[2],
        lambda v: {"a": v[1]},
        lambda v: [v[1]],
        lambda v: len(v[1]),
        lambda v: f"{v[1]}",
        lambda v: v[9],
        lambda v: None,
        lambda v: v[1] if v[2] > 0 else v[2],
        lambda v: v[2] + (1 << 70),
        lambda v: bool(v[2]),
        lambda v: next(iter(v)),
        str,
    ],
)
def test_what_is_no_expression_is_refused(function: Callable[[Any], Any]) -> None:
    with pytest.raises(NotExpressible):
        compile_function(function, RECORD)
    assert not CHANGING


def test_doubles_are_reckoned_with() -> None:
    x = RECORD.fields[3][0]
    for function, expression in (
        (lambda v: v[3] + 1.0, ("+", x, ("literal", 1.0))),
        (lambda v: 2 * v[3], ("*", ("literal", 2), x)),
        (lambda v: -v[3], ("*", x, ("literal", -1))),
        (lambda v: max(v[3], 0.5), ("greatest", x, ("literal", 0.5))),
    ):
        assert compile_function(function, RECORD).fields == ((expression, "float"),)
    assert compile_function(lambda v: v[3] > 0, RECORD).fields == (
        ((">", x, ("literal", 0)), "bool"),
    )


def test_a_variable_that_can_change_is_refused() -> None:
    seen: list[int] = []
    with pytest.raises(NotExpressible, match="list from outside"):
        compile_function(lambda v: v[2] + seen[0], RECORD)


def test_the_columns_of_an_expression_are_known() -> None:
    shape = compile_function(lambda v: (v[2] if v[0] > 0 else 1, "ts"), RECORD)
    assert collect_columns(tuple(e for e, _ in shape.fields)) == {"ts", "v"}
