"""Explainers for a record that is not in a window: another window, or the window had closed.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.answer import RecordId
from flinksim.analysis.why.causal_chain import told_way
from flinksim.analysis.why.finding import Finding, KnobToTry, Occurrence
from flinksim.analysis.why.question_names import key_of, window_nodes, window_of
from flinksim.analysis.why.trace_index import Reading
from flinksim.analysis.why.watermark_progress import (
    NOT_WITHOUT_TRYING,
    goes_without_records,
    letting_go,
    passed,
    passing,
)
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace


def came_of(reading: Reading, read: int, *kinds: type[Any]) -> list[int]:
    """Return the events of the given types that contain the record read at *read*."""
    return [i for i in reading.of(*kinds) if i > read and (read in reading.reads_in(i))]


def handled(reading: Reading, read: int, *kinds: type[Any]) -> list[int]:
    """Return the events of the given types about the record itself.

    Unlike :func:`came_of` without events of windows that contain it.
    """
    return [i for i in came_of(reading, read, *kinds) if reading.read_of(i) == read]


def explain_not_in_window(
    reading: Reading, parts: dict[str, Any], read: int, own: list[int]
) -> Finding | None:
    """Explain why a record is not in the window of the question.

    Args:
        reading: The run.
        parts: The parts of the question.
        read: The read of the record.
        own: The assignments of the record to windows.

    Returns:
        The finding; ``None`` if the record was assigned to no window.
    """
    nodes = window_nodes(reading, parts.get("operator") or "")
    key = key_of(reading, parts["key"]) if parts.get("key") else None
    node, window = window_of(reading, parts["window"], nodes, key)
    in_window = [i for i in own if reading.events[i].window == window]
    in_key = [i for i in in_window if key is None or reading.events[i].key == key]
    if in_key:
        cleared = [
            i
            for i in reading.of(e.WindowCleared, e.ElementsEvicted)
            if i > in_key[0] and reading.events[i].window == window
        ]
        cleared_note = reading.gap + reading.sentence(cleared[-1]) if cleared else ""
        return Finding(
            reading.say(
                "But it is: {sentence}{gone}",
                sentence=reading.sentence(in_key[0]),
                gone=cleared_note,
            ),
            [reading.link(i) for i in (in_key[0], *cleared[:1])],
        )
    skipped = [
        i
        for i in handled(reading, read, e.WindowSkippedAsLate)
        if reading.events[i].window == window and key in (None, reading.events[i].key)
    ]
    if skipped:
        return skipped_as_late(reading, skipped[0], read)
    if not own:
        return None
    fact = reading.events[own[-1]]
    windows = reading.told([reading.window(reading.events[i].window) for i in own])
    finding = Finding("", [reading.link(i) for i in own], [reading.fact(own[-1])])
    is_wrong_key = bool(in_window) or (key is not None and fact.key != key)
    if is_wrong_key:
        reason = reading.say("its key is {key}", key=reading.value(fact.key))
    elif isinstance(fact.window, tuple) and not (fact.window[0] <= fact.timestamp < fact.window[1]):
        reason = reading.say(
            "it came to the window at {time} of processing time",
            time=reading.time(reading.at_ms(own[-1])),
        )
        finding.effect = _together(reading, read, node, key, window)
        finding.knobs = [KnobToTry("arrival", record=reading.offsets[read])]
    else:
        reason = reading.say("its timestamp is {time}", time=reading.time(fact.timestamp))
        finding.effect = _together(reading, read, node, key, window)
        finding.knobs = _to_window(reading, read, node, window, fact.timestamp)
    finding.sentence = reading.say(
        "{record}, went into {windows} of key {key}: {why}.",
        record=reading.record(read).text,
        windows=windows,
        key=reading.value(fact.key),
        why=reason,
    )
    return finding


def skipped_as_late(reading: Reading, index: int, read: int) -> Finding:
    """Explain that the record was late for this window, though not for all its windows."""
    fact = reading.events[index]
    node = reading.node(fact.operator)
    finding = Finding(reading.sentence(index), [reading.link(index), reading.link(read)])
    clock_advance = passing(reading, fact.operator, fact.cleanup_time, index)
    finding.links += [] if clock_advance is None else told_way(reading, clock_advance)
    passages = passed(reading, node, fact.cleanup_time, index)
    reads = letting_go(reading, node, passages, index) if passages else ()
    finding.cause = [reading.record(each) for each in reads] or [reading.fact(index)]
    finding.any_would_do = True
    if passages and goes_without_records(reading, node, index):
        finding.unknown = reading.say(NOT_WITHOUT_TRYING)
    finding.effect = _together(reading, read, node, fact.key, fact.window, exactly=True)
    late_by = fact.watermark - fact.cleanup_time + 1
    record = reading.offsets[read]
    finding.knobs = [
        KnobToTry("delay", node, guess=late_by),
        KnobToTry("lateness", node, guess=late_by),
        KnobToTry("arrival", record=record),
        KnobToTry("order", record=record, timestamps=reading.timestamps_with(record)),
    ]
    return finding


def _to_window(reading: Reading, read: int, node: int, window: Any, stamp: int) -> list[KnobToTry]:
    """Return changes that may move a record with timestamp *stamp* to *window* or a similar one."""
    record = reading.offsets[read]
    candidates = []
    if isinstance(window, tuple):
        window_timestamps = [
            reading.timestamps.get(one, stamp) for one in _records_of(reading, node, window)
        ]
        last, size = max([stamp, *window_timestamps]), window[1] - window[0]
        if last - min([stamp, *window_timestamps]) < size:  # all of them fit into one window
            candidates.append(KnobToTry("offset", node, guess=(last - size + 1 - window[0]) % size))
        shift = window[0] - stamp if stamp < window[0] else window[1] - 1 - stamp
        timestamps = reading.timestamps_with(record)
        candidates.append(KnobToTry("timestamp", record=record, guess=shift, timestamps=timestamps))
    return candidates


def _records_of(reading: Reading, node: int, window: Any, key: Any = None) -> frozenset[RecordId]:
    """Return the records that were assigned to a window of *key*, or of any key."""
    return frozenset(
        reading.offsets[read]
        for i in reading.of(e.WindowAssigned)
        if (fact := reading.events[i]).window == window
        and key in (None, fact.key)
        and reading.node(fact.operator) == node
        and (read := reading.read_of(i)) is not None
    )


def _together(
    reading: Reading, read: int, node: int, key: Any, window: Any, *, exactly: bool = False
) -> Occurrence:
    """Build the outcome that the record is in the window.

    Unless *exactly*, a window that contains the record and all records of that window counts as
    well.
    """
    record = reading.offsets[read]
    window_records = frozenset() if exactly else _records_of(reading, node, window, key)

    def windows_in(trace: Trace) -> dict[Any, set[RecordId]]:
        other = Reading(trace)
        other_record = reading.place_in(other, read)
        found: dict[Any, set[RecordId]] = {}
        for i in other.of(e.WindowAssigned):
            f, own = other.events[i], other.read_of(i)
            if other.node(f.operator) == node and own is not None and key in (None, f.key):
                member = record if other.offsets[own] == other_record else other.offsets[own]
                found.setdefault(f.window, set()).add(member)
        return found

    def is_same_window(own: Any, records: set[RecordId]) -> bool:
        return record in records and (
            own == window or (bool(window_records) and window_records <= records)
        )

    def occurs(trace: Trace) -> bool:
        return any(is_same_window(own, records) for own, records in windows_in(trace).items())

    def describe(trace: Trace) -> str:
        own = [each for each, records in windows_in(trace).items() if is_same_window(each, records)]
        more = reading.say(" with all that was there") if own[0] != window else ""
        return reading.say(
            "Then it is in {window}{more}.", window=reading.window(own[0]), more=more
        )

    return Occurrence(occurs, False, describe)
