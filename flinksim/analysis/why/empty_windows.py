"""Explainers for windows without elements: late records, other windows, or no records.

Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flinksim.analysis.why.answer import Thing
from flinksim.analysis.why.finding import Finding, KnobToTry
from flinksim.analysis.why.question_names import key_of, keys_of, window_nodes
from flinksim.analysis.why.trace_index import Reading
from flinksim.analysis.why.watermark_blockers import (
    is_in_seconds,
)
from flinksim.trace import events as e


@dataclass(frozen=True, slots=True)
class AskedPane:
    """Window that a question is about: operator node, key and window."""

    node: int
    key: Any
    window: Any

    def told(self, reading: Reading) -> str:
        """Describe the window and its key."""
        return reading.say(
            "{window} of key {key}", window=reading.window(self.window), key=reading.value(self.key)
        )


def operator_name(reading: Reading, node: int) -> str:
    """Return the name of the operator of a plan node."""
    instance = reading.instances_of(node)[0]
    return reading.instances[instance].operator.name


def nothing_in_it(reading: Reading, pane: AskedPane) -> Finding:
    """Explain an empty window: late records, merged windows, or no record of the key."""
    late = [
        i
        for i in reading.of(e.WindowSkippedAsLate)
        if (f := reading.events[i]).key == pane.key and f.window == pane.window
    ]
    if late:
        finding = Finding(
            reading.say(
                "{pane} has no element: {n} {n|record|records} came for it, and all too late. "
                "{sentence}",
                pane=pane.told(reading),
                n=len(late),
                sentence=reading.sentence(late[-1]),
            ),
            [reading.link(i) for i in late],
            [reading.fact(late[-1])],
        )
        finding.knobs = [KnobToTry("delay", pane.node), KnobToTry("lateness", pane.node)]
        return finding
    merged = [
        i
        for i in reading.of(e.WindowsMerged)
        if (f := reading.events[i]).key == pane.key
        and (pane.window == f.merged or pane.window in _each(f.merged))
    ]
    if merged:
        return Finding(
            reading.say(
                "{pane} is not there any more: {sentence}",
                pane=pane.told(reading),
                sentence=reading.sentence(merged[-1]),
            ),
            [reading.link(i) for i in merged],
            [reading.fact(merged[-1])],
        )
    return key_without_pane(reading, pane)


def _each(windows: Any) -> tuple[Any, ...]:
    return windows if isinstance(windows, tuple) else (windows,)


def key_without_pane(reading: Reading, pane: AskedPane) -> Finding:
    """Explain that no record of the key was assigned to the window, and where they went."""
    assignments = [
        index
        for index in reading.of(e.WindowAssigned)
        if (f := reading.events[index]).key == pane.key and reading.node(f.operator) == pane.node
    ]
    if assignments and _were_meant_for_it(reading, pane, assignments):
        return _in_other_units(reading, pane, assignments)
    if assignments:
        windows = reading.told([reading.window(reading.events[i].window) for i in assignments])
        return Finding(
            reading.say(
                "{pane} has no element: the {n} {n|record|records} of the key went into {windows}.",
                pane=pane.told(reading),
                n=len(assignments),
                windows=windows,
            ),
            [reading.link(i) for i in assignments[-3:]],
            [reading.fact(i) for i in assignments[-3:]],
        )
    return nothing_of_key(reading, pane.node, pane.key)


def nothing_of_key(reading: Reading, node: int, key: Any) -> Finding:
    """Explain that no record of the key has reached the operator."""
    known_keys = [reading.value(each) for each in keys_of(reading, node)]
    filtered = reading.of(e.RecordFiltered)
    filter_note = (
        reading.say(" {n} {n|record was|records were} filtered out before.", n=len(filtered))
        if filtered
        else ""
    )
    return Finding(
        reading.say(
            "No record of key {key} has come to {operator}; the keys there are {known}.{because}",
            key=reading.value(key),
            operator=operator_name(reading, node),
            known=reading.told(known_keys),
            because=filter_note,
        ),
        [reading.link(i) for i in filtered[-3:]],
        [reading.fact(filtered[-1])] if filtered else [],
        unknown=reading.say("whether a record of this key will come"),
    )


def _were_meant_for_it(reading: Reading, pane: AskedPane, own: list[int]) -> bool:
    """Return whether a record is in the window if its timestamp is read as seconds."""
    timestamps = [reading.events[index].timestamp for index in own]
    return isinstance(pane.window, tuple) and any(
        is_in_seconds(timestamp) and pane.window[0] <= 1000 * timestamp < pane.window[1]
        for timestamp in timestamps
        if timestamp is not None
    )


def _in_other_units(reading: Reading, pane: AskedPane, own: list[int]) -> Finding:
    """Explain that the timestamps of the records look like seconds."""
    last = reading.events[own[-1]]
    return Finding(
        reading.say(
            "{pane} has no element: the {n} {n|record|records} of the key went into {windows}. "
            "Their timestamps, such as {timestamp}, look like seconds; Flink's are milliseconds, "
            "so these are days of January 1970.",
            pane=pane.told(reading),
            n=len(own),
            windows=reading.window(last.window),
            timestamp=str(last.timestamp),
        ),
        [reading.link(i) for i in own[-3:]],
        [Thing("setting", reading.say("the timestamps are in seconds"))],
        knobs=[KnobToTry("unit", pane.node)],
    )


def explain_no_pane(reading: Reading, parts: dict[str, Any]) -> Finding:
    """Explain why a key has no window: ``why has key a no window``."""
    node = window_nodes(reading, parts.get("operator") or "")[0]
    key = key_of(reading, parts["key"])
    live = [
        (instance, window)
        for instance in reading.instances_of(node)
        for known, window in reading.operator(instance).panes
        if known == key
    ]
    if live:
        return Finding(
            reading.say(
                "But it has: {windows}.",
                windows=reading.told([reading.window(window) for _, window in live]),
            ),
            [],
        )
    cleared = [
        i
        for i in reading.of(e.WindowCleared)
        if reading.events[i].key == key and reading.node(reading.events[i].operator) == node
    ]
    if cleared:
        return Finding(
            reading.say(
                "Key {key} has no pane any more: {sentence}",
                key=reading.value(key),
                sentence=reading.sentence(cleared[-1]),
            ),
            [reading.link(i) for i in cleared[-3:]],
            [reading.fact(cleared[-1])],
        )
    late = [i for i in reading.of(e.LateRecordDropped) if reading.events[i].key == key]
    if late:
        return Finding(
            reading.say(
                "Key {key} has no pane: its {n} {n|record|records} came too late.",
                key=reading.value(key),
                n=len(late),
            ),
            [reading.link(i) for i in late[-3:]],
            [reading.fact(late[-1])],
            knobs=[KnobToTry("delay", node), KnobToTry("lateness", node)],
        )
    return nothing_of_key(reading, node, key)
