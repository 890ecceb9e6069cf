"""The recorder's jar and the jobs that are recorded with it, built once for all tests."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.conformance.judge.real_flink import folder_of_jars

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.fixture(scope="session")
def jars() -> Path:
    try:
        return folder_of_jars(None)
    except SystemExit as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="session")
def built(jars: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the jar and the classes of the job."""
    folder = tmp_path_factory.mktemp("recorder")
    jar = folder / "recorder.jar"
    subprocess.run([ROOT / "recorder/build.sh", jars, jar], check=True, capture_output=True)
    sources = [HERE / f"java/{name}Job.java" for name in ("Classic", "State", "Backpressure")]
    subprocess.run(
        ["javac", "-nowarn", "-cp", f"{jars}/*", "-d", folder, *sources], check=True, timeout=300
    )
    return folder
