"""Combines the watermarks and statuses of the channels of a gate into those of one input.

Flink: ``org.apache.flink.streaming.runtime.watermarkstatus.StatusWatermarkValve`` as of 2.3.0
(later versions flush unconditionally when the last channel becomes idle).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from flinksim.core.ids import ChannelId, SubtaskId
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.runtime.elements import ACTIVE, IDLE, Watermark, WatermarkStatus
from flinksim.runtime.watermark_blockers import WatermarkBlockers
from flinksim.trace.event_switch import call_on_attach, link_emit
from flinksim.trace.events import (
    ChannelStatusChanged,
    ChannelWatermarkChanged,
    Emit,
    InputStatusChanged,
    InputWatermarkAdvanced,
    WatermarkIgnored,
)


class ValveOutput(Protocol):
    """Receives the watermarks and statuses that a valve emits for the input."""

    def emit_watermark(self, watermark: Watermark) -> None: ...
    def emit_watermark_status(self, status: WatermarkStatus) -> None: ...


class ChannelStatus:
    """The watermark and status of one channel in a valve; only the valve changes it.

    An *aligned* channel takes part in the minimum. A channel that becomes active behind the last output
    watermark is not aligned until it has caught up.
    """

    __slots__ = ("is_aligned", "is_idle", "watermark")

    def __init__(self) -> None:
        self.watermark = MIN_TIMESTAMP
        self.is_idle = False
        self.is_aligned = True


class StatusWatermarkValve:
    """Combines the watermarks of the channels of an input: emits the minimum over the aligned channels.

    * A watermark that does not exceed the last one of its channel changes nothing. One on an idle
      channel is ignored and not stored.
    * A channel that becomes idle leaves the minimum. The minimum is computed again only if the
      channel's watermark equals the last output watermark.
    * When the last active channel becomes idle, the valve emits the maximum watermark of all channels,
      again only if that channel's watermark equals the last output; then ``IDLE``.
    * A channel that becomes active is aligned immediately if it is not behind the output. Otherwise it
      does *not* limit the watermark until it has caught up.
    * ``ACTIVE`` is emitted when the first channel becomes active; it brings no watermark.

    The aligned channels with the minimum watermark are reported as limiting channels: all of them at a
    tie, none if all channels are idle.

    Flink: ``StatusWatermarkValve``. *input_index*, *channel_ids* and *subtask* are only names for the
    trace; they are required if *emit* is given.

    >>> class Output:
    ...     def emit_watermark(self, watermark): print(watermark.timestamp)
    ...     def emit_watermark_status(self, status): print(status)
    >>> valve = StatusWatermarkValve(2, Output())
    >>> valve.input_watermark(Watermark(5), channel_index=0)
    >>> valve.input_watermark(Watermark(3), channel_index=1)
    3
    """

    __slots__ = (
        "_blockers",
        "_channel_ids",
        "_emit",
        "_input_index",
        "_output",
        "_subtask",
        "channels",
        "is_idle",
        "last_output_watermark",
    )  # fmt: skip

    def __init__(
        self,
        number_of_channels: int,
        output: ValveOutput,
        *,
        emit: Emit | None = None,
        subtask: SubtaskId | None = None,
        input_index: int = 0,
        channel_ids: Sequence[ChannelId] = (),
    ) -> None:
        if number_of_channels < 1:
            raise ValueError(f"a valve needs at least one channel, found {number_of_channels}")
        self.channels = tuple([ChannelStatus() for _ in range(number_of_channels)])
        self.last_output_watermark = MIN_TIMESTAMP
        self.is_idle = False
        self._output = output
        self._emit = link_emit(self, emit)
        self._subtask = subtask or SubtaskId("")
        self._input_index = input_index
        self._channel_ids = tuple(channel_ids)
        self._blockers = WatermarkBlockers(self._channel_ids)
        call_on_attach(emit, self._update_blockers)

    def input_watermark(self, watermark: Watermark, channel_index: int) -> None:
        """Handle a watermark of one channel."""
        channel = self.channels[channel_index]
        timestamp = watermark.timestamp
        before = channel.watermark
        if channel.is_idle or timestamp <= before:
            if self._emit is not None:
                self._report_ignored_watermark(channel, channel_index, timestamp)
            return
        channel.watermark = timestamp
        if not channel.is_aligned and timestamp >= self.last_output_watermark:
            channel.is_aligned = True
        if self._emit is not None:
            name = self._channel_ids[channel_index]
            change = self._blockers.update(name, self._iter_aligned_channels())
            self._emit(
                (ChannelWatermarkChanged, name, before, timestamp, channel.is_aligned, *change)
            )
        self._output_new_minimum()

    def input_watermark_status(self, status: WatermarkStatus, channel_index: int) -> None:
        """Handle a status of one channel."""
        channel = self.channels[channel_index]
        if status.is_idle == channel.is_idle:
            return
        channel.is_idle = status.is_idle
        if status.is_idle:
            self._on_channel_idle(channel, channel_index)
        else:
            self._on_channel_active(channel, channel_index)

    def _on_channel_idle(self, channel: ChannelStatus, channel_index: int) -> None:
        channel.is_aligned = False
        self._report_channel_status(channel, channel_index)
        was_at_output = channel.watermark == self.last_output_watermark
        if any(not other.is_idle for other in self.channels):
            if was_at_output:
                self._output_new_minimum()
            return
        if was_at_output:
            self._output_maximum()
        self.is_idle = True
        self._emit_status(IDLE)

    def _on_channel_active(self, channel: ChannelStatus, channel_index: int) -> None:
        channel.is_aligned = channel.watermark >= self.last_output_watermark
        self._report_channel_status(channel, channel_index)
        if self.is_idle:
            self.is_idle = False
            self._emit_status(ACTIVE)

    def _output_new_minimum(self) -> None:
        least: int | None = None
        for channel in self.channels:
            if channel.is_aligned and (least is None or channel.watermark < least):
                least = channel.watermark
        if least is not None and least > self.last_output_watermark:
            self._emit_watermark(least)

    def _output_maximum(self) -> None:
        greatest = max(channel.watermark for channel in self.channels)
        if greatest > self.last_output_watermark:
            self._emit_watermark(greatest)

    def _emit_watermark(self, timestamp: int) -> None:
        before = self.last_output_watermark
        self.last_output_watermark = timestamp
        if self._emit is not None:
            holders = self._blockers.current
            self._emit(
                (
                    InputWatermarkAdvanced,
                    self._subtask,
                    self._input_index,
                    before,
                    timestamp,
                    holders,
                )
            )
        self._output.emit_watermark(Watermark(timestamp))

    def _emit_status(self, status: WatermarkStatus) -> None:
        if self._emit is not None:
            self._emit((InputStatusChanged, self._subtask, self._input_index, status.is_idle))
        self._output.emit_watermark_status(status)

    def _report_ignored_watermark(
        self, channel: ChannelStatus, channel_index: int, timestamp: int
    ) -> None:
        assert self._emit is not None
        name = self._channel_ids[channel_index]
        if channel.is_idle:
            self._emit((WatermarkIgnored, name, timestamp, "channel is idle"))
        else:
            self._emit((WatermarkIgnored, name, timestamp, "not greater than before"))

    def _report_channel_status(self, channel: ChannelStatus, channel_index: int) -> None:
        if self._emit is not None:
            name = self._channel_ids[channel_index]
            change = self._blockers.update(name, self._iter_aligned_channels())
            self._emit((ChannelStatusChanged, name, channel.is_idle, channel.is_aligned, *change))

    def _update_blockers(self) -> None:
        self._blockers.update(self._channel_ids[0], self._iter_aligned_channels())

    def _iter_aligned_channels(self) -> Iterator[tuple[ChannelId, int]]:
        """Iterate over the aligned channels, which take part in the minimum, with their watermarks."""
        for name, channel in zip(self._channel_ids, self.channels, strict=True):
            if channel.is_aligned:
                yield name, channel.watermark
