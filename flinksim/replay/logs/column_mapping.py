"""Mapping of a table's columns to the roles of an event log: split, order, arrival, event time.

The arrival is the time at which the source could read a row. Roles that the user does not specify
are proposed from common column names and types: flinksim's own logs, dumps of Kafka (``kcat -J``,
the console consumer, files of Kafka Connect), and tables with one or two time columns. The other
columns make up the record.

Not in Flink.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import pyarrow as pa

from flinksim.connectors.event_log.line_reader import ARRIVAL, SPLIT, SPLIT_END, format_names
from flinksim.replay.logs.column_types import (
    TEXT_COLUMN,
    TimeUnit,
    get_log_type,
    is_time_type,
    shorten_names,
    to_millis,
)

DEFAULT_SPLIT = "log"
"""Name of the only split if no column tells splits apart."""

_SPLIT_COLUMNS = (
    "kafka_partition",
    "_partition",
    "partition",
    "partition_id",
    "shard_id",
    "shardId",
    "shard",
)
_ORDER_COLUMNS = ("kafka_offset", "_offset", "offset", "sequence_number", "sequenceNumber", "seq")
_ARRIVAL_COLUMNS = (
    "arrival", "arrived_at", "arrival_time", "ingested_at", "ingest_time", "ingestion_time",
    "received_at", "processing_time", "kafka_timestamp", "_timestamp",
)  # fmt: skip
_EVENT_TIME_COLUMNS = (
    "event_time", "eventTime", "event_timestamp", "event_ts", "occurred_at", "created_at", "at",
    "time", "ts", "timestamp",
)  # fmt: skip
_KAFKA_COLUMNS = ({"topic", "partition", "offset"}, ("timestamp", "ts"), ("value", "payload"))
_KAFKA_METADATA_COLUMNS = frozenset({"topic", "tstype", "timestampType", "broker", "headers"})


@dataclass(frozen=True)
class LogMapping:
    """Which columns of a table have which role; struct fields have names such as ``value.at``.

    ``split``: columns whose values, joined by ``-``, name the split; empty: one split. ``order``:
    the column that orders the rows of a split; ``None``: the order of the table. ``unit``: unit of
    arrivals and event times that are plain numbers. ``columns``: the columns of a record. ``zone``: the
    time zone of times without one; ``None``: UTC. ``names``: the columns of a CSV file without a header.
    ``value``: ``"raw"`` if a record is the text of its row.
    """

    split: tuple[str, ...]
    order: str | None
    arrival: str
    event_time: str | None
    unit: TimeUnit
    columns: tuple[str, ...]
    zone: str | None = None
    names: Sequence[str] | None = None
    value: Literal["raw"] | None = None

    def format_arguments(self) -> str:
        """Format the mapping as arguments of ``Log.of``."""
        assignments = [f"{name}={value!r}" for name, value in self._list_assignments()]
        return ", ".join(assignments)

    def format_option(self) -> str:
        """Format the mapping as the part of ``--source`` after the file name."""
        return " ".join(
            shlex.quote(f"{name}={value if isinstance(value, str) else ','.join(value)}")
            for name, value in self._list_assignments()
        )

    def _list_assignments(self) -> list[tuple[str, str | tuple[str, ...]]]:
        assignments: list[tuple[str, str | tuple[str, ...]]] = []
        if self.split:
            assignments.append(("split", self.split[0] if len(self.split) == 1 else self.split))
        if self.order is not None:
            assignments.append(("order", self.order))
        assignments.append(("arrival", self.arrival))
        if self.event_time is not None:
            assignments.append(("event_time", self.event_time))
        if self.unit != "ms":
            assignments.append(("unit", self.unit))
        if self.zone is not None:
            assignments.append(("zone", self.zone))
        if self.names is not None:
            assignments.append(("names", tuple(self.names)))
        if self.value is not None:
            assignments.append(("value", self.value))
        return assignments


@dataclass(frozen=True)
class ExplicitMapping:
    """Mapping given by the user; ``None`` for roles that are not specified."""

    split: Sequence[str] | None = None
    order: str | None = None
    arrival: str | None = None
    event_time: str | None = None
    unit: TimeUnit | None = None
    columns: Sequence[str] | None = None
    zone: str | None = None
    names: Sequence[str] | None = None
    value: Literal["raw"] | None = None


EMPTY_MAPPING = ExplicitMapping()


class MappingError(ValueError):
    """A specified column does not exist, or no column is found for a role such as the arrival."""

    def __init__(self, column: str | None, problem: str, advice: str = "") -> None:
        super().__init__(problem)
        self.column = column
        self.advice = advice


def is_kafka_dump(names: Sequence[str]) -> bool:
    """Return whether the columns are those of a dump of Kafka records."""
    needed, times, _ = _KAFKA_COLUMNS
    return needed <= set(names) and any(name in names for name in times)


def append_text(table: pa.Table) -> pa.Table:
    """Return *table* with :data:`TEXT_COLUMN`: the value of a Kafka message, or the text of a row.

    A row that is no text, such as one of a Parquet file, becomes a JSON object.
    """
    names = table.column_names
    value = find_kafka_value_column(names) if is_kafka_dump(names) else None
    if value is None and TEXT_COLUMN in names:
        return table
    rows = table.to_pylist() if value is None else table.column(value).to_pylist()
    texts = [
        row
        if row is None or isinstance(row, str)
        else json.dumps(row, ensure_ascii=False, default=str)
        for row in rows
    ]
    if TEXT_COLUMN in names:
        table = table.drop_columns([TEXT_COLUMN])
    return table.append_column(TEXT_COLUMN, pa.array(texts, pa.string()))


def find_kafka_value_column(names: Sequence[str]) -> str | None:
    """Find the column of a Kafka dump that has the record's value."""
    return next((name for name in _KAFKA_COLUMNS[2] if name in names), None)


def propose_mapping(head: pa.Table, explicit: ExplicitMapping) -> LogMapping:
    """Propose a mapping for a table; what the user has specified is kept.

    Args:
        head: The first rows of the table.
        explicit: The mapping given by the user.

    Raises:
        MappingError: A column does not exist, two have the same name, or a role has no column.
    """
    names = head.column_names
    if len(set(names)) < len(names):  # Arrow finds no column with such a name
        twice = next(name for name in names if names.count(name) > 1)
        raise MappingError(twice, f"several columns have the name {twice!r}")
    explicit = _resolve_names(explicit, names)
    is_kafka = is_kafka_dump(names)
    split = (
        tuple(explicit.split) if explicit.split is not None else _find_split_columns(head, is_kafka)
    )
    order = explicit.order or _find_first(_ORDER_COLUMNS if split else (), names)
    arrival = explicit.arrival or _find_arrival_column(head, is_kafka, explicit.event_time)
    event_time = explicit.event_time or _find_event_time_column(
        head, is_kafka, arrival, explicit.arrival is None
    )
    is_proposed = explicit.arrival is None and explicit.event_time is None
    if is_proposed and _is_reversed(head, is_kafka, arrival, event_time):
        arrival, event_time = str(event_time), arrival
    is_own = (
        SPLIT in names and ARRIVAL in names
    )  # Times of flinksim's own logs are milliseconds, whatever their size.
    unit = explicit.unit or (
        "ms" if is_own else _infer_unit(head, [arrival, event_time or arrival])
    )
    mapping = LogMapping(
        split, order, arrival, event_time, unit, (), explicit.zone, explicit.names, explicit.value
    )
    if explicit.value == "raw":
        return replace(mapping, columns=(TEXT_COLUMN,))
    chosen = explicit.columns or _select_record_columns(head, mapping, is_kafka)
    for name in chosen:
        if get_log_type(head.schema.field(name).type) is None:
            kind = head.schema.field(name).type
            raise MappingError(
                name, f"a record cannot have a column of type {kind}", "Remove it from the columns."
            )
    return replace(mapping, columns=tuple(chosen))


def _resolve_names(explicit: ExplicitMapping, names: list[str]) -> ExplicitMapping:
    """Replace short column names in *explicit* by full ones, ``at`` by ``value.at``."""
    by_short = {short: name for name, short in shorten_names(names).items()}

    def full(name: str) -> str:
        if name not in names and name not in by_short:
            raise MappingError(
                name, f"the column does not exist. Columns of the log: {format_names(names)}"
            )
        return name if name in names else by_short[name]

    def all_of(names_given: Sequence[str] | None) -> tuple[str, ...] | None:
        return None if names_given is None else tuple(map(full, names_given))

    order, arrival, event_time = (
        None if name is None else full(name)
        for name in (explicit.order, explicit.arrival, explicit.event_time)
    )
    return replace(
        explicit,
        split=all_of(explicit.split),
        order=order,
        arrival=arrival,
        event_time=event_time,
        columns=all_of(explicit.columns),
    )


def _find_first(candidates: Sequence[str], names: Sequence[str]) -> str | None:
    return next((name for name in candidates if name in names), None)


def _find_split_columns(head: pa.Table, is_kafka: bool) -> tuple[str, ...]:
    names = head.column_names
    if SPLIT in names:
        return (SPLIT,)
    if is_kafka or {"topic", "partition"} <= set(names):
        return ("topic", "partition")
    found = _find_first(_SPLIT_COLUMNS, names)
    return () if found is None else (found,)


def _list_time_columns(head: pa.Table) -> list[str]:
    return [field.name for field in head.schema if is_time_type(field.type)]


def _find_arrival_column(head: pa.Table, is_kafka: bool, event_time: str | None) -> str:
    names = head.column_names
    found = _find_first(_KAFKA_COLUMNS[1] if is_kafka else _ARRIVAL_COLUMNS, names)
    if found is not None:
        return found
    times = _list_time_columns(head)
    found = (
        event_time
        or _find_first(_EVENT_TIME_COLUMNS, names)
        or (times[0] if len(times) == 1 else None)
        or _find_latest(head, times)
    )
    if found is None:
        raise MappingError(
            ARRIVAL,
            "no column contains the arrival time of a row. Columns of the log: "
            f"{format_names(names)}",
            'Name the column: arrival="...".',
        )
    return found


def _find_latest(head: pa.Table, times: list[str]) -> str | None:
    """Find the time column without gaps whose values are the latest: a row arrives after its events."""
    whole = [name for name in times if not head.column(name).null_count]
    if not whole:
        return None
    return max(whole, key=lambda name: sum(to_millis(head.column(name), "ms").to_pylist()))


def _is_reversed(head: pa.Table, is_kafka: bool, arrival: str, event_time: str | None) -> bool:
    """Return whether *event_time* is the arrival, such as "updated" beside "time": it is later."""
    if event_time in (None, arrival) or is_kafka or arrival in _ARRIVAL_COLUMNS:
        return False
    pair = [arrival, str(event_time)]
    if not set(pair) <= set(_list_time_columns(head)):
        return False
    return _find_latest(head, pair) == event_time


def _find_event_time_column(
    head: pa.Table, is_kafka: bool, arrival: str, is_proposed: bool
) -> str | None:
    """Find a column with a common name of event time.

    In a Kafka dump this is a field of the value, compared by the last part of its name.
    """
    names = head.column_names
    if (
        SPLIT in names and ARRIVAL in names
    ):  # In flinksim's own logs the watermark strategy assigns timestamps.
        return "timestamp" if "timestamp" in names else None
    value = find_kafka_value_column(names) or next(
        (n.partition(".")[0] for n in names if "." in n), None
    )
    inside = {n.rpartition(".")[2]: n for n in names if not is_kafka or n.startswith(f"{value}.")}
    found = next(
        (inside[n] for n in _EVENT_TIME_COLUMNS if n in inside and inside[n] != arrival), None
    )
    if found is None:
        times = [name for name in _list_time_columns(head) if not head.column(name).null_count]
        found = next((name for name in times if name != arrival), None)
    # A table with one time column: events arrive when they happen, in the order of the rows.
    is_of_events = is_proposed and not is_kafka and arrival not in _ARRIVAL_COLUMNS
    return arrival if found is None and is_of_events else found


def _infer_unit(head: pa.Table, names: list[str]) -> TimeUnit:
    """Infer the unit of times that are plain numbers from their size, assuming times of this century."""
    sizes = []
    for name in names:
        column = head.column(name)
        if pa.types.is_integer(column.type) or pa.types.is_floating(column.type):
            sizes += [abs(value) for value in column.to_pylist() if value is not None]
    if not sizes:
        return "ms"
    bounds: tuple[tuple[TimeUnit, float], ...] = (
        ("s", 1e8),
        ("ms", 1e11),
        ("us", 1e14),
        ("ns", 1e17),
    )
    for unit, least in reversed(bounds):
        if min(sizes) >= least:
            return unit
    return "ms"


def _select_record_columns(head: pa.Table, mapping: LogMapping, is_kafka: bool) -> list[str]:
    excluded = {*mapping.split, mapping.order, SPLIT, ARRIVAL, SPLIT_END}
    if is_kafka or mapping.arrival != mapping.event_time:
        excluded.add(mapping.arrival)
    if is_kafka:
        excluded |= _KAFKA_METADATA_COLUMNS
    if mapping.event_time == "timestamp" and SPLIT in head.column_names:
        excluded.add("timestamp")
    chosen = [
        field.name
        for field in head.schema
        if field.name not in excluded and get_log_type(field.type) is not None
    ]
    if not chosen:
        raise MappingError(
            None, "no column remains for the record", 'Name at least one: columns=["..."].'
        )
    return chosen


def parse_json_column(table: pa.Table, name: str, struct_type: pa.DataType) -> pa.Table:
    """Replace the JSON texts of column *name* by structs of type *struct_type*.

    Raises:
        ValueError: A text is not an object of that type; the message has the row number.
    """
    values = []
    for number, text in enumerate(table.column(name).to_pylist()):
        try:
            value = None if text is None else json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"row {number + 1}: invalid JSON object: {error}") from None
        values.append(value)
    try:
        column = pa.array(values, struct_type)
    except (pa.ArrowException, OverflowError) as error:
        raise ValueError(str(error).partition("\n")[0]) from None
    return table.set_column(table.column_names.index(name), name, column)


def infer_json_type(column: pa.ChunkedArray) -> pa.DataType | None:
    """Infer the struct type of a column of JSON texts; ``None`` if one is not an object."""
    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        return None
    values = []
    for text in column.to_pylist():
        if text is None:
            continue
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return None
        if not isinstance(value, dict):
            return None
        values.append(value)
    if not values:
        return None
    try:
        kind = pa.array(values).type
    except (pa.ArrowException, OverflowError):
        return None
    return kind if pa.types.is_struct(kind) and kind.num_fields else None


__all__ = [
    "DEFAULT_SPLIT",
    "EMPTY_MAPPING",
    "ExplicitMapping",
    "LogMapping",
    "MappingError",
    "append_text",
    "find_kafka_value_column",
    "infer_json_type",
    "is_kafka_dump",
    "parse_json_column",
    "propose_mapping",
]  # fmt: skip
