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

from flinksim.replay import create_missing_package_error
from flinksim.replay.spark.spark_connection import get_master, is_remote

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

DEFAULT_SETTINGS = {
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
        raise create_missing_package_error("pyspark") from None
    requested = dict(settings or {})
    requested |= {name.replace("_", "."): value for name, value in options.items()}
    active = SparkSession.getActiveSession()
    if active is not None:
        _check_master(active, master)
        return active
    if master is not None and master.startswith(_CONNECT_SCHEME):
        return _connect(SparkSession, master, requested)
    _export_worker_paths()
    effective = DEFAULT_SETTINGS | requested
    if master is not None:
        effective["spark.master"] = master
    elif "MASTER" not in os.environ and "PYSPARK_GATEWAY_PORT" not in os.environ:
        effective.setdefault("spark.master", "local[*]")
    if "PYSPARK_GATEWAY_PORT" in os.environ:
        # spark-submit's settings override our defaults, and the caller's settings override both.
        effective = {
            n: v for n, v in effective.items() if n in requested or n not in _SPARK_SUBMIT_SETTINGS
        }
    builder = SparkSession.builder
    for name, value in effective.items():
        builder = builder.config(name, value)
    with _silence_startup():
        session = builder.getOrCreate()
    if not is_remote(session):
        session.sparkContext.setLogLevel("ERROR")
    return session


_CONNECT_SCHEME = "sc://"
_CONNECT_MODE_VARIABLE = "SPARK_CONNECT_MODE_ENABLED"


def _connect(
    session_class: type[SparkSession], address: str, settings: dict[str, str]
) -> SparkSession:
    """Create a session of the Spark Connect server at *address* and set its session options.

    Raises:
        ImportError: The client of Spark Connect is not installed.
    """
    mode = os.environ.get(_CONNECT_MODE_VARIABLE)
    try:
        session = session_class.builder.remote(address).getOrCreate()
    except BaseException as error:
        # PySpark leaves the mode on after a failed connection, and then refuses local sessions.
        if mode is None:
            os.environ.pop(_CONNECT_MODE_VARIABLE, None)
        if isinstance(error, ImportError):
            raise create_missing_package_error(
                "the client of Spark Connect", "spark,connect"
            ) from error
        raise
    for name, value in ({n: DEFAULT_SETTINGS[n] for n in _SESSION_SETTINGS} | settings).items():
        session.conf.set(name, value)
    return session


_SESSION_SETTINGS = (
    "spark.sql.adaptive.enabled", "spark.sql.session.timeZone", "spark.sql.ansi.enabled",
    "spark.sql.execution.arrow.maxBytesPerBatch",
)  # fmt: skip


@contextmanager
def _silence_startup() -> Iterator[None]:
    """In the block, let a Spark that starts log only errors, unless the user has configured its log.

    Spark logs its startup before ``setLogLevel`` can be called.
    """
    if any(name in os.environ for name in _USER_SETUP_VARIABLES):
        yield
        return
    os.environ[_SUBMIT_OPTIONS_VARIABLE] = f"-Dlog4j2.configurationFile={_LOG4J_FILE.as_uri()}"
    try:
        yield
    finally:
        del os.environ[_SUBMIT_OPTIONS_VARIABLE]


_LOG4J_FILE = Path(__file__).with_name("log4j2.properties")
_SUBMIT_OPTIONS_VARIABLE = "SPARK_SUBMIT_OPTS"
_USER_SETUP_VARIABLES = (
    _SUBMIT_OPTIONS_VARIABLE,
    "SPARK_CONF_DIR",
    "SPARK_HOME",
    "PYSPARK_GATEWAY_PORT",
)

_SPARK_SUBMIT_SETTINGS = ("spark.app.name", "spark.driver.memory", "spark.ui.enabled")
"""Options of Spark that spark-submit has fixed before this process runs."""


def _check_master(active: SparkSession, master: str | None) -> None:
    runs_on = get_master(active)
    if master is not None and master != runs_on:
        raise ValueError(
            f"a Spark session on {runs_on} already exists, but {master} was "
            "requested. Stop the session first (session.stop()), or remove the "
            "master"
        )


def _export_worker_paths() -> None:
    """Set environment variables so that Spark workers use this Python and this copy of flinksim."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    package_root = str(Path(__file__).parents[3])
    python_path = os.environ.get("PYTHONPATH", "")
    if package_root not in python_path.split(os.pathsep):
        os.environ["PYTHONPATH"] = package_root + (os.pathsep + python_path if python_path else "")
