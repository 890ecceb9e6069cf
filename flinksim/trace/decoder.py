"""Reading the bytes of a trace file; nothing in them is believed before it is checked."""

from __future__ import annotations

import json
import struct
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

from flinksim.trace.columns import TYPECODES, TraceFileError, little_endian
from flinksim.trace.declarations import (
    KINDS,
    PLAN_CLASSES,
    SCHEMA_ID,
    FieldDeclaration,
    KindDeclaration,
)
from flinksim.trace.file_format import CHUNK, MAGIC, PRELUDE, SUFFIX, VERSION
from flinksim.trace.links import Frame, Links
from flinksim.trace.plan import Plan
from flinksim.trace.recorder import StepHead, Trace

_MOST_INFLATED = 1100
"""zlib makes at most 1,032 bytes of one."""


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
    at, number, is_last = PRELUDE.size, 0, 0
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
        yield _open(chunk[CHUNK.size - 4 :], inflated, refuse)
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
