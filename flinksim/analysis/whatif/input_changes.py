"""Changes of the input: arrival, timestamp or number of a record, order of a split.

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
"""Maximum delay of a record: somewhat more than an hour."""


def source_of(case: Case, record: RecordId | None) -> tuple[Transformation, SourceRecord] | None:
    """Return the source of a record, and the record as the source emits it."""
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
    """Describe a record by its offset and split."""
    return Words("record {number}{split}", number=str(record.offset), split=_of_split(record))


def _changed_split(case: Case, record: RecordId, change: Callable[[list[Any]], list[Any]]) -> Case:
    """Return *case* with other items in the split of *record*."""

    def transform_split(node: int, split: str, split_items: Any) -> Any:
        return iter(change(list(split_items))) if split == record.split else split_items

    return with_items(case, transform_split, {record.node})


def _places(items: list[Any]) -> list[int]:
    return [place for place, each in enumerate(items) if isinstance(each, SourceRecord)]


def arrival(case: Case, record: RecordId | None, later: bool = False) -> Iterator[Turn]:
    """Propose an earlier arrival of the record; with *later* a later one."""
    found = source_of(case, record)
    if found is None or record is None or found[1].arrival_ms is None:
        return
    one, item = found
    arrival = item.arrival_ms
    assert arrival is not None

    def make(amount: int) -> tuple[Case, ChangeTold]:
        new = arrival + amount if later else arrival - amount

        def move(items: list[Any]) -> list[Any]:
            moved = replace(items.pop(_places(items)[record.offset]), arrival_ms=new)
            later = (i for i, each in enumerate(items)
                     if each.arrival_ms is not None and each.arrival_ms > new)  # fmt: skip
            items.insert(next(later, len(items)), moved)
            return items

        program_change = ChangeTold(
            Words("arrival of {of}", of=told_record(record)),
            where(one),
            moment(arrival),
            moment(new),
        )
        return _changed_split(case, record, move), program_change

    start = case.settings.start_time_ms or 0
    if later:
        yield Turn(make, MOST_LATER_MS)
    elif arrival > start:
        yield Turn(make, arrival - start)


def _restamped(item: SourceRecord, old: int, new: int) -> tuple[SourceRecord, str] | None:
    """Return *item* with another timestamp, and the place of it.

    The place is the timestamp of the source record, or the only field with this value. ``None`` if
    *old* is not in the item.
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
    """Propose a later timestamp of the record, or an earlier one if the guess is negative."""
    record, found = knob.record, source_of(case, knob.record)
    if found is None or record is None or record.offset >= len(knob.timestamps):
        return
    (one, item), old = found, knob.timestamps[record.offset]
    if old is None or _restamped(item, old, old) is None:
        return
    sign = -1 if knob.guess is not None and knob.guess < 0 else 1

    def make(amount: int) -> tuple[Case, ChangeTold]:
        new = old + sign * amount
        restamped = _restamped(item, old, new)
        assert restamped is not None
        changed, field = restamped
        change = ChangeTold(
            Words("{field} of {of}", field=field, of=told_record(record)),
            where(one),
            str(old),
            str(new),
        )
        same = replace(changed, arrival_ms=item.arrival_ms)
        return with_record(case, record, lambda _: same), change

    yield Turn(make, 10**9, None if knob.guess is None else abs(knob.guess))


def next_record(case: Case, knob: KnobToTry) -> Iterator[Turn]:
    """Propose one more record with a later timestamp, directly after the last one."""
    record, found = knob.record, source_of(case, knob.record)
    if found is None or record is None or record.offset >= len(knob.timestamps):
        return
    (one, item), old = found, knob.timestamps[record.offset]
    if old is None or _restamped(item, old, old) is None:
        return

    def make(amount: int) -> tuple[Case, ChangeTold]:
        restamped = _restamped(item, old, old + amount)
        assert restamped is not None

        def insert(items: list[Any]) -> list[Any]:
            items.insert(_places(items)[record.offset] + 1, restamped[0])
            return items

        program_change = ChangeTold(
            Words("record after {of}", of=told_record(record)),
            where(one),
            Words("none"),
            Words("a record with timestamp {time}", time=moment(old + amount)),
        )  # fmt: skip
        return _changed_split(case, record, insert), program_change

    yield Turn(make, 10**12, knob.guess)


def once_more(case: Case, record: RecordId | None) -> Iterator[Turn]:
    """Propose a duplicate of the record, directly after it."""
    found = source_of(case, record)
    if found is None or record is None:
        return

    def make(amount: int) -> tuple[Case, ChangeTold]:
        def insert(items: list[Any]) -> list[Any]:
            place = _places(items)[record.offset]
            items.insert(place + 1, items[place])
            return items

        program_change = ChangeTold(
            Words("record after {of}", of=told_record(record)), where(found[0]), Words("none"),
            Words("the same once more"),
        )  # fmt: skip
        return _changed_split(case, record, insert), program_change

    yield Turn(make, 1)


def left_out(case: Case, record: RecordId | None) -> Iterator[Turn]:
    """Propose the input without the record."""
    found = source_of(case, record)
    if found is None or record is None:
        return

    def make(amount: int) -> tuple[Case, ChangeTold]:
        change = ChangeTold(told_record(record), where(found[0]), repr(found[1].value), LEFT_OUT)
        return without_records(case, frozenset([record])), change

    yield Turn(make, 1)


def order(case: Case, knob: KnobToTry) -> Iterator[Turn]:
    """Propose the records of the split sorted by timestamp, with the same arrival times."""
    record, found, timestamps = knob.record, source_of(case, knob.record), knob.timestamps
    if found is None or record is None or None in timestamps:
        return
    ranks = sorted(range(len(timestamps)), key=lambda place: timestamps[place] or 0)
    if ranks == sorted(ranks):
        return

    def sort_records(items: list[Any]) -> list[Any]:
        places = _places(items)[: len(ranks)]
        if len(places) < len(ranks):
            return items
        records = [items[place] for place in places]
        for place, rank in zip(places, ranks, strict=True):
            items[place] = replace(records[rank], arrival_ms=items[place].arrival_ms)
        return items

    def make(amount: int) -> tuple[Case, ChangeTold]:
        program_change = ChangeTold(
            Words("order{split} of {of}", split=_of_split(record), of=found[0].name),
            where(found[0]),
            Words("as it comes"),
            Words("by timestamp"),
        )  # fmt: skip
        return _changed_split(case, record, sort_records), program_change

    yield Turn(make, 1)
