"""A traced run that is larger than memory: time, memory and file as it grows, and reading from it.

    python benchmarks/large_trace.py                      20,000 to 320,000 records
    python benchmarks/large_trace.py --records 5000000    some 70 million facts: for an hour or two

Numbers, map, key_by, tumbling windows of 10 s with a sum, which fire as the log goes on; each run is a
process of its own, and its trace is written as it goes, as ``flinksim run --trace`` does it. Memory is
what the process takes at most beyond what it has when the job is ready to run. With ``--fire-at-end``
no window fires before the end of the input, as with generators that are asked by a clock that a source
without pauses never lets move: then memory grows with what the job keeps.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

READS = 200


def peak_mb() -> float:
    """What this process has taken of memory at most; not the one that started it."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise OSError("/proc/self/status has no VmHWM")


def cluster_of(records: int, settings: Any, fire_at_end: bool = False) -> Any:
    """The job, ready to run."""
    from growth import Second

    from flinksim.common import Duration, Time, WatermarkStrategy
    from flinksim.common.watermark_strategy import Watermark, WatermarkGenerator
    from flinksim.datastream import StreamExecutionEnvironment
    from flinksim.datastream.window import TumblingEventTimeWindows
    from flinksim.runtime.local_executor import build_job_graph
    from flinksim.runtime.minicluster import MiniCluster

    class EverySecond(WatermarkGenerator):
        """By records, not by the clock."""

        def on_event(self, event: Any, event_timestamp: int, output: Any) -> None:
            if event_timestamp % 1000 == 0:
                output.emit_watermark(Watermark(event_timestamp - 501))

        def on_periodic_emit(self, output: Any) -> None:
            pass

    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    strategy = WatermarkStrategy.for_generator(lambda context: EverySecond())
    if fire_at_end:
        strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(500))
    clicks = env.from_sequence(0, records - 1).map(lambda i: (f"key{i % 40}", i * 20, 1))
    clicks = clicks.assign_timestamps_and_watermarks(strategy.with_timestamp_assigner(Second()))
    windows = clicks.key_by(lambda click: click[0]).window(
        TumblingEventTimeWindows.of(Time.seconds(10))
    )
    windows.sum(2)
    return MiniCluster(build_job_graph(env.pipeline("large")), settings)


def kept(records: int, fire_at_end: bool) -> dict[str, Any]:
    """Run the job; its trace stays in memory."""
    from flinksim import RunSettings

    cluster = cluster_of(records, RunSettings(trace="full"), fire_at_end)
    before = peak_mb()
    cluster.run()
    taken = (peak_mb() - before) * (1 << 20)
    return {"kept_per_fact": taken / len(cluster.trace.events)}


def written(records: int, path: Path, fire_at_end: bool) -> dict[str, Any]:
    """Run the job; its trace goes to *path*."""
    from flinksim import RunSettings
    from flinksim.trace.storage.streaming_writer import TraceWriter

    writers: list[TraceWriter] = []

    def begin(cluster: Any) -> TraceWriter:
        writers.append(TraceWriter(cluster.trace, path))
        return writers[0]

    cluster = cluster_of(records, RunSettings(watchers=(begin,)), fire_at_end)
    before, started = peak_mb(), time.process_time()
    cluster.run()
    writers[0].close()
    assert not writers[0].problem, writers[0].problem
    seconds = time.process_time() - started
    events = len(cluster.trace.events)
    return {
        "facts": events, "seconds": seconds, "memory": peak_mb() - before,
        "per_fact": path.stat().st_size / events,
    }  # fmt: skip


def read(path: Path) -> dict[str, Any]:
    """Open the trace at *path* and read here and there."""
    import flinksim

    before, started = peak_mb(), time.process_time()
    trace = flinksim.load_trace(path)
    opened = time.process_time() - started
    pick = random.Random(1)
    started = time.process_time()
    for _ in range(READS):
        index = pick.randrange(len(trace.events))
        assert trace.events[index] is not None
        trace.links.cause[index]
    reading = (time.process_time() - started) / READS
    return {"opened": opened, "read": reading, "reader_memory": peak_mb() - before}


def in_process(what: str, records: int, path: Path, fire_at_end: bool) -> dict[str, Any]:
    command = [sys.executable, __file__, "--records", str(records), f"--{what}", str(path)]
    if fire_at_end:
        command.append("--fire-at-end")
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, nargs="*", default=[20_000, 80_000, 320_000])
    parser.add_argument("--fire-at-end", action="store_true", help="no window fires before the end")
    for what in ("kept", "written", "read"):
        parser.add_argument(f"--{what}", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.kept:
        print(json.dumps(kept(options.records[0], options.fire_at_end)))
    elif options.written:
        told = written(options.records[0], options.written, options.fire_at_end)
        print(json.dumps(told))
    elif options.read:
        print(json.dumps(read(options.read)))
    else:
        print(" | ".join(COLUMNS))
        for records in options.records:
            print(" | ".join(row(records, options.fire_at_end)), flush=True)


COLUMNS = [
    "records", "facts", "CPU s of the run", "its MB", "bytes of file per fact",
    "CPU s to open it", "CPU ms to read a fact", "MB of the reader", "bytes per fact without a file",
]  # fmt: skip


def row(records: int, fire_at_end: bool = False) -> list[str]:
    """What is to be told of a run of so many records."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.flinktrace"
        told: dict[str, Any] = {}
        for what in ("written", "read", "kept"):
            told |= in_process(what, records, path, fire_at_end)
    return [
        f"{records:,}", f"{told['facts']:,}", f"{told['seconds']:.1f}", f"{told['memory']:.0f}",
        f"{told['per_fact']:.2f}", f"{told['opened']:.2f}", f"{told['read'] * 1000:.1f}",
        f"{told['reader_memory']:.0f}", f"{told['kept_per_fact']:.0f}",
    ]  # fmt: skip


if __name__ == "__main__":
    main()
