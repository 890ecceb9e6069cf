"""Drop the columns that nobody uses, as near to the tables as Flink does.

Models ``ProjectJoinTransposeRule``, ``ProjectWindowTransposeRule``,
``ProjectWindowTableFunctionTransposeRule`` and their like.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from flinksim.table.planner.over_rules import is_computed_on_input, is_over_all_columns
from flinksim.table.planner.rel_nodes import (
    AggregateRel,
    CorrelateRel,
    ExpandRel,
    Filter,
    JoinRel,
    NormalizeRel,
    OverRel,
    Project,
    RankRel,
    Rel,
    Scan,
    SetRel,
    SinkRel,
    SortRel,
    WatermarkAssign,
    WindowTvf,
    make_project,
)
from flinksim.table.planner.rex_nodes import (
    Lit,
    Ref,
    Rex,
    WindowFrame,
    find_refs,
    has_over,
    map_refs,
)
from flinksim.table.planner.sql_types import INT

Mapping = dict[int, int]
"""Old column to new column."""


def prune(rel: Rel, *, through_windows: bool) -> Rel:
    """Prune a tree. Flink prunes below a window table-valued function only before ranks exist."""
    made, _ = _Pruner(through_windows, _find_shared(rel)).visit(rel, set(range(len(rel.fields))))
    return made


def _find_shared(rel: Rel) -> frozenset[str]:
    """Return the tables that a plan normalizes more than once: Flink shares that normalization."""
    counts = Counter(_list_normalized(rel))
    return frozenset(name for name, count in counts.items() if count > 1)


def _list_normalized(rel: Rel) -> Iterator[str]:
    if isinstance(rel, NormalizeRel):
        yield from _list_tables(rel)
    for child in rel.inputs:
        yield from _list_normalized(child)


def _list_tables(rel: Rel) -> Iterator[str]:
    if isinstance(rel, Scan):
        yield rel.table.identifier
    for child in rel.inputs:
        yield from _list_tables(child)


def _keep_columns(rel: Rel, used: set[int]) -> tuple[Rel, Mapping]:
    """Cut the columns that are not used, with a projection upon the tree."""
    kept = sorted(used)
    position = {index: number for number, index in enumerate(kept)}
    if len(kept) == len(rel.fields):
        return rel, position
    return make_project(
        rel, [rel.ref(i) for i in kept], [rel.fields[i].name for i in kept]
    ), position


def _map_columns(node: Rex, mapping: Mapping) -> Rex:
    return map_refs(node, lambda ref: Ref(ref.type, mapping[ref.index]))


class _Pruner:
    def __init__(self, through_windows: bool, shared: frozenset[str]) -> None:
        self._through_windows = through_windows
        self._shared = shared

    def visit(self, rel: Rel, used: set[int]) -> tuple[Rel, Mapping]:
        """Return the tree with at least the used columns, and where each of them is."""
        method = getattr(self, f"_visit_{type(rel).__name__.lower()}", None)
        if method is None:
            children = [self._whole(child) for child in rel.inputs]
            return rel.with_inputs(*children), _make_identity(rel)
        return method(rel, used)  # type: ignore[no-any-return]

    def _whole(self, rel: Rel) -> Rel:
        made, mapping = self.visit(rel, set(range(len(rel.fields))))
        return self._restore(made, mapping, rel)

    def _restore(self, made: Rel, mapping: Mapping, rel: Rel) -> Rel:
        refs: list[Rex] = [made.ref(mapping[i]) for i in range(len(rel.fields))]
        if [r.index for r in refs if isinstance(r, Ref)] == list(range(len(made.fields))):
            return made
        return make_project(made, refs, [f.name for f in rel.fields])

    def _narrow(self, rel: Rel, used: set[int]) -> tuple[Rel, Mapping]:
        """Visit an input and cut the columns that are left over."""
        made, mapping = self.visit(rel, used)
        kept, position = _keep_columns(made, {mapping[i] for i in used})
        return kept, {i: position[mapping[i]] for i in used}

    # -- one input ---------------------------------------------------------------------------

    def _visit_project(self, rel: Project, used: set[int]) -> tuple[Rel, Mapping]:
        kept = sorted(used)
        keeps_all = any(has_over(e) for e in rel.expressions)
        if keeps_all:
            kept = list(range(len(rel.expressions)))
        expressions = [rel.expressions[i] for i in kept]
        if keeps_all and is_computed_on_input(rel):
            return rel.with_inputs(self._whole(rel.input)), _make_identity(rel)
        child, mapping = self.visit(rel.input, find_refs(*expressions))
        made = make_project(
            child,
            [_map_columns(e, mapping) for e in expressions],
            [rel.fields[i].name for i in kept],
        )
        return made, {index: number for number, index in enumerate(kept)}

    def _visit_filter(self, rel: Filter, used: set[int]) -> tuple[Rel, Mapping]:
        child, mapping = self.visit(rel.input, used | find_refs(rel.condition))
        condition = _map_columns(rel.condition, mapping)
        return Filter(fields=child.fields, input=child, condition=condition), mapping

    def _visit_watermarkassign(self, rel: WatermarkAssign, used: set[int]) -> tuple[Rel, Mapping]:
        if not isinstance(rel.input, Project):
            return rel, _make_identity(rel)
        # The projection computes columns: those that are not used are not computed.
        wanted = used | {rel.rowtime} | find_refs(rel.expression)
        child, mapping = self.visit(rel.input, wanted)
        fields = [rel.fields[i] for i in sorted(wanted)]
        made = WatermarkAssign(
            fields=tuple(fields),
            input=child,
            rowtime=mapping[rel.rowtime],
            expression=_map_columns(rel.expression, mapping),
        )
        return made, mapping

    def _visit_normalizerel(self, rel: NormalizeRel, used: set[int]) -> tuple[Rel, Mapping]:
        if self._shared & set(_list_tables(rel)):
            return replace(rel, is_shared=True), _make_identity(rel)
        child, mapping = self._narrow(rel.input, used | set(rel.keys))
        keys = tuple(mapping[i] for i in rel.keys)
        return replace(rel, fields=child.fields, input=child, keys=keys), mapping

    def _visit_windowtvf(self, rel: WindowTvf, used: set[int]) -> tuple[Rel, Mapping]:
        width = len(rel.input.fields)
        if not self._through_windows:
            return rel.with_inputs(self._whole(rel.input)), _make_identity(rel)
        wanted = {i for i in used if i < width} | {rel.time} | set(rel.window.partition)
        child, mapping = self._narrow(rel.input, wanted)
        fields = (*child.fields, *rel.fields[width:])
        partition = tuple(mapping[i] for i in rel.window.partition)
        made = WindowTvf(
            fields=fields,
            input=child,
            window=replace(rel.window, partition=partition),
            time=mapping[rel.time],
        )
        moved = {**mapping, **{width + i: len(child.fields) + i for i in range(3)}}
        return made, moved

    def _visit_aggregaterel(self, rel: AggregateRel, used: set[int]) -> tuple[Rel, Mapping]:
        count = len(rel.group)
        # Flink drops calls before ranks exist, and never those of a group window.
        keeps_all = rel.window is not None or not self._through_windows
        calls = [(n, c) for n, c in enumerate(rel.calls) if keeps_all or count + n in used]
        if len(calls) == 0 and rel.calls and not rel.group:
            calls = [(0, rel.calls[0])]
        wanted = set(rel.group)
        for call in rel.calls:  # the columns of dropped calls stay (PruneAggregateCallRule)
            wanted |= set(call.args) | ({call.filter} if call.filter >= 0 else set())
        if rel.window is not None:
            wanted.add(rel.window.time)
        if not self._through_windows:
            wanted = set(range(len(rel.input.fields)))
        if any(call.op.startswith("JSON_") for _, call in calls):
            # The values stay beside their JSON (WrapJsonAggFunctionArgumentsRule).
            wanted |= set(range(len(rel.input.fields)))
        child, mapping = (
            self._narrow(rel.input, wanted) if wanted else (self._keep_one_column(rel.input), {})
        )
        window = rel.window and replace(rel.window, time=mapping[rel.window.time])
        made_calls = tuple(c.move(mapping) for _, c in calls)
        kept = [*range(count), *(count + n for n, _ in calls)]
        kept += range(count + len(rel.calls), len(rel.fields))
        made = replace(
            rel,
            fields=tuple(rel.fields[i] for i in kept),
            input=child,
            group=tuple(mapping[i] for i in rel.group),
            calls=made_calls,
            window=window,
        )
        return made, {index: number for number, index in enumerate(kept)}

    def _keep_one_column(self, rel: Rel) -> Rel:
        """Return the rows of a tree of which no column is used: its only column, or else a zero.

        A filter keeps the columns that it reads (``RelFieldTrimmer.dummyProject``).
        """
        while isinstance(rel, Project):
            rel = rel.input
        read = find_refs(rel.condition) if isinstance(rel, Filter) else set()
        made, _ = self._narrow(rel, read) if read else self.visit(rel, set())
        if len(made.fields) == 1:
            return made
        return make_project(made, [Lit(INT.with_nullable(False), 0)], ["$f0"])

    def _visit_expandrel(self, rel: ExpandRel, used: set[int]) -> tuple[Rel, Mapping]:
        kept = sorted(used)
        wanted = find_refs(*(row[i] for row in rel.projects for i in kept))
        child, mapping = self._narrow(rel.input, wanted)
        projects = tuple(tuple(_map_columns(row[i], mapping) for i in kept) for row in rel.projects)
        fields = tuple(rel.fields[i] for i in kept)
        made = ExpandRel(fields=fields, input=child, projects=projects)
        return made, {index: number for number, index in enumerate(kept)}

    def _visit_rankrel(self, rel: RankRel, used: set[int]) -> tuple[Rel, Mapping]:
        width = len(rel.input.fields)
        wanted = {i for i in used if i < width} | set(rel.partition) | {k.index for k in rel.order}
        # A rank is a window until the logical plan is optimized: nothing is dropped below it before.
        child, mapping = _keep_columns(self._whole(rel.input), wanted)
        fields = child.fields
        moved = dict(mapping)
        if rel.output_number:
            fields = (*fields, rel.fields[-1])
            moved[width] = len(fields) - 1
        made = replace(
            rel,
            fields=fields,
            input=child,
            partition=tuple(mapping[i] for i in rel.partition),
            order=tuple(replace(k, index=mapping[k.index]) for k in rel.order),
        )
        return made, moved

    def _visit_overrel(self, rel: OverRel, used: set[int]) -> tuple[Rel, Mapping]:
        width = len(rel.input.fields)
        if is_over_all_columns(rel):
            return rel.with_inputs(self._whole(rel.input)), _make_identity(rel)
        wanted = {i for i in used if i < width} | set(rel.partition) | {k.index for k in rel.order}
        for call in rel.calls:
            wanted |= {i for i in call.args if i < width}
        child, mapping = self._narrow(rel.input, wanted)
        shift = len(child.fields) - width
        calls = tuple(
            replace(c, args=tuple(mapping[i] if i < width else i + shift for i in c.args))
            for c in rel.calls
        )
        made = replace(
            rel,
            fields=(*child.fields, *rel.fields[width:]),
            input=child,
            partition=tuple(mapping[i] for i in rel.partition),
            order=tuple(replace(k, index=mapping[k.index]) for k in rel.order),
            frame=_shift_frame(rel.frame, shift),
            calls=calls,
        )
        return made, {**mapping, **{i: i + shift for i in range(width, len(rel.fields))}}

    def _visit_sortrel(self, rel: SortRel, used: set[int]) -> tuple[Rel, Mapping]:
        keys = {k.index for k in rel.keys}
        child, mapping = self.visit(rel.input, used | keys)
        made = replace(
            rel,
            fields=child.fields,
            input=child,
            keys=tuple(replace(k, index=mapping[k.index]) for k in rel.keys),
        )
        return made, mapping

    def _visit_correlaterel(self, rel: CorrelateRel, used: set[int]) -> tuple[Rel, Mapping]:
        return rel.with_inputs(self._whole(rel.input)), _make_identity(rel)

    def _visit_sinkrel(self, rel: SinkRel, used: set[int]) -> tuple[Rel, Mapping]:
        child = self._whole(rel.input)
        return replace(rel, fields=child.fields, input=child), _make_identity(rel)

    # -- several inputs ----------------------------------------------------------------------

    def _visit_setrel(self, rel: SetRel, used: set[int]) -> tuple[Rel, Mapping]:
        kept = sorted(used) or [0]
        members = []
        for member in rel.members:
            child, mapping = self.visit(member, set(kept))
            refs: list[Rex] = [child.ref(mapping[i]) for i in kept]
            names = [member.fields[i].name for i in kept]
            if [r.index for r in refs if isinstance(r, Ref)] == list(range(len(child.fields))):
                members.append(child)
            else:
                members.append(make_project(child, refs, names))
        fields = tuple(rel.fields[i] for i in kept)
        made = replace(rel, fields=fields, members=tuple(members))
        return made, {index: number for number, index in enumerate(kept)}

    def _visit_joinrel(self, rel: JoinRel, used: set[int]) -> tuple[Rel, Mapping]:
        width = len(rel.left.fields)
        wanted = set(used)
        if rel.condition is not None:
            wanted |= find_refs(rel.condition)
        if rel.as_of is not None:
            wanted |= {rel.as_of, *_find_version_columns(rel, width)}
        lefts = {i for i in wanted if i < width}
        rights = {i - width for i in wanted if i >= width}
        if rel.kind not in {"SEMI", "ANTI"}:
            # Calcite keeps the first column of a side that nobody reads (PushProjector).
            lefts, rights = lefts or {0}, rights or {0}
        left, left_map = self._narrow(rel.left, lefts)
        right, right_map = self._narrow(rel.right, rights)
        offset = len(left.fields)
        mapping = {
            **left_map,
            **{i + width: number + offset for i, number in right_map.items()},
        }
        condition = _map_columns(rel.condition, mapping) if rel.condition is not None else None
        if rel.kind in {"SEMI", "ANTI"}:
            fields = left.fields
        else:
            back = {number: i for i, number in mapping.items()}
            fields = tuple(rel.fields[back[n]] for n in range(offset + len(right.fields)))
        made = replace(
            rel,
            fields=fields,
            left=left,
            right=right,
            condition=condition,
            as_of=mapping[rel.as_of] if rel.as_of is not None else None,
        )
        return made, mapping


def _shift_frame(frame: WindowFrame, shift: int) -> WindowFrame:
    """Move the bounds of a frame, which refer to the constants after the input's columns."""
    lower, upper = (
        Ref(bound.type, bound.index + shift) if isinstance(bound, Ref) else bound
        for bound in (frame.lower, frame.upper)
    )
    return replace(frame, lower=lower, upper=upper)


def _find_version_columns(rel: JoinRel, width: int) -> set[int]:
    """Return the right rowtime of a temporal join."""
    return {width + i for i, f in enumerate(rel.right.fields) if f.type.time_kind == "ROWTIME"}


def _make_identity(rel: Rel) -> Mapping:
    return {index: index for index in range(len(rel.fields))}
