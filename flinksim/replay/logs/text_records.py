"""Reads records of text files that are neither CSV nor JSON lines, and times that are not ISO-8601.

Formats: those of :mod:`flinksim.replay.logs.line_formats`, the output of ``kafka-console-consumer``,
JSON documents with an array of records, and exports of OpenTelemetry (OTLP).
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from flinksim.connectors.external.recording_files import RecordingOptions, read_recording
from flinksim.replay.logs.column_types import TEXT_COLUMN, is_time_type
from flinksim.replay.logs.line_formats import find_line_format

_CONSOLE = re.compile(r"(?:CreateTime|LogAppendTime|Partition|Offset):-?\d+\t")
_TELEMETRY = (
    ("resourceLogs", "scopeLogs", "logRecords"),
    ("resourceSpans", "scopeSpans", "spans"),
)
_ATTRIBUTE = {"key", "value"}
_MAX_LEVELS = 4
"""How deep an array of records may be in a JSON document."""
_TIME_NAME = re.compile(
    r"time|ts|date|epoch|^at$|_at$|nano|^c\d+$|_(s|secs?|ms|millis|us|micros|ns)$", re.IGNORECASE
)
_TIME_FORMATS = (
    "%d.%m.%Y %H:%M:%S", "%d.%m.%Y %H:%M", "%m/%d/%Y %I:%M:%S %p", "%m/%d/%Y %I:%M %p",
    "%m/%d/%Y %H:%M:%S", "%d/%m/%Y %H:%M:%S", "%d/%b/%Y:%H:%M:%S %z", "%Y-%m-%d %H:%M:%S,%f",
    "%Y/%m/%d %H:%M:%S", "%d.%m.%Y", "%m/%d/%Y", "%d/%m/%Y", "%Y/%m/%d",
)  # fmt: skip
_MS_PER_DAY = 86_400_000
_UNIT_OF_DIGITS = {10: "s", 13: "ms", 16: "us", 19: "ns"}
_LEAST_SECONDS, _MOST_SECONDS = 946_684_800, 2_524_608_000  # the years 2000 to 2050


def is_text_record(head: str) -> bool:
    """Return whether *head* is the beginning of a file in one of the text formats."""
    return bool(_CONSOLE.match(head.lstrip())) or find_line_format(head) is not None


def read_text_records(path: str, head: str, read: Callable[[], str]) -> list[dict[str, Any]] | None:
    """Read the records of a text file in one of the formats; ``None`` if *head* is in none of them.

    Args:
        path: The file, for recordings.
        head: Its first characters.
        read: Returns its whole text.

    Returns:
        The fields of each record, with its text as :data:`TEXT_COLUMN`.

    Raises:
        ValueError: A line does not fit the format of the first one.
    """
    if _CONSOLE.match(head.lstrip()):
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
    line_format = find_line_format(head)
    if line_format is None:
        return None
    return [{**row, TEXT_COLUMN: text} for text, row in line_format.parse(read())]


def find_records_in_document(text: str) -> list[dict[str, Any]] | None:
    """Return the records of one JSON document: its largest array of objects."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return max(_list_record_arrays(document, 0), key=len, default=None)


def _list_record_arrays(value: Any, level: int) -> Iterator[list[dict[str, Any]]]:
    if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
        yield value
    elif isinstance(value, dict) and level < _MAX_LEVELS:
        for each in value.values():
            yield from _list_record_arrays(each, level + 1)


def flatten_telemetry(row: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Return the log records or spans of an export in OTLP's JSON; ``None`` if *row* is not one."""
    for resource_key, scope_key, item_key in _TELEMETRY:
        if resource_key not in row:
            continue
        return [
            {
                **{name: _unwrap(value) for name, value in item.items()},
                "resource": _unwrap(resource.get("resource", {}).get("attributes", [])),
            }
            for resource in row[resource_key]
            for scope in resource.get(scope_key, [])
            for item in scope.get(item_key, [])
        ]
    return None


def _unwrap(value: Any) -> Any:
    """Return a value of OTLP as plain JSON: attributes are objects, and ``intValue`` a number."""
    if isinstance(value, list) and value and all(set(each) >= _ATTRIBUTE for each in value):
        return {each["key"]: _unwrap(each["value"]) for each in value}
    if isinstance(value, dict) and len(value) == 1:
        ((name, inner),) = value.items()
        if name == "intValue":
            return int(inner)
        return inner if name in ("stringValue", "boolValue", "doubleValue") else value
    return value


def create_column_names(header: list[str]) -> list[str] | None:
    """Return names for the columns of a CSV file without a header; ``None`` if it has one."""
    if any(re.fullmatch(r"-?\d+([.,]\d+)?", cell.strip()) for cell in header):
        return [f"c{number}" for number in range(1, len(header) + 1)]
    return None


def convert_times(table: pa.Table) -> pa.Table:
    """Convert the columns of *table* that hold times to timestamps, each with a unit or format of its own.

    A time without a zone stays without one: it counts as UTC. Numbers with a decimal comma become numbers.
    """
    for place, field in enumerate(table.schema):
        column = (
            None if field.name == TEXT_COLUMN else _convert_column(field.name, table.column(place))
        )
        if column is not None:
            table = table.set_column(place, field.name, column)
    if any(is_time_type(field.type) for field in table.schema):
        return table
    for place, field in enumerate(table.schema):  # no name says that it is a time, so sizes count
        if (unit := find_time_unit("time", table.column(place))) is not None:
            times = to_milliseconds(table.column(place), unit)
            table = table.set_column(place, field.name, times)
    return table


def join_date_and_time(table: pa.Table) -> pa.Table:
    """Join a column of dates and a column of times of the day to one column of times, if there are both."""
    clocks = [field.name for field in table.schema if pa.types.is_time(field.type)]
    if len(clocks) != 1:
        return table
    for place, field in enumerate(table.schema):
        column = table.column(place)
        if pa.types.is_string(field.type):
            column = _convert_column(field.name, column) or column
        if not (pa.types.is_date(column.type) or pa.types.is_timestamp(column.type)):
            continue
        dates = column.cast(pa.timestamp("ms")).cast(pa.int64())
        if any(date is not None and date % _MS_PER_DAY for date in dates.to_pylist()):
            continue
        clock = table.column(clocks[0]).cast(pa.time32("ms")).cast(pa.int32()).cast(pa.int64())
        times = pc.add(dates, clock).cast(pa.timestamp("ms"))
        joined = table.set_column(place, f"{field.name} {clocks[0]}", times)
        return joined.drop_columns(clocks)
    return table


def _convert_column(name: str, column: pa.ChunkedArray) -> pa.ChunkedArray | None:
    unit = find_time_unit(name, column)
    if unit is not None:
        return to_milliseconds(column, unit)
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
            to_milliseconds(pa.chunked_array([pa.array(numbers, pa.int64())]), unit)
            if unit
            else None
        )
    if _TIME_NAME.search(name) and all(re.fullmatch(r"\d{10}\.\d+", text) for text in values):
        seconds = [None if not text else float(text) for text in texts]
        return to_milliseconds(pa.chunked_array([pa.array(seconds, pa.float64())]), "s")
    if all(re.fullmatch(r"-?\d+,\d+", text) for text in values):
        numbers_with_fraction = [None if not t else float(t.replace(",", ".")) for t in texts]
        return pa.chunked_array([pa.array(numbers_with_fraction, pa.float64())])
    parse = _find_parser(values)
    if parse is None:
        return None
    parsed = [None if not text else parse(text) for text in texts]
    times = [None if time is None else round(_set_zone(time).timestamp() * 1000) for time in parsed]
    has_zones = all(time is None or time.tzinfo is not None for time in parsed)
    kind = pa.timestamp("ms", "UTC" if has_zones else None)
    return pa.chunked_array([pa.array(times, pa.int64()).cast(kind)])


def find_time_unit(name: str, column: pa.ChunkedArray) -> str | None:
    """Return the unit of a column of numbers that are times by its *name*, or ``None``."""
    is_number = pa.types.is_integer(column.type) or pa.types.is_floating(column.type)
    if not is_number or not _TIME_NAME.search(name.rpartition(".")[2]):
        return None
    numbers = column.to_pylist()
    if any(number is not None and number != number for number in numbers):  # not a number
        return None
    return _find_unit([None if number is None else int(number) for number in numbers])


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


def to_milliseconds(column: pa.ChunkedArray, unit: str) -> pa.ChunkedArray:
    """Convert numbers in *unit* to timestamps in milliseconds."""
    if pa.types.is_floating(column.type):
        factor = {"s": 1_000_000.0, "ms": 1_000.0, "us": 1.0, "ns": 0.001}[unit]
        column, unit = pc.round(pc.multiply(column, factor)), "us"
    times = column.cast(pa.int64()).cast(pa.timestamp(unit))
    if unit in ("us", "ns"):
        times = pc.floor_temporal(times, unit="millisecond")
    return times.cast(pa.timestamp("ms")).cast(pa.timestamp("ms", "UTC"))


def _find_parser(values: list[str]) -> Callable[[str], datetime] | None:
    """Return a parser that accepts all *values*, or ``None``."""
    formats = [_create_parser(form) for form in _TIME_FORMATS]
    for parse in (datetime.fromisoformat, parsedate_to_datetime):
        if _is_parser_of(parse, values):
            return parse
    fitting = [parse for parse in formats if _is_parser_of(parse, values)]
    if len(fitting) > 1:
        warnings.warn(
            f"{values[0]} can be month/day or day/month. It is read as month/day. If that is wrong, "
            "write the dates as 2024-12-31.",
            UserWarning,
            stacklevel=2,
        )
    return fitting[0] if fitting else None


def _create_parser(form: str) -> Callable[[str], datetime]:
    return lambda text: datetime.strptime(text, form)


def _is_parser_of(parse: Callable[[str], datetime], values: list[str]) -> bool:
    try:
        for text in values:
            parse(text)
    except (ValueError, TypeError, IndexError):
        return False
    return True


def _set_zone(time: datetime) -> datetime:
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)
