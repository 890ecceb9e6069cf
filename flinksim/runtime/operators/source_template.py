"""Source of the compiled form of a source operator: what ``SourceOperator.emit_next`` does with one record.

The operator is its specification, as for :mod:`flinksim.runtime.operators.operator_templates`. Not in Flink.
"""

from __future__ import annotations

from flinksim.common.watermark_generators import (
    AscendingTimestampsWatermarks,
    BoundedOutOfOrdernessWatermarks,
)
from flinksim.core.code_writer import CodeWriter
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.runtime.operators.operator_templates import WriteOutput
from flinksim.runtime.operators.source_operator import SourceOperator
from flinksim.runtime.operators.timestamps_and_watermarks import check_timestamp

_MAXIMUM_GENERATORS = (BoundedOutOfOrdernessWatermarks, AscendingTimestampsWatermarks)
"""Watermark generators that only keep the maximum timestamp when they see a record."""


def is_compilable_source(source: SourceOperator) -> bool:
    """Return whether *source* has a template: it reads one split after the other, untraced."""
    return (
        source.is_driven_by_splits
        and source._scheduler is None
        and len(source._active_readers) == 1
        and source._split_outputs[source._active_readers[0].position] is not None  # discovered
        and not source.is_legacy
        and source.emit is None
    )


def has_deferred_watermarks(source: SourceOperator) -> bool:
    """Return whether *source* never emits a watermark in the turn of a record."""
    output = source._split_outputs[source._active_readers[0].position]
    generator = None if output is None else output.generator
    return type(generator) in (*_MAXIMUM_GENERATORS, type(None))


def write_source_read(code: CodeWriter, source: SourceOperator, write_output: WriteOutput) -> None:
    """Write how *source* reads one record and emits it."""
    reader = source._active_readers[0]
    names = {"source": code.bind("source", source), "reader": code.bind("reader", reader)}
    code.write(
        """
{source}._was_polled = False
item = {reader}.item
{reader}.item = None
{reader}.items_taken += 1
{reader}.offset += 1
value = item.value
timestamp = item.timestamp
""".format(**names)
    )
    if source._strategy is not None:
        _write_timestamp(code, source)
    code.write("read_value, read_timestamp = value, timestamp")
    write_output(code, source)
    if source._strategy is not None:
        _write_watermark_generator(code, source)
    code.write("{reader}._prefetch()".format(**names))


def _write_timestamp(code: CodeWriter, source: SourceOperator) -> None:
    """Write how the timestamp of the record is found."""
    if source._keeps_timestamps:
        code.write(f"if timestamp is None:\n    timestamp = {MIN_TIMESTAMP}")
        return
    extract = code.bind("extract_timestamp", source._assigner.extract_timestamp)
    check = code.bind("check_timestamp", check_timestamp)
    assigner = code.bind("timestamp_assigner", source._assigner)
    convert = code.bind("convert_timestamp", source.context.convert_timestamp)
    code.write(
        f"timestamp = {extract}(value, {MIN_TIMESTAMP} if timestamp is None else timestamp)\n"
        f"if timestamp.__class__ is not int or not {MIN_TIMESTAMP} <= timestamp <= {MAX_TIMESTAMP}:\n"
        f"    timestamp = {check}(timestamp, {assigner}, value, {convert})"
    )


def _write_watermark_generator(code: CodeWriter, source: SourceOperator) -> None:
    """Write how the watermark generator sees the record."""
    split_output = source._split_outputs[source._active_readers[0].position]
    output = code.bind("split_output", split_output)
    generator = None if split_output is None else split_output.generator
    if type(generator) not in _MAXIMUM_GENERATORS:
        code.write(f"{output}.on_event(read_value, read_timestamp)")
        return
    bound = code.bind("generator", generator)
    code.write(
        f"""
{output}.generated_by = "record"
if read_timestamp > {bound}.max_timestamp:
    {bound}.max_timestamp = read_timestamp
"""
    )
