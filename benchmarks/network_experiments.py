"""Small experiments with the network: where the time goes, in numbers that one can work out.

All times are virtual. A link has a latency and a bandwidth; operators cost nothing unless they are
said to. So what is measured is buffers, credits and flushing, and nothing else.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flinksim.common.configuration import Configuration
from flinksim.common.watermark_strategy import WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.core.atomic_files import write_atomically
from flinksim.core.simulated_cost import cost
from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment
from flinksim.runtime.interleaving import RoundRobin
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.runtime.network_settings import NetworkSettings
from flinksim.trace.events import ResultWritten, SourceRecordRead
from flinksim.trace.recorder import Trace

SLOW_LINK = NetworkSettings(latency_ms=5, bytes_per_s=1_000_000)
"""A link that carries 10,000 bytes in the 10 ms that credit takes to come back."""


def run(
    env: StreamExecutionEnvironment, network: NetworkSettings, job_name: str | None = None
) -> Trace:
    """The trace of a run in which every actor goes in turn; what it prints is not seen."""
    settings = RunSettings(interleaving=RoundRobin(), network=network)
    cluster = MiniCluster(build_job_graph(env.pipeline(job_name)), settings)
    with contextlib.redirect_stdout(io.StringIO()):
        cluster.run()
    return cluster.trace


def _environment(**options: Any) -> StreamExecutionEnvironment:
    configuration = Configuration.from_dict(options)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(1)
    return env


# --- three bottlenecks -------------------------------------------------------------------------


def slow_in_the_middle(records: int = 400) -> StreamExecutionEnvironment:
    """Source -> cheap -> costly -> cheap -> sink: two tasks before the culprit are red."""
    return _chain((0, 5, 0), records)


def slow_at_the_end(records: int = 400) -> StreamExecutionEnvironment:
    """Source -> cheap -> cheap -> costly sink: everything before it is red."""
    return _chain((0, 0, 5), records)


def one_hot_key(records: int = 400) -> StreamExecutionEnvironment:
    """Source -> costly by key, two subtasks: most records have one key, so one of two is busy."""
    env = _environment()
    numbers = env.from_collection([("hot" if n % 10 else f"k{n}", n) for n in range(records)])
    keyed = numbers.key_by(lambda value: value[0])
    keyed.map(cost(lambda value: value, ms=5)).set_parallelism(2).print().set_parallelism(2)
    return env


def _chain(costs: Sequence[int], records: int) -> StreamExecutionEnvironment:
    env = _environment()
    stream: Any = env.from_collection(list(range(records)))
    for place, ms in enumerate(costs):
        work = cost(lambda value: value, ms=ms)
        stream = stream.rebalance().map(work).name(f"work {place}, {ms} ms")
    stream.rebalance().print()
    return env


BOTTLENECKS: dict[str, Callable[[], StreamExecutionEnvironment]] = {
    "in the middle": slow_in_the_middle,
    "at the end": slow_at_the_end,
    "one hot key": one_hot_key,
}
"""Three jobs that are held up in a different place each."""


SMALL_BUFFERS = NetworkSettings(buffer_timeout_ms=0, segment_bytes=64)
"""A few records in each buffer, so that pools are full soon."""


def bottleneck_runs() -> dict[str, Trace]:
    """A run of each of :data:`BOTTLENECKS`; ``find_bottlenecks`` reads what it looked like."""
    return {
        name: run(job(), SMALL_BUFFERS, f"a bottleneck: {name}")
        for name, job in BOTTLENECKS.items()
    }


# --- before and with credits -------------------------------------------------------------------


def two_streams_over_one_link(records: int = 60, ms: int = 20) -> StreamExecutionEnvironment:
    """Two subtasks that write to two others, each to one, between the same two TaskManagers.

    What goes to the first, "slow", takes *ms* a record.
    """
    env = _environment(**{"taskmanager.numberOfTaskSlots": "2"})
    env.set_parallelism(2)
    names = ("slow", "fast")
    scripts = {
        name: [
            item for number in range(records) for item in (record(f"{name} {number:03}"), pause(2))
        ]
        for name in names
    }
    stream = env.from_source(
        ScriptedSource(scripts), WatermarkStrategy.no_watermarks(), "two streams"
    )
    own = stream.partition_custom(lambda key, _: names.index(key), lambda value: value[:4])
    work = own.map(cost(lambda value: value, ms=lambda value: ms if value[:4] == "slow" else 0))
    work.name("work").slot_sharing_group("receivers").print()
    return env


def before_and_with_credits() -> tuple[Trace, Trace]:
    """The same job on Flink 1.4 and since: the slow stream stops the fast one, or does not."""
    network = NetworkSettings(buffer_timeout_ms=0, segment_bytes=32)
    before = replace(network, flow_control="before credits")
    return (
        run(two_streams_over_one_link(), before, "before credits"),
        run(two_streams_over_one_link(), network, "with credits"),
    )


# --- throughput and latency --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Measured:
    """One point of an experiment; latencies in ms from the source to the sink."""

    buffer_timeout_ms: int
    segment_bytes: int
    records_per_s: float
    mean_latency_ms: float
    worst_latency_ms: float


def over_a_link(items: Iterable[Any]) -> StreamExecutionEnvironment:
    """What *items* script, from one TaskManager to another."""
    env = _environment()
    source = ScriptedSource({"numbers": list(items)})
    stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "numbers")
    stream.rebalance().map(lambda value: value).slot_sharing_group("far away").print()
    return env


def measure(
    buffer_timeout_ms: int,
    segment_bytes: int,
    records: int = 4000,
    paced_records: int = 400,
    every_ms: int = 1,
) -> Measured:
    """Throughput of a source that never waits, and latency of one that has a record *every_ms*."""
    network = replace(SLOW_LINK, buffer_timeout_ms=buffer_timeout_ms, segment_bytes=segment_bytes)
    at_once = run(over_a_link(record(number) for number in range(records)), network)
    end_ms = _times(at_once, ResultWritten)[-1] - at_once.plan.start_time_ms
    paced = (item for n in range(paced_records) for item in (record(n), pause(every_ms)))
    slowly = run(over_a_link(paced), network)
    ways = zip(_times(slowly, SourceRecordRead), _times(slowly, ResultWritten), strict=True)
    latencies = [came - went for went, came in ways]
    return Measured(
        buffer_timeout_ms,
        segment_bytes,
        1000 * records / max(1, end_ms),
        sum(latencies) / len(latencies),
        max(latencies),
    )


def _times(trace: Trace, kind: type[Any]) -> list[int]:
    return [step.time_ms for step in trace for event in step.events if type(event) is kind]


def sweep(timeouts_ms: Sequence[int], segments_bytes: Sequence[int]) -> list[Measured]:
    """Every buffer timeout with segments of 32 KB, then every segment size at 100 ms."""
    return [
        *(measure(timeout, 32768) for timeout in timeouts_ms),
        *(measure(100, segment) for segment in segments_bytes),
    ]


TIMEOUTS_MS = (0, 1, 2, 5, 10, 20, 50, 100, 200)
SEGMENTS_BYTES = (32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 32768)

SHAPE = """\
Throughput. A buffer needs credit, and credit needs 12 ms to come round: 5 ms on the link each way, and
what is sent within a millisecond leaves at its end. The receiver has 10 buffers, and takes as many of
them as the sender's backlog asks for: 7 to 8. So some 7 buffers go every 12 ms, whatever they hold:
the rate grows with the segment size, until the link is full (1 MB/s, a record is 17 bytes). With a
timeout of 0 a buffer goes for every record as long as there is credit, and its header of 47 bytes
takes more of the link than the record.
Latency. A record waits for its buffer to fill up or to be flushed: on average half the timeout, at
worst all of it, and then 6 ms for the link. Below 5 ms it gets worse again: here comes a record every
millisecond, and if each goes in a buffer of its own, there are more of them than there is credit in
12 ms, and records queue for it. Small segments fill up before they are flushed, so they are quick at
any timeout, until they are so small that they queue for credit, too.
"""


def plot(measured: Sequence[Measured], path: str | Path) -> Path:
    """Draw *measured* (of :func:`sweep`) into a file; its ending says in which format.

    Raises: ImportError if matplotlib is not there.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    by_timeout = [
        each for each in measured if each.segment_bytes == max(m.segment_bytes for m in measured)
    ]
    by_timeout = sorted(
        {each.buffer_timeout_ms: each for each in by_timeout}.values(),
        key=lambda m: m.buffer_timeout_ms,
    )
    by_segment = sorted(
        {each.segment_bytes: each for each in measured if each.buffer_timeout_ms == 100}.values(),
        key=lambda m: m.segment_bytes,
    )
    figure, axes = pyplot.subplots(2, 2, figsize=(10, 7), layout="constrained")
    columns = (
        (by_timeout, "buffer timeout (ms)", [max(m.buffer_timeout_ms, 0.5) for m in by_timeout]),
        (by_segment, "segment size (bytes)", [m.segment_bytes for m in by_segment]),
    )
    for column, (points, label, places) in enumerate(columns):
        above, below = axes[0][column], axes[1][column]
        above.plot(places, [m.records_per_s for m in points], "o-", color="#2563eb")
        above.set_ylabel("records per second (virtual)")
        below.plot(places, [m.mean_latency_ms for m in points], "o-", color="#ea580c", label="mean")
        below.plot(
            places, [m.worst_latency_ms for m in points], "o:", color="#ea580c", label="worst"
        )
        below.set_ylabel("latency (ms, virtual)")
        below.legend()
        for axis in (above, below):
            axis.set_xscale("log", base=2)
            axis.xaxis.set_major_formatter("{x:g}")
            axis.set_xlabel(label)
            axis.grid(alpha=0.3)
            axis.set_ylim(0, 1.06 * axis.get_ylim()[1])
    axes[0][0].set_title("segments of 32 KB")
    axes[0][1].set_title("buffer timeout 100 ms")
    with write_atomically(path) as draft:
        figure.savefig(draft, dpi=120)
    pyplot.close(figure)
    return Path(path)
