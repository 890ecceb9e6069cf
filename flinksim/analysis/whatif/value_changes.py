"""A record with another value in one of its parts: what a user's condition would have let pass.

Nobody but the user knows what a function asks of a value. So it is tried: numbers larger and smaller,
by the least that is enough; and everything else as another record of the same source has it, which is
a value that can occur. Not in Flink.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace
from decimal import Decimal
from itertools import islice
from typing import Any, NamedTuple

from flinksim.analysis.whatif.experiment_runner import Case, with_record
from flinksim.analysis.whatif.input_changes import source_of, told_record
from flinksim.analysis.whatif.parameter_change import Turn, where
from flinksim.analysis.why.answer import ChangeTold, RecordId, Words
from flinksim.common.types import Row
from flinksim.connectors.source import SourceRecord

MOST_MORE = 1 << 20
DIGITS = 6
"""By so many steps a number of a record is changed at most; a step is one in its last digit."""

MOST_READ = 1000
MOST_OTHERS = 12
"""So much is read beyond the record for values that can occur; so many of each part are tried."""


class _Part(NamedTuple):
    """One part of a record's value: its place, what it is, and the value with another one there."""

    place: Any
    value: Any
    changed: Callable[[Any], Any]

    @property
    def words(self) -> Words:
        if self.place is None:
            return Words("value")
        return Words("field {n}", n=self.place)


def another_value(case: Case, record: RecordId | None) -> Iterator[Turn]:
    """The record with another value in one field, or where that is not enough, in all of them."""
    found = source_of(case, record)
    if found is None or record is None:
        return
    one, item = found
    others = _values_near(one.spec.source, record)  # type: ignore[union-attr]  # it has a source

    def told(part: _Part, new: Any) -> tuple[Case, ChangeTold]:
        what = Words("{field} of {of}", field=part.words, of=told_record(record))
        same = replace(item, value=part.changed(new))
        return with_record(case, record, lambda _: same), ChangeTold(
            what, where(one), repr(part.value), repr(new)
        )

    def as_others(part: _Part, rank: int) -> Iterator[Turn]:
        candidates = _others(part, others)
        yield Turn(
            lambda by: told(part, candidates[by - 1]), len(candidates), monotone=False, rank=rank
        )

    *fields, whole = _parts_of(item.value)
    parts = fields or [whole]
    numbers = [part for part in parts if _step(part.value) is not None]
    for part in parts:
        if part not in numbers:
            yield from as_others(part, rank=0)
    for part in numbers:
        for sign in (1, -1):

            def make_number(by: int, part: _Part = part, sign: int = sign) -> Any:
                return told(part, _moved(part.value, sign * by))

            yield Turn(make_number, MOST_MORE)
    for part in numbers:  # a number that others have, or what they have in its place
        yield from as_others(part, rank=1)
    if fields:
        yield from as_others(whole, rank=2)


def _step(value: Any) -> Decimal | None:
    """The least by which a number is changed: one in its last digit, of six at most."""
    if type(value) is int:
        return Decimal(1)
    if type(value) is not float and type(value) is not Decimal:
        return None
    given = Decimal(repr(value)) if isinstance(value, float) else value
    exponent = given.as_tuple().exponent
    if not isinstance(exponent, int):  # no number, or an infinite one
        return None
    return Decimal(1).scaleb(max(min(0, exponent), given.adjusted() - DIGITS + 1))


def _moved(value: Any, steps: int) -> Any:
    step = _step(value)
    assert step is not None
    return type(value)(Decimal(repr(value) if type(value) is float else value) + steps * step)


def _values_near(source: Any, record: RecordId) -> list[Any]:
    """The values of other records in the record's split, the nearest ones first."""
    items = islice(source.open_split(record.split), record.offset + MOST_READ)
    values = [*enumerate(each.value for each in items if isinstance(each, SourceRecord))]
    values.sort(key=lambda one: abs(one[0] - record.offset))
    return [value for _, value in values[1:]]


def _others(part: _Part, values: list[Any]) -> list[Any]:
    """What the others have in its place, each once; of a truth value the other one."""
    if type(part.value) is bool:
        return [not part.value]
    found = {repr(part.value): part.value}
    for value in values:
        for each in _parts_of(value):
            if each.place == part.place and len(found) <= MOST_OTHERS:
                found.setdefault(repr(each.value), each.value)
    return [*found.values()][1:]


def _parts_of(value: Any) -> list[_Part]:
    """The fields of *value*, if it has some, and behind them all of it."""
    fields: list[tuple[Any, Any, Callable[[Any], Any]]] = []
    if type(value) in (tuple, list):
        for place, each in enumerate(value):
            fields.append((place, each, _with_item(value, place)))
    elif isinstance(value, dict):
        fields = [(key, each, _with_key(value, key)) for key, each in value.items()]
    elif isinstance(value, Row):
        names = [*value.as_dict()] if value._fields is not None else range(len(value))
        fields = [(name, value[name], _with_field(value, name)) for name in names]
    elif dataclasses.is_dataclass(value):
        names = [one.name for one in dataclasses.fields(value) if one.init]
        fields = [(name, getattr(value, name), _with_attribute(value, name)) for name in names]
    parts = [_Part(*field) for field in fields]
    return [*parts, _Part(None, value, lambda new: new)]


def _with_item(value: Any, place: int) -> Callable[[Any], Any]:
    return lambda new: type(value)([*value[:place], new, *value[place + 1 :]])


def _with_key(value: dict[Any, Any], key: Any) -> Callable[[Any], Any]:
    def changed(new: Any) -> Any:
        made = copy(value)
        made[key] = new
        return made

    return changed


def _with_field(row: Row, name: Any) -> Callable[[Any], Any]:
    def changed(new: Any) -> Any:
        kind = row.get_row_kind()
        if isinstance(name, str):
            return Row.of_kind(kind, **{**row.as_dict(), name: new})
        return Row.of_kind(kind, *_with_item([*row], name)(new))

    return changed


def _with_attribute(value: Any, name: str) -> Callable[[Any], Any]:
    def changed(new: Any) -> Any:
        try:
            return replace(value, **{name: new})
        except Exception:  # its own code may refuse what it cannot be: then it stays as it is
            return value

    return changed
