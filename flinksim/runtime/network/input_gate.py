"""Input gates: the channels of one edge, or of several edges, read round robin."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from flinksim.runtime.network.buffers import FLOATING_BUFFERS_PER_GATE
from flinksim.runtime.network.input_channels import InputChannel, ReceivedBuffer
from flinksim.trace.event_switch import link_emit
from flinksim.trace.events import BufferConsumed, Emit


class BufferListener(Protocol):
    """A channel that waits for a floating buffer. Flink: ``BufferListener``."""

    def offer_floating_buffer(self) -> bool:
        """Offer a free buffer; return whether it is taken."""


class FloatingBuffers:
    """The pool of floating buffers that all channels of an edge share.

    Waiting channels are served first come, first served. ``free`` of the ``size`` buffers are unused.
    The pool owns at least ``required`` and at most ``maximum`` buffers of the TaskManager.

    Flink: the input gate's ``LocalBufferPool``.
    """

    __slots__ = ("_listeners", "free", "maximum", "on_change", "required", "size")

    def __init__(self, count: int = FLOATING_BUFFERS_PER_GATE, required: int = 1) -> None:
        self.required = required
        self.maximum = count
        self.size = count
        self.free = count
        self._listeners: deque[BufferListener] = deque()
        self.on_change: Callable[[int], None] | None = None

    def set_number_of_buffers(self, count: int) -> None:
        """Set the size of the pool; only before any buffer is taken."""
        self.size = self.free = count

    def take_over(self, predecessor: FloatingBuffers) -> None:
        """Take over the buffers of *predecessor*, the pool of the same task before its restart."""
        self.size = self.free = predecessor.size

    def request(self) -> bool:
        """Take one buffer; return ``False`` if none is free."""
        if not self.free:
            return False
        self._change_free(-1)
        return True

    def add_buffer_listener(self, listener: BufferListener) -> None:
        self._listeners.append(listener)

    def recycle(self) -> None:
        """Return a buffer; the first waiting channel that still needs one receives it."""
        while self._listeners:
            if self._listeners.popleft().offer_floating_buffer():
                return
        self._change_free(1)

    def _change_free(self, delta: int) -> None:
        self.free += delta
        if self.on_change is not None:
            self.on_change(delta)


class InputGate:
    """The input channels of one edge, and a queue of those that have data.

    Channels are served round robin: the first of the queue returns one buffer and, if it has more, goes
    to the end. Channels with a priority event precede all others, in the order in which the events
    arrived. ``is_enqueued`` tells whether a union of gates has this gate in its queue.

    Flink: ``SingleInputGate``.
    """

    __slots__ = (
        "_emit",
        "_priority_count",
        "_ready_channels",
        "channels",
        "is_enqueued",
        "on_available",
        "on_priority",
    )

    def __init__(self, emit: Emit | None) -> None:
        self.channels: list[InputChannel] = []
        self._ready_channels: deque[InputChannel] = deque()
        self._priority_count = 0
        self._emit = link_emit(self, emit)
        self.is_enqueued = False
        self.on_available: Callable[[], None] | None = None
        self.on_priority: Callable[[], None] | None = None

    def add(self, channel: InputChannel) -> None:
        self.channels.append(channel)

    def enqueue(self, channel: InputChannel) -> None:
        """Add *channel*, which has data, to the queue."""
        if channel.is_enqueued:
            return
        channel.is_enqueued = True
        self._ready_channels.append(channel)
        if len(self._ready_channels) == 1 and self.on_available is not None:
            self.on_available()

    def enqueue_priority(self, channel: InputChannel) -> None:
        """Add *channel*, which has a priority event, before all channels that have none."""
        if channel.is_enqueued:
            place = self._ready_channels.index(channel)
            if place < self._priority_count:
                return
            del self._ready_channels[place]
        channel.is_enqueued = True
        self._ready_channels.insert(self._priority_count, channel)
        self._priority_count += 1
        if len(self._ready_channels) == 1 and self.on_available is not None:
            self.on_available()
        if self._priority_count == 1 and self.on_priority is not None:
            self.on_priority()

    @property
    def is_available(self) -> bool:
        return bool(self._ready_channels)

    @property
    def has_priority_event(self) -> bool:
        """Whether the next buffer to read is a priority event, such as an unaligned barrier."""
        return self._priority_count > 0

    def poll(self) -> tuple[InputChannel, ReceivedBuffer] | None:
        """Return the next buffer and its channel, or ``None`` if there is no data."""
        while self._ready_channels:
            channel = self._ready_channels.popleft()
            if self._priority_count:
                self._priority_count -= 1
            channel.is_enqueued = False
            buffer = channel.poll()
            if buffer is None:
                continue
            if channel.has_more:
                if buffer.is_event and channel.has_priority_event:
                    self.enqueue_priority(channel)
                else:
                    channel.is_enqueued = True
                    self._ready_channels.append(channel)
            if self._emit is not None and not buffer.is_announcement:
                self._emit(
                    (
                        BufferConsumed,
                        channel.id,
                        channel.received_buffers,
                        channel.subpartition.queued_buffers,
                        buffer.bytes,
                        channel.count_overtaken_buffers(buffer),
                    )
                )
            return channel, buffer
        return None


class UnionInputGate:
    """The gates of several edges that form one input; gates are read round robin.

    A gate returns one buffer and, if it has more, goes to the end of the queue. Gates with a priority
    event precede those without.

    Flink: ``UnionInputGate``.
    """

    __slots__ = (
        "_priority_count",
        "_ready_gates",
        "channels",
        "gates",
        "on_available",
        "on_priority",
    )

    def __init__(self, gates: Sequence[InputGate]) -> None:
        self.gates = gates
        self.channels: list[InputChannel] = []
        self._ready_gates: deque[InputGate] = deque()
        self._priority_count = 0
        self.on_available: Callable[[], None] | None = None
        self.on_priority: Callable[[], None] | None = None
        for gate in gates:
            gate.on_available = partial(self._enqueue, gate)
            gate.on_priority = partial(self._enqueue_priority, gate)

    def add(self, channel: InputChannel) -> None:
        """Add *channel*, which belongs to one of the gates and has data, to the queue."""
        self.channels.append(channel)

    def _enqueue(self, gate: InputGate) -> None:
        if gate.is_enqueued:
            return
        gate.is_enqueued = True
        self._ready_gates.append(gate)
        if len(self._ready_gates) == 1 and self.on_available is not None:
            self.on_available()

    def _enqueue_priority(self, gate: InputGate) -> None:
        if gate not in self._ready_gates:
            return  # ``poll`` has removed it and queues it again afterwards
        place = self._ready_gates.index(gate)
        if place >= self._priority_count:
            del self._ready_gates[place]
            self._ready_gates.insert(self._priority_count, gate)
            self._priority_count += 1
            if self._priority_count == 1 and self.on_priority is not None:
                self.on_priority()

    @property
    def has_priority_event(self) -> bool:
        """Whether the next buffer to read is a priority event, such as an unaligned barrier."""
        return self._priority_count > 0

    @property
    def is_available(self) -> bool:
        return bool(self._ready_gates)

    def poll(self) -> tuple[InputChannel, ReceivedBuffer] | None:
        """Return the next buffer and its channel, or ``None`` if there is no data."""
        while self._ready_gates:
            gate = self._ready_gates.popleft()
            if self._priority_count:
                self._priority_count -= 1
            polled = gate.poll()
            gate.is_enqueued = gate.is_available
            if gate.is_enqueued:
                self._ready_gates.insert(
                    self._priority_count if gate.has_priority_event else len(self._ready_gates),
                    gate,
                )
                self._priority_count += gate.has_priority_event
            if polled is not None:
                return polled
        return None
