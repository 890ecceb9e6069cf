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

from flinksim.trace.events.base import Row
from flinksim.trace.recorder import Trace
from flinksim.trace.schema.event_kinds import (
    KIND_OF,
    KINDS,
    SCHEMA_ID,
    FieldDeclaration,
    KindDeclaration,
)
from flinksim.trace.storage.columns import (
    Column,
    Texts,
    choices,
    integers,
    little_endian,
    optional_timestamps,
    timestamps,
)
from flinksim.trace.storage.constants import MAGIC, PRELUDE, VERSION

if TYPE_CHECKING:
    from flinksim.trace.causality.causal_graph import Links

_LEVEL = 5
"""Compression level of zlib: files as small as at its default level, 6, in 0.6 of the time."""

PRELUDE_BYTES = PRELUDE.pack(MAGIC, VERSION, 0)
"""The first bytes of a file."""


class Reached(NamedTuple):
    """A position in a trace: the number of steps, events, decisions and stack frames up to it."""

    steps: int = 0
    facts: int = 0
    decisions: int = 0
    frames: int = 0


def encode(trace: Trace) -> bytes:
    """Encode *trace* as the bytes of a file."""
    return b"".join(encoded(trace))


def encoded(trace: Trace) -> Iterator[bytes]:
    """Yield the bytes of a file with *trace*, chunk by chunk."""
    links = trace.links
    trace.pack_much()
    yield PRELUDE_BYTES
    chunks = list(trace.chunks)
    if not chunks or not trace.packer.has_all_of(trace, links):
        chunks.append(trace.packer.open_chunk(trace, links))
    for chunk in chunks:
        yield chunk_bytes(chunk.columns().values(), trace.info, is_last=chunk is chunks[-1])


class TraceEncoder:
    """Encodes a trace that may still grow: each chunk holds what was added since the one before."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._texts = Texts()
        self._reached = Reached()

    def prelude(self) -> bytes:
        """Return the first bytes of a file."""
        return PRELUDE_BYTES

    def next_chunk(self) -> bytes:
        """Encode everything so far; more may follow. Call it between steps only."""
        trace = self._trace
        return self._chunk(len(trace.heads), len(trace.events), is_last=False)

    def chunk_up_to(self, steps: int, facts: int) -> bytes:
        """Encode the first *steps* steps, which have *facts* events; a later step may be running."""
        return self._chunk(steps, facts, is_last=False)

    @property
    def facts(self) -> int:
        """Number of events in the chunks so far."""
        return self._reached.facts

    def last_chunk(self) -> bytes:
        """Encode everything that is left."""
        trace = self._trace
        return self._chunk(len(trace.heads), len(trace.events), is_last=True)

    def _chunk(self, steps: int, facts: int, is_last: bool) -> bytes:
        trace = self._trace
        links = trace.links
        reached = Reached(steps, facts, len(trace.decisions), len(links.frames))
        columns = columns_between(trace, links, self._texts, self._reached, reached)
        self._reached = reached
        return chunk_bytes(columns, trace.info, is_last)


def chunk_bytes(columns: Iterable[Column], info: dict[str, str], is_last: bool = False) -> bytes:
    """Encode a chunk as it is stored in a file."""
    payload = _payload({"schema": SCHEMA_ID, "info": info}, columns)
    body = zlib.compress(payload, _LEVEL)
    checked = struct.pack("<IQQ", is_last, len(body), len(payload)) + body
    return struct.pack("<I", zlib.crc32(checked)) + checked


def columns_between(
    trace: Trace, links: Links | None, texts: Texts, begin: Reached, end: Reached,
    rows: Sequence[Row] | None = None,
) -> list[Column]:  # fmt: skip
    """Build the columns of a chunk from *begin* to *end*.

    Args:
        trace: The trace.
        links: Links of its events, if the chunk is to contain them.
        texts: Table to which texts are added.
        begin: Start of the chunk.
        end: End of the chunk.
        rows: Its events as rows, if the caller has them.
    """
    heads = trace.heads.told(begin.steps, end.steps)
    if rows is None:
        rows = trace.events.told(begin.facts, end.facts)
    columns = run_columns(heads, rows, begin.facts, texts)
    if links is not None:
        columns += links.columns(begin.facts, end.facts)
    frames = [] if links is None else links.frames[begin.frames : end.frames]
    columns += [
        integers("frames.caller", [max(frame.caller, 0) for frame in frames]),
        integers("frames.method", [texts.of_text(frame.method) for frame in frames]),
        integers("decisions", _decisions(trace, begin.decisions, end.decisions)),
    ]
    return columns + texts.new_columns()


def _decisions(trace: Trace, first: int, last: int) -> list[int]:
    return trace.decisions[first:last] if first < last else []  # avoids reading those of a file


def run_columns(
    heads: Sequence[tuple[Any, ...]], facts: Sequence[Row], first: int, texts: Texts
) -> list[Column]:
    """Build the columns of steps and their events, of which the first has the number *first*."""
    times, actors, actions, starts = zip(*heads, strict=True) if heads else ((), (), (), ())
    columns = [
        timestamps("steps.time_ms", times),
        integers("steps.actor", texts.of_texts(actors)),
        integers("steps.action", texts.of_texts(actions)),
        integers("steps.after", list(map(sub, starts, (first, *starts)))),
    ]
    by_kind: dict[type[Any], list[Row]] = {cls: [] for cls in KIND_OF}
    for row in facts:
        by_kind[row[0]].append(row)
    kinds = array("B", map(_NUMBERS.__getitem__, map(itemgetter(0), facts)))
    columns.append(Column("events.kind", "u8", kinds))
    known: dict[int, int] = {}
    for kind in KINDS:
        if found := by_kind[kind.cls]:
            _, *values = zip(*found, strict=True)
            for field, of_field in zip(kind.fields, values, strict=True):
                columns.append(_field_column(kind, field, of_field, texts, known))
    return columns


_NUMBERS = {cls: kind.number for cls, kind in KIND_OF.items()}


def _field_column(
    kind: KindDeclaration,
    field: FieldDeclaration,
    values: Sequence[Any],
    texts: Texts,
    known: dict[int, int],
) -> Column:
    name = f"{kind.name}.{field.name}"
    match field.form:
        case "timestamp":
            return timestamps(name, values)
        case "optional timestamp":
            return optional_timestamps(name, values)
        case "count" | "flag":
            return integers(name, values)
        case "choice":
            return choices(name, values, field.choices)
        case "value" | "texts":
            return integers(name, texts.of_values(values, known))
        case "plan":
            return integers(name, [texts.of_value(asdict(plan)) for plan in values])
        case "text" | "subtask" | "operator" | "channel":
            return integers(name, texts.of_texts(values))


def _payload(header: dict[str, Any], columns: Iterable[Column]) -> bytes:
    directory, blocks, offset = [], [], 0
    for name, type_, data, none in columns:
        block = little_endian(data).tobytes()
        none_text = None if none is None else str(none)  # JavaScript would round a number
        directory.append([name, type_, offset, len(data), none_text])
        padding = -len(block) % 8
        blocks.append(block + bytes(padding))
        offset += len(block) + padding
    text = json.dumps({**header, "columns": directory}).encode("ascii")
    text += b" " * (-(len(text) + 4) % 8)
    return b"".join((struct.pack("<I", len(text)), text, *blocks))
