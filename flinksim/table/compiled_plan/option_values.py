"""Values of options and durations in a compiled plan."""

from __future__ import annotations

import re

_UNITS_MS = {
    "": 1, "ms": 1, "milli": 1, "millis": 1, "millisecond": 1, "milliseconds": 1,
    "s": 1000, "sec": 1000, "secs": 1000, "second": 1000, "seconds": 1000,
    "m": 60_000, "min": 60_000, "mins": 60_000, "minute": 60_000, "minutes": 60_000,
    "h": 3_600_000, "hour": 3_600_000, "hours": 3_600_000,
    "d": 86_400_000, "day": 86_400_000, "days": 86_400_000,
}  # fmt: skip

_ISO_DURATION = re.compile(
    r"(-)?P(?:(-?\d+)D)?(?:T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?\d*)(?:\.(\d+))?S)?)?\Z"
)


def parse_duration_ms(text: str | int) -> int:
    """Parse a duration such as ``10 s`` or ``60000 ms`` to ms.

    Raises:
        ValueError: If the text is no duration.
    """
    match = re.fullmatch(r"\s*(\d+)\s*([a-zA-Z]*)\s*", str(text))
    if match is None or match[2].lower() not in _UNITS_MS:
        raise ValueError(
            f"{text!r} is not a duration. Expected a number and a unit, such as '10 s'"
        )
    return int(match[1]) * _UNITS_MS[match[2].lower()]


def parse_iso_duration_ms(text: str) -> int:
    """Parse a duration in ISO form, such as ``PT1H30M``, to ms.

    >>> parse_iso_duration_ms("PT0.5S"), parse_iso_duration_ms("PT-2S")
    (500, -2000)

    Raises:
        ValueError: If the text is no such duration.
    """
    match = _ISO_DURATION.match(text)
    if match is None:
        raise ValueError(f"{text!r} is not an ISO duration. Expected a text such as PT10S")
    sign, days, hours, minutes, seconds, fraction = match.groups()
    millis = int(days or 0) * 86_400_000 + int(hours or 0) * 3_600_000 + int(minutes or 0) * 60_000
    rest = int((fraction or "").ljust(3, "0")[:3])
    is_negative = (seconds or "").startswith("-")
    whole = int(seconds) * 1000 if seconds not in (None, "", "-") else 0
    millis += whole + (-rest if is_negative else rest)
    return -millis if sign else millis
