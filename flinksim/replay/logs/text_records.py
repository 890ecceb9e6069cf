"""Recognizes text files that are neither CSV nor JSON lines, and times that are not ISO-8601.

Formats: access logs (Apache, combined), log4j, the output of ``kafka-console-consumer``, JSON
documents with an array of records.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from flinksim.connectors.external.recording_files import RecordingOptions, read_recording

_ACCESS = re.compile(
    r'(?P<host>\S+) (?P<ident>\S+) (?P<user>\S+) \[(?P<time>[^\]]+)\] "(?P<request>[^"]*)" '
    r'(?P<status>\d{3}) (?P<size>\d+|-)(?: "(?P<referer>[^"]*)" "(?P<agent>[^"]*)")?'
)
_LOG4J = re.compile(
    r"(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[,.]\d{3}) +(?:\[(?P<thread>[^\]]*)\] )?(?P<level>[A-Z]+) +"
    r"(?P<logger>\S+) +(?:\[(?P<context>[^\]]*)\] )?- (?P<message>.*)"
)
_CONSOLE = re.compile(r"(?:CreateTime|LogAppendTime|Partition|Offset):-?\d+\t")
_TIME_FORMATS = (
    "%d.%m.%Y %H:%M:%S", "%d.%m.%Y %H:%M", "%m/%d/%Y %I:%M:%S %p", "%m/%d/%Y %I:%M %p",
    "%m/%d/%Y %H:%M:%S", "%d/%b/%Y:%H:%M:%S %z", "%Y-%m-%d %H:%M:%S,%f", "%Y/%m/%d %H:%M:%S",
)  # fmt: skip
_UNIT_OF_DIGITS = {10: "s", 13: "ms", 16: "us", 19: "ns"}
_LEAST_SECONDS, _MOST_SECONDS = 946_684_800, 2_524_608_000  # the years 2000 to 2050


def is_text_record(line: str) -> bool:
    """Return whether *line* is a record of one of the text formats."""
    return any(pattern.match(line) for pattern in (_CONSOLE, _ACCESS, _LOG4J))


def read_text_records(path: str, head: str) -> list[dict[str, Any]] | None:
    """Read the records of a text file in one of the formats; ``None`` if *head* is in none of them.

    Raises:
        ValueError: A line does not fit the format of the first one.
    """
    first = next((line for line in head.splitlines() if line.strip()), "")
    if _CONSOLE.match(first):
        messages = read_recording(path, "", RecordingOptions()).messages
        return [
            {
                "topic": "topic",
                "partition": message.partition,
                "offset": message.offset,
                "ts": message.timestamp,
                "key": None if message.key is None else message.key.decode(errors="replace"),
                "payload": None
                if message.value is None
                else message.value.decode(errors="replace"),
            }
            for message in messages
        ]
    if _ACCESS.match(first):
        return _read_lines(path, _ACCESS, continues=False)
    if _LOG4J.match(first):
        return _read_lines(path, _LOG4J, continues=True)
    return None


def _read_lines(path: str, pattern: re.Pattern[str], continues: bool) -> list[dict[str, Any]]:
    """Read the fields of each line; where a record *continues*, other lines belong to its message."""
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(Path(path).read_text("utf-8", "replace").splitlines(), 1):
        found = pattern.match(line)
        if found is not None:
            rows.append(
                {name: text for name, text in found.groupdict().items() if text is not None}
            )
        elif continues and rows:
            rows[-1]["message"] += f"\n{line}"
        elif line.strip():
            raise ValueError(f"line {number} does not fit the format of the first: {line[:60]!r}")
    return rows


def find_records_in_document(text: str) -> list[dict[str, Any]] | None:
    """Return the records of one JSON document: an array, or an object with an array of objects."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None
    candidates = [document] if isinstance(document, list) else []
    if isinstance(document, dict):
        candidates = [value for value in document.values() if isinstance(value, list)]
    arrays = [each for each in candidates if each and all(isinstance(row, dict) for row in each)]
    return max(arrays, key=len) if arrays else None


def create_column_names(header: list[str]) -> list[str] | None:
    """Return names for the columns of a CSV file without a header; ``None`` if it has one."""
    if any(re.fullmatch(r"-?\d+([.,]\d+)?", cell.strip()) for cell in header):
        return [f"c{number}" for number in range(1, len(header) + 1)]
    return None


def convert_times(table: pa.Table) -> pa.Table:
    """Convert the columns of *table* that hold times to timestamps, each with a unit or format of its own.

    Times without a zone count as UTC. Numbers with a decimal comma become numbers.
    """
    for place, field in enumerate(table.schema):
        column = _convert_column(field.name, table.column(place))
        if column is not None:
            table = table.set_column(place, field.name, column)
    return table


def _convert_column(name: str, column: pa.ChunkedArray) -> pa.ChunkedArray | None:
    if pa.types.is_integer(column.type):
        unit = _find_unit(column.to_pylist())
        is_time = re.search(
            r"time|ts|date|_at$|nano|^c\d+$", name.rpartition(".")[2], re.IGNORECASE
        )
        return _to_milliseconds(column, unit) if unit and is_time else None
    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        return None
    texts = column.to_pylist()
    values = [text for text in texts if text]
    if not values:
        return None
    if all(re.fullmatch(r"\d{10,19}", text) for text in values[:100]):
        try:
            numbers = [None if not text else int(text) for text in texts]
        except ValueError:
            return None
        unit = _find_unit(numbers)
        return (
            _to_milliseconds(pa.chunked_array([pa.array(numbers, pa.int64())]), unit)
            if unit
            else None
        )
    if all(re.fullmatch(r"-?\d+,\d+", text) for text in values):
        numbers_with_fraction = [None if not t else float(t.replace(",", ".")) for t in texts]
        return pa.chunked_array([pa.array(numbers_with_fraction, pa.float64())])
    parse = _find_parser(values)
    if parse is None:
        return None
    times = [None if not text else round(parse(text).timestamp() * 1000) for text in texts]
    return pa.chunked_array([pa.array(times, pa.int64()).cast(pa.timestamp("ms"))])


def _find_unit(numbers: list[int | None]) -> str | None:
    """Return the unit in which all *numbers* are times of this century, or ``None``."""
    known = [number for number in numbers if number]
    if not known:
        return None
    unit = _UNIT_OF_DIGITS.get(len(str(abs(known[0]))))
    if unit is None:
        return None
    scale = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[unit]
    fits = all(_LEAST_SECONDS * scale <= number < _MOST_SECONDS * scale for number in known)
    return unit if fits else None


def _to_milliseconds(column: pa.ChunkedArray, unit: str) -> pa.ChunkedArray:
    times = column.cast(pa.int64()).cast(pa.timestamp(unit))
    if unit in ("us", "ns"):
        times = pc.floor_temporal(times, unit="millisecond")
    return times.cast(pa.timestamp("ms"))


def _find_parser(values: list[str]) -> Callable[[str], datetime] | None:
    """Return a parser that accepts all *values*, or ``None``."""
    parsers: list[Callable[[str], datetime]] = [datetime.fromisoformat, parsedate_to_datetime]
    parsers += [lambda text, form=form: datetime.strptime(text, form) for form in _TIME_FORMATS]  # type: ignore[misc]
    for parse in parsers:
        try:
            for text in values:
                parse(text)
        except (ValueError, TypeError, IndexError):
            continue
        return lambda text, parse=parse: _set_zone(parse(text))  # type: ignore[misc]
    return None


def _set_zone(time: datetime) -> datetime:
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)
