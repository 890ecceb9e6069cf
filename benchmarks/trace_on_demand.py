"""What a trace on demand costs, and how long a jump into a finished run takes.

    python benchmarks/trace_on_demand.py                  cost: untraced, on demand, full; p = 1, 4, 16
    python benchmarks/trace_on_demand.py --jumps 1000000  jumps and memory, by number of restore points

Each mode of a round runs in a process of its own, so that memory can be compared. CPU seconds are
medians of the rounds.
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from flinksim import RunSettings  # noqa: E402
from flinksim.common import Duration, WatermarkStrategy  # noqa: E402
from flinksim.common.time import Time  # noqa: E402
from flinksim.common.watermark_strategy import TimestampAssigner  # noqa: E402
from flinksim.connectors.collection_sources import CollectionSource  # noqa: E402
from flinksim.connectors.sinks import CollectSink  # noqa: E402
from flinksim.datastream import StreamExecutionEnvironment  # noqa: E402
from flinksim.datastream.window import TumblingEventTimeWindows  # noqa: E402
from flinksim.runtime.local_executor import build_job_graph  # noqa: E402
from flinksim.runtime.minicluster import MiniCluster  # noqa: E402

MODES = ("untraced", "on demand", "full")


class SecondField(TimestampAssigner):
    """The event time is the second field."""

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


def window_job(records: int, parallelism: int) -> StreamExecutionEnvironment:
    """One source, key_by, tumbling windows of 10 s with a sum, 40 keys."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(parallelism)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(
        Duration.of_millis(500)
    ).with_timestamp_assigner(SecondField())
    values = [(f"key{i % 40}", i * 10, 1) for i in range(records)]
    stream = env.from_source(CollectionSource(values), strategy, "log").set_parallelism(1)
    windows = stream.key_by(lambda value: value[0]).window(
        TumblingEventTimeWindows.of(Time.seconds(10))
    )
    windows.sum(2).sink_to(CollectSink())
    return env


def read_memory_mb(processes: list[int]) -> float:
    """Memory of these processes, with shared pages counted once (PSS)."""
    total = 0
    for process in processes:
        for line in Path("/proc", str(process), "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1])
    return total / 1024


def run_once(mode: str, records: int, parallelism: int, jumps: int, points: int) -> dict[str, Any]:
    """Run the job in this process; return what it took."""
    from flinksim.runtime import restore_points

    restore_points.MAX_RESTORE_POINTS = points
    settings = RunSettings(traced=False)
    if mode != "untraced":
        settings = RunSettings(trace="full" if mode == "full" else "on demand")
    cluster = MiniCluster(build_job_graph(window_job(records, parallelism).pipeline("w")), settings)
    gc.collect()
    before = time.process_time()
    cluster.run()
    taken = time.process_time() - before
    found: dict[str, Any] = {"cpu_s": taken, "steps": cluster.steps_taken}
    replayer = cluster.replayer
    processes = [] if replayer is None else replayer.restore_point_processes
    found["points"] = len(processes)
    found["memory_mb"] = read_memory_mb(["self", *processes])  # type: ignore[list-item]
    times = []
    random = Random(1)
    for _ in range(jumps):
        first = random.randrange(1, cluster.steps_taken)
        start = time.perf_counter()
        assert cluster.trace[first].number == first
        times.append(time.perf_counter() - start)
    if times:
        found["jump_median_s"], found["jump_max_s"] = statistics.median(times), max(times)
    return found


def measure(*args: object) -> dict[str, Any]:
    """Run :func:`run_once` in a new process."""
    command = [sys.executable, __file__, "--once", json.dumps(args)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found: dict[str, Any] = json.loads(output.splitlines()[-1])
    return found


def print_costs(records: int, rounds: int) -> None:
    """Print CPU seconds and memory of each mode at parallelism 1, 4 and 16."""
    print(
        "| parallelism | mode | CPU s | times untraced | memory MB |\n| --- | --- | --- | --- | --- |"
    )
    for parallelism in (1, 4, 16):
        taken: dict[str, list[dict[str, Any]]] = {mode: [] for mode in MODES}
        for _ in range(rounds):
            for mode in MODES:
                taken[mode].append(measure(mode, records, parallelism, 0, 32))
        seconds = {m: statistics.median(one["cpu_s"] for one in taken[m]) for m in MODES}
        for mode in MODES:
            memory = statistics.median(one["memory_mb"] for one in taken[mode])
            print(
                f"| {parallelism} | {mode} | {seconds[mode]:.2f} | "
                f"{seconds[mode] / seconds['untraced']:.2f} | {memory:.0f} |",
                flush=True,
            )


def print_jumps(records: int) -> None:
    """Print how long jumps take, and the memory, for several numbers of restore points."""
    print("| restore points | CPU s | memory MB | jump median s | jump max s |")
    print("| --- | --- | --- | --- | --- |")
    base = measure("untraced", records, 1, 0, 0)
    print(f"| untraced | {base['cpu_s']:.2f} | {base['memory_mb']:.0f} | | |", flush=True)
    for points in (0, 8, 16, 32, 64):
        one = measure("on demand", records, 1, 12 if points else 3, points)
        print(
            f"| {one['points']} | {one['cpu_s']:.2f} | {one['memory_mb']:.0f} | "
            f"{one['jump_median_s']:.2f} | {one['jump_max_s']:.2f} |",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jumps", type=int, metavar="RECORDS")
    parser.add_argument("--once", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.once:
        print(json.dumps(run_once(*json.loads(options.once))))
    elif options.jumps:
        print_jumps(options.jumps)
    else:
        print_costs(options.records, options.rounds)


if __name__ == "__main__":
    main()
