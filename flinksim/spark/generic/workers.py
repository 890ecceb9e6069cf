"""What runs in Spark's Python workers: functions from record batches to record batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from flinksim.connectors.source import SourceItem, SourceRecord
from flinksim.spark.failures import tells_failures
from flinksim.spark.generic import positions
from flinksim.spark.generic.chains import ChainPlan, ChainRunner, Timeline, makes_watermarks
from flinksim.spark.generic.positions import Position
from flinksim.spark.generic.rows import RowBuffer, pack, unpack
from flinksim.spark.logs.log_pieces import ItemReader


@tells_failures
def read_items(
    pieces: Iterable[pa.RecordBatch], reader: ItemReader, plan: ChainPlan
) -> Iterator[pa.RecordBatch]:
    """The items of a source as rows; the unit is the subtask that reads the split."""
    rows = RowBuffer()
    for piece in _numbers(pieces):
        for split, arrival, offset, item in reader.read(piece):
            position = positions.of_record(arrival, plan.first_split + split, offset)
            rows.add("record", split, split % plan.parallelism, position, None, pack(item))
            if rows.is_full:
                yield rows.take()
    if len(rows):
        yield rows.take()


@tells_failures
def run_any_order(
    pieces: Iterable[pa.RecordBatch], reader: ItemReader, plan: ChainPlan
) -> Iterator[pa.RecordBatch]:
    """A source's chain, one record by one, in whatever order; and how far timestamps came."""
    rows = RowBuffer()
    runners: dict[int, _AnyOrder] = {}
    ended: dict[int, Position] = {}
    for piece in _numbers(pieces):
        for split, arrival, offset, item in reader.read(piece):
            subtask = split % plan.parallelism
            runner = runners.get(subtask)
            if runner is None:
                runner = runners[subtask] = _AnyOrder(plan, subtask, rows)
            number = plan.first_split + split
            position = positions.of_record(arrival, number, offset)
            if position > ended.get(number, ()):
                ended[number] = position
            runner.take(position, number, item)
            if rows.is_full:
                yield rows.take()
    for number, position in ended.items():
        rows.add("reached", -1, number, position, None, b"")
    for runner in runners.values():
        runner.finish()
    if len(rows):
        yield rows.take()


class _AnyOrder:
    """One subtask's chain in any order, and what its watermark makers have to know of the records."""

    def __init__(self, plan: ChainPlan, subtask: int, rows: RowBuffer) -> None:
        self._plan = plan
        self._subtask = subtask
        self._rows = rows
        self._reached: dict[tuple[int, int, int], int] = {}
        self._noted: list[tuple[int, int, int]] = []
        self._split = 0
        self._runner = ChainRunner(plan, subtask, rows, mode="any order")
        source = plan.operators[0].node.id
        self._runner.head.reached = lambda ts: self._noted.append((source, self._split, ts))
        for node in makes_watermarks(plan.operators):
            operator: Any = self._runner.operators[node]
            operator.reached = lambda ts, node=node: self._noted.append((node, subtask, ts))

    def take(self, position: Position, split: int, item: SourceItem) -> None:
        self._noted = []
        if type(item) is SourceRecord:
            self._split = split
            self._runner.take_in_any_order(position, item.value, item.timestamp)
        interval = self._plan.auto_watermark_interval_ms
        if interval > 0:
            since_start = positions.time_of(position) - self._plan.start_ms
            self._take_before(since_start // interval + 1, self._noted)

    def _take_before(self, tick: int, noted: list[tuple[int, int, int]]) -> None:
        for node, unit, timestamp in noted:
            address = (node, unit, tick)
            before = self._reached.get(address)
            if before is None or timestamp > before:
                self._reached[address] = timestamp

    def finish(self) -> None:
        self._runner.close()
        for (node, unit, tick), timestamp in self._reached.items():
            self._rows.add("reached", node, unit, (tick, 0, 0), timestamp, b"")


@tells_failures
def run_source_in_order(
    batches: Iterable[pa.RecordBatch], plan: ChainPlan, lasts: Mapping[int, Position]
) -> Iterator[pa.RecordBatch]:
    """A source's chain, item by item in their order. *lasts*: each split's last item."""
    rows = RowBuffer()
    runner: ChainRunner | None = None
    unit = -1
    for row in _rows(batches):
        if row.unit != unit:
            if runner is not None:
                runner.finish()
            unit = row.unit
            end = positions.of_source_end(last_of_subtask(plan, unit, lasts))
            runner = ChainRunner(plan, unit, rows, Timeline([], end))
        assert runner is not None
        if row.kind == "record":
            is_last = row.position == lasts[row.place]
            runner.read(row.position, row.place, unpack(row.payload), is_last)
        if rows.is_full:
            yield rows.take()
    if runner is not None:
        runner.finish()
    if len(rows):
        yield rows.take()


def last_of_subtask(plan: ChainPlan, subtask: int, lasts: Mapping[int, Position]) -> Position:
    """The last item that a subtask reads, or a place before all items if there is none."""
    own = [last for split, last in lasts.items() if split % plan.parallelism == subtask]
    return max(own, default=positions.of_record(plan.start_ms, -1, 0))


@tells_failures
def run_in_order(
    batches: Iterable[pa.RecordBatch],
    plan: ChainPlan,
    shared: Any,
    buckets: int,
) -> Iterator[pa.RecordBatch]:
    """The chain of a vertex that is no source, unit by unit, each element in its place.

    ``shared.value`` has the timeline of each subtask.
    """
    timelines: Sequence[Timeline] = shared.value
    rows = RowBuffer()
    runner: ChainRunner | None = None
    unit = -1
    for row in _rows(batches):
        if row.unit != unit:
            if runner is not None:
                runner.finish()
            unit = row.unit
            subtask = unit // buckets
            runner = ChainRunner(plan, subtask, rows, timelines[subtask])
        assert runner is not None
        if row.kind == "record":
            runner.take(row.position, row.place, unpack(row.payload), row.timestamp)
        if rows.is_full:
            yield rows.take()
    if runner is not None:
        runner.finish()
    if len(rows):
        yield rows.take()


@dataclass(slots=True)
class _Row:
    kind: str
    place: int
    unit: int
    position: Position
    timestamp: Any
    payload: bytes


def _rows(batches: Iterable[pa.RecordBatch]) -> Iterator[_Row]:
    for batch in batches:
        columns = [column.to_pylist() for column in batch.columns]
        for kind, place, unit, p0, p1, p2, path, timestamp, payload in zip(*columns, strict=True):
            position = (p0, p1, p2, *path) if path else (p0, p1, p2)
            yield _Row(kind, place, unit, position, timestamp, payload)


def _numbers(batches: Iterable[pa.RecordBatch]) -> Iterator[int]:
    for batch in batches:
        yield from batch.column(0).to_pylist()
