"""Compaction: moves the older part of a trace from lists into columns, and from there into a file.

An event takes about 110 bytes as an object, and about 30 in columns. Not in Flink.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, NoReturn

from flinksim.trace.events.event import Row
from flinksim.trace.storage.chunk import Chunk, ChunkSize
from flinksim.trace.storage.columns import Column, StringTableBuilder, TraceFileError
from flinksim.trace.storage.encoder import TracePosition, build_columns
from flinksim.trace.storage.string_table import StringTable

if TYPE_CHECKING:
    from flinksim.trace.causality.causal_graph import CausalGraph
    from flinksim.trace.recorder import Trace

EVENTS_PER_CHUNK = 1 << 14


class Compactor:
    """Moves the older steps of one trace into chunks of typed columns as the trace grows."""

    def __init__(self) -> None:
        self.chunks: list[Chunk] = []
        self.string_table = StringTable()
        self._string_builder = StringTableBuilder()
        self._compacted_to = TracePosition()

    def build_open_chunk(self, trace: Trace, links: CausalGraph | None) -> Chunk:
        """Build a chunk of all steps that are in no chunk yet; it contains *links*, if given."""
        begin, end = self._compacted_to, self._find_end(trace, links)
        columns = build_columns(
            trace, links, StringTableBuilder(self.string_table.count), begin, end
        )
        chunk = build_chunk(
            columns, begin.steps, begin.events, self.string_table, links is not None
        )
        chunk.string_table = self.string_table.extended_with(
            chunk.size.texts, chunk.read_text_block
        )
        return chunk

    def is_complete(self, trace: Trace, links: CausalGraph) -> bool:
        """Return whether all events of *trace*, and their causes in *links*, are in chunks."""
        return self._compacted_to == self._find_end(trace, links)

    def compact(self, trace: Trace, links: CausalGraph | None) -> Iterator[Chunk]:
        """Build chunks of the steps still in memory. Call it between steps only.

        Each chunk has to be taken out of the trace before the next one is built.

        Args:
            trace: The trace to compact.
            links: Causes, origins and stacks of all its events, if the chunks are to contain them.
        """
        last = self._find_end(trace, links)
        while True:
            end = self._find_next_end(trace, last)
            yield self._compact(trace, links, end)
            if end == last:
                return

    def find_next_spill_point(self, spill_points: Sequence[tuple[int, int]]) -> tuple[int, int]:
        """Return where the next chunk of spilled events ends, as a number of steps and of events.

        Args:
            spill_points: Number of steps and of events at the time of each spill (move out of memory).
        """
        at = bisect_left(
            spill_points, self._compacted_to.events + EVENTS_PER_CHUNK, key=itemgetter(1)
        )
        return spill_points[min(at, len(spill_points) - 1)]

    def compact_to(
        self, trace: Trace, links: CausalGraph | None, steps: int, rows: Sequence[Row]
    ) -> Chunk:
        """Build a chunk of the next events.

        Args:
            trace: The trace to compact.
            links: Links of the events, if the chunk is to contain them.
            steps: Number of steps of the trace at the end of the chunk.
            rows: The events as rows.
        """
        events = self._compacted_to.events + len(rows)
        end = self._find_end(trace, links)._replace(steps=steps, events=events)
        return self._compact(trace, links, end, rows)

    def _compact(
        self,
        trace: Trace,
        links: CausalGraph | None,
        end: TracePosition,
        rows: Sequence[Row] | None = None,
    ) -> Chunk:
        begin = self._compacted_to
        columns = build_columns(trace, links, self._string_builder, begin, end, rows)
        chunk = build_chunk(
            columns, begin.steps, begin.events, self.string_table, links is not None
        )
        self._string_builder.forget()
        self._append(chunk, end)
        return chunk

    def _find_next_end(self, trace: Trace, last: TracePosition) -> TracePosition:
        """Return the end of the next chunk: *last*, or the end of an earlier step."""
        heads, target = trace.headers.open_rows, self._compacted_to.events + EVENTS_PER_CHUNK
        if last.events < target + EVENTS_PER_CHUNK:
            return last
        at = bisect_left(heads, target, key=itemgetter(3))
        if at == len(heads) or heads[at][3] == last.events:
            return last
        return last._replace(steps=trace.headers.closed_count + at, events=heads[at][3])

    def add_chunk(self, chunk: Chunk, decision_count: int, frame_count: int) -> None:
        """Append *chunk*, which contains *decision_count* decisions and *frame_count* stack frames."""
        steps, events, known_decisions, known_frames = self._compacted_to
        end = TracePosition(
            steps + chunk.size.steps,
            events + chunk.size.events,
            known_decisions + decision_count,
            known_frames + frame_count,
        )
        self._append(chunk, end)

    def _append(self, chunk: Chunk, end: TracePosition) -> None:
        self._compacted_to = end
        self.chunks.append(chunk)
        self.string_table.add_block(chunk.size.texts, chunk.read_text_block)

    def _find_end(self, trace: Trace, links: CausalGraph | None) -> TracePosition:
        frames = self._compacted_to.frames if links is None else len(links.frames)
        decisions = self._compacted_to.decisions
        if trace.has_loaded_decisions:
            decisions = len(trace.decisions)
        return TracePosition(len(trace.headers), len(trace.events), decisions, frames)


def build_chunk(
    columns: list[Column],
    first_step: int,
    first_event: int,
    string_table: StringTable,
    is_linked: bool,
) -> Chunk:
    """Build a chunk in memory."""
    by_name: Mapping[str, Column] = {column.name: column for column in columns}
    size = ChunkSize(
        *(len(by_name[name].data) for name in ("steps.after", "events.kind", "texts.end"))
    )
    return Chunk(lambda: by_name, size, first_step, first_event, string_table, _reject, is_linked)


def _reject(problem: str) -> NoReturn:
    raise TraceFileError(f"the trace was changed while it was in memory: {problem}")
