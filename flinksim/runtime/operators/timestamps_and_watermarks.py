"""Operators of ``assign_timestamps_and_watermarks``: with a strategy, or a legacy assigner.

All forms drop the watermarks from upstream, except the last one, ``MAX_TIMESTAMP``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from flinksim.common.watermark_generators import WatermarksWithIdleness, compute_next_poll_ms
from flinksim.common.watermark_strategy import (
    NoWatermarksGenerator,
    RecordTimestampAssigner,
    WatermarkGenerator,
    WatermarkOutput,
    WatermarkStrategy,
)
from flinksim.common.watermark_strategy import Watermark as GeneratedWatermark
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.runtime.elements import StreamRecord, Watermark, WatermarkStatus
from flinksim.runtime.operators.stream_operator import (
    OperatorContext,
    Output,
    StreamOperator,
    TimerHandle,
)
from flinksim.runtime.operators.watermark_output import StreamWatermarkOutput
from flinksim.runtime.virtual_clock import mark_as_tick
from flinksim.trace.events import (
    PERIODIC_EMIT,
    ElementProcessed,
    IdlenessCountdownChanged,
    TimestampAssigned,
)


def check_timestamp(
    timestamp: Any, assigner: Any, value: Any, convert_timestamp: Callable[[Any, str], int]
) -> int:
    """Check the result of a timestamp assigner and convert it to 64 bits.

    Raises:
        TypeError: If it is not a whole number; the text names the assigner and the value.
    """
    if timestamp.__class__ is int and MIN_TIMESTAMP <= timestamp <= MAX_TIMESTAMP:
        return timestamp
    try:
        return convert_timestamp(timestamp, "extract_timestamp")
    except TypeError:
        raise TypeError(
            f"{type(assigner).__name__}.extract_timestamp({value!r}, ...) "
            f"returned {timestamp!r}; expected the event time as int, in "
            "milliseconds since the epoch"
        ) from None


class TimestampsAndWatermarksOperator(StreamOperator):
    """Operator that assigns timestamps and generates watermarks, by a strategy.

    * A record is emitted before any watermark that it causes.
    * The generator is polled at each interval, first one interval after ``open``, and at the end.
      What does not advance is dropped. After idleness ``ACTIVE`` is emitted before the watermark.
    * Watermarks from upstream are dropped, except ``MAX_TIMESTAMP``; all statuses are dropped.
    * In batch mode there are no watermarks except the last one.
    * Without an assigner a record keeps its timestamp, and one without any gets ``MIN_TIMESTAMP``.

    Flink: ``TimestampsAndWatermarksOperator``.

    Raises:
        TypeError: If the assigner returns no whole number, or the generator emits no watermark.
    """

    __slots__ = (
        "_assigner",
        "_counts_records",
        "_generator",
        "_keeps_timestamps",
        "_on_event",
        "_timer",
        "_was_polled",
        "_watermark_output",
        "idle_after",
        "strategy",
    )

    FLINK_CLASS = "TimestampsAndWatermarksOperator"

    def __init__(self, strategy: WatermarkStrategy) -> None:
        self.strategy = strategy

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self._watermark_output = StreamWatermarkOutput(output, emit=context.emit, operator=self.id)
        self._timer: TimerHandle | None = None
        self._generator: WatermarkGenerator = NoWatermarksGenerator()
        self._was_polled = False
        self._counts_records = context.emit is not None
        self.idle_after: int | None = None
        """The processing time (ms) after which the stream becomes idle if no record comes.

        ``None`` if no idleness timeout was running at the last poll. Set in traced runs only.
        """

    def open(self) -> None:
        clock_ms = self.context.processing_time.current_processing_time
        self._assigner: Any = self.strategy.create_timestamp_assigner(clock_ms)
        self._keeps_timestamps = isinstance(self._assigner, RecordTimestampAssigner)
        has_watermarks = not self.context.in_batch
        if has_watermarks:
            self._generator = self.strategy.create_watermark_generator(
                clock_ms, self.context.backpressure.create_clock(clock_ms)
            )
        self._on_event = self._generator.on_event
        if has_watermarks and self.context.auto_watermark_interval_ms > 0:
            self._register_timer()

    def parts(self) -> Iterable[Any]:
        return (self._watermark_output,)

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        # The record is reused downstream, so the value is read before it is emitted.
        value = record.value
        before = record.timestamp
        after = MIN_TIMESTAMP if before is None else before
        if not self._keeps_timestamps:
            after = self._assigner.extract_timestamp(value, after)
            after = check_timestamp(after, self._assigner, value, self.context.convert_timestamp)
        record.timestamp = after
        if self.emit is not None and not (self._keeps_timestamps and before == after):
            self.emit((TimestampAssigned, self.id, before, after))
        self.collect(record)
        if self._counts_records:
            self._watermark_output.records_read += 1
            self._watermark_output.generated_by = "record"
        self._was_polled = False
        self._on_event(value, after, self._watermark_output)

    def process_watermark(self, watermark: Watermark) -> None:
        if self.emit is not None:
            self.emit((ElementProcessed, self.id, "watermark", None, watermark.timestamp))
        if watermark.timestamp == MAX_TIMESTAMP:
            self._watermark_output.advance_to(MAX_TIMESTAMP)

    def process_watermark_status(self, status: WatermarkStatus) -> None:
        if self.emit is not None:
            self.emit(
                (ElementProcessed, self.id, "idle" if status.is_idle else "active", None, None)
            )

    def finish(self) -> None:
        self._cancel_timer()
        self._poll_generator()

    def close(self) -> None:
        self._cancel_timer()

    def _register_timer(self) -> None:
        service = self.context.processing_time
        interval = self.context.auto_watermark_interval_ms
        due = service.current_processing_time() + interval
        self._timer = service.register_timer(due, self._on_processing_time, PERIODIC_EMIT)
        mark_as_tick(self._timer, interval + 1, self._compute_next_effect_ms)

    def _compute_next_effect_ms(self) -> int:
        """Return the time (ms) before which polling the generator changes nothing if no record comes."""
        return compute_next_poll_ms(self._generator) if self._was_polled else MIN_TIMESTAMP

    def _on_processing_time(self, timestamp: int) -> None:
        self._poll_generator()
        self._was_polled = True
        self._register_timer()

    def _poll_generator(self) -> None:
        self._watermark_output.generated_by = "tick"
        self._generator.on_periodic_emit(self._watermark_output)
        emit = self.context.emit  # also a detached trace has to know the last event
        if emit is not None and isinstance(self._generator, WatermarksWithIdleness):
            idle_after = self._generator.idle_deadline_ms
            if idle_after != self.idle_after:
                self.idle_after = idle_after
                emit((IdlenessCountdownChanged, self.id, "", idle_after))

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def emitted_watermark(self) -> int:
        return self._watermark_output.current_watermark

    @property
    def emitted_idle(self) -> bool:
        return self._watermark_output.is_idle


# --- legacy assigners (before Flink 1.11) --------------------------------------------------------


class TimestampsAndPeriodicWatermarksOperator(TimestampsAndWatermarksOperator):
    """Operator of an ``AssignerWithPeriodicWatermarks``.

    Flink: ``TimestampsAndPeriodicWatermarksOperator`` at first; then, until 1.20, this assigner was
    adapted to a strategy (``AssignerWithPeriodicWatermarksAdapter``), as here.
    """

    __slots__ = ()

    def __init__(self, assigner: Any) -> None:
        super().__init__(_adapt_assigner(assigner, PeriodicAssignerAdapter(assigner)))


class TimestampsAndPunctuatedWatermarksOperator(TimestampsAndWatermarksOperator):
    """Operator of an ``AssignerWithPunctuatedWatermarks``, which is polled after each record.

    Flink: ``TimestampsAndPunctuatedWatermarksOperator`` at first; then, until 1.20, this assigner
    was adapted to a strategy (``AssignerWithPunctuatedWatermarksAdapter``), as here.
    """

    __slots__ = ()

    def __init__(self, assigner: Any) -> None:
        super().__init__(_adapt_assigner(assigner, PunctuatedAssignerAdapter(assigner)))


class PeriodicAssignerAdapter(WatermarkGenerator):
    """Generator that polls a legacy assigner for its watermark at each interval.

    Flink: ``AssignerWithPeriodicWatermarksAdapter``.
    """

    def __init__(self, assigner: Any) -> None:
        self._assigner = assigner

    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        pass

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        _emit_legacy_watermark(self._assigner.get_current_watermark(), output)


class PunctuatedAssignerAdapter(WatermarkGenerator):
    """Generator that polls a legacy assigner for its watermark after each record.

    Flink: ``AssignerWithPunctuatedWatermarksAdapter``.
    """

    def __init__(self, assigner: Any) -> None:
        self._assigner = assigner

    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        _emit_legacy_watermark(
            self._assigner.check_and_get_next_watermark(event, event_timestamp), output
        )

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        pass


def _adapt_assigner(assigner: Any, generator: WatermarkGenerator) -> WatermarkStrategy:
    strategy = WatermarkStrategy.for_generator(lambda context: generator)
    return strategy.with_timestamp_assigner(assigner)


def _emit_legacy_watermark(watermark: Any, output: WatermarkOutput) -> None:
    """Emit the watermark of a legacy assigner, which is a timestamp, a watermark or ``None``."""
    if watermark is not None:
        output.emit_watermark(
            GeneratedWatermark(watermark) if isinstance(watermark, int) else watermark
        )
