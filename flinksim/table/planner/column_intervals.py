"""Which results only grow or only shrink: Flink's ``FlinkRelMdModifiedMonotonicity``."""

from __future__ import annotations

from typing import Any

from flinksim.table.planner.physical_nodes import INSERT_ONLY, PhysicalNode
from flinksim.table.planner.rex_nodes import AggCall, Call, Lit, Ref, Rex, split_conjunction

CONSTANT = 2
"""The monotonicity of a column that no update changes."""

COMPARED = {">": 1, ">=": 1, "<": -1, "<=": -1}
"""How a column must move so that a row which passes a comparison passes it for ever."""


def find_retractions(node: PhysicalNode) -> list[bool]:
    """Tell for each call of an aggregation whether it takes back rows.

    MAX of a column that only grows, and MIN of one that only shrinks, do not. Flink:
    ``AggregateUtil.getNeedRetractions``.
    """
    if node.input.kinds == INSERT_ONLY:
        return [False] * len(node.data["calls"])
    found = find_monotonicities(node)
    first = len(node.data["grouping"])
    extremes = {"MAX": 1, "MIN": -1}
    return [
        found is None or extremes.get(call.op) != found[first + number]
        for number, call in enumerate(node.data["calls"])
    ]


def find_monotonicities(node: PhysicalNode) -> list[int] | None:
    """Return how updates change each column: they only grow (1), only shrink (-1), or not known (0).

    Columns that are never updated are :data:`CONSTANT`; None means that rows may be deleted.
    """
    width = len(node.fields)
    match node.op:
        case "scan":
            return [CONSTANT if node.kinds == INSERT_ONLY else 0] * width
        case "exchange" | "global_group_aggregate":
            return find_monotonicities(node.input)
        case (
            "watermark"
            | "mini_batch"
            | "drop_update_before"
            | "correlate"
            | "expand"
            | "lookup_join"
        ):
            return _find_passed(find_monotonicities(node.input), width)
        case "over_aggregate" | "interval_join":
            return [CONSTANT] * width
        case "normalize":
            return [CONSTANT if index in node.data["keys"] else 0 for index in range(width)]
        case "calc":
            return _find_of_calc(node)
        case "group_aggregate" | "local_group_aggregate":
            return _find_of_aggregate(node)
        case "rank":
            return _find_of_rank(node)
        case "join":
            return _find_of_join(node)
        case "union":
            first, *others = [find_monotonicities(member) for member in node.inputs]
            if first is None or None in others:
                return None
            return first if all(other == first for other in others) else [0] * width
        case _ if node.kinds == INSERT_ONLY:
            return [CONSTANT] * width
        case _:
            return None


def _find_passed(found: list[int] | None, width: int) -> list[int] | None:
    if found is None:
        return None
    return [CONSTANT if set(found) <= {CONSTANT} else 0] * width


def _find_of_calc(node: PhysicalNode) -> list[int] | None:
    found = find_monotonicities(node.input)
    expressions = node.data["expressions"]
    if found is None or set(found) <= {CONSTANT}:
        return _find_passed(found, len(expressions))
    moves = [part for part in split_conjunction(node.data["condition"]) if _can_stop(part, found)]
    made = []
    for expression in expressions:
        if isinstance(expression, Call) and expression.op == "CAST":
            expression = expression.operands[0]
        made.append(found[expression.index] if isinstance(expression, Ref) and not moves else 0)
    return made


def _can_stop(part: Rex, found: list[int]) -> bool:
    """Tell whether a row that passes a condition may later fail it, because a column changes."""
    if not isinstance(part, Call):
        return isinstance(part, Ref) and found[part.index] != CONSTANT
    if part.op in {"AND", "OR", "NOT", "IS NULL", "IS NOT NULL", "IS TRUE", "IS NOT TRUE"}:
        return any(_can_stop(operand, found) for operand in part.operands)
    changed = [
        found[operand.index]
        for operand in part.operands
        if isinstance(operand, Ref) and found[operand.index] != CONSTANT
    ]
    if part.op in COMPARED:
        return bool(changed) and changed[0] != COMPARED[part.op]
    return part.op in {"=", "<>", "SEARCH"} and bool(changed)


def _find_of_aggregate(node: PhysicalNode) -> list[int] | None:
    found = find_monotonicities(node.input)
    keys = node.data["grouping"]
    if found is None or any(found[index] != CONSTANT for index in keys):
        return None
    made = [CONSTANT] * len(keys)
    for call in node.data["calls"]:
        own = _find_of_call(node, call)
        if set(found) - {CONSTANT} and call.args and call.op != "COUNT":
            own = own if len(call.args) == 1 and found[call.args[0]] == own else 0
        made.append(own)
    return made


def _find_of_call(node: PhysicalNode, call: AggCall) -> int:
    if call.op in {"COUNT", "MAX"}:
        return 1
    if call.op == "MIN":
        return -1
    if call.op in {"SUM", "$SUM0"}:
        low, high = find_interval(node.input, call.args[0])
        if low is not None:
            return 1 if low >= 0 else 0
        if high is not None:
            return -1 if high <= 0 else 0
    return 0


def _find_of_rank(node: PhysicalNode) -> list[int] | None:
    found = find_monotonicities(node.input)
    if found is None or any(found[index] != CONSTANT for index in node.data["partition"]):
        return None
    made = [0] * len(node.fields)
    for index in node.data["partition"]:
        made[index] = CONSTANT
    if len(node.fields) > len(found):
        made[-1] = CONSTANT
    first = node.data["order"][0]
    moves = -1 if first.ascending else 1
    if found[first.index] in {moves, CONSTANT}:
        made[first.index] = moves
    return made


def _find_of_join(node: PhysicalNode) -> list[int] | None:
    left, right = map(find_monotonicities, node.inputs)
    if node.data["join_type"] == "ANTI" or left is None or right is None:
        return None
    keys = [left[index] for index in node.data["left_keys"]]
    keys += [right[index] for index in node.data["right_keys"]]
    is_updated = set(left) | set(right) != {CONSTANT}
    if set(keys) - {CONSTANT} or (is_updated and node.data["condition"] is not None):
        return None
    return left if node.data["join_type"] == "SEMI" else [*left, *right]


def find_interval(node: PhysicalNode, column: int) -> tuple[Any, Any]:
    """Return the least and the greatest value of a column, as far as conditions tell."""
    if node.op in {"exchange", "watermark", "mini_batch"}:
        return find_interval(node.input, column)
    if node.op == "group_aggregate" and column >= len(node.data["grouping"]):
        call = node.data["calls"][column - len(node.data["grouping"])]
        return (0, None) if call.op == "COUNT" else (None, None)
    if node.op != "calc":
        return None, None
    expression = node.data["expressions"][column]
    if isinstance(expression, Lit) and isinstance(expression.value, int):
        return expression.value, expression.value
    if not isinstance(expression, Ref):
        return None, None
    low, high = find_interval(node.input, expression.index)
    for part in split_conjunction(node.data["condition"]):
        found = _read_bounds(part, expression)
        if found is not None:
            low = found[0] if low is None else low
            high = found[1] if high is None else high
    return low, high


def _read_bounds(part: Rex, column: Ref) -> tuple[Any, Any] | None:
    if not isinstance(part, Call) or len(part.operands) != 2 or part.operands[0] != column:
        return None
    constant = part.operands[1]
    if not isinstance(constant, Lit):
        return None
    if constant.ranges:
        return constant.ranges[0][0], constant.ranges[-1][2]
    value = constant.value
    bounds: dict[str, tuple[Any, Any]] = {
        "=": (value, value),
        ">": (value, None),
        ">=": (value, None),
        "<": (None, value),
        "<=": (None, value),
    }
    return bounds.get(part.op)
