"""Measures what the recorder costs a job with 50,000 records per second.

    python -m tests.recording.measure_overhead [--rounds 10] [--seconds 10] [--modes idle,events]

Each round runs the job once without the recorder and once in each mode, and every second round runs them in
the opposite order. Compared is the CPU time of the whole JVM for a fixed number of records, without that of
its compiler threads: after a warm-up they still take between a tenth and half of the CPU time, at random.
The table has both figures. A difference that is smaller than its spread between rounds is marked.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.conformance.judge.real_flink import OPENED, folder_of_jars

HERE = Path(__file__).parent
BASE = "without"
MODES = {
    "idle": "tasks=none",  # attached, and no task is recorded
    "events": "network=off,elements=off,values=off",  # watermarks, timers, windows, checkpoints
    "all": "values=off",
}
FIRST_RECORDS = 600_000
PACED_SECONDS = 5
RATE = 50_000


class Cost(NamedTuple):
    """CPU time of the JVM for the measured records in ms, and the part of its compiler threads."""

    total_ms: int
    compiler_ms: int

    @property
    def own_ms(self) -> int:
        return self.total_ms - self.compiler_ms


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seconds", type=int, default=10, help="measured seconds of each run")
    parser.add_argument("--modes", default=",".join(MODES), help=f"of {list(MODES)}")
    options = parser.parse_args()
    modes = [BASE, *options.modes.split(",")]
    jars = folder_of_jars(None)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        build_job(jars, folder)
        rounds: list[dict[str, Cost]] = []
        for number in range(options.rounds):
            found = {}
            for mode in modes if number % 2 == 0 else modes[::-1]:
                found[mode] = run_job(jars, folder, MODES.get(mode), options.seconds)
                own, compiler = found[mode].own_ms, found[mode].compiler_ms
                print(f"round {number + 1}, {mode:8} {own:6} ms + {compiler} ms", flush=True)
            rounds.append(found)
    print_costs(rounds, modes, options.seconds * RATE)
    return 0


def build_job(jars: Path, folder: Path) -> None:
    subprocess.run(
        [HERE.parents[1] / "recorder/build.sh", jars, folder / "recorder.jar"], check=True
    )
    source = HERE / "java/OverheadJob.java"
    subprocess.run(
        ["javac", "-nowarn", "-cp", f"{jars}/*", "-d", folder, source], check=True, timeout=300
    )


def run_job(jars: Path, folder: Path, agent: str | None, seconds: int) -> Cost:
    """Run the job, with the agent unless its options are None."""
    opened = [word for each in OPENED for word in ("--add-opens", each)]
    attached = [f"-javaagent:{folder / 'recorder.jar'}=out={folder / 'recording'},{agent}"]
    done = subprocess.run(
        ["java", *opened, *(attached if agent else []), "-cp", f"{folder}:{jars}/*", "OverheadJob",
         str(FIRST_RECORDS), str(PACED_SECONDS), str(seconds)],
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2_000:]
    shutil.rmtree(folder / "recording", ignore_errors=True)
    total, wall, compiler = map(int, done.stdout.split()[-3:])
    if wall > seconds * 1_050:
        print(f"the job was too slow: {wall} ms in place of {seconds * 1_000} ms", flush=True)
    return Cost(total, compiler)


def print_costs(rounds: list[dict[str, Cost]], modes: list[str], records: int) -> None:
    """Print the median of each mode, its distance to the runs without the recorder, and the spread."""
    print(
        f"\n{'mode':8} {'us/record':>9} {'compiler':>8} {'overhead':>8} {'quartiles':>15}  rounds"
    )
    for mode in modes:
        own = statistics.median(each[mode].own_ms for each in rounds)
        compiler = statistics.median(each[mode].compiler_ms for each in rounds)
        line = f"{mode:8} {own * 1_000 / records:9.2f} {compiler * 1_000 / records:8.2f}"
        if mode != BASE:
            ratios = [each[mode].own_ms / each[BASE].own_ms - 1 for each in rounds]
            line += describe_ratios(ratios)
        print(f"{line}  {len(rounds)}")


def describe_ratios(ratios: list[float]) -> str:
    """Return median and quartiles; a median within the spread is marked."""
    middle = statistics.median(ratios)
    if len(ratios) < 4:
        return f" {middle:8.1%} {min(ratios):7.1%} {max(ratios):7.1%} (too few rounds)"
    low, _, high = statistics.quantiles(ratios, n=4)
    unsure = " (spread larger than the figure)" if high - low > abs(middle) else ""
    return f" {middle:8.1%} {low:7.1%} {high:7.1%}{unsure}"


if __name__ == "__main__":
    sys.exit(main())
