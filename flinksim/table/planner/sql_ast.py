"""The syntax tree of Flink SQL. The parser and the Table API build it; the translator reads it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flinksim.table.planner.sql_types import SqlType

Span = tuple[int, int, int, int]
"""First line, first column, last line, last column; all start at 1."""


@dataclass(slots=True)
class Node:
    """Base of all expressions: where the text of this one is."""

    span: Span | None = field(default=None, kw_only=True, compare=False)


@dataclass(slots=True)
class Name(Node):
    """A column, or a nested field: ``a``, ``t.a``, ``t.a.b``."""

    parts: tuple[str, ...]


@dataclass(slots=True)
class Star(Node):
    """``*`` or ``t.*``."""

    qualifier: str | None = None


@dataclass(slots=True)
class Constant(Node):
    """A literal. Text is CHAR, exact numbers are INT, BIGINT or DECIMAL."""

    value: Any
    type: SqlType


@dataclass(slots=True)
class OverClause:
    """The OVER clause. Bounds are (kind, value): ``("PRECEDING", None)`` is unbounded."""

    base: str | None = None
    partition_by: list[Node] = field(default_factory=list)
    order_by: list[OrderItem] = field(default_factory=list)
    frame: str | None = None
    lower: tuple[str, Node | None] = ("PRECEDING", None)
    upper: tuple[str, Node | None] = ("CURRENT ROW", None)


@dataclass(slots=True)
class CallNode(Node):
    """A function or an operator, by its name in upper case: ``UPPER``, ``+``, ``AND``, ``CASE``.

    CASE has its operands as condition, result, condition, result, ..., else.
    """

    name: str
    args: list[Node]
    distinct: bool = False
    filter: Node | None = None
    over: OverClause | str | None = None
    order_by: list[OrderItem] = field(default_factory=list)
    function: Any = None
    """A function object of the Table API; None if ``name`` names it."""


@dataclass(slots=True)
class CastTo(Node):
    """CAST or TRY_CAST."""

    operand: Node
    type: SqlType
    is_try: bool = False


@dataclass(slots=True)
class Subquery(Node):
    """A query in an expression: SCALAR, EXISTS, IN (operand IN query), or ARRAY."""

    kind: str
    query: Query
    operand: Node | None = None


@dataclass(slots=True)
class TableArgument(Node):
    """``TABLE t PARTITION BY k ORDER BY ts`` as the argument of a function."""

    table: FromItem
    partition_by: list[Node] = field(default_factory=list)
    order_by: list[OrderItem] = field(default_factory=list)


@dataclass(slots=True)
class NamedArgument(Node):
    """``SIZE => INTERVAL '10' SECOND``."""

    name: str
    value: Node


@dataclass(slots=True)
class OrderItem:
    """One key of ORDER BY. ``nulls_last`` is None if the text does not say."""

    expression: Node
    ascending: bool = True
    nulls_last: bool | None = None


@dataclass(slots=True)
class SelectItem:
    """One column of SELECT."""

    expression: Node
    alias: str | None = None


@dataclass(slots=True)
class FromItem(Node):
    """Base of what stands after FROM."""

    alias: str | None = field(default=None, kw_only=True)
    columns: list[str] = field(default_factory=list, kw_only=True)


@dataclass(slots=True)
class TableName(FromItem):
    """A table or view. ``as_of`` is the expression after FOR SYSTEM_TIME AS OF."""

    parts: tuple[str, ...]
    as_of: Node | None = None
    options: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class DerivedTable(FromItem):
    """A query after FROM."""

    query: Query
    lateral: bool = False


@dataclass(slots=True)
class TableFunctionItem(FromItem):
    """``TABLE(f(...))``, ``LATERAL TABLE(f(...))`` or ``UNNEST(...)``."""

    call: CallNode
    with_ordinality: bool = False


@dataclass(slots=True)
class PlannedTable(FromItem):
    """A table that has been translated already. The Table API uses it."""

    rel: Any


@dataclass(slots=True)
class Joined(FromItem):
    """A join: INNER, LEFT, RIGHT, FULL or CROSS."""

    left: FromItem
    right: FromItem
    kind: str
    condition: Node | None = None
    using: list[str] = field(default_factory=list)
    natural: bool = False


@dataclass(slots=True)
class GroupItem:
    """One element of GROUP BY: EXPR, or GROUPING SETS, ROLLUP, CUBE with their sets."""

    kind: str
    sets: list[list[Node]]


@dataclass(slots=True)
class Select(Node):
    """A SELECT without ORDER BY."""

    items: list[SelectItem]
    source: FromItem | None = None
    where: Node | None = None
    group_by: list[GroupItem] | None = None
    having: Node | None = None
    windows: dict[str, OverClause] = field(default_factory=dict)
    distinct: bool = False
    hints: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass(slots=True)
class Values(Node):
    """VALUES rows."""

    rows: list[list[Node]]


@dataclass(slots=True)
class SetOperation(Node):
    """UNION, INTERSECT or EXCEPT, with or without ALL."""

    kind: str
    all: bool
    left: Query
    right: Query


@dataclass(slots=True)
class Query(Node):
    """A query expression: WITH, body, ORDER BY, LIMIT."""

    body: Select | Values | SetOperation | Query
    order_by: list[OrderItem] = field(default_factory=list)
    limit: int | None = None
    offset: int = 0
    ctes: list[tuple[str, list[str], Query]] = field(default_factory=list)


@dataclass(slots=True)
class ColumnDefinition(Node):
    """A column of CREATE TABLE: physical, computed or metadata."""

    name: str
    type: SqlType | None = None
    computed: Node | None = None
    computed_text: str = ""
    metadata_key: str | None = None
    is_metadata: bool = False
    is_virtual: bool = False
    comment: str | None = None


@dataclass(slots=True)
class WatermarkDefinition(Node):
    """WATERMARK FOR column AS expression."""

    column: str
    expression: Node
    text: str = ""


@dataclass(slots=True)
class Statement:
    """Base of the statements."""


@dataclass(slots=True)
class CreateTable(Statement):
    """CREATE TABLE, with LIKE or AS."""

    name: tuple[str, ...]
    columns: list[ColumnDefinition] = field(default_factory=list)
    watermark: WatermarkDefinition | None = None
    primary_key: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    partitioned_by: list[str] = field(default_factory=list)
    temporary: bool = False
    if_not_exists: bool = False
    like: tuple[str, ...] | None = None
    like_options: list[tuple[str, str]] = field(default_factory=list)
    query: Query | None = None
    comment: str | None = None


@dataclass(slots=True)
class CreateView(Statement):
    """CREATE VIEW."""

    name: tuple[str, ...]
    query: Query
    columns: list[str] = field(default_factory=list)
    temporary: bool = False
    if_not_exists: bool = False
    text: str = ""


@dataclass(slots=True)
class CreateObject(Statement):
    """CREATE FUNCTION, DATABASE or CATALOG."""

    kind: str
    name: tuple[str, ...]
    detail: dict[str, str] = field(default_factory=dict)
    if_not_exists: bool = False


@dataclass(slots=True)
class DropObject(Statement):
    """DROP TABLE, VIEW, FUNCTION, DATABASE or CATALOG."""

    kind: str
    name: tuple[str, ...]
    if_exists: bool = False


@dataclass(slots=True)
class Insert(Statement):
    """INSERT INTO. ``on_conflict`` is DEDUPLICATE, NOTHING, ERROR or None."""

    table: tuple[str, ...]
    query: Query
    columns: list[str] = field(default_factory=list)
    on_conflict: str | None = None
    overwrite: bool = False


@dataclass(slots=True)
class QueryStatement(Statement):
    """A query that is a statement."""

    query: Query


@dataclass(slots=True)
class StatementGroup(Statement):
    """EXECUTE STATEMENT SET, or the statements between BEGIN STATEMENT SET and END."""

    statements: list[Insert]


@dataclass(slots=True)
class Explain(Statement):
    """EXPLAIN, with its details such as CHANGELOG_MODE."""

    statement: Statement
    details: list[str] = field(default_factory=list)


@dataclass(slots=True)
class StatementList(Statement):
    """Statements that run one after the other."""

    statements: list[Statement]


@dataclass(slots=True)
class AlterTable(Statement):
    """ALTER TABLE or VIEW: RENAME TO, SET, RESET, ADD or DROP columns. One of the fields is set."""

    name: tuple[str, ...]
    new_name: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)
    reset: list[str] = field(default_factory=list)
    columns: list[ColumnDefinition] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)


@dataclass(slots=True)
class CompilePlan(Statement):
    """COMPILE PLAN 'file' FOR a statement."""

    path: str
    statement: Statement
    if_not_exists: bool = False


@dataclass(slots=True)
class ExecutePlan(Statement):
    """EXECUTE PLAN 'file'."""

    path: str


@dataclass(slots=True)
class ChangeModules(Statement):
    """LOAD MODULE, UNLOAD MODULE or USE MODULES."""

    action: str
    names: list[str]


@dataclass(slots=True)
class ClientCommand(Statement):
    """A statement of the SQL client, or one that has no effect here: QUIT, ANALYZE TABLE."""

    name: str


@dataclass(slots=True)
class SetOption(Statement):
    """SET 'key' = 'value'; RESET has no value; neither key nor value lists the options."""

    key: str | None = None
    value: str | None = None
    reset: bool = False


@dataclass(slots=True)
class Show(Statement):
    """SHOW TABLES, SHOW CREATE TABLE t, DESCRIBE t (kind COLUMNS), ..."""

    kind: str
    name: tuple[str, ...] = ()


@dataclass(slots=True)
class Use(Statement):
    """USE [CATALOG] name."""

    name: tuple[str, ...]
    catalog: bool = False
