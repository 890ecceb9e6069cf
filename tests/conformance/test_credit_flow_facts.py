"""Sender and receiver of remote channels against traces of Flink 2.3.0's own, counter by counter."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.core.ids import ChannelId
from flinksim.runtime.checkpoint.channel_state_writer import ChannelStateFile, ChannelStateWriter
from flinksim.runtime.checkpoint.checkpoint_options import CheckpointOptions
from flinksim.runtime.elements import CheckpointBarrier, Element, StreamRecord
from flinksim.runtime.network.buffers import LocalBufferPool
from flinksim.runtime.network.connection import Connection, CreditBasedReader
from flinksim.runtime.network.input_channels import ChannelLocation, InputChannel, ReceivedBuffer
from flinksim.runtime.network.input_gate import FloatingBuffers, InputGate
from flinksim.runtime.network.remote_input_channel import RemoteInputChannel
from flinksim.runtime.network.subpartition import PipelinedSubpartition
from flinksim.runtime.scheduler_actors import RunnableSet
from flinksim.trace.events import BufferSent, CreditAnnounced, TraceEvent
from flinksim.trace.events.event import build_emitter
from tests.conformance.fact_files import load

CASES = [*load("credit_flow")["cases"], *load("credit_flow_blocked")["cases"]]


class Persisted(ChannelStateWriter):
    """Keeps the sizes of what is persisted, as the record has them."""

    def __init__(self, index: int, found: list[tuple[str, str, Any]]) -> None:
        super().__init__(ChannelStateFile(), 1)
        self._index = index
        self._found = found

    def add_output_data(
        self, checkpoint_id: int, channel: ChannelId, elements: list[Element], sizes: list[int]
    ) -> None:
        self._found.append(("persistOutput", str(self._index), [checkpoint_id, sizes]))


class Network:
    """Some producers and one gate, joined by a connection each way."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.events: list[TraceEvent] = []
        runnable = RunnableSet()
        self.down = Connection("down", runnable, build_emitter(self.events))
        self.up = Connection("up", runnable, build_emitter(self.events))
        self.runnable = runnable
        self.down.bit, self.up.bit = 1, 2
        self.gate = InputGate(None)
        self.floating = FloatingBuffers(min(8, case["floatingBuffersInGlobalPool"]))
        self.subpartitions: list[PipelinedSubpartition] = []
        self.pools: list[LocalBufferPool] = []
        self.channels: list[RemoteInputChannel] = []
        self.held: list[tuple[InputChannel, ReceivedBuffer]] = []
        self.persisted: list[tuple[str, str, Any]] = []
        for index in range(case["channels"]):
            pool = LocalBufferPool(case["producerPoolMax"], case["bufferSize"])
            subpartition = PipelinedSubpartition(0, ChannelId(str(index)), pool)
            place = ChannelLocation(ChannelId(str(index)), index, 0, index, self.gate, subpartition)
            channel = RemoteInputChannel(place, self.floating, self.up, build_emitter(self.events))
            CreditBasedReader(subpartition, channel, self.down)
            subpartition.channel_state_writer = Persisted(index, self.persisted)
            self.gate.add(channel)
            self.pools.append(pool)
            self.subpartitions.append(subpartition)
            self.channels.append(channel)

    def run(self, op: list[Any]) -> Any:
        """Do *op*, then pump the network until nothing moves; what Flink's record calls the result."""
        result = self.do(op)
        while self.runnable.mask:
            (self.down if self.runnable.mask & 1 else self.up).step()
        return result

    def do(self, op: list[Any]) -> Any:
        match op:
            case ["emit", channel, size]:
                if not self.pools[channel].is_available:
                    return "backpressured"
                self.subpartitions[channel].write(StreamRecord(None), size)
                return "emitted"
            case ["flush", channel]:
                self.subpartitions[channel].flush()
            case ["consume"]:
                if (polled := self.gate.poll()) is None:
                    return "empty"
                polled[1].recycle()
                return read(*polled)
            case ["poll"]:
                if (polled := self.gate.poll()) is None:
                    return "empty"
                if not polled[1].is_event:
                    self.held.append(polled)
                return read(*polled)
            case ["recycle"]:
                if not self.held:
                    return "nothing"
                channel, buffer = self.held.pop(0)
                buffer.recycle()
                return channel.index
            case ["barrier", channel, number, kind]:
                unaligned = CheckpointOptions.unaligned()
                options = unaligned if kind == "unaligned" else CheckpointOptions()
                barrier = CheckpointBarrier(number, 0, options)
                self.subpartitions[channel].write_event(barrier)
            case ["resume", channel]:
                if not self.subpartitions[channel].is_blocked:
                    return "notBlocked"
                self.subpartitions[channel].resume_consumption()
            case _:
                raise AssertionError(f"unknown operation {op}")
        return None

    def messages(self) -> list[tuple[str, str, Any]]:
        """What went over the network: (kind, channel, what it says)."""
        sent: list[tuple[str, str, Any]] = [*self.persisted]
        self.persisted.clear()
        for event in self.events:
            if isinstance(event, BufferSent):
                sent.append(("buffer", event.channel, [event.backlog, event.bytes]))
            elif isinstance(event, CreditAnnounced):
                sent.append(("addCredit", event.channel, [event.credit]))
        self.events.clear()
        return sent

    def state(self) -> list[dict[str, Any]]:
        return [
            {
                "senderCredit": channel.reader.credit if channel.reader else None,
                "senderQueue": subpartition.queued_buffers,
                "senderBacklog": subpartition.backlog,
                "blocked": subpartition.is_blocked,
                "producerAvailable": pool.is_available,
                "producerPoolUsed": pool.in_use,
                "exclusive": channel.exclusive_count,
                "floating": channel.floating_count,
                "required": channel.required_count,
                "waiting": channel.is_waiting,
                "received": channel.received_buffers,
                "unannounced": channel.unannounced_credit,
            }
            for channel, subpartition, pool in zip(
                self.channels, self.subpartitions, self.pools, strict=True
            )
        ]


def read(channel: InputChannel, buffer: ReceivedBuffer) -> list[Any]:
    """A polled buffer as the record has it."""
    if buffer.is_event:
        return [channel.index, type(buffer.elements[0]).__name__, None]
    return [channel.index, "buffer", buffer.bytes]


def recorded_messages(step: dict[str, Any]) -> list[tuple[str, str, Any]]:
    found: list[tuple[str, str, Any]] = []
    for _, channel, kind, details in step["messages"]:
        said = dict(zip(details[::2], details[1::2], strict=True))
        if kind == "addCredit":
            found.append((kind, str(channel), [said["credit"]]))
        elif kind == "checkpoint":
            found.append(("persistOutput", str(channel), [said["id"], said["bufferBytes"]]))
        elif kind == "buffer" or kind.startswith("event:"):
            found.append(("buffer", str(channel), [said["backlog"], said["bytes"]]))
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_every_counter_is_flinks_after_every_operation(case: dict[str, Any]) -> None:
    network = Network(case)
    assert network.state() == case["initial"]["state"]
    for number, step in enumerate(case["steps"]):
        result = network.run(step["op"])
        messages = network.messages()
        place = f"step {number}: {step['op']}"
        assert result == step.get("result"), place
        assert network.state() == step["state"], place
        assert network.floating.free == step["floatingFree"], place
        # Both ways at once have no order; each way for itself has one.
        for way in ("buffer", "addCredit", "persistOutput"):
            ours = [message for message in messages if message[0] == way]
            theirs = [message for message in recorded_messages(step) if message[0] == way]
            assert ours == theirs, place


def test_there_are_cases_left() -> None:
    assert len(CASES) == 27 + 8
