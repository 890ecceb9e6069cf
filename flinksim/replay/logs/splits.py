"""Parallel reading of a source in chunks, with the exact position of each record.

A text log is cut into spans of whole lines, by bytes. The position of a record in its split is its
line number, which is exact although no worker reads the lines before its span. For this, a first
pass over all spans, as parallel as the second, counts lines and records how far each split came.
From that, every span gets the number of its first line and the constraints from earlier rows
(non-decreasing arrivals, no rows after a split's end). So the workers find the same bad rows as a
single reader.

A quoted CSV cell may contain line breaks. A span that begins inside such a cell is detected by the
span before it, which ends inside the cell. Then the log is read in one chunk. JSON lines have no
such cells.

Parquet is read in ranges of rows, any other source by splits.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol

import pyarrow as pa

from flinksim.connectors.event_log.byte_ranges import LineCounter, Span, SpanCutsRecord
from flinksim.connectors.event_log.line_reader import EventLogError
from flinksim.connectors.event_log.row_parser import LogRow, RowOrder
from flinksim.connectors.event_log.source import EventLogSource
from flinksim.connectors.source import Source, SourceItem
from flinksim.replay.engines.local import Engine
from flinksim.replay.logs.parquet_source import ParquetLogSource
from flinksim.replay.operators.row_batches import BlockBuffer
from flinksim.replay.operators.row_schema import pack, unpack
from flinksim.replay.worker_errors import tells_failures

BYTES_PER_PIECE = 4 << 20
"""Smaller files are read in one chunk."""

ROWS_PER_PIECE = 100_000
"""Rows per chunk of a Parquet log; skipping the rows before a chunk costs little."""


class ItemReader(Protocol):
    """Reader of a source, chunk by chunk."""

    @property
    def pieces(self) -> int: ...

    def read(self, piece: int) -> Iterator[tuple[int, int, int, SourceItem]]:
        """Read the items of a chunk: (split, arrival, offset in the split, item)."""


@dataclass(slots=True)
class SplitItems:
    """Reader of any source; each split is a chunk, read by its own iterator."""

    source: Source
    split_names: tuple[str, ...]
    start_ms: int

    @property
    def pieces(self) -> int:
        return len(self.split_names)

    def read(self, piece: int) -> Iterator[tuple[int, int, int, SourceItem]]:
        arrival = self.start_ms
        items: Any = self.source.open_split(self.split_names[piece])
        for offset, item in enumerate(items):
            # An item without an arrival time arrives with the item before it.
            if item.arrival_ms is not None:
                arrival = max(arrival, item.arrival_ms)
            yield piece, arrival, offset, item


@dataclass(slots=True)
class RowItems:
    """Reader of a Parquet log; each chunk is a range of rows."""

    source: ParquetLogSource
    pieces: int

    def read(self, piece: int) -> Iterator[tuple[int, int, int, SourceItem]]:
        count = self.source.rows
        rows = range(count * piece // self.pieces, count * (piece + 1) // self.pieces)
        for (split, row), item in self.source.read_rows(rows):
            assert isinstance(item.arrival_ms, int)
            yield split, item.arrival_ms, row, item


@dataclass(slots=True)
class SpanItems:
    """Reader of a text log; each span is a chunk.

    ``orders`` has what the rows before each span require.
    """

    source: EventLogSource
    split_names: tuple[str, ...]
    spans: list[Span]
    orders: list[RowOrder]

    @property
    def pieces(self) -> int:
        return len(self.spans)

    def read(self, piece: int) -> Iterator[tuple[int, int, int, SourceItem]]:
        numbers = {name: number for number, name in enumerate(self.split_names)}
        item_of = self.source.item_of
        for row in self.rows(piece):
            number = numbers.get(row.split)
            if number is not None:
                yield number, row.arrival, row.line, item_of(row)

    def rows(self, piece: int) -> Iterator[LogRow]:
        """Read the good rows of a chunk, of all splits."""
        return self.source.reader().rows(None, self.spans[piece], self.orders[piece].copy())


def item_reader(
    source: Source, split_names: tuple[str, ...], start_ms: int, engine: Engine, pieces: int = 0
) -> ItemReader:
    """Create a reader for *source*.

    Args:
        source: The source.
        split_names: Names of its splits.
        start_ms: Start of the job; arrival of items without an arrival time.
        engine: Engine that counts lines.
        pieces: Approximate number of chunks; 0: by size.

    Raises:
        EventLogError: The first bad row of a log, unless bad rows are rejected.
    """
    if isinstance(source, ParquetLogSource):
        source.check()
        return RowItems(source, pieces or 1 + source.rows // ROWS_PER_PIECE)
    if isinstance(source, EventLogSource):
        return span_items(source, split_names, engine, pieces)
    return SplitItems(source, split_names, start_ms)


def span_items(
    source: EventLogSource, split_names: tuple[str, ...], engine: Engine, pieces: int = 0
) -> SpanItems:
    """Create a reader of a text log: count the lines of its spans first."""
    full_span = source.file.whole()
    spans = source.file.spans(pieces or 1 + (full_span.end - full_span.begin) // BYTES_PER_PIECE)
    if len(spans) == 1:
        return SpanItems(source, split_names, spans, [RowOrder()])
    function = partial(survey, source=source, spans=spans, folder=os.getcwd())
    rows = engine.read(len(spans), function)
    try:
        summaries = [unpack(row[5]) for row in engine.of_kind(rows, "survey")]
    finally:
        engine.release(rows)
    if not all(summary.is_whole for summary in summaries):
        return SpanItems(source, split_names, [full_span], [RowOrder()])
    return _joined(source, split_names, spans, summaries)


@dataclass(slots=True)
class Survey:
    """Summary of a span; its lines are counted from 1.

    ``firsts`` has the arrival of each split's first row. ``error`` is the first bad row, if bad
    rows are errors.
    """

    is_whole: bool = True
    lines: int = 0
    order: RowOrder = field(default_factory=RowOrder)
    firsts: dict[str, int] = field(default_factory=dict)
    error: EventLogError | None = None


@tells_failures
def survey(
    pieces: Iterable[pa.RecordBatch], source: EventLogSource, spans: list[Span], folder: str
) -> Iterator[pa.RecordBatch]:
    """Summarize spans, as rows in their order. *folder* is the program's working directory."""
    rows = BlockBuffer()
    for batch in pieces:
        for chunk in batch.column(0).to_pylist():
            summary = survey_span(source, replace(spans[chunk], line=1))
            rows.add("survey", -1, chunk, (chunk, 0, 0), None, pack(summary))
    if len(rows):
        yield rows.take()


def survey_span(source: EventLogSource, span: Span) -> Survey:
    """Read *span* once and summarize it."""
    summary, counter = Survey(), LineCounter()
    try:
        for row in source.reader().rows(None, span, summary.order, counter):
            if row.split not in summary.firsts:
                summary.firsts[row.split] = row.arrival
    except SpanCutsRecord:
        summary.is_whole = False
    except EventLogError as error:
        summary.error = error
    summary.lines = counter.lines
    return summary


def _joined(
    source: EventLogSource, names: tuple[str, ...], spans: list[Span], found: list[Survey]
) -> SpanItems:
    """Compute the first line of each span and what the rows before it require."""
    line = spans[0].line
    order = RowOrder()
    numbered, orders = [], []
    for span, summary in zip(spans, found, strict=True):
        numbered.append(replace(span, line=line))
        orders.append(order.copy())
        if source.bad_rows == "error" and (summary.error is not None or _goes_back(summary, order)):
            # Read the span again with exact line numbers, so that the error has the first bad line.
            for _ in source.reader().rows(None, numbered[-1], order.copy()):
                pass
        order.add(summary.order.moved(line - 1))
        line += summary.lines
    return SpanItems(source, names, numbered, orders)


def _goes_back(one: Survey, order: RowOrder) -> bool:
    """Return whether a row of the span is bad because of earlier rows."""
    return any(
        split in order.ended or arrival < order.last.get(split, (arrival, 0))[0]
        for split, arrival in one.firsts.items()
    )
