"""Resolution of the names in a question: keys, windows, times, records, tasks, channels.

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
    """Question that cannot be answered; the message names the problem and the alternatives."""


def time_of(reading: Reading, text: str) -> int:
    """Parse a time (:func:`flinksim.analysis.expressions.name_resolution.time_in`)."""
    return time_in(text, reading.labels)


# --- keys and windows ------------------------------------------------------------------------------


def keys_of(reading: Reading, operator: int | None = None) -> list[Any]:
    """Return the keys that occur in the run (at the node *operator*, if given), in order."""
    found: dict[str, Any] = {}
    for index in reading.of(e.KeySelected, e.WindowAssigned, e.LateRecordDropped):
        fact = reading.events[index]
        if operator is None or reading.node(fact.operator) == operator:
            found.setdefault(repr(fact.key), fact.key)
    return list(found.values())


def key_of(reading: Reading, text: str) -> Any:
    """Return the key that *text* denotes.

    A key that does not occur in the run is read as a Python literal, else as plain text.
    """
    for key in keys_of(reading):
        if means_value(text, key, reading.labels):
            return key
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError):
        return text.strip().strip("\"'“”")


def window_nodes(reading: Reading, name: str = "") -> list[int]:
    """Return the nodes of the window operators whose names contain *name*.

    Raises:
        QuestionError: There is none.
    """
    nodes = {
        one.operator.node: one.operator.name
        for one in reading.instances.values()
        if one.operator.operator_class in WINDOW_OPERATORS
    }
    if not nodes:
        raise QuestionError(reading.say("this job has no window operator"))
    lowered = name.strip().lower()
    found = [node for node, known in nodes.items() if not lowered or lowered in known.lower()]
    if not found and lowered in ("windows", "window"):
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
    """Return (node, key, window) of all windows with records, or with late records only."""
    found: dict[str, tuple[int, Any, Any]] = {}
    for index in reading.of(e.WindowAssigned, e.WindowsMerged, e.WindowSkippedAsLate):
        fact = reading.events[index]
        node = reading.node(fact.operator)
        if node in nodes:
            window = fact.result if isinstance(fact, e.WindowsMerged) else fact.window
            found.setdefault(repr((node, fact.key, window)), (node, fact.key, window))
    return list(found.values())


def window_of(reading: Reading, text: str, nodes: list[int], key: Any) -> tuple[int, Any]:
    """Return (node, window) for a window such as ``[0,10)``; its bounds may be in seconds.

    Raises:
        QuestionError: *text* is not a window.
    """
    known_windows = windows_seen(reading, nodes)
    own = [(node, window) for node, each, window in known_windows if each == key]
    if text.strip("[]() ").lower() in ("globalwindow", "global"):
        return (own[0][0] if own else nodes[0]), "GlobalWindow"
    bounds = bounds_in(text, reading.labels)
    in_seconds = (bounds[0] * 1000, bounds[1] * 1000)
    for candidates in (own, [(node, window) for node, _, window in known_windows]):
        for window in (bounds, in_seconds):
            for node, known in candidates:
                if known == window:
                    return node, window
    sizes = {w[1] - w[0] for _, _, w in known_windows if isinstance(w, tuple)}
    plain = re.fullmatch(r"[\d\s,()\[\]-]+", text)
    if plain and bounds[1] - bounds[0] not in sizes and in_seconds[1] - in_seconds[0] in sizes:
        return nodes[0], in_seconds
    return nodes[0], bounds


# --- records ---------------------------------------------------------------------------------------


def record_of(reading: Reading, text: str) -> int:
    """Return the read of the record that *text* denotes: its number, or its formatted value.

    Raises:
        QuestionError: No record matches, or several do.
    """
    found = _NUMBERED.fullmatch(text.strip())
    reads = reading.of(e.SourceRecordRead)
    if found:
        number, split = int(found[1]), found[2] or found[3]
        matches = [
            index
            for index in reads
            if reading.events[index].offset == number
            and (split is None or split.strip("“”\"'") in (
                reading.events[index].split, reading.name(reading.events[index].operator)))
        ]  # fmt: skip
        if len(matches) == 1:
            return matches[0]
        if matches:
            splits = [
                reading.say(
                    "record {number} of split {split}",
                    number=str(number),
                    split=reading.events[i].split,
                )
                for i in matches
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
    matches = [i for i in reads if means_value(plain, reading.events[i].value, reading.labels)]
    if not matches:
        known = reading.told([reading.value(reading.events[index].value) for index in reads])
        raise QuestionError(
            reading.say(
                "no record {record} was read; there is {known}", record=text.strip(), known=known
            )
        )
    return matches[0]


# --- tasks, operators and channels -----------------------------------------------------------------


def operators_of(reading: Reading, text: str) -> list[str]:
    """Return the operator instances that *text* denotes.

    See :func:`flinksim.analysis.expressions.name_resolution.instances_named`.
    """
    return [one.id for one in instances_named(reading.plan, text, reading.language)]


def subtasks_of(reading: Reading, text: str) -> list[str]:
    """Return the subtasks that *text* denotes; see :func:`operators_of`."""
    if any(text.strip() == one.id for one in reading.plan.subtasks):
        return [text.strip()]
    return list(dict.fromkeys(reading.subtask(one) for one in operators_of(reading, text)))


def channel_of(reading: Reading, text: str) -> str:
    """Return the channel that *text* denotes: "ch 1 of windows", or its id.

    Raises:
        QuestionError: There is none.
    """
    text = text.strip().strip("“”\"'")
    if text in reading.channels:
        return text
    found = re.fullmatch(r"(?:channel|ch|通道)?\s*(\d+)(?:\s+(?:of|into)\s+(.+))?", text)
    if chinese := re.fullmatch(r"(.+?)\s*的通道\s*(\d+)", text):
        found = re.fullmatch(r"(\d+) (.+)", f"{chinese[2]} {chinese[1]}")
    matches = []
    if found:
        targets = None if found[2] is None else subtasks_of(reading, found[2])
        matches = [
            one.id
            for one in reading.plan.channels
            if one.index == int(found[1]) and (targets is None or one.target in targets)
        ]
    if len(matches) == 1:
        return matches[0]
    known = reading.told([reading.name(one) for one in matches or reading.channels])
    raise QuestionError(
        reading.say("which channel is {channel}? there is {known}", channel=repr(text), known=known)
    )
