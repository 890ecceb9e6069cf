"""Joins that depend on event time: interval join and temporal join.

Flink: ``TimeIntervalJoin``, ``RowTimeIntervalJoin``, ``TemporalRowTimeJoinOperator``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flinksim.core.java.timer_heap import InternalTimer
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.runtime.elements import Watermark
from flinksim.runtime.operators.stream_operator import OperatorContext, Output
from flinksim.runtime.state.namespaces import VOID_NAMESPACE
from flinksim.table.logical_types import LogicalType
from flinksim.table.runtime.change_rows import ChangeRow, Values
from flinksim.table.runtime.table_operators import RowKeySelector, TwoInputTableOperator

_BIGINT = (LogicalType("BIGINT"),)


@dataclass(frozen=True, slots=True)
class IntervalJoinSettings:
    """The settings of an interval join.

    A left row at ``t`` matches right rows from ``t - right_size`` to ``t + left_size``. (Flink names
    the sizes after the side that waits.) ``is_outer`` and ``widths`` are per side.
    """

    left_size: int
    right_size: int
    time_columns: tuple[int, int]
    is_outer: tuple[bool, bool]
    widths: tuple[int, int]
    condition: Callable[[Values], bool] | None
    filters_nulls: tuple[bool, ...]
    is_event_time: bool = True
    min_cleanup_interval: int = 0


class TimeIntervalJoinOperator(TwoInputTableOperator):
    """Join of rows whose times are within an interval; watermarks clean its state.

    Watermarks are held back by the larger side of the interval, so that joined rows are not late.

    Flink: ``RowTimeIntervalJoin`` in ``KeyedCoProcessOperatorWithWatermarkDelay``.
    """

    __slots__ = ("_caches", "_expirations", "_settings", "_timers")

    FLINK_CLASS = "KeyedCoProcessOperatorWithWatermarkDelay"

    def __init__(
        self,
        left_key: RowKeySelector,
        right_key: RowKeySelector,
        settings: IntervalJoinSettings,
    ) -> None:
        super().__init__(left_key, right_key)
        self._settings = settings

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self._expirations = [0, 0]

    def open(self) -> None:
        self._caches = [
            self.get_map_state(name, _BIGINT)
            for name in ("IntervalJoinLeftCache", "IntervalJoinRightCache")
        ]
        # As in Flink, the timer that cleans the left cache belongs to the right stream.
        self._timers = [
            self.get_value_state(name)
            for name in ("IntervalJoinRightTimerState", "IntervalJoinLeftTimerState")
        ]

    def _get_size(self, side: int) -> int:
        """Return for how long rows of *side* wait for the other side."""
        return self._settings.left_size if side == 0 else self._settings.right_size

    def _compute_expiration(self, side: int) -> int:
        """Compute up to which time rows of *side* are expired."""
        now = self._get_operator_time()
        return now if now == MAX_TIMESTAMP else now - self._get_size(side) - 1

    def _get_operator_time(self) -> int:
        if not self._settings.is_event_time:
            return self.timer_service.current_processing_time()
        watermark = self.current_watermark
        return watermark if watermark > 0 else 0

    def _get_time(self, row: Values, side: int) -> int:
        if not self._settings.is_event_time:
            return self.timer_service.current_processing_time()
        time: int = row[self._settings.time_columns[side]].millis
        return time

    def process_side(self, row: ChangeRow, side: int) -> None:
        values, other = row.values, 1 - side
        time = self._get_time(values, side)
        low, high = time - self._get_size(other), time + self._get_size(side)
        has_match = False
        if self._expirations[other] < high:
            expiration = self._expirations[other] = self._compute_expiration(other)
            has_match = self._join_cached(values, side, (low, high), expiration)
        if self._get_operator_time() < high:
            cache = self._caches[side]
            cache.put((time,), (*(cache.get((time,)) or ()), (values, has_match)))
            if self._timers[side].value() is None:
                self._register_cleanup(time, side)
        elif not has_match:
            self._emit_unmatched(values, side)

    def _join_cached(
        self, row: Values, side: int, bounds: tuple[int, int], expiration: int
    ) -> bool:
        other = 1 - side
        cache = self._caches[other]
        has_match = False
        for key, entries in cache.items():
            time = key[0]
            if bounds[0] <= time <= bounds[1]:
                updated = []
                for cached, was_joined in entries:
                    joined = self._join(row, cached, side)
                    has_match = has_match or joined
                    updated.append((cached, was_joined or joined))
                if self._settings.is_outer[other] and tuple(updated) != entries:
                    entries = tuple(updated)
                    cache.put(key, entries)
            if time <= expiration:
                self._remove(cache, key, entries, other)
        return has_match

    def _join(self, row: Values, cached: Values, side: int) -> bool:
        settings = self._settings
        key: Any = self.backend.current_key
        for part, filters_null in zip(key, settings.filters_nulls, strict=True):
            if part is None and filters_null:
                return False
        joined = row + cached if side == 0 else cached + row
        if settings.condition is not None and not settings.condition(joined):
            return False
        self.emit_row(joined)
        return True

    def _remove(self, cache: Any, key: Values, entries: Any, side: int) -> None:
        for values, was_joined in entries:
            if not was_joined:
                self._emit_unmatched(values, side)
        cache.remove(key)

    def _emit_unmatched(self, values: Values, side: int) -> None:
        if self._settings.is_outer[side]:
            nulls = (None,) * self._settings.widths[1 - side]
            self.emit_row(values + nulls if side == 0 else nulls + values)

    def _register_cleanup(self, time: int, side: int) -> None:
        cleanup = time + self._get_size(side) + self._settings.min_cleanup_interval + 1
        if self._settings.is_event_time:
            self.timer_service.register_event_time_timer(VOID_NAMESPACE, cleanup)
        else:
            self.timer_service.register_processing_time_timer(VOID_NAMESPACE, cleanup)
        self._timers[side].update(cleanup)

    def on_event_time(self, timer: InternalTimer) -> None:
        for side in (1, 0):
            if self._timers[side].value() == timer.timestamp:
                self._clean_up(side)

    on_processing_time = on_event_time

    def _clean_up(self, side: int) -> None:
        expiration = self._expirations[side] = self._compute_expiration(side)
        cache = self._caches[side]
        for key, entries in cache.items():
            if key[0] <= expiration:
                self._remove(cache, key, entries, side)
        times = [key[0] for key in cache.keys()]  # noqa: SIM118
        if times:
            self._register_cleanup(min(times), side)
        else:
            self._timers[side].clear()

    def forward_watermark(self, watermark: Watermark) -> None:
        if self._settings.is_event_time:
            delay = max(self._settings.left_size, self._settings.right_size, 0)
            # The last watermark is shifted too, as in Flink.
            watermark = Watermark(max(watermark.timestamp - delay, MIN_TIMESTAMP))
        super().forward_watermark(watermark)


class TemporalJoinOperator(TwoInputTableOperator):
    """Join of each left row with the version of the right that was valid at its time.

    A left row waits until the watermark passes its time. A version that is deleted at that time
    matches nothing. Right versions are kept while a later left row can need them.

    Flink: ``TemporalRowTimeJoinOperator``.
    """

    __slots__ = (
        "_condition",
        "_filters_nulls",
        "_is_outer",
        "_left",
        "_next_index",
        "_right",
        "_right_width",
        "_time_columns",
        "_timer",
    )

    FLINK_CLASS = "TemporalRowTimeJoinOperator"

    def __init__(
        self,
        left_key: RowKeySelector,
        right_key: RowKeySelector,
        time_columns: tuple[int, int],
        right_width: int,
        condition: Callable[[Values], bool] | None,
        filters_nulls: tuple[bool, ...],
        is_left_outer: bool,
    ) -> None:
        super().__init__(left_key, right_key)
        self._time_columns = time_columns
        self._right_width = right_width
        self._condition = condition
        self._filters_nulls = filters_nulls
        self._is_outer = is_left_outer

    def open(self) -> None:
        self._next_index = self.get_value_state("next-index")
        self._left = self.get_map_state("left", _BIGINT)
        self._right = self.get_map_state("right", _BIGINT)
        self._timer = self.get_value_state("timer")

    def process_side(self, row: ChangeRow, side: int) -> None:
        time = row.values[self._time_columns[side]].millis
        if side == 0:
            index = self._next_index.value() or 0
            self._next_index.update(index + 1)
            self._left.put((index,), row)
        else:
            self._right.put((time,), row)
        registered = self._timer.value()
        if registered is None or registered > time:
            if registered is not None:
                self.timer_service.delete_event_time_timer(VOID_NAMESPACE, registered)
            self._register(time)

    def _register(self, time: int) -> None:
        self._timer.update(time)
        self.timer_service.register_event_time_timer(VOID_NAMESPACE, time)

    def on_event_time(self, timer: InternalTimer) -> None:
        self._timer.clear()
        watermark = self.current_watermark
        versions = [(key[0], row) for key, row in _sort_items(self._right)]
        due: list[tuple[int, ChangeRow]] = []
        next_time = MAX_TIMESTAMP
        for key, row in self._left.items():
            time = row.values[self._time_columns[0]].millis
            if time <= watermark:
                due.append((key[0], row))
                self._left.remove(key)
            else:
                next_time = min(next_time, time)
        for _, row in sorted(due, key=lambda each: each[0]):
            self._emit_joined(row, versions)
        for time, _ in versions[: self._find_first_kept(versions, watermark)]:
            self._right.remove((time,))
        if next_time < MAX_TIMESTAMP:
            self._register(next_time)

    def _find_first_kept(self, versions: list[tuple[int, ChangeRow]], watermark: int) -> int:
        """Return the index of the version that is valid at the watermark."""
        return max(sum(1 for time, _ in versions if time <= watermark) - 1, 0)

    def _emit_joined(self, row: ChangeRow, versions: list[tuple[int, ChangeRow]]) -> None:
        time = row.values[self._time_columns[0]].millis
        valid = [version for version_time, version in versions if version_time <= time]
        version = valid[-1] if valid else None
        if version is not None and version.is_accumulate and self._is_match(row, version):
            self.emit_row(row.values + version.values, row.kind)
        elif self._is_outer:
            self.emit_row(row.values + (None,) * self._right_width, row.kind)

    def _is_match(self, row: ChangeRow, version: ChangeRow) -> bool:
        key: Any = self.backend.current_key
        for part, filters_null in zip(key, self._filters_nulls, strict=True):
            if part is None and filters_null:
                return False
        return self._condition is None or self._condition(row.values + version.values)


def _sort_items(state: Any) -> list[tuple[Any, Any]]:
    return sorted(state.items(), key=lambda item: item[0][0])
