"""PyFlink: ``pyflink.datastream.formats.csv``: rows as lines of separated values.

Differs: read and written by Python's ``csv`` module. A column's type is a ``TypeInformation`` or a
``DataTypes`` of :mod:`flinksim.table`; a number is an ``int`` unless its type has a fraction.
"""

from __future__ import annotations

import csv
import decimal
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any, TextIO

from flinksim.common.serialization import (
    BulkWriterFactory,
    DeserializationSchema,
    RowDataBulkWriterFactory,
    SerializationSchema,
)
from flinksim.common.typeinfo import (
    BasicArrayTypeInfo,
    BasicType,
    BasicTypeInfo,
    ObjectArrayTypeInfo,
    PrimitiveArrayTypeInfo,
    RowDataTypeInfo,
    RowTypeInfo,
    TypeInformation,
    Types,
)
from flinksim.common.types import Row
from flinksim.common.typeutils.conversion import build_converter
from flinksim.common.typeutils.to_string import build_formatter, format_value
from flinksim.core.validation import validate_arguments
from flinksim.datastream.connectors.file_system import StreamFormat

__all__ = [
    "CsvBulkWriters",
    "CsvReaderFormat",
    "CsvRowDeserializationSchema",
    "CsvRowSerializationSchema",
    "CsvSchema",
    "CsvSchemaBuilder",
]


@dataclass(frozen=True)
class _CsvOptions:
    """Format options of a CSV line."""

    separator: str = ","
    quote: str | None = '"'
    escape: str | None = None
    line_separator: str = "\n"
    array_separator: str = ";"
    null_text: str | None = None
    comments: bool = False
    ignore_errors: bool = False
    header: bool = False
    skip_first: bool = False
    array_separators: dict[str, str] = field(default_factory=dict)
    scales: dict[str, int] = field(default_factory=dict)

    def to_csv_dialect(self) -> dict[str, Any]:
        return {
            "delimiter": self.separator,
            "quotechar": self.quote,
            "quoting": csv.QUOTE_MINIMAL if self.quote else csv.QUOTE_NONE,
            "escapechar": self.escape,
            "lineterminator": self.line_separator,
        }


class CsvSchema:
    """The columns of a CSV file; created by :meth:`builder`."""

    def __init__(self, row_type: RowTypeInfo, options: _CsvOptions) -> None:
        self.row_type = row_type
        self.options = options

    @staticmethod
    def builder() -> CsvSchemaBuilder:
        """Return a builder."""
        return CsvSchemaBuilder()

    def size(self) -> int:
        """Return the number of columns."""
        return len(self.row_type.get_field_names())

    def __repr__(self) -> str:
        return f"CsvSchema({self.row_type})"


class CsvSchemaBuilder:
    """Builds a :class:`CsvSchema`, column by column."""

    def __init__(self) -> None:
        self._columns: list[tuple[str, TypeInformation]] = []
        self._options = _CsvOptions()

    def build(self) -> CsvSchema:
        """Build the schema.

        Raises:
            ValueError: If no column was added.
        """
        if not self._columns:
            raise ValueError("CsvSchema.builder(): add at least one column before build().")
        names, types = zip(*self._columns, strict=True)
        return CsvSchema(RowTypeInfo(list(types), list(names)), self._options)

    def _add_column(self, name: str, type_info: TypeInformation) -> CsvSchemaBuilder:
        if any(name == other for other, _ in self._columns):
            raise ValueError(f"CsvSchema.builder(): the column {name!r} already exists.")
        self._columns.append((name, type_info))
        return self

    def _with_options(self, **changes: Any) -> CsvSchemaBuilder:
        self._options = replace(self._options, **changes)
        return self

    def add_string_column(self, name: str) -> CsvSchemaBuilder:
        return self._add_column(name, Types.STRING())

    def add_boolean_column(self, name: str) -> CsvSchemaBuilder:
        return self._add_column(name, Types.BOOLEAN())

    def add_number_column(self, name: str, number_type: Any = None) -> CsvSchemaBuilder:
        scale = getattr(number_type, "scale", None)
        if scale is not None:
            self._with_options(scales=self._options.scales | {name: scale})
        return self._add_column(name, _as_type_info(number_type, Types.LONG()))

    def add_array_column(
        self, name: str, separator: str = ";", element_type: Any = None
    ) -> CsvSchemaBuilder:
        separators = self._options.array_separators | {name: separator}
        element = _as_type_info(element_type, Types.STRING())
        return self._with_options(array_separators=separators)._add_column(
            name, Types.OBJECT_ARRAY(element)
        )

    def add_columns_from(self, schema: CsvSchema) -> CsvSchemaBuilder:
        for name, type_info in zip(
            schema.row_type.get_field_names(), schema.row_type.get_field_types(), strict=True
        ):
            self._add_column(name, type_info)
        return self._with_options(
            array_separators=self._options.array_separators | schema.options.array_separators,
            scales=self._options.scales | schema.options.scales,
        )

    def clear_columns(self) -> CsvSchemaBuilder:
        self._columns.clear()
        return self

    def set_use_header(self, use: bool = True) -> CsvSchemaBuilder:
        return self._with_options(header=use)

    def set_strict_headers(self, strict: bool = True) -> CsvSchemaBuilder:
        return self

    def set_skip_first_data_row(self, skip: bool = True) -> CsvSchemaBuilder:
        return self._with_options(skip_first=skip)

    def set_allow_comments(self, allow: bool = True) -> CsvSchemaBuilder:
        return self._with_options(comments=allow)

    def set_any_property_name(self, name: str) -> CsvSchemaBuilder:
        return self

    def set_column_separator(self, char: str) -> CsvSchemaBuilder:
        return self._with_options(separator=_check_one_character(char, "set_column_separator"))

    def set_array_element_separator(self, separator: str) -> CsvSchemaBuilder:
        return self._with_options(array_separator=separator)

    def disable_array_element_separator(self) -> CsvSchemaBuilder:
        return self._with_options(array_separator="")

    def remove_array_element_separator(self, index: int) -> CsvSchemaBuilder:
        name = self._columns[index][0]
        others = {k: v for k, v in self._options.array_separators.items() if k != name}
        return self._with_options(array_separators=others)

    def set_quote_char(self, char: str) -> CsvSchemaBuilder:
        return self._with_options(quote=_check_one_character(char, "set_quote_char"))

    def disable_quote_char(self) -> CsvSchemaBuilder:
        return self._with_options(quote=None)

    def set_escape_char(self, char: str) -> CsvSchemaBuilder:
        return self._with_options(escape=_check_one_character(char, "set_escape_char"))

    def disable_escape_char(self) -> CsvSchemaBuilder:
        return self._with_options(escape=None)

    def set_line_separator(self, separator: str) -> CsvSchemaBuilder:
        return self._with_options(line_separator=separator)

    def set_null_value(self, null_value: str) -> CsvSchemaBuilder:
        return self._with_options(null_text=null_value)

    def size(self) -> int:
        """Return the number of columns so far."""
        return len(self._columns)


class CsvReaderFormat(StreamFormat):
    """Reads one row for each line of a CSV file, for ``FileSource.for_record_stream_format``."""

    def __init__(self, schema: CsvSchema) -> None:
        self._schema = schema

    @staticmethod
    @validate_arguments
    def for_schema(schema: CsvSchema) -> CsvReaderFormat:
        """Return a format with the columns of *schema*."""
        return CsvReaderFormat(schema)

    def get_produced_type(self) -> TypeInformation:
        """Return the type of the rows."""
        row_type = self._schema.row_type
        return RowDataTypeInfo(row_type.get_field_types(), row_type.get_field_names())

    def read(self, stream: TextIO) -> Iterable[Row]:
        return _read_rows(stream, self._schema.row_type, self._schema.options)


class CsvBulkWriters:
    """Writes rows as lines, for ``FileSink.for_bulk_format``."""

    @staticmethod
    @validate_arguments
    def for_schema(schema: CsvSchema) -> BulkWriterFactory:
        """Return a factory with the columns of *schema*."""
        return RowDataBulkWriterFactory(partial(_write_rows, schema), schema.row_type)


def _write_rows(schema: CsvSchema, rows: Iterable[Row]) -> bytes:
    return "".join(_format_line(row, schema.row_type, schema.options) for row in rows).encode()


class CsvRowDeserializationSchema(DeserializationSchema):
    """Converts a line to a row; created by ``CsvRowDeserializationSchema.Builder(type_info)``."""

    def __init__(self, row_type: RowTypeInfo, options: _CsvOptions) -> None:
        self._row_type = row_type
        self._options = options

    def get_produced_type(self) -> TypeInformation:
        """Return the type of the rows."""
        return self._row_type

    @property
    def separator(self) -> str:
        """The text between two fields. Not in PyFlink."""
        return self._options.separator

    def deserialize(self, message: bytes) -> Row | None:
        return next(_read_rows(io.StringIO(message.decode()), self._row_type, self._options), None)

    class Builder:
        """Builds a :class:`CsvRowDeserializationSchema`."""

        def __init__(self, type_info: TypeInformation) -> None:
            self._row_type = _check_row_type(type_info, "CsvRowDeserializationSchema.Builder")
            self._options = _CsvOptions()

        def _with_options(self, **changes: Any) -> CsvRowDeserializationSchema.Builder:
            self._options = replace(self._options, **changes)
            return self

        def set_field_delimiter(self, delimiter: str) -> CsvRowDeserializationSchema.Builder:
            return self._with_options(
                separator=_check_one_character(delimiter, "set_field_delimiter")
            )

        def set_allow_comments(self, allow_comments: bool) -> CsvRowDeserializationSchema.Builder:
            return self._with_options(comments=allow_comments)

        def set_array_element_delimiter(
            self, delimiter: str
        ) -> CsvRowDeserializationSchema.Builder:
            return self._with_options(array_separator=delimiter)

        def set_quote_character(self, c: str) -> CsvRowDeserializationSchema.Builder:
            return self._with_options(quote=_check_one_character(c, "set_quote_character"))

        def set_escape_character(self, c: str) -> CsvRowDeserializationSchema.Builder:
            return self._with_options(escape=_check_one_character(c, "set_escape_character"))

        def set_null_literal(self, null_literal: str) -> CsvRowDeserializationSchema.Builder:
            return self._with_options(null_text=null_literal)

        def set_ignore_parse_errors(
            self, ignore_parse_errors: bool
        ) -> CsvRowDeserializationSchema.Builder:
            return self._with_options(ignore_errors=ignore_parse_errors)

        def build(self) -> CsvRowDeserializationSchema:
            return CsvRowDeserializationSchema(self._row_type, self._options)


class CsvRowSerializationSchema(SerializationSchema):
    """Converts a row to a line; created by ``CsvRowSerializationSchema.Builder(type_info)``."""

    def __init__(self, row_type: RowTypeInfo, options: _CsvOptions) -> None:
        self._row_type = row_type
        self._options = options

    def serialize(self, element: Any) -> bytes:
        return _format_line(element, self._row_type, self._options).encode()

    class Builder:
        """Builds a :class:`CsvRowSerializationSchema`."""

        def __init__(self, type_info: TypeInformation) -> None:
            self._row_type = _check_row_type(type_info, "CsvRowSerializationSchema.Builder")
            self._options = _CsvOptions(line_separator="")

        def _with_options(self, **changes: Any) -> CsvRowSerializationSchema.Builder:
            self._options = replace(self._options, **changes)
            return self

        def set_field_delimiter(self, c: str) -> CsvRowSerializationSchema.Builder:
            return self._with_options(separator=_check_one_character(c, "set_field_delimiter"))

        def set_line_delimiter(self, delimiter: str) -> CsvRowSerializationSchema.Builder:
            return self._with_options(line_separator=delimiter)

        def set_array_element_delimiter(self, delimiter: str) -> CsvRowSerializationSchema.Builder:
            return self._with_options(array_separator=delimiter)

        def disable_quote_character(self) -> CsvRowSerializationSchema.Builder:
            return self._with_options(quote=None)

        def set_quote_character(self, c: str) -> CsvRowSerializationSchema.Builder:
            return self._with_options(quote=_check_one_character(c, "set_quote_character"))

        def set_escape_character(self, c: str) -> CsvRowSerializationSchema.Builder:
            return self._with_options(escape=_check_one_character(c, "set_escape_character"))

        def set_null_literal(self, s: str) -> CsvRowSerializationSchema.Builder:
            return self._with_options(null_text=s)

        def build(self) -> CsvRowSerializationSchema:
            return CsvRowSerializationSchema(self._row_type, self._options)


# --- reading and writing -------------------------------------------------------------------------


def _read_rows(stream: Iterable[str], row_type: RowTypeInfo, options: _CsvOptions) -> Iterator[Row]:
    names = row_type.get_field_names()
    parsers = [
        _create_parser(
            type_info,
            options.array_separators.get(name, options.array_separator),
            options.scales.get(name),
        )
        for name, type_info in zip(names, row_type.get_field_types(), strict=True)
    ]
    to_row = build_converter(row_type)
    assert to_row is not None, "rows have a converter"
    lines = (line for line in stream if not (options.comments and line.startswith("#")))
    skip_next = options.header or options.skip_first
    for number, fields in enumerate(_split_lines(lines, options), 1):
        if skip_next:
            skip_next = False
            continue
        if not fields:
            continue
        try:
            yield to_row(Row(*_parse_fields(fields, names, parsers, options)))
        except (ValueError, decimal.InvalidOperation) as error:
            if not options.ignore_errors:
                raise ValueError(f"CSV line {number}, {fields!r}: {error}") from error


def _split_lines(lines: Iterator[str], options: _CsvOptions) -> Iterator[list[str]]:
    try:
        yield from csv.reader(lines, **options.to_csv_dialect())
    except csv.Error as error:
        raise ValueError(f"the CSV cannot be split into fields: {error}") from error


def _parse_fields(
    fields: list[str], names: list[str], parsers: list[Callable[[str], Any]], options: _CsvOptions
) -> list[Any]:
    if len(fields) != len(names):
        raise ValueError(
            f"expected the {len(names)} columns {', '.join(names)}, found {len(fields)}"
        )
    values = []
    for name, text, parse in zip(names, fields, parsers, strict=True):
        try:
            values.append(None if text == options.null_text else parse(text))
        except (ValueError, decimal.InvalidOperation):
            raise ValueError(f"column {name!r}: cannot read a value from {text!r}") from None
    return values


def _create_parser(
    type_info: TypeInformation, array_separator: str, scale: int | None = None
) -> Callable[[str], Any]:
    if isinstance(type_info, (BasicArrayTypeInfo, ObjectArrayTypeInfo, PrimitiveArrayTypeInfo)):
        parse = _create_parser(type_info.element_type, "")
        return lambda text: [parse(part) for part in text.split(array_separator)] if text else []
    if not isinstance(type_info, BasicTypeInfo):
        return lambda text: text
    match type_info.basic_type:
        case BasicType.BYTE | BasicType.SHORT | BasicType.INT | BasicType.LONG | BasicType.BIG_INT:
            return int
        case BasicType.FLOAT | BasicType.DOUBLE:
            return float
        case BasicType.BIG_DEC if scale is not None:
            place = decimal.Decimal(1).scaleb(-scale)
            return lambda text: decimal.Decimal(text).quantize(place, decimal.ROUND_HALF_UP)
        case BasicType.BIG_DEC:
            return decimal.Decimal
        case BasicType.BOOLEAN:
            return _parse_boolean
        case _:
            return lambda text: text


def _parse_boolean(text: str) -> bool:
    lowered = text.strip().lower()
    if lowered not in ("true", "false"):
        raise ValueError(text)
    return lowered == "true"


_LONGEST_PLAIN_TEXT = 24


def _format_line(row: Iterable[Any], row_type: RowTypeInfo, options: _CsvOptions) -> str:
    """Format a row as Jackson's ``CsvGenerator`` does, with the end of the line."""
    fields = []
    for name, format_field, value in zip(
        row_type.get_field_names(), _build_formatters(row_type), row, strict=True
    ):
        if value is None:
            fields.append(options.null_text or "")
        elif isinstance(value, str | list | tuple):
            separator = options.array_separators.get(name, options.array_separator)
            text = value if isinstance(value, str) else _join(value, options, separator)
            fields.append(_quote(text, options) if _is_quoted(text, options) else text)
        else:
            fields.append(format_field(value))
    return options.separator.join(fields) + options.line_separator


@cache
def _build_formatters(row_type: RowTypeInfo) -> list[Callable[[Any], str]]:
    return [build_formatter(each) for each in row_type.get_field_types()]


def _join(values: Iterable[Any], options: _CsvOptions, separator: str) -> str:
    parts = [(options.null_text or "") if each is None else format_value(each) for each in values]
    return separator.join(parts)


def _is_quoted(text: str, options: _CsvOptions) -> bool:
    """Return whether a text is quoted: a long one is, and one with a character below the separator.

    Flink: ``CsvEncoder._mayNeedQuotes`` of Jackson, which compares with the largest special character.
    """
    if options.quote is None:
        return False
    limit = max([options.separator, options.quote, *options.line_separator])
    specials = ("\\", options.escape)
    return len(text) > _LONGEST_PLAIN_TEXT or any(
        character <= limit or character in specials for character in text
    )


def _quote(text: str, options: _CsvOptions) -> str:
    quote = options.quote or ""
    for special in (options.escape, quote):
        if special:
            text = text.replace(special, special * 2)
    return f"{quote}{text}{quote}"


def _as_type_info(type_: Any, default: TypeInformation) -> TypeInformation:
    if type_ is None:
        return default
    if isinstance(type_, TypeInformation):
        return type_
    if isinstance(getattr(type_, "type_info", None), TypeInformation):
        result: TypeInformation = type_.type_info
        return result
    raise TypeError(f"expected a type such as Types.INT() or DataTypes.INT(), found {type_!r}.")


def _check_row_type(type_info: Any, context: str) -> RowTypeInfo:
    if not isinstance(type_info, RowTypeInfo):
        raise TypeError(
            f"{context}(type_info): expected Types.ROW([...]) or Types.ROW_NAMED([...], [...]), found "
            f"{type_info!r}."
        )
    return type_info


def _check_one_character(text: Any, method: str) -> str:
    if not isinstance(text, str) or len(text) != 1:
        raise ValueError(f"{method}: expected one character, found {text!r}.")
    return text
