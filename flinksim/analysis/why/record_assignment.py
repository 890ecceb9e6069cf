"""Why a record is not in a window: it is in another one, or that one was over.

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
    """The facts of these kinds that hold the record that was read at *read*."""
    return [i for i in reading.of(*kinds) if i > read and (read in reading.reads_in(i))]


def handled(reading: Reading, read: int, *kinds: type[Any]) -> list[int]:
    """As :func:`came_of`, but of the record itself and not of panes that hold it."""
    return [i for i in came_of(reading, read, *kinds) if reading.read_of(i) == read]


def explain_not_in_window(
    reading: Reading, parts: dict[str, Any], read: int, own: list[int]
) -> Finding | None:
    """Why the record read at *read*, which went into the windows at *own*, is not in the one asked for.

    ``None`` if it went into none.
    """
    nodes = window_nodes(reading, parts.get("operator") or "")
    key = key_of(reading, parts["key"]) if parts.get("key") else None
    node, window = window_of(reading, parts["window"], nodes, key)
    there = [i for i in own if reading.events[i].window == window]
    in_key = [i for i in there if key is None or reading.events[i].key == key]
    if in_key:
        cleared = [
            i
            for i in reading.of(e.WindowCleared, e.ElementsEvicted)
            if i > in_key[0] and reading.events[i].window == window
        ]
        gone = reading.gap + reading.sentence(cleared[-1]) if cleared else ""
        return Finding(
            reading.say(
                "But it is: {sentence}{gone}", sentence=reading.sentence(in_key[0]), gone=gone
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
    where = reading.told([reading.window(reading.events[i].window) for i in own])
    finding = Finding("", [reading.link(i) for i in own], [reading.fact(own[-1])])
    wrong_key = bool(there) or (key is not None and fact.key != key)
    if wrong_key:
        why = reading.say("its key is {key}", key=reading.value(fact.key))
    elif isinstance(fact.window, tuple) and not (fact.window[0] <= fact.timestamp < fact.window[1]):
        why = reading.say(
            "it came to the window at {time} of processing time",
            time=reading.time(reading.at_ms(own[-1])),
        )
        finding.effect = _together(reading, read, node, key, window)
        finding.knobs = [KnobToTry("arrival", record=reading.offsets[read])]
    else:
        why = reading.say("its timestamp is {time}", time=reading.time(fact.timestamp))
        finding.effect = _together(reading, read, node, key, window)
        finding.knobs = _to_window(reading, read, node, window, fact.timestamp)
    finding.sentence = reading.say(
        "{record}, went into {windows} of key {key}: {why}.",
        record=reading.record(read).text,
        windows=where,
        key=reading.value(fact.key),
        why=why,
    )
    return finding


def skipped_as_late(reading: Reading, index: int, read: int) -> Finding:
    """The record came too late for this window, though not for all of its windows."""
    fact = reading.events[index]
    node = reading.node(fact.operator)
    finding = Finding(reading.sentence(index), [reading.link(index), reading.link(read)])
    over = passing(reading, fact.operator, fact.cleanup_time, index)
    finding.links += [] if over is None else told_way(reading, over)
    ways = passed(reading, node, fact.cleanup_time, index)
    reads = letting_go(reading, node, ways, index) if ways else ()
    finding.cause = [reading.record(each) for each in reads] or [reading.fact(index)]
    finding.any_would_do = True
    if ways and goes_without_records(reading, node, index):
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
    """What may bring a record with timestamp *stamp* into *window*, or another one like it."""
    record = reading.offsets[read]
    knobs = []
    if isinstance(window, tuple):
        theirs = [reading.timestamps.get(one, stamp) for one in _records_of(reading, node, window)]
        last, size = max([stamp, *theirs]), window[1] - window[0]
        if last - min([stamp, *theirs]) < size:  # they fit into one window
            knobs.append(KnobToTry("offset", node, guess=(last - size + 1 - window[0]) % size))
        by = window[0] - stamp if stamp < window[0] else window[1] - 1 - stamp
        stamps = reading.timestamps_with(record)
        knobs.append(KnobToTry("timestamp", record=record, guess=by, timestamps=stamps))
    return knobs


def _records_of(reading: Reading, node: int, window: Any, key: Any = None) -> frozenset[RecordId]:
    """The records that went into a window of *key*, or of any."""
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
    """That the record is in the window, or unless *exactly* in one with all that was in that."""
    record = reading.offsets[read]
    there = frozenset() if exactly else _records_of(reading, node, window, key)

    def windows_in(trace: Trace) -> dict[Any, set[RecordId]]:
        other = Reading(trace)
        mine = reading.place_in(other, read)
        found: dict[Any, set[RecordId]] = {}
        for i in other.of(e.WindowAssigned):
            f, own = other.events[i], other.read_of(i)
            if other.node(f.operator) == node and own is not None and key in (None, f.key):
                who = record if other.offsets[own] == mine else other.offsets[own]
                found.setdefault(f.window, set()).add(who)
        return found

    def fits(own: Any, records: set[RecordId]) -> bool:
        return record in records and (own == window or (bool(there) and there <= records))

    def test(trace: Trace) -> bool:
        return any(fits(own, records) for own, records in windows_in(trace).items())

    def tell(trace: Trace) -> str:
        own = [each for each, records in windows_in(trace).items() if fits(each, records)]
        more = reading.say(" with all that was there") if own[0] != window else ""
        return reading.say(
            "Then it is in {window}{more}.", window=reading.window(own[0]), more=more
        )

    return Occurrence(test, False, tell)
