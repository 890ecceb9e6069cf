"""The contents of windows as columns of Spark SQL: how they are added up, merged and read.

A row of contents has ``count``, a column ``_s...`` for every sum and extreme, and ``_one`` for the
fields that come from a single record, with the place of that record in the run.
"""

from __future__ import annotations

from flinksim.spark.expressions.sql import to_sql
from flinksim.spark.expressions.symbolic import Kind
from flinksim.spark.native.aggregates import Slot
from flinksim.spark.native.plan import NativePlan

_OF_ONE_RECORD = ("first", "of that record")
_PICKS = {"min": "least", "max": "greatest"}


class Contents:
    """The columns of one plan."""

    def __init__(self, plan: NativePlan, keys: list[str], one: str = "_one.") -> None:
        self._aggregation = plan.aggregation
        self._one = one
        self._kinds = dict(plan.event_shape.fields)
        self._key_columns = {
            expression: name
            for (expression, _), name in zip(plan.key_shape.fields, keys, strict=True)
        }
        slots = list(enumerate(plan.aggregation.slots))
        self._own: list[tuple[str, Slot]] = [
            (f"_s{place}", slot)
            for place, slot in slots
            if slot.how not in (*_OF_ONE_RECORD, "constant")
        ]
        self._of_one = [
            (f"_f{place}", slot.expression)
            for place, slot in slots
            if slot.how in _OF_ONE_RECORD and slot.expression not in self._key_columns
        ]

    # --- one record that fields come from ----------------------------------------------------------

    @property
    def has_one(self) -> bool:
        """Whether fields come from a single record that has to be found."""
        return bool(self._of_one) or self._aggregation.by is not None

    @property
    def _extreme(self) -> str:
        by = self._aggregation.by
        return "min" if by is None else by[0]

    def _one_record(self) -> str:
        """A struct whose least (or greatest) is the record that the fields come from."""
        fields = [f"{to_sql(e)} AS {name}" for name, e in self._of_one]
        by = self._aggregation.by
        if by is None:
            return f"struct(_code, _offset, {', '.join(fields)})"
        how, expression = by
        sign = "" if how == "min" else "-"
        place = [f"{to_sql(expression)} AS _by", f"{sign}_code AS _c", f"{sign}_offset AS _o"]
        return f"struct({', '.join([*place, *fields])})"

    def slots(self) -> tuple[tuple[str, Slot, Kind, int], ...]:
        """What has a column of its own: its name, slot, kind and place among the slots."""
        found: list[tuple[str, Slot, Kind, int]] = []
        names = {name for name, _ in (*self._own, *self._of_one)}
        for place, slot in enumerate(self._aggregation.slots):
            for name in (f"_s{place}", f"_f{place}"):
                if name in names:
                    kind = "int" if name[1] == "s" else self._kinds[slot.expression]
                    found.append((name, slot, kind, place))
        return tuple(found)

    # --- adding up ---------------------------------------------------------------------------------

    def named(self) -> list[tuple[str, str]]:
        """What records are aggregated by: (name, SQL), the count left out."""
        columns = [(name, f"{slot.how}({to_sql(slot.expression)})") for name, slot in self._own]
        if self.has_one:
            columns.append(("_one", f"{self._extreme}({self._one_record()})"))
        return columns

    def aggregates(self, only: str = "") -> list[str]:
        """What records are aggregated by, those alone that are *only*, if it names a column."""
        named = [*self.named(), ("count", "count(1)")]
        return [f"{text}{_where(only)} AS {name}" for name, text in named]

    def merges(self, only: str = "") -> list[str]:
        """What contents are aggregated by, those alone that are *only*, if it names a column."""
        columns = [f"{text}{_where(only)} AS {name}" for name, text in self._merged()]
        return [*columns, f"coalesce(sum(count){_where(only)}, 0L) AS count"]

    def running(self, over: str) -> list[str]:
        """What contents come to, row by row *over* a window of SQL."""
        named = [*self._merged(), ("count", "sum(count)")]
        return [f"{text} {over} AS {name}" for name, text in named]

    def _merged(self) -> list[tuple[str, str]]:
        named = [(name, f"{slot.how}({name})") for name, slot in self._own]
        return [*named, ("_one", f"{self._extreme}(_one)")] if self.has_one else named

    def both(self, before: str, after: str) -> list[str]:
        """Contents of which either may be missing; *before* and *after* name two tables."""
        columns = []
        for name, slot in self._own:
            a, b = f"{before}.{name}", f"{after}.{name}"
            text = f"coalesce({a} + {b}, {a}, {b})"
            if slot.how != "sum":
                text = f"{_PICKS[slot.how]}({a}, {b})"
            columns.append(f"{text} AS {name}")
        if self.has_one:
            columns.append(f"{_PICKS[self._extreme]}({before}._one, {after}._one) AS _one")
        return columns

    # --- reading -----------------------------------------------------------------------------------

    def result(self) -> list[str]:
        """The fields of the result, in order, from a row of contents."""
        slots = {f"_s{place}": self._read(place) for place in range(len(self._aggregation.slots))}
        columns = []
        for place, expression in enumerate(self._aggregation.results):
            columns.append(f"{to_sql(expression, slots)} AS v{place}")
        return columns

    def _read(self, place: int) -> str:
        slot = self._aggregation.slots[place]
        if slot.how == "constant":
            return to_sql(slot.expression)
        if slot.how in _OF_ONE_RECORD:
            return self._key_columns.get(slot.expression, f"{self._one}_f{place}")
        if slot.initial is None:
            return f"_s{place}"
        if slot.how == "sum":
            return f"(_s{place} + {slot.initial}L)" if slot.initial else f"_s{place}"
        return f"{_PICKS[slot.how]}(_s{place}, {slot.initial}L)"


def _where(only: str) -> str:
    return f" FILTER (WHERE {only})" if only else ""
