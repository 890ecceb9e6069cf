"""The same file and program on Flink itself: PyFlink's DataStream API, and Flink SQL.

    python benchmarks/beside_flink.py --pyflink PYTHON
    python benchmarks/beside_flink.py --pyflink PYTHON --parquet-jar flink-sql-parquet-2.3.0.jar

Each run is a process of its own, from its start to its end, on this machine (two subtasks, or two
cores of Spark's): CPU seconds of it and of all processes below it, median of rounds in turn. All read
the same file. That is a CSV, since a PyFlink that pip has put there reads no Parquet; with the jar of
that format Flink SQL reads the Parquet file as well (not tried: there was no such jar).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pyarrow.csv as csv
import pyarrow.parquet as pq
from measuring import in_turn

from flinksim.replay.logs.synthetic_log import write_synthetic_log

PROGRAMS = Path(__file__).parent / "flink_programs"
OURS, DATASTREAM, SQL = (
    PROGRAMS / f"windows_{name}.py" for name in ("flinksim", "datastream", "sql")
)
Job = Callable[[], None]
SLOW = 1_000_000
"""PyFlink's DataStream API is not asked for more events."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pyflink", required=True, help="the Python of a PyFlink")
    parser.add_argument("--parquet-jar", nargs="+", default=[], help="Flink's Parquet format")
    parser.add_argument("--events", type=int, nargs="+", default=[200_000, 1_000_000, 10_000_000])
    parser.add_argument("--repeat", type=int, default=3)
    given = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}; tumbling 10 s, 1,000 keys, lateness 5 s (SQL: none)")
    print(f"{'format':8} {'events':>11} {'':22} {'CPU s':>8} {'wall s':>8} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for events in given.events:
            log = write_synthetic_log(folder / f"{events}.parquet", events=events)
            table(events, "csv", runs_of_csv(given.pyflink, log, events), given.repeat)
            if given.parquet_jar:
                table(events, "parquet", runs_of_parquet(given, log), given.repeat)


def runs_of_csv(python: str, log: Path, events: int) -> dict[str, Job]:
    """What reads the log as lines."""
    lines, bare = as_csv(log, header=True), as_csv(log, header=False)
    runs = of_ours(lines)
    runs["Flink SQL"] = lambda: run(python, SQL, bare, "csv")
    if events <= SLOW:
        runs["PyFlink DataStream"] = lambda: run(python, DATASTREAM, bare)
    return runs


def runs_of_parquet(given: argparse.Namespace, log: Path) -> dict[str, Job]:
    """What reads the log as it is."""
    jars = [str(Path(jar).resolve()) for jar in given.parquet_jar]
    return of_ours(log) | {"Flink SQL": lambda: run(given.pyflink, SQL, log, "parquet", *jars)}


def of_ours(log: Path) -> dict[str, Job]:
    """flinksim on either host."""
    return {
        f"flinksim, {name}": lambda on=on: run(sys.executable, OURS, log, on)  # type: ignore[misc]
        for name, on in (("in its process", "local"), ("on Spark", "spark"))
    }


def table(events: int, form: str, runs: dict[str, Job], rounds: int) -> None:
    """Run all in turn, and print the medians; ratios are to the first."""
    taken = in_turn(runs, rounds, warm_up=False)
    first = next(iter(taken.values())).cpu_s
    for name, (cpu, wall) in taken.items():
        print(
            f"{form:8} {events:11,} {name:22} {cpu:8.1f} {wall:8.1f} {cpu / first:6.1f}", flush=True
        )


def run(python: str, program: Path, log: Path, *arguments: str) -> None:
    """One job, from the start of its process to the end."""
    environment = os.environ | {"PATH": f"{Path(python).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [python, str(program), str(log), *arguments],
        capture_output=True, text=True, env=environment,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"{program.name} failed on {python}:\n{done.stderr[-3000:]}")


def as_csv(log: Path, header: bool) -> Path:
    """The log as lines, in the order of arrival; Flink SQL knows no header."""
    path = log.with_suffix(".csv" if header else ".bare.csv")
    if not path.exists():
        options = csv.WriteOptions(include_header=header, quoting_style="none")
        csv.write_csv(pq.read_table(log), path, options)
    return path


if __name__ == "__main__":
    main()
