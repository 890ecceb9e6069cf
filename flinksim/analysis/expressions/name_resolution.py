"""Resolution of text in the context of a job: times, windows, values and operator names.

Questions, conditions and watch expressions use it. Not in Flink.
"""

from __future__ import annotations

import json
import re
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any

from flinksim.core.i18n.languages import LANGUAGES, Language
from flinksim.core.i18n.message_catalog import load_catalog, translate
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.core.source_locations import render_short_error
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.plan import Plan, PlanInstance

WINDOW_OPERATORS = (
    "WindowOperator", "EvictingWindowOperator",
    "WindowAggOperator", "AggregateWindowOperator", "WindowJoinOperator",
)  # fmt: skip
"""Operator classes that fire windows; the last three are those of SQL."""
LOCAL_WINDOW_OPERATOR = "LocalSlicingWindowAggOperator"
"""Class of the SQL operator that aggregates rows before they are sent to a window operator."""

_DAY_MS = 86_400_000
_UNITS = {"ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000, "d": _DAY_MS}
_NUMBER = re.compile(r"(-?[\d_,]+(?:\.\d+)?)\s*(ms|s|min|h|d)?")
_TIME_OF_DAY = re.compile(
    r"(?:(\d{4})-(\d\d)-(\d\d)[ T])?(\d\d?):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?"
)
_TIME_LIMITS = {"MIN": MIN_TIMESTAMP, "MAX": MAX_TIMESTAMP}
_NAME_WITH_SUBTASK = re.compile(r"(.+?)\s*(?:\[(\d+)\]|\s(\d+)/(\d+))")
_QUOTES = "“”\"'"
_MAX_LISTED = 6


class NameResolutionError(ValueError):
    """Text that denotes nothing in this job; the message names the alternatives."""

    _render_traceback_ = render_short_error


def format_list(items: list[str], labels: Formatter) -> str:
    """Format *items* as a list for a sentence, at most six of them."""
    known = list(dict.fromkeys(items))
    if not known:
        return translate(labels.language, "word.none")
    more = len(known) - _MAX_LISTED
    remainder = translate(labels.language, "list.more", n=more) if more > 0 else ""
    comma: str = load_catalog(labels.language)["labels"]["comma"]
    return comma.join(known[:_MAX_LISTED]) + remainder


@cache
def _build_near_limit_patterns() -> dict[str, list[re.Pattern[str]]]:
    """Build the patterns, per language, of times relative to ``Long.MIN_VALUE`` or ``MAX_VALUE``."""
    labels = [load_catalog(language)["labels"] for language in LANGUAGES]
    return {
        side: [
            re.compile(words[side].format(ms=r"(?P<ms>\d+)", end="(?P<end>MIN|MAX)"))
            for words in labels
        ]
        for side in ("before", "after")
    }


@cache
def _build_wrapped_pattern() -> re.Pattern[str]:
    labels = [load_catalog(language)["labels"] for language in LANGUAGES]
    return re.compile("|".join(words["wrapped"].format(time="") for words in labels))


def is_time_of_day(text: str) -> bool:
    """Return whether *text* is a time of day such as ``12:00``, not a number."""
    return _TIME_OF_DAY.fullmatch(text.strip()) is not None


def parse_time(text: str, labels: Formatter) -> int:
    """Parse a time: milliseconds, a number with a unit, or a time of day.

    A time of day is in UTC, on the day the job started. Units are ms, s, min, h and d.

    Raises:
        NameResolutionError: *text* is not a time.
    """
    text = text.strip()
    if text in _TIME_LIMITS:
        return _TIME_LIMITS[text]
    for side, patterns in _build_near_limit_patterns().items():
        for pattern in patterns:
            if found := pattern.fullmatch(text):
                ms = int(found["ms"])
                return _TIME_LIMITS[found["end"]] + (ms if side == "after" else -ms)
    if found := _NUMBER.fullmatch(text):
        number, unit = found.groups()
        digits = number.replace(",", "").replace("_", "")
        if digits.strip("-."):
            return round(Fraction(digits) * _UNITS[unit or "ms"])
    if found := _TIME_OF_DAY.fullmatch(text):
        year, month, day, hour, minute, second, fraction = found.groups()
        days = labels.start_day
        if year is not None:
            try:
                days = (date(int(year), int(month), int(day)) - date(1970, 1, 1)).days
            except ValueError as error:
                message = translate(labels.language, "error.no_date", text=repr(text), error=error)
                raise NameResolutionError(message) from None
        ms = int((fraction or "0").ljust(3, "0"))
        clock = (int(hour) * 60 + int(minute)) * 60 + int(second or 0)
        return days * _DAY_MS + clock * 1000 + ms
    raise NameResolutionError(translate(labels.language, "error.no_time", text=repr(text)))


def parse_window_bounds(text: str, labels: Formatter) -> tuple[int, int]:
    """Parse the bounds of a window such as ``[0, 10000)``.

    Raises:
        NameResolutionError: *text* is not a window.
    """
    plain = _build_wrapped_pattern().sub("", text).strip().strip("[]() ")
    parts = re.split(r"\s*(?:,|;| to |\.\.)\s*", plain)
    if len(parts) != 2:
        raise NameResolutionError(translate(labels.language, "error.no_window", text=repr(text)))
    return parse_time(parts[0], labels), parse_time(parts[1], labels)


def is_window_match(text: str, window: Any, labels: Formatter) -> bool:
    """Return whether *text* denotes *window*; its bounds may be in seconds."""
    if not isinstance(window, tuple) or len(window) != 2:
        return str(window).lower() == text.strip().lower()
    if text.strip().lower() == "globalwindow":
        return False
    start, end = parse_window_bounds(text, labels)
    return window in ((start, end), (start * 1000, end * 1000))


def is_value_match(text: str, value: Any, labels: Formatter) -> bool:
    """Return whether a user who wrote *text* means *value*.

    That is so if *text* is the value as Python formats it, or as sentences about the run do. Spaces
    and quotes are ignored.
    """
    plain = _normalize(text)
    return plain in (_normalize(labels.format_value(json.dumps(value))), _normalize(str(value)))


def is_result_match(text: str, result: str) -> bool:
    """Return whether *text* is the printed sink result *result*.

    Spaces, quotes and the subtask prefix of ``print()``, such as ``2> ``, are ignored.
    """
    return strip_subtask_prefix(_normalize(text)) == strip_subtask_prefix(_normalize(result)) and (
        _normalize(text) == _normalize(result) or ">" not in text
    )


def strip_subtask_prefix(text: str) -> str:
    """Remove the prefix that ``print()`` puts before a result for its subtask, such as ``2>``."""
    return re.sub(r"^\d+>", "", text)


def _normalize(text: str) -> str:
    """Remove spaces and quotes, so that differently typed texts compare equal."""
    return re.sub(rf"[\s{_QUOTES}]", "", text)


def find_instances(plan: Plan, text: str, language: Language = "en") -> list[PlanInstance]:
    """Return the operator instances that *text* denotes: part of a name, or an id.

    A suffix "[1]" (from 0), "2/4" or "2" (as the pages show it) selects one subtask. "windows"
    selects all window operators.

    Raises:
        NameResolutionError: There is none.
    """
    text = text.strip().strip(_QUOTES)
    instances = list(plan.instances())
    name, index = text, None
    if found := _NAME_WITH_SUBTASK.fullmatch(text):
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
        return find_instances(plan, f"{numbered[1]} {numbered[2]}/{numbered[2]}", language)
    if not exact:
        labels = Formatter(plan, language)
        known = format_list([labels.format_id(one.id) for one in instances], labels)
        raise NameResolutionError(
            translate(labels.language, "error.unknown_name", text=repr(text), known=known)
        )
    return exact
