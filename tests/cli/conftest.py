"""A Spark session that commands find, for a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pyspark.sql import SparkSession

from flinksim.replay import spark_session
from flinksim.replay.spark import session


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    session = spark_session("local[2]", spark_driver_memory="1g", spark_sql_shuffle_partitions="2")
    yield session
    session.stop()


@pytest.fixture(params=["local", "spark"])
def on(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The options that say where a program is replayed; the default is here, without a session."""
    if request.param == "local":
        monkeypatch.setattr(session, "spark_session", None)  # who asks for one fails
        return []
    request.getfixturevalue("spark")
    return ["--on", "spark"]
