"""``flinksim zoom``: one window out of a log, from the command line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import flinksim
from flinksim.cli import main
from flinksim.cli.zoom_command import _find_dropped_record
from flinksim.course.demo import flights as classic
from flinksim.replay.results.outcome import DroppedRecord
from flinksim.trace.events import LateRecordDropped, WindowFired

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


def test_a_window_is_told_of_and_written_as_a_page_and_a_trace(
    folder: Path, on: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    # 2332 and 2998 are those of k0 from 2000 on; 1970-01-01T00:00:02 is the same as 2000
    files = ["--html", "zoom.html", "--trace", "zoom.flinktrace"]
    for start in ("2000", "1970-01-01T00:00:02", "2000,3000"):
        options = ["--key", "k0", "--window", start, *files]
        assert main(["zoom", "program.py", *on, *options]) == 0
        out, err = capsys.readouterr()
        assert out.startswith("Zoom on key 'k0', window 2000 to 3000: 2 records of the window, ")
        told = " ".join(out.split())
        assert "Window [2000, 3000) of key k0 fires with 2 records" in told
        assert "page written to zoom.html; it opens offline" in err
        assert "<html" in (folder / "zoom.html").read_text()[:500].lower()
        trace = flinksim.load_trace(folder / "zoom.flinktrace")
        (fired,) = [event for event in trace.events if isinstance(event, WindowFired)]
        assert (fired.key, fired.window, fired.count) == ("k0", (2000, 3000), 2)


def test_the_end_of_a_session_is_looked_up(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_program(folder, SESSIONS)
    options = ["--key", "k0", "--window", "1000", "--quiet"]
    assert main(["zoom", "program.py", *options]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Zoom on key 'k0', window 1000 to 7694: ")
    assert err == ""


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
    assert "Zoom on key '1': 9 records of the window" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ["--key", "UA"],
            "no record with the key 'UA' reached the window operator; examples of keys: 'k0', 'k1'\n",
        ),
        (
            ["--key", "UA", "--window", "2000"],
            "no record with the key 'UA' reached the window operator; examples of keys: 'k0', 'k1'\n",
        ),
        (
            ["--key", "k0", "--window", "4001"],
            "--window: no window of the key 'k0' starts at 4001. The nearest windows are 3000,4000, 4000,5000, "
            "5000,6000.\n",
        ),
        (
            ["--key", "k0", "--window", "4000,4500"],
            "--window: there is no window 4000,4500 of the key 'k0'; the nearest are 3000,4000, "
            "4000,5000, 5000,6000\n",
        ),
        (["--key", "k0", "--operator", "nobody"], "expected one window operator, found 0"),
        (
            ["--key", "k0", "--html", "no/such.html"],
            "--html no/such.html: the folder no does not exist",
        ),
        ([], "no window is selected. Add --key KEY, or --dropped"),
        (["--window", "2000", "--dropped"], "--window and --dropped cannot be combined"),
        (
            ["--key", "k0", "--dropped"],
            "--dropped 1: no record of the key 'k0' was dropped as late",
        ),
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


@pytest.mark.parametrize(
    "start", ["2500", "1970-01-01T00:00:02.500", "1970-01-01T01:00:02.5+01:00"]
)
def test_a_start_is_exact_to_the_millisecond_and_knows_time_zones(
    start: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_program(folder, TUMBLING.replace("seconds(1)", "milliseconds(500)"))
    assert main(["zoom", "program.py", "--key", "k0", "--window", start]) == 0
    first, *story = capsys.readouterr().out.splitlines()
    assert first.startswith("Zoom on key 'k0', window 2500 to 3000: 1 records of the window, ")
    told = " ".join(" ".join(story).split())
    assert "of key k0 fires with 1 record" in told
    assert not [line for line in story if line.startswith("('k0'")], "nothing of the sink"


TWO = """
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(10))
log = EventLogSource("log.csv", timestamp="ts")
keyed = env.from_source(log, strategy, "log").key_by(lambda v: v[1])
for name, seconds in (("short", 1), ("long", 2)):
    keyed.window(TumblingEventTimeWindows.of(Time.seconds(seconds))).sum(3).name(name).print()
env.execute("both")
"""


def test_of_two_window_operators_the_named_one_is_meant(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "program.py").write_text(TWO.replace("log.csv", str(folder / "log.csv")))
    options = ["zoom", "program.py", "--key", "k0", "--window", "2000"]
    assert main(options) == 1
    told = capsys.readouterr().err
    assert "2 windows of the key 'k0' start at 2000. Give START,END of one of them:" in told
    assert told.endswith("2000,3000, 2000,4000\n")
    for name, end in (("short", 3000), ("long", 4000)):
        assert main([*options, "--operator", name]) == 0
        assert f"window 2000 to {end}: " in capsys.readouterr().out
        # of the key as a whole no window of the other operator is told of
        assert main([*options[:4], "--operator", name]) == 0
        first, *story = capsys.readouterr().out.splitlines()
        assert first.startswith("Zoom on key 'k0': ")
        told = re.findall(
            r"Window \[(\d+), (\d+)\) of key \S+ fires", " ".join(" ".join(story).split())
        )
        windows = [(int(start), int(end)) for start, end in told]
        assert windows[0] == (1000 if name == "short" else 0, 2000)
        assert {end - start for start, end in windows} == {1000 if name == "short" else 2000}


def test_each_of_several_jobs_has_its_own_page(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (folder / "program.py").read_text()
    (folder / "program.py").write_text(text + text)
    assert main(["zoom", "program.py", "--key", "k0", "--window", "2000", "--html", "z.html"]) == 0
    assert sorted(path.name for path in folder.glob("*.html")) == ["z-1.html", "z-2.html"]
    # what the sinks of the small runs print is not told again
    assert not [line for line in capsys.readouterr().out.splitlines() if line.startswith("('k")]


def opened_at(page: Path) -> int:
    """How many facts have happened when *page* is opened."""
    (position,) = re.findall(r'"position": (\d+)', page.read_text())
    return int(position)


@pytest.mark.parametrize("window", [["--window", "3000"], []])
def test_the_page_opens_when_the_window_has_fired_and_no_later(
    window: list[str], folder: Path
) -> None:
    files = ["--html", "z.html", "--trace", "z.flinktrace"]
    assert main(["zoom", "program.py", "--key", "k0", *window, *files]) == 0
    trace = flinksim.load_trace(folder / "z.flinktrace")
    firings = [
        (step.number, event.window)
        for step in trace
        for event in step.events
        if isinstance(event, WindowFired)
    ]
    number, fired = firings[0]
    assert fired == ((3000, 4000) if window else (1000, 2000))
    assert len(firings) == (1 if window else 6)
    assert opened_at(folder / "z.html") == trace.event_range(number)[1] < len(trace.events)


def test_a_window_may_begin_before_1970(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = "".join(f"a,{1000 + i},{i - 3000},k0,0,1\n" for i in range(0, 6000, 500))
    (folder / "log.csv").write_text("split,arrival,ts:timestamp,key:str,n:int,v:int\n" + rows)
    for option in (
        ["--window", "-2000"],
        ["--window=-2000,-1000"],
        ["--window=1969-12-31T23:59:58"],
    ):
        assert main(["zoom", "program.py", "--key", "k0", *option]) == 0
        assert "window -2000 to -1000: 2 records" in capsys.readouterr().out


LATE = """split,arrival,ts:timestamp,key:str,n:int,v:int
a,1000,1000,k0,0,1
a,3000,3000,k1,1,2
a,4000,1500,k0,0,7
a,4100,1600,k1,1,8
a,4200,1700,k0,0,9
"""


@pytest.mark.slow("starts Spark twice")
@pytest.mark.parametrize("lowering", ["native", "generic"])
def test_a_record_that_came_too_late_is_explained(
    lowering: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "log.csv").write_text(LATE)
    for options, counted, came, value in (
        (["--dropped"], "late record 1 of 3", 4000, 7),
        (["--dropped", "2"], "late record 2 of 3", 4100, 8),
        (
            ["--key", "k0", "--dropped"],
            "late record 1 of 2 of the key 'k0'",
            4000,
            7,
        ),
        (["--key", "k0", "--dropped", "2"], "late record 2 of 2 of the key 'k0'", 4200, 9),
    ):
        command = ["zoom", "program.py", *options, "--backend", lowering]
        assert main([*command, "--html", "z.html", "--trace", "z.flinktrace"]) == 0
        first, second, *story = capsys.readouterr().out.splitlines()
        assert first.startswith(counted)
        assert second.startswith(f"Zoom on key 'k{value % 2 ^ 1}': ")
        told = " ".join(" ".join(story).split())
        assert f", {value}) with timestamp {came - 2500} is late and is dropped" in told
        assert "watermark delay of" in told, "what would have kept it"
        trace = flinksim.load_trace(folder / "z.flinktrace")
        happened = trace.events[: opened_at(folder / "z.html")]
        dropped = [event for event in happened if isinstance(event, LateRecordDropped)]
        assert dropped[-1].timestamp == came - 2500
    assert main(["zoom", "program.py", "--key", "k0", "--dropped", "3"]) == 1
    assert (
        "--dropped 3: only 2 records of the key 'k0' were dropped as late"
        in capsys.readouterr().err
    )


class Held(DroppedRecord):
    """A drop that tells how many of its kind there are at once."""

    now = most = 0

    def __init__(self, *fields: Any) -> None:
        Held.now += 1
        Held.most = max(Held.most, Held.now)

    def __del__(self) -> None:
        Held.now -= 1


@pytest.mark.parametrize("key", [None, ["k1"], [1, "k1"]])
def test_of_the_dropped_records_no_more_are_held_than_are_asked_for(
    key: list[Any] | None, capsys: pytest.CaptureFixture[str]
) -> None:
    def dropped() -> Iterator[DroppedRecord]:
        for i in range(10_000):
            time = (i * 7919) % 10_000  # in any order
            yield Held(4, f"k{time % 2}", (time,), time, 0, False, time)

    head = SimpleNamespace(id=4, name="windows")
    stage = SimpleNamespace(vertex=SimpleNamespace(head=head))
    job: Any = SimpleNamespace(stages=[stage], iterate_dropped=dropped)
    options: Any = SimpleNamespace(key=key, dropped=3, operator=None)
    Held.most = 0
    assert _find_dropped_record(job, options).time == (2 if key is None else 5)
    told = "10000" if key is None else "5000 of the key 'k1'"
    assert capsys.readouterr().out == f"late record 3 of {told}\n"
    assert Held.most <= 6


def test_real_times_are_told_as_they_can_be_given_again(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "flights.py").write_text(Path(str(classic.__file__)).read_text())
    command = ["zoom", "flights.py", "--key", "UA", "--window"]
    nearest = "2013-01-02T14:00,2013-01-02T15:00, 2013-01-02T15:00,2013-01-02T16:00"
    for given, none in (
        (
            "2013-01-02T15:00,2013-01-02T15:30",
            "there is no window {} of the key 'UA'; the nearest are ",
        ),
        ("2013-01-02T15:10", "no window of the key 'UA' starts at {}. The nearest windows are "),
    ):
        assert main([*command, given]) == 1
        err = capsys.readouterr().err
        assert f"flinksim: --window: {none.format(given)}{nearest}" in err
    assert main([*command, "2013-01-02T15:00,2013-01-02T16:00"]) == 0


def test_the_start_is_enough_of_a_window_that_never_fired(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = ["a,1000,1000,k0,0,1", "a,9000,9000,k1,0,1", "a,9900,4200,k0,0,1"]
    (folder / "log.csv").write_text(
        "\n".join(["split,arrival,ts:timestamp,key:str,n:int,v:int", *rows]) + "\n"
    )
    assert main(["zoom", "program.py", "--key", "k0", "--window", "4000"]) == 0
    told = capsys.readouterr().out
    assert "The record is too late for window [4000, 5000)" in told
    assert "which closes at watermark 4999. The watermark is now 8989" in " ".join(told.split())
    assert main(["zoom", "program.py", "--key", "k0", "--window", "6000"]) == 1
    assert "there is no window 6000,7000 of the key 'k0'; the nearest are 1000,2000" in (
        capsys.readouterr().err
    )
