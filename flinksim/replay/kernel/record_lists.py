"""Windows that keep all their records: for list contents and triggers that fire early.

All records of a window and key are adjacent, in the order of the run. So each firing covers a
prefix of them; with a purging trigger, the records since the previous firing.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.replay.compile.columnar_plan import FiringRule, NativePlan
from flinksim.replay.compile.panes import Panes
from flinksim.replay.kernel.eviction import left_by
from flinksim.replay.kernel.firings import EARLY, LATE, ON_TIME, Fired, Lists
from flinksim.replay.kernel.record_columns import Records
from flinksim.replay.kernel.window_aggregates import Cells, Grouped
from flinksim.replay.operators.watermark_positions import Longs, Steps


@dataclass(slots=True)
class Members:
    """Lists of records, one per window and key; ``rows`` has them list by list.

    ``begins`` has the start of each list in ``rows``, and the total number at the end.
    """

    windows: Longs
    keys: Longs
    rows: Longs
    begins: Longs

    @staticmethod
    def of(windows: Longs, rows: Longs, keys: Longs, count: int) -> Members:
        """Create the lists from the window of each of *rows*, which are in the order of the run.

        A row may occur several times.
        """
        code = windows * count + keys[rows]
        order = np.lexsort((rows, code))
        code, rows = code[order], rows[order]
        starts = np.flatnonzero(np.append(True, code[1:] != code[:-1])[: len(code)])
        own = code[starts]
        return Members(
            own // max(count, 1), own % max(count, 1), rows, np.append(starts, len(rows))
        )

    @property
    def sizes(self) -> Longs:
        """Number of records of each list."""
        return np.diff(self.begins)

    @property
    def groups(self) -> Longs:
        """List number of each of ``rows``."""
        return np.repeat(np.arange(len(self.windows)), self.sizes)


class _Moments(NamedTuple):
    """Firings of lists: number of records, watermark, time and order.

    ``upto`` is the number of records covered. ``places`` order firings of equally many records. All
    records before row ``came`` have arrived at the operator.
    """

    groups: Longs
    upto: Longs
    watermarks: Longs
    times: Longs
    places: Longs
    came: Longs

    @staticmethod
    def joined(parts: list[_Moments]) -> _Moments:
        return _Moments(*map(np.concatenate, zip(*parts, strict=True)))

    def take(self, chosen: Longs) -> _Moments:
        return _Moments(*(column[chosen] for column in self))


def fired_one_by_one(
    plan: NativePlan, panes: Panes, steps: Steps, group: Grouped, members: Members
) -> Iterator[Fired]:
    """Iterate over all firings of *members* by the firing rule of *plan*."""
    if not len(members.rows):
        return
    starts, ends = panes.bounds(members.windows)
    firings = _Firing(members, steps, group.records, ends - 1).moments(plan.rule)
    if not len(firings.groups):
        return
    firings = firings.take(np.lexsort((firings.places, firings.upto, firings.groups)))
    purged_counts, previous_counts = np.zeros_like(firings.upto), np.zeros_like(firings.upto)
    follows = np.append(False, firings.groups[1:] == firings.groups[:-1])
    previous_counts[follows] = firings.upto[:-1][follows[1:]]
    if plan.rule.purges:
        chosen = np.flatnonzero(firings.upto > previous_counts)  # A purged window does not fire.
        firings, purged_counts = firings.take(chosen), previous_counts[chosen]
        previous_counts = purged_counts
    counts = firings.upto - purged_counts
    contents: Cells | Lists
    if plan.aggregation.is_list:
        begins = members.begins[firings.groups]
        contents = left_by(
            plan.eviction, members.rows,
            (begins + purged_counts, begins + previous_counts, begins + firings.upto),
            group.records.timestamps,
        )  # fmt: skip
        counts = np.diff(contents.bounds)
    elif plan.shares_elements:
        contents = _folded(plan, *_of_shared(members, firings), group)
    else:
        contents = _folded(plan, members, firings, group)
    yield Fired(
        members.keys[firings.groups], starts[firings.groups], ends[firings.groups],
        _kinds(firings, ends - 1), counts, contents, firings.watermarks, firings.times,
    )  # fmt: skip


def _kinds(found: _Moments, last_moments: Longs) -> np.ndarray:
    """Compute the kinds: early before the end of the window, then once on time, then late."""
    is_early = found.watermarks < last_moments[found.groups]
    kinds = np.where(is_early, EARLY, LATE).astype(np.int8)
    places = np.flatnonzero(~is_early)
    _, first = np.unique(found.groups[places], return_index=True)
    kinds[places[first]] = ON_TIME
    return kinds


# --- schedule -------------------------------------------------------------------------------------


class _Firing:
    """Schedule of the firings of *members*, whose windows end at *last_moments*."""

    def __init__(
        self, members: Members, steps: Steps, records: Records, last_moments: Longs
    ) -> None:
        self._members, self._steps, self._last_moments = members, steps, last_moments
        rows = members.rows
        self._groups = members.groups
        self._numbers = np.arange(1, len(rows) + 1) - members.begins[self._groups]
        self._met = steps.watermark_at(records.codes[rows], records.offsets[rows])
        self._is_timely = self._met < last_moments[self._groups]
        self._arrivals, self._timestamps = records.arrivals[rows], records.timestamps[rows]
        self._next_steps = steps.next_at(records.codes, records.offsets)

    def moments(self, rule: FiringRule) -> _Moments:
        """Compute all firings by *rule*."""
        if rule.count:
            return self._with(np.flatnonzero(self._numbers % rule.count == 0), 0)
        # Fire for each record that arrives after the watermark has passed the window.
        parts = [self._with(np.flatnonzero(~self._is_timely), MAX_TIMESTAMP), self._at_the_end()]
        if rule.interval:
            parts.append(self._on_the_way(rule.interval))
        return _Moments.joined(parts)

    def _with(self, at: Longs, place: int) -> _Moments:
        """Schedule a firing for each of some records."""
        return _Moments(
            self._groups[at], self._numbers[at], self._met[at], self._arrivals[at],
            np.full(len(at), place), self._members.rows[at] + 1,
        )  # fmt: skip

    def _by(self, step: Longs, groups: Longs, upto: Longs, places: Longs) -> _Moments:
        """Schedule firings by timers, at steps of the watermark."""
        came = np.searchsorted(self._next_steps, step, "right")
        steps = self._steps
        return _Moments(groups, upto, steps.watermarks[step], steps.times[step], places, came)

    def _at_the_end(self) -> _Moments:
        on_time_counts = np.add.reduceat(
            self._is_timely.astype(np.int64), self._members.begins[:-1]
        )
        step = self._steps.first_at(self._last_moments)
        fires = np.flatnonzero((on_time_counts > 0) & (step < len(self._steps.watermarks)))
        return self._by(
            step[fires], fires, on_time_counts[fires], np.full(len(fires), MAX_TIMESTAMP - 1)
        )

    def _on_the_way(self, interval: int) -> _Moments:
        """Schedule a firing each time event time advances by *interval*, from the first record on.

        A list whose first record is late has no timer. A timer that is due when it is registered
        fires with the next watermark.
        """
        own_steps = self._next_steps[self._members.rows]
        firsts = self._members.begins[:-1]
        opening = self._timestamps[firsts]
        # Java's remainder is negative before 1970: the first firing is one interval later.
        due = opening - np.fmod(opening, interval) + interval
        timer_counts = np.maximum(-(-(self._last_moments - due) // interval), 0)
        timer_counts = np.where(self._is_timely[firsts], timer_counts, 0)
        groups = np.repeat(np.arange(len(timer_counts)), timer_counts)
        timer_numbers = np.arange(len(groups)) - np.repeat(
            np.cumsum(timer_counts) - timer_counts, timer_counts
        )
        times = due[groups] + timer_numbers * interval
        step = np.maximum(self._steps.first_at(times), own_steps[firsts][groups])
        fires = np.flatnonzero(step < len(self._steps.watermarks))
        groups, times, step = groups[fires], times[fires], step[fires]
        # A record comes before its next step and all later ones. Next steps of a list never decrease.
        width = len(self._steps.watermarks) + 2
        code = self._groups * width + own_steps
        upto = np.searchsorted(code, groups * width + step, "right") - firsts[groups]
        return self._by(step, groups, upto, times)


# --- contents -------------------------------------------------------------------------------------


def _folded(plan: NativePlan, members: Members, found: _Moments, group: Grouped) -> Cells:
    """Aggregate the records of each firing; with a purging trigger, those since the last firing."""
    aggregator, purges = group.adding, plan.rule.purges
    ends = members.begins[found.groups] + found.upto
    is_row_by_row = plan.aggregation.adds_doubles and not purges
    # Firings of the same records share one cell.
    prefix_ends = np.arange(1, len(members.rows) + 1) if is_row_by_row else np.unique(ends)
    prefix_of_firing = np.searchsorted(prefix_ends, ends)
    prefix_of_row = np.searchsorted(prefix_ends, np.arange(len(members.rows)), "right")
    covered = np.flatnonzero(prefix_of_row < len(prefix_ends))
    list_of_prefix = np.searchsorted(members.begins, prefix_ends, "left") - 1
    covered = covered[
        list_of_prefix[prefix_of_row[covered]] == members.groups[covered]
    ]  # Other records come after the last firing.
    if is_row_by_row:
        cells = aggregator.of(members.rows)
        first = members.begins[:-1]
        cells.put(first, aggregator.both(aggregator.empty(len(first)), cells.take(first)))
    else:
        cells = aggregator.empty(len(prefix_ends))
        aggregator.add(cells, prefix_of_row[covered], members.rows[covered])
    if purges:
        return cells.take(prefix_of_firing)
    aggregator.run_on(cells, np.append(True, list_of_prefix[1:] != list_of_prefix[:-1]))
    return cells.take(prefix_of_firing)


def _of_shared(members: Members, found: _Moments) -> tuple[Members, _Moments]:
    """Return the same firings for windows whose records change a shared first record.

    Windows that begin with the same record of a key form one list. A record that reached one of
    them before a firing counts for all.
    """
    firsts = members.rows[members.begins[:-1]]
    _, shared = np.unique(firsts, return_inverse=True)
    list_of_row = shared[members.groups]
    order = np.lexsort((members.rows, list_of_row))
    rows, list_of_row = members.rows[order], list_of_row[order]
    begins = np.append(0, np.cumsum(np.bincount(list_of_row)))
    shared_lists = Members(np.zeros(len(begins) - 1, np.int64), begins[:-1] * 0, rows, begins)
    groups = shared[found.groups]
    width = int(rows.max()) + 2
    record_counts = np.searchsorted(
        list_of_row * width + rows, groups * width + np.minimum(found.came, width - 1)
    )
    return shared_lists, found._replace(groups=groups, upto=record_counts - begins[groups])


__all__ = ["Members", "fired_one_by_one"]
