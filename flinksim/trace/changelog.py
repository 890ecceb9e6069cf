"""The changelog that a SQL job wrote, and the table that it amounts to.

A change has a kind (``+I -U +U -D``) and the values of a row. A ``-U`` or ``-D`` retracts the row that an
earlier change added; in an upsert stream, which has no ``-U``, also a ``+U`` replaces an earlier row. Not
in Flink.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from flinksim.trace.events import ResultWritten
from flinksim.trace.recorder import Trace

_CHANGE = re.compile(r"(?:\d+> )?([+-][IUD])\[(.*)\]", re.DOTALL)
_MAX_KEY_COLUMNS = 3

Key = tuple[str, ...]


@dataclass(slots=True)
class TableChange:
    """One change that a sink wrote.

    ``number`` is its position in its changelog, ``event_index`` its ``ResultWritten`` event.
    ``retracts`` is the number of the change whose row it removes or replaces, ``retracted_by`` the
    number of the change that removes or replaces its own row.
    """

    number: int
    event_index: int
    step: int
    kind: str
    values: str
    retracts: int | None = None
    retracted_by: int | None = None

    @property
    def is_added(self) -> bool:
        """Whether the change adds a row (``+I``, ``+U``)."""
        return self.kind[0] == "+"

    def __str__(self) -> str:
        return f"{self.kind}[{self.values}]"


@dataclass
class Changelog:
    """The changes that one sink wrote, in order.

    ``key_columns`` are the columns that identify a row of an upsert stream, by position: the primary
    key of the sink. If that is unknown, they are the fewest columns with which each ``+U`` and ``-D``
    finds one row. ``None`` if rows are identified by all their values.
    """

    node: int
    changes: list[TableChange] = field(default_factory=list)
    key_columns: tuple[int, ...] | None = None

    def link(self) -> None:
        """Find out which change retracts which."""
        kinds = {change.kind for change in self.changes}
        if self.key_columns is None and "+U" in kinds and "-U" not in kinds:
            self.key_columns = _find_key_columns(self.changes)
        live: dict[Key, list[int]] = {}
        for change in self.changes:
            key = _get_key(change, self.key_columns)
            rows = live.setdefault(key, [])
            replaces = not change.is_added or (self.key_columns is not None and bool(rows))
            if replaces and rows:
                change.retracts = rows.pop()
                self.changes[change.retracts].retracted_by = change.number
            if change.is_added:
                rows.append(change.number)

    def list_rows(self, step: int | None = None) -> list[TableChange]:
        """Return the rows of the table after *step* (default: after the last one), oldest first."""
        changes = [one for one in self.changes if step is None or one.step <= step]
        last = len(changes)
        return [
            one for one in changes
            if one.is_added and (one.retracted_by is None or one.retracted_by >= last)
        ]  # fmt: skip

    @cached_property
    def has_retractions(self) -> bool:
        """Whether a row was ever removed or replaced."""
        return any(change.kind != "+I" for change in self.changes)


def read_changelogs(trace: Trace) -> list[Changelog]:
    """Return the changelog of each sink of a SQL job, without those that wrote nothing.

    A job without changes, such as one of the DataStream API, has none. What a restarted sink wrote
    before is not removed, as it is not from the outside world.
    """
    found: dict[int, Changelog] = {}
    keys = {
        one.operator.node: one.operator.primary_key
        for one in trace.plan.instances()
        if one.operator.primary_key
    }
    for index, event in _iterate_results(trace):
        match = _CHANGE.fullmatch(event.text)
        if match is None:
            continue
        node = int(event.operator[1:].partition("/")[0])
        log = found.setdefault(node, Changelog(node, key_columns=keys.get(node)))
        step = trace.find_step(index)
        log.changes.append(TableChange(len(log.changes), index, step, match[1], match[2]))
    for log in found.values():
        log.link()
    return list(found.values())


def _iterate_results(trace: Trace) -> Iterator[tuple[int, ResultWritten]]:
    for index, event in enumerate(trace.events):
        if isinstance(event, ResultWritten):
            yield index, event


def split_columns(values: str) -> list[str]:
    """Split the text of a row into its columns; brackets keep their contents together.

    >>> split_columns("a, [1, 2], x")
    ['a', '[1, 2]', 'x']
    """
    columns, depth, start = [], 0, 0
    for position, char in enumerate(values):
        if char in "[({":
            depth += 1
        elif char in "])}":
            depth -= 1
        elif char == "," and depth <= 0:
            columns.append(values[start:position].strip())
            start = position + 1
    return [*columns, values[start:].strip()]


def _get_key(change: TableChange, columns: tuple[int, ...] | None) -> Key:
    if columns is None:
        return (change.values,)
    values = split_columns(change.values)
    return tuple([values[column] for column in columns if column < len(values)])


def _find_key_columns(changes: Sequence[TableChange]) -> tuple[int, ...] | None:
    """Find the fewest columns with which every update and deletion finds the row that it replaces."""
    width = max((len(split_columns(change.values)) for change in changes), default=0)
    for size in range(1, min(width, _MAX_KEY_COLUMNS) + 1):
        for columns in combinations(range(width), size):
            if _is_key(changes, columns):
                return columns
    return None


def _is_key(changes: Sequence[TableChange], columns: tuple[int, ...]) -> bool:
    live: set[Key] = set()
    for change in changes:
        key = _get_key(change, columns)
        if (change.kind == "+I") == (key in live):
            return False
        if change.is_added:
            live.add(key)
        else:
            live.discard(key)
    return True


__all__ = ["TableChange", "Changelog", "read_changelogs", "split_columns"]
