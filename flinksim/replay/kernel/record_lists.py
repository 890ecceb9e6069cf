"""Windows that keep all their records: for list contents and triggers that fire early.

All records of a window and key are adjacent, in the order in which the job processes them. So each
firing covers the first records of its list; with a purging trigger, the records since the previous
firing.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.replay.compile.columnar_plan import ColumnarPlan, FiringRule
from flinksim.replay.compile.panes import Panes
from flinksim.replay.kernel.eviction import select_surviving_rows
from flinksim.replay.kernel.firings import EARLY, LATE, ON_TIME, FiringColumns, RaggedRows
from flinksim.replay.kernel.record_columns import Records
from flinksim.replay.kernel.window_aggregates import GroupedRecords, WindowAggregates
from flinksim.replay.operators.watermark_positions import Longs, WatermarkSteps


@dataclass(slots=True)
class WindowRecordLists:
    """Lists of records, one per window and key.

    ``rows`` has the record indices of all lists, one list after the other. ``begins`` has the start of
    each list in ``rows``, and the total number at the end.
    """

    windows: Longs
    keys: Longs
    rows: Longs
    begins: Longs

    @staticmethod
    def from_rows(windows: Longs, rows: Longs, keys: Longs, count: int) -> WindowRecordLists:
        """Create the lists from pairs of window and record: *windows* and *rows*.

        The pairs are in the order of the run. A record may occur several times.
        """
        code = windows * count + keys[rows]
        order = np.lexsort((rows, code))
        code, rows = code[order], rows[order]
        starts = np.flatnonzero(np.append(True, code[1:] != code[:-1])[: len(code)])
        own = code[starts]
        return WindowRecordLists(
            own // max(count, 1), own % max(count, 1), rows, np.append(starts, len(rows))
        )

    @property
    def sizes(self) -> Longs:
        """Number of records of each list."""
        return np.diff(self.begins)

    @property
    def groups(self) -> Longs:
        """For each element of ``rows``, the number of its list."""
        return np.repeat(np.arange(len(self.windows)), self.sizes)


class _ScheduledFirings(NamedTuple):
    """Firings of record lists: when each happens, and how many records it covers.

    ``groups`` are list numbers. ``record_counts`` is the number of records, from the start of the list,
    that have arrived. ``tie_breakers`` order firings of a list with equally many records. All records
    before index ``arrived_rows`` have arrived at the operator.
    """

    groups: Longs
    record_counts: Longs
    watermarks: Longs
    times: Longs
    tie_breakers: Longs
    arrived_rows: Longs

    @staticmethod
    def concatenate(parts: list[_ScheduledFirings]) -> _ScheduledFirings:
        return _ScheduledFirings(*map(np.concatenate, zip(*parts, strict=True)))

    def take(self, chosen: Longs) -> _ScheduledFirings:
        return _ScheduledFirings(*(column[chosen] for column in self))


def iterate_list_firings(
    plan: ColumnarPlan,
    panes: Panes,
    steps: WatermarkSteps,
    grouped: GroupedRecords,
    record_lists: WindowRecordLists,
) -> Iterator[FiringColumns]:
    """Iterate over all firings of *record_lists* by the trigger of *plan*."""
    if not len(record_lists.rows):
        return
    starts, ends = panes.get_bounds(record_lists.windows)
    firings = _FiringSchedule(record_lists, steps, grouped.records, ends - 1).compute(plan.rule)
    if not len(firings.groups):
        return
    firings = firings.take(
        np.lexsort((firings.tie_breakers, firings.record_counts, firings.groups))
    )
    purged_counts, previous_counts = (
        np.zeros_like(firings.record_counts),
        np.zeros_like(firings.record_counts),
    )
    follows = np.append(False, firings.groups[1:] == firings.groups[:-1])
    previous_counts[follows] = firings.record_counts[:-1][follows[1:]]
    if plan.rule.purges:
        chosen = np.flatnonzero(
            firings.record_counts > previous_counts
        )  # A purged window does not fire.
        firings, purged_counts = firings.take(chosen), previous_counts[chosen]
        previous_counts = purged_counts
    counts = firings.record_counts - purged_counts
    contents: WindowAggregates | RaggedRows
    if plan.aggregation.is_list:
        begins = record_lists.begins[firings.groups]
        contents = select_surviving_rows(
            plan.eviction, record_lists.rows,
            (begins + purged_counts, begins + previous_counts, begins + firings.record_counts),
            grouped.records.timestamps,
        )  # fmt: skip
        counts = np.diff(contents.bounds)
    elif plan.shares_elements:
        contents = _aggregate_firings(plan, *_share_elements(record_lists, firings), grouped)
    else:
        contents = _aggregate_firings(plan, record_lists, firings, grouped)
    yield FiringColumns(
        record_lists.keys[firings.groups], starts[firings.groups], ends[firings.groups],
        _compute_kinds(firings, ends - 1), counts, contents, firings.watermarks, firings.times,
    )  # fmt: skip


def _compute_kinds(firings: _ScheduledFirings, max_timestamps: Longs) -> np.ndarray:
    """Compute the kind of each firing: early before the window's end, then once on time, then late."""
    is_early = firings.watermarks < max_timestamps[firings.groups]
    kinds = np.where(is_early, EARLY, LATE).astype(np.int8)
    places = np.flatnonzero(~is_early)
    _, first = np.unique(firings.groups[places], return_index=True)
    kinds[places[first]] = ON_TIME
    return kinds


# --- schedule -------------------------------------------------------------------------------------


class _FiringSchedule:
    """Computes when each of *record_lists* fires; *max_timestamps* are the last ms of their windows."""

    def __init__(
        self,
        record_lists: WindowRecordLists,
        steps: WatermarkSteps,
        records: Records,
        max_timestamps: Longs,
    ) -> None:
        self._record_lists, self._steps, self._max_timestamps = record_lists, steps, max_timestamps
        rows = record_lists.rows
        self._groups = record_lists.groups
        self._record_numbers = np.arange(1, len(rows) + 1) - record_lists.begins[self._groups]
        self._watermarks = steps.get_watermarks(records.codes[rows], records.offsets[rows])
        self._is_on_time = self._watermarks < max_timestamps[self._groups]
        self._arrivals, self._timestamps = records.arrivals[rows], records.timestamps[rows]
        self._next_steps = steps.find_next_step(records.codes, records.offsets)

    def compute(self, rule: FiringRule) -> _ScheduledFirings:
        """Compute all firings by the trigger *rule*."""
        if rule.count:
            return self._fire_with_records(
                np.flatnonzero(self._record_numbers % rule.count == 0), 0
            )
        # Fire for each record that arrives after the watermark has passed the window.
        parts = [
            self._fire_with_records(np.flatnonzero(~self._is_on_time), MAX_TIMESTAMP),
            self._fire_at_end(),
        ]
        if rule.interval:
            parts.append(self._fire_at_intervals(rule.interval))
        return _ScheduledFirings.concatenate(parts)

    def _fire_with_records(self, indices: Longs, tie_breaker: int) -> _ScheduledFirings:
        """Schedule a firing at the arrival of each record with an index in *indices*."""
        return _ScheduledFirings(
            self._groups[indices],
            self._record_numbers[indices],
            self._watermarks[indices],
            self._arrivals[indices],
            np.full(len(indices), tie_breaker),
            self._record_lists.rows[indices] + 1,
        )

    def _fire_at_steps(
        self, step: Longs, groups: Longs, record_counts: Longs, tie_breakers: Longs
    ) -> _ScheduledFirings:
        """Schedule firings by event-time timers; *step* is the watermark step that triggers each."""
        came = np.searchsorted(self._next_steps, step, "right")
        steps = self._steps
        return _ScheduledFirings(
            groups, record_counts, steps.watermarks[step], steps.times[step], tie_breakers, came
        )

    def _fire_at_end(self) -> _ScheduledFirings:
        on_time_counts = np.add.reduceat(
            self._is_on_time.astype(np.int64), self._record_lists.begins[:-1]
        )
        step = self._steps.find_first_step(self._max_timestamps)
        fires = np.flatnonzero((on_time_counts > 0) & (step < len(self._steps.watermarks)))
        return self._fire_at_steps(
            step[fires], fires, on_time_counts[fires], np.full(len(fires), MAX_TIMESTAMP - 1)
        )

    def _fire_at_intervals(self, interval: int) -> _ScheduledFirings:
        """Schedule a firing each time event time advances by *interval*, from the first record on.

        A list whose first record is late has no timer. A timer that is due when it is registered
        fires with the next watermark.
        """
        own_steps = self._next_steps[self._record_lists.rows]
        firsts = self._record_lists.begins[:-1]
        opening = self._timestamps[firsts]
        # Java's remainder is negative before 1970: the first firing is one interval later.
        due = opening - np.fmod(opening, interval) + interval
        timer_counts = np.maximum(-(-(self._max_timestamps - due) // interval), 0)
        timer_counts = np.where(self._is_on_time[firsts], timer_counts, 0)
        groups = np.repeat(np.arange(len(timer_counts)), timer_counts)
        timer_numbers = np.arange(len(groups)) - np.repeat(
            np.cumsum(timer_counts) - timer_counts, timer_counts
        )
        times = due[groups] + timer_numbers * interval
        step = np.maximum(self._steps.find_first_step(times), own_steps[firsts][groups])
        fires = np.flatnonzero(step < len(self._steps.watermarks))
        groups, times, step = groups[fires], times[fires], step[fires]
        # A record comes before its next step and all later ones. Next steps of a list never decrease.
        width = len(self._steps.watermarks) + 2
        code = self._groups * width + own_steps
        upto = np.searchsorted(code, groups * width + step, "right") - firsts[groups]
        return self._fire_at_steps(step, groups, upto, times)


# --- contents -------------------------------------------------------------------------------------


def _aggregate_firings(
    plan: ColumnarPlan,
    record_lists: WindowRecordLists,
    firings: _ScheduledFirings,
    grouped: GroupedRecords,
) -> WindowAggregates:
    """Aggregate the records of each firing; with a purging trigger, those since the last firing."""
    aggregator, purges = grouped.aggregator, plan.rule.purges
    ends = record_lists.begins[firings.groups] + firings.record_counts
    is_row_by_row = plan.aggregation.has_float_sums and not purges
    # Firings of the same records share one cell.
    prefix_ends = np.arange(1, len(record_lists.rows) + 1) if is_row_by_row else np.unique(ends)
    prefix_of_firing = np.searchsorted(prefix_ends, ends)
    prefix_of_row = np.searchsorted(prefix_ends, np.arange(len(record_lists.rows)), "right")
    covered = np.flatnonzero(prefix_of_row < len(prefix_ends))
    list_of_prefix = np.searchsorted(record_lists.begins, prefix_ends, "left") - 1
    covered = covered[
        list_of_prefix[prefix_of_row[covered]] == record_lists.groups[covered]
    ]  # Other records come after the last firing.
    if is_row_by_row:
        cells = aggregator.create_cells(record_lists.rows)
        first = record_lists.begins[:-1]
        cells.put(first, aggregator.merge(aggregator.create_empty(len(first)), cells.take(first)))
    else:
        cells = aggregator.create_empty(len(prefix_ends))
        aggregator.add_rows(cells, prefix_of_row[covered], record_lists.rows[covered])
    if purges:
        return cells.take(prefix_of_firing)
    aggregator.accumulate(cells, np.append(True, list_of_prefix[1:] != list_of_prefix[:-1]))
    return cells.take(prefix_of_firing)


def _share_elements(
    record_lists: WindowRecordLists, firings: _ScheduledFirings
) -> tuple[WindowRecordLists, _ScheduledFirings]:
    """Return the same firings for overlapping windows that share, and change, their first record.

    The aggregations ``max`` and ``min`` change the first record in place. Windows of a key that begin
    with the same record are merged into one list. A record that arrived in one of them before a firing
    counts for all.
    """
    firsts = record_lists.rows[record_lists.begins[:-1]]
    _, shared = np.unique(firsts, return_inverse=True)
    list_of_row = shared[record_lists.groups]
    order = np.lexsort((record_lists.rows, list_of_row))
    rows, list_of_row = record_lists.rows[order], list_of_row[order]
    begins = np.append(0, np.cumsum(np.bincount(list_of_row)))
    shared_lists = WindowRecordLists(
        np.zeros(len(begins) - 1, np.int64), begins[:-1] * 0, rows, begins
    )
    groups = shared[firings.groups]
    width = int(rows.max()) + 2
    record_counts = np.searchsorted(
        list_of_row * width + rows, groups * width + np.minimum(firings.arrived_rows, width - 1)
    )
    return shared_lists, firings._replace(
        groups=groups, record_counts=record_counts - begins[groups]
    )


__all__ = ["WindowRecordLists", "iterate_list_firings"]
