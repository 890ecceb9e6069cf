"""The channels of one logical input of a task, read fairly."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from flinksim.runtime.network.buffers import FLOATING_BUFFERS_PER_GATE
from flinksim.runtime.network.input_channels import InputChannel, ReceivedBuffer, RemoteInputChannel
from flinksim.trace.events import BufferConsumed, Emit


class FloatingBuffers:
    """The buffers that all remote channels of an edge share; who waits for one is served first come
    first served.

    Flink: the input gate's ``LocalBufferPool``.
    """

    __slots__ = ("_waiting", "free", "on_change")

    def __init__(self, count: int = FLOATING_BUFFERS_PER_GATE) -> None:
        self.free = count
        self._waiting: deque[RemoteInputChannel] = deque()
        self.on_change: Callable[[int], None] | None = None

    def take(self) -> bool:
        """One buffer; ``False`` if none is free."""
        if not self.free:
            return False
        self._change(-1)
        return True

    def wait_for_one(self, channel: RemoteInputChannel) -> None:
        self._waiting.append(channel)

    def give_back(self) -> None:
        """A buffer is free; it goes to the first waiting channel that still needs one."""
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
    the end of it.

    Flink: ``SingleInputGate``, and ``UnionInputGate`` where several edges meet in one input.
    Differs: the channels of several edges stand in one queue, where Flink first takes turns between
    the edges.
    """

    __slots__ = ("_emit", "_ready", "channels", "on_available", "open_channels")

    def __init__(self, emit: Emit | None) -> None:
        self.channels: list[InputChannel] = []
        self._ready: deque[InputChannel] = deque()
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

    @property
    def available(self) -> bool:
        return bool(self._ready)

    def poll(self) -> tuple[InputChannel, ReceivedBuffer] | None:
        """The next buffer and its channel, or ``None`` if nothing is there."""
        while self._ready:
            channel = self._ready.popleft()
            channel.enqueued = False
            buffer = channel.poll()
            if buffer is None:
                continue
            if channel.has_more:
                channel.enqueued = True
                self._ready.append(channel)
            if self._emit is not None:
                self._emit(
                    BufferConsumed(channel.id, channel.received, channel.subpartition.queued)
                )
            return channel, buffer
        return None
