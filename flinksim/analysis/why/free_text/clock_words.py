"""Times in words: "8am", "9 o'clock", "noon" or "8点" as times with a colon, "ten seconds" as "10 seconds".

Not in Flink.
"""

from __future__ import annotations

import re

_SUFFIX = r"\s*(am|pm|o'?clock)\b"
_RANGE = re.compile(rf"\b(\d{{1,2}})(\s*(?:and|to|until|-|\u2013)\s*)(?=\d{{1,2}}{_SUFFIX})", re.I)
_CLOCK = re.compile(rf"\b(\d{{1,2}})(?::(\d\d))?{_SUFFIX}", re.I)
_CHINESE_CLOCK = re.compile(r"(\d{1,2})\s*点(?:钟|整)?(?:(\d{1,2})分)?")
_NOON = re.compile(r"\bnoon\b|中午", re.I)
_NUMBER_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "fifteen", "twenty", "thirty", "forty", "fifty", "sixty",
)  # fmt: skip
_NUMBERS = dict(zip(_NUMBER_WORDS, (*range(13), 15, 20, 30, 40, 50, 60), strict=True))
_DURATION = re.compile(rf"\b({'|'.join(_NUMBER_WORDS)})(?=\s+(?:seconds?|minutes?|hours?)\b)", re.I)
_MIDNIGHT = re.compile(r"\bmidnight\b|午夜", re.I)


def replace_clock_words(text: str) -> str:
    """Replace times in words by times such as ``08:00`` or ``10 seconds``.

    >>> replace_clock_words("between 9 and 10 o'clock, at 8:30pm or noon")
    'between 09:00 and 10:00, at 20:30 or 12:00'
    >>> replace_clock_words("8点到9点30分的窗口")
    '08:00到09:30的窗口'
    """
    text = _DURATION.sub(lambda match: str(_NUMBERS[match[1].lower()]), text)
    text = _RANGE.sub(lambda match: f"{match[1]} {match[3]}{match[2]}", text)
    text = _CLOCK.sub(_format_clock, text)
    text = _CHINESE_CLOCK.sub(lambda match: f"{int(match[1]):02}:{int(match[2] or 0):02}", text)
    return _MIDNIGHT.sub("00:00", _NOON.sub("12:00", text))


def _format_clock(match: re.Match[str]) -> str:
    hour, suffix = int(match[1]), match[3].lower()
    if suffix in ("am", "pm"):
        hour = hour % 12 + (12 if suffix == "pm" else 0)
    return f"{hour:02}:{match[2] or '00'}"
