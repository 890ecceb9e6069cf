"""The operator chain of a task: opened tail to head, finished head to tail, closed from the tail.

Flink: ``OperatorChain``, ``RegularOperatorChain``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from flinksim.core.ids import OperatorId
from flinksim.datastream.functions import Function
from flinksim.runtime.operators.runtime_context import StreamingRuntimeContext
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.trace.events import (
    Emit,
    OperatorClosed,
    OperatorFinished,
    OperatorOpened,
    OperatorSetUp,
    OperatorSnapshotTaken,
    OperatorStateInitialized,
)

OPENED_STATES = ("open", "finished")
_EMPTY_SNAPSHOT = OperatorSnapshot()


class OperatorChain:
    """The operators of one subtask, from head to tail.

    It also owns the functions that select keys for the output, which have the same lifetime. A chain
    that had finished before the restored checkpoint ``is_finished_on_restore``: its operators are not
    used.

    Flink: ``OperatorChain``; then ``FinishedOperatorChain``.
    """

    __slots__ = ("_emit", "is_finished_on_restore", "key_functions", "operators")

    def __init__(
        self,
        operators: Sequence[StreamOperator],
        key_functions: Sequence[Function],
        emit: Emit | None,
    ) -> None:
        self.operators = operators
        self.key_functions = key_functions
        self.is_finished_on_restore = False
        self._emit = emit

    # --- life cycle ------------------------------------------------------------------------------

    def initialize_state_and_open(
        self, restored: Mapping[OperatorId, OperatorSnapshot], checkpoint: int
    ) -> None:
        """Set up all operators, open the key functions, then restore and open each operator.

        Args:
            restored: The state of each operator.
            checkpoint: The checkpoint that the state is from; 0 if there is none.
        """
        if self.is_finished_on_restore:
            return
        emit = self._emit
        for operator in reversed(self.operators):
            operator.state = "set up"
            if emit is not None:
                emit((OperatorSetUp, operator.id))
        for function in self.key_functions:
            function.open(StreamingRuntimeContext(self.operators[0].context, None))
        for operator in reversed(self.operators):
            operator.state = "initialized"
            if emit is not None:
                emit((OperatorStateInitialized, operator.id, checkpoint))
            operator.context.restored_checkpoint_id = checkpoint
            snapshot = restored.get(operator.id, _EMPTY_SNAPSHOT)
            operator.initialize_state(snapshot)
            operator.initialize_function(snapshot, checkpoint)
            self._open(operator)

    def _open(self, operator: StreamOperator) -> None:
        operator.open()
        operator.state = "open"
        if self._emit is not None:
            self._emit((OperatorOpened, operator.id))

    def finish(self) -> None:
        """Call ``finish`` of the operators, from head to tail, because their input has ended."""
        for operator in self.operators:
            if operator.state == "open":
                self._finish(operator)

    def _finish(self, operator: StreamOperator) -> None:
        self._end_input(operator)
        operator.state = "finished"
        if self._emit is not None:
            self._emit((OperatorFinished, operator.id))

    def _end_input(self, operator: StreamOperator) -> None:
        operator.finish()

    def close(self) -> None:
        """Close all operators, from tail to head; an error in one does not prevent the others.

        Raises:
            Exception: The first error of an operator.
        """
        errors: list[Exception] = []
        if self.is_finished_on_restore:
            return
        for operator in self._get_close_order():
            try:
                operator.close()
            except Exception as error:  # close every operator
                errors.append(error)
            operator.state = "closed"
            if self._emit is not None:
                self._emit((OperatorClosed, operator.id))
        for function in self.key_functions:
            try:
                function.close()
            except Exception as error:
                errors.append(error)
        if errors:
            raise errors[0]

    @property
    def is_set_up(self) -> bool:
        """Whether ``setup`` of at least one operator was called."""
        return any(operator.state != "created" for operator in self.operators)

    def _get_close_order(self) -> Sequence[StreamOperator]:
        return self.operators[::-1]

    # --- checkpoints -----------------------------------------------------------------------------

    def prepare_snapshot_pre_barrier(self, checkpoint_id: int) -> None:
        """Let each operator, from the head on, emit what has to precede the barrier."""
        for operator in self.iter_opened_operators():
            operator.prepare_snapshot_pre_barrier(checkpoint_id)

    def snapshot_state(self, checkpoint_id: int) -> dict[OperatorId, OperatorSnapshot]:
        """Copy the state of all operators, from tail to head."""
        snapshots: dict[OperatorId, OperatorSnapshot] = {}
        if self.is_finished_on_restore:
            return snapshots
        for operator in reversed(self.operators):
            snapshot = snapshots[operator.id] = OperatorSnapshot()
            if operator.state in OPENED_STATES:
                operator.snapshot_function(snapshot, checkpoint_id)
                operator.snapshot_state(snapshot)
            if self._emit is not None:
                self._emit((OperatorSnapshotTaken, operator.id, checkpoint_id, snapshot.bytes))
        return snapshots

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        """Notify the operators, from tail to head, that the checkpoint is complete."""
        self._notify(lambda operator: operator.notify_checkpoint_complete(checkpoint_id))

    def notify_checkpoint_aborted(self, checkpoint_id: int) -> None:
        """Notify the operators, from tail to head, that the checkpoint was aborted."""
        self._notify(lambda operator: operator.notify_checkpoint_aborted(checkpoint_id))

    def _notify(self, notify: Callable[[StreamOperator], None]) -> None:
        """Call *notify* with every operator, then raise the first error.

        Flink: ``notifyCheckpointComplete``.
        """
        errors: list[Exception] = []
        for operator in reversed(list(self.iter_opened_operators())):
            try:
                notify(operator)
            except Exception as error:
                errors.append(error)
        if errors:
            raise errors[0]

    def iter_opened_operators(self) -> Iterator[StreamOperator]:
        """Iterate over the operators that are open or finished."""
        return (operator for operator in self.operators if operator.state in OPENED_STATES)
