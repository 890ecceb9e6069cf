"""Writes ``docs/reference/speed.md``: what flinksim takes, beside others and as things grow, in CPU seconds.

    python benchmarks/speed.py                          # the table, without what is not installed
    python benchmarks/speed.py --beside PYTHON          # a Python with bytewax and simpy
    python benchmarks/speed.py --pyflink PYTHON         # a Python with apache-flink, beside Java
    python benchmarks/speed.py --only tracing large     # these parts; the others stay as they were
    python benchmarks/speed.py --print                  # on the screen; docs/reference/speed.md stays

Whatever is compared is measured in turn, each engine in a process of its own, and the least of the
rounds counts: what else the machine does only adds.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

import growth  # noqa: E402
import large_trace  # noqa: E402
from measuring import measured  # noqa: E402
from same_log import ENGINES  # noqa: E402

from flinksim import ArrivalOrder, RoundRobin, RunSettings  # noqa: E402
from flinksim.runtime.local_executor import build_job_graph  # noqa: E402
from flinksim.runtime.minicluster import MiniCluster  # noqa: E402

PAGE = ROOT / "docs/reference/speed.md"
TINY = """from flinksim.datastream import StreamExecutionEnvironment
env = StreamExecutionEnvironment.get_execution_environment()
env.from_collection([1, 2, 3]).map(lambda x: x + 1).print()
env.execute("tiny")
"""
WINDOWS = """
from {package}.common import Time, Types, WatermarkStrategy
from {package}.common.watermark_strategy import TimestampAssigner
from {package}.datastream import StreamExecutionEnvironment
from {package}.datastream.window import TumblingEventTimeWindows


class Second(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(Second())
clicks = env.from_collection(
    [("a", number * 500, 1) for number in range(10)],
    Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()]),
)
clicks.assign_timestamps_and_watermarks(strategy).key_by(lambda click: click[0]).window(
    TumblingEventTimeWindows.of(Time.seconds(1))
).reduce(lambda a, b: (a[0], a[1], a[2] + b[2])).print()
env.execute()
"""
"""The same text for both packages."""

HEAD = """# How fast it is

Made by `python benchmarks/speed.py --beside PYTHON --pyflink PYTHON`, in seconds of CPU on the
machine at hand: look at what stands beside each other, not at the numbers. The *default* schedule is
`ArrivalOrder`, untraced: what `env.execute()` does.
"""


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines) + "\n"


def cpu_of(command: Sequence[str]) -> float:
    """The CPU seconds of a process and of all that it waits for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PATH": path}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run(command, check=True, capture_output=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def least(jobs: dict[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """The least of some rounds, in turn."""
    found = {name: [job()] for name, job in jobs.items()}
    for _ in range(rounds - 1):
        for name, job in jobs.items():
            found[name].append(job())
    return {name: min(each) for name, each in found.items()}


def engines(records: int, rounds: int, beside: str | None) -> str:
    pythons = {"SimPy": beside, "bytewax": beside}
    digests = {}

    def job(name: str, python: str) -> Callable[[], float]:
        def run() -> float:
            command = [python, str(ROOT / "benchmarks" / "same_log.py"), name, str(records)]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            told: dict[str, Any] = json.loads(done.stdout)
            digests[name] = told["digest"]
            return float(told["cpu_s"])

        return run

    known = {name: pythons.get(name, sys.executable) for name in ENGINES}
    jobs = {name: job(name, python) for name, python in known.items() if python}
    seconds = least(jobs, rounds)
    assert len(set(digests.values())) == 1, f"they do not agree: {digests}"
    rows = [
        (name, f"{taken:.3f}", f"{records / taken:,.0f}", f"{taken / seconds['flinksim']:.2f}")
        for name, taken in seconds.items()
    ]
    return (
        f"## The same log\n\n{records:,} records, 40 keys, tumbling windows of 10 s with a sum, one "
        "worker or subtask; all give the same windows.\n\n"
        + table(["engine", "CPU s", "records/s", "x default"], rows)
    )


def growing(rounds: int) -> str:
    rows = []
    for what, (sizes, make) in growth.GROWTH.items():
        jobs = {str(size): growth.measured(make, size) for size in sizes}
        found = least(jobs, rounds)
        first, *_, last = found.values()
        told = ", ".join(f"{int(size):,}: {each * 1e6:.1f}" for size, each in found.items())
        rows.append((what, told, f"{last / first:.2f}"))
    return (
        "## As things grow\n\nMicroseconds of CPU per record, by size; default schedule.\n\n"
        + table(["what", "size: µs per record", "last / first"], rows)
    )


def waiting(rounds: int, pyflink: str | None) -> str:
    with tempfile.TemporaryDirectory() as folder:
        tiny, windows, imports = (
            Path(folder) / f"{name}.py" for name in ("tiny", "windows", "imports")
        )
        tiny.write_text(TINY)
        imports.write_text("import flinksim.datastream\n")
        windows.write_text(WINDOWS.format(package="flinksim"))
        jobs = {
            "`python -c pass`": [sys.executable, "-c", "pass"],
            "`import flinksim.datastream`": [sys.executable, str(imports)],
            "`flinksim run tiny.py`": [sys.executable, "-m", "flinksim", "run", str(tiny)],
            "ten records, windows": [sys.executable, str(windows)],
        }
        for each in jobs.values():
            cpu_of(each)  # compiles what is not
        found = least({name: partial(cpu_of, each) for name, each in jobs.items()}, rounds)
        if pyflink:
            windows.write_text(WINDOWS.format(package="pyflink"))
            # Its gateway is a process of its own that nobody waits for.
            taken = measured(partial(cpu_of, [pyflink, str(windows)]))
            found["ten records, windows, on PyFlink"] = taken.cpu_s
    rows = [(name, f"{taken:.2f}") for name, taken in found.items()]
    return (
        "## Before the first record\n\nWhole processes, with everything compiled beforehand.\n\n"
        + table(["what", "CPU s"], rows)
    )


def tracing(records: int, rounds: int) -> str:
    def job(schedule: Callable[[], Any], traced: bool, kept: list[Any]) -> Callable[[], float]:
        def run() -> float:
            env = growth.windows(keys=40)(records)
            settings = RunSettings(schedule(), traced=traced)
            cluster = MiniCluster(build_job_graph(env.pipeline("windows")), settings)
            gc.collect()
            started = time.process_time()
            cluster.run(max_steps=1 << 60)  # the long way, as a traced run goes
            kept[:] = [cluster]
            return time.process_time() - started

        return run

    rows = []
    for schedule in (ArrivalOrder, RoundRobin):
        kept: list[Any] = []
        found = least(
            {"plain": job(schedule, False, []), "traced": job(schedule, True, kept)}, rounds
        )
        trace = kept[0].trace
        with tempfile.TemporaryDirectory() as folder:
            # Once: the causes, which only a file needs, are found for the first.
            parts = {
                "digest": _timed(trace.digest),
                "save": _timed(partial(trace.save, Path(folder) / "run.flinktrace")),
            }
        events = len(trace.events)
        rows.append(
            (
                schedule.__name__, f"{found['plain']:.2f}", f"{found['traced']:.2f}",
                f"{found['traced'] / found['plain']:.2f}", f"{events / records:.1f}",
                *(f"{seconds / events * 500_000:.2f}" for seconds in parts.values()),
            )
        )  # fmt: skip
    return (
        f"## Tracing\n\n{records:,} records; untraced the long way, so that both do the same. "
        "Digest and save are for 500,000 facts.\n\n"
        + table(
            [
                "schedule",
                "untraced s",
                "traced s",
                "ratio",
                "facts per record",
                "digest s",
                "save s",
            ],
            rows,
        )
    )


def large(sizes: Sequence[int]) -> str:
    return (
        "## Traces larger than memory\n\nRuns that write their trace as they go, as "
        "`flinksim run --trace` does (`benchmarks/large_trace.py`).\nMemory is what a process takes "
        "beyond what it has before.\n\n"
        + table(large_trace.COLUMNS, [large_trace.row(size) for size in sizes])
    )


def _timed(action: Callable[[], object]) -> float:
    started = time.process_time()
    action()
    return time.process_time() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--beside", metavar="PYTHON", help="a Python with bytewax and simpy")
    parser.add_argument("--pyflink", metavar="PYTHON", help="a Python with apache-flink")
    parser.add_argument("--print", action="store_true", help="write no page")
    parser.add_argument("--only", nargs="*", choices=PARTS, help="measure these; the rest stays")
    options = parser.parse_args()
    wanted = PARTS if options.only is None else options.only
    parts = [HEAD] + [
        PARTS[name](options) if name in wanted else part_of(PAGE.read_text(encoding="utf-8"), name)
        for name in PARTS
    ]
    text = "\n".join(filter(None, parts))
    print(text)
    if not options.print:
        PAGE.write_text(text, encoding="utf-8")


PARTS: dict[str, Callable[[argparse.Namespace], str]] = {
    "log": lambda options: engines(options.records, options.rounds, options.beside),
    "growth": lambda options: growing(options.rounds),
    "tracing": lambda options: tracing(options.records, options.rounds),
    "large": lambda options: large([options.records, 4 * options.records]),
    "start": lambda options: waiting(options.rounds, options.pyflink),
}
TITLES = dict(
    zip(
        PARTS,
        ["The same log", "As things grow", "Tracing", "Traces larger", "Before the first record"],
        strict=True,
    )
)


def part_of(page: str, name: str) -> str:
    """The part of *page* as it was measured before."""
    parts = page.split("\n## ")
    return next((f"## {part.rstrip()}\n" for part in parts if part.startswith(TITLES[name])), "")


if __name__ == "__main__":
    main()
