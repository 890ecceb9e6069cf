"""Mapping of a table's columns to an event log: split, order, arrival, event time, record.

Columns that are not specified are proposed from common names and types: flinksim's own logs, dumps
of Kafka (``kcat -J``, the console consumer, files of Kafka Connect), and tables with one or two
time columns.

Not in Flink.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pyarrow as pa

from flinksim.connectors.event_log.line_reader import ARRIVAL, SPLIT, SPLIT_END, listed
from flinksim.replay.logs.column_types import TimeUnit, is_time, log_type, short_names

ONE_SPLIT = "log"
"""Name of the only split if no column distinguishes splits."""

_SPLITS = (
    "kafka_partition",
    "_partition",
    "partition",
    "partition_id",
    "shard_id",
    "shardId",
    "shard",
)
_ORDERS = ("kafka_offset", "_offset", "offset", "sequence_number", "sequenceNumber", "seq")
_ARRIVALS = (
    "arrival", "arrived_at", "arrival_time", "ingested_at", "ingest_time", "ingestion_time",
    "received_at", "processing_time", "kafka_timestamp", "_timestamp",
)  # fmt: skip
_EVENT_TIMES = (
    "event_time", "eventTime", "event_timestamp", "event_ts", "occurred_at", "created_at", "at",
    "time", "ts", "timestamp",
)  # fmt: skip
_KAFKA = ({"topic", "partition", "offset"}, ("timestamp", "ts"), ("value", "payload"))
_OF_KAFKA_ALONE = frozenset({"topic", "tstype", "timestampType", "broker", "headers"})


@dataclass(frozen=True)
class LogMapping:
    """Roles of a table's columns; names are those of the table with flattened structs.

    ``split``: columns whose values, joined by ``-``, name the split; empty: one split. ``order``:
    the column that orders the rows of a split; ``None``: the order of the table. ``unit``: unit of
    arrivals and event times that are plain numbers. ``columns``: the columns of a record.
    """

    split: tuple[str, ...]
    order: str | None
    arrival: str
    event_time: str | None
    unit: TimeUnit
    columns: tuple[str, ...]

    def as_arguments(self) -> str:
        """Format the mapping as arguments of ``Log.of``."""
        assignments = [f"{name}={value!r}" for name, value in self._said()]
        return ", ".join(assignments)

    def as_option(self) -> str:
        """Format the mapping as the part of ``--log`` after the file name."""
        return " ".join(
            f"{name}={value if isinstance(value, str) else ','.join(value)}"
            for name, value in self._said()
        )

    def _said(self) -> list[tuple[str, str | tuple[str, ...]]]:
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
        return assignments


@dataclass(frozen=True)
class SaidMapping:
    """Mapping given by the user; ``None`` for roles that are not specified."""

    split: Sequence[str] | None = None
    order: str | None = None
    arrival: str | None = None
    event_time: str | None = None
    unit: TimeUnit | None = None
    columns: Sequence[str] | None = None


NOTHING_SAID = SaidMapping()


class NoMapping(ValueError):
    """A column does not exist, or a role has no column."""

    def __init__(self, column: str | None, problem: str, advice: str = "") -> None:
        super().__init__(problem)
        self.column = column
        self.advice = advice


def is_of_kafka(names: Sequence[str]) -> bool:
    """Return whether the columns are those of a dump of Kafka records."""
    needed, times, _ = _KAFKA
    return needed <= set(names) and any(name in names for name in times)


def kafka_value(names: Sequence[str]) -> str | None:
    """Find the column of a Kafka dump that has the record's value."""
    return next((name for name in _KAFKA[2] if name in names), None)


def mapping_for(head: pa.Table, said: SaidMapping) -> LogMapping:
    """Propose a mapping for a table, respecting what the user has specified.

    Args:
        head: The first rows of the table.
        said: The mapping given by the user.

    Raises:
        NoMapping: A column does not exist, or a role has no column.
    """
    names = head.column_names
    said = _in_full(said, names)
    is_kafka = is_of_kafka(names)
    split = tuple(said.split) if said.split is not None else _split(head, is_kafka)
    order = said.order or _first(_ORDERS if split else (), names)
    arrival = said.arrival or _arrival(head, is_kafka, said.event_time)
    event_time = said.event_time or _event_time(head, is_kafka, arrival, said.arrival is None)
    is_own = (
        SPLIT in names and ARRIVAL in names
    )  # Times of flinksim's own logs are milliseconds, whatever their size.
    unit = said.unit or ("ms" if is_own else _unit(head, [arrival, event_time or arrival]))
    mapping = LogMapping(split, order, arrival, event_time, unit, ())
    chosen = said.columns or _record(head, mapping, is_kafka)
    for name in chosen:
        if log_type(head.schema.field(name).type) is None:
            kind = head.schema.field(name).type
            raise NoMapping(name, f"a record cannot have a column of type {kind}", "Leave it out.")
    return replace(mapping, columns=tuple(chosen))


def _in_full(said: SaidMapping, names: list[str]) -> SaidMapping:
    """Replace short column names in *said* by full ones, ``at`` by ``value.at``."""
    by_short = {short: name for name, short in short_names(names).items()}

    def full(name: str) -> str:
        if name not in names and name not in by_short:
            raise NoMapping(name, f"there is no such column; the columns are {listed(names)}")
        return name if name in names else by_short[name]

    def all_of(names_given: Sequence[str] | None) -> tuple[str, ...] | None:
        return None if names_given is None else tuple(map(full, names_given))

    order, arrival, event_time = (
        None if name is None else full(name) for name in (said.order, said.arrival, said.event_time)
    )
    return SaidMapping(
        all_of(said.split), order, arrival, event_time, said.unit, all_of(said.columns)
    )


def _first(wanted: Sequence[str], names: Sequence[str]) -> str | None:
    return next((name for name in wanted if name in names), None)


def _split(head: pa.Table, kafka: bool) -> tuple[str, ...]:
    names = head.column_names
    if SPLIT in names:
        return (SPLIT,)
    if kafka or {"topic", "partition"} <= set(names):
        return ("topic", "partition")
    found = _first(_SPLITS, names)
    return () if found is None else (found,)


def _times(head: pa.Table) -> list[str]:
    return [field.name for field in head.schema if is_time(field.type)]


def _arrival(head: pa.Table, kafka: bool, event_time: str | None) -> str:
    names = head.column_names
    found = _first(_KAFKA[1] if kafka else _ARRIVALS, names)
    if found is not None:
        return found
    times = _times(head)
    found = event_time or _first(_EVENT_TIMES, names) or (times[0] if len(times) == 1 else None)
    if found is None:
        raise NoMapping(
            ARRIVAL,
            f"nothing says when a row arrived; the columns are {listed(names)}",
            'Say which column does: arrival="...".',
        )
    return found


def _event_time(head: pa.Table, kafka: bool, arrival: str, is_proposed: bool) -> str | None:
    """Find a column with a name of event time; in a dump, a field of the value by its last name."""
    names = head.column_names
    if (
        SPLIT in names and ARRIVAL in names
    ):  # In flinksim's own logs the watermark strategy assigns timestamps.
        return "timestamp" if "timestamp" in names else None
    value = kafka_value(names) or next((n.partition(".")[0] for n in names if "." in n), None)
    inside = {n.rpartition(".")[2]: n for n in names if not kafka or n.startswith(f"{value}.")}
    found = next((inside[n] for n in _EVENT_TIMES if n in inside and inside[n] != arrival), None)
    if found is None:
        found = next((name for name in _times(head) if name != arrival), None)
    # A table with one time column: events arrive when they happen, in the order of the rows.
    is_of_events = is_proposed and not kafka and arrival not in _ARRIVALS
    return arrival if found is None and is_of_events else found


def _unit(head: pa.Table, names: list[str]) -> TimeUnit:
    """Infer the unit from the size of the numbers, assuming times of this century."""
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


def _record(head: pa.Table, mapping: LogMapping, kafka: bool) -> list[str]:
    excluded = {*mapping.split, mapping.order, SPLIT, ARRIVAL, SPLIT_END}
    if kafka or mapping.arrival != mapping.event_time:
        excluded.add(mapping.arrival)
    if kafka:
        excluded |= _OF_KAFKA_ALONE
    if mapping.event_time == "timestamp" and SPLIT in head.column_names:
        excluded.add("timestamp")
    chosen = [
        field.name
        for field in head.schema
        if field.name not in excluded and log_type(field.type) is not None
    ]
    if not chosen:
        raise NoMapping(None, "no column is left for the record", 'Name some: columns=["..."].')
    return chosen


def with_json_texts(table: pa.Table, name: str, kind: pa.DataType) -> pa.Table:
    """Replace the JSON texts of column *name* by structs of type *kind*.

    Raises:
        ValueError: A text is not an object of that type; the message has the row number.
    """
    values = []
    for number, text in enumerate(table.column(name).to_pylist()):
        try:
            value = None if text is None else json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"row {number + 1}: not a JSON object: {error}") from None
        values.append(value)
    try:
        column = pa.array(values, kind)
    except (pa.ArrowException, OverflowError) as error:
        raise ValueError(str(error).partition("\n")[0]) from None
    return table.set_column(table.column_names.index(name), name, column)


def json_type(column: pa.ChunkedArray) -> pa.DataType | None:
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
    "NOTHING_SAID", "ONE_SPLIT", "LogMapping", "NoMapping", "SaidMapping", "is_of_kafka", "json_type",
    "kafka_value", "mapping_for", "with_json_texts",
]  # fmt: skip
