"""``flinksim sweep``: a grid of settings, from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from flinksim.cli import main

PROGRAM = """
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import EventTimeSessionWindows, TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(10))
log = EventLogSource("log.csv", timestamp="ts")
keyed = env.from_source(log, strategy, "log").key_by(lambda v: v[1])
keyed.WINDOWS.sum(2).print()
env.execute("sums")
"""
FLIGHTS = """
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.course.demo.flights import declare

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(2)
declare(env)
env.execute("flights")
"""
TUMBLING = "window(TumblingEventTimeWindows.of(Time.seconds(1)))"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    # Between two ticks the window of second 1 is passed, unless the watermark waits for half a second.
    rows = "a,1000,1000,x,1\na,2000,2100,x,1\na,2400,1900,x,1\na,9000,9000,x,1\n"
    (tmp_path / "log.csv").write_text("split,arrival,ts:timestamp,key:str,v:int\n" + rows)
    (tmp_path / "program.py").write_text(PROGRAM.replace("WINDOWS", TUMBLING))
    return tmp_path


def test_the_table_has_a_line_for_each_point_and_the_smallest_delay_stands_below(
    folder: Path, on: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    grid = ["--delay", "0,1s", "--idleness", "never,1min", "--lateness", "0,3 s"]
    assert main(["sweep", "program.py", *on, *grid, "--picture", "sweep.png"]) == 0
    out, err = capsys.readouterr()
    head, *lines = [line.split() for line in out.splitlines()]
    assert head[:4] == ["delay", "idle", "after", "lateness"]
    rows = [" ".join(line) for line in lines[:8]]
    assert rows[0].startswith("0 ms never 0 ms 75.000% 75.000% 0 1 ")
    assert rows[1].startswith("1 s never 0 ms 100.000% 100.000% 0 0 ")
    assert rows[2].startswith("0 ms never 3 s 75.000% 100.000% 1 0 ")
    assert rows[4].startswith("0 ms 1 min 0 ms 75.000% 75.000% 0 1 ")
    # the watermark of 2100 must not pass 1999 for the record of 1900
    assert [" ".join(line) for line in lines[8:]] == [
        "smallest delay with 99.9 % on time: 101 ms",
        "smallest delay with 99.9 % on time: 101 ms (idle after 1 min)",
    ]
    assert (folder / "sweep.png").read_bytes().startswith(b"\x89PNG")
    assert "picture written to sweep.png" in err


def test_sessions_and_another_log_are_swept_too(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = "window(EventTimeSessionWindows.with_gap(Time.milliseconds(500)))"
    (folder / "program.py").write_text(PROGRAM.replace("WINDOWS", session))
    (folder / "log.csv").rename(folder / "other.csv")
    (folder / "log.csv").write_text("split,arrival,ts:timestamp,key:str,v:int\na,1,1,x,1\n")
    assert main(["sweep", "program.py", "--delay", "0", "--source", "other.csv", "--quiet"]) == 0
    out, err = capsys.readouterr()
    # 1900 and 2100 are one session, since 2600 has not been passed at 2400
    assert " ".join(out.splitlines()[1].split()).startswith("0 ms never 0 ms 100.000% 100.000% 0 0")
    assert err == ""


def test_of_sessions_each_lateness_has_a_smallest_delay_of_its_own(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """If the session of 0 is still allowed when it has fired, -50 joins one that has yet to fire."""
    session = "window(EventTimeSessionWindows.with_gap(Time.milliseconds(100)))"
    interval = "\nenv.get_config().set_auto_watermark_interval(100)\nstrategy ="
    text = PROGRAM.replace("WINDOWS", session).replace("\nstrategy =", interval)
    (folder / "program.py").write_text(text)
    lines = ["1000,0,a", "1050,151,b", "1150,180,a", "1160,90,a", "1170,-50,a"]
    rows = "".join(f"s,{line},1\n" for line in lines)
    (folder / "log.csv").write_text("split,arrival,ts:timestamp,key:str,v:int\n" + rows)
    grid = ["--delay", "0", "--idleness", "never,1min", "--lateness", "0,1s", "--quiet"]
    assert main(["sweep", "program.py", *grid]) == 0
    assert capsys.readouterr().out.splitlines()[5:] == [
        "smallest delay with 99.9 % on time: 52 ms (lateness 0 ms)",
        "smallest delay with 99.9 % on time: 0 ms (lateness 1 s)",
        "smallest delay with 99.9 % on time: 52 ms (idle after 1 min, lateness 0 ms)",
        "smallest delay with 99.9 % on time: 0 ms (idle after 1 min, lateness 1 s)",
    ]


def test_each_of_several_jobs_has_its_name_and_its_picture(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    job = PROGRAM.replace("WINDOWS", TUMBLING)
    (folder / "program.py").write_text(job + job.replace('"sums"', '"again"'))
    assert main(["sweep", "program.py", "--delay", "0", "--picture", "sweep.svg", "--quiet"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.endswith(":")] == ["sums:", "again:"]
    assert sorted(path.name for path in folder.glob("*.svg")) == ["sweep-1.svg", "sweep-2.svg"]


def test_where_no_delay_is_enough_the_command_says_so_and_goes_on(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One airport is idle when the others have ended: what it has yet to tell is late at any delay."""
    (folder / "program.py").write_text(FLIGHTS)
    grid = ["--delay", "0", "--idleness", "30min,never", "--picture", "sweep.png"]
    assert main(["sweep", "program.py", *grid, "--quiet"]) == 0
    assert capsys.readouterr().out.splitlines()[3:] == [
        "no delay has 99.9 % on time when idle after 30 min (at most 99.556 %, 448 of 450 records)",
        "smallest delay with 99.9 % on time: 5 h 10 min 1 ms",
    ]
    assert (folder / "sweep.png").exists()


@pytest.mark.parametrize(
    ("windows", "options", "said"),
    [
        (TUMBLING, ["--delay", "0", "--picture", "no/such.png"], "the folder no does not exist"),
        (TUMBLING, ["--delay", "0", "--source", "no.csv"], "no.csv: file or folder not found"),
        (TUMBLING, ["--delay", "0", "--idleness", "0"], "idleness_ms: expected at least one time"),
        ("count_window(3)", ["--delay", "0"], "a sweep needs windows that run natively"),
        (TUMBLING, ["--delay", "0", "--picture", "a.gibberish"], "'gibberish' is not supported"),
    ],
)
def test_what_cannot_be_done_is_told_without_a_traceback(
    windows: str, options: list[str], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "program.py").write_text(PROGRAM.replace("WINDOWS", windows))
    assert main(["sweep", "program.py", *options]) == 1
    err = capsys.readouterr().err
    assert said in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ["--delay", "0, soon"],
            "--delay: expected a duration such as '5 s' or '200 ms', found 'soon'",
        ),
        (
            ["--delay", "0", "--idleness", "neverr"],
            "--idleness: expected 'never' or a duration such as '5 s' or '200 ms', found 'neverr'",
        ),
    ],
)
def test_a_time_that_is_none_is_refused_with_what_was_expected(
    options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["sweep", "program.py", *options])
    assert f"{said}. Separate several values with commas." in capsys.readouterr().err


def test_a_program_without_a_job_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "program.py").write_text("print(1)")
    assert main(["sweep", "program.py", "--delay", "0"]) == 1
    assert "ran no job because it did not call env.execute()" in capsys.readouterr().err
