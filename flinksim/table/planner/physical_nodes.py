"""Nodes of the physical plan: Flink's operators, with what later stages add to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flinksim.table.planner.rel_nodes import Field, TvfWindow
from flinksim.table.planner.rex_nodes import Ref, Rex
from flinksim.table.planner.sql_types import SqlType, make_row

INSERT_ONLY = frozenset("I")
ALL_CHANGES = frozenset("IUD")


@dataclass(frozen=True, slots=True)
class WindowColumns:
    """Which columns of a node are the bounds of windows, and of which windows."""

    starts: frozenset[int]
    ends: frozenset[int]
    times: frozenset[int]
    spec: TvfWindow
    time_type: SqlType


@dataclass(slots=True, eq=False)
class PhysicalNode:
    """An operator. ``data`` has what is special to its type."""

    op: str
    fields: tuple[Field, ...]
    inputs: list[PhysicalNode]
    data: dict[str, Any] = field(default_factory=dict)
    windows: WindowColumns | None = None
    kinds: frozenset[str] = INSERT_ONLY
    """The changes that it emits: I, U, D."""
    update: str = "NONE"
    """How it emits updates: NONE, AFTER or BOTH."""
    update_reason: str = ""

    @property
    def input(self) -> PhysicalNode:
        """Return the only input."""
        return self.inputs[0]

    @property
    def names(self) -> list[str]:
        """Return the names of the output columns."""
        return [f.name for f in self.fields]

    @property
    def row_type(self) -> SqlType:
        """Return the type of a row of the output."""
        return make_row(self.names, [f.type for f in self.fields])

    @property
    def changelog(self) -> str:
        """Return the changelog mode as plans print it: ``I,UB,UA,D``."""
        parts = ["I"] if "I" in self.kinds else []
        if "U" in self.kinds:
            parts += ["UB", "UA"] if self.update == "BOTH" else ["UA"]
        if "D" in self.kinds:
            parts.append("D")
        return ",".join(parts) or "NONE"

    def refs(self) -> list[Ref]:
        """Return references to the output columns."""
        return [Ref(f.type, i) for i, f in enumerate(self.fields)]


def make_exchange(source: PhysicalNode, keys: tuple[int, ...] | list[int]) -> PhysicalNode:
    """Return an exchange by keys; to one task if there are none."""
    return PhysicalNode("exchange", source.fields, [source], {"keys": tuple(keys)}, source.windows)


def make_calc(
    source: PhysicalNode,
    expressions: list[Rex],
    names: list[str],
    condition: Rex | None = None,
) -> PhysicalNode:
    """Return a calc; the input itself if it computes nothing and keeps all rows."""
    from flinksim.table.planner.rel_nodes import make_fields

    identity = len(expressions) == len(source.fields) and all(
        isinstance(e, Ref) and e.index == i and e.type == source.fields[i].type
        for i, e in enumerate(expressions)
    )
    if identity and condition is None:
        return source
    fields = make_fields(names, [e.type for e in expressions])
    data = {"expressions": tuple(expressions), "condition": condition}
    windows = _map_windows(source.windows, expressions)
    return PhysicalNode("calc", fields, [source], data, windows)


def _map_windows(windows: WindowColumns | None, expressions: list[Rex]) -> WindowColumns | None:
    if windows is None:
        return None
    positions: dict[int, set[int]] = {}
    for number, expression in enumerate(expressions):
        if isinstance(expression, Ref):
            positions.setdefault(expression.index, set()).add(number)

    def move(columns: frozenset[int]) -> frozenset[int]:
        return frozenset(n for c in columns for n in positions.get(c, ()))

    starts, ends, times = move(windows.starts), move(windows.ends), move(windows.times)
    if not (starts or ends or times):
        return None
    return WindowColumns(starts, ends, times, windows.spec, windows.time_type)
