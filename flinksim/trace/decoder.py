"""Reading the bytes of a trace file; nothing in them is believed before it is checked."""

from __future__ import annotations

import json
import struct
import zlib
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from flinksim.trace.chunk_columns import ChunkColumns
from flinksim.trace.columns import TraceFileError
from flinksim.trace.declarations import KINDS, SCHEMA_ID
from flinksim.trace.file_format import CHUNK, MAGIC, PRELUDE, SUFFIX, VERSION
from flinksim.trace.links import Frame, Links
from flinksim.trace.recorder import StepHead, Trace

_MOST_INFLATED = 1100
"""zlib makes at most 1,032 bytes of one."""

MOST_BYTES = 1 << 32
"""So large may a trace be when it is inflated; it would take several times as much memory."""


def decode(data: bytes, source: str = "the trace") -> Trace:
    """The trace in *data*; *source* names it in errors."""
    refuse = _refusal(source)
    decoder = _Decoder(refuse)
    try:
        cut = ""
        for chunk in _chunks(data, refuse):
            if isinstance(chunk, str):
                cut = chunk
            else:
                decoder.take(*chunk)
        trace = decoder.trace()
    except TraceFileError:
        raise
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
            struct.error, zlib.error) as error:  # fmt: skip
        refuse(f"its contents contradict each other ({type(error).__name__}: {error})", _REWRITE)
    if cut:
        trace.info["cut"] = cut
    return trace


_REWRITE = "record the run again"
_COPY = "copy the file again, or record the run again"
_Refuse = Callable[[str, str], NoReturn]


def _refusal(source: str) -> _Refuse:
    def refuse(found: str, advice: str) -> NoReturn:
        raise TraceFileError(f"cannot read {source}: {found}; {advice}")

    return refuse


def _chunks(data: bytes, refuse: _Refuse) -> Iterator[tuple[dict[str, Any], memoryview] | str]:
    """Check *data* from the outside in; the header and columns of each chunk, and, as a text, that
    the last of them is missing.
    """
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
    _, version, reserved = PRELUDE.unpack_from(data)
    if version != VERSION:
        refuse(
            f"it has format version {version}, and this flinksim reads version {VERSION}",
            "open it with the flinksim that wrote it, or record the run again",
        )
    if reserved:
        refuse("it is damaged: its prelude does not end with 0", _COPY)
    at, number, is_last, in_all = PRELUDE.size, 0, 0, 0
    while not is_last:
        number += 1
        left = len(data) - at
        length = inflated = 0
        if left >= CHUNK.size:
            checksum, is_last, length, inflated = CHUNK.unpack_from(data, at)
        if left < CHUNK.size + length or left < CHUNK.size:
            needed = max(CHUNK.size + length, CHUNK.size)
            told = f"{left} of {needed} bytes of chunk {number} are there"
            if not left:
                told = f"chunk {number} is missing"
            if number == 1:
                refuse(f"it is cut short: {told}", _COPY)
            yield f"the file is cut short: {told}"
            return
        chunk = memoryview(data)[at + 4 : at + CHUNK.size + length]
        if zlib.crc32(chunk) != checksum:
            refuse(
                f"it is damaged: the checksum of chunk {number} does not fit its contents", _COPY
            )
        at += CHUNK.size + length
        if inflated > _MOST_INFLATED * length:
            refuse(f"a chunk of {length} bytes says that it inflates to {inflated}", _REWRITE)
        in_all += inflated
        if in_all > MOST_BYTES:
            refuse(f"it inflates to more than {MOST_BYTES:,} bytes", "record a shorter run")
        yield _open(chunk[CHUNK.size - 4 :], inflated, refuse)
    if at < len(data):
        refuse("it is damaged: something stands behind its last chunk", _COPY)


def _open(body: memoryview, inflated: int, refuse: _Refuse) -> tuple[dict[str, Any], memoryview]:
    """The header of a chunk, and the bytes of its columns."""
    inflater = zlib.decompressobj()
    payload = memoryview(inflater.decompress(body, inflated + 1))
    if len(payload) != inflated or not inflater.eof or inflated < 4:
        refuse(f"a chunk does not inflate to the {inflated} bytes that it says", _REWRITE)
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


class _Decoder:
    """Puts the chunks of a file together."""

    def __init__(self, refuse: _Refuse) -> None:
        self._refuse = refuse
        self._values: list[Any] = []
        self._heads: list[StepHead] = []
        self._events: list[Any] = []
        self._decisions: list[int] = []
        self._info: dict[str, str] = {}
        self._links = Links()

    def take(self, header: dict[str, Any], body: memoryview) -> None:
        """Add one chunk."""

        def refuse(found: str) -> NoReturn:
            self._refuse(found, _REWRITE)

        columns = ChunkColumns(header["columns"], body, self._values, refuse)
        self._info = header["info"]
        first = len(self._events)
        self._take_run(columns, first)
        self._take_links(columns, first)
        self._decisions.extend(columns.counts("decisions"))

    def _take_run(self, columns: ChunkColumns, first: int) -> None:
        kinds = columns.counts("events.kind")
        if len(kinds) and max(kinds) >= len(KINDS):
            self._refuse(f"it has facts of kind {max(kinds)} of {len(KINDS)}", _REWRITE)
        starts, start = [], first
        for after in columns.counts("steps.after"):
            start += after
            starts.append(start)
        if start > first + len(kinds):
            self._refuse("its steps have more facts than there are", _REWRITE)
        self._heads += map(
            StepHead,
            columns.integers("steps.time_ms", len(starts)),
            columns.texts("steps.actor", len(starts)),
            columns.texts("steps.action", len(starts)),
            starts,
        )
        counts = Counter(kinds)
        facts = {
            kind.number: map(
                kind.cls,
                *(columns.field(kind, field, counts[kind.number]) for field in kind.fields),
            )
            for kind in KINDS
            if kind.number in counts
        }
        self._events += [next(facts[number]) for number in kinds]

    def _take_links(self, columns: ChunkColumns, first: int) -> None:
        links = self._links
        count = len(self._events) - first
        places = columns.counts("events.place", count)
        for name, earlier in (("events.cause", links.cause), ("events.origin", links.origin)):
            back = columns.counts(name, count)
            for index, distance in enumerate(back, first):
                earlier.append(self._earlier(index, distance) if distance else -1)
        facts = columns.counts("origins.fact")
        distances = columns.counts("origins.back", len(facts))
        if len(facts) and max(facts) >= count:
            self._refuse(f"its fact {max(facts)} of {count} has origins", _REWRITE)
        for index, distance in zip(facts, distances, strict=True):
            at = first + index
            known = links.further_origins.get(at, ())
            links.further_origins[at] = (*known, self._earlier(at, distance))
        frames = links.frames if first else links.frames[:0]
        for caller, method in zip(
            columns.counts("frames.caller"), columns.texts("frames.method"), strict=True
        ):
            if caller >= max(len(frames), 1):
                self._refuse(f"its frame {len(frames)} is called by a later one", _REWRITE)
            frames.append(Frame(caller if frames else -1, method))
        links.frames = frames
        if count and max(places) >= len(frames):
            self._refuse(f"a fact lies at place {max(places)} of {len(frames)}", _REWRITE)
        links.place.extend(array("I", places))

    def _earlier(self, index: int, distance: int) -> int:
        if not 0 < distance <= index:
            self._refuse(f"fact {index} comes from one that is {distance} before it", _REWRITE)
        return index - distance

    def trace(self) -> Trace:
        """The whole."""
        trace = Trace(self._heads, self._events, self._decisions, self._info)
        trace.set_links(self._links)
        return trace
