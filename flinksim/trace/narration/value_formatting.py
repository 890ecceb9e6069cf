"""Formatting of the ids, times and values of a trace for a reader.

``widgets/src/ui/value_format.ts`` does the same in the browser; a test compares the two.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.message_catalog import load_catalog
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP, format_timestamp
from flinksim.trace.plan import Plan

MAX_VALUE_LENGTH = 60
"""Maximum length of a value in characters; longer ones are truncated."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\],]|[^\[\],"]+')
_LONG_NUMBER = re.compile(r"(?<![\w.+-])-?[0-9]{12,19}(?![\w.])", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SMALL_MS = 10_000_000_000
_YEAR_1_MS = -62_135_596_800_000
_YEAR_10000_MS = 253_402_300_800_000
_DAY_MS = 86_400_000
_YEAR_MS = 366 * _DAY_MS
_MAX_LIMIT_DISTANCE_MS = 1_000_000_000_000
"""Timestamps at most this many ms (31 years) from MIN or MAX are shown relative to it.

MIN and MAX are the least and the greatest 64-bit integer, Flink's limits of event time.
"""


class Formatter:
    """Formats the ids, times and values of a trace in one language."""

    def __init__(self, plan: Plan | None, language: Language = "en") -> None:
        self.language = language
        self._texts: dict[str, str] = load_catalog(language)["labels"]
        self._names: dict[str, str] = {}
        self._short_names: dict[str, str] = {}
        self._channel_counts: Counter[str] = Counter()
        self._targets: dict[str, str] = {}
        self._is_without_credit: dict[str, bool] = {}
        self._has_one_input: dict[str, bool] = {}
        self._start_ms = plan.start_time_ms if plan else 0
        self.start_day = self._start_ms // _DAY_MS
        if plan is not None:
            self._build_names(plan)

    def _build_names(self, plan: Plan) -> None:
        for vertex in plan.vertices:
            for index in range(vertex.parallelism):
                part = f" {index + 1}/{vertex.parallelism}" if vertex.parallelism > 1 else ""
                self._names[f"{vertex.id}/{index}"] = vertex.operators[0].name + part
                for operator in vertex.operators:
                    self._names[operator.instance_id(index)] = operator.name + part
        self._channel_counts.update(channel.target for channel in plan.channels)
        self._targets = {channel.id: channel.target for channel in plan.channels}
        for channel in plan.channels:
            is_of_one = self._has_one_input.get(channel.target, True)
            self._has_one_input[channel.target] = is_of_one and channel.input == 0
            short = self._short_names[channel.id] = self._texts["channel"].format(
                index=channel.index
            )
            self._is_without_credit[channel.id] = channel.initial_credit == 0
            name = self._texts["only" if self._channel_counts[channel.target] == 1 else "of"]
            self._names[channel.id] = name.format(
                channel=short, task=self.format_id(channel.target)
            )

    def format_id(self, id_: str) -> str:
        """Return the readable name of the task, operator or channel with the id *id_*, from the plan."""
        return self._names.get(id_, id_)

    def format_short_id(self, id_: str) -> str:
        """Return the name of a channel without its target task; other ids as :meth:`format_id` does."""
        return self._short_names.get(id_) or self.format_id(id_)

    def format_origin(self, channel: str) -> str:
        """Return "from channel 0" for the id of a channel; "" if its task has no other channel."""
        if self.count_channels(self._targets.get(channel, "")) == "one":
            return ""
        return self._texts["from"].format(channel=self.format_short_id(channel))

    def count_channels(self, subtask: str) -> str:
        """Return "one" if at most one channel enters the subtask, else "many"."""
        return "many" if self._channel_counts[subtask] > 1 else "one"

    def capitalize(self, text: str) -> str:
        """Return *text* as the start of a sentence: in English with a capital letter."""
        return text[:1].upper() + text[1:] if self.language == "en" else text

    def format_flow_control(self, id_: str) -> str:
        """Return the flow control of a channel between TaskManagers: "credits" or "before credits"."""
        return "before credits" if self._is_without_credit.get(id_, False) else "credits"

    def format_input(self, owner: str, number: int) -> str:
        """Return the name of an input of a task or operator: "input", or which one of two."""
        if self._has_one_input.get(owner, False):
            return self._texts["input"]
        return self._texts["second" if number else "first"]

    def format_time(self, timestamp: int | None) -> str:
        """Format a timestamp: small ones as a number, others as a time of day (UTC).

        The date is included if it differs from that of the job's start. A time near MIN or MAX is
        shown relative to it: ``1 ms before MAX``.
        """
        if timestamp is None or timestamp in (MIN_TIMESTAMP, MAX_TIMESTAMP):
            return format_timestamp(timestamp)
        if abs(timestamp) < _SMALL_MS:
            return str(timestamp)
        if not _YEAR_1_MS <= timestamp < _YEAR_10000_MS:
            return self._format_near_limit(timestamp) or f"{timestamp:,}"
        moment = _EPOCH + timedelta(milliseconds=timestamp)
        clock = moment.strftime("%H:%M:%S")
        if timestamp % 1000:
            clock += f".{timestamp % 1000:03d}"
        if timestamp // _DAY_MS == self.start_day:
            return clock
        return f"{moment.year:04d}-{moment.month:02d}-{moment.day:02d} {clock}"

    def _format_near_limit(self, timestamp: int) -> str:
        """Format *timestamp* relative to MIN or MAX; "" if it is not near one of them."""
        name, away = _find_near_limit(timestamp)
        if not away:
            return name
        return self._texts["after" if away > 0 else "before"].format(ms=abs(away), end=name)

    def format_text(self, text: str) -> str:
        """Format a user's text: numbers in it that can only be times are written as times.

        These are numbers near MIN or MAX, and epoch milliseconds within a year of the job's start
        (unless the start is no date itself).
        """
        return _LONG_NUMBER.sub(lambda found: self._format_number(found[0]), text)

    def _format_number(self, digits: str) -> str:
        number = int(digits)
        if ends := _format_offset_from_limit(number):
            return ends
        if abs(self._start_ms) >= _SMALL_MS and abs(number - self._start_ms) < _YEAR_MS:
            return self.format_time(number)
        return digits

    def format_value(self, json_text: str) -> str:
        """Format a record, key or state from its JSON text, truncated to fit into a sentence."""
        return truncate_text(self.format_text(format_json_value(json_text)))

    def format_window(self, value: Any) -> str:
        """Format ``(start, end)`` as ``[start, end)``; several windows are joined with "and".

        An end beyond MAX has overflowed to a value after MIN, as in 64-bit arithmetic. The text says
        that it wrapped.
        """
        if not isinstance(value, tuple):
            return self.format_value(json.dumps(value))
        if is_time_window(value):
            start, end = self.format_time(value[0]), self.format_time(value[1])
            if value[1] < value[0]:
                end = self._texts["wrapped"].format(time=end)
            return f"[{start}, {end})"
        return self.join_words([self.format_window(window) for window in value])

    def join_words(self, words: list[str]) -> str:
        """Join words: ``a``, ``a and b``, ``a, b and c``."""
        before = self._texts["comma"].join(words[:-1])
        return self._texts["and"].join(part for part in (before, *words[-1:]) if part)


def is_time_window(value: Any) -> bool:
    """Return whether *value* is a window with a start and an end."""
    return (
        isinstance(value, tuple) and len(value) == 2 and all(type(bound) is int for bound in value)
    )


def _find_near_limit(timestamp: int) -> tuple[str, int]:
    """Return the name of the limit that *timestamp* is near, MIN or MAX, and the distance to it.

    ("", 0) if it is near neither.
    """
    for name, end in (("MIN", MIN_TIMESTAMP), ("MAX", MAX_TIMESTAMP)):
        if abs(timestamp - end) < _MAX_LIMIT_DISTANCE_MS:
            return name, timestamp - end
    return "", 0


def _format_offset_from_limit(number: int) -> str:
    """Format a number in a user's text relative to MIN or MAX; "" if it is not near one of them."""
    name, away = _find_near_limit(number)
    return f"{name} {'+' if away > 0 else '-'} {abs(away)}" if away else name


def _replace_number(match: re.Match[str]) -> str:
    return _format_offset_from_limit(int(match[0])) or match[0]


def format_json_value(json_text: str) -> str:
    """Format a value for a reader from its JSON text.

    >>> format_json_value('["EWR",12]')
    '(EWR, 12)'
    """
    shown = []
    for token in _TOKEN.findall(json_text):
        match token[0]:
            case '"':
                shown.append(json.loads(token))
            case "[":
                shown.append("(")
            case "]":
                shown.append(")")
            case ",":
                shown.append(", ")
            case _:
                shown.append(_LONG_NUMBER.sub(_replace_number, token.strip()))
    return "".join(shown)


def truncate_text(text: str) -> str:
    """Truncate *text* to the maximum length of a value in a sentence, after a field if one fits."""
    if len(text) <= MAX_VALUE_LENGTH:
        return text
    beginning = text[: MAX_VALUE_LENGTH - 1]
    fields = beginning[: beginning.rfind(", ") + 2]
    return (fields if len(fields) > MAX_VALUE_LENGTH / 2 else beginning) + "…"
