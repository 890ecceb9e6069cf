"""Regular joins of two changelogs: both sides are kept in state.

Each side has a map state per join key. Its layout follows from the unique key of that side: without one
it maps a row to how often it occurs, else the unique key to the row. The sides of an outer join also
count the matches of each row.

Flink: ``StreamingJoinOperator``, ``StreamingSemiAntiJoinOperator``, ``JoinRecordStateViews``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flinksim.common.types import RowKind
from flinksim.runtime.state.heap_states import HeapMapState
from flinksim.table.logical_types import LogicalType
from flinksim.table.runtime.change_rows import DELETE, INSERT, ChangeRow, Values
from flinksim.table.runtime.table_operators import (
    RowKeySelector,
    StateTtl,
    TwoInputTableOperator,
)


@dataclass(frozen=True, slots=True)
class JoinSide:
    """One input of a join.

    ``unique_key`` selects the unique key of a row, ``None`` if there is none; an empty key means that
    the join key contains it. Flink: ``JoinInputSideSpec``.
    """

    types: tuple[LogicalType, ...]
    unique_key: tuple[int, ...] | None
    ttl: StateTtl

    @property
    def state_key_types(self) -> Sequence[LogicalType]:
        """The types of the keys of the map state."""
        if self.unique_key is None:
            return self.types
        return [self.types[position] for position in self.unique_key]


class _SideState:
    """The rows of one side for the current join key. Flink: ``OuterJoinRecordStateView``."""

    def __init__(self, state: HeapMapState, side: JoinSide) -> None:
        self._state = state
        self._unique_key = side.unique_key

    def _get_key(self, row: Values) -> Values:
        if self._unique_key is None:
            return row
        return tuple([row[position] for position in self._unique_key])

    def add(self, row: Values, matches: int) -> None:
        """Add a row that has this number of matches."""
        key = self._get_key(row)
        count = 1
        if self._unique_key is None:
            stored = self._state.get(key)
            count = 1 if stored is None else stored[1] + 1
        self._state.put(key, (row, count, matches))

    def retract(self, row: Values) -> None:
        """Remove one occurrence of a row."""
        key = self._get_key(row)
        stored = self._state.get(key)
        if stored is not None and stored[1] > 1:
            self._state.put(key, (row, stored[1] - 1, stored[2]))
        elif stored is not None:
            self._state.remove(key)

    def update_matches(self, row: Values, matches: int) -> None:
        """Set the number of matches of a row."""
        key = self._get_key(row)
        stored = self._state.get(key)
        if stored is not None:
            self._state.put(key, (row, stored[1], matches))

    def rows(self) -> Iterator[tuple[Values, int]]:
        """Yield each row with its number of matches, as often as it occurs."""
        for row, count, matches in self._state.values():
            for _ in range(count):
                yield row, matches


class _JoinOperator(TwoInputTableOperator):
    __slots__ = ("_condition", "_filters_nulls", "_sides", "_states")

    STATE_NAMES = ("left-records", "right-records")

    def __init__(
        self,
        left_key: RowKeySelector,
        right_key: RowKeySelector,
        sides: tuple[JoinSide, JoinSide],
        condition: Callable[[Values], bool] | None,
        filters_nulls: Sequence[bool],
    ) -> None:
        super().__init__(left_key, right_key)
        self._sides = sides
        self._condition = condition
        self._filters_nulls = tuple(filters_nulls)

    def open(self) -> None:
        self._states = [
            _SideState(self.get_map_state(name, side.state_key_types, side.ttl), side)
            for name, side in zip(self.STATE_NAMES, self._sides, strict=True)
        ]

    def find_matches(self, row: Values, side: int) -> list[tuple[Values, int]]:
        """Find the matches of a row of input *side*, each with its own number of matches.

        Flink: ``AssociatedRecords``, ``JoinConditionWithNullFilters``.
        """
        key: Any = self.backend.current_key
        for part, filters_null in zip(key, self._filters_nulls, strict=True):
            if part is None and filters_null:
                return []
        condition = self._condition
        others = self._states[1 - side].rows()
        if condition is None:
            return list(others)
        if side == 0:
            return [(other, count) for other, count in others if condition(row + other)]
        return [(other, count) for other, count in others if condition(other + row)]


class StreamingJoinOperator(_JoinOperator):
    """Inner or outer join of two changelogs.

    The kind of a row is kept by an inner join. An outer join sends ``-D`` of a row padded with nulls
    before its first match, and ``+I`` of it after its last match is gone.

    Flink: ``StreamingJoinOperator``.
    """

    __slots__ = ("_is_outer",)

    FLINK_CLASS = "StreamingJoinOperator"

    def __init__(
        self,
        left_key: RowKeySelector,
        right_key: RowKeySelector,
        sides: tuple[JoinSide, JoinSide],
        condition: Callable[[Values], bool] | None,
        filters_nulls: Sequence[bool],
        is_outer: tuple[bool, bool],
    ) -> None:
        super().__init__(left_key, right_key, sides, condition, filters_nulls)
        self._is_outer = is_outer

    def process_side(self, row: ChangeRow, side: int) -> None:
        values = row.values
        is_outer, other_is_outer = self._is_outer[side], self._is_outer[1 - side]
        own, other = self._states[side], self._states[1 - side]
        if row.is_accumulate:
            matches = self.find_matches(values, side)
            kind = INSERT if is_outer or other_is_outer else row.kind
            if not is_outer:
                own.add(values, 0)
            if is_outer and not matches:
                self._emit_padded(values, side, INSERT)
            for match, count in matches:
                if other_is_outer:
                    if count == 0:
                        self._emit_padded(match, 1 - side, DELETE)
                    other.update_matches(match, count + 1)
                self._emit_joined(values, match, side, kind)
            if is_outer:
                own.add(values, len(matches))
            return
        own.retract(values)
        matches = self.find_matches(values, side)
        if is_outer and not matches:
            self._emit_padded(values, side, DELETE)
        for match, count in matches:
            self._emit_joined(values, match, side, DELETE if is_outer else row.kind)
            if other_is_outer:
                if count == 1:
                    self._emit_padded(match, 1 - side, INSERT)
                other.update_matches(match, count - 1)

    def _emit_joined(self, row: Values, match: Values, side: int, kind: RowKind) -> None:
        self.emit_row(row + match if side == 0 else match + row, kind)

    def _emit_padded(self, row: Values, side: int, kind: RowKind) -> None:
        nulls = (None,) * len(self._sides[1 - side].types)
        self.emit_row(row + nulls if side == 0 else nulls + row, kind)


class StreamingSemiAntiJoinOperator(_JoinOperator):
    """Semi join (rows of the left with a match) or anti join (without one).

    Flink: ``StreamingSemiAntiJoinOperator``.
    """

    __slots__ = ("_is_anti",)

    FLINK_CLASS = "StreamingSemiAntiJoinOperator"

    def __init__(
        self,
        left_key: RowKeySelector,
        right_key: RowKeySelector,
        sides: tuple[JoinSide, JoinSide],
        condition: Callable[[Values], bool] | None,
        filters_nulls: Sequence[bool],
        is_anti: bool,
    ) -> None:
        super().__init__(left_key, right_key, sides, condition, filters_nulls)
        self._is_anti = is_anti

    def process_side(self, row: ChangeRow, side: int) -> None:
        values, own = row.values, self._states[side]
        matches = self.find_matches(values, side)
        if side == 0:
            if bool(matches) != self._is_anti:
                self.emit_row(values, row.kind)
            if row.is_accumulate:
                own.add(values, len(matches))
            else:
                own.retract(values)
            return
        if row.is_accumulate:
            own.add(values, 0)
            difference, turning_point = 1, 0
            kind = DELETE if self._is_anti else row.kind
        else:
            own.retract(values)
            difference, turning_point = -1, 1
            kind = INSERT if self._is_anti else row.kind
        for match, count in matches:
            if count == turning_point:
                self.emit_row(match, kind)
            self._states[0].update_matches(match, count + difference)
