"""A session of our own: what it tells when it begins, and that it tells what goes wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
A_HANG_S = 5_400
"""No measure: the machine may be shared by many."""

PROGRAM = """
from flinksim.replay import spark_session

spark = spark_session("local[1]", spark_driver_memory="512m")
print("begun", flush=True)
try:
    spark.range(1).selectExpr("raise_error('no such flight')").collect()
except Exception:
    pass
"""


def told(**environment: str) -> str:
    """What a program tells on standard error that begins a session, where a task then fails."""
    known = {name: value for name, value in os.environ.items() if not name.startswith("SPARK_")}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        env=known | environment,
        cwd=ROOT,
        timeout=A_HANG_S,
        check=False,
    )
    assert done.stdout == "begun\n", done.stderr
    return done.stderr


@pytest.mark.slow("starts a Spark of its own")
def test_a_session_begins_without_warnings_and_still_tells_errors() -> None:
    text = told()
    assert " WARN " not in text
    assert "log level" not in text
    assert "log4j" not in text
    assert "ERROR Executor: Exception in task 0.0" in text
    assert "no such flight" in text


@pytest.mark.slow("starts a Spark of its own")
def test_a_log_that_somebody_has_set_up_stays_as_it_is(tmp_path: Path) -> None:
    settings = (ROOT / "flinksim" / "replay" / "spark" / "log4j2.properties").read_text()
    (tmp_path / "log4j2.properties").write_text(settings.replace("%p %c", "OWN %p %c"))
    assert " OWN ERROR Executor: Exception in task" in told(SPARK_CONF_DIR=str(tmp_path))
