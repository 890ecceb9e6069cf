"""How fast the simulator steps.

    python benchmarks/steps.py                       steps and records per second, bytes per event
    python benchmarks/steps.py --events              what one fact costs in five representations

The reference job has two sources, a key_by, and two window tasks. It runs in rounds, in the default
schedule and in turn, untraced and traced, and the median of the rounds is printed, in CPU seconds.
:mod:`speed` has it beside other engines, and as it grows.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import tempfile
import time
import timeit
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from flinksim import ArrivalOrder, RoundRobin, RunSettings  # noqa: E402
from flinksim.common import Duration, WatermarkStrategy  # noqa: E402
from flinksim.common.time import Time  # noqa: E402
from flinksim.common.watermark_strategy import TimestampAssigner  # noqa: E402
from flinksim.connectors.collection_sources import CollectionSource  # noqa: E402
from flinksim.datastream import StreamExecutionEnvironment  # noqa: E402
from flinksim.datastream.window import TumblingEventTimeWindows  # noqa: E402
from flinksim.runtime.local_executor import build_job_graph  # noqa: E402
from flinksim.runtime.minicluster import MiniCluster  # noqa: E402


class SecondField(TimestampAssigner):
    """The event time is the second field."""

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


def reference_job(records_per_source: int) -> StreamExecutionEnvironment:
    """Two sources, key_by, tumbling windows of 10 s with sum(2), parallelism 2."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(
        Duration.of_millis(500)
    ).with_timestamp_assigner(SecondField())
    streams = []
    for number in range(2):
        values = [(f"key{i % 40}", i * 20 + number, 1) for i in range(records_per_source)]
        streams.append(
            env.from_source(CollectionSource(values), strategy, f"source {number}").set_parallelism(
                1
            )
        )
    (
        streams[0]
        .union(streams[1])
        .key_by(lambda value: value[0])
        .window(TumblingEventTimeWindows.of(Time.seconds(10)))
        .sum(2)
    )
    return env


@dataclass
class Measurement:
    """One run of the reference job."""

    seconds: float
    mailbox_steps: int
    all_steps: int
    events: int


def measure(
    records_per_source: int, traced: bool, schedule: type[Any] = ArrivalOrder
) -> Measurement:
    """Run the reference job once; only the stepping is timed, in CPU seconds."""
    env = reference_job(records_per_source)
    graph = build_job_graph(env.pipeline("reference"))
    settings = RunSettings(interleaving=schedule(), traced=traced, trace="full")
    cluster = MiniCluster(graph, settings)
    gc.collect()
    started = time.process_time()
    cluster.run()
    seconds = time.process_time() - started
    events = len(cluster.trace.events) if traced else 0
    return Measurement(seconds, cluster.mailbox_steps_taken, cluster.steps_taken, events)


def median(values: list[float]) -> float:
    return statistics.median(values)


def steps_per_second(records_per_source: int, rounds: int) -> None:
    kinds = [
        (schedule, traced) for schedule in (ArrivalOrder, RoundRobin) for traced in (False, True)
    ]
    results: dict[tuple[type[Any], bool], list[Measurement]] = {kind: [] for kind in kinds}
    measure(1000, False)
    for _ in range(rounds):
        for schedule, traced in kinds:
            results[schedule, traced].append(measure(records_per_source, traced, schedule))
    records = 2 * records_per_source
    print(f"reference job: {records} records, {rounds} rounds, medians of CPU time")
    for (schedule, traced), runs in results.items():
        steps = median([run.mailbox_steps / run.seconds for run in runs])
        rate = median([records / run.seconds for run in runs])
        print(
            f"  {schedule.__name__:12} {'traced' if traced else 'untraced':8} "
            f"{steps:10,.0f} mailbox steps/s   {rate:10,.0f} records/s   "
            f"{runs[0].mailbox_steps / records:.2f} steps and "
            f"{runs[0].events / records:.1f} facts per record"
        )


def bytes_per_event(records_per_source: int) -> None:
    env = reference_job(records_per_source)
    cluster = MiniCluster(
        build_job_graph(env.pipeline("reference")),
        RunSettings(interleaving=RoundRobin(), trace="full"),
    )
    cluster.run()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.flinktrace"
        started = time.process_time()
        cluster.trace.save(path)
        seconds = time.process_time() - started
        events = len(cluster.trace.events)
        size = path.stat().st_size
    print(
        f"trace file: {events} facts, {size / events:.1f} bytes per fact, "
        f"written in {seconds:.2f} s"
    )


@dataclass(slots=True)
class SlottedEvent:
    subtask: str
    before: int
    after: int


@dataclass(slots=True, frozen=True)
class FrozenEvent:
    subtask: str
    before: int
    after: int


class TupleEvent(NamedTuple):
    subtask: str
    before: int
    after: int


def event_representations() -> None:
    """What making one fact of three fields and appending it to a list costs."""
    cases: dict[str, Callable[[], object]] = {
        "plain tuple": lambda: (SlottedEvent, "v1/0", 1, 2),
        "slotted dataclass": lambda: SlottedEvent("v1/0", 1, 2),
        "dict": lambda: {"kind": "SlottedFact", "subtask": "v1/0", "before": 1, "after": 2},
        "NamedTuple": lambda: TupleEvent("v1/0", 1, 2),
        "frozen slotted dataclass": lambda: FrozenEvent("v1/0", 1, 2),
    }
    number = 200_000
    base = None
    for name, make in cases.items():
        seconds = min(timeit.repeat(make, number=number, repeat=5))
        base = base or seconds
        print(f"  {name:26} {seconds / number * 1e9:6.0f} ns   x{seconds / base:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=20_000, help="records of each source")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--events", action="store_true", help="compare representations of a fact")
    options = parser.parse_args()
    if options.events:
        event_representations()
        return
    steps_per_second(options.records, options.rounds)
    bytes_per_event(options.records)


if __name__ == "__main__":
    main()
