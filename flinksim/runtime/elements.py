"""What travels through channels and operator chains.

Flink: ``org.apache.flink.streaming.runtime.streamrecord`` and ``...streaming.api.watermark``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.runtime.checkpoint.checkpoint_options import ALIGNED, CheckpointOptions


class StreamRecord:
    """One value with its event timestamp, or with none.

    As in Flink the object is reused along a chain: an operator that maps one record to one record
    calls :meth:`replace`. Whoever keeps a record beyond the call, or sends it two ways, copies it.

    Flink: ``StreamRecord``.
    Differs: "no timestamp" is ``None``, not a flag beside ``Long.MIN_VALUE``.
    """

    __slots__ = ("timestamp", "value")

    def __init__(self, value: Any, timestamp: int | None = None) -> None:
        self.value = value
        self.timestamp = timestamp

    def replace(self, value: Any) -> StreamRecord:
        """Put *value* in place of the old one, keeping the timestamp; returns this record."""
        self.value = value
        return self

    def copy(self) -> StreamRecord:
        """A second record with the same value (not copied) and timestamp."""
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
    """Event time has reached *timestamp*: no older element is expected any more.

    Flink: ``org.apache.flink.streaming.api.watermark.Watermark``.
    """

    timestamp: int


MAX_WATERMARK = Watermark(MAX_TIMESTAMP)


@dataclass(frozen=True, slots=True)
class WatermarkStatus:
    """Whether a channel takes part in event time. Only ``ACTIVE`` and ``IDLE`` exist.

    Flink: ``org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus``.
    """

    is_idle: bool

    def __repr__(self) -> str:
        return "IDLE" if self.is_idle else "ACTIVE"


ACTIVE = WatermarkStatus(is_idle=False)
IDLE = WatermarkStatus(is_idle=True)


@dataclass(frozen=True, slots=True)
class EndOfData:
    """No more records follow in this channel; operators may finish, unless the job does not *drain*.

    Flink: ``org.apache.flink.runtime.io.network.api.EndOfData``, ``StopMode``.
    """

    drain: bool = True


@dataclass(frozen=True, slots=True)
class EndOfPartition:
    """The producer is done with this channel.

    Flink: ``org.apache.flink.runtime.io.network.api.EndOfPartitionEvent``.
    """


@dataclass(frozen=True, slots=True)
class CheckpointBarrier:
    """Separates the records of checkpoint *checkpoint_id* from the later ones.

    ``timestamp`` is when the checkpoint was triggered. An *unaligned* one is a priority event: it
    overtakes everything that waits in a channel. An aligned one blocks its channel until the receiver
    resumes it.

    Flink: ``org.apache.flink.runtime.io.network.api.CheckpointBarrier``.
    """

    checkpoint_id: int
    timestamp: int
    options: CheckpointOptions = ALIGNED

    @property
    def is_unaligned(self) -> bool:
        """Whether it overtakes."""
        return self.options.is_unaligned_checkpoint

    def with_options(self, options: CheckpointOptions) -> CheckpointBarrier:
        """The same barrier with other *options*."""
        return self if options == self.options else replace(self, options=options)

    def as_unaligned(self) -> CheckpointBarrier:
        """The same barrier, which overtakes from now on."""
        return self if self.is_unaligned else self.with_options(self.options.to_unaligned())


@dataclass(frozen=True, slots=True)
class CancelCheckpointMarker:
    """Checkpoint *checkpoint_id* will not be: nobody should wait for its barrier in this channel.

    Flink: ``org.apache.flink.runtime.io.network.api.CancelCheckpointMarker``.
    """

    checkpoint_id: int


@dataclass(frozen=True, slots=True)
class EventAnnouncement:
    """A barrier that may time out waits in this channel, as its *sequence_number*th buffer.

    It is made by the receiver of a remote channel, and goes before all that waits.

    Flink: ``org.apache.flink.runtime.io.network.api.EventAnnouncement``.
    """

    announced_event: CheckpointBarrier
    sequence_number: int


@dataclass(frozen=True, slots=True)
class LatencyMarker:
    """Measures the way from a source; never waits for event time.

    Flink: ``org.apache.flink.streaming.runtime.streamrecord.LatencyMarker``.
    """

    marked_time: int
    operator_id: str
    subtask_index: int


END_OF_DATA = EndOfData()
STOPPED = EndOfData(drain=False)
END_OF_PARTITION = EndOfPartition()

StreamElement: TypeAlias = StreamRecord | Watermark | WatermarkStatus | LatencyMarker
NetworkEvent: TypeAlias = (
    EndOfData | EndOfPartition | CheckpointBarrier | CancelCheckpointMarker | EventAnnouncement
)
Element: TypeAlias = StreamElement | NetworkEvent
