"""Crashes find the faults that checkpoints may have: with each of them, results are lost or doubled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from flinksim.runtime.interleaving import Seeded
from flinksim.runtime.jobmaster.checkpoint_coordinator import CheckpointCoordinator
from flinksim.runtime.network.buffers import BufferSlice
from flinksim.runtime.network_settings import NetworkSettings
from flinksim.runtime.operators.internal_timer_service import InternalTimerService
from flinksim.runtime.operators.sink_operator import CommitterOperator
from flinksim.runtime.operators.source_operator import SPLITS_STATE, SourceOperator
from flinksim.runtime.tasks.barrier_inputs import CheckpointableInputs
from tests.crash_everywhere import Tally, Try, crash_everywhere

Plant = Callable[[pytest.MonkeyPatch], None]


def a_barrier_that_does_not_block(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(CheckpointableInputs, "block_consumption", lambda self, channel: None)
    patch.setattr(BufferSlice, "blocks_upstream", property(lambda self: False))


def a_forgotten_timer(patch: pytest.MonkeyPatch) -> None:
    whole = InternalTimerService.snapshot

    def without_one(self: Any, snapshot: Any) -> None:
        whole(self, snapshot)
        for group in snapshot.key_groups.values():
            del group.timers[:1]

    patch.setattr(InternalTimerService, "snapshot", without_one)


def a_split_position_off_by_one(patch: pytest.MonkeyPatch) -> None:
    whole = SourceOperator.snapshot_state

    def one_more(self: Any, snapshot: Any) -> None:
        whole(self, snapshot)
        splits = snapshot.lists[SPLITS_STATE]
        splits.items[:] = [(split, taken + 1, read) for split, taken, read in splits.items]

    patch.setattr(SourceOperator, "snapshot_state", one_more)


def a_commit_before_the_notification(patch: pytest.MonkeyPatch) -> None:
    whole = CommitterOperator.process_element

    def at_once(self: Any, record: Any) -> None:
        whole(self, record)
        self.notify_checkpoint_complete(record.value.checkpoint_id)

    patch.setattr(CommitterOperator, "process_element", at_once)


def an_acknowledgement_too_early(patch: pytest.MonkeyPatch) -> None:
    whole = CheckpointCoordinator._receive_acknowledgement

    def for_all(self: Any, subtask: Any, checkpoint_id: int, *what: Any) -> None:
        if checkpoint_id in self.pending:
            self.pending[checkpoint_id].missing_subtasks.intersection_update({subtask})
        whole(self, subtask, checkpoint_id, *what)

    patch.setattr(CheckpointCoordinator, "_receive_acknowledgement", for_all)


def crashes(name: str, most: int = 12) -> Tally:
    """Some, until something is wrong."""
    tally = Tally()
    for seed in range(most):
        network = NetworkSettings(buffer_timeout_ms=0, latency_ms=2 * (seed % 2))
        tally.add(crash_everywhere(Try(name, "aligned", Seeded(seed), 2, network), seed, 4))
        if tally.lost or tally.doubled:
            break
    return tally


@pytest.mark.parametrize(
    ("plant", "name"),
    [
        (a_barrier_that_does_not_block, "two_inputs"),
        (a_forgotten_timer, "timers"),
        (a_split_position_off_by_one, "stateless"),
        (a_commit_before_the_notification, "stateless"),
        (an_acknowledgement_too_early, "rolling_sum"),
    ],
)
def test_a_fault_loses_or_doubles_something(
    plant: Plant, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    tally = crashes(name)
    assert tally.lost or tally.doubled, f"{tally.points} crashes did not find it"


@pytest.mark.parametrize("name", ["timers", "stateless"])
def test_without_a_fault_nothing_is(name: str) -> None:
    tally = crashes(name, 1)
    assert tally.points > 10
    assert not tally.lost
    assert not tally.doubled
