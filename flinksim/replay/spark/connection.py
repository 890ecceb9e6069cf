"""What is known of a session of Spark, whether the driver is ours or behind Spark Connect.

Not in Flink.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_ROWS_TO_SPREAD = 1 << 20


def is_remote(spark: SparkSession) -> bool:
    """Whether it is a session of Spark Connect, whose driver runs elsewhere."""
    return type(spark).__module__.startswith("pyspark.sql.connect")


def master_of(spark: SparkSession) -> str:
    """Where its tasks run: ``local[4]``, ``spark://host:7077`` ..."""
    return str(spark.conf.get("spark.master"))


def sees_our_files(spark: SparkSession) -> bool:
    """Whether driver and workers are on this machine for certain."""
    return not is_remote(spark) and master_of(spark).startswith("local")


def parallelism_of(spark: SparkSession) -> int:
    """So many tasks run at once; over Spark Connect, as many as a large range is spread over."""
    if not is_remote(spark):
        return int(spark.sparkContext.defaultParallelism)
    from pyspark.sql import functions as sql

    parts = spark.range(_ROWS_TO_SPREAD).select(sql.spark_partition_id()).distinct()
    return max(1, parts.count())


__all__ = ["is_remote", "master_of", "parallelism_of", "sees_our_files"]
