"""Parallel reading of a source in chunks, with the exact position of each record.

A text log is cut into spans: byte ranges that contain whole lines. The position of a record in its
split is its line number, which is exact although no worker reads the lines before its span. For
this, a first pass over all spans, also in parallel, counts lines and finds the last arrival of each
split. From that, every span gets the number of its first line and the constraints from earlier rows
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

from flinksim.connectors.event_log.byte_ranges import ByteRange, LineCounter, RangeSplitsRecordError
from flinksim.connectors.event_log.event_log_source import EventLogSource
from flinksim.connectors.event_log.line_reader import EventLogError
from flinksim.connectors.event_log.row_parser import ArrivalOrderCheck, LogRow
from flinksim.connectors.source import Source, SourceItem
from flinksim.replay.engines.local import ExecutionEngine
from flinksim.replay.logs.parquet_source import ParquetLogSource
from flinksim.replay.operators.row_batches import RowBatchBuilder
from flinksim.replay.operators.row_schema import pack, unpack
from flinksim.replay.worker_errors import report_worker_errors

BYTES_PER_CHUNK = 4 << 20
"""Approximate size of a chunk of a text log; smaller files are read in one chunk."""

ROWS_PER_CHUNK = 100_000
"""Rows per chunk of a Parquet log; skipping the rows before a chunk costs little."""


class ChunkReader(Protocol):
    """Reads a source in chunks (parts of its input), which workers read independently."""

    @property
    def chunk_count(self) -> int: ...

    def read_chunk(self, chunk: int) -> Iterator[tuple[int, int, int, SourceItem]]:
        """Read the items of a chunk, each as (split number, arrival, position in the split, item)."""


@dataclass(slots=True)
class SplitChunkReader:
    """Reads any source; each split is a chunk, read by its own iterator."""

    source: Source
    split_names: tuple[str, ...]
    start_ms: int

    @property
    def chunk_count(self) -> int:
        return len(self.split_names)

    def read_chunk(self, chunk: int) -> Iterator[tuple[int, int, int, SourceItem]]:
        arrival = self.start_ms
        items: Any = self.source.open_split(self.split_names[chunk])
        for offset, item in enumerate(items):
            # An item without an arrival time arrives with the item before it.
            if item.arrival_ms is not None:
                arrival = max(arrival, item.arrival_ms)
            yield chunk, arrival, offset, item


@dataclass(slots=True)
class RowChunkReader:
    """Reads a Parquet log; each chunk is a range of rows."""

    source: ParquetLogSource
    chunk_count: int

    def read_chunk(self, chunk: int) -> Iterator[tuple[int, int, int, SourceItem]]:
        count = self.source.row_count
        rows = range(count * chunk // self.chunk_count, count * (chunk + 1) // self.chunk_count)
        for (split, row), item in self.source.read_rows(rows):
            assert isinstance(item.arrival_ms, int)
            yield split, item.arrival_ms, row, item


@dataclass(slots=True)
class SpanChunkReader:
    """Reads a text log; each chunk is a span: a byte range that contains whole lines.

    ``orders`` has, for each span, the last arrivals and ended splits of the rows before it.
    """

    source: EventLogSource
    split_names: tuple[str, ...]
    spans: list[ByteRange]
    orders: list[ArrivalOrderCheck]

    @property
    def chunk_count(self) -> int:
        return len(self.spans)

    def read_chunk(self, chunk: int) -> Iterator[tuple[int, int, int, SourceItem]]:
        numbers = {name: number for number, name in enumerate(self.split_names)}
        item_of = self.source.build_item
        for row in self.read_rows(chunk):
            number = numbers.get(row.split)
            if number is not None:
                yield number, row.arrival, row.line, item_of(row)

    def read_rows(self, chunk: int) -> Iterator[LogRow]:
        """Read the good rows of a chunk, of all splits."""
        return self.source.create_row_parser().parse_rows(
            None, self.spans[chunk], self.orders[chunk].copy()
        )


def create_reader(
    source: Source,
    split_names: tuple[str, ...],
    start_ms: int,
    engine: ExecutionEngine,
    chunks: int = 0,
) -> ChunkReader:
    """Create a reader for *source*.

    Args:
        source: The source.
        split_names: Names of its splits.
        start_ms: Start of the job; arrival of items without an arrival time.
        engine: Engine that counts lines.
        chunks: Approximate number of chunks; 0: by size.

    Raises:
        EventLogError: The first bad row of a log, unless bad rows are rejected.
    """
    if isinstance(source, ParquetLogSource):
        source.check()
        return RowChunkReader(source, chunks or 1 + source.row_count // ROWS_PER_CHUNK)
    if isinstance(source, EventLogSource):
        return create_span_reader(source, split_names, engine, chunks)
    return SplitChunkReader(source, split_names, start_ms)


def create_span_reader(
    source: EventLogSource, split_names: tuple[str, ...], engine: ExecutionEngine, chunks: int = 0
) -> SpanChunkReader:
    """Create a reader of a text log; this first counts the lines of all its spans (byte ranges)."""
    full_span = source.file.full_range()
    spans = source.file.split_ranges(
        chunks or 1 + (full_span.end - full_span.begin) // BYTES_PER_CHUNK
    )
    if len(spans) == 1:
        return SpanChunkReader(source, split_names, spans, [ArrivalOrderCheck()])
    function = partial(summarize_spans, source=source, spans=spans, folder=os.getcwd())
    rows = engine.read_chunks(len(spans), function)
    try:
        summaries = [unpack(row[5]) for row in engine.iterate_kind(rows, "survey")]
    finally:
        engine.release(rows)
    if not all(summary.has_complete_lines for summary in summaries):
        return SpanChunkReader(source, split_names, [full_span], [ArrivalOrderCheck()])
    return _number_spans(source, split_names, spans, summaries)


@dataclass(slots=True)
class SpanSummary:
    """Result of the first pass over a span (byte range) of a text log; its lines are counted from 1.

    ``first_arrivals`` has the arrival of each split's first row. ``error`` is the first bad row, if bad
    rows are errors.
    """

    has_complete_lines: bool = True
    lines: int = 0
    order: ArrivalOrderCheck = field(default_factory=ArrivalOrderCheck)
    first_arrivals: dict[str, int] = field(default_factory=dict)
    error: EventLogError | None = None


@report_worker_errors
def summarize_spans(
    batches: Iterable[pa.RecordBatch], source: EventLogSource, spans: list[ByteRange], folder: str
) -> Iterator[pa.RecordBatch]:
    """Read the spans whose numbers are in *batches* and return a row with the summary of each.

    *folder* is the program's working directory.
    """
    rows = RowBatchBuilder()
    for batch in batches:
        for chunk in batch.column(0).to_pylist():
            summary = summarize_span(source, replace(spans[chunk], first_line=1))
            rows.add("survey", -1, chunk, (chunk, 0, 0), None, pack(summary))
    if len(rows):
        yield rows.flush()


def summarize_span(source: EventLogSource, span: ByteRange) -> SpanSummary:
    """Read *span* once: count its lines and check its rows."""
    summary, counter = SpanSummary(), LineCounter()
    try:
        for row in source.create_row_parser().parse_rows(None, span, summary.order, counter):
            if row.split not in summary.first_arrivals:
                summary.first_arrivals[row.split] = row.arrival
    except RangeSplitsRecordError:
        summary.has_complete_lines = False
    except EventLogError as error:
        summary.error = error
    summary.lines = counter.lines
    return summary


def _number_spans(
    source: EventLogSource,
    names: tuple[str, ...],
    spans: list[ByteRange],
    summaries: list[SpanSummary],
) -> SpanChunkReader:
    """Compute, for each span, the number of its first line and the constraints of earlier rows."""
    line = spans[0].first_line
    order = ArrivalOrderCheck()
    numbered, orders = [], []
    for span, summary in zip(spans, summaries, strict=True):
        numbered.append(replace(span, first_line=line))
        orders.append(order.copy())
        if source.bad_rows == "error" and (
            summary.error is not None or _is_out_of_order(summary, order)
        ):
            # Read the span again with exact line numbers, so that the error has the first bad line.
            for _ in source.create_row_parser().parse_rows(None, numbered[-1], order.copy()):
                pass
        order.merge(summary.order.shift_lines(line - 1))
        line += summary.lines
    return SpanChunkReader(source, names, numbered, orders)


def _is_out_of_order(summary: SpanSummary, order: ArrivalOrderCheck) -> bool:
    """Return whether a row of a span is bad because of earlier spans.

    Its split has ended there, or a later arrival was there.
    """
    return any(
        split in order.end_lines or arrival < order.last_arrivals.get(split, (arrival, 0))[0]
        for split, arrival in summary.first_arrivals.items()
    )
