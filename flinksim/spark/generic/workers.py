"""What runs in Spark's Python workers: functions from record batches to record batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any

import pyarrow as pa

from flinksim.base.garbage import collect_young, no_full_collections
from flinksim.connectors.source import SourceItem, SourceRecord
from flinksim.spark.failures import tells_failures
from flinksim.spark.generic import positions
from flinksim.spark.generic.blocks import BlockBuffer, in_order
from flinksim.spark.generic.chains import ChainPlan, ChainRunner, Timeline, makes_watermarks
from flinksim.spark.generic.positions import Position
from flinksim.spark.generic.rows import KeptRow, pack, rows_in, unpack
from flinksim.spark.generic.source_tasks import SourceTasks
from flinksim.spark.logs.log_pieces import ItemReader

CONTENTS = -1
"""The place of records that are the contents of a window that fires in that millisecond."""


@tells_failures
def read_items(
    pieces: Iterable[pa.RecordBatch], reader: ItemReader, plan: ChainPlan
) -> Iterator[pa.RecordBatch]:
    """The items of a source as rows; the unit is the subtask that reads the split."""
    rows = BlockBuffer()
    for piece in _numbers(pieces):
        for split, arrival, offset, item in reader.read(piece):
            rows.lane = split
            position = positions.of_record(arrival, plan.first_split + split, offset)
            rows.add("record", split, split % plan.parallelism, position, None, pack(item))
            if rows.is_full:
                yield rows.take()
    yield rows.take()


@tells_failures
def run_source_tasks(
    numbers: Iterable[pa.RecordBatch], plans: Sequence[ChainPlan], folder: str
) -> Iterator[pa.RecordBatch]:
    """The tasks of all sources. *folder*: where the program was started; of *numbers* there is one."""
    for _ in _numbers(numbers):
        with no_full_collections():
            for batch in SourceTasks(plans, BlockBuffer()).run():
                yield batch
                collect_young()


@tells_failures
def run_any_order(
    pieces: Iterable[pa.RecordBatch], reader: ItemReader, plan: ChainPlan
) -> Iterator[pa.RecordBatch]:
    """A source's chain, one record by one, in whatever order; and how far timestamps came."""
    rows = BlockBuffer()
    chains: dict[int, _AnyOrder] = {}
    readers: dict[int, _SplitReader] = {}
    with no_full_collections():
        for piece in _numbers(pieces):
            for split, arrival, offset, item in reader.read(piece):
                own = readers.get(split)
                if own is None:
                    subtask = split % plan.parallelism
                    chain = chains.get(subtask)
                    if chain is None:
                        chain = chains[subtask] = _AnyOrder(plan, subtask, rows)
                    own = readers[split] = _SplitReader(chain, plan.first_split + split)
                own.take(arrival, offset, item)
                if rows.is_full:
                    yield rows.take()
                    collect_young()
        for own in readers.values():
            rows.add("reached", -1, own.split, own.last, None, b"")
        for chain in chains.values():
            chain.finish()
        yield rows.take()


class _AnyOrder:
    """One subtask's chain in any order, and what its watermark makers have to know of the records."""

    def __init__(self, plan: ChainPlan, subtask: int, rows: BlockBuffer) -> None:
        self.rows = rows
        self.plan = plan
        self.tick = self.operators_tick = 0
        self.greatest_of_split: dict[int, int] = {}
        self.greatest: dict[tuple[int, int], dict[int, int]] = {}
        self.runner = ChainRunner(plan, subtask, rows, mode="any order")
        if plan.auto_watermark_interval_ms <= 0:
            return  # nobody asks how far they came
        self.runner.head.reached = self._split_reached
        for node in makes_watermarks(plan.operators):
            operator: Any = self.runner.operators[node]
            operator.reached = partial(self._reached, self.greatest_of(node, subtask))

    def greatest_of(self, node: int, unit: int) -> dict[int, int]:
        """The greatest timestamp by each tick."""
        return self.greatest.setdefault((node, unit), {})

    def _split_reached(self, timestamp: int) -> None:
        greatest = self.greatest_of_split
        before = greatest.get(self.tick)
        if before is None or timestamp > before:
            greatest[self.tick] = timestamp

    def _reached(self, greatest: dict[int, int], timestamp: int) -> None:
        before = greatest.get(self.operators_tick)
        if before is None or timestamp > before:
            greatest[self.operators_tick] = timestamp

    def finish(self) -> None:
        self.runner.close()
        for (node, unit), greatest in self.greatest.items():
            for tick, timestamp in greatest.items():
                self.rows.add("reached", node, unit, (tick, 0, 0), timestamp, b"")


class _SplitReader:
    """Feeds the records of one split to its subtask's chain. ``last`` is its last item."""

    def __init__(self, chain: _AnyOrder, split: int) -> None:
        self._chain = chain
        self._take = chain.runner.take_in_any_order
        self._start_ms = chain.plan.start_ms
        source = chain.plan.operators[0].node.id
        self._interval = chain.plan.ticks_every_ms(source)
        makers = makes_watermarks(chain.plan.operators)
        self._operators_interval = chain.plan.ticks_every_ms(makers[0]) if makers else 0
        self._greatest = chain.greatest_of(source, split)
        self.split = split
        self.last: Position = ()

    def take(self, arrival: int, offset: int, item: SourceItem) -> None:
        position = positions.of_record(arrival, self.split, offset)
        if position > self.last:
            self.last = position
        if type(item) is not SourceRecord:
            return
        chain = self._chain
        chain.rows.lane = self.split
        chain.greatest_of_split = self._greatest
        if self._interval > 0:  # the number of the first tick behind it
            chain.tick = (arrival - self._start_ms) // self._interval + 1
            if self._operators_interval:
                chain.operators_tick = (arrival - self._start_ms) // self._operators_interval + 1
        self._take(position, item.value, item.timestamp)


@tells_failures
def run_in_order(
    batches: Iterable[pa.RecordBatch],
    plan: ChainPlan,
    timelines: Sequence[Timeline],
    buckets: int,
) -> Iterator[pa.RecordBatch]:
    """The chain of a vertex that is no source, unit by unit, each element in its place.

    *timelines* are those of the subtasks.
    """
    rows = BlockBuffer()
    incoming = (row for batch in batches for row in rows_in(batch))
    with no_full_collections():
        for unit, own in groupby(incoming, key=_unit_of):
            subtask = unit // buckets
            runner = ChainRunner(plan, subtask, rows, timelines[subtask])
            for some in in_order(row for row in own if row.kind == "record"):
                for _, edge, _, position, timestamp, payload in some:
                    if edge == CONTENTS:
                        runner.head.give(unpack(payload))
                    else:
                        runner.take(position, edge, unpack(payload), timestamp)
                    if rows.is_full:
                        yield rows.take()
                        collect_young()
                collect_young()
            runner.finish()
        yield rows.take()


def _unit_of(row: KeptRow) -> int:
    return row.unit


def _numbers(batches: Iterable[pa.RecordBatch]) -> Iterator[int]:
    for batch in batches:
        yield from batch.column(0).to_pylist()
