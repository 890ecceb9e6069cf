"""What workers do for session windows: whole partitions in, firings or dropped records out."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from flinksim.spark.expressions.shaped_values import fields_of, maker
from flinksim.spark.expressions.sql import TOO_LARGE
from flinksim.spark.expressions.symbolic import Expression, Kind, Shape
from flinksim.spark.generic import positions
from flinksim.spark.generic.chains import ChainPlan, ChainRunner, Timeline
from flinksim.spark.generic.cuts import Longs
from flinksim.spark.native.aggregates import Slot
from flinksim.spark.native.session_course import Firing, SessionCourse
from flinksim.spark.native.session_cutting import Islands, find_islands
from flinksim.spark.native.session_work import ARROW_TYPES, SessionWork, opened

_MERGES: dict[str, Callable[[int, int], int]] = {"sum": operator.add, "min": min, "max": max}


def fired_batches(batches: Iterable[pa.RecordBatch], work: SessionWork) -> Iterator[pa.RecordBatch]:
    """The firings of the keys of one partition."""
    records = _Records.of(batches, work)
    if records is None:
        return
    islands = records.islands()
    yield records.sessions(islands)
    if not work.needs_order:
        yield from records.fired_in(records.course(islands))
        return
    runner = records.run(islands.members_of(~islands.simple))
    if runner.firings:
        yield records.fired(runner.firings)


def dropped_batches(
    batches: Iterable[pa.RecordBatch], work: SessionWork
) -> Iterator[pa.RecordBatch]:
    """The dropped records of the keys of one partition."""
    records = _Records.of(batches, work)
    if records is None:
        return
    islands = records.islands()
    yield records.left_out(islands.dropped)
    if not work.needs_order:
        yield records.left_out(np.array(records.course(islands).lost, np.int64))
        return
    runner = records.run(islands.members_of(~islands.simple))
    if runner.drops:
        yield records.dropped(runner.drops)


class _Records:
    """The records of one partition, in columns."""

    def __init__(self, table: pa.Table, work: SessionWork) -> None:
        self._work = work
        self._table = table
        self._steps, self._timeline = work.shared.value
        self._timestamps = self._longs("_ts")
        self._codes = self._longs("_code")
        self._offsets = self._longs("_offset")
        self._watermarks = self._steps.watermark_at(self._codes, self._offsets)

    @staticmethod
    def of(batches: Iterable[pa.RecordBatch], work: SessionWork) -> _Records | None:
        """The records of all *batches*; ``None`` if there are none."""
        kept = [part for batch in batches for part in opened(batch) if part.num_rows]
        if not kept:
            return None
        return _Records(pa.Table.from_batches(kept).combine_chunks(), work)

    def _longs(self, name: str) -> Longs:
        longs: Longs = self._table.column(name).to_numpy()
        return longs

    def _column(self, expression: Expression) -> pa.ChunkedArray | pa.Array:
        if expression[0] == "literal":
            return pa.repeat(pa.scalar(expression[1]), self._table.num_rows)
        return self._table.column(self._work.columns[expression])

    def islands(self) -> Islands:
        """The records in islands."""
        work = self._work
        places = (self._codes, self._offsets) if work.needs_order else None
        return find_islands(
            self._keys(), self._timestamps, self._watermarks, places, work.gap, work.lateness
        )

    def _chosen(self, shape: Shape, prefix: str, records: pa.Array) -> dict[str, Any]:
        """The columns of values of that shape, of some records."""
        return {
            f"{prefix}{place}": self._column(expression).take(records)
            for place, (expression, _) in enumerate(shape.fields)
        }

    def _keys(self) -> Longs:
        fields = self._work.key_shape.fields
        return key_numbers([(self._column(expression), kind) for expression, kind in fields])

    # --- islands that are one session --------------------------------------------------------------

    def sessions(self, islands: Islands) -> pa.RecordBatch:
        """The firings of the simple islands."""
        simple = islands.simple
        firsts = islands.order[islands.starts[simple]]
        lasts = islands.order[islands.lasts[simple]]
        ends = self._timestamps[lasts] + self._work.gap
        step = self._steps.first_at(ends - 1)
        fires = step < len(self._steps.watermarks)
        firsts, ends, step = firsts[fires], ends[fires], step[fires]
        sizes = np.diff(np.append(islands.starts, len(islands.order)))
        columns = self._chosen(self._work.key_shape, "_k", pa.array(firsts))
        columns["window_start"] = pa.array(self._timestamps[firsts])
        columns["window_end"] = pa.array(ends)
        columns["kind"] = pa.repeat(pa.scalar("on time"), len(firsts))
        columns["count"] = pa.array(sizes[simple][fires].astype(np.int64))
        for name, slot, _, _ in self._work.slots:
            columns[name] = self._kept(slot, islands, firsts, lambda every: every[simple][fires])
        columns["watermark"] = pa.array(self._steps.watermarks[step])
        columns["time"] = pa.array(self._steps.times[step])
        return _batch(columns)

    def _kept(
        self, slot: Slot, islands: Islands, firsts: Longs, chosen: Callable[[Longs], Longs]
    ) -> pa.Array:
        if slot.how == "first":
            return self._column(slot.expression).take(pa.array(firsts))
        if slot.how == "of that record":
            return self._column(slot.expression).take(pa.array(chosen(self._extremes(islands))))
        values = np.asarray(self._column(slot.expression))[islands.order]
        if slot.how == "sum":
            return pa.array(chosen(_sums(values, islands.starts)))
        extreme = np.minimum if slot.how == "min" else np.maximum
        return pa.array(chosen(extreme.reduceat(values, islands.starts)))

    def _extremes(self, islands: Islands) -> Longs:
        """The first record with the least or greatest value of each island."""
        assert self._work.by is not None
        how, expression = self._work.by
        values = np.asarray(self._column(expression))[islands.order]
        extreme = np.minimum if how == "min" else np.maximum
        best = extreme.reduceat(values, islands.starts)
        sizes = np.diff(np.append(islands.starts, len(islands.order)))
        places = np.arange(len(values))
        found = np.where(values == np.repeat(best, sizes), places, len(values))
        return islands.order[np.minimum.reduceat(found, islands.starts)]

    # --- others of which the order of records does not matter --------------------------------------

    def course(self, islands: Islands) -> SessionCourse:
        """What becomes of the islands that are not simple."""
        work = self._work
        sizes = np.diff(np.append(islands.starts, len(islands.order)))[~islands.simple]
        members = islands.members_of(~islands.simple)
        island = np.repeat(np.arange(len(sizes)), sizes)
        members = members[np.lexsort((self._offsets[members], self._codes[members], island))]
        chosen = pa.array(members)
        columns = [self._column(slot.expression).take(chosen) for _, slot, _, _ in work.slots]
        values = zip(*[column.to_pylist() for column in columns], strict=True)
        course = SessionCourse(
            work.gap, work.lateness, [_MERGES[slot.how] for _, slot, _, _ in work.slots]
        )
        records = zip(
            members.tolist(), self._timestamps[members].tolist(),
            self._watermarks[members].tolist(), values if columns else repeat((), len(members)),
            strict=True,
        )  # fmt: skip
        course.follow(sizes.tolist(), records)
        return course

    def fired_in(self, course: SessionCourse) -> Iterator[pa.RecordBatch]:
        """The firings of a course."""
        ends = np.array([firing.end for firing in course.by_timer], np.int64)
        step = self._steps.first_at(ends - 1)
        fires = step < len(self._steps.watermarks)
        timed = [firing for firing, does in zip(course.by_timer, fires, strict=True) if does]
        step = step[fires]
        yield self._told(timed, self._steps.watermarks[step], self._steps.times[step])
        late = np.array([firing.record for firing in course.at_once], np.int64)
        times = self._codes[late] // self._work.splits
        yield self._told(course.at_once, self._watermarks[late], times)

    def _told(self, firings: Sequence[Firing], watermarks: Longs, times: Longs) -> pa.RecordBatch:
        records = pa.array([firing.record for firing in firings], pa.int64())
        columns = self._chosen(self._work.key_shape, "_k", records)
        columns["window_start"] = pa.array([firing.start for firing in firings], pa.int64())
        columns["window_end"] = pa.array([firing.end for firing in firings], pa.int64())
        kinds = ["on time" if firing.is_first else "late" for firing in firings]
        columns["kind"] = pa.array(kinds, pa.string())
        columns["count"] = pa.array([firing.records for firing in firings], pa.int64())
        for at, (name, _, _, _) in enumerate(self._work.slots):
            columns[name] = pa.array([firing.values[at] for firing in firings], pa.int64())
        columns["watermark"] = pa.array(watermarks)
        columns["time"] = pa.array(times)
        return _batch(columns)

    # --- all others --------------------------------------------------------------------------------

    def run(self, members: Longs) -> _SessionRunner:
        """Feed records to the simulator's operator, in the order of the run."""
        work = self._work
        runner = _SessionRunner(work.chain, 0, None, self._timeline)
        if not len(members):
            return runner
        codes, offsets = self._codes[members], self._offsets[members]
        members = members[np.lexsort((offsets, codes))]
        fields = [
            self._column(e).take(pa.array(members)).to_pylist() for e, _ in work.event_shape.fields
        ]
        value_of = maker(work.event_shape)
        edge = next(iter(work.chain.inputs))
        rows = zip(
            self._codes[members].tolist(), self._offsets[members].tolist(),
            self._timestamps[members].tolist(), zip(*fields, strict=True), strict=True,
        )  # fmt: skip
        for code, offset, timestamp, cells in rows:
            arrival, split = divmod(code, work.splits)
            root = positions.of_record(arrival, split, offset)
            runner.take(positions.in_subtask(root, 0, 0), edge, value_of(cells), timestamp)
        runner.finish()
        return runner

    def fired(self, firings: list[tuple[Any, ...]]) -> pa.RecordBatch:
        """What the operator fired."""
        work = self._work
        keys, windows, kinds, counts, contents, watermarks, times = zip(*firings, strict=True)
        columns = _columns_of(keys, work.key_shape, "_k")
        columns["window_start"] = pa.array([start for start, _ in windows], pa.int64())
        columns["window_end"] = pa.array([end for _, end in windows], pa.int64())
        columns["kind"] = pa.array(kinds, pa.string())
        columns["count"] = pa.array(counts, pa.int64())
        for name, _, kind, place in work.slots:
            cells = [_field(value, place) for value in contents]
            columns[name] = pa.array(cells, ARROW_TYPES[kind])
        columns["watermark"] = pa.array(watermarks, pa.int64())
        columns["time"] = pa.array(times, pa.int64())
        return _batch(columns)

    # --- dropped records ---------------------------------------------------------------------------

    def left_out(self, members: Longs) -> pa.RecordBatch:
        """Records that were dropped whatever else there was."""
        work, records = self._work, pa.array(members)
        columns = self._chosen(work.key_shape, "_k", records)
        columns |= self._chosen(work.event_shape, "v", records)
        columns["timestamp"] = pa.array(self._timestamps[members])
        columns["watermark"] = pa.array(self._watermarks[members])
        columns["time"] = pa.array(self._codes[members] // work.splits)
        return _batch(columns)

    def dropped(self, drops: list[tuple[Any, ...]]) -> pa.RecordBatch:
        """What the operator dropped."""
        keys, values, timestamps, watermarks, times = zip(*drops, strict=True)
        columns = _columns_of(keys, self._work.key_shape, "_k")
        columns |= _columns_of(values, self._work.event_shape, "v")
        columns["timestamp"] = pa.array(timestamps, pa.int64())
        columns["watermark"] = pa.array(watermarks, pa.int64())
        columns["time"] = pa.array(times, pa.int64())
        return _batch(columns)


class _SessionRunner(ChainRunner):
    """A window operator that keeps its firings and drops as Python's values."""

    def __init__(self, plan: ChainPlan, subtask: int, rows: None, timeline: Timeline) -> None:
        self.firings: list[tuple[Any, ...]] = []
        self.drops: list[tuple[Any, ...]] = []
        super().__init__(plan, subtask, rows, timeline)

    def fired(self, node: int, firing: tuple[Any, ...]) -> None:
        self.firings.append((*firing, positions.time_of(self.position)))

    def dropped(self, node: int, timestamp: int | None, drop: tuple[Any, ...]) -> None:
        key, value, watermark, _ = drop
        self.drops.append((key, value, timestamp, watermark, positions.time_of(self.position)))


def key_numbers(columns: Iterable[tuple[Any, Kind]]) -> Longs:
    """A number for each record that is the same for equal keys, which have these columns."""
    numbers: Longs | None = None
    for column, kind in columns:
        if kind == "int":
            own: Longs = column.to_numpy()
            if numbers is None:
                numbers = own
                continue
        own = _numbered(column)
        if numbers is None:
            numbers = own
        else:
            numbers = _numbered(pa.array(numbers)) * (int(own.max()) + 1) + own
    assert numbers is not None
    return numbers


def _columns_of(values: Iterable[Any], shape: Shape, prefix: str) -> dict[str, Any]:
    """The columns of values of that shape."""
    fields = fields_of(shape)
    rows = [fields(value) for value in values]
    return {
        f"{prefix}{place}": pa.array([row[place] for row in rows], ARROW_TYPES[kind])
        for place, (_, kind) in enumerate(shape.fields)
    }


def _field(value: Any, place: int) -> Any:
    return value[place] if isinstance(value, tuple) or hasattr(value, "set_field_names") else value


def _numbered(column: Any) -> Longs:
    """A small number for each value, the same for equal ones."""
    encoded = pc.dictionary_encode(column)
    if isinstance(encoded, pa.ChunkedArray):
        encoded = encoded.combine_chunks()
    numbers: Longs = encoded.indices.to_numpy().astype(np.int64)
    return numbers


def _sums(values: Longs, starts: Longs) -> Longs:
    """Sums, as Spark's: an overflow is an error."""
    sums: Longs = np.add.reduceat(values, starts)
    if len(values) and float(np.abs(values.astype(np.float64)).max()) * len(values) >= 1 << 62:
        exact = np.add.reduceat(values.astype(object), starts)
        if any(not -(1 << 63) <= total < 1 << 63 for total in exact):
            raise OverflowError(f"{TOO_LARGE}: a sum of a session")
    return sums


def _batch(columns: dict[str, Any]) -> pa.RecordBatch:
    arrays = [c.combine_chunks() if isinstance(c, pa.ChunkedArray) else c for c in columns.values()]
    return pa.RecordBatch.from_arrays(arrays, names=list(columns))


__all__ = ["dropped_batches", "fired_batches", "key_numbers"]
