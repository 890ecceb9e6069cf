"""Twelve small jobs, and all their schedules: with reduction, and by brute force; and one of 40
decisions.

python -m tests.analysis.explore.small_jobs

Brute force tries every schedule of the three smallest, one by one. Of the others it goes on from
each state once, which comes to the same outcomes, and counts the schedules.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time
from typing import Any

import flinksim as fs
from flinksim.analysis.model_checking.partial_order_reduction import PartialOrderExplorer
from flinksim.analysis.model_checking.properties import Property, collect_results
from flinksim.common import Configuration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record, watermark
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import CountTrigger, GlobalWindows, TumblingEventTimeWindows
from flinksim.runtime.local_executor import build_job_graph
from flinksim.trace import events as e

MOST_RUNS = 20_000
KIND = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])


def environment(slots: int = 4) -> StreamExecutionEnvironment:
    configuration = Configuration()
    configuration.set_string("taskmanager.numberOfTaskSlots", str(slots))
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(1)
    return env


def one(number: int, key: str = "a") -> Any:
    return record((key, number, number), number)


def combined(left: Any, right: Any) -> Any:
    return left[0], left[1], left[2] * 10 + right[2]


def job(
    splits: dict[str, list[Any]], kind: str, slots: int = 4, parallelism: int = 1
) -> Callable[[], StreamExecutionEnvironment]:
    def make() -> StreamExecutionEnvironment:
        env = environment(slots)
        source = ScriptedSource(splits)
        stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "source", KIND)
        stream.set_parallelism(len(splits))
        keyed = stream.key_by(lambda value: value[0])
        if kind == "count":
            counted = keyed.window(GlobalWindows.create()).trigger(CountTrigger.of(2))
            result = counted.reduce(combined)
        elif kind == "window":
            result = keyed.window(TumblingEventTimeWindows.of(Time.milliseconds(10))).reduce(
                combined
            )
        elif kind == "sums":
            windows = keyed.window(TumblingEventTimeWindows.of(Time.milliseconds(10)))
            result = windows.reduce(lambda left, right: (left[0], 0, left[2] + right[2]))
        elif kind == "filter":
            result = stream.filter(lambda value: value[2] > 1)
        else:
            result = keyed.reduce(combined)
        result.set_parallelism(parallelism).print().set_parallelism(parallelism)
        return env

    return make


JOBS: dict[str, Callable[[], StreamExecutionEnvironment]] = {
    "one source": job({"x": [one(1), one(2)]}, "reduce"),
    "one source, window": job({"x": [one(1), watermark(20), one(2)]}, "window"),
    "one source, far away": job({"x": [one(1)]}, "reduce", slots=1),
    "one source, two subtasks": job({"x": [one(1), one(2, "b")]}, "reduce", parallelism=2),
    "two sources": job({"x": [one(1)], "y": [one(2)]}, "reduce"),
    "two sources, filter": job({"x": [one(1)], "y": [one(2)]}, "filter"),
    "two sources, count": job({"x": [one(1)], "y": [one(2)]}, "count"),
    "two sources, one longer": job({"x": [one(1)], "y": [one(2), one(3)]}, "count"),
    "two sources, watermark": job({"x": [one(1), watermark(20)], "y": [one(2)]}, "window"),
    "two sources, far apart": job({"x": [one(1)], "y": [one(2)]}, "reduce", slots=1),
    "two sources, two subtasks": job({"x": [one(1)], "y": [one(2, "b")]}, "reduce", parallelism=2),
    # the last one, for in it the clock has a part
    "two sources, pause": job({"x": [one(1), pause(5), one(3)], "y": [one(2)]}, "reduce"),
}
SMALL = tuple(JOBS)[:3]
"""Those that brute force comes to the end of in a second or two."""


def outcome_of(trace: Any) -> Any:
    """What a run came to: results, firings and late records."""
    firings = sorted(
        (event.operator, event.key, event.window, event.kind, event.contents)
        for event in trace.get_events(e.WindowFired)
    )
    return collect_results(trace), tuple(firings), len(trace.get_events(e.LateRecordDropped))


class Memory:
    """What :func:`evaluate` still hangs on."""

    def __init__(self) -> None:
        self._events: list[str] = []

    def __call__(self, step: Any) -> Any:
        kinds = e.ResultWritten | e.WindowFired | e.LateRecordDropped
        self._events += [
            repr(outcome_part(event)) for event in step.events if isinstance(event, kinds)
        ]
        return tuple(sorted(self._events))


def outcome_part(event: Any) -> Any:
    if isinstance(event, e.ResultWritten):
        return event.operator.partition("/")[0], event.text
    if isinstance(event, e.WindowFired):
        return event.operator, event.key, event.window, event.kind, event.contents
    return "late"


OUTCOME = Property("the same outcome", outcome_of, Memory, compares_outcomes=True)

LONG = job(
    {"x": [one(number) for number in range(9)], "y": [one(number) for number in range(8)]}, "sums"
)
"""A job of 40 decisions."""


@dataclass(frozen=True)
class Found:
    """All outcomes of a job, in how many runs, and whether there is no other."""

    outcomes: set[Any]
    runs: int
    exhausted: bool
    decisions: int
    schedules: int


def found_in(make: Callable[[], StreamExecutionEnvironment], **how: Any) -> Found:
    """What an exploration of a job finds."""
    reduction = PartialOrderExplorer(
        build_job_graph(make().pipeline()), fs.RunSettings(), OUTCOME, **how
    )
    found, runs = set(), 0
    for explored in reduction.explore_runs():
        runs += 1
        if explored.trace is not None:
            found.add(outcome_of(explored.trace))
        if runs == MOST_RUNS:
            break
    return Found(
        found, runs, reduction.is_exhausted, reduction.max_decisions, reduction.schedule_count
    )


def main() -> None:
    for name, make in JOBS.items():
        begun = process_time()
        reduced = found_in(make)
        seconds = process_time() - begun
        brute = found_in(make, explores_all_orders=True, is_stateless=name in SMALL)
        same = "the same" if reduced.outcomes == brute.outcomes else "DIFFERENT"
        assert reduced.exhausted
        ended = "" if brute.exhausted else " at least"
        sys.stdout.write(
            f"{name}: {reduced.runs} runs in {seconds:.1f} s for{ended} {brute.schedules:,} schedules, "
            f"{brute.schedules / reduced.runs:,.0f} times fewer; {reduced.decisions} decisions, "
            f"{len(reduced.outcomes)} outcomes, of brute force {same}\n"
        )
        sys.stdout.flush()
    begun = process_time()
    long = found_in(LONG)
    sys.stdout.write(
        f"{long.decisions} decisions: {long.runs} runs, {'all' if long.exhausted else 'NOT ALL'}, "
        f"{process_time() - begun:.1f} s\n"
    )


if __name__ == "__main__":
    main()
