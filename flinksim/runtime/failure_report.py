"""Reports of task failures: where the error happened, in which operator and for which record."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from flinksim.core.ids import OperatorId
from flinksim.core.pyflink_errors import JavaError
from flinksim.core.safe_repr import format_error, format_repr
from flinksim.core.source_locations import format_location, is_user_code
from flinksim.datastream.partitioner import StreamPartitioner
from flinksim.runtime.budget import BudgetSpent
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.operators.stream_operator import StreamOperator

_NO_OPERATOR = OperatorId("")


@dataclass(frozen=True, slots=True)
class Failure:
    """Where a job failed: scheduler step, subtask, operator, record; "" means unknown."""

    step: int
    vertex_name: str
    error: BaseException
    subtask: str = ""
    operator: OperatorId = _NO_OPERATOR
    operator_name: str = ""
    activity: str = ""
    record: str = ""
    user_location: str = ""

    @property
    def is_deliberate_stop(self) -> bool:
        """Whether the job was stopped on purpose, by Ctrl-C or a budget; then there is no restart."""
        return isinstance(self.error, KeyboardInterrupt | BudgetSpent)

    @property
    def portable_user_location(self) -> str:
        """``user_location`` without its folder, so that a trace is the same on every machine."""
        file, place, text = self.user_location.partition(", line ")
        return f"{Path(file).name}{place}{text}"


class JobExecutionError(RuntimeError, JavaError):
    """Error of a failed job; its message names the operator and the record.

    Flink: ``JobExecutionException``.

    ``failure`` has the parts of the report. ``cluster`` is the run; its trace can still be opened.
    """

    def __init__(self, failure: Failure, cluster: Any) -> None:
        super().__init__(
            _format_message(failure, cluster.settings.traced, cluster.job_master.give_up_reason)
        )
        self.failure = failure
        self.cluster = cluster


def describe_failure(error: BaseException, subtask: str, vertex_name: str, step: int) -> Failure:
    """Find the failed operator and its record in the traceback of *error*.

    Reading the traceback costs nothing while nothing fails. A field with the current operator would
    cost time for every record.
    """
    operator: StreamOperator | None = None
    record: StreamRecord | None = None
    doing = ""
    for frame in _list_frames(error.__traceback__):
        local = frame.tb_frame.f_locals
        owner = local.get("self")
        if isinstance(owner, StreamOperator) and not (operator and _is_client_function(owner)):
            if owner is not operator:
                record = None
            operator, doing = owner, ""
        elif isinstance(owner, StreamPartitioner):
            doing = f"choosing a channel ({owner.name})"
        found = local.get("record")
        if isinstance(found, StreamRecord):
            record = found
    name = "" if operator is None else operator.context.operator_name
    return Failure(
        step=step,
        subtask=subtask,
        vertex_name=vertex_name,
        operator=OperatorId("") if operator is None else operator.id,
        operator_name=name,
        activity=doing,
        record="" if record is None else format_repr(record.value),
        error=error,
        user_location=_find_user_location(error) or _format_declaration(operator),
    )


def _is_client_function(operator: StreamOperator) -> bool:
    """Return whether PyFlink's client inserted this operator, which the program does not contain.

    Its errors are reported for the operator before it.
    """
    return bool(getattr(getattr(operator, "function", None), "put_there_by_client", False))


def _list_frames(traceback_: TracebackType | None) -> list[TracebackType]:
    frames = []
    while traceback_ is not None:
        frames.append(traceback_)
        traceback_ = traceback_.tb_next
    return frames


def _find_user_location(error: BaseException) -> str:
    """Find the innermost line of the traceback that is not flinksim's own."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if is_user_code(frame.filename):
            return format_location((frame.filename, frame.lineno or 0))
    # An operator may have wrapped the user's error in another one.
    return "" if error.__cause__ is None else _find_user_location(error.__cause__)


def _format_declaration(operator: StreamOperator | None) -> str:
    """Format the program line that created *operator*, for an error outside of user functions."""
    line = None if operator is None else operator.context.declared_at
    return "" if line is None else format_location(line)


def _format_message(failure: Failure, is_traced: bool, restart_failure: str) -> str:
    subtask = failure.subtask.partition("/")[2]
    place = failure.vertex_name
    if subtask:
        place += f", subtask {int(subtask) + 1}"
    # the error as in Python's traceback, because PyFlink's client gets it in this form
    error = format_error(failure.error)
    lines = [f"Job execution failed in step {failure.step}: {error}", f"  in {place}"]
    if failure.operator_name:
        doing = f", {failure.activity}" if failure.activity else ""
        lines.append(f"  operator: {failure.operator_name}{doing}")
    if failure.record:
        lines.append(f"  record:   {failure.record}")
    if failure.user_location:
        lines.append(f"  your code: {failure.user_location}")
    if restart_failure:
        lines.append(f"  restarts: {restart_failure}")
    if is_traced:
        lines.append("  The trace up to this step was recorded. Open it to find the cause.")
    else:
        lines.append("  To find the cause, record a trace: flinksim.simulate(env).run()")
    return "\n".join(lines)
