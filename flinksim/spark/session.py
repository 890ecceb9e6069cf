"""The Spark session of a replay.

Not in Flink.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from pyspark.sql import SparkSession

DEFAULTS = {
    "spark.app.name": "flinksim",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.adaptive.enabled": "true",
    "spark.sql.execution.arrow.pyspark.enabled": "true",
    "spark.sql.session.timeZone": "UTC",
    "spark.driver.memory": "3g",
    # sums wrap around as Java's do
    "spark.sql.ansi.enabled": "false",
}
"""What a session is made with where the program has none of its own."""


def spark_session(master: str | None = None, **options: str) -> SparkSession:
    """The session that there is, or a new one: *master*, else what the environment says, else local.

    *options* have underscores for the dots (``spark_driver_memory="8g"``).
    """
    active = SparkSession.getActiveSession()
    if active is not None:
        return active
    _let_workers_find_us()
    builder = SparkSession.builder
    settings = DEFAULTS | {name.replace("_", "."): value for name, value in options.items()}
    if master is not None:
        settings["spark.master"] = master
    elif "MASTER" not in os.environ and "PYSPARK_GATEWAY_PORT" not in os.environ:
        settings.setdefault("spark.master", "local[*]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


def _let_workers_find_us() -> None:
    """Workers run this Python and find flinksim where this process found it."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    here = str(Path(__file__).parents[2])
    known = os.environ.get("PYTHONPATH", "")
    if here not in known.split(os.pathsep):
        os.environ["PYTHONPATH"] = here + (os.pathsep + known if known else "")
