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
    # Workers are handed whole batches of records as cells, thousands of which would be gigabytes.
    "spark.sql.execution.arrow.maxBytesPerBatch": "64m",
    "spark.sql.session.timeZone": "UTC",
    "spark.driver.memory": "3g",
    # Python's whole numbers do not wrap around: what does not fit into 64 bits is an error.
    "spark.sql.ansi.enabled": "true",
}
"""What a session is made with where the program has none of its own."""


def spark_session(
    master: str | None = None, *, settings: Mapping[str, str] | None = None, **options: str
) -> SparkSession:
    """The session that there is, or a new one: *master*, else what the environment says, else local.

    A *master* ``sc://host:15002`` is a server of Spark Connect; its workers have to have flinksim.

    *settings* are Spark's own; *options* the same with underscores for the dots
    (``spark_driver_memory="8g"``).

    Raises: ValueError if there is a session already that runs elsewhere than asked for.
    """
    try:
        from pyspark.sql import SparkSession
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("pyspark"):
            raise
        raise not_installed("pyspark") from None
    asked = dict(settings or {})
    asked |= {name.replace("_", "."): value for name, value in options.items()}
    active = SparkSession.getActiveSession()
    if active is not None:
        _check_active(active, master)
        return active
    if master is not None and master.startswith(_REMOTE):
        return _connected(SparkSession, master, asked)
    _let_workers_find_us()
    chosen = DEFAULTS | asked
    if master is not None:
        chosen["spark.master"] = master
    elif "MASTER" not in os.environ and "PYSPARK_GATEWAY_PORT" not in os.environ:
        chosen.setdefault("spark.master", "local[*]")
    if "PYSPARK_GATEWAY_PORT" in os.environ:
        # What spark-submit was told stands above our defaults; what the caller says above that.
        chosen = {n: v for n, v in chosen.items() if n in asked or n not in _SUBMITTED}
    builder = SparkSession.builder
    for name, value in chosen.items():
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
    """A session of the server at *address*, which has settled all that is not a session's own.

    Raises: ImportError if what Spark Connect needs is not installed.
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
    """Let a Spark that begins now tell its errors alone, unless somebody has set up its log.

    Spark has told what it does before ``setLogLevel`` can be called.
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
"""What spark-submit has settled before this process runs."""


def _check_active(active: SparkSession, master: str | None) -> None:
    runs_on = master_of(active)
    if master is not None and master != runs_on:
        raise ValueError(
            f"there is a Spark session on {runs_on} already, and {master} was asked for; stop it "
            "first (session.stop()), or leave the master out"
        )


def _let_workers_find_us() -> None:
    """Workers run this Python and find flinksim where this process found it."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    here = str(Path(__file__).parents[3])
    known = os.environ.get("PYTHONPATH", "")
    if here not in known.split(os.pathsep):
        os.environ["PYTHONPATH"] = here + (os.pathsep + known if known else "")
