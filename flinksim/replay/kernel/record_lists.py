"""Windows whose records are kept one by one: for lists, and triggers that fire on the way.

All records of a window and key stand together, in the order of the run. So whatever makes a window
fire, it fires for the first so many of them; with a trigger that purges, for those since the last time.

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
    """Groups of records, which are those of a window and key; ``rows`` has them group by group.

    ``begins`` is where each group begins there, and one number more.
    """

    windows: Longs
    keys: Longs
    rows: Longs
    begins: Longs

    @staticmethod
    def of(windows: Longs, rows: Longs, keys: Longs, count: int) -> Members:
        """From the window of each of *rows*, which may be there again; rows are in the run's order."""
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
        """How many records each group has."""
        return np.diff(self.begins)

    @property
    def groups(self) -> Longs:
        """The group of each of ``rows``."""
        return np.repeat(np.arange(len(self.windows)), self.sizes)


class _Moments(NamedTuple):
    """When groups fire: for how many of their records, at which watermark and time, in which order.

    ``places`` tell the order of those that have equally many records. All records before ``came`` have
    come to the operator by then.
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
    """All firings of *members*, by the rule of *plan*."""
    if not len(members.rows):
        return
    starts, ends = panes.bounds(members.windows)
    found = _Firing(members, steps, group.records, ends - 1).moments(plan.rule)
    if not len(found.groups):
        return
    found = found.take(np.lexsort((found.places, found.upto, found.groups)))
    since, before = np.zeros_like(found.upto), np.zeros_like(found.upto)
    follows = np.append(False, found.groups[1:] == found.groups[:-1])
    before[follows] = found.upto[:-1][follows[1:]]
    if plan.rule.purges:
        chosen = np.flatnonzero(found.upto > before)  # what has been purged does not fire
        found, since = found.take(chosen), before[chosen]
        before = since
    counts = found.upto - since
    contents: Cells | Lists
    if plan.aggregation.is_list:
        begins = members.begins[found.groups]
        contents = left_by(
            plan.eviction, members.rows, (begins + since, begins + before, begins + found.upto),
            group.records.timestamps,
        )  # fmt: skip
        counts = np.diff(contents.bounds)
    elif plan.shares_elements:
        contents = _folded(plan, *_of_shared(members, found), group)
    else:
        contents = _folded(plan, members, found, group)
    yield Fired(
        members.keys[found.groups], starts[found.groups], ends[found.groups],
        _kinds(found, ends - 1), counts, contents, found.watermarks, found.times,
    )  # fmt: skip


def _kinds(found: _Moments, last_moments: Longs) -> np.ndarray:
    """Early before the end of the window; then once on time, and late from there on."""
    is_early = found.watermarks < last_moments[found.groups]
    kinds = np.where(is_early, EARLY, LATE).astype(np.int8)
    places = np.flatnonzero(~is_early)
    _, first = np.unique(found.groups[places], return_index=True)
    kinds[places[first]] = ON_TIME
    return kinds


# --- when ------------------------------------------------------------------------------------------


class _Firing:
    """When *members* fire, whose windows have these *last_moments*."""

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
        """All of them, by a *rule*."""
        if rule.count:
            return self._with(np.flatnonzero(self._numbers % rule.count == 0), 0)
        # with each record that comes when the watermark is past the window
        parts = [self._with(np.flatnonzero(~self._is_timely), MAX_TIMESTAMP), self._at_the_end()]
        if rule.interval:
            parts.append(self._on_the_way(rule.interval))
        return _Moments.joined(parts)

    def _with(self, at: Longs, place: int) -> _Moments:
        """With each of some records."""
        return _Moments(
            self._groups[at], self._numbers[at], self._met[at], self._arrivals[at],
            np.full(len(at), place), self._members.rows[at] + 1,
        )  # fmt: skip

    def _by(self, step: Longs, groups: Longs, upto: Longs, places: Longs) -> _Moments:
        """By a timer, at a step of the watermark."""
        came = np.searchsorted(self._next_steps, step, "right")
        steps = self._steps
        return _Moments(groups, upto, steps.watermarks[step], steps.times[step], places, came)

    def _at_the_end(self) -> _Moments:
        timely = np.add.reduceat(self._is_timely.astype(np.int64), self._members.begins[:-1])
        step = self._steps.first_at(self._last_moments)
        fires = np.flatnonzero((timely > 0) & (step < len(self._steps.watermarks)))
        return self._by(step[fires], fires, timely[fires], np.full(len(fires), MAX_TIMESTAMP - 1))

    def _on_the_way(self, interval: int) -> _Moments:
        """Each time that event time has gone on by *interval*, from the first record on.

        Those groups that do not begin in time have no timer. A timer that is due when it is registered
        is called with the next watermark.
        """
        own_steps = self._next_steps[self._members.rows]
        firsts = self._members.begins[:-1]
        opening = self._timestamps[firsts]
        # Java's remainder: before 1970 the first firing is one interval later
        due = opening - np.fmod(opening, interval) + interval
        left = np.maximum(-(-(self._last_moments - due) // interval), 0)
        left = np.where(self._is_timely[firsts], left, 0)
        groups = np.repeat(np.arange(len(left)), left)
        turn = np.arange(len(groups)) - np.repeat(np.cumsum(left) - left, left)
        times = due[groups] + turn * interval
        step = np.maximum(self._steps.first_at(times), own_steps[firsts][groups])
        fires = np.flatnonzero(step < len(self._steps.watermarks))
        groups, times, step = groups[fires], times[fires], step[fires]
        # a record is before all steps from its next one on; the next ones of a group never go back
        width = len(self._steps.watermarks) + 2
        code = self._groups * width + own_steps
        upto = np.searchsorted(code, groups * width + step, "right") - firsts[groups]
        return self._by(step, groups, upto, times)


# --- what ------------------------------------------------------------------------------------------


def _folded(plan: NativePlan, members: Members, found: _Moments, group: Grouped) -> Cells:
    """What the records of each firing come to; if a trigger purges, those since the one before."""
    adding, purges = group.adding, plan.rule.purges
    ends = members.begins[found.groups] + found.upto
    one_by_one = plan.aggregation.adds_doubles and not purges
    # firings of the same records share them
    own = np.arange(1, len(members.rows) + 1) if one_by_one else np.unique(ends)
    part = np.searchsorted(own, ends)
    at = np.searchsorted(own, np.arange(len(members.rows)), "right")
    told = np.flatnonzero(at < len(own))
    of_part = np.searchsorted(members.begins, own, "left") - 1
    told = told[of_part[at[told]] == members.groups[told]]  # others are behind the last firing
    if one_by_one:
        cells = adding.of(members.rows)
        first = members.begins[:-1]
        cells.put(first, adding.both(adding.empty(len(first)), cells.take(first)))
    else:
        cells = adding.empty(len(own))
        adding.add(cells, at[told], members.rows[told])
    if purges:
        return cells.take(part)
    adding.run_on(cells, np.append(True, of_part[1:] != of_part[:-1]))
    return cells.take(part)


def _of_shared(members: Members, found: _Moments) -> tuple[Members, _Moments]:
    """The same firings, where what comes to a window changes its first record in all that it is in.

    So the windows that begin with the same record of a key are one group, and what has come to one of
    them by a firing counts for all.
    """
    firsts = members.rows[members.begins[:-1]]
    _, shared = np.unique(firsts, return_inverse=True)
    of_row = shared[members.groups]
    order = np.lexsort((members.rows, of_row))
    rows, of_row = members.rows[order], of_row[order]
    begins = np.append(0, np.cumsum(np.bincount(of_row)))
    one_each = Members(np.zeros(len(begins) - 1, np.int64), begins[:-1] * 0, rows, begins)
    groups = shared[found.groups]
    width = int(rows.max()) + 2
    upto = np.searchsorted(
        of_row * width + rows, groups * width + np.minimum(found.came, width - 1)
    )
    return one_each, found._replace(groups=groups, upto=upto - begins[groups])


__all__ = ["Members", "fired_one_by_one"]
