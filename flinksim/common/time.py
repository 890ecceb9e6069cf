"""Durations and instants.

Flink: ``java.time.Duration``, ``java.time.Instant``, and the ``Time`` of PyFlink's windows.
"""

from __future__ import annotations

from typing import Any

from flinksim.core.validation import validate_arguments

__all__ = ["Duration", "Instant", "Time"]

_NANOS_PER_MILLI = 1_000_000
_NANOS_PER_SECOND = 1_000_000_000


def _check_int(value: Any, context: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise TypeError(f"{context}: expected a whole number, found {value!r}")


class Duration:
    """A length of time, exact to the nanosecond.

    Flink: ``java.time.Duration``, through PyFlink's class of the same name.

    >>> Duration.of_seconds(5).to_millis()
    5000
    """

    __slots__ = ("_nanos",)

    def __init__(self, nanos: int) -> None:
        self._nanos = _check_int(nanos, "Duration")

    @staticmethod
    def of_days(days: int) -> Duration:
        return Duration.of_hours(_check_int(days, "Duration.of_days") * 24)

    @staticmethod
    def of_hours(hours: int) -> Duration:
        return Duration.of_minutes(_check_int(hours, "Duration.of_hours") * 60)

    @staticmethod
    def of_minutes(minutes: int) -> Duration:
        return Duration.of_seconds(_check_int(minutes, "Duration.of_minutes") * 60)

    @staticmethod
    def of_seconds(seconds: int) -> Duration:
        return Duration(_check_int(seconds, "Duration.of_seconds") * _NANOS_PER_SECOND)

    @staticmethod
    def of_millis(millis: int) -> Duration:
        return Duration(_check_int(millis, "Duration.of_millis") * _NANOS_PER_MILLI)

    @staticmethod
    def of_nanos(nanos: int) -> Duration:
        return Duration(_check_int(nanos, "Duration.of_nanos"))

    def to_millis(self) -> int:
        """Return whole milliseconds, rounded down."""
        return self._nanos // _NANOS_PER_MILLI

    def to_nanos(self) -> int:
        """Return nanoseconds."""
        return self._nanos

    def is_zero(self) -> bool:
        return self._nanos == 0

    def is_negative(self) -> bool:
        return self._nanos < 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Duration) and self._nanos == other._nanos

    def __hash__(self) -> int:
        return self._nanos

    def __repr__(self) -> str:
        if self._nanos % _NANOS_PER_MILLI:
            return f"Duration.of_nanos({self._nanos})"
        return f"Duration.of_millis({self.to_millis()})"


class Instant:
    """A point on the time line: seconds since the epoch and additional nanoseconds.

    Flink: ``java.time.Instant``, through PyFlink's class of the same name.
    Differs: PyFlink returns wrong milliseconds for an instant before 1970; here they are Java's.
    """

    __slots__ = ("nanos", "seconds")

    def __init__(self, seconds: int, nanos: int) -> None:
        self.seconds = seconds
        self.nanos = nanos

    def to_epoch_milli(self) -> int:
        """Return milliseconds since the epoch, rounded down."""
        return self.seconds * 1000 + self.nanos // _NANOS_PER_MILLI

    @staticmethod
    @validate_arguments
    def of_epoch_milli(epoch_milli: int) -> Instant:
        seconds, millis = divmod(epoch_milli, 1000)
        return Instant(seconds, millis * _NANOS_PER_MILLI)

    def java_hash_code(self) -> int:
        """Compute ``java.time.Instant.hashCode()``, so that an instant may be a key."""
        code = (self.seconds ^ (self.seconds >> 32)) + 51 * self.nanos
        return ((code & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Instant)
            and self.seconds == other.seconds
            and self.nanos == other.nanos
        )

    def __hash__(self) -> int:
        return self.java_hash_code()

    def __repr__(self) -> str:
        return f"Instant<{self.seconds}, {self.nanos}>"


class Time:
    """A length of time in milliseconds, for window assigners.

    Flink: ``pyflink.common.time.Time``.
    """

    __slots__ = ("_milliseconds",)

    def __init__(self, milliseconds: int) -> None:
        self._milliseconds = _check_int(milliseconds, "Time")

    def to_milliseconds(self) -> int:
        return self._milliseconds

    @staticmethod
    def milliseconds(milliseconds: int) -> Time:
        return Time(_check_int(milliseconds, "Time.milliseconds"))

    @staticmethod
    def seconds(seconds: int) -> Time:
        return Time.milliseconds(_check_int(seconds, "Time.seconds") * 1000)

    @staticmethod
    def minutes(minutes: int) -> Time:
        return Time.seconds(_check_int(minutes, "Time.minutes") * 60)

    @staticmethod
    def hours(hours: int) -> Time:
        return Time.minutes(_check_int(hours, "Time.hours") * 60)

    @staticmethod
    def days(days: int) -> Time:
        return Time.hours(_check_int(days, "Time.days") * 24)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Time) and self._milliseconds == other._milliseconds

    def __hash__(self) -> int:
        return self._milliseconds

    def __str__(self) -> str:
        return f"{self._milliseconds} ms"

    def __repr__(self) -> str:
        return f"Time.milliseconds({self._milliseconds})"
