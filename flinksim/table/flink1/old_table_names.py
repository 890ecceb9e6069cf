"""Names of the Table API of Flink 1.x: what they mean today, and what replaces them.

Removals: the legacy planner, ``connect`` and ``sql_update`` in Flink 1.14, text expressions in Flink
1.16, the other names by Flink 2.0.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from flinksim.common.configuration import Configuration
from flinksim.pyflink_compat.flink1_names import OldName
from flinksim.table.environment_settings import EnvironmentSettings
from flinksim.table.flink1 import connector_descriptors
from flinksim.table.flink1.connector_descriptors import ConnectTableDescriptor, OptionDescriptor
from flinksim.table.flink1.csv_file_tables import CONNECTOR
from flinksim.table.planner import sql_ast as ast
from flinksim.table.schema import read_type
from flinksim.table.statement_set import TablePipeline
from flinksim.table.table import Table
from flinksim.table.table_config import TableConfig
from flinksim.table.table_environment import StreamTableEnvironment, TableEnvironment


class WriteMode(IntEnum):
    """What a file sink does with a file that exists."""

    NO_OVERWRITE = 0
    OVERWRITE = 1


class CsvTableSource:
    """A table in a CSV file."""

    def __init__(
        self,
        source_path: str,
        field_names: list[str],
        field_types: list[Any],
        field_delim: str | None = None,
        line_delim: str | None = None,
        quote_character: str | None = None,
        ignore_first_line: bool | None = None,
        ignore_comments: str | None = None,
        lenient: bool | None = None,
        empty_column_as_null: bool | None = None,
    ) -> None:
        self.columns = list(zip(field_names, field_types, strict=True))
        options = {
            "path": source_path,
            "csv.field-delimiter": field_delim,
            "csv.quote-character": quote_character,
            "csv.ignore-first-line": "true" if ignore_first_line else None,
            "csv.allow-comments": "true" if ignore_comments else None,
            "csv.ignore-parse-errors": "true" if lenient else None,
            "csv.null-literal": "" if empty_column_as_null else None,
        }
        self.options = {key: value for key, value in options.items() if value is not None}


class CsvTableSink:
    """A table that is written to a CSV file."""

    def __init__(
        self,
        field_names: list[str],
        field_types: list[Any],
        path: str,
        field_delimiter: str = ",",
        num_files: int = -1,
        write_mode: WriteMode | None = None,
        *unused: Any,
    ) -> None:
        self.columns = list(zip(field_names, field_types, strict=True))
        self.options = {"path": path, "csv.field-delimiter": field_delimiter}


class TableSink:
    """A sink that is a class of Java."""

    def __init__(self, *arguments: Any) -> None:
        raise TypeError(
            f"{type(self).__name__} is a TableSink of Java, which flinksim cannot load. TableSink is gone "
            "since Flink 1.14. Declare the table with CREATE TABLE, such as one with the connector print."
        )


class ExecutionEnvironment:
    """The environment of the DataSet API, of which only the settings matter here."""

    @staticmethod
    def get_execution_environment() -> ExecutionEnvironment:
        """Return an environment."""
        return ExecutionEnvironment()

    def set_parallelism(self, parallelism: int) -> None:
        """Accept the parallelism, which is an option of a table environment."""

    def get_config(self) -> ExecutionEnvironment:
        """Return the environment itself."""
        return self


class BatchTableEnvironment(TableEnvironment):
    """A table environment in batch mode."""

    @staticmethod
    def create(  # type: ignore[override]
        execution_environment: Any = None,
        table_config: Any = None,
        environment_settings: EnvironmentSettings | None = None,
    ) -> TableEnvironment:
        """Create an environment."""
        configuration = Configuration()
        if environment_settings is not None:
            configuration.add_all(environment_settings.get_configuration())
        configuration.set_string("execution.runtime-mode", "BATCH")
        return BatchTableEnvironment(configuration)


def _add_table(env: TableEnvironment, name: str, table: Any) -> None:
    """Register a ``CsvTableSource`` or ``CsvTableSink``."""
    if not isinstance(table, CsvTableSource | CsvTableSink):
        raise TypeError(
            f"{name}: {type(table).__name__} is a class of Java, which flinksim cannot load. "
            "Declare the table with CREATE TABLE."
        )
    made = ast.CreateTable(env._path(name), [], temporary=True)
    made.options = {"connector": CONNECTOR, "format": "csv", **table.options}
    for column, kind in table.columns:
        made.columns.append(ast.ColumnDefinition(column, read_type(kind)))
    env.planner.execute(made)


def _from_table_source(env: TableEnvironment, table_source: Any) -> Table:
    name = f"*source*{next(env._numbers)}"
    _add_table(env, name, table_source)
    return env.from_path(name)


def _connect(env: TableEnvironment, descriptor: OptionDescriptor) -> ConnectTableDescriptor:
    return ConnectTableDescriptor(env, descriptor)


def _get_pending(env: TableEnvironment) -> list[Any]:
    """Return the INSERTs that wait for ``execute``."""
    pending: list[Any] = env.__dict__.setdefault("_pending_inserts", [])
    return pending


def _insert_into(table: Table, table_path: Any, *more: Any) -> TablePipeline:
    pipeline = TablePipeline(table, table.t_env.find_sink(table_path, table.rel))
    _get_pending(table.t_env).append(pipeline.to_rel())
    return pipeline


def _insert_into_table(env: TableEnvironment, first: Any, second: Any) -> None:
    table, path = (first, second) if isinstance(first, Table) else (second, first)
    _insert_into(table, path)


def _run_update(env: TableEnvironment, stmt: str) -> None:
    from flinksim.table.planner.sql_parser import parse_statement

    statement = parse_statement(stmt)
    if isinstance(statement, ast.Insert):
        _get_pending(env).append(env.planner.translate_insert(statement))
    else:
        env.execute_statement(statement)


def _execute(env: TableEnvironment, job_name: str = "Flink Exec Table Job") -> Any:
    """Run the INSERTs that were collected, and the streams of a stream environment."""
    pending = _get_pending(env)
    sinks, pending[:] = list(pending), []
    if isinstance(env, StreamTableEnvironment):
        if sinks:
            env.attach_sinks(sinks)
        return env._stream_environment.execute(job_name)
    return env.execute_sinks(sinks) if sinks else None


def _explain(env: TableEnvironment, table: Table | None = None, extended: bool = False) -> str:
    return table.explain() if table is not None else env.explain_sinks(_get_pending(env), ())


def _create_stream_environment(
    stream_execution_environment: Any = None,
    table_config: Any = None,
    environment_settings: Any = None,
) -> StreamTableEnvironment:
    settings = environment_settings
    if settings is None and isinstance(table_config, EnvironmentSettings):
        settings = table_config
    return _CREATE_STREAM(stream_execution_environment, settings)


_CREATE_STREAM: Callable[..., StreamTableEnvironment] = StreamTableEnvironment.create


def _return_self(owner: Any, *arguments: Any) -> Any:
    return owner


def _set_retention(config: TableConfig, min_time: Any, max_time: Any = None) -> None:
    config.set_idle_state_retention(min_time)


_TABLE = "flinksim.table"
_USE_DDL = "use execute_sql('CREATE TABLE ...')"
_BUILDER = EnvironmentSettings.Builder
_DESCRIPTORS = (
    "Avro", "ConnectTableDescriptor", "Csv", "CustomConnectorDescriptor", "CustomFormatDescriptor",
    "Elasticsearch", "FileSystem", "HBase", "Json", "Kafka", "OldCsv", "Rowtime",
)  # fmt: skip

OLD_NAMES: tuple[OldName, ...] = (
    OldName(_TABLE, "BatchTableEnvironment", BatchTableEnvironment, "Flink 1.14",
            "use TableEnvironment with EnvironmentSettings.in_batch_mode()"),
    OldName("flinksim.table.table_environment", "BatchTableEnvironment", BatchTableEnvironment,
            "Flink 1.14", "use TableEnvironment with EnvironmentSettings.in_batch_mode()"),
    OldName("flinksim.dataset", "ExecutionEnvironment", ExecutionEnvironment, "Flink 2.0",
            "use TableEnvironment with EnvironmentSettings.in_batch_mode()"),
    *(OldName(owner, name, value, "Flink 2.0", _USE_DDL)
      for owner in (_TABLE, "flinksim.table.sources", "flinksim.table.sinks")
      for name, value in (("CsvTableSource", CsvTableSource), ("CsvTableSink", CsvTableSink),
                          ("WriteMode", WriteMode))),
    *(OldName(_TABLE, name, TableSink, "Flink 1.14", _USE_DDL)
      for name in ("TableSink", "TableSource")),
    *(OldName("flinksim.table.descriptors", name, getattr(connector_descriptors, name), "Flink 1.14",
              _USE_DDL) for name in _DESCRIPTORS),
    OldName("flinksim.table.descriptors", "Schema", connector_descriptors.OldSchema, "Flink 1.14",
            _USE_DDL),
)  # fmt: skip

OLD_METHODS: tuple[tuple[type, str, Callable[..., Any], str, str], ...] = (
    *((_BUILDER, name, _return_self, "Flink 2.0", "remove the call: there is one planner")
      for name in ("use_blink_planner", "use_old_planner", "use_any_planner")),
    (TableEnvironment, "register_table_source", _add_table, "Flink 2.0", _USE_DDL),
    (TableEnvironment, "register_table_sink", _add_table, "Flink 2.0", _USE_DDL),
    (TableEnvironment, "from_table_source", _from_table_source, "Flink 1.14", _USE_DDL),
    (TableEnvironment, "connect", _connect, "Flink 1.14", _USE_DDL),
    (TableEnvironment, "sql_update", _run_update, "Flink 1.14", "use execute_sql()"),
    (TableEnvironment, "insert_into", _insert_into_table, "Flink 1.14", "use Table.execute_insert()"),
    (TableEnvironment, "execute", _execute, "Flink 1.14",
     "use Table.execute_insert(), or StatementSet.execute()"),
    (TableEnvironment, "explain", _explain, "Flink 1.14", "use explain_sql() or Table.explain()"),
    (TableEnvironment, "scan", TableEnvironment.from_path, "Flink 2.0", "use from_path()"),
    (TableEnvironment, "register_table", TableEnvironment.create_temporary_view, "Flink 2.0",
     "use create_temporary_view()"),
    (TableEnvironment, "register_function", TableEnvironment.create_temporary_function, "Flink 2.0",
     "use create_temporary_function()"),
    *((TableEnvironment, name, TableEnvironment.create_java_temporary_function, "Flink 2.0",
       "use create_java_temporary_function()")
      for name in ("register_java_function",)),
    (Table, "insert_into", _insert_into, "Flink 1.14", "use Table.execute_insert()"),
    (StreamTableEnvironment, "create", staticmethod(_create_stream_environment), "Flink 2.0",
     "leave out the TableConfig"),
    (TableConfig, "set_idle_state_retention_time", _set_retention, "Flink 2.0",
     "use set_idle_state_retention()"),
    (TableConfig, "set_null_check", _return_self, "Flink 2.0", "remove the call"),
    (TableConfig, "set_decimal_context", _return_self, "Flink 2.0", "remove the call"),
)  # fmt: skip
"""Methods by class; one that exists today is replaced while the program runs."""
