"""The snapshot of a whole job, in a form that another program or parallelism can restore.

Flink: ``CheckpointMetadata``, ``OperatorState``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from flinksim.runtime.checkpoint.channel_state_writer import InFlightData
from flinksim.runtime.state.snapshot_model import OperatorSnapshot


@dataclass(slots=True)
class OperatorState:
    """The state of all subtasks of one operator. Flink: ``OperatorState``.

    ``id`` is the operator id, 32 hexadecimal digits. ``uid`` is ``None`` if the program set none.
    ``subtasks`` contains the subtasks with state, ``finished`` the indexes of those that were FINISHED
    before.
    """

    id: str
    name: str
    uid: str | None
    parallelism: int
    max_parallelism: int
    subtasks: dict[int, OperatorSnapshot] = field(default_factory=dict)
    finished: list[int] = field(default_factory=list)

    @property
    def has_state(self) -> bool:
        """Whether the operator has any state that would be lost if the new job did not restore it."""
        return any(
            any(not group.is_empty for group in one.key_groups.values())
            or any(state.items for state in one.lists.values())
            for one in self.subtasks.values()
        )

    @property
    def is_finished(self) -> bool:
        """Whether all subtasks of the operator were FINISHED before.

        Flink: ``FullyFinishedOperatorState``.
        """
        return len(self.finished) == self.parallelism

    @property
    def bytes(self) -> int:
        """The size of the states of all subtasks, in bytes."""
        return sum(one.bytes for one in self.subtasks.values())


@dataclass(slots=True)
class ChannelState:
    """The in-flight data between two subtasks, on one side of their channel.

    ``source`` and ``target`` are the ids of the operators at the heads of the two chains, each with a
    subtask index. ``occurrence`` counts edges between the same two operators.
    """

    source: str
    source_subtask: int
    target: str
    target_subtask: int
    occurrence: int
    is_input: bool
    data: InFlightData


@dataclass(slots=True)
class CheckpointMetadata:
    """The snapshot of a job. Flink: ``CheckpointMetadata``.

    ``timestamp`` is when it began, in virtual ms; ``now_ms`` when it was complete.
    """

    checkpoint_id: int
    kind: str
    job: str
    timestamp: int
    now_ms: int
    operators: list[OperatorState] = field(default_factory=list)
    channels: list[ChannelState] = field(default_factory=list)

    @property
    def bytes(self) -> int:
        """The size of all operator states in the snapshot, in bytes."""
        return sum(operator.bytes for operator in self.operators)

    def operator(self, uid_or_id: str) -> OperatorState:
        """Return the operator with that uid, id or name.

        Raises:
            KeyError: If there is none; names the operators of the snapshot.
        """
        for operator in self.operators:
            if uid_or_id in (operator.uid, operator.id, operator.name):
                return operator
        known = ", ".join(repr(one.uid or one.name) for one in self.operators)
        raise KeyError(
            f"the snapshot does not contain the operator {uid_or_id!r}. Its operators: {known}"
        )
