"""On true clusters, of several processes, a replay gives what the simulator gives.

Also when an executor dies in the middle of it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.slow("starts Spark clusters of several processes, and loses executors")


A_HANG_S = 5_400
"""No measure: on a machine that is shared by many a run of 20 s took eleven minutes."""


def run(command: list[str], **environment: str) -> list[str]:
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        env=os.environ | environment,
        cwd=ROOT,
        timeout=A_HANG_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


def test_a_local_cluster_loses_an_executor_and_no_row() -> None:
    script = str(ROOT / "tools" / "cluster_replay.py")
    told = run(
        [sys.executable, script, "--master", "local-cluster[2,1,1024]", "--kill-executor"],
        PYTHONPATH=str(ROOT),
    )
    assert any(line.startswith("killing executor ") for line in told)
    assert told[-1] == "equal"


@pytest.mark.parametrize("lowering", ["generic", "native"])
def test_a_standalone_cluster_gets_the_project_by_spark_submit(lowering: str) -> None:
    script = str(ROOT / "tools" / "spark_cluster.sh")
    told = run([script, "--backend", lowering, "--kill-executor"], PYTHON=sys.executable)
    assert any(line.startswith("killing executor ") for line in told)
    assert any("has two workers" in line for line in told)
    assert any("flinksim.zip" in line for line in told)
    assert told[-1] == "equal"
