"""A Spark session that commands find, for a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pyspark.sql import SparkSession

from flinksim.spark import spark_session


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    session = spark_session("local[2]", spark_driver_memory="1g", spark_sql_shuffle_partitions="2")
    yield session
    session.stop()
