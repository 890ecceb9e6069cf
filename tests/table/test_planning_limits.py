"""Statements of a stranger that would take all time or memory of the planner."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable

import pytest

from flinksim.table import EnvironmentSettings, TableEnvironment
from flinksim.table.planner import planning_limits
from flinksim.table.planner.planner_errors import SqlParserError, TableError
from flinksim.table.runtime.expressions.string_functions import is_like


@pytest.fixture
def environment() -> TableEnvironment:
    made = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    made.execute_sql(
        "CREATE TABLE t (k STRING, v INT, PRIMARY KEY (v) NOT ENFORCED) WITH ('connector' = 'datagen')"
    )
    return made


def nest(query: str, around: str, times: int = 40) -> str:
    for _ in range(times):
        query = around.format(query)
    return query


VIEWS = [
    f", v{i} AS (SELECT v FROM v{i - 1} UNION ALL SELECT v FROM v{i - 1})" for i in range(1, 40)
]
SELF_JOINS = [
    f", v{i} AS (SELECT a.v FROM v{i - 1} a JOIN v{i - 1} b ON a.v = b.v)" for i in range(1, 40)
]
HUGE_PLANS = {
    "a view that uses another twice": f"WITH v0 AS (SELECT v FROM t){''.join(VIEWS)} SELECT * FROM v39",
    "joins of joins": f"WITH v0 AS (SELECT v FROM t){''.join(SELF_JOINS)} SELECT * FROM v39",
    "a repeated expression": nest("SELECT v AS x FROM t", "SELECT x + x AS x FROM ({})"),
    "a repeated condition": nest("SELECT v AS x FROM t", "SELECT x + x AS x FROM ({})")
    + " WHERE x > 1",
    "a cube": f"SELECT COUNT(*) FROM t GROUP BY CUBE({', '.join(f'v + {i}' for i in range(24))})",
    "cubes": f"SELECT COUNT(*) FROM t GROUP BY {', '.join(['CUBE(k, v)'] * 14)}",
}


@pytest.mark.parametrize("name", HUGE_PLANS)
def test_a_huge_plan_is_rejected(name: str, environment: TableEnvironment) -> None:
    with pytest.raises(TableError, match=r"too large|grouping sets"):
        environment.explain_sql(HUGE_PLANS[name])
    assert not planning_limits.PLANNING_WORK.is_limited
    environment.explain_sql("SELECT v FROM t")


def test_the_limit_counts_each_statement_from_zero(
    environment: TableEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planning_limits, "MAX_NODES", 3_000)
    for _ in range(5):
        environment.explain_sql("SELECT v FROM t")
    with pytest.raises(TableError, match="more than 3,000 nodes"):
        environment.explain_sql(" UNION ALL ".join(["SELECT v FROM t"] * 20))


def count_calls(environment: TableEnvironment, statement: str) -> int:
    """Count the calls of Python functions that planning takes: a measure of time that is always the same."""
    profile = cProfile.Profile()
    profile.runcall(environment.explain_sql, statement)
    calls: int = pstats.Stats(profile).total_calls  # type: ignore[attr-defined]
    return calls


@pytest.mark.parametrize(
    "build",
    [
        lambda n: f"SELECT v FROM t WHERE v IN ({', '.join(map(str, range(n * 20)))})",
        lambda n: f"SELECT * FROM (VALUES {', '.join(f'({i})' for i in range(n * 20))})",
        lambda n: (
            "SELECT COUNT(*) FROM t t0 "
            + " ".join(f"JOIN t t{i} ON t{i}.k = t{i - 1}.k" for i in range(1, n // 2))
        ),
    ],
)
def test_time_grows_in_proportion_to_the_text(
    build: Callable[[int], str], environment: TableEnvironment
) -> None:
    small, large = (count_calls(environment, build(n)) for n in (20, 40))
    assert large < 5 * small


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("REPEAT", "('a', 2000000000)"),
        ("REPEAT", "(REPEAT(REPEAT('aaaaaaaaaa', 1000), 1000), 1000)"),
        ("LPAD", "('a', 2000000000, 'b')"),
        ("PRINTF", "('%2000000000d', 1)"),
        ("REGEXP", f"('{'a' * 60}', '(a+)+b')"),
        ("REGEXP_REPLACE", f"('{'a' * 60}', '(a|aa)+b', '')"),
        ("SIMILAR TO", "'(a|aa)+b'"),
    ],
)
def test_a_costly_constant_is_left_to_the_runtime(
    name: str, arguments: str, environment: TableEnvironment
) -> None:
    before = f"'{'a' * 60}' " if name == "SIMILAR TO" else ""
    plan = environment.explain_sql(f"SELECT {before}{name}{arguments} FROM t")
    assert f"{name}(" in plan.split("== Optimized Physical Plan ==")[1]


def test_an_ordinary_constant_is_computed(environment: TableEnvironment) -> None:
    plan = environment.explain_sql("SELECT REPEAT('ab', 3), REGEXP('abc', 'a.*c') FROM t")
    assert "'ababab'" in plan.split("== Optimized Physical Plan ==")[1]
    assert "true" in plan.split("== Optimized Physical Plan ==")[1]


def test_a_script_that_is_too_long_is_rejected(environment: TableEnvironment) -> None:
    text = f"SELECT '{'x' * planning_limits.MAX_SCRIPT_CHARACTERS}'"
    with pytest.raises(SqlParserError, match="the limit is 1,000,000"):
        environment.execute_sql(text)


@pytest.mark.parametrize(
    ("pattern", "matching", "other"),
    [
        ("%a%a%b", ["aab", "xaxaxb", "aaabab"], ["ab", "aaba", ""]),
        ("a%", ["a", "abc", "a\nb"], ["ba"]),
        ("%", ["", "x"], []),
        ("a_c%", ["abc", "abcd"], ["ac"]),
        ("%ab%ab", ["abab", "ab ab ab"], ["ab", "aab"]),
        ("%%x", ["x", "yx"], ["xy"]),
    ],
)
def test_like_finds_what_its_pattern_says(
    pattern: str, matching: list[str], other: list[str]
) -> None:
    assert [is_like(text, pattern) for text in matching] == [True] * len(matching)
    assert [is_like(text, pattern) for text in other] == [False] * len(other)
    assert not is_like("a" * 500, "%a" * 40 + "b")
