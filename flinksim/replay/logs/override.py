"""Replace the logs that a program reads: a large file for a small one, a recording for a socket."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from flinksim.connectors.event_log.event_log_source import EventLogSource
from flinksim.connectors.event_log.line_reader import EventLogFile
from flinksim.connectors.event_log.type_inference import ColumnType
from flinksim.connectors.source import Source
from flinksim.replay.logs.column_mapping import EMPTY_MAPPING, ExplicitMapping
from flinksim.replay.logs.column_types import RAW_NAME, TimeUnit
from flinksim.replay.logs.input_log import Log, is_flinksim_log
from flinksim.replay.logs.parquet_source import ParquetLogSource

LOG_OPTIONS = ("split", "order", "arrival", "event_time", "unit", "zone", "names", "value")
"""Options that may follow the file of a log."""


@dataclass(frozen=True)
class SourceOverride:
    """A log that replaces the log of a source, and the mapping of its columns.

    ``location`` is a file, folder, pattern or URL.
    """

    location: str
    mapping: ExplicitMapping = EMPTY_MAPPING

    @classmethod
    def parse(cls, text: str) -> SourceOverride:
        """Parse ``FILE split=partition order=offset arrival=ts event_time=value.at unit=s``.

        ``names=user,item,ts`` names the columns of a CSV file without a header, and
        ``zone=Europe/Berlin`` is the time zone of times without one. With ``value=raw`` a record is the
        text of its row.

        Raises:
            ValueError: The text has another word after the file.
        """
        if Path(text).exists() or " " not in text:
            return cls(text)
        location, *words = shlex.split(text)
        assignments: dict[str, Any] = {}
        for word in words:
            name, _, value = word.partition("=")
            if name not in LOG_OPTIONS or not value:
                raise ValueError(
                    f"{text}: expected split=, order=, arrival= or event_time= with the name of a "
                    f"column, or unit=, zone=, names= or value=raw after the file, found {word!r}"
                )
            assignments[name] = tuple(value.split(",")) if name in ("split", "names") else value
        if assignments.get("unit", "ms") not in get_args(TimeUnit):
            raise ValueError(f"{text}: unit is one of {', '.join(get_args(TimeUnit))}")
        if assignments.get("value", "raw") != "raw":
            raise ValueError(f"{text}: expected value=raw, found value={assignments['value']}")
        return cls(location, ExplicitMapping(**assignments))


def create_override(source: EventLogSource | ParquetLogSource, text: str, name: str) -> Source:
    """Create the source that reads the log that *text* names in place of the log of *source*.

    The columns must be those of the program's log. The program's other settings stay: the splits to
    read, the policy for bad rows, and the form of a record.

    Raises:
        ValueError: If the columns differ, or *text* is no mapping.
    """
    log = SourceOverride.parse(text)
    form, payload, timestamp = _get_record_format(source)
    timestamp_column = timestamp if timestamp in payload else None
    path = Path(log.location)
    options: Any = {
        "value": form, "splits": source.chosen_splits, "bad_rows": source.bad_rows,
    }  # fmt: skip
    other: EventLogSource | ParquetLogSource
    if log.mapping != EMPTY_MAPPING or not is_flinksim_log(
        path
    ):  # Bad rows of flinksim's own logs are reported as such.
        event_time = log.mapping.event_time or timestamp
        mapping = {**log.mapping.__dict__, "event_time": event_time, "columns": payload}
        if log.mapping.value == "raw":
            if form != "single":
                raise ValueError(
                    f"{text}: value=raw gives one text, but a record of {name!r} has the columns "
                    f"{', '.join(payload)}. Remove value=raw"
                )
            mapping["columns"], payload = None, (RAW_NAME,)
        other = Log.of(log.location, **{**mapping, **options, "value": mapping["value"] or form})
    elif path.suffix == ".parquet":
        other = ParquetLogSource(path, timestamp=timestamp_column, **options)
    else:
        types = (
            dict(source.columns)
            if isinstance(source, EventLogSource)
            else _find_missing_types(source, EventLogFile(path))
        )
        other = EventLogSource(path, timestamp=timestamp_column, types=types, **options)
    _, found, _ = _get_record_format(other)
    if found != payload:
        raise ValueError(
            f"{log.location} has the columns {', '.join(found)}; the log of {name!r} has "
            f"{', '.join(payload)}"
        )
    return other


def _get_record_format(
    source: EventLogSource | ParquetLogSource,
) -> tuple[Any, tuple[str, ...], str | None]:
    """Return the form of a record, its columns, and the column of its timestamp."""
    if isinstance(source, ParquetLogSource):
        return source.value, source.payload, source.timestamp
    return source.value_form, tuple(source.columns), source.timestamp_column


def _find_missing_types(source: ParquetLogSource, text: EventLogFile) -> dict[str, ColumnType]:
    """Find types for columns that *text* reads without a type, such as times written as text.

    They are the types of these columns in *source*.
    """
    untyped = [column.name for column in text.columns if column.type is None]
    return {name: source.kinds[name] for name in untyped if name in source.kinds}
