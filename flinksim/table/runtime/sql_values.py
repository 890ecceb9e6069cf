"""Values of SQL types.

| SQL type | Python type |
| --- | --- |
| integers, ``FLOAT``, ``DOUBLE``, ``BOOLEAN``, strings | ``int``, ``float``, ``bool``, ``str`` |
| ``DECIMAL`` | ``decimal.Decimal``, with the scale of the type |
| ``BINARY``, ``VARBINARY`` | ``bytes`` |
| ``DATE``, ``TIME`` | :class:`Date` (days), :class:`TimeOfDay` (milliseconds) |
| ``TIMESTAMP``, ``TIMESTAMP_LTZ`` | :class:`Timestamp`, :class:`TimestampLtz` (nanoseconds) |
| intervals | ``int``: milliseconds or months |
| ``ARRAY``, ``ROW`` | ``tuple`` |
| ``MAP``, ``MULTISET`` | :class:`MapValue` |

``NULL`` is ``None``. All values are immutable.

Flink: ``org.apache.flink.table.data``.
"""

from __future__ import annotations

from typing import Any, NoReturn, Self

from flinksim.core.java.hash_code import to_int32

NANOS_PER_MILLI = 1_000_000
NANOS_PER_SECOND = 1_000_000_000
MILLIS_PER_DAY = 86_400_000
NANOS_PER_DAY = MILLIS_PER_DAY * NANOS_PER_MILLI

_DAYS_FROM_YEAR_0 = 719_468


_FIRST_DAY = -2_472_632  # -4800-03-01, where the day numbers of Flink begin


def split_date(days: int) -> tuple[int, int, int]:
    """Return year, month and day of the proleptic Gregorian date that is *days* after 1970-01-01.

    >>> split_date(-1)
    (1969, 12, 31)
    """
    if days < _FIRST_DAY:
        return _split_early_date(days)
    days += _DAYS_FROM_YEAR_0  # from 0000-03-01, so that a leap day ends a year
    era, day_of_era = divmod(days, 146_097)
    year_of_era = (
        day_of_era - day_of_era // 1460 + day_of_era // 36_524 - day_of_era // 146_096
    ) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted_month = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * shifted_month + 2) // 5 + 1
    month = shifted_month + 3 if shifted_month < 10 else shifted_month - 9
    return year_of_era + era * 400 + (month <= 2), month, day


def _split_early_date(days: int) -> tuple[int, int, int]:
    """Split a date before -4800-03-01 as Flink does: its divisions round toward zero.

    Flink: ``DateTimeUtils.julianToString``. The parts are no valid date.
    """

    def divide(value: int, divisor: int) -> tuple[int, int]:
        quotient = value // divisor if value >= 0 else -(-value // divisor)
        return quotient, value - quotient * divisor

    era, rest = divide(days - _FIRST_DAY, 146_097)
    century = divide((divide(rest, 36_524)[0] + 1) * 3, 4)[0]
    leap, rest = divide(rest - century * 36_524, 1461)
    years = divide((divide(rest, 365)[0] + 1) * 3, 4)[0]
    rest -= years * 365
    months = divide(rest * 5 + 308, 153)[0] - 2
    day = rest - divide((months + 4) * 153, 5)[0] + 122
    more, month = divide(months + 2, 12)
    return era * 400 + century * 100 + leap * 4 + years - 4800 + more, month + 1, day + 1


def join_date(year: int, month: int, day: int) -> int:
    """Return the days from 1970-01-01 to this date.

    >>> join_date(2024, 1, 1)
    19723
    """
    year -= month <= 2
    era, year_of_era = divmod(year, 400)
    day_of_year = (153 * (month - 3 if month > 2 else month + 9) + 2) // 5 + day - 1
    day_of_era = year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year
    return era * 146_097 + day_of_era - _DAYS_FROM_YEAR_0


def count_days_of_month(year: int, month: int) -> int:
    """Return the number of days of a month."""
    if month == 12:
        return 31
    return join_date(year, month + 1, 1) - join_date(year, month, 1)


class Date(int):
    """Days since 1970-01-01. A day that 32 bits cannot hold overflows, as Java's ``int`` does."""

    __slots__ = ()

    def __new__(cls, days: int) -> Self:
        return super().__new__(cls, to_int32(days))

    def __str__(self) -> str:
        """Return the date as Java's ``LocalDate`` does.

        Raises:
            ValueError: If no calendar has the date: it overflowed.
        """
        year, month, day = split_date(int(self))
        if not 1 <= month <= 12:
            raise ValueError(
                f"DateTimeException: Invalid value for MonthOfYear (valid values 1 - 12): {month}"
            )
        return f"{format_year(year)}-{month:02d}-{day:02d}"

    def format(self) -> str:
        """Return ``yyyy-MM-dd`` as a cast to a text does: four characters of the year."""
        return "-".join(
            [
                format_digits(part, width)
                for part, width in zip(split_date(self), (4, 2, 2), strict=True)
            ]
        )

    def __repr__(self) -> str:
        return self.format()


def format_digits(number: int, width: int) -> str:
    """Return digits as Flink's ``int4`` and ``int2`` do, which write no sign."""
    sign = -1 if number < 0 else 1
    digits = f"{abs(number):0{width}d}"[-width:]
    return "".join([chr(48 + sign * int(digit)) for digit in digits])


def format_year(year: int) -> str:
    """Return a year as Java's ``LocalDate`` does: more than four digits have a sign."""
    if abs(year) > 9999:
        return f"{year:+d}"
    return f"{'-' if year < 0 else ''}{abs(year):04d}"


class TimeOfDay(int):
    """``TIME``: milliseconds since midnight; negative if it comes from a timestamp before 1970."""

    __slots__ = ()

    def check(self) -> TimeOfDay:
        """Return the time that a sink takes.

        Raises:
            ValueError: If it is negative, as Java's ``LocalTime`` rejects it.
        """
        if self < 0:
            raise ValueError(f"DateTimeException: Invalid value for NanoOfDay: {int(self)} ms")
        return self

    def __str__(self) -> str:
        seconds, millis = divmod(int(self), 1000)
        text = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
        return f"{text}.{millis:03d}" if millis else text

    __repr__ = __str__


class Timestamp(int):
    """Nanoseconds since 1970-01-01 00:00 of a local date and time. Flink: ``TimestampData``."""

    __slots__ = ()

    @property
    def millis(self) -> int:
        """The milliseconds since 1970-01-01 00:00."""
        return int(self) // NANOS_PER_MILLI

    def format(self, precision: int) -> str:
        """Return ``yyyy-MM-dd HH:mm:ss`` with this number of digits of a second."""
        days, nanos = divmod(int(self), NANOS_PER_DAY)
        year, month, day = split_date(days)
        seconds, nanos = divmod(nanos, NANOS_PER_SECOND)
        text = (
            f"{year:04d}-{month:02d}-{day:02d} "
            f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
        )
        return f"{text}.{nanos:09d}"[: len(text) + 1 + precision] if precision else text

    def __str__(self) -> str:
        nanos = int(self) % NANOS_PER_SECOND
        if nanos % NANOS_PER_MILLI:
            return self.format(9).rstrip("0")
        return self.format(3) if nanos else self.format(0)

    __repr__ = __str__


class TimestampLtz(Timestamp):
    """Nanoseconds since 1970-01-01 00:00 UTC of an instant."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{super().__str__()}Z"

    __repr__ = __str__


class MapValue(dict[Any, Any]):
    """An immutable mapping, for ``MAP`` and (from element to count) ``MULTISET``."""

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def _reject_change(self, *arguments: Any) -> NoReturn:
        raise TypeError("a MAP value cannot be changed; build a new one")

    __setitem__ = __delitem__ = update = pop = clear = _reject_change  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return MapValue, (tuple(self.items()),)


def build_timestamp(millis: int) -> Timestamp:
    """Build a ``TIMESTAMP`` from milliseconds."""
    return Timestamp(millis * NANOS_PER_MILLI)
