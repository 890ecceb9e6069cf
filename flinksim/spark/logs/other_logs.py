"""The same program on other logs: a large file in place of the small one, a recording for a socket."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from flinksim.connectors.event_log import EventLogSource
from flinksim.connectors.event_log_file import EventLogFile
from flinksim.connectors.event_log_types import ColumnType
from flinksim.connectors.socket_source import SocketTextSource
from flinksim.connectors.source import Source
from flinksim.datastream.changed_programs import changed
from flinksim.datastream.execution import Pipeline
from flinksim.datastream.transformations import SourceSpec, Transformation
from flinksim.spark.logs.parquet_log import ParquetLogSource


def with_logs(pipeline: Pipeline, logs: Mapping[str, Path]) -> Pipeline:
    """*pipeline*, reading *logs*, by the names of its sources; "" is its only source that reads one.

    The columns must be those of the log that the program names. What the program says of its log (which
    splits to read, what to do with bad rows, what a record is made of) it says of the other one.

    Raises: ValueError for a name that no source has, and for columns that differ.
    """
    if not logs:
        return pipeline
    readers = {_name(node): node for node in pipeline.transformations if _source(node) is not None}
    known = ", ".join(map(repr, readers)) or "none"
    chosen: dict[int, Path] = {}
    for name, path in logs.items():
        if not name and len(readers) != 1:
            raise ValueError(
                f"which source shall read {path}? Say NAME={path}; the sources that read logs or "
                f"sockets are: {known}"
            )
        if name and name not in readers:
            raise ValueError(f"no source {name!r} reads a log or a socket; those are: {known}")
        node = readers[name] if name else next(iter(readers.values()))
        chosen[node.id] = path

    def change(node: Transformation) -> Any:
        path = chosen.get(node.id)
        if path is None:
            return node.spec
        assert isinstance(node.spec, SourceSpec)
        return replace(node.spec, source=_elsewhere(node.spec.source, path, _name(node)))

    return changed(pipeline, change)


def _name(node: Transformation) -> str:
    return node.name.removeprefix("Source: ")


def _source(node: Transformation) -> Source | None:
    if not isinstance(node.spec, SourceSpec):
        return None
    source = node.spec.source
    of_logs = EventLogSource | ParquetLogSource | SocketTextSource
    return source if isinstance(source, of_logs) else None


def _elsewhere(source: Source, path: Path, name: str) -> Source:
    if isinstance(source, SocketTextSource):
        recorded = copy.copy(source)
        recorded.replay_from = path
        recorded.is_live, recorded.bounded = False, True
        return recorded
    assert isinstance(source, EventLogSource | ParquetLogSource)
    if isinstance(source, EventLogSource):
        form, payload, timestamp = (
            source.value_form, tuple(source.columns), source.timestamp_column,
        )  # fmt: skip
    else:
        form, payload, timestamp = source.value, source.payload, source.timestamp
    named = timestamp if timestamp in payload else None
    other: EventLogSource | ParquetLogSource
    if path.suffix == ".parquet":
        other = ParquetLogSource(
            path, value=form, timestamp=named, splits=source.chosen_splits, bad_rows=source.bad_rows
        )
        found = other.payload
    else:
        types = (
            dict(source.columns)
            if isinstance(source, EventLogSource)
            else _types_of(source, EventLogFile(path))
        )
        other = EventLogSource(
            path,
            value=form,
            timestamp=named,
            types=types,
            splits=source.chosen_splits,
            bad_rows=source.bad_rows,
        )
        found = tuple(other.columns)
    if found != payload:
        raise ValueError(
            f"{path} has the columns {', '.join(found)}; the log of {name!r} has "
            f"{', '.join(payload)}"
        )
    return other


def _types_of(source: ParquetLogSource, text: EventLogFile) -> dict[str, ColumnType]:
    """The types of those columns of *text* for which it gives none (a time it may write as a text)."""
    untyped = [column.name for column in text.columns if column.type is None]
    return {name: source.kinds[name] for name in untyped if name in source.kinds}
