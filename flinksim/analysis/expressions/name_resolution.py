"""Resolution of text in the context of a job: times, windows, values and operator names.

Questions, conditions and watch expressions use it. Not in Flink.
"""

from __future__ import annotations

import json
import re
from datetime import date
from fractions import Fraction
from typing import Any

from flinksim.core.i18n.languages import Language
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.trace.narration.formatting import WORDS, Labels
from flinksim.trace.narration.templates import say
from flinksim.trace.plan import Plan, PlanInstance

WINDOW_OPERATORS = ("WindowOperator", "EvictingWindowOperator")

_DAY_MS = 86_400_000
_UNITS = {"ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000, "d": _DAY_MS}
_NUMBER = re.compile(r"(-?[\d_,]+(?:\.\d+)?)\s*(ms|s|min|h|d)?")
_CLOCK = re.compile(r"(?:(\d{4})-(\d\d)-(\d\d)[ T])?(\d\d?):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?")
_ENDS = {"MIN": MIN_TIMESTAMP, "MAX": MAX_TIMESTAMP}
_BESIDE_ENDS = {
    side: [
        re.compile(words[side].format(ms=r"(?P<ms>\d+)", end="(?P<end>MIN|MAX)"))
        for words in WORDS.values()
    ]
    for side in ("before", "after")
}
"""Patterns of labels for times near the minimum and maximum timestamp, in each language."""

_WRAPPED = re.compile("|".join(words["wrapped"].format(time="") for words in WORDS.values()))
_NAMED = re.compile(r"(.+?)\s*(?:\[(\d+)\]|\s(\d+)/(\d+))")
_QUOTES = "“”\"'"
_MOST_TOLD = 6


class WordsError(ValueError):
    """Text that denotes nothing in this job; the message names the alternatives."""


def some_of(things: list[str], labels: Labels) -> str:
    """Format *things* as a list for a sentence, at most six of them."""
    known = list(dict.fromkeys(things))
    if not known:
        return say(labels, "none")
    more = len(known) - _MOST_TOLD
    remainder = say(labels, " and {n} more", n=more) if more > 0 else ""
    return WORDS[labels.language]["comma"].join(known[:_MOST_TOLD]) + remainder


def is_time_of_day(text: str) -> bool:
    """Return whether *text* is a time of day such as ``12:00``, not a number."""
    return _CLOCK.fullmatch(text.strip()) is not None


def time_in(text: str, labels: Labels) -> int:
    """Parse a time: milliseconds, a number with a unit, or a time of day.

    A time of day is in UTC, on the day the job started. Units are ms, s, min, h and d.

    Raises:
        WordsError: *text* is not a time.
    """
    text = text.strip()
    if text in _ENDS:
        return _ENDS[text]
    for side, patterns in _BESIDE_ENDS.items():
        for pattern in patterns:
            if found := pattern.fullmatch(text):
                ms = int(found["ms"])
                return _ENDS[found["end"]] + (ms if side == "after" else -ms)
    if found := _NUMBER.fullmatch(text):
        number, unit = found.groups()
        digits = number.replace(",", "").replace("_", "")
        if digits.strip("-."):
            return round(Fraction(digits) * _UNITS[unit or "ms"])
    if found := _CLOCK.fullmatch(text):
        year, month, day, hour, minute, second, fraction = found.groups()
        days = labels.day
        if year is not None:
            try:
                days = (date(int(year), int(month), int(day)) - date(1970, 1, 1)).days
            except ValueError as error:
                message = say(labels, "{text} is no date: {error}", text=repr(text), error=error)
                raise WordsError(message) from None
        ms = int((fraction or "0").ljust(3, "0"))
        clock = (int(hour) * 60 + int(minute)) * 60 + int(second or 0)
        return days * _DAY_MS + clock * 1000 + ms
    raise WordsError(
        say(labels, "expected a time such as 12:00, 9999 or 10 s, found {text}", text=repr(text))
    )


def bounds_in(text: str, labels: Labels) -> tuple[int, int]:
    """Parse the bounds of a window such as ``[0, 10000)``.

    Raises:
        WordsError: *text* is not a window.
    """
    plain = _WRAPPED.sub("", text).strip().strip("[]() ")
    parts = re.split(r"\s*(?:,|;| to |\.\.)\s*", plain)
    if len(parts) != 2:
        raise WordsError(
            say(labels, "expected a window such as [0, 10000), found {text}", text=repr(text))
        )
    return time_in(parts[0], labels), time_in(parts[1], labels)


def means_window(text: str, window: Any, labels: Labels) -> bool:
    """Return whether *text* denotes *window*; its bounds may be in seconds."""
    if not isinstance(window, tuple) or len(window) != 2:
        return str(window).lower() == text.strip().lower()
    if text.strip().lower() == "globalwindow":
        return False
    start, end = bounds_in(text, labels)
    return window in ((start, end), (start * 1000, end * 1000))


def means_value(text: str, value: Any, labels: Labels) -> bool:
    """Return whether *text* is *value* as sentences or Python format it.

    Spaces and quotes are ignored.
    """
    plain = _plain(text)
    return plain in (_plain(labels.value(json.dumps(value))), _plain(str(value)))


def means_result(text: str, shown: str) -> bool:
    """Return whether *text* is the result *shown*.

    Spaces, quotes and a prefix such as ``2> `` are ignored.
    """
    return _without_subtask(_plain(text)) == _without_subtask(_plain(shown)) and (
        _plain(text) == _plain(shown) or ">" not in text
    )


def _without_subtask(text: str) -> str:
    """Remove a subtask prefix such as ``2>``."""
    return re.sub(r"^\d+>", "", text)


def _plain(text: str) -> str:
    """Remove spaces and quotes."""
    return re.sub(rf"[\s{_QUOTES}]", "", text)


def instances_named(plan: Plan, text: str, language: Language = "en") -> list[PlanInstance]:
    """Return the operator instances that *text* denotes: part of a name, or an id.

    A suffix "[1]" (from 0), "2/4" or "2" (as the pages show it) selects one subtask. "windows"
    selects all window operators.

    Raises:
        WordsError: There is none.
    """
    text = text.strip().strip(_QUOTES)
    instances = list(plan.instances())
    name, index = text, None
    if found := _NAMED.fullmatch(text):
        name = found[1]
        index = int(found[2]) if found[2] is not None else int(found[3]) - 1
    lowered = name.strip().lower().removeprefix("the ").removeprefix("task ")
    matches = [
        one
        for one in instances
        if lowered in one.operator.name.lower()
        or text in (one.id, one.subtask.id)
        or (lowered in ("windows", "window") and one.operator.operator_class in WINDOW_OPERATORS)
    ]
    exact = [one for one in matches if one.operator.name.lower() == lowered] or matches
    exact = [one for one in exact if index in (None, one.subtask.index)]
    if not exact and (numbered := re.fullmatch(r"(.+?)\s+(\d+)", text)):
        return instances_named(plan, f"{numbered[1]} {numbered[2]}/{numbered[2]}", language)
    if not exact:
        labels = Labels(plan, language)
        known = some_of([labels.name(one.id) for one in instances], labels)
        raise WordsError(
            say(labels, "nothing is called {text}; there is {known}", text=repr(text), known=known)
        )
    return exact
