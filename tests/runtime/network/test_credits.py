"""Whatever happens: no buffer is lost, no credit is made, and the order of a channel holds."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from flinksim.core.ids import ChannelId
from flinksim.runtime.elements import END_OF_PARTITION, StreamRecord
from flinksim.runtime.network.buffers import (
    EXCLUSIVE_BUFFERS_PER_CHANNEL,
    FLOATING_BUFFERS_PER_GATE,
    LocalBufferPool,
)
from flinksim.runtime.network.connection import Connection, CreditBasedReader
from flinksim.runtime.network.input_channels import ChannelLocation, ReceivedBuffer
from flinksim.runtime.network.input_gate import FloatingBuffers, InputGate
from flinksim.runtime.network.remote_input_channel import RemoteInputChannel
from flinksim.runtime.network.subpartition import PipelinedSubpartition
from flinksim.runtime.scheduler_actors import RunnableSet


class World:
    """Some senders, one gate, a connection each way."""

    def __init__(self, channels: int, segment_bytes: int) -> None:
        self.runnable = RunnableSet()
        self.down = Connection("down", self.runnable, None)
        self.up = Connection("up", self.runnable, None)
        self.down.bit, self.up.bit = 1, 2
        self.gate = InputGate(None)
        self.floating = FloatingBuffers()
        self.pools = [LocalBufferPool(10, segment_bytes) for _ in range(channels)]
        self.senders = [
            PipelinedSubpartition(0, ChannelId(str(i)), pool) for i, pool in enumerate(self.pools)
        ]
        self.channels = []
        for i, sender in enumerate(self.senders):
            place = ChannelLocation(ChannelId(str(i)), i, 0, i, self.gate, sender)
            channel = RemoteInputChannel(place, self.floating, self.up, None)
            CreditBasedReader(sender, channel, self.down)
            self.gate.add(channel)
            self.channels.append(channel)
        self.held: list[tuple[int, ReceivedBuffer]] = []
        self.sent: list[list[int]] = [[] for _ in range(channels)]
        self.got: list[list[int]] = [[] for _ in range(channels)]

    def act(self, what: str, channel: int, size: int) -> None:
        channel %= len(self.senders)
        if what == "write" and self.pools[channel].is_available:
            number = len(self.sent[channel])
            self.senders[channel].write(StreamRecord(number), size)
            self.sent[channel].append(number)
        elif what == "flush":
            self.senders[channel].flush()
        elif what == "down" and self.runnable.mask & 1:
            self.down.step()
        elif what == "up" and self.runnable.mask & 2:
            self.up.step()
        elif what == "poll" and (polled := self.gate.poll()) is not None:
            self.got[polled[0].index] += [e.value for e in polled[1].elements]  # type: ignore[union-attr]
            self.held.append((polled[0].index, polled[1]))
        elif what == "recycle" and self.held:
            self.held.pop(0)[1].recycle()

    def check(self) -> None:
        floating_elsewhere = 0
        for i, channel in enumerate(self.channels):
            reader = channel.reader
            assert reader is not None
            assert reader.credit >= 0
            assert (
                reader.credit + channel.unannounced_credit
                == channel.exclusive_count + channel.floating_count
            )
            waiting = [b for b in channel._buffers if not b.is_event]
            held = [b for index, b in self.held if index == i and not b.is_event]
            floating_used = sum(b._is_floating for b in (*waiting, *held))
            floating_elsewhere += channel.floating_count + floating_used
            exclusive_used = len(waiting) + len(held) - floating_used
            assert channel.exclusive_count + exclusive_used == EXCLUSIVE_BUFFERS_PER_CHANNEL
            assert self.got[i] == self.sent[i][: len(self.got[i])]
            queued = [b for b in self.senders[i]._buffers if not b.is_event]
            assert self.pools[i].in_use == len(queued)
        assert self.floating.free + floating_elsewhere == FLOATING_BUFFERS_PER_GATE


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(["write", "write", "write", "flush", "down", "up", "poll", "recycle"]),
        st.integers(0, 3),
        st.sampled_from([1, 10, 32, 33, 100]),
    ),
    max_size=120,
)


@settings(deadline=None, max_examples=200)
@given(channels=st.integers(1, 4), segment=st.sampled_from([32, 100]), actions=ACTIONS)
def test_buffers_and_credits_add_up_after_every_action(
    channels: int, segment: int, actions: list[tuple[Any, ...]]
) -> None:
    world = World(channels, segment)
    world.check()
    for action in actions:
        world.act(*action)
        world.check()
    finish(world)
    assert world.got == world.sent


def finish(world: World) -> None:
    """Let everything that was written arrive."""
    for sender in world.senders:
        sender.flush()
    for _ in range(10_000):
        if world.runnable.mask & 2:
            world.up.step()
        elif world.runnable.mask & 1:
            world.down.step()
        elif world.gate.is_available:
            world.act("poll", 0, 0)
        elif world.held:
            world.act("recycle", 0, 0)
        else:
            return
        world.check()
    raise AssertionError("the network did not come to rest")


def pump(world: World) -> None:
    while world.runnable.mask:
        (world.down if world.runnable.mask & 1 else world.up).step()


def test_an_event_passes_without_credit_once_it_stands_first() -> None:
    world = World(1, 32)
    for _ in range(11):
        world.act("write", 0, 32)
        pump(world)
    reader = world.channels[0].reader
    assert reader is not None
    assert (reader.credit, world.senders[0].queued_buffers, world.channels[0].received_buffers) == (
        0,
        1,
        10,
    )
    world.senders[0].write_event(END_OF_PARTITION)
    pump(world)
    assert world.senders[0].queued_buffers == 2, (
        "a buffer stands before the event, and has no credit"
    )
    world.act("poll", 0, 0)
    world.act("recycle", 0, 0)
    pump(world)
    assert (reader.credit, world.senders[0].queued_buffers) == (0, 0)
    assert world.channels[0].received_buffers == 11
