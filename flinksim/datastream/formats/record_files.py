"""Files of records in a binary format: Avro, Parquet and ORC.

fastavro reads and writes Avro, pyarrow the others. They are imported when a file is read or written, so
that a program is planned and checked without them.
"""

from __future__ import annotations

import io
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, BinaryIO

from flinksim.common.typeinfo import SQL_TYPE_INFOS, RowDataTypeInfo, TypeInformation, Types
from flinksim.common.types import Row

_INSTALL = "Run: python -m pip install 'flinksim[files]'"

_ARROW_TYPES = {
    "TINYINT": "int8",
    "SMALLINT": "int16",
    "INT": "int32",
    "BIGINT": "int64",
    "FLOAT": "float32",
    "DOUBLE": "float64",
    "CHAR": "string",
    "VARCHAR": "string",
    "BOOLEAN": "bool_",
    "BINARY": "binary",
    "VARBINARY": "binary",
    "DATE": "date32",
}
_AVRO_ARROW_TYPES = {
    "boolean": "bool_",
    "int": "int32",
    "long": "int64",
    "float": "float32",
    "double": "float64",
    "string": "string",
    "enum": "string",
    "bytes": "binary",
    "fixed": "binary",
    "null": "null",
}


class RecordFile(ABC):
    """Reads and writes the records of one file."""

    @abstractmethod
    def read(self, stream: BinaryIO) -> Iterator[Any]:
        """Read the records of a file."""

    @abstractmethod
    def write(self, records: Sequence[Any]) -> bytes:
        """Return the content of a file with *records*."""


class AvroFile(RecordFile):
    """Dictionaries in a file of Avro's object container format."""

    def __init__(self, schema: Any) -> None:
        self._schema = schema

    def read(self, stream: BinaryIO) -> Iterator[Any]:
        fastavro = _load_library("fastavro", "an Avro file")
        try:
            yield from fastavro.reader(stream, fastavro.parse_schema(self._schema))
        except (ValueError, EOFError, StopIteration) as error:
            raise ValueError(f"{_get_name(stream)} is not a file of Avro: {error}") from error

    def write(self, records: Sequence[Any]) -> bytes:
        fastavro = _load_library("fastavro", "an Avro file")
        stream = io.BytesIO()
        schema = fastavro.parse_schema(self._schema)
        try:
            # The sync marker is random by default, and a run must not depend on chance.
            fastavro.writer(stream, schema, records, sync_marker=bytes(16))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise ValueError(f"a record does not fit the schema of Avro: {error!r}") from error
        return stream.getvalue()


class ArrowFile(RecordFile):
    """Dictionaries in a file that pyarrow reads and writes."""

    kind = "parquet"

    def get_schema(self) -> Any:
        """Return the schema of pyarrow."""
        raise NotImplementedError  # each format has its own

    def to_dict(self, record: Any) -> Any:
        """Convert a record to a dictionary."""
        return record

    def from_dict(self, columns: dict[str, Any]) -> Any:
        """Convert a dictionary to a record."""
        return columns

    def read(self, stream: BinaryIO) -> Iterator[Any]:
        module = _load_library(f"pyarrow.{self.kind}", f"a {self.kind} file")
        arrow = import_module("pyarrow")
        names = self.get_schema().names
        try:
            if self.kind == "parquet":
                file = module.ParquetFile(stream)
                known = [name for name in names if name in file.schema_arrow.names]
                batches = file.iter_batches(columns=known)
            else:
                batches = module.ORCFile(stream).read().to_batches()
            for batch in batches:
                for columns in batch.to_pylist(maps_as_pydicts="lossy"):
                    yield self.from_dict({name: columns.get(name) for name in names})
        except arrow.ArrowException as error:
            raise ValueError(
                f"{_get_name(stream)} is not a file of {self.kind}: {error}"
            ) from error

    def write(self, records: Sequence[Any]) -> bytes:
        module = _load_library(f"pyarrow.{self.kind}", f"a {self.kind} file")
        arrow = import_module("pyarrow")
        stream = io.BytesIO()
        try:
            rows = [self.to_dict(record) for record in records]
            table = arrow.Table.from_pylist(rows, self.get_schema())
        except (arrow.ArrowException, TypeError, ValueError, AttributeError) as error:
            raise ValueError(
                f"a record does not fit the columns {', '.join(self.get_schema().names)}: {error}"
            ) from error
        module.write_table(table, stream)
        return stream.getvalue()


class AvroParquetFile(ArrowFile):
    """Dictionaries in a file of Parquet, with the types of an Avro schema."""

    def __init__(self, schema: Any) -> None:
        self._schema = schema

    def get_schema(self) -> Any:
        arrow = _load_library("pyarrow", "a parquet file")
        named: dict[str, Any] = {}
        return arrow.schema(list(_to_arrow(self._schema, arrow, named)))


class RowFile(ArrowFile):
    """Rows in a file of Parquet or ORC, with the fields of a row type of the Table API."""

    def __init__(self, kind: str, row_type: Any, context: str) -> None:
        self.kind = kind
        self._type = read_row_type(row_type, context)

    @property
    def produced_type(self) -> TypeInformation:
        """The type of the rows."""
        return to_type_info(self._type)

    def get_schema(self) -> Any:
        arrow = _load_library("pyarrow", f"a {self.kind} file")
        pairs = zip(self._type.names, self._type.children, strict=True)
        return arrow.schema([(name, _convert_sql_type(each, arrow)) for name, each in pairs])

    def to_dict(self, record: Any) -> Any:
        return _to_plain(record, self._type)

    def from_dict(self, columns: dict[str, Any]) -> Any:
        return _from_plain(columns, self._type)


def read_row_type(row_type: Any, context: str) -> Any:
    """Return the SQL type of ``DataTypes.ROW(...)``.

    Raises:
        TypeError: It is something else.
    """
    sql_type = row_type.to_sql_type() if hasattr(row_type, "to_sql_type") else None
    if sql_type is None or sql_type.root != "ROW":
        raise TypeError(
            f"{context}(row_type): expected DataTypes.ROW([DataTypes.FIELD(name, type), ...]), found "
            f"{row_type!r}. row_type must be an instance of RowType"
        )
    return sql_type


def to_type_info(sql_type: Any) -> TypeInformation:
    """Return the type information of a SQL type."""
    match sql_type.root:
        case "ROW":
            fields = [to_type_info(each) for each in sql_type.children]
            return RowDataTypeInfo(fields, list(sql_type.names))
        case "ARRAY":
            return Types.OBJECT_ARRAY(to_type_info(sql_type.children[0]))
        case "MAP":
            key, value = map(to_type_info, sql_type.children)
            return Types.MAP(key, value)
        case "BINARY" | "VARBINARY":
            return Types.PRIMITIVE_ARRAY(Types.BYTE())
    info: TypeInformation = SQL_TYPE_INFOS.get(sql_type.root, Types.PICKLED_BYTE_ARRAY)()
    return info


def _load_library(name: str, what: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        root = name.partition(".")[0]
        raise ModuleNotFoundError(
            f"{root} is needed to read or write {what}. {_INSTALL}", name=root
        ) from None


def _get_name(stream: BinaryIO) -> str:
    return str(getattr(stream, "name", "the input"))


def _convert_sql_type(sql_type: Any, arrow: Any) -> Any:
    match sql_type.root:
        case "DECIMAL":
            return arrow.decimal128(sql_type.precision, sql_type.scale)
        case "TIME":
            return arrow.time32("ms")
        case "TIMESTAMP":
            return arrow.timestamp("us")
        case "TIMESTAMP_LTZ":
            return arrow.timestamp("us", "UTC")
        case "ARRAY":
            return arrow.list_(_convert_sql_type(sql_type.children[0], arrow))
        case "MAP" | "MULTISET":
            return arrow.map_(*(_convert_sql_type(each, arrow) for each in sql_type.children))
        case "ROW":
            pairs = zip(sql_type.names, sql_type.children, strict=True)
            return arrow.struct([(name, _convert_sql_type(each, arrow)) for name, each in pairs])
    if sql_type.root not in _ARROW_TYPES:
        raise TypeError(f"a column of the type {sql_type.root} cannot be in a file")
    return getattr(arrow, _ARROW_TYPES[sql_type.root])()


def _to_arrow(schema: Any, arrow: Any, named: dict[str, Any]) -> Any:
    """Return the type of pyarrow for a type of an Avro schema."""
    if isinstance(schema, list):
        others = [each for each in schema if each != "null"]
        if len(others) != 1:
            raise TypeError("a union of several types cannot be in a file of Parquet")
        return _to_arrow(others[0], arrow, named)
    if isinstance(schema, str):
        return named[schema] if schema in named else getattr(arrow, _AVRO_ARROW_TYPES[schema])()
    kind = schema["type"]
    match kind, schema.get("logicalType"):
        case "int", "date":
            result = arrow.date32()
        case ("long", "timestamp-millis" | "timestamp-micros" as unit):
            result = arrow.timestamp("ms" if unit.endswith("millis") else "us", "UTC")
        case ("bytes" | "fixed", "decimal"):
            result = arrow.decimal128(schema["precision"], schema.get("scale", 0))
        case "record", _:
            fields = [
                (each["name"], _to_arrow(each["type"], arrow, named)) for each in schema["fields"]
            ]
            result = arrow.struct(fields)
        case "array", _:
            result = arrow.list_(_to_arrow(schema["items"], arrow, named))
        case "map", _:
            result = arrow.map_(arrow.string(), _to_arrow(schema["values"], arrow, named))
        case _:
            result = _to_arrow(kind, arrow, named)
    if "name" in schema:
        named[schema["name"]] = result
    return result


def _to_plain(value: Any, sql_type: Any) -> Any:
    """Convert a value to what pyarrow accepts for the type."""
    if value is None:
        return None
    match sql_type.root:
        case "ROW":
            pairs = zip(sql_type.names, value, sql_type.children, strict=True)
            return {name: _to_plain(part, each) for name, part, each in pairs}
        case "ARRAY":
            return [_to_plain(part, sql_type.children[0]) for part in value]
        case "MAP":
            key, item = sql_type.children
            return [(_to_plain(k, key), _to_plain(v, item)) for k, v in value.items()]
        case "BINARY" | "VARBINARY":
            return bytes(value)
    return value


def _from_plain(value: Any, sql_type: Any) -> Any:
    if value is None:
        return None
    match sql_type.root:
        case "ROW":
            pairs = zip(sql_type.names, sql_type.children, strict=True)
            row = Row(**{name: _from_plain(value.get(name), each) for name, each in pairs})
            return row
        case "ARRAY":
            return [_from_plain(part, sql_type.children[0]) for part in value]
        case "MAP":
            key, item = sql_type.children
            return {_from_plain(k, key): _from_plain(v, item) for k, v in dict(value).items()}
        case "TIMESTAMP_LTZ":
            return value.replace(tzinfo=None)
    return value
