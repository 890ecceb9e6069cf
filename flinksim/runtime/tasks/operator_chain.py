"""The operators of a task: opened from tail to head, finished and closed from head to tail.

Flink: ``OperatorChain``.
"""

from __future__ import annotations

from collections.abc import Sequence

from flinksim.datastream.functions import Function
from flinksim.runtime.operators.runtime_context import StreamingRuntimeContext
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.tasks.bundles import BundledOutput
from flinksim.trace.events import Emit, OperatorClosed, OperatorFinished, OperatorOpened


def open_chain(
    operators: Sequence[StreamOperator], key_functions: Sequence[Function], emit: Emit | None
) -> None:
    """Open the functions that choose keys for the output, then the operators.

    What a worker of PyFlink's fails to open stays as it was created: it is of account only if there is
    something to do for it.
    """
    for function in key_functions:
        function.open(StreamingRuntimeContext(operators[0].context, None))
    for operator in reversed(operators):
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
    """Close all of them; an error in one does not keep the others open.

    What a worker of PyFlink's never opened has nothing to close.

    Raises: the first error.
    """
    errors: list[Exception] = []
    for operator in operators:
        if operator.state == "created" and operator.context.dialect.operators_are_pythons:
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
