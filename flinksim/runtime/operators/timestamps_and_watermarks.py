"""``assign_timestamps_and_watermarks`` as an operator: with a strategy, or with an old assigner.

All forms hold back the watermarks from upstream, except the last one, ``MAX_TIMESTAMP``.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

from flinksim.common.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.common.watermark_strategy import RecordTimestampAssigner
from flinksim.runtime.elements import StreamRecord, Watermark, WatermarkStatus
from flinksim.runtime.operators.stream_operator import StreamOperator, TimerHandle
from flinksim.runtime.operators.watermark_output import StreamWatermarkOutput
from flinksim.trace.events import ElementProcessed, TimestampAssigned

if TYPE_CHECKING:
    from flinksim.common.watermark_strategy import WatermarkGenerator, WatermarkStrategy

PERIODIC_EMIT = "periodic watermark emit"
"""The name of the mail that asks generators for their watermarks."""


def checked_timestamp(timestamp: Any, assigner: Any, value: Any) -> int:
    """What an assigner gave, as an ``int``.

    Errors: ``TypeError`` naming the assigner and the value if it is not a whole number.
    """
    try:
        return index(timestamp)
    except TypeError:
        raise TypeError(
            f"{type(assigner).__name__}.extract_timestamp({value!r}, ...) gave {timestamp!r}; "
            f"expected the event time as int, in milliseconds since the epoch"
        ) from None


class _AssigningOperator(StreamOperator):
    """What the forms share: extracting timestamps, the periodic timer, holding watermarks back."""

    __slots__ = ("_assigner", "_keeps_timestamps", "_timer", "watermark_output")

    def open(self) -> None:
        self.watermark_output = StreamWatermarkOutput(
            self.output, emit=self.emit, operator=self.id
        )
        self._timer: TimerHandle | None = None

    @property
    def current_watermark(self) -> int:
        """The last watermark that was put out."""
        return self.watermark_output.current_watermark

    @property
    def is_idle(self) -> bool:
        """Whether the operator's stream was marked idle."""
        return self.watermark_output.is_idle

    def close(self) -> None:
        self._cancel_timer()

    def process_watermark(self, watermark: Watermark) -> None:
        if self.emit is not None:
            self.emit(ElementProcessed(self.id, "watermark", None, watermark.timestamp))
        if watermark.timestamp == MAX_TIMESTAMP:
            self.watermark_output.advance_to(MAX_TIMESTAMP)

    def _set_assigner(self, assigner: Any) -> None:
        self._assigner = assigner
        self._keeps_timestamps = isinstance(assigner, RecordTimestampAssigner)

    def _assign_timestamp(self, record: StreamRecord) -> int:
        """Give *record* its timestamp; one without any is handed in as ``MIN_TIMESTAMP``."""
        before = record.timestamp
        known = MIN_TIMESTAMP if before is None else before
        if self._keeps_timestamps:
            after = known
        else:
            after = self._assigner.extract_timestamp(record.value, known)
            if type(after) is not int:
                after = checked_timestamp(after, self._assigner, record.value)
        record.timestamp = after
        if self.emit is not None and not (self._keeps_timestamps and before == after):
            self.emit(TimestampAssigned(self.id, before, after))
        return after

    def _start_timer(self) -> None:
        interval_ms = self.context.auto_watermark_interval_ms
        if interval_ms > 0:
            self._register_timer()

    def _register_timer(self) -> None:
        service = self.context.processing_time
        due = service.current_processing_time() + self.context.auto_watermark_interval_ms
        self._timer = service.register_timer(due, self._on_processing_time, PERIODIC_EMIT)

    def _on_processing_time(self, timestamp: int) -> None:
        self._emit_periodically()
        self._register_timer()

    def _emit_periodically(self) -> None:
        raise NotImplementedError

    def _cancel_timer(self) -> None:
        timer = getattr(self, "_timer", None)
        if timer is not None:
            timer.cancel()
            self._timer = None


class TimestampsAndWatermarksOperator(_AssigningOperator):
    """Gives each record its timestamp and generates watermarks, by a strategy.

    * A record goes out before any watermark that it brings about.
    * The generator is asked each interval, beginning one interval after ``open``, and at the end; what
      does not advance is dropped. After idleness ``ACTIVE`` goes before the watermark.
    * Watermarks from upstream are held back but ``MAX_TIMESTAMP``; statuses are held back all.
    * Without an assigner a record keeps its timestamp, and one without any gets ``MIN_TIMESTAMP``.

    Flink: ``TimestampsAndWatermarksOperator``.
    """

    __slots__ = ("_generator", "_on_event", "strategy")

    FLINK_CLASS = "TimestampsAndWatermarksOperator"

    def __init__(self, strategy: WatermarkStrategy) -> None:
        self.strategy = strategy

    def open(self) -> None:
        super().open()
        self._set_assigner(self.strategy.create_timestamp_assigner())
        clock_ms = self.context.processing_time.current_processing_time
        self._generator: WatermarkGenerator = self.strategy.create_watermark_generator(clock_ms)
        self._on_event = self._generator.on_event
        self._start_timer()

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        # The record is reused downstream, so the value is read before it goes out.
        value = record.value
        timestamp = self._assign_timestamp(record)
        self.collect(record)
        self._on_event(value, timestamp, self.watermark_output)

    def process_watermark_status(self, status: WatermarkStatus) -> None:
        if self.emit is not None:
            self.emit(ElementProcessed(self.id, "idle" if status.is_idle else "active", None, None))

    def finish(self) -> None:
        self._cancel_timer()
        self._emit_periodically()

    def _emit_periodically(self) -> None:
        self._generator.on_periodic_emit(self.watermark_output)


class TimestampsAndPeriodicWatermarksOperator(_AssigningOperator):
    """The same with an ``AssignerWithPeriodicWatermarks``; statuses pass.

    Flink: ``TimestampsAndPeriodicWatermarksOperator``, until 1.20.
    """

    __slots__ = ()

    FLINK_CLASS = "TimestampsAndPeriodicWatermarksOperator"

    def __init__(self, assigner: Any) -> None:
        self._set_assigner(assigner)

    def open(self) -> None:
        super().open()
        self._start_timer()

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self._assign_timestamp(record)
        self.collect(record)

    def finish(self) -> None:
        self._cancel_timer()
        self._emit_periodically()

    def _emit_periodically(self) -> None:
        watermark = self._assigner.get_current_watermark()
        if watermark is not None:
            self.watermark_output.emit_watermark(_as_watermark(watermark))


class TimestampsAndPunctuatedWatermarksOperator(_AssigningOperator):
    """The same with an ``AssignerWithPunctuatedWatermarks``, which is asked after each record.

    Flink: ``TimestampsAndPunctuatedWatermarksOperator``, until 1.20.
    """

    __slots__ = ()

    FLINK_CLASS = "TimestampsAndPunctuatedWatermarksOperator"

    def __init__(self, assigner: Any) -> None:
        self._set_assigner(assigner)

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        value = record.value
        timestamp = self._assign_timestamp(record)
        self.collect(record)
        watermark = self._assigner.check_and_get_next_watermark(value, timestamp)
        if watermark is not None:
            self.watermark_output.emit_watermark(_as_watermark(watermark))


def _as_watermark(watermark: Any) -> Any:
    """The old assigners may give a bare timestamp."""
    return Watermark(watermark) if isinstance(watermark, int) else watermark
