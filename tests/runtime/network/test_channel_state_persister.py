"""Which buffers of a channel are in flight. Flink: ``ChannelStatePersisterTest``."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.core.ids import ChannelId
from flinksim.runtime.checkpoint.channel_state_writer import ChannelStateFiles
from flinksim.runtime.checkpoint.checkpoint_exception import (
    CheckpointException,
    CheckpointFailureReason,
)
from flinksim.runtime.checkpoint.checkpoint_options import CheckpointOptions
from flinksim.runtime.elements import CheckpointBarrier, EndOfData, StreamRecord
from flinksim.runtime.network.channel_state_persister import ChannelStatePersister, CheckpointStatus
from flinksim.runtime.network.input_channels import ReceivedBuffer
from flinksim.trace.events import InputPersisted
from flinksim.trace.events.event import build_emitter

CHANNEL = ChannelId("c")


def data(value: Any, size: int = 8) -> ReceivedBuffer:
    return ReceivedBuffer([StreamRecord(value)], size, False)


def barrier(number: int) -> ReceivedBuffer:
    options = CheckpointOptions.unaligned()
    return ReceivedBuffer([CheckpointBarrier(number, 0, options)], 0, True)


class Kept:
    """A persister, and what it has handed on for each checkpoint."""

    def __init__(self, *checkpoints: int) -> None:
        self.events: list[Any] = []
        self.writer = ChannelStateFiles().create_writer(1)
        for number in checkpoints:
            self.writer.start(number, CheckpointOptions.unaligned())
        self.persister = ChannelStatePersister(CHANNEL, self.writer, build_emitter(self.events))

    def of(self, checkpoint: int) -> list[Any]:
        result = self.writer.write_result(checkpoint)
        assert result is not None
        found = result.inputs.get(CHANNEL)
        return [] if found is None else [element.value for element in found.elements]  # type: ignore[union-attr]


def test_what_waits_and_what_comes_before_the_barrier_is_in_flight() -> None:
    kept = Kept(1)
    assert kept.persister.on_buffer(data("before")) is None
    kept.persister.start_persisting(1, [data("waits", 3), data("waits, too", 4)])
    assert kept.persister.status is CheckpointStatus.BARRIER_PENDING
    assert kept.persister.on_buffer(data("comes")) is None
    assert kept.persister.on_buffer(ReceivedBuffer([EndOfData()], 0, True)) is None
    assert kept.persister.on_buffer(barrier(1)) == 1
    assert kept.persister.status is CheckpointStatus.BARRIER_RECEIVED
    assert kept.persister.on_buffer(data("after")) is None
    assert kept.of(1) == ["waits", "waits, too", "comes"]
    assert kept.events == [InputPersisted(CHANNEL, 1, 2, 7), InputPersisted(CHANNEL, 1, 1, 8)]


def test_a_barrier_that_came_first_leaves_nothing_in_flight_but_what_waited() -> None:
    kept = Kept(1)
    assert kept.persister.on_buffer(barrier(1)) == 1
    kept.persister.start_persisting(1, [])
    assert kept.persister.status is CheckpointStatus.BARRIER_RECEIVED
    kept.persister.on_buffer(data("after"))
    assert kept.of(1) == []
    assert kept.events == []


def test_a_checkpoint_that_is_over_persists_nothing_and_its_barrier_is_no_news() -> None:
    kept = Kept(1, 2)
    kept.persister.start_persisting(1, [])
    kept.persister.stop_persisting(1)
    assert kept.persister.status is CheckpointStatus.COMPLETED
    kept.persister.on_buffer(data("after"))
    assert kept.persister.on_buffer(barrier(1)) is None
    assert kept.persister.on_buffer(barrier(2)) == 2
    assert kept.of(1) == []


def test_the_end_of_an_older_checkpoint_does_not_end_a_newer_one() -> None:
    kept = Kept(1, 2)
    kept.persister.start_persisting(2, [])
    kept.persister.stop_persisting(1)
    assert kept.persister.status is CheckpointStatus.BARRIER_PENDING
    kept.persister.on_buffer(data("of 2"))
    assert kept.persister.on_buffer(barrier(1)) is None
    assert kept.persister.on_buffer(barrier(2)) == 2
    assert kept.of(2) == ["of 2"]


def test_a_newer_checkpoint_takes_over() -> None:
    kept = Kept(1, 2)
    kept.persister.start_persisting(1, [])
    kept.persister.on_buffer(data("of 1"))
    kept.persister.start_persisting(2, [data("waits")])
    kept.persister.on_buffer(data("of 2"))
    assert kept.of(1) == ["of 1"]
    assert kept.of(2) == ["waits", "of 2"]


def test_a_checkpoint_that_a_newer_barrier_has_subsumed_cannot_start() -> None:
    kept = Kept(1, 2)
    kept.persister.on_buffer(barrier(2))
    with pytest.raises(
        CheckpointException,
        match="Barrier for newer checkpoint 2 has already been received compared to the requested "
        "checkpoint 1",
    ) as told:
        kept.persister.start_persisting(1, [data("waits")])
    assert told.value.reason is CheckpointFailureReason.CHECKPOINT_SUBSUMED
    assert kept.of(1) == []
    kept.persister.start_persisting(2, [data("waits")])
    assert kept.of(2) == ["waits"]
    assert kept.persister.status is CheckpointStatus.BARRIER_RECEIVED
