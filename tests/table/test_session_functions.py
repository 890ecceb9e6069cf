"""Functions that the planner writes in another form, and functions of the session and of chance."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.table import EnvironmentSettings, TableEnvironment


def evaluate(expression: str) -> Any:
    environment = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    rows = environment.sql_query(f"SELECT {expression} AS x").execute().collect()
    return next(rows)[0]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("YEAR(DATE '2024-03-05')", 2024),
        ("DAYOFYEAR(DATE '2024-03-05')", 65),
        ("DAYOFWEEK(DATE '2024-03-05')", 3),
        ("HOUR(TIMESTAMP '2024-03-05 01:02:03')", 1),
        ("TYPEOF(1)", "INT NOT NULL"),
        ("JSON_QUOTE('a')", '"a"'),
        ("JSON_UNQUOTE('\"a\"')", "a"),
        ("'ab' SIMILAR TO 'a_'", True),
    ],
)
def test_a_function_has_flinks_value(expression: str, expected: Any) -> None:
    assert evaluate(expression) == expected


def test_random_values_repeat_and_stay_in_range() -> None:
    assert evaluate("RAND()") == evaluate("RAND()")
    assert 0 <= evaluate("RAND_INTEGER(3, 10)") < 10
    assert len(evaluate("UUID()")) == 36
