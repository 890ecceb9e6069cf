"""Session windows on columns: islands by sorting; the few complex islands record by record.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import repeat
from typing import Any

import numpy as np
import pyarrow as pa

from flinksim.replay.compile.columnar_plan import NativePlan, head_of
from flinksim.replay.expressions.record_shapes import ARROW_TYPES, fields_of, maker, packed
from flinksim.replay.expressions.symbolic_values import Shape
from flinksim.replay.kernel.eviction import left_by
from flinksim.replay.kernel.firings import KINDS, Dropped, Fired, Lists, kinds_of
from flinksim.replay.kernel.session_merge import SessionFiring, SessionMerging
from flinksim.replay.kernel.session_split import Islands, find_islands
from flinksim.replay.kernel.window_aggregates import Cells, Grouped, field_columns
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import ChainPlan, ChainRunner, Timeline
from flinksim.replay.operators.watermark_positions import Longs, Steps


class Sessions:
    """The session windows of all records of some keys."""

    def __init__(self, plan: NativePlan, steps: Steps, timeline: Timeline, group: Grouped) -> None:
        self._plan, self._steps, self._timeline = plan, steps, timeline
        self.group = group
        self._records, self._keys, self._adding = group.records, group.keys, group.adding
        records = self._records
        self._watermarks = steps.watermark_at(records.codes, records.offsets)
        in_order = plan.sessions_go_in_order
        places = (records.codes, records.offsets) if in_order else None
        self._islands = find_islands(
            self._keys.numbers, records.timestamps, self._watermarks, places, plan.gap,
            plan.lateness,
        )  # fmt: skip
        if plan.rule.is_of_records:
            self._islands.simple[:] = False  # A session with early firings fires more than once.

    def fired(self) -> Iterator[Fired]:
        """Iterate over all firings."""
        yield self._simple(self._islands)
        yield from self._others[0]

    def dropped(self) -> Dropped:
        """Find the records that were too late."""
        lost = np.concatenate([self._islands.dropped, self._others[1]])
        return Dropped(lost, self._watermarks[lost])

    @cached_property
    def _others(self) -> tuple[list[Fired], Longs]:
        """Firings of all complex islands, and the records lost there."""
        return self._by_operator() if self._plan.sessions_go_in_order else self._by_course()

    def _of_timers(self, ends: Longs) -> tuple[Longs, Longs, Longs]:
        """Find which sessions with these *ends* a timer fires, with watermarks and times."""
        step = self._steps.first_at(ends - 1)
        fires = np.flatnonzero(step < len(self._steps.watermarks))
        step = step[fires]
        return fires, self._steps.watermarks[step], self._steps.times[step]

    # --- simple islands ---------------------------------------------------------------------------

    def _simple(self, islands: Islands) -> Fired:
        plan, is_simple, timestamps = self._plan, islands.simple, self._records.timestamps
        firsts = islands.order[islands.starts[is_simple]]
        ends = timestamps[islands.order[islands.lasts[is_simple]]] + plan.gap
        rows, island = _members(islands, is_simple)
        fires, watermarks, times = self._of_timers(ends)
        sizes = islands.sizes[is_simple]
        contents: Cells | Lists
        if self._plan.aggregation.is_list:
            ends_at = np.cumsum(sizes)
            begins = (ends_at - sizes)[fires]
            contents = left_by(plan.eviction, rows, (begins, begins, ends_at[fires]), timestamps)
            counts = np.diff(contents.bounds)
        else:
            cells = self._adding.empty(len(firsts))
            self._adding.add(cells, island, rows)
            contents, counts = cells.take(fires), sizes[fires]
        return Fired(
            self._keys.numbers[firsts[fires]], timestamps[firsts[fires]], ends[fires],
            np.zeros(len(fires), np.int8), counts, contents, watermarks, times,
        )  # fmt: skip

    def _members(self) -> tuple[Longs, Longs]:
        """Select the records of complex islands, island by island in the order of the run."""
        members, island = _members(self._islands, ~self._islands.simple)
        records = self._records
        order = np.lexsort((records.offsets[members], records.codes[members], island))
        return members[order], island[order]

    # --- complex islands, independent of the order of records -------------------------------------

    def _by_course(self) -> tuple[list[Fired], Longs]:
        plan, records, aggregator = self._plan, self._records, self._adding
        members, island = self._members()
        merger = SessionMerging(plan.gap, plan.lateness, aggregator.merges)
        columns = aggregator.values(members)
        values = zip(*columns, strict=True) if columns else repeat((), len(members))
        merger.follow(
            np.bincount(island).tolist(),
            zip(
                members.tolist(), records.timestamps[members].tolist(),
                self._watermarks[members].tolist(), values, strict=True,
            ),
        )  # fmt: skip
        ends = np.array([firing.end for firing in merger.by_timer], np.int64)
        fires, watermarks, times = self._of_timers(ends)
        timer_firings = self._told(
            [merger.by_timer[at] for at in fires.tolist()], watermarks, times
        )
        record_rows = np.array([firing.record for firing in merger.at_once], np.int64)
        record_firings = self._told(
            merger.at_once, self._watermarks[record_rows], records.arrivals[record_rows]
        )
        return [timer_firings, record_firings], np.array(merger.lost, np.int64)

    def _told(self, firings: Sequence[SessionFiring], watermarks: Longs, times: Longs) -> Fired:
        counts = [firing.records for firing in firings]
        cells = self._adding.cells_of(counts, [firing.values for firing in firings])
        return Fired(
            self._keys.numbers[np.array([firing.record for firing in firings], np.int64)],
            np.array([firing.start for firing in firings], np.int64),
            np.array([firing.end for firing in firings], np.int64),
            kinds_of(np.array([not firing.is_first for firing in firings], bool)),
            cells.count, cells, watermarks, times,
        )  # fmt: skip

    # --- complex islands, dependent on the order of records ---------------------------------------

    def _by_operator(self) -> tuple[list[Fired], Longs]:
        """Run the simulator's operator on complex islands, in the order of the run."""
        plan, records = self._plan, self._records
        members = self._members()[0]
        members = members[np.lexsort((records.offsets[members], records.codes[members]))]
        if not len(members):
            return [], members
        runner = _SessionRunner(_head_alone(plan.window.chain), 0, None, self._timeline)
        edge = next(iter(plan.window.chain.inputs))
        splits = len(plan.source.chain.split_names)
        rows = zip(
            members.tolist(), records.codes[members].tolist(), records.offsets[members].tolist(),
            records.timestamps[members].tolist(), self._values(plan.event_shape, members),
            strict=True,
        )  # fmt: skip
        for row, code, offset, timestamp, value in rows:
            arrival, split = divmod(code, splits)
            root = positions.of_record(arrival, split, offset)
            runner.row = row
            runner.take(positions.in_subtask(root, 0, 0), edge, value, timestamp)
        runner.finish()
        fired = [self._fired_by(runner.firings, members)] if runner.firings else []
        return fired, np.array(runner.lost, np.int64)

    def _fired_by(self, firings: Sequence[tuple[Any, ...]], members: Longs) -> Fired:
        shape = self._plan.aggregation.shape
        keys, windows, kinds, counts, contents, watermarks, times = zip(*firings, strict=True)
        numbers = np.unique(self._keys.numbers[members])
        of_key = self._values(self._plan.key_shape, self._keys.firsts[numbers])
        number_of = dict(zip(of_key, numbers.tolist(), strict=True))
        if self._plan.aggregation.is_list:
            bounds = np.append(0, np.cumsum([len(each) for each in contents]))
            values = self._packed(shape, [value for each in contents for value in each])
            results = pa.ListArray.from_arrays(pa.array(bounds, pa.int32()), values)
        else:
            results = self._packed(shape, contents)
        return Fired(
            np.array([number_of[key] for key in keys], np.int64),
            np.array([start for start, _ in windows], np.int64),
            np.array([end for _, end in windows], np.int64),
            np.array([KINDS.index(kind) for kind in kinds], np.int8),
            np.array(counts, np.int64), results, np.array(watermarks, np.int64),
            np.array(times, np.int64),
        )  # fmt: skip

    def _packed(self, shape: Shape, values: Sequence[Any]) -> pa.Array:
        fields = fields_of(shape)
        cells = [fields(value) for value in values]
        columns = [
            pa.array([row[place] for row in cells], ARROW_TYPES[kind])
            for place, (_, kind) in enumerate(shape.fields)
        ]
        return packed(shape, columns)

    def _values(self, shape: Shape, rows: Longs) -> Iterator[Any]:
        """Read the program's values of some records."""
        table = self._records.columns.take(pa.array(rows))
        columns = [column.to_pylist() for column in field_columns(shape, table)]
        return map(maker(shape), zip(*columns, strict=True))


def _members(islands: Islands, chosen: Any) -> tuple[Longs, Longs]:
    """Select the records of the chosen islands, with their island number among these."""
    sizes = islands.sizes
    members: Longs = islands.order[np.repeat(chosen, sizes)]
    return members, np.repeat(np.arange(int(np.sum(chosen))), sizes[chosen])


def _head_alone(chain: ChainPlan) -> ChainPlan:
    """Return the window operator without chained operators, as the only subtask."""
    return replace(
        chain, operators=(head_of(chain),), parallelism=1, edges={}, tells_controls=False
    )


class _SessionRunner(ChainRunner):
    """Runner of a window operator that collects its firings and the rows that it drops."""

    def __init__(self, plan: ChainPlan, subtask: int, rows: None, timeline: Timeline) -> None:
        self.firings: list[tuple[Any, ...]] = []
        self.lost: list[int] = []
        self.row = -1
        """Row of the record that is being processed."""
        super().__init__(plan, subtask, rows, timeline)

    def fired(self, node: int, firing: tuple[Any, ...]) -> None:
        self.firings.append((*firing, positions.time_of(self.position)))

    def dropped(self, node: int, timestamp: int | None, drop: tuple[Any, ...]) -> None:
        self.lost.append(self.row)


__all__ = ["Sessions"]
