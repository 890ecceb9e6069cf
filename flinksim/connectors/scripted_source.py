"""A source that follows a script, for lessons and tests about time.

::

    ScriptedSource({
        "left":  [record("a", 1_000), watermark(999), pause(500), record("b", 2_000)],
        "right": [record("c", 1_500), idle(), at(10_000), active(), record("d", 9_000)],
    })

Not in Flink; it models any source whose splits progress independently.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from flinksim.connectors.collection_sources import copy_unless_immutable, is_immutable
from flinksim.connectors.source import (
    Source,
    SourceEndOfInput,
    SourceItem,
    SourceRecord,
    SourceStatus,
    SourceWatermark,
)
from flinksim.core.java.timestamps import to_timestamp
from flinksim.core.validation import validate_arguments


@dataclass(frozen=True, slots=True)
class _Pause:
    duration_ms: int


@dataclass(frozen=True, slots=True)
class _AtTime:
    processing_time_ms: int


ScriptItem: TypeAlias = SourceRecord | SourceWatermark | SourceStatus | _Pause | _AtTime


@validate_arguments
def record(value: Any, timestamp: int | None = None) -> ScriptItem:
    """Add a record, with the event timestamp that the source provides, if any."""
    if timestamp is not None:
        timestamp = to_timestamp(timestamp, "record(value, timestamp)")
    return SourceRecord(value, timestamp)


def watermark(timestamp: int) -> ScriptItem:
    """Emit a watermark from the split: its event time has reached *timestamp*."""
    return SourceWatermark(to_timestamp(timestamp, "watermark(timestamp)"))


def idle() -> ScriptItem:
    """Mark the split as idle, so that its watermark is not waited for."""
    return SourceStatus(is_idle=True)


def active() -> ScriptItem:
    """Mark the split as active again."""
    return SourceStatus(is_idle=False)


def pause(duration_ms: int) -> ScriptItem:
    """Delay all following items by *duration_ms* of processing time."""
    _check_milliseconds(duration_ms, "pause(duration_ms)")
    if duration_ms < 0:
        raise ValueError(f"pause: expected at least 0 ms, found {duration_ms}")
    return _Pause(duration_ms)


def at(processing_time_ms: int) -> ScriptItem:
    """Delay all following items until the processing time *processing_time_ms*."""
    _check_milliseconds(processing_time_ms, "at(processing_time_ms)")
    return _AtTime(processing_time_ms)


def _check_milliseconds(value: Any, context: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{context}: expected milliseconds as a whole number, found {value!r}")


class ScriptedSource(Source):
    """A source whose splits emit the items of their scripts, in order.

    Items before the first ``pause`` or ``at`` can be read immediately. A pause at the end keeps the
    split open.

    >>> source = ScriptedSource([record("a", 1_000), pause(500), record("b", 2_000)])
    >>> [item.arrival_ms for item in source.open_split("script")]
    [None, 500]

    Args:
        script: the items of each split by its name; a plain list is the script of one split.
        start_ms: the processing time at which the first pause of a split starts.
        waits_for_input: whether the source waits for more after its scripts, as a topic does that has no
            end. Then no subtask of it ends, also none without a split.
    """

    is_in_memory = True

    def __init__(
        self,
        script: Mapping[str, Iterable[ScriptItem]] | Iterable[ScriptItem],
        start_ms: int = 0,
        *,
        waits_for_input: bool = False,
    ) -> None:
        self.waits_for_input = waits_for_input
        self.bounded = not waits_for_input
        splits = script if isinstance(script, Mapping) else {"script": script}
        if not splits:
            raise ValueError("a scripted source needs at least one split")
        self._start_ms = start_ms
        self._items = {
            name: tuple(_schedule_items(name, items, start_ms)) for name, items in splits.items()
        }
        self._mutable_splits = {
            name
            for name, items in self._items.items()
            if any(isinstance(one, SourceRecord) and not is_immutable(one.value) for one in items)
        }

    def splits(self, parallelism: int) -> Sequence[str]:
        return tuple(self._items)

    def count_items(self) -> int:
        return sum(map(len, self._items.values()))

    def first_arrival_ms(self) -> int | None:
        timed = any(item.arrival_ms is not None for items in self._items.values() for item in items)
        return self._start_ms if timed else None

    def open_split(self, split: str) -> Iterator[SourceItem]:
        items = self._items[split]
        return _copy_items(items) if split in self._mutable_splits else iter(items)


def _copy_items(items: Iterable[SourceItem]) -> Iterator[SourceItem]:
    for item in items:
        if isinstance(item, SourceRecord):
            item = SourceRecord(copy_unless_immutable(item.value), item.timestamp, item.arrival_ms)
        yield item


def _schedule_items(split: str, items: Iterable[ScriptItem], start_ms: int) -> Iterator[SourceItem]:
    if not isinstance(items, Iterable):
        raise TypeError(f"split {split!r}: expected a list such as [record(1)], found {items!r}")
    now: int | None = None
    ends_with_pause = False
    for position, item in enumerate(items):
        match item:
            case SourceRecord(value, timestamp, arrival):
                yield SourceRecord(value, timestamp, now if arrival is None else arrival)
            case SourceWatermark(timestamp, arrival):
                yield SourceWatermark(timestamp, now if arrival is None else arrival)
            case SourceStatus(is_idle, arrival):
                yield SourceStatus(is_idle, now if arrival is None else arrival)
            case _Pause(duration_ms):
                now = (start_ms if now is None else now) + duration_ms
            case _AtTime(processing_time_ms):
                if now is not None and processing_time_ms < now:
                    raise ValueError(
                        f"split {split!r}, item {position}: "
                        f"at({processing_time_ms}) is in the past: the split is "
                        f"already at {now}. Within a split, time must not decrease"
                    )
                now = processing_time_ms
            case _:
                raise TypeError(
                    f"split {split!r}, item {position}: expected record(), watermark(), idle(), "
                    f"active(), pause() or at(), found {item!r}"
                )
        ends_with_pause = isinstance(item, _Pause | _AtTime)
    if ends_with_pause and now is not None:
        yield SourceEndOfInput(now)
