"""Names of the columns that a program of the Table API does not name itself."""

from __future__ import annotations

from collections.abc import Sequence

from flinksim.table.planner import sql_ast as ast
from flinksim.table.planner.function_signatures import AGGREGATES
from flinksim.table.planner.planner_errors import ValidationError

WINDOW_PROPERTIES = {
    "$START": "_START",
    "$END": "_END",
    "$ROWTIME": "_ROWTIME",
    "$PROCTIME": "_PROCTIME",
}
"""The functions of a group window's properties, by the names of the expressions."""


def choose_column_names(items: Sequence[ast.SelectItem], field_count: int) -> list[ast.SelectItem]:
    """Name the columns without an alias, as the Table API does, and not as SQL does.

    Aggregates and properties of windows are ``EXPR$0``, ``EXPR$1`` ..., each counted once. A cast of
    a column is ``amount-INT``, and any other expression ``_c`` and its position. *field_count* is the
    number of columns that a star stands for. Flink: ``OperationTreeBuilder``,
    ``ProjectionOperationFactory``.

    Raises:
        ValidationError: Two columns have the same name.
    """
    counted: list[ast.Node] = []
    position = 0
    names: set[str] = set()
    for item in items:
        node = item.expression
        if isinstance(node, ast.Star):
            position += field_count
            continue
        _collect(node, counted)
        if item.alias is None and not isinstance(node, ast.Name):
            item.alias = _choose_name(node, counted, position)
        name = item.alias or (node.parts[-1] if isinstance(node, ast.Name) else "")
        if name in names:
            raise ValidationError(f"Ambiguous column name: {name}")
        names.add(name)
        position += 1
    return list(items)


def _choose_name(node: ast.Node, counted: list[ast.Node], position: int) -> str:
    if node in counted:
        return f"EXPR${counted.index(node)}"
    if isinstance(node, ast.CastTo) and isinstance(node.operand, ast.Name):
        return f"{node.operand.parts[-1]}-{node.type.to_summary()}"
    return f"_c{position}"


def _collect(node: ast.Node, counted: list[ast.Node]) -> None:
    """Add the aggregates and window properties of an expression to *counted*."""
    if isinstance(node, ast.CastTo):
        _collect(node.operand, counted)
    elif isinstance(node, ast.CallNode):
        is_aggregate = (
            node.name in AGGREGATES or getattr(node.function, "kind", "") == "aggregate"
        ) and node.over is None
        if not is_aggregate and node.name not in WINDOW_PROPERTIES:
            for arg in node.args:
                _collect(arg, counted)
        elif node not in counted:
            counted.append(node)
