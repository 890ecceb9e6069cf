"""Messages in transit between two TaskManagers, and when they arrive."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container
from typing import TYPE_CHECKING

from flinksim.runtime.network.buffers import BufferSlice
from flinksim.runtime.virtual_clock import ScheduledCall, SimulatedClock

if TYPE_CHECKING:
    from flinksim.runtime.network.remote_input_channel import NetworkInputChannel

_US_PER_MS = 1000
BUFFER_HEADER_BYTES = 47
"""Header before each buffer. Flink: ``NettyMessage.BufferResponse`` and its frame."""
CREDIT_MESSAGE_BYTES = 29
"""Flink: ``NettyMessage.AddCredit`` and its frame."""
RESUMPTION_MESSAGE_BYTES = 25
"""Flink: ``NettyMessage.ResumeConsumption`` and its frame."""


class Message:
    """A buffer with the sender's backlog, or (without a slice) credit; ``number`` is either.

    A message without a slice that ``resumes`` lets the sender continue after a barrier.
    """

    __slots__ = ("arrives_ms", "channel", "number", "resumes", "size", "slice_")

    def __init__(
        self,
        channel: NetworkInputChannel,
        slice_: BufferSlice | None,
        number: int,
        resumes: bool = False,
    ) -> None:
        self.channel = channel
        self.slice_ = slice_
        self.number = number
        self.resumes = resumes
        self.arrives_ms = 0
        self.size = RESUMPTION_MESSAGE_BYTES if resumes else CREDIT_MESSAGE_BYTES
        if slice_ is not None:
            self.size = BUFFER_HEADER_BYTES + slice_.bytes


class Wire:
    """Messages in the order in which they were sent.

    - A message occupies the link as long as its bytes, header included, take at the link's bandwidth.
      It arrives the latency after its last byte.
    - The next buffer can be sent once the previous one has left, and while at most ``capacity_bytes``
      are in transit or wait unread at the other end.

    Times are whole milliseconds: messages that leave within a millisecond add up, and arrive at its
    end.

    Not in Flink: it models Netty's outbound buffer, the sockets and the cable.
    """

    __slots__ = ("_bytes", "_bytes_per_s", "_clock", "_free_us", "_latency_ms", "_messages", "_wake",
                 "capacity_bytes", "on_change")  # fmt: skip

    def __init__(
        self,
        clock: SimulatedClock,
        latency_ms: int = 0,
        bytes_per_s: int | None = None,
        capacity_bytes: int | None = None,
    ) -> None:
        self._clock = clock
        self._latency_ms = latency_ms
        self._bytes_per_s = bytes_per_s
        self.capacity_bytes = capacity_bytes
        self._messages: deque[Message] = deque()
        self._bytes = 0
        self._free_us = 0
        self._wake: ScheduledCall | None = None
        self.on_change: Callable[[], None] = _nothing

    def put(
        self,
        channel: NetworkInputChannel,
        slice_: BufferSlice | None,
        number: int,
        resumes: bool = False,
    ) -> None:
        """Send a buffer or, without *slice_*, credit or a resumption.

        Args:
            channel: The channel of the message.
            slice_: The buffer, if any.
            number: The sender's backlog, or the credit.
            resumes: Whether it lets the sender continue after a barrier.
        """
        message = Message(channel, slice_, number, resumes)
        leaves_us = max(self._free_us, self._clock.now_ms * _US_PER_MS)
        if self._bytes_per_s is not None:
            leaves_us += -(-message.size * 1_000_000 // self._bytes_per_s)
            self._free_us = leaves_us
        message.arrives_ms = -(-leaves_us // _US_PER_MS) + self._latency_ms
        self._messages.append(message)
        self._bytes += message.size

    @property
    def has_arrived(self) -> bool:
        """Whether the first message has arrived."""
        return bool(self._messages) and self._messages[0].arrives_ms <= self._clock.now_ms

    @property
    def is_writable(self) -> bool:
        """Whether a buffer can be sent now."""
        if self.capacity_bytes is not None and self._bytes > self.capacity_bytes:
            return False
        return self._free_us < (self._clock.now_ms + 1) * _US_PER_MS

    def first(self) -> Message:
        """Return the first message without removing it."""
        return self._messages[0]

    def take_first(self) -> Message:
        """Remove the first message and return it."""
        message = self._messages.popleft()
        self._bytes -= message.size
        return message

    def forget(self, channels: Container[NetworkInputChannel]) -> None:
        """Drop the messages of *channels*."""
        self._messages = deque(one for one in self._messages if one.channel not in channels)
        self._bytes = sum(message.size for message in self._messages)

    def expect_change(self, wants_to_send: bool) -> None:
        """Schedule ``on_change`` for when the next message arrives, or when the next can be sent."""
        now = self._clock.now_ms
        times = []
        if self._messages and self._messages[0].arrives_ms > now:
            times.append(self._messages[0].arrives_ms)
        if wants_to_send and self._free_us >= (now + 1) * _US_PER_MS:
            times.append(self._free_us // _US_PER_MS)
        if not times:
            return
        due = min(times)
        if self._wake is not None and not self._wake.cancelled:
            if self._wake.timestamp <= due:
                return
            self._wake.cancel()
        self._wake = self._clock.schedule(due, self._time_has_come)

    def _time_has_come(self, timestamp: int) -> None:
        self.on_change()


def _nothing() -> None:
    """Do nothing: the default callback."""
