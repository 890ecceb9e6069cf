"""What nobody should ask of Spark ends, and is told in words: no raw error of Spark, Java or Arrow."""

from __future__ import annotations

from pathlib import Path

import pytest

from flinksim.cli import main
from flinksim.replay.worker_errors import ReplayError, is_foreign_error, translate_errors

HEAD = """
import os, sys
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(10))
log = env.from_source(EventLogSource("log.csv", timestamp="ts"), strategy, "log")
windows = TumblingEventTimeWindows.of(Time.seconds(1))
NAN, INF = float("nan"), float("inf")

class NoText(Exception):
    def __str__(self):
        raise ValueError("no text")

def fail(error):
    raise error
"""
SUMS = "log.key_by(lambda v: v[1]).window(windows).sum(2).print()"
RAW = ("Traceback", "py4j", "org.apache", "AnalysisException", "pyarrow", "pyspark.errors")

pytestmark = pytest.mark.usefixtures("spark")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rows = "a,1000,1000,x,1\na,2000,2100,x,1\na,2400,1900,x,1\na,9000,9000,x,1\n"
    Path("log.csv").write_text("split,arrival,ts:timestamp,key:str,v:int\n" + rows)


def run(capsys: pytest.CaptureFixture[str], body: str, *command: str) -> tuple[int, str]:
    Path("program.py").write_text(f"{HEAD}{body}\nenv.execute('job')\n")
    try:
        code = main([command[0], "program.py", *command[1:]])
    except SystemExit as end:  # argparse
        code = int(str(end.code))
    err = capsys.readouterr().err
    assert not [word for word in RAW if word in err], err
    assert len(err) < 10_000
    return code, err


@pytest.mark.parametrize(
    "options",
    [
        ["--key", "x", "--window", "99999999999999999999"],
        ["--key", "x", "--window", "1000,999999999999999999999"],
        ["--key", "x", "--window", "9" * 5_000],
        ["--key", "x", "--operator", "none"],
        ["--dropped", "1000000000000"],
        ["--key", "[" * 3_000],
        ["--key", "-" * 100_000 + "1"],
        ["--key", "\ud800"],
        ["--key", "{}"],
        ["--key", "1e999"],
    ],
    ids=lambda options: " ".join(options)[:30],
)
def test_a_zoom_on_nothing_ends(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, err = run(capsys, SUMS, "zoom", *options, "--quiet")
    assert code in (1, 2)
    assert "flinksim" in err


@pytest.mark.parametrize(
    "options",
    [
        ["--delay", "0,1000000000000000d"],
        ["--delay", "99999999999999999999ms"],
        ["--delay", ","],
        ["--delay", "1s", "--idleness", "0"],
        ["--delay", "1s", "--idleness", "99999999999999999999ms"],
        ["--delay", "1s", "--lateness", "99999999999999999999ms"],
    ],
    ids=lambda options: " ".join(options)[:40],
)
def test_a_sweep_over_nonsense_ends(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, err = run(capsys, SUMS, "sweep", *options, "--quiet")
    assert code in (1, 2)
    assert "flinksim" in err


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("log.map(lambda v: sys.exit(0)).print()", "SystemExit: 0"),
        ("log.map(lambda v: fail(NoText())).print()", "NoText: <exception str() failed>"),
        ("log.map(lambda v: fail(ValueError('x' * 10**6))).print()", "ValueError: xxx"),
        ("log.map(lambda v: os._exit(3)).print()", "The job failed in Spark"),
    ],
)
def test_a_job_that_fails_on_spark_is_told(
    body: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, err = run(capsys, body, "replay", "--on", "spark", "--quiet")
    assert code == 1
    assert told in err


@pytest.mark.parametrize("constant", ["NAN", "INF", "-INF"])
def test_numbers_that_are_none_are_no_raw_error(
    constant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    body = (
        f"log.map(lambda v: (v[0], v[1], v[2] + {constant})).key_by(lambda v: v[1])"
        ".window(windows).max(2).print()"
    )
    run(capsys, body, "replay", "--on", "spark", "--quiet")


def test_a_raw_error_becomes_ours() -> None:
    from py4j.protocol import Py4JError

    error = Py4JError("An error occurred\nCaused by: java.lang.Wrong: the reason\n\tat somewhere")
    assert is_foreign_error(error)
    with (
        pytest.raises(ReplayError, match=r"\(Py4JError\): java.lang.Wrong: the reason"),
        translate_errors(),
    ):
        raise error
    with pytest.raises(KeyError), translate_errors():
        raise KeyError("ours")
