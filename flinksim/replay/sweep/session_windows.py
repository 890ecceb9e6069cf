"""Sessions at any settings: from what one pass over the log has kept, point by point.

Which sessions there are depends on the point: a record that comes too late at one delay joins two
sessions at another. So there are no counts that would do for all points, as there are for windows that
stand fast.

Records of one key whose timestamps are no more than the gap apart make an *island*. A smaller
watermark leaves more of an island together; so an island that is one session without any delay is the
same session at every delay and lateness, and of its records only those are kept with which the number
of sessions changes. Of the other islands all records are kept. At a point only those of these go record
by record that the point's own watermark cuts.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count, repeat
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from flinksim.replay.compile.columnar_plan import NativePlan
from flinksim.replay.expressions.symbolic_values import Shape
from flinksim.replay.kernel.record_columns import Records, keys_of
from flinksim.replay.kernel.run import KernelRun
from flinksim.replay.kernel.session_merge import SessionMerging
from flinksim.replay.kernel.session_split import (
    Flags,
    cut_islands,
    simple_islands,
    sorted_by,
)
from flinksim.replay.kernel.window_aggregates import field_columns
from flinksim.replay.operators.watermark_positions import Longs, Steps
from flinksim.replay.sweep.statistics import Figures, spread_of
from flinksim.replay.sweep.watermarks import Watermarks

KEPT_SCHEMA = pa.schema([
    ("island", pa.int64()), ("settled", pa.bool_()),
    *((name, pa.int64()) for name in ("records", "ts", "last", "code", "offset", "change")),
])  # fmt: skip
"""What is kept: ``records`` is how many a row stands for, ``last`` the island's greatest timestamp,
``change`` by how many there are more sessions from the record on, if none is over yet."""


@dataclass(frozen=True, slots=True)
class SessionPass:
    """All that a worker has to know; ``steps`` are the watermarks without delay, one or more."""

    gap: int
    key_shape: Shape
    steps: tuple[Steps, ...]

    def __call__(self, records: Records, number: int) -> pa.Table:
        """What is kept of some keys, which have the *number*: a table of :data:`KEPT_SCHEMA`."""
        return _kept(records, number, self)


def _kept(came: Records, number: int, work: SessionPass) -> pa.Table:
    columns = field_columns(work.key_shape, came.columns)
    keys, stamps = keys_of(work.key_shape, columns, len(came)).numbers, came.timestamps
    order = sorted_by(keys, stamps)
    keys, stamps = keys[order], stamps[order]
    codes, offsets = came.codes[order], came.offsets[order]
    starts, lasts = cut_islands(keys, stamps, work.gap)
    sizes = np.diff(np.append(starts, len(keys)))
    settled = np.ones(len(starts), bool)
    for steps in work.steps:
        settled &= simple_islands(keys, stamps, steps.watermark_at(codes, offsets), work.gap)
    islands = np.repeat(np.arange(len(starts)), sizes)
    changes = session_changes(islands, stamps, ranks_of(codes, offsets), work.gap)
    records = np.where(settled[islands], 0, 1)
    born = _firsts(islands, changes, settled[islands])
    records[born] = sizes[islands[born]]
    kept = ~settled[islands] | (changes != 0)
    chosen = [
        islands + (number << 40), settled[islands], records, stamps, lasts, codes, offsets, changes,
    ]  # fmt: skip
    return pa.Table.from_arrays([pa.array(column[kept]) for column in chosen], schema=KEPT_SCHEMA)


def _firsts(islands: Longs, changes: Longs, settled: Flags) -> Longs:
    """Of each settled island one record with which there is a session more."""
    places: Any = np.flatnonzero(settled & (changes > 0))
    _, first = np.unique(islands[places], return_index=True)
    found: Longs = places[first]
    return found


def ranks_of(codes: Longs, offsets: Longs) -> Longs:
    """The place of each record in the run."""
    ranks = np.empty(len(codes), np.int64)
    ranks[np.lexsort((offsets, codes))] = np.arange(len(codes))
    return ranks


def session_changes(islands: Longs, timestamps: Longs, ranks: Longs, gap: int) -> Longs:
    """By how many there are more sessions from each record on, if none of them is over yet.

    The records are sorted by island and timestamp. One that comes alone makes a session more, one
    between two sessions makes them one.
    """
    left = _came_before(islands, timestamps, ranks, gap)
    # the same, seen from the other end
    mirrored = _came_before(-islands[::-1], -timestamps[::-1], ranks[::-1], gap)[::-1]
    right = np.where(mirrored < 0, -1, len(ranks) - 1 - mirrored)
    has_left, has_right = left >= 0, right >= 0
    were_one = has_left & has_right & (timestamps[right] - timestamps[left] <= gap)
    changes: Longs = 1 - has_left.astype(np.int64) - has_right + were_one
    return changes


def _came_before(islands: Longs, timestamps: Longs, ranks: Longs, gap: int) -> Longs:
    """The nearest record before each that had come already, if it is no more than the gap away.

    Else -1. All look at once: whoever finds one that came later goes on from where that one is.
    """
    found = np.arange(-1, len(ranks) - 1)
    ranks = np.append(ranks, -1)  # of the place -1
    looking = np.arange(len(found))
    while True:
        near = (islands[found[looking]] == islands[looking]) & (
            timestamps[looking] - timestamps[found[looking]] <= gap
        )
        near &= found[looking] >= 0
        found[looking[~near]] = -1
        looking = looking[near]
        looking = looking[ranks[found[looking]] > ranks[looking]]
        if not len(looking):
            return found
        found[looking] = found[found[looking]]


# --- at a point ---------------------------------------------------------------------------------------


class Places(NamedTuple):
    """Where records stand in the run."""

    codes: Longs
    offsets: Longs


@dataclass(frozen=True, slots=True)
class SessionTotals:
    """What became of some islands.

    ``fired`` are the ends of sessions that a timer was left to fire (it does if the watermark gets
    there), ``over`` the last ends of all sessions. ``changes`` is by how many there were more sessions
    from each of ``places`` on, cleanups left out.
    """

    on_time: int
    late: int
    lost: int
    fired: Longs
    over: Longs
    places: Places
    changes: Longs


def totals_of(
    sizes: Sequence[int],
    timestamps: Longs,
    watermarks: Longs,
    places: Places,
    gap: int,
    lateness_ms: int,
) -> SessionTotals:
    """Of islands of so many records each, in the order of the run; with the *watermarks* they met."""
    merging = SessionMerging(gap, lateness_ms)
    merging.follow(sizes, zip(count(), timestamps.tolist(), watermarks.tolist(), repeat(())))
    changes = np.array(merging.changes, np.int64)
    moved = np.flatnonzero(changes)
    late, lost = len(merging.at_once), len(merging.lost)
    return SessionTotals(
        len(changes) - late - lost,
        late,
        lost,
        np.array([firing.end for firing in merging.by_timer], np.int64),
        np.array(merging.over, np.int64),
        Places(places.codes[moved], places.offsets[moved]),
        changes[moved],
    )


@dataclass(frozen=True, slots=True)
class KeptSessions:
    """What one pass has kept, for some idle timeouts.

    ``lasts`` and ``records`` are of each settled island, ``changes`` of its records. Of the open ones
    all records are there, by island and timestamp; island *i* has those from ``starts[i]`` on, and
    ``in_order`` are the places of the same records by island and place in the run.
    """

    lasts: Longs
    records: Longs
    places: Places
    changes: Longs
    islands: Longs
    timestamps: Longs
    open_places: Places
    open_changes: Longs
    starts: Longs
    in_order: Longs

    @staticmethod
    def of(table: pa.Table) -> KeptSessions:
        """From rows of :data:`KEPT_SCHEMA`."""
        columns = {name: table.column(name).to_numpy() for name in table.column_names}
        settled = columns["settled"].astype(bool)
        first = settled & (columns["records"] > 0)
        left = {name: column[~settled] for name, column in columns.items()}
        by_time = np.lexsort((left["ts"], left["island"]))
        left = {name: column[by_time] for name, column in left.items()}
        islands = left["island"]
        begins = np.append(True, islands[1:] != islands[:-1])[: len(islands)]
        starts: Any = np.flatnonzero(begins)
        return KeptSessions(
            columns["last"][first],
            columns["records"][first],
            Places(columns["code"][settled], columns["offset"][settled]),
            columns["change"][settled],
            islands,
            left["ts"],
            Places(left["code"], left["offset"]),
            left["change"],
            starts,
            np.lexsort((left["offset"], left["code"], islands)),
        )

    @property
    def sizes(self) -> Longs:
        """How many records each open island has."""
        return np.diff(np.append(self.starts, len(self.islands)))


class SessionTable:
    """What is kept of one program and log."""

    def __init__(self, run: KernelRun, plan: NativePlan, idleness_ms: Sequence[int | None]) -> None:
        self._plan = plan
        self._run = run
        reach = run.reach
        self.enough_ms = (reach.greatest or 0) - (reach.least or 0) + plan.gap
        self.watermarks = Watermarks(plan, reach.reached)
        kept = self._pass(idleness_ms)
        self._kept = dict.fromkeys(idleness_ms, kept)

    def __len__(self) -> int:
        different = {id(kept): kept for kept in self._kept.values()}.values()
        return sum(len(kept.changes) + len(kept.islands) for kept in different)

    # --- the pass ------------------------------------------------------------------------------------

    def _pass(self, idleness_ms: Iterable[int | None]) -> KeptSessions:
        plan = self._plan
        steps = tuple(self.watermarks.steps(0, wait) for wait in idleness_ms)
        work = SessionPass(plan.gap, plan.key_shape, steps)
        return KeptSessions.of(self._run.of_keys(work, KEPT_SCHEMA))

    def _kept_for(self, idleness_ms: int | None) -> KeptSessions:
        if idleness_ms not in self._kept:
            if not self._run.has_log:
                raise RuntimeError(
                    f"no point of the grid has the idle timeout {idleness_ms}; for sessions the log "
                    "would have to be read again, but the job is closed. Give all idle timeouts to "
                    "job.sweep(idleness_ms=...)"
                )
            self._kept[idleness_ms] = self._pass([idleness_ms])
        return self._kept[idleness_ms]

    # --- a point -------------------------------------------------------------------------------------

    def figures(self, delay_ms: int, idleness_ms: int | None, lateness_ms: int) -> Figures:
        """The figures of one point."""
        kept = self._kept_for(idleness_ms)
        gap = self._plan.gap
        steps = self.watermarks.steps(delay_ms, idleness_ms)
        watermarks = steps.watermark_at(*kept.open_places)
        simple = simple_islands(kept.islands, kept.timestamps, watermarks, gap)
        whole = _whole(kept, simple, gap)
        cut = _cut(kept, ~simple, watermarks, gap, lateness_ms)
        fired = np.concatenate([whole.fired, cut.fired])
        over = np.concatenate([whole.over, cut.over])
        on_time = whole.on_time + cut.on_time
        step = steps.first_at(fired - 1)
        fires = step < len(steps.watermarks)
        delays = steps.times[step[fires]] - fired[fires]
        panes_max, panes_mean = self._panes(steps, whole, cut, over + (lateness_ms - 1))
        return Figures(
            on_time + cut.late + cut.lost, on_time, cut.late, cut.lost, cut.lost, int(fires.sum()),
            *spread_of(delays, np.ones(len(delays), np.int64)), panes_max, panes_mean,
        )  # fmt: skip

    def _panes(
        self, steps: Steps, whole: SessionTotals, cut: SessionTotals, clean_at: Longs
    ) -> tuple[int, float]:
        """How many sessions are kept at once: at most, and on average over the time of the run."""
        step = steps.first_at(clean_at)
        step = step[step < len(steps.watermarks)]
        codes = np.concatenate([whole.places.codes, cut.places.codes, steps.codes[step]])
        offsets = np.concatenate([whole.places.offsets, cut.places.offsets, steps.offsets[step]])
        came = np.concatenate([whole.changes, cut.changes])
        changes = np.concatenate([came, np.full(len(step), -1)])
        if not len(changes):
            return 0, 0.0
        order = np.lexsort((offsets, codes))
        splits = len(self._plan.source.chain.split_names)
        times = np.concatenate([codes[: len(came)] // splits, steps.times[step]])
        length, end = self.watermarks.length_ms, self.watermarks.end_ms
        lived = int((changes * (end - times)).sum())
        return int(np.cumsum(changes[order]).max()), lived / length if length else 0.0


def _whole(kept: KeptSessions, simple: Flags, gap: int) -> SessionTotals:
    """The islands that are one session at this point."""
    sizes = kept.sizes
    lasts = kept.timestamps[kept.starts + sizes - 1]
    ends = np.concatenate([kept.lasts, lasts[simple]]) + gap
    chosen = np.repeat(simple, sizes) & (kept.open_changes != 0)
    own, others = kept.places, kept.open_places
    return SessionTotals(
        on_time=int(kept.records.sum() + sizes[simple].sum()),
        late=0,
        lost=0,
        fired=ends,
        over=ends,
        places=Places(
            np.concatenate([own.codes, others.codes[chosen]]),
            np.concatenate([own.offsets, others.offsets[chosen]]),
        ),
        changes=np.concatenate([kept.changes, kept.open_changes[chosen]]),
    )


def _cut(
    kept: KeptSessions, chosen: Flags, watermarks: Longs, gap: int, lateness_ms: int
) -> SessionTotals:
    """The *chosen* islands, record by record."""
    sizes = kept.sizes
    members = kept.in_order[np.repeat(chosen, sizes)]
    places = Places(kept.open_places.codes[members], kept.open_places.offsets[members])
    return totals_of(
        sizes[chosen].tolist(), kept.timestamps[members], watermarks[members], places, gap,
        lateness_ms,
    )  # fmt: skip
