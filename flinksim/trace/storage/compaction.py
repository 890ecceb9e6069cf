"""Compaction: moves the older part of a trace from lists into columns, and from there into a file.

An event takes about 110 bytes as an object, and about 30 in columns. Not in Flink.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, NoReturn

from flinksim.trace.events.base import Row
from flinksim.trace.storage.chunk import Chunk, ChunkSize
from flinksim.trace.storage.columns import Column, Texts, TraceFileError
from flinksim.trace.storage.encoder import Reached, columns_between
from flinksim.trace.storage.string_table import TextTable

if TYPE_CHECKING:
    from flinksim.trace.causality.causal_graph import Links
    from flinksim.trace.recorder import Trace

FACTS_PER_CHUNK = 1 << 14


class Packer:
    """Compacts the steps of one trace as it grows."""

    def __init__(self) -> None:
        self.chunks: list[Chunk] = []
        self.table = TextTable()
        self._texts = Texts()
        self._reached = Reached()

    def open_chunk(self, trace: Trace, links: Links | None) -> Chunk:
        """Build a chunk of everything that is not compacted; it contains *links*, if given."""
        begin, end = self._reached, self._end(trace, links)
        columns = columns_between(trace, links, Texts(self.table.count), begin, end)
        chunk = chunk_of(columns, begin.steps, begin.facts, self.table, links is not None)
        chunk.texts = self.table.and_then(chunk.size.texts, chunk.text_block)
        return chunk

    def has_all_of(self, trace: Trace, links: Links) -> bool:
        """Return whether everything is in chunks."""
        return self._reached == self._end(trace, links)

    def pack(self, trace: Trace, links: Links | None) -> Iterator[Chunk]:
        """Build chunks of the open rows. Call it between steps only.

        Each chunk has to be taken out of the trace before the next one is built.

        Args:
            trace: The trace to compact.
            links: Links of all its events, if the chunks are to contain them.
        """
        last = self._end(trace, links)
        while True:
            end = self._next_end(trace, last)
            yield self._pack(trace, links, end)
            if end == last:
                return

    def next_aside(self, aside: Sequence[tuple[int, int]]) -> tuple[int, int]:
        """Return the number of steps and events at which the next chunk of spilled rows ends.

        Args:
            aside: Number of steps and of events at the time of each spill.
        """
        at = bisect_left(aside, self._reached.facts + FACTS_PER_CHUNK, key=itemgetter(1))
        return aside[min(at, len(aside) - 1)]

    def pack_to(self, trace: Trace, links: Links | None, steps: int, rows: Sequence[Row]) -> Chunk:
        """Build a chunk of the next events.

        Args:
            trace: The trace to compact.
            links: Links of the events, if the chunk is to contain them.
            steps: Number of steps of the trace at the end of the chunk.
            rows: The events as rows.
        """
        facts = self._reached.facts + len(rows)
        end = self._end(trace, links)._replace(steps=steps, facts=facts)
        return self._pack(trace, links, end, rows)

    def _pack(
        self, trace: Trace, links: Links | None, end: Reached, rows: Sequence[Row] | None = None
    ) -> Chunk:
        begin = self._reached
        columns = columns_between(trace, links, self._texts, begin, end, rows)
        chunk = chunk_of(columns, begin.steps, begin.facts, self.table, links is not None)
        self._texts.forget()
        self._add(chunk, end)
        return chunk

    def _next_end(self, trace: Trace, whole: Reached) -> Reached:
        """Return the end of the next chunk: *whole*, or the end of an earlier step."""
        heads, target = trace.heads.open, self._reached.facts + FACTS_PER_CHUNK
        if whole.facts < target + FACTS_PER_CHUNK:
            return whole
        at = bisect_left(heads, target, key=itemgetter(3))
        if at == len(heads) or heads[at][3] == whole.facts:
            return whole
        return whole._replace(steps=trace.heads.closed + at, facts=heads[at][3])

    def add(self, chunk: Chunk, decisions: int, frames: int) -> None:
        """Append *chunk*, with its number of *decisions* and of stack *frames*."""
        steps, facts, known_decisions, known_frames = self._reached
        end = Reached(
            steps + chunk.size.steps,
            facts + chunk.size.facts,
            known_decisions + decisions,
            known_frames + frames,
        )
        self._add(chunk, end)

    def _add(self, chunk: Chunk, end: Reached) -> None:
        self._reached = end
        self.chunks.append(chunk)
        self.table.add(chunk.size.texts, chunk.text_block)

    def _end(self, trace: Trace, links: Links | None) -> Reached:
        frames = self._reached.frames if links is None else len(links.frames)
        decisions = self._reached.decisions
        if trace.knows_decisions:
            decisions = len(trace.decisions)
        return Reached(len(trace.heads), len(trace.events), decisions, frames)


def chunk_of(
    columns: list[Column], first_step: int, first_fact: int, table: TextTable, is_linked: bool
) -> Chunk:
    """Build a chunk in memory."""
    by_name: Mapping[str, Column] = {column.name: column for column in columns}
    size = ChunkSize(
        *(len(by_name[name].data) for name in ("steps.after", "events.kind", "texts.end"))
    )
    return Chunk(lambda: by_name, size, first_step, first_fact, table, _refuse, is_linked)


def _refuse(found: str) -> NoReturn:
    raise TraceFileError(f"the trace was changed while it was in memory: {found}")
