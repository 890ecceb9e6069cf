"""Decoder of trace files; all bytes are checked before they are used."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple, NoReturn, TypeAlias

from flinksim.trace.causality.causal_graph import CausalGraph, Frame
from flinksim.trace.recorder import Trace
from flinksim.trace.schema.event_kinds import SCHEMA_ID
from flinksim.trace.storage.chunk import (
    INVALID_DATA_ERRORS,
    Chunk,
    ChunkCache,
    ChunkSize,
    describe_invalid_data,
)
from flinksim.trace.storage.chunk_reader import check_directory, read_columns
from flinksim.trace.storage.columns import Column, TraceFileError
from flinksim.trace.storage.file_format import CHUNK_HEADER, MAGIC, PRELUDE, SUFFIX, VERSION

_MAX_INFLATION_RATIO = 1100
"""zlib inflates one byte to at most 1,032 bytes."""

MAX_INFLATED_BYTES = 1 << 32
"""Maximum size of a trace when inflated, in bytes."""

FREE_INFLATED_BYTES = 1 << 26
"""Inflated size in bytes up to which a trace may be compressed to any degree."""

MAX_TRACE_RATIO = 200
"""Maximum ratio between inflated and stored size of a larger trace; the most regular runs have 40."""

MAX_HEADER_BYTES = 1 << 24
"""Maximum size in bytes of the header of a chunk."""

MAX_EAGER_BYTES = 1 << 24
"""Maximum inflated size in bytes of a trace that is checked as a whole (about 500,000 events)."""

ReadBytes: TypeAlias = Callable[[int, int], bytes]
"""Reads a number of bytes of a file from an offset: ``read(offset, count)``."""

ValidateChunk: TypeAlias = Callable[[Trace, Chunk], str]


def decode(data: bytes, source: str = "the trace", validate: ValidateChunk | None = None) -> Trace:
    """Decode the trace in *data*; *source* names it in errors.

    Args:
        data: Bytes of a trace file.
        source: Name of the data in errors.
        validate: Describes what else is wrong with a chunk, or returns "".

    Raises:
        TraceFileError: The data is no valid trace.
    """
    return open_trace(
        lambda offset, count: data[offset : offset + count], len(data), source, validate
    )


def open_trace(
    read: ReadBytes, size: int, source: str, validate: ValidateChunk | None = None
) -> Trace:
    """Open a trace whose bytes are read on demand.

    Everything is checked before it is returned. A trace of up to :data:`MAX_EAGER_BYTES` inflated bytes
    is checked immediately, each chunk of a larger one on first use.

    Args:
        read: Reads bytes of the file.
        size: Size of the file in bytes.
        source: Name of the file in errors.
        validate: Describes what else is wrong with a chunk, or returns "".

    Raises:
        TraceFileError: The file is no valid trace.
    """
    refuse = build_reject(source)
    opening = _TraceOpener(read, refuse)
    try:
        cut = ""
        for place in _scan_chunks(read, size, refuse):
            if isinstance(place, str):
                cut = place
            else:
                opening.add_chunk(place)
        trace = opening.build_trace(validate)
    except TraceFileError:
        raise
    except INVALID_DATA_ERRORS as error:
        refuse(describe_invalid_data(error), _RECORD_AGAIN)
    if cut:
        trace.info["cut"] = cut
    return trace


_RECORD_AGAIN = "record the run again"
_COPY_AGAIN = "copy the file again, or record the run again"
_RejectWithAdvice = Callable[[str, str], NoReturn]


class ChunkExtent(NamedTuple):
    """Position and length of the body of a chunk in the file, and its inflated length."""

    offset: int
    length: int
    inflated: int


def build_reject(source: str) -> _RejectWithAdvice:
    """Build a function that raises an error about *source*, from a problem and an advice."""

    def refuse(found: str, advice: str) -> NoReturn:
        raise TraceFileError(f"cannot read {source}: {found}; {advice}")

    return refuse


def locate_chunk(chunk: bytes, offset: int) -> ChunkExtent:
    """Return the extent of the body of *chunk*, which is at offset *offset* of the file."""
    _, _, length, inflated = CHUNK_HEADER.unpack_from(chunk)
    return ChunkExtent(offset + CHUNK_HEADER.size, length, inflated)


def _scan_chunks(
    read: ReadBytes, size: int, reject: _RejectWithAdvice
) -> Iterator[ChunkExtent | str]:
    """Check the structure of the file and yield the extent of each chunk.

    If the end of the file is missing, the last item is a text that says so.
    """
    data = read(0, PRELUDE.size)
    if data[: len(MAGIC)] != MAGIC[: len(data)] or not data:
        reject(
            f"it is not a trace file (expected it to start with {MAGIC!r}, found {data[:8]!r})",
            f"choose a {SUFFIX} file written by Trace.save",
        )
    if len(data) < PRELUDE.size:
        reject(
            f"it is cut short: {len(data)} bytes, but the prelude has {PRELUDE.size}",
            _COPY_AGAIN,
        )
    _, version, reserved = PRELUDE.unpack(data)
    if version != VERSION:
        reject(
            f"it has format version {version}, but this version of flinksim reads version {VERSION}",
            "open it with the version of flinksim that wrote it, or record the run again",
        )
    if reserved:
        reject("it is damaged: its prelude does not end with 0", _COPY_AGAIN)
    at, number, is_last, total = PRELUDE.size, 0, 0, 0
    while not is_last:
        number += 1
        left = size - at
        length = inflated = 0
        if left >= CHUNK_HEADER.size:
            head = read(at, CHUNK_HEADER.size)
            checksum, is_last, length, inflated = CHUNK_HEADER.unpack(head)
        if left < CHUNK_HEADER.size + length or left < CHUNK_HEADER.size:
            needed = max(CHUNK_HEADER.size + length, CHUNK_HEADER.size)
            found = f"it contains {left} of {needed} bytes of chunk {number}"
            if not left:
                found = f"chunk {number} is missing"
            if number == 1:
                reject(f"it is cut short: {found}", _COPY_AGAIN)
            yield f"the file is cut short: {found}"
            return
        if zlib.crc32(read(at + CHUNK_HEADER.size, length), zlib.crc32(head[4:])) != checksum:
            reject(
                f"it is damaged: the checksum of chunk {number} does not match its contents",
                _COPY_AGAIN,
            )
        if inflated > _MAX_INFLATION_RATIO * length:
            reject(
                f"a chunk of {length} bytes claims to inflate to {inflated} bytes", _RECORD_AGAIN
            )
        total += inflated
        limit = min(MAX_INFLATED_BYTES, max(FREE_INFLATED_BYTES, MAX_TRACE_RATIO * size))
        if total > limit:
            reject(
                f"its {size:,} bytes inflate to more than {limit:,} bytes, the limit for a file of this "
                "size",
                "record a shorter run",
            )
        yield ChunkExtent(at + CHUNK_HEADER.size, length, inflated)
        at += CHUNK_HEADER.size + length
    if at < size:
        reject("it is damaged: there is data after its last chunk", _COPY_AGAIN)


def load_columns(
    read: ReadBytes, extent: ChunkExtent, reject: _RejectWithAdvice
) -> dict[str, Column]:
    """Read, inflate and check the columns of the chunk at *extent*."""
    try:
        payload = _inflate(read(extent.offset, extent.length), extent.inflated, reject)
        header, body = _parse_header(payload, reject)
        return read_columns(header["columns"], body, lambda found: reject(found, _RECORD_AGAIN))
    except TraceFileError:
        raise
    except INVALID_DATA_ERRORS as error:
        reject(describe_invalid_data(error), _RECORD_AGAIN)


def _inflate(body: bytes, size: int, reject: _RejectWithAdvice) -> memoryview:
    inflater = zlib.decompressobj()
    payload = memoryview(inflater.decompress(body, size + 1))
    if len(payload) != size or not inflater.eof:
        reject(f"a chunk does not inflate to {size} bytes, as its header says", _RECORD_AGAIN)
    return payload


def _inflate_header(body: bytes) -> memoryview:
    """Inflate only the beginning of a chunk, up to its columns."""
    inflater = zlib.decompressobj()
    begun = inflater.decompress(body, 4)
    if len(begun) < 4:
        return memoryview(b"")
    (length,) = struct.unpack_from("<I", begun)
    length = min(length, MAX_HEADER_BYTES)
    return memoryview(
        begun + inflater.decompress(inflater.unconsumed_tail, length) if length else begun
    )


def _parse_header(
    payload: memoryview, reject: _RejectWithAdvice
) -> tuple[dict[str, Any], memoryview]:
    """Parse the header of a chunk; return it and the bytes of the columns."""
    (header_length,) = struct.unpack_from("<I", payload)
    if header_length > len(payload) - 4:
        reject("the header of a chunk extends past its end", _RECORD_AGAIN)
    header = json.loads(bytes(payload[4 : 4 + header_length]))
    if not isinstance(header, dict) or not {"schema", "info", "columns"} <= header.keys():
        reject("a chunk has a header without schema, info or columns", _RECORD_AGAIN)
    if header["schema"] != SCHEMA_ID:
        reject(
            f"its events have schema {header['schema']!s:.80}, but this version of flinksim has schema {SCHEMA_ID}",
            "open it with the version of flinksim that wrote it, or record the run again",
        )
    info = header["info"]
    if not isinstance(info, dict) or any(type(text) is not str for text in info.values()):
        reject(f"it has {info!r:.60} for texts about the run", _RECORD_AGAIN)
    return header, payload[4 + header_length :]


class _TraceOpener:
    """Assembles a trace from the chunks of a file."""

    def __init__(self, read: ReadBytes, reject: _RejectWithAdvice) -> None:
        self._read = read
        self._reject_with_advice = reject
        self._cache = ChunkCache()
        self._trace = Trace([], [], self._read_decisions, {})
        self._links = CausalGraph()
        self._frames: list[Frame] = []
        self._inflated_bytes = 0

    def _reject(self, problem: str) -> NoReturn:
        self._reject_with_advice(problem, _RECORD_AGAIN)

    def add_chunk(self, extent: ChunkExtent) -> None:
        """Add the next chunk of the file, whose position is *extent*, to the trace."""

        def columns() -> Mapping[str, Column]:
            return self._cache.get_columns(
                extent.offset,
                extent.inflated,
                lambda: load_columns(self._read, extent, self._reject_with_advice),
            )

        trace = self._trace
        body = self._read(extent.offset, extent.length)
        beginning = _inflate_header(body)
        if not beginning:
            self._reject("a chunk ends before its header")
        header, _ = _parse_header(beginning, self._reject_with_advice)
        trace.info = header["info"]
        counts = _read_counts(header["columns"])
        check_directory(header["columns"], extent.inflated - len(beginning), self._reject)
        if not counts.keys() >= {*_COUNTED_COLUMNS} or max(counts.values()) > extent.inflated:
            columns()  # raises with the exact problem
            self._reject(
                f"it has no column {min({*_COUNTED_COLUMNS} - counts.keys(), default='that fits')}"
            )
        steps, events, texts, frames, decisions = (counts[name] for name in _COUNTED_COLUMNS)
        size = ChunkSize(steps, events, texts)
        table = trace.compactor.string_table
        chunk = Chunk(
            columns, size, len(trace.headers), len(trace.events), table, self._reject, True
        )
        trace._add_chunk(chunk, decisions, frames)
        self._links.add_chunk(chunk)
        if frames:
            self._frames += [Frame(*one) for one in chunk.frames(len(self._frames))]
        self._inflated_bytes += extent.inflated

    def build_trace(self, validate: ValidateChunk | None) -> Trace:
        """Return the complete trace."""
        trace, links = self._trace, self._links
        links.frames = self._frames or links.frames
        trace.set_links(links)
        for chunk in trace.chunks:
            chunk.frame_count = len(links.frames)
            if validate is not None:
                chunk.validate = partial(validate, trace)
            if self._inflated_bytes <= MAX_EAGER_BYTES or chunk is trace.chunks[0]:
                check_chunk(trace, chunk)
                chunk.decisions()
        return trace

    def _read_decisions(self) -> list[int]:
        return [decision for chunk in self._trace.chunks for decision in chunk.decisions()]


_COUNTED_COLUMNS = ("steps.after", "events.kind", "texts.end", "frames.caller", "decisions")


def check_chunk(trace: Trace, chunk: Chunk) -> None:
    """Read everything in *chunk*; an error is raised if something in it is invalid."""
    links = trace.links
    chunk.read_text_block()
    chunk.extra_origins()
    if chunk.size.steps:
        trace.headers.read_segment_at(chunk.first_step)
    if chunk.size.events:
        trace.events.read_segment_at(chunk.first_event)
        for rows in (links.cause, links.origin, links.frame_numbers):
            rows.read_segment_at(chunk.first_event)


def _read_counts(directory: Any) -> dict[str, int]:
    """Return the number of values of each column in *directory*, as far as that is readable."""
    found = {}
    for entry in directory if isinstance(directory, list) else ():
        match entry:
            case [str(name), str(_), int(_), int(count), _]:
                found[name] = count
    return found
