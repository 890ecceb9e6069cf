r"""The trace file (``.flinktrace``): a run as little-endian typed columns.

A browser reads the columns where they lie, without parsing; Python needs ``array``, ``struct``,
``zlib`` and ``json`` only::

    prelude   "flnktrc\n", u32 version, u32 CRC-32 of what follows the prelude,
              u64 length of what follows, u64 its length when inflated
    payload   (zlib)  u32 length of the header, the header (JSON, padded to a multiple of 8),
              then the columns, each on a multiple of 8

- Every kind of fact has one column per field; ``events.kind`` says which kind comes next.
- Counts and references take the smallest of u8, u16, u32, i64 that holds the column.
- Timestamps are i64, and so exact. "No timestamp" is a number that the column does not hold
  otherwise; the header names it (``none``).
- Text and values are references into one table of JSON texts; a tuple is an array there.
- ``events.parent`` is derived (:func:`flinksim.trace.query.causes`): how far back in its step the
  cause of a fact stands, or 0.

Not in Flink.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import sys
import tempfile
import zlib
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from flinksim.trace.declarations import (
    KIND_OF,
    KINDS,
    PLAN_CLASSES,
    SCHEMA_ID,
    FieldDeclaration,
    KindDeclaration,
)
from flinksim.trace.plan import Plan
from flinksim.trace.query import causes
from flinksim.trace.recorder import StepHead, Trace

MAGIC = b"flnktrc\n"
VERSION = 1
SUFFIX = ".flinktrace"

_PRELUDE = struct.Struct("<8sIIQQ")
_TYPECODES = {"u8": "B", "u16": "H", "u32": "I", "i64": "q"}
_FIRST_NONE = -(1 << 63) + 1
_DUMPS = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


class TraceFileError(ValueError):
    """A trace file cannot be read, or a trace cannot be written; says where, why and what to do."""


class _Column(NamedTuple):
    name: str
    type: str
    data: array[int]
    none: int | None = None


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


def encode(trace: Trace) -> bytes:
    """*trace* as the bytes of a file."""
    texts = _Texts()
    columns = _run_columns(trace, texts)
    columns.append(_integers("events.parent", _distances(trace)))
    columns.append(_integers("decisions", trace.decisions))
    columns.extend(texts.columns())
    header: dict[str, Any] = {"schema": SCHEMA_ID, "info": trace.info}
    payload = _payload(header, columns)
    body = zlib.compress(payload, 6)
    return _PRELUDE.pack(MAGIC, VERSION, zlib.crc32(body), len(body), len(payload)) + body


def digest(trace: Trace) -> str:
    """The SHA-256 of the columns of steps and facts.

    It depends on no process, hash seed or compression, and not on ``info`` or ``decisions``.
    """
    texts = _Texts()
    columns = _run_columns(trace, texts)
    columns.extend(texts.columns())
    return hashlib.sha256(_payload({"schema": SCHEMA_ID}, columns)).hexdigest()


class _Texts:
    """The table of JSON texts; each text stands in it once, in the order of first use."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._of_text: dict[str, int] = {}

    def of_text(self, text: str) -> int:
        number = self._of_text.get(text)
        if number is None:
            number = self._of_text[text] = self.of_value(text)
        return number

    def of_value(self, value: Any) -> int:
        return self._numbers.setdefault(_DUMPS(value), len(self._numbers))

    def columns(self) -> list[_Column]:
        ends = array("q")
        end = 0
        for text in self._numbers:
            end += len(text)
            ends.append(end)
        joined = array("B", "".join(self._numbers).encode("ascii"))
        return [_integers("texts.end", ends), _Column("texts.json", "u8", joined)]


def _run_columns(trace: Trace, texts: _Texts) -> list[_Column]:
    heads = trace.heads
    columns = [
        _timestamps("steps.time_ms", [head.time_ms for head in heads]),
        _integers("steps.actor", [texts.of_text(head.actor) for head in heads]),
        _integers("steps.action", [texts.of_text(head.action) for head in heads]),
        _integers("steps.first_event", [head.first_event for head in heads]),
    ]
    by_kind: list[list[Any]] = [[] for _ in KINDS]
    numbers = {cls: kind.number for cls, kind in KIND_OF.items()}
    kinds = array("B", bytes(len(trace.events)))
    for index, event in enumerate(trace.events):
        kinds[index] = number = numbers[type(event)]
        by_kind[number].append(event)
    columns.append(_Column("events.kind", "u8", kinds))
    for kind, events in zip(KINDS, by_kind, strict=True):
        if events:
            columns.extend(_field_column(kind, field, events, texts) for field in kind.fields)
    return columns


def _field_column(
    kind: KindDeclaration, field: FieldDeclaration, events: list[Any], texts: _Texts
) -> _Column:
    name = f"{kind.name}.{field.name}"
    values = list(map(attrgetter(field.name), events))
    match field.form:
        case "timestamp":
            return _timestamps(name, values)
        case "optional timestamp":
            return _optional_timestamps(name, values)
        case "count" | "flag":
            return _integers(name, values)
        case "choice":
            return _choices(name, values, field.choices)
        case "value" | "texts":
            return _integers(name, list(map(texts.of_value, values)))
        case "plan":
            return _integers(name, [texts.of_value(asdict(plan)) for plan in values])
        case "text" | "subtask" | "operator" | "channel":
            return _integers(name, list(map(texts.of_text, values)))


def _integers(name: str, values: Sequence[int]) -> _Column:
    low, high = (min(values), max(values)) if values else (0, 0)
    for type_, limit in (("u8", 1 << 8), ("u16", 1 << 16), ("u32", 1 << 32)):
        if low >= 0 and high < limit:
            return _Column(name, type_, array(_TYPECODES[type_], values))
    return _timestamps(name, values)


def _timestamps(name: str, values: Sequence[int]) -> _Column:
    try:
        return _Column(name, "i64", array("q", values))
    except OverflowError:
        outside = next(v for v in values if not -(1 << 63) <= v < 1 << 63)
        raise TraceFileError(
            f"{name} is {outside}, which is no 64-bit integer; Flink's long cannot hold it either"
        ) from None


def _optional_timestamps(name: str, values: list[int | None]) -> _Column:
    taken = {value for value in values if value is not None and value < _FIRST_NONE + len(values)}
    none = _FIRST_NONE
    while none in taken:
        none += 1
    return _timestamps(name, [none if v is None else v for v in values])._replace(none=none)


def _choices(name: str, values: list[str], choices: tuple[str, ...]) -> _Column:
    numbers = {choice: number for number, choice in enumerate(choices)}
    try:
        return _Column(name, "u8", array("B", [numbers[value] for value in values]))
    except KeyError as unknown:
        raise TraceFileError(
            f"{name} is {unknown.args[0]!r}, but it is declared to be one of {', '.join(choices)}"
        ) from None


def _distances(trace: Trace) -> list[int]:
    return [0 if cause < 0 else index - cause for index, cause in enumerate(causes(trace))]


def _payload(header: dict[str, Any], columns: Iterable[_Column]) -> bytes:
    directory, blocks, offset = [], [], 0
    for name, type_, data, none in columns:
        block = _little_endian(data).tobytes()
        none_text = None if none is None else str(none)  # a string: JavaScript would round it
        directory.append([name, type_, offset, len(data), none_text])
        padding = -len(block) % 8
        blocks.append(block + bytes(padding))
        offset += len(block) + padding
    text = json.dumps({**header, "columns": directory}).encode("ascii")
    text += b" " * (-(len(text) + 4) % 8)
    return b"".join((struct.pack("<I", len(text)), text, *blocks))


def _little_endian(data: array[int]) -> array[int]:
    if sys.byteorder == "little":
        return data
    swapped = array(data.typecode, data)
    swapped.byteswap()
    return swapped


def _umask() -> int:
    """The permissions that new files do not get; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


# --- reading -----------------------------------------------------------------------------------


def load_trace(path: str | os.PathLike[str]) -> Trace:
    """Read the trace file *path*.

    Raises:
        TraceFileError: the file is no trace, is damaged or cut short, or was written by another
            version of flinksim.
        OSError: the file cannot be opened.
    """
    return decode(Path(path).read_bytes(), source=str(path))


def decode(data: bytes, source: str = "the trace") -> Trace:
    """The trace in *data*; *source* names it in errors."""
    refuse = _refusal(source)
    header, body = _open(data, refuse)
    columns = _Columns(header["columns"], body, refuse)
    try:
        return _read(columns, header["info"])
    except (IndexError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, TraceFileError):
            raise
        refuse(f"its columns contradict each other ({type(error).__name__}: {error})", _REWRITE)


_REWRITE = "record the run again"
_Refuse = Callable[[str, str], NoReturn]


def _refusal(source: str) -> _Refuse:
    def refuse(found: str, advice: str) -> NoReturn:
        raise TraceFileError(f"cannot read {source}: {found}; {advice}")

    return refuse


def _open(data: bytes, refuse: _Refuse) -> tuple[dict[str, Any], memoryview]:
    """Check *data* from the outside in; returns the header and the bytes of the columns."""
    if data[: len(MAGIC)] != MAGIC[: len(data)] or not data:
        refuse(
            f"it is no trace file (it should begin with {MAGIC!r}, but begins with {data[:8]!r})",
            f"choose a {SUFFIX} file as Trace.save writes it",
        )
    if len(data) < _PRELUDE.size:
        refuse(
            f"it is cut short: {len(data)} bytes, where the prelude alone takes {_PRELUDE.size}",
            "copy the file again, or record the run again",
        )
    _, version, checksum, length, inflated = _PRELUDE.unpack_from(data)
    if version != VERSION:
        refuse(
            f"it has format version {version}, and this flinksim reads version {VERSION}",
            "open it with the flinksim that wrote it, or record the run again",
        )
    found = len(data) - _PRELUDE.size
    if found < length:
        refuse(
            f"it is cut short: {found} of {length} bytes after the prelude are there",
            "copy the file again, or record the run again",
        )
    body = data[_PRELUDE.size : _PRELUDE.size + length]
    if found > length or zlib.crc32(body) != checksum:
        refuse(
            "it is damaged: its checksum does not fit its contents",
            "copy the file again, or record the run again",
        )
    payload = memoryview(zlib.decompress(body))
    if len(payload) != inflated:
        refuse(f"it inflates to {len(payload)} bytes instead of {inflated}", _REWRITE)
    (header_length,) = struct.unpack_from("<I", payload)
    header: dict[str, Any] = json.loads(bytes(payload[4 : 4 + header_length]))
    if header["schema"] != SCHEMA_ID:
        refuse(
            f"its facts have schema {header['schema']}, and this flinksim has schema {SCHEMA_ID}",
            "open it with the flinksim that wrote it, or record the run again",
        )
    return header, payload[4 + header_length :]


class _Columns:
    """The columns of a file by name, and the values that they refer to."""

    def __init__(self, directory: list[list[Any]], body: memoryview, refuse: _Refuse) -> None:
        self._body = body
        self._refuse = refuse
        self._directory = {entry[0]: entry[1:] for entry in directory}
        self._values: list[Any] = []
        start = 0
        texts = self.integers("texts.json").tobytes()
        for end in self.integers("texts.end"):
            self._values.append(_tuples(json.loads(texts[start:end])))
            start = end

    def integers(self, name: str) -> array[int]:
        if name not in self._directory:
            self._refuse(f"it has no column {name}", _REWRITE)
        type_, offset, count, _ = self._directory[name]
        column = array(_TYPECODES[type_])
        column.frombytes(self._body[offset : offset + count * column.itemsize])
        if len(column) != count:
            self._refuse(f"its column {name} has {len(column)} of {count} values", _REWRITE)
        return _little_endian(column)

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


def _read(columns: _Columns, info: dict[str, str]) -> Trace:
    heads = map(
        StepHead,
        columns.integers("steps.time_ms"),
        columns.values("steps.actor"),
        columns.values("steps.action"),
        columns.integers("steps.first_event"),
    )
    kinds = columns.integers("events.kind")
    present = set(kinds)
    facts = {
        kind.number: map(kind.cls, *(columns.field(kind, field) for field in kind.fields))
        for kind in KINDS
        if kind.number in present
    }
    events = [next(facts[number]) for number in kinds]
    return Trace(list(heads), events, list(columns.integers("decisions")), dict(info))


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
