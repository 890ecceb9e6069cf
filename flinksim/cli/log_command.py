"""``flinksim log``: show the columns of an event file, and how to read it as an event log."""

from __future__ import annotations

import argparse
import shlex
import tempfile
import warnings
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flinksim.cli.console import report_error

if TYPE_CHECKING:
    from flinksim.replay.logs.column_mapping import LogMapping
    from flinksim.replay.logs.input_log import MappedLog

_MAX_EXAMPLES = 3
_MAX_VALUE_CHARS = 60


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        "If the proposed column mapping is wrong, append the correct one to FILE, in quotes: "
        "'FILE split=partition order=offset arrival=ts event_time=value.at unit=s'. For CSV without a "
        "header add names=user,item,ts; for local times zone=Europe/Berlin; for records that are the text "
        "of a row value=raw."
    )
    parser.add_argument(
        "log", metavar="FILE", help="A file, folder, glob pattern or URL (s3://...)."
    )
    parser.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    if find_spec("pyarrow") is None:
        return report_error(
            "pyarrow is not installed. Run: python -m pip install 'flinksim[spark]'"
        )
    from flinksim.replay.logs.input_log import MappedLog
    from flinksim.replay.logs.override import SourceOverride

    try:
        override = SourceOverride.parse(options.log)
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always", UserWarning)
            log = MappedLog.from_source(override.location, override.mapping)
            print(format_log(log))
            print(f"\n{check_mapping(log)}")
        for text in dict.fromkeys(str(one.message) for one in found):
            print(f"Warning: {text}")
    except (OSError, ValueError) as error:
        return report_error(str(error))
    return 0


def check_mapping(log: MappedLog) -> str:
    """Read all rows of *log* with its mapping, and describe how many there are and when.

    Raises:
        ValueError: If a row does not fit the mapping.
    """
    from flinksim.connectors.source import SourceRecord

    row_count = 0
    values: dict[str, set[Any]] = {}  # at most two of each column, because one is a warning
    for table in log.rows.tables():
        row_count += table.num_rows
        _collect_values(table, values)
    with tempfile.TemporaryDirectory(prefix="flinksim-log-") as folder:
        path = Path(folder) / "log.parquet"
        log.write(path)
        source = log.create_source(path, "tuple", None, None)
        times: list[int] = []
        arrivals: set[int | None] = set()
        count = early_count = 0
        for split in source.splits(1):
            for item in source.open_split(split):
                if isinstance(item, SourceRecord):
                    count += 1
                    arrivals.add(item.arrival_ms)
                    if item.timestamp is not None:
                        times.append(item.timestamp)
                        early_count += item.timestamp > (item.arrival_ms or item.timestamp)
    lines = [f"Checked with all rows: {row_count:,} rows in the file, {count:,} records."]
    if times:
        first, last = (_format_time(time) for time in (min(times), max(times)))
        zone = log.mapping.zone or "UTC"
        lines.append(f"Event time: {first} to {last}. Times without a zone count as {zone}.")
        if min(times) < _LEAST_MS or max(times) > _MOST_MS:
            lines.append("Warning: this is far from today. Is the unit right?")
    if count >= _MIN_CHECKED and len(arrivals) * _MIN_CHECKED <= count:
        lines.append(
            f"Warning: number of different arrival times: {len(arrivals)}. Is the column right?"
        )
    if early_count * 2 > count:
        lines.append(
            f"Warning: {early_count:,} events are later than their arrival. Are the two columns exchanged?"
        )
    constant = [name for name, found in values.items() if len(found) == 1]
    if count >= _MIN_CHECKED and constant:
        lines.append(
            f"Warning: the same value in all rows: {', '.join(constant)}. Such a column is no key, time or split."
        )
    return "\n".join(lines)


def _collect_values(table: Any, values: dict[str, set[Any]]) -> None:
    """Add up to two different values of each column of *table*."""
    import pyarrow.compute as pc

    from flinksim.replay.logs.column_types import TEXT_COLUMN

    for name, column in zip(table.column_names, table.columns, strict=True):
        found = values.setdefault(name, set())
        if len(found) > 1 or name == TEXT_COLUMN:
            continue
        try:
            distinct = pc.unique(column).slice(0, 2).to_pylist()
        except (NotImplementedError, ValueError):  # nested values
            distinct = column.slice(0, 1_000).to_pylist()
        found.update(map(repr, distinct))


_LEAST_MS, _MOST_MS = 631_152_000_000, 2_524_608_000_000
"""The years 1990 to 2050."""


_MIN_CHECKED = 20
"""Rows from which the number of different arrivals says something, and rows for each arrival then."""


def _format_time(time_ms: int) -> str:
    try:
        return datetime.fromtimestamp(time_ms / 1000, UTC).isoformat(timespec="milliseconds")
    except (OverflowError, ValueError, OSError):
        return f"{time_ms} ms"


def format_log(log: MappedLog) -> str:
    """Format the columns of a log, the proposed mapping, and the code and option that apply it."""
    from flinksim.replay.logs.column_types import TEXT_COLUMN

    rows, mapping = log.rows, log.mapping
    head = log.head.drop_columns([TEXT_COLUMN]) if mapping.value == "raw" else log.head
    files = f" in {len(rows.files)} files" if len(rows.files) > 1 else ""
    lines = [f"{rows.name}: {rows.kind}{files}", ""]
    width = max(len(name) for name in head.column_names)
    for field in head.schema:
        values = ", ".join(
            map(_truncate_value, head.column(field.name).slice(0, _MAX_EXAMPLES).to_pylist())
        )
        lines.append(f"  {field.name:{width}}  {field.type!s:14.30}  {values}"[: width + 80])
    event_time = mapping.event_time or "none (the watermark strategy assigns timestamps)"
    lines += [
        "",
        f"  split       {' + '.join(mapping.split) or 'none (the whole log is one split)'}",
        f"  order       {mapping.order or 'order of the rows'}",
        f"  arrival     {mapping.arrival}{_format_unit(log, mapping.arrival)}",
        f"  event time  {event_time}{_format_unit(log, mapping.event_time)}",
        f"  record      {_format_record(mapping)}",
    ]
    if log.unused_columns:
        lines.append(f"  unused      {', '.join(log.unused_columns)}")
    option = f"{rows.name} {mapping.format_option()}"
    lines += [
        "",
        "To use it:",
        f"  Log.of({rows.name!r}, {mapping.format_arguments()})",
        f"  flinksim replay program.py --source {shlex.quote(option)}",
        "For a program that reads these rows from a topic, as text:",
        f"  flinksim run job.py --source {shlex.quote(f'TOPIC={option.removesuffix(_RAW)}{_RAW}')}",
    ]
    return "\n".join(lines)


_RAW = " value=raw"


def _format_record(mapping: LogMapping) -> str:
    if mapping.value == "raw":
        return "the text of the row"
    return f"({', '.join(mapping.columns)})"


def _truncate_value(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _MAX_VALUE_CHARS else f"{text[:_MAX_VALUE_CHARS]}..."


def _format_unit(log: MappedLog, name: str | None) -> str:
    if name is None or log.head.schema.field(name).type not in ("int64", "double"):
        return ""
    return f" (in {log.mapping.unit})"
