"""Source of the compiled turns of a source task: loops that read records while nothing else has to happen.

``read`` reads records without arrival time, and one that has arrived while a timer ran, each in a turn of
the task. ``read_arrivals`` advances the clock to each arrival, and takes the turn of the task that is due
then. Not in Flink.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any

from flinksim.connectors.source import SourceRecord
from flinksim.core.code_writer import CodeWriter
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.runtime.tasks.source_task import SourceOperatorStreamTask

RECORDS_PER_CALL = 32
"""How many records a compiled chain reads per call. Between calls the run looks for Ctrl-C."""

WritePart = Callable[[], None]
"""Writes a part of a turn."""


def write_source_task(
    code: CodeWriter,
    task: SourceOperatorStreamTask,
    run: Any,
    write_read: WritePart,
    write_delivery: WritePart,
) -> None:
    """Write the functions ``read`` and ``read_arrivals``, which return the number of records read.

    Args:
        code: Where to write.
        task: The source task.
        run: The parts of the run that a chain uses.
        write_read: Writes how the source operator reads and emits a record.
        write_delivery: Writes the turn of the task that gets the record.
    """
    code.names["LIMIT"] = RECORDS_PER_CALL
    names = _create_names(code, task, run)
    _write_turns(code, task, names, write_read, write_delivery)
    code.write("\n")
    _write_arrivals(code, task, names, write_read, write_delivery)


def _create_names(code: CodeWriter, task: SourceOperatorStreamTask, run: Any) -> dict[str, Any]:
    return {
        "task": code.bind("task", task),
        "source": code.bind("source", task.source),
        "reader": code.bind("reader", task.source._active_readers[0]),
        "runnable": code.bind("runnable", run.runnable),
        "clock": code.bind("clock", run.clock),
        "calls": code.bind("calls", run.clock._callbacks),
        "clock_actor": code.bind("clock_actor", run.clock_actor),
        "time_patch": code.bind("time_patch", run.time_patch),
        "handoff": code.bind("handoff", run.handoff),
        "mailbox": code.bind("mailbox", task.mailbox),
        "mails": code.bind("mails", task.mailbox.mailbox),
        "SourceRecord": code.bind("SourceRecord", SourceRecord),
        "heappop": code.bind("heappop", heapq.heappop),
        "heappush": code.bind("heappush", heapq.heappush),
        "bit": task.bit,
        "MAX": MAX_TIMESTAMP,
    }


def _write_turns(
    code: CodeWriter,
    task: SourceOperatorStreamTask,
    names: dict[str, Any],
    write_read: WritePart,
    write_delivery: WritePart,
) -> None:
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
""".format(**names)
        )
        with code.indent("for count in range(LIMIT):"):
            code.write(
                """
if (
    {runnable}.mask & -2 != {bit}
    or ({calls} and {calls}[0][0] <= {clock}.now_ms)
    or {mailbox}.suspension is not None
    or {task}._deferred_writes is not None
    or type({reader}.item) is not {SourceRecord}
):
    return count
if {source}._first_untimed is not {reader} or {source}._first_timed is not None:
    if (
        {source}._first_timed is not {reader}
        or {source}._first_untimed is not None
        or {reader}.arrival_ms > {clock}.now_ms
    ):
        return count
if {mails}.needs_attention:
    if (
        {mailbox}._phase != "after batch"
        or {mails}._batch
        or {mails}._queue
        or {mailbox}.is_suspended
        or {mailbox}.is_yielding
    ):
        return count
    {mailbox}._phase = "batch due"
    {mails}.needs_attention = False
{handoff}.turns += 1
{time_patch}.task = {task}
""".format(**names)
            )
            write_read()
            ready = _format_readiness(code, task, names)
            code.write(
                """
if {ready} and {reader}.arrival_ms is None:
    pass
else:
    {task}.finish_record({reader}, {clock}.now_ms)
    {task}.end_turn()
""".format(ready=ready, **names)
            )
            write_delivery()
        code.write("return LIMIT")


def _write_arrivals(
    code: CodeWriter,
    task: SourceOperatorStreamTask,
    names: dict[str, Any],
    write_read: WritePart,
    write_delivery: WritePart,
) -> None:
    with code.indent("def read_arrivals():"):
        with code.indent("for count in range(LIMIT):"):
            code.write(
                """
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
""".format(**names)
            )
            write_read()
            ready = _format_readiness(code, task, names)
            code.write(
                """
if (
    {ready}
    and {reader}.arrival_ms is not None
    and now < {reader}.arrival_ms <= {MAX}
    and not {mails}._batch
    and not {mails}._queue
    and not {task}._is_finish_pending
):
    {mailbox}.suspension = suspension
    {mailbox}._phase = "in batch"
    {mails}.needs_attention = True
    call.timestamp = arrival = {reader}.arrival_ms
    call.cancelled = False
    {heappush}({calls}, (arrival, True, {clock}._sequence, call))
    {clock}._sequence += 1
else:
    {task}.finish_record({reader}, now)
    {task}.finish_arrival(now, suspension)
""".format(ready=ready, **names)
            )
            write_delivery()
        code.write("return LIMIT")


def _format_readiness(
    code: CodeWriter, task: SourceOperatorStreamTask, names: dict[str, Any]
) -> str:
    """Write the condition that the task can read on without a check of its own."""
    conditions = [
        "{reader}.item is not None".format(**names),
        "{task}._deferred_writes is None".format(**names),
        *(f"{code.bind('pool', writer.pool)}.is_available" for writer in task.writers),
    ]
    return " and ".join(conditions)
