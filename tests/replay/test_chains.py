"""Two inputs, unions, joins, broadcasts, windows after windows: as in the simulator."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from flinksim.common import WatermarkStrategy
from flinksim.connectors.collection_sources import CollectionSource
from flinksim.connectors.sinks import CollectSink
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.replay.replay_job import ReplaySettings
from flinksim.replay.worker_errors import ReplayError
from tests.replay.conftest import MANY
from tests.replay.paired_programs import declare_pair, logs_of
from tests.replay.test_equal import assert_equal, replayed, simulated

HERE = MANY or 120


@pytest.mark.slow("runs random programs of two logs")
def test_two_logs_come_together_as_in_the_simulator(tmp_path: Path) -> None:
    results = runs = 0
    for seed in range(HERE):
        rng = random.Random(seed)
        logs = logs_of(rng, tmp_path)
        env = declare_pair(rng, logs)
        expected = simulated(env)
        if expected is None:
            continue
        found = replayed(env, None, ReplaySettings(units=rng.choice([1, 4])))
        assert_equal(found, expected, f"seed {seed}")
        results += expected[2].total()
        runs += 1
    assert runs > HERE * 0.8
    assert results > 20 * HERE


@pytest.mark.slow("Spark runs random programs of two logs")
@pytest.mark.parametrize("seed", range(MANY // 20 or 3))
def test_two_logs_come_together_on_spark(seed: int, tmp_path: Path, spark: SparkSession) -> None:
    rng = random.Random(500 + seed)
    env = declare_pair(rng, logs_of(rng, tmp_path))
    expected = simulated(env)
    if expected is not None:
        assert_equal(replayed(env, spark, ReplaySettings(backend="generic")), expected, "spark")


@pytest.mark.parametrize("in_order", [True, False])
def test_what_fails_behind_a_source_is_told_with_its_vertex(in_order: bool) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    source = CollectionSource([2, 1, 0, 3])
    stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "numbers")
    stream = stream.map(lambda value: 6 // value)
    (stream.rebalance() if in_order else stream).map(lambda value: value).sink_to(CollectSink())
    with pytest.raises(ReplayError) as failed:
        replayed(env, None, ReplaySettings(backend="generic"))
    assert "in Source: numbers -> Map" in str(failed.value)
    assert "record:   0" in str(failed.value)
