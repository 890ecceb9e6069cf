"""Prints one table of costs, with goals and the last committed figures: ``make bench``.

    python benchmarks/bench.py                # the table
    python benchmarks/bench.py --commit       # and write benchmarks/bench.json, to compare with later
    python benchmarks/bench.py --only run     # one group: run, arrivals, tracing or growth

A row is a ratio of CPU times that are measured in turn, or CPU seconds of a whole process. Seconds depend on
the machine, so read them beside the first row, `python -c pass`. A row that is more than 10 % worse than
the committed one is marked.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from speed import TINY, cpu_of, least, table  # noqa: E402

from flinksim import RunSettings  # noqa: E402
from flinksim.datastream import StreamExecutionEnvironment  # noqa: E402
from flinksim.runtime.local_executor import build_job_graph  # noqa: E402
from flinksim.runtime.minicluster import MiniCluster  # noqa: E402
from tests.runtime.operator_jobs import JOBS  # noqa: E402

COMMITTED = ROOT / "benchmarks" / "bench.json"
REGRESSION = 1.1
WINDOWS = "windows"
UNTRACED, TRACED = RunSettings(traced=False), RunSettings(trace="full")
REPLAY = """
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(500))
source = EventLogSource({log!r})
strategy = strategy.with_timestamp_assigner(lambda value, timestamp: value[0])
stream = env.from_source(source, strategy, "log").map(lambda value: (value[1], value[2]))
windows = stream.key_by(lambda value: value[0]).window(TumblingEventTimeWindows.of(Time.seconds(10)))
windows.sum(1).print()
env.execute("log")
"""
"""A program that ``flinksim run``, ``flinksim replay`` and ``python`` run alike."""

Row = tuple[str, str, float, str]
"""Name, unit, value, and goal."""


def measure_job(
    job: str,
    records: int,
    parallelism: int = 1,
    settings: RunSettings = UNTRACED,
    watermark_interval_ms: int = 200,
) -> float:
    """CPU microseconds per record of a run of *job*; with a full trace, per event."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(watermark_interval_ms)
    JOBS[job](env, records)
    cluster = MiniCluster(build_job_graph(env.pipeline("bench")), settings)
    gc.collect()
    started = time.process_time()
    cluster.run()
    taken = time.process_time() - started
    return taken / (len(cluster.trace.events) if settings is TRACED else records) * 1e6


def measure_arrivals(records: int, rounds: int) -> list[Row]:
    timed, checkpointed = list(JOBS)[1:3]
    quiet = f"{timed}, no periodic watermarks"
    measures = {job: partial(measure_job, job, records) for job in (WINDOWS, timed, checkpointed)}
    measures[quiet] = partial(measure_job, timed, records, watermark_interval_ms=records * 1_000)
    found = least(measures, rounds)
    base = found[WINDOWS]
    return [
        ("windows", "µs per record", base, ""),
        (f"{quiet} / windows", "ratio", found[quiet] / base, "1.2"),
        (f"{timed} / windows", "ratio", found[timed] / base, "1.2"),
        (f"{checkpointed} / windows", "ratio", found[checkpointed] / base, "1.6"),
    ]


def measure_tracing(records: int, rounds: int) -> list[Row]:
    rows: list[Row] = []
    for parallelism in (1, 4, 16):
        modes = {"untraced": UNTRACED, "on demand": RunSettings(), "traced": TRACED}
        found = least(
            {
                name: partial(measure_job, WINDOWS, records, parallelism, settings)
                for name, settings in modes.items()
            },
            rounds,
        )
        name = f"trace on demand / untraced, parallelism {parallelism}"
        rows.append((name, "ratio", found["on demand"] / found["untraced"], "1.2"))
        name = f"full trace, parallelism {parallelism}"
        goal = "" if parallelism == 1 else "as for 1"
        rows.append((name, "µs per event", found["traced"], goal))
    return rows


def measure_growth(records: int, rounds: int) -> list[Row]:
    rows: list[Row] = []
    for job in JOBS:
        few, many = records // 8, records
        found = least({str(size): partial(measure_job, job, size) for size in (few, many)}, rounds)
        growth = found[str(many)] / found[str(few)]
        rows.append((f"growth over 8 times the records: {job}", "ratio", growth, "1.3"))
    return rows


def measure_processes(records: int, rounds: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        tiny, program, log = (Path(folder) / name for name in ("tiny.py", "log.py", "log.csv"))
        tiny.write_text(TINY)
        program.write_text(REPLAY.format(log=str(log)))
        with log.open("w") as stream:
            stream.write("split,arrival,ts,key,v\n")
            stream.writelines(
                f"s,{i * 20},{i * 20 - (i * 7 % 5) * 40 + 200},k{i % 40},{i % 9}\n"
                for i in range(records)
            )
        command = [sys.executable, "-m", "flinksim"]
        commands = {
            "python -c pass": ([sys.executable, "-c", "pass"], ""),
            "flinksim run tiny.py": ([*command, "run", str(tiny)], "0.2"),
            f"python log.py, {records:,} rows": ([sys.executable, str(program)], ""),
            f"flinksim run log.py, {records:,} rows": ([*command, "run", str(program)], ""),
            f"flinksim replay log.py, {records:,} rows": (
                [*command, "replay", str(program)],
                "0.5",
            ),
            "flinksim demo": ([*command, "demo", "--html", str(Path(folder) / "d.html")], "2.5"),
        }
        for each, _ in commands.values():
            cpu_of(each)  # compiles what is not
        found = least({name: partial(cpu_of, each) for name, (each, _) in commands.items()}, rounds)
    return [(name, "CPU s", found[name], goal) for name, (_, goal) in commands.items()]


GROUPS: dict[str, Callable[[int, int], list[Row]]] = {
    "run": measure_processes,
    "arrivals": measure_arrivals,
    "tracing": measure_tracing,
    "growth": measure_growth,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", choices=GROUPS, nargs="*", help="measure these groups of rows")
    parser.add_argument("--commit", action="store_true", help="write benchmarks/bench.json")
    options = parser.parse_args()
    committed: dict[str, float] = (
        json.loads(COMMITTED.read_text(encoding="utf-8")) if COMMITTED.exists() else {}
    )
    lines = []
    for group in options.only or GROUPS:
        for name, unit, value, goal in GROUPS[group](options.records, options.rounds):
            before = committed.get(name)
            is_worse = before is not None and unit == "ratio" and value > before * REGRESSION
            shown = "" if before is None else f"{before:.2f}{' REGRESSION' if is_worse else ''}"
            lines.append((name, unit, f"{value:.2f}", goal, shown))
            committed[name] = round(value, 3)
            print(f"{name}: {value:.2f}", file=sys.stderr)
    print(table(["what", "unit", "now", "goal", "committed"], lines))
    if options.commit:
        COMMITTED.write_text(json.dumps(committed, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
