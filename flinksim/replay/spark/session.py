"""The Spark session of a replay.

Not in Flink.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from flinksim.replay import not_installed
from flinksim.replay.spark.connection import is_remote, master_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

DEFAULTS = {
    "spark.app.name": "flinksim",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.adaptive.enabled": "true",
    "spark.sql.execution.arrow.pyspark.enabled": "true",
    # Cells hold whole batches of records; thousands of them would be gigabytes.
    "spark.sql.execution.arrow.maxBytesPerBatch": "64m",
    "spark.sql.session.timeZone": "UTC",
    "spark.driver.memory": "3g",
    # Python integers do not wrap around: an overflow of 64 bits must be an error.
    "spark.sql.ansi.enabled": "true",
}
"""Settings of a new session; the program's own settings override them."""


def spark_session(
    master: str | None = None, *, settings: Mapping[str, str] | None = None, **options: str
) -> SparkSession:
    """Return the active session, or create a new one.

    Args:
        master: The master URL; default: the environment's, else local. ``sc://host:15002`` is a
            server of Spark Connect, whose workers must have flinksim.
        settings: Options of Spark.
        options: Options of Spark with underscores for dots (``spark_driver_memory="8g"``).

    Raises:
        ValueError: There is an active session with another master.
    """
    try:
        from pyspark.sql import SparkSession
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("pyspark"):
            raise
        raise not_installed("pyspark") from None
    requested = dict(settings or {})
    requested |= {name.replace("_", "."): value for name, value in options.items()}
    active = SparkSession.getActiveSession()
    if active is not None:
        _check_active(active, master)
        return active
    if master is not None and master.startswith(_REMOTE):
        return _connected(SparkSession, master, requested)
    _let_workers_find_us()
    effective = DEFAULTS | requested
    if master is not None:
        effective["spark.master"] = master
    elif "MASTER" not in os.environ and "PYSPARK_GATEWAY_PORT" not in os.environ:
        effective.setdefault("spark.master", "local[*]")
    if "PYSPARK_GATEWAY_PORT" in os.environ:
        # spark-submit's settings override our defaults, and the caller's settings override both.
        effective = {n: v for n, v in effective.items() if n in requested or n not in _SUBMITTED}
    builder = SparkSession.builder
    for name, value in effective.items():
        builder = builder.config(name, value)
    with _quiet_start():
        session = builder.getOrCreate()
    if not is_remote(session):
        session.sparkContext.setLogLevel("ERROR")
    return session


_REMOTE = "sc://"


def _connected(
    session_class: type[SparkSession], address: str, asked: dict[str, str]
) -> SparkSession:
    """Create a session of the Spark Connect server at *address* and set its session options.

    Raises:
        ImportError: The client of Spark Connect is not installed.
    """
    try:
        session = session_class.builder.remote(address).getOrCreate()
    except ImportError as error:
        raise not_installed("the client of Spark Connect", "spark,connect") from error
    for name, value in ({n: DEFAULTS[n] for n in _OF_A_SESSION} | asked).items():
        session.conf.set(name, value)
    return session


_OF_A_SESSION = (
    "spark.sql.adaptive.enabled", "spark.sql.session.timeZone", "spark.sql.ansi.enabled",
    "spark.sql.execution.arrow.maxBytesPerBatch",
)  # fmt: skip


@contextmanager
def _quiet_start() -> Iterator[None]:
    """Let a new Spark log only errors, unless the user has configured its log.

    Spark logs its startup before ``setLogLevel`` can be called.
    """
    if any(name in os.environ for name in _OWN_SET_UP):
        yield
        return
    os.environ[_SUBMIT_OPTIONS] = f"-Dlog4j2.configurationFile={_LOG_SETTINGS.as_uri()}"
    try:
        yield
    finally:
        del os.environ[_SUBMIT_OPTIONS]


_LOG_SETTINGS = Path(__file__).with_name("log4j2.properties")
_SUBMIT_OPTIONS = "SPARK_SUBMIT_OPTS"
_OWN_SET_UP = (_SUBMIT_OPTIONS, "SPARK_CONF_DIR", "SPARK_HOME", "PYSPARK_GATEWAY_PORT")

_SUBMITTED = ("spark.app.name", "spark.driver.memory", "spark.ui.enabled")
"""Settings that spark-submit has fixed before this process runs."""


def _check_active(active: SparkSession, master: str | None) -> None:
    runs_on = master_of(active)
    if master is not None and master != runs_on:
        raise ValueError(
            f"there is a Spark session on {runs_on} already, and {master} was asked for; stop it "
            "first (session.stop()), or leave the master out"
        )


def _let_workers_find_us() -> None:
    """Let workers run this Python and import flinksim from the same place."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    package_root = str(Path(__file__).parents[3])
    python_path = os.environ.get("PYTHONPATH", "")
    if package_root not in python_path.split(os.pathsep):
        os.environ["PYTHONPATH"] = package_root + (os.pathsep + python_path if python_path else "")
