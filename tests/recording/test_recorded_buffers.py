"""Buffers, credit, backlog and waits of a real job under backpressure (java/BackpressureJob.java).

``recordings/backpressure.jsonl.gz`` has the sink in another TaskManager than the source. The tests with
real Flink are skipped without a JDK and PyFlink (see :mod:`tests.recording.test_recorder_jar`).
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from flinksim.analysis.bottlenecks import find_bottlenecks
from flinksim.recording.recording_file import JobRecordingError
from flinksim.recording.recording_import import read_recording
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import apply_events
from flinksim.trace.storage.codec import encode, find_chunk_problem
from flinksim.trace.storage.decoder import decode
from tests.recording.test_recorder_jar import run_job

HERE = Path(__file__).parent
RECORDING = HERE / "recordings" / "backpressure.jsonl.gz"


@pytest.fixture(scope="module")
def trace() -> Trace:
    return read_recording(RECORDING)


def get_reasons(trace: Trace) -> set[tuple[str, str]]:
    return {(event.subtask, event.reason) for event in trace.get_events(e.DefaultActionSuspended)}


def check_remote_channel(trace: Trace) -> None:
    """Check that the events of both ends of the only channel tell one story."""
    (channel,) = trace.plan.channels
    assert not channel.local
    assert (
        channel.initial_credit == 2
    )  # exclusive buffers, taskmanager.network.memory.buffers-per-channel
    sent = trace.get_events(e.BufferSent)
    arrived = trace.get_events(e.BufferArrived)
    consumed = trace.get_events(e.BufferConsumed)
    assert len(sent) == len(arrived) == len(consumed) > 20
    assert max(event.queued for event in trace.get_events(e.BufferQueued)) > 5
    assert max(event.backlog for event in sent) > 5
    assert min(event.credit for event in sent) == 0
    announced = [event.credit for event in trace.get_events(e.CreditAnnounced)]
    added = [event.after - event.before for event in trace.get_events(e.CreditChanged)]
    assert announced == added != []
    assert any(event.waiting for event in trace.get_events(e.InputBuffersChanged))
    state = apply_events(trace.events).channels[channel.id]
    assert (state.queued, state.on_wire, state.received, state.credit_under_way) == (0, 0, 0, 0)
    check_nothing_arrives_before_it_is_sent(trace)


def check_nothing_arrives_before_it_is_sent(trace: Trace) -> None:
    under_way: Counter[str] = Counter()
    for event in trace.events:
        match event:
            case e.BufferSent():
                under_way["buffers"] += 1
            case e.BufferArrived():
                under_way["buffers"] -= 1
            case e.CreditAnnounced():
                under_way["credit"] += event.credit
            case e.CreditChanged():
                under_way["credit"] -= event.after - event.before
            case _:
                continue
        assert min(under_way.values()) >= 0
        if isinstance(event, e.BufferSent | e.BufferArrived):
            assert event.on_wire == under_way["buffers"]
        else:
            assert event.under_way == under_way["credit"]


def test_the_channel_of_the_recording_is_complete(trace: Trace) -> None:
    check_remote_channel(trace)


def test_the_source_waits_for_buffers_and_the_sink_for_input(trace: Trace) -> None:
    source, sink = (subtask.id for subtask in trace.plan.subtasks)
    assert {(source, "no output buffer"), (source, "blocked"), (sink, "no input")} <= (
        get_reasons(trace)
    )
    suspended = Counter(event.subtask for event in trace.get_events(e.DefaultActionSuspended))
    resumed = Counter(event.subtask for event in trace.get_events(e.DefaultActionResumed))
    assert suspended == resumed  # each wait has an end


def test_a_buffer_is_sent_in_a_step_of_the_network(trace: Trace) -> None:
    actors = {
        step.actor
        for step in trace[:]
        if any(isinstance(event, e.BufferSent) for event in step.events)
    }
    assert len(actors) == 1
    assert next(iter(actors)).startswith("link ")


def test_questions_name_the_slow_sink(trace: Trace) -> None:
    answer = " ".join(str(trace.why("why is Source: Sequence Source backpressured")).split())
    assert "The bottleneck is “Map”: it is busy" in answer


def test_two_processes_agree_on_buffers_and_credit(tmp_path: Path) -> None:
    header, *rows = [
        json.loads(line) for line in gzip.decompress(RECORDING.read_bytes()).split(b"\n")[:-1]
    ]
    for name, task in (("a", 0), ("b", 1)):
        own = [row for row in rows if row[1] == task]
        # the clock of the second machine is an hour behind
        moved = [[row[0], row[1], row[2] - task * 3_600_000, *row[3:]] for row in own]
        lines = [json.dumps(row) + "\n" for row in [header, *moved]]
        (tmp_path / f"{name}.jsonl").write_text("".join(lines), "utf-8")
    check_nothing_arrives_before_it_is_sent(read_recording(tmp_path))


def test_without_the_sender_nothing_is_counted_as_under_way(tmp_path: Path) -> None:
    lines = gzip.decompress(RECORDING.read_bytes()).decode().splitlines(keepends=True)
    (receiver,) = {json.loads(line)[1] for line in lines if '"bufa"' in line}
    kept = [line for line in lines if line.startswith("{") or json.loads(line)[1] == receiver]
    (tmp_path / "a.jsonl").write_text("".join(kept), "utf-8")
    trace = read_recording(tmp_path)
    assert {event.under_way for event in trace.get_events(e.CreditAnnounced)} == {0}
    assert not trace.get_events(e.BufferSent)
    (load,) = [each for each in find_bottlenecks(trace).loads if each.name.startswith("Map")]
    assert load.busy > 0  # metrics do not need the sender


@pytest.mark.slow("starts real Flink")
def test_a_job_under_backpressure_is_recorded(built: Path, jars: Path, tmp_path: Path) -> None:
    done = run_job(built, jars, "out=r,values=5", tmp_path, "remote", "BackpressureJob")
    assert done.returncode == 0, done.stderr[-2000:]
    trace = read_recording(tmp_path / "r")
    assert "missing hooks" not in trace.info
    check_remote_channel(trace)
    assert {reason for _, reason in get_reasons(trace)} == {
        "no input", "no output buffer", "blocked"
    }  # fmt: skip


@pytest.mark.slow("starts real Flink")
def test_a_local_channel_has_buffers_without_credit(
    built: Path, jars: Path, tmp_path: Path
) -> None:
    run_job(built, jars, "out=r,values=off,last=60", tmp_path, "fail", "BackpressureJob")
    trace = read_recording(tmp_path / "r")  # a ring buffer, written at the failure
    assert trace.get_events(e.TaskFailed)
    assert max(event.queued for event in trace.get_events(e.BufferQueued)) > 5
    assert trace.get_events(e.BufferConsumed)
    assert not trace.get_events(e.BufferSent)
    assert not trace.get_events(e.CreditChanged)
    assert any(reason == "no output buffer" for _, reason in get_reasons(trace))


@pytest.mark.slow("starts real Flink")
def test_without_the_network_no_buffers_are_recorded(
    built: Path, jars: Path, tmp_path: Path
) -> None:
    done = run_job(built, jars, "out=r,network=off", tmp_path, "remote", "BackpressureJob")
    assert done.returncode == 0
    trace = read_recording(tmp_path / "r")
    assert len(trace.get_events(e.ResultWritten)) == 40
    kinds = (e.BufferQueued, e.BufferSent, e.BufferArrived, e.BufferConsumed,
             e.InputBuffersChanged, e.CreditAnnounced, e.CreditChanged, e.DefaultActionSuspended)  # fmt: skip
    assert not [event for event in trace.events if isinstance(event, kinds)]


def read_changed(lines: list[bytes], folder: Path) -> Trace:
    path = folder / "changed.jsonl"
    path.write_bytes(b"\n".join(lines) + b"\n")
    return read_recording(path)


@pytest.mark.parametrize("number", [2, 9999, -2, 1 << 60])
def test_an_input_that_no_operator_has_is_rejected(number: int, tmp_path: Path) -> None:
    lines = gzip.decompress(RECORDING.read_bytes()).splitlines()
    place = next(at for at, line in enumerate(lines) if b'"wm"' in line)
    changed = json.loads(lines[place])
    changed[5] = number
    lines[place] = json.dumps(changed).encode()
    with pytest.raises(JobRecordingError, match="field 2 of 'wm': expected -1, 0 or 1"):
        read_changed(lines, tmp_path)


def test_a_printed_record_that_is_missing_is_left_out(tmp_path: Path) -> None:
    lines = gzip.decompress(RECORDING.read_bytes()).splitlines()
    found = read_changed([line for line in lines if b'"el"' not in line], tmp_path)
    assert len(decode(encode(found), validate=find_chunk_problem)) == len(found)
