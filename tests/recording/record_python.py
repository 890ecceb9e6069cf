"""Records a PyFlink job: the JVM, and the Python worker in which its windows and functions run.

    python -m tests.recording.record_python

Writes the files of both processes into ``recordings/python_windows/``, and those of a second program into
``recordings/python_functions/``. Flink is that of the PyFlink whose
Python is first on PATH (or in FLINKSIM_PYFLINK).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.conformance.judge.real_flink import folder_of_jars
from tests.recording.record_cluster import keep_recording

HERE = Path(__file__).parent
FOLDER = HERE / "recordings" / "python_windows"
FUNCTIONS = HERE / "recordings" / "python_functions"
PROGRAMS = {FOLDER: "clicks_per_user", FUNCTIONS: "count_per_user"}


def main() -> int:
    for kept, program in PROGRAMS.items():
        with tempfile.TemporaryDirectory() as temporary:
            recording, _ = record_python(folder_of_jars(None), Path(temporary), "", program)
            keep_recording(recording, kept)
    return 0


def record_python(
    jars: Path, folder: Path, options: str, program: str = "clicks_per_user"
) -> tuple[Path, str]:
    """Run the program with the recorder's *options*; return the recording, and what the job printed."""
    jar = folder / "recorder.jar"
    subprocess.run([HERE.parents[1] / "recorder/build.sh", jars, jar], check=True)
    python = jars.parents[4] / "bin/python"
    recording = folder / "recording"
    environment = os.environ | {
        "JAVA_TOOL_OPTIONS": f"-javaagent:{jar}=out={recording}{options}",
        "PYTHONPATH": str(jar),
        "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}",
    }
    done = subprocess.run(
        [python, HERE / f"programs/{program}.py"],
        env=environment, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2_000:]
    return recording, done.stdout


if __name__ == "__main__":
    sys.exit(main())
