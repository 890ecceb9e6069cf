"""Bucket assigners (the folder of a value) and rolling policies (when a part file is closed).

Flink: ``BucketAssigner``, ``RollingPolicy``.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from flinksim.core.validation import validate_arguments

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_PATTERN_TOKENS = re.compile(r"'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+")


class BucketAssigner(ABC):
    """Assigns each value to a folder below that of the sink."""

    @abstractmethod
    def get_bucket_id(self, value: Any, timestamp: int | None, now_ms: int) -> str:
        """Return the path of the folder relative to that of the sink, "" for the sink's folder."""


class BasePathBucketAssigner(BucketAssigner):
    """Assigns all values to the sink's own folder."""

    def get_bucket_id(self, value: Any, timestamp: int | None, now_ms: int) -> str:
        return ""


class DateTimeBucketAssigner(BucketAssigner):
    """Assigns a folder by processing time, by default one per hour.

    *format* has the letters of Java's ``DateTimeFormatter`` y u M d H h m s S a, and text in
    quotes. Differs: without a *zone* it is UTC, not that of the machine.
    """

    @validate_arguments
    def __init__(self, format: str = "yyyy-MM-dd--HH", zone: str | None = None) -> None:
        self._zone = _resolve_zone(zone)
        matches = list(_PATTERN_TOKENS.finditer(format))
        if "".join(match[0] for match in matches) != format:
            raise ValueError(
                f"Pattern ends with an incomplete string literal: {format!r} "
                "contains a single quote that is not closed"
            )
        self._parts = [_parse_pattern_part(match, format) for match in matches]
        self._cached: tuple[int, str] | None = None

    def get_bucket_id(self, value: Any, timestamp: int | None, now_ms: int) -> str:
        if self._cached is None or self._cached[0] != now_ms:
            moment = (_EPOCH + timedelta(milliseconds=now_ms)).astimezone(self._zone)
            text = "".join(
                _format_pattern_part(letter, width, moment) for letter, width in self._parts
            )
            self._cached = (now_ms, text)
        return self._cached[1]


def _resolve_zone(name: str | None) -> tzinfo:
    if name is None or name in ("UTC", "Z", "GMT"):
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(
            f"Unknown time-zone ID: {name}. Use a name such as 'Europe/Berlin'. "
            "If this machine has no time zone data, install tzdata"
        ) from None


def _parse_pattern_part(match: re.Match[str], pattern: str) -> tuple[str, int]:
    """Parse a token of the pattern to a letter and its width, or to a text and 0."""
    text = match[0]
    if match[1] is not None:
        return match[1].replace("''", "'") or "'", 0
    if match[2] is None:
        return text, 0
    if match[2] not in "yuMdHhmsSa":
        raise ValueError(
            f"the pattern {pattern!r} contains the unsupported letter "
            f"{match[2]!r}. Supported letters: y u M d H h m s S a"
        )
    return match[2], len(text)


def _format_pattern_part(letter: str, width: int, moment: datetime) -> str:
    if not width:
        return letter
    match letter:
        case "y" | "u":
            return f"{moment.year % 100:02}" if width == 2 else f"{moment.year:0{width}}"
        case "M":
            return moment.strftime("%b" if width == 3 else "%B") if width > 2 else (
                f"{moment.month:0{width}}"
            )  # fmt: skip
        case "S":
            return f"{moment.microsecond * 1000:09}"[:width].ljust(width, "0")
        case "a":
            return "AM" if moment.hour < 12 else "PM"
    number = {
        "d": moment.day, "H": moment.hour, "h": (moment.hour + 11) % 12 + 1, "m": moment.minute,
        "s": moment.second,
    }[letter]  # fmt: skip
    return f"{number:0{width}}"


class RollingPolicy(ABC):
    """Determines when a part file is closed; sizes are bytes, times ms of processing time."""

    rolls_on_processing_time = False
    """Whether the policy needs periodic checks."""

    def should_roll_on_event(self, size: int) -> bool:
        """Return whether the next value goes to a new part."""
        return False

    def should_roll_on_checkpoint(self, size: int) -> bool:
        """Return whether the part is closed at the current barrier."""
        return False

    def should_roll_on_processing_time(self, created_ms: int, updated_ms: int, now_ms: int) -> bool:
        """Return whether a part is closed because of its creation time or its last write."""
        return False


@dataclass(frozen=True)
class DefaultRollingPolicy(RollingPolicy):
    """Closes a part by size, age or inactivity.

    A part is closed if it is larger than ``part_size``, older than ``rollover_interval_ms``, or has
    not been written to for ``inactivity_interval_ms``. A checkpoint closes a part only if it is too
    large.
    """

    part_size: int
    rollover_interval_ms: int
    inactivity_interval_ms: int

    rolls_on_processing_time = True

    @validate_arguments
    def __init__(
        self,
        part_size: int = 128 * 1024 * 1024,
        rollover_interval_ms: int = 60_000,
        inactivity_interval_ms: int = 60_000,
    ) -> None:
        for name, value in (
            ("part_size", part_size),
            ("rollover_interval_ms", rollover_interval_ms),
            ("inactivity_interval_ms", inactivity_interval_ms),
        ):
            if value <= 0:
                raise ValueError(
                    f"DefaultRollingPolicy({name}): expected more than 0, found {value}"
                )
            object.__setattr__(self, name, value)

    def should_roll_on_event(self, size: int) -> bool:
        return size > self.part_size

    def should_roll_on_checkpoint(self, size: int) -> bool:
        return size > self.part_size

    def should_roll_on_processing_time(self, created_ms: int, updated_ms: int, now_ms: int) -> bool:
        return (
            now_ms - created_ms >= self.rollover_interval_ms
            or now_ms - updated_ms >= self.inactivity_interval_ms
        )


class OnCheckpointRollingPolicy(RollingPolicy):
    """Closes a part at each checkpoint."""

    def should_roll_on_checkpoint(self, size: int) -> bool:
        return True
