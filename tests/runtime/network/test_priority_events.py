"""Unaligned barriers overtake: in the sender's queue, in the receiver's, and among the channels."""

from __future__ import annotations

from typing import Any

from flinksim.core.ids import ChannelId
from flinksim.runtime.checkpoint.channel_state_writer import ChannelStateFiles, InFlightData
from flinksim.runtime.checkpoint.checkpoint_options import CheckpointOptions
from flinksim.runtime.elements import CheckpointBarrier, StreamRecord
from flinksim.runtime.network.buffers import LocalBufferPool
from flinksim.runtime.network.connection import Connection, CreditBasedReader
from flinksim.runtime.network.input_channels import ChannelLocation, LocalInputChannel
from flinksim.runtime.network.input_gate import FloatingBuffers, InputGate
from flinksim.runtime.network.remote_input_channel import RemoteInputChannel
from flinksim.runtime.network.subpartition import PipelinedSubpartition
from flinksim.runtime.scheduler_actors import RunnableSet
from flinksim.trace.events import OutputPersisted, TraceEvent
from flinksim.trace.events.event import build_emitter


def unaligned(number: int) -> CheckpointBarrier:
    return CheckpointBarrier(number, 0, CheckpointOptions.unaligned())


class Network:
    """*channels* senders and one gate; what is written has arrived when ``pump`` returns."""

    def __init__(self, channels: int, local: bool = False) -> None:
        self.events: list[TraceEvent] = []
        self.runnable = RunnableSet()
        self.down = Connection("down", self.runnable, None)
        self.up = Connection("up", self.runnable, None)
        self.down.bit, self.up.bit = 1, 2
        self.gate = InputGate(None)
        self.senders = []
        floating = FloatingBuffers()
        for index in range(channels):
            pool = LocalBufferPool(10, 10)
            sender = PipelinedSubpartition(
                0, ChannelId(str(index)), pool, build_emitter(self.events)
            )
            place = ChannelLocation(ChannelId(str(index)), index, 0, index, self.gate, sender)
            if local:
                self.gate.add(LocalInputChannel(place))
            else:
                channel = RemoteInputChannel(place, floating, self.up, None)
                CreditBasedReader(sender, channel, self.down)
                self.gate.add(channel)
            self.senders.append(sender)

    def pump(self) -> None:
        while self.runnable.mask:
            (self.down if self.runnable.mask & 1 else self.up).step()

    def write(self, channel: int, *values: Any) -> None:
        for value in values:
            self.senders[channel].write(StreamRecord(value), 10)
        self.senders[channel].flush()
        self.pump()

    def barrier(self, channel: int, number: int) -> None:
        self.senders[channel].write_event(unaligned(number))
        self.pump()

    def read(self) -> list[Any]:
        found = []
        while (polled := self.gate.poll()) is not None:
            channel, buffer = polled
            for element in buffer.elements:
                what = element.value if isinstance(element, StreamRecord) else "barrier"
                found.append((channel.index, what))
            buffer.recycle()
            self.pump()
        return found


def test_a_channel_with_a_priority_event_goes_before_the_others() -> None:
    network = Network(3)
    for channel in range(3):
        network.write(channel, "a", "b")
    network.barrier(2, 1)
    assert network.read() == [
        (2, "barrier"), (0, "a"), (1, "a"), (2, "a"), (0, "b"), (1, "b"), (2, "b"),
    ]  # fmt: skip


def test_priority_events_of_several_channels_come_in_their_order() -> None:
    network = Network(3)
    for channel in range(3):
        network.write(channel, "a")
    network.barrier(2, 1)
    network.barrier(0, 1)
    assert network.read()[:2] == [(2, "barrier"), (0, "barrier")]


def test_two_priority_events_of_one_channel_stay_in_order() -> None:
    network = Network(2)
    network.write(0, "a")
    network.barrier(1, 1)
    network.barrier(1, 2)
    polled = [network.gate.poll() for _ in range(3)]
    found = [(p[0].index, p[1].elements[0]) for p in polled if p is not None]
    assert found == [(1, unaligned(1)), (1, unaligned(2)), (0, StreamRecord("a"))]


def test_what_it_overtakes_at_the_sender_is_persisted_and_still_sent() -> None:
    network = Network(1)
    for number in range(14):
        network.senders[0].write(StreamRecord(number), 10)
        network.pump()
    writer = network.senders[0].channel_state_writer = ChannelStateFiles().create_writer(1)
    writer.start(7, CheckpointOptions.unaligned())
    network.barrier(0, 7)
    result = writer.write_result(7)
    assert result is not None
    assert result.outputs == {
        ChannelId("0"): InFlightData([StreamRecord(number) for number in (10, 11, 12, 13)], 4, 40)
    }
    events = [event for event in network.events if isinstance(event, OutputPersisted)]
    assert events == [OutputPersisted(ChannelId("0"), 7, 4, 40)]
    network.senders[0].flush()
    assert [what for _, what in network.read()] == ["barrier", *range(14)]


def test_it_overtakes_in_a_local_channel_too() -> None:
    network = Network(2, local=True)
    network.write(0, "a", "b")
    network.write(1, "a", "b")
    network.barrier(1, 1)
    assert network.read() == [(1, "barrier"), (0, "a"), (1, "a"), (0, "b"), (1, "b")]


def test_an_aligned_barrier_overtakes_nothing_and_blocks() -> None:
    network = Network(1)
    network.write(0, "a")
    network.senders[0].write_event(CheckpointBarrier(1, 0))
    network.write(0, "b")
    assert [what for _, what in network.read()] == ["a", "barrier"]
    network.senders[0].resume_consumption()
    network.pump()
    assert [what for _, what in network.read()] == ["b"]
