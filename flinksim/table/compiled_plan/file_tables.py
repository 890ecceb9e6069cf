"""Tables in files: the ``filesystem`` connector with the formats json, csv and raw.

Flink: ``FileSystemTableSource``, ``JsonRowDataDeserializationSchema``, ``CsvToRowDataConverters``.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import unquote, urlsplit

from flinksim.connectors.source import Source
from flinksim.connectors.text_files import TextFileSource
from flinksim.table.compiled_plan.plan_document import CompiledPlanError
from flinksim.table.compiled_plan.table_connectors import SOURCE_FACTORIES, PlanTable
from flinksim.table.logical_types import (
    APPROXIMATE_TYPES,
    CHARACTER_TYPES,
    INTEGER_BITS,
    LogicalType,
)
from flinksim.table.runtime.change_rows import ChangeRow, Values
from flinksim.table.runtime.expressions.cast_rules import build_cast
from flinksim.table.runtime.expressions.function_registry import SqlRuntimeError
from flinksim.table.runtime.expressions.json_functions import format_json
from flinksim.table.runtime.expressions.number_conversion import fit_decimal, wrap_integer
from flinksim.table.runtime.sql_values import MapValue

_ERRORS = (ValueError, TypeError, InvalidOperation, SqlRuntimeError, OverflowError)
_STRING = LogicalType("VARCHAR", precision=1)


def _create_file_source(table: PlanTable) -> Source:
    path = table.options.get("path")
    if not path:
        raise CompiledPlanError(f"the table {table.name!r} needs the option 'path'")
    name = table.options.get("format", "")
    create_reader = _READERS.get(name)
    if create_reader is None:
        raise CompiledPlanError(
            f"the table {table.name!r} has the format {name!r}; flinksim reads {', '.join(_READERS)}"
        )
    location = urlsplit(path)
    local = unquote(location.path) if location.scheme == "file" else path
    if not Path(local).exists():
        raise CompiledPlanError(f"the table {table.name!r} reads {path}, which does not exist")
    return TextFileSource(local, reader=create_reader(table))


# --- json ------------------------------------------------------------------------------------------------


def _create_json_reader(table: PlanTable) -> Callable[[TextIO], Iterator[ChangeRow]]:
    ignores_errors = table.options.get("json.ignore-parse-errors", "false") == "true"
    names = table.type.names

    def read(stream: TextIO) -> Iterator[ChangeRow]:
        for number, line in enumerate(stream, start=1):
            if not line.strip():
                continue
            try:
                document = json.loads(line, parse_float=Decimal)
                if not isinstance(document, dict):
                    raise ValueError("expected a JSON object")
                yield ChangeRow(
                    tuple(
                        _convert_or_null(document.get(name), type_, ignores_errors)
                        for name, type_ in zip(names, table.type.children, strict=True)
                    )
                )
            except _ERRORS as error:
                if not ignores_errors:
                    raise SqlRuntimeError(
                        f"Failed to deserialize JSON '{line.strip()}' (line {number}): {error}"
                    ) from error

    return read


def _convert_or_null(value: Any, type_: LogicalType, ignores_errors: bool) -> Any:
    try:
        return convert_json_value(value, type_)
    except _ERRORS:
        if ignores_errors:
            return None
        raise


def convert_json_value(value: Any, type_: LogicalType) -> Any:
    """Convert a parsed JSON value to a column type. Flink: ``JsonParserToRowDataConverters``.

    Raises:
        ValueError: If the value is not of the type.
    """
    if value is None:
        return None
    root = type_.root
    if root in CHARACTER_TYPES:
        return value if isinstance(value, str) else format_json(value)
    if root in INTEGER_BITS:
        return wrap_integer(int(str(value)) if isinstance(value, str) else int(value), root)
    if root in APPROXIMATE_TYPES:
        return float(value)
    if root == "DECIMAL":
        return fit_decimal(Decimal(str(value)), type_.precision, type_.scale)
    if root == "BOOLEAN":
        return value if isinstance(value, bool) else str(value).lower() == "true"
    if root == "ARRAY":
        return tuple(convert_json_value(part, type_.element) for part in value)
    if root == "MAP":
        return MapValue(
            (key, convert_json_value(part, type_.children[1])) for key, part in value.items()
        )
    if root == "ROW":
        return tuple(
            convert_json_value(value.get(name), child)
            for name, child in zip(type_.names, type_.children, strict=True)
        )
    text = str(value)
    if root == "TIMESTAMP_LTZ":
        text = text.removesuffix("Z")
    return build_cast(_STRING, type_, UTC)(text)


# --- csv and raw -----------------------------------------------------------------------------------------


def _create_csv_reader(table: PlanTable) -> Callable[[TextIO], Iterator[ChangeRow]]:
    options = table.options
    delimiter = options.get("csv.field-delimiter", ",").replace("\\t", "\t")
    quote = options.get("csv.quote-character", '"')
    null_literal = options.get("csv.null-literal")
    ignores_errors = options.get("csv.ignore-parse-errors", "false") == "true"
    allows_comments = options.get("csv.allow-comments", "false") == "true"
    casts = [_build_csv_cast(type_) for type_ in table.type.children]

    def read(stream: TextIO) -> Iterator[ChangeRow]:
        lines = (line for line in stream if not (allows_comments and line.startswith("#")))
        for fields in csv.reader(lines, delimiter=delimiter, quotechar=quote):
            if fields:
                row = _read_fields(fields, casts, null_literal, ignores_errors)
                if row is not None:
                    yield ChangeRow(row)

    return read


def _read_fields(
    fields: Sequence[str],
    casts: Sequence[Callable[[str], Any]],
    null_literal: str | None,
    ignores_errors: bool,
) -> Values | None:
    if len(fields) != len(casts) and not ignores_errors:
        raise SqlRuntimeError(
            f"Row length mismatch. {len(casts)} fields expected but was {len(fields)}."
        )
    values: list[Any] = []
    for text, cast in zip(fields, casts, strict=False):
        if text == null_literal:
            values.append(None)
            continue
        try:
            values.append(cast(text))
        except _ERRORS as error:
            if not ignores_errors:
                raise SqlRuntimeError(f"Fail to deserialize CSV field {text!r}: {error}") from error
            values.append(None)
    return (*values, *[None] * (len(casts) - len(values)))


def _build_csv_cast(type_: LogicalType) -> Callable[[str], Any]:
    if type_.root in CHARACTER_TYPES:
        return lambda text: text
    if type_.root == "ARRAY":
        cast = _build_csv_cast(type_.element)
        return lambda text: tuple(cast(part) for part in text.split(";"))
    return build_cast(_STRING, type_, UTC)


def _create_raw_reader(table: PlanTable) -> Callable[[TextIO], Iterator[ChangeRow]]:
    cast = _build_csv_cast(table.type.children[0])
    return lambda stream: (ChangeRow((cast(line.removesuffix("\n")),)) for line in stream)


_READERS: Mapping[str, Callable[[PlanTable], Callable[[TextIO], Iterator[ChangeRow]]]] = {
    "json": _create_json_reader,
    "csv": _create_csv_reader,
    "raw": _create_raw_reader,
}

SOURCE_FACTORIES["filesystem"] = _create_file_source
