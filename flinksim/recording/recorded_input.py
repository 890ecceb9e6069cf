"""The watermark valve of one input of a recorded task.

Flink's valve reported what went in and what came out. flinksim's own valve computes in between which
channels are aligned and limit the watermark. If both valves disagree about what comes out, the
recorded watermark counts, and the difference is reported.
"""

from __future__ import annotations

from flinksim.core.ids import ChannelId, SubtaskId
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.runtime.elements import ACTIVE, IDLE, Watermark, WatermarkStatus
from flinksim.runtime.network.status_watermark_valve import StatusWatermarkValve
from flinksim.trace import events as e
from flinksim.trace.events.event import Row


class RecordedInput:
    """One logical input: its channels, and what the valve has combined of their watermarks."""

    def __init__(self, subtask: SubtaskId, number: int, channels: tuple[ChannelId, ...]) -> None:
        self.number = number
        self.differences = 0
        self._subtask = subtask
        self._rows: list[Row] = []
        self._expected: list[Row] = []
        self._barriers: dict[ChannelId, int] = {}
        self._watermark = MIN_TIMESTAMP
        self._open = set(channels)
        self._valve = StatusWatermarkValve(
            len(channels),
            self,
            emit=self._rows.append,
            subtask=subtask,
            input_index=number,
            channel_ids=channels,
        )

    def emit_watermark(self, watermark: Watermark) -> None:
        """Ignore the valve's own output; the recorded one counts."""

    def emit_watermark_status(self, status: WatermarkStatus) -> None:
        """Ignore the valve's own output; the recorded one counts."""

    def input_watermark(self, timestamp: int, position: int) -> list[Row]:
        """Handle a watermark of the channel at *position*; return the events about channels."""
        self._valve.input_watermark(Watermark(timestamp), position)
        return self._take_rows()

    def input_status(self, idle: bool, position: int) -> list[Row]:
        """Handle a status of the channel at *position*; return the events about channels."""
        self._valve.input_watermark_status(IDLE if idle else ACTIVE, position)
        return self._take_rows()

    def _take_rows(self) -> list[Row]:
        self.differences += len(self._expected)  # what Flink's valve did not emit
        kinds = (e.InputWatermarkAdvanced, e.InputStatusChanged)
        self._expected = [row for row in self._rows if row[0] in kinds]
        found = [row for row in self._rows if row[0] not in kinds]
        self._rows.clear()
        return found

    def confirm_watermark(self, timestamp: int) -> Row:
        """Return the event of a watermark that Flink's valve emitted."""
        before, self._watermark = self._watermark, timestamp
        for row in self._expected:
            if row[0] is e.InputWatermarkAdvanced and row[4] == timestamp:
                self._expected.remove(row)
                return row
        self.differences += 1
        return (e.InputWatermarkAdvanced, self._subtask, self.number, before, timestamp, ())

    def confirm_status(self, idle: bool) -> Row:
        """Return the event of a status that Flink's valve emitted."""
        row = (e.InputStatusChanged, self._subtask, self.number, idle)
        if row in self._expected:
            self._expected.remove(row)
        else:
            self.differences += 1
        return row

    def end(self, channel: ChannelId) -> bool:
        """Handle the end of the data of *channel*; return whether it was the last one."""
        was_open = bool(self._open)
        self._open.discard(channel)
        return was_open and not self._open

    def count_barriers(self, channel: ChannelId) -> int:
        """Return how many barriers of *channel* came before, and count one more."""
        count = self._barriers.get(channel, 0)
        self._barriers[channel] = count + 1
        return count
