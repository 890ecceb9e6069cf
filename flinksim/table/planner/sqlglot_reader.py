"""Convert sqlglot's tree of a query or an expression into ``sql_ast``."""

from __future__ import annotations

import bisect
import decimal
import re
from typing import Any

from sqlglot import exp

from flinksim.table.planner import sql_ast as ast
from flinksim.table.planner.flink_dialect import (
    TableFunctionRef,
)
from flinksim.table.planner.function_signatures import AGGREGATES, SIGNATURES
from flinksim.table.planner.planner_errors import SqlParserError, make_parser_error
from flinksim.table.planner.reserved_words import CALL_WORDS, RESERVED_WORDS, VALUE_WORDS
from flinksim.table.planner.sql_types import (
    BIGINT,
    BOOLEAN,
    DOUBLE,
    INT,
    INTERVAL_DAY,
    INTERVAL_MONTH,
    NULL,
    SYMBOL,
    SqlType,
    make_type,
)

Hints = dict[int | None, dict[str, dict[str, str]]]

BINARY = {
    exp.Add: "+",
    exp.Sub: "-",
    exp.Mul: "*",
    exp.Div: "/",
    exp.Mod: "%",
    exp.EQ: "=",
    exp.NEQ: "<>",
    exp.GT: ">",
    exp.GTE: ">=",
    exp.LT: "<",
    exp.LTE: "<=",
    exp.And: "AND",
    exp.Or: "OR",
    exp.DPipe: "||",
    exp.NullSafeEQ: "IS NOT DISTINCT FROM",
    exp.NullSafeNEQ: "IS DISTINCT FROM",
    exp.SimilarTo: "SIMILAR TO",
}
GROUP_KINDS = {"GroupingSets": "GROUPING SETS", "Rollup": "ROLLUP", "Cube": "CUBE"}
MILLISECONDS = {
    "WEEK": 604_800_000,
    "DAY": 86_400_000,
    "HOUR": 3_600_000,
    "MINUTE": 60_000,
    "SECOND": 1000,
}
MONTHS = {"YEAR": 12, "QUARTER": 3, "MONTH": 1}


def _is_reserved_here(node: Any, word: str) -> bool:
    """Return whether the reserved *word* may not be written in the place of *node*."""
    if isinstance(node, exp.Anonymous):
        return word not in CALL_WORDS and word not in SIGNATURES and word not in AGGREGATES
    if node.args.get("quoted"):
        return False
    is_value = isinstance(node.parent, exp.Column) and not node.parent.args.get("table")
    return not (is_value and word in VALUE_WORDS)


class SqlglotReader:
    """Converts the trees of one text."""

    def __init__(self, text: str, hints: Hints) -> None:
        self._lines = [0] + [i + 1 for i, character in enumerate(text) if character == "\n"]
        self._text = text
        self._hints = hints

    def locate(self, offset: int) -> tuple[int, int]:
        """Return line and column of a character."""
        line = bisect.bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def span(self, first: int, last: int) -> ast.Span:
        """Return the span from one character to another."""
        return (*self.locate(first), *self.locate(last))

    def _offsets(self, node: Any) -> tuple[int, int] | None:
        if "span" in node.meta:
            found: tuple[int, int] = node.meta["span"]
            return found
        inner = [self._offsets(child) for child in node.iter_expressions()]
        known = [offsets for offsets in inner if offsets]
        if not known:
            return None
        return min(o[0] for o in known), max(o[1] for o in known)

    def _span_of(self, node: Any) -> ast.Span | None:
        offsets = self._offsets(node)
        return self.span(*offsets) if offsets else None

    def _locate_in_parent(self, name: str, parent: Any) -> tuple[int, int]:
        """Return where a name is that sqlglot does not locate; an alias is behind its expression."""
        known = self._offsets(parent)
        if known is not None and not isinstance(parent, exp.Alias):
            return known
        begin, end = known or (0, 0)
        found = re.compile(rf"`?\b{re.escape(name)}\b", re.IGNORECASE).search(self._text, end)
        return found.span() if found else (begin, end)

    def check_names(self, tree: Any) -> None:
        """Reject names that are reserved words and have no backticks.

        Raises:
            SqlParserError: If there is one, with its place, as Flink's parser reports it.
        """
        for node in tree.find_all(exp.Identifier, exp.Anonymous):
            name = node.this if isinstance(node.this, str) else node.this.name
            if name.upper() not in RESERVED_WORDS or not _is_reserved_here(node, name.upper()):
                continue
            offset, _ = self._offsets(node) or self._locate_in_parent(name, node.parent)
            if self._text[offset : offset + 1] != "`":
                raise make_parser_error(name, *self.locate(offset))

    # -- expressions -------------------------------------------------------------------------

    def read(self, node: Any) -> ast.Node:
        """Convert an expression."""
        made = self._read(node)
        if made.span is None:
            made.span = self._span_of(node)
        return made

    def _call(self, name: str, *args: Any) -> ast.CallNode:
        return ast.CallNode(name, [self.read(arg) for arg in args])

    def _read(self, node: Any) -> ast.Node:
        if type(node) in BINARY:
            return self._call(BINARY[type(node)], node.this, node.expression)
        method = getattr(self, f"_read_{type(node).__name__.lower()}", None)
        if method is None:
            line, column, *_ = self._span_of(node) or (1, 1)
            raise SqlParserError(
                f"SQL parse failed. {type(node).__name__} is not supported by Flink SQL, "
                f"at line {line}, column {column}."
            )
        made: ast.Node = method(node)
        return made

    def _read_column(self, node: Any) -> ast.Node:
        if isinstance(node.this, exp.Star):
            return ast.Star(node.text("table") or None)
        return ast.Name(tuple(part.name for part in node.parts))

    def _read_identifier(self, node: Any) -> ast.Node:
        return ast.Name((node.name,))

    def _read_var(self, node: Any) -> ast.Node:
        return ast.Name((node.name,))

    def _read_dot(self, node: Any) -> ast.Node:
        inner = self.read(node.this)
        if isinstance(inner, ast.Name):
            return ast.Name((*inner.parts, node.expression.name))
        field = ast.Constant(node.expression.name, SYMBOL)
        return ast.CallNode("DOT", [inner, field])

    def _read_star(self, node: Any) -> ast.Node:
        return ast.Star()

    def _read_literal(self, node: Any) -> ast.Node:
        if node.is_string:
            return ast.Constant(node.this, make_type("CHAR", len(node.this), nullable=False))
        return _read_number(node.this)

    def _read_rawstring(self, node: Any) -> ast.Node:
        return ast.Constant(node.this, make_type("CHAR", len(node.this), nullable=False))

    _read_national = _read_rawstring
    _read_unicodestring = _read_rawstring

    def _read_hexstring(self, node: Any) -> ast.Node:
        data = bytes.fromhex(node.this)
        return ast.Constant(data, make_type("BINARY", len(data), nullable=False))

    def _read_boolean(self, node: Any) -> ast.Node:
        return ast.Constant(bool(node.this), BOOLEAN.with_nullable(False))

    def _read_null(self, node: Any) -> ast.Node:
        return ast.Constant(None, NULL)

    def _read_keywordarg(self, node: Any) -> ast.Node:
        return ast.Constant(node.this, SYMBOL)

    def _read_paren(self, node: Any) -> ast.Node:
        return self.read(node.this)

    def _read_tuple(self, node: Any) -> ast.Node:
        return self._call("ROW", *node.expressions)

    def _read_neg(self, node: Any) -> ast.Node:
        inner = self.read(node.this)
        if isinstance(inner, ast.Constant) and isinstance(inner.value, int | decimal.Decimal):
            return ast.Constant(-inner.value, inner.type)
        if isinstance(inner, ast.Constant) and inner.type.root == "DOUBLE":
            return ast.Constant(-inner.value, inner.type)
        return ast.CallNode("-", [inner])

    def _read_not(self, node: Any) -> ast.Node:
        inner = self.read(node.this)
        if isinstance(node.this, exp.Is) and isinstance(inner, ast.CallNode):
            return ast.CallNode(inner.name.replace("IS ", "IS NOT ", 1), inner.args)
        return ast.CallNode("NOT", [inner])

    def _read_is(self, node: Any) -> ast.Node:
        right = node.expression
        if isinstance(right, exp.JSON):
            kind = f" {right.this}" if isinstance(right.this, str) else ""
            return self._call(f"IS JSON{kind}", node.this)
        word = "NULL" if isinstance(right, exp.Null) else str(right.this).upper()
        made = self._call(f"IS {word}", node.this)
        if node.args.get("negate"):
            made.name = made.name.replace("IS ", "IS NOT ", 1)
        return made

    def _read_like(self, node: Any, escape: Any = None) -> ast.Node:
        extra = [escape] if escape is not None else []
        made = self._call("LIKE", node.this, node.expression, *extra)
        return ast.CallNode("NOT", [made]) if node.args.get("negate") else made

    def _read_escape(self, node: Any) -> ast.Node:
        if isinstance(node.this, exp.Like):
            return self._read_like(node.this, node.expression)
        made = self._read(node.this)
        assert isinstance(made, ast.CallNode)
        made.args.append(self.read(node.expression))
        return made

    def _read_between(self, node: Any) -> ast.Node:
        low = self._call(">=", node.this, node.args["low"])
        high = self._call("<=", node.this, node.args["high"])
        low.span = high.span = self._span_of(node)
        made = ast.CallNode("AND", [low, high])
        if not node.args.get("symmetric"):
            return made
        swapped = [
            self._call(">=", node.this, node.args["high"]),
            self._call("<=", node.this, node.args["low"]),
        ]
        return ast.CallNode("OR", [made, ast.CallNode("AND", list(swapped))])

    def _read_in(self, node: Any) -> ast.Node:
        operand = self.read(node.this)
        if query := node.args.get("query"):
            return ast.Subquery("IN", self._expect_query(query), operand)
        return ast.CallNode("IN", [operand, *(self.read(e) for e in node.expressions)])

    def _read_exists(self, node: Any) -> ast.Node:
        return ast.Subquery("EXISTS", self._expect_query(node.this))

    def _read_subquery(self, node: Any) -> ast.Node:
        return ast.Subquery("SCALAR", self._expect_query(node))

    def _read_select(self, node: Any) -> ast.Node:
        return ast.Subquery("SCALAR", self._expect_query(node))

    def _read_overlaps(self, node: Any) -> ast.Node:
        return self._call("OVERLAPS", node.this, node.expression)

    def _read_case(self, node: Any) -> ast.Node:
        args: list[ast.Node] = []
        for branch in node.args["ifs"]:
            condition = self.read(branch.this)
            if node.this is not None:
                condition = ast.CallNode("=", [self.read(node.this), condition])
            args += [condition, self.read(branch.args["true"])]
        default = node.args.get("default")
        args.append(self.read(default) if default is not None else ast.Constant(None, NULL))
        return ast.CallNode("CASE", args)

    def _read_array(self, node: Any) -> ast.Node:
        return self._call("ARRAY", *node.expressions)

    def _read_bracket(self, node: Any) -> ast.Node:
        return self._call("ITEM", node.this, node.expressions[0])

    def _read_interval(self, node: Any) -> ast.Node:
        return _read_interval(node.this.name, node.text("unit"))

    def _read_flinkcast(self, node: Any) -> ast.Node:
        kind: SqlType = node.meta["type"]
        operand = self.read(node.this)
        if node.args.get("literal"):
            assert isinstance(operand, ast.Constant)
            return ast.Constant(operand.value, _find_literal_type(kind, operand.value))
        return ast.CastTo(operand, kind, bool(node.args.get("is_try")))

    def _read_tablearg(self, node: Any) -> ast.Node:
        table = self._read_table_name(node.this)
        keys = [self.read(key) for key in node.args.get("partition_by") or []]
        return ast.TableArgument(table, keys, self._read_order(node.args.get("order")))

    def _read_namedarg(self, node: Any) -> ast.Node:
        return ast.NamedArgument(str(node.this).upper(), self.read(node.expression))

    def _read_anonymous(self, node: Any) -> ast.Node:
        name = node.this if isinstance(node.this, str) else node.this.name
        made = ast.CallNode(name.upper(), [])
        for arg in node.expressions:
            found = self._read_argument(made, arg)
            if found is not None:
                made.args.append(found)
        if made.name == "COUNT" and len(made.args) == 1 and isinstance(made.args[0], ast.Star):
            made.args = []
        if (returning := node.meta.get("returning")) is not None:
            made.args.append(ast.Constant(returning, SYMBOL))
        return made

    def _read_argument(self, made: ast.CallNode, arg: Any) -> ast.Node | None:
        if isinstance(arg, exp.Distinct):
            made.distinct = True
            made.args += [self.read(inner) for inner in arg.expressions]
            return None
        if isinstance(arg, exp.Order):
            made.order_by = self._read_order(arg)
            return self.read(arg.this)
        if isinstance(arg, exp.Select | exp.SetOperation):
            return ast.Subquery("SCALAR", self._expect_query(arg))
        return self.read(arg)

    def _read_filter(self, node: Any) -> ast.Node:
        made = self.read(node.this)
        assert isinstance(made, ast.CallNode)
        made.filter = self.read(node.expression.this)
        return made

    def _read_withingroup(self, node: Any) -> ast.Node:
        made = self.read(node.this)
        assert isinstance(made, ast.CallNode)
        made.order_by = self._read_order(node.expression)
        return made

    def _read_ignorenulls(self, node: Any) -> ast.Node:
        return self.read(node.this)

    _read_respectnulls = _read_ignorenulls

    def _read_window(self, node: Any) -> ast.Node:
        made = self.read(node.this)
        if not isinstance(made, ast.CallNode):
            raise SqlParserError("SQL parse failed. OVER needs a function before it.")
        alias = node.args.get("alias")
        simple = alias is not None and not node.args.get("partition_by")
        if simple and not node.args.get("order") and not node.args.get("spec"):
            made.over = alias.name
        else:
            made.over = self._read_over(node)
        return made

    def _read_over(self, node: Any) -> ast.OverClause:
        made = ast.OverClause(
            node.text("alias") or None,
            [self.read(key) for key in node.args.get("partition_by") or []],
            self._read_order(node.args.get("order")),
        )
        if (spec := node.args.get("spec")) is not None:
            made.frame = spec.args["kind"]
            made.lower = self._read_bound(spec, "start", "PRECEDING")
            made.upper = self._read_bound(spec, "end", "FOLLOWING")
            if spec.args.get("end") is None:
                made.upper = ("CURRENT ROW", None)
        return made

    def _read_bound(self, spec: Any, which: str, side: str) -> tuple[str, ast.Node | None]:
        value = spec.args.get(which)
        if value == "CURRENT ROW":
            return ("CURRENT ROW", None)
        found = spec.args.get(f"{which}_side") or side
        return (found, None if isinstance(value, str) or value is None else self.read(value))

    def _read_order(self, node: Any) -> list[ast.OrderItem]:
        if node is None:
            return []
        return [
            ast.OrderItem(
                self.read(item.this), not item.args.get("desc"), not item.args.get("nulls_first")
            )
            for item in node.expressions
        ]

    # -- queries -----------------------------------------------------------------------------

    def _expect_query(self, node: Any) -> ast.Query:
        found = self.read_query(node)
        if found is None:
            raise SqlParserError("SQL parse failed. A query was expected.")
        return found

    def read_query(self, node: Any) -> ast.Query | None:
        """Convert a query; None if the tree is something else."""
        body: Any
        if isinstance(node, exp.Subquery | exp.Paren):
            inner = self.read_query(node.this)
            if inner is None:
                return None
            body = inner
        elif isinstance(node, exp.Select):
            body = self._read_select_body(node)
        elif isinstance(node, exp.SetOperation):
            body = self._read_set_operation(node)
        elif isinstance(node, exp.Values):
            body = self._read_values(node)
        elif isinstance(node, exp.Table) and not node.args.get("db"):
            return None
        else:
            return None
        made = ast.Query(body, span=self._span_of(node))
        made.order_by = self._read_order(node.args.get("order"))
        self._read_limits(node, made)
        if (ctes := node.args.get("with_")) is not None:
            for cte in ctes.expressions:
                columns = [column.name for column in cte.args["alias"].columns]
                made.ctes.append((cte.alias, columns, self._expect_query(cte.this)))
        if isinstance(body, ast.Query) and not (made.order_by or made.ctes or _has_limit(made)):
            return body
        return made

    def _read_limits(self, node: Any, made: ast.Query) -> None:
        limit = node.args.get("limit")
        if isinstance(limit, exp.Fetch):
            count = limit.args.get("count")
            made.limit = int(count.name) if count is not None else 1
        elif limit is not None and limit.expression is not None:
            made.limit = int(limit.expression.name)
        offset = node.args.get("offset")
        if offset is not None:
            made.offset = int(offset.expression.name)

    def _read_values(self, node: Any) -> ast.Values:
        rows = [
            [self.read(e) for e in row.expressions]
            if isinstance(row, exp.Tuple)
            else [self.read(row)]
            for row in node.expressions
        ]
        return ast.Values(rows, span=self._span_of(node))

    def _read_set_operation(self, node: Any) -> ast.SetOperation:
        kind = {exp.Union: "UNION", exp.Intersect: "INTERSECT", exp.Except: "EXCEPT"}[type(node)]
        return ast.SetOperation(
            kind,
            not node.args.get("distinct"),
            self._expect_query(node.this),
            self._expect_query(node.expression),
            span=self._span_of(node.expression),
        )

    def _read_select_body(self, node: Any) -> ast.Select:
        made = ast.Select([self._read_item(item) for item in node.expressions])
        made.span = self._span_of(node)
        offsets = self._offsets(node)
        if offsets:
            made.hints = self._hints.get(offsets[0] + len("SELECT") - 1, {})
        source = node.args.get("from_")
        if source is not None:
            made.source = self._read_from(source.this)
            for join in node.args.get("joins") or []:
                made.source = self._read_join(made.source, join)
            for lateral in node.args.get("laterals") or []:
                made.source = ast.Joined(made.source, self._read_from(lateral), "CROSS")
        made.distinct = node.args.get("distinct") is not None
        if (where := node.args.get("where")) is not None:
            made.where = self.read(where.this)
        if (having := node.args.get("having")) is not None:
            made.having = self.read(having.this)
        if (group := node.args.get("group")) is not None:
            made.group_by = self._read_group(group)
        for window in node.args.get("windows") or []:
            made.windows[window.this.name] = self._read_over(window)
        return made

    def _read_item(self, node: Any) -> ast.SelectItem:
        if isinstance(node, exp.Alias):
            return ast.SelectItem(self.read(node.this), node.alias)
        return ast.SelectItem(self.read(node))

    def _read_group(self, node: Any) -> list[ast.GroupItem]:
        made = []
        for item in node.expressions:
            inner = item.unnest() if isinstance(item, exp.Paren) else item
            kind = GROUP_KINDS.get(type(inner).__name__)
            if kind is not None:
                sets = [self._read_group_set(element) for element in inner.expressions]
                made.append(ast.GroupItem(kind, sets))
            elif isinstance(inner, exp.Tuple):
                made += [ast.GroupItem("EXPR", [[self.read(e)]]) for e in inner.expressions]
            else:
                made.append(ast.GroupItem("EXPR", [[self.read(inner)]]))
        return made

    def _read_group_set(self, node: Any) -> list[ast.Node]:
        if isinstance(node, exp.Tuple):
            return [self.read(e) for e in node.expressions]
        return [self.read(node.unnest() if isinstance(node, exp.Paren) else node)]

    # -- FROM --------------------------------------------------------------------------------

    def _name_item(self, made: Any, node: Any) -> Any:
        alias = node.args.get("alias")
        if alias is not None:
            made.alias = alias.name or None
            made.columns = [column.name for column in alias.columns]
        if made.span is None:
            made.span = self._span_of(node)
        return made

    def _read_from(self, node: Any) -> ast.FromItem:
        made = self._read_from_item(node)
        for join in node.args.get("joins") or []:
            made = self._read_join(made, join)
        return made

    def _read_from_item(self, node: Any) -> ast.FromItem:
        if isinstance(node, TableFunctionRef):
            call = self.read(node.this)
            assert isinstance(call, ast.CallNode)
            return self._name_item(ast.TableFunctionItem(call), node)  # type: ignore[no-any-return]
        if isinstance(node, exp.Table):
            return self._read_table_name(node)
        if isinstance(node, exp.Unnest):
            return self._read_unnest(node)
        if isinstance(node, exp.Values):
            query = ast.Query(self._read_values(node))
            return self._name_item(ast.DerivedTable(query), node)  # type: ignore[no-any-return]
        if isinstance(node, exp.Lateral):
            inner = node.this
            if isinstance(inner, exp.Subquery):
                derived = ast.DerivedTable(self._expect_query(inner), lateral=True)
                return self._name_item(derived, node)  # type: ignore[no-any-return]
            if isinstance(inner, exp.Unnest):
                return self._name_item(self._read_unnest(inner), node)  # type: ignore[no-any-return]
            call = self.read(inner)
            assert isinstance(call, ast.CallNode)
            return self._name_item(ast.TableFunctionItem(call), node)  # type: ignore[no-any-return]
        if isinstance(node, exp.Subquery) and isinstance(node.this, exp.Table | TableFunctionRef):
            return self._read_from(node.this)
        query = self._expect_query(node)
        return self._name_item(ast.DerivedTable(query), node)  # type: ignore[no-any-return]

    def _read_table_name(self, node: Any) -> ast.TableName:
        made = ast.TableName(tuple(part.name for part in node.parts))
        self._name_item(made, node)
        if (version := node.args.get("version")) is not None:
            made.as_of = self.read(version.expression)
        for last in (node.this.meta.get("end"), node.meta.get("end")):
            made.options = made.options or self._hints.get(last, {}).get("OPTIONS", {})
        return made

    def _read_unnest(self, node: Any) -> ast.FromItem:
        call = ast.CallNode("UNNEST", [self.read(e) for e in node.expressions])
        made = ast.TableFunctionItem(call)
        self._name_item(made, node)
        offset = node.args.get("offset")
        made.with_ordinality = bool(offset)
        if isinstance(offset, exp.Identifier) and made.columns and offset.name not in made.columns:
            made.columns.append(offset.name)
        return made

    def _read_join(self, left: ast.FromItem, node: Any) -> ast.FromItem:
        right = self._read_from(node.this)
        side, kind = node.text("side").upper(), node.text("kind").upper()
        condition = node.args.get("on")
        using = [identifier.name for identifier in node.args.get("using") or []]
        found = side or ("CROSS" if kind == "CROSS" else "INNER")
        if condition is None and not using and not node.args.get("method") and not side:
            found = "CROSS"
        read = self.read(condition) if condition is not None else None
        natural = node.text("method").upper() == "NATURAL"
        return ast.Joined(left, right, found, read, using, natural)


def _has_limit(query: ast.Query) -> bool:
    return query.limit is not None or query.offset > 0


def _read_number(text: str) -> ast.Constant:
    if "e" in text.lower():
        try:
            return ast.Constant(float(text), DOUBLE.with_nullable(False))
        except ValueError:
            raise SqlParserError(f"SQL parse failed. {text} is not a number.") from None
    if "." in text:
        value = decimal.Decimal(text)
        digits, exponent = len(value.as_tuple().digits), -int(value.as_tuple().exponent)
        kind = SqlType("DECIMAL", False, (max(digits, exponent), exponent))
        return ast.Constant(value, kind)
    number = int(text)
    if number < 2**31:
        return ast.Constant(number, INT.with_nullable(False))
    if number < 2**63:
        return ast.Constant(number, BIGINT.with_nullable(False))
    return ast.Constant(decimal.Decimal(number), SqlType("DECIMAL", False, (len(text), 0)))


def _find_literal_type(kind: SqlType, value: str) -> SqlType:
    fraction = len(value.partition(".")[2])
    if kind.root in {"TIMESTAMP", "TIME"}:
        return SqlType(kind.root, False, (fraction,))
    return kind.with_nullable(False)


def _read_interval(value: str, unit: str) -> ast.Constant:
    try:
        return _parse_interval(value, unit)
    except (ValueError, ArithmeticError):
        raise SqlParserError(
            f"SQL parse failed. INTERVAL has an invalid value for {unit}: {value[:60]!r}."
        ) from None


def _parse_interval(value: str, unit: str) -> ast.Constant:
    sign = -1 if value.lstrip().startswith("-") else 1
    text = value.strip().lstrip("+-")
    first, _, last = unit.partition(" TO ")
    if first in MONTHS:
        years, _, months = text.partition("-")
        total = int(years) * MONTHS[first] + (int(months) if last and months else 0)
        return ast.Constant(sign * total, INTERVAL_MONTH)
    if first not in MILLISECONDS:
        raise SqlParserError(f"SQL parse failed. INTERVAL has no unit {unit}.")
    units = ["DAY", "HOUR", "MINUTE", "SECOND"]
    if first == "WEEK":
        return ast.Constant(sign * int(text) * MILLISECONDS["WEEK"], INTERVAL_DAY)
    parts = text.replace(" ", ":").split(":")
    start = units.index(first)
    total_ms = decimal.Decimal(0)
    for number, part in zip(units[start:], parts, strict=False):
        total_ms += decimal.Decimal(part) * MILLISECONDS[number]
    return ast.Constant(sign * int(total_ms), INTERVAL_DAY)
