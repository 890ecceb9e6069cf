"""Watermark generators: those that Flink brings, and the base of a user's own.

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
from flinksim.core.pyflink_errors import RefusedByJava
from flinksim.core.validation import checked


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

    __slots__ = ()

    @abstractmethod
    def emit_watermark(self, watermark: Watermark) -> None:
        """Put a watermark out; this also ends idleness."""

    @abstractmethod
    def mark_idle(self) -> None:
        """Nobody downstream has to wait for this stream any more."""

    @abstractmethod
    def mark_active(self) -> None:
        """The stream takes part in event time again."""


MAX_WATERMARK = Watermark(MAX_TIMESTAMP)
"""Flink: ``Watermark.MAX_WATERMARK``."""


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

    @checked
    def __init__(self, max_out_of_orderness: Duration) -> None:
        if max_out_of_orderness.is_negative():
            raise ValueError("maxOutOfOrderness cannot be negative")
        self.out_of_orderness_ms = max_out_of_orderness.to_millis()
        # So chosen that the watermark before the first record is exactly MIN_TIMESTAMP.
        self.max_timestamp = to_long(MIN_TIMESTAMP + self.out_of_orderness_ms + 1)

    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        if event_timestamp > self.max_timestamp:
            self.max_timestamp = event_timestamp

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        output.emit_watermark(Watermark(to_long(self.max_timestamp - self.out_of_orderness_ms - 1)))


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

    @checked
    def __init__(
        self, watermarks: WatermarkGenerator, idle_timeout: Duration, clock_ms: Callable[[], int]
    ) -> None:
        check_idle_timeout(idle_timeout)
        self.watermarks = watermarks
        self.idle_timeout_nanos = idle_timeout.to_nanos()
        self.is_idle_now = False
        self._clock_ms = clock_ms
        self._seen_event = False
        self._quiet_since_ms = 0

    @property
    def idle_after(self) -> int | None:
        """After this time (ms) a periodic call finds the stream idle, if no record comes before.

        ``None`` while the clock does not run. Not in Flink.
        """
        if self._quiet_since_ms == 0:
            return None
        return self._quiet_since_ms + self.idle_timeout_nanos // 1_000_000

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


def quiet_until(generator: WatermarkGenerator) -> int:
    """Before this time (ms) periodic calls of *generator* bring nothing new, if no record comes.

    It has been called since its last record. Of a generator of the user's own nobody knows: it is
    always called. Not in Flink.
    """
    kind = type(generator)
    if kind in (
        NoWatermarksGenerator,
        BoundedOutOfOrdernessWatermarks,
        AscendingTimestampsWatermarks,
    ):
        return MAX_TIMESTAMP
    if kind is WatermarksWithIdleness:
        assert isinstance(generator, WatermarksWithIdleness)
        if generator.is_idle_now:
            return MAX_TIMESTAMP
        if generator.idle_after is not None:
            return min(quiet_until(generator.watermarks), generator.idle_after + 1)
    return MIN_TIMESTAMP


def check_idle_timeout(idle_timeout: Duration) -> None:
    """Raise ``ValueError`` with Flink's words unless *idle_timeout* is positive."""
    if idle_timeout.is_zero() or idle_timeout.is_negative():
        raise RefusedByJava("idleTimeout must be greater than zero")
