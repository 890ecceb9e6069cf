"""The elements that travel through channels and operator chains.

Flink: ``org.apache.flink.streaming.runtime.streamrecord`` and ``...streaming.api.watermark``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.runtime.checkpoint.checkpoint_options import ALIGNED, CheckpointOptions


class StreamRecord:
    """One value with an optional event timestamp.

    As in Flink the object is reused along a chain: an operator that maps one record to one record
    calls :meth:`replace`. Code that keeps a record after the call, or emits it twice, must copy it.

    Flink: ``StreamRecord``.
    Differs: "no timestamp" is ``None``, not a flag with ``Long.MIN_VALUE``.
    """

    __slots__ = ("timestamp", "value")

    def __init__(self, value: Any, timestamp: int | None = None) -> None:
        self.value = value
        self.timestamp = timestamp

    def replace(self, value: Any) -> StreamRecord:
        """Set *value*, keep the timestamp, and return this record."""
        self.value = value
        return self

    def copy(self) -> StreamRecord:
        """Create a second record with the same value (not copied) and timestamp."""
        return StreamRecord(self.value, self.timestamp)

    def __repr__(self) -> str:
        return f"StreamRecord({self.value!r}, timestamp={self.timestamp})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StreamRecord):
            return NotImplemented
        return self.value == other.value and self.timestamp == other.timestamp

    __hash__ = None  # type: ignore[assignment]  # mutable


@dataclass(frozen=True, slots=True)
class Watermark:
    """A watermark: event time has reached ``timestamp``, and no older element is expected.

    Flink: ``org.apache.flink.streaming.api.watermark.Watermark``.
    """

    timestamp: int


MAX_WATERMARK = Watermark(MAX_TIMESTAMP)


@dataclass(frozen=True, slots=True)
class WatermarkStatus:
    """The status of a channel in event time. Only ``ACTIVE`` and ``IDLE`` exist.

    Flink: ``org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus``.
    """

    is_idle: bool

    def __repr__(self) -> str:
        return "IDLE" if self.is_idle else "ACTIVE"


ACTIVE = WatermarkStatus(is_idle=False)
IDLE = WatermarkStatus(is_idle=True)


@dataclass(frozen=True, slots=True)
class EndOfData:
    """Event after the last record of a channel; with ``drain`` the receiving operators finish.

    Flink: ``org.apache.flink.runtime.io.network.api.EndOfData``, ``StopMode``.
    """

    drain: bool = True


@dataclass(frozen=True, slots=True)
class EndOfPartition:
    """Event after everything else: the producer is done with this channel.

    Flink: ``org.apache.flink.runtime.io.network.api.EndOfPartitionEvent``.
    """


@dataclass(frozen=True, slots=True)
class CheckpointBarrier:
    """Barrier between the records of checkpoint ``checkpoint_id`` and the later ones.

    ``timestamp`` is when the checkpoint was triggered. An *unaligned* barrier is a priority event:
    it overtakes everything that is queued in a channel. An aligned one blocks its channel until the
    receiver resumes it.

    Flink: ``org.apache.flink.runtime.io.network.api.CheckpointBarrier``.
    """

    checkpoint_id: int
    timestamp: int
    options: CheckpointOptions = ALIGNED

    @property
    def is_unaligned(self) -> bool:
        """Whether the barrier overtakes queued data."""
        return self.options.is_unaligned_checkpoint

    def with_options(self, options: CheckpointOptions) -> CheckpointBarrier:
        """Return the same barrier with other *options*."""
        return self if options == self.options else replace(self, options=options)

    def as_unaligned(self) -> CheckpointBarrier:
        """Return the same barrier as an unaligned one."""
        return self if self.is_unaligned else self.with_options(self.options.to_unaligned())


@dataclass(frozen=True, slots=True)
class CancelCheckpointMarker:
    """Event that cancels checkpoint ``checkpoint_id``: the receiver stops waiting for its barrier.

    Flink: ``org.apache.flink.runtime.io.network.api.CancelCheckpointMarker``.
    """

    checkpoint_id: int


@dataclass(frozen=True, slots=True)
class EventAnnouncement:
    """Announcement of a barrier that may time out; the barrier is buffer number ``sequence_number``.

    The receiver of a remote channel creates it and processes it before all queued buffers.

    Flink: ``org.apache.flink.runtime.io.network.api.EventAnnouncement``.
    """

    announced_event: CheckpointBarrier
    sequence_number: int


@dataclass(frozen=True, slots=True)
class LatencyMarker:
    """Marker that measures the latency from a source; event time never delays it.

    Flink: ``org.apache.flink.streaming.runtime.streamrecord.LatencyMarker``.
    """

    marked_time: int
    operator_id: str
    subtask_index: int


END_OF_DATA = EndOfData()
END_OF_DATA_WITHOUT_DRAIN = EndOfData(drain=False)
END_OF_PARTITION = EndOfPartition()

StreamElement: TypeAlias = StreamRecord | Watermark | WatermarkStatus | LatencyMarker
NetworkEvent: TypeAlias = (
    EndOfData | EndOfPartition | CheckpointBarrier | CancelCheckpointMarker | EventAnnouncement
)
Element: TypeAlias = StreamElement | NetworkEvent
