"""Relational nodes of the logical plan: what a query becomes before operators are chosen."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from flinksim.table.planner.planning_limits import NODES_PER_RELATION, PLANNING_WORK
from flinksim.table.planner.rex_nodes import (
    AggCall,
    Ref,
    Rex,
    SortKey,
    join_conjunction,
    map_refs,
    split_conjunction,
)
from flinksim.table.planner.sql_types import SqlType, make_row


@dataclass(frozen=True, slots=True)
class Field:
    """A column of a node's output."""

    name: str
    type: SqlType


def make_fields(names: list[str], types: list[SqlType]) -> tuple[Field, ...]:
    """Return fields with distinct names: a second ``a`` becomes ``a0``."""
    used: set[str] = set()
    made = []
    for name, kind in zip(names, types, strict=True):
        unique, number = name, 0
        while unique in used:
            unique = f"{name}{number}"
            number += 1
        used.add(unique)
        made.append(Field(unique, kind))
    return tuple(made)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rel:
    """Base: output fields and inputs."""

    fields: tuple[Field, ...]

    def __post_init__(self) -> None:
        """Count the node and its columns."""
        PLANNING_WORK.add(NODES_PER_RELATION + len(self.fields))

    @property
    def inputs(self) -> tuple[Rel, ...]:
        """Return the inputs."""
        return ()

    def with_inputs(self, *inputs: Rel) -> Rel:
        """Return this node over other inputs."""
        return self

    @property
    def row_type(self) -> SqlType:
        """Return the type of a row."""
        return make_row([f.name for f in self.fields], [f.type for f in self.fields], False)

    def ref(self, index: int) -> Ref:
        """Return a reference to an output column."""
        return Ref(self.fields[index].type, index)

    def refs(self) -> list[Ref]:
        """Return references to all output columns."""
        return [self.ref(index) for index in range(len(self.fields))]


@dataclass(frozen=True, slots=True, kw_only=True)
class OneInput(Rel):
    """Base of the nodes with one input."""

    input: Rel

    @property
    def inputs(self) -> tuple[Rel, ...]:
        """Return the input."""
        return (self.input,)

    def with_inputs(self, *inputs: Rel) -> Rel:
        """Return this node over another input."""
        return replace(self, input=inputs[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan(Rel):
    """Reads a table. ``table`` is a catalog entry; ``fields`` are what its source emits."""

    table: Any
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ValuesRel(Rel):
    """Constant rows."""

    rows: tuple[tuple[Rex, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WatermarkAssign(OneInput):
    """Makes a column the rowtime and computes watermarks."""

    rowtime: int
    expression: Rex


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalizeRel(OneInput):
    """Makes a complete changelog of upserts or of duplicate changes, by primary key."""

    keys: tuple[int, ...]
    drops_before: bool = False
    is_shared: bool = False
    """Another branch normalizes the same table: it then takes no projection and no filter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Project(OneInput):
    """Computes columns."""

    expressions: tuple[Rex, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter(OneInput):
    """Keeps the rows for which a condition is true."""

    condition: Rex


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinRel(Rel):
    """A join: INNER, LEFT, RIGHT, FULL, SEMI or ANTI. ``as_of`` is the left time column.

    A join that looks rows up in an external table has none: it asks at the time of processing.
    """

    left: Rel
    right: Rel
    kind: str
    condition: Rex | None = None
    as_of: int | None = None
    is_lookup: bool = False

    @property
    def inputs(self) -> tuple[Rel, ...]:
        """Return both inputs."""
        return (self.left, self.right)

    def with_inputs(self, *inputs: Rel) -> Rel:
        """Return this join over other inputs with the same columns."""
        return replace(self, left=inputs[0], right=inputs[1])


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrelateRel(OneInput):
    """Calls a table function for each row, or evaluates a query that refers to the row."""

    kind: str
    call: Rex | None = None
    query: Rel | None = None
    condition: Rex | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LegacyWindow:
    """A window of GROUP BY TUMBLE(...), HOP(...) or SESSION(...)."""

    kind: str
    time: int
    size: int
    slide: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AggregateRel(OneInput):
    """Groups rows. ``sets`` has more than one element for GROUPING SETS."""

    group: tuple[int, ...]
    calls: tuple[AggCall, ...]
    sets: tuple[tuple[int, ...], ...] = ()
    window: LegacyWindow | None = None
    properties: tuple[str, ...] = ()
    ttl: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAggregateRel(OneInput):
    """Groups rows; an aggregate function returns the rows of each group."""

    group: tuple[int, ...]
    call: AggCall


@dataclass(frozen=True, slots=True, kw_only=True)
class TvfWindow:
    """Size and position of the windows of a table-valued function, in ms."""

    kind: str
    size: int
    slide: int = 0
    offset: int = 0
    partition: tuple[int, ...] = ()


WINDOW_COLUMNS = ("window_start", "window_end", "window_time")
"""Columns that a window table-valued function appends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowTvf(OneInput):
    """Appends :data:`WINDOW_COLUMNS`."""

    window: TvfWindow
    time: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRel(Rel):
    """UNION, INTERSECT or EXCEPT."""

    kind: str
    all: bool
    members: tuple[Rel, ...]

    @property
    def inputs(self) -> tuple[Rel, ...]:
        """Return the members."""
        return self.members

    def with_inputs(self, *inputs: Rel) -> Rel:
        """Return this operation over other members."""
        return replace(self, members=inputs)


@dataclass(frozen=True, slots=True, kw_only=True)
class SortRel(OneInput):
    """ORDER BY and LIMIT."""

    keys: tuple[SortKey, ...]
    limit: int | None = None
    offset: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class OverRel(OneInput):
    """Appends the results of OVER calls of one window."""

    partition: tuple[int, ...]
    order: tuple[SortKey, ...]
    frame: Any
    calls: tuple[AggCall, ...]
    constants: tuple[Rex, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RankRel(OneInput):
    """Keeps the rows of a range of ranks in each partition."""

    rank_type: str
    partition: tuple[int, ...]
    order: tuple[SortKey, ...]
    start: int
    end: int
    output_number: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpandRel(OneInput):
    """Emits several projections of each row."""

    projects: tuple[tuple[Rex, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SinkRel(OneInput):
    """Writes to a table."""

    table: Any
    on_conflict: str | None = None
    target_columns: tuple[str, ...] = field(default=())


def make_project(rel: Rel, expressions: list[Rex], names: list[str]) -> Rel:
    """Return a projection; the input itself if it changes neither columns nor names."""
    fields = make_fields(names, [e.type for e in expressions])
    identity = len(expressions) == len(rel.fields) and all(
        isinstance(e, Ref) and e.index == index for index, e in enumerate(expressions)
    )
    if identity and [f.name for f in fields] == [f.name for f in rel.fields]:
        return rel
    return Project(fields=fields, input=rel, expressions=tuple(expressions))


def make_filter(rel: Rel, condition: Rex | None) -> Rel:
    """Return a filter; the input itself if there is no condition."""
    return rel if condition is None else Filter(fields=rel.fields, input=rel, condition=condition)


def merge_calc(rel: Rel) -> tuple[list[Rex], Rex | None, Rel]:
    """Merge projections and filters into one: expressions and condition over what is below."""
    expressions: list[Rex] = list(rel.refs())
    conditions: list[Rex] = []
    while isinstance(rel, Project | Filter):
        if isinstance(rel, Filter):
            conditions = [*split_conjunction(rel.condition), *conditions]
        else:
            mapping: dict[int, Rex] = dict(enumerate(rel.expressions))
            expressions = [map_refs(e, mapping) for e in expressions]
            conditions = [map_refs(c, mapping) for c in conditions]
        rel = rel.input
    return expressions, join_conjunction(conditions), rel
