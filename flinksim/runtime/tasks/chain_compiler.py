"""Compiles the chain of a source task, and those of the tasks after it, into one Python function.

An untraced run in arrival order handles one record at a time: the source reads it, and hands it off to
an idle task. Nearly all of the time of a run is spent in the calls in between. The generated function does
the same without them: it calls the same user functions, and changes the same objects in the same order. The
classes are its specification; the template of each is in a module beside it. The function handles only what
is common, and returns before anything else: a mail, a timer, a full buffer, a busy task, an element that is
not a record.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flinksim.core.code_writer import CodeWriter
from flinksim.core.ids import SubtaskId
from flinksim.core.value_copy import IMMUTABLE_TYPES, copy_value
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.network.record_writer_template import write_emit, write_emit_with_handoff
from flinksim.runtime.network.result_partition import RecordWriter
from flinksim.runtime.operators.operator_templates import is_single_output, write_operator
from flinksim.runtime.operators.source_operator import SourceOperator
from flinksim.runtime.operators.source_template import (
    has_deferred_watermarks,
    is_compilable_source,
    write_source_read,
)
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.tasks.direct_handoff import DirectHandoff, HandoffTarget
from flinksim.runtime.tasks.outputs import OperatorOutput
from flinksim.runtime.tasks.receiver_template import write_delivery, write_receivers
from flinksim.runtime.tasks.source_task import SourceOperatorStreamTask
from flinksim.runtime.tasks.source_task_template import write_source_task
from flinksim.runtime.tasks.stream_task import StreamTask


@dataclass(frozen=True, slots=True)
class RunContext:
    """The parts of a run that compiled chains use."""

    runnable: Any
    clock: Any
    clock_actor: Any
    time_patch: Any
    source_mask: int
    handoff: DirectHandoff
    tasks: Sequence[StreamTask]


class CompiledChains:
    """The compiled chains of a run, by source task."""

    def __init__(self, run: RunContext) -> None:
        self._run = run
        self._functions: dict[StreamTask, Callable[[], int] | None] = {}

    def find(self, task: StreamTask) -> Callable[[], int] | None:
        """Return the compiled chain of *task*, ``None`` if there is none (yet)."""
        found = self._functions.get(task, self)
        if found is not self:
            return found  # type: ignore[return-value]
        if not isinstance(task, SourceOperatorStreamTask) or task.execution.state != "RUNNING":
            return None
        if any(one.execution.state == "DEPLOYING" for one in self._run.tasks):
            return None
        compiled = compile_source_chain(task, self._run)
        function = self._functions[task] = None if compiled is None else compiled[0]
        return function

    def list_sources(self, tasks: Sequence[SourceOperatorStreamTask]) -> dict[SubtaskId, str]:
        """Return the generated source of each of *tasks* that is compiled."""
        compiled = {task.subtask: compile_source_chain(task, self._run) for task in tasks}
        return {subtask: one[1] for subtask, one in compiled.items() if one is not None}


def compile_source_chain(
    task: SourceOperatorStreamTask, run: RunContext
) -> tuple[Callable[[], int], str] | None:
    """Compile the chain of a running source task, with the chains that it hands records off to.

    Returns:
        A function that reads records as long as nothing else has to happen, and returns their number; and
        its source. ``None`` if the chain cannot be compiled. The function adds the steps that it takes to
        ``handoff.turns``.
    """
    if type(task) is not SourceOperatorStreamTask or not isinstance(task.source, SourceOperator):
        return None
    if task._async_operators or not is_compilable_source(task.source):
        return None
    code = CodeWriter()
    _ChainTemplate(code, task, run).write()
    file_name = str(Path(__file__).parent / f"<compiled chain of {task.subtask}>")
    return code.compile_function("read", file_name), code.text


class _ChainTemplate:
    """Puts the templates together along the way of a record."""

    def __init__(self, code: CodeWriter, task: SourceOperatorStreamTask, run: RunContext) -> None:
        self._code = code
        self._task = task
        self._run = run
        self._writer = _find_direct_writer(task.source)
        self._targets: list[HandoffTarget | None] = []

    def write(self) -> None:
        if self._writer is not None:
            self._targets = write_receivers(self._code, self._writer, self._run.handoff)
        write_source_task(self._code, self._task, self._run, self._write_read, self._write_delivery)

    def _write_read(self) -> None:
        if self._writer is not None:
            self._code.write("target = None")
        write_source_read(self._code, self._task.source, self._write_output)

    def _write_delivery(self) -> None:
        write_delivery(self._code, self._targets, self._run.handoff, self._run.time_patch)

    def _write_output(self, code: CodeWriter, operator: StreamOperator) -> None:
        """Write what happens to the record that *operator* emits."""
        receiver = _find_receiver(operator)
        if receiver is None:
            collect = code.bind("collect", operator.collect)
            code.write(f"{collect}({code.bind('StreamRecord', StreamRecord)}(value, timestamp))")
        elif receiver is self._writer:
            run = self._run
            not_receiving = run.source_mask | 1  # 1 is the bit of the clock
            write_emit_with_handoff(code, self._writer, run.handoff, run.runnable, not_receiving)
        elif isinstance(receiver, RecordWriter):
            write_emit(code, receiver)
        else:
            if not operator.context.object_reuse:
                copy = code.bind("copy_value", copy_value)
                types = code.bind("IMMUTABLE_TYPES", IMMUTABLE_TYPES)
                code.write(f"if value.__class__ not in {types}:\n    value = {copy}(value)")
            write_operator(code, receiver, self._write_output)


def _find_direct_writer(source: SourceOperator) -> RecordWriter | None:
    """Return the writer to which each record goes that the chain of *source* emits, or ``None``.

    Then nothing else is written in the turn of a record, and it can be handed off without a detour.
    """
    if not has_deferred_watermarks(source):
        return None
    operator: StreamOperator = source
    while True:
        receiver = _find_receiver(operator)
        if isinstance(receiver, RecordWriter):
            return receiver
        if not isinstance(receiver, StreamOperator) or not is_single_output(receiver):
            return None
        operator = receiver


def _find_receiver(operator: StreamOperator) -> StreamOperator | RecordWriter | None:
    """Return the only receiver of the records of *operator*; ``None`` if there are others or none."""
    output = operator.output
    if type(output) is not OperatorOutput or output.collect != operator.collect:
        return None
    targets = [target for target in output._targets if target.tag_id is None]
    receiver = targets[0].receiver if len(targets) == 1 else None
    return receiver if isinstance(receiver, StreamOperator | RecordWriter) else None
