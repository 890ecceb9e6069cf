"""Search for the records that belong to one window or advanced its watermarks.

A watermark generator that uses the maximum timestamp reacts only to records that exceed all earlier
ones. A generator with idleness also checks whether a record arrived between two ticks (periodic
emissions). So one record per tick and unit (a split, or a subtask that generates watermarks)
reproduces the watermarks.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import cached_property, partial
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

import pyarrow as pa

from flinksim.connectors.source import SourceItem, SourceRecord
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.datastream.partitioner import get_key_selector_functions
from flinksim.replay.engines.local import ExecutionEngine
from flinksim.replay.logs.splits import ChunkReader
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import ChainRunner, VertexPlan, find_watermark_nodes
from flinksim.replay.operators.positions import Position
from flinksim.replay.operators.row_batches import RowBatchBuilder
from flinksim.replay.operators.row_schema import pack, unpack
from flinksim.replay.operators.source_watermarks import compute_next_tick
from flinksim.replay.operators.stage_planner import StagePlan
from flinksim.replay.worker_errors import report_worker_errors
from flinksim.runtime.operators.runtime_context import StreamingRuntimeContext


class SelectedItem(NamedTuple):
    """An item of the log that the extract contains, with its position in the run and its split.

    ``timestamp`` is the timestamp that the record had at the window operator (or at the watermark
    generator).
    """

    position: Position
    split: int
    timestamp: int
    item: SourceItem

    @property
    def arrival_ms(self) -> int:
        """Processing time at which the record arrived, in epoch milliseconds."""
        return positions.get_time_ms(self.position)


WatermarkMakers: TypeAlias = dict[tuple[int, int, int], SelectedItem]
"""Records that advanced the watermarks of one source.

For each (node, unit, tick) the record with the maximum timestamp. The unit is a split or a subtask,
the tick a periodic emission.
"""

TimestampRange: TypeAlias = tuple[int, int]
"""First and last event timestamp in milliseconds, both inclusive."""

FULL_RANGE: TimestampRange = (MIN_TIMESTAMP, MAX_TIMESTAMP)


class KeyFilter(NamedTuple):
    """Filter for the records of one key that the window operator receives.

    ``edge`` is the edge on which they arrive, ``unit`` the unit of work (key groups of a subtask) that
    processes the key, and ``span`` the range of timestamps.
    """

    edge: int
    unit: int
    key_selector: Callable[[Any], Any] | None
    key: Any
    span: TimestampRange = FULL_RANGE


class RecordLookup:
    """Search for records in the log of one source, record by record through the source's chain.

    The records that advanced the watermarks are searched only once, for all windows.
    """

    def __init__(self, engine: ExecutionEngine, stage: StagePlan, reader: ChunkReader) -> None:
        self._engine = engine
        self._stage = stage
        self._reader = reader

    def find_records(self, key_filter: KeyFilter, max_records: int) -> list[SelectedItem]:
        """Find the key's records that the window operator receives in a time range, in arrival order.

        Args:
            key_filter: The key, the unit of work that reads it, and the range of timestamps.
            max_records: Maximum number of records; one more is returned if there are more.
        """
        with closing(self._iterate_rows(key_filter, "record")) as rows:
            return [
                SelectedItem(position, split, timestamp, unpack(payload))
                for split, position, timestamp, payload in islice(rows, max_records + 1)
            ]

    @cached_property
    def watermark_makers(self) -> WatermarkMakers:
        """Records of the whole log that can advance watermarks."""
        makers: WatermarkMakers = {}
        for split, position, timestamp, payload in self._iterate_rows(None, "reached"):
            address, item = unpack(payload)
            current = makers.get(address)
            if current is None or current.timestamp < timestamp:
                makers[address] = SelectedItem(position, split, timestamp, item)
        return makers

    def _iterate_rows(
        self, key_filter: KeyFilter | None, kind: str
    ) -> Generator[tuple[int, Position, int, bytes], None, None]:
        work = partial(scan_log, reader=self._reader, plan=self._stage.chain, key_filter=key_filter)
        rows = self._engine.read_chunks(self._reader.chunk_count, work)
        try:
            for _, split, _, position, timestamp, payload in self._engine.iterate_kind(rows, kind):
                yield split, position, MIN_TIMESTAMP if timestamp is None else timestamp, payload
        finally:
            self._engine.release(rows)


# --- in workers -----------------------------------------------------------------------------------


@report_worker_errors
def scan_log(
    batches: Iterable[pa.RecordBatch],
    reader: ChunkReader,
    plan: VertexPlan,
    key_filter: KeyFilter | None,
) -> Iterator[pa.RecordBatch]:
    """Read chunks of a log and emit the records that an extract may need.

    Args:
        batches: Batches of chunk numbers.
        reader: Reads the chunks.
        plan: The source vertex.
        key_filter: The filter. Its records become rows of kind ``record``. Without a filter the
            records that advance watermarks become rows of kind ``reached``.
    """
    rows = RowBatchBuilder()
    for batch in batches:
        for chunk in batch.column(0).to_pylist():
            scanner = _ChainScanner(plan, key_filter)
            for split, arrival, offset, item in reader.read_chunk(chunk):
                position = positions.from_record(arrival, plan.first_split + split, offset)
                scanner.process(position, split, item)
                if key_filter is not None:
                    for timestamp in scanner.hits:
                        payload = pack(item)
                        rows.add("record", split, 0, position, timestamp, payload)
                if rows.is_full:
                    yield rows.flush()
            if key_filter is None:
                for address, item_of_maximum in scanner.maxima.items():
                    payload = pack((address, item_of_maximum.item))
                    rows.add(
                        "reached",
                        item_of_maximum.split,
                        0,
                        item_of_maximum.position,
                        item_of_maximum.timestamp,
                        payload,
                    )
    if len(rows):
        yield rows.flush()


class _ChainScanner:
    """Source chains of all subtasks, which process one chunk of the log to find the wanted records."""

    def __init__(self, plan: VertexPlan, key_filter: KeyFilter | None) -> None:
        self._plan = plan
        self._key_filter = key_filter
        self._runners: dict[int, ChainRunner] = {}
        self._scanned_timestamps: list[tuple[int, int, int]] = []
        self._split = 0
        self.hits: list[int | None] = []
        self.maxima: WatermarkMakers = {}

    def process(self, position: Position, split: int, item: SourceItem) -> None:
        self.hits.clear()
        self._scanned_timestamps.clear()
        if type(item) is not SourceRecord:
            return
        self._split = split
        subtask = split % self._plan.parallelism
        runner = self._runners.get(subtask) or self._create_runner(subtask)
        runner.process_unordered(position, item.value, item.timestamp)
        if self._key_filter is None:
            self._update_maxima(position, split, item)

    def _update_maxima(self, position: Position, split: int, item: SourceItem) -> None:
        plan = self._plan
        if plan.auto_watermark_interval_ms <= 0:
            return
        time_ms = positions.get_time_ms(position)
        for node, unit, timestamp in self._scanned_timestamps:
            tick = compute_next_tick(time_ms, plan.start_ms, plan.get_tick_interval_ms(node))
            current = self.maxima.get((node, unit, tick))
            if current is None or current.timestamp < timestamp:
                self.maxima[node, unit, tick] = SelectedItem(position, split, timestamp, item)

    def _create_runner(self, subtask: int) -> ChainRunner:
        rows: Any = self
        runner = ChainRunner(self._plan, subtask, rows, mode="any order")
        source = self._plan.operators[0].node.id
        runner.head.reached = lambda ts: self._scanned_timestamps.append((source, self._split, ts))
        for node in find_watermark_nodes(self._plan.operators):
            operator: Any = runner.operators[node]
            operator.reached = lambda ts, node=node: self._scanned_timestamps.append(
                (node, subtask, ts)
            )
        for function in (
            ()
            if self._key_filter is None
            else get_key_selector_functions(self._key_filter.key_selector)
        ):
            function.open(StreamingRuntimeContext(runner.head.context, None))
        self._runners[subtask] = runner
        return runner

    def add(
        self, kind: str, place: int, unit: int, position: Position, timestamp: Any, payload: bytes
    ) -> None:
        """Collect a record that leaves the chain (same signature as ``RowBatchBuilder.add``)."""
        wanted = self._key_filter
        if wanted is None or kind != "record" or (place, unit) != (wanted.edge, wanted.unit):
            return
        first, last = wanted.span
        if not first <= (MIN_TIMESTAMP if timestamp is None else timestamp) <= last:
            return
        if wanted.key_selector is None or wanted.key_selector(unpack(payload)) == wanted.key:
            self.hits.append(timestamp)
