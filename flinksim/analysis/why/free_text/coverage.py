"""Whether a reading of a question uses every name in it, and has the count or duration it wants.

A reading that leaves out a key, a time or a task of the question is another question. It is offered, and
not shown as understood. Not in Flink.
"""

from __future__ import annotations

import re
from typing import Any

from flinksim.analysis.expressions.name_resolution import (
    NameResolutionError,
    parse_time,
    parse_window_bounds,
)
from flinksim.analysis.why.checkpoint_answers import MAX_DURATIONS
from flinksim.analysis.why.free_text.entities import Entities, find_entities
from flinksim.analysis.why.free_text.intent_matching import has_trait
from flinksim.analysis.why.free_text.record_mentions import find_reads_of_key
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.trace import events as e

_OPPOSITE_WORDS = (
    (re.compile(r"\bbusy\b|\b100 ?%|忙", re.I), re.compile(r"\bidle\b|空闲", re.I)),
    (re.compile(r"\bidle\b|空闲", re.I), re.compile(r"\bbusy\b|忙", re.I)),
)
_HOW_MANY = re.compile(
    r"\bhow (?:many|much|often)\b|\bnumber of\b|多少(?:条|个|次|数据|记录)|(?<![这那哪])几(?:条|个|次)",
    re.I,
)
_HOW_LONG = re.compile(r"\bhow long\b|\bduration\b|多久|多长时间", re.I)
_DAY_MS = 86_400_000
_DURATION = re.compile(r"[a-z]$")


def is_opposite(question: str, reading: str) -> bool:
    """Return whether a reading says the opposite of the question: idle, where it says busy."""
    return any(
        own.search(question) and not opposite.search(question) and opposite.search(reading)
        for own, opposite in _OPPOSITE_WORDS
    )


def has_asked_quantity(intent: str, question: str) -> bool:
    """Return whether answers to *intent* contain the count or the duration that *question* wants."""
    if _HOW_MANY.search(question):
        return has_trait(intent, "count")
    return not _HOW_LONG.search(question) or has_trait(intent, "duration")


def list_unused_names(run: TraceIndex, intent: str, question: Entities, reading: str) -> list[str]:
    """Return the names of *question* that *reading*, one of those of *intent*, leaves out.

    A time is used by a window that contains it and by a record with this event time, a key by a record
    or a result with this key.
    """
    used = find_entities(run, reading)
    unused = [
        run.format_value(key)
        for key in question.keys
        if key not in (*used.keys, *question.shared_names)
        and not set(used.reads) & set(find_reads_of_key(run, key))
        and not re.search(rf"(?<!\w){re.escape(_format_key(key))}(?!\w)", reading)
    ]
    if intent != "windows_list":  # its answer has all windows
        unused += [text for text in question.windows[:1] if not _has_window(run, used, text)]
    unused += [
        f"checkpoint {number}"
        for number in question.checkpoints
        if number not in used.checkpoints
        and not (intent == "counts" and number in _list_durations(run))
    ]
    if set(question.reads) & set(used.reads) and not question.windows:
        return []  # other keys, times and records only tell what else happened
    if question.windows or set(question.reads) & set(used.reads):
        return unused  # other times and records only tell what else happened
    unused += [
        text
        for text in question.times
        if not (has_trait(intent, "any time") and _DURATION.search(text))
        and not _has_time(run, used, text, reading)
    ]
    if has_trait(intent, "whole job"):
        return unused
    if question.reads and not any(_has_read(run, used, read, reading) for read in question.reads):
        unused.append(run.format_value(run.events[question.reads[0]].value))
    if used.windows or (used.reads and not used.values):
        return unused  # the windows and records are already those of the operators in the question
    places = [place.lower() for place in used.places]
    unused += [
        place
        for place in question.places
        if not any(place.lower() in one or one in place.lower() for one in places)
        and place.lower().removeprefix("source: ") not in reading.lower()
    ]
    return unused


def _has_read(run: TraceIndex, used: Entities, read: int, reading: str) -> bool:
    """Return whether a reading is about a record: by its name, its window, its result or its time."""
    if used.reads or used.values:
        return read in used.reads or bool(used.values)
    timestamp = run.timestamps.get(run.record_ids[read])
    if run.format_time(run.time_ms(read)) in reading:
        return True
    return timestamp is not None and _is_in_windows(run, used, timestamp)


def _list_durations(run: TraceIndex) -> list[int]:
    """Return the checkpoints whose durations the answer about slow checkpoints lists."""
    done = [run.events[index].checkpoint for index in run.find_events(e.CheckpointCompleted)]
    return done[:MAX_DURATIONS]


def _format_key(key: Any) -> str:
    return str(key[0] if isinstance(key, tuple) and len(key) == 1 else key)


def _has_window(run: TraceIndex, used: Entities, text: str) -> bool:
    if text in used.windows:
        return True
    try:
        start, end = parse_window_bounds(text, run.labels)
        for other in used.windows:
            own = parse_window_bounds(other, run.labels)
            if own == (1000 * start, 1000 * end):
                return True
            if own[1] - own[0] == end - start and (own[0] - start) % _DAY_MS == 0:
                return True  # a time of day in the question, of whatever day
    except NameResolutionError:
        return True  # such as the global window
    return False


def _has_time(run: TraceIndex, used: Entities, text: str, reading: str) -> bool:
    time = parse_time(text, run.labels)
    times = {parse_time(other, run.labels) for other in used.times}
    times |= {run.timestamps.get(run.record_ids[read], -1) for read in used.reads}
    if time in times or run.format_time(time) in reading:
        return True
    return _is_in_windows(run, used, time)


def _is_in_windows(run: TraceIndex, used: Entities, time: int) -> bool:
    for other in used.windows:
        try:
            start, end = parse_window_bounds(other, run.labels)
        except NameResolutionError:
            continue
        if start <= time <= end:
            return True
    return False
