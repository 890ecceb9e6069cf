"""Watermark strategies: how a program declares timestamps and watermarks.

Flink: ``org.apache.flink.api.common.eventtime``; PyFlink's ``pyflink.common.watermark_strategy``
for :class:`WatermarkStrategy` and :class:`TimestampAssigner`. User-defined generators, and the
assigners from before Flink 1.11, follow Java in PEP 8 form (PyFlink has neither).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import Any
from warnings import warn

from flinksim.common.time import Duration
from flinksim.common.watermark_generators import (
    MAX_WATERMARK,
    AscendingTimestampsWatermarks,
    BoundedOutOfOrdernessWatermarks,
    NoWatermarksGenerator,
    PausableRelativeClock,
    Watermark,
    WatermarkGenerator,
    WatermarkOutput,
    WatermarksWithIdleness,
    check_idle_timeout,
)
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.core.pyflink_errors import (
    JavaIllegalArgumentError,
    Py4JTypeMismatchError,
    PythonTypeMismatchError,
    raise_or_warn,
)
from flinksim.core.source_locations import SourceLocation, find_user_location
from flinksim.core.unsupported_api import UnsupportedFeature, build_unsupported_getattr

__all__ = [
    "MAX_WATERMARK",
    "AscendingTimestampsWatermarks",
    "AssignerWithPeriodicWatermarks",
    "AssignerWithPunctuatedWatermarks",
    "BoundedOutOfOrdernessWatermarks",
    "IngestionTimeAssigner",
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


class TimestampAssigner(ABC):
    """Extracts a record's event timestamp, in epoch milliseconds.

    Flink: ``TimestampAssigner``.
    """

    @abstractmethod
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        """Return the timestamp of *value*.

        Args:
            value: the record.
            record_timestamp: its current timestamp, ``MIN_TIMESTAMP`` if there is none.
        """


class RecordTimestampAssigner(TimestampAssigner):
    """Keeps the current timestamp of a record; the default assigner of a strategy.

    Flink: ``RecordTimestampAssigner``.
    """

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return record_timestamp


class IngestionTimeAssigner(TimestampAssigner):
    """Assigns each record the processing time of its arrival; never goes back.

    On a source, or directly after it, this is *ingestion time*. A strategy creates one with the
    clock of each task.

    Flink: ``IngestionTimeAssigner``. Not in PyFlink.
    """

    def __init__(self, clock_ms: Callable[[], int] | None = None) -> None:
        self._clock_ms = clock_ms
        self._latest = MIN_TIMESTAMP

    def with_clock(self, clock_ms: Callable[[], int]) -> IngestionTimeAssigner:
        """Return a new assigner that reads *clock_ms*."""
        return IngestionTimeAssigner(clock_ms)

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        if self._clock_ms is None:
            raise RuntimeError(
                "IngestionTimeAssigner needs the clock of a task. Pass it to "
                "WatermarkStrategy.with_timestamp_assigner(...)"
            )
        self._latest = max(self._latest, self._clock_ms())
        return self._latest


class _FunctionTimestampAssigner(TimestampAssigner):
    """A plain function as an assigner (Flink: ``SerializableTimestampAssigner``)."""

    def __init__(self, function: Callable[[Any, int], int]) -> None:
        self.function = function

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return self.function(value, record_timestamp)


def _check_duration(value: Any, context: str) -> Duration:
    if not isinstance(value, Duration):
        raise PythonTypeMismatchError(
            f"{context}: expected a Duration such as Duration.of_seconds(5), found {value!r}"
        )
    return value


@dataclass(frozen=True, slots=True)
class WatermarkAlignmentParams:
    """Watermark alignment: sources of one *watermark_group* pause if they are too far ahead.

    Flink: ``WatermarkAlignmentParams``.
    """

    watermark_group: str
    max_allowed_watermark_drift_ms: int
    update_interval_ms: int


@dataclass(frozen=True, slots=True)
class WatermarkGeneratorContext:
    """Context for creating a generator.

    Flink: ``WatermarkGeneratorSupplier.Context``.
    """

    clock_ms: Callable[[], int]
    """The processing time of the task, in milliseconds. Not in Flink."""
    input_activity_clock: PausableRelativeClock
    """The clock by which idleness is measured. Flink: ``getInputActivityClock``."""


class WatermarkStrategy:
    """Defines the timestamps and watermarks of a stream.

    As in PyFlink, ``with_timestamp_assigner`` changes this strategy and returns it.
    ``with_idleness`` and ``with_watermark_alignment`` return a new strategy. In a program with the
    Java API flavor it has the assigner of the old one. In a PyFlink program it has none: set the
    assigner last there. A warning is shown when a stream uses a strategy that lost its assigner.

    Flink: ``WatermarkStrategy``.
    Differs: ``with_timestamp_assigner`` also takes a plain function
    ``(value, record_timestamp) -> timestamp``, as Java's does.
    """

    def __init__(
        self,
        generator_supplier: Callable[[WatermarkGeneratorContext], WatermarkGenerator],
        alignment_params: WatermarkAlignmentParams | None = None,
    ) -> None:
        self._generator_supplier = generator_supplier
        self._timestamp_assigner: TimestampAssigner | None = None
        self._earlier_assigner: TimestampAssigner | None = None
        self._derived_by = ""
        self.alignment_params = alignment_params
        self.call_locations: dict[str, SourceLocation] = {}
        """The lines of the program that created and configured this strategy, by method."""
        self._note_call("strategy")

    def _note_call(self, method: str) -> None:
        if location := find_user_location():
            self.call_locations[method] = location

    @staticmethod
    def for_monotonous_timestamps() -> WatermarkStrategy:
        """Return a strategy for streams, or splits, whose timestamps never decrease."""
        return WatermarkStrategy(lambda context: AscendingTimestampsWatermarks())

    @staticmethod
    def for_bounded_out_of_orderness(max_out_of_orderness: Duration) -> WatermarkStrategy:
        """Return a strategy for streams whose records are at most a bound behind the newest one.

        Raises:
            ValueError: if the bound is negative.
        """
        bound = _check_duration(max_out_of_orderness, "for_bounded_out_of_orderness")
        if bound.is_negative():
            raise_or_warn(ValueError("maxOutOfOrderness cannot be negative"))
        return WatermarkStrategy(lambda context: BoundedOutOfOrdernessWatermarks(bound))

    @staticmethod
    def no_watermarks() -> WatermarkStrategy:
        """Return a strategy for programs that do not use event time."""
        return WatermarkStrategy(lambda context: NoWatermarksGenerator())

    @staticmethod
    def for_generator(
        generator_supplier: Callable[[WatermarkGeneratorContext], WatermarkGenerator],
    ) -> WatermarkStrategy:
        """Return a strategy with user-defined generators.

        The supplier is called once per subtask and split. Flink:
        ``WatermarkStrategy.forGenerator``; PyFlink has no such method.
        """
        if not callable(generator_supplier):
            raise TypeError(
                "for_generator: expected a function from a context to a "
                "WatermarkGenerator, such as lambda context: MyGenerator(); "
                f"found {generator_supplier!r}"
            )
        return WatermarkStrategy(generator_supplier)

    def with_timestamp_assigner(
        self, timestamp_assigner: TimestampAssigner | Callable[[Any, int], int]
    ) -> WatermarkStrategy:
        """Set *timestamp_assigner* on this strategy and return it."""
        self._note_call("with_timestamp_assigner")
        assigner: Any = timestamp_assigner
        if isinstance(assigner, type) and hasattr(assigner, "extract_timestamp"):
            raise TypeError(
                f"with_timestamp_assigner was given the class {assigner.__name__} "
                f"itself. Create an object of it: {assigner.__name__}()"
            )
        if hasattr(assigner, "extract_timestamp"):
            self._timestamp_assigner = assigner
        elif callable(assigner):
            self._timestamp_assigner = _FunctionTimestampAssigner(assigner)
        else:
            self._timestamp_assigner = assigner
            error = TypeError(
                "with_timestamp_assigner: expected a TimestampAssigner with a "
                "method extract_timestamp(value, record_timestamp), found "
                f"{timestamp_assigner!r}."
            )
            raise_or_warn(error)
        return self

    def with_idleness(self, idle_timeout: Duration) -> WatermarkStrategy:
        """Return a new strategy that marks a stream or split idle after a time without records.

        Raises:
            ValueError: if the timeout is not positive.
        """
        timeout = _check_duration(idle_timeout, "with_idleness")
        check_idle_timeout(timeout)
        inner = self._generator_supplier
        return self._derive(
            "with_idleness",
            lambda context: WatermarksWithIdleness(
                inner(context), timeout, context.input_activity_clock
            ),
            self.alignment_params,
        )

    def with_watermark_alignment(
        self,
        watermark_group: str,
        max_allowed_watermark_drift: Duration,
        update_interval: Duration | None = None,
    ) -> WatermarkStrategy:
        """Return a new strategy with watermark alignment.

        Args:
            watermark_group: name of the group of sources.
            max_allowed_watermark_drift: how far a source may be ahead of the group.
            update_interval: interval of updates, 1 s by default.
        """
        if watermark_group is None:
            raise JavaIllegalArgumentError("watermarkGroup cannot be null")
        if not isinstance(watermark_group, str):
            raise Py4JTypeMismatchError(
                "with_watermark_alignment(watermark_group): expected text, found "
                f"{watermark_group!r:.60}."
            )
        drift = _check_duration(max_allowed_watermark_drift, "with_watermark_alignment")
        interval = Duration.of_seconds(1) if update_interval is None else update_interval
        if _check_duration(interval, "with_watermark_alignment").to_millis() <= 0:
            raise JavaIllegalArgumentError("updateInterval must be positive")
        if drift.is_negative():
            raise JavaIllegalArgumentError(
                "maxAllowedWatermarkDrift must be greater than or equal to zero"
            )
        params = WatermarkAlignmentParams(
            watermark_group,
            drift.to_millis(),
            _check_duration(interval, "with_watermark_alignment").to_millis(),
        )
        return self._derive("with_watermark_alignment", self._generator_supplier, params)

    def create_watermark_generator(
        self,
        clock_ms: Callable[[], int],
        input_activity_clock: PausableRelativeClock | None = None,
    ) -> WatermarkGenerator:
        """Create the generator of one subtask or split.

        Args:
            clock_ms: The processing time of the task, in milliseconds.
            input_activity_clock: The clock by which idleness is measured; by default one that never
                pauses.
        """
        clock = input_activity_clock or PausableRelativeClock(clock_ms)
        return self._generator_supplier(WatermarkGeneratorContext(clock_ms, clock))

    def resolve_timestamp_assigner(self, keeps_earlier: bool) -> WatermarkStrategy:
        """Return the strategy that a stream uses: with the assigner set before ``with_idleness``, or without.

        Args:
            keeps_earlier: Whether the API flavor keeps an assigner that was set before
                ``with_idleness`` or ``with_watermark_alignment``, as Java does. If false, a warning
                is shown when it is lost. Not in Flink.
        """
        if self._timestamp_assigner is not None or self._earlier_assigner is None:
            return self
        if keeps_earlier:
            strategy = copy(self)
            strategy._timestamp_assigner = self._earlier_assigner
            return strategy
        warn(
            f"{self._derived_by}() returns a strategy without the timestamp assigner "
            "that was set before it (as in PyFlink). Call "
            f"with_timestamp_assigner() after {self._derived_by}()",
            stacklevel=3,
        )
        return self

    def without_timestamp_assigner(self) -> WatermarkStrategy:
        """Return a strategy that keeps the current timestamps of records. Not in PyFlink."""
        if self._timestamp_assigner is None:
            return self
        strategy = copy(self)
        strategy._timestamp_assigner = None
        return strategy

    def create_timestamp_assigner(
        self, clock_ms: Callable[[], int] | None = None
    ) -> TimestampAssigner:
        """Create the assigner of one subtask, with the processing-time clock *clock_ms*.

        It is a :class:`RecordTimestampAssigner` by default.
        """
        assigner = self._timestamp_assigner or RecordTimestampAssigner()
        if isinstance(assigner, IngestionTimeAssigner) and clock_ms is not None:
            return assigner.with_clock(clock_ms)
        return assigner

    def _derive(
        self,
        method: str,
        generator_supplier: Callable[[WatermarkGeneratorContext], WatermarkGenerator],
        alignment_params: WatermarkAlignmentParams | None,
    ) -> WatermarkStrategy:
        strategy = WatermarkStrategy(generator_supplier, alignment_params)
        is_first = self._timestamp_assigner is not None
        strategy._earlier_assigner = self._timestamp_assigner or self._earlier_assigner
        strategy._derived_by = method if is_first else self._derived_by
        strategy.call_locations = dict(self.call_locations)
        strategy._note_call(method)
        return strategy


# --- the assigners from before Flink 1.11 --------------------------------------------------------


class AssignerWithPeriodicWatermarks(TimestampAssigner):
    """Assigns timestamps and, once per interval, watermarks.

    Flink: ``AssignerWithPeriodicWatermarks`` (removed in 2.0).
    """

    @abstractmethod
    def get_current_watermark(self) -> int | None:
        """Return the current watermark, or ``None``; ignored unless greater than the last."""


class AssignerWithPunctuatedWatermarks(TimestampAssigner):
    """Assigns timestamps and, after each record, watermarks.

    Flink: ``AssignerWithPunctuatedWatermarks`` (removed in 2.0).
    """

    @abstractmethod
    def check_and_get_next_watermark(self, last_value: Any, extracted_timestamp: int) -> int | None:
        """Return the watermark after this record, or ``None``; ignored unless it advances."""


__getattr__ = build_unsupported_getattr(
    __name__,
    {
        "AssignerWithPeriodicWatermarksWrapper": UnsupportedFeature(
            "it wraps an assigner that is written in Java",
            "AssignerWithPeriodicWatermarks, with extract_timestamp and get_current_watermark in "
            "Python",
        )
    },
)
