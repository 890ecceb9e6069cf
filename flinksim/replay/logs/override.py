"""Override the logs of a program: a large file for a small one, a recording for a socket."""

from __future__ import annotations

import copy
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

from flinksim.connectors.event_log.line_reader import EventLogFile
from flinksim.connectors.event_log.source import EventLogSource
from flinksim.connectors.event_log.type_inference import ColumnType
from flinksim.connectors.socket_source import SocketTextSource
from flinksim.connectors.source import Source
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import SourceSpec, Transformation
from flinksim.graph.rewrite import changed
from flinksim.replay.logs.column_mapping import NOTHING_SAID, SaidMapping
from flinksim.replay.logs.column_types import TimeUnit
from flinksim.replay.logs.log import Log, is_own_log
from flinksim.replay.logs.parquet_source import ParquetLogSource


@dataclass(frozen=True)
class OtherLog:
    """A log that replaces the log of a source, and the mapping of its columns.

    ``what`` is a file, folder, pattern or URL.
    """

    what: str
    said: SaidMapping = NOTHING_SAID

    @classmethod
    def parsed(cls, text: str) -> OtherLog:
        """Parse ``FILE split=partition order=offset arrival=ts event_time=value.at unit=s``.

        Raises:
            ValueError: The text has another word after the file.
        """
        if Path(text).exists() or " " not in text:
            return cls(text)
        location, *words = shlex.split(text)
        assignments: dict[str, Any] = {}
        for word in words:
            name, _, value = word.partition("=")
            if name not in ("split", "order", "arrival", "event_time", "unit") or not value:
                raise ValueError(
                    f"{text}: expected split=, order=, arrival=, event_time= or unit= with the name "
                    f"of a column behind the file, found {word!r}"
                )
            assignments[name] = tuple(value.split(",")) if name == "split" else value
        if assignments.get("unit", "ms") not in get_args(TimeUnit):
            raise ValueError(f"{text}: unit is one of {', '.join(get_args(TimeUnit))}")
        return cls(location, SaidMapping(**assignments))


def with_logs(pipeline: Pipeline, logs: Mapping[str, OtherLog]) -> Pipeline:
    """Return *pipeline* reading other *logs*, given by source name; "" is its only log source.

    The columns must be those of the program's log. The program's other settings stay: the splits to
    read, the policy for bad rows, and the form of a record.

    Raises:
        ValueError: No source has the name, or the columns differ.
    """
    if not logs:
        return pipeline
    readers = {_name(node): node for node in pipeline.transformations if _source(node) is not None}
    known = ", ".join(map(repr, readers)) or "none"
    chosen: dict[int, OtherLog] = {}
    for name, log in logs.items():
        if not name and len(readers) != 1:
            raise ValueError(
                f"which source shall read {log.what}? Say NAME={log.what}; the sources that read logs "
                f"or sockets are: {known}"
            )
        if name and name not in readers:
            raise ValueError(f"no source {name!r} reads a log or a socket; those are: {known}")
        node = readers[name] if name else next(iter(readers.values()))
        chosen[node.id] = log

    def change(node: Transformation) -> Any:
        log = chosen.get(node.id)
        if log is None:
            return node.spec
        assert isinstance(node.spec, SourceSpec)
        return replace(node.spec, source=_elsewhere(node.spec.source, log, _name(node)))

    return changed(pipeline, change)


def _name(node: Transformation) -> str:
    return node.name.removeprefix("Source: ")


def _source(node: Transformation) -> Source | None:
    if not isinstance(node.spec, SourceSpec):
        return None
    source = node.spec.source
    of_logs = EventLogSource | ParquetLogSource | SocketTextSource
    return source if isinstance(source, of_logs) else None


def _elsewhere(source: Source, log: OtherLog, name: str) -> Source:
    if isinstance(source, SocketTextSource):
        recording = copy.copy(source)
        recording.replay_from = Path(log.what)
        recording.is_live, recording.bounded = False, True
        return recording
    assert isinstance(source, EventLogSource | ParquetLogSource)
    form, payload, timestamp = _form_of(source)
    timestamp_column = timestamp if timestamp in payload else None
    path = Path(log.what)
    options: Any = {
        "value": form, "splits": source.chosen_splits, "bad_rows": source.bad_rows,
    }  # fmt: skip
    other: EventLogSource | ParquetLogSource
    if log.said != NOTHING_SAID or not is_own_log(
        path
    ):  # Bad rows of flinksim's own logs are reported as such.
        event_time = log.said.event_time or timestamp
        mapping = {**log.said.__dict__, "event_time": event_time, "columns": payload}
        other = Log.of(log.what, **mapping, **options)
    elif path.suffix == ".parquet":
        other = ParquetLogSource(path, timestamp=timestamp_column, **options)
    else:
        types = (
            dict(source.columns)
            if isinstance(source, EventLogSource)
            else _types_of(source, EventLogFile(path))
        )
        other = EventLogSource(path, timestamp=timestamp_column, types=types, **options)
    _, found, _ = _form_of(other)
    if found != payload:
        raise ValueError(
            f"{log.what} has the columns {', '.join(found)}; the log of {name!r} has "
            f"{', '.join(payload)}"
        )
    return other


def _form_of(source: EventLogSource | ParquetLogSource) -> tuple[Any, tuple[str, ...], str | None]:
    """Return the form of a record, its columns, and the column of its timestamp."""
    if isinstance(source, ParquetLogSource):
        return source.value, source.payload, source.timestamp
    return source.value_form, tuple(source.columns), source.timestamp_column


def _types_of(source: ParquetLogSource, text: EventLogFile) -> dict[str, ColumnType]:
    """Find types for those columns of *text* that have none, such as times written as text."""
    untyped = [column.name for column in text.columns if column.type is None]
    return {name: source.kinds[name] for name in untyped if name in source.kinds}
