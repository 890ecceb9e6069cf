"""How a source is read by many workers at once, and each record still knows its place.

A log of text is cut into spans of whole lines, by bytes. Where in a split a record stands is told by
the number of its line, which is exact although no worker reads what comes before its span: a first
pass over all spans, as parallel as the second, counts their lines and notes how far each split came.
From that every span gets the number of its first line, and the order that the rows before it demand
(arrival never goes back, nothing comes behind a split's end), so each finds the bad rows that one
reader alone would find.

A quoted cell of CSV may hold line breaks. A span that begins inside of one is known by the span before
it, which ends inside of one; then the log is read in one piece. JSON lines have no such cells.

Parquet is read by rows, any other source by splits.
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
"""Smaller files are read in one piece."""

ROWS_PER_PIECE = 100_000
"""Of a log in columns. To skip the rows of a row group before a piece costs little beside them."""


class ItemReader(Protocol):
    """A source, read piece by piece."""

    @property
    def pieces(self) -> int: ...

    def read(self, piece: int) -> Iterator[tuple[int, int, int, SourceItem]]:
        """The items of a piece: (split, arrival, place in the split, item)."""


@dataclass(slots=True)
class SplitItems:
    """Any source, each split a piece, by its own iterator."""

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
            # An item without an arrival time comes with the one before it.
            if item.arrival_ms is not None:
                arrival = max(arrival, item.arrival_ms)
            yield piece, arrival, offset, item


@dataclass(slots=True)
class RowItems:
    """A log in columns, some rows in a row a piece."""

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
    """A log of text, each span a piece. ``orders`` is what the rows before each span demand."""

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
        """The good rows of a piece, of all splits."""
        return self.source.reader().rows(None, self.spans[piece], self.orders[piece].copy())


def item_reader(
    source: Source, split_names: tuple[str, ...], start_ms: int, engine: Engine, pieces: int = 0
) -> ItemReader:
    """How to read *source*; in about so many *pieces*, where they can be chosen.

    Raises: EventLogError for the first bad row of a log, unless bad rows are rejected.
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
    """The spans of a log and what has to be known of them beforehand."""
    whole = source.file.whole()
    spans = source.file.spans(pieces or 1 + (whole.end - whole.begin) // BYTES_PER_PIECE)
    if len(spans) == 1:
        return SpanItems(source, split_names, spans, [RowOrder()])
    work = partial(survey, source=source, spans=spans, folder=os.getcwd())
    rows = engine.read(len(spans), work)
    try:
        found = [unpack(row[5]) for row in engine.of_kind(rows, "survey")]
    finally:
        engine.release(rows)
    if not all(one.is_whole for one in found):
        return SpanItems(source, split_names, [whole], [RowOrder()])
    return _joined(source, split_names, spans, found)


@dataclass(slots=True)
class Survey:
    """What a span came to by itself, its lines counted from 1.

    ``firsts`` has the arrival of each split's first row, ``error`` the first bad row if that is one.
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
    """Surveys of spans, as rows in the order of the spans. *folder*: where the program runs."""
    rows = BlockBuffer()
    for batch in pieces:
        for piece in batch.column(0).to_pylist():
            found = survey_span(source, replace(spans[piece], line=1))
            rows.add("survey", -1, piece, (piece, 0, 0), None, pack(found))
    if len(rows):
        yield rows.take()


def survey_span(source: EventLogSource, span: Span) -> Survey:
    """Read *span* once."""
    found, counter = Survey(), LineCounter()
    try:
        for row in source.reader().rows(None, span, found.order, counter):
            if row.split not in found.firsts:
                found.firsts[row.split] = row.arrival
    except SpanCutsRecord:
        found.is_whole = False
    except EventLogError as error:
        found.error = error
    found.lines = counter.lines
    return found


def _joined(
    source: EventLogSource, names: tuple[str, ...], spans: list[Span], found: list[Survey]
) -> SpanItems:
    """Where each span's lines begin and what the rows before it demand, span by span."""
    line = spans[0].line
    order = RowOrder()
    numbered, orders = [], []
    for span, one in zip(spans, found, strict=True):
        numbered.append(replace(span, line=line))
        orders.append(order.copy())
        if source.bad_rows == "error" and (one.error is not None or _goes_back(one, order)):
            # Read again with what is known now: the error names the first bad line of the log.
            for _ in source.reader().rows(None, numbered[-1], order.copy()):
                pass
        order.add(one.order.moved(line - 1))
        line += one.lines
    return SpanItems(source, names, numbered, orders)


def _goes_back(one: Survey, order: RowOrder) -> bool:
    """Whether a row of the span is bad for what came before it."""
    return any(
        split in order.ended or arrival < order.last.get(split, (arrival, 0))[0]
        for split, arrival in one.firsts.items()
    )
