"""PyFlink: ``pyflink.table.catalog``. A catalog of an external system starts empty here."""

from __future__ import annotations

from typing import Any

from flinksim.common.configuration import Configuration
from flinksim.table.planner.session_catalog import (
    CatalogColumn,
    SessionCatalog,
    TableEntry,
    ViewEntry,
)
from flinksim.table.schema import ResolvedSchema, Schema
from flinksim.table.table_schema import TableSchema

__all__ = [
    "Catalog",
    "CatalogBaseTable",
    "CatalogDatabase",
    "CatalogDescriptor",
    "HiveCatalog",
    "JdbcCatalog",
    "ObjectPath",
    "ResolvedSchema",
]


class ObjectPath:
    """A database and the name of an object in it."""

    def __init__(
        self, database_name: str | None = None, object_name: str | None = None, *unused: Any
    ) -> None:
        if database_name is None or object_name is None:
            raise ValueError("ObjectPath(database_name, object_name): both names are needed.")
        self._names = (database_name, object_name)

    @staticmethod
    def from_string(full_name: str) -> ObjectPath:
        """Return the path of a text such as ``db.t``."""
        database, dot, name = full_name.partition(".")
        if not dot:
            raise ValueError(
                f"Cannot get split '{full_name}' to get databaseName and objectName. "
                "Expected DATABASE.OBJECT."
            )
        return ObjectPath(database, name)

    def get_database_name(self) -> str:
        """Return the database."""
        return self._names[0]

    def get_object_name(self) -> str:
        """Return the name in the database."""
        return self._names[1]

    def get_full_name(self) -> str:
        """Return ``database.name``."""
        return ".".join(self._names)

    def __str__(self) -> str:
        return self.get_full_name()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ObjectPath) and self._names == other._names

    def __hash__(self) -> int:
        return hash(self._names)


class CatalogDatabase:
    """Properties and comment of a database."""

    def __init__(self, properties: dict[str, str], comment: str | None = None) -> None:
        self._properties = dict(properties)
        self._comment = comment or ""

    @staticmethod
    def create_instance(properties: dict[str, str], comment: str | None = None) -> CatalogDatabase:
        """Return a database."""
        return CatalogDatabase(properties, comment)

    def get_properties(self) -> dict[str, str]:
        """Return the properties."""
        return dict(self._properties)

    def get_comment(self) -> str:
        """Return the comment."""
        return self._comment


class CatalogBaseTable:
    """A table or view of a catalog."""

    def __init__(self, entry: TableEntry | ViewEntry, comment: str = "") -> None:
        self.entry = entry
        self._comment = comment

    @staticmethod
    def create_table(
        schema: TableSchema,
        partition_keys: list[str] | None = None,
        properties: dict[str, str] | None = None,
        comment: str | None = None,
    ) -> CatalogBaseTable:
        """Return a table with columns and options."""
        types = [data_type.to_sql_type() for data_type in schema.get_field_data_types()]
        names = schema.get_field_names()
        columns = [CatalogColumn(n, t) for n, t in zip(names, types, strict=True)]
        entry = TableEntry(("", "", ""), columns, dict(properties or {}))
        entry.partitioned_by = list(partition_keys or [])
        return CatalogBaseTable(entry, comment or "")

    def get_options(self) -> dict[str, str]:
        """Return the options."""
        return dict(self.entry.options) if isinstance(self.entry, TableEntry) else {}

    def get_comment(self) -> str:
        """Return the comment."""
        return self._comment

    def get_unresolved_schema(self) -> Schema:
        """Return the columns."""
        builder = Schema.new_builder()
        if isinstance(self.entry, TableEntry):
            for column in self.entry.columns:
                builder.column(column.name, column.type.to_text())
        return builder.build()


class Catalog:
    """Databases and tables under one name. Until it is registered it has a session of its own."""

    def __init__(
        self,
        catalog_name: str,
        session: SessionCatalog | None = None,
        default_database: str = "default",
        connector: str = "",
    ) -> None:
        self.name = catalog_name
        self.default_database = default_database
        self.connector = connector
        self._session = session or SessionCatalog()
        if session is None:
            self.register(self._session)

    def register(self, session: SessionCatalog) -> None:
        """Move the content to the catalogs of an environment."""
        before, self._session = self._session, session
        session.add_catalog(self.name, self.default_database, {"type": self.connector})
        if before is not session:
            session.databases[self.name] |= before.databases[self.name]
            own = {p: e for p, e in before.objects.items() if p[0] == self.name}
            session.objects.update(own)

    def _path(self, table_path: ObjectPath) -> tuple[str, str, str]:
        return (self.name, table_path.get_database_name(), table_path.get_object_name())

    def get_default_database(self) -> str:
        """Return the database that ``USE CATALOG`` chooses."""
        return self.default_database

    def list_databases(self) -> list[str]:
        """Return the databases."""
        return sorted(self._session.databases[self.name])

    def database_exists(self, database_name: str) -> bool:
        """Tell whether there is such a database."""
        return database_name in self._session.databases[self.name]

    def create_database(
        self, name: str, database: CatalogDatabase, ignore_if_exists: bool = False
    ) -> None:
        """Add a database."""
        if self.database_exists(name) and not ignore_if_exists:
            raise ValueError(f"Database {name} already exists in Catalog {self.name}.")
        self._session.databases[self.name].add(name)

    def drop_database(self, name: str, ignore_if_exists: bool = False) -> None:
        """Remove a database."""
        if not self.database_exists(name) and not ignore_if_exists:
            raise ValueError(f"Database {name} does not exist in Catalog {self.name}.")
        self._session.databases[self.name].discard(name)

    def _list(self, kind: Any, database_name: str) -> list[str]:
        return sorted(
            path[2]
            for path, entry in self._session.objects.items()
            if path[:2] == (self.name, database_name) and isinstance(entry, kind)
        )

    def list_tables(self, database_name: str) -> list[str]:
        """Return the names of tables and views of a database."""
        return self._list(TableEntry | ViewEntry, database_name)

    def list_views(self, database_name: str) -> list[str]:
        """Return the names of the views of a database."""
        return self._list(ViewEntry, database_name)

    def table_exists(self, table_path: ObjectPath) -> bool:
        """Tell whether there is such a table or view."""
        return self._path(table_path) in self._session.objects

    def get_table(self, table_path: ObjectPath) -> CatalogBaseTable:
        """Return a table or view."""
        if not self.table_exists(table_path):
            raise ValueError(f"Table (or view) {table_path} does not exist in Catalog {self.name}.")
        return CatalogBaseTable(self._session.objects[self._path(table_path)])

    def create_table(
        self, table_path: ObjectPath, table: CatalogBaseTable, ignore_if_exists: bool = False
    ) -> None:
        """Add a table."""
        entry = table.entry
        entry.path = self._path(table_path)
        if isinstance(entry, TableEntry):
            self._session.connect_entry(entry)
        self._session.databases[self.name].add(table_path.get_database_name())
        self._session.add(entry, ignore_if_exists)

    def drop_table(self, table_path: ObjectPath, ignore_if_not_exists: bool = False) -> None:
        """Remove a table or view."""
        if self._session.objects.pop(self._path(table_path), None) is None:
            if not ignore_if_not_exists:
                raise ValueError(
                    f"Table (or view) {table_path} does not exist in Catalog {self.name}."
                )

    def rename_table(
        self, table_path: ObjectPath, new_table_name: str, ignore_if_not_exists: bool = False
    ) -> None:
        """Rename a table or view."""
        table = self.get_table(table_path)
        self.drop_table(table_path)
        self.create_table(ObjectPath(table_path.get_database_name(), new_table_name), table)


class HiveCatalog(Catalog):
    """A Hive metastore, which starts empty: tables that exist there have to be created."""

    def __init__(
        self,
        catalog_name: str,
        default_database: str | None = None,
        hive_conf_dir: str | None = None,
        hadoop_conf_dir: str | None = None,
        hive_version: str | None = None,
    ) -> None:
        super().__init__(
            catalog_name, default_database=default_database or "default", connector="hive"
        )


class JdbcCatalog(Catalog):
    """A database system, which starts empty: tables that exist there have to be created."""

    def __init__(
        self, catalog_name: str, default_database: str, username: str, pwd: str, base_url: str
    ) -> None:
        super().__init__(catalog_name, default_database=default_database, connector="jdbc")


class CatalogDescriptor:
    """Name and options of a catalog to be created."""

    def __init__(self, catalog_name: str, options: dict[str, str]) -> None:
        self.catalog_name = catalog_name
        self.options = options

    @staticmethod
    def of(
        catalog_name: str, configuration: Configuration, comment: str | None = None
    ) -> CatalogDescriptor:
        """Return a descriptor."""
        return CatalogDescriptor(catalog_name, configuration.to_dict())
