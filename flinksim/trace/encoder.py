"""Writing a trace as the bytes of a file, chunk by chunk."""

from __future__ import annotations

import json
import struct
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from flinksim.trace.columns import (
    Column,
    Texts,
    choices,
    integers,
    little_endian,
    optional_timestamps,
    timestamps,
)
from flinksim.trace.declarations import (
    KIND_OF,
    KINDS,
    SCHEMA_ID,
    FieldDeclaration,
    KindDeclaration,
)
from flinksim.trace.file_format import MAGIC, PRELUDE, VERSION
from flinksim.trace.recorder import Trace

if TYPE_CHECKING:
    from flinksim.trace.links import Links

_LEVEL = 6
"""Of zlib."""

PRELUDE_BYTES = PRELUDE.pack(MAGIC, VERSION, 0)
"""What a file begins with."""


class Reached(NamedTuple):
    """How far into a trace: so many steps, facts, decisions, and frames of its links."""

    steps: int = 0
    facts: int = 0
    decisions: int = 0
    frames: int = 0


def encode(trace: Trace) -> bytes:
    """*trace* as the bytes of a file."""
    return b"".join(encoded(trace))


def encoded(trace: Trace) -> Iterator[bytes]:
    """The bytes of a file with *trace*, piece by piece."""
    links = trace.links
    trace.pack_much()
    yield PRELUDE_BYTES
    chunks = list(trace.chunks)
    if not chunks or not trace.packer.has_all_of(trace, links):
        chunks.append(trace.packer.open_chunk(trace, links))
    for chunk in chunks:
        yield chunk_bytes(chunk.columns().values(), trace.info, is_last=chunk is chunks[-1])


class TraceEncoder:
    """Writes a trace that may still grow: each chunk holds what has come since the one before."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._texts = Texts()
        self._reached = Reached()

    def prelude(self) -> bytes:
        """What a file begins with."""
        return PRELUDE_BYTES

    def next_chunk(self) -> bytes:
        """Everything so far; more may follow. Only between steps."""
        trace = self._trace
        return self._chunk(len(trace.heads), len(trace.events), is_last=False)

    def chunk_up_to(self, steps: int, facts: int) -> bytes:
        """All of the first *steps* steps, which have so many *facts*; also within a later step."""
        return self._chunk(steps, facts, is_last=False)

    @property
    def facts(self) -> int:
        """So many facts are in the chunks so far."""
        return self._reached.facts

    def last_chunk(self) -> bytes:
        """Everything that is left."""
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
    """A chunk as it stands in a file."""
    payload = _payload({"schema": SCHEMA_ID, "info": info}, columns)
    body = zlib.compress(payload, _LEVEL)
    checked = struct.pack("<IQQ", is_last, len(body), len(payload)) + body
    return struct.pack("<I", zlib.crc32(checked)) + checked


def columns_between(
    trace: Trace, links: Links | None, texts: Texts, begin: Reached, end: Reached
) -> list[Column]:
    """What a chunk holds that goes from *begin* to *end*; without *links* it does not tell of them."""
    heads = trace.heads[begin.steps : end.steps]
    columns = run_columns(heads, trace.events[begin.facts : end.facts], begin.facts, texts)
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
    return trace.decisions[first:last] if first < last else []  # of a file they are not read for it


def run_columns(heads: Sequence[Any], events: list[Any], first: int, texts: Texts) -> list[Column]:
    """Steps and their facts, of which the first has the number *first*."""
    starts = [first, *[head.first_event for head in heads]]
    columns = [
        timestamps("steps.time_ms", [head.time_ms for head in heads]),
        integers("steps.actor", texts.of_texts([head.actor for head in heads])),
        integers("steps.action", texts.of_texts([head.action for head in heads])),
        integers("steps.after", [b - a for a, b in pairwise(starts)]),
    ]
    by_kind: dict[type[Any], list[Any]] = {cls: [] for cls in KIND_OF}
    for event in events:
        by_kind[type(event)].append(event)
    kinds = array("B", map(_NUMBERS.__getitem__, map(type, events)))
    columns.append(Column("events.kind", "u8", kinds))
    known: dict[int, int] = {}
    for kind in KINDS:
        if found := by_kind[kind.cls]:
            columns.extend(_field_column(kind, field, found, texts, known) for field in kind.fields)
    return columns


_NUMBERS = {cls: kind.number for cls, kind in KIND_OF.items()}


def _field_column(
    kind: KindDeclaration,
    field: FieldDeclaration,
    events: list[Any],
    texts: Texts,
    known: dict[int, int],
) -> Column:
    name = f"{kind.name}.{field.name}"
    values = list(map(attrgetter(field.name), events))
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
        none_text = None if none is None else str(none)  # a string: JavaScript would round it
        directory.append([name, type_, offset, len(data), none_text])
        padding = -len(block) % 8
        blocks.append(block + bytes(padding))
        offset += len(block) + padding
    text = json.dumps({**header, "columns": directory}).encode("ascii")
    text += b" " * (-(len(text) + 4) % 8)
    return b"".join((struct.pack("<I", len(text)), text, *blocks))
