"""The operators of a task: opened from tail to head, finished from head to tail, closed from the tail.

Flink: ``OperatorChain``.
"""

from __future__ import annotations

from collections.abc import Sequence

from flinksim.datastream.functions import Function
from flinksim.runtime.operators.runtime_context import StreamingRuntimeContext
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.tasks.bundles import BundledOutput
from flinksim.trace.events import (
    Emit,
    OperatorClosed,
    OperatorFinished,
    OperatorOpened,
    OperatorSetUp,
    OperatorStateInitialized,
)

_WAS_OPEN = ("open", "finished")


def open_chain(
    operators: Sequence[StreamOperator], key_functions: Sequence[Function], emit: Emit | None
) -> None:
    """Set all operators up; open the functions that choose keys for the output; then, operator by
    operator, give it its state and open it.

    What a worker of PyFlink's fails to open stays as it was created: it is of account only if there is
    something to do for it.
    """
    for operator in reversed(operators):
        operator.state = "set up"
        if emit is not None:
            emit(OperatorSetUp(operator.id))
    for function in key_functions:
        function.open(StreamingRuntimeContext(operators[0].context, None))
    for operator in reversed(operators):
        operator.state = "initialized"
        if emit is not None:
            emit(OperatorStateInitialized(operator.id))
        try:
            operator.open()
        except Exception as error:
            if operator.context.opened_later(error):
                continue
            raise
        operator.state = "open"
        if emit is not None:
            emit(OperatorOpened(operator.id))


def finish_chain(operators: Sequence[StreamOperator], emit: Emit | None) -> None:
    """Tell the operators that their input has ended; open bundles end, too."""
    for operator in operators:
        is_open = operator.state == "open"
        if is_open:
            operator.finish()
        if isinstance(operator.output, BundledOutput):
            operator.output.end_bundle()
        if not is_open:
            continue
        operator.state = "finished"
        if emit is not None:
            emit(OperatorFinished(operator.id))


def close_chain(
    operators: Sequence[StreamOperator], key_functions: Sequence[Function], emit: Emit | None
) -> None:
    """Close all of them, from tail to head; an error in one does not keep the others open.

    What a worker of PyFlink's never opened has nothing to close.

    Raises: the first error.
    """
    errors: list[Exception] = []
    for operator in _from_tail_to_head(operators):
        if operator.state not in _WAS_OPEN and operator.context.dialect.operators_are_pythons:
            continue
        try:
            operator.close()
        except Exception as error:  # every operator gets its chance to close
            errors.append(error)
        operator.state = "closed"
        if emit is not None:
            emit(OperatorClosed(operator.id))
    for function in key_functions:
        try:
            function.close()
        except Exception as error:
            errors.append(error)
    if errors:
        raise errors[0]


def _from_tail_to_head(operators: Sequence[StreamOperator]) -> list[StreamOperator]:
    """As operators are closed. Functions that share a worker of PyFlink's are one operator, which
    closes them from head to tail.
    """
    closing: list[StreamOperator] = []
    worker: list[StreamOperator] = []
    for operator in operators:
        worker.append(operator)
        if not operator.context.shares_worker_with_next:
            closing[:0] = worker
            worker = []
    return closing
