"""Tumbling windows over one log, on several engines: ``python benchmarks/same_log.py ENGINE RECORDS``.

Prints the CPU seconds that it took, imports and building apart, and a digest of the windows' sums,
which is the same for all. :mod:`speed` runs them beside each other.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

Result = tuple[str, int, int]
"""Key, start of the window in ms, sum."""

KEYS, APART_MS, WINDOW_MS, DELAY_MS = 40, 20, 10_000, 500


def log(records: int) -> list[tuple[str, int, int]]:
    """Key, timestamp in ms, amount; a little out of order."""
    return [
        (f"key{i % KEYS}", i * APART_MS - (i * 7 % 5) * 40 + 200, i % 9) for i in range(records)
    ]


def plain_loop(events: list[tuple[str, int, int]]) -> Callable[[], Iterable[Result]]:
    """The floor: sums in a dict. It knows nothing of time, and has no result before the end."""

    def run() -> Iterable[Result]:
        sums: dict[tuple[str, int], int] = {}
        for key, timestamp, amount in events:
            pane = key, timestamp - timestamp % WINDOW_MS
            sums[pane] = sums.get(pane, 0) + amount
        return [(key, start, total) for (key, start), total in sums.items()]

    return run


def loop_with_watermarks(events: list[tuple[str, int, int]]) -> Callable[[], Iterable[Result]]:
    """The second floor: a watermark, windows that fire when it passes, late records dropped."""

    def run() -> Iterable[Result]:
        fired: list[Result] = []
        open_windows: dict[int, dict[str, int]] = {}
        watermark, dropped = -(1 << 63), 0
        for key, timestamp, amount in events:
            start = timestamp - timestamp % WINDOW_MS
            if start + WINDOW_MS - 1 <= watermark:
                dropped += 1
                continue
            sums = open_windows.setdefault(start, {})
            sums[key] = sums.get(key, 0) + amount
            if timestamp - DELAY_MS - 1 > watermark:
                watermark = timestamp - DELAY_MS - 1
                for start in sorted(open_windows):
                    if start + WINDOW_MS - 1 > watermark:
                        break
                    fired += [(key, start, total) for key, total in open_windows.pop(start).items()]
        for start, sums in sorted(open_windows.items()):
            fired += [(key, start, total) for key, total in sums.items()]
        return fired

    return run


def simpy_skeleton(events: list[tuple[str, int, int]]) -> Callable[[], Iterable[Result]]:
    """What one would write in SimPy: a process that reads, a channel, a process with the windows."""
    import simpy

    def run() -> Iterable[Result]:
        env = simpy.Environment()
        channel = simpy.Store(env)
        fired: list[Result] = []

        def source() -> Any:
            for event in events:
                yield channel.put(event)
            yield channel.put(None)

        def windows() -> Any:
            open_windows: dict[int, dict[str, int]] = {}
            watermark = -(1 << 63)
            while (event := (yield channel.get())) is not None:
                key, timestamp, amount = event
                start = timestamp - timestamp % WINDOW_MS
                if start + WINDOW_MS - 1 <= watermark:
                    continue
                sums = open_windows.setdefault(start, {})
                sums[key] = sums.get(key, 0) + amount
                watermark = max(watermark, timestamp - DELAY_MS - 1)
                for start in sorted(open_windows):
                    if start + WINDOW_MS - 1 > watermark:
                        break
                    fired.extend((k, start, total) for k, total in open_windows.pop(start).items())
            for start, sums in sorted(open_windows.items()):
                fired.extend((k, start, total) for k, total in sums.items())

        env.process(source())
        env.process(windows())
        env.run()
        return fired

    return run


def bytewax(events: list[tuple[str, int, int]]) -> Callable[[], Iterable[Result]]:
    """bytewax, one worker in this process. Its log has its times as it wants them, ready made."""
    from datetime import UTC, datetime, timedelta

    import bytewax.operators as op
    import bytewax.operators.windowing as win
    from bytewax.dataflow import Dataflow
    from bytewax.testing import TestingSink, TestingSource, run_main

    epoch = datetime(2024, 1, 1, tzinfo=UTC)
    ready = [(key, epoch + timedelta(milliseconds=t), amount) for key, t, amount in events]
    found: list[Any] = []
    flow = Dataflow("windows")
    stream = op.input("log", flow, TestingSource(ready, batch_size=100))
    keyed = op.key_on("key", stream, lambda event: event[0])
    clock = win.EventClock(
        ts_getter=lambda event: event[1],
        wait_for_system_duration=timedelta(milliseconds=DELAY_MS),
    )
    windower = win.TumblingWindower(align_to=epoch, length=timedelta(milliseconds=WINDOW_MS))
    sums = win.fold_window(
        "sum", keyed, clock, windower, int, lambda total, event: total + event[2], int.__add__
    )
    op.output("out", sums.down, TestingSink(found))

    def run() -> Iterable[Result]:
        run_main(flow)
        return [(key, number * WINDOW_MS, total) for key, (number, total) in found]

    return run


def flinksim(
    events: list[tuple[str, int, int]], schedule: str, traced: bool
) -> Callable[[], Iterable[Result]]:
    """One source, ``key_by``, windows, a sink that collects, all of parallelism 1."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    import flinksim as fs
    from flinksim.common import Duration, Time, WatermarkStrategy
    from flinksim.common.watermark_strategy import TimestampAssigner
    from flinksim.connectors import CollectionSource, CollectSink
    from flinksim.datastream import StreamExecutionEnvironment
    from flinksim.datastream.window import TumblingEventTimeWindows
    from flinksim.runtime.local_executor import build_job_graph
    from flinksim.runtime.minicluster import MiniCluster

    class Second(TimestampAssigner):
        def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
            return int(value[1])

    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(DELAY_MS))
    source = CollectionSource(events)
    stream = env.from_source(source, strategy.with_timestamp_assigner(Second()), "log")
    windows = stream.key_by(lambda event: event[0]).window(
        TumblingEventTimeWindows.of(Time.milliseconds(WINDOW_MS))
    )
    sink = CollectSink()
    windows.sum(2).sink_to(sink)
    interleaving = fs.ArrivalOrder() if schedule == "arrival" else fs.RoundRobin()
    settings = fs.RunSettings(interleaving, traced=traced, trace="full")
    cluster = MiniCluster(build_job_graph(env.pipeline("windows")), settings)

    def run() -> Iterable[Result]:
        cluster.run()
        return [(key, t - t % WINDOW_MS, total) for key, t, total in sink.results]

    return run


ENGINES: dict[str, Callable[[list[tuple[str, int, int]]], Callable[[], Iterable[Result]]]] = {
    "a loop with a dict": plain_loop,
    "a loop with watermarks": loop_with_watermarks,
    "SimPy": simpy_skeleton,
    "bytewax": bytewax,
    "flinksim": lambda events: flinksim(events, "arrival", traced=False),
    "flinksim, RoundRobin": lambda events: flinksim(events, "round-robin", traced=False),
    "flinksim, traced": lambda events: flinksim(events, "arrival", traced=True),
    "flinksim, RoundRobin, traced": lambda events: flinksim(events, "round-robin", traced=True),
}


def main() -> None:
    engine, records = sys.argv[1], int(sys.argv[2])
    run = ENGINES[engine](log(records))
    started = time.process_time()
    results = list(run())
    seconds = time.process_time() - started
    told = json.dumps(sorted(results)).encode()
    print(json.dumps({"cpu_s": seconds, "results": len(results),
                      "digest": hashlib.sha256(told).hexdigest()[:12]}))  # fmt: skip


if __name__ == "__main__":
    main()
