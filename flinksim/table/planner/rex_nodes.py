"""Row expressions: what a syntax tree becomes when names and types are known.

Models Calcite's ``RexNode`` and its JSON form in COMPILE PLAN (``RexNodeJsonSerializer``).
"""

from __future__ import annotations

import base64
import datetime
import decimal
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from flinksim.table.planner.planning_limits import PLANNING_WORK
from flinksim.table.planner.sql_types import BOOLEAN, STRINGS, SqlType

BINARY_SYNTAX = frozenset(
    ["+", "-", "*", "/", "%", "=", "<>", "<", "<=", ">", ">=", "AND", "OR", "||", "/INT"]
)
POSTFIX_SYNTAX = frozenset(
    f"IS {word}" for base in ("NULL", "TRUE", "FALSE", "UNKNOWN") for word in (base, f"NOT {base}")
)
SPECIAL_SYNTAX = frozenset(
    ["CASE", "CAST", "TRY_CAST", "ITEM", "ARRAY", "MAP", "ROW", "REINTERPRET", "LIKE"]
)


@dataclass(frozen=True, slots=True)
class Rex:
    """Base of row expressions."""

    type: SqlType

    def __post_init__(self) -> None:
        """Count the node."""
        PLANNING_WORK.add()


@dataclass(frozen=True, slots=True)
class Ref(Rex):
    """Column ``index`` of the input."""

    index: int


@dataclass(frozen=True, slots=True)
class Lit(Rex):
    """A constant. ``ranges`` is the search argument of SEARCH: (low, low closed, high, closed)."""

    value: Any
    ranges: tuple[tuple[Any, bool, Any, bool], ...] = ()
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Call(Rex):
    """A function or operator. ``function`` is a user-defined function object."""

    op: str
    operands: tuple[Rex, ...]
    function: Any = None


@dataclass(frozen=True, slots=True)
class Access(Rex):
    """A nested field of a row."""

    name: str
    operand: Rex


@dataclass(frozen=True, slots=True)
class OuterRef(Rex):
    """Column ``index`` of the query ``level`` levels further out."""

    level: int
    index: int
    name: str


@dataclass(frozen=True, slots=True)
class SortKey:
    """One column of an ordering."""

    index: int
    ascending: bool = True
    nulls_last: bool = False

    def serialize(self) -> dict[str, Any]:
        """Return the form of a plan."""
        return {"index": self.index, "isAscending": self.ascending, "nullIsLast": self.nulls_last}


@dataclass(frozen=True, slots=True)
class WindowFrame:
    """A window frame. Bounds: None is unbounded, a ``Rex`` is an offset, "CURRENT" the row.

    *sides* tells for the lower and the upper bound whether it is before the row or behind it.
    """

    rows: bool
    lower: Any
    upper: Any
    sides: tuple[str, str] = ("PRECEDING", "CURRENT ROW")


@dataclass(frozen=True, slots=True)
class OverCall(Rex):
    """An aggregate or ranking function over a window."""

    op: str
    operands: tuple[Rex, ...]
    partition: tuple[Rex, ...]
    order: tuple[tuple[Rex, bool, bool], ...]
    frame: WindowFrame
    distinct: bool = False
    function: Any = None


@dataclass(frozen=True, slots=True)
class AggregateRex(Rex):
    """An aggregate call in an expression, before the aggregation is built.

    With ``filtered``, the last operand is the condition of FILTER.
    """

    op: str
    operands: tuple[Rex, ...]
    function: Any = None
    distinct: bool = False
    filtered: bool = False


@dataclass(frozen=True, slots=True)
class SubqueryRex(Rex):
    """A query in an expression: SCALAR, EXISTS or IN. ``rel`` is its tree."""

    kind: str
    rel: Any = field(hash=False)  # tables of the catalog can change
    operands: tuple[Rex, ...] = ()


@dataclass(frozen=True, slots=True)
class AggCall:
    """One call of an aggregate."""

    op: str
    args: tuple[int, ...]
    type: SqlType
    name: str | None = None
    distinct: bool = False
    filter: int = -1
    function: Any = None

    def move(self, positions: Mapping[int, int]) -> AggCall:
        """Return the call over moved columns: *positions* gives the new position of each."""
        condition = positions[self.filter] if self.filter >= 0 else -1
        return replace(self, args=tuple(positions[i] for i in self.args), filter=condition)

    def serialize(self) -> dict[str, Any]:
        """Return the form of a plan."""
        made: dict[str, Any] = {"name": self.name}
        if self.op == "COUNT":
            made["syntax"] = "FUNCTION_STAR"
        made.update(_make_function_name(self.op, self.function))
        return {
            **made,
            "argList": list(self.args),
            "filterArg": self.filter,
            "distinct": self.distinct,
            "approximate": False,
            "ignoreNulls": False,
            "type": self.type.serialize(),
        }


def _make_function_name(op: str, function: Any) -> dict[str, Any]:
    """Return how a plan names a function: built in, or of the catalog."""
    if function is not None:
        return {"catalogName": f"`default_catalog`.`default_database`.`{op}`"}
    return {"internalName": f"${op}$1"}


def get_children(node: Rex) -> tuple[Rex, ...]:
    """Return the direct operands."""
    match node:
        case Call() | SubqueryRex() | AggregateRex():
            return node.operands
        case Access(operand=operand):
            return (operand,)
        case OverCall(operands=operands, partition=partition, order=order):
            return (*operands, *partition, *(key for key, *_ in order))
        case _:
            return ()


def walk(node: Rex) -> Iterator[Rex]:
    """Yield a node and everything below it."""
    PLANNING_WORK.add()
    yield node
    for child in get_children(node):
        yield from walk(child)


def transform(node: Rex, change: Callable[[Rex], Rex | None]) -> Rex:
    """Rebuild a tree from the top: ``change`` returns a replacement, or None to descend."""
    PLANNING_WORK.add()
    made = change(node)
    if made is not None:
        return made

    def visit(child: Rex) -> Rex:
        return transform(child, change)

    match node:
        case Call() | SubqueryRex() | AggregateRex():
            return replace(node, operands=tuple(map(visit, node.operands)))
        case Access(operand=operand):
            return replace(node, operand=visit(operand))
        case OverCall(operands=operands, partition=partition, order=order):
            return replace(
                node,
                operands=tuple(map(visit, operands)),
                partition=tuple(map(visit, partition)),
                order=tuple((visit(key), up, last) for key, up, last in order),
            )
        case _:
            return node


def map_refs(node: Rex, mapping: Mapping[int, Rex] | Callable[[Ref], Rex]) -> Rex:
    """Replace each reference to a column."""
    if callable(mapping):
        return transform(node, lambda n: mapping(n) if isinstance(n, Ref) else None)
    return transform(node, lambda n: mapping[n.index] if isinstance(n, Ref) else None)


def shift_refs(node: Rex, offset: int) -> Rex:
    """Move each reference by ``offset`` columns."""
    return map_refs(node, lambda ref: Ref(ref.type, ref.index + offset)) if offset else node


def find_refs(*nodes: Rex) -> set[int]:
    """Return the columns that expressions use."""
    return {n.index for node in nodes for n in walk(node) if isinstance(n, Ref)}


def has_over(node: Rex) -> bool:
    """Tell whether an expression has an OVER call."""
    return any(isinstance(n, OverCall) for n in walk(node))


def split_conjunction(node: Rex | None) -> list[Rex]:
    """Return the operands of nested ANDs."""
    if node is None or node == TRUE:
        return []
    if isinstance(node, Call) and node.op == "AND":
        return [part for operand in node.operands for part in split_conjunction(operand)]
    return [node]


def join_conjunction(parts: list[Rex]) -> Rex | None:
    """Return the AND of several conditions; None for no condition."""
    unique = list(dict.fromkeys(parts))
    if not unique:
        return None
    if len(unique) == 1:
        return unique[0]
    return Call(BOOLEAN.with_nullable(any(p.type.nullable for p in unique)), "AND", tuple(unique))


TRUE = Lit(BOOLEAN.with_nullable(False), True)
FALSE = Lit(BOOLEAN.with_nullable(False), False)


def make_cast(node: Rex, kind: SqlType) -> Rex:
    """Return a cast, or the node itself if it has the type; literals change their type."""
    if node.type == kind:
        return node
    if isinstance(node, Lit) and node.value is None and not node.ranges:
        return Lit(kind.with_nullable(True), None)
    if isinstance(node, Lit) and node.type.root in STRINGS and kind.root == "VARCHAR":
        if len(str(node.value)) <= kind.precision:
            return Lit(kind.with_nullable(False), node.value)
    return Call(kind, "CAST", (node,))


# -- JSON ------------------------------------------------------------------------------------


def serialize(node: Rex) -> dict[str, Any]:
    """Return an expression as COMPILE PLAN writes it."""
    PLANNING_WORK.add()
    match node:
        case Ref(index=index):
            return {"kind": "INPUT_REF", "inputIndex": index, "type": node.type.serialize()}
        case Lit():
            return _serialize_literal(node)
        case Access(name=name, operand=operand):
            return {"kind": "FIELD_ACCESS", "name": name, "expr": serialize(operand)}
        case Call(op=op, operands=operands, function=function):
            made: dict[str, Any] = {"kind": "CALL"}
            if syntax := _find_syntax(node):
                made["syntax"] = syntax
            made.update(_make_function_name(op, function))
            if operands or op != "SOURCE_WATERMARK":
                made["operands"] = [serialize(operand) for operand in operands]
            made["type"] = node.type.serialize()
            return made
        case OuterRef(name=name):
            correlated = {"kind": "CORREL_VARIABLE", "correl": "$cor0", "type": "ROW<> NOT NULL"}
            return {"kind": "FIELD_ACCESS", "name": name, "expr": correlated}
        case _:
            raise TypeError(f"A plan has no {type(node).__name__}.")


def _find_syntax(node: Call) -> str:
    op = node.op
    if op in {"+", "-"} and node.type.root in {"DATE", "TIME", "TIMESTAMP"}:
        return "SPECIAL"
    if op in {"-", "+"} and len(node.operands) == 1:
        return "PREFIX"
    if op in BINARY_SYNTAX or op in {"IS DISTINCT FROM", "IS NOT DISTINCT FROM"}:
        return "BINARY"
    if op in POSTFIX_SYNTAX:
        return "POSTFIX"
    if op in SPECIAL_SYNTAX:
        return "SPECIAL"
    return {"NOT": "PREFIX", "SEARCH": "INTERNAL"}.get(op, "")


def _serialize_literal(node: Lit) -> dict[str, Any]:
    made: dict[str, Any] = {"kind": "LITERAL"}
    if node.symbol:
        made["symbol"] = node.symbol
    if node.ranges:
        made["sarg"] = {
            "ranges": [_serialize_range(node.type, *bounds) for bounds in node.ranges],
            "nullAs": "UNKNOWN",
        }
    else:
        made["value"] = format_value(node.value, node.type)
    made["type"] = node.type.serialize()
    return made


def _serialize_range(
    kind: SqlType, low: Any, low_in: bool, high: Any, high_in: bool
) -> dict[str, Any]:
    made = {}
    for name, value, closed in (("lower", low, low_in), ("upper", high, high_in)):
        if value is not None:
            bound = "CLOSED" if closed else "OPEN"
            made[name] = {"value": format_value(value, kind), "boundType": bound}
    return made


def format_value(value: Any, kind: SqlType) -> Any:
    """Return a constant as a plan writes it: integers and booleans as such, the rest as text."""
    if value is None or isinstance(value, bool):
        return value
    if kind.root in {"INTERVAL_DAY", "INTERVAL_MONTH"}:
        return str(value)
    if kind.root in {"TINYINT", "SMALLINT", "INT", "BIGINT"}:
        return int(value)
    if kind.root in {"DOUBLE", "FLOAT"}:
        text = str(decimal.Decimal(value).normalize())
        return text
    if kind.root == "DECIMAL":
        number = decimal.Decimal(value)
        return format(number, "f")
    if kind.root in {"BINARY", "VARBINARY"}:
        return base64.b64encode(value).decode()
    if isinstance(value, datetime.date | datetime.time | datetime.datetime):
        return str(value)
    return str(value)
