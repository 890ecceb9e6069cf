"""How one checkpoint is taken in the tasks; every barrier carries it.

Flink: ``org.apache.flink.runtime.checkpoint.CheckpointOptions`` and ``SnapshotType``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from flinksim.core.java.timestamps import MAX_TIMESTAMP

NO_ALIGNED_CHECKPOINT_TIME_OUT = MAX_TIMESTAMP


class AlignmentType(Enum):
    """What channels do between the first barrier of a task and the last.

    AT_LEAST_ONCE goes on with all of them, ALIGNED blocks those whose barrier came, UNALIGNED lets
    barriers overtake. FORCED_ALIGNED is an unaligned one (or one that might become so) on an edge
    where nothing may be overtaken.
    """

    AT_LEAST_ONCE = "AT_LEAST_ONCE"
    ALIGNED = "ALIGNED"
    UNALIGNED = "UNALIGNED"
    FORCED_ALIGNED = "FORCED_ALIGNED"


class SnapshotType(Enum):
    """What is taken: a checkpoint, or a savepoint of some kind.

    Flink: ``CheckpointType`` and ``SavepointType``.
    """

    CHECKPOINT = "Checkpoint"
    FULL_CHECKPOINT = "Full Checkpoint"
    SAVEPOINT = "Savepoint"
    SUSPEND_SAVEPOINT = "Suspend Savepoint"
    TERMINATE_SAVEPOINT = "Terminate Savepoint"

    @property
    def is_savepoint(self) -> bool:
        """Whether it is a savepoint, which is always aligned."""
        return self not in (SnapshotType.CHECKPOINT, SnapshotType.FULL_CHECKPOINT)

    @property
    def should_advance_to_end_of_time(self) -> bool:
        """Whether the job drains before: it stops for good."""
        return self is SnapshotType.TERMINATE_SAVEPOINT

    @property
    def is_synchronous(self) -> bool:
        """Whether a task goes no further after its part: the job stops with it."""
        return self in (SnapshotType.SUSPEND_SAVEPOINT, SnapshotType.TERMINATE_SAVEPOINT)


@dataclass(frozen=True, slots=True)
class CheckpointOptions:
    """The type of a snapshot and its alignment.

    An ALIGNED one with a timeout, in milliseconds since the checkpoint was triggered, turns unaligned
    when that has passed.

    Flink: ``CheckpointOptions``.
    Differs: where the snapshot is written is the coordinator's affair.
    Raises: ValueError for an unaligned savepoint, and an unaligned checkpoint with a timeout.
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
        """No channel waits for another."""
        return cls(checkpoint_type, AlignmentType.AT_LEAST_ONCE)

    @classmethod
    def aligned_no_timeout(
        cls, checkpoint_type: SnapshotType = SnapshotType.CHECKPOINT
    ) -> CheckpointOptions:
        """Aligned, however long that takes."""
        return cls(checkpoint_type, AlignmentType.ALIGNED)

    @classmethod
    def unaligned(
        cls, checkpoint_type: SnapshotType = SnapshotType.CHECKPOINT
    ) -> CheckpointOptions:
        """Unaligned from the start."""
        return cls(checkpoint_type, AlignmentType.UNALIGNED)

    @classmethod
    def aligned_with_timeout(
        cls, timeout_ms: int, checkpoint_type: SnapshotType = SnapshotType.CHECKPOINT
    ) -> CheckpointOptions:
        """Aligned, and unaligned *timeout_ms* after the trigger."""
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
        """What a job's settings come to for a snapshot of that type."""
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
        """Whether its barriers overtake."""
        return self.alignment is AlignmentType.UNALIGNED

    @property
    def is_timeoutable(self) -> bool:
        """Whether it may turn unaligned."""
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
        """Whether what is in flight may have to go into the snapshot."""
        return self.is_unaligned_checkpoint or self.is_timeoutable

    def to_unaligned(self) -> CheckpointOptions:
        """These options, unaligned from now on.

        Raises: RuntimeError unless they are aligned.
        """
        if self.alignment is not AlignmentType.ALIGNED:
            raise RuntimeError(
                f"only an aligned checkpoint can turn unaligned, not one that is "
                f"{self.alignment.value}"
            )
        return CheckpointOptions.unaligned(self.checkpoint_type)

    def with_unaligned_unsupported(self) -> CheckpointOptions:
        """For an edge where nothing may be overtaken."""
        if not self.needs_channel_state:
            return self
        return replace(self, alignment=AlignmentType.FORCED_ALIGNED)

    def with_unaligned_supported(self) -> CheckpointOptions:
        """What they were before :meth:`with_unaligned_unsupported`."""
        if self.alignment is not AlignmentType.FORCED_ALIGNED:
            return self
        if self.aligned_checkpoint_timeout_ms == NO_ALIGNED_CHECKPOINT_TIME_OUT:
            return CheckpointOptions.unaligned(self.checkpoint_type)
        return replace(self, alignment=AlignmentType.ALIGNED)


ALIGNED = CheckpointOptions()
"""A checkpoint that is always aligned."""
