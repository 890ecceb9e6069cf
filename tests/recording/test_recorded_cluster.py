"""A job on two TaskManagers: three files, of two TaskManagers and the JobManager, become one trace.

``recordings/two_task_managers/`` was written by the recorder on a standalone cluster of Flink 2.3.0
(``python -m tests.recording.record_cluster``).
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from flinksim.recording.recording_import import describe_recording, read_recording
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace
from tests.conformance.judge.real_flink import folder_of_jars
from tests.recording.record_cluster import FOLDER, record_cluster
from tests.recording.test_recording_import import CLASSIC_FIRINGS

HOUR_MS = 3_600_000
FILES = sorted(FOLDER.iterdir())


def find_jobmanager() -> Path:
    return min(FILES, key=lambda file: file.stat().st_size)


def write_with_clocks(folder: Path, ahead_ms: dict[str, int]) -> None:
    """Copy the recording; the clocks of the named processes are that much ahead."""
    for file in FILES:
        header, *rows = map(json.loads, gzip.decompress(file.read_bytes()).splitlines())
        moved = [
            [number, task, ms + ahead_ms.get(file.name, 0), *rest]
            for number, task, ms, *rest in rows
        ]
        text = "".join(f"{json.dumps(row)}\n" for row in [header, *moved])
        (folder / file.name.removesuffix(".gz")).write_text(text)


def check_legal_order(trace: Trace) -> None:
    """Check that causes come before consequences, across the three processes."""
    written = set()
    triggered = set()
    snapshots: dict[int, set[str]] = {}
    ended = set()
    running = False
    for event in trace.events:
        match event:
            case e.JobStatusChanged(after="RUNNING"):
                running = True
            case e.JobStatusChanged(after="FINISHED"):
                assert len(ended) == 4
            case e.TaskStateChanged(after="FINISHED"):
                ended.add(event.subtask)
            case e.ElementWritten():
                written.add((event.channel, event.sequence))
            case e.ElementReceived():
                assert running
                assert (event.channel, event.sequence) in written
            case e.CheckpointTriggered():
                triggered.add(event.checkpoint)
            case e.BarrierEmitted():
                assert event.checkpoint in triggered
                snapshots.setdefault(event.checkpoint, set()).add(event.subtask)
            case e.CheckpointCompleted():
                # a subtask that has finished takes no part any more
                assert len(snapshots[event.checkpoint] | ended) == 4


@pytest.fixture(scope="module")
def trace() -> Trace:
    return read_recording(FOLDER)


def test_the_plan_knows_both_task_managers(trace: Trace) -> None:
    assert {subtask.task_manager for subtask in trace.plan.subtasks} == {"tm0", "tm1"}
    assert {channel.local for channel in trace.plan.channels} == {True, False}
    assert "not recorded" not in trace.info
    assert "missing hooks" not in trace.info
    assert "clock differences" not in trace.info


def test_windows_fire_with_the_records_of_both_task_managers(trace: Trace) -> None:
    fired = {(event.key, event.window): event.count for event in trace.get_events(e.WindowFired)}
    assert fired == CLASSIC_FIRINGS


def test_causes_come_before_consequences(trace: Trace) -> None:
    check_legal_order(trace)
    assert trace.get_events(e.CheckpointCompleted)


@pytest.mark.parametrize("hours", [-1, 1])
@pytest.mark.parametrize("process", range(len(FILES)))
def test_clocks_that_differ_by_an_hour_are_corrected(
    process: int, hours: int, trace: Trace, tmp_path: Path
) -> None:
    write_with_clocks(tmp_path, {FILES[process].name: hours * HOUR_MS})
    moved = read_recording(tmp_path)
    check_legal_order(moved)
    assert len(moved.events) == pytest.approx(len(trace.events), abs=60)  # other clock ticks
    first, last = moved[0], moved[len(moved) - 1]
    assert last.time_ms - first.time_ms < 60_000
    assert "clocks of machines, corrected: " in describe_recording(moved)
    number = FILES[process].name.partition("-")[0]
    if FILES[process] != find_jobmanager():
        assert f"{number}@vm {'+' if hours > 0 else '-'}" in moved.info["clock differences"]


@pytest.mark.slow("starts a cluster of real Flink")
def test_a_cluster_is_recorded_with_the_options_of_its_settings(tmp_path: Path) -> None:
    try:
        jars = folder_of_jars(None)
    except SystemExit as reason:
        pytest.skip(str(reason))
    recording = record_cluster(jars, tmp_path, ",values=off,keys=a,b")
    assert len(list(recording.iterdir())) == 3
    trace = read_recording(recording)
    check_legal_order(trace)
    assert trace.info["filter"] == "keys=a,b; values=off"
    assert {event.value for event in trace.get_events(e.ResultWritten)} == {"(not recorded)"}
    assert len(trace.get_events(e.WindowFired)) == 8
