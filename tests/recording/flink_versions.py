"""Runs the recorder's jar, built with Flink 2.3.0, in a job on other versions of Flink.

    python -m tests.recording.flink_versions [--versions 1.20.3,2.2.0] [--folder FOLDER]

Downloads the jars of each version with pip (apache-flink-libraries, about 230 MB each) into the folder, where
later runs find them. Prints what each version recorded, and which hooks had no target.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from pathlib import Path

from flinksim.recording.recording_import import read_recording
from flinksim.trace import events as e
from tests.conformance.judge.real_flink import OPENED, folder_of_jars

HERE = Path(__file__).parent
VERSIONS = ("1.20.3", "2.0.1", "2.1.1", "2.2.0")
REPORTED = (e.WindowFired, e.InputWatermarkAdvanced, e.TimerFired, e.CheckpointCompleted)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--versions", default=",".join(VERSIONS), help="versions, with commas")
    parser.add_argument("--folder", type=Path, help="where the jars are kept (default: nowhere)")
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        jar = Path(temporary) / "recorder.jar"
        subprocess.run(
            [HERE.parents[1] / "recorder/build.sh", folder_of_jars(None), jar], check=True
        )
        for version in options.versions.split(","):
            problem = run_version(version, find_jars(version, folder / version), jar)
            print(f"{version}: {problem or 'no difference'}", flush=True)
            failed += bool(problem)
    return 1 if failed else 0


def find_jars(version: str, folder: Path) -> Path:
    """Return the folder of the jars of a version; download them if they are missing."""
    if not (folder / "lib").exists():
        folder.mkdir(parents=True, exist_ok=True)
        command = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--no-binary",
            ":all:",
        ]
        subprocess.run([*command, "-d", folder, f"apache-flink-libraries=={version}"], check=True)
        (archive,) = folder.glob("*.tar.gz")
        with tarfile.open(archive) as opened:
            opened.extractall(folder, filter="data")
        (found,) = folder.glob("*/deps/lib")
        found.rename(folder / "lib")
    return folder / "lib"


def run_version(version: str, jars: Path, jar: Path) -> str:
    """Record the job on a version; return what is wrong, or ""."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        source = HERE / "java/ClassicJob.java"
        subprocess.run(
            ["javac", "-nowarn", "-cp", f"{jars}/*", "-d", folder, source], check=True, timeout=300
        )
        opened = [word for each in OPENED for word in ("--add-opens", each)]
        done = subprocess.run(
            ["java", *opened, f"-javaagent:{jar}=out=recording", "-cp", f"{folder}:{jars}/*",
             "ClassicJob", "checkpoints"], cwd=folder, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        if done.returncode:
            return f"the job failed: {done.stderr[-500:]}"
        trace = read_recording(folder / "recording")
    counts = Counter(type(event) for event in trace.events)
    listed = ", ".join(f"{counts[each]} {each.__name__}" for each in REPORTED)
    print(f"{version}: {len(trace.events)} events; {listed}")
    printed = sorted(event.text for event in trace.get_events(e.ResultWritten))
    if printed != sorted(done.stdout.splitlines()):
        return f"recorded results {printed} differ from the printed ones"
    if trace.info["recorded"] != f"Flink {version}":
        return f"recorded version {trace.info['recorded']}"
    if counts[e.WindowFired] != 8 or not counts[e.CheckpointCompleted]:
        return "windows or checkpoints are missing"
    return trace.info.get("missing hooks", "")


if __name__ == "__main__":
    sys.exit(main())
