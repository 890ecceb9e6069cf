"""Writing a trace as the bytes of a file, chunk by chunk, and its digest."""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any

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

_FACTS_PER_CHUNK = 1 << 17


def encode(trace: Trace, facts_per_chunk: int = _FACTS_PER_CHUNK) -> bytes:
    """*trace* as the bytes of a file."""
    encoder = TraceEncoder(trace)
    return b"".join([encoder.prelude(), *encoder.chunks(facts_per_chunk), encoder.last_chunk()])


class TraceEncoder:
    """Writes a trace that may still grow: each chunk holds the steps since the one before."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._texts = Texts()
        self._steps = 0
        self._facts = 0
        self._decisions = 0
        self._frames = 0

    def prelude(self) -> bytes:
        """What a file begins with."""
        return PRELUDE.pack(MAGIC, VERSION, 0)

    def chunks(self, facts_per_chunk: int = _FACTS_PER_CHUNK) -> Iterator[bytes]:
        """Chunks of at least so many facts, as long as there are that many; the rest is left."""
        trace = self._trace
        while len(trace.events) - self._facts >= 2 * facts_per_chunk:
            steps = self._steps
            while steps < len(trace.heads):
                if trace.heads[steps].first_event - self._facts >= facts_per_chunk:
                    break
                steps += 1
            if steps == len(trace.heads):
                return
            yield self._chunk(steps, trace.heads[steps].first_event, is_last=False)

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
        return self._facts

    def last_chunk(self) -> bytes:
        """Everything that is left."""
        trace = self._trace
        return self._chunk(len(trace.heads), len(trace.events), is_last=True)

    def _chunk(self, steps: int, facts: int, is_last: bool) -> bytes:
        trace = self._trace
        columns = _run_columns(trace, self._texts, (self._steps, steps), (self._facts, facts))
        columns += self._link_columns(trace.links, self._facts, facts)
        columns.append(integers("decisions", trace.decisions[self._decisions :]))
        columns += self._texts.new_columns()
        self._steps, self._facts, self._decisions = steps, facts, len(trace.decisions)
        payload = _payload({"schema": SCHEMA_ID, "info": trace.info}, columns)
        body = zlib.compress(payload, 6)
        checked = struct.pack("<IQQ", is_last, len(body), len(payload)) + body
        return struct.pack("<I", zlib.crc32(checked)) + checked

    def _link_columns(self, links: Links, first: int, last: int) -> list[Column]:
        frames = links.frames[self._frames :]
        self._frames = len(links.frames)
        further = [
            (index, origin)
            for index in range(first, last)
            if index in links.further_origins
            for origin in links.further_origins[index]
        ]
        return [
            integers("events.cause", _distances(links.cause, first, last)),
            integers("events.origin", _distances(links.origin, first, last)),
            integers("events.place", links.place[first:last]),
            integers("origins.fact", [index - first for index, _ in further]),
            integers("origins.back", [index - origin for index, origin in further]),
            integers("frames.caller", [max(frame.caller, 0) for frame in frames]),
            integers("frames.method", [self._texts.of_text(frame.method) for frame in frames]),
        ]


def _distances(earlier: array[int], first: int, last: int) -> list[int]:
    return [0 if earlier[i] < 0 else i - earlier[i] for i in range(first, last)]


def digest(trace: Trace) -> str:
    """The SHA-256 of the columns of steps and facts.

    It depends on no process, hash seed or compression, and not on ``info`` or ``decisions``.
    """
    texts = Texts()
    columns = _run_columns(trace, texts, (0, len(trace.heads)), (0, len(trace.events)))
    columns.extend(texts.new_columns())
    return hashlib.sha256(_payload({"schema": SCHEMA_ID}, columns)).hexdigest()


def _run_columns(
    trace: Trace, texts: Texts, steps: tuple[int, int], facts: tuple[int, int]
) -> list[Column]:
    heads = trace.heads[slice(*steps)]
    starts = [facts[0], *[head.first_event for head in heads]]
    columns = [
        timestamps("steps.time_ms", [head.time_ms for head in heads]),
        integers("steps.actor", texts.of_texts([head.actor for head in heads])),
        integers("steps.action", texts.of_texts([head.action for head in heads])),
        integers("steps.after", [b - a for a, b in pairwise(starts)]),
    ]
    by_kind: dict[type[Any], list[Any]] = {cls: [] for cls in KIND_OF}
    events = trace.events[slice(*facts)]
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
