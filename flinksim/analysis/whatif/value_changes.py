"""Changes of a record's value, to change what user functions do with it.

What a user function reads of a value is unknown, so values are tried. Numbers are increased and
decreased by the smallest effective amount. Other parts take the values that other records of the
source have, because those can occur. Not in Flink.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace
from decimal import Decimal
from itertools import islice
from typing import Any, NamedTuple

from flinksim.analysis.whatif.experiment_runner import ProgramVariant, replace_record
from flinksim.analysis.whatif.input_changes import describe_record, find_source_record
from flinksim.analysis.whatif.parameter_change import ParameterChange, format_source_line
from flinksim.analysis.why.answer import MessageTemplate, ProgramChange, RecordId
from flinksim.common.types import Row
from flinksim.connectors.source import SourceRecord

MAX_NUMBER_STEPS = 1 << 20
MAX_DIGITS = 6
"""Limits for changing a number: the number of steps, and the significant digits of a float.

One step changes the last digit of the number; for a float at most its sixth significant digit.
"""

MAX_LOOKAHEAD = 1000
MAX_OTHER_VALUES = 12
"""Limits for values taken from other records: the records read, and the values tried per field."""


class _ValuePart(NamedTuple):
    """Field of a record's value, or the value as a whole.

    ``place`` is its index, key or name; ``None`` for the whole value. ``replace`` returns the
    record's value with another value in this place.
    """

    place: Any
    value: Any
    replace: Callable[[Any], Any]

    @property
    def name(self) -> MessageTemplate:
        if self.place is None:
            return MessageTemplate("change.value")
        return MessageTemplate("change.field", n=self.place)


def propose_value(variant: ProgramVariant, record: RecordId | None) -> Iterator[ParameterChange]:
    """Propose another value for one field of the record, or for the whole record if that fails."""
    found = find_source_record(variant, record)
    if found is None or record is None:
        return
    one, item = found
    others = _read_nearby_values(one.spec.source, record)  # type: ignore[union-attr]  # it has a source

    def apply_value(part: _ValuePart, new: Any) -> tuple[ProgramVariant, ProgramChange]:
        subject = MessageTemplate(
            "change.field_of_record", field=part.name, of=describe_record(record)
        )
        changed_item = replace(item, value=part.replace(new))
        return replace_record(variant, record, lambda _: changed_item), ProgramChange(
            subject, format_source_line(one), repr(part.value), repr(new)
        )

    def propose_other_values(part: _ValuePart, rank: int) -> Iterator[ParameterChange]:
        candidates = _find_other_values(part, others)
        yield ParameterChange(
            lambda amount: apply_value(part, candidates[amount - 1]),
            len(candidates),
            is_monotone=False,
            priority=rank,
        )

    *fields, whole = _split_value(item.value)
    parts = fields or [whole]
    numbers = [part for part in parts if _find_number_step(part.value) is not None]
    for part in parts:
        if part not in numbers:
            yield from propose_other_values(part, rank=0)
    for part in numbers:
        for sign in (1, -1):

            def make_number(amount: int, part: _ValuePart = part, sign: int = sign) -> Any:
                return apply_value(part, _shift_number(part.value, sign * amount))

            yield ParameterChange(make_number, MAX_NUMBER_STEPS)
    for part in numbers:  # a number that others have, or what they have in its place
        yield from propose_other_values(part, rank=1)
    if fields:
        yield from propose_other_values(whole, rank=2)


def _find_number_step(value: Any) -> Decimal | None:
    """Return the smallest amount by which a number is changed: one in its last digit.

    A number has at most six significant digits for this. ``None`` if *value* is not a finite number.
    """
    if type(value) is int:
        return Decimal(1)
    if type(value) is not float and type(value) is not Decimal:
        return None
    number = Decimal(repr(value)) if isinstance(value, float) else value
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int):  # NaN or infinite
        return None
    return Decimal(1).scaleb(max(min(0, exponent), number.adjusted() - MAX_DIGITS + 1))


def _shift_number(value: Any, steps: int) -> Any:
    step = _find_number_step(value)
    assert step is not None
    return type(value)(Decimal(repr(value) if type(value) is float else value) + steps * step)


def _read_nearby_values(source: Any, record: RecordId) -> list[Any]:
    """Return the values of other records of the split, the nearest ones first."""
    items = islice(source.open_split(record.split), record.offset + MAX_LOOKAHEAD)
    values = [*enumerate(each.value for each in items if isinstance(each, SourceRecord))]
    values.sort(key=lambda one: abs(one[0] - record.offset))
    return [value for _, value in values[1:]]


def _find_other_values(part: _ValuePart, values: list[Any]) -> list[Any]:
    """Return the distinct values that other records have in the field *part*.

    For a bool it is the opposite value.
    """
    if type(part.value) is bool:
        return [not part.value]
    found = {repr(part.value): part.value}
    for value in values:
        for each in _split_value(value):
            if each.place == part.place and len(found) <= MAX_OTHER_VALUES:
                found.setdefault(repr(each.value), each.value)
    return [*found.values()][1:]


def _split_value(value: Any) -> list[_ValuePart]:
    """Return the fields of *value*, if it has any, and then the value as a whole."""
    fields: list[tuple[Any, Any, Callable[[Any], Any]]] = []
    if type(value) in (tuple, list):
        for place, each in enumerate(value):
            fields.append((place, each, _make_item_replacer(value, place)))
    elif isinstance(value, dict):
        fields = [(key, each, _make_key_replacer(value, key)) for key, each in value.items()]
    elif isinstance(value, Row):
        names = [*value.as_dict()] if value._fields is not None else range(len(value))
        fields = [(name, value[name], _make_field_replacer(value, name)) for name in names]
    elif dataclasses.is_dataclass(value):
        names = [one.name for one in dataclasses.fields(value) if one.init]
        fields = [
            (name, getattr(value, name), _make_attribute_replacer(value, name)) for name in names
        ]
    parts = [_ValuePart(*field) for field in fields]
    return [*parts, _ValuePart(None, value, lambda new: new)]


def _make_item_replacer(value: Any, place: int) -> Callable[[Any], Any]:
    return lambda new: type(value)([*value[:place], new, *value[place + 1 :]])


def _make_key_replacer(value: dict[Any, Any], key: Any) -> Callable[[Any], Any]:
    def replace_key(new: Any) -> Any:
        changed_dict = copy(value)
        changed_dict[key] = new
        return changed_dict

    return replace_key


def _make_field_replacer(row: Row, name: Any) -> Callable[[Any], Any]:
    def replace_field(new: Any) -> Any:
        kind = row.get_row_kind()
        if isinstance(name, str):
            return Row.of_kind(kind, **{**row.as_dict(), name: new})
        return Row.of_kind(kind, *_make_item_replacer([*row], name)(new))

    return replace_field


def _make_attribute_replacer(value: Any, name: str) -> Callable[[Any], Any]:
    def replace_attribute(new: Any) -> Any:
        try:
            return replace(value, **{name: new})
        except Exception:  # the class may reject the value; then the record stays unchanged
            return value

    return replace_attribute
