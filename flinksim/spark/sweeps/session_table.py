"""Sessions at any settings: from what one pass over the log has kept, point by point.

Which sessions there are depends on the point: a record that comes too late at one delay joins two
sessions at another. So there are no counts that would do for all points, as there are for windows that
stand fast. But only islands (see ``session_pass``) that a smaller watermark could cut have to be looked
at again; and of those only the ones that the point's own watermark cuts go record by record.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from flinksim.spark.columnar.run import KernelRun
from flinksim.spark.columnar.session_cutting import Flags, simple_islands
from flinksim.spark.generic.cuts import Longs, Steps
from flinksim.spark.native.plan import NativePlan
from flinksim.spark.sweeps.figures import Figures, spread_of
from flinksim.spark.sweeps.session_pass import KEPT_SCHEMA, SessionPass
from flinksim.spark.sweeps.session_totals import Places, SessionTotals, totals_of
from flinksim.spark.sweeps.watermarks import Watermarks


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
        """From rows of :data:`~session_pass.KEPT_SCHEMA`."""
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
