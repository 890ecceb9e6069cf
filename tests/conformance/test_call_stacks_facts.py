"""Recorded call stacks of real Flink 2.3.0 (``facts/stacks.json``), and what holds stacks against them.

Recorded by ``python -m tests.conformance.judge.stacks --record``.
"""

from __future__ import annotations

import pytest

from tests.conformance.fact_files import load
from tests.conformance.judge.build import run_to_its_end
from tests.conformance.judge.real_stacks import RealStacks, Verdict, compare, is_in_batch
from tests.conformance.judge.stacks import CHECKPOINTED, PROGRAMS
from tests.conformance.shown_frames import load_shown_frames, missing_frames


@pytest.fixture(scope="module")
def real() -> dict[bool, RealStacks]:
    return {in_batch: RealStacks.of_facts(in_batch) for in_batch in (False, True)}


@pytest.fixture(scope="module")
def verdict(real: dict[bool, RealStacks]) -> Verdict:
    """On the stacks of all recorded programs, run on flinksim."""
    found = Verdict()
    for program in PROGRAMS:
        _, sim = run_to_its_end(program)
        compare(sim, real[is_in_batch(program)], found, is_in_batch(program))
    return found


def test_no_stack_contradicts_flink(verdict: Verdict) -> None:
    assert verdict.stacks > 55_000
    assert sorted(verdict.contradictions) == []


def test_every_stack_was_compared(verdict: Verdict) -> None:
    assert sorted(verdict.not_recorded) == []
    assert verdict.stacks == verdict.events


def test_no_frame_is_missing(verdict: Verdict, real: dict[bool, RealStacks]) -> None:
    """``shown_frames.json`` has the frames that are shown, and how many stacks leave one out.

    A frame that is shown in one stack and not in another one where Flink has it, too, is an omission;
    there may be no more of them than are recorded (``python -m tests.conformance.shown_frames``).
    """
    recorded = load_shown_frames()
    found = missing_frames(verdict, real, frozenset(recorded["frames"]))
    assert {
        frame: count for frame, count in found.items() if count > recorded["omitted"].get(frame, 0)
    } == {}


def test_a_missing_frame_is_found(verdict: Verdict, real: dict[bool, RealStacks]) -> None:
    vocabulary = frozenset(load_shown_frames()["frames"])
    lost = "StatusWatermarkValve.inputWatermark"
    shorter = Verdict(
        distinct={
            (in_batch, tuple(frame for frame in stack if frame != lost))
            for in_batch, stack in verdict.distinct
            if lost in stack[:-1]
        }
    )
    assert missing_frames(shorter, real, vocabulary)[lost] >= len(shorter.distinct) > 10


def test_the_events_of_checkpoints_and_failures_are_among_them(verdict: Verdict) -> None:
    assert len(CHECKPOINTED) >= 60
    wanted = {
        "CheckpointTriggered", "CheckpointNotTriggered", "BarrierEmitted", "BarrierReceived",
        "AlignmentStarted", "AlignmentEnded", "ChannelBlocked", "ChannelUnblocked",
        "OperatorSnapshotTaken", "SnapshotWritten", "CheckpointAcknowledged", "CheckpointCompleted",
        "CheckpointAborted", "CheckpointNotified", "CheckpointRestored", "StateRestored",
        "ListRestored", "StateEntryRestored", "TimerRestored", "PaneRestored", "OutputPersisted",
        "CheckpointDeclined", "InputPersisted", "InputRecovered", "OutputRecovered",
        "CommitPrepared", "ResultsCommitted", "TaskFailed", "RestartDecided", "ExecutionReset",
        "SlotReleased", "SlotReserved",
    }  # fmt: skip
    assert wanted - verdict.kinds.keys() == set()


def test_a_frame_that_flink_does_not_have_there_is_found() -> None:
    real = RealStacks.of_facts(in_batch=False)
    content = load("stacks")
    longest = max((row[2] for row in content["stacks"] if "s" in row[3]), key=len)
    frames = tuple(content["frames"][n].split("@")[0] for n in longest)
    assert real.contradiction(frames) is None
    assert real.contradiction((*frames[:-1:3], frames[-1])) is None
    assert real.contradiction((frames[1], frames[0], *frames[2:])) is not None
    assert real.contradiction(("SourceReader.pollNext", *frames)) is not None
