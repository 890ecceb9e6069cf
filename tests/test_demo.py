"""The demo, and the classic program on real input: sums, and what comes too late for them."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from flinksim.cli import main
from flinksim.connectors import read_event_log
from flinksim.core.resources import FLIGHTS
from flinksim.course.demo import describe_late_records, simulate_flights
from flinksim.runtime.interleaving import ArrivalOrder, Interleaving, RoundRobin, Scripted, Seeded
from flinksim.trace.events import LateRecordDropped, ResultWritten
from flinksim.trace.recorder import Trace

HOUR_MS = 3_600_000


def minutes_by_carrier_and_hour(trace: Trace) -> Counter[tuple[str, int]]:
    """What the job said, and what it dropped: together they must be the whole truth."""
    minutes: Counter[tuple[str, int]] = Counter()
    for event in [*trace.get_events(ResultWritten), *trace.get_events(LateRecordDropped)]:
        carrier, scheduled, delay = event.value
        minutes[carrier, scheduled // HOUR_MS] += delay
    return minutes


def truth() -> Counter[tuple[str, int]]:
    minutes: Counter[tuple[str, int]] = Counter()
    for record in read_event_log(FLIGHTS, value="row"):
        flight = record.value
        if flight.delay > 0:
            minutes[flight.carrier, flight.scheduled // HOUR_MS] += flight.delay
    return minutes


@pytest.mark.parametrize("parallelism", [1, 2, 4])
@pytest.mark.parametrize(
    "interleaving",
    [ArrivalOrder(), RoundRobin(), Seeded(7), Scripted([3, 1, 4, 1, 5, 9, 2, 6] * 50)],
    ids=["arrival", "round-robin", "seeded", "scripted"],
)
def test_sums_and_late_flights_together_are_the_whole_day(
    parallelism: int, interleaving: Interleaving
) -> None:
    trace = simulate_flights(parallelism, interleaving).run().trace
    assert minutes_by_carrier_and_hour(trace) == truth()


def test_the_demo_prints_results_late_flights_steps_and_digest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "demo.html"
    assert main(["demo", "--html", str(page)]) == 0
    out, err = capsys.readouterr()
    assert "100%" in err
    assert "935 departures, 450 of them delayed. " in out
    assert "were dropped as late" in out
    assert "trace digest " in out
    assert page.stat().st_size > 10_000


def test_the_demo_is_the_same_in_every_run() -> None:
    first, second = (simulate_flights().run().trace for _ in range(2))
    assert first.digest() == second.digest()
    assert describe_late_records(first) == describe_late_records(second)


def test_the_demo_crashes_in_the_middle_of_the_day_and_comes_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "crash.html"
    assert main(["demo", "--crash", "--html", str(page)]) == 0
    told = capsys.readouterr().out
    assert "fails with InjectedFailure" in told
    assert "4 tasks restore checkpoint" in told
    assert " departures again." in told
    stated = re.search(r"a task that fails at (\d\d:\d\d)", told)
    failed = re.search(r"(?m)^(\d\d:\d\d):\d\d  step .* fails with InjectedFailure", told)
    assert stated
    assert failed
    assert stated[1] == failed[1], "the time in the headline is that of the failure"
    assert page.stat().st_size > 100_000


@pytest.mark.parametrize("crash", [(), ("--crash",)])
def test_the_page_is_there_though_nobody_reads_what_is_told(
    crash: tuple[str, ...], tmp_path: Path
) -> None:
    """As with ``flinksim demo | head``."""
    page = tmp_path / "demo.html"
    command = [sys.executable, "-m", "flinksim", "demo", *crash, "--html", str(page)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as demo:
        assert demo.stdout is not None
        assert b"departures" in demo.stdout.readline()
        demo.stdout.close()
        assert demo.wait() == 141
    assert page.read_text(encoding="utf-8").rstrip().endswith("</html>")
