"""Session windows at any setting, from a selection of records made in one pass over the log.

The sessions depend on the delay, idle timeout and allowed lateness: a record that is late at one
delay merges two sessions at another. So no counts fit all settings, as for aligned windows.

Records of one key whose timestamps are at most the gap apart form an *island*. A smaller watermark
keeps more of an island together. So an island that is one session without delay is the same session
at every delay and lateness. Such an island is *settled*: of its records only those are selected that
change the number of sessions. Of the other, *open* islands all records are selected. At a point
(combination of settings), only islands that the point's watermark splits are processed record by
record.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count, repeat
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from flinksim.replay.compile.columnar_plan import ColumnarPlan
from flinksim.replay.expressions.symbolic_values import RecordShape
from flinksim.replay.kernel.kernel_run import KernelRun
from flinksim.replay.kernel.record_columns import Records, number_keys
from flinksim.replay.kernel.session_merge import SessionMerger
from flinksim.replay.kernel.session_split import (
    Flags,
    find_simple_islands,
    sort_by_key_and_time,
    split_islands,
)
from flinksim.replay.kernel.window_aggregates import evaluate_fields
from flinksim.replay.operators.watermark_positions import Longs, WatermarkSteps
from flinksim.replay.sweep.statistics import SweepStatistics, compute_quantiles
from flinksim.replay.sweep.watermark_sweep import Watermarks

SESSION_SCHEMA = pa.schema([
    ("island", pa.int64()), ("settled", pa.bool_()),
    *((name, pa.int64()) for name in ("records", "ts", "last", "code", "offset", "change")),
])  # fmt: skip
"""Schema of the records that the pass selects.

``island`` is the group of records of a key that gaps do not separate, ``settled`` whether it is the
same session at every setting. ``records`` is the number of records that a row represents, ``last``
the island's maximum timestamp. ``change`` is by how much the record changes the number of sessions,
if no session has closed.
"""


@dataclass(frozen=True, slots=True)
class SessionPass:
    """Worker function of the pass; ``steps`` are watermarks without delay, one per idle timeout."""

    gap: int
    key_shape: RecordShape
    steps: tuple[WatermarkSteps, ...]

    def __call__(self, records: Records, number: int) -> pa.Table:
        """Select the records that points need, of the keys in unit *number*; see :data:`SESSION_SCHEMA`."""
        return _select_records(records, number, self)


def _select_records(window_records: Records, number: int, session_pass: SessionPass) -> pa.Table:
    columns = evaluate_fields(session_pass.key_shape, window_records.columns)
    keys, stamps = (
        number_keys(session_pass.key_shape, columns, len(window_records)).numbers,
        window_records.timestamps,
    )
    order = sort_by_key_and_time(keys, stamps)
    keys, stamps = keys[order], stamps[order]
    codes, offsets = window_records.codes[order], window_records.offsets[order]
    starts, lasts = split_islands(keys, stamps, session_pass.gap)
    sizes = np.diff(np.append(starts, len(keys)))
    is_settled = np.ones(len(starts), bool)
    for steps in session_pass.steps:
        is_settled &= find_simple_islands(
            keys, stamps, steps.get_watermarks(codes, offsets), session_pass.gap
        )
    islands = np.repeat(np.arange(len(starts)), sizes)
    changes = compute_session_changes(
        islands, stamps, compute_ranks(codes, offsets), session_pass.gap
    )
    records = np.where(is_settled[islands], 0, 1)
    openings = _find_first_openings(islands, changes, is_settled[islands])
    records[openings] = sizes[islands[openings]]
    is_kept = ~is_settled[islands] | (changes != 0)
    columns_to_keep = [
        islands + (number << 40), is_settled[islands], records, stamps, lasts, codes, offsets, changes,
    ]  # fmt: skip
    return pa.Table.from_arrays(
        [pa.array(column[is_kept]) for column in columns_to_keep], schema=SESSION_SCHEMA
    )


def _find_first_openings(islands: Longs, changes: Longs, settled: Flags) -> Longs:
    """Find, for each island that is one session at every setting, one record that opens a session."""
    places: Any = np.flatnonzero(settled & (changes > 0))
    _, first = np.unique(islands[places], return_index=True)
    found: Longs = places[first]
    return found


def compute_ranks(codes: Longs, offsets: Longs) -> Longs:
    """Compute the rank of each record in arrival order, from 0."""
    ranks = np.empty(len(codes), np.int64)
    ranks[np.lexsort((offsets, codes))] = np.arange(len(codes))
    return ranks


def compute_session_changes(islands: Longs, timestamps: Longs, ranks: Longs, gap: int) -> Longs:
    """Compute by how many each arriving record changes the number of sessions, if none has closed.

    The records are sorted by island and timestamp. A record that is near no other adds a session; one
    between two sessions merges them.
    """
    left = _find_earlier_neighbors(islands, timestamps, ranks, gap)
    # The same in reverse direction.
    mirrored = _find_earlier_neighbors(-islands[::-1], -timestamps[::-1], ranks[::-1], gap)[::-1]
    right = np.where(mirrored < 0, -1, len(ranks) - 1 - mirrored)
    has_left, has_right = left >= 0, right >= 0
    were_one = has_left & has_right & (timestamps[right] - timestamps[left] <= gap)
    changes: Longs = 1 - has_left.astype(np.int64) - has_right + were_one
    return changes


def _find_earlier_neighbors(islands: Longs, timestamps: Longs, ranks: Longs, gap: int) -> Longs:
    """Find for each record the one with the next lower timestamp that arrived earlier, within the gap.

    Returns indices, -1 for none. All records search in parallel: if the neighbor arrived later, the
    search continues from its neighbor.
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


class RecordPositions(NamedTuple):
    """Positions of records in arrival order, by code and offset.

    See :mod:`flinksim.replay.operators.watermark_positions`.
    """

    codes: Longs
    offsets: Longs


@dataclass(frozen=True, slots=True)
class SessionTotals:
    """Record counts and sessions of some islands at one point of the sweep.

    ``timer_ends`` are the ends of sessions that a timer fires, if the watermark gets there.
    ``session_ends`` are the final ends of all sessions. ``changes`` has, for each of ``positions``, by
    how much the record there changes the number of sessions, without cleanups.
    """

    on_time: int
    late: int
    lost: int
    timer_ends: Longs
    session_ends: Longs
    positions: RecordPositions
    changes: Longs


def compute_totals(
    sizes: Sequence[int],
    timestamps: Longs,
    watermarks: Longs,
    positions: RecordPositions,
    gap: int,
    lateness_ms: int,
) -> SessionTotals:
    """Count the records and sessions of islands by merging their records in arrival order.

    Args:
        sizes: Number of records of each island.
        timestamps: Timestamps in milliseconds.
        watermarks: The watermark at the arrival of each record.
        positions: Positions of the records.
        gap: Session gap in milliseconds.
        lateness_ms: Allowed lateness.
    """
    merger = SessionMerger(gap, lateness_ms)
    merger.process(sizes, zip(count(), timestamps.tolist(), watermarks.tolist(), repeat(())))
    changes = np.array(merger.session_count_changes, np.int64)
    changed = np.flatnonzero(changes)
    late, lost = len(merger.record_firings), len(merger.lost_records)
    return SessionTotals(
        len(changes) - late - lost,
        late,
        lost,
        np.array([firing.end for firing in merger.timer_firings], np.int64),
        np.array(merger.session_ends, np.int64),
        RecordPositions(positions.codes[changed], positions.offsets[changed]),
        changes[changed],
    )


@dataclass(frozen=True, slots=True)
class SessionPassResult:
    """Records that one pass has selected, for some idle timeouts.

    ``last_timestamps`` and ``record_counts`` are per settled island (one session at every setting),
    ``changes`` per record of these. Of open islands all records are selected, by island and timestamp;
    island *i* starts at ``starts[i]``. ``run_order`` are the indices of the same records by island and
    arrival.
    """

    last_timestamps: Longs
    record_counts: Longs
    positions: RecordPositions
    changes: Longs
    islands: Longs
    timestamps: Longs
    open_positions: RecordPositions
    open_changes: Longs
    starts: Longs
    run_order: Longs

    @staticmethod
    def from_table(table: pa.Table) -> SessionPassResult:
        """Create the result from rows of :data:`SESSION_SCHEMA`."""
        columns = {name: table.column(name).to_numpy() for name in table.column_names}
        is_settled = columns["settled"].astype(bool)
        is_first = is_settled & (columns["records"] > 0)
        open_columns = {name: column[~is_settled] for name, column in columns.items()}
        by_time = np.lexsort((open_columns["ts"], open_columns["island"]))
        open_columns = {name: column[by_time] for name, column in open_columns.items()}
        islands = open_columns["island"]
        begins = np.append(True, islands[1:] != islands[:-1])[: len(islands)]
        starts: Any = np.flatnonzero(begins)
        return SessionPassResult(
            columns["last"][is_first],
            columns["records"][is_first],
            RecordPositions(columns["code"][is_settled], columns["offset"][is_settled]),
            columns["change"][is_settled],
            islands,
            open_columns["ts"],
            RecordPositions(open_columns["code"], open_columns["offset"]),
            open_columns["change"],
            starts,
            np.lexsort((open_columns["offset"], open_columns["code"], islands)),
        )

    @property
    def sizes(self) -> Longs:
        """Number of records of each open island (which the delay may split into several sessions)."""
        return np.diff(np.append(self.starts, len(self.islands)))


class SessionTable:
    """Selected records of one program and log, from which points of a session sweep are evaluated."""

    def __init__(
        self, run: KernelRun, plan: ColumnarPlan, idleness_ms: Sequence[int | None]
    ) -> None:
        self._plan = plan
        self._run = run
        reach = run.timestamp_scan
        self.sufficient_ms = (reach.max_timestamp or 0) - (reach.min_timestamp or 0) + plan.gap
        self.watermarks = Watermarks(plan, reach.source_scan)
        kept = self._run_pass(idleness_ms)
        self._results_by_idleness = dict.fromkeys(idleness_ms, kept)

    def __len__(self) -> int:
        different = {id(kept): kept for kept in self._results_by_idleness.values()}.values()
        return sum(len(kept.changes) + len(kept.islands) for kept in different)

    # --- the pass ---------------------------------------------------------------------------------

    def _run_pass(self, idleness_ms: Iterable[int | None]) -> SessionPassResult:
        plan = self._plan
        steps = tuple(self.watermarks.compute_steps(0, wait) for wait in idleness_ms)
        session_pass = SessionPass(plan.gap, plan.key_shape, steps)
        return SessionPassResult.from_table(self._run.fetch_from_keys(session_pass, SESSION_SCHEMA))

    def _get_result(self, idleness_ms: int | None) -> SessionPassResult:
        if idleness_ms not in self._results_by_idleness:
            if not self._run.has_log:
                raise RuntimeError(
                    f"the sweep does not include the idle timeout {idleness_ms}. "
                    "For sessions the log would have to be read again, but the "
                    "job is closed. Pass all idle timeouts to "
                    "job.sweep(idleness_ms=...)"
                )
            self._results_by_idleness[idleness_ms] = self._run_pass([idleness_ms])
        return self._results_by_idleness[idleness_ms]

    # --- points -----------------------------------------------------------------------------------

    def compute_statistics(
        self, delay_ms: int, idleness_ms: int | None, lateness_ms: int
    ) -> SweepStatistics:
        """Compute the statistics for one delay, idle timeout and allowed lateness."""
        pass_result = self._get_result(idleness_ms)
        gap = self._plan.gap
        steps = self.watermarks.compute_steps(delay_ms, idleness_ms)
        watermarks = steps.get_watermarks(*pass_result.open_positions)
        is_simple = find_simple_islands(
            pass_result.islands, pass_result.timestamps, watermarks, gap
        )
        simple_totals = _total_simple_islands(pass_result, is_simple, gap)
        complex_totals = _total_complex_islands(
            pass_result, ~is_simple, watermarks, gap, lateness_ms
        )
        timer_ends = np.concatenate([simple_totals.timer_ends, complex_totals.timer_ends])
        session_ends = np.concatenate([simple_totals.session_ends, complex_totals.session_ends])
        on_time = simple_totals.on_time + complex_totals.on_time
        step = steps.find_first_step(timer_ends - 1)
        fires = step < len(steps.watermarks)
        delays = steps.times[step[fires]] - timer_ends[fires]
        panes_max, panes_mean = self._count_sessions(
            steps, simple_totals, complex_totals, session_ends + (lateness_ms - 1)
        )
        return SweepStatistics(
            on_time + complex_totals.late + complex_totals.lost, on_time, complex_totals.late,
            complex_totals.lost, complex_totals.lost, int(fires.sum()),
            *compute_quantiles(delays, np.ones(len(delays), np.int64)), panes_max, panes_mean,
        )  # fmt: skip

    def _count_sessions(
        self,
        steps: WatermarkSteps,
        simple_totals: SessionTotals,
        complex_totals: SessionTotals,
        cleanup_timestamps: Longs,
    ) -> tuple[int, float]:
        """Return the maximum and the time average of the number of open sessions."""
        step = steps.find_first_step(cleanup_timestamps)
        step = step[step < len(steps.watermarks)]
        codes = np.concatenate(
            [simple_totals.positions.codes, complex_totals.positions.codes, steps.codes[step]]
        )
        offsets = np.concatenate(
            [simple_totals.positions.offsets, complex_totals.positions.offsets, steps.offsets[step]]
        )
        record_changes = np.concatenate([simple_totals.changes, complex_totals.changes])
        changes = np.concatenate([record_changes, np.full(len(step), -1)])
        if not len(changes):
            return 0, 0.0
        order = np.lexsort((offsets, codes))
        splits = len(self._plan.source.chain.split_names)
        times = np.concatenate([codes[: len(record_changes)] // splits, steps.times[step]])
        length, end = self.watermarks.duration_ms, self.watermarks.end_ms
        lifetime_ms = int((changes * (end - times)).sum())
        return int(np.cumsum(changes[order]).max()), lifetime_ms / length if length else 0.0


def _total_simple_islands(pass_result: SessionPassResult, simple: Flags, gap: int) -> SessionTotals:
    """Count the records and sessions of the islands that are one session at this point."""
    sizes = pass_result.sizes
    lasts = pass_result.timestamps[pass_result.starts + sizes - 1]
    ends = np.concatenate([pass_result.last_timestamps, lasts[simple]]) + gap
    chosen = np.repeat(simple, sizes) & (pass_result.open_changes != 0)
    settled_positions, open_positions = pass_result.positions, pass_result.open_positions
    return SessionTotals(
        on_time=int(pass_result.record_counts.sum() + sizes[simple].sum()),
        late=0,
        lost=0,
        timer_ends=ends,
        session_ends=ends,
        positions=RecordPositions(
            np.concatenate([settled_positions.codes, open_positions.codes[chosen]]),
            np.concatenate([settled_positions.offsets, open_positions.offsets[chosen]]),
        ),
        changes=np.concatenate([pass_result.changes, pass_result.open_changes[chosen]]),
    )


def _total_complex_islands(
    pass_result: SessionPassResult, chosen: Flags, watermarks: Longs, gap: int, lateness_ms: int
) -> SessionTotals:
    """Count the records and sessions of the *chosen* islands by merging record by record."""
    sizes = pass_result.sizes
    rows = pass_result.run_order[np.repeat(chosen, sizes)]
    places = RecordPositions(
        pass_result.open_positions.codes[rows], pass_result.open_positions.offsets[rows]
    )
    return compute_totals(
        sizes[chosen].tolist(), pass_result.timestamps[rows], watermarks[rows], places, gap,
        lateness_ms,
    )  # fmt: skip
