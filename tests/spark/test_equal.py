"""The simulator in arrival order, Spark with the simulator's operators, Spark by expressions: equal.

FLINKSIM_SPARK_CASES=2000 runs so many random cases of each kind (in this process), and a twentieth of
them on Spark itself.
"""

from __future__ import annotations

import random
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from flinksim.datastream import StreamExecutionEnvironment
from flinksim.demo.classic import declare
from flinksim.runtime.failure import JobExecutionError
from flinksim.simulation import simulate
from flinksim.spark.job import ReplaySettings, SparkJob
from tests.spark.conftest import MANY
from tests.spark.random_programs import (
    Outcome,
    declare_anything,
    declare_native,
    outcome_of_job,
    outcome_of_simulation,
    write_log,
)
from tests.spark.random_two_inputs import declare_two_inputs

HERE = MANY or 150
ON_SPARK = MANY // 20 or 5


def simulated(env: StreamExecutionEnvironment) -> Outcome | None:
    """What the simulator makes of the program; ``None`` if the program fails in it."""
    simulation = simulate(env)
    try:
        with redirect_stdout(StringIO()):
            simulation.run()
    except JobExecutionError:
        return None
    return outcome_of_simulation(simulation)


def replayed(
    env: StreamExecutionEnvironment, spark: SparkSession | None, settings: ReplaySettings
) -> Outcome:
    with SparkJob(spark, env.pipeline("job"), settings) as job:
        return outcome_of_job(job)


def assert_equal(found: Outcome, expected: Outcome, what: str) -> None:
    for name, ours, theirs in zip(("firings", "dropped", "results"), found, expected, strict=True):
        assert not ours - theirs, f"{what}: {name} of Spark alone"
        assert not theirs - ours, f"{what}: {name} of the simulator alone"


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


def two_inputs(rng: random.Random, folder: Path) -> StreamExecutionEnvironment:
    one, two = folder / "one.csv", folder / "two.csv"
    write_log(rng, one)
    write_log(rng, two)
    return declare_two_inputs(rng, one, two)


def test_two_inputs_come_to_the_same_with_workers_in_this_process(tmp_path: Path) -> None:
    results = 0
    for seed in range(HERE):
        rng = random.Random(20_000 + seed)
        env = two_inputs(rng, tmp_path)
        expected = simulated(env)
        if expected is None:
            continue
        found = replayed(env, None, ReplaySettings(units=rng.choice([1, 4])))
        assert_equal(found, expected, f"seed {seed}")
        results += expected[2].total()
    assert results > 20 * HERE


@pytest.mark.parametrize("seed", range(ON_SPARK))
def test_two_inputs_come_to_the_same_on_spark(
    seed: int, tmp_path: Path, spark: SparkSession
) -> None:
    env = two_inputs(random.Random(30_000 + seed), tmp_path)
    expected = simulated(env)
    if expected is not None:
        assert_equal(replayed(env, spark, ReplaySettings(lowering="generic")), expected, "generic")


@pytest.mark.parametrize("seed", range(ON_SPARK))
def test_random_programs_come_to_the_same_on_spark(
    seed: int, tmp_path: Path, spark: SparkSession
) -> None:
    rng = random.Random(1000 + seed)
    write_log(rng, tmp_path / "log.csv")
    env = declare_anything(rng, tmp_path / "log.csv")
    expected = simulated(env)
    if expected is not None:
        assert_equal(replayed(env, spark, ReplaySettings(lowering="generic")), expected, "generic")


@pytest.mark.parametrize("seed", range(2 * ON_SPARK))
def test_random_windows_come_to_the_same_by_expressions(
    seed: int, tmp_path: Path, spark: SparkSession
) -> None:
    rng = random.Random(seed)
    write_log(rng, tmp_path / "log.csv")
    env = declare_native(rng, tmp_path / "log.csv")
    expected = simulated(env)
    assert expected is not None
    assert_equal(replayed(env, None, ReplaySettings()), expected, "generic")
    assert_equal(replayed(env, spark, ReplaySettings(lowering="native")), expected, "native")


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
    found = replayed(env, spark, ReplaySettings(lowering=lowering))
    assert_equal(found, expected, lowering)
    assert expected[1].total() > 20  # flights came too late
