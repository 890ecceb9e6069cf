"""Watermark generators: those of Flink, and the base class for user-defined ones.

Flink: ``org.apache.flink.api.common.eventtime``; PyFlink has no Python form of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flinksim.common.time import Duration
from flinksim.core.java.int64 import to_long
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.core.pyflink_errors import JavaIllegalArgumentError
from flinksim.core.validation import validate_arguments


@dataclass(frozen=True, slots=True)
class Watermark:
    """A watermark emitted by a generator: event time has reached *timestamp*.

    Flink: ``org.apache.flink.api.common.eventtime.Watermark``.
    """

    timestamp: int


class WatermarkOutput(ABC):
    """Receives the watermarks and the idleness of a generator's stream.

    Flink: ``WatermarkOutput``.
    """

    __slots__ = ()

    @abstractmethod
    def emit_watermark(self, watermark: Watermark) -> None:
        """Emit a watermark; this also ends idleness."""

    @abstractmethod
    def mark_idle(self) -> None:
        """Mark the stream as idle, so that downstream does not wait for its watermarks."""

    @abstractmethod
    def mark_active(self) -> None:
        """Mark the stream as active again."""


MAX_WATERMARK = Watermark(MAX_TIMESTAMP)
"""Flink: ``Watermark.MAX_WATERMARK``."""


class WatermarkGenerator(ABC):
    """Generates the watermarks of a stream from its records.

    *Periodic* generators emit watermarks in ``on_periodic_emit``, which is called every
    ``pipeline.auto-watermark-interval``. *Punctuated* ones emit them in ``on_event``.

    Flink: ``WatermarkGenerator``.
    """

    @abstractmethod
    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        """Process a record.

        Args:
            event: the record.
            event_timestamp: its timestamp, in epoch milliseconds.
            output: receives watermarks.
        """

    @abstractmethod
    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        """Process the end of a watermark interval."""


class BoundedOutOfOrdernessWatermarks(WatermarkGenerator):
    """The maximum timestamp so far, minus the bound, minus 1.

    Each periodic call emits a watermark, even if it is unchanged. Before the first record it is
    ``MIN_TIMESTAMP``. The receiver drops watermarks that do not advance.

    Flink: ``BoundedOutOfOrdernessWatermarks``.

    Raises:
        ValueError: if the bound is negative.
    """

    @validate_arguments
    def __init__(self, max_out_of_orderness: Duration) -> None:
        if max_out_of_orderness.is_negative():
            raise ValueError("maxOutOfOrderness cannot be negative")
        self.out_of_orderness_ms = max_out_of_orderness.to_millis()
        # With this value the watermark before the first record is exactly MIN_TIMESTAMP.
        self.max_timestamp = to_long(MIN_TIMESTAMP + self.out_of_orderness_ms + 1)

    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        if event_timestamp > self.max_timestamp:
            self.max_timestamp = event_timestamp

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        output.emit_watermark(Watermark(to_long(self.max_timestamp - self.out_of_orderness_ms - 1)))


class AscendingTimestampsWatermarks(BoundedOutOfOrdernessWatermarks):
    """The maximum timestamp so far, minus 1.

    Flink: ``AscendingTimestampsWatermarks``.
    """

    def __init__(self) -> None:
        super().__init__(Duration.of_millis(0))


class BoundedRowtimeWatermarks(BoundedOutOfOrdernessWatermarks):
    """The maximum timestamp so far, minus the bound: ``WATERMARK FOR ts AS ts - INTERVAL '5' SECOND``.

    SQL does not subtract 1. So a row with the timestamp of the watermark is late.

    Flink: ``GeneratedWatermarkGeneratorSupplier.DefaultWatermarkGenerator``.
    """

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        output.emit_watermark(
            Watermark(max(MIN_TIMESTAMP, self.max_timestamp - self.out_of_orderness_ms))
        )


class NoWatermarksGenerator(WatermarkGenerator):
    """Never emits a watermark.

    Flink: ``NoWatermarksGenerator``.
    """

    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        pass

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        pass


class PausableRelativeClock:
    """Milliseconds during which the input could have been read.

    The clock stands still while it is paused: while the output of the task is blocked by
    backpressure, and while watermark alignment lets the input wait. So a stream does not become
    idle only because nobody could read it. Pauses may overlap; the clock continues when all of them
    have ended.

    Flink: ``PausableRelativeClock`` (``RelativeClock`` for those who only read it).

    Args:
        clock_ms: The processing time, in milliseconds.
        origin_ms: The processing time at which this clock shows 0. By default that is before the
            start of any run, because :class:`WatermarksWithIdleness` takes 0 for "not started".

    >>> now = [100]
    >>> clock = PausableRelativeClock(lambda: now[0], origin_ms=0)
    >>> clock.pause(100)
    >>> now[0] = 350
    >>> clock.relative_time_ms()
    100
    """

    __slots__ = ("_clock_ms", "_origin_ms", "_paused_since_ms", "_pauses", "paused_ms")

    def __init__(self, clock_ms: Callable[[], int], origin_ms: int = -1) -> None:
        self._clock_ms = clock_ms
        self._origin_ms = origin_ms
        self._pauses = 0
        self._paused_since_ms = 0
        self.paused_ms = 0
        """How long the clock was paused, without the current pause."""

    @property
    def is_paused(self) -> bool:
        return self._pauses > 0

    def pause(self, now_ms: int) -> None:
        """Begin a pause at the processing time *now_ms*."""
        if self._pauses == 0:
            self._paused_since_ms = now_ms
        self._pauses += 1

    def unpause(self, now_ms: int) -> None:
        """End a pause at the processing time *now_ms*."""
        assert self._pauses > 0, "the clock is not paused"
        self._pauses -= 1
        if self._pauses == 0:
            self.paused_ms += now_ms - self._paused_since_ms

    def relative_time_ms(self) -> int:
        """Return the time that this clock shows."""
        now_ms = self._clock_ms()
        current = now_ms - self._paused_since_ms if self._pauses else 0
        return now_ms - self._origin_ms - self.paused_ms - current

    def to_processing_time(self, relative_ms: int) -> int | None:
        """Return when this clock shows *relative_ms*; ``None`` while it is paused."""
        if self._pauses:
            return None
        return relative_ms + self._origin_ms + self.paused_ms


class WatermarksWithIdleness(WatermarkGenerator):
    """Wraps a generator and marks its stream idle if no record arrives for a while.

    * The first periodic call without a record since the previous one starts the idle timer. A later
      call marks the stream idle if strictly more than the timeout has passed.
    * It marks the stream idle once. While it is idle, the wrapped generator is not called.
    * A record alone does not end idleness: the watermark of the next periodic call does.
    * Time during which the input could not be read does not count, see
      :class:`PausableRelativeClock`.

    Flink: ``WatermarksWithIdleness``; as there, a timer with the value 0 counts as not started.

    Raises:
        ValueError: if the timeout is not positive.
    """

    @validate_arguments
    def __init__(
        self, watermarks: WatermarkGenerator, idle_timeout: Duration, clock: PausableRelativeClock
    ) -> None:
        check_idle_timeout(idle_timeout)
        self.watermarks = watermarks
        self.idle_timeout_nanos = idle_timeout.to_nanos()
        self.is_idle_now = False
        self._clock = clock
        self._has_activity = False
        self._inactive_since_ms = 0

    @property
    def has_started_countdown(self) -> bool:
        """Whether a periodic call has found no record since the one before. Not in Flink."""
        return self._inactive_since_ms != 0

    @property
    def idle_deadline_ms(self) -> int | None:
        """Processing time (ms) after which a periodic call marks the stream idle, unless a record arrives.

        ``None`` while the idle timer is not started, or its clock is paused. Not in Flink.
        """
        if not self.has_started_countdown:
            return None
        return self._clock.to_processing_time(
            self._inactive_since_ms + self.idle_timeout_nanos // 1_000_000
        )

    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        self.watermarks.on_event(event, event_timestamp, output)
        self._has_activity = True
        self.is_idle_now = False

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        if not self._check_if_idle():
            self.watermarks.on_periodic_emit(output)
        elif not self.is_idle_now:
            output.mark_idle()
            self.is_idle_now = True

    def _check_if_idle(self) -> bool:
        if self._has_activity:
            self._has_activity = False
            self._inactive_since_ms = 0
            return False
        if self._inactive_since_ms == 0:
            self._inactive_since_ms = self._clock.relative_time_ms()
            return False
        inactive_ms = self._clock.relative_time_ms() - self._inactive_since_ms
        return inactive_ms * 1_000_000 > self.idle_timeout_nanos


def compute_next_poll_ms(generator: WatermarkGenerator) -> int:
    """Compute the time (ms) until which periodic calls have no effect without records.

    The generator has been called since its last record. A user-defined generator must always be
    called. Not in Flink.
    """
    kind = type(generator)
    if kind in (
        NoWatermarksGenerator,
        BoundedOutOfOrdernessWatermarks,
        AscendingTimestampsWatermarks,
        BoundedRowtimeWatermarks,
    ):
        return MAX_TIMESTAMP
    if kind is WatermarksWithIdleness:
        assert isinstance(generator, WatermarksWithIdleness)
        if generator.is_idle_now:
            return MAX_TIMESTAMP
        if generator.has_started_countdown:
            deadline = generator.idle_deadline_ms
            inner = compute_next_poll_ms(generator.watermarks)
            return inner if deadline is None else min(inner, deadline + 1)
    return MIN_TIMESTAMP


def check_idle_timeout(idle_timeout: Duration) -> None:
    """Check that *idle_timeout* is positive.

    Raises:
        ValueError: with Flink's message if it is not.
    """
    if idle_timeout.is_zero() or idle_timeout.is_negative():
        raise JavaIllegalArgumentError("idleTimeout must be greater than zero")
