"""Tables, views and functions in memory: Flink's ``GenericInMemoryCatalog``."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from flinksim.table.planner.planner_errors import ValidationError
from flinksim.table.planner.rex_nodes import Rex, serialize
from flinksim.table.planner.sql_ast import Query
from flinksim.table.planner.sql_types import SqlType

CATALOG, DATABASE = "default_catalog", "default_database"
CHANGELOG_MODES = {
    "upsert-kafka": "I,UA,D",
    "debezium-json": "I,UB,UA,D",
    "canal-json": "I,UB,UA,D",
    "maxwell-json": "I,UB,UA,D",
    "ogg-json": "I,UB,UA,D",
    "debezium-avro-confluent": "I,UB,UA,D",
    **{
        f"{system}-cdc": "I,UB,UA,D"
        for system in ("mysql", "postgres", "mongodb", "oracle", "sqlserver", "tidb", "db2")
    },
}


LOOKUP_CONNECTORS = frozenset(
    (
        "jdbc", "hbase-1.4", "hbase-2.2", "mongodb", "redis", "rest-lookup", "http", "kudu", "paimon", "doris",
        "starrocks", "hudi", "fluss",
    )
)  # fmt: skip


@dataclass(slots=True)
class CatalogColumn:
    """A column of a table. ``computed`` refers to the columns before it."""

    name: str
    type: SqlType
    computed: Rex | None = None
    text: str = ""
    metadata_key: str | None = None
    is_metadata: bool = False
    is_virtual: bool = False
    comment: str | None = None

    def serialize(self) -> dict[str, Any]:
        """Return the form of a plan."""
        if self.computed is not None:
            expression = {"rexNode": serialize(self.computed), "serializableString": self.text}
            return {"name": self.name, "kind": "COMPUTED", "expression": expression}
        if self.is_metadata:
            made: dict[str, Any] = {"name": self.name, "kind": "METADATA"}
            made["dataType"] = self.type.serialize()
            if self.metadata_key:
                made["metadataKey"] = self.metadata_key
            made["isVirtual"] = self.is_virtual
            return made
        return {"name": self.name, "dataType": self.type.serialize()}


@dataclass(slots=True)
class TableEntry:
    """A table of the catalog."""

    path: tuple[str, str, str]
    columns: list[CatalogColumn]
    options: dict[str, str] = field(default_factory=dict)
    primary_key: tuple[str, ...] = ()
    watermark_column: str | None = None
    watermark: Rex | None = None
    watermark_text: str = ""
    partitioned_by: list[str] = field(default_factory=list)
    temporary: bool = False
    source: Any = None
    """Rows or a data stream in memory, for tables that the Table API makes."""
    changelog: str | None = None

    @property
    def identifier(self) -> str:
        """Return the quoted path."""
        return ".".join(f"`{part}`" for part in self.path)

    @property
    def dotted(self) -> str:
        """Return the path as messages print it."""
        return ".".join(self.path)

    @property
    def shown_path(self) -> tuple[str, ...]:
        """Return the path as plans print it: a table without a name has no catalog."""
        return self.path[-1:] if self.path[-1].startswith("*anonymous") else self.path

    @property
    def is_source_watermark(self) -> bool:
        """Tell whether the source emits its own watermarks."""
        return "SOURCE_WATERMARK" in self.watermark_text.upper()

    @property
    def is_lookup_source(self) -> bool:
        """Whether the connector can look rows up by keys. Flink: ``LookupTableSource``."""
        connector = self.options.get("connector", "")
        return connector in LOOKUP_CONNECTORS or self.options.get("lookup") == "true"

    @property
    def source_columns(self) -> list[CatalogColumn]:
        """Return what the source emits: physical columns, then metadata columns."""
        physical = [c for c in self.columns if c.computed is None and not c.is_metadata]
        return physical + [c for c in self.columns if c.is_metadata]

    @property
    def sink_columns(self) -> list[CatalogColumn]:
        """Return what a sink takes: all columns that are persisted."""
        return [c for c in self.columns if c.computed is None and not c.is_virtual]

    def find_changelog(self) -> set[str]:
        """Return the kinds of changes that the source emits, of I, UB, UA and D."""
        text = self.changelog or self.options.get("changelog")
        for key in ("connector", "format", "value.format"):
            text = text or CHANGELOG_MODES.get(self.options.get(key, ""))
        return set((text or "I").split(","))

    def serialize(self) -> dict[str, Any]:
        """Return the form of a plan."""
        columns = [column.serialize() for column in self.columns]
        schema: dict[str, Any] = {"columns": columns}
        if self.watermark is not None:
            schema["watermarkSpecs"] = [
                {
                    "rowtimeAttribute": self.watermark_column,
                    "expression": {
                        "rexNode": serialize(self.watermark),
                        "serializableString": self.watermark_text,
                    },
                }
            ]
        if self.primary_key:
            schema["primaryKey"] = {
                "name": "PK_" + "_".join(self.primary_key),
                "type": "PRIMARY_KEY",
                "columns": list(self.primary_key),
            }
        resolved: dict[str, Any] = {"schema": schema}
        if self.partitioned_by:
            resolved["partitionKeys"] = self.partitioned_by
        resolved["options"] = dict(sorted(self.options.items()))
        return {"identifier": self.identifier, "resolvedTable": resolved}


@dataclass(slots=True)
class ViewEntry:
    """A view: a query that is expanded where it is used."""

    path: tuple[str, str, str]
    query: Query | None
    columns: list[str]
    text: str = ""
    rel: Any = None
    temporary: bool = False


@dataclass(slots=True)
class FunctionEntry:
    """A user-defined function: scalar, table, aggregate or table aggregate."""

    name: str
    kind: str
    function: Any
    result: SqlType
    arguments: list[SqlType] | None = None
    deterministic: bool = True
    row_names: tuple[str, ...] = ()
    """The names of the columns, if the function takes them as one row."""


@dataclass(slots=True)
class SessionCatalog:
    """All catalogs of one session."""

    objects: dict[tuple[str, str, str], TableEntry | ViewEntry] = field(default_factory=dict)
    functions: dict[str, FunctionEntry] = field(default_factory=dict)
    used_functions: dict[str, FunctionEntry] = field(default_factory=dict)
    """Functions that queries have called, by their unique names."""
    databases: dict[str, set[str]] = field(default_factory=lambda: {CATALOG: {DATABASE}})
    catalog_options: dict[str, dict[str, str]] = field(default_factory=dict)
    current: tuple[str, str] = (CATALOG, DATABASE)

    def add_catalog(self, name: str, database: str, options: dict[str, str]) -> None:
        """Add a catalog with its default database."""
        self.databases.setdefault(name, set()).add(database)
        self.catalog_options[name] = {**options, "default-database": database}

    def connect_entry(self, entry: TableEntry) -> None:
        """Give a table without a connector that of its catalog: the tables of Iceberg are Iceberg's."""
        kind = self.catalog_options.get(entry.path[0], {}).get("type", "")
        if kind and kind != "generic_in_memory" and "connector.type" not in entry.options:
            entry.options.setdefault("connector", kind)

    def resolve(self, name: tuple[str, ...]) -> tuple[str, str, str]:
        """Return the full path of a name."""
        catalog, database = self.current
        if len(name) == 1:
            return catalog, database, name[0]
        if len(name) == 2:
            return catalog, name[0], name[1]
        return name[0], name[1], ".".join(name[2:])

    def find(self, name: tuple[str, ...]) -> TableEntry | ViewEntry | None:
        """Return a table or view; None if there is none."""
        return self.objects.get(self.resolve(name))

    def add(self, entry: TableEntry | ViewEntry, if_not_exists: bool = False) -> None:
        """Add a table or view."""
        if entry.path in self.objects and not entry.temporary:
            if if_not_exists:
                return
            raise ValidationError(
                f"Could not execute CreateTable in path {'.'.join(entry.path)}: "
                "a table or view with this name exists already."
            )
        self.objects[entry.path] = entry

    def remove(self, kind: str, name: tuple[str, ...], if_exists: bool) -> None:
        """Drop an object."""
        if kind == "FUNCTION":
            if self.functions.pop(name[-1].upper(), None) is None and not if_exists:
                raise ValidationError(f"Function with name '{name[-1]}' does not exist.")
            return
        if kind in {"DATABASE", "CATALOG"}:
            self.databases.get(self.current[0], set()).discard(name[-1])
            return
        found = self.objects.get(self.resolve(name))
        wanted = TableEntry if kind == "TABLE" else ViewEntry
        if not isinstance(found, wanted):
            if if_exists:
                return
            path = ".".join(f"`{part}`" for part in self.resolve(name))
            raise ValidationError(f"{kind.title()} with identifier '{path}' does not exist.")
        del self.objects[self.resolve(name)]

    def with_options(self, entry: TableEntry, options: dict[str, str]) -> TableEntry:
        """Return a table with the options of a hint."""
        return replace(entry, options={**entry.options, **options}) if options else entry
