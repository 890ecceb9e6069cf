"""``flinksim replay`` in this process: no session, no Java, the same answer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from flinksim.cli import main
from flinksim.replay.spark import session

PROGRAM = """
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(100))
stream = env.from_source(EventLogSource("log.csv"), strategy, "log")
windows = TumblingEventTimeWindows.of(Time.milliseconds(500))
stream.key_by(lambda v: v[0]).WHAT.print()
env.execute("sums")
"""
SUMS = "window(windows).sum(1)"
LISTS = "process(Twice())"
TWICE = """
from flinksim.datastream.functions import KeyedProcessFunction


class Twice(KeyedProcessFunction):
    def process_element(self, value, ctx):
        yield value
        yield value
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(session, "spark_session", None)  # who asks for one fails
    rows = [f"a,{1000 + n * 10},{1000 + n * 10 - (n == 99) * 900},k{n % 2},{n}" for n in range(100)]
    (tmp_path / "log.csv").write_text("split,arrival,timestamp,key,v:int\n" + "\n".join(rows))
    (tmp_path / "sums.py").write_text(PROGRAM.replace("WHAT", SUMS))
    (tmp_path / "twice.py").write_text(TWICE + PROGRAM.replace("WHAT", LISTS))
    return tmp_path


def test_what_fits_stays_here(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "sums.py"]) == 0
    simulated = capsys.readouterr().out
    assert main(["replay", "sums.py"]) == 0
    out, err = capsys.readouterr()
    assert sorted(out.splitlines()) == sorted(simulated.splitlines())
    assert "sums: replayed in this process (columnar); 4 results" in err


def test_what_is_no_window_goes_by_the_operators(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "twice.py", "--on", "local"]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 200
    assert "replayed in this process (row by row); 200 results" in err


def test_tables_are_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "sums.py", "--output", "out"]) == 0
    told = capsys.readouterr().err
    assert "4 results, 4 firings, 1 dropped" in told
    firings = pq.read_table(folder / "out" / "firings").to_pydict()
    assert sum(contents["f1"] for contents in firings["contents"]) == sum(range(99))
    assert main(["replay", "sums.py", "--output", "out"]) == 1
    assert "out: the folder already exists" in capsys.readouterr().err


@pytest.mark.parametrize("options", [["--master", "local[2]"], ["--conf", "spark.a=1"]])
def test_sparks_options_do_not_go_with_it(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "sums.py", "--on", "local", *options]) == 1
    assert "--on local does not use Spark" in capsys.readouterr().err


@pytest.mark.parametrize(
    "what",
    [
        f"map(lambda v: (v[0], 1 // (v[1] - 50))).key_by(lambda v: v[0]).{SUMS}",
        "FAILS_BEHIND",
        LISTS,
    ],
    ids=["before the window", "behind the window", "by the operators"],
)
def test_a_failure_says_that_it_was_here(
    folder: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    text = (folder / ("twice.py" if what == LISTS else "sums.py")).read_text()
    if what == "FAILS_BEHIND":
        text = text.replace(SUMS, SUMS + ".map(lambda v: v[1] // 0)")
    elif what == LISTS:
        text = text.replace("yield value\n", "yield 1 // (value[1] - 50)\n", 1)
    else:
        text = text.replace(f"key_by(lambda v: v[0]).{SUMS}", what)
    (folder / "fails.py").write_text(text)
    assert main(["replay", "fails.py"]) == 1
    err = capsys.readouterr().err
    assert "flinksim: Job execution failed in this process: ZeroDivisionError" in err
    assert "your code: fails.py, line" in err
    assert "Traceback" not in err


ASKED = """
class Asking(KeyedProcessFunction):
    def process_element(self, value, ctx):
        if value[1] == 50:
            import pandas
            import pyarrow
            yield "array of " + str(pyarrow.array(pandas.Series([1, None])).null_count)
"""


def test_pandas_is_imported_only_where_it_is_asked_for(folder: Path) -> None:
    """Arrow imports it to look whether a list is one of its own."""
    told = "\nimport sys; print('pandas' in sys.modules)"
    (folder / "sums.py").write_text(PROGRAM.replace("WHAT", SUMS) + told)
    later = "\nimport pyarrow, pandas; print(pyarrow.array(pandas.Series([1, None])).null_count)"
    (folder / "later.py").write_text(PROGRAM.replace("WHAT", SUMS) + later)
    asking = PROGRAM.replace("WHAT", "process(Asking())")
    (folder / "asking.py").write_text(TWICE + ASKED + asking + told)
    for program, last in (("sums", "False"), ("later", "1"), ("asking", "True")):
        command = [sys.executable, "-m", "flinksim", "replay", f"{program}.py"]
        ran = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=True)
        assert ran.stdout.splitlines()[-1] == last, program
        assert ("array of 1" in ran.stdout) == (program == "asking")
