"""Random programs by the thousand: the simulator and both ways on Spark, and how many of each kind.

    python -m tests.replay.many_cases --cases 2000 --first 0
    python -m tests.replay.many_cases --kind native --only 1234

Every case has its seed; a difference is told with it, and the run goes on.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pyspark.sql import DataFrame, SparkSession

from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.aggregations import ComparableAggregator
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import SourceSpec, WindowSpec
from flinksim.replay import spark_session
from flinksim.replay.engines.spark import SparkEngine
from flinksim.replay.kernel import row_group_parts as log_parts
from flinksim.replay.kernel import window_partitioning as dealing
from flinksim.replay.operators.row_batches import iterate_items
from flinksim.replay.operators.row_schema import Row, iterate_rows
from flinksim.replay.replay_job import ReplaySettings, SparkJob
from flinksim.replay.spark.fetch import ActionRunner, run_directly
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.minicluster import RunSettings
from flinksim.simulation.simulation import Simulation
from tests.replay.random_aligned import declare_aligned, unaligned
from tests.replay.random_programs import (
    Outcome,
    declare_anything,
    declare_native,
    in_some_form,
    outcome_of_job,
    outcome_of_simulation,
    write_log,
)
from tests.replay.random_two_inputs import declare_two_inputs

SPREADS = (True, False)
"""In turn: windows are dealt to tasks, or all records are spread by key."""
WAITING = "comes to something else if its sources do not wait"
RESULTS_EVERY = 5
"""In every so many native cases the results are compared as well as firings and dropped records."""
SMALL = {
    # Small data: compiling a query would take longer than running it.
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.default.parallelism": "2",
    "spark.sql.shuffle.partitions": "2",
    "spark.driver.memory": "1g",
}
THRIFTY = {
    # A thousand small queries: most of the time goes into planning them.
    "spark.driver.extraJavaOptions": (
        "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:ReservedCodeCacheSize=240m"
    ),
    "spark.sql.ui.retainedExecutions": "1",
    "spark.sql.maxPlanStringLength": "100",
    "spark.locality.wait": "0",
}


MOST_STEPS = 500_000
"""Sources of a group can wait for each other for ever."""


def simulated(program: StreamExecutionEnvironment | Pipeline) -> Outcome | None:
    """What the simulator makes of the program; ``None`` if it fails there, or never ends."""
    pipeline = program if isinstance(program, Pipeline) else program.pipeline("job")
    simulation = Simulation(pipeline, RunSettings())
    try:
        with redirect_stdout(StringIO()):
            simulation.cluster.run(MOST_STEPS)
    except JobExecutionError:
        return None
    return outcome_of_simulation(simulation) if simulation.cluster.is_over else None


def replayed(
    env: StreamExecutionEnvironment,
    spark: SparkSession | None,
    settings: ReplaySettings,
    with_results: bool = True,
    one_look: bool = False,
) -> Outcome:
    """What a replay makes of it, with workers in this process if there is no session."""
    with SparkJob(spark, env.pipeline("job"), settings) as job:
        if one_look and spark is not None:
            job.engine = OneLook(spark)
        return outcome_of_job(job, with_results)


class OneLook(SparkEngine):
    """Fetches the rows of a stage at once: to ask Spark for them kind by kind costs more."""

    def __init__(self, spark: SparkSession) -> None:
        super().__init__(spark)
        self._fetched: dict[int, tuple[DataFrame, list[Row]]] = {}

    def iterate_kind(
        self, rows: DataFrame, kind: str, run: ActionRunner = run_directly
    ) -> Iterator[Row]:
        if id(rows) not in self._fetched:
            kept = rows.where("kind <> 'reached'").toArrow().to_batches()
            things = [
                thing
                for batch in kept
                for row in iterate_rows(batch)
                for thing in iterate_items(row)
            ]
            # With the frame itself: an address counts only as long as what has it is alive.
            self._fetched[id(rows)] = rows, things
        _, fetched = self._fetched[id(rows)]
        return iter(sorted((r for r in fetched if r[0] == kind), key=lambda row: row[3]))


def differences(found: Outcome, expected: Outcome) -> list[str]:
    """What one of the two has alone."""
    told = []
    for name, ours, theirs in zip(("firings", "dropped", "results"), found, expected, strict=True):
        told += [f"{name} of Spark alone: {row}" for row in list(ours - theirs)[:3]]
        told += [f"{name} of the simulator alone: {row}" for row in list(theirs - ours)[:3]]
    return told


# --- one case ---------------------------------------------------------------------------------------


def _one_log(declare: Callable[..., StreamExecutionEnvironment]) -> Callable[..., Any]:
    def declared(rng: random.Random, folder: Path) -> StreamExecutionEnvironment:
        log = folder / "log.csv"
        write_log(rng, log)
        return declare(rng, in_some_form(log))

    return declared


def _two_logs(rng: random.Random, folder: Path) -> StreamExecutionEnvironment:
    one, two = folder / "one.csv", folder / "two.csv"
    write_log(rng, one)
    write_log(rng, two)
    return declare_two_inputs(rng, in_some_form(one), in_some_form(two))


KINDS: dict[str, Callable[[random.Random, Path], StreamExecutionEnvironment]] = {
    "native": _one_log(declare_native),
    "anything": _one_log(declare_anything),
    "two inputs": _two_logs,
    "aligned": declare_aligned,
}


def check(
    kind: str, seed: int, spark: SparkSession, generic_on_spark: bool
) -> tuple[list[str], Counter[str]]:
    """One case; gives its differences, and what it counts as."""
    rng = random.Random(f"{kind} {seed}")
    counts: Counter[str] = Counter()
    pieces = None
    with tempfile.TemporaryDirectory() as folder:
        env = KINDS[kind](rng, Path(folder))
        expected = simulated(env)
        if expected is None:
            return [], Counter(["the program fails, or never ends"])
        for name, told in zip(("firings", "dropped", "results"), expected, strict=True):
            counts[f"rows: {name}"] += told.total()
        if kind == "aligned":
            counts[WAITING] += simulated(unaligned(env.pipeline("job"))) != expected
            pieces = rng.choice([1, 3, 7])
        ways: list[tuple[str, SparkSession | None, Any]] = [("in this process", None, "generic")]
        if generic_on_spark:
            ways.append(("generic on Spark", spark, "generic"))
        if kind == "native":
            ways.append(("native on Spark", spark, "native"))
            ways.append(("by columns in this process", None, "native"))
        spark.conf.set("spark.sql.shuffle.partitions", rng.choice([1, 1, 2, 3]))
        spark.conf.set("spark.sql.adaptive.enabled", rng.random() < 0.3)
        told = []
        for name, session, lowering in ways:
            units = rng.choice([1, 2, 4])
            settings = ReplaySettings(units=units, backend=lowering, chunks=pieces)
            # What is behind a window is Python's in either way, and asks for the window once more.
            with_results = lowering == "generic" or seed % RESULTS_EVERY == 0
            wanted = expected if with_results else (*expected[:2], Counter[Any]())
            is_dealt = SPREADS[seed % len(SPREADS)]
            with in_small_parts(is_dealt):
                found = replayed(env, session, settings, with_results, rng.random() < 0.9)
            told += [f"{name}: {one}" for one in differences(found, wanted)]
            counts[f"way: {name}"] += 1
            counts[f"way: {name}, with the results behind windows"] += with_results
        if kind == "native":
            counts["windows dealt to tasks" if is_dealt else "records spread by key"] += 1
        counts.update(features(env))
    return told, counts


@contextmanager
def in_small_parts(is_dealt: bool, rows: int = 20) -> Iterator[None]:
    """Spark's workers read a few rows in a task; windows are dealt to tasks, or never."""
    most_read = 1000.0 if is_dealt else 0.0
    with (
        patch.object(log_parts, "TARGET_PART_ROWS", rows),
        patch.object(dealing, "MAX_READ_FACTOR", most_read),
        patch.object(dealing, "TARGET_ASSIGNMENT_ROWS", 2 * rows),
    ):
        yield


def features(env: StreamExecutionEnvironment) -> Iterator[str]:
    """What the program is made of."""
    yield f"parallelism: {env.get_parallelism()}"
    with SparkJob(None, env.pipeline("job"), ReplaySettings()) as job:
        for stage in job.stages:
            for chained in stage.vertex.operators:
                yield from _features_of(chained.node.spec, stage.vertex.parallelism)


def _features_of(spec: Any, parallelism: int) -> Iterator[str]:
    if isinstance(spec, SourceSpec):
        yield f"splits: {len(spec.source.splits(parallelism))}"
        suffix = getattr(spec.source, "path", Path("objects")).suffix
        yield f"log: {suffix or 'objects'}"
        return
    if not isinstance(spec, WindowSpec):
        yield f"operator: {type(spec).__name__.removesuffix('Spec')}"
        return
    assigner: Any = spec.assigner
    yield f"assigner: {type(assigner).__name__}"
    yield f"trigger: {'default' if spec.trigger is None else type(spec.trigger).__name__}"
    aside = ", to a side output" if spec.late_output_tag else ""
    yield f"lateness: {spec.allowed_lateness_ms} ms{aside}"
    function = spec.pre_aggregation or spec.window_function
    name = type(function).__name__
    if isinstance(function, ComparableAggregator):
        name = function.aggregation_type
    yield f"aggregate: {name}"
    if spec.evictor is not None:
        yield f"evictor: {type(spec.evictor).__name__}"


# --- many -------------------------------------------------------------------------------------------


def main() -> int:
    parser = argparse.ArgumentParser(description="Random programs, everywhere the same?")
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--only", type=int, help="this seed alone")
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument(
        "--generic-every", type=int, default=1, metavar="N",
        help="every how many cases Spark runs the simulator's operators too (else this process does)",
    )  # fmt: skip
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.cases)
    seeds = range(given.only, given.only + 1) if given.only is not None else seeds
    spark = spark_session("local[2]", settings=SMALL | THRIFTY)
    counts: Counter[str] = Counter()
    different = 0
    began = time.monotonic()
    try:
        for done, seed in enumerate(seeds, start=1):
            for kind in given.kind or KINDS:
                on_spark = seed % given.generic_every == 0
                told, more = check(kind, seed, spark, on_spark or kind != "native")
                counts.update(more)
                counts[f"program: {kind}"] += 1
                if told:
                    different += 1
                    print(f"{kind} {seed} DIFFERS:", *told, sep="\n  ", flush=True)
            if done % 50 == 0:
                rate = done / (time.monotonic() - began)
                print(f"{done} of {len(seeds)} seeds, {rate:.2f} per second", flush=True)
    except KeyboardInterrupt:
        print(f"interrupted in seed {seed}; so far:")
    else:
        spark.stop()
    for name, count in sorted(counts.items()):
        print(f"{count:>10,}  {name}")
    print(f"{different} of {sum(counts[f'program: {kind}'] for kind in KINDS):,} programs differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
