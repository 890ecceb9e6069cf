"""What checkpoints cost, and what backpressure does to them, aligned and unaligned.

    python benchmarks/checkpoints.py              steps per second of CPU, off and on; then durations

The first table is CPU time, best of the rounds, in turn. The second is virtual time and the same on
every machine: a slow function holds up what comes before it, and a checkpoint is taken meanwhile.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from flinksim import NetworkSettings, RoundRobin, RunSettings  # noqa: E402
from flinksim.common import WatermarkStrategy  # noqa: E402
from flinksim.connectors.scripted_source import ScriptedSource, pause, record  # noqa: E402
from flinksim.connectors.transactional_sinks import TransactionalSink  # noqa: E402
from flinksim.datastream import DataStream, StreamExecutionEnvironment  # noqa: E402
from flinksim.runtime.local_executor import build_job_graph  # noqa: E402
from flinksim.runtime.minicluster import MiniCluster  # noqa: E402

RECORDS = 20_000


def _records(env: StreamExecutionEnvironment, count: int, name: str, every_ms: int) -> DataStream:
    """*count* records of 20 keys, *every_ms* apart."""
    items = [item for n in range(count) for item in (record((n % 20, n)), *_pause(every_ms))]
    return env.from_source(ScriptedSource(items), WatermarkStrategy.no_watermarks(), name)


def _pause(ms: int) -> tuple[Any, ...]:
    return (pause(ms),) if ms else ()


def _steps_per_second(every: int | None, unaligned: bool) -> tuple[float, int]:
    """Steps per second of CPU with a checkpoint each *every* records, and how many there were."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    if every is not None:
        # a record comes each 100 us of virtual time: ten a millisecond
        env.enable_checkpointing(max(every // 10, 10))
        env.get_checkpoint_config().enable_unaligned_checkpoints(unaligned)
    batch = [record((n % 20, n)) for n in range(RECORDS)]
    items = [
        one for place in range(0, RECORDS, 10) for one in (*batch[place : place + 10], pause(1))
    ]
    stream = env.from_source(ScriptedSource(items), WatermarkStrategy.no_watermarks(), "numbers")
    stream.key_by(lambda value: value[0]).sum(1).sink_to(TransactionalSink())
    cluster = MiniCluster(
        build_job_graph(env.pipeline("checkpoints")), RunSettings(RoundRobin(), traced=False)
    )
    began = time.process_time()
    cluster.run()
    took = time.process_time() - began
    return RECORDS / took, len(cluster.job_master.checkpoint_coordinator.statistics)


def _under_backpressure(mode: str) -> tuple[int, int, int, int]:
    """Of the first checkpoint: how long it took, and its longest way of a barrier, in ms; the bytes in
    flight that it kept; and the results of the job.
    """
    env = StreamExecutionEnvironment.get_execution_environment()
    env.enable_checkpointing(500)
    config = env.get_checkpoint_config()
    if mode != "aligned":
        config.enable_unaligned_checkpoints()
    if mode == "turning unaligned":
        env._configuration.set_string(
            "execution.checkpointing.aligned-checkpoint-timeout", "100 ms"
        )
    sink = TransactionalSink()
    left, right = _records(env, 400, "left", 1), _records(env, 400, "right", 1)
    both = left.union(right).key_by(lambda value: value[0])
    both.map(lambda value: time.sleep(0.01) or value).name("slow").sink_to(sink)
    network = NetworkSettings(buffer_timeout_ms=0, segment_bytes=256)
    cluster = MiniCluster(
        build_job_graph(env.pipeline("slow")),
        RunSettings(RoundRobin(), traced=False, network=network),
    )
    cluster.run()
    first = cluster.job_master.checkpoint_coordinator.statistics[0]
    metrics = first.metrics.values()
    return (
        first.end_to_end_ms, max(one.start_delay_ms for one in metrics),
        sum(one.persisted_bytes for one in metrics), len(sink.committed_results),
    )  # fmt: skip


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    ways = {
        "off": (None, False),
        "each 100 records": (100, False),
        "each 100 records, unaligned": (100, True),
        "each 2,000 records": (2000, False),
    }
    best: dict[str, tuple[float, int]] = {}
    for _ in range(rounds):
        for name, way in ways.items():
            measured = _steps_per_second(*way)
            best[name] = max(best.get(name, measured), measured)
    print(f"{'checkpoints':30} {'taken':>6} {'records/s of CPU':>18} {'ratio':>6}")
    for name, (speed, taken) in best.items():
        print(f"{name:30} {taken:>6} {speed:>18,.0f} {speed / best['off'][0]:>6.2f}")
    print()
    print(
        f"{'under backpressure':30} {'took ms':>8} {'delay ms':>9} {'in flight':>10} {'results':>8}"
    )
    for mode in ("aligned", "turning unaligned", "unaligned"):
        took, delay, in_flight, results = _under_backpressure(mode)
        print(f"{mode:30} {took:>8,} {delay:>9,} {in_flight:>10,} {results:>8,}")


if __name__ == "__main__":
    main()
