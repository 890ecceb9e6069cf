"""The tables of a plan: where sources get rows from, and where sinks put them.

Flink: ``DynamicTableSourceFactory``, ``DynamicTableSinkFactory``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from flinksim.connectors.sink import Sink, SinkContext, SinkWriter
from flinksim.connectors.source import Source, SourceItem
from flinksim.datastream.transformations import Transformation
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
    """The data that a caller gives for the tables of a plan, by table name.

    ``files`` are paths of files with rows, as CSV or JSON. Other tables are connected by their
    ``connector`` option.
    """

    sources: Mapping[str, Source] = field(default_factory=dict)
    sinks: Mapping[str, Sink] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    streams: Mapping[str, Transformation] = field(default_factory=dict)
    """Streams of rows that are read as tables. Flink: ``ExternalDynamicSource``."""
    outputs: dict[str, Any] = field(default_factory=dict)
    """Tables that become data streams; each gets its transformation. Flink: ``ExternalDynamicSink``."""

    def create_source(self, table: PlanTable) -> Source:
        """Create the source of *table*; without any rows it can be planned, but not read."""
        given = self.sources.get(table.name)
        if given is not None:
            return given
        if table.name in self.files:
            path = self.files[table.name]
            options = {"path": path, "format": path.rpartition(".")[2].replace("jsonl", "json")}
            return SOURCE_FACTORIES["filesystem"](replace(table, options=options))
        return SOURCE_FACTORIES.get(table.options.get("connector", ""), MissingRowsSource)(table)

    def create_sink(self, table: PlanTable) -> Sink:
        """Create the sink of *table*; a connector that flinksim lacks prints the changelog."""
        given = self.sinks.get(table.name)
        if given is not None:
            return given
        return SINK_FACTORIES.get(table.options.get("connector", ""), ChangelogPrintSink)(table)


class MissingRowsSource(Source):
    """Source of a table whose connector flinksim cannot read.

    Raises:
        CompiledPlanError: When the job reads it.
    """

    def __init__(self, table: PlanTable) -> None:
        self._table = table

    def splits(self, parallelism: int) -> Sequence[str]:
        raise self._build_error()

    def open_split(self, split: str) -> Iterator[SourceItem]:
        raise self._build_error()

    def _build_error(self) -> CompiledPlanError:
        table = self._table
        connector = table.options.get("connector", "")
        return CompiledPlanError(
            f"the table {table.name!r} has the connector {connector!r}, which flinksim cannot read. "
            f"Provide its rows with --rows {table.name}=FILE.csv (or .json), or use one of: "
            f"{', '.join(sorted(SOURCE_FACTORIES))}"
        )


class ChangelogPrintSink(Sink):
    """Sink that prints each row as ``+I[a, 1]``. Flink: the ``print`` connector."""

    def __init__(self, table: PlanTable) -> None:
        self._prefix = table.options.get("print-identifier", "")

    def create_writer(self, context: SinkContext) -> SinkWriter:
        prefix = self._prefix
        if context.parallelism > 1:
            prefix += f"{':' if prefix else ''}{context.subtask_index + 1}"
        return _PrintWriter(f"{prefix}> " if prefix else "")


class _PrintWriter(SinkWriter):
    def __init__(self, prefix: str) -> None:
        self._prefix = prefix

    def write(self, value: Any, timestamp: int | None) -> str:
        import sys  # looked up for each row, because a test or a notebook may replace the stream

        line = f"{self._prefix}{value}"
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


def read_plan_table(attributes: Mapping[str, Any]) -> PlanTable:
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
    columns: Sequence[Mapping[str, Any]] = [
        column
        for column in resolved["schema"]["columns"]
        if column.get("kind", "PHYSICAL") == "PHYSICAL"
    ]
    type_ = build_row_type(
        tuple(column["name"] for column in columns),
        tuple(parse_logical_type(column["dataType"]) for column in columns),
    )
    return PlanTable(identifier, name, type_, resolved.get("options", {}))
