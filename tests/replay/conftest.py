"""One Spark session for all tests; small, because the data are."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from pyspark.sql import SparkSession

from flinksim.replay import spark_session

MANY = int(os.environ.get("FLINKSIM_SPARK_CASES", "0"))
"""How many random cases to run; 0 for the few that every test run has."""


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    session = spark_session(
        "local[2]",
        spark_driver_memory="2g",
        spark_sql_shuffle_partitions="2",
        spark_default_parallelism="2",
        # Small data: compiling a query would take longer than running it. One test compiles.
        spark_sql_codegen_wholeStage="false",
        spark_sql_codegen_factoryMode="NO_CODEGEN",
    )
    yield session
    session.stop()
