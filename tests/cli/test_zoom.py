"""``flinksim zoom``: one window out of a log, from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

import flinksim
from flinksim.cli import main
from flinksim.trace.events import WindowFired

PROGRAM = """
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import EventTimeSessionWindows, TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(10))
log = EventLogSource("log.csv", timestamp="ts")
keyed = env.from_source(log, strategy, "log").key_by(lambda v: v[PLACE])
keyed.WINDOWS.sum(3).print()
env.execute("sums")
"""
TUMBLING = "window(TumblingEventTimeWindows.of(Time.seconds(1)))"
SESSIONS = "window(EventTimeSessionWindows.with_gap(Time.milliseconds(700)))"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    rows = "".join(f"a,{1000 + i},{1000 + i},k{i % 2},{i % 2},{i}\n" for i in range(0, 6000, 333))
    (tmp_path / "log.csv").write_text("split,arrival,ts:timestamp,key:str,n:int,v:int\n" + rows)
    write_program(tmp_path)
    return tmp_path


def write_program(folder: Path, windows: str = TUMBLING, place: int = 1) -> None:
    text = PROGRAM.replace("WINDOWS", windows).replace("PLACE", str(place))
    (folder / "program.py").write_text(text)


@pytest.mark.usefixtures("spark")
def test_a_window_is_told_of_and_written_as_a_page_and_a_trace(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # 2332 and 2998 are those of k0 from 2000 on; 1970-01-01T00:00:02 is the same as 2000
    files = ["--html", "zoom.html", "--trace", "zoom.flinktrace"]
    for start in ("2000", "1970-01-01T00:00:02", "2000,3000"):
        options = ["--key", "k0", "--window", start, *files]
        assert main(["zoom", "program.py", *options]) == 0
        out, err = capsys.readouterr()
        assert out.startswith("Zoom on key 'k0', window 2000 to 3000: 2 records of its own, ")
        assert "The window 2000 to 3000 of 'k0' fired at " in out
        assert "with 2 records" in out
        assert "page written to zoom.html; it opens offline" in err
        assert "<html" in (folder / "zoom.html").read_text()[:500].lower()
        trace = flinksim.load_trace(folder / "zoom.flinktrace")
        (fired,) = [fact for fact in trace.events if isinstance(fact, WindowFired)]
        assert (fired.key, fired.window, fired.count) == ("k0", (2000, 3000), 2)


@pytest.mark.usefixtures("spark")
def test_the_end_of_a_session_is_looked_up(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_program(folder, SESSIONS)
    options = ["--key", "k0", "--window", "1000", "--quiet"]
    assert main(["zoom", "program.py", *options]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Zoom on key 'k0', window 1000 to 7694: ")
    assert err == ""


@pytest.mark.usefixtures("spark")
def test_a_key_is_what_python_writes_or_else_the_text_itself(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_program(folder, place=2)
    assert main(["zoom", "program.py", "--key", "1", "--window", "2000"]) == 0
    assert "Zoom on key 1, window" in capsys.readouterr().out
    text = (folder / "log.csv").read_text().replace(",k1,", ",1,")
    (folder / "log.csv").write_text(text)
    write_program(folder, place=1)
    assert main(["zoom", "program.py", "--key", "1", "--window", "2000"]) == 0
    assert "Zoom on key '1', window" in capsys.readouterr().out
    assert main(["zoom", "program.py", "--key", "1"]) == 0
    assert "Zoom on key '1': 9 records of its own" in capsys.readouterr().out


@pytest.mark.usefixtures("spark")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--key", "UA"], "no record with the key 'UA' came to the window operator"),
        (["--key", "UA", "--window", "2000"], "found none at 2000; none of this key has fired"),
        (["--key", "k0", "--window", "2001"], "say START,END, for example 1000,2000, 2000,3000"),
        (["--key", "k0", "--operator", "nobody"], "expected one window operator, found 0"),
        (["--key", "k0", "--html", "no/such.html"], "--html no/such.html: there is no folder no"),
    ],
)
def test_what_is_not_there_is_told_with_what_there_is(
    options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["zoom", "program.py", *options]) == 1
    err = capsys.readouterr().err
    assert said in err
    assert "Traceback" not in err


def test_a_start_that_is_no_time_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for start in ("noon", "1,2,3"):
        with pytest.raises(SystemExit):
            main(["zoom", "program.py", "--key", "k0", "--window", start])
        assert "expected" in capsys.readouterr().err
