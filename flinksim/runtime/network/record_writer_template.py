"""Source of the compiled form of a record writer: ``RecordWriter.emit``, with a direct hand-off if possible.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.core.code_writer import CodeWriter
from flinksim.core.value_copy import compute_value_size
from flinksim.datastream.partitioner import KeyGroupStreamPartitioner
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.network.record_serialization import serialize_record
from flinksim.runtime.network.result_partition import RecordWriter

_SIZED_TYPES = frozenset({int, str, float, bool, type(None), bytes})
"""Types whose size is computed without a copy."""


def write_emit(code: CodeWriter, writer: RecordWriter) -> None:
    """Write a call of *writer*, for a record that is never handed off directly."""
    names = _create_names(code, writer)
    code.write("{writer}.emit({StreamRecord}(value, timestamp))".format(**names))


def write_emit_with_handoff(
    code: CodeWriter, writer: RecordWriter, handoff: Any, runnable: Any, not_receiving: int
) -> None:
    """Write how *writer* serializes a record, and hands it off or writes it to the network.

    The generated lines set ``target`` to the receiver of a hand-off, one of the list ``targets``.

    Args:
        code: Where to write.
        writer: The record writer.
        handoff: The direct hand-off of the run.
        runnable: The runnable actors.
        not_receiving: The bits of actors that do not receive records.
    """
    names = {
        **_create_names(code, writer),
        "handoff": code.bind("handoff", handoff),
        "runnable": code.bind("runnable", runnable),
        "size_of": code.bind("compute_value_size", compute_value_size),
        "serialize": code.bind("serialize_record", serialize_record),
        "subpartitions": code.bind("subpartitions", writer.subpartitions),
        "not_receiving": not_receiving,
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
""".format(IMMUTABLE=code.bind("SIZED_TYPES", _SIZED_TYPES), **names)
        )
        _write_selection(code, writer)
        code.write(
            """
target = targets[channel]
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


def _create_names(code: CodeWriter, writer: RecordWriter) -> dict[str, Any]:
    return {
        "StreamRecord": code.bind("StreamRecord", StreamRecord),
        "writer": code.bind("writer", writer),
    }


def _write_selection(code: CodeWriter, writer: RecordWriter) -> None:
    """Write the selection of the channel by the partitioner."""
    partitioner = getattr(writer._select, "__self__", None)
    if type(partitioner) is not KeyGroupStreamPartitioner:
        select = code.bind("select_channel", writer._select)
        record = code.bind("StreamRecord", StreamRecord)
        code.write(f"channel = {select}({record}(value, timestamp))")
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
