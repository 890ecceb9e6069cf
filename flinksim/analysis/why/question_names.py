"""What the words of a question mean in one run: keys, windows, times, records, tasks, channels.

Not in Flink.
"""

from __future__ import annotations

import ast
import re
from typing import Any

from flinksim.analysis.expressions.name_resolution import (
    WINDOW_OPERATORS,
    WordsError,
    bounds_in,
    instances_named,
    means_value,
    time_in,
)
from flinksim.analysis.why.trace_index import Reading
from flinksim.trace import events as e

_NUMBERED = re.compile(
    r"(?:(?:record|记录)\s*)?#?(\d+)(?:\s+(?:of|in)\s+(?:split\s+)?(.+)|\s*（分片\s*(.+)）)?"
)


class QuestionError(WordsError):
    """A question that cannot be answered as it stands: what was not understood, and what would be."""


def time_of(reading: Reading, text: str) -> int:
    """A time (:func:`flinksim.analysis.expressions.name_resolution.time_in`)."""
    return time_in(text, reading.labels)


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
    for key in keys_of(reading):
        if means_value(text, key, reading.labels):
            return key
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError):
        return text.strip().strip("\"'“”")


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
        raise QuestionError(reading.say("this job has no window operator"))
    wanted = name.strip().lower()
    found = [node for node, known in nodes.items() if not wanted or wanted in known.lower()]
    if not found and wanted in ("windows", "window"):
        return list(nodes)
    if not found:
        raise QuestionError(
            reading.say(
                "no window operator is called {name}; there is {known}",
                name=repr(name),
                known=reading.told(list(nodes.values())),
            )
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
    if text.strip("[]() ").lower() in ("globalwindow", "global"):
        return (own[0][0] if own else nodes[0]), "GlobalWindow"
    bounds = bounds_in(text, reading.labels)
    in_seconds = (bounds[0] * 1000, bounds[1] * 1000)
    for candidates in (own, [(node, window) for node, _, window in seen]):
        for window in (bounds, in_seconds):
            for node, known in candidates:
                if known == window:
                    return node, window
    sizes = {w[1] - w[0] for _, _, w in seen if isinstance(w, tuple)}
    plain = re.fullmatch(r"[\d\s,()\[\]-]+", text)
    if plain and bounds[1] - bounds[0] not in sizes and in_seconds[1] - in_seconds[0] in sizes:
        return nodes[0], in_seconds
    return nodes[0], bounds


# --- records ---------------------------------------------------------------------------------------


def record_of(reading: Reading, text: str) -> int:
    """The read of the record that *text* means: its number, or its value as sentences show it.

    Raises: QuestionError if it is none, or one of several.
    """
    found = _NUMBERED.fullmatch(text.strip())
    reads = reading.of(e.SourceRecordRead)
    if found:
        number, split = int(found[1]), found[2] or found[3]
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
            splits = [
                reading.say(
                    "record {number} of split {split}",
                    number=str(number),
                    split=reading.events[i].split,
                )
                for i in fits
            ]
            raise QuestionError(
                reading.say("there are several: {known}", known=reading.told(splits))
            )
        known = reading.told([f"{reading.events[i].offset}" for i in reads])
        raise QuestionError(
            reading.say(
                "record {record} was not read; there are {known}", record=text.strip(), known=known
            )
        )
    plain = re.sub(r"^(?:record |记录 ?)", "", text.strip())
    fits = [i for i in reads if means_value(plain, reading.events[i].value, reading.labels)]
    if not fits:
        known = reading.told([reading.value(reading.events[index].value) for index in reads])
        raise QuestionError(
            reading.say(
                "no record {record} was read; there is {known}", record=text.strip(), known=known
            )
        )
    return fits[0]


# --- tasks, operators and channels -----------------------------------------------------------------


def operators_of(reading: Reading, text: str) -> list[str]:
    """The instances of operators that *text* means (:func:`flinksim.analysis.expressions.name_resolution.instances_named`)."""
    return [one.id for one in instances_named(reading.plan, text, reading.language)]


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
    found = re.fullmatch(r"(?:channel|ch|通道)?\s*(\d+)(?:\s+(?:of|into)\s+(.+))?", text)
    if turned := re.fullmatch(r"(.+?)\s*的通道\s*(\d+)", text):
        found = re.fullmatch(r"(\d+) (.+)", f"{turned[2]} {turned[1]}")
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
    known = reading.told([reading.name(one) for one in fits or reading.channels])
    raise QuestionError(
        reading.say("which channel is {channel}? there is {known}", channel=repr(text), known=known)
    )
