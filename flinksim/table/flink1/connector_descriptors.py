"""PyFlink 1.x: ``pyflink.table.descriptors``, tables described by methods; removed in Flink 1.14."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from flinksim.table.flink1.legacy_options import translate_options
from flinksim.table.planner import sql_ast as ast
from flinksim.table.planner.sql_types import SqlType, make_type
from flinksim.table.schema import read_type

Names = str | Sequence[str]


class OptionDescriptor:
    """A part of a table's description: it collects options, and every setter returns it."""

    prefix = ""

    def __init__(self, **options: Any) -> None:
        self.options: dict[str, str] = {}
        self.fields: list[tuple[str, SqlType]] = []
        for name, value in options.items():
            self._set(name, value)

    def _set(self, name: str, value: Any) -> Any:
        text = str(value).lower() if isinstance(value, bool) else str(value)
        self.options[f"{self.prefix}{name}"] = text
        return self

    def __getattr__(self, name: str) -> Any:
        """Return a setter of the option with this name."""
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *values: self._set(name.replace("_", "-"), values[0] if values else True)


class Rowtime(OptionDescriptor):
    """Which field has the event time, and how far the watermark is behind it."""

    def __init__(self) -> None:
        super().__init__()
        self.field = ""
        self.delay_ms = 0

    def timestamps_from_field(self, field_name: str) -> Rowtime:
        """Take the time of a field."""
        self.field = field_name
        return self

    def watermarks_periodic_bounded(self, delay: int) -> Rowtime:
        """Let the watermark be *delay* ms behind the latest time."""
        self.delay_ms = delay
        return self

    def watermarks_periodic_ascending(self) -> Rowtime:
        """Let the watermark be 1 ms behind the latest time."""
        self.delay_ms = 1
        return self


class OldSchema(OptionDescriptor):
    """The columns of a table. PyFlink 1.x: ``Schema`` of ``pyflink.table.descriptors``."""

    def __init__(
        self, schema: Any = None, fields: Any = None, rowtime: Rowtime | None = None
    ) -> None:
        super().__init__()
        self.columns: list[tuple[str, SqlType]] = []
        self.origins: dict[str, str] = {}
        self.rowtimes: dict[str, Rowtime] = {}
        self.proctimes: set[str] = set()
        for name, kind in dict(fields or {}).items():
            self.field(name, kind)
        if schema is not None:
            self.schema(schema)

    def schema(self, table_schema: Any) -> OldSchema:
        """Add the columns of a ``TableSchema``."""
        names, kinds = table_schema.get_field_names(), table_schema.get_field_data_types()
        for name, kind in zip(names, kinds, strict=True):
            self.field(name, kind)
        return self

    def field(self, field_name: str, field_type: Any) -> OldSchema:
        """Add a column."""
        self.columns.append((field_name, _read_type(field_type)))
        return self

    def from_origin_field(self, origin_field_name: str) -> OldSchema:
        """Read the last column from a field with another name."""
        self.origins[self.columns[-1][0]] = origin_field_name
        return self

    def proctime(self) -> OldSchema:
        """Let the last column be the processing time."""
        self.proctimes.add(self.columns[-1][0])
        return self

    def rowtime(self, rowtime: Rowtime) -> OldSchema:
        """Let the last column be the event time."""
        self.rowtimes[self.columns[-1][0]] = rowtime
        return self


class _Connector(OptionDescriptor):
    prefix = "connector."
    kind = ""

    def __init__(self, **options: Any) -> None:
        super().__init__(type=self.kind)
        for name, value in options.items():
            if value is not None and isinstance(value, str):
                self._set(name.replace("_", "-"), value)

    def property(self, key: str, value: str) -> Any:
        """Set a property of the client."""
        return self._set(f"properties.{key}", value)

    def properties(self, property_dict: dict[str, str]) -> Any:
        """Set properties of the client."""
        for key, value in property_dict.items():
            self.property(key, value)
        return self


class Kafka(_Connector):
    """A topic of Kafka."""

    kind = "kafka"

    def start_from_earliest(self) -> Any:
        """Read from the earliest offset."""
        return self._set("startup-mode", "earliest-offset")

    def start_from_latest(self) -> Any:
        """Read from the latest offset."""
        return self._set("startup-mode", "latest-offset")


class FileSystem(_Connector):
    """A file or folder."""

    kind = "filesystem"

    def path(self, path_str: str) -> Any:
        """Set the path."""
        return self._set("path", path_str)


class Elasticsearch(_Connector):
    """An index of Elasticsearch."""

    kind = "elasticsearch"

    def host(self, hostname: str, port: int | str, protocol: str) -> Any:
        """Add a host."""
        return self._set("hosts", f"{protocol}://{hostname}:{port}")


class HBase(_Connector):
    """A table of HBase."""

    kind = "hbase-2.2"


class CustomConnectorDescriptor(OptionDescriptor):
    """A connector by its name."""

    prefix = "connector."

    def __init__(self, type: str, version: int = 1, format_needed: bool = False) -> None:
        super().__init__(type=type)

    def property(self, key: str, value: str) -> Any:
        """Set an option by its full name."""
        self.options[key] = value
        return self


class _Format(OptionDescriptor):
    prefix = "format."
    kind = ""

    def __init__(self, **options: Any) -> None:
        super().__init__(type=self.kind)
        for name, value in options.items():
            if name == "schema":
                self.schema(value)
            elif isinstance(value, str | bool):
                self._set(name.replace("_", "-"), value)

    def field(self, field_name: str, field_type: Any) -> Any:
        """Add a field of the format."""
        self.fields.append((field_name, _read_type(field_type)))
        return self

    def schema(self, schema_data_type: Any) -> Any:
        """Add the fields of a row type."""
        kind = schema_data_type.to_sql_type()
        self.fields += list(zip(kind.names, kind.children, strict=True))
        return self

    def derive_schema(self) -> Any:
        """Take the columns of the table."""
        return self


class Json(_Format):
    """JSON objects."""

    kind = "json"

    def json_schema(self, json_schema: str) -> Any:
        """Add the fields of a JSON schema."""
        quoted = re.sub(r"([{,]\s*)(\w+)\s*:", r'\1"\2":', json_schema.replace("'", '"'))
        try:
            properties = json.loads(quoted).get("properties", {})
        except ValueError:
            properties = {}
        kinds = {"number": "DOUBLE", "integer": "INT", "boolean": "BOOLEAN"}
        for name, content in properties.items():
            root = kinds.get(content.get("type"), "STRING")
            if content.get("format") == "date-time":
                root = "TIMESTAMP"
            self.fields.append((name, make_type(root, *([3] if root == "TIMESTAMP" else []))))
        return self


class Csv(_Format):
    """Lines of CSV."""

    kind = "csv"


class OldCsv(_Format):
    """Lines of CSV, as in the first versions of Flink."""

    kind = "csv"

    def line_delimiter(self, delimiter: str) -> Any:
        """Accept the delimiter of lines, which is always a line feed."""
        return self


class Avro(_Format):
    """Avro, for which a recording has JSON objects."""

    kind = "avro"


class CustomFormatDescriptor(_Format):
    """A format by its name."""

    def __init__(self, type: str, version: int = 1) -> None:
        self.kind = type
        super().__init__()


class ConnectTableDescriptor:
    """What ``connect`` returns: it collects a table's parts, and registers the table."""

    def __init__(self, environment: Any, connector: OptionDescriptor) -> None:
        self._environment = environment
        self._connector = connector
        self._format: OptionDescriptor | None = None
        self._schema: OldSchema | None = None

    def with_format(self, format_descriptor: OptionDescriptor) -> ConnectTableDescriptor:
        """Set the format."""
        self._format = format_descriptor
        return self

    def with_schema(self, schema: OldSchema) -> ConnectTableDescriptor:
        """Set the columns."""
        self._schema = schema
        return self

    def _return_self(self) -> ConnectTableDescriptor:
        return self

    in_append_mode = in_upsert_mode = in_retract_mode = _return_self

    def create_temporary_table(self, path: str) -> None:
        """Register the table."""
        self._environment.planner.execute(self._build_statement(path))

    register_table_source = register_table_sink = register_table_source_and_sink = (
        create_temporary_table
    )

    def _build_statement(self, path: str) -> ast.CreateTable:
        options = dict(self._connector.options)
        fields: list[tuple[str, SqlType]] = []
        if self._format is not None:
            options.update(self._format.options)
            fields = self._format.fields
        schema = self._schema or OldSchema()
        columns = schema.columns or fields
        made = ast.CreateTable(tuple(path.split(".")), [], temporary=True)
        made.options = translate_options(options)
        kinds = dict(fields)
        for name, kind in columns:
            if name in schema.proctimes:
                _add_computed(made, name, "PROCTIME()")
            elif name in schema.rowtimes:
                _add_rowtime(made, name, schema.rowtimes[name], kinds)
            elif name in schema.origins:
                origin = schema.origins[name]
                made.columns.append(ast.ColumnDefinition(origin, kind))
                _add_computed(made, name, f"`{origin}`")
            else:
                made.columns.append(ast.ColumnDefinition(name, kind))
        return made


def _add_computed(made: ast.CreateTable, name: str, text: str) -> None:
    from flinksim.table.planner.sql_parser import parse_expression

    node = parse_expression(text)
    made.columns.append(ast.ColumnDefinition(name, computed=node, computed_text=text))


def _add_rowtime(
    made: ast.CreateTable, name: str, rowtime: Rowtime, kinds: dict[str, SqlType]
) -> None:
    """Add an event-time column: it has the time of another field, and a watermark."""
    from flinksim.table.planner.sql_parser import parse_expression

    kind = kinds.get(rowtime.field, make_type("TIMESTAMP", 3))
    if rowtime.field != name:
        made.columns.append(ast.ColumnDefinition(rowtime.field, kind))
        _add_computed(made, name, f"CAST(`{rowtime.field}` AS TIMESTAMP(3))")
    else:
        made.columns.append(ast.ColumnDefinition(name, make_type("TIMESTAMP", 3)))
    text = f"`{name}` - INTERVAL '{rowtime.delay_ms / 1000:.3f}' SECOND"
    made.watermark = ast.WatermarkDefinition(name, parse_expression(text), text)


def _read_type(kind: Any) -> SqlType:
    found = read_type(kind)
    return make_type("TIMESTAMP", 3) if found.root == "TIMESTAMP" else found
