"""Compiles the chain of a source task, and those of the tasks after it, into one Python function.

An untraced run in arrival order handles one record at a time: the source reads it, and hands it off to
an idle task. Nearly all of the time of a run is spent in the calls in between. The generated function does
the same without them: it calls the same user functions, and changes the same objects in the same order. The
classes are its specification. It handles only what is common, and returns before anything else: a mail,
a timer, a full buffer, a busy task, an element that is not a record.

Not in Flink.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flinksim.common.watermark_generators import (
    AscendingTimestampsWatermarks,
    BoundedOutOfOrdernessWatermarks,
)
from flinksim.connectors.source import SourceRecord
from flinksim.core.code_writer import CodeWriter
from flinksim.core.ids import SubtaskId
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.core.value_copy import IMMUTABLE_TYPES, compute_value_size, copy_value
from flinksim.datastream.partitioner import KeyGroupStreamPartitioner
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.network.record_serialization import serialize_record
from flinksim.runtime.network.result_partition import RecordWriter
from flinksim.runtime.operators.operator_templates import is_single_output, write_operator
from flinksim.runtime.operators.source_operator import SourceOperator
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.operators.timestamps_and_watermarks import check_timestamp
from flinksim.runtime.tasks.direct_handoff import DirectHandoff, HandoffTarget
from flinksim.runtime.tasks.outputs import OperatorOutput
from flinksim.runtime.tasks.source_task import SourceOperatorStreamTask
from flinksim.runtime.tasks.stream_task import StreamTask

RECORDS_PER_CALL = 32
"""How many records a compiled chain reads per call. Between calls the run looks for Ctrl-C."""


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
    source = task.source
    if (
        not source.is_driven_by_splits
        or source._scheduler is not None
        or len(source._active_readers) != 1
        or source.is_legacy
        or task._async_operators
        or source.emit is not None
    ):
        return None
    code = CodeWriter()
    compiler = _SourceCompiler(code, task, run)
    compiler.write()
    file_name = str(Path(__file__).parent / f"<compiled chain of {task.subtask}>")
    return code.compile_function("read", file_name), code.text


class _SourceCompiler:
    """Writes the functions of one source task."""

    def __init__(self, code: CodeWriter, task: SourceOperatorStreamTask, run: RunContext) -> None:
        self.code = code
        self.task = task
        self.run = run
        self.source = task.source
        self.reader = self.source._active_readers[0]
        self.output = self.source._split_outputs[self.reader.position]
        self.names = {
            "task": code.bind("task", task),
            "source": code.bind("source", self.source),
            "reader": code.bind("reader", self.reader),
            "runnable": code.bind("runnable", run.runnable),
            "clock": code.bind("clock", run.clock),
            "calls": code.bind("calls", run.clock._callbacks),
            "clock_actor": code.bind("clock_actor", run.clock_actor),
            "time_patch": code.bind("time_patch", run.time_patch),
            "handoff": code.bind("handoff", run.handoff),
            "mailbox": code.bind("mailbox", task.mailbox),
            "mails": code.bind("mails", task.mailbox.mailbox),
            "SourceRecord": code.bind("SourceRecord", SourceRecord),
            "StreamRecord": code.bind("StreamRecord", StreamRecord),
            "heappop": code.bind("heappop", heapq.heappop),
            "heappush": code.bind("heappush", heapq.heappush),
            "bit": task.bit,
            "MIN": MIN_TIMESTAMP,
            "MAX": MAX_TIMESTAMP,
        }
        self.writer = self._find_direct_writer()

    def _find_direct_writer(self) -> RecordWriter | None:
        """Return the writer to which each record goes that the chain emits, or ``None``.

        Then nothing else is written in the turn of a record, and it can be handed off without a detour.
        """
        generator = None if self.output is None else self.output.generator
        if type(generator) not in (
            BoundedOutOfOrdernessWatermarks, AscendingTimestampsWatermarks, type(None),
        ):  # fmt: skip
            return None
        operator: StreamOperator = self.source
        while True:
            receiver = _find_receiver(operator)
            if isinstance(receiver, RecordWriter):
                return receiver
            if not isinstance(receiver, StreamOperator) or not is_single_output(receiver):
                return None
            operator = receiver

    # --- the loop --------------------------------------------------------------------------------

    def write(self) -> None:
        code = self.code
        targets = self._write_receivers() if self.writer is not None else []
        with code.indent("def read():"):
            code.write(
                """
if (
    {task}.data_ended
    or {task}.is_over
    or {task}.chain.is_finished_on_restore
    or {mailbox}.default_action != {task}._default_action
    or {clock}.live_inputs
):
    return 0
if {mailbox}.suspension is not None:
    return read_arrivals()
for count in range(LIMIT):
    if (
        {runnable}.mask & -2 != {bit}
        or ({calls} and {calls}[0][0] <= {clock}.now_ms)
        or {mails}.needs_attention
        or {mailbox}.suspension is not None
        or {task}._deferred_writes is not None
        or {source}._first_untimed is not {reader}
        or {source}._first_timed is not None
        or type({reader}.item) is not {SourceRecord}
    ):
        return count
    {handoff}.turns += 1
    {time_patch}.task = {task}
""".format(**self.names)
            )
            code.names["LIMIT"] = RECORDS_PER_CALL
            code._depth += 1
            self._write_read()
            with code.indent(
                f"if {self._format_readiness()} and {self.names['reader']}.arrival_ms is None:"
            ):
                code.write("pass")
            with code.indent("else:"):
                code.write("{task}.finish_record({reader}, {clock}.now_ms)".format(**self.names))
                code.write("{task}.end_turn()".format(**self.names))
            self._write_delivery(targets)
            code._depth -= 1
            code.write("return LIMIT")
        code.write("\n")
        with code.indent("def read_arrivals():"):
            code.write(
                """
for count in range(LIMIT):
    suspension = {mailbox}.suspension
    if {runnable}.mask != 1 or not {calls} or suspension is None or suspension.reason != "no input":
        return count
    now, _, _, call = {calls}[0]
    turn = call.turn
    if (
        turn is None
        or turn.task is not {task}
        or not turn.reads_record
        or call.cancelled
        or (len({calls}) > 1 and {calls}[1][0] <= now)
        or (len({calls}) > 2 and {calls}[2][0] <= now)
        or now < {clock}.now_ms
        or now < {task}.local_ms
        or {task}._deferred_writes is not None
        or {mails}._batch
        or {mails}._queue
        or {source}._first_timed is not {reader}
        or {source}._first_untimed is not None
        or type({reader}.item) is not {SourceRecord}
    ):
        return count
    {heappop}({calls})
    call.cancelled = True
    {clock}.now_ms = now
    {clock_actor}.turns += 1
    {handoff}.turns += 2
    {time_patch}.task = {task}
    {mailbox}.suspension = None
    {mailbox}._phase = "batch due"
    {mails}.needs_attention = False
""".format(**self.names)
            )
            code._depth += 1
            self._write_read()
            condition = (
                "{ready} and {reader}.arrival_ms is not None and now < {reader}.arrival_ms <= {MAX}"
                " and not {mails}._batch and not {mails}._queue and not {task}._is_finish_pending"
            ).format(ready=self._format_readiness(), **self.names)
            with code.indent(f"if {condition}:"):
                code.write(
                    """
{mailbox}.suspension = suspension
{mailbox}._phase = "in batch"
{mails}.needs_attention = True
call.timestamp = arrival = {reader}.arrival_ms
call.cancelled = False
{heappush}({calls}, (arrival, True, {clock}._sequence, call))
{clock}._sequence += 1
""".format(**self.names)
                )
            with code.indent("else:"):
                code.write("{task}.finish_record({reader}, now)".format(**self.names))
                code.write("{task}.finish_arrival(now, suspension)".format(**self.names))
            self._write_delivery(targets)
            code._depth -= 1
            code.write("return LIMIT")

    def _format_readiness(self) -> str:
        """Write the condition that the task can read on without a check of its own."""
        conditions = [
            "{reader}.item is not None".format(**self.names),
            "{task}._deferred_writes is None".format(**self.names),
            *(
                f"{self.code.bind('pool', writer.pool)}.is_available"
                for writer in self.task.writers
            ),
        ]
        return " and ".join(conditions)

    # --- the turn of the source ------------------------------------------------------------------

    def _write_read(self) -> None:
        """Write how the source reads one record: :meth:`SourceOperator.emit_next`."""
        code, source = self.code, self.source
        code.write(
            """
{source}._was_polled = False
item = {reader}.item
{reader}.item = None
{reader}.items_taken += 1
{reader}.offset += 1
value = item.value
timestamp = item.timestamp
""".format(**self.names)
        )
        names = self.names
        if source._strategy is not None:
            if source._keeps_timestamps:
                code.write(f"if timestamp is None:\n    timestamp = {MIN_TIMESTAMP}")
            else:
                extract = code.bind("extract_timestamp", source._assigner.extract_timestamp)
                code.write(
                    f"timestamp = {extract}(value, {MIN_TIMESTAMP} if timestamp is None else timestamp)"
                )
            check = code.bind("check_timestamp", check_timestamp)
            assigner = code.bind("timestamp_assigner", source._assigner)
            convert = code.bind("convert_timestamp", source.context.convert_timestamp)
            if not source._keeps_timestamps:
                code.write(
                    f"if timestamp.__class__ is not int or not {MIN_TIMESTAMP} <= timestamp <= {MAX_TIMESTAMP}:\n"
                    f"    timestamp = {check}(timestamp, {assigner}, value, {convert})"
                )
        if self.writer is not None:
            code.write("target = None")
        code.write("read_value, read_timestamp = value, timestamp")
        self._write_output(code, source)
        if source._strategy is not None:
            output = code.bind("split_output", self.output)
            generator = None if self.output is None else self.output.generator
            if type(generator) in (BoundedOutOfOrdernessWatermarks, AscendingTimestampsWatermarks):
                bound = code.bind("generator", generator)
                code.write(
                    f"""
{output}.generated_by = "record"
if read_timestamp > {bound}.max_timestamp:
    {bound}.max_timestamp = read_timestamp
"""
                )
            else:
                code.write(f"{output}.on_event(read_value, read_timestamp)")
        code.write("{reader}._prefetch()".format(**names))

    def _write_output(self, code: CodeWriter, operator: StreamOperator) -> None:
        """Write what happens to the record that *operator* emits."""
        receiver = _find_receiver(operator)
        if receiver is None:
            collect = code.bind("collect", operator.collect)
            code.write(f"{collect}({self.names['StreamRecord']}(value, timestamp))")
        elif isinstance(receiver, RecordWriter):
            self._write_emit(receiver)
        else:
            if not operator.context.object_reuse:
                copy = code.bind("copy_value", copy_value)
                types = code.bind("IMMUTABLE_TYPES", IMMUTABLE_TYPES)
                code.write(f"if value.__class__ not in {types}:\n    value = {copy}(value)")
            write_operator(code, receiver, self._write_output)

    # --- the network -----------------------------------------------------------------------------

    def _write_emit(self, writer: RecordWriter) -> None:
        """Write :meth:`RecordWriter.emit`, with a direct hand-off if it is possible."""
        code = self.code
        names = {**self.names, "writer": code.bind("writer", writer)}
        if writer is not self.writer:
            code.write("{writer}.emit({StreamRecord}(value, timestamp))".format(**names))
            return
        names |= {
            "size_of": code.bind("compute_value_size", compute_value_size),
            "serialize": code.bind("serialize_record", serialize_record),
            "targets": "targets",
            "subpartitions": code.bind("subpartitions", writer.subpartitions),
            "not_receiving": self.run.source_mask | 1,
        }
        with code.indent("if {writer}._deferred_writes is not None:".format(**names)):
            code.write("{writer}.emit({StreamRecord}(value, timestamp))".format(**names))
        with code.indent("else:"):
            code.write(
                """
if type(value) is tuple and {IMMUTABLE}.issuperset(map(type, value)):
    size = 5 if timestamp is None else 13
    for part in value:
        kind = type(part)
        if kind is str:
            size += len(part) + 1
        elif kind is int:
            size += 4 if -2147483648 <= part < 2147483648 else 8
        else:
            size += {size_of}(part)
else:
    record = {StreamRecord}(value, timestamp)
    size = {serialize}(record)
    value = record.value
""".format(IMMUTABLE=code.bind("SIZED_TYPES", SIZED_TYPES), **names)
            )
            self._write_selection(writer)
            code.write(
                """
target = {targets}[channel]
subpartition = {subpartitions}[channel]
buffer = subpartition._open_buffer
if (
    target is None
    or {handoff}.is_closed
    or {handoff}.pending
    or buffer is None
    or buffer.read_bytes != buffer.written_bytes
    or len(subpartition._buffers) != 1
    or subpartition.is_blocked
    or buffer.written_bytes + size >= buffer.capacity
    or not target.is_ready({runnable}.mask & ~{not_receiving})
):
    target = None
    subpartition.write({StreamRecord}(value, timestamp), size)
    if not {writer}._is_flush_pending:
        {writer}._request_flush()
else:
    buffer.written_bytes = buffer.read_bytes = buffer.written_bytes + size
    subpartition.written_count += 1
    sent_value, sent_timestamp, sent_size = value, timestamp, size
""".format(**names)
            )

    def _write_selection(self, writer: RecordWriter) -> None:
        """Write the selection of the channel by the partitioner."""
        code = self.code
        partitioner = getattr(writer._select, "__self__", None)
        if type(partitioner) is not KeyGroupStreamPartitioner:
            select = code.bind("select_channel", writer._select)
            code.write(f"channel = {select}({self.names['StreamRecord']}(value, timestamp))")
            return
        names = {
            "partitioner": code.bind("partitioner", partitioner),
            "select_key": code.bind("select_key", partitioner.key_selector),
            "channels": code.bind("channels", partitioner._channel_cache),
        }
        code.write(
            """
key = {select_key}(value)
kind = type(key)
channel = {channels}.get(key) if kind is str or kind is int else None
if channel is None:
    channel = {partitioner}.select_channel_of_key(key)
""".format(**names)
        )

    # --- the turn of the receiving task ----------------------------------------------------------

    def _write_receivers(self) -> list[HandoffTarget | None]:
        """Write one function per task that receives records of the chain; return the targets by channel."""
        assert self.writer is not None
        targets = [self.run.handoff.get_target(each) for each in self.writer.subpartitions]
        functions: dict[int, str] = {}
        for number, target in enumerate(targets):
            if target is None or not target.is_compilable:
                targets[number] = None
                continue
            functions[number] = f"receive{number}"
            _write_receiver(self.code, target, functions[number])
        table = [functions.get(number, "None") for number in range(len(targets))]
        self.code.write(f"receivers = [{', '.join(table)}]\n")
        self.code.names["targets"] = targets
        return targets

    def _write_delivery(self, targets: Sequence[HandoffTarget | None]) -> None:
        """Write the turn of the task that the record was handed off to."""
        code = self.code
        if self.writer is None or not any(targets):
            code.write("if {handoff}.pending:\n    return count + 1".format(**self.names))
            return
        code.write(
            """
if target is not None:
    {handoff}.turns += 1 if target.remote_channel is None else 1 + target.count_turns(1)
    {time_patch}.task = target.task
    receivers[channel](sent_value, sent_timestamp, sent_size)
elif {handoff}.pending or {handoff}.is_closed:
    return count + 1
""".format(**self.names)
        )


SIZED_TYPES = frozenset({int, str, float, bool, type(None), bytes})
"""Types whose size is computed without a copy."""


def _write_receiver(code: CodeWriter, target: HandoffTarget, name: str) -> None:
    """Write :meth:`StreamTask.process_handoff` of a task for one record."""
    task, task_input = target.task, target.task_input
    names = {
        "task": code.bind("receiver", task),
        "mailbox": code.bind("receiver_mailbox", task.mailbox),
        "mails": code.bind("receiver_mails", task.mailbox.mailbox),
        "channel": code.bind("input_channel", target.channel),
        "runnable": code.bind("runnable", task._runnable),
        "bit": task.bit,
    }
    with code.indent(f"def {name}(value, timestamp, size):"):
        code.write(
            """
suspension = {mailbox}.suspension
{mailbox}.suspension = None
{mailbox}._phase = "batch due"
{mails}.needs_attention = False
{channel}.read_count += 1
""".format(**names)
        )
        if task_input.checkpointed_gate is not None:
            count = code.bind(
                "add_processed_bytes", task_input.checkpointed_gate.add_processed_bytes
            )
            code.write(f"{count}(size)")
        write_operator(code, task.operators[0], _write_collect)
        pools = [f"{code.bind('pool', writer.pool)}.is_available" for writer in task.writers]
        ready = " and ".join(
            [
                "{task}._deferred_writes is None".format(**names),
                "not {mails}._batch and not {mails}._queue".format(**names),
                *pools,
            ]
        )
        with code.indent(f"if {ready}:"):
            code.write(
                """
{mailbox}.suspension = suspension
{mails}.needs_attention = True
{mailbox}._phase = "in batch"
""".format(**names)
            )
        with code.indent("else:"):
            code.write("{runnable}.mask |= {bit}\n{task}.end_turn()".format(**names))
    code.write("\n")


def _write_collect(code: CodeWriter, operator: StreamOperator) -> None:
    record = code.bind("StreamRecord", StreamRecord)
    collect = code.bind("collect", operator.collect)
    code.write(f"{collect}({record}(value, timestamp))")


def _find_receiver(operator: StreamOperator) -> StreamOperator | RecordWriter | None:
    """Return the only receiver of the records of *operator*; ``None`` if there are others or none."""
    output = operator.output
    if type(output) is not OperatorOutput or output.collect != operator.collect:
        return None
    targets = [target for target in output._targets if target.tag_id is None]
    receiver = targets[0].receiver if len(targets) == 1 else None
    return receiver if isinstance(receiver, StreamOperator | RecordWriter) else None
