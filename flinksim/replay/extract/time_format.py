"""Format of times in results and extracts. Not in Flink."""

from __future__ import annotations

from datetime import UTC, datetime

from flinksim.trace.narration.value_formatting import Formatter

_YEAR_1980 = 315_532_800_000


def format_time(timestamp: int) -> str:
    """Format *timestamp* as date and time if it is plausible as epoch milliseconds, else as a number."""
    if not _YEAR_1980 < timestamp < 10 * _YEAR_1980:
        return Formatter(None).format_time(timestamp)
    when = datetime.fromtimestamp(timestamp // 1000, UTC)
    rest = timestamp % 1000
    text = f"{when:%Y-%m-%d %H:%M}" if when.second == 0 == rest else f"{when:%Y-%m-%d %H:%M:%S}"
    return f"{text}.{rest:03}" if rest else text
