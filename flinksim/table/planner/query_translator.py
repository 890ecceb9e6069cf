"""Translate queries into relational nodes: FROM, WHERE, GROUP BY, windows, SELECT, set operations.

Models Calcite's ``SqlToRelConverter`` with Flink's conversions.
"""

from __future__ import annotations

import decimal
import itertools
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flinksim.table.planner import sql_ast as ast
from flinksim.table.planner.aggregation_translator import AggregationTranslator, walk_ast
from flinksim.table.planner.expression_translator import (
    ExpressionTranslator,
    _coerce_comparison,
    read_interval,
)
from flinksim.table.planner.function_signatures import AGGREGATES
from flinksim.table.planner.planner_errors import (
    SqlError,
    TableError,
    ValidationError,
    make_validation_error,
)
from flinksim.table.planner.planning_limits import check_grouping_sets
from flinksim.table.planner.rel_nodes import (
    WINDOW_COLUMNS,
    AggregateRel,
    CorrelateRel,
    Field,
    JoinRel,
    NormalizeRel,
    Rel,
    Scan,
    SetRel,
    SortRel,
    TvfWindow,
    ValuesRel,
    WatermarkAssign,
    WindowTvf,
    make_fields,
    make_filter,
    make_project,
)
from flinksim.table.planner.rex_nodes import (
    AggregateRex,
    Call,
    Lit,
    Ref,
    Rex,
    SortKey,
    join_conjunction,
    make_cast,
    shift_refs,
    transform,
    walk,
)
from flinksim.table.planner.scopes import Scope, ScopeTable
from flinksim.table.planner.session_catalog import (
    FunctionEntry,
    SessionCatalog,
    TableEntry,
    ViewEntry,
)
from flinksim.table.planner.sql_types import (
    BOOLEAN,
    INT,
    SqlType,
    find_common_type,
    make_timestamp,
)

WINDOW_TVFS = {
    "TUMBLE": ("DATA", "TIMECOL", "SIZE", "OFFSET"),
    "HOP": ("DATA", "TIMECOL", "SLIDE", "SIZE", "OFFSET"),
    "CUMULATE": ("DATA", "TIMECOL", "STEP", "SIZE", "OFFSET"),
    "SESSION": ("DATA", "TIMECOL", "GAP"),
}


class QueryTranslator:
    """Translates the queries of one statement."""

    def __init__(self, catalog: SessionCatalog, config: Mapping[str, str] | None = None) -> None:
        self.catalog = catalog
        self.config: Mapping[str, str] = config or {}
        self.code_errors: list[SqlError] = []
        """What Flink finds when it generates code: the first one is raised if the query is valid."""
        self._ctes: list[dict[str, tuple[list[str], ast.Query]]] = []
        self._expanding: list[tuple[str, str, str]] = []

    @property
    def is_batch(self) -> bool:
        """Tell whether the query is for batch mode."""
        return self.config.get("execution.runtime-mode", "").lower() == "batch"

    # -- queries -----------------------------------------------------------------------------

    def translate_query(self, query: ast.Query, outer: Scope | None = None) -> Rel:
        """Translate a query expression."""
        self._ctes.append({name: (columns, inner) for name, columns, inner in query.ctes})
        try:
            rel = self._translate_body(query, outer)
        finally:
            self._ctes.pop()
        if self.code_errors and not self._ctes:
            raise self.code_errors[0]
        return rel

    def _translate_body(self, query: ast.Query, outer: Scope | None) -> Rel:
        body = query.body
        if isinstance(body, ast.Select):
            return self._translate_select(body, query, outer)
        if isinstance(body, ast.Values):
            rel = self._translate_values(body, outer)
        elif isinstance(body, ast.SetOperation):
            rel = self._translate_set_operation(body, outer)
        else:
            rel = self.translate_query(body, outer)
        return self._add_sort(rel, query, Scope.of(rel, None, outer), {})

    def _translate_values(self, node: ast.Values, outer: Scope | None) -> Rel:
        scope = Scope(_make_dummy(), [], outer)
        translator = ExpressionTranslator(self, scope)
        rows = [[translator.translate(e) for e in row] for row in node.rows]
        if len({len(row) for row in rows}) != 1:
            raise make_validation_error(
                "Values passed to VALUES operator must have compatible types", node.span
            )
        types = []
        for number in range(len(rows[0])):
            common = find_common_type([row[number].type for row in rows])
            if common is None:
                raise make_validation_error(
                    "Values passed to VALUES operator must have compatible types", node.span
                )
            types.append(common)
        names = [f"EXPR${number}" for number in range(len(types))]
        if all(isinstance(e, Lit) for row in rows for e in row) and _is_literal_table(rows, types):
            values = tuple(
                tuple(_fit_literal(e, t) for e, t in zip(row, types, strict=True)) for row in rows
            )
            return ValuesRel(fields=make_fields(names, types), rows=values)
        members = [
            make_project(
                _make_dummy(),
                [
                    make_cast(e, t) if e.type.root == "NULL" else e
                    for e, t in zip(row, types, strict=True)
                ],
                names,
            )
            for row in rows
        ]
        if len(members) == 1:
            return members[0]
        return _make_set("UNION", True, members, types)

    def _translate_set_operation(self, node: ast.SetOperation, outer: Scope | None) -> Rel:
        left = self.translate_query(node.left, outer)
        right = self.translate_query(node.right, outer)
        name = node.kind + (" ALL" if node.all else "")
        if len(left.fields) != len(right.fields):
            raise make_validation_error(
                f"Column count mismatch in {name}", _select_list_span(node.right) or node.span
            )
        types = []
        pairs = zip(left.fields, right.fields, strict=True)
        for number, (one, two) in enumerate(pairs, 1):
            common = find_common_type([one.type, two.type])
            if common is None:
                raise make_validation_error(
                    f"Type mismatch in column {number} of {name}", node.span
                )
            types.append(common)
        members: list[Rel] = []
        for side in (left, right):
            same = isinstance(side, SetRel) and (side.kind, side.all) == (node.kind, node.all)
            if same and node.kind == "UNION" and side is left:
                members += side.inputs
            else:
                members.append(side)
        return _make_set(node.kind, node.all, members, types)

    # -- SELECT ------------------------------------------------------------------------------

    def _translate_select(self, node: ast.Select, query: ast.Query, outer: Scope | None) -> Rel:
        scope = self._translate_from(node.source, outer)
        rel = scope.rel
        if node.where is not None:
            where = ExpressionTranslator(self, scope).translate_condition(node.where, "WHERE")
            rel = make_filter(rel, where)
            scope.rel = rel
        items = self._expand_items(node, scope)
        grouping = self._translate_grouping(node, scope, items)
        is_grouped = bool(grouping) if grouping is not None else None
        translator = ExpressionTranslator(self, scope, grouped=is_grouped, windows=node.windows)
        expressions = [e if isinstance(e, Rex) else translator.translate(e) for _, e, _ in items]
        names = [name for name, _, _ in items]
        having = None
        if node.having is not None:
            having = translator.translate_condition(node.having, "HAVING")
        order = self._translate_order(query, translator, expressions, names)
        aggregated = grouping is not None or any(
            isinstance(n, AggregateRex) for e in (*expressions, *order) for n in walk(e)
        )
        if aggregated or having is not None:
            sources = [source for _, _, source in items]
            aggregation = AggregationTranslator(
                scope, grouping, names, node, sources, is_batch=self.is_batch
            )
            rel, replace_all = aggregation.build([*expressions, *order], having)
            if having is not None:
                rel = make_filter(rel, replace_all(having, node.having))
            expressions = [replace_all(e, s) for e, s in zip(expressions, sources, strict=True)]
            order = [replace_all(e, None) for e in order]
        rel = self._project(rel, expressions, names, order, node, query)
        return rel

    def _project(
        self,
        rel: Rel,
        expressions: list[Rex],
        names: list[str],
        order: list[Rex],
        node: ast.Select,
        query: ast.Query,
    ) -> Rel:
        if node.distinct:
            rel = make_project(rel, expressions, names)
            count = len(rel.fields)
            rel = AggregateRel(fields=rel.fields, input=rel, group=tuple(range(count)), calls=())
            return self._add_sort(rel, query, Scope.of(rel, None), {})
        positions: dict[int, int] = {}
        extra = list(expressions)
        for number, key in enumerate(order):
            if key not in extra:
                extra.append(key)
            positions[number] = extra.index(key)
        hidden = [f"EXPR${i}" for i in range(len(expressions), len(extra))]
        rel = make_project(rel, extra, [*names, *hidden])
        rel = self._add_sort(rel, query, None, positions)
        if hidden:
            refs: list[Rex] = list(rel.refs()[: len(expressions)])
            rel = make_project(rel, refs, names)
        return rel

    def _expand_items(
        self, node: ast.Select, scope: Scope
    ) -> list[tuple[str, Any, ast.Node | None]]:
        items: list[tuple[str, Any, ast.Node | None]] = []
        for item in node.items:
            expression = item.expression
            if isinstance(expression, ast.Star):
                if not scope.sources:
                    raise make_validation_error("SELECT * requires a FROM clause", expression.span)
                items += [(name, rex, expression) for name, rex in scope.expand_star(expression)]
                continue
            name = item.alias
            if name is None and isinstance(expression, ast.Name):
                name = expression.parts[-1]
            items.append((name or f"EXPR${len(items)}", expression, expression))
        return items

    def _translate_order(
        self,
        query: ast.Query,
        translator: ExpressionTranslator,
        expressions: list[Rex],
        names: list[str],
    ) -> list[Rex]:
        made = []
        for item in query.order_by:
            key = item.expression
            if isinstance(key, ast.Name) and len(key.parts) == 1 and key.parts[0] in names:
                made.append(expressions[names.index(key.parts[0])])
            elif isinstance(key, ast.Constant) and isinstance(key.value, int):
                if not 1 <= key.value <= len(expressions):
                    raise make_validation_error("Ordinal out of range", key.span)
                made.append(expressions[key.value - 1])
            else:
                made.append(translator.translate(key))
        return made

    def _add_sort(
        self, rel: Rel, query: ast.Query, scope: Scope | None, positions: dict[int, int]
    ) -> Rel:
        if not query.order_by and query.limit is None and not query.offset:
            return rel
        keys = []
        for number, item in enumerate(query.order_by):
            position = positions.get(number)
            if position is None:
                assert scope is not None
                key = item.expression
                if isinstance(key, ast.Constant) and isinstance(key.value, int):
                    position = key.value - 1
                else:
                    found = ExpressionTranslator(self, scope).translate(key)
                    if not isinstance(found, Ref):
                        raise make_validation_error(
                            "ORDER BY of a set operation must name columns", key.span
                        )
                    position = found.index
            last = not item.ascending if item.nulls_last is None else item.nulls_last
            keys.append(SortKey(position, item.ascending, last))
        return SortRel(
            fields=rel.fields, input=rel, keys=tuple(keys), limit=query.limit, offset=query.offset
        )

    # -- GROUP BY ----------------------------------------------------------------------------

    def _translate_grouping(
        self, node: ast.Select, scope: Scope, items: list[tuple[str, Any, ast.Node | None]]
    ) -> list[list[list[Rex]]] | None:
        """Return, for each element of GROUP BY, its alternative sets of keys."""
        if node.group_by is None:
            return None
        translator = ExpressionTranslator(self, scope)
        translator.aggregates_illegal_in = "GROUP BY"
        translator.takes_group_windows = True
        made: list[list[list[Rex]]] = []
        for item in node.group_by:
            sets = [
                [self._translate_key(k, translator, items, scope) for k in s] for s in item.sets
            ]
            if item.kind == "ROLLUP":
                flat = [k for s in sets for k in s]
                made.append([flat[:size] for size in range(len(flat), -1, -1)])
            elif item.kind == "CUBE":
                flat = [k for s in sets for k in s]
                check_grouping_sets(2 ** len(flat))
                made.append(
                    [
                        list(chosen)
                        for size in range(len(flat), -1, -1)
                        for chosen in itertools.combinations(flat, size)
                    ]
                )
            else:
                made.append(sets)
        return made

    def _translate_key(
        self,
        node: ast.Node,
        translator: ExpressionTranslator,
        items: list[tuple[str, Any, ast.Node | None]],
        scope: Scope,
    ) -> Rex:
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            if not 1 <= node.value <= len(items):
                raise make_validation_error("Ordinal out of range", node.span)
            found = items[node.value - 1][1]
            return found if isinstance(found, Rex) else translator.translate(found)
        if isinstance(node, ast.Name) and len(node.parts) == 1:
            known = any(source.find(node.parts[0]) for source in scope.sources)
            if not known:
                for name, expression, _ in items:
                    if name == node.parts[0] and not isinstance(expression, Rex):
                        return translator.translate(expression)
        return translator.translate(node)

    # -- FROM --------------------------------------------------------------------------------

    def _translate_from(self, node: ast.FromItem | None, outer: Scope | None) -> Scope:
        if node is None:
            return Scope(_make_dummy(), [], outer)
        match node:
            case ast.TableName():
                return self._name(self._translate_table(node), node, node.parts[-1], outer)
            case ast.PlannedTable():
                return self._name(node.rel, node, None, outer)
            case ast.DerivedTable():
                rel = self.translate_query(node.query, outer)
                return self._name(rel, node, None, outer)
            case ast.TableFunctionItem():
                return self._translate_table_function(node, None, outer)
            case ast.Joined():
                return self._translate_join(node, outer)
            case _:
                raise make_validation_error(
                    f"{type(node).__name__} is not allowed after FROM", node.span
                )

    def _name(
        self, rel: Rel, node: ast.FromItem, default: str | None, outer: Scope | None
    ) -> Scope:
        scope = Scope.of(rel, node.alias or default, outer)
        if node.columns:
            if len(node.columns) != len(rel.fields):
                raise make_validation_error(
                    f"List of column aliases must have same degree as table; table has "
                    f"{len(rel.fields)} columns, whereas alias list has {len(node.columns)} columns",
                    node.span,
                )
            scope.sources[0].names = list(node.columns)
            if isinstance(rel, ValuesRel):
                fields = make_fields(node.columns, [f.type for f in rel.fields])
                scope.rel = replace(rel, fields=fields)
        return scope

    def _translate_table(self, node: ast.TableName) -> Rel:
        if len(node.parts) == 1:
            for depth in range(len(self._ctes) - 1, -1, -1):
                if node.parts[0] in self._ctes[depth]:
                    return self._translate_cte(node, depth)
        entry = self.catalog.find(node.parts)
        if entry is None:
            raise make_validation_error(f"Object '{node.parts[-1]}' not found", node.span)
        if isinstance(entry, ViewEntry):
            return self._expand_view(entry)
        return scan_table(self.catalog.with_options(entry, node.options), self.config)

    def _translate_cte(self, node: ast.TableName, depth: int) -> Rel:
        columns, query = self._ctes[depth][node.parts[0]]
        hidden, self._ctes = (
            self._ctes,
            [
                *self._ctes[:depth],
                {n: q for n, q in self._ctes[depth].items() if n != node.parts[0]},
            ],
        )
        try:
            rel = self.translate_query(query)
        finally:
            self._ctes = hidden
        return make_project(rel, list(rel.refs()), columns) if columns else rel

    def _expand_view(self, entry: ViewEntry) -> Rel:
        if entry.rel is not None:
            return entry.rel  # type: ignore[no-any-return]
        if entry.path in self._expanding or entry.query is None:
            raise ValidationError(f"The view {'.'.join(entry.path)} refers to itself.")
        self._expanding.append(entry.path)
        hidden, self._ctes = self._ctes, []
        try:
            rel = self.translate_query(entry.query)
        finally:
            self._expanding.pop()
            self._ctes = hidden
        return make_project(rel, list(rel.refs()), entry.columns) if entry.columns else rel

    # -- joins -------------------------------------------------------------------------------

    def _translate_join(self, node: ast.Joined, outer: Scope | None) -> Scope:
        left = self._translate_from(node.left, outer)
        right_node = node.right
        if (
            isinstance(right_node, ast.TableFunctionItem)
            and right_node.call.name not in WINDOW_TVFS
        ):
            return self._translate_table_function(right_node, left, outer, node)
        if isinstance(right_node, ast.DerivedTable) and right_node.lateral:
            return self._translate_lateral(node, right_node, left, outer)
        right = self._translate_from(right_node, outer)
        return self._join_scopes(node, left, right, outer)

    def _join_scopes(
        self, node: ast.Joined, left: Scope, right: Scope, outer: Scope | None
    ) -> Scope:
        as_of, is_lookup = None, False
        temporal = node.right.as_of if isinstance(node.right, ast.TableName) else None
        if temporal is not None:
            time = ExpressionTranslator(self, left).translate(temporal)
            if not isinstance(time, Ref) or not time.type.is_time_attribute:
                raise TableError(
                    "Temporal table join currently only supports 'FOR SYSTEM_TIME AS OF' left "
                    "table's time attribute field"
                )
            as_of = time.index
            assert isinstance(node.right, ast.TableName)
            entry = self.catalog.find(node.right.parts)
            is_lookup = (
                time.type.time_kind == "PROCTIME"
                and isinstance(entry, TableEntry)
                and entry.is_lookup_source
            )
            if is_lookup:
                as_of = None
        offset = len(left.rel.fields)
        kind = {"CROSS": "INNER"}.get(node.kind, node.kind)
        fields = _join_fields(left.rel, right.rel, kind)
        joined = JoinRel(
            fields=fields,
            left=left.rel,
            right=right.rel,
            kind=kind,
            as_of=as_of,
            is_lookup=is_lookup,
        )
        names = [s.alias for s in (*left.sources, *right.sources) if s.alias is not None]
        double = next((name for name in names if names.count(name) > 1), None)
        if double is not None:
            raise make_validation_error(
                f"Duplicate relation name '{double}' in FROM clause", node.span
            )
        moved = [
            ScopeTable(s.alias, s.names, [index + offset for index in s.indexes])
            for s in right.sources
        ]
        scope = Scope(joined, [*left.sources, *moved], outer)
        using = node.using or (_find_common_names(left, right) if node.natural else [])
        condition = None
        if using:
            condition = self._merge_using(scope, left, right, using, kind, offset)
        elif node.condition is not None:
            inner = Scope(joined, scope.sources, outer)
            condition = ExpressionTranslator(self, inner).translate_condition(node.condition, "ON")
        scope.merged.update({n: e for n, e in left.merged.items() if n not in scope.merged})
        scope.rel = replace(joined, condition=condition)
        return scope

    def _merge_using(
        self, scope: Scope, left: Scope, right: Scope, names: list[str], kind: str, offset: int
    ) -> Rex | None:
        parts: list[Rex] = []
        for name in names:
            one = left.resolve(ast.Name((name,)))
            two = shift_refs(right.resolve(ast.Name((name,))), offset)
            nullable = one.type.nullable or two.type.nullable
            parts.append(Call(BOOLEAN.with_nullable(nullable), "=", _coerce_comparison(one, two)))
            merged: Rex = {"RIGHT": two}.get(kind, one)
            if kind == "FULL":
                merged = Call(one.type, "COALESCE", (one, two))
            scope.merged[name] = merged
        return join_conjunction(parts)

    # -- table functions ---------------------------------------------------------------------

    def _translate_table_function(
        self,
        node: ast.TableFunctionItem,
        left: Scope | None,
        outer: Scope | None,
        join: ast.Joined | None = None,
    ) -> Scope:
        call = node.call
        if call.name in WINDOW_TVFS:
            return self._name(self._translate_window_tvf(call, outer), node, None, outer)
        base = left or Scope(_make_dummy(), [], outer)
        translator = ExpressionTranslator(self, base)
        args = tuple(translator.translate(arg) for arg in call.args)
        names, types, rex = self._find_table_function(node, call, args)
        kind = "LEFT" if join is not None and join.kind == "LEFT" else "INNER"
        nullable = kind == "LEFT"
        appended = [t.with_nullable(True) if nullable else t for t in types]
        fields = make_fields(
            [f.name for f in base.rel.fields] + names,
            [f.type for f in base.rel.fields] + appended,
        )
        rel = CorrelateRel(fields=fields, input=base.rel, kind=kind, call=rex)
        offset = len(base.rel.fields)
        shown = node.columns or names
        if call.name == "UNNEST" and len(names) == 1 and not node.columns and node.alias:
            # Calcite: the only column of UNNEST is named after the alias.
            shown = [node.alias]
        if len(shown) != len(names):
            raise make_validation_error(
                f"List of column aliases must have same degree as table; table has {len(names)} "
                f"columns, whereas alias list has {len(shown)} columns",
                node.span,
            )
        own = ScopeTable(node.alias, list(shown), list(range(offset, offset + len(names))))
        scope = Scope(rel, [*base.sources, own], outer, dict(base.merged))
        if join is not None and join.condition is not None:
            condition = ExpressionTranslator(self, scope).translate_condition(join.condition, "ON")
            if condition != Lit(condition.type, True):
                scope.rel = make_filter(rel, condition)
        return scope

    def _find_table_function(
        self, node: ast.TableFunctionItem, call: ast.CallNode, args: tuple[Rex, ...]
    ) -> tuple[list[str], list[SqlType], Rex]:
        if call.name == "UNNEST":
            return _make_unnest(node, args)
        entry = call.function or self.catalog.functions.get(call.name)
        if not isinstance(entry, FunctionEntry) or entry.kind != "table":
            families = ", ".join(f"<{arg.type.root}>" for arg in args)
            raise make_validation_error(
                f"No match found for function signature {call.name}({families})", call.span
            )
        self.catalog.used_functions[entry.name] = entry
        row = entry.result
        names = list(row.names) if row.root == "ROW" else ["f0"]
        types = list(row.children) if row.root == "ROW" else [row]
        made = Call(row, entry.name, args, entry.function)
        return names, types, made

    def _translate_window_tvf(self, call: ast.CallNode, outer: Scope | None) -> Rel:
        names = WINDOW_TVFS[call.name]
        args: dict[str, ast.Node] = {}
        for number, arg in enumerate(call.args):
            if isinstance(arg, ast.NamedArgument):
                args[arg.name] = arg.value
            elif number < len(names):
                args[names[number]] = arg
        table = args.get("DATA")
        if isinstance(table, ast.TableArgument):
            source = self._translate_from(table.table, outer)
        elif isinstance(table, ast.Subquery):
            source = Scope.of(self.translate_query(table.query, outer), None, outer)
        else:
            raise make_validation_error(
                f"{call.name} needs a table as its first argument: TABLE name", call.span
            )
        rel = source.rel
        descriptor = args.get("TIMECOL")
        if isinstance(descriptor, ast.Name):
            # The second key of PARTITION BY without parentheses is another argument.
            raise make_validation_error(
                f"Column '{descriptor.parts[-1]}' not found in any table", descriptor.span
            )
        time = self._find_descriptor(call, args.get("TIMECOL"), source)
        sizes = {
            name: self._read_size(call, args.get(name), optional=name == "OFFSET")
            for name in names[2:]
        }
        partition: tuple[int, ...] = ()
        if isinstance(table, ast.TableArgument) and table.partition_by:
            keys = [source.resolve(k) for k in table.partition_by if isinstance(k, ast.Name)]
            partition = tuple(k.index for k in keys if isinstance(k, Ref))
        window = _make_window(call.name, sizes, partition)
        kind = rel.fields[time].type
        plain = make_timestamp(3, local=False, nullable=False)
        attribute = SqlType(kind.root, False, (3,), time_kind=kind.time_kind)
        fields = make_fields(
            [*(f.name for f in rel.fields), *WINDOW_COLUMNS],
            [*(f.type for f in rel.fields), plain, plain, attribute],
        )
        return WindowTvf(fields=fields, input=rel, window=window, time=time)

    def _find_descriptor(self, call: ast.CallNode, node: ast.Node | None, source: Scope) -> int:
        if not isinstance(node, ast.CallNode) or node.name != "DESCRIPTOR":
            raise make_validation_error(f"{call.name} needs DESCRIPTOR(time column)", call.span)
        name = node.args[0]
        assert isinstance(name, ast.Name)
        if not any(table.find(name.parts[-1]) for table in source.sources):
            raise make_validation_error(f"Unknown identifier '{name.parts[-1]}'", name.span)
        found = source.resolve(name)
        assert isinstance(found, Ref)
        if found.type.root not in {"TIMESTAMP", "TIMESTAMP_LTZ"}:
            interval = "datetime interval"
            sizes = interval if call.name in {"TUMBLE", "SESSION"} else f"{interval}, {interval}"
            raise ValidationError(
                f"The window function {call.name}(TABLE table_name, DESCRIPTOR(timecol), {sizes}"
                f"[, {interval}]) requires the timecol to be TIMESTAMP or TIMESTAMP_LTZ, but is "
                f"{found.type.to_digest()}."
            )
        if not found.type.is_time_attribute and not self.is_batch:
            raise ValidationError(
                "The window function requires the timecol is a time attribute type, but is "
                f"{found.type.to_digest()}."
            )
        return found.index

    def _read_size(self, call: ast.CallNode, node: ast.Node | None, optional: bool) -> int:
        if node is None:
            if optional:
                return 0
            least = 3 if call.name in {"TUMBLE", "SESSION"} else 4
            raise make_validation_error(
                f"Invalid number of arguments to function '{call.name}'. Was expecting {least} "
                "arguments",
                call.span,
            )
        translator = ExpressionTranslator(self, Scope(_make_dummy(), []))
        size = read_interval(translator.translate(node))
        if size is None:
            raise TableError(f"{call.name} needs constant intervals of days to seconds.")
        return size

    def _translate_lateral(
        self, node: ast.Joined, right: ast.DerivedTable, left: Scope, outer: Scope | None
    ) -> Scope:
        inner = Scope(left.rel, left.sources, outer, left.merged)
        query = self.translate_query(right.query, inner)
        if not inner.correlated:
            named = self._name(query, right, None, outer)
            return self._join_scopes(node, left, named, outer)
        kind = "LEFT" if node.kind == "LEFT" else "INNER"
        types = [f.type.with_nullable(True) if kind == "LEFT" else f.type for f in query.fields]
        fields = make_fields(
            [f.name for f in (*left.rel.fields, *query.fields)],
            [*(f.type for f in left.rel.fields), *types],
        )
        rel = CorrelateRel(fields=fields, input=left.rel, kind=kind, query=query)
        offset = len(left.rel.fields)
        names = right.columns or [f.name for f in query.fields]
        own = ScopeTable(right.alias, list(names), list(range(offset, offset + len(names))))
        return Scope(rel, [*left.sources, own], outer, dict(left.merged))


def _make_dummy() -> Rel:
    zero = INT.with_nullable(False)
    return ValuesRel(fields=(Field("ZERO", zero),), rows=((Lit(zero, 0),),))


def _is_literal_table(rows: list[list[Rex]], types: list[SqlType]) -> bool:
    roots = {"CHAR", "VARCHAR", "INT", "BIGINT", "DECIMAL", "DOUBLE"}
    return all(e.type.root in roots for row in rows for e in row) and len(types) > 0


def _fit_literal(literal: Rex, kind: SqlType) -> Rex:
    """Give a number of VALUES the type of its column."""
    if not isinstance(literal, Lit) or kind.root != "DECIMAL" or literal.value is None:
        return literal
    unit = decimal.Decimal(1).scaleb(-kind.scale)
    return Lit(kind.with_nullable(False), decimal.Decimal(literal.value).quantize(unit))


def _make_set(kind: str, every: bool, members: list[Rel], types: list[SqlType]) -> Rel:
    names = [f.name for f in members[0].fields]
    cast = []
    for member in members:
        refs: list[Rex] = []
        for ref, target in zip(member.refs(), types, strict=True):
            same = ref.type.with_nullable(True) == target.with_nullable(True)
            refs.append(ref if same else make_cast(ref, target.with_nullable(ref.type.nullable)))
        cast.append(make_project(member, refs, [f.name for f in member.fields]))
    return SetRel(fields=make_fields(names, types), kind=kind, all=every, members=tuple(cast))


def _join_fields(left: Rel, right: Rel, kind: str) -> tuple[Field, ...]:
    left_null, right_null = kind in {"RIGHT", "FULL"}, kind in {"LEFT", "FULL"}
    types = [f.type.with_nullable(True) if left_null else f.type for f in left.fields]
    types += [f.type.with_nullable(True) if right_null else f.type for f in right.fields]
    return make_fields([f.name for f in (*left.fields, *right.fields)], types)


def _find_common_names(left: Scope, right: Scope) -> list[str]:
    names = [name for source in right.sources for name in source.names]
    return [name for source in left.sources for name in source.names if name in names]


def _make_unnest(
    node: ast.TableFunctionItem, args: tuple[Rex, ...]
) -> tuple[list[str], list[SqlType], Rex]:
    kind = args[0].type
    if kind.root == "ARRAY" or kind.root == "MULTISET":
        element = kind.children[0]
        types = list(element.children) if element.root == "ROW" else [element]
        names = list(element.names) if element.root == "ROW" else ["f0"]
    elif kind.root == "MAP":
        types, names = list(kind.children), ["f0", "f1"]
    else:
        raise make_validation_error(
            f"Cannot apply 'UNNEST' to arguments of type 'UNNEST(<{kind.to_digest()}>)'", node.span
        )
    op = "UNNEST_ROWS"
    if node.with_ordinality:
        op = "UNNEST_ROWS_WITH_ORDINALITY"
        if names == ["f0"]:
            names = ["EXPR$0"]
        names.append("ORDINALITY")
        types.append(INT.with_nullable(False))
    row = SqlType("ROW", not node.with_ordinality, (), tuple(types), tuple(names))
    return names, types, Call(row, op, args)


def _make_window(name: str, sizes: dict[str, int], partition: tuple[int, ...]) -> TvfWindow:
    slide = sizes.get("SLIDE") or sizes.get("STEP") or 0
    size = sizes.get("SIZE") or sizes.get("GAP") or 0
    if name == "HOP" and (not slide or size % slide):
        raise TableError(
            "HOP table function based aggregate requires size must be an integral multiple of "
            f"slide, but got size {size} ms and slide {slide} ms"
        )
    if name == "CUMULATE" and (not slide or size % slide):
        raise ValidationError(
            "CUMULATE table function based aggregate requires maxSize must be an integral multiple "
            f"of step, but got maxSize {size} ms and step {slide} ms."
        )
    return TvfWindow(
        kind=name, size=size, slide=slide, offset=sizes.get("OFFSET", 0), partition=partition
    )


def _select_list_span(query: ast.Query) -> ast.Span | None:
    body = query.body
    if not isinstance(body, ast.Select):
        return None
    spans = [item.expression.span for item in body.items if item.expression.span]
    return (*spans[0][:2], *spans[-1][2:]) if spans else None


def scan_table(entry: TableEntry, config: Mapping[str, str]) -> Rel:
    """Return the scan of a table with computed columns, watermark and normalization."""
    is_batch = config.get("execution.runtime-mode", "").lower() == "batch"
    columns = entry.source_columns
    pushed = entry.is_source_watermark and not is_batch
    types = [c.type if pushed else c.type.as_plain() for c in columns]
    fields = make_fields([c.name for c in columns], types)
    rel: Rel = Scan(fields=fields, table=entry)
    positions = {c.name: number for number, c in enumerate(columns)}
    # A computed column may use columns that are declared after it.
    declared: dict[int, Rex] = {
        number: rel.ref(positions[c.name])
        for number, c in enumerate(entry.columns)
        if c.computed is None
    }
    for number, column in enumerate(entry.columns):
        if column.computed is not None:
            declared[number] = transform(
                column.computed, lambda n: declared[n.index] if isinstance(n, Ref) else None
            )
    ordered = [declared[number] for number in range(len(entry.columns))]
    rel = make_project(rel, ordered, [c.name for c in entry.columns])
    if entry.watermark is not None and entry.watermark_column is not None and not is_batch:
        rowtime = [c.name for c in entry.columns].index(entry.watermark_column)
        made = list(rel.fields)
        kind = made[rowtime].type
        made[rowtime] = Field(made[rowtime].name, replace(kind, time_kind="ROWTIME"))
        if not pushed:
            rel = WatermarkAssign(
                fields=tuple(made), input=rel, rowtime=rowtime, expression=entry.watermark
            )
    if not is_batch:
        return _normalize(rel, entry, config)
    if set(entry.find_changelog()) - {"I"}:
        raise TableError(
            "Querying a table in batch mode is currently only possible for INSERT-only table sources. "
            f"But the source for table '{entry.dotted}' produces other changelog messages than just INSERT."
        )
    return rel


def _normalize(rel: Rel, entry: TableEntry, config: Mapping[str, str]) -> Rel:
    kinds = entry.find_changelog()
    is_upsert = "UA" in kinds and "UB" not in kinds
    if is_upsert and not entry.primary_key:
        raise TableError(
            f"Table '{entry.dotted}' produces a changelog stream that contains UPDATE_AFTER but no "
            "UPDATE_BEFORE. This requires defining a primary key constraint on the table."
        )
    duplicates = config.get("table.exec.source.cdc-events-duplicate", "").lower() == "true"
    has_duplicates = duplicates and "UA" in kinds and bool(entry.primary_key)
    if not is_upsert and not has_duplicates:
        return rel
    names = [f.name for f in rel.fields]
    keys = tuple(names.index(name) for name in entry.primary_key)
    return NormalizeRel(fields=rel.fields, input=rel, keys=keys, drops_before="UB" in kinds)


def has_aggregates(node: ast.Node) -> bool:
    """Tell whether an expression calls an aggregate."""
    return any(
        isinstance(n, ast.CallNode) and n.name in AGGREGATES and n.over is None
        for n in walk_ast(node)
    )
