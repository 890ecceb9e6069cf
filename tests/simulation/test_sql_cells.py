"""The cell magic ``%%flinksql``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

CREATE = """%%flinksql
CREATE TABLE clicks (customer STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '2' SECOND)
WITH ('connector' = 'kafka', 'topic' = 'clicks', 'format' = 'json');"""
COUNT = "SELECT customer, COUNT(*) AS n FROM clicks GROUP BY customer;"


@pytest.fixture
def shell() -> Iterator[Any]:
    made = InteractiveShell()
    made.run_line_magic("load_ext", "flinksim")
    assert made.run_cell(CREATE).success
    yield made
    made.history_manager.end_session()


def test_tables_last_and_the_job_becomes_a_simulation(
    shell: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "clicks.jsonl"
    file.write_text(
        "".join(
            f'{{"customer": "{who}", "ts": "2026-01-01 12:00:0{n}"}}\n'
            for n, who in enumerate("aba")
        )
    )
    assert shell.run_cell(f"%%flinksql counts --source clicks={file}\n{COUNT}").success
    out = capsys.readouterr().out
    assert [line.split("|")[1].strip() for line in out.splitlines()[3:7]] == [
        "+I",
        "+I",
        "-U",
        "+U",
    ]
    assert shell.run_cell("counts.run()\nsteps = len(counts.trace)").success
    assert shell.user_ns["steps"] > 10
    assert "the last, +U[a, 2]" in str(shell.user_ns["counts"].why("what are the results"))


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        (f"%%flinksql\n{COUNT}", "%%flinksql --source clicks=FILE"),
        ("%%flinksql --sample 3\nSELECT x FROM clicks", "line 1, column 8: Column 'x' not found"),
        ("%%flinksql 1a\nSELECT 1", "expected the name of a variable, found '1a'"),
        ("%%flinksql --smple 3\nSELECT 1", "unrecognized arguments: --smple"),
        (f"%%flinksql --source other=x.jsonl\n{COUNT}", "other"),
    ],
)
def test_an_error_is_a_message_without_a_traceback(
    cell: str, message: str, shell: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not shell.run_cell(cell).success
    shown = capsys.readouterr()
    assert message in shown.out + shown.err
    assert "Traceback" not in shown.out + shown.err


def test_a_cell_without_a_query_keeps_no_simulation(shell: Any) -> None:
    assert "sim" not in shell.user_ns
    assert shell.run_cell(f"%%flinksql --sample 4\n{COUNT}").success
    assert shell.user_ns["sim"].trace is not None
