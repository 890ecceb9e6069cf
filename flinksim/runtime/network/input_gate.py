"""The channels of an input of a task, read fairly: those of one edge, or of several."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
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

    def take_over(self, before: FloatingBuffers) -> None:
        """Have the buffers of *before*, whose task is gone."""
        self.size = self.free = before.size

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
    """The channels of one edge, and those of them that have something to read.

    Channels are served in turn: the first of the queue gives one buffer and, if it has more, goes to
    the end of it. Channels with a priority event stand before all others, in the order in which the
    events came. ``enqueued`` says whether a union of gates knows that there is something.

    Flink: ``SingleInputGate``.
    """

    __slots__ = ("_emit", "_first", "_ready", "channels", "enqueued", "on_available",
                 "on_priority")  # fmt: skip

    def __init__(self, emit: Emit | None) -> None:
        self.channels: list[InputChannel] = []
        self._ready: deque[InputChannel] = deque()
        self._first = 0
        self._emit = emit
        self.enqueued = False
        self.on_available: Callable[[], None] | None = None
        self.on_priority: Callable[[], None] | None = None

    def add(self, channel: InputChannel) -> None:
        self.channels.append(channel)

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
        if self._first == 1 and self.on_priority is not None:
            self.on_priority()

    @property
    def available(self) -> bool:
        return bool(self._ready)

    @property
    def has_priority_event(self) -> bool:
        """Whether the next thing to read is a priority event."""
        return self._first > 0

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
            if self._emit is not None and not buffer.is_announcement:
                self._emit(
                    (
                        BufferConsumed,
                        channel.id,
                        channel.received,
                        channel.subpartition.queued,
                        buffer.bytes,
                        channel.waiting_before(buffer),
                    )
                )
            return channel, buffer
        return None


class UnionInputGate:
    """The gates of several edges that are one input; they are served in turn, as channels are.

    A gate gives one buffer and, if it has more, goes to the end of the queue; one with a priority
    event stands before those without.

    Flink: ``UnionInputGate``.
    """

    __slots__ = ("_first", "_ready", "channels", "gates", "on_available", "on_priority")

    def __init__(self, gates: Sequence[InputGate]) -> None:
        self.gates = gates
        self.channels: list[InputChannel] = []
        self._ready: deque[InputGate] = deque()
        self._first = 0
        self.on_available: Callable[[], None] | None = None
        self.on_priority: Callable[[], None] | None = None
        for gate in gates:
            gate.on_available = partial(self._enqueue, gate)
            gate.on_priority = partial(self._enqueue_first, gate)

    def add(self, channel: InputChannel) -> None:
        """*channel*, which one of the gates has, is a channel of this input."""
        self.channels.append(channel)

    def _enqueue(self, gate: InputGate) -> None:
        if gate.enqueued:
            return
        gate.enqueued = True
        self._ready.append(gate)
        if len(self._ready) == 1 and self.on_available is not None:
            self.on_available()

    def _enqueue_first(self, gate: InputGate) -> None:
        if gate not in self._ready:
            return  # it is being polled, and finds its place after that
        place = self._ready.index(gate)
        if place >= self._first:
            del self._ready[place]
            self._ready.insert(self._first, gate)
            self._first += 1
            if self._first == 1 and self.on_priority is not None:
                self.on_priority()

    @property
    def has_priority_event(self) -> bool:
        """Whether the next thing to read is a priority event."""
        return self._first > 0

    @property
    def available(self) -> bool:
        return bool(self._ready)

    def poll(self) -> tuple[InputChannel, ReceivedBuffer] | None:
        """The next buffer and its channel, or ``None`` if nothing is there."""
        while self._ready:
            gate = self._ready.popleft()
            if self._first:
                self._first -= 1
            polled = gate.poll()
            gate.enqueued = gate.available
            if gate.enqueued:
                self._ready.insert(
                    self._first if gate.has_priority_event else len(self._ready), gate
                )
                self._first += gate.has_priority_event
            if polled is not None:
                return polled
        return None
