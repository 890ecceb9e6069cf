"""The barrier handlers against what Flink 2.3.0's own did, call by call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from flinksim.runtime.checkpoint.barriers.barrier_alignment_util import Cancellable
from flinksim.runtime.checkpoint.barriers.checkpoint_barrier_handler import (
    CheckpointBarrierHandler,
)
from flinksim.runtime.checkpoint.barriers.checkpoint_barrier_tracker import (
    CheckpointBarrierTracker,
)
from flinksim.runtime.checkpoint.barriers.single_checkpoint_barrier_handler import (
    SingleCheckpointBarrierHandler,
)
from flinksim.runtime.checkpoint.checkpoint_exception import CheckpointFailureReason
from flinksim.runtime.checkpoint.checkpoint_metrics import CheckpointMetrics
from flinksim.runtime.checkpoint.checkpoint_options import CheckpointOptions
from flinksim.runtime.elements import CancelCheckpointMarker, CheckpointBarrier
from flinksim.runtime.virtual_clock import SimulatedClock
from tests.conformance.fact_files import JAVA_EXCEPTIONS, cases_of


class Recorder:
    """Input, task and timer at once: keeps what the handler calls, in the form of the facts."""

    def __init__(self) -> None:
        self.out: list[list[Any]] = []
        self.clock = SimulatedClock()

    def block_consumption(self, channel: int) -> None:
        self.out.append(["block", channel])

    def resume_consumption(self, channel: int) -> None:
        self.out.append(["resume", channel])

    def convert_to_priority_event(self, channel: int, sequence_number: int) -> None:
        self.out.append(["convertToPriorityEvent", channel, sequence_number])

    def checkpoint_started(self, barrier: CheckpointBarrier) -> None:
        self.out.append(["checkpointStarted", barrier.checkpoint_id])

    def checkpoint_stopped(self, checkpoint_id: int) -> None:
        self.out.append(["checkpointStopped", checkpoint_id])

    def init_inputs_checkpoint(self, checkpoint_id: int, options: CheckpointOptions) -> None:
        self.out.append(["initInputsCheckpoint", checkpoint_id, options.alignment.value])

    def trigger_checkpoint_on_barrier(
        self, barrier: CheckpointBarrier, metrics: CheckpointMetrics
    ) -> None:
        self.out.append(["trigger", barrier.checkpoint_id, barrier.options.alignment.value])

    def abort_checkpoint_on_barrier(
        self, checkpoint_id: int, reason: CheckpointFailureReason
    ) -> None:
        self.out.append(["abort", checkpoint_id, reason.name])

    def register_timer(self, action: Callable[[], None], delay_ms: int) -> Cancellable:
        self.out.append(["registerTimer", delay_ms])

        def fire(_: int) -> None:
            self.out.append(["timerFired"])
            action()

        return Timer(self, self.clock.schedule(self.clock.now_ms + delay_ms, fire))


class Timer:
    """One that says that it was cancelled."""

    def __init__(self, recorder: Recorder, call: Cancellable) -> None:
        self._recorder = recorder
        self._call = call

    def cancel(self) -> None:
        self._recorder.out.append(["cancelTimer"])
        self._call.cancel()


def handler_of(case: dict[str, Any], recorder: Recorder) -> CheckpointBarrierHandler:
    channels, after_finish = case["channels"], case["checkpointsAfterTasksFinish"]

    def now_ms() -> int:
        return recorder.clock.now_ms

    if case["handler"] == "tracker":
        return CheckpointBarrierTracker(
            recorder, channels, now_ms, checkpoints_after_tasks_finish=after_finish
        )
    assert case["handler"] in ("aligned", "alternating")
    return SingleCheckpointBarrierHandler(
        recorder,
        recorder,
        channels,
        now_ms,
        register_timer=recorder.register_timer if case["handler"] == "alternating" else None,
        checkpoints_after_tasks_finish=after_finish,
    )


def options_of(word: str) -> CheckpointOptions:
    kind, _, timeout_ms = word.partition(":")
    match kind:
        case "aligned":
            return CheckpointOptions.aligned_no_timeout()
        case "timeout":
            return CheckpointOptions.aligned_with_timeout(int(timeout_ms))
        case "unaligned":
            return CheckpointOptions.unaligned()
        case "atLeastOnce":
            return CheckpointOptions.not_exactly_once()
    raise AssertionError(f"unknown options {word}")


def do(handler: CheckpointBarrierHandler, clock: SimulatedClock, op: list[Any]) -> None:
    match op:
        case ["barrier", channel, number, options, timestamp]:
            barrier = CheckpointBarrier(number, timestamp, options_of(options))
            handler.process_barrier(barrier, channel)
        case ["announce", channel, number, options, timestamp, sequence_number]:
            barrier = CheckpointBarrier(number, timestamp, options_of(options))
            handler.process_barrier_announcement(barrier, sequence_number, channel)
        case ["cancel", channel, number]:
            handler.process_cancellation_barrier(CancelCheckpointMarker(number), channel)
        case ["endOfPartition", channel]:
            handler.process_end_of_partition(channel)
        case ["advance", ms]:
            clock.advance_to(clock.now_ms + ms)
        case _:
            raise AssertionError(f"unknown operation {op}")


def without_message(calls: list[list[Any]]) -> list[list[Any]]:
    """An exception by its Python class: the words of Flink's assertions are Flink's own affair."""
    return [
        ["exception", JAVA_EXCEPTIONS[call[1]].__name__] if call[0] == "exception" else call
        for call in calls
    ]


@pytest.mark.parametrize("case", cases_of("barriers"))
def test_the_handler_calls_what_flinks_handler_does(case: dict[str, Any]) -> None:
    recorder = Recorder()
    handler = handler_of(case, recorder)
    for number, (op, expected) in enumerate(zip(case["ops"], case["out"], strict=True)):
        recorder.out = []
        try:
            do(handler, recorder.clock, op)
        except (ValueError, RuntimeError) as error:
            recorder.out.append(["exception", type(error).__name__])
        assert recorder.out == without_message(expected), f"op {number}: {op}"
