"""Reserved words are no names without backticks. Recorded from the parser of Flink 2.3.0."""

from __future__ import annotations

import pytest

from flinksim.table.planner.planner_errors import SqlParserError
from flinksim.table.planner.sql_parser import parse_statement

FORMS = (
    "SELECT 1 AS {}", "SELECT {0} FROM (VALUES (1)) AS t({0})", "SELECT t.{0} FROM (VALUES (1)) AS t(`{0}`)",
    "SELECT * FROM (VALUES (1)) AS {}", "CREATE TABLE t ({} INT) WITH ('connector'='datagen')",
    "CREATE TABLE {} (a INT) WITH ('connector'='datagen')", "INSERT INTO {} SELECT 1",
)  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("word", ["value", "Out", "NORMALIZE", "user", "year", "sum", "start"])
def test_a_reserved_word_is_no_name(form: str, word: str) -> None:
    with pytest.raises(SqlParserError, match=rf'Encountered "{word}" at line 1, column \d+'):
        parse_statement(form.format(word))
    parse_statement(form.format(f"`{word}`".replace("``", "`")).replace("``", "`"))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("word", ["name", "type", "key", "ts", "proctime", "status", "level"])
def test_other_keywords_are_names(form: str, word: str) -> None:
    parse_statement(form.format(word))


def test_a_function_cannot_have_some_reserved_words_as_its_name() -> None:
    text = "SELECT\n  a, normalize(a) FROM (VALUES ('x')) AS t(a)"
    with pytest.raises(SqlParserError, match='Encountered "normalize" at line 2, column 6'):
        parse_statement(text)
    parse_statement(text.replace("normalize", "`normalize`"))
    parse_statement(text.replace("normalize", "translate"))


@pytest.mark.parametrize(
    "value", ["CURRENT_DATE", "USER", "TRUE", "EXTRACT(YEAR FROM CURRENT_DATE)"]
)
def test_words_that_are_values_are_values(value: str) -> None:
    parse_statement(f"SELECT {value}, CAST(1 AS STRING), SUBSTRING('ab' FROM 1)")


def test_the_place_of_a_reserved_alias_is_the_alias() -> None:
    with pytest.raises(SqlParserError, match='Encountered "prev" at line 2, column 3'):
        parse_statement("SELECT a AS b, LAG(a) OVER (ORDER BY t) AS\n  prev FROM bid")
    parse_statement("SELECT `a` AS `prev` FROM bid")
