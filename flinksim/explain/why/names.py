"""What the words of a question mean in one run: keys, windows, times, records, tasks, channels.

Not in Flink.
"""

from __future__ import annotations

import ast
import re
from typing import Any

from flinksim.common.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.explain.why.reading import WINDOW_OPERATORS, Reading
from flinksim.trace import events as e

_DAY_MS = 86_400_000
_UNITS = {"ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000, "d": _DAY_MS}
_NUMBER = re.compile(r"(-?[\d_,]+(?:\.\d+)?)\s*(ms|s|min|h|d)?")
_CLOCK = re.compile(r"(?:(\d{4})-(\d\d)-(\d\d)[ T])?(\d\d?):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?")
_NAMED = re.compile(r"(.+?)\s*(?:\[(\d+)\]|\s(\d+)/(\d+))")
_NUMBERED = re.compile(r"(?:record\s+)?(?:#?(\d+))(?:\s+(?:of|in)\s+(?:split\s+)?(.+))?")
_MOST_TOLD = 6


class QuestionError(ValueError):
    """A question that cannot be answered as it stands: what was not understood, and what would be."""


def told(things: list[str]) -> str:
    """Some of *things*, for an error."""
    known = list(dict.fromkeys(things))
    more = f" and {len(known) - _MOST_TOLD} more" if len(known) > _MOST_TOLD else ""
    return ", ".join(known[:_MOST_TOLD]) + more if known else "none"


# --- times -----------------------------------------------------------------------------------------


def time_of(reading: Reading, text: str) -> int:
    """A time: milliseconds, with a unit, or a time of day (UTC; of the day at which the job started).

    Raises: QuestionError.
    """
    text = text.strip()
    if text in ("MAX", "MIN"):
        return MAX_TIMESTAMP if text == "MAX" else MIN_TIMESTAMP
    if found := _NUMBER.fullmatch(text):
        number, unit = found.groups()
        return round(float(number.replace(",", "").replace("_", "")) * _UNITS[unit or "ms"])
    if found := _CLOCK.fullmatch(text):
        year, month, day, hour, minute, second, rest = found.groups()
        days = reading.labels.day
        if year is not None:
            from datetime import date

            try:
                days = (date(int(year), int(month), int(day)) - date(1970, 1, 1)).days
            except ValueError as error:
                raise QuestionError(f"{text!r} is no date: {error}") from None
        ms = int((rest or "0").ljust(3, "0"))
        clock = (int(hour) * 60 + int(minute)) * 60 + int(second or 0)
        return days * _DAY_MS + clock * 1000 + ms
    raise QuestionError(f"expected a time such as 12:00, 9999 or 10 s, found {text!r}")


# --- keys and windows ------------------------------------------------------------------------------


def keys_of(reading: Reading, operator: int | None = None) -> list[Any]:
    """The keys that were seen, in order."""
    found: dict[str, Any] = {}
    for index in reading.of(e.KeySelected, e.WindowAssigned, e.LateRecordDropped):
        fact = reading.events[index]
        if operator is None or reading.node(fact.operator) == operator:
            found.setdefault(repr(fact.key), fact.key)
    return list(found.values())


def key_of(reading: Reading, text: str) -> Any:
    """The key that *text* shows; one that was not seen is what Python reads in it, or the text."""
    wanted = text.strip().strip("\"'“”")
    for key in keys_of(reading):
        if wanted in (reading.value(key), str(key)):
            return key
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError):
        return wanted


def window_nodes(reading: Reading, name: str = "") -> list[int]:
    """The nodes of window operators, of those that *name* means.

    Raises: QuestionError if there is none.
    """
    nodes = {
        one.operator.node: one.operator.name
        for one in reading.instances.values()
        if one.operator.operator_class in WINDOW_OPERATORS
    }
    if not nodes:
        raise QuestionError("this job has no window operator")
    wanted = name.strip().lower()
    found = [node for node, known in nodes.items() if not wanted or wanted in known.lower()]
    if not found and wanted in ("windows", "window"):
        return list(nodes)
    if not found:
        raise QuestionError(
            f"no window operator is called {name!r}; there is {told(list(nodes.values()))}"
        )
    return found


def windows_seen(reading: Reading, nodes: list[int]) -> list[tuple[int, Any, Any]]:
    """(node, key, window) of all panes that there were, or that a record came too late for."""
    found: dict[str, tuple[int, Any, Any]] = {}
    for index in reading.of(e.WindowAssigned, e.WindowsMerged, e.WindowSkippedAsLate):
        fact = reading.events[index]
        node = reading.node(fact.operator)
        if node in nodes:
            window = fact.result if isinstance(fact, e.WindowsMerged) else fact.window
            found.setdefault(repr((node, fact.key, window)), (node, fact.key, window))
    return list(found.values())


def window_of(reading: Reading, text: str, nodes: list[int], key: Any) -> tuple[int, Any]:
    """(node, window) that *text* such as ``[0,10)`` means; bounds may be in seconds where that fits.

    Raises: QuestionError if it is no window.
    """
    seen = windows_seen(reading, nodes)
    own = [(node, window) for node, each, window in seen if each == key]
    inside = text.strip().strip("[]()").strip()
    if inside.lower() in ("globalwindow", "global"):
        return (own[0][0] if own else nodes[0]), "GlobalWindow"
    parts = re.split(r"\s*(?:,|;| to |\.\.)\s*", inside)
    if len(parts) != 2:
        raise QuestionError(f"expected a window such as [0, 10000), found {text!r}")
    bounds = (time_of(reading, parts[0]), time_of(reading, parts[1]))
    in_seconds = (bounds[0] * 1000, bounds[1] * 1000)
    for candidates in (own, [(node, window) for node, _, window in seen]):
        for window in (bounds, in_seconds):
            for node, known in candidates:
                if known == window:
                    return node, window
    sizes = {w[1] - w[0] for _, _, w in seen if isinstance(w, tuple)}
    plain = all(re.fullmatch(r"-?\d+", part) for part in parts)
    if plain and bounds[1] - bounds[0] not in sizes and in_seconds[1] - in_seconds[0] in sizes:
        return nodes[0], in_seconds
    return nodes[0], bounds


# --- records ---------------------------------------------------------------------------------------


def record_of(reading: Reading, text: str) -> int:
    """The read of the record that *text* means: its number, or its value as sentences show it.

    Raises: QuestionError if it is none, or one of several.
    """
    found = re.fullmatch(
        r"(?:record\s+)?(?:#?(\d+))(?:\s+(?:of|in)\s+(?:split\s+)?(.+))?", text.strip()
    )
    reads = reading.of(e.SourceRecordRead)
    if found:
        number, split = int(found[1]), found[2]
        fits = [
            index
            for index in reads
            if reading.events[index].offset == number
            and (split is None or split.strip("“”\"'") in (
                reading.events[index].split, reading.name(reading.events[index].operator)))
        ]  # fmt: skip
        if len(fits) == 1:
            return fits[0]
        if fits:
            splits = [f"record {number} of split {reading.events[i].split}" for i in fits]
            raise QuestionError(f"there are several: {told(splits)}")
        known = told([f"{reading.events[i].offset}" for i in reads])
        raise QuestionError(f"record {text.strip()} was not read; there are {known}")
    wanted = _plain(text)
    fits = [i for i in reads if _plain(reading.value(reading.events[i].value)) == wanted]
    if not fits:
        known = told([reading.value(reading.events[index].value) for index in reads])
        raise QuestionError(f"no record {text.strip()} was read; there is {known}")
    return fits[0]


def _plain(text: str) -> str:
    return re.sub(r"[\s\"']", "", text.removeprefix("record"))


# --- tasks, operators and channels -----------------------------------------------------------------


def operators_of(reading: Reading, text: str) -> list[str]:
    """The instances of operators that *text* means: a name or a part of it, or an id.

    "[1]" after it (from 0) or "2/4" (as in the picture) is one subtask. "windows" are window
    operators, "source" and "sink" what they say.

    Raises: QuestionError if there is none.
    """
    text = text.strip().strip("“”\"'")
    if text in reading.instances:
        return [text]
    name, index = text, None
    if found := _NAMED.fullmatch(text):
        name = found[1]
        index = int(found[2]) if found[2] is not None else int(found[3]) - 1
    wanted = name.strip().lower().removeprefix("the ").removeprefix("task ")
    fits = []
    for one in reading.instances.values():
        kind = one.operator.operator_class
        is_named = wanted in one.operator.name.lower() or wanted == one.subtask.id
        is_window = wanted in ("windows", "window") and kind in WINDOW_OPERATORS
        if is_named or is_window:
            fits.append(one)
    if index is not None:
        fits = [one for one in fits if one.subtask.index == index]
    exact = [one for one in fits if one.operator.name.lower() == wanted]
    if not fits:
        known = told([reading.name(one) for one in reading.instances])
        raise QuestionError(f"nothing is called {text!r}; there is {known}")
    return [one.id for one in exact or fits]


def subtasks_of(reading: Reading, text: str) -> list[str]:
    """The subtasks that *text* means, as :func:`operators_of`."""
    if any(text.strip() == one.id for one in reading.plan.subtasks):
        return [text.strip()]
    return list(dict.fromkeys(reading.subtask(one) for one in operators_of(reading, text)))


def channel_of(reading: Reading, text: str) -> str:
    """The channel that *text* means: "ch 1 of windows", or its id.

    Raises: QuestionError if there is none.
    """
    text = text.strip().strip("“”\"'")
    if text in reading.channels:
        return text
    found = re.fullmatch(r"(?:channel|ch)?\s*(\d+)(?:\s+(?:of|into)\s+(.+))?", text)
    fits = []
    if found:
        targets = None if found[2] is None else subtasks_of(reading, found[2])
        fits = [
            one.id
            for one in reading.plan.channels
            if one.index == int(found[1]) and (targets is None or one.target in targets)
        ]
    if len(fits) == 1:
        return fits[0]
    known = told([reading.name(one) for one in fits or reading.channels])
    raise QuestionError(f"which channel is {text!r}? there is {known}")
