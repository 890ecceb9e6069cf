"""Questions about the rows of SQL jobs: why one is in the table, and why one was retracted."""

from __future__ import annotations

from pathlib import Path

import pytest

from flinksim.analysis.why.answer_question import answer_question
from flinksim.analysis.why.free_text.understanding import resolve_question
from flinksim.analysis.why.question_names import QuestionError
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.trace.changelog import read_changelogs, split_columns
from flinksim.trace.recorder import Trace
from tests.table.sql_runs import run_script

ROWS = (("a", 1, 1), ("b", 2, 2), ("a", 3, 3), ("a", 5, 14), ("b", 4, 4))
COUNTS = "SELECT k, COUNT(*) AS n, SUM(v) AS total FROM clicks GROUP BY k;"
TOP = (
    "SELECT * FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY total DESC) AS rn\n"
    "FROM (SELECT k, SUM(v) AS total FROM clicks GROUP BY k)) WHERE rn <= 1;"
)
LEFT_JOIN = (
    "CREATE VIEW odd AS SELECT * FROM clicks WHERE v = 3;\n"
    "SELECT c.k, c.v, o.v FROM clicks AS c LEFT JOIN odd AS o ON c.k = o.k;"
)
LAST = (
    "SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS rn\n"
    "FROM clicks) WHERE rn = 1;"
)


@pytest.fixture(scope="module")
def counts(tmp_path_factory: pytest.TempPathFactory) -> Trace:
    return run_script(tmp_path_factory.mktemp("counts"), COUNTS, *ROWS)


def test_each_retraction_is_linked_to_the_row_that_it_removes(counts: Trace) -> None:
    (log,) = read_changelogs(counts)
    links = [(str(one), one.retracts, one.retracted_by) for one in log.changes]
    assert links == [
        ("+I[a, 1, 1]", None, 2), ("+I[b, 1, 2]", None, 6), ("-U[a, 1, 1]", 0, None),
        ("+U[a, 2, 4]", None, 4), ("-U[a, 2, 4]", 3, None), ("+U[a, 3, 9]", None, None),
        ("-U[b, 1, 2]", 1, None), ("+U[b, 2, 6]", None, None),
    ]  # fmt: skip
    assert [str(row) for row in log.list_rows()] == ["+U[a, 3, 9]", "+U[b, 2, 6]"]
    assert [row.values for row in log.list_rows(log.changes[3].step)] == ["b, 1, 2", "a, 2, 4"]


def test_an_upsert_stream_is_linked_by_its_key(tmp_path: Path) -> None:
    script = (
        "CREATE TABLE totals (k STRING, n BIGINT, PRIMARY KEY (k) NOT ENFORCED)\n"
        "WITH ('connector' = 'print');\n"
        "INSERT INTO totals SELECT k, COUNT(*) FROM clicks GROUP BY k;"
    )
    (log,) = read_changelogs(run_script(tmp_path, script, *ROWS))
    if any(one.kind == "-U" for one in log.changes):  # print takes every kind of change
        assert log.key_columns is None
    assert [row.values for row in log.list_rows()] == ["a, 3", "b, 2"]


IDENTIFIED = (("o1", 5, 1), ("o2", 7, 2), ("o3", 1, 3))
HIGHEST = (
    "SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY v DESC) AS rn FROM clicks)\n"
    "WHERE rn <= 1;"
)


@pytest.mark.parametrize(
    ("question", "understood"),
    [
        ("where is o3 in the result", "why is record 2 not in the result"),
        ("why was o1 deleted", "why is row [o1, 5] retracted"),
        ("why is o2 missing from the result", "why is record 1 not in the result"),
    ],
)
def test_a_row_is_named_by_an_identifier_in_one_of_its_columns(
    tmp_path: Path, question: str, understood: str
) -> None:
    run = TraceIndex(run_script(tmp_path, HIGHEST, *IDENTIFIED), "en")
    assert resolve_question(run, question).question == understood


def test_the_answer_says_that_a_row_is_not_missing(tmp_path: Path) -> None:
    trace = run_script(tmp_path, HIGHEST, *IDENTIFIED)
    answer = answer_question(trace, "why is o2 missing from the result")
    assert answer.sentence == "The record is in the results -U[o1, 5], +U[o2, 7]."


def test_columns_are_split_outside_of_brackets() -> None:
    assert split_columns("a, [1, 2], {x=1, y=(2, 3)}, ") == ["a", "[1, 2]", "{x=1, y=(2, 3)}", ""]


@pytest.mark.parametrize(
    "question",
    ["why is row [a, 1, 1] retracted", "why is there a -U", "why was -U[a, 1, 1] emitted",
     "why is the result -U[a, 1, 1]", "为什么行 [a, 1, 1] 被撤回", "为什么有 -U"],
)  # fmt: skip
def test_why_a_row_is_retracted(counts: Trace, question: str) -> None:
    answer = counts.why(question)
    assert answer.sentence == (
        "-U[a, 1, 1] (step 10) retracts the row [a, 1, 1], which +I[a, 1, 1] added in step 4. "
        "“GroupAggregate” keeps one result for each key. +I[a, 3] changes the result of key (a). "
        "So it retracts the old result and emits the new one. The new row is +U[a, 2, 4]."
    )
    assert [cause.record.offset for cause in answer.causes] == [2]
    assert any("accState" in link.text for link in answer.causal_chain)


def test_the_answer_in_chinese(counts: Trace) -> None:
    answer = counts.why("为什么行 [a, 1, 1] 被撤回", language="zh")
    assert "撤回行 [a, 1, 1]" in answer.sentence


def test_why_a_row_is_in_the_table(counts: Trace) -> None:
    answer = counts.why("why is row [a, 3, 9] in the table")
    assert answer.sentence.startswith("The row [a, 3, 9] is in the table, since step 13.")
    assert "+I[a, 1, 2026-01-01 00:00:01], +I[a, 3, 2026-01-01 00:00:03]" in answer.sentence
    gone = counts.why("why is row [a, 1, 1] in the table").sentence
    assert "not in the table any more. It was there from step 4 to step 10." in gone


def test_a_question_about_a_step_knows_nothing_later(counts: Trace) -> None:
    early = counts.why("why is row [a, 1, 1] in the table at step 6").sentence
    assert early.startswith("The row [a, 1, 1] is in the table, since step 4.")


def test_why_an_update_was_emitted(counts: Trace) -> None:
    answer = counts.why("why was +U emitted for b")
    assert answer.sentence.startswith("+U[b, 2, 6] (step 16) brings the new values of the row")


def test_a_row_that_was_not_written_is_an_error_with_the_rows(counts: Trace) -> None:
    with pytest.raises(
        QuestionError, match=r"No change of the table matches \[x, 1\].*\+I\[a, 1, 1\]"
    ):
        counts.why("why is row [x, 1] retracted")


@pytest.mark.parametrize(
    ("script", "row", "expected"),
    [
        (TOP, "[a, 1, 1]", "“Rank” keeps the first rows in its order. +I[b, 2] changes which"),
        (TOP, "[a, 4, 1]", "“GroupAggregate” keeps one result for each key. +I[a, 5] changes"),
        (LEFT_JOIN, "[a, 1, NULL]", "“Join” had emitted this row without a match. +I[a, 3] is a"),
        (LAST, "[a, 1]", "“Deduplicate” keeps one row for each key. +I[a, 3, 2026-01-01 00:00:03]"),
    ],
)
def test_the_operator_that_decides_is_named(
    tmp_path: Path, script: str, row: str, expected: str
) -> None:
    trace = run_script(tmp_path, script, *ROWS)
    sentence = trace.why(f"why is row {row} retracted").sentence
    assert expected in sentence


@pytest.mark.parametrize(
    ("words", "understood"),
    [
        ("what does -U mean here", "why was -U[a, 1, 1] emitted"),
        ("which record deleted the row of b", "why is row [b, 1, 2] retracted"),
        ("为什么会有回撤", "why is row [a, 1, 1] retracted"),
    ],
)
def test_other_words_are_understood(counts: Trace, words: str, understood: str) -> None:
    assert counts.why(words).understood == understood


def test_retractions_are_suggested(counts: Trace) -> None:
    assert "why is row [a, 1, 1] retracted" in counts.questions()
