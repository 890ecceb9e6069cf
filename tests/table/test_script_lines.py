"""Operators of a SQL script know their line, for the stepper, errors and proposed changes."""

from __future__ import annotations

from pathlib import Path

from flinksim.datastream.pipeline_executor import Pipeline, redirect_jobs
from flinksim.table.sql_script import run_script
from tests.table.sql_runs import CLICKS


class _PipelineCollector:
    def __init__(self) -> None:
        self.pipelines: list[Pipeline] = []

    def execute(self, pipeline: Pipeline) -> None:
        self.pipelines.append(pipeline)


def find_lines(folder: Path, script: str) -> dict[str, str]:
    """Return the text of the line of each operator of the last job."""
    program = folder / "query.sql"
    (folder / "clicks.csv").write_text("")
    text = CLICKS.replace("PATH", str(folder / "clicks.csv")) + script
    program.write_text(text)
    recorder = _PipelineCollector()
    with redirect_jobs(recorder):
        run_script(program)
    found = {}
    for one in recorder.pipelines[-1].transformations:
        assert one.declared_at is not None
        assert one.declared_at[0] == str(program)
        found[one.name] = text.splitlines()[one.declared_at[1] - 1].strip()
    return found


def test_operators_are_located_at_the_clauses_that_they_come_from(tmp_path: Path) -> None:
    lines = find_lines(
        tmp_path,
        "CREATE TABLE out1 (k STRING, n BIGINT) WITH ('connector' = 'blackhole');\n"
        "INSERT INTO out1\nSELECT a.k, COUNT(*)\nFROM clicks AS a\nJOIN clicks AS b ON a.k = b.k\n"
        "GROUP BY a.k;",
    )
    assert lines["Join"] == "JOIN clicks AS b ON a.k = b.k"
    assert lines["GroupAggregate"] == "GROUP BY a.k;"
    assert lines["clicks"] == "CREATE TABLE clicks ("
    assert lines["WatermarkAssigner"] == "WATERMARK FOR ts AS ts - INTERVAL '5' SECOND"
    assert lines["out1"] == "INSERT INTO out1"


def test_several_joins_have_lines_of_their_own(tmp_path: Path) -> None:
    lines = find_lines(
        tmp_path,
        "SELECT a.k, b.v, c.v FROM clicks AS a\nJOIN clicks AS b ON a.k = b.k\n"
        "LEFT JOIN clicks AS c ON a.v = c.v;",
    )
    assert lines["Join"] == "LEFT JOIN clicks AS c ON a.v = c.v;"
