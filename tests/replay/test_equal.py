"""The simulator in arrival order, Spark with the simulator's operators, Spark by expressions: equal.

FLINKSIM_SPARK_CASES=2000 runs so many random cases of each kind in this process, as many native
ones on Spark, and a quarter of them of other programs; ``python -m tests.replay.many_cases`` counts what
they were made of.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from flinksim.course.demo.flights import declare
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.replay.replay_job import ReplaySettings
from tests.replay.conftest import MANY
from tests.replay.many_cases import KINDS, check, differences, replayed, simulated
from tests.replay.random_programs import Outcome, declare_anything, write_log

HERE = MANY or 150
ON_SPARK = {
    "native": MANY or 200, "anything": MANY // 4 or 50, "two inputs": MANY // 4 or 50,
    "aligned": MANY // 4 or 30,
}  # fmt: skip
QUICK = 4
"""So many cases of each kind every run has; the others are slow."""


def cases() -> Iterator[Any]:
    """All kinds and seeds that are run on Spark."""
    slow = pytest.mark.slow("Spark runs hundreds of random programs, a second or two for each")
    for kind in KINDS:
        for seed in range(ON_SPARK[kind]):
            yield pytest.param(kind, seed, marks=[slow] if seed >= QUICK else [])


def assert_equal(found: Outcome, expected: Outcome, what: str) -> None:
    assert not differences(found, expected), what


@pytest.mark.slow("hundreds of random programs, one after another")
def test_random_programs_come_to_the_same_with_workers_in_this_process(tmp_path: Path) -> None:
    firings = dropped = 0
    for seed in range(HERE):
        rng = random.Random(seed)
        log = tmp_path / f"{seed}.csv"
        write_log(rng, log)
        env = declare_anything(rng, log)
        expected = simulated(env)
        if expected is None:
            continue
        found = replayed(env, None, ReplaySettings(units=rng.choice([1, 4])))
        assert_equal(found, expected, f"seed {seed}")
        firings += expected[0].total()
        dropped += expected[1].total()
    # The programs must not all be too tame to tell anything.
    assert firings > 4 * HERE
    assert dropped > HERE / 2


@pytest.mark.slow("hundreds of random programs, one after another")
def test_two_inputs_come_to_the_same_with_workers_in_this_process(tmp_path: Path) -> None:
    results = 0
    for seed in range(HERE):
        rng = random.Random(20_000 + seed)
        env = KINDS["two inputs"](rng, tmp_path)
        expected = simulated(env)
        if expected is None:
            continue
        found = replayed(env, None, ReplaySettings(units=rng.choice([1, 4])))
        assert_equal(found, expected, f"seed {seed}")
        results += expected[2].total()
    assert results > 20 * HERE


@pytest.fixture
def settings_restored(spark: SparkSession) -> Any:
    """Every case has its own number of partitions, and Spark's adaptive execution or not."""
    names = ("spark.sql.shuffle.partitions", "spark.sql.adaptive.enabled")
    before = {name: spark.conf.get(name) for name in names}
    yield
    for name, value in before.items():
        spark.conf.set(name, value)


@pytest.mark.slow("Spark's random cases")
@pytest.mark.usefixtures("settings_restored")
@pytest.mark.parametrize(("kind", "seed"), list(cases()))
def test_random_programs_come_to_the_same_on_spark(
    kind: str, seed: int, spark: SparkSession
) -> None:
    told, counts = check(kind, seed, spark, generic_on_spark=kind != "native" or seed % 5 == 0)
    assert not told
    way = "native on Spark" if kind == "native" else "generic on Spark"
    assert counts[f"way: {way}"] or counts["the program fails, or never ends"]


@pytest.fixture
def compiled(spark: SparkSession) -> Any:
    """Spark compiles its queries, as it does for everybody else."""
    changed = {
        "spark.sql.codegen.wholeStage": "true",
        "spark.sql.codegen.factoryMode": "FALLBACK",
    }
    before = {name: spark.conf.get(name) for name in changed}
    for name, value in changed.items():
        spark.conf.set(name, value)
    yield
    for name, value in before.items():
        spark.conf.set(name, value)


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("lowering", ["native", "generic"])
def test_a_real_day_of_flights_comes_to_the_same(lowering: Any, spark: SparkSession) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    declare(env)
    expected = simulated(env)
    assert expected is not None
    found = replayed(env, spark, ReplaySettings(backend=lowering))
    assert_equal(found, expected, lowering)
    assert expected[1].total() > 20  # flights came too late
