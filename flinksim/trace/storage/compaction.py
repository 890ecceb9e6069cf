"""Takes the older part of a trace out of its lists: into columns, and from there into a file.

A fact is some 110 bytes as an object, and some 30 as part of columns. Not in Flink.
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
    """Packs the steps of one trace as it grows."""

    def __init__(self) -> None:
        self.chunks: list[Chunk] = []
        self.table = TextTable()
        self._texts = Texts()
        self._reached = Reached()

    def open_chunk(self, trace: Trace, links: Links | None) -> Chunk:
        """What is not packed, as a chunk; it is linked if there are *links*."""
        begin, end = self._reached, self._end(trace, links)
        columns = columns_between(trace, links, Texts(self.table.count), begin, end)
        chunk = chunk_of(columns, begin.steps, begin.facts, self.table, links is not None)
        chunk.texts = self.table.and_then(chunk.size.texts, chunk.text_block)
        return chunk

    def has_all_of(self, trace: Trace, links: Links) -> bool:
        """Whether everything is in chunks."""
        return self._reached == self._end(trace, links)

    def pack(self, trace: Trace, links: Links | None) -> Iterator[Chunk]:
        """Make chunks of what is open; they are linked if there are *links*, which have to know it all.

        Only between steps. Each has to be taken out of the trace before the next is made.
        """
        whole = self._end(trace, links)
        while True:
            end = self._next_end(trace, whole)
            yield self._pack(trace, links, end)
            if end == whole:
                return

    def next_aside(self, aside: Sequence[tuple[int, int]]) -> tuple[int, int]:
        """Of the steps and facts that there were when something was set *aside*: where a chunk ends."""
        at = bisect_left(aside, self._reached.facts + FACTS_PER_CHUNK, key=itemgetter(1))
        return aside[min(at, len(aside) - 1)]

    def pack_to(self, trace: Trace, links: Links | None, steps: int, rows: Sequence[Row]) -> Chunk:
        """Make a chunk of the next facts, told in *rows*, up to so many *steps*; *links* know them."""
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
        """The end of the next chunk: *whole*, or that of a step before."""
        heads, wanted = trace.heads.open, self._reached.facts + FACTS_PER_CHUNK
        if whole.facts < wanted + FACTS_PER_CHUNK:
            return whole
        at = bisect_left(heads, wanted, key=itemgetter(3))
        if at == len(heads) or heads[at][3] == whole.facts:
            return whole
        return whole._replace(steps=trace.heads.closed + at, facts=heads[at][3])

    def add(self, chunk: Chunk, decisions: int, frames: int) -> None:
        """*chunk*, which has so many *decisions* and *frames*, comes next."""
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
    """A chunk in memory."""
    by_name: Mapping[str, Column] = {column.name: column for column in columns}
    size = ChunkSize(
        *(len(by_name[name].data) for name in ("steps.after", "events.kind", "texts.end"))
    )
    return Chunk(lambda: by_name, size, first_step, first_fact, table, _refuse, is_linked)


def _refuse(found: str) -> NoReturn:
    raise TraceFileError(f"the trace was changed while it was in memory: {found}")
