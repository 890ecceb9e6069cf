"""What does not fit into memory goes to disk, and comes to the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from flinksim.replay import ReplaySettings, replay
from flinksim.replay.logs.synthetic_log import write_synthetic_log
from tests.replay.little_memory import in_short, program

ROOT = Path(__file__).parents[2]


@pytest.mark.slow("a Spark of its own, with little memory, goes through 200,000 events")
def test_a_replay_spills_rather_than_dies(tmp_path: Path, spark: SparkSession) -> None:
    log = write_synthetic_log(tmp_path / "events.parquet", events=200_000)
    done = subprocess.run(
        [sys.executable, "-m", "tests.replay.little_memory", str(log)],
        capture_output=True, text=True, check=False, cwd=ROOT, env=os.environ | {"PYTHONPATH": "."},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout.splitlines()[-1])

    assert told["disk"] > 1_000_000
    assert told["memory"] < told["disk"]
    with replay(program(log), spark, settings=ReplaySettings(backend="native")) as job:
        assert told["firings"] == in_short(job)
