"""Changes of the input: arrival, timestamp or number of a record, order of a split.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from flinksim.analysis.whatif.experiment_runner import (
    ProgramVariant,
    remove_records,
    replace_record,
    transform_items,
)
from flinksim.analysis.whatif.parameter_change import (
    ParameterChange,
    find_transformations,
    format_source_line,
)
from flinksim.analysis.why.answer import REMOVED, MessageTemplate, ProgramChange, RecordId
from flinksim.analysis.why.finding import CandidateChange
from flinksim.analysis.why.trace_index import format_time
from flinksim.connectors.source import SourceRecord
from flinksim.datastream.transformations import SourceSpec, Transformation

MAX_DELAY_MS = 1 << 22
"""Maximum delay of a record: somewhat more than an hour."""


def find_source_record(
    variant: ProgramVariant, record: RecordId | None
) -> tuple[Transformation, SourceRecord] | None:
    """Return the source of a record, and the record as the source emits it."""
    if record is None:
        return None
    for one in find_transformations(variant, [record.node]):
        if isinstance(one.spec, SourceSpec):
            items = one.spec.source.open_split(record.split)
            records = (item for item in items if isinstance(item, SourceRecord))
            for offset, item in enumerate(records):
                if offset == record.offset:
                    return one, item
    return None


def _describe_split(record: RecordId) -> str:
    return MessageTemplate("name.of_split", split=record.split) if record.split else ""


def describe_record(record: RecordId) -> str:
    """Describe a record by its offset and split."""
    return MessageTemplate(
        "name.record_in_split", number=str(record.offset), split=_describe_split(record)
    )


def _transform_split(
    variant: ProgramVariant, record: RecordId, transform: Callable[[list[Any]], list[Any]]
) -> ProgramVariant:
    """Return *variant* with other input in one split: the split that contains *record*."""

    def transform_split(node: int, split: str, split_items: Any) -> Any:
        return iter(transform(list(split_items))) if split == record.split else split_items

    return transform_items(variant, transform_split, {record.node})


def _find_record_positions(items: list[Any]) -> list[int]:
    return [place for place, each in enumerate(items) if isinstance(each, SourceRecord)]


def propose_arrival(
    variant: ProgramVariant, record: RecordId | None, is_later: bool = False
) -> Iterator[ParameterChange]:
    """Propose an earlier arrival of the record; with *is_later* a later one."""
    found = find_source_record(variant, record)
    if found is None or record is None or found[1].arrival_ms is None:
        return
    one, item = found
    arrival = item.arrival_ms
    assert arrival is not None

    def make(amount: int) -> tuple[ProgramVariant, ProgramChange]:
        new = arrival + amount if is_later else arrival - amount

        def move(items: list[Any]) -> list[Any]:
            moved = replace(items.pop(_find_record_positions(items)[record.offset]), arrival_ms=new)
            later = (i for i, each in enumerate(items)
                     if each.arrival_ms is not None and each.arrival_ms > new)  # fmt: skip
            items.insert(next(later, len(items)), moved)
            return items

        program_change = ProgramChange(
            MessageTemplate("change.arrival", of=describe_record(record)),
            format_source_line(one),
            format_time(arrival),
            format_time(new),
        )
        return _transform_split(variant, record, move), program_change

    start = variant.settings.start_time_ms or 0
    if is_later:
        yield ParameterChange(make, MAX_DELAY_MS)
    elif arrival > start:
        yield ParameterChange(make, arrival - start)


def _replace_timestamp(item: SourceRecord, old: int, new: int) -> tuple[SourceRecord, str] | None:
    """Return *item* with timestamp *new* instead of *old*, and the place where it was replaced.

    The place is the timestamp of the source record, or the only field with this value. ``None`` if
    *old* is not in the item.
    """
    value, field = item.value, ""
    if type(value) is tuple:
        fields = [i for i, part in enumerate(value) if type(part) is int and part == old]
        if len(fields) == 1:
            value = (*value[: fields[0]], new, *value[fields[0] + 1 :])
            field = MessageTemplate("change.field", n=fields[0])
    elif type(value) is int and value == old:
        value, field = new, MessageTemplate("change.value")
    is_own = item.timestamp == old
    if not field and not is_own:
        return None
    stamp = new if is_own else item.timestamp
    return replace(item, value=value, timestamp=stamp), field or MessageTemplate("change.timestamp")


def propose_timestamp(
    variant: ProgramVariant, candidate: CandidateChange
) -> Iterator[ParameterChange]:
    """Propose another event timestamp of the candidate's record.

    It is later, or earlier if the first amount to try is negative.
    """
    record, found = candidate.record, find_source_record(variant, candidate.record)
    if found is None or record is None or record.offset >= len(candidate.timestamps()):
        return
    (one, item), old = found, candidate.timestamps()[record.offset]
    if old is None or _replace_timestamp(item, old, old) is None:
        return
    sign = -1 if candidate.initial_amount is not None and candidate.initial_amount < 0 else 1

    def make(amount: int) -> tuple[ProgramVariant, ProgramChange]:
        new = old + sign * amount
        restamped = _replace_timestamp(item, old, new)
        assert restamped is not None
        changed, field = restamped
        change = ProgramChange(
            MessageTemplate("change.field_of_record", field=field, of=describe_record(record)),
            format_source_line(one),
            str(old),
            str(new),
        )
        same = replace(changed, arrival_ms=item.arrival_ms)
        return replace_record(variant, record, lambda _: same), change

    yield ParameterChange(
        make, 10**9, None if candidate.initial_amount is None else abs(candidate.initial_amount)
    )


def propose_next_record(
    variant: ProgramVariant, candidate: CandidateChange
) -> Iterator[ParameterChange]:
    """Propose one more input record, directly after the last one, with a later timestamp.

    It can advance a watermark that waits for the next record.
    """
    record, found = candidate.record, find_source_record(variant, candidate.record)
    if found is None or record is None or record.offset >= len(candidate.timestamps()):
        return
    (one, item), old = found, candidate.timestamps()[record.offset]
    if old is None or _replace_timestamp(item, old, old) is None:
        return

    def make(amount: int) -> tuple[ProgramVariant, ProgramChange]:
        restamped = _replace_timestamp(item, old, old + amount)
        assert restamped is not None

        def insert(items: list[Any]) -> list[Any]:
            items.insert(_find_record_positions(items)[record.offset] + 1, restamped[0])
            return items

        program_change = ProgramChange(
            MessageTemplate("change.record_after", of=describe_record(record)),
            format_source_line(one),
            MessageTemplate("word.none"),
            MessageTemplate("change.new_record", time=format_time(old + amount)),
            "add",
        )  # fmt: skip
        return _transform_split(variant, record, insert), program_change

    yield ParameterChange(make, 10**12, candidate.initial_amount)


def propose_duplicate(
    variant: ProgramVariant, record: RecordId | None
) -> Iterator[ParameterChange]:
    """Propose a duplicate of the record, directly after it."""
    found = find_source_record(variant, record)
    if found is None or record is None:
        return

    def make(amount: int) -> tuple[ProgramVariant, ProgramChange]:
        def insert(items: list[Any]) -> list[Any]:
            place = _find_record_positions(items)[record.offset]
            items.insert(place + 1, items[place])
            return items

        program_change = ProgramChange(
            MessageTemplate("change.record_after", of=describe_record(record)),
            format_source_line(found[0]),
            MessageTemplate("word.none"),
            MessageTemplate("change.same_record"),
            "add",
        )
        return _transform_split(variant, record, insert), program_change

    yield ParameterChange(make, 1)


def propose_removal(variant: ProgramVariant, record: RecordId | None) -> Iterator[ParameterChange]:
    """Propose the input without the record."""
    found = find_source_record(variant, record)
    if found is None or record is None:
        return

    def make(amount: int) -> tuple[ProgramVariant, ProgramChange]:
        change = ProgramChange(
            describe_record(record),
            format_source_line(found[0]),
            repr(found[1].value),
            REMOVED,
            "remove",
        )
        return remove_records(variant, frozenset([record])), change

    yield ParameterChange(make, 1)


def propose_order(variant: ProgramVariant, candidate: CandidateChange) -> Iterator[ParameterChange]:
    """Propose to sort the records of a split by timestamp, so that none is out of order.

    The arrival times stay the same.
    """
    record, found, timestamps = (
        candidate.record,
        find_source_record(variant, candidate.record),
        candidate.timestamps(),
    )
    if found is None or record is None or None in timestamps:
        return
    ranks = sorted(range(len(timestamps)), key=lambda place: timestamps[place] or 0)
    if ranks == sorted(ranks):
        return

    def sort_records(items: list[Any]) -> list[Any]:
        places = _find_record_positions(items)[: len(ranks)]
        if len(places) < len(ranks):
            return items
        records = [items[place] for place in places]
        for place, rank in zip(places, ranks, strict=True):
            items[place] = replace(records[rank], arrival_ms=items[place].arrival_ms)
        return items

    def make(amount: int) -> tuple[ProgramVariant, ProgramChange]:
        program_change = ProgramChange(
            MessageTemplate("change.order", split=_describe_split(record), of=found[0].name),
            format_source_line(found[0]),
            MessageTemplate("change.arrival_order"),
            MessageTemplate("change.timestamp_order"),
        )  # fmt: skip
        return _transform_split(variant, record, sort_records), program_change

    yield ParameterChange(make, 1)
