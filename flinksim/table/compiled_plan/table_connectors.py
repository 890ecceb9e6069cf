"""The tables of a plan: where sources get rows from, and where sinks put them.

Flink: ``DynamicTableSourceFactory``, ``DynamicTableSinkFactory``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from flinksim.connectors.sink import Sink, SinkContext, SinkWriter
from flinksim.connectors.source import Source
from flinksim.datastream.transformations import Transformation
from flinksim.table.compiled_plan.java_text import format_change
from flinksim.table.compiled_plan.plan_document import CompiledPlanError
from flinksim.table.logical_types import LogicalType
from flinksim.table.runtime.change_rows import ChangeRow


@dataclass(frozen=True, slots=True)
class PlanTable:
    """A table of a plan: its name, its physical columns, and its options."""

    identifier: str
    name: str
    type: LogicalType
    options: Mapping[str, str]
    primary_key: tuple[str, ...] = ()
    computed: tuple[str, ...] = ()
    """The expressions of computed columns and watermarks, as text."""
    metadata: tuple[tuple[str, LogicalType], ...] = ()
    """The metadata columns that a source adds behind the physical ones, by key."""


SourceFactory: TypeAlias = Callable[[PlanTable], Source]
"""Function that creates the source of a table."""
SinkFactory: TypeAlias = Callable[[PlanTable], Sink]
"""Function that creates the sink of a table."""

SOURCE_FACTORIES: dict[str, SourceFactory] = {}
"""Source factories by the value of ``connector``."""
SINK_FACTORIES: dict[str, SinkFactory] = {}
"""Sink factories by the value of ``connector``."""


@dataclass(slots=True)
class TableConnectors:
    """What a caller gives for the tables of a plan, by table name.

    Other tables are connected by their ``connector`` option. A connector that flinksim lacks is an
    external system, to which files are bound.
    """

    sources: Mapping[str, Source] = field(default_factory=dict)
    sinks: Mapping[str, Sink] = field(default_factory=dict)
    streams: Mapping[str, Transformation] = field(default_factory=dict)
    """Streams of rows that are read as tables. Flink: ``ExternalDynamicSource``."""
    outputs: dict[str, Any] = field(default_factory=dict)
    """Tables that become data streams; each gets its transformation. Flink: ``ExternalDynamicSink``."""

    def create_source(self, table: PlanTable) -> Source:
        """Create the source of *table*; without any rows it can be planned, but not read."""
        given = self.sources.get(table.name)
        return given if given is not None else _choose(SOURCE_FACTORIES, table)(table)

    def create_sink(self, table: PlanTable) -> Sink:
        """Create the sink of *table*."""
        given = self.sinks.get(table.name)
        return given if given is not None else _choose(SINK_FACTORIES, table)(table)


EXTERNAL = "*external*"
"""The key of the factories for external systems."""


def _choose(factories: Mapping[str, Any], table: PlanTable) -> Any:
    return factories.get(table.options.get("connector", ""), factories[EXTERNAL])


class ChangelogPrintSink(Sink):
    """Sink that prints each row as ``+I[a, 1]``. Flink: the ``print`` connector."""

    def __init__(self, table: PlanTable) -> None:
        self._prefix = table.options.get("print-identifier", "")
        self._type = table.type

    def create_writer(self, context: SinkContext) -> SinkWriter:
        prefix = self._prefix
        if context.parallelism > 1:
            prefix += f"{':' if prefix else ''}{context.subtask_index + 1}"
        return _PrintWriter(f"{prefix}> " if prefix else "", self._type)


class _PrintWriter(SinkWriter):
    def __init__(self, prefix: str, type_: LogicalType) -> None:
        self._prefix = prefix
        self._type = type_

    def write(self, value: Any, timestamp: int | None) -> str:
        import sys  # looked up for each row, because a test or a notebook may replace the stream

        line = f"{self._prefix}{format_change(value, self._type)}"
        sys.stdout.write(line + "\n")
        return line


class ChangelogCollectSink(Sink):
    """Sink that appends each row to ``rows``. Not in Flink; it is behind ``TableResult.collect``."""

    def __init__(self) -> None:
        self.rows: list[ChangeRow] = []

    def create_writer(self, context: SinkContext) -> SinkWriter:
        return _CollectWriter(self.rows)


class _CollectWriter(SinkWriter):
    def __init__(self, rows: list[ChangeRow]) -> None:
        self._rows = rows

    def write(self, value: Any, timestamp: int | None) -> str:
        self._rows.append(value)
        return str(value)


class _BlackholeSink(Sink):
    """Sink that discards all rows. Flink: the ``blackhole`` connector."""

    def __init__(self, table: PlanTable) -> None:
        pass

    def create_writer(self, context: SinkContext) -> SinkWriter:
        return _BlackholeWriter()


class _BlackholeWriter(SinkWriter):
    def write(self, value: Any, timestamp: int | None) -> str:
        return ""


SINK_FACTORIES["print"] = ChangelogPrintSink
SINK_FACTORIES["blackhole"] = _BlackholeSink


def read_plan_table(
    attributes: Mapping[str, Any], metadata: Sequence[tuple[str, LogicalType]] = ()
) -> PlanTable:
    """Read the table of a scan or a sink from the attribute ``table`` of a plan.

    Raises:
        CompiledPlanError: If the plan contains only the name of the table.
    """
    from flinksim.table.logical_types import build_row_type, parse_logical_type

    identifier = str(attributes.get("identifier", "*anonymous*"))
    name = identifier.rpartition("`.`")[2].strip("`")
    resolved = attributes.get("resolvedTable")
    if resolved is None:
        raise CompiledPlanError(
            f"the plan has no schema of the table {identifier}; compile it with "
            "table.plan.compile.catalog-objects = ALL"
        )
    schema = resolved["schema"]
    columns: Sequence[Mapping[str, Any]] = [
        column for column in schema["columns"] if column.get("kind", "PHYSICAL") == "PHYSICAL"
    ]
    type_ = build_row_type(
        tuple(column["name"] for column in columns),
        tuple(parse_logical_type(column["dataType"]) for column in columns),
    )
    expressions = [*schema["columns"], *schema.get("watermarkSpecs", ())]
    return PlanTable(
        identifier,
        name,
        type_,
        resolved.get("options", {}),
        tuple(schema.get("primaryKey", {}).get("columns", ())),
        tuple(e["expression"]["serializableString"] for e in expressions if "expression" in e),
        tuple(metadata),
    )
