"""Options of one checkpoint, carried by each of its barriers.

Flink: ``org.apache.flink.runtime.checkpoint.CheckpointOptions`` and ``SnapshotType``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from flinksim.core.java.timestamps import MAX_TIMESTAMP

NO_ALIGNED_CHECKPOINT_TIME_OUT = MAX_TIMESTAMP


class AlignmentType(Enum):
    """What channels do between the first barrier of a task and the last.

    AT_LEAST_ONCE keeps reading all channels. ALIGNED blocks the channels whose barrier has arrived.
    UNALIGNED lets barriers overtake. FORCED_ALIGNED is UNALIGNED (or may become so) on an edge where
    overtaking is impossible.
    """

    AT_LEAST_ONCE = "AT_LEAST_ONCE"
    ALIGNED = "ALIGNED"
    UNALIGNED = "UNALIGNED"
    FORCED_ALIGNED = "FORCED_ALIGNED"


class SnapshotType(Enum):
    """The type of a snapshot: a checkpoint, or a kind of savepoint.

    Flink: ``CheckpointType`` and ``SavepointType``.
    """

    CHECKPOINT = "Checkpoint"
    FULL_CHECKPOINT = "Full Checkpoint"
    SAVEPOINT = "Savepoint"
    SUSPEND_SAVEPOINT = "Suspend Savepoint"
    TERMINATE_SAVEPOINT = "Terminate Savepoint"

    @property
    def is_savepoint(self) -> bool:
        """Whether this is a savepoint; the barriers of savepoints are always aligned."""
        return self not in (SnapshotType.CHECKPOINT, SnapshotType.FULL_CHECKPOINT)

    @property
    def should_advance_to_end_of_time(self) -> bool:
        """Whether event time first advances to its end and all timers fire, because the job terminates."""
        return self is SnapshotType.TERMINATE_SAVEPOINT

    @property
    def is_synchronous(self) -> bool:
        """Whether a task stops after its part of the savepoint, because the job stops with it."""
        return self in (SnapshotType.SUSPEND_SAVEPOINT, SnapshotType.TERMINATE_SAVEPOINT)


@dataclass(frozen=True, slots=True)
class CheckpointOptions:
    """The type of a snapshot and its alignment.

    An ALIGNED checkpoint with a timeout (in milliseconds since the trigger) becomes unaligned when it
    has passed.

    Flink: ``CheckpointOptions``.
    Differs: the coordinator decides where the snapshot is written.

    Raises:
        ValueError: For an unaligned savepoint, and for an unaligned checkpoint with a timeout.

    >>> CheckpointOptions.aligned_with_timeout(100).is_timeoutable
    True
    """

    checkpoint_type: SnapshotType = SnapshotType.CHECKPOINT
    alignment: AlignmentType = AlignmentType.ALIGNED
    aligned_checkpoint_timeout_ms: int = NO_ALIGNED_CHECKPOINT_TIME_OUT

    def __post_init__(self) -> None:
        if self.alignment is AlignmentType.UNALIGNED:
            if self.checkpoint_type.is_savepoint:
                raise ValueError("Savepoint can't be unaligned")
            if self.aligned_checkpoint_timeout_ms != NO_ALIGNED_CHECKPOINT_TIME_OUT:
                raise ValueError(
                    "Unaligned checkpoint can't have timeout "
                    f"({self.aligned_checkpoint_timeout_ms})"
                )

    @classmethod
    def not_exactly_once(
        cls, checkpoint_type: SnapshotType = SnapshotType.CHECKPOINT
    ) -> CheckpointOptions:
        """Create options for at-least-once mode: no channel waits for another."""
        return cls(checkpoint_type, AlignmentType.AT_LEAST_ONCE)

    @classmethod
    def aligned_no_timeout(
        cls, checkpoint_type: SnapshotType = SnapshotType.CHECKPOINT
    ) -> CheckpointOptions:
        """Create options for an aligned snapshot without a timeout."""
        return cls(checkpoint_type, AlignmentType.ALIGNED)

    @classmethod
    def unaligned(
        cls, checkpoint_type: SnapshotType = SnapshotType.CHECKPOINT
    ) -> CheckpointOptions:
        """Create options for a checkpoint that is unaligned from the start."""
        return cls(checkpoint_type, AlignmentType.UNALIGNED)

    @classmethod
    def aligned_with_timeout(
        cls, timeout_ms: int, checkpoint_type: SnapshotType = SnapshotType.CHECKPOINT
    ) -> CheckpointOptions:
        """Create options for a checkpoint that becomes unaligned *timeout_ms* after the trigger."""
        if checkpoint_type.is_savepoint:
            raise ValueError("Savepoints can not be unaligned")
        return cls(checkpoint_type, AlignmentType.ALIGNED, timeout_ms)

    @classmethod
    def for_config(
        cls,
        checkpoint_type: SnapshotType,
        is_exactly_once_mode: bool,
        is_unaligned_enabled: bool,
        aligned_checkpoint_timeout_ms: int,
    ) -> CheckpointOptions:
        """Create the options of a snapshot from the settings of a job."""
        if not is_exactly_once_mode:
            return cls.not_exactly_once(checkpoint_type)
        if checkpoint_type.is_savepoint or not is_unaligned_enabled:
            return cls.aligned_no_timeout(checkpoint_type)
        if aligned_checkpoint_timeout_ms in (0, NO_ALIGNED_CHECKPOINT_TIME_OUT):
            return cls.unaligned(checkpoint_type)
        return cls.aligned_with_timeout(aligned_checkpoint_timeout_ms, checkpoint_type)

    @property
    def is_exactly_once_mode(self) -> bool:
        return self.alignment is not AlignmentType.AT_LEAST_ONCE

    @property
    def is_unaligned_checkpoint(self) -> bool:
        """Whether barriers overtake the records in the channels."""
        return self.alignment is AlignmentType.UNALIGNED

    @property
    def is_timeoutable(self) -> bool:
        """Whether the checkpoint is aligned but becomes unaligned after a timeout."""
        timeout_ms = self.aligned_checkpoint_timeout_ms
        return (
            self.alignment is AlignmentType.ALIGNED
            and 0 < timeout_ms != NO_ALIGNED_CHECKPOINT_TIME_OUT
        )

    @property
    def needs_alignment(self) -> bool:
        return self.is_exactly_once_mode and (
            self.checkpoint_type.is_savepoint or not self.is_unaligned_checkpoint
        )

    @property
    def needs_channel_state(self) -> bool:
        """Whether in-flight data may have to be stored in the snapshot."""
        return self.is_unaligned_checkpoint or self.is_timeoutable

    def to_unaligned(self) -> CheckpointOptions:
        """Return these options with unaligned barriers.

        Raises:
            RuntimeError: Unless they are aligned.
        """
        if self.alignment is not AlignmentType.ALIGNED:
            raise RuntimeError(
                "only an aligned checkpoint can become unaligned; this one is "
                f"{self.alignment.value}"
            )
        return CheckpointOptions.unaligned(self.checkpoint_type)

    def with_unaligned_unsupported(self) -> CheckpointOptions:
        """Return the options for the barriers of an edge on which they cannot overtake records."""
        if not self.needs_channel_state:
            return self
        return replace(self, alignment=AlignmentType.FORCED_ALIGNED)

    def with_unaligned_supported(self) -> CheckpointOptions:
        """Undo :meth:`with_unaligned_unsupported`."""
        if self.alignment is not AlignmentType.FORCED_ALIGNED:
            return self
        if self.aligned_checkpoint_timeout_ms == NO_ALIGNED_CHECKPOINT_TIME_OUT:
            return CheckpointOptions.unaligned(self.checkpoint_type)
        return replace(self, alignment=AlignmentType.ALIGNED)


ALIGNED = CheckpointOptions()
"""Options of a checkpoint whose barriers are aligned, without a timeout."""
