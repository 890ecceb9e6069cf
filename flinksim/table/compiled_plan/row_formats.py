"""Formats of rows: json, csv, raw, and the change formats of Debezium, Canal, Maxwell and Oracle GoldenGate.

Flink: ``JsonRowDataDeserializationSchema``, ``CsvToRowDataConverters``,
``DebeziumJsonDeserializationSchema`` and their serialization schemas.
"""

from __future__ import annotations

import base64
import csv
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC
from decimal import Decimal, InvalidOperation
from io import StringIO
from typing import Any, TypeAlias

from flinksim.common.types import RowKind
from flinksim.table.compiled_plan.table_connectors import PlanTable
from flinksim.table.logical_types import (
    APPROXIMATE_TYPES,
    BINARY_TYPES,
    CHARACTER_TYPES,
    INTEGER_BITS,
    LogicalType,
)
from flinksim.table.runtime.change_rows import (
    DELETE,
    INSERT,
    UPDATE_AFTER,
    UPDATE_BEFORE,
    ChangeRow,
    Values,
)
from flinksim.table.runtime.expressions.cast_rules import build_cast
from flinksim.table.runtime.expressions.function_registry import SqlRuntimeError
from flinksim.table.runtime.expressions.json_functions import format_json
from flinksim.table.runtime.expressions.number_conversion import fit_decimal, wrap_integer
from flinksim.table.runtime.sql_values import Date, MapValue, TimeOfDay, Timestamp

Decoder: TypeAlias = Callable[[str], Sequence[ChangeRow]]
"""Function that reads the rows of one line or message."""
Encoder: TypeAlias = Callable[[ChangeRow], str]
"""Function that writes one row."""

_MAX_INTEGER_DIGITS = 400
"""Exponent of the largest number that is wrapped to an integer; a double has 308."""

CONVERSION_ERRORS = (ValueError, TypeError, InvalidOperation, SqlRuntimeError, OverflowError)
_STRING = LogicalType("VARCHAR", precision=1)


# --- json ------------------------------------------------------------------------------------------------


def _build_json_decoder(table: PlanTable, name: str) -> Decoder:
    ignores_errors = table.options.get(f"{name}.ignore-parse-errors", "false") == "true"
    fails_on_missing = table.options.get(f"{name}.fail-on-missing-field", "false") == "true"

    def decode(text: str) -> Sequence[ChangeRow]:
        try:
            document = parse_json_object(text)
            if fails_on_missing and (missing := set(table.type.names) - set(document)):
                raise ValueError(f"Could not find field with name '{sorted(missing)[0]}'.")
            return (ChangeRow(convert_json_object(document, table.type, ignores_errors)),)
        except CONVERSION_ERRORS as error:
            if ignores_errors:
                return ()
            raise SqlRuntimeError(
                f"Failed to deserialize JSON '{text.strip()}': {error}"
            ) from error

    return decode


def parse_json_object(text: str) -> dict[str, Any]:
    """Parse a JSON object; numbers with a fraction become decimals.

    Raises:
        ValueError: If the text is not a JSON object.
    """
    document = json.loads(text, parse_float=Decimal)
    if not isinstance(document, dict):
        raise ValueError("expected a JSON object")
    return document


def convert_json_object(
    document: Mapping[str, Any], type_: LogicalType, ignores_errors: bool = False
) -> Values:
    """Convert a parsed JSON object to the values of a row; a missing field is null."""
    return tuple(
        _convert_or_null(document.get(name), child, ignores_errors)
        for name, child in zip(type_.names, type_.children, strict=True)
    )


def _convert_or_null(value: Any, type_: LogicalType, ignores_errors: bool) -> Any:
    try:
        return convert_json_value(value, type_)
    except CONVERSION_ERRORS:
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
        return value if isinstance(value, str) else format_json(value, in_order=False)
    if root in INTEGER_BITS:
        if isinstance(value, Decimal) and value.adjusted() > _MAX_INTEGER_DIGITS:
            raise ValueError(f"Numeric value ({value}) out of range")  # as int it fills the memory
        return wrap_integer(int(value), root)
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
    if root == "MULTISET":
        return MapValue((element, int(count)) for element, count in value.items())
    if root == "ROW":
        return tuple(
            convert_json_value(value.get(name), child)
            for name, child in zip(type_.names, type_.children, strict=True)
        )
    if root in BINARY_TYPES:
        return base64.b64decode(value)
    text = str(value)
    if root != "DATE":
        text = text.removesuffix("Z")
    return build_cast(_STRING, type_, UTC)(text)


def to_json_value(value: Any, type_: LogicalType) -> Any:
    """Convert a column value to what JSON has. Flink: ``RowDataToJsonConverters``."""
    if value is None or isinstance(value, bool | str):
        return value
    if type_.root == "ROW":
        return {
            name: to_json_value(part, child)
            for name, part, child in zip(type_.names, value, type_.children, strict=True)
        }
    if isinstance(value, MapValue):
        return {str(key): to_json_value(part, type_.children[-1]) for key, part in value.items()}
    if isinstance(value, tuple):
        return [to_json_value(part, type_.children[0]) for part in value]
    if isinstance(value, bytes):
        return base64.b64encode(value).decode("ascii")
    if isinstance(value, Timestamp | Date | TimeOfDay):
        return str(value)
    return value


def _build_json_encoder(table: PlanTable, name: str) -> Encoder:
    return lambda row: format_json(to_json_value(row.values, table.type), in_order=False)


# --- changes as json -------------------------------------------------------------------------------------

_DEBEZIUM_KINDS = {"c": INSERT, "r": INSERT, "d": DELETE}
_CANAL_KINDS = {"INSERT": INSERT, "insert": INSERT, "bootstrap-insert": INSERT, "I": INSERT,
                "DELETE": DELETE, "delete": DELETE, "D": DELETE}  # fmt: skip


def _build_change_decoder(table: PlanTable, name: str) -> Decoder:
    ignores_errors = table.options.get(f"{name}.ignore-parse-errors", "false") == "true"

    def decode(text: str) -> Sequence[ChangeRow]:
        try:
            document = parse_json_object(text)
            if "schema" in document and isinstance(document.get("payload"), dict):
                document = document["payload"]
            return [
                ChangeRow(convert_json_object(values, table.type, ignores_errors), kind)
                for values, kind in _list_changes(document)
            ]
        except CONVERSION_ERRORS as error:
            if ignores_errors:
                return ()
            raise SqlRuntimeError(f"Corrupt {name} message '{text.strip()}': {error}") from error

    return decode


def _list_changes(document: dict[str, Any]) -> list[tuple[dict[str, Any], RowKind]]:
    """List the rows of a change with their kinds; an object without an operation is an insert."""
    operation = document.get("op", document.get("op_type"))
    if operation is not None:
        before, after = document.get("before"), document.get("after")
        if operation in {"u", "U"}:
            if before is None:
                raise ValueError(
                    'The "before" field of UPDATE message is null. If the database is Postgres, set '
                    "REPLICA IDENTITY of the table to FULL."
                )
            return [(before, UPDATE_BEFORE), (after or {}, UPDATE_AFTER)]
        kind = _DEBEZIUM_KINDS.get(operation, _CANAL_KINDS.get(operation))
        if kind is None:
            raise ValueError(f'Unknown "op" value "{operation}".')
        return [((before if kind is DELETE else after) or {}, kind)]
    if "data" not in document or "type" not in document:
        return [(document, INSERT)]
    data, old = document["data"], document.get("old") or {}
    rows = data if isinstance(data, list) else [data]
    olds = old if isinstance(old, list) else [old] * len(rows)
    if str(document["type"]).upper() == "UPDATE":
        return [
            change
            for row, before in zip(rows, olds, strict=False)
            for change in ((row | before, UPDATE_BEFORE), (row, UPDATE_AFTER))
        ]
    kind = _CANAL_KINDS.get(document["type"])
    return [] if kind is None else [(row, kind) for row in rows]


def _build_change_encoder(table: PlanTable, name: str) -> Encoder:
    def encode(row: ChangeRow) -> str:
        values = to_json_value(row.values, table.type)
        added = row.is_accumulate
        match name:
            case "debezium-json":
                pair = (
                    {"before": None, "after": values}
                    if added
                    else {"before": values, "after": None}
                )
                return format_json({**pair, "op": "c" if added else "d"}, in_order=False)
            case "ogg-json":
                pair = (
                    {"before": None, "after": values}
                    if added
                    else {"before": values, "after": None}
                )
                return format_json({**pair, "op_type": "I" if added else "D"}, in_order=False)
            case "canal-json":
                return format_json(
                    {"data": [values], "type": "INSERT" if added else "DELETE"}, in_order=False
                )
            case _:
                return format_json(
                    {"data": values, "type": "insert" if added else "delete"}, in_order=False
                )

    return encode


# --- csv and raw -----------------------------------------------------------------------------------------


def _build_csv_decoder(table: PlanTable, name: str) -> Decoder:
    options = table.options
    delimiter = read_csv_delimiter(options)
    quote = options.get("csv.quote-character", '"')
    null_literal = options.get("csv.null-literal")
    ignores_errors = options.get("csv.ignore-parse-errors", "false") == "true"
    allows_comments = options.get("csv.allow-comments", "false") == "true"
    separator = options.get("csv.array-element-delimiter", ";")
    casts = [_build_csv_cast(type_, separator) for type_ in table.type.children]

    def decode(text: str) -> Sequence[ChangeRow]:
        if allows_comments and text.startswith("#"):
            return ()
        fields = next(csv.reader([text], delimiter=delimiter, quotechar=quote), [])
        if not fields:
            return ()
        return (ChangeRow(_read_fields(fields, casts, null_literal, ignores_errors)),)

    return decode


def read_csv_delimiter(options: Mapping[str, str]) -> str:
    """Return the delimiter of the option ``csv.field-delimiter``, with escapes resolved."""
    return options.get("csv.field-delimiter", ",").replace("\\t", "\t").replace("\\u0001", "\x01")


def _read_fields(
    fields: Sequence[str],
    casts: Sequence[Callable[[str], Any]],
    null_literal: str | None,
    ignores_errors: bool,
) -> Values:
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
        except CONVERSION_ERRORS as error:
            if not ignores_errors:
                raise SqlRuntimeError(f"Fail to deserialize CSV field {text!r}: {error}") from error
            values.append(None)
    return (*values, *[None] * (len(casts) - len(values)))


def _build_csv_cast(type_: LogicalType, separator: str) -> Callable[[str], Any]:
    if type_.root in CHARACTER_TYPES:
        return lambda text: text
    if type_.root == "ARRAY":
        cast = _build_csv_cast(type_.element, separator)
        return lambda text: tuple(cast(part) for part in text.split(separator))
    if type_.root == "ROW":
        casts = [_build_csv_cast(child, separator) for child in type_.children]
        return lambda text: _read_fields(text.split(separator), casts, None, False)
    if type_.root in {"MAP", "MULTISET", "VARIANT"}:
        return _reject_csv_map
    return build_cast(_STRING, type_, UTC)


def _reject_csv_map(text: str) -> Any:
    raise ValueError("Unsupported type in CSV: a map has no form there")


def _build_csv_encoder(table: PlanTable, name: str) -> Encoder:
    delimiter = read_csv_delimiter(table.options)
    null_literal = table.options.get("csv.null-literal", "")

    def encode(row: ChangeRow) -> str:
        cells = [
            null_literal if value is None else _format_cell(to_json_value(value, type_))
            for value, type_ in zip(row.values, table.type.children, strict=True)
        ]
        line = StringIO()
        csv.writer(line, delimiter=delimiter, lineterminator="").writerow(cells)
        return line.getvalue()

    return encode


def _format_cell(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ";".join(map(str, value)) if isinstance(value, list) else str(value)


def _build_raw_decoder(table: PlanTable, name: str) -> Decoder:
    if len(table.type.children) != 1:
        raise ValueError("The 'raw' format only supports single physical column.")
    type_ = table.type.children[0]
    if type_.root in BINARY_TYPES:
        return lambda text: (ChangeRow((text.encode(),)),)
    cast = _build_csv_cast(type_, ";")
    return lambda text: (ChangeRow((cast(text),)),)


def _build_raw_encoder(table: PlanTable, name: str) -> Encoder:
    return lambda row: "" if row.values[0] is None else str(row.values[0])


CHANGE_FORMATS = ("debezium-json", "canal-json", "maxwell-json", "ogg-json")
DECODERS: Mapping[str, Callable[[PlanTable, str], Decoder]] = {
    "json": _build_json_decoder,
    "csv": _build_csv_decoder,
    "raw": _build_raw_decoder,
    **dict.fromkeys(CHANGE_FORMATS, _build_change_decoder),
}
ENCODERS: Mapping[str, Callable[[PlanTable, str], Encoder]] = {
    "json": _build_json_encoder,
    "csv": _build_csv_encoder,
    "raw": _build_raw_encoder,
    **dict.fromkeys(CHANGE_FORMATS, _build_change_encoder),
}


def get_format_name(table: PlanTable) -> str:
    """Return the format of the table's values; empty if it has none."""
    return table.options.get("format") or table.options.get("value.format", "")


def is_changelog_format(name: str) -> bool:
    """Return whether a format writes the kinds of changes, such as ``debezium-json``."""
    return name in ENCODERS and name not in ("json", "csv", "raw")
