"""Functions from record batches to record batches that run in Spark's Python workers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any

import pyarrow as pa

from flinksim.connectors.source import SourceItem, SourceRecord
from flinksim.core.gc_control import collect_young_generation, pause_full_gc
from flinksim.replay.logs.splits import ChunkReader
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import (
    ChainRunner,
    VertexPlan,
    WatermarkTimeline,
    find_watermark_nodes,
)
from flinksim.replay.operators.ordered_sources import SourceTasks
from flinksim.replay.operators.positions import FIRST
from flinksim.replay.operators.row_batches import RowBatchBuilder, merge_ordered
from flinksim.replay.operators.row_schema import WorkerRow, iterate_rows, pack, unpack
from flinksim.replay.operators.source_watermarks import SourceTimestampScan
from flinksim.replay.worker_errors import report_worker_errors

CONTENTS_PLACE = -1
"""Value of the column ``place`` in rows that have the precomputed contents of a window."""


@report_worker_errors
def read_items(
    batches: Iterable[pa.RecordBatch], reader: ChunkReader, plan: VertexPlan
) -> Iterator[pa.RecordBatch]:
    """Read chunks of a source's log and emit every item as a row for the subtask of its split."""
    rows = RowBatchBuilder()
    for chunk in _iterate_numbers(batches):
        for split, arrival, offset, item in reader.read_chunk(chunk):
            rows.lane = split
            position = positions.from_record(arrival, plan.first_split + split, offset)
            rows.add("record", split, split % plan.parallelism, position, None, pack(item))
            if rows.is_full:
                yield rows.flush()
    yield rows.flush()


@report_worker_errors
def run_source_tasks(
    numbers: Iterable[pa.RecordBatch], plans: Sequence[VertexPlan], folder: str
) -> Iterator[pa.RecordBatch]:
    """Run the tasks of all sources in this worker, as the simulator does.

    Args:
        numbers: A batch with one number, which makes Spark start one task.
        plans: The source vertices.
        folder: Working directory of the program.
    """
    for _ in _iterate_numbers(numbers):
        with pause_full_gc():
            for batch in SourceTasks(plans, RowBatchBuilder()).run():
                yield batch
                collect_young_generation()


@report_worker_errors
def run_unordered(
    batches: Iterable[pa.RecordBatch], reader: ChunkReader, plan: VertexPlan
) -> Iterator[pa.RecordBatch]:
    """Run a source's chain on chunks of its log, each record independently of all others.

    Also emit the maximum timestamps per tick, from which the driver computes the watermarks.
    """
    rows, source_scan = RowBatchBuilder(), SourceTimestampScan()
    chains: dict[int, _UnorderedChain] = {}
    with pause_full_gc():
        for chunk in _iterate_numbers(batches):
            for split, arrival, offset, item in reader.read_chunk(chunk):
                subtask = split % plan.parallelism
                chain = chains.get(subtask)
                if chain is None:
                    chain = chains[subtask] = _UnorderedChain(plan, subtask, rows, source_scan)
                chain.process_item(plan.first_split + split, arrival, offset, item)
                if rows.is_full:
                    yield rows.flush()
                    collect_young_generation()
        for chain in chains.values():
            chain.runner.close()
        rows.add("reached", -1, 0, FIRST, None, pack(source_scan))
        yield rows.flush()


class _UnorderedChain:
    """Chain of one source subtask, which processes its records in any order.

    The maximum timestamps for its watermark generators go to *source_scan*.
    """

    def __init__(
        self,
        plan: VertexPlan,
        subtask: int,
        rows: RowBatchBuilder,
        source_scan: SourceTimestampScan,
    ) -> None:
        self._rows, self._source_scan, self._start_ms = rows, source_scan, plan.start_ms
        self._source = plan.operators[0].node.id
        self._since_start = self._split = 0
        self.runner = ChainRunner(plan, subtask, rows, mode="any order")
        self._tick_interval_ms = plan.get_tick_interval_ms(self._source)
        if self._tick_interval_ms <= 0:
            return  # Nothing emits watermarks periodically.
        self.runner.head.reached = self._update_split
        for node in find_watermark_nodes(plan.operators):
            maxima = source_scan.max_timestamps.setdefault((node, subtask), {})
            operator: Any = self.runner.operators[node]
            operator.reached = partial(
                self._update_maximum, maxima, plan.get_tick_interval_ms(node)
            )

    def process_item(self, split: int, arrival: int, offset: int, item: SourceItem) -> None:
        """Process the next item of *split*; splits are counted over all sources."""
        position = positions.from_record(arrival, split, offset)
        last_items = self._source_scan.last_items
        if position > last_items.get(split, FIRST):
            last_items[split] = position
        if type(item) is SourceRecord:
            self._rows.lane = self._split = split
            self._since_start = arrival - self._start_ms
            self.runner.process_unordered(position, item.value, item.timestamp)

    def _update_split(self, timestamp: int) -> None:
        maxima = self._source_scan.max_timestamps.setdefault((self._source, self._split), {})
        self._update_maximum(maxima, self._tick_interval_ms, timestamp)

    def _update_maximum(self, maxima: dict[int, int], interval_ms: int, timestamp: int) -> None:
        tick = self._since_start // interval_ms + 1  # The first tick after the record.
        current = maxima.get(tick)
        if current is None or timestamp > current:
            maxima[tick] = timestamp


@report_worker_errors
def run_ordered(
    batches: Iterable[pa.RecordBatch],
    plan: VertexPlan,
    timelines: Sequence[WatermarkTimeline],
    buckets: int,
) -> Iterator[pa.RecordBatch]:
    """Run the chain of a vertex that is not a source, unit by unit, with all elements in order.

    *timelines* has, for each subtask, the watermarks that it receives. *buckets* is the number of units
    of work per subtask.
    """
    rows = RowBatchBuilder()
    worker_rows = (row for batch in batches for row in iterate_rows(batch))
    with pause_full_gc():
        for unit, unit_rows in groupby(worker_rows, key=_get_unit):
            subtask = unit // buckets
            runner = ChainRunner(plan, subtask, rows, timelines[subtask])
            for items in merge_ordered(row for row in unit_rows if row.kind == "record"):
                for _, edge, _, position, timestamp, payload in items:
                    if edge == CONTENTS_PLACE:
                        runner.head.add_contents(unpack(payload))
                    else:
                        runner.process_record(position, edge, unpack(payload), timestamp)
                    if rows.is_full:
                        yield rows.flush()
                        collect_young_generation()
                collect_young_generation()
            runner.finish()
        yield rows.flush()


def _get_unit(row: WorkerRow) -> int:
    return row.unit


def _iterate_numbers(batches: Iterable[pa.RecordBatch]) -> Iterator[int]:
    for batch in batches:
        yield from batch.column(0).to_pylist()
