"""Properties of a Spark session, with a local driver or over Spark Connect.

Not in Flink.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_PROBE_ROWS = 1 << 20


def is_remote(spark: SparkSession) -> bool:
    """Return whether *spark* is a session of Spark Connect, whose driver runs in a server."""
    return type(spark).__module__.startswith("pyspark.sql.connect")


def get_master(spark: SparkSession) -> str:
    """Return the master URL of the session: ``local[4]``, ``spark://host:7077`` ..."""
    return str(spark.conf.get("spark.master"))


def has_local_files(spark: SparkSession) -> bool:
    """Return whether driver and workers certainly run on this machine."""
    return not is_remote(spark) and get_master(spark).startswith("local")


def get_parallelism(spark: SparkSession) -> int:
    """Return the number of tasks that Spark runs at the same time.

    Over Spark Connect it is the number of partitions of a large range.
    """
    if not is_remote(spark):
        return int(spark.sparkContext.defaultParallelism)
    from pyspark.sql import functions as sql

    parts = spark.range(_PROBE_ROWS).select(sql.spark_partition_id()).distinct()
    return max(1, parts.count())


__all__ = ["get_master", "get_parallelism", "has_local_files", "is_remote"]
