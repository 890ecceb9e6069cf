"""PyFlink: ``pyflink.table.table``. Each operation translates to a relational tree and checks it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flinksim.core.flink_version import has_old_meaning
from flinksim.table.column_names import WINDOW_PROPERTIES, choose_column_names
from flinksim.table.console_output import write_line
from flinksim.table.expression import Expression, find_name
from flinksim.table.field_arguments import read_field, read_fields
from flinksim.table.planner import sql_ast as ast
from flinksim.table.planner.query_translator import QueryTranslator
from flinksim.table.planner.rel_nodes import Rel, TableAggregateRel, make_fields
from flinksim.table.planner.rex_nodes import AggCall
from flinksim.table.planner.session_catalog import FunctionEntry
from flinksim.table.schema import ResolvedSchema
from flinksim.table.table_schema import TableSchema
from flinksim.table.window import GroupWindow, OverWindow

if TYPE_CHECKING:
    from flinksim.table.statement_set import TablePipeline
    from flinksim.table.table_environment import TableEnvironment
    from flinksim.table.table_result import TableResult

__all__ = ["GroupWindowedTable", "GroupedTable", "OverWindowedTable", "Table", "WindowGroupedTable"]


class Table:
    """A table: a query that runs when its result is needed."""

    def __init__(self, rel: Rel, t_env: TableEnvironment) -> None:
        self.rel = rel
        self.t_env = t_env

    def __str__(self) -> str:
        """Return a name by which SQL text can refer to the table."""
        return self.t_env.name_table(self)

    def __getattr__(self, name: str) -> Expression:
        if name.startswith("_") or name not in {f.name for f in self.rel.fields}:
            raise AttributeError(
                f"The current table has no column named '{name}', available columns: "
                f"[{', '.join(f.name for f in self.rel.fields)}]"
            )
        return Expression(ast.Name((name,)))

    # -- queries -----------------------------------------------------------------------------

    def _query(self, query: ast.Query) -> Table:
        planner = self.t_env.planner
        rel = QueryTranslator(planner.catalog, planner.config).translate_query(query)
        return Table(rel, self.t_env)

    def _source(self) -> ast.PlannedTable:
        return ast.PlannedTable(self.rel)

    def _run(self, select: ast.Select) -> Table:
        return self._query(ast.Query(select))

    def _items(self, fields: tuple[Any, ...]) -> list[ast.SelectItem]:
        items: list[ast.SelectItem] = []
        for expression in read_fields("select", fields):
            items += self._expand(expression)
        return items

    def _choose_names(self, items: list[ast.SelectItem]) -> list[ast.SelectItem]:
        return choose_column_names(items, len(self.rel.fields))

    def _expand(self, expression: Expression) -> list[ast.SelectItem]:
        node = expression.node
        if isinstance(node, ast.CallNode) and node.name in {"$WITH_COLUMNS", "$WITHOUT_COLUMNS"}:
            names = [f.name for f in self.rel.fields]
            chosen = [name for arg in node.args for name in _list_columns(arg, names)]
            if node.name == "$WITHOUT_COLUMNS":
                chosen = [name for name in names if name not in chosen]
            return [ast.SelectItem(ast.Name((name,))) for name in chosen]
        self._expand_arguments(node)
        return [ast.SelectItem(node, expression.alias_name)]

    def _expand_arguments(self, node: ast.Node) -> None:
        """Replace ``with_columns(...)`` among the arguments of a call by these columns."""
        if not isinstance(node, ast.CallNode):
            return
        made: list[ast.Node] = []
        for arg in node.args:
            self._expand_arguments(arg)
            if isinstance(arg, ast.CallNode) and arg.name in {"$WITH_COLUMNS", "$WITHOUT_COLUMNS"}:
                made += [item.expression for item in self._expand(Expression(arg))]
            else:
                made.append(arg)
        node.args = made

    def select(self, *fields: Expression) -> Table:
        """Compute columns; aggregates without ``group_by`` give one row."""
        return self._run(ast.Select(self._choose_names(self._items(fields)), self._source()))

    def alias(self, field: str, *fields: str) -> Table:
        """Rename the columns, in order."""
        names = [field, *fields]
        if (
            len(names) == 1
            and "," in field
            and len(self.rel.fields) > 1
            and has_old_meaning(
                f"In Flink 2 alias({field!r}) renames one column. Write one text per column."
            )
        ):
            names = [name.strip() for name in field.split(",")]
        source = self._source()
        rest = [f.name for f in self.rel.fields[len(names) :]]
        source.columns = [*names, *rest]
        return self._run(ast.Select([ast.SelectItem(ast.Star())], source))

    def filter(self, predicate: Any) -> Table:
        """Keep the rows for which a condition is true."""
        select = ast.Select([ast.SelectItem(ast.Star())], self._source())
        select.where = read_field("filter", predicate).node
        return self._run(select)

    where = filter

    def group_by(self, *fields: Expression) -> GroupedTable:
        """Group rows; ``select`` on the result aggregates."""
        return GroupedTable(self, read_fields("group_by", fields))

    def aggregate(self, func: Any) -> AggregatedTable:
        """Aggregate all rows with a function that returns a row."""
        return AggregatedTable(GroupedTable(self, []), func)

    def flat_aggregate(self, func: Any) -> FlatAggregateTable:
        """Aggregate all rows with a function that returns several rows."""
        return FlatAggregateTable(GroupedTable(self, []), func)

    def distinct(self) -> Table:
        """Remove duplicate rows."""
        return self._run(ast.Select([ast.SelectItem(ast.Star())], self._source(), distinct=True))

    def window(self, window: GroupWindow) -> GroupWindowedTable:
        """Group rows into windows."""
        return GroupWindowedTable(self, window)

    def over_window(self, *over_windows: OverWindow) -> OverWindowedTable:
        """Define windows that the expressions of ``select`` refer to."""
        return OverWindowedTable(self, over_windows)

    # -- joins -------------------------------------------------------------------------------

    def _join(self, right: Table, kind: str, predicate: Expression | None) -> Table:
        condition = read_field("join", predicate).node if predicate is not None else None
        joined = ast.Joined(self._source(), right._source(), kind, condition)
        return self._run(ast.Select([ast.SelectItem(ast.Star())], joined))

    def join(self, right: Table, join_predicate: Expression | None = None) -> Table:
        """Return the inner join."""
        kind = "CROSS" if join_predicate is None else "INNER"
        return self._join(right, kind, join_predicate)

    def left_outer_join(self, right: Table, join_predicate: Expression | None = None) -> Table:
        """Return the left outer join."""
        return self._join(right, "LEFT", join_predicate)

    def right_outer_join(self, right: Table, join_predicate: Expression) -> Table:
        """Return the right outer join."""
        return self._join(right, "RIGHT", join_predicate)

    def full_outer_join(self, right: Table, join_predicate: Expression) -> Table:
        """Return the full outer join."""
        return self._join(right, "FULL", join_predicate)

    def _join_function(self, call: Any, kind: str, predicate: Expression | None) -> Table:
        expression = self._apply(call)
        if not isinstance(expression.node, ast.CallNode):
            raise TypeError(
                "join_lateral(table_function_call): expected a call of a table function, such as "
                f"split(col('a')).alias('b'), found {expression}."
            )
        function = ast.TableFunctionItem(expression.node)
        if expression.alias_name is not None:
            function.columns = [expression.alias_name, *expression.extra_names]
        condition = read_field("join_lateral", predicate).node if predicate is not None else None
        joined = ast.Joined(self._source(), function, kind, condition)
        return self._run(ast.Select([ast.SelectItem(ast.Star())], joined))

    def join_lateral(self, table_function_call: Any, join_predicate: Any = None) -> Table:
        """Join each row with the rows that a table function returns for it."""
        return self._join_function(table_function_call, "INNER", join_predicate)

    def left_outer_join_lateral(
        self, table_function_call: Any, join_predicate: Any = None
    ) -> Table:
        """Join as ``join_lateral``, with nulls for rows without results."""
        return self._join_function(table_function_call, "LEFT", join_predicate)

    # -- sets and order ----------------------------------------------------------------------

    def _combine(self, right: Table, kind: str, *, every: bool) -> Table:
        sides = [
            ast.Query(ast.Select([ast.SelectItem(ast.Star())], table._source()))
            for table in (self, right)
        ]
        return self._query(ast.Query(ast.SetOperation(kind, every, *sides)))

    def union(self, right: Table) -> Table:
        """Return the rows of either table, without duplicates."""
        return self._combine(right, "UNION", every=False)

    def union_all(self, right: Table) -> Table:
        """Return the rows of both tables."""
        return self._combine(right, "UNION", every=True)

    def intersect(self, right: Table) -> Table:
        """Return the rows of both tables, without duplicates."""
        return self._combine(right, "INTERSECT", every=False)

    def intersect_all(self, right: Table) -> Table:
        """Return the rows that both tables have, as often as both do."""
        return self._combine(right, "INTERSECT", every=True)

    def minus(self, right: Table) -> Table:
        """Return the rows that the other table lacks, without duplicates."""
        return self._combine(right, "EXCEPT", every=False)

    def minus_all(self, right: Table) -> Table:
        """Return the rows, as much more often as this table has them."""
        return self._combine(right, "EXCEPT", every=True)

    def _ordered(
        self, order: list[ast.OrderItem], limit: int | None = None, offset: int = 0
    ) -> Table:
        select = ast.Select([ast.SelectItem(ast.Star())], self._source())
        return self._query(ast.Query(select, order, limit, offset))

    def order_by(self, *fields: Expression) -> Table:
        """Sort by columns."""
        keys = read_fields("order_by", fields)
        return self._ordered([ast.OrderItem(k.node, k.ascending is not False) for k in keys])

    def _limited(self, limit: int | None, offset: int) -> Table:
        from dataclasses import replace

        from flinksim.table.planner.rel_nodes import SortRel

        if isinstance(self.rel, SortRel):
            changed = replace(
                self.rel,
                limit=limit if limit is not None else self.rel.limit,
                offset=offset or self.rel.offset,
            )
            return Table(changed, self.t_env)
        return self._ordered([], limit, offset)

    def offset(self, offset: int) -> Table:
        """Skip rows."""
        return self._limited(None, offset)

    def fetch(self, fetch: int) -> Table:
        """Keep the first rows."""
        return self._limited(fetch, 0)

    def limit(self, fetch: int, offset: int = 0) -> Table:
        """Skip rows, then keep the first."""
        return self._limited(fetch, offset)

    # -- columns -----------------------------------------------------------------------------

    def add_columns(self, *fields: Expression) -> Table:
        """Append columns."""
        items = [ast.SelectItem(ast.Star()), *self._items(fields)]
        return self._run(ast.Select(self._choose_names(items), self._source()))

    def add_or_replace_columns(self, *fields: Expression) -> Table:
        """Append columns, or replace those of the same name."""
        added = {
            item.alias or find_name(Expression(item.expression)): item
            for item in self._items(fields)
        }
        items = [added.pop(f.name, ast.SelectItem(ast.Name((f.name,)))) for f in self.rel.fields]
        return self._run(ast.Select([*items, *added.values()], self._source()))

    def rename_columns(self, *fields: Expression) -> Table:
        """Rename columns: ``col("a").alias("b")``."""
        names = {find_name(f): f.alias_name for f in read_fields("rename_columns", fields)}
        items = [
            ast.SelectItem(ast.Name((f.name,)), names.get(f.name) or f.name)
            for f in self.rel.fields
        ]
        return self._run(ast.Select(items, self._source()))

    def drop_columns(self, *fields: Expression) -> Table:
        """Remove columns."""
        dropped = {
            name
            for f in read_fields("drop_columns", fields)
            for name in _list_columns(f.node, [g.name for g in self.rel.fields])
        }
        items = [
            ast.SelectItem(ast.Name((f.name,))) for f in self.rel.fields if f.name not in dropped
        ]
        return self._run(ast.Select(items, self._source()))

    def _apply(self, func: Any) -> Expression:
        """Return the call of a function: an expression, or one that takes each row as a whole."""
        from flinksim.table.udf import UserDefinedFunctionWrapper

        if isinstance(func, UserDefinedFunctionWrapper):
            return func.call_with_row([f.name for f in self.rel.fields])
        return read_field("aggregate", func)

    def map(self, func: Any) -> Table:
        """Compute each row with a function that returns a row."""
        made = self.select(self._apply(func).alias("f0"))
        kind = made.rel.fields[0].type
        if kind.root != "ROW":
            return made
        return made.select(*(Expression(ast.Name(("f0", name))).alias(name) for name in kind.names))

    def flat_map(self, func: Any) -> Table:
        """Replace each row by the rows that a table function returns for it."""
        width = len(self.rel.fields)
        made = self.join_lateral(self._apply(func))
        names = [f.name for f in made.rel.fields[width:]]
        return made.select(*(Expression(ast.Name((name,))) for name in names))

    # -- results -----------------------------------------------------------------------------

    def get_schema(self) -> TableSchema:
        """Return names and types of the columns."""
        return TableSchema.of_rel(self.rel)

    def get_resolved_schema(self) -> ResolvedSchema:
        """Return names and types of the columns."""
        return ResolvedSchema.of_rel(self.rel)

    def print_schema(self) -> None:
        """Print names and types of the columns."""
        write_line(self.get_resolved_schema())

    def explain(self, *extra_details: Any) -> str:
        """Return the plan as Flink's EXPLAIN prints it."""
        return self.t_env.explain_table(self, extra_details)

    def print_explain(self, *extra_details: Any) -> None:
        """Print the plan."""
        write_line(self.explain(*extra_details))

    def execute(self) -> TableResult:
        """Run the query and return its result."""
        return self.t_env.execute_table(self)

    def insert_into(self, table_path_or_descriptor: Any) -> TablePipeline:
        """Return the pipeline that writes to a table."""
        from flinksim.table.statement_set import TablePipeline

        return TablePipeline(self, self.t_env.find_sink(table_path_or_descriptor, self.rel))

    def execute_insert(self, table_path_or_descriptor: Any, overwrite: bool = False) -> TableResult:
        """Write to a table."""
        return self.insert_into(table_path_or_descriptor).execute()

    def to_pandas(self) -> Any:
        """Return the rows as a pandas data frame."""
        import pandas as pd

        rows = [list(row) for row in self.execute().collect()]
        return pd.DataFrame(rows, columns=[f.name for f in self.rel.fields])


class GroupedTable:
    """A table with keys; ``select`` aggregates."""

    def __init__(self, table: Table, keys: list[Expression]) -> None:
        self._table = table
        self._keys = keys

    def _list_keys(self) -> list[Expression]:
        return self._keys

    def select(self, *fields: Expression) -> Table:
        """Aggregate each group."""
        items = self._table._choose_names(self._table._items(fields))
        aliases = {k.alias_name: k.node for k in self._keys if k.alias_name}
        for item in items:
            if isinstance(item.expression, ast.Name) and item.expression.parts[0] in aliases:
                name = item.expression.parts[0]
                item.expression, item.alias = aliases[name], item.alias or name
        group = [ast.GroupItem("EXPR", [[key.node]]) for key in self._keys]
        return self._table._run(ast.Select(items, self._table._source(), group_by=group))

    def aggregate(self, func: Any) -> AggregatedTable:
        """Aggregate with a function that returns a row."""
        return AggregatedTable(self, func)

    def flat_aggregate(self, func: Any) -> FlatAggregateTable:
        """Aggregate with a function that returns several rows for each group."""
        return FlatAggregateTable(self, func)


class AggregatedTable:
    """A grouped table with one aggregate function; ``select`` chooses columns."""

    def __init__(self, grouped: GroupedTable | WindowGroupedTable, func: Any) -> None:
        self._grouped = grouped
        self._func = func

    def select(self, *fields: Expression) -> Table:
        """Choose keys and columns of the aggregate."""
        table = self._grouped._table
        call = table._apply(self._func)
        keys = self._grouped._list_keys()
        made = self._grouped.select(*keys, call.alias("$agg"))
        kind = made.rel.fields[-1].type
        names = [call.alias_name or "f0", *call.extra_names]
        columns = [Expression(ast.Name((f.name,))) for f in made.rel.fields[:-1]]
        if kind.root == "ROW":
            shown = (call.alias_name and names) or list(kind.names)
            columns += [
                Expression(ast.Name(("$agg", inner))).alias(name)
                for inner, name in zip(kind.names, shown, strict=True)
            ]
        else:
            columns.append(Expression(ast.Name(("$agg",))).alias(names[0]))
        items = table._choose_names(table._items(fields))
        for item in items:
            node = item.expression
            if isinstance(node, ast.CallNode) and node.name in WINDOW_PROPERTIES:
                item.expression = ast.Name((node.name,))
        chosen = made.select(*columns)
        return chosen._run(ast.Select(items, chosen._source()))


class FlatAggregateTable:
    """A grouped table with a table aggregate function; ``select`` chooses columns."""

    def __init__(self, grouped: GroupedTable, func: Any) -> None:
        self._grouped = grouped
        self._func = func

    def select(self, *fields: Expression) -> Table:
        """Choose keys and columns of the function."""
        table = self._grouped._table
        call = table._apply(self._func)
        entry = getattr(call.node, "function", None)
        if not isinstance(call.node, ast.CallNode) or getattr(entry, "kind", "") != (
            "table_aggregate"
        ):
            raise TypeError(
                f"flat_aggregate(func): expected a function made with udtaf(), found {call}."
            )
        assert isinstance(entry, FunctionEntry)
        keys = self._grouped._list_keys()
        nodes = [*(key.node for key in keys), *call.node.args]
        names = [f.name for f in table.rel.fields]
        if all(isinstance(n, ast.Name) and n.parts[0] in names for n in nodes):
            source = table
            places = [names.index(n.parts[0]) for n in nodes if isinstance(n, ast.Name)]
        else:
            source = table.select(*map(Expression, nodes))
            places = list(range(len(nodes)))
        kind = entry.result
        types = list(kind.children) or [kind]
        group, arguments = tuple(places[: len(keys)]), tuple(places[len(keys) :])
        names = [find_name(key) for key in keys]
        rel = TableAggregateRel(
            fields=make_fields(
                [*names, *(kind.names or ["f0"])],
                [*(source.rel.fields[i].type for i in group), *types],
            ),
            input=source.rel,
            group=group,
            call=AggCall(entry.name, arguments, kind, None, False, -1, entry.function),
        )
        table.t_env.planner.catalog.used_functions[entry.name] = entry
        made = Table(rel, table.t_env)
        shown = [call.alias_name, *call.extra_names] if call.alias_name else []
        return (made.alias(*names, *shown) if shown else made).select(*fields)


class GroupWindowedTable:
    """A table with a window, before ``group_by``."""

    def __init__(self, table: Table, window: GroupWindow) -> None:
        self._table = table
        self._window = window

    def group_by(self, *fields: Expression) -> WindowGroupedTable:
        """Group by the window and other keys."""
        return WindowGroupedTable(self._table, self._window, read_fields("group_by", fields))


class WindowGroupedTable:
    """A table with window and keys; ``select`` aggregates."""

    def __init__(self, table: Table, window: GroupWindow, keys: list[Expression]) -> None:
        self._table = table
        self._window = window
        self._keys = keys

    def aggregate(self, func: Any) -> AggregatedTable:
        """Aggregate each window with a function that returns a row."""
        return AggregatedTable(self, func)

    def _list_keys(self) -> list[Expression]:
        """Return the keys as columns: the window is its start and end."""
        window = Expression(ast.Name((self._window.name,)))
        bounds = [window.start.alias("$START"), window.end.alias("$END")]
        return [*(k for k in self._keys if find_name(k) != self._window.name), *bounds]

    def select(self, *fields: Expression) -> Table:
        """Aggregate each window of each group."""
        keys: list[ast.Node] = []
        for key in self._keys:
            is_window = isinstance(key.node, ast.Name) and key.node.parts == (self._window.name,)
            keys.append(self._window.to_call() if is_window else key.node)
        items = self._table._choose_names(self._table._items(fields))
        for item in items:
            item.expression = self._replace(item.expression)
        group = [ast.GroupItem("EXPR", [[key]]) for key in keys]
        return self._table._run(ast.Select(items, self._table._source(), group_by=group))

    def _replace(self, node: Any) -> Any:
        if isinstance(node, ast.CallNode):
            if node.name in WINDOW_PROPERTIES:
                return self._window.to_call(WINDOW_PROPERTIES[node.name])
            node.args = [self._replace(arg) for arg in node.args]
        elif isinstance(node, ast.CastTo):
            node.operand = self._replace(node.operand)
        return node


class OverWindowedTable:
    """A table with over windows."""

    def __init__(self, table: Table, windows: tuple[OverWindow, ...]) -> None:
        self._table = table
        self._windows = windows

    def select(self, *fields: Expression) -> Table:
        """Compute columns, also over the windows."""
        items = self._table._choose_names(self._table._items(fields))
        select = ast.Select(items, self._table._source())
        select.windows = {window.name: window.to_ast() for window in self._windows}
        return self._table._run(select)


def _list_columns(node: ast.Node, names: list[str]) -> list[str]:
    if isinstance(node, ast.Star):
        return list(names)
    if isinstance(node, ast.Name):
        return [node.parts[0]]
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return [names[node.value - 1]]
    if isinstance(node, ast.CallNode) and node.name == "$RANGE":
        bounds = []
        for arg in node.args:
            assert isinstance(arg, ast.Constant)
            value = arg.value
            bounds.append(names.index(value) if isinstance(value, str) else int(value) - 1)
        return names[bounds[0] : bounds[1] + 1]
    return []
