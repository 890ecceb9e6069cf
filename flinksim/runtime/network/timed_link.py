"""Messages in transit between two TaskManagers, and when they arrive."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container
from typing import TYPE_CHECKING

from flinksim.runtime.network.buffers import BufferSlice
from flinksim.runtime.virtual_clock import ScheduledCallback, SimulatedClock

if TYPE_CHECKING:
    from flinksim.runtime.network.remote_input_channel import NetworkInputChannel

_US_PER_MS = 1000
BUFFER_HEADER_BYTES = 47
"""Size of the header before each buffer on the network.

Flink: ``NettyMessage.BufferResponse`` and its frame.
"""
CREDIT_MESSAGE_BYTES = 29
"""Size of a message that announces credit.

Flink: ``NettyMessage.AddCredit`` and its frame.
"""
RESUMPTION_MESSAGE_BYTES = 25
"""Size of a message that lets a sender continue after an aligned barrier.

Flink: ``NettyMessage.ResumeConsumption`` and its frame.
"""


class LinkMessage:
    """A message on the link: a buffer with the sender's backlog, or credit for the sender.

    ``credit_or_backlog`` has the backlog of a buffer, else the credit. A message without a slice that
    ``is_resumption`` lets the sender continue after an aligned barrier.
    """

    __slots__ = ("arrival_ms", "channel", "credit_or_backlog", "is_resumption", "size", "slice_")

    def __init__(
        self,
        channel: NetworkInputChannel,
        slice_: BufferSlice | None,
        credit_or_backlog: int,
        is_resumption: bool = False,
    ) -> None:
        self.channel = channel
        self.slice_ = slice_
        self.credit_or_backlog = credit_or_backlog
        self.is_resumption = is_resumption
        self.arrival_ms = 0
        self.size = RESUMPTION_MESSAGE_BYTES if is_resumption else CREDIT_MESSAGE_BYTES
        if slice_ is not None:
            self.size = BUFFER_HEADER_BYTES + slice_.bytes


class TimedLink:
    """The link from one TaskManager to another, with its messages in the order in which they were sent.

    - A message occupies the link as long as its bytes, header included, take at the link's bandwidth.
      It arrives the latency after its last byte.
    - The next buffer can be sent once the previous one has left, and while at most ``capacity_bytes``
      are in transit or wait unread at the other end.

    Times are whole milliseconds: messages that leave within a millisecond add up, and arrive at its
    end.

    Not in Flink: it models Netty's outbound buffer, the sockets and the cable.
    """

    __slots__ = (
        "_bytes_per_s",
        "_clock",
        "_idle_from_us",
        "_latency_ms",
        "_messages",
        "_queued_bytes",
        "_wake_call",
        "capacity_bytes",
        "on_change",
    )

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
        self._messages: deque[LinkMessage] = deque()
        self._queued_bytes = 0
        self._idle_from_us = 0
        self._wake_call: ScheduledCallback | None = None
        self.on_change: Callable[[], None] = _do_nothing

    def send(
        self,
        channel: NetworkInputChannel,
        slice_: BufferSlice | None,
        credit_or_backlog: int,
        is_resumption: bool = False,
    ) -> None:
        """Send a buffer or, without *slice_*, credit or a resumption.

        Args:
            channel: The channel of the message.
            slice_: The buffer, if any.
            credit_or_backlog: The sender's backlog, or the credit.
            is_resumption: Whether it lets the sender continue after a barrier.
        """
        message = LinkMessage(channel, slice_, credit_or_backlog, is_resumption)
        leaves_us = max(self._idle_from_us, self._clock.now_ms * _US_PER_MS)
        if self._bytes_per_s is not None:
            leaves_us += -(-message.size * 1_000_000 // self._bytes_per_s)
            self._idle_from_us = leaves_us
        message.arrival_ms = -(-leaves_us // _US_PER_MS) + self._latency_ms
        self._messages.append(message)
        self._queued_bytes += message.size

    @property
    def has_arrived(self) -> bool:
        """Whether the first message has reached the other end."""
        return bool(self._messages) and self._messages[0].arrival_ms <= self._clock.now_ms

    @property
    def is_writable(self) -> bool:
        """Whether the link can take another buffer now."""
        if self.capacity_bytes is not None and self._queued_bytes > self.capacity_bytes:
            return False
        return self._idle_from_us < (self._clock.now_ms + 1) * _US_PER_MS

    def peek(self) -> LinkMessage:
        """Return the first message without removing it."""
        return self._messages[0]

    def pop(self) -> LinkMessage:
        """Remove the first message and return it."""
        message = self._messages.popleft()
        self._queued_bytes -= message.size
        return message

    def remove_channels(self, channels: Container[NetworkInputChannel]) -> None:
        """Drop all messages of *channels*, because their tasks have ended."""
        self._messages = deque(one for one in self._messages if one.channel not in channels)
        self._queued_bytes = sum(message.size for message in self._messages)

    def schedule_change(self, wants_to_send: bool) -> None:
        """Schedule a call of ``on_change`` for when the next message arrives.

        With *wants_to_send* it is called as well when the next message can be sent.
        """
        now = self._clock.now_ms
        times = []
        if self._messages and self._messages[0].arrival_ms > now:
            times.append(self._messages[0].arrival_ms)
        if wants_to_send and self._idle_from_us >= (now + 1) * _US_PER_MS:
            times.append(self._idle_from_us // _US_PER_MS)
        if not times:
            return
        due = min(times)
        if self._wake_call is not None and not self._wake_call.cancelled:
            if self._wake_call.timestamp <= due:
                return
            self._wake_call.cancel()
        self._wake_call = self._clock.schedule(due, self._on_wake)

    def _on_wake(self, timestamp: int) -> None:
        self.on_change()


def _do_nothing() -> None:
    """Do nothing: the callback of a link before one is set."""
