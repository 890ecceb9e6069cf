"""Where the elements of an operator go: the next operators of its chain, and the network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from flinksim.common.typeutils.conversion import Converter
from flinksim.core.value_copy import UNCHANGEABLE, copy_value
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
    """One edge that leaves an operator; ``tag_id`` is set if it carries a side output."""

    record: Callable[[StreamRecord], None]
    watermark: Callable[[Watermark], None]
    status: Callable[[WatermarkStatus], None]
    latency: Callable[[LatencyMarker], None]
    tag_id: str | None


def chained_target(
    operator: StreamOperator, input_number: int, tag_id: str | None, object_reuse: bool = False
) -> OutputTarget:
    """A direct call of the next operator of the chain.

    Unless objects are reused, the operator gets a copy of each value, so that what it does to it is
    its own affair. Values that cannot change are not copied.

    Flink: ``ChainingOutput``, and ``CopyingChainingOutput`` without object reuse.
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
    wanted = record if object_reuse else _copying(record)
    return OutputTarget(wanted, watermark, status, latency, tag_id)


def _copying(process: Callable[[StreamRecord], None]) -> Callable[[StreamRecord], None]:
    def copy_and_process(record: StreamRecord) -> None:
        value = record.value
        if value.__class__ is tuple:  # most values are, and most of those hold what cannot change
            for part in value:
                if part.__class__ not in UNCHANGEABLE:
                    record.value = copy_value(value)
                    break
        elif value.__class__ not in UNCHANGEABLE:
            record.value = copy_value(value)
        process(record)

    return copy_and_process


def network_target(writer: RecordWriter, tag_id: str | None) -> OutputTarget:
    """An edge to other tasks. Flink: ``RecordWriterOutput``."""
    return OutputTarget(
        writer.emit, writer.broadcast, writer.broadcast, writer.emit_to_one_channel, tag_id
    )


def converting(target: OutputTarget, convert: Converter) -> OutputTarget:
    """*target* with records in the form that their declared type gives them on the way there."""
    process = target.record

    def convert_and_process(record: StreamRecord) -> None:
        record.value = convert(record.value)
        process(record)

    return replace(target, record=convert_and_process)


class OperatorOutput:
    """All edges that leave one operator.

    - A record goes to every edge without a tag; each but the last gets a copy of its own, because
      the record object may be changed downstream.
    - A latency marker goes to one edge, each in turn.
    - Watermarks and statuses go to every edge, side outputs included. A status is passed on only if
      it changes something, and while it is IDLE watermarks are dropped.

    ``collect`` is composed once, so that a chain is plain calls.

    Flink: ``BroadcastingOutputCollector`` and ``CopyingBroadcastingOutputCollector``.
    """

    __slots__ = ("_emit", "_idle", "_markers", "_operator", "_side", "_targets", "collect")

    def __init__(
        self,
        targets: Sequence[OutputTarget],
        operator: OperatorId,
        emit: Emit | None,
    ) -> None:
        self._targets = targets
        self._operator = operator
        self._emit = emit
        self._idle = False
        self._markers = 0
        self.collect = _to_all([t.record for t in targets if t.tag_id is None])
        tags = {t.tag_id: None for t in targets if t.tag_id is not None}
        self._side = {tag: _to_all([t.record for t in targets if t.tag_id == tag]) for tag in tags}

    def collect_side_output(self, tag: OutputTag, record: StreamRecord) -> None:
        """Send *record* to the edges of *tag*; it vanishes if there are none."""
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
        collect = self._side.get(tag.tag_id)
        if collect is not None:
            collect(record)

    def emit_watermark(self, watermark: Watermark) -> None:
        if self._idle:
            return
        for target in self._targets:
            target.watermark(watermark)

    def emit_watermark_status(self, status: WatermarkStatus) -> None:
        if status.is_idle == self._idle:
            return
        self._idle = status.is_idle
        for target in self._targets:
            target.status(status)

    def emit_latency_marker(self, marker: LatencyMarker) -> None:
        if self._targets:
            self._targets[self._markers % len(self._targets)].latency(marker)
            self._markers += 1


def _ignore(record: StreamRecord) -> None:
    """A record that no edge wants."""


def _to_all(
    collectors: Sequence[Callable[[StreamRecord], None]],
) -> Callable[[StreamRecord], None]:
    if not collectors:
        return _ignore
    if len(collectors) == 1:
        return collectors[0]
    *first, last = collectors

    def collect(record: StreamRecord) -> None:
        for collector in first:
            collector(record.copy())
        last(record)

    return collect
