r"""The trace file (``.flinktrace``): a run as little-endian typed columns, chunk by chunk.

A browser reads the columns where they lie, without parsing; Python needs ``array``, ``struct``,
``zlib`` and ``json`` only::

    prelude   "flnktrc\n", u32 version, u32 0
    chunks    each: u32 CRC-32 of what follows in the chunk, u32 1 if it is the last and else 0,
              u64 length of its payload as it stands here, u64 its length when inflated, payload
    payload   (zlib)  u32 length of the header, the header (JSON, padded to a multiple of 8),
              then the columns, each on a multiple of 8

- A chunk holds the next steps, whole. A file can be written while its run goes on; where it ends
  before its last chunk, it opens up to the last whole one and says so (``info["cut"]``).
- Every kind of fact has one column per field; ``events.kind`` says which kind comes next.
- Text and values are references into one table of JSON texts, to which each chunk adds; a tuple is an
  array there.
- ``events.cause``, ``events.origin`` and ``origins.*`` say what each fact came from, as the distance
  to the earlier fact, or 0; ``events.place`` where it was told, as a number in the tree of frames
  (:mod:`flinksim.trace.links`).

Not in Flink.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import tempfile
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import Any, NoReturn

from flinksim.trace.columns import (
    TYPECODES,
    Column,
    Texts,
    TraceFileError,
    choices,
    integers,
    little_endian,
    optional_timestamps,
    timestamps,
)
from flinksim.trace.declarations import (
    KIND_OF,
    KINDS,
    PLAN_CLASSES,
    SCHEMA_ID,
    FieldDeclaration,
    KindDeclaration,
)
from flinksim.trace.links import Frame, Links
from flinksim.trace.plan import Plan
from flinksim.trace.recorder import StepHead, Trace

__all__ = [
    "TraceEncoder",
    "TraceFileError",
    "decode",
    "digest",
    "encode",
    "load_trace",
    "save_trace",
]

MAGIC = b"flnktrc\n"
VERSION = 2
SUFFIX = ".flinktrace"

_PRELUDE = struct.Struct("<8sII")
_CHUNK = struct.Struct("<IIQQ")
_FACTS_PER_CHUNK = 1 << 17
_MOST_INFLATED = 1100
"""zlib makes at most 1,032 bytes of one."""


# --- writing -----------------------------------------------------------------------------------


def save_trace(trace: Trace, path: str | os.PathLike[str]) -> None:
    """Write *trace* to *path*; a file that is there is replaced as a whole or not at all."""
    target = Path(path)
    if not target.parent.is_dir():
        raise FileNotFoundError(f"{target}: there is no folder {target.parent}; make it first")
    data = encode(trace)
    handle, name = tempfile.mkstemp(prefix=target.name, suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


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
        return _PRELUDE.pack(MAGIC, VERSION, 0)

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
        integers("steps.actor", [texts.of_text(head.actor) for head in heads]),
        integers("steps.action", [texts.of_text(head.action) for head in heads]),
        integers("steps.after", [b - a for a, b in pairwise(starts)]),
    ]
    by_kind: list[list[Any]] = [[] for _ in KINDS]
    numbers = {cls: kind.number for cls, kind in KIND_OF.items()}
    events = trace.events[slice(*facts)]
    kinds = array("B", bytes(len(events)))
    for index, event in enumerate(events):
        kinds[index] = number = numbers[type(event)]
        by_kind[number].append(event)
    columns.append(Column("events.kind", "u8", kinds))
    for kind, found in zip(KINDS, by_kind, strict=True):
        if found:
            columns.extend(_field_column(kind, field, found, texts) for field in kind.fields)
    return columns


def _field_column(
    kind: KindDeclaration, field: FieldDeclaration, events: list[Any], texts: Texts
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
            return integers(name, list(map(texts.of_value, values)))
        case "plan":
            return integers(name, [texts.of_value(asdict(plan)) for plan in values])
        case "text" | "subtask" | "operator" | "channel":
            return integers(name, list(map(texts.of_text, values)))


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


def _umask() -> int:
    """The permissions that new files do not get; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


# --- reading -----------------------------------------------------------------------------------


def load_trace(path: str | os.PathLike[str]) -> Trace:
    """Read the trace file *path*.

    A file that was cut off while it was written gives the steps up to its last whole chunk; then
    ``trace.info["cut"]`` says so.

    Raises:
        TraceFileError: the file is no trace, is damaged, cut short in its first chunk, or was written
            by another version of flinksim.
        OSError: the file cannot be opened.
    """
    return decode(Path(path).read_bytes(), source=str(path))


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
    if len(data) < _PRELUDE.size:
        refuse(
            f"it is cut short: {len(data)} bytes, where the prelude alone takes {_PRELUDE.size}",
            _COPY,
        )
    _, version, reserved = _PRELUDE.unpack_from(data)
    if version != VERSION:
        refuse(
            f"it has format version {version}, and this flinksim reads version {VERSION}",
            "open it with the flinksim that wrote it, or record the run again",
        )
    if reserved:
        refuse("it is damaged: its prelude does not end with 0", _COPY)
    at, number, is_last = _PRELUDE.size, 0, 0
    while not is_last:
        number += 1
        left = len(data) - at
        length = inflated = 0
        if left >= _CHUNK.size:
            checksum, is_last, length, inflated = _CHUNK.unpack_from(data, at)
        if left < _CHUNK.size + length or left < _CHUNK.size:
            needed = max(_CHUNK.size + length, _CHUNK.size)
            told = f"cut short: {left} of {needed} bytes of chunk {number} are there"
            if number == 1:
                refuse(f"it is {told}", _COPY)
            yield f"the file is {told}; what stands here are the chunks before"
            return
        chunk = memoryview(data)[at + 4 : at + _CHUNK.size + length]
        if zlib.crc32(chunk) != checksum:
            refuse(
                f"it is damaged: the checksum of chunk {number} does not fit its contents", _COPY
            )
        at += _CHUNK.size + length
        yield _open(chunk[_CHUNK.size - 4 :], inflated, refuse)
    if at < len(data):
        refuse("it is damaged: something stands behind its last chunk", _COPY)


def _open(body: memoryview, inflated: int, refuse: _Refuse) -> tuple[dict[str, Any], memoryview]:
    """The header of a chunk, and the bytes of its columns."""
    if inflated > _MOST_INFLATED * len(body):
        refuse(f"a chunk of {len(body)} bytes says that it inflates to {inflated}", _REWRITE)
    inflater = zlib.decompressobj()
    payload = memoryview(inflater.decompress(body, inflated + 1))
    if len(payload) != inflated or not inflater.eof:
        refuse(f"a chunk does not inflate to the {inflated} bytes that it says", _REWRITE)
    (header_length,) = struct.unpack_from("<I", payload)
    header: dict[str, Any] = json.loads(bytes(payload[4 : 4 + header_length]))
    if header["schema"] != SCHEMA_ID:
        refuse(
            f"its facts have schema {header['schema']}, and this flinksim has schema {SCHEMA_ID}",
            "open it with the flinksim that wrote it, or record the run again",
        )
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
        columns = _Columns(header["columns"], body, self._values, self._refuse)
        self._info = dict(header["info"])
        first = len(self._events)
        self._take_run(columns, first)
        self._take_links(columns, first)
        self._decisions.extend(columns.integers("decisions"))

    def _take_run(self, columns: _Columns, first: int) -> None:
        starts, start = [], first
        for after in columns.integers("steps.after"):
            start += after
            starts.append(start)
        self._heads += map(
            StepHead,
            columns.integers("steps.time_ms"),
            columns.values("steps.actor"),
            columns.values("steps.action"),
            starts,
        )
        kinds = columns.integers("events.kind")
        present = set(kinds)
        facts = {
            kind.number: map(kind.cls, *(columns.field(kind, field) for field in kind.fields))
            for kind in KINDS
            if kind.number in present
        }
        self._events += [next(facts[number]) for number in kinds]

    def _take_links(self, columns: _Columns, first: int) -> None:
        links = self._links
        count = len(self._events) - first
        places = columns.integers("events.place")
        for name, earlier in (("events.cause", links.cause), ("events.origin", links.origin)):
            back = columns.integers(name)
            if len(back) != count or len(places) != count:
                self._refuse(f"its column {name} does not have a value for every fact", _REWRITE)
            for index, distance in enumerate(back, first):
                earlier.append(self._earlier(index, distance) if distance else -1)
        facts, distances = columns.integers("origins.fact"), columns.integers("origins.back")
        for index, distance in zip(facts, distances, strict=True):
            at = first + index
            known = links.further_origins.get(at, ())
            links.further_origins[at] = (*known, self._earlier(at, distance))
        frames = links.frames if first else links.frames[:0]
        for caller, method in zip(
            columns.integers("frames.caller"), columns.values("frames.method"), strict=True
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


class _Columns:
    """The columns of a chunk by name, and the values that they refer to."""

    def __init__(
        self, directory: list[list[Any]], body: memoryview, values: list[Any], refuse: _Refuse
    ) -> None:
        self._body = body
        self._refuse = refuse
        self._directory = {entry[0]: entry[1:] for entry in directory}
        self._values = values
        start = 0
        texts = self.integers("texts.json").tobytes()
        for end in self.integers("texts.end"):
            self._values.append(_tuples(json.loads(texts[start:end])))
            start = end

    def integers(self, name: str) -> array[int]:
        if name not in self._directory:
            self._refuse(f"it has no column {name}", _REWRITE)
        type_, offset, count, _ = self._directory[name]
        column = array(TYPECODES[type_])
        column.frombytes(self._body[offset : offset + count * column.itemsize])
        if len(column) != count:
            self._refuse(f"its column {name} has {len(column)} of {count} values", _REWRITE)
        return little_endian(column)

    def optional_integers(self, name: str) -> list[int | None]:
        column = self.integers(name)
        none = int(self._directory[name][3])
        return [None if value == none else value for value in column]

    def values(self, name: str) -> list[Any]:
        values = self._values
        return [values[number] for number in self.integers(name)]

    def field(self, kind: KindDeclaration, field: FieldDeclaration) -> Iterable[Any]:
        name = f"{kind.name}.{field.name}"
        match field.form:
            case "timestamp" | "count":
                return self.integers(name)
            case "optional timestamp":
                return self.optional_integers(name)
            case "flag":
                return [value != 0 for value in self.integers(name)]
            case "choice":
                return [field.choices[number] for number in self.integers(name)]
            case "plan":
                return [_build(Plan, value) for value in self.values(name)]
            case "value" | "texts" | "text" | "subtask" | "operator" | "channel":
                return self.values(name)


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


_PLAN_PARTS = {f"tuple[{part.__name__}, ...]": part for part in PLAN_CLASSES if part is not Plan}


def _build(cls: type[Any], value: dict[str, Any]) -> Any:
    """An instance of *cls*, one of the parts of a plan, from its JSON form."""
    made: dict[str, Any] = {}
    for name, field in cls.__dataclass_fields__.items():
        part = _PLAN_PARTS.get(str(field.type))
        found = value[name]
        made[name] = _tuples(found) if part is None else tuple(_build(part, v) for v in found)
    return cls(**made)
