"""PyFlink: ``TableEnvironment`` and ``StreamTableEnvironment``."""

from __future__ import annotations

import itertools
import json
import pkgutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flinksim.common.configuration import Configuration
from flinksim.common.types import Row
from flinksim.core.atomic_files import write_file
from flinksim.core.binding_errors import UnboundSourceError
from flinksim.core.flink_version import is_flink_1_accepted
from flinksim.core.validation import validate_arguments
from flinksim.table.environment_settings import EnvironmentSettings
from flinksim.table.expression import Expression
from flinksim.table.planner import sql_ast as ast
from flinksim.table.planner.planner_errors import TableError, ValidationError
from flinksim.table.planner.query_translator import scan_table
from flinksim.table.planner.rel_nodes import Rel
from flinksim.table.planner.session_catalog import CatalogColumn, TableEntry, ViewEntry
from flinksim.table.planner.sql_types import STRING, SqlType
from flinksim.table.planner.statement_planner import Planner, StatementPlan
from flinksim.table.result_kind import ResultKind
from flinksim.table.row_types import infer_row_type, read_row_type
from flinksim.table.statement_set import StatementSet
from flinksim.table.table import Table
from flinksim.table.table_config import TableConfig
from flinksim.table.table_descriptor import TableDescriptor
from flinksim.table.table_result import TableResult

if TYPE_CHECKING:
    from flinksim.table.catalog import Catalog, CatalogDescriptor
    from flinksim.table.module import Module, ModuleEntry

__all__ = ["StreamTableEnvironment", "TableEnvironment"]

COLLECT = "*collect*"


class TableEnvironment:
    """Holds tables, functions and options; executes statements."""

    @validate_arguments
    def __init__(self, configuration: Configuration | None = None) -> None:
        self._configuration = configuration or Configuration()
        self._config = TableConfig(dict(self._configuration.to_dict()))
        self.planner = Planner(self._config._options)
        self._numbers = itertools.count(1)
        self._modules = {"core": True}

    @staticmethod
    @validate_arguments
    def create(environment_settings: EnvironmentSettings | Configuration) -> TableEnvironment:
        """Create an environment."""
        if isinstance(environment_settings, Configuration):
            return TableEnvironment(environment_settings)
        return TableEnvironment(environment_settings.get_configuration())

    @property
    def _j_tenv(self) -> Any:
        # Programs set the parallelism with it. JavaTableEnvironment documents what else they may do.
        return pkgutil.resolve_name(
            "flinksim.pyflink_compat.java_object_stubs:JavaTableEnvironment"
        )(self._set_parallelism)

    def _set_parallelism(self, parallelism: int) -> None:
        self._config.set("parallelism.default", str(parallelism))

    def get_config(self) -> TableConfig:
        """Return the options."""
        return self._config

    @property
    def is_streaming(self) -> bool:
        """Whether the mode is streaming."""
        return self._config.get("execution.runtime-mode", "STREAMING").upper() != "BATCH"

    # -- tables ------------------------------------------------------------------------------

    def _path(self, path: str) -> tuple[str, ...]:
        return tuple(part.strip("`") for part in path.split("."))

    def _name_anonymous(self, connector: str) -> str:
        return f"*anonymous_{connector}${next(self._numbers)}*"

    def from_path(self, path: str) -> Table:
        """Return a table or view of the catalog."""
        query = ast.Query(ast.Select([ast.SelectItem(ast.Star())], ast.TableName(self._path(path))))
        return Table(self.planner.translate(query), self)

    def from_descriptor(self, descriptor: TableDescriptor) -> Table:
        """Return a table that only this query uses."""
        name = self._name_anonymous(descriptor.get_options().get("connector", ""))
        self.planner.execute(descriptor.to_statement((name,)))
        entry = self.planner.catalog.find((name,))
        assert isinstance(entry, TableEntry)
        return Table(scan_table(entry, self.planner.config), self)

    def create_temporary_table(
        self, path: str, descriptor: TableDescriptor, ignore_if_exists: bool = False
    ) -> None:
        """Add a table to the catalog."""
        statement = descriptor.to_statement(self._path(path))
        statement.if_not_exists = ignore_if_exists
        self.planner.execute(statement)

    def create_table(
        self, path: str, descriptor: TableDescriptor, ignore_if_exists: bool = False
    ) -> bool:
        """Add a table to the catalog."""
        self.create_temporary_table(path, descriptor, ignore_if_exists)
        return True

    def create_temporary_view(self, view_path: str, table: Any, *args: Any) -> None:
        """Add a view of a table to the catalog."""
        found = table if isinstance(table, Table) else self._convert_stream(table, args)
        path = self.planner.catalog.resolve(self._path(view_path))
        entry = ViewEntry(path, None, [], rel=found.rel, temporary=True)
        self.planner.catalog.add(entry)

    create_view = create_temporary_view

    def name_table(self, table: Table) -> str:
        """Add a table to the catalog under a name of its own, and return the name."""
        for path, entry in self.planner.catalog.objects.items():
            if isinstance(entry, ViewEntry) and entry.rel is table.rel:
                return path[2]
        name = f"UnnamedTable${next(self._numbers)}"
        self.create_temporary_view(name, table)
        return name

    def _convert_stream(self, stream: Any, args: Sequence[Any]) -> Table:
        raise TypeError(f"create_temporary_view needs a Table, not {type(stream).__name__}")

    def _drop(self, kind: str, path: str) -> bool:
        known = self.planner.catalog.find(self._path(path)) is not None
        self.planner.catalog.remove(kind, self._path(path), if_exists=True)
        return known

    def drop_temporary_view(self, view_path: str) -> bool:
        """Drop a view."""
        return self._drop("VIEW", view_path)

    def drop_view(self, view_path: str, ignore_if_not_exists: bool | None = True) -> bool:
        """Drop a view."""
        return self._drop("VIEW", view_path)

    def drop_temporary_table(self, table_path: str) -> bool:
        """Drop a table."""
        return self._drop("TABLE", table_path)

    def drop_table(self, table_path: str, ignore_if_not_exists: bool | None = True) -> bool:
        """Drop a table."""
        return self._drop("TABLE", table_path)

    def _list(self, kind: type | tuple[type, ...]) -> list[str]:
        current = self.planner.catalog.current
        return sorted(
            path[2]
            for path, entry in self.planner.catalog.objects.items()
            if path[:2] == current and isinstance(entry, kind)
        )

    def list_tables(self) -> list[str]:
        """Return the names of tables and views."""
        return [name for name in self._list((TableEntry, ViewEntry)) if not name.startswith("*")]

    list_temporary_tables = list_tables

    def list_views(self) -> list[str]:
        """Return the names of views."""
        return self._list(ViewEntry)

    list_temporary_views = list_views

    def list_databases(self) -> list[str]:
        """Return the databases of the catalog."""
        return sorted(self.planner.catalog.databases[self.planner.catalog.current[0]])

    def create_catalog(self, catalog_name: str, catalog_descriptor: CatalogDescriptor) -> None:
        """Add a catalog, which is empty."""
        options = dict(catalog_descriptor.options)
        self.planner.execute(ast.CreateObject("CATALOG", (catalog_name,), options))

    def register_catalog(self, catalog_name: str, catalog: Catalog) -> None:
        """Add a catalog."""
        catalog.name = catalog_name
        catalog.register(self.planner.catalog)

    def get_catalog(self, catalog_name: str) -> Catalog | None:
        """Return a catalog."""
        from flinksim.table.catalog import Catalog

        session = self.planner.catalog
        if catalog_name not in session.databases:
            return None
        options = session.catalog_options.get(catalog_name, {})
        database = options.get("default-database", "default_database")
        return Catalog(catalog_name, session, database, options.get("type", ""))

    def load_module(self, module_name: str, module: Module) -> None:
        """Add a module. It has no functions here that Flink itself does not have."""
        if module_name in self._modules:
            raise ValidationError(f"A module with name '{module_name}' already exists")
        self._modules[module_name] = True

    def unload_module(self, module_name: str) -> None:
        """Remove a module."""
        if self._modules.pop(module_name, None) is None:
            raise ValidationError(f"No module with name '{module_name}' exists")

    def use_modules(self, *module_names: str) -> None:
        """Choose modules and their order."""
        for name in module_names:
            if name not in self._modules:
                raise ValidationError(f"No module with name '{name}' exists")
        rest = [name for name in self._modules if name not in module_names]
        used = dict.fromkeys(module_names, True)
        self._modules = {**used, **dict.fromkeys(rest, False)}

    def list_modules(self) -> list[str]:
        """Return the used modules."""
        return [name for name, used in self._modules.items() if used]

    def list_full_modules(self) -> list[ModuleEntry]:
        """Return the loaded modules."""
        from flinksim.table.module import ModuleEntry

        return [ModuleEntry(name, used) for name, used in self._modules.items()]

    def list_catalogs(self) -> list[str]:
        """Return the catalogs."""
        return sorted(self.planner.catalog.databases)

    def list_functions(self) -> list[str]:
        """Return the names of all functions."""
        from flinksim.table.runtime.expressions.function_registry import FUNCTIONS

        built_in = (name.lower() for name in FUNCTIONS if "$" not in name)
        return sorted({*built_in, *self.list_user_defined_functions()})

    def list_user_defined_functions(self) -> list[str]:
        """Return the registered functions."""
        return sorted(name.lower() for name in self.planner.catalog.functions)

    def get_current_catalog(self) -> str:
        """Return the current catalog."""
        return self.planner.catalog.current[0]

    def get_current_database(self) -> str:
        """Return the current database."""
        return self.planner.catalog.current[1]

    def use_catalog(self, catalog_name: str) -> None:
        """Choose the current catalog."""
        self.planner.execute(ast.Use((catalog_name,), catalog=True))

    def use_database(self, database_name: str) -> None:
        """Choose the current database."""
        self.planner.execute(ast.Use((database_name,)))

    # -- functions ---------------------------------------------------------------------------

    def create_temporary_function(self, path: str, function: Any) -> None:
        """Add a function to the catalog."""
        from flinksim.table.udf import wrap_function

        function = wrap_function(function)
        self.planner.catalog.functions[path.split(".")[-1].upper()] = function.to_entry()

    create_temporary_system_function = create_temporary_function

    def drop_temporary_function(self, path: str) -> bool:
        """Drop a function."""
        return self.planner.catalog.functions.pop(path.split(".")[-1].upper(), None) is not None

    drop_temporary_system_function = drop_temporary_function
    drop_function = drop_temporary_function

    def create_java_temporary_function(self, path: str, function_class_name: str) -> None:
        """Reject a function of Java."""
        raise NotImplementedError(
            f"The function {path} is the Java class {function_class_name}, which flinksim cannot "
            "load. Write it in Python: @udf(result_type=...)."
        )

    create_java_temporary_system_function = create_java_temporary_function
    create_java_function = create_java_temporary_function

    def _import_function(self, statement: ast.CreateObject) -> None:
        """Add the function that CREATE FUNCTION ... LANGUAGE PYTHON names: ``module.name``."""
        import pkgutil

        place = statement.detail["class"]
        try:
            function = pkgutil.resolve_name(place)
        except (ImportError, AttributeError, ValueError) as error:
            raise ValidationError(
                f"Function '{statement.name[-1]}' is implemented by '{place}', which cannot be "
                f"imported: {error}. Expected MODULE.NAME in the folder of the program."
            ) from error
        self.create_temporary_function(statement.name[-1], function)

    def add_python_file(self, file_path: str) -> None:
        """Add a file or folder to the import path."""
        import sys

        sys.path.append(str(file_path))

    def set_python_requirements(
        self, requirements_file_path: str, requirements_cache_dir: str | None = None
    ) -> None:
        """Ignore the requirements: functions run in this interpreter."""

    def add_python_archive(self, archive_path: str, target_dir: str | None = None) -> None:
        """Ignore the archive: functions run in this interpreter."""

    # -- rows in memory ----------------------------------------------------------------------

    def from_elements(
        self, elements: Iterable[Any], schema: Any = None, verify_schema: bool = True
    ) -> Table:
        """Return a table of Python rows."""
        rows = [_to_tuple(row) for row in elements]
        names, types = read_row_type(schema, rows) if schema is not None else ([], [])
        if not types:
            inferred, types = infer_row_type(rows)
            names = names or inferred
        path = self.planner.catalog.resolve((self._name_anonymous("python-input-format"),))
        columns = [CatalogColumn(n, t) for n, t in zip(names, types, strict=True)]
        entry = TableEntry(path, columns, {"connector": "python-input"}, source=rows)
        return Table(scan_table(entry, self.planner.config), self)

    def from_pandas(self, pdf: Any, schema: Any = None, splits_num: int = 1) -> Table:
        """Return a table of the rows of a data frame."""
        rows = [
            tuple(None if value != value else _to_plain(value) for value in row)
            for row in pdf.itertuples(index=False)
        ]
        return self.from_elements(rows, schema or list(pdf.columns))

    # -- statements --------------------------------------------------------------------------

    def sql_query(self, query: str) -> Table:
        """Return the table of a query."""
        from flinksim.table.planner.sql_parser import parse_statement

        statement = parse_statement(query)
        if not isinstance(statement, ast.QueryStatement):
            raise ValueError(
                "Unsupported SQL query! sqlQuery() only accepts a single SQL query of type "
                "SELECT, UNION, INTERSECT, EXCEPT, VALUES, and ORDER_BY."
            )
        return Table(self.planner.translate(statement.query), self)

    def execute_sql(self, stmt: str) -> TableResult:
        """Execute one statement."""
        from flinksim.table.planner.sql_parser import parse_statement

        return self.execute_statement(parse_statement(stmt))

    def execute_statement(self, statement: ast.Statement) -> TableResult:
        """Execute a parsed statement."""
        if isinstance(statement, ast.CreateTable) and is_flink_1_accepted():
            from flinksim.table.flink1.legacy_options import translate_options

            statement.options = translate_options(statement.options)
        match statement:
            case ast.QueryStatement():
                return self.execute_table(Table(self.planner.translate(statement.query), self))
            case ast.Insert():
                return self.execute_sinks([self.planner.translate_insert(statement)])
            case ast.StatementGroup():
                inserts = statement.statements
                return self.execute_sinks([self.planner.translate_insert(s) for s in inserts])
            case ast.Explain():
                return TableResult(
                    ["result"], [STRING], [Row(self._explain(statement))], style="text"
                )
            case ast.Show():
                return self._show(statement)
            case ast.StatementList():
                results = [self.execute_statement(inner) for inner in statement.statements]
                return results[-1]
            case ast.CompilePlan():
                self._compile_plan(statement)
                return _make_ok()
            case ast.ExecutePlan():
                return self._execute_plan(_to_file_path(statement.path))
            case ast.ChangeModules():
                self._change_modules(statement)
                return _make_ok()
            case ast.CreateObject(kind="FUNCTION", detail={"language": "PYTHON"}):
                self._import_function(statement)
                return _make_ok()
            case ast.SetOption() if statement.key is None and not statement.reset:
                options = sorted(self.planner.config.items())
                return _make_text_result("key,value", [[k, v] for k, v in options])
            case ast.CreateTable() if statement.query is not None:
                self.planner.execute(statement)
                insert = ast.Insert(statement.name, statement.query)
                return self.execute_statement(insert)
            case _:
                self.planner.execute(statement)
                return _make_ok()

    def _compile_plan(self, statement: ast.CompilePlan) -> None:
        """Write the compiled plan of INSERTs to a file."""
        path = _to_file_path(statement.path)
        if path.exists():
            if statement.if_not_exists:
                return
            if self._config.get("table.plan.force-recompile", "false") != "true":
                raise TableError(
                    f"Cannot overwrite the plan file '{path}'. Either manually remove the file or, if "
                    "you're debugging your job, set the option 'table.plan.force-recompile' to true."
                )
        inner = statement.statement
        inserts = inner.statements if isinstance(inner, ast.StatementGroup) else [inner]
        sinks = [self.planner.translate_insert(i) for i in inserts if isinstance(i, ast.Insert)]
        write_file(path, json.dumps(self.planner.plan_sinks(sinks).compiled, indent=2))

    def _execute_plan(self, path: Path) -> TableResult:
        """Run the compiled plan in a file."""
        from flinksim.datastream.pipeline_executor import apply_transform, get_executor
        from flinksim.table.compiled_plan.plan_document import load_compiled_plan
        from flinksim.table.compiled_plan.plan_translator import build_pipeline

        if not path.is_file():
            raise TableError(f"Cannot find the plan file '{path}'. COMPILE PLAN writes it.")
        options = self._config.to_map()
        pipeline = build_pipeline(load_compiled_plan(path), None, options, path.stem)
        client = get_executor(self._configuration).execute(apply_transform(pipeline))
        return TableResult(["result"], [STRING], [Row("OK")], client=client)

    def _change_modules(self, statement: ast.ChangeModules) -> None:
        from flinksim.table.module import Module

        match statement.action:
            case "LOAD":
                self.load_module(statement.names[0], Module())
            case "UNLOAD":
                self.unload_module(statement.names[0])
            case _:
                self.use_modules(*statement.names)

    def create_statement_set(self) -> StatementSet:
        """Return a set of statements that run as one job."""
        return StatementSet(self)

    def explain_sql(self, stmt: str, *extra_details: Any) -> str:
        """Return the plan of a statement."""
        from flinksim.table.planner.sql_parser import parse_statement

        details = [detail.name for detail in extra_details]
        return self._explain(ast.Explain(parse_statement(stmt), details))

    def plan_statement(
        self, statement: ast.QueryStatement | ast.Insert | ast.StatementGroup
    ) -> StatementPlan:
        """Return the plan of a parsed statement, without running it. Not in Flink."""
        if isinstance(statement, ast.QueryStatement):
            rel = self.planner.translate(statement.query)
            return self.planner.plan_query(rel, self.planner.make_collect_table(rel, "*collect*"))
        if isinstance(statement, ast.StatementGroup):
            inserts = statement.statements
        else:
            inserts = [statement]
        return self.planner.plan_sinks([self.planner.translate_insert(one) for one in inserts])

    def _explain(self, statement: ast.Explain) -> str:
        changelog = "CHANGELOG_MODE" in statement.details
        inner = statement.statement
        if isinstance(inner, ast.QueryStatement):
            rel = self.planner.translate(inner.query)
            return self.planner.explain_query(rel, changelog=changelog)
        inserts = inner.statements if isinstance(inner, ast.StatementGroup) else [inner]
        sinks = [self.planner.translate_insert(i) for i in inserts if isinstance(i, ast.Insert)]
        return self.planner.plan_sinks(sinks).explain(changelog=changelog)

    def explain_table(self, table: Table, details: Sequence[Any]) -> str:
        """Return the plan of a query."""
        return self.planner.explain_query(table.rel, changelog=_has_changelog(details))

    def explain_sinks(self, sinks: list[Rel], details: Sequence[Any]) -> str:
        """Return the plan of INSERTs."""
        return self.planner.plan_sinks(sinks).explain(changelog=_has_changelog(details))

    def _show(self, statement: ast.Show) -> TableResult:
        match statement.kind:
            case "TABLES":
                return _make_text_result("table name", [[n] for n in self.list_tables()])
            case "VIEWS":
                return _make_text_result("view name", [[n] for n in self.list_views()])
            case "DATABASES":
                return _make_text_result("database name", [[n] for n in self.list_databases()])
            case "CATALOGS":
                return _make_text_result("catalog name", [[n] for n in self.list_catalogs()])
            case "CURRENT DATABASE":
                return _make_text_result("current database name", [[self.get_current_database()]])
            case "CURRENT CATALOG":
                return _make_text_result("current catalog name", [[self.get_current_catalog()]])
            case "FUNCTIONS" | "USER FUNCTIONS":
                names = self.list_user_defined_functions()
                return _make_text_result("function name", [[n] for n in names])
            case "MODULES" | "FULL MODULES":
                return _make_text_result("module name", [[n] for n in self.list_modules()])
            case "COLUMNS":
                return _make_text_result(
                    "name,type,null,key,extras,watermark",
                    self.planner.describe_table(statement.name),
                )
            case "CREATE TABLE" | "CREATE VIEW":
                text = self.planner.show_create(statement.name)
                return _make_text_result("result", [[text]])
            case _:
                return _make_text_result("result", [])

    # -- jobs --------------------------------------------------------------------------------

    def find_sink(self, table_path_or_descriptor: Any, rel: Rel) -> TableEntry:
        """Return the table to which a pipeline writes; without a schema it has the columns of *rel*."""
        if isinstance(table_path_or_descriptor, str):
            return self.planner.find_sink(self._path(table_path_or_descriptor))
        name = self._name_anonymous(table_path_or_descriptor.get_options().get("connector", ""))
        statement = table_path_or_descriptor.to_statement((name,))
        if not statement.columns:
            statement.columns = [
                ast.ColumnDefinition(f.name, f.type.as_plain()) for f in rel.fields
            ]
        self.planner.execute(statement)
        return self.planner.find_sink((name,))

    def execute_sinks(self, sinks: list[Rel]) -> TableResult:
        """Run INSERTs as one job."""
        plan = self.planner.plan_sinks(sinks)
        names = [sink.data["table"] for sink in plan.sinks]
        client = self._submit(plan, {}, f"insert-into_{names[0].dotted}" if names else "insert")
        columns = [entry.dotted for entry in names]
        types = [SqlType("BIGINT") for _ in names]
        return TableResult(columns, types, [Row(*(-1 for _ in names))], client=client)

    def execute_table(self, table: Table) -> TableResult:
        """Run a query and collect its rows."""
        from flinksim.table.compiled_plan.table_connectors import ChangelogCollectSink
        from flinksim.table.logical_types import parse_logical_type
        from flinksim.table.value_conversion import to_row

        entry = self.planner.make_collect_table(table.rel, COLLECT)
        plan = self.planner.plan_query(table.rel, entry)
        sink = ChangelogCollectSink()
        client = self._submit(plan, {COLLECT: sink}, "collect")
        names = [f.name for f in table.rel.fields]
        types = [f.type.as_plain() for f in table.rel.fields]
        logical = [parse_logical_type(kind.serialize()) for kind in types]
        rows = [to_row(row, logical, names) for row in sink.rows]
        texts = [
            [_format_internal(v, t) for v, t in zip(row.values, types, strict=True)]
            for row in sink.rows
        ]
        return TableResult(
            names, types, rows, client=client, texts=texts, streaming=self.is_streaming
        )

    def _submit(self, plan: StatementPlan, sinks: dict[str, Any], name: str) -> Any:
        from flinksim.datastream.pipeline_executor import apply_transform, get_executor
        from flinksim.table.plan_execution import build_job

        pipeline = build_job(plan, sinks, self._config.to_map(), name)
        return get_executor(self._configuration).execute(apply_transform(pipeline))

    def attach_sinks(self, sinks: list[Rel]) -> None:
        """Reject statements for a stream environment that there is not."""
        raise TypeError("attach_as_datastream needs a StreamTableEnvironment")


class StreamTableEnvironment(TableEnvironment):
    """A table environment over a stream environment: tables and streams become one another."""

    def __init__(self, stream_environment: Any, configuration: Configuration) -> None:
        super().__init__(configuration)
        self._stream_environment = stream_environment

    @staticmethod
    def create(  # type: ignore[override]
        stream_execution_environment: Any = None, environment_settings: Any = None
    ) -> StreamTableEnvironment:
        """Create an environment."""
        from flinksim.datastream import StreamExecutionEnvironment

        given = stream_execution_environment
        if isinstance(given, EnvironmentSettings):
            given, environment_settings = None, given
        environment = given or StreamExecutionEnvironment.get_execution_environment()
        configuration = Configuration()
        if environment_settings is not None:
            found = environment_settings
            if isinstance(found, EnvironmentSettings):
                found = found.get_configuration()
            configuration.add_all(found)
        return StreamTableEnvironment(environment, configuration)

    def _set_parallelism(self, parallelism: int) -> None:
        self._stream_environment.set_parallelism(parallelism)

    def _submit(self, plan: StatementPlan, sinks: dict[str, Any], name: str) -> Any:
        from flinksim.table.plan_execution import add_plan

        environment = self._stream_environment
        add_plan(environment, plan, sinks, self._config.to_map())
        try:
            return environment.execute_async(name)
        except UnboundSourceError:  # the stream environment has no operators of this statement
            environment.clear_transformations()
            raise

    def attach_sinks(self, sinks: list[Rel]) -> None:
        """Add INSERTs to the next job of the stream environment."""
        from flinksim.table.plan_execution import add_plan

        plan = self.planner.plan_sinks(sinks)
        add_plan(self._stream_environment, plan, {}, self._config.to_map())

    # -- streams -----------------------------------------------------------------------------

    def _convert_stream(self, stream: Any, args: Sequence[Any]) -> Table:
        return self.from_data_stream(stream, *args)

    def from_data_stream(self, data_stream: Any, *fields_or_schema: Any) -> Table:
        """Return the table of a stream's records."""
        return self._from_stream(data_stream, fields_or_schema, "I")

    def from_changelog_stream(
        self, data_stream: Any, schema: Any = None, changelog_mode: Any = None
    ) -> Table:
        """Return the table that a stream of changes amounts to."""
        args = (schema,) if schema is not None else ()
        kinds = changelog_mode.kinds if changelog_mode is not None else "I,UB,UA,D"
        return self._from_stream(data_stream, args, kinds)

    def _from_stream(self, stream: Any, args: Sequence[Any], changelog: str) -> Table:
        from flinksim.table.stream_conversion import describe_stream_table

        name = self._name_anonymous("datastream_source")
        entry, shown = describe_stream_table(self.planner, name, stream, args)
        entry.changelog = changelog
        table = Table(scan_table(entry, self.planner.config), self)
        return table.select(*(Expression(ast.Name((n,))) for n in shown)) if shown else table

    def to_data_stream(self, table: Table) -> Any:
        """Return the stream of a table that only grows."""
        return self._to_stream(table, "I")

    def to_changelog_stream(
        self, table: Table, target_schema: Any = None, changelog_mode: Any = None
    ) -> Any:
        """Return the stream of a table's changes: rows with their kinds."""
        return self._to_stream(table, "I,UB,UA,D")

    def to_append_stream(self, table: Table, type_info: Any) -> Any:
        """Return the stream of a table that only grows; the type gives its rows their names."""
        return self._to_stream(table, "I", type_info)

    def to_retract_stream(self, table: Table, type_info: Any) -> Any:
        """Return pairs of a flag (True adds, False retracts) and a row."""
        return self._to_stream(table, "I,UB,UA,D", type_info).map(_mark_change)

    def _to_stream(self, table: Table, changelog: str, type_info: Any = None) -> Any:
        from flinksim.table.stream_conversion import add_table_stream

        entry = self.planner.make_collect_table(table.rel, COLLECT)
        entry.changelog = changelog
        plan = self.planner.plan_query(table.rel, entry)
        shown = getattr(type_info, "get_field_names", None)
        names = [f.name for f in table.rel.fields]
        if shown is not None and len(shown()) == len(names):
            names = list(shown())
        types = [f.type.as_plain() for f in table.rel.fields]
        return add_table_stream(
            self._stream_environment, plan, COLLECT, names, types, self._config.to_map()
        )


def _mark_change(row: Row) -> tuple[bool, Row]:
    return str(row.get_row_kind()) in {"+I", "+U"}, row


def _to_tuple(row: Any) -> tuple[Any, ...]:
    if isinstance(row, Row | tuple | list):
        return tuple(row)
    if isinstance(row, dict):
        return tuple(row.values())
    return (row,)


def _to_plain(value: Any) -> Any:
    if hasattr(value, "to_pydatetime"):
        return value.to_pydatetime()
    return value.item() if hasattr(value, "item") else value


def _to_file_path(text: str) -> Path:
    """Return the path of a file that may be written as ``file:///folder/plan.json``."""
    return Path(text.removeprefix("file:").replace("///", "/", 1))


def _has_changelog(details: Sequence[Any]) -> bool:
    return any(getattr(detail, "name", "") == "CHANGELOG_MODE" for detail in details)


def _format_internal(value: Any, kind: SqlType) -> Any:
    """Return what ``print`` shows: times as text, other values as they are."""
    from flinksim.table.runtime.sql_values import Date, TimeOfDay, Timestamp

    if isinstance(value, Timestamp):
        return value.format(kind.precision)
    if isinstance(value, TimeOfDay):
        return str(value.check())
    if isinstance(value, Date):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


def _make_ok() -> TableResult:
    return TableResult(["result"], [STRING], [Row("OK")], kind=ResultKind.SUCCESS)


def _make_text_result(names: str, rows: list[list[Any]]) -> TableResult:
    columns = names.split(",")
    values = [Row(*row) for row in rows]
    return TableResult(columns, [STRING] * len(columns), values, style="listing")
