"""Reads the messages of a recording: a file, a pattern, or a folder with a file for each partition.

Formats: ``kcat -J``, the output of ``kafka-console-consumer`` with its print options, an event log of
flinksim, a JSON array, CSV with a header, Parquet, and lines, each of which is a value.
"""

from __future__ import annotations

import bz2
import csv
import glob
import gzip
import json
import lzma
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from flinksim.connectors.external.message import ExternalMessage, decode_field, encode_value

DEFAULT_START_MS = 1_704_067_200_000
"""Timestamp of the first message of a recording without timestamps: 2024-01-01T00:00:00Z."""
DEFAULT_INTERVAL_MS = 1_000

UNITS_PER_MS: dict[str, float] = {"s": 0.001, "ms": 1, "us": 1_000, "ns": 1_000_000}
_OPENERS: dict[str, Callable[..., Any]] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}
MAX_INFLATION = 200
"""How many bytes a compressed byte of a recording may decompress to, above :data:`MIN_INFLATION_LIMIT`."""

MIN_INFLATION_LIMIT = 1 << 28
"""Decompressed bytes that every compressed recording may have."""

_CONSOLE_FIELD = re.compile(
    r"(CreateTime|LogAppendTime|NoTimestampType|Partition|Offset|Delivery|Epoch):(-?\d*|NOT_PRESENT)"
)
_CONSOLE_HEADERS = re.compile(r"NO_HEADERS|[^\s:,{\"]+:[^,]*(,[^\s:,]+:[^,]*)*")


_INVALID_CONTENT_ERRORS = (
    ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError, csv.Error,
)  # fmt: skip
"""Exceptions that reading a file of another structure can cause."""


class RecordingError(ValueError):
    """A recording that cannot be read; the message has the file and the line."""


@dataclass(frozen=True, slots=True)
class RecordingOptions:
    """How to read a recording: fields of the values that have a role, and the unit of timestamps."""

    timestamp: str | None = None
    key: str | None = None
    partition: str | None = None
    unit: str = "ms"
    values_as_json: bool = False


@dataclass(frozen=True, slots=True)
class Recording:
    """The messages of a recording; *has_timestamps* tells whether it has times of its own."""

    messages: list[ExternalMessage]
    has_timestamps: bool
    header: str = ""


def read_recording(location: str, topic: str, options: RecordingOptions) -> Recording:
    """Read the messages at *location*; *topic* is theirs if the recording names none.

    Raises:
        RecordingError: If there is no such file, or it cannot be read.
    """
    files = _list_files(location)
    messages: list[ExternalMessage] = []
    header = ""
    try:
        for number, file in enumerate(files):
            found, header = _read_file(file, topic, number, options)
            messages.extend(found)
        if not messages:
            raise RecordingError(f"{location} has no messages")
        messages = [apply_options(message, options) for message in messages]
    except RecordingError:
        raise
    except _INVALID_CONTENT_ERRORS as error:
        raise RecordingError(
            f"{location} does not have the structure of a recording: {error!r:.200}"
        ) from error
    has_timestamps = all(message.timestamp is not None for message in messages)
    if not has_timestamps:
        messages = [
            replace(message, timestamp=DEFAULT_START_MS + index * DEFAULT_INTERVAL_MS)
            for index, message in enumerate(messages)
        ]
    return Recording(_set_arrivals_and_offsets(messages), has_timestamps, header)


def _list_files(location: str) -> list[Path]:
    path = Path(location)
    if path.is_dir():
        found = [file for file in sorted(path.iterdir()) if file.is_file()]
        files = [file for file in found if not file.name.startswith((".", "_"))]
    elif path.exists():
        files = [path]
    else:
        files = [Path(name) for name in sorted(glob.glob(location))]
    if not files:
        raise RecordingError(f"there is no file {location}; looked in {Path.cwd()}")
    return files


def _read_file(
    file: Path, topic: str, partition: int, options: RecordingOptions
) -> tuple[list[ExternalMessage], str]:
    if file.suffix == ".parquet":
        rows = _read_parquet(file)
        return [
            ExternalMessage(encode_value(row), topic=topic, partition=partition) for row in rows
        ], ""
    try:
        limit = max(MIN_INFLATION_LIMIT, file.stat().st_size * MAX_INFLATION)
        with _OPENERS.get(file.suffix, open)(file, "rb") as stream:
            content = stream.read(limit + 1)
        if len(content) > limit:
            raise RecordingError(f"{file} decompresses to more than {limit:,} bytes")
        lines = content.decode().splitlines()
    except (OSError, EOFError, zlib.error, lzma.LZMAError, UnicodeDecodeError) as error:
        raise RecordingError(f"{file} cannot be read: {error}") from None
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not numbered:
        return [], ""
    first = numbered[0][1]
    default = ExternalMessage(None, topic=topic, partition=partition)
    if _is_array_start([line.strip() for _, line in numbered[:2]]):
        return list(_parse_array(file, "\n".join(lines), default)), ""
    if _CONSOLE_FIELD.match(first):
        return _parse_console(file, numbered, default), ""
    content = _load_object(first)
    if content is not None and ("payload" in content or "payload_base64" in content):
        if {"offset", "topic", "partition"} & set(content):
            return [_parse_kcat_line(file, *line, default) for line in numbered], ""
    if content is not None and {"split", "arrival"} <= set(content):
        objects = ((number, json.loads(line)) for number, line in numbered)
        return list(_parse_event_log(file, objects, default)), ""
    if file.name.split(".")[1:2] == ["csv"]:
        return _parse_csv(file, numbered, default, options)
    return [
        replace(default, value=line.encode(), location=f"{file}:{n}") for n, line in numbered
    ], ""


def _is_array_start(lines: list[str]) -> bool:
    """Return whether the first of two lines starts a JSON array, and is not a value of its own."""
    first, following = (*lines, ",")[:2]
    return first[0] == "[" and (first[-1] in "[{,:" or following[0] in ",]")


def _load_object(line: str) -> dict[str, Any] | None:
    try:
        content = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return content if isinstance(content, dict) else None


def _parse_array(file: Path, text: str, default: ExternalMessage) -> Iterator[ExternalMessage]:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordingError(f"{file} starts like a JSON array, but: {error}") from None
    for number, each in enumerate(content):
        yield replace(default, value=encode_value(each), location=f"{file}, element {number}")


def _parse_kcat_line(
    file: Path, number: int, line: str, default: ExternalMessage
) -> ExternalMessage:
    content = _load_object(line)
    if content is None:
        raise RecordingError(f"{file}:{number}: expected a JSON object as kcat -J prints it")
    timestamp = content.get("ts")
    return ExternalMessage(
        decode_field(content, "payload"),
        decode_field(content, "key"),
        content.get("topic") or default.topic,
        int(content.get("partition", default.partition)),
        int(content.get("offset", 0)),
        timestamp if isinstance(timestamp, int) and timestamp >= 0 else None,
        location=f"{file}:{number}",
    )


def _parse_console(
    file: Path, numbered: list[tuple[int, str]], default: ExternalMessage
) -> list[ExternalMessage]:
    """Parse lines of ``kafka-console-consumer``: the printed fields, headers, the key and the value.

    The formatter prints them in this order, between tabs.
    """
    parsed = [_parse_console_fields(file, *line, default) for line in numbered]
    has_headers = all(
        len(rest) > 1 and _CONSOLE_HEADERS.fullmatch(rest[0]) for _, rest in parsed
    ) and any(len(rest) > 2 or rest[0] == "NO_HEADERS" for _, rest in parsed)
    messages = []
    for message, rest in parsed:
        cells = rest[1:] if has_headers else rest
        if len(cells) > 1:
            message = replace(message, key=None if cells[0] == "null" else cells[0].encode())
            cells = cells[1:]
        messages.append(replace(message, value="\t".join(cells).encode()))
    return messages


def _parse_console_fields(
    file: Path, number: int, line: str, default: ExternalMessage
) -> tuple[ExternalMessage, list[str]]:
    """Parse the named fields of a line, and return the cells behind them."""
    message = replace(default, location=f"{file}:{number}")
    fields = line.split("\t")
    while fields and (found := _CONSOLE_FIELD.fullmatch(fields[0])):
        name, digits = found.groups()
        value = int(digits) if digits.lstrip("-") and digits != "NOT_PRESENT" else -1
        if name in ("CreateTime", "LogAppendTime"):
            message = replace(message, timestamp=value)
        elif name == "Partition":
            message = replace(message, partition=value)
        elif name == "Offset":
            message = replace(message, offset=value)
        fields.pop(0)
    if not fields:
        raise RecordingError(f"{file}:{number}: the value after the fields is missing")
    return message, fields


def _parse_event_log(
    file: Path, rows: Iterable[tuple[int, dict[str, Any]]], default: ExternalMessage
) -> Iterator[ExternalMessage]:
    partitions: dict[Any, int] = {}
    for number, row in rows:
        split, arrival = row.pop("split"), row.pop("arrival")
        try:
            timestamp = _parse_time(row.get("timestamp", arrival), "ms")
        except ValueError:
            raise RecordingError(f"{file}:{number}: {arrival!r} is not a time") from None
        yield replace(
            default,
            value=encode_value(row),
            partition=partitions.setdefault(split, len(partitions)),
            timestamp=timestamp,
            location=f"{file}:{number}",
        )


def _parse_csv(
    file: Path, numbered: list[tuple[int, str]], default: ExternalMessage, options: RecordingOptions
) -> tuple[list[ExternalMessage], str]:
    """Parse CSV: with a header rows become JSON objects where the program wants JSON, else lines."""
    names = next(csv.reader([numbered[0][1]]))
    has_header = all(name.strip() and not _is_number(name) for name in names)
    if not has_header:
        return [
            replace(default, value=line.encode(), location=f"{file}:{number}")
            for number, line in numbered
        ], ""
    header, rows = numbered[0][1], numbered[1:]
    is_log = {"split", "arrival"} <= set(names)
    if not (options.values_as_json or is_log):
        return [
            replace(default, value=line.encode(), location=f"{file}:{number}")
            for number, line in rows
        ], header
    cells = ((number, next(csv.reader([line]))) for number, line in rows)
    objects = (
        (number, dict(zip(names, map(_parse_cell, row), strict=False))) for number, row in cells
    )
    if is_log:
        return list(_parse_event_log(file, objects, default)), ""
    return [
        replace(default, value=encode_value(row), location=f"{file}:{number}")
        for number, row in objects
    ], ""


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _parse_cell(text: str) -> Any:
    if re.fullmatch(r"-?(0|[1-9]\d{0,17})", text):
        return int(text)
    return float(text) if re.fullmatch(r"-?\d+\.\d+", text) else text


def _read_parquet(file: Path) -> list[Any]:
    try:
        from pyarrow import parquet
    except ImportError:
        raise RecordingError(
            f"{file}: Parquet needs pyarrow; run: python -m pip install 'flinksim[spark]'"
        ) from None
    rows: list[Any] = parquet.read_table(file).to_pylist()
    return rows


def apply_options(message: ExternalMessage, options: RecordingOptions) -> ExternalMessage:
    """Return *message* with the roles that *options* give to fields of its value.

    Raises:
        RecordingError: If its value has no such field.
    """
    if not (options.timestamp or options.key or options.partition):
        return message
    content = _load_object((message.value or b"").decode(errors="replace"))
    if content is None:
        raise RecordingError(
            f"{message.location}: timestamp=, key= and partition= need a JSON object as value, but this "
            "value is not one"
        )
    if options.timestamp:
        value = _get_field(content, options.timestamp, message)
        try:
            message = replace(message, timestamp=_parse_time(value, options.unit))
        except ValueError:
            raise RecordingError(
                f"{message.location}: the field {options.timestamp} is not a time: {value!r}"
            ) from None
    if options.key:
        message = replace(message, key=encode_value(_get_field(content, options.key, message)))
    if options.partition:
        number = _get_field(content, options.partition, message)
        if not isinstance(number, int):
            raise RecordingError(
                f"{message.location}: {options.partition} is not a partition number: {number!r}"
            )
        message = replace(message, partition=number)
    return message


def _get_field(content: Any, path: str, message: ExternalMessage) -> Any:
    for name in path.split("."):
        if not isinstance(content, dict) or name not in content:
            raise RecordingError(f"{message.location}: the value has no field {path}")
        content = content[name]
    return content


def _parse_time(value: Any, unit: str) -> int:
    if isinstance(value, int | float) or re.fullmatch(r"-?\d+(\.\d+)?", str(value)):
        return int(float(value) / UNITS_PER_MS[unit]) if unit != "ms" else int(float(value))
    time = datetime.fromisoformat(str(value))
    if time.tzinfo is None:
        time = time.replace(tzinfo=UTC)
    return round(time.timestamp() * 1000)


def _set_arrivals_and_offsets(messages: list[ExternalMessage]) -> list[ExternalMessage]:
    """Let each message arrive at its timestamp, but not before the one before it in its partition."""
    latest: dict[tuple[str, int], int] = {}
    counts: dict[tuple[str, int], int] = {}
    has_offsets = any(message.offset for message in messages)
    completed = []
    for message in messages:
        partition = (message.topic, message.partition)
        assert message.timestamp is not None
        arrival = max(latest.get(partition, message.timestamp), message.timestamp)
        latest[partition] = arrival
        offset = message.offset if has_offsets else counts.get(partition, 0)
        counts[partition] = counts.get(partition, 0) + 1
        completed.append(replace(message, arrival_ms=arrival, offset=offset))
    return completed
