"""Simplify row expressions: constants, negations, and ranges of one column (Calcite's SEARCH).

Models ``RexSimplify`` as far as plans show it.
"""

from __future__ import annotations

import decimal
import itertools
from dataclasses import replace
from functools import reduce
from typing import Any

from flinksim.table.planner.rex_nodes import (
    FALSE,
    TRUE,
    Call,
    Lit,
    Ref,
    Rex,
    get_children,
    join_conjunction,
    make_cast,
    split_conjunction,
    transform,
)
from flinksim.table.planner.sql_types import BOOLEAN, INTEGERS, NUMERIC, STRINGS, SqlType

NEGATIONS = {
    "=": "<>",
    "<>": "=",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
    "IS NULL": "IS NOT NULL",
    "IS NOT NULL": "IS NULL",
    "IS TRUE": "IS NOT TRUE",
    "IS FALSE": "IS NOT FALSE",
    "IS NOT TRUE": "IS TRUE",
    "IS NOT FALSE": "IS FALSE",
    "IS DISTINCT FROM": "IS NOT DISTINCT FROM",
    "IS NOT DISTINCT FROM": "IS DISTINCT FROM",
}
STRICT = frozenset(("+", "-", "*", "/", "MOD", "CAST", "UPPER", "LOWER", "ABS"))
"""Calls that are null if one operand is."""

MIRRORED = {"=": "=", "<>": "<>", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
Range = tuple[Any, bool, Any, bool]


def simplify(node: Rex) -> Rex:
    """Return an equivalent expression in the form that plans print."""
    children = get_children(node)
    if isinstance(node, Call) and children:
        node = replace(node, operands=tuple(simplify(child) for child in children))
    elif children:
        return transform(node, lambda n: simplify(n) if isinstance(n, Call) else None)
    if not isinstance(node, Call):
        return node
    match node.op:
        case "NOT":
            return _negate(node.operands[0])
        case "AND":
            return _simplify_and(node)
        case "OR":
            return _simplify_or(node)
        case "CAST":
            return _fold_cast(node)
        case "IS NULL" | "IS NOT NULL":
            return _simplify_null_test(node)
        case "IS TRUE" if not node.operands[0].type.nullable:
            return node.operands[0]
        case "=" | "<>" | "<" | "<=" | ">" | ">=":
            return _fold_comparison(node)
        case "CASE":
            return _simplify_case(node)
        case "COALESCE":
            return _simplify_coalesce(node)
        case "IS DISTINCT FROM" if isinstance(node.operands[1], Lit):
            equal = Call(BOOLEAN, "=", node.operands)
            return Call(node.type, "IS NOT TRUE", (equal,))
        case "-" if len(node.operands) == 1:
            return _fold_minus(node)
        case _:
            return node


def _simplify_case(node: Call) -> Rex:
    """Drop the branches that a constant condition decides."""
    kept: list[Rex] = []
    *branches, other = node.operands
    for condition, result in zip(branches[::2], branches[1::2], strict=True):
        if isinstance(condition, Lit) and not condition.value:
            continue
        if isinstance(condition, Lit):
            other = result
            break
        kept += [condition, result]
    if not kept:
        return make_cast(other, node.type) if _is_cast_needed(other.type, node.type) else other
    return replace(node, operands=(*kept, other))


def _is_cast_needed(found: SqlType, wanted: SqlType) -> bool:
    is_other_decimal = wanted.root == "DECIMAL" and found.params != wanted.params
    return found.root != wanted.root or is_other_decimal


def _simplify_coalesce(node: Call) -> Rex:
    """Return the first operand if it is never null, and columns decide nothing else."""
    first = node.operands[0]
    if isinstance(first, Ref) and not first.type.nullable and first.type == node.type:
        return first
    return node


def simplify_filter(node: Rex) -> Rex:
    """Simplify a condition of which only true counts."""
    made = simplify(node)
    parts = []
    for part in _drop_null_tests(split_conjunction(made)):
        if isinstance(part, Call) and part.op == "IS TRUE":
            part = part.operands[0]
        if isinstance(part, Call) and part.op == "CAST" and isinstance(part.operands[0], Lit):
            part = part.operands[0]  # a cast that only makes a constant nullable
        if isinstance(part, Lit) and not part.value:
            return FALSE
        if part == TRUE:
            continue
        parts.append(_widen_text(part))
    return join_conjunction(parts) or TRUE


def _widen_text(part: Rex) -> Rex:
    """Give a text constant the type of the column that it is compared with."""
    if not isinstance(part, Call) or part.op not in NEGATIONS or len(part.operands) != 2:
        return part
    left, right = part.operands
    if isinstance(left, Ref) and isinstance(right, Lit) and left.type.root == "VARCHAR":
        if right.type.root == "CHAR":
            return replace(part, operands=(left, make_cast(right, left.type)))
    return part


def _negate(node: Rex) -> Rex:
    if isinstance(node, Lit) and isinstance(node.value, bool):
        return FALSE if node.value else TRUE
    if isinstance(node, Call):
        if node.op in NEGATIONS:
            return replace(node, op=NEGATIONS[node.op])
        if node.op == "NOT":
            return node.operands[0]
        if node.op in {"AND", "OR"}:
            other = "OR" if node.op == "AND" else "AND"
            negated = tuple(_negate(part) for part in node.operands)
            return simplify(Call(node.type, other, negated))
        if node.op == "SEARCH":
            ref, found = node.operands
            assert isinstance(found, Lit)
            complement = _find_complement(found.ranges)
            return replace(node, operands=(ref, replace(found, ranges=complement)))
    return Call(node.type, "NOT", (node,))


def _find_complement(ranges: tuple[Range, ...]) -> tuple[Range, ...]:
    made: list[Range] = []
    low, closed = None, False
    for start, start_in, end, end_in in ranges:
        if start is not None:
            made.append((low, closed, start, not start_in))
        low, closed = end, not end_in
        if end is None:
            return tuple(made)
    made.append((low, closed, None, False))
    return tuple(made)


def _read_comparison(node: Rex) -> tuple[Rex, str, Lit] | None:
    """Return ``expression op constant`` of a comparison."""
    if not isinstance(node, Call) or node.op not in MIRRORED:
        return None
    left, right = node.operands
    if isinstance(right, Lit) and not isinstance(left, Lit) and right.value is not None:
        return left, node.op, right
    if isinstance(left, Lit) and not isinstance(right, Lit) and left.value is not None:
        return right, MIRRORED[node.op], left
    return None


def _to_ranges(node: Rex) -> tuple[Rex, SqlType, tuple[Range, ...]] | None:
    if isinstance(node, Call) and node.op == "SEARCH":
        found = node.operands[1]
        assert isinstance(found, Lit)
        return node.operands[0], found.type, found.ranges
    read = _read_comparison(node)
    if read is None or read[2].type.root not in (*NUMERIC, *STRINGS, "DATE", "TIMESTAMP"):
        return None
    operand, op, constant = read
    value = constant.value
    kind = operand.type.with_nullable(False).as_plain()
    if kind.root in STRINGS and constant.type.root not in STRINGS:
        return None
    ranges: dict[str, tuple[Range, ...]] = {
        "=": ((value, True, value, True),),
        "<>": ((None, False, value, False), (value, False, None, False)),
        "<": ((None, False, value, False),),
        "<=": ((None, False, value, True),),
        ">": ((value, False, None, False),),
        ">=": ((value, True, None, False),),
    }
    return operand, kind, ranges[op]


def _make_search(operand: Rex, kind: SqlType, ranges: tuple[Range, ...]) -> Rex:
    nullable = BOOLEAN.with_nullable(operand.type.nullable)
    if len(ranges) == 1:
        low, low_in, high, high_in = ranges[0]
        if low is not None and low == high and low_in and high_in:
            return Call(nullable, "=", (operand, Lit(kind, low)))
        if low is None and high is not None:
            return Call(nullable, "<=" if high_in else "<", (operand, Lit(kind, high)))
        if high is None and low is not None:
            return Call(nullable, ">=" if low_in else ">", (operand, Lit(kind, low)))
    return Call(nullable, "SEARCH", (operand, Lit(kind, None, ranges=ranges)))


def _merge_ranges(node: Call, *, intersect: bool) -> Call:
    """Merge the tests of the same expression; others stay in their order."""
    groups: dict[Rex, list[tuple[int, SqlType, tuple[Range, ...]]]] = {}
    for index, part in enumerate(node.operands):
        found = _to_ranges(part)
        if found is not None:
            groups.setdefault(found[0], []).append((index, *found[1:]))
    operands: list[Rex | None] = list(node.operands)
    for operand, members in groups.items():
        if len(members) < 2:
            continue
        every = [ranges for _, _, ranges in members]
        merged = reduce(_intersect, every) if intersect else _unite(every)
        if not merged:
            continue
        operands[members[0][0]] = _make_search(operand, members[0][1], merged)
        for index, *_ in members[1:]:
            operands[index] = None
    return replace(node, operands=tuple(part for part in operands if part is not None))


class _Low:
    """Orders lower bounds: None is below everything, an open bound above a closed one."""

    def __init__(self, value: Any, closed: bool) -> None:
        self.key = (value is not None, value, not closed)

    def __lt__(self, other: _Low) -> bool:
        if not (self.key[0] and other.key[0]):
            return self.key[0] < other.key[0]
        return bool(self.key[1:] < other.key[1:])


def _unite(every: list[tuple[Range, ...]]) -> tuple[Range, ...]:
    ordered = sorted(itertools.chain.from_iterable(every), key=lambda r: _Low(r[0], r[1]))
    made: list[Range] = []
    for current in ordered:
        if made and _is_touching(made[-1], current):
            low, low_in, high, high_in = made[-1]
            if high is not None:
                _, _, high2, high2_in = current
                if high2 is None or high2 > high:
                    high, high_in = high2, high2_in
                elif high2 == high:
                    high_in = high_in or high2_in
            made[-1] = (low, low_in, high, high_in)
        else:
            made.append(current)
    return tuple(made)


def _is_touching(one: Range, two: Range) -> bool:
    if one[2] is None or two[0] is None:
        return True
    if two[0] == one[2]:
        return one[3] or two[1]
    return bool(two[0] < one[2])


def _intersect(one: tuple[Range, ...], two: tuple[Range, ...]) -> tuple[Range, ...]:
    made: list[Range] = []
    for a in one:
        for b in two:
            low = max((_Low(a[0], a[1]), a), (_Low(b[0], b[1]), b), key=lambda p: p[0])[1][:2]
            high, high_in = a[2], a[3]
            if high is None or (b[2] is not None and b[2] < high):
                high, high_in = b[2], b[3]
            elif b[2] == high:
                high_in = high_in and b[3]
            empty = (
                low[0] is not None
                and high is not None
                and (low[0] > high or (low[0] == high and not (low[1] and high_in)))
            )
            if not empty:
                made.append((*low, high, high_in))
    return tuple(made)


def _simplify_and(node: Call) -> Rex:
    parts: list[Rex] = []
    for part in split_conjunction(node):
        if part == FALSE or (isinstance(part, Lit) and part.value is False):
            return FALSE
        if not (isinstance(part, Lit) and part.value is True) and part not in parts:
            parts.append(part)
    merged = _merge_ranges(replace(node, operands=tuple(parts)), intersect=True)
    return join_conjunction(list(merged.operands)) or TRUE


def _drop_null_tests(parts: list[Rex]) -> list[Rex]:
    """Drop each ``IS NOT NULL(x)`` beside a comparison of ``x``, which is not true for nulls."""
    compared = {
        column
        for part in parts
        if isinstance(part, Call) and part.op in {*MIRRORED, "SEARCH"}
        for operand in part.operands
        for column in find_strict_refs(operand)
    }
    return [
        part
        for part in parts
        if not (
            isinstance(part, Call)
            and part.op == "IS NOT NULL"
            and isinstance(part.operands[0], Ref)
            and part.operands[0].index in compared
        )
    ]


def find_strict_refs(node: Rex) -> set[int]:
    """Return the columns of which one null makes the whole expression null."""
    if isinstance(node, Ref):
        return {node.index}
    if isinstance(node, Call) and node.op in STRICT:
        return set().union(*(find_strict_refs(operand) for operand in node.operands))
    return set()


def _simplify_or(node: Call) -> Rex:
    found: dict[Rex, None] = {}
    for operand in node.operands:
        inner = operand.operands if isinstance(operand, Call) and operand.op == "OR" else (operand,)
        for part in inner:
            if isinstance(part, Lit) and part.value is True:
                return TRUE
            if not (isinstance(part, Lit) and part.value is False):
                found[part] = None
    parts = list(found)
    if len(parts) < 2:
        return parts[0] if parts else FALSE
    made = _merge_ranges(replace(node, operands=tuple(parts)), intersect=False)
    return made.operands[0] if len(made.operands) == 1 else made


def _simplify_null_test(node: Call) -> Rex:
    operand = node.operands[0]
    positive = node.op == "IS NULL"
    if isinstance(operand, Lit):
        return TRUE if (operand.value is None) == positive else FALSE
    if not operand.type.nullable:
        return FALSE if positive else TRUE
    # A comparison is null exactly if its column is.
    read = _read_comparison(operand)
    if read is not None and isinstance(read[0], Ref):
        return replace(node, operands=(read[0],))
    return node


def _fold_cast(node: Call) -> Rex:
    operand = node.operands[0]
    kind = node.type
    if operand.type == kind:
        return operand
    if not isinstance(operand, Lit) or operand.ranges:
        return node
    if operand.value is not None and operand.type.with_nullable(True) == kind:
        return node  # a constant of a type with nulls stays a cast
    if operand.value is None:
        return Lit(kind.with_nullable(True), None)
    exact = (*INTEGERS, "DECIMAL")
    if operand.type.root in INTEGERS and kind.root in exact:
        value: Any = operand.value
        if kind.root == "DECIMAL":
            if len(str(abs(int(value)))) > kind.precision - kind.scale:
                return node
            value = decimal.Decimal(value).quantize(decimal.Decimal(1).scaleb(-kind.scale))
        elif abs(int(value)) >= 2 ** {"TINYINT": 7, "SMALLINT": 15, "INT": 31}.get(kind.root, 63):
            return node
        return Lit(kind.with_nullable(False), value)
    if operand.type.root in STRINGS and kind.root in STRINGS:
        return make_cast(operand, kind)
    return node


def _fold_comparison(node: Call) -> Rex:
    left, right = node.operands
    if left == right and isinstance(left, Ref):
        # ``a = a`` is true unless it is null; Flink keeps that test.
        if node.op in {"=", "<=", ">="}:
            plain = BOOLEAN.with_nullable(False)
            is_set = Call(plain, "IS NOT NULL", (left,)) if left.type.nullable else TRUE
            unknown = Lit(BOOLEAN, None)
            return Call(BOOLEAN, "OR", (unknown, is_set)) if left.type.nullable else TRUE
        unknown = Lit(BOOLEAN, None)
        if left.type.nullable:
            is_null = Call(BOOLEAN.with_nullable(False), "IS NULL", (left,))
            return Call(BOOLEAN, "AND", (unknown, is_null))
        return FALSE
    if any(
        isinstance(side, Lit) and side.value is None and not side.ranges for side in node.operands
    ):
        return Lit(BOOLEAN, None)
    if not (isinstance(left, Lit) and isinstance(right, Lit)):
        return node
    if left.value is None or right.value is None:
        return Lit(BOOLEAN, None)
    same_family = {left.type.root, right.type.root} <= set(NUMERIC) or {
        left.type.root,
        right.type.root,
    } <= set(STRINGS)
    if not same_family:
        return node
    one, two = left.value, right.value
    result = {
        "=": one == two,
        "<>": one != two,
        "<": one < two,
        "<=": one <= two,
        ">": one > two,
        ">=": one >= two,
    }[node.op]
    return TRUE if result else FALSE


def _fold_minus(node: Call) -> Rex:
    operand = node.operands[0]
    if isinstance(operand, Lit) and operand.value is not None and not operand.ranges:
        return Lit(operand.type, -operand.value)
    return node


def find_constants(condition: Rex | None) -> dict[Rex, Rex]:
    """Return the columns that a condition fixes to a constant, as ``CAST(77 AS INTEGER)``."""
    made: dict[Rex, Rex] = {}
    for part in split_conjunction(condition):
        if not isinstance(part, Call) or part.op != "=":
            continue
        left, right = part.operands
        if isinstance(left, Ref) and isinstance(right, Lit):
            constant = right
            if left.type.root == "VARCHAR":
                constant = Lit(left.type.with_nullable(False), right.value)
            elif left.type.root != right.type.root:
                continue
            made[left] = Call(left.type, "CAST", (constant,)) if left.type.nullable else constant
    return made
