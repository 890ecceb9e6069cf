"""How fast the simulator steps, side by side with PyFlink where that is installed.

    python benchmarks/steps.py                       steps and records per second, bytes per event
    python benchmarks/steps.py --events              what one fact costs in five representations
    python benchmarks/steps.py --pyflink PYTHON      also the classic program as whole processes,
                                                     here and on the PyFlink of that Python

The reference job has two sources, a key_by, and two window tasks; it runs in rounds, untraced and
traced in turn, and the median of the rounds is printed. Run it on a quiet machine.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import subprocess
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

from flinksim import RoundRobin, RunSettings  # noqa: E402
from flinksim.common import Duration, WatermarkStrategy  # noqa: E402
from flinksim.common.time import Time  # noqa: E402
from flinksim.common.watermark_strategy import TimestampAssigner  # noqa: E402
from flinksim.connectors.collection import CollectionSource  # noqa: E402
from flinksim.datastream import StreamExecutionEnvironment  # noqa: E402
from flinksim.datastream.window import TumblingEventTimeWindows  # noqa: E402
from flinksim.runtime.local_executor import job_graph_of  # noqa: E402
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


def measure(records_per_source: int, traced: bool) -> Measurement:
    """Run the reference job once; only the stepping is timed."""
    env = reference_job(records_per_source)
    graph = job_graph_of(env.pipeline("reference"))
    settings = RunSettings(interleaving=RoundRobin(), traced=traced)
    cluster = MiniCluster(graph, settings)
    gc.collect()
    started = time.perf_counter()
    cluster.run()
    seconds = time.perf_counter() - started
    events = len(cluster.trace.events) if traced else 0
    return Measurement(seconds, cluster.mailbox_steps_taken, cluster.steps_taken, events)


def median(values: list[float]) -> float:
    return statistics.median(values)


def steps_per_second(records_per_source: int, rounds: int) -> None:
    results: dict[bool, list[Measurement]] = {False: [], True: []}
    measure(1000, False)
    for _ in range(rounds):
        for traced in (False, True):
            results[traced].append(measure(records_per_source, traced))
    records = 2 * records_per_source
    print(f"reference job: {records} records, {rounds} rounds, medians")
    for traced, runs in results.items():
        name = "traced  " if traced else "untraced"
        steps = median([run.mailbox_steps / run.seconds for run in runs])
        rate = median([records / run.seconds for run in runs])
        every = runs[0].mailbox_steps / records
        print(
            f"  {name} {steps:10,.0f} mailbox steps/s   {rate:10,.0f} records/s   "
            f"{every:.2f} steps per record   {runs[0].events / records:.1f} facts per record"
        )
    ratio = median(
        [b.seconds / a.seconds for a, b in zip(results[False], results[True], strict=True)]
    )
    print(f"  tracing costs a factor of {ratio:.2f}")


def bytes_per_event(records_per_source: int) -> None:
    env = reference_job(records_per_source)
    cluster = MiniCluster(
        job_graph_of(env.pipeline("reference")), RunSettings(interleaving=RoundRobin())
    )
    cluster.run()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.flinktrace"
        started = time.perf_counter()
        cluster.trace.save(path)
        seconds = time.perf_counter() - started
        events = len(cluster.trace.events)
        size = path.stat().st_size
    print(
        f"trace file: {events} facts, {size / events:.1f} bytes per fact, "
        f"written in {seconds:.2f} s"
    )


@dataclass(slots=True)
class SlottedFact:
    subtask: str
    before: int
    after: int


@dataclass(slots=True, frozen=True)
class FrozenFact:
    subtask: str
    before: int
    after: int


class TupleFact(NamedTuple):
    subtask: str
    before: int
    after: int


def event_representations() -> None:
    """What making one fact of three fields and appending it to a list costs."""
    cases: dict[str, Callable[[], object]] = {
        "plain tuple": lambda: (SlottedFact, "v1/0", 1, 2),
        "slotted dataclass": lambda: SlottedFact("v1/0", 1, 2),
        "dict": lambda: {"kind": "SlottedFact", "subtask": "v1/0", "before": 1, "after": 2},
        "NamedTuple": lambda: TupleFact("v1/0", 1, 2),
        "frozen slotted dataclass": lambda: FrozenFact("v1/0", 1, 2),
    }
    number = 200_000
    base = None
    for name, make in cases.items():
        seconds = min(timeit.repeat(make, number=number, repeat=5))
        base = base or seconds
        print(f"  {name:26} {seconds / number * 1e9:6.0f} ns   x{seconds / base:.1f}")


CLASSIC = """
from {package}.common import Duration, Types, WatermarkStrategy
from {package}.common.watermark_strategy import TimestampAssigner
from {package}.common.time import Time
from {package}.datastream import StreamExecutionEnvironment
from {package}.datastream.window import TumblingEventTimeWindows

class SecondField(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
values = [("key%d" % (i % 10), i * 100, 1) for i in range({records})]
kind = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
strategy = WatermarkStrategy.for_bounded_out_of_orderness(
    Duration.of_millis(500)).with_timestamp_assigner(SecondField())
(env.from_collection(values, type_info=kind)
    .filter(lambda value: value[2] > 0)
    .map(lambda value: (value[0], value[1], value[2]), output_type=kind)
    .assign_timestamps_and_watermarks(strategy)
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .window(TumblingEventTimeWindows.of(Time.seconds(10)))
    .reduce(lambda a, b: (a[0], a[1], a[2] + b[2]))
    .print())
env.execute("classic")
"""


def whole_process(python: str, rounds: int, records: int) -> None:
    """The classic program from process start to end, in turn here and on PyFlink."""
    with tempfile.TemporaryDirectory() as folder:
        commands = {}
        for name, interpreter, package in (
            ("flinksim", sys.executable, "flinksim"),
            ("PyFlink", python, "pyflink"),
        ):
            path = Path(folder) / f"classic_on_{name.lower()}.py"
            path.write_text(CLASSIC.format(package=package, records=records), encoding="utf-8")
            commands[name] = [interpreter, str(path)]
        times: dict[str, list[float]] = {name: [] for name in commands}
        outputs = {}
        for _ in range(rounds):
            for name, command in commands.items():
                environment = _environment(command[0])
                started = time.perf_counter()
                done = subprocess.run(
                    command, capture_output=True, text=True, env=environment, check=True
                )
                times[name].append(time.perf_counter() - started)
                outputs[name] = sorted(done.stdout.split())
    print(f"classic program, {records} records, whole process, {rounds} rounds in turn, medians")
    for name, seconds in times.items():
        print(f"  {name:9} {median(seconds):7.2f} s")
    ratio = median([b / a for a, b in zip(times["flinksim"], times["PyFlink"], strict=True)])
    same = outputs["flinksim"] == outputs["PyFlink"]
    print(f"  PyFlink / flinksim: {ratio:.1f}   same output: {same}")


def _environment(interpreter: str) -> dict[str, str]:
    import os

    folder = str(Path(interpreter).parent)
    path = os.pathsep.join([folder, os.environ.get("PATH", "")])
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=20_000, help="records of each source")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--events", action="store_true", help="compare representations of a fact")
    parser.add_argument("--pyflink", metavar="PYTHON", help="a Python with apache-flink")
    options = parser.parse_args()
    if options.events:
        event_representations()
        return
    steps_per_second(options.records, options.rounds)
    bytes_per_event(options.records)
    if options.pyflink:
        whole_process(options.pyflink, max(3, options.rounds // 2), 1000)


if __name__ == "__main__":
    main()
