"""PyFlink: ``pyflink.datastream.formats.json``: rows as JSON objects.

Differs: read and written by Python's ``json`` module; a JSON schema instead of a row type is
rejected.
"""

from __future__ import annotations

import base64
import datetime
import decimal
import json
import re
from typing import Any

from flinksim.common.serialization import DeserializationSchema, SerializationSchema
from flinksim.common.typeinfo import RowTypeInfo, TypeInformation, Types
from flinksim.common.types import Row
from flinksim.common.typeutils.conversion import build_converter
from flinksim.core.unsupported_api import UnsupportedFeature

__all__ = ["JsonRowDeserializationSchema", "JsonRowSerializationSchema"]

_TIME_FORMATS = (
    (Types.SQL_DATE(), r"\d{4}-\d\d-\d\d", datetime.date.fromisoformat, "2024-03-31"),
    (Types.SQL_TIME(), r"\d\d:\d\d:\d\dZ", datetime.time.fromisoformat, "00:30:37Z"),
    (
        Types.SQL_TIMESTAMP(),
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z",
        datetime.datetime.fromisoformat,
        "2024-03-31T00:30:37Z",
    ),
)
"""For each type of a time: the pattern of its text, its parser, and an example. RFC 3339, in UTC."""

_MAX_DIGITS = 400
"""Number of digits up to which a decimal without a fraction is written as an integer."""

_JSON_SCHEMA_UNSUPPORTED = UnsupportedFeature(
    "a JSON schema is translated to a type by a Java library",
    "builder().type_info(Types.ROW_NAMED([...], [...]))",
)


class JsonRowDeserializationSchema(DeserializationSchema):
    """Converts a JSON object to a row; created by :meth:`builder`."""

    def __init__(
        self, row_type: RowTypeInfo, fail_on_missing_field: bool, ignore_parse_errors: bool
    ) -> None:
        self._row_type = row_type
        self._fail_on_missing_field = fail_on_missing_field
        self._ignore_parse_errors = ignore_parse_errors

    @staticmethod
    def builder() -> JsonRowDeserializationSchema.Builder:
        """Return a builder."""
        return JsonRowDeserializationSchema.Builder()

    def get_produced_type(self) -> TypeInformation:
        """Return the type of the rows."""
        return self._row_type

    def deserialize(self, message: bytes) -> Row | None:
        try:
            content = json.loads(message, parse_float=decimal.Decimal)
            row: Row = _from_json(content, self._row_type, self._fail_on_missing_field)
            return row
        except (ValueError, TypeError, decimal.InvalidOperation, RecursionError) as error:
            if self._ignore_parse_errors:
                return None
            raise ValueError(f"Failed to deserialize JSON {message!r}: {error}") from error

    class Builder:
        """Builds a :class:`JsonRowDeserializationSchema`."""

        def __init__(self) -> None:
            self._row_type: RowTypeInfo | None = None
            self._fail_on_missing_field = False
            self._ignore_parse_errors = False

        def type_info(self, type_info: TypeInformation) -> JsonRowDeserializationSchema.Builder:
            self._row_type = _check_row_type(type_info, "type_info")
            return self

        def json_schema(self, json_schema: str) -> JsonRowDeserializationSchema.Builder:
            """Raise an error: a JSON schema needs Java."""
            _JSON_SCHEMA_UNSUPPORTED.raise_error("JsonRowDeserializationSchema.Builder.json_schema")

        def fail_on_missing_field(self) -> JsonRowDeserializationSchema.Builder:
            self._fail_on_missing_field = True
            return self

        def ignore_parse_errors(self) -> JsonRowDeserializationSchema.Builder:
            self._ignore_parse_errors = True
            return self

        def build(self) -> JsonRowDeserializationSchema:
            if self._fail_on_missing_field and self._ignore_parse_errors:
                raise ValueError(
                    "JSON format doesn't support failOnMissingField and ignoreParseErrors are both "
                    "true."
                )
            row_type = _check_row_type(self._row_type, "type_info")
            return JsonRowDeserializationSchema(
                row_type, self._fail_on_missing_field, self._ignore_parse_errors
            )


class JsonRowSerializationSchema(SerializationSchema):
    """Converts a row to a JSON object; created by :meth:`builder`."""

    def __init__(self, row_type: RowTypeInfo) -> None:
        self._row_type = row_type

    @staticmethod
    def builder() -> JsonRowSerializationSchema.Builder:
        """Return a builder."""
        return JsonRowSerializationSchema.Builder()

    def serialize(self, element: Any) -> bytes:
        content = _to_json(element, self._row_type)
        return json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode()

    class Builder:
        """Builds a :class:`JsonRowSerializationSchema`."""

        def __init__(self) -> None:
            self._row_type: RowTypeInfo | None = None

        def with_type_info(self, type_info: TypeInformation) -> JsonRowSerializationSchema.Builder:
            self._row_type = _check_row_type(type_info, "with_type_info")
            return self

        def build(self) -> JsonRowSerializationSchema:
            return JsonRowSerializationSchema(_check_row_type(self._row_type, "with_type_info"))


def _check_row_type(type_info: Any, method: str) -> RowTypeInfo:
    if not isinstance(type_info, RowTypeInfo):
        raise TypeError(
            f"{method}: expected Types.ROW([...]) or Types.ROW_NAMED([...], [...]), found "
            f"{type_info!r}."
        )
    return type_info


def _from_json(content: Any, type_info: TypeInformation, fail_on_missing_field: bool) -> Any:
    if isinstance(type_info, RowTypeInfo):
        if not isinstance(content, dict):
            raise TypeError(f"expected a JSON object, found {content!r}")
        values = []
        names, types = type_info.get_field_names(), type_info.get_field_types()
        for name, field_type in zip(names, types, strict=True):
            if fail_on_missing_field and name not in content:
                raise ValueError(f"Could not find field with name '{name}'.")
            part = content.get(name)
            values.append(
                None if part is None else _from_json(part, field_type, fail_on_missing_field)
            )
        content = Row(*values)
    elif isinstance(content, str):
        content = _parse_time(content, type_info)
    elif isinstance(content, decimal.Decimal):
        content = float(content) if "BigDecimal" not in repr(type_info) else content
    convert = build_converter(type_info)
    return content if convert is None else convert(content)


def _parse_time(text: str, type_info: TypeInformation) -> Any:
    """Parse *text* if its type is a time; the wall clock is that of UTC."""
    for time_type, pattern, parse, example in _TIME_FORMATS:
        if type_info == time_type:
            if re.fullmatch(pattern, text) is None:
                raise ValueError(f"{text!r} has not the form of a {type_info}, such as {example!r}")
            return parse(text.removesuffix("Z"))
    return text


def _to_json(value: Any, type_info: TypeInformation | None = None) -> Any:
    match value:
        case Row() | tuple() if isinstance(type_info, RowTypeInfo):
            names, types = type_info.get_field_names(), type_info.get_field_types()
            if len(value) < len(names):
                raise ValueError(
                    f"Could not serialize row {value!r}. Make sure that the schema matches the "
                    f"input: it has {len(names)} fields ({', '.join(names)}), and the row has "
                    f"{len(value)}."
                )
            # Fields behind those of the schema are left out, as in Flink: a key has a part of a row.
            return {n: _to_json(v, t) for n, v, t in zip(names, value, types, strict=False)}
        case Row() | tuple() | list():
            return [_to_json(part) for part in value]
        case dict():
            return {str(key): _to_json(part) for key, part in value.items()}
        case decimal.Decimal():
            is_integer = value.adjusted() < _MAX_DIGITS and value == value.to_integral_value()
            return int(value) if is_integer else float(value)
        case bytes() | bytearray():
            return base64.b64encode(value).decode()
        case datetime.datetime() | datetime.time():
            text = value.replace(tzinfo=None).isoformat()
            return f"{text.rstrip('0')}Z" if "." in text else f"{text}Z"
        case datetime.date():
            return value.isoformat()
        case _:
            return value
