"""Session windows on columns of records.

Sorting splits the records into islands: records of a key with gaps of at most the session gap.
Most islands are simple, that is, one session that fires once. The few others (complex islands) are
processed record by record.

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

from flinksim.replay.compile.columnar_plan import ColumnarPlan, extract_window_operator
from flinksim.replay.expressions.record_shapes import (
    ARROW_TYPES,
    create_field_getter,
    create_value_builder,
    pack_columns,
)
from flinksim.replay.expressions.symbolic_values import RecordShape
from flinksim.replay.kernel.eviction import select_surviving_rows
from flinksim.replay.kernel.firings import (
    FIRING_KINDS,
    DroppedColumns,
    FiringColumns,
    RaggedRows,
    compute_firing_kinds,
)
from flinksim.replay.kernel.session_merge import SessionFiring, SessionMerger
from flinksim.replay.kernel.session_split import Islands, find_islands
from flinksim.replay.kernel.window_aggregates import (
    GroupedRecords,
    WindowAggregates,
    evaluate_fields,
)
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import ChainRunner, VertexPlan, WatermarkTimeline
from flinksim.replay.operators.watermark_positions import Longs, WatermarkSteps


class SessionWindowColumns:
    """The session windows of some keys, computed from all records of these keys."""

    def __init__(
        self,
        plan: ColumnarPlan,
        steps: WatermarkSteps,
        timeline: WatermarkTimeline,
        grouped: GroupedRecords,
    ) -> None:
        self._plan, self._steps, self._timeline = plan, steps, timeline
        self.grouped = grouped
        self._records, self._keys, self._aggregator = (
            grouped.records,
            grouped.keys,
            grouped.aggregator,
        )
        records = self._records
        self._watermarks = steps.get_watermarks(records.codes, records.offsets)
        in_order = plan.needs_ordered_sessions
        places = (records.codes, records.offsets) if in_order else None
        self._islands = find_islands(
            self._keys.numbers, records.timestamps, self._watermarks, places, plan.gap,
            plan.lateness,
        )  # fmt: skip
        if plan.rule.has_early_firings:
            self._islands.is_simple[:] = False  # A session with early firings fires more than once.

    def iterate_firings(self) -> Iterator[FiringColumns]:
        """Iterate over all firings."""
        yield self._fire_simple(self._islands)
        yield from self._complex_firings[0]

    def find_dropped(self) -> DroppedColumns:
        """Find the records that are too late and dropped."""
        lost = np.concatenate([self._islands.dropped, self._complex_firings[1]])
        return DroppedColumns(lost, self._watermarks[lost])

    @cached_property
    def _complex_firings(self) -> tuple[list[FiringColumns], Longs]:
        """Firings of all complex islands, and the indices of the records dropped there."""
        return self._run_operator() if self._plan.needs_ordered_sessions else self._merge_sessions()

    def _find_timer_firings(self, ends: Longs) -> tuple[Longs, Longs, Longs]:
        """Find the sessions that a timer fires because a watermark reaches their end.

        Returns their indices in *ends*, and the watermark and processing time of each firing.
        """
        step = self._steps.find_first_step(ends - 1)
        fires = np.flatnonzero(step < len(self._steps.watermarks))
        step = step[fires]
        return fires, self._steps.watermarks[step], self._steps.times[step]

    # --- simple islands ---------------------------------------------------------------------------

    def _fire_simple(self, islands: Islands) -> FiringColumns:
        plan, is_simple, timestamps = self._plan, islands.is_simple, self._records.timestamps
        firsts = islands.order[islands.starts[is_simple]]
        ends = timestamps[islands.order[islands.last_indices[is_simple]]] + plan.gap
        rows, island = _select_records(islands, is_simple)
        fires, watermarks, times = self._find_timer_firings(ends)
        sizes = islands.sizes[is_simple]
        contents: WindowAggregates | RaggedRows
        if self._plan.aggregation.is_list:
            ends_at = np.cumsum(sizes)
            begins = (ends_at - sizes)[fires]
            contents = select_surviving_rows(
                plan.eviction, rows, (begins, begins, ends_at[fires]), timestamps
            )
            counts = np.diff(contents.bounds)
        else:
            cells = self._aggregator.create_empty(len(firsts))
            self._aggregator.add_rows(cells, island, rows)
            contents, counts = cells.take(fires), sizes[fires]
        return FiringColumns(
            self._keys.numbers[firsts[fires]], timestamps[firsts[fires]], ends[fires],
            np.zeros(len(fires), np.int8), counts, contents, watermarks, times,
        )  # fmt: skip

    def _select_complex_records(self) -> tuple[Longs, Longs]:
        """Select the records of complex islands: island by island, each in processing order.

        Also returns the island number of each.
        """
        members, island = _select_records(self._islands, ~self._islands.is_simple)
        records = self._records
        order = np.lexsort((records.offsets[members], records.codes[members], island))
        return members[order], island[order]

    # --- complex islands, independent of the order of records -------------------------------------

    def _merge_sessions(self) -> tuple[list[FiringColumns], Longs]:
        plan, records, aggregator = self._plan, self._records, self._aggregator
        members, island = self._select_complex_records()
        merger = SessionMerger(plan.gap, plan.lateness, aggregator.merge_functions)
        columns = aggregator.read_values(members)
        values = zip(*columns, strict=True) if columns else repeat((), len(members))
        merger.process(
            np.bincount(island).tolist(),
            zip(
                members.tolist(), records.timestamps[members].tolist(),
                self._watermarks[members].tolist(), values, strict=True,
            ),
        )  # fmt: skip
        ends = np.array([firing.end for firing in merger.timer_firings], np.int64)
        fires, watermarks, times = self._find_timer_firings(ends)
        timer_firings = self._create_firings(
            [merger.timer_firings[at] for at in fires.tolist()], watermarks, times
        )
        record_rows = np.array([firing.record for firing in merger.record_firings], np.int64)
        record_firings = self._create_firings(
            merger.record_firings, self._watermarks[record_rows], records.arrivals[record_rows]
        )
        return [timer_firings, record_firings], np.array(merger.lost_records, np.int64)

    def _create_firings(
        self, firings: Sequence[SessionFiring], watermarks: Longs, times: Longs
    ) -> FiringColumns:
        counts = [firing.records for firing in firings]
        cells = self._aggregator.create_cells_from_values(
            counts, [firing.values for firing in firings]
        )
        return FiringColumns(
            self._keys.numbers[np.array([firing.record for firing in firings], np.int64)],
            np.array([firing.start for firing in firings], np.int64),
            np.array([firing.end for firing in firings], np.int64),
            compute_firing_kinds(np.array([not firing.is_first for firing in firings], bool)),
            cells.counts, cells, watermarks, times,
        )  # fmt: skip

    # --- complex islands, dependent on the order of records ---------------------------------------

    def _run_operator(self) -> tuple[list[FiringColumns], Longs]:
        """Run the simulator's window operator on the records of complex islands, in processing order.

        Used if results depend on the order of the records. Returns the firings and the dropped records.
        """
        plan, records = self._plan, self._records
        members = self._select_complex_records()[0]
        members = members[np.lexsort((records.offsets[members], records.codes[members]))]
        if not len(members):
            return [], members
        runner = _SessionRunner(
            _extract_single_operator(plan.window.chain), 0, None, self._timeline
        )
        edge = next(iter(plan.window.chain.inputs))
        splits = len(plan.source.chain.split_names)
        rows = zip(
            members.tolist(), records.codes[members].tolist(), records.offsets[members].tolist(),
            records.timestamps[members].tolist(), self._read_values(plan.event_shape, members),
            strict=True,
        )  # fmt: skip
        for row, code, offset, timestamp, value in rows:
            arrival, split = divmod(code, splits)
            root = positions.from_record(arrival, split, offset)
            runner.row = row
            runner.process_record(positions.extend_to_subtask(root, 0, 0), edge, value, timestamp)
        runner.finish()
        fired = [self._convert_firings(runner.firings, members)] if runner.firings else []
        return fired, np.array(runner.lost_rows, np.int64)

    def _convert_firings(self, firings: Sequence[tuple[Any, ...]], rows: Longs) -> FiringColumns:
        shape = self._plan.aggregation.shape
        keys, windows, kinds, counts, contents, watermarks, times = zip(*firings, strict=True)
        numbers = np.unique(self._keys.numbers[rows])
        of_key = self._read_values(self._plan.key_shape, self._keys.first_rows[numbers])
        number_of = dict(zip(of_key, numbers.tolist(), strict=True))
        if self._plan.aggregation.is_list:
            bounds = np.append(0, np.cumsum([len(each) for each in contents]))
            values = self._pack_values(shape, [value for each in contents for value in each])
            results = pa.ListArray.from_arrays(pa.array(bounds, pa.int32()), values)
        else:
            results = self._pack_values(shape, contents)
        return FiringColumns(
            np.array([number_of[key] for key in keys], np.int64),
            np.array([start for start, _ in windows], np.int64),
            np.array([end for _, end in windows], np.int64),
            np.array([FIRING_KINDS.index(kind) for kind in kinds], np.int8),
            np.array(counts, np.int64), results, np.array(watermarks, np.int64),
            np.array(times, np.int64),
        )  # fmt: skip

    def _pack_values(self, shape: RecordShape, values: Sequence[Any]) -> pa.Array:
        fields = create_field_getter(shape)
        cells = [fields(value) for value in values]
        columns = [
            pa.array([row[place] for row in cells], ARROW_TYPES[kind])
            for place, (_, kind) in enumerate(shape.fields)
        ]
        return pack_columns(shape, columns)

    def _read_values(self, shape: RecordShape, rows: Longs) -> Iterator[Any]:
        """Read records as Python values of the program, with the fields of *shape*."""
        table = self._records.columns.take(pa.array(rows))
        columns = [column.to_pylist() for column in evaluate_fields(shape, table)]
        return map(create_value_builder(shape), zip(*columns, strict=True))


def _select_records(islands: Islands, chosen: Any) -> tuple[Longs, Longs]:
    """Select the records of the *chosen* islands, and number these islands from 0.

    Returns the record indices, and the island number of each.
    """
    sizes = islands.sizes
    members: Longs = islands.order[np.repeat(chosen, sizes)]
    return members, np.repeat(np.arange(int(np.sum(chosen))), sizes[chosen])


def _extract_single_operator(chain: VertexPlan) -> VertexPlan:
    """Return a plan with only the window operator of *chain*, as a single subtask."""
    return replace(
        chain,
        operators=(extract_window_operator(chain),),
        parallelism=1,
        edges={},
        emits_controls=False,
    )


class _SessionRunner(ChainRunner):
    """Runs a window operator and collects its firings and the indices of the records that it drops."""

    def __init__(
        self, plan: VertexPlan, subtask: int, rows: None, timeline: WatermarkTimeline
    ) -> None:
        self.firings: list[tuple[Any, ...]] = []
        self.lost_rows: list[int] = []
        self.row = -1
        """Index of the record that is being processed."""
        super().__init__(plan, subtask, rows, timeline)

    def record_firing(self, node: int, firing: tuple[Any, ...]) -> None:
        self.firings.append((*firing, positions.get_time_ms(self.position)))

    def record_drop(self, node: int, timestamp: int | None, drop: tuple[Any, ...]) -> None:
        self.lost_rows.append(self.row)


__all__ = ["SessionWindowColumns"]
