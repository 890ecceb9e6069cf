"""Source of the compiled turn of a task that gets a record by direct hand-off: ``process_handoff``.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flinksim.core.code_writer import CodeWriter
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.network.result_partition import RecordWriter
from flinksim.runtime.operators.operator_templates import write_operator
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.tasks.direct_handoff import DirectHandoff, HandoffTarget


def write_receivers(
    code: CodeWriter, writer: RecordWriter, handoff: DirectHandoff
) -> list[HandoffTarget | None]:
    """Write one function per task that receives records of *writer*; return the targets by channel.

    The generated names are the lists ``receivers`` and ``targets``.
    """
    targets = [handoff.get_target(each) for each in writer.subpartitions]
    functions: dict[int, str] = {}
    for number, target in enumerate(targets):
        if target is None or not target.is_compilable:
            targets[number] = None
            continue
        functions[number] = f"receive{number}"
        _write_receiver(code, target, functions[number])
    table = [functions.get(number, "None") for number in range(len(targets))]
    code.write(f"receivers = [{', '.join(table)}]\n")
    code.names["targets"] = targets
    return targets


def write_delivery(
    code: CodeWriter, targets: Sequence[HandoffTarget | None], handoff: DirectHandoff, patch: Any
) -> None:
    """Write the turn of the task that the record was handed off to, in a loop that counts with ``count``."""
    names = {"handoff": code.bind("handoff", handoff), "time_patch": code.bind("time_patch", patch)}
    if not any(targets):
        code.write("if {handoff}.pending:\n    return count + 1".format(**names))
        return
    code.write(
        """
if target is not None:
    {handoff}.turns += 1 if target.remote_channel is None else 1 + target.count_turns(1)
    {time_patch}.task = target.task
    receivers[channel](sent_value, sent_timestamp, sent_size)
elif {handoff}.pending or {handoff}.is_closed:
    return count + 1
""".format(**names)
    )


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
