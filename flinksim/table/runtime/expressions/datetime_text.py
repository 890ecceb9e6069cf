"""Text of dates and times: parsing, and Java's format patterns.

Flink: ``DateTimeUtils``; Java: ``DateTimeFormatter``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from flinksim.table.runtime.sql_values import (
    MILLIS_PER_DAY,
    NANOS_PER_DAY,
    NANOS_PER_SECOND,
    Date,
    TimeOfDay,
    Timestamp,
    count_days_of_month,
    join_date,
    split_date,
)

_DATE = re.compile(r"([+-]?\d{1,5})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$")
_TIME = re.compile(r"(\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(?:\.(\d*))?)?)?$")
_TIMESTAMP = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2})(?: (\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,9}))?)?$"
)

_DAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


def _is_date(year: int, month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= count_days_of_month(year, month)


def parse_date(text: str) -> Date | None:
    """Parse ``yyyy[-MM[-dd]]``, also with a time after it; ``None`` if *text* is no date."""
    match = _DATE.match(re.split(r"[ T]", text.strip(), maxsplit=1)[0])
    if match is None:
        return None
    year, month, day = (int(part) if part else 1 for part in match.groups())
    return Date(join_date(year, month, day)) if _is_date(year, month, day) else None


def parse_time(text: str) -> TimeOfDay | None:
    """Parse ``HH[:mm[:ss[.SSS]]]``; ``None`` if *text* is no time."""
    match = _TIME.match(text.strip())
    if match is None:
        return None
    hours, minutes, seconds = (int(part) if part else 0 for part in match.groups()[:3])
    if hours > 23 or minutes > 59 or seconds > 59:
        return None
    millis = int((match[4] or "").ljust(3, "0")[:3])
    return TimeOfDay(((hours * 60 + minutes) * 60 + seconds) * 1000 + millis)


def parse_timestamp(text: str, precision: int = 9) -> Timestamp | None:
    """Parse ``yyyy-MM-dd[ HH:mm:ss[.SSSSSSSSS]]``; ``None`` if *text* is no timestamp."""
    match = _TIMESTAMP.match(text.strip())
    if match is None:
        return None
    year, month, day, hours, minutes, seconds = (int(part or 0) for part in match.groups()[:6])
    if not _is_date(year, month, day) or hours > 23 or minutes > 59 or seconds > 59:
        return None
    nanos = int((match[7] or "")[:precision].ljust(9, "0"))
    seconds += (hours * 60 + minutes) * 60
    return Timestamp(
        join_date(year, month, day) * NANOS_PER_DAY + seconds * NANOS_PER_SECOND + nanos
    )


# --- Java's patterns -------------------------------------------------------------------------------

_PATTERN_PART = re.compile(r"'((?:[^']|'')*)'|(([a-zA-Z])\3*)|(.)", re.DOTALL)


@lru_cache(maxsize=256)
def _split_pattern(pattern: str) -> tuple[tuple[str, int, str], ...]:
    """Split a pattern into ``(letter, count, "")`` and ``("", 0, literal)``."""
    parts: list[tuple[str, int, str]] = []
    for match in _PATTERN_PART.finditer(pattern):
        quoted, letters, letter, other = match.groups()
        if quoted is not None:
            parts.append(("", 0, quoted.replace("''", "'") or "'"))
        elif letters:
            parts.append((letter, len(letters), ""))
        else:
            parts.append(("", 0, other))
    return tuple(parts)


SIMPLE_DATE_FORMAT = frozenset("GyYMLwWDdFEuaHkKhmsS")
"""The letters of Java's ``SimpleDateFormat``, without those of time zones."""


def format_simply(value: Timestamp, pattern: str) -> str:
    """Format a local date and time with a pattern of ``SimpleDateFormat``, as FROM_UNIXTIME does.

    >>> format_simply(Timestamp(0), "EEE w")
    'Thu 1'

    Raises:
        ValueError: If the pattern has an unknown letter.
    """
    for letter, _, _ in _split_pattern(pattern):
        if letter and letter not in SIMPLE_DATE_FORMAT:
            raise ValueError(f"Illegal pattern character '{letter}'")
    return _format(value, pattern, is_simple=True)


def format_with_pattern(value: Timestamp, pattern: str) -> str:
    """Format a local date and time with a pattern of ``DateTimeFormatter``.

    >>> format_with_pattern(Timestamp(0), "yyyy/MM/dd HH:mm")
    '1970/01/01 00:00'

    Raises:
        ValueError: If the pattern has an unknown letter.
    """
    return _format(value, pattern, is_simple=False)


def _find_week(days: int, first: int) -> int:
    """Return the week of a day from a first day of the year or month; weeks begin on Sundays."""
    return (days - first + (first + 4) % 7) // 7 + 1


def _format(value: Timestamp, pattern: str, *, is_simple: bool) -> str:
    days, nanos_of_day = divmod(int(value), NANOS_PER_DAY)
    year, month, day = split_date(days)
    seconds, nanos = divmod(nanos_of_day, NANOS_PER_SECOND)
    hour, minute, second = seconds // 3600, seconds // 60 % 60, seconds % 60
    weekday = (days + 3) % 7
    week_year = split_date(days + 5 - (days + 4) % 7 + 1)[0]  # the year of the week's Saturday
    week = 1 if week_year != year else _find_week(days, join_date(year, 1, 1))
    numbers = {
        "M": month, "L": month, "d": day, "H": hour, "h": (hour + 11) % 12 + 1, "k": hour or 24,
        "K": hour % 12, "m": minute, "s": second, "D": days - join_date(year, 1, 1) + 1, "n": nanos,
        "Q": (month + 2) // 3, "q": (month + 2) // 3, "e": (weekday + 1) % 7 + 1,
        "c": (weekday + 1) % 7 + 1, "w": week, "W": _find_week(days, join_date(year, month, 1)),
        "F": (day - 1) // 7 + 1 if is_simple else (day - 1) % 7 + 1, "N": nanos_of_day,
        "A": nanos_of_day // 1_000_000,
    }  # fmt: skip
    if is_simple:
        numbers["u"] = weekday + 1
    text = []
    for letter, count, literal in _split_pattern(pattern):
        if not letter:
            text.append(literal)
        elif letter in numbers and not (letter in "MLQq" and count >= 3):
            text.append(f"{numbers[letter]:0{count}d}")
        elif letter in "yuY":
            shown = week_year if letter == "Y" else year
            text.append(f"{shown % 100:02d}" if count == 2 else f"{shown:0{count}d}")
        elif letter == "S":
            text.append(
                f"{nanos // 1_000_000:0{count}d}"
                if is_simple
                else f"{nanos:09d}"[:count].ljust(count, "0")
            )
        elif letter in "ML":
            name = _MONTH_NAMES[month - 1]
            text.append(name if count == 4 else name[:3])
        elif letter in "Qq":
            quarter = numbers["Q"]
            text.append(f"Q{quarter}" if count == 3 else f"{_ORDINALS[quarter - 1]} quarter")
        elif letter == "E":
            text.append(_DAY_NAMES[weekday][: None if count == 4 else 3])
        elif letter == "a":
            text.append("PM" if hour >= 12 else "AM")
        elif letter == "G":
            text.append("Anno Domini" if count == 4 and not is_simple else "AD")
        else:
            raise ValueError(f"Unknown pattern letter: {letter} in the date format {pattern!r}")
    return "".join(text)


_ORDINALS = ("1st", "2nd", "3rd", "4th")
_FIELD_PATTERNS = {
    "y": r"\d{4}", "u": r"\d{4}", "M": r"\d{1,2}", "d": r"\d{1,2}", "H": r"\d{1,2}",
    "h": r"\d{1,2}", "m": r"\d{1,2}", "s": r"\d{1,2}", "S": r"\d+", "a": r"[AaPp][Mm]",
}  # fmt: skip


@lru_cache(maxsize=256)
def _build_parser(pattern: str) -> re.Pattern[str]:
    text = []
    for letter, count, literal in _split_pattern(pattern):
        if not letter:
            text.append(re.escape(literal))
        elif letter == "M" and count >= 3:
            text.append(f"(?P<N>{'|'.join(name[:3] for name in _MONTH_NAMES)})[a-z]*")
        elif letter in _FIELD_PATTERNS:
            width = r"\d{2}" if letter in "yu" and count == 2 else _FIELD_PATTERNS[letter]
            if letter in "MdHhms" and count == 2:
                width = r"\d{2}"
            text.append(f"(?P<{letter}>{width})")
        else:
            raise ValueError(f"Unknown pattern letter: {letter} in the date format {pattern!r}")
    return re.compile("".join(text) + r"\Z")


def parse_with_pattern(text: str, pattern: str) -> Timestamp | None:
    """Parse a local date and time with a pattern of ``DateTimeFormatter``; ``None`` if it differs.

    Fields that the pattern lacks are those of 1970-01-01 00:00.
    """
    match = _build_parser(pattern).match(text)
    if match is None:
        return None
    fields = match.groupdict()
    year = int(fields.get("y") or fields.get("u") or 1970)
    if year < 100 and len(fields.get("y") or fields.get("u") or "") == 2:
        year += 2000
    month = int(fields.get("M") or 1)
    if fields.get("N"):
        month = [name[:3] for name in _MONTH_NAMES].index(fields["N"]) + 1
    day = int(fields.get("d") or 1)
    hour = int(fields.get("H") or fields.get("h") or 0)
    if fields.get("a"):
        hour = hour % 12 + 12 * (fields["a"].upper() == "PM")
    minute, second = int(fields.get("m") or 0), int(fields.get("s") or 0)
    if not _is_date(year, month, day) or hour > 23 or minute > 59 or second > 59:
        return None
    nanos = int((fields.get("S") or "")[:9].ljust(9, "0"))
    seconds = (hour * 60 + minute) * 60 + second
    return Timestamp(
        join_date(year, month, day) * NANOS_PER_DAY + seconds * NANOS_PER_SECOND + nanos
    )


def format_time(value: int, precision: int) -> str:
    """Format milliseconds of a day as ``HH:mm:ss`` with this number of digits of a second."""
    seconds, millis = divmod(int(value) % MILLIS_PER_DAY, 1000)
    text = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    return f"{text}.{millis:03d}"[: len(text) + 1 + precision] if precision else text
