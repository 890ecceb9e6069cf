"""Choose the operator of a join: regular, interval, window, temporal or lookup."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from flinksim.table.planner import lookup_rules
from flinksim.table.planner.expression_translator import read_interval
from flinksim.table.planner.physical_nodes import PhysicalNode, make_exchange
from flinksim.table.planner.planner_errors import TableError, ValidationError
from flinksim.table.planner.rel_nodes import Field, JoinRel
from flinksim.table.planner.rex_nodes import (
    Call,
    Ref,
    Rex,
    find_refs,
    join_conjunction,
    map_refs,
    split_conjunction,
)
from flinksim.table.planner.upsert_keys import find_upsert_keys

if TYPE_CHECKING:
    from flinksim.table.planner.physical_rules import PhysicalPlanner

BOUNDS = frozenset(("<", "<=", ">", ">=", "="))


def convert_join(planner: PhysicalPlanner, rel: JoinRel) -> PhysicalNode:
    """Return the operator of a join."""
    left = planner.convert(rel.left)
    keys, rest = split_condition(rel)
    if rel.is_lookup:
        return lookup_rules.convert_lookup(planner, rel, left, keys, rest)
    right = planner.convert(rel.right)
    if rel.as_of is not None:
        return _convert_temporal(planner, rel, left, right, keys, rest)
    for convert in (_convert_window, _convert_interval):
        made = convert(planner, rel, left, right, keys, rest)
        if made is not None:
            return made
    left, right = planner.materialize_times(left), planner.materialize_times(right)
    return _make_join("join", rel, left, right, keys, rest, {})


def split_condition(rel: JoinRel) -> tuple[list[tuple[int, int, bool]], list[Rex]]:
    """Return the equal keys as (left, right, nulls are dropped), and the other conditions."""
    width = len(rel.left.fields)
    keys, rest = [], []
    for part in split_conjunction(rel.condition):
        key = _read_key(part, width)
        if key is None:
            rest.append(part)
        else:
            keys.append(key)
    return keys, rest


def _read_key(part: Rex, width: int) -> tuple[int, int, bool] | None:
    if not isinstance(part, Call):
        return None
    if part.op == "=":
        one, two = part.operands
        if isinstance(one, Ref) and isinstance(two, Ref):
            low, high = sorted((one.index, two.index))
            if low < width <= high:
                return low, high - width, True
    if part.op == "OR" and len(part.operands) == 2:
        first = _read_key(part.operands[0], width)
        other = part.operands[1]
        if first is not None and isinstance(other, Call) and other.op == "AND":
            tested = [o for o in other.operands if isinstance(o, Call) and o.op == "IS NULL"]
            if len(tested) == 2 and find_refs(*tested) == {first[0], first[1] + width}:
                return first[0], first[1], False
    if part.op == "IS NOT DISTINCT FROM":
        inner = _read_key(replace(part, op="="), width)
        return (inner[0], inner[1], False) if inner is not None else None
    return None


def _make_join(
    op: str,
    rel: JoinRel,
    left: PhysicalNode,
    right: PhysicalNode,
    keys: list[tuple[int, int, bool]],
    rest: list[Rex],
    data: dict[str, Any],
) -> PhysicalNode:
    fields = list(rel.fields)
    sources = [*left.fields, *right.fields]
    for number in range(len(fields)):
        kind = replace(sources[number].type, nullable=fields[number].type.nullable)
        if kind.time_kind == "" or op in {"interval_join", "temporal_join", "window_join"}:
            fields[number] = Field(fields[number].name, kind)
    condition = join_conjunction(rest)
    made = {
        **data,
        "join_type": rel.kind,
        "left_keys": tuple(key[0] for key in keys),
        "right_keys": tuple(key[1] for key in keys),
        "filter_nulls": tuple(key[2] for key in keys),
        "condition": condition,
        "left_width": len(left.fields),
    }
    made.setdefault("full_condition", rel.condition)
    made.setdefault("names", _make_unique_names(left, right))
    return PhysicalNode(
        op,
        tuple(fields),
        [make_exchange(left, made["left_keys"]), make_exchange(right, made["right_keys"])],
        made,
    )


def _make_unique_names(left: PhysicalNode, right: PhysicalNode) -> list[str]:
    from flinksim.table.planner.rel_nodes import make_fields

    names = [*left.names, *right.names]
    types = [f.type for f in (*left.fields, *right.fields)]
    return [f.name for f in make_fields(names, types)]


# -- window join -----------------------------------------------------------------------------


def _convert_window(
    planner: PhysicalPlanner,
    rel: JoinRel,
    left: PhysicalNode,
    right: PhysicalNode,
    keys: list[tuple[int, int, bool]],
    rest: list[Rex],
) -> PhysicalNode | None:
    one, two = left.windows, right.windows
    if one is None or two is None or one.spec != two.spec:
        return None
    starts = [k for k in keys if k[0] in one.starts and k[1] in two.starts]
    ends = [k for k in keys if k[0] in one.ends and k[1] in two.ends]
    if not starts or not ends:
        return None
    others = [k for k in keys if k not in starts and k not in ends]
    data = {
        f"{side}_windowing": {
            "strategy": "WindowAttached",
            "window": windows.spec,
            "time_type": windows.time_type,
            "start": starts[0][number],
            "end": ends[0][number],
        }
        for number, (side, windows) in enumerate((("left", one), ("right", two)))
    }
    made = _make_join("window_join", rel, left, right, others, rest, data)
    made.windows = one
    width = len(left.fields)
    shown: list[Rex] = [_find_key_condition(rel, key, width) for key in others]
    made.data["full_condition"] = join_conjunction([*shown, *rest])
    return made


def _find_key_condition(rel: JoinRel, key: tuple[int, int, bool], width: int) -> Rex:
    for part in split_conjunction(rel.condition):
        if _read_key(part, width) == key:
            return part
    raise AssertionError(key)


# -- interval join ---------------------------------------------------------------------------


def _read_time_side(node: Rex, width: int, fields: tuple[Field, ...]) -> tuple[int, int] | None:
    """Return (column, offset in ms) of ``time`` or ``time + interval``."""
    if isinstance(node, Ref):
        return (node.index, 0) if fields[node.index].type.is_time_attribute else None
    if isinstance(node, Call) and node.op in {"+", "-"} and len(node.operands) == 2:
        base = _read_time_side(node.operands[0], width, fields)
        interval = read_interval(node.operands[1])
        if base is None and node.op == "+":
            base = _read_time_side(node.operands[1], width, fields)
            interval = read_interval(node.operands[0])
        if base is not None and interval is not None:
            return base[0], base[1] + (interval if node.op == "+" else -interval)
    return None


def _read_bound(
    part: Rex, width: int, fields: tuple[Field, ...]
) -> tuple[int, int, Any, Any] | None:
    """Return left column, right column, and the bounds of left time minus right time."""
    if not isinstance(part, Call) or part.op not in BOUNDS or len(part.operands) != 2:
        return None
    one = _read_time_side(part.operands[0], width, fields)
    two = _read_time_side(part.operands[1], width, fields)
    if one is None or two is None or (one[0] < width) == (two[0] < width):
        return None
    op = part.op
    if one[0] >= width:
        one, two = two, one
        op = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(op, op)
    # left + a  op  right + b   means   left - right  op  b - a
    distance = two[1] - one[1]
    lower = distance + (op == ">") if op in {">", ">=", "="} else None
    upper = distance - (op == "<") if op in {"<", "<=", "="} else None
    return one[0], two[0] - width, lower, upper


def _convert_interval(
    planner: PhysicalPlanner,
    rel: JoinRel,
    left: PhysicalNode,
    right: PhysicalNode,
    keys: list[tuple[int, int, bool]],
    rest: list[Rex],
) -> PhysicalNode | None:
    if rel.kind in {"SEMI", "ANTI"}:
        return None
    width = len(left.fields)
    fields = (*left.fields, *right.fields)
    lower = upper = columns = None
    others: list[Rex] = []
    for part in [*rest, *_find_time_keys(rel, keys, fields, width)]:
        found = _read_bound(part, width, fields)
        if found is None or (columns is not None and columns != found[:2]):
            others.append(part)
            continue
        columns = found[:2]
        if found[2] is not None:
            lower = found[2] if lower is None else max(lower, found[2])
        if found[3] is not None:
            upper = found[3] if upper is None else min(upper, found[3])
    if columns is None or lower is None or upper is None:
        return None
    plain_keys = [k for k in keys if not fields[k[0]].type.is_time_attribute]
    kind = fields[columns[0]].type.time_kind
    data = {
        "bounds": {
            "isEventTime": kind == "ROWTIME",
            "leftLowerBound": lower,
            "leftUpperBound": upper,
            "leftTimeIndex": columns[0],
            "rightTimeIndex": columns[1],
        }
    }
    others = [planner.materialize(part) for part in others]
    return _make_join("interval_join", rel, left, right, plain_keys, others, data)


def _find_time_keys(
    rel: JoinRel, keys: list[tuple[int, int, bool]], fields: tuple[Field, ...], width: int
) -> list[Rex]:
    times = [k for k in keys if fields[k[0]].type.is_time_attribute]
    return [_find_key_condition(rel, key, width) for key in times]


# -- temporal join ---------------------------------------------------------------------------


def _convert_temporal(
    planner: PhysicalPlanner,
    rel: JoinRel,
    left: PhysicalNode,
    right: PhysicalNode,
    keys: list[tuple[int, int, bool]],
    rest: list[Rex],
) -> PhysicalNode:
    assert rel.as_of is not None
    if not keys:
        raise ValidationError("Currently the join key in Temporal Table Join can not be empty.")
    time = left.fields[rel.as_of]
    versions = [i for i, f in enumerate(right.fields) if f.type.time_kind == "ROWTIME"]
    unique = find_upsert_keys(right)
    if not unique:
        raise ValidationError(
            "Temporal Table Join requires primary key in versioned table, but no primary key can "
            "be found. The physical plan is:\n"
            f"FlinkLogicalJoin(keys=[{', '.join(right.fields[k[1]].name for k in keys)}])"
        )
    if time.type.time_kind == "PROCTIME":
        raise TableError("Processing-time temporal join is not supported yet.")
    joined = {k[1] for k in keys}
    if not any(key <= joined for key in unique):
        raise ValidationError(
            "Temporal table's primary key "
            f"{[right.names[i] for i in min(map(sorted, unique), key=len)]} must be included in the "
            "equivalence condition of temporal join."
        )
    if not versions:
        raise TableError(
            "Event-Time Temporal Table Join requires a rowtime attribute in the versioned table."
        )
    data: dict[str, Any] = {
        "left_time": rel.as_of,
        "right_time": versions[0],
        "unique": min(unique, key=len),
    }
    others = [planner.materialize(part) for part in rest]
    node = _make_join("temporal_join", rel, left, right, keys, others, data)
    # The versioned side's time is no time attribute of the result.
    return planner.materialize_times(node, {len(left.fields) + i for i in versions})


__all__ = ["convert_join", "map_refs", "split_condition"]
