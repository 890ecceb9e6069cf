"""Exact windows in this process beside engines without watermarks: ``python benchmarks/in_process.py``.

Each run is a process of its own; its CPU seconds are all that it takes, imports included. In turn:

* ``kernel``: all firings, late ones too, and dropped records, as columns
* ``DuckDB judged``: what one would have to write for the same in SQL: watermarks by tick and split,
  sums of what is on time, and of each late record the sum with those before it
* ``DuckDB plain``, ``Polars plain``: a sum by window and key; nothing is late (sessions: DuckDB)

Needs ``pip install duckdb polars``.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

DELAY_MS, LATENESS_MS, TICK_MS, SIZE_MS, GAP_MS = 1_000, 5_000, 200, 10_000, 5_000
START_MS = 1_700_000_000_000

_JUDGED = f"""
WITH ticked AS (SELECT *, (arrival - {START_MS}) // {TICK_MS} + 1 AS tick FROM '{{log}}'),
seen AS (SELECT split, tick, max(ts) AS ts FROM ticked GROUP BY ALL),
ticks AS (SELECT unnest(generate_series(1, (SELECT max(tick) + 1 FROM seen))) AS tick),
grid AS (SELECT tick, split, max(ts) OVER (PARTITION BY split ORDER BY tick) AS ts
  FROM (SELECT t.tick, s.split, seen.ts FROM ticks t CROSS JOIN (SELECT DISTINCT split FROM seen) s
        LEFT JOIN seen ON seen.tick = t.tick AND seen.split = s.split)),
marks AS (SELECT tick, min(ts) - {DELAY_MS} - 1 AS wm FROM grid GROUP BY tick),
windows AS (SELECT w, min(tick) FILTER (wm >= w + {SIZE_MS} - 1) AS fires,
                   min(tick) FILTER (wm >= w + {SIZE_MS + LATENESS_MS} - 1) AS ends
  FROM (SELECT DISTINCT ts - ts % {SIZE_MS} AS w FROM ticked) CROSS JOIN marks GROUP BY w),
judged AS (SELECT w, key, v, tick, arrival, split, coalesce(tick <= fires, true) AS timely
  FROM (SELECT *, ts - ts % {SIZE_MS} AS w FROM ticked) JOIN windows USING (w)
  WHERE coalesce(tick <= ends, true)),
sums AS (SELECT w, key, count(*) AS n, sum(v) AS s FROM judged WHERE timely GROUP BY w, key)
SELECT w, key, n, s FROM sums UNION ALL
SELECT w, key, coalesce(n, 0) + row_number() OVER o, coalesce(s, 0) + sum(v) OVER o
  FROM (SELECT * FROM judged WHERE NOT timely) LEFT JOIN sums USING (w, key)
  WINDOW o AS (PARTITION BY w, key ORDER BY arrival, split ROWS UNBOUNDED PRECEDING)
"""
_PLAIN = f"SELECT ts - ts % {SIZE_MS} AS w, key, count(*), sum(v) FROM '{{log}}' GROUP BY ALL"
_SESSIONS = f"""
SELECT key, s, min(ts), max(ts) + {GAP_MS}, count(*), sum(v)
FROM (SELECT key, ts, v, sum(new) OVER (PARTITION BY key ORDER BY ts ROWS UNBOUNDED PRECEDING) AS s
  FROM (SELECT key, ts, v,
    (ts - lag(ts) OVER (PARTITION BY key ORDER BY ts) > {GAP_MS})::int AS new FROM '{{log}}'))
GROUP BY ALL
"""


def kernel(log: Path, windows: str) -> int:
    """All firings."""
    from flinksim.common import Duration, Time, WatermarkStrategy
    from flinksim.datastream import StreamExecutionEnvironment
    from flinksim.datastream.window import (
        EventTimeSessionWindows,
        SlidingEventTimeWindows,
        TumblingEventTimeWindows,
    )
    from flinksim.replay.kernel.kernel_run import KernelRun
    from flinksim.replay.logs.parquet_source import ParquetLogSource
    from flinksim.replay.replay_job import replay

    ms = Time.milliseconds
    assigner = {
        "tumbling": TumblingEventTimeWindows.of(ms(SIZE_MS)),
        "sliding": SlidingEventTimeWindows.of(ms(SIZE_MS), ms(SIZE_MS // 5)),
        "sessions": EventTimeSessionWindows.with_gap(ms(GAP_MS)),
    }[windows]
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(DELAY_MS))
    strategy = strategy.with_timestamp_assigner(lambda value, ts: value[0])
    stream = env.from_source(ParquetLogSource(log), strategy, "log")
    keyed = stream.map(lambda value: (value[1], value[2])).key_by(lambda value: value[0])
    keyed.window(assigner).allowed_lateness(LATENESS_MS).sum(1).print()
    job = replay(env, on="local")
    run = KernelRun(job.engine, job.columnar_plan, log)
    run.run()
    return int(run.firings.num_rows)


def duckdb(log: Path, query: str) -> int:
    """A query's rows, as Arrow."""
    import duckdb as engine

    connection = engine.connect()
    connection.execute("SET threads = 1")
    return len(connection.sql(query.format(log=log)).to_arrow_table())


def polars(log: Path) -> int:
    """Plain sums."""
    import polars as pl

    window = pl.col("ts") - pl.col("ts") % SIZE_MS
    sums = pl.scan_parquet(log).group_by(window, "key").agg(pl.len(), pl.col("v").sum())
    return len(sums.collect())


def run_one(engine: str, windows: str, log: Path) -> int:
    """One engine's rows."""
    if engine == "kernel":
        return kernel(log, windows)
    if engine == "Polars plain":
        return polars(log)
    query = _JUDGED if engine == "DuckDB judged" else _SESSIONS if windows == "sessions" else _PLAIN
    return duckdb(log, query)


ENGINES = {
    "tumbling": ("kernel", "DuckDB judged", "DuckDB plain", "Polars plain"),
    "sliding": ("kernel",),
    "sessions": ("kernel", "DuckDB plain"),
}


def main() -> None:
    """All of them, in turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=10_000_000)
    parser.add_argument("--keys", type=int, nargs="+", default=[1_000, 100_000])
    parser.add_argument("--windows", nargs="+", default=list(ENGINES))
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--one", nargs=3, metavar=("ENGINE", "WINDOWS", "LOG"))
    given = parser.parse_args()
    if given.one:
        print(run_one(given.one[0], given.one[1], Path(given.one[2])))
        return
    from flinksim.replay.logs.synthetic_log import write_synthetic_log

    print(
        f"{'windows':10} {'keys':>8} {'engine':16} {'rows':>12} {'CPU s':>8}  of the first baseline"
    )
    with tempfile.TemporaryDirectory() as folder:
        for keys in given.keys:
            log = write_synthetic_log(
                Path(folder) / f"{keys}.parquet", events=given.events, keys=keys
            )
            for windows in given.windows:
                engines = ENGINES[windows]
                taken: dict[str, list[float]] = {engine: [] for engine in engines}
                rows = {}
                for _ in range(given.repeat):
                    for engine in engines:
                        rows[engine], cpu = _measured(engine, windows, log)
                        taken[engine].append(cpu)
                base = statistics.median(taken[engines[min(1, len(engines) - 1)]])
                for engine in engines:
                    cpu = statistics.median(taken[engine])
                    each = " ".join(f"{one:.2f}" for one in taken[engine])
                    print(
                        f"{windows:10} {keys:8,} {engine:16} {rows[engine]:12,} {cpu:8.2f}  "
                        f"{cpu / base:.2f}  ({each})", flush=True,
                    )  # fmt: skip


def _measured(engine: str, windows: str, log: Path) -> tuple[int, float]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # what is installed is compiled: a run does not pay for it anew
    env = {n: v for n, v in os.environ.items() if n != "PYTHONDONTWRITEBYTECODE"}
    told = subprocess.run(
        [sys.executable, __file__, "--one", engine, windows, str(log)],
        check=True, stdout=subprocess.PIPE, text=True, env=env,
    ).stdout  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return int(told.split()[-1]), cpu


if __name__ == "__main__":
    main()
