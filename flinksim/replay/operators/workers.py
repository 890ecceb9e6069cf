"""Functions from record batches to record batches that run in Spark's Python workers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any

import pyarrow as pa

from flinksim.connectors.source import SourceItem, SourceRecord
from flinksim.core.gc_control import collect_young, no_full_collections
from flinksim.replay.logs.splits import ItemReader
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import (
    ChainPlan,
    ChainRunner,
    Timeline,
    makes_watermarks,
)
from flinksim.replay.operators.ordered_sources import SourceTasks
from flinksim.replay.operators.positions import FIRST
from flinksim.replay.operators.row_batches import BlockBuffer, in_order
from flinksim.replay.operators.row_schema import KeptRow, pack, rows_in, unpack
from flinksim.replay.operators.source_watermarks import SourceReach
from flinksim.replay.worker_errors import tells_failures

CONTENTS = -1
"""Place of rows with the precomputed contents of a window."""


@tells_failures
def read_items(
    pieces: Iterable[pa.RecordBatch], reader: ItemReader, plan: ChainPlan
) -> Iterator[pa.RecordBatch]:
    """Read the items of a source as rows; the unit is the subtask that reads the split."""
    rows = BlockBuffer()
    for chunk in _numbers(pieces):
        for split, arrival, offset, item in reader.read(chunk):
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
    """Run the tasks of all sources.

    Args:
        numbers: A batch with one number.
        plans: The source vertices.
        folder: Working directory of the program.
    """
    for _ in _numbers(numbers):
        with no_full_collections():
            for batch in SourceTasks(plans, BlockBuffer()).run():
                yield batch
                collect_young()


@tells_failures
def run_any_order(
    pieces: Iterable[pa.RecordBatch], reader: ItemReader, plan: ChainPlan
) -> Iterator[pa.RecordBatch]:
    """Run a source's chain record by record in any order, and scan its timestamps."""
    rows, source_scan = BlockBuffer(), SourceReach()
    chains: dict[int, _AnyOrder] = {}
    with no_full_collections():
        for chunk in _numbers(pieces):
            for split, arrival, offset, item in reader.read(chunk):
                subtask = split % plan.parallelism
                chain = chains.get(subtask)
                if chain is None:
                    chain = chains[subtask] = _AnyOrder(plan, subtask, rows, source_scan)
                chain.take(plan.first_split + split, arrival, offset, item)
                if rows.is_full:
                    yield rows.take()
                    collect_young()
        for chain in chains.values():
            chain.runner.close()
        rows.add("reached", -1, 0, FIRST, None, pack(source_scan))
        yield rows.take()


class _AnyOrder:
    """Chain of one subtask in any order; maxima for its watermark generators go to *reached*."""

    def __init__(
        self, plan: ChainPlan, subtask: int, rows: BlockBuffer, reached: SourceReach
    ) -> None:
        self._rows, self._reached, self._start_ms = rows, reached, plan.start_ms
        self._source = plan.operators[0].node.id
        self._since_start = self._split = 0
        self.runner = ChainRunner(plan, subtask, rows, mode="any order")
        self._every_ms = plan.ticks_every_ms(self._source)
        if self._every_ms <= 0:
            return  # Nothing emits watermarks periodically.
        self.runner.head.reached = self._split_reached
        for node in makes_watermarks(plan.operators):
            maxima = reached.timestamps.setdefault((node, subtask), {})
            operator: Any = self.runner.operators[node]
            operator.reached = partial(self._note, maxima, plan.ticks_every_ms(node))

    def take(self, split: int, arrival: int, offset: int, item: SourceItem) -> None:
        """Process the next item of a split, which is counted over all sources."""
        position = positions.of_record(arrival, split, offset)
        last_items = self._reached.last_items
        if position > last_items.get(split, FIRST):
            last_items[split] = position
        if type(item) is SourceRecord:
            self._rows.lane = self._split = split
            self._since_start = arrival - self._start_ms
            self.runner.take_in_any_order(position, item.value, item.timestamp)

    def _split_reached(self, timestamp: int) -> None:
        maxima = self._reached.timestamps.setdefault((self._source, self._split), {})
        self._note(maxima, self._every_ms, timestamp)

    def _note(self, greatest: dict[int, int], every_ms: int, timestamp: int) -> None:
        tick = self._since_start // every_ms + 1  # The first tick after the record.
        current = greatest.get(tick)
        if current is None or timestamp > current:
            greatest[tick] = timestamp


@tells_failures
def run_in_order(
    batches: Iterable[pa.RecordBatch],
    plan: ChainPlan,
    timelines: Sequence[Timeline],
    buckets: int,
) -> Iterator[pa.RecordBatch]:
    """Run the chain of a vertex that is not a source, unit by unit, elements in order.

    *timelines* are those of the subtasks.
    """
    rows = BlockBuffer()
    worker_rows = (row for batch in batches for row in rows_in(batch))
    with no_full_collections():
        for unit, unit_rows in groupby(worker_rows, key=_unit_of):
            subtask = unit // buckets
            runner = ChainRunner(plan, subtask, rows, timelines[subtask])
            for items in in_order(row for row in unit_rows if row.kind == "record"):
                for _, edge, _, position, timestamp, payload in items:
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
