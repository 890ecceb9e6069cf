"""Records of checkpoints: pending, completed, and the store of completed ones.

Flink: ``PendingCheckpoint``, ``CompletedCheckpoint``, ``CompletedCheckpointStore``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from flinksim.core.ids import SubtaskId
from flinksim.runtime.tasks.subtask_checkpoint_coordinator import SubtaskStatistics, TaskSnapshot
from flinksim.runtime.virtual_clock import ScheduledCallback
from flinksim.trace.events import CheckpointKind


@dataclass(slots=True)
class PendingCheckpoint:
    """A checkpoint in progress: which subtasks must still acknowledge it, and the snapshots of the rest."""

    id: int
    kind: CheckpointKind
    timestamp: int
    missing_subtasks: set[SubtaskId]
    target: Path | None = None
    """The parent folder that the user requested for the savepoint."""
    timeout_call: ScheduledCallback | None = None
    finished_count: int = 0
    """Number of tasks that were FINISHED when the checkpoint began; they count as acknowledged."""
    snapshots: dict[SubtaskId, TaskSnapshot] = field(default_factory=dict)
    metrics: dict[SubtaskId, SubtaskStatistics] = field(default_factory=dict)

    @property
    def is_savepoint(self) -> bool:
        """Whether this is a savepoint, which the user requested."""
        return self.kind != "checkpoint"

    @property
    def stops_job(self) -> bool:
        """Whether the job stops when this savepoint is complete. Flink: ``SnapshotType.isSynchronous``."""
        return self.kind not in ("checkpoint", "savepoint")


@dataclass(frozen=True, slots=True)
class CompletedCheckpoint:
    """A checkpoint that a job can restore; ``timestamp`` is when it began, in virtual ms.

    ``path`` is the folder that the job has written and may delete.
    """

    id: int
    kind: CheckpointKind
    timestamp: int
    duration_ms: int
    snapshots: Mapping[SubtaskId, TaskSnapshot]
    metrics: Mapping[SubtaskId, SubtaskStatistics]
    path: Path | None = None

    def is_vertex_finished(self, subtask: SubtaskId) -> bool:
        """Return whether all subtasks of the vertex of *subtask* were FINISHED before the checkpoint."""
        vertex = subtask.partition("/")[0]
        return all(
            snapshot.is_finished
            for name, snapshot in self.snapshots.items()
            if name.partition("/")[0] == vertex
        )

    def snapshot_for(self, subtask: SubtaskId) -> TaskSnapshot | None:
        """Return the state with which *subtask* starts: its own, and the union list items of all subtasks.

        Flink: ``StateAssignmentOperation``, ``RoundRobinOperatorStateRepartitioner``.
        """
        own = self.snapshots.get(subtask)
        if own is None or not any(operator.has_union for operator in own.operators.values()):
            return own
        vertex = subtask.partition("/")[0]
        names = [name for name in self.snapshots if name.partition("/")[0] == vertex]
        names.sort(key=lambda name: int(name.partition("/")[2]))
        operators = {}
        for operator, snapshot in own.operators.items():
            index = operator.partition("/")[0]
            all_snapshots = [
                other
                for name in names
                for other_id, other in self.snapshots[name].operators.items()
                if other_id.partition("/")[0] == index
            ]
            operators[operator] = snapshot.with_unions_from(all_snapshots)
        return replace(own, operators=operators)

    @property
    def bytes(self) -> int:
        """The size of all operator states in the checkpoint, in bytes."""
        return sum(snapshot.bytes for snapshot in self.snapshots.values())

    @property
    def written_bytes(self) -> int:
        """The bytes that were written for the checkpoint. Flink: "Checkpointed Data Size"."""
        return sum(one.bytes for one in self.metrics.values())


@dataclass(frozen=True, slots=True)
class CheckpointStatistics:
    """A row of Flink's checkpoint page: one checkpoint with its result.

    ``bytes`` were written, of ``full_bytes`` of state; incremental checkpoints write less.
    ``acknowledged`` of the ``tasks`` include those that were ``finished_count``, as in Flink.
    ``reason`` tells why it FAILED. ``metrics`` are those of the subtasks that acknowledged. ``path`` is
    its folder, "" if it is only in memory.
    """

    id: int
    kind: CheckpointKind
    status: str
    trigger_ms: int
    end_to_end_ms: int
    bytes: int
    full_bytes: int
    acknowledged: int
    tasks: int
    reason: str
    metrics: Mapping[SubtaskId, SubtaskStatistics]
    path: str = ""
    finished: int = 0


class CompletedCheckpointStore:
    """Keeps the last completed checkpoints. Flink: ``StandaloneCompletedCheckpointStore``."""

    def __init__(self, retained: int) -> None:
        self._retained = retained
        self._checkpoints: list[CompletedCheckpoint] = []

    def add(self, checkpoint: CompletedCheckpoint) -> Sequence[CompletedCheckpoint]:
        """Add *checkpoint*; return the oldest ones, which exceed the number to retain, the oldest first."""
        self._checkpoints.append(checkpoint)
        excess = max(len(self._checkpoints) - self._retained, 0)
        subsumed, self._checkpoints = self._checkpoints[:excess], self._checkpoints[excess:]
        return subsumed

    @property
    def latest(self) -> CompletedCheckpoint | None:
        """The checkpoint that is restored after a failure."""
        return self._checkpoints[-1] if self._checkpoints else None

    @property
    def all(self) -> Sequence[CompletedCheckpoint]:
        """The retained checkpoints, the oldest first."""
        return tuple(self._checkpoints)
