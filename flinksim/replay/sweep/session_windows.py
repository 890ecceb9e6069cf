"""Sessions at any setting, from the records kept by one pass over the log.

The sessions depend on the point: a record that is late at one delay merges two sessions at another.
So no counts fit all points, as for aligned windows.

Records of one key whose timestamps are at most the gap apart form an *island*. A smaller watermark
keeps more of an island together. So an island that is one session without delay is the same session
at every delay and lateness; of its records only those are kept that change the number of sessions.
Of other islands all records are kept. At a point, only islands that the point's watermark splits
are processed record by record.

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
"""Schema of the kept records.

``records`` is the number of records that a row represents, ``last`` the island's maximum timestamp.
``change`` is the change of the number of sessions by the record, if no session has closed.
"""


@dataclass(frozen=True, slots=True)
class SessionPass:
    """Worker function of the pass; ``steps`` are one or more watermarks without delay."""

    gap: int
    key_shape: Shape
    steps: tuple[Steps, ...]

    def __call__(self, records: Records, number: int) -> pa.Table:
        """Select the records to keep of the keys of unit *number*; a table of :data:`KEPT_SCHEMA`."""
        return _kept(records, number, self)


def _kept(came: Records, number: int, work: SessionPass) -> pa.Table:
    columns = field_columns(work.key_shape, came.columns)
    keys, stamps = keys_of(work.key_shape, columns, len(came)).numbers, came.timestamps
    order = sorted_by(keys, stamps)
    keys, stamps = keys[order], stamps[order]
    codes, offsets = came.codes[order], came.offsets[order]
    starts, lasts = cut_islands(keys, stamps, work.gap)
    sizes = np.diff(np.append(starts, len(keys)))
    is_settled = np.ones(len(starts), bool)
    for steps in work.steps:
        is_settled &= simple_islands(keys, stamps, steps.watermark_at(codes, offsets), work.gap)
    islands = np.repeat(np.arange(len(starts)), sizes)
    changes = session_changes(islands, stamps, ranks_of(codes, offsets), work.gap)
    records = np.where(is_settled[islands], 0, 1)
    openings = _firsts(islands, changes, is_settled[islands])
    records[openings] = sizes[islands[openings]]
    is_kept = ~is_settled[islands] | (changes != 0)
    columns_to_keep = [
        islands + (number << 40), is_settled[islands], records, stamps, lasts, codes, offsets, changes,
    ]  # fmt: skip
    return pa.Table.from_arrays(
        [pa.array(column[is_kept]) for column in columns_to_keep], schema=KEPT_SCHEMA
    )


def _firsts(islands: Longs, changes: Longs, settled: Flags) -> Longs:
    """Find for each settled island one record that opens a session."""
    places: Any = np.flatnonzero(settled & (changes > 0))
    _, first = np.unique(islands[places], return_index=True)
    found: Longs = places[first]
    return found


def ranks_of(codes: Longs, offsets: Longs) -> Longs:
    """Compute the rank of each record in the run."""
    ranks = np.empty(len(codes), np.int64)
    ranks[np.lexsort((offsets, codes))] = np.arange(len(codes))
    return ranks


def session_changes(islands: Longs, timestamps: Longs, ranks: Longs, gap: int) -> Longs:
    """Compute by how many each record changes the number of sessions, if none has closed.

    The records are sorted by island and timestamp. A separate record adds a session; one between
    two sessions merges them.
    """
    left = _came_before(islands, timestamps, ranks, gap)
    # The same in reverse direction.
    mirrored = _came_before(-islands[::-1], -timestamps[::-1], ranks[::-1], gap)[::-1]
    right = np.where(mirrored < 0, -1, len(ranks) - 1 - mirrored)
    has_left, has_right = left >= 0, right >= 0
    were_one = has_left & has_right & (timestamps[right] - timestamps[left] <= gap)
    changes: Longs = 1 - has_left.astype(np.int64) - has_right + were_one
    return changes


def _came_before(islands: Longs, timestamps: Longs, ranks: Longs, gap: int) -> Longs:
    """Find the nearest preceding record that arrived earlier and is at most the gap away; else -1.

    All records search in parallel: if the neighbor arrived later, the search continues from its
    neighbor.
    """
    found = np.arange(-1, len(ranks) - 1)
    ranks = np.append(ranks, -1)  # For index -1.
    searching = np.arange(len(found))
    while True:
        is_near = (islands[found[searching]] == islands[searching]) & (
            timestamps[searching] - timestamps[found[searching]] <= gap
        )
        is_near &= found[searching] >= 0
        found[searching[~is_near]] = -1
        searching = searching[is_near]
        searching = searching[ranks[found[searching]] > ranks[searching]]
        if not len(searching):
            return found
        found[searching] = found[found[searching]]


# --- points ---------------------------------------------------------------------------------------


class Places(NamedTuple):
    """Positions of records in the run."""

    codes: Longs
    offsets: Longs


@dataclass(frozen=True, slots=True)
class SessionTotals:
    """Totals of some islands.

    ``fired`` are the ends of sessions that a timer fires, if the watermark gets there. ``over`` are
    the final ends of all sessions. ``changes`` has the change of the number of sessions at each of
    ``places``, without cleanups.
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
    """Compute the totals of islands by merging their records in the order of the run.

    Args:
        sizes: Number of records of each island.
        timestamps: Timestamps in milliseconds.
        watermarks: The watermark at the arrival of each record.
        places: Positions of the records.
        gap: Session gap in milliseconds.
        lateness_ms: Allowed lateness.
    """
    merger = SessionMerging(gap, lateness_ms)
    merger.follow(sizes, zip(count(), timestamps.tolist(), watermarks.tolist(), repeat(())))
    changes = np.array(merger.changes, np.int64)
    changed = np.flatnonzero(changes)
    late, lost = len(merger.at_once), len(merger.lost)
    return SessionTotals(
        len(changes) - late - lost,
        late,
        lost,
        np.array([firing.end for firing in merger.by_timer], np.int64),
        np.array(merger.over, np.int64),
        Places(places.codes[changed], places.offsets[changed]),
        changes[changed],
    )


@dataclass(frozen=True, slots=True)
class KeptSessions:
    """Result of one pass, for some idle timeouts.

    ``lasts`` and ``records`` are per settled island, ``changes`` per record of these. Of open
    islands all records are kept, by island and timestamp; island *i* starts at ``starts[i]``.
    ``in_order`` are the indices of the same records by island and position in the run.
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
        """Create the result from rows of :data:`KEPT_SCHEMA`."""
        columns = {name: table.column(name).to_numpy() for name in table.column_names}
        is_settled = columns["settled"].astype(bool)
        is_first = is_settled & (columns["records"] > 0)
        open_columns = {name: column[~is_settled] for name, column in columns.items()}
        by_time = np.lexsort((open_columns["ts"], open_columns["island"]))
        open_columns = {name: column[by_time] for name, column in open_columns.items()}
        islands = open_columns["island"]
        begins = np.append(True, islands[1:] != islands[:-1])[: len(islands)]
        starts: Any = np.flatnonzero(begins)
        return KeptSessions(
            columns["last"][is_first],
            columns["records"][is_first],
            Places(columns["code"][is_settled], columns["offset"][is_settled]),
            columns["change"][is_settled],
            islands,
            open_columns["ts"],
            Places(open_columns["code"], open_columns["offset"]),
            open_columns["change"],
            starts,
            np.lexsort((open_columns["offset"], open_columns["code"], islands)),
        )

    @property
    def sizes(self) -> Longs:
        """Number of records of each open island."""
        return np.diff(np.append(self.starts, len(self.islands)))


class SessionTable:
    """The pass results of one program and log."""

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

    # --- the pass ---------------------------------------------------------------------------------

    def _pass(self, idleness_ms: Iterable[int | None]) -> KeptSessions:
        plan = self._plan
        steps = tuple(self.watermarks.steps(0, wait) for wait in idleness_ms)
        session_pass = SessionPass(plan.gap, plan.key_shape, steps)
        return KeptSessions.of(self._run.of_keys(session_pass, KEPT_SCHEMA))

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

    # --- points -----------------------------------------------------------------------------------

    def figures(self, delay_ms: int, idleness_ms: int | None, lateness_ms: int) -> Figures:
        """Compute the statistics of one point."""
        pass_result = self._kept_for(idleness_ms)
        gap = self._plan.gap
        steps = self.watermarks.steps(delay_ms, idleness_ms)
        watermarks = steps.watermark_at(*pass_result.open_places)
        is_simple = simple_islands(pass_result.islands, pass_result.timestamps, watermarks, gap)
        simple_totals = _whole(pass_result, is_simple, gap)
        complex_totals = _cut(pass_result, ~is_simple, watermarks, gap, lateness_ms)
        timer_ends = np.concatenate([simple_totals.fired, complex_totals.fired])
        session_ends = np.concatenate([simple_totals.over, complex_totals.over])
        on_time = simple_totals.on_time + complex_totals.on_time
        step = steps.first_at(timer_ends - 1)
        fires = step < len(steps.watermarks)
        delays = steps.times[step[fires]] - timer_ends[fires]
        panes_max, panes_mean = self._panes(
            steps, simple_totals, complex_totals, session_ends + (lateness_ms - 1)
        )
        return Figures(
            on_time + complex_totals.late + complex_totals.lost, on_time, complex_totals.late,
            complex_totals.lost, complex_totals.lost, int(fires.sum()),
            *spread_of(delays, np.ones(len(delays), np.int64)), panes_max, panes_mean,
        )  # fmt: skip

    def _panes(
        self, steps: Steps, whole: SessionTotals, cut: SessionTotals, clean_at: Longs
    ) -> tuple[int, float]:
        """Return the maximum and the time average of the number of open sessions."""
        step = steps.first_at(clean_at)
        step = step[step < len(steps.watermarks)]
        codes = np.concatenate([whole.places.codes, cut.places.codes, steps.codes[step]])
        offsets = np.concatenate([whole.places.offsets, cut.places.offsets, steps.offsets[step]])
        record_changes = np.concatenate([whole.changes, cut.changes])
        changes = np.concatenate([record_changes, np.full(len(step), -1)])
        if not len(changes):
            return 0, 0.0
        order = np.lexsort((offsets, codes))
        splits = len(self._plan.source.chain.split_names)
        times = np.concatenate([codes[: len(record_changes)] // splits, steps.times[step]])
        length, end = self.watermarks.length_ms, self.watermarks.end_ms
        lifetime_ms = int((changes * (end - times)).sum())
        return int(np.cumsum(changes[order]).max()), lifetime_ms / length if length else 0.0


def _whole(kept: KeptSessions, simple: Flags, gap: int) -> SessionTotals:
    """Compute the totals of the islands that are one session at this point."""
    sizes = kept.sizes
    lasts = kept.timestamps[kept.starts + sizes - 1]
    ends = np.concatenate([kept.lasts, lasts[simple]]) + gap
    chosen = np.repeat(simple, sizes) & (kept.open_changes != 0)
    settled_positions, open_positions = kept.places, kept.open_places
    return SessionTotals(
        on_time=int(kept.records.sum() + sizes[simple].sum()),
        late=0,
        lost=0,
        fired=ends,
        over=ends,
        places=Places(
            np.concatenate([settled_positions.codes, open_positions.codes[chosen]]),
            np.concatenate([settled_positions.offsets, open_positions.offsets[chosen]]),
        ),
        changes=np.concatenate([kept.changes, kept.open_changes[chosen]]),
    )


def _cut(
    kept: KeptSessions, chosen: Flags, watermarks: Longs, gap: int, lateness_ms: int
) -> SessionTotals:
    """Compute the totals of the *chosen* islands, record by record."""
    sizes = kept.sizes
    rows = kept.in_order[np.repeat(chosen, sizes)]
    places = Places(kept.open_places.codes[rows], kept.open_places.offsets[rows])
    return totals_of(
        sizes[chosen].tolist(), kept.timestamps[rows], watermarks[rows], places, gap,
        lateness_ms,
    )  # fmt: skip
