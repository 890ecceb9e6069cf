"""Operator chain of a task with Python workers.

Flink: ``RegularOperatorChain`` over operators that are ``AbstractPythonFunctionOperator``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from flinksim.datastream.functions import Function
from flinksim.pyflink_compat.bundles import Bundle, BundledOutput
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.tasks.operator_chain import OPENED_STATES, OperatorChain
from flinksim.trace.events import Emit


class PythonOperatorChain(OperatorChain):
    """Operator chain in which functions of one worker are one operator, closed from head to tail.

    If a function fails to open in a worker, the error is raised only when the worker gets an
    element. Such a function stays in its created state and is not closed.

    Args:
        operators: The operators of the task.
        key_functions: Functions that compute keys.
        emit: Emits trace events.
        bundles: The bundle of the worker of each operator.
        fused_with_next: Operators that share a worker with the next one.
    """

    __slots__ = ("_bundles", "_fused_with_next")

    def __init__(
        self,
        operators: Sequence[StreamOperator],
        key_functions: Sequence[Function],
        emit: Emit | None,
        bundles: Mapping[StreamOperator, Bundle],
        fused_with_next: Set[StreamOperator],
    ) -> None:
        super().__init__(operators, key_functions, emit)
        self._bundles = bundles
        self._fused_with_next = fused_with_next

    def _open(self, operator: StreamOperator) -> None:
        try:
            super()._open(operator)
        except Exception as error:
            bundle = self._bundles.get(operator)
            if bundle is None:
                raise
            bundle.record_open_error(error)

    def finish(self) -> None:
        for operator in self.operators:
            if operator.state == "open":
                self._finish(operator)
            elif isinstance(operator.output, BundledOutput):
                operator.output.bundle.end()

    def _end_input(self, operator: StreamOperator) -> None:
        super()._end_input(operator)
        if isinstance(operator.output, BundledOutput):
            operator.output.bundle.end()

    def _get_close_order(self) -> list[StreamOperator]:
        closing: list[StreamOperator] = []
        worker: list[StreamOperator] = []
        for operator in self.operators:
            worker.append(operator)
            if operator not in self._fused_with_next:
                closing[:0] = worker
                worker = []
        return [operator for operator in closing if operator.state in OPENED_STATES]

    def prepare_snapshot_pre_barrier(self, checkpoint_id: int) -> None:
        ended = None
        for operator in self.iter_opened_operators():
            bundle = self._bundles.get(operator)
            if bundle is not None and bundle is not ended:  # the operators of a worker share one
                bundle.end_before_barrier()
                ended = bundle
            operator.prepare_snapshot_pre_barrier(checkpoint_id)
