"""PyFlink: ``pyflink.table.window``, group windows and over windows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flinksim.core.validation import validate_arguments
from flinksim.table.expression import Expression, find_name
from flinksim.table.field_arguments import read_field, read_fields
from flinksim.table.planner import sql_ast as ast

__all__ = ["GroupWindow", "Over", "OverWindow", "Session", "Slide", "Tumble"]


@dataclass
class GroupWindow:
    """A window of ``Table.window``: TUMBLE, HOP or SESSION, its sizes, and its time column."""

    kind: str
    sizes: list[ast.Node]
    time: ast.Node | None = None
    name: str = ""

    def on(self, time_field: Any) -> GroupWindow:
        """Set the time column."""
        return GroupWindow(self.kind, self.sizes, read_field("on", time_field).node, self.name)

    def every(self, slide: Expression | str) -> GroupWindow:
        """Set the slide of a sliding window."""
        return GroupWindow(
            self.kind, [read_field("every", slide).node, *self.sizes], self.time, self.name
        )

    def alias(self, alias: str) -> GroupWindow:
        """Set the name by which ``group_by`` and ``select`` refer to the window."""
        return GroupWindow(self.kind, self.sizes, self.time, alias)

    def to_call(self, suffix: str = "") -> ast.CallNode:
        """Return the SQL function of the window or of one of its properties."""
        assert self.time is not None
        return ast.CallNode(f"{self.kind}{suffix}", [self.time, *self.sizes])


class Tumble:
    """Starts a tumbling window."""

    @classmethod
    @validate_arguments
    def over(cls, size: Expression | str) -> GroupWindow:
        """Set the size."""
        return GroupWindow("TUMBLE", [read_field("over", size).node])


class Slide:
    """Starts a sliding window."""

    @classmethod
    @validate_arguments
    def over(cls, size: Expression | str) -> GroupWindow:
        """Set the size; ``every`` sets the slide."""
        return GroupWindow("HOP", [read_field("over", size).node])


class Session:
    """Starts a session window."""

    @classmethod
    @validate_arguments
    def with_gap(cls, gap: Expression | str) -> GroupWindow:
        """Set the gap."""
        return GroupWindow("SESSION", [read_field("with_gap", gap).node])


@dataclass
class OverWindow:
    """A window of ``Table.over_window``."""

    keys: list[ast.Node] = field(default_factory=list)
    order: ast.OrderItem | None = None
    lower: Expression | None = None
    upper: Expression | None = None
    name: str = ""

    def partition_by(self, *partition_by: Any) -> OverWindow:
        """Set the partition keys."""
        keys = [key.node for key in read_fields("partition_by", partition_by)]
        return OverWindow(keys, self.order, self.lower, self.upper, self.name)

    def order_by(self, order_by: Any) -> OverWindow:
        """Set the order."""
        key = read_field("order_by", order_by)
        item = ast.OrderItem(key.node, key.ascending is not False)
        return OverWindow(self.keys, item, self.lower, self.upper, self.name)

    def preceding(self, preceding: Any) -> OverWindow:
        """Set the first row."""
        return OverWindow(
            self.keys, self.order, read_field("preceding", preceding), self.upper, self.name
        )

    def following(self, following: Any) -> OverWindow:
        """Set the last row."""
        return OverWindow(
            self.keys, self.order, self.lower, read_field("following", following), self.name
        )

    def alias(self, alias: Any) -> OverWindow:
        """Set the name that ``Expression.over`` uses."""
        name = alias if isinstance(alias, str) else find_name(alias)
        return OverWindow(self.keys, self.order, self.lower, self.upper, name)

    def to_ast(self) -> ast.OverClause:
        """Return the OVER clause."""
        made = ast.OverClause(None, list(self.keys), [self.order] if self.order else [])
        if self.lower is None:
            return made
        node = self.lower.node
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            made.frame = "ROWS" if node.value.endswith("ROW") else "RANGE"
        elif isinstance(node, ast.CallNode) and node.name == "$ROWS":
            made.frame = "ROWS"
            made.lower = ("PRECEDING", node.args[0])
        else:
            made.frame = "RANGE"
            made.lower = ("PRECEDING", node)
        return made


class Over:
    """Starts an over window."""

    @classmethod
    def partition_by(cls, *partition_by: Any) -> OverWindow:
        """Set the partition keys."""
        return OverWindow().partition_by(*partition_by)

    @classmethod
    def order_by(cls, order_by: Any) -> OverWindow:
        """Set the order."""
        return OverWindow().order_by(order_by)
