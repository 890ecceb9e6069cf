"""A traced run that is larger than memory: time, memory and file as it grows, and reading from it.

    python benchmarks/large_trace.py                      20,000 to 320,000 records
    python benchmarks/large_trace.py --records 5000000    some 70 million facts: for an hour or two

Numbers, map, key_by, tumbling windows of 10 s with a sum; each run is a process of its own, and its
trace is written as it goes, as ``flinksim run --trace`` does it. Memory is what the process takes at
most beyond what it has when the job is ready to run.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
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
    """What this process has taken of memory at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def cluster_of(records: int, settings: Any) -> Any:
    """The job, ready to run."""
    from growth import Second

    from flinksim.common import Duration, Time, WatermarkStrategy
    from flinksim.datastream import StreamExecutionEnvironment
    from flinksim.datastream.window import TumblingEventTimeWindows
    from flinksim.runtime.local_executor import job_graph_of
    from flinksim.runtime.minicluster import MiniCluster

    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(500))
    clicks = env.from_sequence(0, records - 1).map(lambda i: (f"key{i % 40}", i * 20, 1))
    clicks = clicks.assign_timestamps_and_watermarks(strategy.with_timestamp_assigner(Second()))
    windows = clicks.key_by(lambda click: click[0]).window(
        TumblingEventTimeWindows.of(Time.seconds(10))
    )
    windows.sum(2)
    return MiniCluster(job_graph_of(env.pipeline("large")), settings)


def written(records: int, path: Path) -> dict[str, Any]:
    """Run the job; its trace goes to *path*."""
    from flinksim import RunSettings
    from flinksim.trace.writer import TraceWriter

    writers: list[TraceWriter] = []

    def begin(cluster: Any) -> TraceWriter:
        writers.append(TraceWriter(cluster.trace, path))
        return writers[0]

    cluster = cluster_of(records, RunSettings(watchers=(begin,)))
    before, started = peak_mb(), time.process_time()
    cluster.run()
    writers[0].close()
    assert not writers[0].problem, writers[0].problem
    seconds = time.process_time() - started
    facts = len(cluster.trace.events)
    return {
        "facts": facts, "seconds": seconds, "memory": peak_mb() - before,
        "per_fact": path.stat().st_size / facts,
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


def in_process(what: str, records: int, path: Path) -> dict[str, Any]:
    command = [sys.executable, __file__, "--records", str(records), f"--{what}", str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, nargs="*", default=[20_000, 80_000, 320_000])
    parser.add_argument("--written", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--read", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.written or options.read:
        told = (
            written(options.records[0], options.written) if options.written else read(options.read)
        )
        print(json.dumps(told))
        return
    print(
        "   records      facts  CPU s  MB beyond  bytes in   CPU s to  ms CPU to read   MB beyond"
    )
    print(
        "                               the job  file/fact   open it  a fact anywhere  to read it"
    )
    for records in options.records:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "run.flinktrace"
            told = in_process("written", records, path) | in_process("read", records, path)
        print(
            f"{records:10,} {told['facts']:10,} {told['seconds']:6.1f} {told['memory']:10.0f} "
            f"{told['per_fact']:10.2f} {told['opened']:10.2f} {told['read'] * 1000:16.1f} "
            f"{told['reader_memory']:11.0f}"
        )


if __name__ == "__main__":
    main()
