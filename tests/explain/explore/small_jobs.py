"""Ten small jobs, and all their schedules: with reduction, and by brute force.

python -m tests.explain.explore.small_jobs        # compare the two, each to its end or 8,000 runs
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time
from typing import Any

import flinksim as fs
from flinksim.common import Configuration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted import ScriptedSource, pause, record, watermark
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import CountTrigger, GlobalWindows, TumblingEventTimeWindows
from flinksim.explain.explore.claims import results_of
from flinksim.explain.explore.reduction import Reduction
from flinksim.runtime.local_executor import job_graph_of
from flinksim.trace import events as e

MOST_RUNS = 8000
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
    # the last one, for in it the clock has a part
    "two sources, pause": job({"x": [one(1), pause(5), one(3)], "y": [one(2)]}, "reduce"),
}
SMALL = tuple(JOBS)[:3]
"""Those that brute force comes to the end of in a second or two."""


def outcome_of(trace: Any) -> Any:
    """What a run came to: results, firings and late records."""
    firings = sorted(
        (fact.operator, fact.key, fact.window, fact.kind, fact.contents)
        for fact in trace.of(e.WindowFired)
    )
    return results_of(trace), tuple(firings), len(trace.of(e.LateRecordDropped))


def outcomes(
    make: Callable[[], StreamExecutionEnvironment], *, all_orders: bool, most: int = MOST_RUNS
) -> tuple[set[Any], int, bool, int]:
    """All outcomes, how many runs it took, whether no other is left, and the most decisions."""
    reduction = Reduction(job_graph_of(make().pipeline()), fs.RunSettings(), all_orders=all_orders)
    found, runs = set(), 0
    for explored in reduction.runs():
        runs += 1
        if explored.trace is not None:
            found.add(outcome_of(explored.trace))
        if runs == most:
            break
    return found, runs, reduction.is_exhausted, reduction.most_decisions


def main() -> None:
    for name, make in JOBS.items():
        begun = process_time()
        found, runs, ended, decisions = outcomes(make, all_orders=False)
        between = process_time()
        brute, brute_runs, brute_ended, _ = outcomes(make, all_orders=True)
        same = "the same" if found == brute else ("a part" if brute < found else "DIFFERENT")
        sys.stdout.write(
            f"{name}: {runs} runs ({'all' if ended else 'not all'}, {between - begun:.1f} s) against "
            f"{brute_runs} ({'all' if brute_ended else 'not all'}, {process_time() - between:.1f} s), "
            f"{decisions} decisions; {len(found)} outcomes, of brute force {same}\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
