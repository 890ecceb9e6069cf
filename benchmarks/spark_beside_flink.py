"""The same log and program on Flink itself: PyFlink's DataStream API, and Flink SQL.

Flink reads the log as CSV (its Parquet format is not part of PyFlink), with two subtasks on this
machine. Each run is a process of its own; what a run over a hundred events takes is subtracted, so that
starting Java does not count. Spark's figures are those of a warm session.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from pathlib import Path

import pyarrow.csv as csv
import pyarrow.parquet as pq
from measuring import Meter, Taken, in_turn
from pyspark.sql import SparkSession
from spark import LATENESS_MS, TUMBLING, exact, log_of

PROGRAMS = Path(__file__).parent / "flink_programs"
DATASTREAM, SQL = PROGRAMS / "windows_datastream.py", PROGRAMS / "windows_sql.py"


def beside_flink(spark: SparkSession, python: str, folder: Path, sizes: list[int]) -> None:
    """Print CPU and wall seconds of all three, and the ratios."""
    tiny = as_csv(log_of(folder, 100, 1_000))
    starts = {program: run(python, program, tiny) for program in (DATASTREAM, SQL)}
    for events in sizes:
        log = log_of(folder, events, 1_000)
        lines = as_csv(log)
        ours = in_turn({"ours": lambda log=log: exact(spark, log, TUMBLING, LATENESS_MS)}, 3)[
            "ours"
        ]
        print(f"\nbeside Flink, tumbling 10 s, {events:,} events, 1,000 keys")
        print(
            f"  {'Spark, exact, lateness 5 s':30} {ours.cpu_s:8.1f} s CPU {ours.wall_s:8.1f} s wall"
        )
        for name, program in (("PyFlink DataStream", DATASTREAM), ("Flink SQL", SQL)):
            if program is DATASTREAM and events > 1_000_000:
                continue
            cpu, wall = run(python, program, lines)
            taken = Taken(cpu - starts[program].cpu_s, wall - starts[program].wall_s)
            print(
                f"  {name:30} {taken.cpu_s:8.1f} s CPU {taken.wall_s:8.1f} s wall, ratio to ours "
                f"{taken.cpu_s / ours.cpu_s:.1f} CPU, {taken.wall_s / ours.wall_s:.1f} wall "
                f"(starting: {starts[program].cpu_s:.1f} s CPU, {starts[program].wall_s:.1f} s wall)",
                flush=True,
            )


def run(python: str, program: Path, log: Path) -> Taken:
    """One job on Flink, from the start of its process to the end.

    Looked at while it runs: PyFlink does not wait for its Java, whose time would be lost.
    """
    began = time.perf_counter()
    environment = os.environ | {"PATH": f"{Path(python).parent}{os.pathsep}{os.environ['PATH']}"}
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(
            [python, str(program), str(log)], stdout=said, stderr=said, env=environment
        )
        meter = Meter(process.pid, is_new=True)
        while process.poll() is None:
            meter.look()
            time.sleep(0.1)
        if process.returncode:
            said.seek(0)
            raise RuntimeError(f"{program.name} failed on {python}:\n{said.read()[-3000:]}")
    return Taken(meter.seconds, time.perf_counter() - began)


def as_csv(log: Path) -> Path:
    """The log as lines ``ts,key,v``, in the order of arrival."""
    path = log.with_suffix(".csv")
    if not path.exists():
        table = pq.read_table(log, columns=["ts", "key", "v"])
        csv.write_csv(table, path, csv.WriteOptions(include_header=False))
    return path
