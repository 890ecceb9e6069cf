"""Tables in files: the ``filesystem`` connector with the formats json, csv and raw.

A table whose path does not exist is an external table: a file can be bound to it.

Flink: ``FileSystemTableSource``, ``FileSystemTableSink``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO
from urllib.parse import unquote, urlsplit

from flinksim.connectors.file_sink.file_sink import FileSink
from flinksim.connectors.sink import Sink
from flinksim.connectors.source import Source
from flinksim.connectors.text_files import TextFileSource
from flinksim.table.compiled_plan.external_tables import ExternalTableSource, create_external_sink
from flinksim.table.compiled_plan.plan_document import CompiledPlanError
from flinksim.table.compiled_plan.row_formats import DECODERS, ENCODERS, Decoder
from flinksim.table.compiled_plan.table_connectors import (
    SINK_FACTORIES,
    SOURCE_FACTORIES,
    PlanTable,
)
from flinksim.table.runtime.change_rows import ChangeRow
from flinksim.table.runtime.expressions.function_registry import SqlRuntimeError


def _get_path(table: PlanTable) -> str:
    path = table.options.get("path")
    if not path:
        raise CompiledPlanError(f"the table {table.name!r} needs the option 'path'")
    if not path.startswith("file:"):  # an address such as s3://[bucket] need not be a valid URL
        return path
    return unquote(urlsplit(path).path)


def _create_file_source(table: PlanTable) -> Source:
    path = _get_path(table)
    name = table.options.get("format", "")
    if not Path(path).exists() or name not in DECODERS:
        return ExternalTableSource(table)
    skipped = 1 if table.options.get("csv.ignore-first-line") == "true" else 0
    return TextFileSource(path, reader=_build_reader(DECODERS[name](table, name), skipped))


def _build_reader(decode: Decoder, skipped: int) -> Callable[[TextIO], Iterator[ChangeRow]]:
    def read(stream: TextIO) -> Iterator[ChangeRow]:
        for number, line in enumerate(stream, start=1):
            text = line.removesuffix("\n")
            if number <= skipped or not text.strip():
                continue
            try:
                yield from decode(text)
            except SqlRuntimeError as error:
                raise SqlRuntimeError(f"{error} (line {number})") from error

    return read


def _create_file_sink(table: PlanTable) -> Sink:
    path = _get_path(table)
    name = table.options.get("format", "")
    is_remote = "://" in path
    if is_remote or name not in ENCODERS:
        return create_external_sink(table)
    return FileSink(path, encode=ENCODERS[name](table, name))


SOURCE_FACTORIES["filesystem"] = _create_file_source
SINK_FACTORIES["filesystem"] = _create_file_sink
