"""Event time as a program declares it: which timestamp a record has, which watermarks follow.

Flink: ``org.apache.flink.api.common.eventtime``; PyFlink's ``pyflink.common.watermark_strategy`` for
:class:`WatermarkStrategy` and :class:`TimestampAssigner`. User-written generators and the assigners
from before Flink 1.11 are Java's, in PEP 8 form (PyFlink has neither).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from warnings import warn

from flinksim.common.time import Duration
from flinksim.common.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP

__all__ = [
    "AscendingTimestampsWatermarks",
    "AssignerWithPeriodicWatermarks",
    "AssignerWithPunctuatedWatermarks",
    "BoundedOutOfOrdernessWatermarks",
    "NoWatermarksGenerator",
    "RecordTimestampAssigner",
    "TimestampAssigner",
    "Watermark",
    "WatermarkAlignmentParams",
    "WatermarkGenerator",
    "WatermarkGeneratorContext",
    "WatermarkOutput",
    "WatermarkStrategy",
    "WatermarksWithIdleness",
]


@dataclass(frozen=True, slots=True)
class Watermark:
    """What a generator puts out: event time has reached *timestamp*.

    Flink: ``org.apache.flink.api.common.eventtime.Watermark``.
    """

    timestamp: int


class WatermarkOutput(ABC):
    """Where a generator puts its watermarks, and says that its stream is idle.

    Flink: ``WatermarkOutput``.
    """

    @abstractmethod
    def emit_watermark(self, watermark: Watermark) -> None:
        """Put a watermark out; this also ends idleness."""

    @abstractmethod
    def mark_idle(self) -> None:
        """Nobody downstream has to wait for this stream any more."""

    @abstractmethod
    def mark_active(self) -> None:
        """The stream takes part in event time again."""


class TimestampAssigner(ABC):
    """Reads a record's event timestamp, in epoch milliseconds, out of the record.

    Flink: ``TimestampAssigner``.
    """

    @abstractmethod
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        """The timestamp of *value*; *record_timestamp* is what it had (none: ``MIN_TIMESTAMP``)."""


class RecordTimestampAssigner(TimestampAssigner):
    """Keeps the timestamp that a record has; what a strategy does without an assigner of its own.

    Flink: ``RecordTimestampAssigner``.
    """

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return record_timestamp


class _FunctionTimestampAssigner(TimestampAssigner):
    """A plain function in place of an assigner (Flink: ``SerializableTimestampAssigner``)."""

    def __init__(self, function: Callable[[Any, int], int]) -> None:
        self.extract_timestamp = function  # type: ignore[method-assign]

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        raise AssertionError("replaced in __init__")


class WatermarkGenerator(ABC):
    """Sees every record of a stream and says how far event time has come.

    *Periodic* generators put watermarks out in ``on_periodic_emit``, which is called each
    ``pipeline.auto-watermark-interval``; *punctuated* ones in ``on_event``.

    Flink: ``WatermarkGenerator``.
    """

    @abstractmethod
    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        """A record has passed."""

    @abstractmethod
    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        """The interval is over."""


class BoundedOutOfOrdernessWatermarks(WatermarkGenerator):
    """The greatest timestamp seen, less the bound, less 1.

    Every periodic call puts one out, also an old one again; before the first record it is
    ``MIN_TIMESTAMP``. Who takes them drops what does not advance.

    Flink: ``BoundedOutOfOrdernessWatermarks``.
    Errors: ``ValueError`` if the bound is negative.
    """

    def __init__(self, max_out_of_orderness: Duration) -> None:
        if max_out_of_orderness.is_negative():
            raise ValueError("maxOutOfOrderness cannot be negative")
        self.out_of_orderness_ms = max_out_of_orderness.to_millis()
        # So chosen that the watermark before the first record is exactly MIN_TIMESTAMP.
        self.max_timestamp = MIN_TIMESTAMP + self.out_of_orderness_ms + 1

    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        if event_timestamp > self.max_timestamp:
            self.max_timestamp = event_timestamp

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        output.emit_watermark(Watermark(self.max_timestamp - self.out_of_orderness_ms - 1))


class AscendingTimestampsWatermarks(BoundedOutOfOrdernessWatermarks):
    """The greatest timestamp seen, less 1.

    Flink: ``AscendingTimestampsWatermarks``.
    """

    def __init__(self) -> None:
        super().__init__(Duration.of_millis(0))


class NoWatermarksGenerator(WatermarkGenerator):
    """Never puts a watermark out.

    Flink: ``NoWatermarksGenerator``.
    """

    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        pass

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        pass


class WatermarksWithIdleness(WatermarkGenerator):
    """Wraps a generator and marks its stream idle when no record comes for a while.

    * The first periodic call without a record since the one before starts the clock; a later one
      marks idle if strictly more than the timeout has passed since.
    * Once, not at every call; meanwhile the wrapped generator is not asked.
    * A record alone does not end idleness: the watermark of the next periodic call does.

    Flink: ``WatermarksWithIdleness``; as there, a clock that stands at 0 counts as not started.
    Errors: ``ValueError`` if the timeout is not positive.
    """

    def __init__(
        self, watermarks: WatermarkGenerator, idle_timeout: Duration, clock_ms: Callable[[], int]
    ) -> None:
        _check_idle_timeout(idle_timeout)
        self.watermarks = watermarks
        self.idle_timeout_nanos = idle_timeout.to_nanos()
        self.is_idle_now = False
        self._clock_ms = clock_ms
        self._seen_event = False
        self._quiet_since_ms = 0

    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        self.watermarks.on_event(event, event_timestamp, output)
        self._seen_event = True
        self.is_idle_now = False

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        if not self._check_if_idle():
            self.watermarks.on_periodic_emit(output)
        elif not self.is_idle_now:
            output.mark_idle()
            self.is_idle_now = True

    def _check_if_idle(self) -> bool:
        if self._seen_event:
            self._seen_event = False
            self._quiet_since_ms = 0
            return False
        if self._quiet_since_ms == 0:
            self._quiet_since_ms = self._clock_ms()
            return False
        return (self._clock_ms() - self._quiet_since_ms) * 1_000_000 > self.idle_timeout_nanos


def _check_idle_timeout(idle_timeout: Duration) -> None:
    if idle_timeout.is_zero() or idle_timeout.is_negative():
        raise ValueError("idleTimeout must be greater than zero")


def _check_duration(value: Any, where: str) -> Duration:
    if not isinstance(value, Duration):
        raise TypeError(f"{where} needs a Duration such as Duration.of_seconds(5), got {value!r}")
    return value


@dataclass(frozen=True, slots=True)
class WatermarkAlignmentParams:
    """Sources of one *watermark_group* wait for each other when one is too far ahead.

    Flink: ``WatermarkAlignmentParams``.
    """

    watermark_group: str
    max_allowed_watermark_drift_ms: int
    update_interval_ms: int


@dataclass(frozen=True, slots=True)
class WatermarkGeneratorContext:
    """What a generator is made with: the processing-time clock of its task, in milliseconds.

    Flink: ``WatermarkGeneratorSupplier.Context``.
    """

    clock_ms: Callable[[], int]


class WatermarkStrategy:
    """How a stream gets its timestamps and watermarks.

    As in PyFlink, ``with_timestamp_assigner`` changes this strategy and returns it, while
    ``with_idleness`` and ``with_watermark_alignment`` return a new strategy *without* the assigner:
    set the assigner last. (A warning says so when one is lost.)

    Flink: ``WatermarkStrategy``.
    Differs: Java's ``withIdleness`` keeps the assigner. ``with_timestamp_assigner`` also takes a plain
    function ``(value, record_timestamp) -> timestamp``, as Java's does. Alignment is recorded only.
    """

    def __init__(
        self,
        generator_supplier: Callable[[WatermarkGeneratorContext], WatermarkGenerator],
        alignment_params: WatermarkAlignmentParams | None = None,
    ) -> None:
        self._generator_supplier = generator_supplier
        self._timestamp_assigner: TimestampAssigner | None = None
        self.alignment_params = alignment_params

    @staticmethod
    def for_monotonous_timestamps() -> WatermarkStrategy:
        """For streams, or splits, whose timestamps never go back."""
        return WatermarkStrategy(lambda context: AscendingTimestampsWatermarks())

    @staticmethod
    def for_bounded_out_of_orderness(max_out_of_orderness: Duration) -> WatermarkStrategy:
        """For streams in which no record is more than a bound behind the newest one.

        Errors: ``ValueError`` if the bound is negative.
        """
        bound = _check_duration(max_out_of_orderness, "for_bounded_out_of_orderness")
        if bound.is_negative():
            raise ValueError("maxOutOfOrderness cannot be negative")
        return WatermarkStrategy(lambda context: BoundedOutOfOrdernessWatermarks(bound))

    @staticmethod
    def no_watermarks() -> WatermarkStrategy:
        """For programs that do not use event time."""
        return WatermarkStrategy(lambda context: NoWatermarksGenerator())

    @staticmethod
    def for_generator(
        generator_supplier: Callable[[WatermarkGeneratorContext], WatermarkGenerator],
    ) -> WatermarkStrategy:
        """With generators of the user's own; the supplier is called once per subtask and split.

        Flink: ``WatermarkStrategy.forGenerator``; PyFlink has no such method.
        """
        if not callable(generator_supplier):
            raise TypeError(
                f"for_generator needs a function from a context to a WatermarkGenerator, "
                f"such as lambda context: MyGenerator(); got {generator_supplier!r}"
            )
        return WatermarkStrategy(generator_supplier)

    def with_timestamp_assigner(
        self, timestamp_assigner: TimestampAssigner | Callable[[Any, int], int]
    ) -> WatermarkStrategy:
        """Take the timestamps from *timestamp_assigner*; changes this strategy and returns it."""
        if hasattr(timestamp_assigner, "extract_timestamp"):
            self._timestamp_assigner = timestamp_assigner
        elif callable(timestamp_assigner):
            self._timestamp_assigner = _FunctionTimestampAssigner(timestamp_assigner)
        else:
            raise TypeError(
                f"with_timestamp_assigner needs a TimestampAssigner with a method "
                f"extract_timestamp(value, record_timestamp), got {timestamp_assigner!r}"
            )
        return self

    def with_idleness(self, idle_timeout: Duration) -> WatermarkStrategy:
        """A new strategy that marks a stream, or split, idle after *idle_timeout* without a record.

        Errors: ``ValueError`` if the timeout is not positive.
        """
        timeout = _check_duration(idle_timeout, "with_idleness")
        _check_idle_timeout(timeout)
        self._warn_of_lost_assigner("with_idleness")
        inner = self._generator_supplier
        return WatermarkStrategy(
            lambda context: WatermarksWithIdleness(inner(context), timeout, context.clock_ms),
            self.alignment_params,
        )

    def with_watermark_alignment(
        self,
        watermark_group: str,
        max_allowed_watermark_drift: Duration,
        update_interval: Duration | None = None,
    ) -> WatermarkStrategy:
        """A new strategy that names the group and the drift; 1 s is the default interval."""
        drift = _check_duration(max_allowed_watermark_drift, "with_watermark_alignment")
        interval = Duration.of_seconds(1) if update_interval is None else update_interval
        self._warn_of_lost_assigner("with_watermark_alignment")
        params = WatermarkAlignmentParams(
            watermark_group,
            drift.to_millis(),
            _check_duration(interval, "with_watermark_alignment").to_millis(),
        )
        return WatermarkStrategy(self._generator_supplier, params)

    def create_watermark_generator(self, clock_ms: Callable[[], int]) -> WatermarkGenerator:
        """A generator of its own for one subtask or split, whose processing time is *clock_ms*."""
        return self._generator_supplier(WatermarkGeneratorContext(clock_ms))

    def create_timestamp_assigner(self) -> TimestampAssigner:
        """The assigner; a :class:`RecordTimestampAssigner` if none was set."""
        return self._timestamp_assigner or RecordTimestampAssigner()

    def _warn_of_lost_assigner(self, method: str) -> None:
        if self._timestamp_assigner is not None:
            warn(
                f"{method}() returns a strategy without the timestamp assigner that was set before "
                f"it (as in PyFlink); call with_timestamp_assigner() after {method}()",
                stacklevel=3,
            )


# --- the assigners from before Flink 1.11 --------------------------------------------------------


class AssignerWithPeriodicWatermarks(TimestampAssigner):
    """Timestamps and watermarks in one object; the watermark is asked for each interval.

    Flink: ``AssignerWithPeriodicWatermarks`` (gone since 2.0).
    """

    @abstractmethod
    def get_current_watermark(self) -> int | None:
        """The watermark now, or ``None``; ignored unless greater than the last."""


class AssignerWithPunctuatedWatermarks(TimestampAssigner):
    """Timestamps and watermarks in one object; the watermark is asked for after each record.

    Flink: ``AssignerWithPunctuatedWatermarks`` (gone since 2.0).
    """

    @abstractmethod
    def check_and_get_next_watermark(self, last_value: Any, extracted_timestamp: int) -> int | None:
        """The watermark after this record, or ``None``; ignored unless greater than the last."""


MAX_WATERMARK = Watermark(MAX_TIMESTAMP)
"""Flink: ``Watermark.MAX_WATERMARK``."""
