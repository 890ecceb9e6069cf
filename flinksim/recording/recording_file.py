"""Reading the files of a recording, line by line, as hostile input.

A file has a header (a JSON object), then lines ``[number, task, ms, kind, ...]``
(:mod:`flinksim.recording`). ``number`` orders the lines of all tasks of the process. ``task`` is the
number of the task in its process, or -1. Not in Flink.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeAlias, get_args

from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.trace.events import ElementKind, TriggerCallback, TriggerResultName
from flinksim.trace.events.mailbox_events import SuspendReason
from flinksim.trace.values import Value

FORMAT = 1
MAX_LINE_BYTES = 1 << 20
MAX_LINES = 20_000_000
MAX_FILES = 1_000
MAX_DEPTH = 40
_SUFFIXES = (".jsonl", ".jsonl.gz")
NOT_RECORDED = "(not recorded)"
"""The value of a record whose values were switched off or masked."""


class JobRecordingError(ValueError):
    """A recording cannot be read; the message names the file and the line."""


class Line(NamedTuple):
    """One recorded line; ``place`` is its file and line number, for messages."""

    number: int
    task: int
    ms: int
    kind: str
    fields: tuple[Any, ...]
    place: str


class RecordingFile(NamedTuple):
    """The file of one process: who wrote it, with which options, and its lines in order."""

    name: str
    process: str
    options: dict[str, str]
    lines: list[Line]
    is_cut: bool
    """Whether the last line is incomplete, because the process was killed."""


_Check: TypeAlias = Callable[[Any], bool]


def _is_integer(value: Any) -> bool:
    return type(value) is int and MIN_TIMESTAMP <= value <= MAX_TIMESTAMP


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 1 << 53


def _is_input(value: Any) -> bool:
    """Return whether *value* is the number of one of two inputs, or -1 if there is one or both."""
    return type(value) is int and -1 <= value <= 1


def _is_text(value: Any) -> bool:
    return type(value) is str


def _is_flag(value: Any) -> bool:
    return type(value) is bool


def _is_anything(value: Any) -> bool:
    return True


def _is_time(value: Any) -> bool:
    return value is None or _is_integer(value)


def _is_optional_text(value: Any) -> bool:
    return value is None or _is_text(value)


def _is_object(value: Any) -> bool:
    return type(value) is dict


def _is_one_of(*texts: str) -> tuple[str, _Check]:
    return f"one of {', '.join(texts)}", lambda value: type(value) is str and value in texts


_CHECKS: dict[str, tuple[str, _Check]] = {
    "i": ("a whole number", _is_integer),
    "n": ("a whole number of at least 0", _is_count),
    "I": ("-1, 0 or 1", _is_input),
    "s": ("a text", _is_text),
    "b": ("true or false", _is_flag),
    "v": ("a value", _is_anything),
    "t": ("a time or null", _is_time),
    "o": ("a text or null", _is_optional_text),
    "d": ("an object", _is_object),
    "D": _is_one_of("event", "processing"),
    "C": _is_one_of(*get_args(TriggerCallback)),
    "R": _is_one_of(*get_args(TriggerResultName)),
    "E": _is_one_of(*get_args(ElementKind), "other"),
    "P": _is_one_of("element", "timer"),
    "W": _is_one_of(*get_args(SuspendReason)),
}

KINDS = {
    "task": "d", "state": "snnssoo", "setup": "isd", "open": "i", "finish": "i", "close": "i",
    "mail": "s", "key": "ivn", "recv": "nnnEvt", "write": "nnnEvt", "valvewm": "i", "valvest": "b",
    "inwm": "i", "inst": "b", "stamp": "ii", "src": "isvt", "split": "is", "gen": "isib",
    "gens": "isb", "el": "iivt", "wm": "iIi", "st": "iIb", "emit": "ii", "emits": "ib",
    "side": "isvt", "reg": "iDvvi", "del": "iDvvi", "fire": "iDvvi", "adv": "ii", "wfire": "ivvv",
    "left": "ivvv", "added": "v", "wclear": "ivv", "wlate": "ivv", "late": "ivvt", "merge": "ivvvv", "assign": "ivvvt",
    "Assign": "ivvvt", "trig": "ivvCR", "tclear": "ivv", "print": "v", "bar": "nni", "alstart": "in", "alend": "n",
    "aligned": "nn", "ckack": "sisnnnnnnn", "ckrest": "sin",
    "sput": "isvnv", "sadd": "isvnv", "mput": "isvnvv", "mdel": "isvnv", "sclear": "isvn",
    "bufq": "nnnn", "bufs": "nnnnnn", "credit": "nnnn", "bufa": "nnn", "bufi": "nnnnn",
    "bufm": "nnnnnnn", "announce": "nnn", "wait": "W", "resume": "",
    "snap": "i", "notify": "ib", "ckstart": "si", "ckdone": "sin", "ckfail": "sis", "job": "sss",
    "missing": "ss",
    "written": "s", "end": "", "worker": "d", "pwin": "id", "pkey": "isv", "pel": "i",
    "ptimer": "ii", "pdone": "i", "pcall": "isPvv",
}  # fmt: skip
"""The kinds of lines, with one letter for each field (see :data:`_CHECKS`)."""


NODE_KINDS = frozenset({
    "setup", "open", "finish", "close", "key", "stamp", "src", "split", "gen", "gens", "el", "wm",
    "st", "emit", "emits", "side", "reg", "del", "fire", "adv", "wfire", "left", "wclear", "wlate",
    "sput", "sadd", "mput", "mdel", "sclear", "late", "merge", "assign", "Assign", "trig", "tclear", "pwin",
    "pdone", "pcall",
})  # fmt: skip
"""The kinds of lines whose first field is the stream node of an operator."""


def find_recording_files(path: Path) -> list[Path]:
    """Return the files of the recording at *path*, a folder or a single file.

    Raises:
        JobRecordingError: There is none, or there are too many.
    """
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise JobRecordingError(f"{path}: there is no such folder or file")
    found = sorted(each for each in path.iterdir() if each.name.endswith(_SUFFIXES))
    if not found:
        raise JobRecordingError(
            f"{path}: the folder has no recording (*.jsonl or *.jsonl.gz). "
            "The option out= of the agent names the folder that it writes to"
        )
    if len(found) > MAX_FILES:
        raise JobRecordingError(f"{path}: {len(found)} files, expected at most {MAX_FILES}")
    return found


def read_recording_file(path: Path) -> RecordingFile:
    """Read the file of one process.

    Raises:
        JobRecordingError: A line is damaged or too long, or there are too many lines.
        OSError: The file cannot be read.
    """
    opener: Any = gzip.open if path.name.endswith(".gz") else open
    with opener(path, "rb") as stream:
        try:
            return _read_lines(path, stream)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise JobRecordingError(f"{path}: the compressed file is damaged: {error}") from None


def _read_lines(path: Path, stream: IO[bytes]) -> RecordingFile:
    header = _parse(path, 1, stream.readline(MAX_LINE_BYTES + 1), dict)
    if header.get("flinksim_recording") != FORMAT:
        raise JobRecordingError(
            f"{path}, line 1: expected the header of a recording of format {FORMAT}, "
            f"found {str(header)[:80]}"
        )
    options = header.get("options")
    if not isinstance(options, dict) or not all(map(_is_text, options.values())):
        raise JobRecordingError(f"{path}, line 1: expected texts in 'options'")
    lines: list[Line] = []
    is_cut = False
    for number, raw in _iterate_lines(path, stream):
        if not raw.endswith(b"\n"):
            is_cut = True
            break
        lines.append(_check_line(path, number, _parse(path, number, raw, list)))
    lines.sort(key=lambda line: line.number)
    return RecordingFile(path.name, str(header.get("process", "")), options, lines, is_cut)


def _iterate_lines(path: Path, stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    for number in range(2, MAX_LINES + 2):
        raw = stream.readline(MAX_LINE_BYTES + 1)
        if not raw:
            return
        if len(raw) > MAX_LINE_BYTES:
            raise JobRecordingError(f"{path}, line {number}: longer than {MAX_LINE_BYTES} bytes")
        yield number, raw
    raise JobRecordingError(f"{path}: more than {MAX_LINES} lines")


def _parse(
    path: Path, number: int, raw: bytes, kind: type[dict[Any, Any]] | type[list[Any]]
) -> Any:
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise JobRecordingError(f"{path}, line {number}: not JSON: {str(error)[:120]}") from None
    if not isinstance(found, kind):
        name = "an object" if kind is dict else "an array"
        raise JobRecordingError(f"{path}, line {number}: expected {name}, found {str(found)[:60]}")
    return found


def _check_line(path: Path, line_number: int, row: list[Any]) -> Line:
    place = f"{path}, line {line_number}"
    if len(row) < 4 or not (_is_count(row[0]) and _is_integer(row[1]) and _is_integer(row[2])):
        raise JobRecordingError(
            f"{place}: expected [number, task, ms, kind, ...], found {row!r:.60}"
        )
    number, task, ms, kind, *fields = row
    form = KINDS.get(kind) if isinstance(kind, str) else None
    if form is None:
        raise JobRecordingError(f"{place}: unknown kind of line {kind!r:.40}")
    if len(form) != len(fields):
        raise JobRecordingError(
            f"{place}: '{kind}' has {len(form)} fields, found {len(fields)} fields"
        )
    for at, (letter, value) in enumerate(zip(form, fields, strict=True)):
        name, is_valid = _CHECKS[letter]
        if not is_valid(value):
            raise JobRecordingError(
                f"{place}: field {at + 1} of '{kind}': expected {name}, found {value!r:.60}"
            )
        if letter == "v":
            fields[at] = _decode_value(value, place, MAX_DEPTH)
    return Line(number, task, ms, kind, tuple(fields), place)


def _decode_value(value: Any, place: str, depth: int) -> Value:
    """Return *value* as a trace stores it: arrays as tuples, windows as (start, end)."""
    if not depth:
        raise JobRecordingError(f"{place}: a value is nested too deeply")
    if isinstance(value, list):
        return tuple([_decode_value(part, place, depth - 1) for part in value])
    if isinstance(value, dict):
        match value:
            case {"w": [int(start), int(end)]}:
                return start, end
            case {"m": 1}:
                return NOT_RECORDED
            case {"k": int(number)}:
                return f"(key {number})"
            case {"f": "NaN" | "Infinity" | "-Infinity" as text}:
                return float(text.replace("Infinity", "inf"))
        raise JobRecordingError(f"{place}: unknown value {value!r:.60}")
    return value
