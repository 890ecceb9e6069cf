"""The recorder's jar, built from ``recorder/`` and attached to a job on real Flink.

Skipped without a JDK and Flink: install apache-flink==2.3.0, and put its Python first on PATH or name
it in FLINKSIM_PYFLINK.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from flinksim.recording.recording_import import read_recording
from flinksim.trace import events as e
from tests.conformance.judge.real_flink import OPENED

pytestmark = pytest.mark.slow("starts real Flink")


def run_job(
    built: Path, jars: Path, agent: str, folder: Path, kind: str = "", job: str = "ClassicJob"
) -> subprocess.CompletedProcess[str]:
    opened = [word for each in OPENED for word in ("--add-opens", each)]
    return subprocess.run(
        ["java", *opened, f"-javaagent:{built / 'recorder.jar'}={agent}", "-cp", f"{built}:{jars}/*",
         job, kind], cwd=folder, capture_output=True, text=True, timeout=300,
    )  # fmt: skip


def test_a_job_is_recorded_and_behaves_as_without_the_recorder(
    built: Path, jars: Path, tmp_path: Path
) -> None:
    done = run_job(built, jars, "out=recording", tmp_path)
    assert done.returncode == 0
    trace = read_recording(tmp_path / "recording")
    assert sorted(done.stdout.splitlines()) == sorted(
        event.text for event in trace.get_events(e.ResultWritten)
    )
    assert len(trace.get_events(e.WindowFired)) == 8
    assert len(trace.get_events(e.SourceRecordRead)) == 20
    assert "missing hooks" not in trace.info
    assert "valve differences" not in trace.info


def test_options_leave_out_values_keys_and_the_network(
    built: Path, jars: Path, tmp_path: Path
) -> None:
    done = run_job(built, jars, "out=r,values=off,network=off,tasks=Tumbling", tmp_path)
    assert done.returncode == 0
    trace = read_recording(tmp_path / "r")
    assert trace.info["filter"] == "network=off; tasks=Tumbling; values=off"
    assert trace.info["not recorded"] == "v1/0, v1/1"
    assert {event.value for event in trace.get_events(e.ResultWritten)} == {"(not recorded)"}
    records = [each for each in trace.get_events(e.ElementReceived) if each.element == "record"]
    assert not records
    text = "".join(path.read_text() for path in (tmp_path / "r").iterdir())
    assert "b,16000" not in text
    assert '"b"' not in text
    fired = {(event.key, event.window): event.count for event in trace.get_events(e.WindowFired)}
    assert sorted(fired.values()) == [1, 2, 2, 2, 3, 3, 3, 4]  # keys are hidden, and stay apart
    assert len({key for key, _ in fired}) == 2
    done = run_job(built, jars, "out=k,keys=a,mask=0", tmp_path)
    trace = read_recording(tmp_path / "k")
    assert {event.key for event in trace.get_events(e.WindowFired)} == {"a"}
    assert ("(not recorded)", 0, 2) in {event.value for event in trace.get_events(e.ResultWritten)}


def test_a_failure_is_recorded_without_its_message_if_values_are_not(
    built: Path, jars: Path, tmp_path: Path
) -> None:
    for options, message in (("out=a", "number 15"), ("out=b,values=off", "(not recorded)")):
        run_job(built, jars, options, tmp_path, "fail")
        (failed,) = read_recording(tmp_path / options[4]).get_events(e.TaskFailed)
        assert (failed.error, failed.message) == (
            "java.lang.IllegalStateException",
            message,
        )


def test_a_ring_buffer_keeps_the_last_seconds_until_a_failure(
    built: Path, jars: Path, tmp_path: Path
) -> None:
    done = run_job(built, jars, "out=r,last=60", tmp_path)
    assert done.returncode == 0
    (file,) = (tmp_path / "r").iterdir()
    assert '"el"' not in file.read_text()  # nothing late, no failure, no request


@pytest.mark.parametrize(("kind", "reason"), [("late", "late record"), ("fail", "failure")])
def test_a_ring_buffer_is_written_at_a_late_record_and_at_a_failure(
    kind: str, reason: str, built: Path, jars: Path, tmp_path: Path
) -> None:
    done = run_job(built, jars, "out=r,last=60", tmp_path, kind)
    assert (done.returncode != 0) == (kind == "fail")
    (file,) = (tmp_path / "r").iterdir()
    lines = [json.loads(line) for line in file.read_text().splitlines()[1:]]
    kinds = [line[3] for line in lines]
    assert "el" in kinds
    assert [line[4] for line in lines if line[3] == "written"] == [reason]
    assert read_recording(tmp_path / "r").get_events(e.ElementProcessed)


def test_a_ring_buffer_is_written_on_request(built: Path, jars: Path, tmp_path: Path) -> None:
    request = tmp_path / "r" / "write-now"
    request.parent.mkdir()
    request.write_text("")
    run_job(built, jars, "out=r,last=60", tmp_path, "slow")
    (file,) = (tmp_path / "r").iterdir()  # the request is gone
    assert '"written","request"' in file.read_text()


def test_options_select_times_and_every_nth_record(built: Path, jars: Path, tmp_path: Path) -> None:
    run_job(built, jars, "out=r,from=5000,to=9999", tmp_path)
    trace = read_recording(tmp_path / "r")
    times = {
        each.timestamp for each in trace.get_events(e.ElementReceived) if each.element == "record"
    }
    assert times == {5000, 6000, 7000, 8000, 9000}
    run_job(built, jars, "out=n,every=4", tmp_path)
    trace = read_recording(tmp_path / "n")
    records = [each for each in trace.get_events(e.ElementReceived) if each.element == "record"]
    assert 0 < len(records) < 14


def test_checkpoints_are_recorded_with_their_size_and_their_end(
    built: Path, jars: Path, tmp_path: Path
) -> None:
    done = run_job(built, jars, "out=r", tmp_path, "checkpoints")
    assert done.returncode == 0
    trace = read_recording(tmp_path / "r")
    triggered = [event.checkpoint for event in trace.get_events(e.CheckpointTriggered)]
    completed = trace.get_events(e.CheckpointCompleted)
    aborted = [event.checkpoint for event in trace.get_events(e.CheckpointAborted)]
    assert completed
    assert all(event.bytes > 0 for event in completed)
    assert sorted([*(event.checkpoint for event in completed), *aborted]) == triggered
    acknowledged = [
        (event.checkpoint, event.subtask) for event in trace.get_events(e.CheckpointAcknowledged)
    ]
    subtasks = {subtask.id for subtask in trace.plan.subtasks}
    first = completed[0].checkpoint  # later ones do not wait for subtasks that have finished
    assert {subtask for checkpoint, subtask in acknowledged if checkpoint == first} == subtasks
    assert len(set(acknowledged)) == len(acknowledged)
    started = [(event.subtask, event.checkpoint) for event in trace.get_events(e.AlignmentStarted)]
    ended = [(event.subtask, event.checkpoint) for event in trace.get_events(e.AlignmentEnded)]
    assert started
    assert set(started) - set(ended) <= {
        (subtask, each) for subtask in subtasks for each in aborted
    }


def test_changes_of_keyed_state_are_recorded(built: Path, jars: Path, tmp_path: Path) -> None:
    assert run_job(built, jars, "out=r", tmp_path, job="StateJob").returncode == 0
    trace = read_recording(tmp_path / "r")
    assert "missing hooks" not in trace.info  # a value without text is no reason
    values = [event.value for event in trace.get_events(e.ElementProcessed)]
    assert values.count("<Nameless>") == 4
    kinds = (
        e.StateUpdated, e.StateAppended, e.StateCleared, e.StateEntryPut, e.StateEntryRemoved
    )  # fmt: skip
    changes = [
        (
            type(event).__name__,
            *[getattr(event, name, None) for name in ("state", "entry", "value")],
        )
        for event in trace.events
        if isinstance(event, kinds)
    ]
    assert changes == [
        ("StateUpdated", "count", None, 1), ("StateAppended", "numbers", None, 0),
        ("StateEntryPut", "last", "even", 0),
        ("StateUpdated", "count", None, 2), ("StateAppended", "numbers", None, 10),
        ("StateAppended", "numbers", None, 11), ("StateEntryPut", "last", "odd", 1),
        ("StateEntryRemoved", "last", "even", None),
        ("StateCleared", "count", None, None), ("StateCleared", "numbers", None, None),
        ("StateAppended", "numbers", None, 20),
        ("StateUpdated", "count", None, 4), ("StateCleared", "numbers", None, None),
        ("StateEntryRemoved", "last", "odd", None),
    ]  # fmt: skip


def test_semicolons_between_options_are_rejected(built: Path, jars: Path, tmp_path: Path) -> None:
    # the scripts of Flink evaluate the options in a shell, which would cut values=off away
    done = run_job(built, jars, "out=r;values=off", tmp_path)
    assert done.returncode == 0
    assert "agent options are separated by commas" in done.stderr
    assert not (tmp_path / "r").exists()


def test_a_wrong_option_is_reported_and_the_job_runs(
    built: Path, jars: Path, tmp_path: Path
) -> None:
    done = run_job(built, jars, "out=r,colour=red", tmp_path)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 8
    assert "flinksim recorder: not recording: unknown agent option 'colour'" in done.stderr
