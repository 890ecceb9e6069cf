"""Expressions as text, as in Flink 1.x."""

from __future__ import annotations

import pytest

from flinksim.table.flink1.text_expressions import parse_expressions


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a, b.sum as d", [("a", None), ("sum(b)", "d")]),
        ("a === 'x' && b % 2 === 0", [("and(equals(a, 'x'), equals(mod(b, 2), 0))", None)]),
        (
            "sex, count(*) as cnt, w.start AS s",
            [("sex", None), ("count()", "cnt"), ("$start(w)", "s")],
        ),
        ("10.minutes", [("600000", None)]),
        ("f(a) as (word, length)", [("f(a)", "word")]),
        ("b.cast(LONG)", [("cast(b, BIGINT)", None)]),
        ("a.isNotNull", [("is not null(a)", None)]),
        ("1 + 2 * a", [("plus(1, times(2, a))", None)]),
        ("!(a || b)", [("not(or(a, b))", None)]),
    ],
)
def test_text_becomes_expressions(text: str, expected: list[tuple[str, str | None]]) -> None:
    assert [(str(one), one.alias_name) for one in parse_expressions(text)] == expected


def test_an_error_names_the_column() -> None:
    with pytest.raises(ValueError, match=r"column 5: 'a \+ '"):
        parse_expressions("a + ")
