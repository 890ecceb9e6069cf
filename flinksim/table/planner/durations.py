"""Read and write durations as Flink's configuration and plans do."""

from __future__ import annotations


def format_duration(ms: int) -> str:
    """Return a duration in the ISO form of ``java.time.Duration``: ``PT10S``, ``PT24H``."""
    if ms == 0:
        return "PT0S"
    sign = "-" if ms < 0 else ""
    hours, rest = divmod(abs(ms), 3_600_000)
    minutes, rest = divmod(rest, 60_000)
    seconds, fraction = divmod(rest, 1000)
    made = "PT"
    if hours:
        made += f"{sign}{hours}H"
    if minutes:
        made += f"{sign}{minutes}M"
    if seconds or fraction:
        text = f"{seconds}.{fraction:03}".rstrip("0").rstrip(".") if fraction else str(seconds)
        made += f"{sign}{text}S"
    return made


def format_ttl(text: str) -> str:
    """Return a duration as Flink's ``TimeUtils`` writes it: ``1 d``, ``0 ms``."""
    ms = read_duration(text)
    for unit, size in (("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1000)):
        if ms and ms % size == 0:
            return f"{ms // size} {unit}"
    return f"{ms} ms"


def read_duration(text: str) -> int:
    """Return the milliseconds of a duration of the configuration, such as ``10 s``."""
    units = {
        "ms": 1,
        "s": 1000,
        "sec": 1000,
        "second": 1000,
        "min": 60_000,
        "m": 60_000,
        "minute": 60_000,
        "h": 3_600_000,
        "hour": 3_600_000,
        "d": 86_400_000,
        "day": 86_400_000,
    }
    number = "".join(c for c in text if c.isdigit())
    unit = "".join(c for c in text if c.isalpha()).lower()
    factor = units.get(unit) or units.get(unit.removesuffix("s"), 1)
    return int(number or 0) * factor
