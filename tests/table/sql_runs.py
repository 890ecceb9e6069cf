"""Runs of SQL scripts with rows in a CSV file, for tests of what a run shows."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from pathlib import Path

from flinksim.cli.run_program import execute_file
from flinksim.runtime.local_executor import run_settings
from flinksim.runtime.minicluster import RunSettings
from flinksim.trace.recorder import Trace

CLICKS = """CREATE TABLE clicks (
  k STRING, v INT, ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH ('connector' = 'filesystem', 'path' = 'PATH', 'format' = 'csv');
"""


def format_rows(*rows: tuple[str, int, int]) -> str:
    """Return CSV lines for rows of a key, a number, and a time in seconds of a minute."""
    return "".join(f"{k},{v},2026-01-01 00:00:{s:02}.000\n" for k, v, s in rows)


def run_script(
    folder: Path, script: str, *rows: tuple[str, int, int], settings: RunSettings | None = None
) -> Trace:
    """Run *script* on a table ``clicks`` with these rows, and return the trace of its last job."""
    data, program = folder / "clicks.csv", folder / "query.sql"
    data.write_text(format_rows(*rows))
    program.write_text(CLICKS.replace("PATH", str(data)) + script)
    return run_file(program, settings)


def run_file(program: Path, settings: RunSettings | None = None) -> Trace:
    """Run a script, and return the trace of its last job."""
    with run_settings(settings or RunSettings()) as runs, redirect_stdout(io.StringIO()):
        execute_file(program)
    return runs.clusters[-1].trace
