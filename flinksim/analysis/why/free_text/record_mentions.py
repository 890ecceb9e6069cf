"""Records and results that a question names by parts of their values.

People write "b 6000", "(b, 6000)", "ann@30000" or "the click at 5000" for a record ``(b, 6000, 1)``, and
quote a text that a job read or wrote. Not in Flink.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.trace import events as e

MAX_COMPARED_EVENTS = 20_000
"""Number of events of each type that are compared with a question."""
MIN_TEXT_LETTERS = 6
"""Number of letters from which on a text is found without quotes."""
MIN_COMMON_WORDS = 4
"""Number of words at the beginning of a result that are enough to recognize it."""
_PART = re.compile(r"-?\d+(?:\.\d+)?|[^\W\d][\w-]*")


def find_reads_by_parts(run: TraceIndex, text: str) -> list[int]:
    """Return the reads of the records whose values contain every word and number of *text*.

    At least two parts are needed, one of them a number: a record has many words in common with others.
    """
    parts = set(_PART.findall(text))
    if len(parts) < 2 or not any(part.lstrip("-")[0].isdigit() for part in parts):
        return []
    return [
        index
        for index in run.find_events(e.SourceRecordRead)[:MAX_COMPARED_EVENTS]
        if parts <= _list_parts(run.events[index].value)
    ]


def find_reads_by_part(run: TraceIndex, part: str) -> list[int]:
    """Return the reads of the records that have the word or number *part* in a field."""
    return [
        index
        for index in run.find_events(e.SourceRecordRead)[:MAX_COMPARED_EVENTS]
        if part in _list_parts(run.events[index].value)
    ]


def find_results_by_part(run: TraceIndex, part: str) -> list[str]:
    """Return the texts of the results that contain the word or number *part*."""
    texts = (run.events[i].text for i in run.find_events(e.ResultWritten)[:MAX_COMPARED_EVENTS])
    return [text for text in texts if part in _PART.findall(text)]


def find_reads_of_key(run: TraceIndex, key: Any) -> list[int]:
    """Return the reads of the records that had *key* at a window operator or a partitioner.

    Where there is neither, those are returned during which a keyed operator used the key. That also
    happens when a timer fires, so it does not count otherwise.
    """
    for kinds in ((e.WindowAssigned, e.LateRecordDropped, e.ChannelSelected), (e.KeySelected,)):
        found = [
            run.find_read(index)
            for index in run.find_events(*kinds)
            if run.events[index].key == key
        ]
        if found:
            break
    return sorted({read for read in found if read is not None})


def find_reads_at_time(run: TraceIndex, times: set[int]) -> list[int]:
    """Return the reads of the records with one of the event times *times*, in ms."""
    return [
        index
        for index in run.find_events(e.SourceRecordRead)[:MAX_COMPARED_EVENTS]
        if run.timestamps.get(run.record_ids[index]) in times
    ]


def find_reads_of_text(run: TraceIndex, question: str) -> tuple[list[int], str]:
    """Return the reads of the records whose text occurs in *question*, and that text."""
    reads = run.find_events(e.SourceRecordRead)[:MAX_COMPARED_EVENTS]
    return _find_longest(question.lower(), ((run.events[index].value, index) for index in reads))


def find_results_in_text(run: TraceIndex, question: str) -> tuple[list[str], str]:
    """Return the results whose text occurs in *question*, and that text."""
    lowered = question.lower()
    texts = [run.events[i].text for i in run.find_events(e.ResultWritten)[:MAX_COMPARED_EVENTS]]
    numbers, text = _find_longest(
        lowered, ((re.sub(r"^\d+> ", "", each), place) for place, each in enumerate(texts))
    )
    if numbers:
        return [texts[number] for number in numbers], text
    return _find_similar_results(lowered, texts)


def _find_similar_results(lowered: str, texts: list[str]) -> tuple[list[str], str]:
    """Return the results that begin with the same :data:`MIN_COMMON_WORDS` words as a part of a text."""
    found: dict[str, str] = {}
    for text in texts:
        words = text.lower().split()[:MIN_COMMON_WORDS]
        beginning = " ".join(words)
        if len(words) == MIN_COMMON_WORDS and beginning.replace(" ", "").isalpha():
            if beginning in lowered:
                found[text] = beginning
    return list(found), next(iter(found.values()), "")


def _find_longest(lowered: str, values: Iterator[tuple[Any, int]]) -> tuple[list[int], str]:
    """Return the numbers of the values with the longest text that occurs in *lowered*, and that text."""
    found: list[int] = []
    best = ""
    for value, number in values:
        if not isinstance(value, str) or len(value) < MIN_TEXT_LETTERS or " " not in value:
            continue
        plain = value.lower()
        if len(plain) < len(best) or plain not in lowered:
            continue
        place = lowered.index(plain) + len(plain)
        if lowered[place : place + 1].isalnum():
            continue  # "line 17" is not in "line 175"
        if plain == best:
            found.append(number)
        else:
            found, best = [number], plain
    return found, best


def _list_parts(value: Any) -> set[str]:
    """Return the words and numbers of a value, as texts."""
    if isinstance(value, dict):
        return set().union(*map(_list_parts, value.values()))
    if isinstance(value, list | tuple):
        return set().union(*map(_list_parts, value))
    return {str(value), *_PART.findall(str(value))}
