"""Tables of external systems: a source reads a recording, and a sink keeps what was written.

Flink: ``KafkaDynamicSource``, ``UpsertKafkaDynamicTableFactory``, ``JdbcDynamicTableSource`` and others.
Differs: where the format needs a library (avro, parquet, protobuf), or the table has none, a recording
has JSON objects.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from flinksim.common.typeinfo import TypeInformation, Types
from flinksim.connectors.external.external_sink import ExternalSink
from flinksim.connectors.external.external_source import (
    LATEST,
    NEVER,
    DeserializationError,
    ExternalSource,
)
from flinksim.connectors.external.message import ExternalMessage
from flinksim.connectors.source import SourceItem, SourceRecord
from flinksim.external_data.sample import is_time_name
from flinksim.table.compiled_plan.row_formats import (
    CONVERSION_ERRORS,
    DECODERS,
    ENCODERS,
    convert_json_object,
    get_format_name,
    is_changelog_format,
    parse_json_object,
    to_json_value,
)
from flinksim.table.compiled_plan.table_connectors import (
    EXTERNAL,
    SINK_FACTORIES,
    SOURCE_FACTORIES,
    PlanTable,
)
from flinksim.table.logical_types import CHARACTER_TYPES, LogicalType
from flinksim.table.runtime.change_rows import DELETE, UPDATE_BEFORE, ChangeRow, Values
from flinksim.table.runtime.expressions.datetime_text import format_with_pattern
from flinksim.table.runtime.expressions.json_functions import format_json
from flinksim.table.runtime.sql_values import (
    NANOS_PER_MILLI,
    MapValue,
    TimestampLtz,
    build_timestamp,
)

_ADDRESS_OPTIONS = (
    "topic", "topic-pattern", "topics", "table-name", "index", "path", "stream", "stream.arn", "collection",
    "collection-name", "queue", "channel", "url",
)  # fmt: skip
_BOUNDED_SYSTEMS = frozenset(
    (
        "filesystem",
        "jdbc",
        "hbase-1.4",
        "hbase-2.2",
        "elasticsearch-6",
        "elasticsearch-7",
        "mongodb",
    )
)


def _make_bytes() -> TypeInformation:
    return Types.PRIMITIVE_ARRAY(Types.BYTE())


_TYPES: Mapping[str, Any] = {
    "TINYINT": Types.BYTE, "SMALLINT": Types.SHORT, "INT": Types.INT, "BIGINT": Types.LONG,
    "FLOAT": Types.FLOAT, "DOUBLE": Types.DOUBLE, "DECIMAL": Types.BIG_DEC, "BOOLEAN": Types.BOOLEAN,
    "TIMESTAMP": Types.SQL_TIMESTAMP, "TIMESTAMP_LTZ": Types.SQL_TIMESTAMP, "DATE": Types.SQL_DATE,
    "TIME": Types.SQL_TIME, "BINARY": _make_bytes, "VARBINARY": _make_bytes,
}  # fmt: skip


class TableMessageSchema:
    """Reads the rows of a table from the messages of a recording."""

    def __init__(self, table: PlanTable) -> None:
        self.table = table
        self.format = get_format_name(table)
        self.values_as_json = self.format not in ("csv", "raw")
        build = DECODERS.get(self.format)
        self._decode = None if build is None else build(table, self.format)
        self._decode_csv = DECODERS["csv"](table, "csv")
        self._key_names = _list_key_names(table)
        self.time_values = _find_time_values(table)
        """For columns with times: how generated records write one."""

    def get_produced_type(self) -> TypeInformation:
        """Return the type of a value; generated records have its fields."""
        return to_type_info(self.table.type)

    def describe_type(self) -> str:
        """Return the columns of the table as its statement declares them."""
        columns = zip(self.table.type.names, self.table.type.children, strict=True)
        return ", ".join(f"{name} {replace(type_, time_kind='')}" for name, type_ in columns)

    def deserialize(self, message: ExternalMessage, is_sample: bool) -> list[ChangeRow]:
        """Read the rows of a message.

        Raises:
            ValueError: If the format of the table rejects it.
        """
        if message.value is None:
            return [ChangeRow(self._read_key(message), DELETE)] if message.key else []
        text = message.value.decode()
        if self.values_as_json and not text.lstrip().startswith("{"):
            return list(self._decode_csv(text))  # a file without a header
        if self._decode is None or is_sample:
            return [ChangeRow(convert_json_object(parse_json_object(text), self.table.type))]
        rows = list(self._decode(text))
        if self._key_names and message.key and "key.format" in self.table.options:
            rows = [self._add_key(row, message) for row in rows]
        return rows

    def _read_key(self, message: ExternalMessage) -> Values:
        prefix = self.table.options.get("key.fields-prefix", "")
        try:
            content = parse_json_object((message.key or b"").decode())
        except ValueError:
            content = {name: (message.key or b"").decode() for name in self._key_names[:1]}
        fields = {**{f"{prefix}{name}": value for name, value in content.items()}, **content}
        keys = {name: fields.get(name) for name in self._key_names}
        return convert_json_object(keys, self.table.type, ignores_errors=True)

    def _add_key(self, row: ChangeRow, message: ExternalMessage) -> ChangeRow:
        keys = self._read_key(message)
        values = [
            key if value is None else value for value, key in zip(row.values, keys, strict=True)
        ]
        return ChangeRow(tuple(values), row.kind)


class ExternalTableSource(ExternalSource):
    """The rows of an external table, in the order of a recording; metadata columns follow."""

    def __init__(self, table: PlanTable) -> None:
        options = table.options
        connector = options.get("connector", "unknown connector")
        addresses = [part for key in _ADDRESS_OPTIONS for part in options.get(key, "").split(";")]
        is_bounded = (
            connector in _BOUNDED_SYSTEMS
            or options.get("scan.bounded.mode", "unbounded") != "unbounded"
        )
        super().__init__(
            f"{connector} table",
            list(dict.fromkeys([table.name, *filter(None, addresses)])),
            TableMessageSchema(table),
            bounded=is_bounded,
            stop=LATEST if is_bounded else NEVER,
        )
        self._metadata = table.metadata
        self.key_positions = tuple(table.type.names.index(name) for name in table.primary_key)
        """The columns of the primary key."""

    def as_bounded(self) -> ExternalTableSource:
        """Return a source that ends with its recording, as batch mode needs it."""
        changed = copy.copy(self)
        changed.bounded, changed.waits_for_input, changed.stop = True, False, LATEST
        return changed

    def open_split(self, split: str) -> Iterator[SourceItem]:
        is_sample = self.recording == "sample"
        for message in self._get_messages()[split]:
            try:
                rows = self.schema.deserialize(message, is_sample)
            except CONVERSION_ERRORS as error:
                raise DeserializationError(
                    f"{message.location}: the table {self.addresses[0]!r} cannot read the message at "
                    f"offset {message.offset} of {split}: {error}"
                ) from error
            for row in rows:
                values = row.values + tuple(_read_metadata(message, *m) for m in self._metadata)
                yield SourceRecord(
                    ChangeRow(values, row.kind), message.timestamp, message.arrival_ms
                )


def _read_metadata(message: ExternalMessage, key: str, type_: LogicalType) -> Any:
    name = key.removeprefix("value.").lower()
    match name:
        case "topic":
            return message.topic
        case "partition":
            return message.partition
        case "offset":
            return message.offset
        case "headers":
            return MapValue()
        case "timestamp-type":
            return "CreateTime"
        case "timestamp" | "ingestion-timestamp" | "source.timestamp" | "event-timestamp" | "op_ts":
            millis = message.timestamp or 0
            if type_.root == "BIGINT":
                return millis
            return TimestampLtz(millis * NANOS_PER_MILLI)
    return None


def _list_key_names(table: PlanTable) -> list[str]:
    fields = table.options.get("key.fields", "")
    return [name for name in fields.split(";") if name] or list(table.primary_key)


def to_type_info(type_: LogicalType) -> TypeInformation:
    """Return the type of the DataStream API for a type of SQL."""
    if type_.root == "ROW":
        return Types.ROW_NAMED(list(type_.names), [to_type_info(part) for part in type_.children])
    if type_.root == "ARRAY":
        return Types.LIST(to_type_info(type_.element))
    if type_.root == "MULTISET":  # each element, and how often it occurs
        return Types.MAP(to_type_info(type_.element), Types.INT())
    if type_.root == "MAP":
        return Types.MAP(*(to_type_info(part) for part in type_.children))
    make: Any = _TYPES.get(type_.root, Types.STRING)
    made: TypeInformation = make()
    return made


_TEXT_TIME = re.compile(
    r"(?:TO_TIMESTAMP|UNIX_TIMESTAMP|TO_DATE)\(\s*(?:\w+\(\s*`?(\w+)`?[^()]*\)|`?(\w+)`?)"
    r"(?:\s*,\s*(?:_\S*?)?'((?:[^']|'')*)')?",
    re.IGNORECASE,
)
"""A column, or the first argument of a function, and the pattern of its text."""
_NUMBER_TIME = re.compile(
    r"(TO_TIMESTAMP_LTZ|FROM_UNIXTIME)\(\s*(?:CAST\(\s*)?`?(\w+)`?[^,)]*\)?(?:,\s*(\d))?",
    re.IGNORECASE,
)


def _find_time_values(table: PlanTable) -> dict[str, Callable[[int], Any]]:
    """Find which columns have times, and how to write one of them, from milliseconds.

    Computed columns say which pattern a text has, and which unit a number has.
    """
    found: dict[str, Callable[[int], Any]] = {}
    for path, type_ in _list_fields(table.type, ""):
        name = path.rpartition(".")[2]
        is_text = type_.root in CHARACTER_TYPES and is_time_name(name.lower())
        if type_.root == "TIMESTAMP" or is_text:
            found[path] = _write_sql_time
        if type_.root == "TIMESTAMP_LTZ":
            found[path] = _write_sql_instant
    for text in table.computed:
        for inner, outer, pattern in _TEXT_TIME.findall(text):
            column = inner or outer
            shown = pattern.replace("''", "'") or "yyyy-MM-dd HH:mm:ss"
            found[column] = partial(_write_with_pattern, shown)
        for function, column, precision in _NUMBER_TIME.findall(text):
            is_divided = re.search(rf"`?{column}`?\s*/\s*1000", text)
            in_seconds = precision == "0" or function.upper() == "FROM_UNIXTIME"
            found[column] = _write_seconds if in_seconds and not is_divided else int
    return found


def _list_fields(type_: LogicalType, path: str) -> Iterator[tuple[str, LogicalType]]:
    """List the fields of a row, also those of rows in it, by their paths, such as ``user.born``."""
    if type_.root == "ROW":
        for name, child in zip(type_.names, type_.children, strict=True):
            yield from _list_fields(child, f"{path}.{name}" if path else name)
    elif type_.root in ("ARRAY", "MULTISET", "MAP"):
        yield from _list_fields(type_.children[-1], path)
    else:
        yield path, type_


def _write_sql_time(millis: int) -> str:
    return str(build_timestamp(millis))


def _write_sql_instant(millis: int) -> str:
    return f"{build_timestamp(millis)}Z"


def _write_with_pattern(pattern: str, millis: int) -> str:
    return format_with_pattern(build_timestamp(millis), pattern)


def _write_seconds(millis: int) -> int:
    return millis // 1000


# --- sinks -----------------------------------------------------------------------------------------------


def create_external_sink(table: PlanTable) -> ExternalSink:
    """Create the sink of an external table; it keeps a message for each change."""
    options = table.options
    addresses = [part for key in _ADDRESS_OPTIONS for part in options.get(key, "").split(";")]
    name = get_format_name(table)
    encode = ENCODERS.get(name, ENCODERS["json"])(table, name)
    is_change = is_changelog_format(name)
    return ExternalSink(
        f"{options.get('connector', '')} table".strip(),
        list(dict.fromkeys([table.name, *filter(None, addresses)])),
        partial(_serialize, table, encode, is_change, _list_key_names(table)),
    )


def _serialize(
    table: PlanTable,
    encode: Any,
    is_change: bool,
    keys: list[str],
    row: ChangeRow,
    timestamp: int | None,
) -> ExternalMessage:
    """Return the message of a change: a deleted row has a key and no value."""
    is_removed = row.kind is DELETE or row.kind is UPDATE_BEFORE
    value = None if is_removed and not is_change else encode(row).encode()
    key = None
    if keys or value is None:
        content = to_json_value(row.values, table.type)
        chosen = {name: content[name] for name in keys} if keys else content
        key = format_json(chosen).encode()
    topic = table.options.get("topic", table.name)
    return ExternalMessage(value, key, topic, timestamp=timestamp)


SOURCE_FACTORIES[EXTERNAL] = ExternalTableSource
SINK_FACTORIES[EXTERNAL] = create_external_sink
