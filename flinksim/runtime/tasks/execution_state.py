"""The states of one execution attempt of a subtask, and the transitions between them.

Flink: ``org.apache.flink.runtime.execution.ExecutionState``.
"""

from __future__ import annotations

from flinksim.core.ids import SubtaskId
from flinksim.trace.events import Emit, ExecutionState, TaskStateChanged

EXECUTION_TRANSITIONS: dict[ExecutionState, tuple[ExecutionState, ...]] = {
    "CREATED": ("SCHEDULED", "CANCELED", "FAILED"),
    "SCHEDULED": ("DEPLOYING", "CANCELED", "FAILED"),
    "DEPLOYING": ("INITIALIZING", "CANCELING", "FAILED"),
    "INITIALIZING": ("RUNNING", "CANCELING", "FAILED"),
    "RUNNING": ("FINISHED", "CANCELING", "FAILED"),
    "CANCELING": ("CANCELED", "FAILED"),
    "FINISHED": (),
    "CANCELED": (),
    "FAILED": (),
}
"""The states that may follow each execution state of a subtask.

Differs: there is no RECONCILING, Flink's state after a JobManager recovery.
"""


class Execution:
    """An attempt to run a subtask; the first attempt is 0. Flink: ``Execution``."""

    __slots__ = ("_emit", "attempt", "state", "subtask")

    def __init__(self, subtask: SubtaskId, emit: Emit | None) -> None:
        self.subtask = subtask
        self.attempt = 0
        self.state: ExecutionState = "CREATED"
        self._emit = emit

    def transition_to(self, state: ExecutionState) -> None:
        """Change the state.

        Raises:
            ValueError: If :data:`EXECUTION_TRANSITIONS` does not allow the transition.
        """
        allowed = EXECUTION_TRANSITIONS[self.state]
        if state not in allowed:
            raise ValueError(
                f"subtask {self.subtask} cannot change from {self.state} to "
                f"{state}. Possible: "
                f"{', '.join(allowed) or 'nothing, because the state is final'}"
            )
        before, self.state = self.state, state
        if self._emit is not None:
            self._emit((TaskStateChanged, self.subtask, self.attempt, before, state))

    @property
    def is_over(self) -> bool:
        """Whether the attempt has ended: finished, canceled or failed."""
        return not EXECUTION_TRANSITIONS[self.state]
