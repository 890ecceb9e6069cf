"""A record of the input, turned: it comes earlier, or has another timestamp.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from flinksim.connectors.source import SourceRecord
from flinksim.datastream.transformations import (
    SourceSpec,
    Transformation,
)
from flinksim.explain.why.answer import ChangeTold, RecordId
from flinksim.explain.why.reading import moment
from flinksim.explain.why.trials import Case, with_items, with_record
from flinksim.explain.why.turn import Turn, named, strategy_of, where


def _source(case: Case, record: RecordId | None) -> tuple[Transformation, SourceRecord] | None:
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


def _told_record(record: RecordId) -> str:
    return f"record {record.offset}" + (f" of split {record.split}" if record.split else "")


def arrival(case: Case, record: RecordId | None) -> Iterator[Turn]:
    """The record comes earlier, before those that it was behind."""
    found = _source(case, record)
    if found is None or record is None or found[1].arrival_ms is None:
        return
    one, item = found
    arrival = item.arrival_ms
    assert arrival is not None

    def make(by: int) -> tuple[Case, ChangeTold]:
        new = arrival - by

        def items(node: int, split: str, given: Any) -> Any:
            if split != record.split:
                yield from given
                return
            known = list(given)
            places = [i for i, each in enumerate(known) if isinstance(each, SourceRecord)]
            moved = replace(known.pop(places[record.offset]), arrival_ms=new)
            later = (i for i, each in enumerate(known)
                     if each.arrival_ms is not None and each.arrival_ms > new)  # fmt: skip
            known.insert(next(later, len(known)), moved)
            yield from known

        told = ChangeTold(
            f"arrival of {_told_record(record)}", where(one), moment(arrival), moment(new)
        )
        return with_items(case, items, {record.node}), told

    start = case.settings.start_time_ms or 0
    if arrival > start:
        yield Turn(make, arrival - start)


def timestamp(case: Case, record: RecordId | None, guess: int | None) -> Iterator[Turn]:
    """A field of the record that its timestamp is read from, or the timestamp that the source gives."""
    found = _source(case, record)
    if found is None or record is None:
        return
    one, item = found
    if item.timestamp is not None and (strategy_of(one) is None or not _assigns(one)):
        old = item.timestamp

        def make(by: int) -> tuple[Case, ChangeTold]:
            told = ChangeTold(
                f"timestamp of {_told_record(record)}", where(one), str(old), str(old + by)
            )
            return with_record(case, record, lambda given: replace(given, timestamp=old + by)), told

        yield Turn(make, 10**9, guess)
        return
    strategy = strategy_of(one)
    if strategy is None or type(item.value) is not tuple:
        return
    stamp = strategy.create_timestamp_assigner().extract_timestamp(item.value, item.timestamp or 0)
    fields = [i for i, part in enumerate(item.value) if type(part) is int and part == stamp]
    if len(fields) == 1:
        (field,) = fields

        def make_field(by: int) -> tuple[Case, ChangeTold]:
            new = (*item.value[:field], stamp + by, *item.value[field + 1 :])
            told = ChangeTold(
                f"field {field} of {_told_record(record)}", where(one), str(stamp), str(stamp + by)
            )
            return with_record(case, record, lambda given: replace(given, value=new)), told

        yield Turn(make_field, 10**9, guess)


def _assigns(one: Transformation) -> bool:
    strategy = strategy_of(one)
    return strategy is not None and strategy._timestamp_assigner is not None
