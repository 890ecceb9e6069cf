"""Records a job on a standalone cluster with two TaskManagers, each with one slot.

    python -m tests.recording.record_cluster

Writes the files of the three processes into ``recordings/two_task_managers/``. Flink is that of the PyFlink
whose Python is first on PATH (or in FLINKSIM_PYFLINK).
"""

from __future__ import annotations

import gzip
import subprocess
import sys
import tempfile
from pathlib import Path

from flinksim.core.atomic_files import write_file
from tests.clinic.record_responses import run_flink, start_cluster, stop_cluster
from tests.conformance.judge.real_flink import folder_of_jars

HERE = Path(__file__).parent
FOLDER = HERE / "recordings" / "two_task_managers"


def main() -> int:
    jars = folder_of_jars(None)
    with tempfile.TemporaryDirectory() as temporary:
        recording = record_cluster(jars, Path(temporary), "")
        keep_recording(recording, FOLDER)
    return 0


def keep_recording(recording: Path, folder: Path) -> None:
    """Compress the files of a recording into *folder*, in place of the old ones."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for file in recording.glob("*.jsonl"):
        write_file(folder / f"{file.name}.gz", gzip.compress(file.read_bytes(), 9, mtime=0))


def record_cluster(jars: Path, folder: Path, options: str) -> Path:
    """Run ClassicJob on a cluster that is recorded with *options*; return the folder of the recording."""
    jar = folder / "recorder.jar"
    subprocess.run([HERE.parents[1] / "recorder/build.sh", jars, jar], check=True)
    classes = folder / "classes"
    source = HERE / "java/ClassicJob.java"
    subprocess.run(
        ["javac", "-nowarn", "-cp", f"{jars}/*", "-d", classes, source], check=True, timeout=300
    )
    job = folder / "job.jar"
    subprocess.run(["jar", "cfe", job, "ClassicJob", "-C", classes, "."], check=True, timeout=300)
    recording = folder / "recording"
    agent = f"-javaagent:{jar}=out={recording}{options}"
    settings = f"env.java.opts.taskmanager: {agent}\nenv.java.opts.jobmanager: {agent}"
    environment = start_cluster(jars.parent, folder, 2, 1, settings)
    try:
        run_flink(jars.parent, environment, "run", str(job), "checkpoints")
    finally:
        stop_cluster(jars.parent, environment)
    return recording


if __name__ == "__main__":
    sys.exit(main())
