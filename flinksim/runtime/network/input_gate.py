"""The channels of one logical input of a task, read fairly."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Protocol

from flinksim.runtime.network.buffers import FLOATING_BUFFERS_PER_GATE
from flinksim.runtime.network.input_channels import InputChannel, ReceivedBuffer
from flinksim.trace.events import BufferConsumed, Emit


class BufferListener(Protocol):
    """Whoever waits for a floating buffer. Flink: ``BufferListener``."""

    def offer_floating_buffer(self) -> bool:
        """A buffer came free; whether it is taken."""


class FloatingBuffers:
    """The buffers that all channels of an edge share; who waits for one is served first come first
    served.

    ``free`` of ``size`` are nobody's. Of the TaskManager's buffers at least ``required`` and at
    most ``maximum`` are this pool's.

    Flink: the input gate's ``LocalBufferPool``.
    """

    __slots__ = ("_waiting", "free", "maximum", "on_change", "required", "size")

    def __init__(self, count: int = FLOATING_BUFFERS_PER_GATE, required: int = 1) -> None:
        self.required = required
        self.maximum = count
        self.size = count
        self.free = count
        self._waiting: deque[BufferListener] = deque()
        self.on_change: Callable[[int], None] | None = None

    def set_number_of_buffers(self, count: int) -> None:
        """Have *count* buffers; before anything is taken."""
        self.size = self.free = count

    def take(self) -> bool:
        """One buffer; ``False`` if none is free."""
        if not self.free:
            return False
        self._change(-1)
        return True

    def wait_for_one(self, listener: BufferListener) -> None:
        self._waiting.append(listener)

    def give_back(self) -> None:
        """A buffer is free; it goes to the first who waits and still needs one."""
        while self._waiting:
            if self._waiting.popleft().offer_floating_buffer():
                return
        self._change(1)

    def _change(self, by: int) -> None:
        self.free += by
        if self.on_change is not None:
            self.on_change(by)


class InputGate:
    """One logical input: its channels, and those of them that have something to read.

    Channels are served in turn: the first of the queue gives one buffer and, if it has more, goes to
    the end of it. Channels with a priority event stand before all others, in the order in which the
    events came.

    Flink: ``SingleInputGate``, and ``UnionInputGate`` where several edges meet in one input.
    Differs: the channels of several edges stand in one queue, where Flink first takes turns between
    the edges.
    """

    __slots__ = ("_emit", "_first", "_ready", "channels", "on_available", "open_channels")

    def __init__(self, emit: Emit | None) -> None:
        self.channels: list[InputChannel] = []
        self._ready: deque[InputChannel] = deque()
        self._first = 0
        self._emit = emit
        self.on_available: Callable[[], None] | None = None
        self.open_channels = 0

    def add(self, channel: InputChannel) -> None:
        self.channels.append(channel)
        self.open_channels += 1

    def enqueue(self, channel: InputChannel) -> None:
        """*channel* has something to read."""
        if channel.enqueued:
            return
        channel.enqueued = True
        self._ready.append(channel)
        if len(self._ready) == 1 and self.on_available is not None:
            self.on_available()

    def enqueue_first(self, channel: InputChannel) -> None:
        """*channel* has a priority event, so it goes before those that have none."""
        if channel.enqueued:
            place = self._ready.index(channel)
            if place < self._first:
                return
            del self._ready[place]
        channel.enqueued = True
        self._ready.insert(self._first, channel)
        self._first += 1
        if len(self._ready) == 1 and self.on_available is not None:
            self.on_available()

    @property
    def available(self) -> bool:
        return bool(self._ready)

    def poll(self) -> tuple[InputChannel, ReceivedBuffer] | None:
        """The next buffer and its channel, or ``None`` if nothing is there."""
        while self._ready:
            channel = self._ready.popleft()
            if self._first:
                self._first -= 1
            channel.enqueued = False
            buffer = channel.poll()
            if buffer is None:
                continue
            if channel.has_more:
                if buffer.is_event and channel.has_priority_event:
                    self.enqueue_first(channel)
                else:
                    channel.enqueued = True
                    self._ready.append(channel)
            if self._emit is not None:
                self._emit(
                    BufferConsumed(
                        channel.id, channel.received, channel.subpartition.queued, buffer.bytes
                    )
                )
            return channel, buffer
        return None
