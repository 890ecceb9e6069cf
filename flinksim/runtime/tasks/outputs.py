"""Outputs of an operator: the next operators of its chain, and the network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from flinksim.common.typeutils.conversion import Converter
from flinksim.core.value_copy import IMMUTABLE_TYPES, copy_value
from flinksim.runtime.elements import LatencyMarker, StreamRecord, Watermark, WatermarkStatus
from flinksim.runtime.network.result_partition import RecordWriter
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.tasks.latency_markers import process_latency_marker
from flinksim.trace.events import Emit, SideOutputEmitted
from flinksim.trace.values import freeze

if TYPE_CHECKING:
    from flinksim.core.ids import OperatorId
    from flinksim.datastream.output_tag import OutputTag


@dataclass(frozen=True, slots=True)
class OutputTarget:
    """One outgoing edge of an operator; if it carries a side output, ``tag_id`` is the id of its tag."""

    record: Callable[[StreamRecord], None]
    watermark: Callable[[Watermark], None]
    status: Callable[[WatermarkStatus], None]
    latency: Callable[[LatencyMarker], None]
    tag_id: str | None
    receiver: StreamOperator | RecordWriter | None = None
    """What gets the records of the edge unchanged, for compiled chains; ``None`` if they are converted."""


def build_chained_target(
    operator: StreamOperator, input_number: int, tag_id: str | None, object_reuse: bool = False
) -> OutputTarget:
    """Build a target that calls the next operator of the chain directly.

    Unless objects are reused, the operator receives a copy of each value, so that it may change it.
    Immutable values are not copied.

    Flink: ``ChainingOutput``, and ``CopyingChainingOutput`` without object reuse.

    Args:
        operator: The next operator.
        input_number: Input of that operator: 2 for the second, else the first.
        tag_id: Id of the side output that the edge carries, if any.
        object_reuse: Whether values are passed without a copy.
    """
    if input_number == 2:
        record = operator.process_element2
        watermark = operator.process_watermark2
        status = operator.process_watermark_status2
    else:
        record = operator.process_element
        watermark = operator.process_watermark
        status = operator.process_watermark_status
    latency = partial(process_latency_marker, operator)
    process_record = record if object_reuse else _wrap_with_copy(record)
    receiver = operator if input_number != 2 else None
    return OutputTarget(process_record, watermark, status, latency, tag_id, receiver)


def _wrap_with_copy(process: Callable[[StreamRecord], None]) -> Callable[[StreamRecord], None]:
    def copy_and_process(record: StreamRecord) -> None:
        value = record.value
        if value.__class__ is tuple:  # fast path: most values are tuples of immutable values
            for part in value:
                if part.__class__ not in IMMUTABLE_TYPES:
                    record.value = copy_value(value)
                    break
        elif value.__class__ not in IMMUTABLE_TYPES:
            record.value = copy_value(value)
        process(record)

    return copy_and_process


def build_network_target(writer: RecordWriter, tag_id: str | None) -> OutputTarget:
    """Build a target that writes to other tasks. Flink: ``RecordWriterOutput``."""
    return OutputTarget(
        writer.emit, writer.broadcast, writer.broadcast, writer.emit_to_one_channel, tag_id, writer
    )


def wrap_with_converter(target: OutputTarget, convert: Converter) -> OutputTarget:
    """Wrap *target* so that it converts values with *convert* first."""
    process = target.record

    def convert_and_process(record: StreamRecord) -> None:
        record.value = convert(record.value)
        process(record)

    return replace(target, record=convert_and_process, receiver=None)


class OperatorOutput:
    """All outgoing edges of one operator.

    - A record goes to every edge without a tag. Each edge but the last gets a copy, because the record
      object may be changed downstream.
    - A latency marker goes to one edge, round robin.
    - Watermarks and statuses go to every edge, side outputs included. A status is forwarded only if it
      changes something. While the status is IDLE, watermarks are dropped.

    ``collect`` is composed once, so that a chain consists of plain calls.

    Flink: ``BroadcastingOutputCollector`` and ``CopyingBroadcastingOutputCollector``.
    """

    __slots__ = (
        "_emit",
        "_is_idle",
        "_marker_count",
        "_operator",
        "_side_outputs",
        "_targets",
        "collect",
    )

    def __init__(
        self,
        targets: Sequence[OutputTarget],
        operator: OperatorId,
        emit: Emit | None,
    ) -> None:
        self._targets = targets
        self._operator = operator
        self._emit = emit
        self._is_idle = False
        self._marker_count = 0
        self.collect = _combine_collectors([t.record for t in targets if t.tag_id is None])
        tags = {t.tag_id: None for t in targets if t.tag_id is not None}
        self._side_outputs = {
            tag: _combine_collectors([t.record for t in targets if t.tag_id == tag]) for tag in tags
        }

    def collect_side_output(self, tag: OutputTag, record: StreamRecord) -> None:
        """Send *record* to the side output edges of *tag*; it is dropped if there are none."""
        if self._emit is not None:
            self._emit(
                (
                    SideOutputEmitted,
                    self._operator,
                    tag.tag_id,
                    freeze(record.value),
                    record.timestamp,
                )
            )
        collect = self._side_outputs.get(tag.tag_id)
        if collect is not None:
            collect(record)

    def emit_watermark(self, watermark: Watermark) -> None:
        if self._is_idle:
            return
        for target in self._targets:
            target.watermark(watermark)

    def emit_watermark_status(self, status: WatermarkStatus) -> None:
        if status.is_idle == self._is_idle:
            return
        self._is_idle = status.is_idle
        for target in self._targets:
            target.status(status)

    def emit_latency_marker(self, marker: LatencyMarker) -> None:
        if self._targets:
            self._targets[self._marker_count % len(self._targets)].latency(marker)
            self._marker_count += 1


def _ignore_record(record: StreamRecord) -> None:
    """Drop *record*: no edge accepts it."""


def _combine_collectors(
    collectors: Sequence[Callable[[StreamRecord], None]],
) -> Callable[[StreamRecord], None]:
    if not collectors:
        return _ignore_record
    if len(collectors) == 1:
        return collectors[0]
    *first, last = collectors

    def collect(record: StreamRecord) -> None:
        for collector in first:
            collector(record.copy())
        last(record)

    return collect
