"""Lookup of the records that decide one window, including those that advanced the watermarks.

A watermark generator that uses the maximum timestamp reacts only to records that exceed all earlier
ones. A generator with idleness also checks whether a record arrived between two ticks. So one
record per tick and unit (a split, or a subtask that generates watermarks) reproduces the
watermarks.

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
from flinksim.datastream.partitioner import key_selector_object
from flinksim.replay.engines.local import Engine
from flinksim.replay.logs.splits import ItemReader
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import ChainPlan, ChainRunner, makes_watermarks
from flinksim.replay.operators.positions import Position
from flinksim.replay.operators.row_batches import BlockBuffer
from flinksim.replay.operators.row_schema import pack, unpack
from flinksim.replay.operators.source_watermarks import tick_before
from flinksim.replay.operators.stage_planner import StagePlan
from flinksim.replay.worker_errors import tells_failures
from flinksim.runtime.operators.runtime_context import StreamingRuntimeContext


class Kept(NamedTuple):
    """A selected item of the log, with its position in the run and the number of its split.

    ``timestamp`` is the timestamp with which the record reached the window (or the watermark
    generator).
    """

    position: Position
    split: int
    timestamp: int
    item: SourceItem

    @property
    def arrival_ms(self) -> int:
        """Processing time of the arrival in epoch milliseconds."""
        return positions.time_of(self.position)


Makers: TypeAlias = dict[tuple[int, int, int], Kept]
"""Records that advanced the watermarks of one source: the maximum per (node, unit, tick)."""

Span: TypeAlias = tuple[int, int]
"""First and last timestamp, both inclusive."""

WHOLE: Span = (MIN_TIMESTAMP, MAX_TIMESTAMP)


class Wanted(NamedTuple):
    """Filter for the records with a key that reach one unit of the window's input edge."""

    edge: int
    unit: int
    key_of: Callable[[Any], Any] | None
    key: Any
    span: Span = WHOLE


class LogCuts:
    """Lookup of records in the log of one source; watermark makers are found once."""

    def __init__(self, engine: Engine, stage: StagePlan, reader: ItemReader) -> None:
        self._engine = engine
        self._stage = stage
        self._reader = reader

    def records_of(self, wanted: Wanted, most: int) -> list[Kept]:
        """Find the records that reach the window with the key, in the order of the run.

        Args:
            wanted: The key, the unit and the range of timestamps.
            most: Maximum number of records; one more is returned if there are more.
        """
        with closing(self._rows(wanted, "record")) as rows:
            return [
                Kept(position, split, timestamp, unpack(payload))
                for split, position, timestamp, payload in islice(rows, most + 1)
            ]

    @cached_property
    def makers(self) -> Makers:
        """Records that can advance the watermarks, of the whole log."""
        makers: Makers = {}
        for split, position, timestamp, payload in self._rows(None, "reached"):
            address, item = unpack(payload)
            current = makers.get(address)
            if current is None or current.timestamp < timestamp:
                makers[address] = Kept(position, split, timestamp, item)
        return makers

    def _rows(
        self, wanted: Wanted | None, kind: str
    ) -> Generator[tuple[int, Position, int, bytes], None, None]:
        work = partial(look, reader=self._reader, plan=self._stage.chain, wanted=wanted)
        rows = self._engine.read(self._reader.pieces, work)
        try:
            for _, split, _, position, timestamp, payload in self._engine.of_kind(rows, kind):
                yield split, position, MIN_TIMESTAMP if timestamp is None else timestamp, payload
        finally:
            self._engine.release(rows)


# --- in workers -----------------------------------------------------------------------------------


@tells_failures
def look(
    pieces: Iterable[pa.RecordBatch],
    reader: ItemReader,
    plan: ChainPlan,
    wanted: Wanted | None,
) -> Iterator[pa.RecordBatch]:
    """Scan chunks of a log for records.

    Args:
        pieces: Batches of chunk numbers.
        reader: Reads the chunks.
        plan: The source vertex.
        wanted: The filter. Its records become rows of kind ``record``. Without a filter the
            watermark makers become rows of kind ``reached``.
    """
    rows = BlockBuffer()
    for batch in pieces:
        for chunk in batch.column(0).to_pylist():
            scanner = _Lookout(plan, wanted)
            for split, arrival, offset, item in reader.read(chunk):
                position = positions.of_record(arrival, plan.first_split + split, offset)
                scanner.take(position, split, item)
                if wanted is not None:
                    for timestamp in scanner.hits:
                        payload = pack(item)
                        rows.add("record", split, 0, position, timestamp, payload)
                if rows.is_full:
                    yield rows.take()
            if wanted is None:
                for address, item_of_maximum in scanner.greatest.items():
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
        yield rows.take()


class _Lookout:
    """The source chains of all subtasks, applied to one chunk of the log record by record."""

    def __init__(self, plan: ChainPlan, wanted: Wanted | None) -> None:
        self._plan = plan
        self._wanted = wanted
        self._runners: dict[int, ChainRunner] = {}
        self._noted: list[tuple[int, int, int]] = []
        self._split = 0
        self.hits: list[int | None] = []
        self.greatest: Makers = {}

    def take(self, position: Position, split: int, item: SourceItem) -> None:
        self.hits.clear()
        self._noted.clear()
        if type(item) is not SourceRecord:
            return
        self._split = split
        subtask = split % self._plan.parallelism
        runner = self._runners.get(subtask) or self._runner(subtask)
        runner.take_in_any_order(position, item.value, item.timestamp)
        if self._wanted is None:
            self._note(position, split, item)

    def _note(self, position: Position, split: int, item: SourceItem) -> None:
        plan = self._plan
        if plan.auto_watermark_interval_ms <= 0:
            return
        time_ms = positions.time_of(position)
        for node, unit, timestamp in self._noted:
            tick = tick_before(time_ms, plan.start_ms, plan.ticks_every_ms(node))
            current = self.greatest.get((node, unit, tick))
            if current is None or current.timestamp < timestamp:
                self.greatest[node, unit, tick] = Kept(position, split, timestamp, item)

    def _runner(self, subtask: int) -> ChainRunner:
        rows: Any = self
        runner = ChainRunner(self._plan, subtask, rows, mode="any order")
        source = self._plan.operators[0].node.id
        runner.head.reached = lambda ts: self._noted.append((source, self._split, ts))
        for node in makes_watermarks(self._plan.operators):
            operator: Any = runner.operators[node]
            operator.reached = lambda ts, node=node: self._noted.append((node, subtask, ts))
        for function in () if self._wanted is None else key_selector_object(self._wanted.key_of):
            function.open(StreamingRuntimeContext(runner.head.context, None))
        self._runners[subtask] = runner
        return runner

    def add(
        self, kind: str, place: int, unit: int, position: Position, timestamp: Any, payload: bytes
    ) -> None:
        """Collect a record that leaves the chain (same signature as ``BlockBuffer.add``)."""
        wanted = self._wanted
        if wanted is None or kind != "record" or (place, unit) != (wanted.edge, wanted.unit):
            return
        first, last = wanted.span
        if not first <= (MIN_TIMESTAMP if timestamp is None else timestamp) <= last:
            return
        if wanted.key_of is None or wanted.key_of(unpack(payload)) == wanted.key:
            self.hits.append(timestamp)
