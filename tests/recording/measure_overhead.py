"""Measures what the recorder costs a job with 50,000 records per second.

    python -m tests.recording.measure_overhead [--pairs 10] [--seconds 10]

Each pair is a run without the recorder and a run with it, one after the other. Compared is the CPU time of
the JVM for the last 60 % of the records, so that neither start nor compilation counts.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.conformance.judge.real_flink import OPENED, folder_of_jars

HERE = Path(__file__).parent
MODES = {
    "attached, no task recorded": "tasks=none",
    "watermarks, timers and windows": "network=off,elements=off,values=off",
    "everything": "values=off",
}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--seconds", type=int, default=10, help="length of each run")
    options = parser.parse_args()
    jars = folder_of_jars(None)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        subprocess.run(
            [HERE.parents[1] / "recorder/build.sh", jars, folder / "recorder.jar"], check=True
        )
        source = HERE / "java/OverheadJob.java"
        subprocess.run(
            ["javac", "-nowarn", "-cp", f"{jars}/*", "-d", folder, source], check=True, timeout=300
        )
        print(f"{'recorded':32} {'median':>7} {'least':>7} {'most':>7}  pairs")
        for name, agent in MODES.items():
            ratios = []
            for pair in range(options.pairs):
                runs = [None, agent] if pair % 2 == 0 else [agent, None]
                found = {each: run_job(jars, folder, each, options.seconds) for each in runs}
                ratios.append(found[agent] / found[None] - 1)
            texts = [
                f"{each:7.1%}" for each in (statistics.median(ratios), min(ratios), max(ratios))
            ]
            print(f"{name:32} {' '.join(texts)}  {len(ratios)}", flush=True)
    return 0


def run_job(jars: Path, folder: Path, agent: str | None, seconds: int) -> float:
    """Run the job, and return its CPU time in ms."""
    opened = [word for each in OPENED for word in ("--add-opens", each)]
    attached = [f"-javaagent:{folder / 'recorder.jar'}=out={folder / 'recording'},{agent}"]
    done = subprocess.run(
        ["java", *opened, *(attached if agent else []), "-cp", f"{folder}:{jars}/*", "OverheadJob",
         str(seconds)], capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2_000:]
    for file in (folder / "recording").glob("*"):
        file.unlink()
    return float(done.stdout.split()[0])


if __name__ == "__main__":
    sys.exit(main())
