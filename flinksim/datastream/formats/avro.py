"""PyFlink: ``pyflink.datastream.formats.avro``: rows as messages in Avro's binary form, and files.

A program is planned and checked without fastavro; to read or write a message or a file needs it. A
record class is a class of Java and is rejected. A record of a file is a dictionary.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from flinksim.common.io import InputFormat
from flinksim.common.serialization import (
    BulkWriterFactory,
    DeserializationSchema,
    SerializationSchema,
)
from flinksim.common.typeinfo import RowTypeInfo, TypeInformation, Types
from flinksim.common.types import Row
from flinksim.connectors.text_files import TextFileSource, to_local_path
from flinksim.core.atomic_files import check_readable
from flinksim.core.pyflink_errors import JavaIllegalArgumentError
from flinksim.core.unsupported_api import UnsupportedFeature
from flinksim.datastream.formats.record_files import AvroFile

__all__ = [
    "AvroBulkWriters",
    "AvroInputFormat",
    "AvroRowDeserializationSchema",
    "AvroRowSerializationSchema",
    "AvroSchema",
    "GenericRecordAvroTypeInfo",
]

_CLASS_UNSUPPORTED = UnsupportedFeature(
    "it is a class of Java, and flinksim does not use Java",
    "avro_schema_string with the schema of the class",
)

_PRIMITIVES = {
    "boolean": Types.BOOLEAN,
    "int": Types.INT,
    "long": Types.LONG,
    "float": Types.FLOAT,
    "double": Types.DOUBLE,
    "string": Types.STRING,
    "enum": Types.STRING,
}
_LOGICAL_TYPES = {
    ("int", "date"): Types.SQL_DATE,
    ("int", "time-millis"): Types.SQL_TIME,
    ("long", "time-micros"): Types.SQL_TIME,
    ("long", "timestamp-millis"): Types.SQL_TIMESTAMP,
    ("long", "timestamp-micros"): Types.SQL_TIMESTAMP,
    ("bytes", "decimal"): Types.BIG_DEC,
    ("fixed", "decimal"): Types.BIG_DEC,
}


@dataclass
class _AvroType:
    """A type of an Avro schema. ``union`` is one of several types; one type or null is not."""

    kind: str
    logical_type: str = ""
    fields: dict[str, _AvroType] = field(default_factory=dict)
    item: _AvroType | None = None

    def to_type_info(self) -> TypeInformation:
        """Return the type that Flink gives to values of this type."""
        if logical := _LOGICAL_TYPES.get((self.kind, self.logical_type)):
            return logical()
        match self.kind:
            case "record":
                types = [each.to_type_info() for each in self.fields.values()]
                return Types.ROW_NAMED(list(self.fields), types)
            case "array":
                assert self.item is not None
                return Types.OBJECT_ARRAY(self.item.to_type_info())
            case "map":
                assert self.item is not None
                return Types.MAP(Types.STRING(), self.item.to_type_info())
            case "bytes" | "fixed":
                return Types.PRIMITIVE_ARRAY(Types.BYTE())
            case "union" | "null":
                return Types.PICKLED_BYTE_ARRAY()
        return _PRIMITIVES[self.kind]()

    def to_row(self, value: Any) -> Any:
        """Convert what fastavro has read to Flink's value."""
        if value is None:
            return None
        match self.kind:
            case "record":
                return Row(*(each.to_row(value[name]) for name, each in self.fields.items()))
            case "array" if self.item is not None:
                return [self.item.to_row(each) for each in value]
            case "map" if self.item is not None:
                return {key: self.item.to_row(each) for key, each in value.items()}
        # The wall clock of a timestamp is that of UTC, whatever the time zone.
        return value.replace(tzinfo=None) if isinstance(value, datetime) else value

    def to_record(self, value: Any) -> Any:
        """Convert Flink's value to what fastavro writes."""
        if value is None:
            return None
        match self.kind:
            case "record":
                parts = zip(self.fields.items(), value, strict=False)
                return {name: each.to_record(part) for (name, each), part in parts}
            case "array" if self.item is not None:
                return [self.item.to_record(each) for each in value]
            case "map" if self.item is not None:
                return {str(key): self.item.to_record(each) for key, each in value.items()}
            case "string" | "enum":
                return str(value)
            case "bytes" | "fixed" if not self.logical_type:
                return bytes(value)
        return value.replace(tzinfo=UTC) if isinstance(value, datetime) else value


def _parse_type(schema: Any, named: dict[str, _AvroType], namespace: str = "") -> _AvroType:
    """Parse one type of a schema that is inside of *namespace*. *named* has the names before it."""
    if isinstance(schema, list):
        others = [each for each in schema if each != "null"]
        types = [_parse_type(each, named, namespace) for each in others]
        return types[0] if len(types) == 1 else _AvroType("union")
    if isinstance(schema, str):
        if known := named.get(f"{namespace}.{schema}") or named.get(schema):
            return known
        if schema in (*_PRIMITIVES, "bytes", "null"):
            return _AvroType(schema)
        raise ValueError(f"{schema!r} is not a defined name")
    kind = schema["type"]
    if kind not in ("record", "array", "map", "enum", "fixed", "bytes", *_PRIMITIVES):
        return _parse_type(kind, named, namespace)
    result = _AvroType(kind, schema.get("logicalType", ""))
    if name := schema.get("name"):
        namespace = schema.get("namespace", namespace)
        full_name = name if "." in name else f"{namespace}.{name}"
        namespace = full_name.rpartition(".")[0]
        named[full_name] = result
    for each in schema["fields"] if kind == "record" else ():
        result.fields[each["name"]] = _parse_type(each["type"], named, namespace)
    if kind in ("array", "map"):
        result.item = _parse_type(
            schema["items" if kind == "array" else "values"], named, namespace
        )
    return result


class AvroSchema:
    """A schema of Avro; created by :meth:`parse_string` or :meth:`parse_file`."""

    def __init__(self, schema: Any) -> None:
        self.schema = schema

    @staticmethod
    def parse_string(json_schema: str) -> AvroSchema:
        """Parse a schema.

        Raises:
            RuntimeError: It is not one.
        """
        try:
            schema = json.loads(json_schema)
            _parse_type(schema, {})
        except (ValueError, KeyError, TypeError) as error:
            raise JavaIllegalArgumentError(
                f"AvroSchema.parse_string(json_schema): SchemaParseException: {error!r} in "
                f"{json_schema!r}."
            ) from None
        return AvroSchema(schema)

    @staticmethod
    def parse_file(file_path: str) -> AvroSchema:
        """Parse the schema in a file."""
        path = to_local_path(file_path)
        check_readable(path, "a schema of Avro")
        return AvroSchema.parse_string(path.read_text(encoding="utf-8"))

    def __str__(self) -> str:
        return json.dumps(self.schema, separators=(",", ":"))


class GenericRecordAvroTypeInfo(TypeInformation):
    """The type of a dictionary with the fields of a schema."""

    def __init__(self, schema: AvroSchema) -> None:
        self._schema = str(schema)

    def _identity(self) -> tuple[Any, ...]:
        return (self._schema,)

    def __repr__(self) -> str:
        return f"GenericRecordAvroTypeInfo({self._schema})"


class AvroInputFormat(InputFormat):
    """Reads the records of files, for ``env.create_input``."""

    def __init__(self, path: str, schema: AvroSchema) -> None:
        super().__init__()
        self._path = path
        self._schema = schema

    def get_produced_type(self) -> GenericRecordAvroTypeInfo:
        """Return the type of the records."""
        return GenericRecordAvroTypeInfo(self._schema)

    def create_source(self) -> TextFileSource:
        return TextFileSource(
            self._path,
            binary_reader=AvroFile(self._schema.schema).read,
            produced_type=self.get_produced_type(),
        )


class AvroBulkWriters:
    """Writes dictionaries with the fields of a schema."""

    @staticmethod
    def for_generic_record(schema: AvroSchema) -> BulkWriterFactory:
        """Return a factory for ``FileSink.for_bulk_format``."""
        return BulkWriterFactory(AvroFile(schema.schema).write)


class _AvroCodec:
    """Reads and writes the records of one schema."""

    def __init__(self, record_class: str | None, schema: str | None, name: str) -> None:
        if record_class is not None:
            _CLASS_UNSUPPORTED.raise_error(f"{name}(record_class={record_class!r})")
        if schema is None:
            raise TypeError("record_class or avro_schema_string should be specified.")
        self.name = name
        try:
            self._schema = json.loads(schema)
            self._record = _parse_type(self._schema, {})
        except (ValueError, KeyError, TypeError) as error:
            raise JavaIllegalArgumentError(
                f"{name}(avro_schema_string): SchemaParseException: {error!r} in {schema!r}."
            ) from None
        if self._record.kind != "record":
            raise JavaIllegalArgumentError(
                f"{name}(avro_schema_string): Row type information expected, found the type "
                f"{self._record.kind!r}. Give the schema of a record."
            )
        row_type = self._record.to_type_info()
        assert isinstance(row_type, RowTypeInfo)
        self.row_type = row_type

    def __getstate__(self) -> dict[str, Any]:
        return {name: each for name, each in vars(self).items() if name != "_parsed"}

    @cached_property
    def _parsed(self) -> tuple[Any, Any]:
        """The module fastavro, and the schema as it has parsed it."""
        try:
            import fastavro
        except ImportError:
            raise ModuleNotFoundError(
                f"{self.name} needs fastavro to read or write a message. Run: python -m pip install "
                "'flinksim[avro]'",
                name="fastavro",
            ) from None
        return fastavro, fastavro.parse_schema(self._schema)

    def read(self, message: bytes) -> Row:
        """Read the record of one message."""
        fastavro, schema = self._parsed
        row: Row = self._record.to_row(fastavro.schemaless_reader(io.BytesIO(message), schema))
        return row

    def write(self, row: Any) -> bytes:
        """Write *row* as one message."""
        fastavro, schema = self._parsed
        if len(row) < len(self.row_type.get_field_names()):
            names = self.row_type.get_field_names()
            raise ValueError(f"the schema has {len(names)} fields, {', '.join(names)}")
        stream = io.BytesIO()
        fastavro.schemaless_writer(stream, schema, self._record.to_record(row))
        return stream.getvalue()


class AvroRowDeserializationSchema(DeserializationSchema):
    """Converts a message in Avro's binary form, without a header, to a row."""

    def __init__(
        self, record_class: str | None = None, avro_schema_string: str | None = None
    ) -> None:
        self._codec = _AvroCodec(record_class, avro_schema_string, type(self).__name__)
        self.avro_schema_string = avro_schema_string

    def get_produced_type(self) -> RowTypeInfo:
        """Return the type of the rows."""
        return self._codec.row_type

    def deserialize(self, message: bytes) -> Row:
        try:
            return self._codec.read(message)
        except ImportError:
            raise
        except Exception as error:  # fastavro raises errors of many types
            raise ValueError(f"Failed to deserialize Avro record: {error!r}") from error


class AvroRowSerializationSchema(SerializationSchema):
    """Converts a row to a message in Avro's binary form, without a header."""

    def __init__(
        self, record_class: str | None = None, avro_schema_string: str | None = None
    ) -> None:
        self._codec = _AvroCodec(record_class, avro_schema_string, type(self).__name__)

    def serialize(self, element: Any) -> bytes:
        try:
            return self._codec.write(element)
        except ImportError:
            raise
        except Exception as error:  # fastavro raises errors of many types
            raise ValueError(f"Failed to serialize row {element!r}: {error!r}") from error
