"""A checkpoint that is under way, one that has completed, and where those are kept.

Flink: ``PendingCheckpoint``, ``CompletedCheckpoint``, ``CompletedCheckpointStore``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flinksim.common.ids import SubtaskId
from flinksim.runtime.clock import ScheduledCall
from flinksim.runtime.tasks.subtask_checkpoint_coordinator import SubtaskStatistics, TaskSnapshot
from flinksim.trace.events import CheckpointKind


@dataclass(slots=True)
class PendingCheckpoint:
    """A checkpoint that is under way: who is still ``missing``, and what the others have sent."""

    id: int
    kind: CheckpointKind
    timestamp: int
    missing: set[SubtaskId]
    expires: ScheduledCall | None = None
    snapshots: dict[SubtaskId, TaskSnapshot] = field(default_factory=dict)
    metrics: dict[SubtaskId, SubtaskStatistics] = field(default_factory=dict)

    @property
    def is_savepoint(self) -> bool:
        """Whether it is the user's, not the coordinator's own."""
        return self.kind != "checkpoint"


@dataclass(frozen=True, slots=True)
class CompletedCheckpoint:
    """A checkpoint that a job can go back to; ``timestamp`` is when it began, in virtual ms."""

    id: int
    kind: CheckpointKind
    timestamp: int
    duration_ms: int
    snapshots: Mapping[SubtaskId, TaskSnapshot]
    metrics: Mapping[SubtaskId, SubtaskStatistics]

    def had_finished(self, subtask: SubtaskId) -> bool:
        """Whether *subtask* and all others of its vertex were FINISHED before."""
        vertex = subtask.partition("/")[0]
        return all(
            snapshot.is_finished
            for name, snapshot in self.snapshots.items()
            if name.partition("/")[0] == vertex
        )

    @property
    def bytes(self) -> int:
        """The size of all states in it."""
        return sum(snapshot.bytes for snapshot in self.snapshots.values())


@dataclass(frozen=True, slots=True)
class CheckpointStatistics:
    """A row of Flink's checkpoint page: one checkpoint, whatever became of it.

    ``reason`` says why one that FAILED did; ``metrics`` are those of the subtasks that acknowledged.
    """

    id: int
    kind: CheckpointKind
    status: str
    trigger_ms: int
    end_to_end_ms: int
    bytes: int
    acknowledged: int
    tasks: int
    reason: str
    metrics: Mapping[SubtaskId, SubtaskStatistics]


class CompletedCheckpointStore:
    """Keeps the last so many completed checkpoints. Flink: ``StandaloneCompletedCheckpointStore``."""

    def __init__(self, retained: int) -> None:
        self._retained = retained
        self._checkpoints: list[CompletedCheckpoint] = []

    def add(self, checkpoint: CompletedCheckpoint) -> None:
        """Keep *checkpoint*; the oldest goes if there are too many. Savepoints are the user's."""
        self._checkpoints.append(checkpoint)
        own = [one for one in self._checkpoints if one.kind == "checkpoint"]
        for old in own[: max(len(own) - self._retained, 0)]:
            self._checkpoints.remove(old)

    @property
    def latest(self) -> CompletedCheckpoint | None:
        """What a failure goes back to."""
        return self._checkpoints[-1] if self._checkpoints else None

    @property
    def all(self) -> Sequence[CompletedCheckpoint]:
        """Those that are kept, the oldest first."""
        return tuple(self._checkpoints)
