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
    """Open the functions that choose keys for the output, then the operators."""
    for function in key_functions:
        function.open(StreamingRuntimeContext(operators[0].context, None))
    for operator in reversed(operators):
        operator.open()
        operator.state = "open"
        if emit is not None:
            emit(OperatorOpened(operator.id))


def finish_chain(operators: Sequence[StreamOperator], emit: Emit | None) -> None:
    """Tell the operators that their input has ended; open bundles end, too."""
    for operator in operators:
        operator.finish()
        if isinstance(operator.output, BundledOutput):
            operator.output.end_bundle()
        operator.state = "finished"
        if emit is not None:
            emit(OperatorFinished(operator.id))


def close_chain(
    operators: Sequence[StreamOperator], key_functions: Sequence[Function], emit: Emit | None
) -> None:
    """Close all of them; an error in one does not keep the others open.

    Raises: the first error.
    """
    errors: list[Exception] = []
    for operator in operators:
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
