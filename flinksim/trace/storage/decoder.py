"""Decoder of trace files; all bytes are checked before they are used."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple, NoReturn, TypeAlias

from flinksim.trace.causality.causal_graph import Frame, Links
from flinksim.trace.recorder import Trace
from flinksim.trace.schema.event_kinds import SCHEMA_ID
from flinksim.trace.storage.chunk import (
    CONTRADICTIONS,
    Chunk,
    ChunkSize,
    LoadedChunks,
    contradiction,
)
from flinksim.trace.storage.chunk_reader import columns_in
from flinksim.trace.storage.columns import Column, TraceFileError
from flinksim.trace.storage.constants import CHUNK, MAGIC, PRELUDE, SUFFIX, VERSION

_MOST_INFLATED = 1100
"""zlib inflates one byte to at most 1,032 bytes."""

MOST_BYTES = 1 << 32
"""Maximum size of a trace when inflated, in bytes."""

MOST_AT_ONCE = 1 << 24
"""Maximum inflated size in bytes of a trace that is checked as a whole (about 500,000 events)."""

Read: TypeAlias = Callable[[int, int], bytes]
"""Reads a number of bytes of a file from an offset: ``read(offset, count)``."""

Examine: TypeAlias = Callable[[Trace, Chunk], str]


def decode(data: bytes, source: str = "the trace", examine: Examine | None = None) -> Trace:
    """Decode the trace in *data*; *source* names it in errors.

    Args:
        data: Bytes of a trace file.
        source: Name of the data in errors.
        examine: Describes what else is wrong with a chunk, or returns "".

    Raises:
        TraceFileError: The data is no valid trace.
    """
    return open_trace(
        lambda offset, count: data[offset : offset + count], len(data), source, examine
    )


def open_trace(read: Read, size: int, source: str, examine: Examine | None = None) -> Trace:
    """Open a trace whose bytes are read on demand.

    Everything is checked before it is returned. A trace of up to :data:`MOST_AT_ONCE` inflated bytes
    is checked immediately, each chunk of a larger one on first use.

    Args:
        read: Reads bytes of the file.
        size: Size of the file in bytes.
        source: Name of the file in errors.
        examine: Describes what else is wrong with a chunk, or returns "".

    Raises:
        TraceFileError: The file is no valid trace.
    """
    refuse = refusal(source)
    opening = _Opening(read, refuse)
    try:
        cut = ""
        for place in _chunks(read, size, refuse):
            if isinstance(place, str):
                cut = place
            else:
                opening.take(place)
        trace = opening.trace(examine)
    except TraceFileError:
        raise
    except CONTRADICTIONS as error:
        refuse(contradiction(error), _REWRITE)
    if cut:
        trace.info["cut"] = cut
    return trace


_REWRITE = "record the run again"
_COPY = "copy the file again, or record the run again"
_Refuse = Callable[[str, str], NoReturn]


class ChunkBody(NamedTuple):
    """Position and length of the body of a chunk in the file, and its inflated length."""

    offset: int
    length: int
    inflated: int


def refusal(source: str) -> _Refuse:
    """Build a function that rejects *source* with a problem and an advice."""

    def refuse(found: str, advice: str) -> NoReturn:
        raise TraceFileError(f"cannot read {source}: {found}; {advice}")

    return refuse


def place_of(chunk: bytes, at: int) -> ChunkBody:
    """Return the extent of the body of *chunk*, which is at offset *at* of the file."""
    _, _, length, inflated = CHUNK.unpack_from(chunk)
    return ChunkBody(at + CHUNK.size, length, inflated)


def _chunks(read: Read, size: int, refuse: _Refuse) -> Iterator[ChunkBody | str]:
    """Check the structure of the file and yield the extent of each chunk.

    If the end of the file is missing, the last item is a text that says so.
    """
    data = read(0, PRELUDE.size)
    if data[: len(MAGIC)] != MAGIC[: len(data)] or not data:
        refuse(
            f"it is no trace file (it should begin with {MAGIC!r}, but begins with {data[:8]!r})",
            f"choose a {SUFFIX} file as Trace.save writes it",
        )
    if len(data) < PRELUDE.size:
        refuse(
            f"it is cut short: {len(data)} bytes, where the prelude alone takes {PRELUDE.size}",
            _COPY,
        )
    _, version, reserved = PRELUDE.unpack(data)
    if version != VERSION:
        refuse(
            f"it has format version {version}, and this flinksim reads version {VERSION}",
            "open it with the flinksim that wrote it, or record the run again",
        )
    if reserved:
        refuse("it is damaged: its prelude does not end with 0", _COPY)
    at, number, is_last, total = PRELUDE.size, 0, 0, 0
    while not is_last:
        number += 1
        left = size - at
        length = inflated = 0
        if left >= CHUNK.size:
            head = read(at, CHUNK.size)
            checksum, is_last, length, inflated = CHUNK.unpack(head)
        if left < CHUNK.size + length or left < CHUNK.size:
            needed = max(CHUNK.size + length, CHUNK.size)
            found = f"{left} of {needed} bytes of chunk {number} are there"
            if not left:
                found = f"chunk {number} is missing"
            if number == 1:
                refuse(f"it is cut short: {found}", _COPY)
            yield f"the file is cut short: {found}"
            return
        if zlib.crc32(read(at + CHUNK.size, length), zlib.crc32(head[4:])) != checksum:
            refuse(
                f"it is damaged: the checksum of chunk {number} does not fit its contents", _COPY
            )
        if inflated > _MOST_INFLATED * length:
            refuse(f"a chunk of {length} bytes says that it inflates to {inflated}", _REWRITE)
        total += inflated
        if total > MOST_BYTES:
            refuse(f"it inflates to more than {MOST_BYTES:,} bytes", "record a shorter run")
        yield ChunkBody(at + CHUNK.size, length, inflated)
        at += CHUNK.size + length
    if at < size:
        refuse("it is damaged: something stands behind its last chunk", _COPY)


def load_columns(read: Read, place: ChunkBody, refuse: _Refuse) -> dict[str, Column]:
    """Read, inflate and check the columns of the chunk at *place*."""
    try:
        payload = _inflated(read(place.offset, place.length), place.inflated, refuse)
        header, body = _header(payload, refuse)
        return columns_in(header["columns"], body, lambda found: refuse(found, _REWRITE))
    except TraceFileError:
        raise
    except CONTRADICTIONS as error:
        refuse(contradiction(error), _REWRITE)


def _inflated(body: bytes, inflated: int, refuse: _Refuse) -> memoryview:
    inflater = zlib.decompressobj()
    payload = memoryview(inflater.decompress(body, inflated + 1))
    if len(payload) != inflated or not inflater.eof:
        refuse(f"a chunk does not inflate to the {inflated} bytes that it says", _REWRITE)
    return payload


def _beginning(body: bytes) -> memoryview:
    """Inflate only the beginning of a chunk, up to its columns."""
    inflater = zlib.decompressobj()
    begun = inflater.decompress(body, 4)
    if len(begun) < 4:
        return memoryview(b"")
    (length,) = struct.unpack_from("<I", begun)
    return memoryview(
        begun + inflater.decompress(inflater.unconsumed_tail, length) if length else begun
    )


def _header(payload: memoryview, refuse: _Refuse) -> tuple[dict[str, Any], memoryview]:
    """Parse the header of a chunk; return it and the bytes of the columns."""
    (header_length,) = struct.unpack_from("<I", payload)
    if header_length > len(payload) - 4:
        refuse("the header of a chunk goes on behind its end", _REWRITE)
    header = json.loads(bytes(payload[4 : 4 + header_length]))
    if not isinstance(header, dict) or not {"schema", "info", "columns"} <= header.keys():
        refuse("a chunk has a header without schema, info or columns", _REWRITE)
    if header["schema"] != SCHEMA_ID:
        refuse(
            f"its facts have schema {header['schema']!s:.80}, and this flinksim has schema {SCHEMA_ID}",
            "open it with the flinksim that wrote it, or record the run again",
        )
    info = header["info"]
    if not isinstance(info, dict) or any(type(text) is not str for text in info.values()):
        refuse(f"it has {info!r:.60} for texts about the run", _REWRITE)
    return header, payload[4 + header_length :]


class _Opening:
    """Assembles a trace from the chunks of a file."""

    def __init__(self, read: Read, refuse: _Refuse) -> None:
        self._read = read
        self._refuse_with = refuse
        self._loaded = LoadedChunks()
        self._trace = Trace([], [], self._decisions, {})
        self._links = Links()
        self._frames: list[Frame] = []
        self._inflated = 0

    def _refuse(self, found: str) -> NoReturn:
        self._refuse_with(found, _REWRITE)

    def take(self, place: ChunkBody) -> None:
        """Add the chunk at *place*."""

        def columns() -> Mapping[str, Column]:
            return self._loaded.columns(
                place.offset,
                place.inflated,
                lambda: load_columns(self._read, place, self._refuse_with),
            )

        trace = self._trace
        body = self._read(place.offset, place.length)
        beginning = _beginning(body)
        if not beginning:
            self._refuse("a chunk ends before its header")
        header, _ = _header(beginning, self._refuse_with)
        trace.info = header["info"]
        counts = _counts(header["columns"])
        if not counts.keys() >= {*_COUNTED} or max(counts.values()) > place.inflated:
            columns()  # raises with the exact problem
            self._refuse(
                f"it has no column {min({*_COUNTED} - counts.keys(), default='that fits')}"
            )
        steps, facts, texts, frames, decisions = (counts[name] for name in _COUNTED)
        size = ChunkSize(steps, facts, texts)
        table = trace.packer.table
        chunk = Chunk(columns, size, len(trace.heads), len(trace.events), table, self._refuse, True)
        trace._add_chunk(chunk, decisions, frames)
        self._links.add_chunk(chunk)
        if frames:
            self._frames += [Frame(*one) for one in chunk.frames(len(self._frames))]
        self._inflated += place.inflated

    def trace(self, examine: Examine | None) -> Trace:
        """Return the complete trace."""
        trace, links = self._trace, self._links
        links.frames = self._frames or links.frames
        trace.set_links(links)
        for chunk in trace.chunks:
            chunk.most_frames = len(links.frames)
            if examine is not None:
                chunk.examine = partial(examine, trace)
            if self._inflated <= MOST_AT_ONCE or chunk is trace.chunks[0]:
                check(trace, chunk)
                chunk.decisions()
        return trace

    def _decisions(self) -> list[int]:
        return [decision for chunk in self._trace.chunks for decision in chunk.decisions()]


_COUNTED = ("steps.after", "events.kind", "texts.end", "frames.caller", "decisions")


def check(trace: Trace, chunk: Chunk) -> None:
    """Read everything in *chunk*, which raises an error if something is wrong."""
    links = trace.links
    chunk.text_block()
    chunk.further_origins()
    if chunk.size.steps:
        trace.heads.piece_at(chunk.first_step)
    if chunk.size.facts:
        trace.events.piece_at(chunk.first_fact)
        for rows in (links.cause, links.origin, links.place):
            rows.piece_at(chunk.first_fact)


def _counts(directory: Any) -> dict[str, int]:
    """Return the number of values of each column, as far as *directory* can be read."""
    found = {}
    for entry in directory if isinstance(directory, list) else ():
        match entry:
            case [str(name), str(_), int(_), int(count), _]:
                found[name] = count
    return found
