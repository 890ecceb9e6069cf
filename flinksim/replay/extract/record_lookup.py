"""What of a large log decides one window: its records, and the records that moved the watermarks.

A watermark generator that goes by the greatest timestamp notices only the records that are greater
than all before them; one with idleness also whether any record came between two ticks. So one record
for each tick and unit (a split, or a subtask that makes watermarks) is all that it has to see again.

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
    """An item of the log that is kept; ``position`` is where it entered, ``split`` its split's number.

    ``timestamp`` is that of the record as it came to the window (or to what makes watermarks).
    """

    position: Position
    split: int
    timestamp: int
    item: SourceItem

    @property
    def arrival_ms(self) -> int:
        return positions.time_of(self.position)


Makers: TypeAlias = dict[tuple[int, int, int], Kept]
"""The records that moved the watermarks of one source: per node, unit and tick the greatest."""

Span: TypeAlias = tuple[int, int]
"""Timestamps from the first to the last, both included."""

WHOLE: Span = (MIN_TIMESTAMP, MAX_TIMESTAMP)


class Wanted(NamedTuple):
    """Which records are looked for: those with a key, of one unit of the edge to the window."""

    edge: int
    unit: int
    key_of: Callable[[Any], Any] | None
    key: Any
    span: Span = WHOLE


class LogCuts:
    """Looks records up in the log of one source stage; what moved the watermarks only once."""

    def __init__(self, engine: Engine, stage: StagePlan, reader: ItemReader) -> None:
        self._engine = engine
        self._stage = stage
        self._reader = reader

    def records_of(self, wanted: Wanted, most: int) -> list[Kept]:
        """The records that come to the window with the key, in the order of the run.

        One more than *most*, if there are more.
        """
        with closing(self._rows(wanted, "record")) as rows:
            return [
                Kept(position, split, timestamp, unpack(payload))
                for split, position, timestamp, payload in islice(rows, most + 1)
            ]

    @cached_property
    def makers(self) -> Makers:
        """What moved the watermarks, of the whole log."""
        makers: Makers = {}
        for split, position, timestamp, payload in self._rows(None, "reached"):
            address, item = unpack(payload)
            before = makers.get(address)
            if before is None or before.timestamp < timestamp:
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


# --- what the workers do ---------------------------------------------------------------------------


@tells_failures
def look(
    pieces: Iterable[pa.RecordBatch],
    reader: ItemReader,
    plan: ChainPlan,
    wanted: Wanted | None,
) -> Iterator[pa.RecordBatch]:
    """Rows of kind ``record``: those that are *wanted*; without any, ``reached``: what moved them."""
    found = BlockBuffer()
    for batch in pieces:
        for piece in batch.column(0).to_pylist():
            lookout = _Lookout(plan, wanted)
            for split, arrival, offset, item in reader.read(piece):
                position = positions.of_record(arrival, plan.first_split + split, offset)
                lookout.take(position, split, item)
                if wanted is not None:
                    for timestamp in lookout.hits:
                        payload = pack(item)
                        found.add("record", split, 0, position, timestamp, payload)
                if found.is_full:
                    yield found.take()
            if wanted is None:
                for address, kept in lookout.greatest.items():
                    payload = pack((address, kept.item))
                    found.add("reached", kept.split, 0, kept.position, kept.timestamp, payload)
    if len(found):
        yield found.take()


class _Lookout:
    """The chains of all subtasks over one piece of the log, record by record."""

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
            before = self.greatest.get((node, unit, tick))
            if before is None or before.timestamp < timestamp:
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
        """A record leaves the chain (as ``BlockBuffer.add``)."""
        wanted = self._wanted
        if wanted is None or kind != "record" or (place, unit) != (wanted.edge, wanted.unit):
            return
        first, last = wanted.span
        if not first <= (MIN_TIMESTAMP if timestamp is None else timestamp) <= last:
            return
        if wanted.key_of is None or wanted.key_of(unpack(payload)) == wanted.key:
            self.hits.append(timestamp)
