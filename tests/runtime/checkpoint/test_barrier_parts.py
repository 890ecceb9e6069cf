"""The small parts of barrier handlers: timers, channels, what is measured."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from flinksim.runtime.checkpoint.barriers.barrier_alignment_util import (
    ALIGNMENT_TIMER_MAIL,
    compute_timer_delay_ms,
    create_register_timer_callback,
)
from flinksim.runtime.checkpoint.barriers.barrier_handler_states import Phase, find_transition
from flinksim.runtime.checkpoint.barriers.channel_barrier_state import ChannelBarrierState
from flinksim.runtime.checkpoint.barriers.checkpoint_barrier_handler import CheckpointBarrierHandler
from flinksim.runtime.checkpoint.barriers.checkpoint_barrier_tracker import (
    MAX_CHECKPOINTS_TO_TRACK,
    CheckpointBarrierTracker,
)
from flinksim.runtime.checkpoint.barriers.single_checkpoint_barrier_handler import (
    SingleCheckpointBarrierHandler,
)
from flinksim.runtime.checkpoint.checkpoint_exception import (
    CheckpointException,
    CheckpointFailureReason,
)
from flinksim.runtime.checkpoint.checkpoint_metrics import CheckpointMetrics
from flinksim.runtime.checkpoint.checkpoint_options import CheckpointOptions
from flinksim.runtime.elements import CancelCheckpointMarker, CheckpointBarrier
from flinksim.runtime.virtual_clock import SimulatedClock
from tests.crash_everywhere import crash_at_random, random_try


@pytest.mark.parametrize(
    ("now_ms", "left_ms"), [(100, 50), (130, 20), (150, 0), (149, 1), (900, 0)]
)
def test_a_barrier_times_out_so_long_after_its_checkpoint_was_triggered(
    now_ms: int, left_ms: int
) -> None:
    barrier = CheckpointBarrier(1, 100, CheckpointOptions.aligned_with_timeout(50))
    assert compute_timer_delay_ms(now_ms, barrier) == left_ms


def test_the_timer_of_an_alignment_puts_a_mail_a_millisecond_after_its_time() -> None:
    clock = SimulatedClock()
    clock.now_ms = 1000
    mails: list[tuple[str, int]] = []

    def put_mail(name: str, action: Callable[[], None]) -> None:
        mails.append((name, clock.now_ms))
        action()

    ran: list[str] = []
    register = create_register_timer_callback(put_mail, clock)
    register(lambda: ran.append("first"), 50)
    register(lambda: ran.append("cancelled"), 60).cancel()
    assert clock.next_due_ms() == 1051
    clock.now_ms = 1051
    clock.advance_to(1051)
    assert mails == [(ALIGNMENT_TIMER_MAIL, 1051)]
    assert ran == ["first"]
    assert clock.next_due_ms() is None


class Inputs:
    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *given: self.calls.append((name, *given))


def test_channels_are_blocked_and_unblocked_in_their_order() -> None:
    inputs = Inputs()
    state = ChannelBarrierState(inputs)  # type: ignore[arg-type]
    for channel in (2, 0, 1):
        state.block_channel(channel)
    state.channel_finished(1)
    state.unblock_all_channels()
    state.unblock_all_channels()
    assert inputs.calls == [
        ("block_consumption", 2), ("block_consumption", 0), ("block_consumption", 1),
        ("resume_consumption", 0), ("resume_consumption", 2),
    ]  # fmt: skip


def test_announcements_are_prioritized_once_but_for_channels_that_ended() -> None:
    inputs = Inputs()
    state = ChannelBarrierState(inputs)  # type: ignore[arg-type]
    state.announced_sequence_numbers = {2: 7, 0: 5, 1: 6}
    state.channel_finished(1)
    state.channel_finished(3)
    state.prioritize_all_announcements()
    state.prioritize_all_announcements()
    assert inputs.calls == [
        ("convert_to_priority_event", 0, 5),
        ("convert_to_priority_event", 2, 7),
    ]


def test_what_cannot_happen_in_a_state_is_named() -> None:
    with pytest.raises(RuntimeError, match=r"^a timeout cannot be while in CollectingBarriers$"):
        find_transition(Phase.COLLECTING, "timeout", frozenset())


class Task:
    def __init__(self) -> None:
        self.told: list[Any] = []

    def trigger_checkpoint_on_barrier(
        self, barrier: CheckpointBarrier, metrics: CheckpointMetrics
    ) -> None:
        alignment = metrics.alignment
        self.told.append(
            (barrier.checkpoint_id, alignment.duration_ms, alignment.bytes_processed,
             metrics.start_delay_ms)
        )  # fmt: skip

    def abort_checkpoint_on_barrier(
        self, checkpoint_id: int, reason: CheckpointFailureReason
    ) -> None:
        self.told.append((checkpoint_id, reason))

    def on_alignment_started(self, checkpoint_id: int, start_delay_ms: int) -> None:
        self.told.append(("starts", checkpoint_id, start_delay_ms))

    def on_alignment_ended(
        self, checkpoint_id: int, duration_ms: int, bytes_processed: int
    ) -> None:
        self.told.append(("ends", checkpoint_id, duration_ms, bytes_processed))


def measuring() -> tuple[CheckpointBarrierHandler, Task, list[int]]:
    task, now = Task(), [1000]
    return CheckpointBarrierHandler(task, lambda: now[0], True, task), task, now  # type: ignore[arg-type]


def barrier(number: int, timestamp: int) -> CheckpointBarrier:
    return CheckpointBarrier(number, timestamp, CheckpointOptions.aligned_no_timeout())


def test_an_alignment_is_measured_from_its_first_barrier_to_its_last() -> None:
    handler, task, now = measuring()
    assert handler.aligning_checkpoint_id is None
    assert handler.alignment_duration_ms == 0
    handler.add_processed_bytes(7)  # before it: not counted
    handler._mark_alignment_start(barrier(5, 990))
    assert handler.aligning_checkpoint_id == 5
    assert handler.checkpoint_start_delay_ms == 10
    handler.add_processed_bytes(30)
    handler.add_processed_bytes(12)
    now[0] = 1004
    assert handler.alignment_duration_ms == 4
    now[0] = 1007
    handler._mark_alignment_end()
    assert handler.aligning_checkpoint_id is None
    assert handler.alignment_duration_ms == 7
    handler._notify_checkpoint(barrier(5, 990))
    assert task.told == [("starts", 5, 10), ("ends", 5, 7, 42), (5, 7, 42, 10)]


def test_of_a_checkpoint_that_was_not_measured_nothing_is_told() -> None:
    handler, task, _ = measuring()
    handler._mark_alignment_start_and_end(barrier(5, 1200))  # a clock of another machine is ahead
    handler._notify_checkpoint(barrier(6, 990))
    handler._notify_checkpoint(barrier(5, 1200))
    assert task.told == [("starts", 5, 0), ("ends", 5, 0, 0), (6, 0, 0, 0), (5, 0, 0, 0)]


def test_an_alignment_begins_with_nothing_of_the_one_before() -> None:
    handler, task, now = measuring()
    handler._mark_alignment_start(barrier(1, 1000))
    handler.add_processed_bytes(9)
    now[0] = 1010
    handler._mark_alignment_start(barrier(2, 1005))  # the first came to nothing
    handler.add_processed_bytes(4)
    now[0] = 1011
    handler._mark_alignment_end()
    handler._notify_checkpoint(barrier(2, 1005))
    handler._notify_abort(1, CheckpointFailureReason.CHECKPOINT_DECLINED_SUBSUMED)
    assert task.told == [
        ("starts", 1, 0), ("ends", 1, 0, 9), ("starts", 2, 5), ("ends", 2, 1, 4), (2, 1, 4, 5),
        (1, CheckpointFailureReason.CHECKPOINT_DECLINED_SUBSUMED),
    ]  # fmt: skip


def test_a_handler_without_a_listener_measures_too_and_waits_for_nothing() -> None:
    task = Task()
    handler = CheckpointBarrierHandler(task, lambda: 1000, False)  # type: ignore[arg-type]
    handler._mark_alignment_start(barrier(1, 1000))
    handler._mark_alignment_end()
    said: list[bool] = []
    handler.add_all_barriers_received_callback(1, said.append)
    assert said == [True]
    assert handler.blocked_channels == frozenset()
    assert handler.checkpoints_after_tasks_finish is False
    handler.close()
    assert task.told == []


class Declining(Task):
    """One that cannot take its part of a checkpoint."""

    refuses = True

    def init_inputs_checkpoint(self, checkpoint_id: int, options: CheckpointOptions) -> None:
        if self.refuses:
            raise CheckpointException(CheckpointFailureReason.CHECKPOINT_DECLINED)

    def trigger_checkpoint_on_barrier(
        self, barrier: CheckpointBarrier, metrics: CheckpointMetrics
    ) -> None:
        self.told.append(("trigger", barrier.checkpoint_id))


def handling(
    task: Declining, now: list[int], timers: list[Callable[[], None]]
) -> SingleCheckpointBarrierHandler:
    """A handler of two channels whose checkpoints may turn unaligned."""

    def register_timer(action: Callable[[], None], delay_ms: int) -> Any:
        timers.append(action)
        return Inputs()

    return SingleCheckpointBarrierHandler(
        task, Inputs(), 2, lambda: now[0], register_timer=register_timer  # type: ignore[arg-type]
    )  # fmt: skip


def timeoutable(number: int) -> CheckpointBarrier:
    return CheckpointBarrier(number, 1000, CheckpointOptions.aligned_with_timeout(50))


@pytest.mark.parametrize("how", ["barrier", "timeout"])
def test_a_task_that_declines_ends_that_checkpoint_for_that_reason(how: str) -> None:
    task, now = Declining(), [1000]
    timers: list[Callable[[], None]] = []
    handler = handling(task, now, timers)
    said: list[bool] = []
    handler.process_barrier(timeoutable(7), 0)
    handler.add_all_barriers_received_callback(7, said.append)
    assert (task.told, said) == ([], [])
    if how == "barrier":
        handler.process_barrier(timeoutable(7), 1)
    else:
        timers[0]()
    assert task.told == [(7, CheckpointFailureReason.CHECKPOINT_DECLINED)]
    assert said == [False]
    assert not handler.is_checkpoint_pending
    assert handler.blocked_channels == frozenset()
    task.refuses = False
    handler.process_barrier(timeoutable(8), 0)
    handler.process_barrier(timeoutable(8), 1)
    assert task.told[1:] == [("trigger", 8)]


@pytest.mark.parametrize(("now_ms", "state"), [
    (1050, Phase.ALTERNATING_COLLECTING), (1051, Phase.UNALIGNED_COLLECTING),
])  # fmt: skip
def test_a_barrier_that_comes_later_than_its_timeout_turns_unaligned(
    now_ms: int, state: Phase
) -> None:
    task = Declining()
    task.refuses = False
    handler = handling(task, [now_ms], [])
    handler.process_barrier(timeoutable(1), 0)
    assert handler.phase is state


def test_nothing_can_be_waited_for_that_has_not_begun() -> None:
    handler = handling(Declining(), [1000], [])
    with pytest.raises(RuntimeError, match=r"^Checkpoint 3 has not been started at all$"):
        handler.add_all_barriers_received_callback(3, print)


def aligning(
    channels: int, **options: Any
) -> tuple[SingleCheckpointBarrierHandler, Task, Inputs, list[int]]:
    """A handler whose checkpoints are always aligned."""
    task, inputs, now = Task(), Inputs(), [1000]
    handler = SingleCheckpointBarrierHandler(
        task, inputs, channels, lambda: now[0], listener=task, **options  # type: ignore[arg-type]
    )  # fmt: skip
    return handler, task, inputs, now


def test_of_three_channels_the_first_barrier_begins_and_the_last_one_ends_the_alignment() -> None:
    handler, task, inputs, now = aligning(3)
    for channel, now_ms in ((1, 1003), (0, 1004), (2, 1010)):
        now[0] = now_ms
        handler.process_barrier(barrier(1, 1000), channel)
        handler.add_processed_bytes(5)
        if channel != 2:
            assert task.told == [("starts", 1, 3)]
            assert handler.is_checkpoint_pending
    assert task.told == [("starts", 1, 3), ("ends", 1, 7, 10), (1, 7, 10, 3)]
    assert not handler.is_checkpoint_pending
    assert inputs.calls == [
        ("block_consumption", 1), ("block_consumption", 0), ("block_consumption", 2),
        ("resume_consumption", 0), ("resume_consumption", 1), ("resume_consumption", 2),
    ]  # fmt: skip


def test_a_newer_barrier_subsumes_a_checkpoint_and_an_older_one_only_lets_its_channel_go_on() -> (
    None
):
    handler, task, inputs, _ = aligning(2)
    handler.process_barrier(barrier(1, 1000), 0)
    handler.process_barrier(barrier(2, 1000), 1)
    subsumed = CheckpointFailureReason.CHECKPOINT_DECLINED_SUBSUMED
    assert task.told[-2:] == [(1, subsumed), ("starts", 2, 0)]
    assert handler.latest_checkpoint_id == 2
    assert handler.blocked_channels == {1}
    inputs.calls.clear()
    handler.process_barrier(barrier(1, 1000), 1)
    assert inputs.calls == [("resume_consumption", 1)]
    assert handler.aligning_checkpoint_id == 2


def test_a_channel_that_ends_is_as_one_whose_barrier_has_come() -> None:
    handler, task, _, _ = aligning(2)
    handler.process_barrier(barrier(1, 1000), 0)
    handler.process_end_of_partition(1)
    assert task.told[-1] == (1, 0, 0, 0)
    handler.process_barrier(barrier(2, 1000), 0)  # the only one that is left
    assert task.told[-1] == (2, 0, 0, 0)


def test_without_checkpoints_after_tasks_finish_an_end_declines_what_is_aligned() -> None:
    handler, task, _, _ = aligning(2, checkpoints_after_tasks_finish=False)
    handler.process_end_of_partition(1)
    assert task.told == []
    handler, task, _, _ = aligning(2, checkpoints_after_tasks_finish=False)
    handler.process_barrier(barrier(1, 1000), 0)
    handler.process_end_of_partition(1)
    ended = CheckpointFailureReason.CHECKPOINT_DECLINED_INPUT_END_OF_STREAM
    assert task.told[-1] == (1, ended)
    assert handler.blocked_channels == frozenset()


def test_a_barrier_that_was_called_for_blocks_nothing() -> None:
    handler, _, inputs, _ = aligning(2)
    handler.process_barrier(barrier(1, 1000), 0, is_rpc_triggered=True)
    assert inputs.calls == []
    handler.process_barrier(barrier(1, 1000), 1)
    assert ("block_consumption", 1) in inputs.calls


def test_a_checkpoint_that_is_cancelled_in_one_channel_lets_the_others_go_on() -> None:
    handler, task, inputs, _ = aligning(2)
    handler.process_barrier(barrier(3, 1000), 0)
    handler.process_cancellation_barrier(CancelCheckpointMarker(2), 1)  # long over
    assert handler.aligning_checkpoint_id == 3
    handler.process_cancellation_barrier(CancelCheckpointMarker(3), 1)
    assert task.told[-1] == (3, CANCELLED)
    assert inputs.calls == [("block_consumption", 0), ("resume_consumption", 0)]
    handler.process_cancellation_barrier(CancelCheckpointMarker(3), 0)  # known already
    assert task.told[-1] == (3, CANCELLED)
    assert len([told for told in task.told if told == (3, CANCELLED)]) == 1


# --- at least once: counting ----------------------------------------------------------------------

CANCELLED = CheckpointFailureReason.CHECKPOINT_DECLINED_ON_CANCELLATION_BARRIER


def counting(channels: int) -> tuple[CheckpointBarrierTracker, Task]:
    task = Task()
    return CheckpointBarrierTracker(task, channels, lambda: 1000), task  # type: ignore[arg-type]


def test_of_three_channels_each_counts_once() -> None:
    tracker, task = counting(3)
    for channel in (0, 0, 1):
        tracker.process_barrier(barrier(1, 1000), channel)
    assert tracker.latest_checkpoint_id == 1
    assert task.told == []
    tracker.process_barrier(barrier(1, 1000), 2)
    assert task.told == [(1, 0, 0, 0)]
    assert tracker.latest_checkpoint_id == -1


def test_a_channel_that_ends_is_waited_for_no_more() -> None:
    tracker, task = counting(3)
    tracker.process_barrier(barrier(1, 1000), 0)
    tracker.process_end_of_partition(0)  # which had sent its barrier before
    tracker.process_barrier(barrier(1, 1000), 1)
    assert task.told == []
    tracker.process_end_of_partition(2)
    assert task.told == [(1, 0, 0, 0)]
    tracker.process_barrier(barrier(2, 1000), 1)  # the only one that is open
    assert task.told[1:] == [(2, 0, 0, 0)]


def test_a_later_checkpoint_that_is_complete_subsumes_the_ones_before() -> None:
    tracker, task = counting(2)
    for number in (1, 2, 3):
        tracker.process_barrier(barrier(number, 1000), 0)
    tracker.process_barrier(barrier(2, 1000), 1)
    assert [told[0] for told in task.told] == [2]
    assert tracker.latest_checkpoint_id == 3
    tracker.process_barrier(barrier(1, 1000), 1)  # too late
    tracker.process_barrier(barrier(3, 1000), 1)
    assert [told[0] for told in task.told] == [2, 3]


def test_a_cancelled_checkpoint_is_told_once_and_remembered_until_all_channels_know() -> None:
    tracker, task = counting(3)
    tracker.process_barrier(barrier(1, 1000), 0)
    tracker.process_cancellation_barrier(CancelCheckpointMarker(1), 1)
    assert task.told == [(1, CANCELLED)]
    assert tracker.latest_checkpoint_id == 1
    tracker.process_cancellation_barrier(CancelCheckpointMarker(1), 2)
    assert task.told == [(1, CANCELLED)]
    assert tracker.latest_checkpoint_id == -1


def test_what_is_older_than_a_cancelled_one_will_not_be_either() -> None:
    tracker, task = counting(2)
    tracker.process_barrier(barrier(1, 1000), 0)
    tracker.process_cancellation_barrier(CancelCheckpointMarker(2), 0)
    assert task.told == [(1, CANCELLED), (2, CANCELLED)]
    tracker.process_barrier(barrier(1, 1000), 1)
    tracker.process_barrier(barrier(2, 1000), 1)  # whose cancellation came before it
    assert task.told == [(1, CANCELLED), (2, CANCELLED)]
    tracker.process_barrier(barrier(3, 1000), 0)
    tracker.process_barrier(barrier(3, 1000), 1)
    assert task.told[2:] == [(3, 0, 0, 0)]


def test_so_many_checkpoints_are_counted_at_a_time() -> None:
    tracker, task = counting(2)
    for number in range(1, MAX_CHECKPOINTS_TO_TRACK + 2):
        tracker.process_barrier(barrier(number, 1000), 0)
    tracker.process_barrier(barrier(1, 1000), 1)  # forgotten
    assert task.told == []
    tracker.process_barrier(barrier(2, 1000), 1)
    assert [told[0] for told in task.told] == [2]


def test_without_checkpoints_after_tasks_finish_an_end_declines_what_is_pending() -> None:
    task = Task()
    tracker = CheckpointBarrierTracker(
        task, 3, lambda: 1000, checkpoints_after_tasks_finish=False  # type: ignore[arg-type]
    )  # fmt: skip
    tracker.process_barrier(barrier(1, 1000), 0)
    tracker.process_barrier(barrier(2, 1000), 0)
    tracker.process_end_of_partition(1)
    ended = CheckpointFailureReason.CHECKPOINT_DECLINED_INPUT_END_OF_STREAM
    assert task.told == [(1, ended), (2, ended)]
    assert tracker.aligning_checkpoint_id is None


def test_a_barrier_behind_one_that_was_triggered_for_its_channel_ends_no_alignment() -> None:
    """The task of channel 1 had finished, so 6 was triggered here; 5 and its end are under way."""
    tracker, task = counting(3)
    tracker.process_barrier(barrier(5, 1000), 0)
    tracker.process_barrier(barrier(5, 1000), 2)
    tracker.process_end_of_partition(0)
    tracker.process_end_of_partition(2)
    tracker.process_barrier(barrier(6, 1000), 1, is_rpc_triggered=True)
    tracker.process_barrier(barrier(5, 1000), 1)
    tracker.process_end_of_partition(1)
    assert task.told == [(6, 0, 0, 0), (5, 0, 0, 0)]  # of which the second is given up by the task
    assert tracker.aligning_checkpoint_id is None


def test_no_crash_at_the_end_of_a_source_stops_a_job_that_counts_barriers() -> None:
    """Found at random: a finished task, three checkpoints at once, and a slow network."""
    random = Random(900191)
    tried = random_try("broadcast", "at least once", random)
    tally = crash_at_random(tried, random.randrange(1_000_000), 15)
    assert tally.points > 10
    assert not tally.lost, tally.told
