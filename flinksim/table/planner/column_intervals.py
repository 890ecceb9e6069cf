"""Which results only grow or only shrink: Flink's ``FlinkRelMdModifiedMonotonicity``."""

from __future__ import annotations

from typing import Any

from flinksim.table.planner.physical_nodes import INSERT_ONLY, PhysicalNode
from flinksim.table.planner.rex_nodes import Call, Lit, Ref, Rex, split_conjunction

PASSED = frozenset(("exchange", "watermark", "mini_batch", "local_group_aggregate"))


def find_monotonicity(node: PhysicalNode, column: int) -> int:
    """Return 1 if updates of a column only grow, -1 if they only shrink, else 0."""
    if node.op in PASSED:
        return find_monotonicity(node.input, column)
    if node.op == "calc":
        expression = node.data["expressions"][column]
        if isinstance(expression, Call) and expression.op == "CAST":
            expression = expression.operands[0]
        if isinstance(expression, Ref):
            return find_monotonicity(node.input, expression.index)
        return 0
    if node.op not in {"group_aggregate", "global_group_aggregate"}:
        return 0
    index = column - len(node.data["grouping"])
    if index < 0 or node.input.kinds != INSERT_ONLY:
        return 0
    call = node.data["calls"][index]
    if call.op in {"COUNT", "MAX"}:
        return 1
    if call.op == "MIN":
        return -1
    if call.op in {"SUM", "$SUM0"}:
        low, high = find_interval(node.input, call.args[0])
        if low is not None and low >= 0:
            return 1
        if high is not None and high <= 0:
            return -1
    return 0


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
