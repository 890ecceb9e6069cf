"""Plan statements: the entry of the planner.

``Planner.execute`` takes DDL; ``Planner.plan`` takes INSERTs and returns a :class:`StatementPlan`, whose
``compiled`` is the COMPILE PLAN document and whose ``explain()`` is Flink's text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from flinksim.core.flink_version import is_new_rule_reported, is_version_before
from flinksim.table.planner import sql_ast as ast
from flinksim.table.planner.aggregate_rules import rewrite_aggregates
from flinksim.table.planner.changelog_modes import infer_changelog_modes
from flinksim.table.planner.compiled_plan_writer import write_compiled_plan
from flinksim.table.planner.constant_folding import fold_constants
from flinksim.table.planner.explain_writer import explain_tree
from flinksim.table.planner.filter_rules import (
    merge_projects,
    push_filters,
    remove_permutations,
    use_constants,
)
from flinksim.table.planner.logical_plan_writer import explain_logical
from flinksim.table.planner.over_rules import (
    make_over_aggregates,
    make_ranks,
    push_sorts,
    simplify_ranks,
)
from flinksim.table.planner.physical_nodes import PhysicalNode
from flinksim.table.planner.physical_rules import PhysicalPlanner
from flinksim.table.planner.planner_errors import TableError, ValidationError, make_validation_error
from flinksim.table.planner.planning_limits import apply_planning_limits
from flinksim.table.planner.pruning_rules import prune
from flinksim.table.planner.query_translator import QueryTranslator
from flinksim.table.planner.rel_nodes import Rel, SinkRel, make_project
from flinksim.table.planner.rex_nodes import Lit, Rex, make_cast
from flinksim.table.planner.session_catalog import (
    CatalogColumn,
    SessionCatalog,
    TableEntry,
    ViewEntry,
)
from flinksim.table.planner.set_operation_rules import rewrite_sets
from flinksim.table.planner.sql_types import can_cast_implicitly
from flinksim.table.planner.statement_analyzer import create_table
from flinksim.table.planner.subquery_rules import remove_subqueries

KNOWN_CONNECTORS = frozenset(
    (
        "blackhole", "clickhouse", "collect", "csv-file", "cassandra", "data-stream", "datagen", "db2-cdc", "delta",
        "doris", "dynamodb", "elasticsearch-6", "elasticsearch-7", "elasticsearch-8", "faker", "filesystem",
        "firehose", "fluss", "hbase-1.4", "hbase-2.2", "hive", "http", "hudi", "iceberg", "influxdb",
        "jdbc", "kafka", "kinesis", "kinesis-legacy", "kudu", "mongodb", "mongodb-cdc", "mqtt", "mysql",
        "mysql-cdc", "oceanbase", "oceanbase-cdc", "opensearch", "opensearch-2", "oracle-cdc", "paimon",
        "postgres-cdc", "print", "prometheus", "pubsub", "pulsar", "python-input", "python-input-format",
        "rabbitmq", "raw", "redis", "rest-lookup", "rocketmq", "script", "socket", "sqlserver-cdc", "sqs",
        "starrocks", "tidb-cdc", "upsert-kafka", "values", "vitess-cdc",
    )
)  # fmt: skip
"""Connectors of Flink and of its community; another name is rejected as a mistake."""


@dataclass(slots=True)
class StatementPlan:
    """The plan of one job: its sinks at each stage."""

    logical: list[Rel]
    sinks: list[PhysicalNode]
    compiled: dict[str, Any]
    tables: dict[str, TableEntry] = field(default_factory=dict)
    """Tables of the plan by identifier; those in memory keep their rows in ``source``."""
    functions: dict[str, Any] = field(default_factory=dict)
    """User-defined functions by the name that the plan gives them."""

    def explain(self, *, changelog: bool = False) -> str:
        """Return Flink's text: syntax tree, optimized physical plan, execution plan."""
        stages = {
            "Abstract Syntax Tree": "\n\n".join(map(explain_logical, self.logical)),
            "Optimized Physical Plan": "\n\n".join(
                explain_tree(sink, changelog=changelog) for sink in self.sinks
            ),
            "Optimized Execution Plan": "\n\n".join(
                explain_tree(sink, execution=True) for sink in self.sinks
            ),
        }
        return "\n\n".join(f"== {name} ==\n{text}" for name, text in stages.items()) + "\n"


class Planner:
    """Holds the catalog and the options of a session, and plans its statements."""

    def __init__(self, config: dict[str, str] | None = None) -> None:
        self.catalog = SessionCatalog()
        self.config: dict[str, str] = config if config is not None else {}

    # -- DDL ---------------------------------------------------------------------------------

    @apply_planning_limits
    def execute(self, statement: ast.Statement) -> None:
        """Execute DDL: tables, views, options."""
        match statement:
            case ast.CreateTable():
                entry = create_table(self.catalog, statement)
                self.catalog.add(entry, statement.if_not_exists)
            case ast.CreateView():
                self.create_view(statement)
            case ast.DropObject():
                self.catalog.remove(statement.kind, statement.name, statement.if_exists)
            case ast.SetOption():
                self._set_option(statement)
            case ast.Use():
                self._use(statement)
            case ast.CreateObject():
                self._create_object(statement)
            case ast.AlterTable():
                self._alter_table(statement)
            case ast.ClientCommand():
                pass  # statistics change no plan here
            case _:
                raise TableError(f"{type(statement).__name__} is not a DDL statement.")

    @apply_planning_limits
    def create_view(self, node: ast.CreateView) -> None:
        """Check the query of a view and add it to the catalog."""
        rel = QueryTranslator(self.catalog, self.config).translate_query(node.query)
        if node.columns and len(node.columns) != len(rel.fields):
            raise ValidationError(
                f"VIEW definition and input fields not match:\n\tDef fields: {node.columns}.\n\t"
                f"Input fields: {[f.name for f in rel.fields]}."
            )
        path = self.catalog.resolve(node.name)
        entry = ViewEntry(path, node.query, node.columns, node.text, temporary=node.temporary)
        self.catalog.add(entry, node.if_not_exists)

    def _alter_table(self, node: ast.AlterTable) -> None:
        path = self.catalog.resolve(node.name)
        entry = self.catalog.objects.get(path)
        if entry is None:
            shown = ".".join(f"`{part}`" for part in path)
            raise ValidationError(f"Table {shown} doesn't exist or is a temporary table.")
        if node.new_name:
            del self.catalog.objects[path]
            entry.path = (*path[:2], node.new_name[-1])
            self.catalog.objects[entry.path] = entry
            return
        if not isinstance(entry, TableEntry):
            raise ValidationError(
                f"ALTER TABLE: {'.'.join(path)} is a view. A view has no options."
            )
        entry.options = {
            **{key: value for key, value in entry.options.items() if key not in node.reset},
            **node.options,
        }
        for name in node.dropped:
            if name not in {column.name for column in entry.columns}:
                raise ValidationError(f"The column `{name}` does not exist in the base table.")
        entry.columns = [column for column in entry.columns if column.name not in node.dropped]
        if node.columns:
            added = create_table(self.catalog, ast.CreateTable(node.name, node.columns))
            entry.columns += added.columns

    def _set_option(self, statement: ast.SetOption) -> None:
        if statement.reset:
            if statement.key is None:
                self.config.clear()
            else:
                self.config.pop(statement.key, None)
        elif statement.key is not None and statement.value is not None:
            self.config[statement.key] = statement.value

    def _use(self, statement: ast.Use) -> None:
        catalog, database = self.catalog.current
        if statement.catalog:
            self.catalog.current = (
                statement.name[0],
                self._find_default_database(statement.name[0]),
            )
        elif len(statement.name) == 2:
            self.catalog.current = (statement.name[0], statement.name[1])
        else:
            self.catalog.current = (catalog, statement.name[0])
        known = self.catalog.databases.setdefault(self.catalog.current[0], set())
        known.add(self.catalog.current[1])
        assert database is not None

    def _find_default_database(self, catalog: str) -> str:
        options = self.catalog.catalog_options.get(catalog, {})
        return options.get("default-database", "default_database")

    def _create_object(self, statement: ast.CreateObject) -> None:
        if statement.kind == "DATABASE":
            known = self.catalog.databases.setdefault(self.catalog.current[0], set())
            known.add(statement.name[-1])
        elif statement.kind == "CATALOG":
            options = dict(statement.detail)
            database = options.get("default-database", "default")
            self.catalog.add_catalog(statement.name[-1], database, options)
        else:
            raise ValidationError(
                f"Function '{statement.name[-1]}' is implemented by the class "
                f"'{statement.detail.get('class')}', which flinksim cannot load. Register a Python "
                "function with create_temporary_function instead."
            )

    # -- queries -----------------------------------------------------------------------------

    @apply_planning_limits
    def translate(self, query: ast.Query) -> Rel:
        """Return the logical tree of a query; validates it."""
        return QueryTranslator(self.catalog, self.config).translate_query(query)

    @apply_planning_limits
    def plan(self, statements: Iterable[ast.Insert]) -> StatementPlan:
        """Plan the INSERTs of one job."""
        return self.plan_sinks([self.translate_insert(statement) for statement in statements])

    def plan_query(self, rel: Rel, sink: TableEntry) -> StatementPlan:
        """Plan a translated query into a sink that has its columns."""
        return self.plan_sinks([self.make_sink(rel, sink, None, ())])

    @apply_planning_limits
    def plan_sinks(self, sinks: list[Rel]) -> StatementPlan:
        """Optimize logical sinks and choose their operators."""
        made = [self._optimize(sink) for sink in sinks]
        compiled = write_compiled_plan(made, self.config)
        plan = StatementPlan(sinks, made, compiled)
        for entry in self.catalog.used_functions.values():
            name = f"`default_catalog`.`default_database`.`{entry.name}`"
            plan.functions[name] = entry
        return plan

    @apply_planning_limits
    def explain_query(self, rel: Rel, *, changelog: bool = False) -> str:
        """Return the plan of a query that no sink takes: the sink is left out."""
        plan = self.plan_query(rel, self.make_collect_table(rel, "*explain*"))
        roots = [sink.input for sink in plan.sinks]
        return StatementPlan([rel], roots, {}).explain(changelog=changelog)

    def make_collect_table(self, rel: Rel, name: str) -> TableEntry:
        """Return a table that takes all changes of a query."""
        columns = [CatalogColumn(f.name, f.type.as_plain().with_nullable(True)) for f in rel.fields]
        return TableEntry(self.catalog.resolve((name,)), columns, {"connector": "collect"})

    def find_sink(self, name: tuple[str, ...]) -> TableEntry:
        """Return a table to be written."""
        entry = self.catalog.find(name)
        if not isinstance(entry, TableEntry):
            path = ".".join(f"`{part}`" for part in self.catalog.resolve(name))
            raise ValidationError(
                f"Cannot find table '{path}' in any of the catalogs "
                f"{sorted(self.catalog.databases)}, nor as a temporary table."
            )
        return entry

    def describe_table(self, name: tuple[str, ...]) -> list[list[str | None]]:
        """Return the rows of DESCRIBE."""
        query = ast.Query(ast.Select([ast.SelectItem(ast.Star())], ast.TableName(name)))
        entry = self.catalog.find(name)
        table = entry if isinstance(entry, TableEntry) else None
        rows: list[list[str | None]] = []
        for column in self.translate(query).fields:
            is_key = table is not None and column.name in table.primary_key
            is_time = table is not None and column.name == table.watermark_column
            assert table is not None or not is_time
            declared = [c for c in table.columns if c.name == column.name] if table else []
            computed = declared[0].text if declared and declared[0].computed is not None else ""
            rows.append(
                [
                    column.name,
                    column.type.with_nullable(True).to_summary(),
                    str(column.type.nullable).upper(),
                    f"PRI({', '.join(table.primary_key)})" if is_key and table else None,
                    f"AS {computed}" if computed else None,
                    table.watermark_text if is_time and table else None,
                ]
            )
        return rows

    def show_create(self, name: tuple[str, ...]) -> str:
        """Return the statement that creates a table or view."""
        entry = self.catalog.find(name)
        if isinstance(entry, ViewEntry):
            return f"CREATE VIEW {'.'.join(f'`{p}`' for p in entry.path)} AS {entry.text}"
        entry = self.find_sink(name)
        lines = []
        for c in entry.columns:
            kind = f"AS {c.text}" if c.computed is not None else c.type.as_plain().to_summary()
            lines.append(f"  `{c.name}` {kind}")
        if entry.watermark is not None:
            lines.append(f"  WATERMARK FOR `{entry.watermark_column}` AS {entry.watermark_text}")
        if entry.primary_key:
            keys = ", ".join(f"`{key}`" for key in entry.primary_key)
            lines.append(f"  PRIMARY KEY ({keys}) NOT ENFORCED")
        options = ",\n".join(f"  '{k}' = '{v}'" for k, v in entry.options.items())
        columns = ",\n".join(lines)
        return f"CREATE TABLE {entry.identifier} (\n{columns}\n) WITH (\n{options}\n)"

    @apply_planning_limits
    def translate_insert(self, node: ast.Insert) -> Rel:
        entry = self.find_sink(node.table)
        rel = self.translate(node.query)
        return self.make_sink(rel, entry, node.on_conflict, tuple(node.columns))

    def make_sink(
        self, rel: Rel, entry: TableEntry, on_conflict: str | None, columns: tuple[str, ...]
    ) -> Rel:
        """Check that a query fits a sink, cast where Flink does, and return the logical sink."""
        targets = entry.sink_columns
        if columns:
            targets = self._choose_columns(entry, columns)
        _check_types(rel, entry, targets)
        cast: list[Rex] = []
        for ref, target in zip(rel.refs(), targets, strict=True):
            wanted = target.type.as_plain().with_nullable(ref.type.nullable)
            plain = ref.type.as_plain()
            same = plain == wanted or (ref.type.root == "NULL" and ref.type == wanted)
            cast.append(ref if same else make_cast(ref, wanted))
        source = make_project(rel, cast, [f.name for f in rel.fields])
        if columns:
            source = _complete_columns(source, entry, columns)
        return SinkRel(
            fields=source.fields,
            input=source,
            table=entry,
            on_conflict=on_conflict,
            target_columns=columns,
        )

    def _choose_columns(self, entry: TableEntry, columns: tuple[str, ...]) -> list[CatalogColumn]:
        known = {c.name: c for c in entry.sink_columns}
        for name in columns:
            if name not in known:
                raise make_validation_error(f"Unknown target column '{name}'")
        return [known[name] for name in columns]

    def _optimize(self, sink: Rel) -> PhysicalNode:
        physical_planner = PhysicalPlanner(self.config)
        _check_connectors(sink, has_jars="pipeline.jars" in self.config or is_version_before(2, 0))
        rel = fold_constants(remove_subqueries(sink), self.config)
        rel = rewrite_sets(merge_projects(rel))
        rel = merge_projects(rel)
        rel = push_filters(rel)
        rel = use_constants(merge_projects(rel))
        rel = push_sorts(rel)
        rel = merge_projects(rewrite_aggregates(rel))
        rel = merge_projects(push_filters(rel))  # aggregates of keys became keys
        rel = prune(rel, through_windows=True)
        rel = make_ranks(rel, physical_planner.is_batch)
        rel = merge_projects(rel)
        rel = simplify_ranks(rel)
        rel = make_over_aggregates(rel)
        rel = merge_projects(rel)
        rel = prune(rel, through_windows=False)
        rel = remove_permutations(merge_projects(rel))
        is_old = is_version_before(2, 3) and not is_new_rule_reported()
        default = "false" if is_old or physical_planner.is_batch else "true"
        option = self.config.get("table.exec.sink.require-on-conflict", default)
        physical = physical_planner.convert(rel)
        materialize = self.config.get("table.exec.sink.upsert-materialize", "AUTO").upper()
        return infer_changelog_modes(
            physical, option.lower() == "true", physical_planner.is_batch, materialize
        )


def _check_types(rel: Rel, entry: TableEntry, targets: list[CatalogColumn]) -> None:
    cause = ""
    if len(rel.fields) != len(targets):
        cause = "Different number of columns."
    else:
        for number, (column, target) in enumerate(zip(rel.fields, targets, strict=True)):
            if not can_cast_implicitly(column.type, target.type):
                cause = f"Incompatible types for sink column '{target.name}' at position {number}."
                break
    if not cause:
        return
    query = ", ".join(f"{f.name}: {f.type.to_summary()}" for f in rel.fields)
    sink = ", ".join(f"{c.name}: {c.type.to_summary()}" for c in targets)
    raise ValidationError(
        f"Column types of query result and sink for '{entry.dotted}' do not match.\n"
        f"Cause: {cause}\n\nQuery schema: [{query}]\nSink schema:  [{sink}]"
    )


def _complete_columns(source: Rel, entry: TableEntry, columns: tuple[str, ...]) -> Rel:
    """Put the columns of INSERT INTO t (a, b) into the order of the table, with nulls between."""
    expressions: list[Rex] = []
    for column in entry.sink_columns:
        if column.name in columns:
            expressions.append(source.ref(columns.index(column.name)))
        else:
            expressions.append(Lit(column.type.as_plain().with_nullable(True), None))
    return make_project(source, expressions, [c.name for c in entry.sink_columns])


def _check_connectors(rel: Rel, *, has_jars: bool) -> None:
    """Reject a table without a known connector; with jars, the connector may be in one of them."""
    for node in _iterate(rel):
        table = getattr(node, "table", None)
        if not isinstance(table, TableEntry) or table.source is not None:
            continue
        is_sink = isinstance(node, SinkRel)
        what = "sink for writing" if is_sink else "source for reading"
        connector = table.options.get("connector")
        reason = ""
        if connector is None:
            reason = "Table options do not contain an option key 'connector'."
            if "connector.type" in table.options:
                reason += " The option connector.type is of Flink 1.13; run with --flink 1.13."
        elif connector not in KNOWN_CONNECTORS and not has_jars:
            reason = (
                f"Could not find any factory for identifier '{connector}' that implements "
                "'org.apache.flink.table.factories.DynamicTableFactory' in the classpath. "
                f"Available: {', '.join(sorted(KNOWN_CONNECTORS))}."
            )
        if reason:
            raise ValidationError(
                f"Unable to create a {what} table '{table.dotted}'.\nCause: {reason}"
            )


def _iterate(rel: Rel) -> Iterable[Rel]:
    yield rel
    for child in rel.inputs:
        yield from _iterate(child)
    query = getattr(rel, "query", None)
    if isinstance(query, Rel):
        yield from _iterate(query)
