"""Several edges that lead to one input: their gates take turns, whatever each of them has."""

from __future__ import annotations

import pytest

from flinksim.core.ids import ChannelId
from flinksim.runtime.checkpoint.checkpoint_options import CheckpointOptions
from flinksim.runtime.elements import CheckpointBarrier, StreamRecord
from flinksim.runtime.network.buffers import LocalBufferPool
from flinksim.runtime.network.input_channels import ChannelLocation, LocalInputChannel
from flinksim.runtime.network.input_gate import InputGate, UnionInputGate
from flinksim.runtime.network.subpartition import PipelinedSubpartition

FULL = 10


class World:
    """Gates with so many channels each, joined; every channel has a sender of its own."""

    def __init__(self, *widths: int) -> None:
        self.gates = [InputGate(None) for _ in widths]
        self.union = UnionInputGate(self.gates)
        self.senders: list[PipelinedSubpartition] = []
        self.told = 0
        self.union.on_available = self.tell
        for gate, width in zip(self.gates, widths, strict=True):
            for _ in range(width):
                number = len(self.senders)
                sender = PipelinedSubpartition(0, ChannelId(str(number)), LocalBufferPool(20, FULL))
                place = ChannelLocation(
                    sender.channel, number, 0, len(self.union.channels), gate, sender
                )
                channel = LocalInputChannel(place)
                gate.add(channel)
                self.union.add(channel)
                self.senders.append(sender)

    def tell(self) -> None:
        self.told += 1

    def write(self, number: int, buffers: int = 1) -> None:
        for _ in range(buffers):
            self.senders[number].write(StreamRecord(None), FULL)
        self.senders[number].flush()

    def read(self) -> list[int]:
        """The channels of everything that is there, in the order in which it is read."""
        found = []
        while (polled := self.union.poll()) is not None:
            polled[1].recycle()
            found.append(polled[0].index)
        return found


def test_gates_take_turns_and_so_do_the_channels_of_each() -> None:
    world = World(2, 1)
    for number in (0, 1, 2):
        world.write(number, 3)
    assert world.read() == [0, 2, 1, 2, 0, 2, 1, 0, 1]


def test_one_gate_with_many_channels_does_not_get_more_than_its_turn() -> None:
    world = World(4, 1)
    for number in range(5):
        world.write(number, 2)
    assert world.read()[:4] == [0, 4, 1, 4]


def test_a_gate_that_gets_something_stands_at_the_end() -> None:
    world = World(1, 1, 1)
    world.write(2, 2)
    world.write(0, 2)
    assert world.read() == [2, 0, 2, 0]
    assert not world.union.is_available


def test_whoever_waits_is_told_once_when_the_first_thing_is_there() -> None:
    world = World(1, 1)
    assert not world.union.is_available
    world.write(1)
    assert world.told == 1
    world.write(0)
    assert world.told == 1
    world.read()
    world.write(0)
    assert world.told == 2


@pytest.mark.parametrize("late", [False, True])
def test_a_gate_with_a_priority_event_goes_before_the_others(late: bool) -> None:
    world = World(1, 2)
    world.write(0, 2)
    world.write(1, 2)
    if late:
        assert world.union.poll() is not None
    world.senders[2].write_event(CheckpointBarrier(1, 0, CheckpointOptions.unaligned()))
    assert world.read()[0] == 2
    assert not world.union.is_available


def test_a_gate_with_another_priority_event_stays_before_the_others() -> None:
    world = World(1, 1)
    world.write(0, 2)
    world.write(1, 2)
    for number in (1, 2):
        world.senders[1].write_event(CheckpointBarrier(number, 0, CheckpointOptions.unaligned()))
    assert world.read() == [1, 1, 0, 1, 0, 1]


def test_channels_count_through_all_gates() -> None:
    world = World(2, 3)
    assert [channel.valve_index for channel in world.union.channels] == [0, 1, 2, 3, 4]
