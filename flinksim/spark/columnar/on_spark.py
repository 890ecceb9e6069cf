"""The kernel in Spark's workers: DataFrames in and out, and nothing of Spark's but them.

Workers read the row groups of the log themselves. First each part of the log says how far its
timestamps came, which the driver merges. Then, in a log more or less in order, windows are dealt to
tasks, each of which reads the parts that touch its windows: nothing is shuffled. Of other logs, and of
sessions, the records are spread by key, in a few large batches, and each task has all of its keys.

Not in Flink.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from flinksim.spark.columnar.contents import field_columns
from flinksim.spark.columnar.kernel import Kernel, dropped_schema, fired_schema
from flinksim.spark.columnar.reach import Reach, reach_of, whole
from flinksim.spark.columnar.records import Records, window_records
from flinksim.spark.columnar.run import check_times, watermarks_of
from flinksim.spark.failures import tells_failures
from flinksim.spark.generic.cuts import Longs, WindowCuts
from flinksim.spark.logs.parquet_log import ARRIVAL, SPLIT, SPLIT_END
from flinksim.spark.native.plan import NativePlan, bad_rows_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

PART_ROWS = 500_000
"""Row groups are read together up to about so many rows."""
TASK_ROWS = 2_000_000
"""About so many records are in a worker's memory at a time."""
MOST_WINDOWS = 1_000_000
"""So many windows, of whatever key, are dealt to tasks."""
MOST_READ = 2.5
"""Windows are dealt to tasks if all of them read the log no more often than so."""
_BATCH_ROWS = 100_000
_RECORDS = "_records"
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class Part:
    """Row groups that are read together, and the number of the first one's first row."""

    groups: tuple[int, ...]
    first: int


def parts_of(path: Path) -> list[Part]:
    """All row groups of a log, small ones together."""
    metadata = pq.read_metadata(path)
    parts: list[Part] = []
    groups: list[int] = []
    first = rows = 0
    for group in range(metadata.num_row_groups):
        groups.append(group)
        rows += metadata.row_group(group).num_rows
        if rows - first >= PART_ROWS or group == metadata.num_row_groups - 1:
            parts.append(Part(tuple(groups), first))
            groups, first = [], rows
    return parts


@dataclass(frozen=True, slots=True)
class LogInParts:
    """What workers are told of the log."""

    plan: NativePlan
    path: Path
    parts: tuple[Part, ...]

    def look(self, number: int) -> tuple[Reach, Records | None]:
        """What a part came to, and its records with timestamps."""
        plan, part = self.plan, self.parts[number]
        file = pq.ParquetFile(self.path, read_dictionary=[SPLIT])
        wanted = {SPLIT, ARRIVAL, *plan.columns}
        if SPLIT_END in file.schema_arrow.names:
            wanted.add(SPLIT_END)
        table = file.read_row_groups(list(part.groups), columns=sorted(wanted))
        return reach_of(plan, table, part.first)

    def records(self, number: int) -> Records:
        """What of a part comes to the window."""
        timed = self.look(number)[1]
        assert timed is not None, "the rows were good when they were looked at first"
        return window_records(self.plan, timed)


@dataclass(frozen=True, slots=True)
class Deal:
    """The windows of one task, from ``low`` to ``high``, and the parts that have their records."""

    low: int
    high: int
    parts: tuple[int, ...]


class SparkRun:
    """One run of a plan on Spark; its tables are DataFrames, worked out when they are asked for."""

    def __init__(self, spark: SparkSession, plan: NativePlan, path: Path) -> None:
        self._spark, self._plan, self._path = spark, plan, path
        self._folder = plan.source.chain.folder
        self._log = LogInParts(plan.for_workers(), path, tuple(parts_of(path)))
        self.timelines: dict[str, Any] = {}
        self.reach = Reach()

    def look(self) -> list[Reach]:
        """How far the timestamps came, part by part.

        Raises: EventLogError, or NotNative, for a log with bad rows.
        """
        work = partial(_looked_at, log=self._log, folder=self._folder)
        rows = self._numbers(len(self._log.parts)).mapInArrow(work, "part bigint, reach binary")
        told = sorted(rows.toArrow().to_pylist(), key=lambda row: row["part"])
        reaches = [pickle.loads(row["reach"]) for row in told]
        self.reach = whole(reaches)
        if not self.reach.is_good:
            raise bad_rows_of(self._plan)
        return reaches

    def run(self) -> None:
        """Find the watermarks; the rest is worked out when it is asked for.

        Raises: as :meth:`look`, and NotNative for too many windows.
        """
        plan = self._plan
        reaches = self.look()
        check_times(plan, self.reach.least, self.reach.greatest)
        self.timelines, steps = watermarks_of(plan, self.reach.reached)
        timeline = self.timelines[plan.window.vertex.key][0] if plan.is_session else None
        self._kernel = Kernel(self._log.plan, steps, timeline)
        self._deals = None if plan.is_session else self._dealt(reaches)

    @property
    def most_rows(self) -> int:
        """Of firings, or dropped records, there are no more than so many."""
        return self.reach.rows * (1 if self._plan.is_session else self._plan.panes.most_windows)

    def fired(self) -> DataFrame:
        """All firings, in the columns of the kernel."""
        if self._deals is None:
            work = partial(_fired_of_keys, kernel=self._kernel, folder=self._folder)
            return self.by_key().mapInArrow(work, _sql(fired_schema(self._plan)))
        work = partial(
            _fired_of_deals, kernel=self._kernel, log=self._log, deals=self._deals,
            folder=self._folder, least=self.reach.least or 0,
        )  # fmt: skip
        return self._numbers(len(self._deals)).mapInArrow(work, _sql(fired_schema(self._plan)))

    def dropped(self) -> DataFrame:
        """All records that came too late, in the columns of the kernel."""
        schema = _sql(dropped_schema(self._plan))
        if self._plan.is_session:
            work = partial(_dropped_of_keys, kernel=self._kernel, folder=self._folder)
            return self.by_key().mapInArrow(work, schema)
        work = partial(_dropped_of_parts, kernel=self._kernel, log=self._log, folder=self._folder)
        return self._numbers(len(self._log.parts)).mapInArrow(work, schema)

    def by_key(self) -> DataFrame:
        """All records in large batches (see :func:`opened`), those of a key in one partition."""
        units = max(self._partitions(), -(-self.reach.rows // TASK_ROWS))
        work = partial(_spread_parts, log=self._log, units=units, folder=self._folder)
        numbers = self._numbers(len(self._log.parts))
        return numbers.mapInArrow(work, f"_unit int, {_RECORDS} binary").repartitionById(
            units, "_unit"
        )

    def _partitions(self) -> int:
        return int(self._spark.conf.get("spark.sql.shuffle.partitions") or 1)

    def _numbers(self, count: int) -> DataFrame:
        return self._spark.range(0, count, 1, max(count, 1))

    # --- dealing windows to tasks --------------------------------------------------------------------

    def _dealt(self, reaches: list[Reach]) -> list[Deal] | None:
        """Windows for each task; ``None`` if tasks would have to read too much.

        A task has the windows that are over when the parts of the next one begin.
        """
        known = [(number, reach) for number, reach in enumerate(reaches) if reach.least is not None]
        if not known:
            return []
        plan, (least, greatest) = self._plan, (self.reach.least or 0, self.reach.greatest or 0)
        panes = plan.panes.counted_from(least)
        count = panes.pane_at(greatest) + panes.per_window
        if count > MOST_WINDOWS:
            return None
        ends = panes.last_moments(0, count - 1)
        gone = WindowCuts.of(self._kernel.steps, ends, plan.lateness).clean_codes
        gone = gone // len(plan.source.chain.split_names)
        earliest = np.array([reach.earliest for _, reach in known])
        begins = np.minimum.accumulate(earliest[::-1])[::-1]
        first_pane = np.array([panes.pane_at(reach.least or 0) for _, reach in known])
        last_window = np.array(
            [panes.pane_at(reach.greatest or 0) + panes.per_window - 1 for _, reach in known]
        )
        # fewer tasks read less of the log twice
        wanted = min(max(self.reach.rows // self._partitions(), PART_ROWS), TASK_ROWS)
        deals, low, rows, read = [], 0, 0, 0
        for place, (_, reach) in enumerate(known):
            rows += reach.rows
            is_last = place == len(known) - 1
            if rows < wanted and not is_last:
                continue
            high = count if is_last else int(np.searchsorted(gone, begins[place + 1]))
            if high <= low:
                continue
            # what comes after the last of these windows is gone does not count for them any more
            touches = (earliest <= gone[high - 1]) & (last_window >= low) & (first_pane < high)
            parts = [known[at] for at in np.flatnonzero(touches).tolist()]
            own = sum(reach.rows for _, reach in parts)
            if own > 2 * TASK_ROWS and len(parts) > 1:
                return None
            read += own
            if parts:
                deals.append(Deal(low, high, tuple(number for number, _ in parts)))
            low, rows = high, 0
        return deals if read <= MOST_READ * self.reach.rows else None


def _sql(schema: pa.Schema) -> Any:
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(schema)


# --- in workers --------------------------------------------------------------------------------------

Batches = Iterable[pa.RecordBatch]
Given = Iterator[pa.RecordBatch]


def _ids(batches: Batches) -> Iterator[int]:
    for batch in batches:
        yield from batch.column(0).to_pylist()


@tells_failures
def _looked_at(batches: Batches, log: LogInParts, folder: str) -> Given:
    for number in _ids(batches):
        told = pickle.dumps(log.look(number)[0])
        yield pa.record_batch({"part": pa.array([number]), "reach": pa.array([told], pa.binary())})


@tells_failures
def _fired_of_deals(
    batches: Batches, kernel: Kernel, log: LogInParts, deals: list[Deal], folder: str, least: int
) -> Given:
    panes = kernel.plan.panes.counted_from(least)
    most = panes.per_window
    for number in _ids(batches):
        deal = deals[number]
        # whole windows begin where the first pane of the first one does
        base = max(deal.low - most + 1, 0)
        base -= base % panes.period
        own = replace(panes, offset=panes.offset + base * panes.step)
        begin, end = own.offset, own.offset + (deal.high - base) * own.step
        found = []
        for part in deal.parts:
            records = log.records(part)
            stamps = records.timestamps
            inside = (stamps >= begin) & (stamps < end)
            found.append(records if inside.all() else records.take(np.flatnonzero(inside)))
        windows = kernel.windows(Records.joined(found), own, deal.high - base, deal.low - base)
        yield from _in_batches(kernel.fired(windows))


@tells_failures
def _dropped_of_parts(batches: Batches, kernel: Kernel, log: LogInParts, folder: str) -> Given:
    for number in _ids(batches):
        yield from _in_batches([kernel.dropped(kernel.all_windows(log.records(number)))])


@tells_failures
def _fired_of_keys(batches: Batches, kernel: Kernel, folder: str) -> Given:
    records = opened(batches)
    if records is not None:
        yield from _in_batches(kernel.fired(kernel.all_windows(records)))


@tells_failures
def _dropped_of_keys(batches: Batches, kernel: Kernel, folder: str) -> Given:
    records = opened(batches)
    if records is not None:
        yield from _in_batches([kernel.dropped(kernel.all_windows(records))])


def _in_batches(tables: Iterable[pa.Table]) -> Given:
    """Small tables together, for Spark asks its price for each batch; none is empty."""
    held: list[pa.Table] = []
    for table in tables:
        held.append(table)
        if sum(map(len, held)) >= _BATCH_ROWS:
            yield from pa.concat_tables(held).combine_chunks().to_batches(_BATCH_ROWS)
            held = []
    if held:
        yield from pa.concat_tables(held).combine_chunks().to_batches(_BATCH_ROWS)


# --- records by key ----------------------------------------------------------------------------------


@tells_failures
def _spread_parts(batches: Batches, log: LogInParts, units: int, folder: str) -> Given:
    """The records of some parts, a batch for each unit that has some."""
    for number in _ids(batches):
        records = log.records(number)
        keys = field_columns(log.plan.key_shape, records.columns)
        unit = _units(keys, len(records), units)
        records = records.take(np.argsort(unit, kind="stable"))
        bounds = np.cumsum([0, *np.bincount(unit, minlength=units)]).tolist()
        columns = records.columns.append_column("_arrival", pa.array(records.arrivals))
        columns = columns.append_column("_code", pa.array(records.codes))
        columns = columns.append_column("_offset", pa.array(records.offsets))
        columns = columns.append_column("_ts", pa.array(records.timestamps))
        found = [unit for unit in range(units) if bounds[unit] < bounds[unit + 1]]
        parts = [_as_stream(columns.slice(bounds[u], bounds[u + 1] - bounds[u])) for u in found]
        yield pa.record_batch(
            {"_unit": pa.array(found, pa.int32()), _RECORDS: pa.array(parts, pa.binary())}
        )


def opened(batches: Batches) -> Records | None:
    """The records of one partition of :meth:`SparkRun.by_key`; ``None`` if there are none."""
    tables = [
        pa.ipc.open_stream(stream.as_buffer()).read_all()
        for batch in batches
        for stream in batch.column(_RECORDS)
    ]
    if not tables:
        return None
    table = pa.concat_tables(tables).combine_chunks()

    def longs(name: str) -> Longs:
        column: Longs = table.column(name).to_numpy()
        return column

    return Records(table, longs("_arrival"), longs("_code"), longs("_offset"), longs("_ts"))


def _units(keys: list[pa.Array], records: int, units: int) -> NDArray[np.integer[Any]]:
    """The unit of each record, the same for equal *keys* in whatever part they are."""
    mixed = np.zeros(records, np.uint64)
    for column in keys:
        mixed = (mixed ^ _mixable(column)) * _GOLDEN
    # numpy sorts short numbers in one go
    return ((mixed >> np.uint64(32)) % np.uint64(units)).astype(np.min_scalar_type(units))


def _mixable(column: pa.Array) -> NDArray[np.uint64]:
    if not pa.types.is_string(column.type):
        longs: Longs = column.cast(pa.int64()).to_numpy(zero_copy_only=False)
        return longs.view(np.uint64)
    encoded = pc.dictionary_encode(column)
    texts = [zlib.crc32(text.encode()) for text in encoded.dictionary.to_pylist()]
    numbers: NDArray[np.uint64] = np.array(texts, np.uint64)[encoded.indices.to_numpy()]
    return numbers


def _as_stream(records: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, records.schema) as stream:
        stream.write_table(records)
    text: bytes = sink.getvalue().to_pybytes()
    return text


__all__ = ["SparkRun", "opened"]
