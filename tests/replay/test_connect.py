"""Spark Connect: a server of its own, a client without a JVM, and the tables that come of it."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pyspark
import pytest

from flinksim.replay import replay, spark_session
from flinksim.replay.spark.job_monitor import pause
from tests.replay.over_connect import TABLES, WAYS, program, tables_of, write_log

ROOT = Path(__file__).parents[2]
START = Path(pyspark.__file__).parent / "sbin" / "start-connect-server.sh"
WAIT_S = 180


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a server on this machine."""
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    here = {"SPARK_NO_DAEMONIZE": "1", "PYTHONPATH": str(ROOT), "PYSPARK_PYTHON": sys.executable}
    options = ["--master", "local[2]", "--conf", f"spark.connect.grpc.binding.port={port}"]
    log = (tmp_path / "server.txt").open("w")
    running = subprocess.Popen(
        ["bash", str(START), *options, "--conf", "spark.ui.enabled=false"],
        stdout=log, stderr=log, env=os.environ | here, cwd=tmp_path, start_new_session=True,
    )  # fmt: skip
    try:
        for _ in range(WAIT_S):
            assert running.poll() is None, (tmp_path / "server.txt").read_text()
            with socket.socket() as asked:
                if asked.connect_ex(("localhost", port)) == 0:
                    break
            pause(1)
        yield f"sc://localhost:{port}"
    finally:
        os.killpg(running.pid, 15)
        running.wait()
        log.close()


@pytest.mark.slow("a server of Spark Connect, and a client")
def test_a_replay_over_spark_connect_comes_to_the_same(server: str, tmp_path: Path) -> None:
    log = write_log(tmp_path / "log.csv")
    done = subprocess.run(
        [sys.executable, "-m", "tests.replay.over_connect", server, str(log), str(tmp_path)],
        capture_output=True, text=True, check=False, cwd=ROOT, env=os.environ | {"PYTHONPATH": "."},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["session"] == "pyspark.sql.connect.session"
    expected = tables_of(replay(program(log), on="local"))
    for way in WAYS:
        assert {name: told[way][name] for name in TABLES} == expected, way
        counts = [len(expected[name]) for name in ("results", "firings", "dropped", "watermarks")]
        assert told[way]["written"] == [*counts, 0]
        assert pq.read_table(tmp_path / way / "firings").num_rows == counts[1] > 30
    assert len(expected["late"]) == 20
    with replay(program(log, goes_on=True), on="local") as job:
        assert told["goes on"] == tables_of(job)
        assert job.columnar_plan is not None


def test_without_its_client_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    # PySpark ends the process at its first import in an xdist worker without grpc (it takes the worker
    # for a doctest run), so it is imported before grpc is hidden.
    import pyspark.sql.connect.session  # noqa: F401
    from pyspark import SparkContext
    from pyspark.sql import SparkSession

    # Other tests of the process leave a regular session, and PySpark refuses a remote one beside it.
    monkeypatch.setattr(SparkContext, "_active_spark_context", None)
    monkeypatch.setattr(SparkSession, "_instantiatedSession", None)
    monkeypatch.setattr(SparkSession, "getActiveSession", lambda: None)
    monkeypatch.setitem(sys.modules, "grpc", None)
    monkeypatch.delitem(sys.modules, "pyspark.sql.connect.session", raising=False)
    with pytest.raises(ModuleNotFoundError, match=r"flinksim\[spark,connect\]"):
        spark_session("sc://localhost:1")
    assert "SPARK_CONNECT_MODE_ENABLED" not in os.environ  # local sessions still work
