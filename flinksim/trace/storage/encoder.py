"""Encoder of trace files: a trace as bytes, chunk by chunk."""

from __future__ import annotations

import json
import struct
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from operator import itemgetter, sub
from typing import TYPE_CHECKING, Any, NamedTuple

from flinksim.trace.events.event import Row
from flinksim.trace.recorder import Trace
from flinksim.trace.schema.event_kinds import (
    KINDS,
    KINDS_BY_CLASS,
    SCHEMA_ID,
    FieldDeclaration,
    KindDeclaration,
)
from flinksim.trace.storage.columns import (
    Column,
    StringTableBuilder,
    build_choice_column,
    build_integer_column,
    build_optional_timestamp_column,
    build_timestamp_column,
    to_little_endian,
)
from flinksim.trace.storage.file_format import MAGIC, PRELUDE, VERSION

if TYPE_CHECKING:
    from flinksim.trace.causality.causal_graph import CausalGraph

_COMPRESSION_LEVEL = 5
"""Compression level of zlib: files as small as at its default level, 6, in 0.6 of the time."""

PRELUDE_BYTES = PRELUDE.pack(MAGIC, VERSION, 0)
"""The first bytes of a trace file: its signature and version."""


class TracePosition(NamedTuple):
    """A position in a trace: the number of steps, events, decisions and stack frames up to it."""

    steps: int = 0
    events: int = 0
    decisions: int = 0
    frames: int = 0


def encode(trace: Trace) -> bytes:
    """Encode *trace* as the bytes of a file."""
    return b"".join(encode_chunks(trace))


def encode_chunks(trace: Trace) -> Iterator[bytes]:
    """Yield the bytes of a file with *trace*, chunk by chunk."""
    links = trace.links
    trace.compact_if_large()
    yield PRELUDE_BYTES
    chunks = list(trace.chunks)
    if not chunks or not trace.compactor.is_complete(trace, links):
        chunks.append(trace.compactor.build_open_chunk(trace, links))
    for chunk in chunks:
        yield encode_chunk(chunk.columns().values(), trace.info, is_last=chunk is chunks[-1])


class TraceEncoder:
    """Encodes a trace that may still grow: each chunk holds what was added since the one before."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._string_builder = StringTableBuilder()
        self._encoded_to = TracePosition()

    def prelude(self) -> bytes:
        """Return the first bytes of a file."""
        return PRELUDE_BYTES

    def encode_next_chunk(self) -> bytes:
        """Encode the steps since the previous chunk; more may follow. Call it between steps only."""
        trace = self._trace
        return self._encode_chunk(len(trace.headers), len(trace.events), is_last=False)

    def encode_chunk_to(self, steps: int, events: int) -> bytes:
        """Encode the next chunk, up to step number *steps* (exclusive); a later step may be running.

        *events* is the number of events up to there.
        """
        return self._encode_chunk(steps, events, is_last=False)

    @property
    def events(self) -> int:
        """Number of events in the chunks so far."""
        return self._encoded_to.events

    def encode_last_chunk(self) -> bytes:
        """Encode the steps since the previous chunk as the last chunk of the file."""
        trace = self._trace
        return self._encode_chunk(len(trace.headers), len(trace.events), is_last=True)

    def _encode_chunk(self, steps: int, events: int, is_last: bool) -> bytes:
        trace = self._trace
        links = trace.links
        reached = TracePosition(steps, events, len(trace.decisions), len(links.frames))
        columns = build_columns(trace, links, self._string_builder, self._encoded_to, reached)
        self._encoded_to = reached
        return encode_chunk(columns, trace.info, is_last)


def encode_chunk(columns: Iterable[Column], info: dict[str, str], is_last: bool = False) -> bytes:
    """Encode a chunk as it is stored in a file."""
    payload = _build_payload({"schema": SCHEMA_ID, "info": info}, columns)
    body = zlib.compress(payload, _COMPRESSION_LEVEL)
    checked = struct.pack("<IQQ", is_last, len(body), len(payload)) + body
    return struct.pack("<I", zlib.crc32(checked)) + checked


def build_columns(
    trace: Trace,
    links: CausalGraph | None,
    string_builder: StringTableBuilder,
    begin: TracePosition,
    end: TracePosition,
    rows: Sequence[Row] | None = None,
) -> list[Column]:
    """Build the columns of a chunk from *begin* to *end*.

    Args:
        trace: The trace.
        links: Links of its events, if the chunk is to contain them.
        string_builder: Table to which texts are added.
        begin: Start of the chunk.
        end: End of the chunk.
        rows: Its events as rows, if the caller has them.
    """
    heads = trace.headers.read_raw(begin.steps, end.steps)
    if rows is None:
        rows = trace.events.read_raw(begin.events, end.events)
    columns = build_run_columns(heads, rows, begin.events, string_builder)
    if links is not None:
        columns += links.build_columns(begin.events, end.events)
    frames = [] if links is None else links.frames[begin.frames : end.frames]
    columns += [
        build_integer_column("frames.caller", [max(frame.caller, 0) for frame in frames]),
        build_integer_column(
            "frames.method", [string_builder.add_text(frame.method) for frame in frames]
        ),
        build_integer_column("decisions", _select_decisions(trace, begin.decisions, end.decisions)),
    ]
    return columns + string_builder.take_new_columns()


def _select_decisions(trace: Trace, first: int, last: int) -> list[int]:
    return trace.decisions[first:last] if first < last else []  # avoids reading those of a file


def build_run_columns(
    headers: Sequence[tuple[Any, ...]],
    events: Sequence[Row],
    first: int,
    string_builder: StringTableBuilder,
) -> list[Column]:
    """Build the columns of steps and their events; *first* is the number of the first event."""
    times, actors, actions, starts = zip(*headers, strict=True) if headers else ((), (), (), ())
    columns = [
        build_timestamp_column("steps.time_ms", times),
        build_integer_column("steps.actor", string_builder.add_texts(actors)),
        build_integer_column("steps.action", string_builder.add_texts(actions)),
        build_integer_column("steps.after", list(map(sub, starts, (first, *starts)))),
    ]
    by_kind: dict[type[Any], list[Row]] = {cls: [] for cls in KINDS_BY_CLASS}
    for row in events:
        by_kind[row[0]].append(row)
    kinds = array("B", map(_KIND_NUMBERS.__getitem__, map(itemgetter(0), events)))
    columns.append(Column("events.kind", "u8", kinds))
    known: dict[int, int] = {}
    for kind in KINDS:
        if found := by_kind[kind.cls]:
            _, *values = zip(*found, strict=True)
            for field, of_field in zip(kind.fields, values, strict=True):
                columns.append(_build_field_column(kind, field, of_field, string_builder, known))
    return columns


_KIND_NUMBERS = {cls: kind.number for cls, kind in KINDS_BY_CLASS.items()}


def _build_field_column(
    kind: KindDeclaration,
    field: FieldDeclaration,
    values: Sequence[Any],
    string_builder: StringTableBuilder,
    known: dict[int, int],
) -> Column:
    name = f"{kind.name}.{field.name}"
    match field.form:
        case "timestamp":
            return build_timestamp_column(name, values)
        case "optional timestamp":
            return build_optional_timestamp_column(name, values)
        case "count" | "flag":
            return build_integer_column(name, values)
        case "choice":
            return build_choice_column(name, values, field.choices)
        case "value" | "texts":
            return build_integer_column(name, string_builder.add_values(values, known))
        case "plan":
            return build_integer_column(
                name, [string_builder.add_value(asdict(plan)) for plan in values]
            )
        case "text" | "subtask" | "operator" | "channel":
            return build_integer_column(name, string_builder.add_texts(values))


def _build_payload(header: dict[str, Any], columns: Iterable[Column]) -> bytes:
    directory, blocks, offset = [], [], 0
    for name, type_, data, none in columns:
        block = to_little_endian(data).tobytes()
        none_text = None if none is None else str(none)  # JavaScript would round a number
        directory.append([name, type_, offset, len(data), none_text])
        padding = -len(block) % 8
        blocks.append(block + bytes(padding))
        offset += len(block) + padding
    text = json.dumps({**header, "columns": directory}).encode("ascii")
    text += b" " * (-(len(text) + 4) % 8)
    return b"".join((struct.pack("<I", len(text)), text, *blocks))
