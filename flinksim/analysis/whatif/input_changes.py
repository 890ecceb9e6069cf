"""The input, turned: a record at another time, with another timestamp, one more; a split in order.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from flinksim.analysis.whatif.experiment_runner import (
    Case,
    with_items,
    with_record,
    without_records,
)
from flinksim.analysis.whatif.parameter_change import Turn, named, where
from flinksim.analysis.why.answer import LEFT_OUT, ChangeTold, RecordId, Words
from flinksim.analysis.why.finding import KnobToTry
from flinksim.analysis.why.trace_index import moment
from flinksim.connectors.source import SourceRecord
from flinksim.datastream.transformations import SourceSpec, Transformation

MOST_LATER_MS = 1 << 22
"""By so much a record comes later at most: somewhat more than an hour."""


def source_of(case: Case, record: RecordId | None) -> tuple[Transformation, SourceRecord] | None:
    """Who gives the record, and the record as it gives it."""
    if record is None:
        return None
    for one in named(case, [record.node]):
        if isinstance(one.spec, SourceSpec):
            items = one.spec.source.open_split(record.split)
            records = (item for item in items if isinstance(item, SourceRecord))
            for offset, item in enumerate(records):
                if offset == record.offset:
                    return one, item
    return None


def _of_split(record: RecordId) -> str:
    return Words(" of split {split}", split=record.split) if record.split else ""


def told_record(record: RecordId) -> str:
    """Its number and split."""
    return Words("record {number}{split}", number=str(record.offset), split=_of_split(record))


def _changed_split(case: Case, record: RecordId, change: Callable[[list[Any]], list[Any]]) -> Case:
    """*case* with other items in the split of *record*."""

    def items(node: int, split: str, given: Any) -> Any:
        return iter(change(list(given))) if split == record.split else given

    return with_items(case, items, {record.node})


def _places(items: list[Any]) -> list[int]:
    return [place for place, each in enumerate(items) if isinstance(each, SourceRecord)]


def arrival(case: Case, record: RecordId | None, later: bool = False) -> Iterator[Turn]:
    """The record comes earlier, before those that it was behind; or *later*, behind others."""
    found = source_of(case, record)
    if found is None or record is None or found[1].arrival_ms is None:
        return
    one, item = found
    arrival = item.arrival_ms
    assert arrival is not None

    def make(by: int) -> tuple[Case, ChangeTold]:
        new = arrival + by if later else arrival - by

        def change(known: list[Any]) -> list[Any]:
            moved = replace(known.pop(_places(known)[record.offset]), arrival_ms=new)
            later = (i for i, each in enumerate(known)
                     if each.arrival_ms is not None and each.arrival_ms > new)  # fmt: skip
            known.insert(next(later, len(known)), moved)
            return known

        told = ChangeTold(
            Words("arrival of {of}", of=told_record(record)),
            where(one),
            moment(arrival),
            moment(new),
        )
        return _changed_split(case, record, change), told

    start = case.settings.start_time_ms or 0
    if later:
        yield Turn(make, MOST_LATER_MS)
    elif arrival > start:
        yield Turn(make, arrival - start)


def _restamped(item: SourceRecord, old: int, new: int) -> tuple[SourceRecord, str] | None:
    """*item* with another timestamp, and where that stands; ``None`` if *old* is nowhere in it.

    It is the source's own, or the one field that has this value.
    """
    value, field = item.value, ""
    if type(value) is tuple:
        fields = [i for i, part in enumerate(value) if type(part) is int and part == old]
        if len(fields) == 1:
            value = (*value[: fields[0]], new, *value[fields[0] + 1 :])
            field = Words("field {n}", n=fields[0])
    elif type(value) is int and value == old:
        value, field = new, Words("value")
    is_own = item.timestamp == old
    if not field and not is_own:
        return None
    stamp = new if is_own else item.timestamp
    return replace(item, value=value, timestamp=stamp), field or Words("timestamp")


def timestamp(case: Case, knob: KnobToTry) -> Iterator[Turn]:
    """A later timestamp of the record, or with a negative guess an earlier one."""
    record, found = knob.record, source_of(case, knob.record)
    if found is None or record is None or record.offset >= len(knob.timestamps):
        return
    (one, item), old = found, knob.timestamps[record.offset]
    if old is None or _restamped(item, old, old) is None:
        return
    sign = -1 if knob.guess is not None and knob.guess < 0 else 1

    def make(by: int) -> tuple[Case, ChangeTold]:
        new = old + sign * by
        restamped = _restamped(item, old, new)
        assert restamped is not None
        changed, field = restamped
        told = ChangeTold(
            Words("{field} of {of}", field=field, of=told_record(record)),
            where(one),
            str(old),
            str(new),
        )
        same = replace(changed, arrival_ms=item.arrival_ms)
        return with_record(case, record, lambda _: same), told

    yield Turn(make, 10**9, None if knob.guess is None else abs(knob.guess))


def next_record(case: Case, knob: KnobToTry) -> Iterator[Turn]:
    """One more record, right behind the last that there was, with a later timestamp."""
    record, found = knob.record, source_of(case, knob.record)
    if found is None or record is None or record.offset >= len(knob.timestamps):
        return
    (one, item), old = found, knob.timestamps[record.offset]
    if old is None or _restamped(item, old, old) is None:
        return

    def make(by: int) -> tuple[Case, ChangeTold]:
        restamped = _restamped(item, old, old + by)
        assert restamped is not None

        def change(known: list[Any]) -> list[Any]:
            known.insert(_places(known)[record.offset] + 1, restamped[0])
            return known

        told = ChangeTold(
            Words("record after {of}", of=told_record(record)),
            where(one),
            Words("none"),
            Words("a record with timestamp {time}", time=moment(old + by)),
        )  # fmt: skip
        return _changed_split(case, record, change), told

    yield Turn(make, 10**12, knob.guess)


def once_more(case: Case, record: RecordId | None) -> Iterator[Turn]:
    """The record a second time, right behind itself."""
    found = source_of(case, record)
    if found is None or record is None:
        return

    def make(by: int) -> tuple[Case, ChangeTold]:
        def change(known: list[Any]) -> list[Any]:
            place = _places(known)[record.offset]
            known.insert(place + 1, known[place])
            return known

        told = ChangeTold(
            Words("record after {of}", of=told_record(record)), where(found[0]), Words("none"),
            Words("the same once more"),
        )  # fmt: skip
        return _changed_split(case, record, change), told

    yield Turn(make, 1)


def left_out(case: Case, record: RecordId | None) -> Iterator[Turn]:
    """The input without the record."""
    found = source_of(case, record)
    if found is None or record is None:
        return

    def make(by: int) -> tuple[Case, ChangeTold]:
        told = ChangeTold(told_record(record), where(found[0]), repr(found[1].value), LEFT_OUT)
        return without_records(case, frozenset([record])), told

    yield Turn(make, 1)


def order(case: Case, knob: KnobToTry) -> Iterator[Turn]:
    """The records of the split in the order of their timestamps, at the times when records came."""
    record, found, stamps = knob.record, source_of(case, knob.record), knob.timestamps
    if found is None or record is None or None in stamps:
        return
    ranks = sorted(range(len(stamps)), key=lambda place: stamps[place] or 0)
    if ranks == sorted(ranks):
        return

    def change(known: list[Any]) -> list[Any]:
        places = _places(known)[: len(ranks)]
        if len(places) < len(ranks):
            return known
        records = [known[place] for place in places]
        for place, rank in zip(places, ranks, strict=True):
            known[place] = replace(records[rank], arrival_ms=known[place].arrival_ms)
        return known

    def make(by: int) -> tuple[Case, ChangeTold]:
        told = ChangeTold(
            Words("order{split} of {of}", split=_of_split(record), of=found[0].name),
            where(found[0]),
            Words("as it comes"),
            Words("by timestamp"),
        )  # fmt: skip
        return _changed_split(case, record, change), told

    yield Turn(make, 1)
