"""The states of one execution attempt of a subtask, and the moves between them.

Flink: ``org.apache.flink.runtime.execution.ExecutionState``.
"""

from __future__ import annotations

from flinksim.common.ids import SubtaskId
from flinksim.trace.events import Emit, TaskState, TaskStateChanged

EXECUTION_TRANSITIONS: dict[TaskState, tuple[TaskState, ...]] = {
    "CREATED": ("SCHEDULED", "CANCELED", "FAILED"),
    "SCHEDULED": ("DEPLOYING", "CANCELED", "FAILED"),
    "DEPLOYING": ("INITIALIZING", "CANCELED", "FAILED"),
    "INITIALIZING": ("RUNNING", "CANCELED", "FAILED"),
    "RUNNING": ("FINISHED", "CANCELED", "FAILED"),
    "FINISHED": (),
    "CANCELED": (),
    "FAILED": (),
}
"""From each state, the states that may follow.

Differs: Flink's CANCELING and RECONCILING have no duration here and are left out.
"""


class Execution:
    """The one attempt to run a subtask."""

    __slots__ = ("_emit", "state", "subtask")

    def __init__(self, subtask: SubtaskId, emit: Emit | None) -> None:
        self.subtask = subtask
        self.state: TaskState = "CREATED"
        self._emit = emit

    def move_to(self, state: TaskState) -> None:
        """Raises: ValueError if :data:`EXECUTION_TRANSITIONS` does not know the move."""
        allowed = EXECUTION_TRANSITIONS[self.state]
        if state not in allowed:
            raise ValueError(
                f"subtask {self.subtask} cannot go from {self.state} to {state}; "
                f"possible: {', '.join(allowed) or 'nothing, the state is final'}"
            )
        before, self.state = self.state, state
        if self._emit is not None:
            self._emit(TaskStateChanged(self.subtask, before, state))

    @property
    def is_over(self) -> bool:
        """Whether the state is final."""
        return not EXECUTION_TRANSITIONS[self.state]
