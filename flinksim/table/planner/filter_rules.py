"""Move conditions towards the tables, and make outer joins inner where a condition allows it.

Models Calcite's ``FilterJoinRule``, ``FilterProjectTransposeRule`` and their like.
"""

from __future__ import annotations

from dataclasses import replace

from flinksim.table.planner.rel_nodes import (
    AggregateRel,
    CorrelateRel,
    Filter,
    JoinRel,
    Project,
    Rel,
    SetRel,
    SortRel,
    ValuesRel,
    WatermarkAssign,
    make_fields,
    make_filter,
    make_project,
)
from flinksim.table.planner.rex_nodes import (
    FALSE,
    TRUE,
    Call,
    Ref,
    Rex,
    find_refs,
    has_over,
    join_conjunction,
    make_cast,
    map_refs,
    shift_refs,
    split_conjunction,
    walk,
)
from flinksim.table.planner.simplify_rules import find_constants, find_strict_refs, simplify_filter
from flinksim.table.planner.sql_types import BOOLEAN, find_common_type

REJECTS_NULL = frozenset(
    ("=", "<>", "<", "<=", ">", ">=", "SEARCH", "LIKE", "IS NOT NULL", "IS TRUE")
)
NONDETERMINISTIC = frozenset(("RAND", "RAND_INTEGER", "UUID"))


def push_filters(rel: Rel) -> Rel:
    """Push every condition of a tree as far down as it goes."""
    return _push(rel, [])


def _push(rel: Rel, parts: list[Rex]) -> Rel:
    """Return ``rel`` with the conditions ``parts`` on its output."""
    match rel:
        case Filter():
            own = split_conjunction(simplify_filter(rel.condition))
            return _push(rel.input, [*own, *parts])
        case Project():
            return _push_project(rel, parts)
        case JoinRel():
            return _push_join(rel, parts)
        case AggregateRel():
            return _push_aggregate(rel, parts)
        case SetRel() if rel.kind == "UNION":
            return rel.with_inputs(*(_push(member, parts) for member in rel.members))
        case CorrelateRel():
            width = len(rel.input.fields)
            below = [part for part in parts if max(find_refs(part), default=width) < width]
            within = _find_function_filters(rel, parts, width)
            own = [*split_conjunction(rel.condition), *(shift_refs(p, -width) for p in within)]
            made = replace(rel, input=_push(rel.input, below), condition=join_conjunction(own))
            return _keep(made, parts, [*below, *within])
        case SortRel() if rel.limit is None and not rel.offset:
            return rel.with_inputs(_push(rel.input, parts))
        case _:
            return _keep(rel.with_inputs(*(_push(child, []) for child in rel.inputs)), parts, [])


def _find_function_filters(rel: CorrelateRel, parts: list[Rex], width: int) -> list[Rex]:
    """Return the conditions that read only what a table function returns: it checks them itself."""
    is_function = isinstance(rel.call, Call) and rel.call.op != "REPLICATE_ROWS"
    if rel.kind != "INNER" or not is_function:
        return []
    return [part for part in parts if min(find_refs(part), default=-1) >= width]


def _keep(rel: Rel, parts: list[Rex], below: list[Rex]) -> Rel:
    condition = join_conjunction([part for part in parts if part not in below])
    if condition is None:
        return rel
    condition = simplify_filter(condition)
    if condition in {FALSE}:
        return ValuesRel(fields=rel.fields, rows=())
    return rel if condition == TRUE else make_filter(rel, condition)


def _is_deterministic(node: Rex) -> bool:
    return not any(isinstance(n, Call) and n.op in NONDETERMINISTIC for n in walk(node))


def _push_project(rel: Project, parts: list[Rex]) -> Rel:
    below = [
        part
        for part in parts
        if not any(has_over(rel.expressions[i]) for i in find_refs(part))
        and all(_is_deterministic(rel.expressions[i]) for i in find_refs(part))
    ]
    if any(has_over(e) for e in rel.expressions):
        below = []
    moved = [map_refs(part, dict(enumerate(rel.expressions))) for part in below]
    return _keep(rel.with_inputs(_push(rel.input, moved)), parts, below)


def _push_aggregate(rel: AggregateRel, parts: list[Rex]) -> Rel:
    if rel.window is not None or rel.sets or not rel.group:
        return _keep(rel.with_inputs(_push(rel.input, [])), parts, [])
    width = len(rel.group)
    below = [part for part in parts if find_refs(part) and max(find_refs(part)) < width]
    keys: dict[int, Rex] = {n: rel.input.ref(i) for n, i in enumerate(rel.group)}
    moved = [map_refs(part, keys) for part in below]
    return _keep(rel.with_inputs(_push(rel.input, moved)), parts, below)


# -- joins -----------------------------------------------------------------------------------


def _push_join(rel: JoinRel, parts: list[Rex]) -> Rel:
    width = len(rel.left.fields)
    rel = replace(_strengthen(rel, parts, width), condition=_align_key_types(rel.condition))
    kind = rel.kind
    on = split_conjunction(simplify_filter(rel.condition)) if rel.condition is not None else []
    if rel.as_of is not None:
        takes = kind != "FULL" and not _has_ranking(rel.right)
        below = [p for p in parts if max(find_refs(p), default=width) < width and takes]
        made = rel.with_inputs(_push(rel.left, below), _push(rel.right, []))
        return _keep(made, parts, below)
    if kind in {"SEMI", "ANTI"}:
        left, taken = list(parts), list(parts)
    elif kind == "INNER":
        on = [*on, *parts]
        left, taken = [], list(parts)
    else:
        left = [p for p in parts if kind == "LEFT" and find_refs(p) and max(find_refs(p)) < width]
        taken = list(left)
    right: list[Rex] = []
    if kind == "RIGHT":
        right = [p for p in parts if find_refs(p) and min(find_refs(p)) >= width]
        taken = list(right)
    rest = []
    if kind not in {"SEMI", "ANTI", "FULL"}:
        sources = (
            on
            if kind == "INNER"
            else [*filter(_is_moved_outer, left), *filter(_is_moved_outer, right)]
        )
        moved = _move_to_other_side(on, sources, width)
        left += [p for p in moved if max(find_refs(p)) < width and p not in left]
        right += [p for p in moved if min(find_refs(p)) >= width and p not in right]
    for part in on:
        refs = find_refs(part)
        if refs and max(refs) < width and kind in {"INNER", "SEMI", "RIGHT"}:
            left.append(part)
        elif refs and min(refs) >= width and kind in {"INNER", "SEMI", "LEFT", "ANTI"}:
            right.append(part)
        else:
            rest.append(part)
    shifted = [map_refs(p, lambda ref: Ref(ref.type, ref.index - width)) for p in right]
    made_left, made_right = _push(rel.left, left), _push(rel.right, shifted)
    joined = replace(rel, left=made_left, right=made_right, condition=join_conjunction(rest))
    return _keep(_compute_keys(joined, rest), parts, taken)


def _has_ranking(rel: Rel) -> bool:
    """Return whether a versioned view computes its versions: no filter moves through its join."""
    if isinstance(rel, Project) and any(has_over(e) for e in rel.expressions):
        return True
    return any(_has_ranking(child) for child in rel.inputs)


def _align_key_types(condition: Rex | None) -> Rex | None:
    """Cast the keys of both sides to one type, as ``JoinConditionTypeCoerceRule`` does."""
    parts: list[Rex] = []
    for part in split_conjunction(condition):
        if isinstance(part, Call) and part.op == "=":
            left, right = part.operands
            common = find_common_type([left.type.as_plain(), right.type.as_plain()])
            if left.type.root != right.type.root and common is not None:
                sides = tuple(
                    side
                    if side.type.root == common.root
                    else make_cast(side, common.with_nullable(side.type.nullable))
                    for side in (left, right)
                )
                part = replace(part, operands=sides)
        parts.append(part)
    return join_conjunction(parts)


def _compute_keys(rel: JoinRel, rest: list[Rex]) -> Rel:
    """Compute keys such as ``a + 1 = b`` below the join. Models ``JoinPushExpressionsRule``."""
    width = len(rel.left.fields)
    added: tuple[list[Rex], list[Rex]] = ([], [])
    made: list[tuple[Rex, Rex] | None] = []
    for part in rest:
        sides = _find_sides(part, width)
        made.append(sides)
        for own, side in zip(added, sides or (), strict=False):
            if not isinstance(side, Ref) and side not in own:
                own.append(side)
    if not any(added):
        return rel
    left = _append(rel.left, added[0], 0)
    right = _append(rel.right, [shift_refs(e, -width) for e in added[1]], 0)
    shift = len(left.fields) - width

    def move(ref: Ref) -> Rex:
        return Ref(ref.type, ref.index + (shift if ref.index >= width else 0))

    parts = []
    for part, sides in zip(rest, made, strict=True):
        if sides is None or not isinstance(part, Call):
            parts.append(map_refs(part, move))
            continue
        one = sides[0]
        if one in added[0]:
            one = Ref(one.type, width + added[0].index(one))
        two = map_refs(sides[1], move)
        if sides[1] in added[1]:
            place = len(left.fields) + len(rel.right.fields) + added[1].index(sides[1])
            two = Ref(sides[1].type, place)
        parts.append(replace(part, operands=(one, two)))
    semi = rel.kind in {"SEMI", "ANTI"}
    sources = left.fields if semi else (*left.fields, *right.fields)
    nullable = {"LEFT": (False, True), "RIGHT": (True, False), "FULL": (True, True)}
    pads = nullable.get(rel.kind, (False, False))
    fields = make_fields(
        [f.name for f in sources],
        [
            f.type.with_nullable(f.type.nullable or pads[i >= len(left.fields)])
            for i, f in enumerate(sources)
        ],
    )
    joined = replace(rel, fields=fields, left=left, right=right, condition=join_conjunction(parts))
    kept = [joined.ref(i) for i in range(width)]
    if not semi:
        kept += [joined.ref(len(left.fields) + i) for i in range(len(rel.right.fields))]
    return make_project(joined, list(kept), [f.name for f in rel.fields])


def _find_sides(part: Rex, width: int) -> tuple[Rex, Rex] | None:
    """Return the left and the right expression of an equality of both sides."""
    if not isinstance(part, Call) or part.op != "=":
        return None
    one, two = part.operands
    if not find_refs(one) or not find_refs(two):
        return None
    if max(find_refs(one)) < width <= min(find_refs(two)):
        return one, two
    if max(find_refs(two)) < width <= min(find_refs(one)):
        return two, one
    return None


def _append(rel: Rel, expressions: list[Rex], offset: int) -> Rel:
    if not expressions:
        return rel
    names = [f.name for f in rel.fields]
    names += [f"$f{len(rel.fields) + i + offset}" for i in range(len(expressions))]
    return make_project(rel, [*rel.refs(), *expressions], names)


def _move_to_other_side(on: list[Rex], filters: list[Rex], width: int) -> list[Rex]:
    """Return the filters of one side that read only keys, for the equal keys of the other side.

    Models ``FlinkFilterJoinRule.pushFiltersToAnotherSide``.
    """
    to_left: dict[int, Rex] = {}
    to_right: dict[int, Rex] = {}
    for part in on:
        one, two = _find_sides(part, width) or (part, part)
        if isinstance(one, Ref):
            to_right.setdefault(one.index, two)
        if isinstance(two, Ref):
            to_left.setdefault(two.index, one)
    moved: dict[Rex, None] = {}
    for part in filters:
        refs = find_refs(part)
        for keys in (to_left, to_right):
            if refs and refs <= keys.keys():
                moved[map_refs(part, keys)] = None
    return [part for part in moved if part not in filters]


def _is_moved_outer(part: Rex) -> bool:
    """Return whether a filter of the outer side holds for the other side's keys, too: no null check."""
    return not (isinstance(part, Call) and part.op == "IS NOT NULL")


def _strengthen(rel: JoinRel, parts: list[Rex], width: int) -> JoinRel:
    """Make an outer join inner on a side whose null rows a condition drops."""
    rejected: set[int] = set()
    for part in parts:
        rejected |= _find_rejected(part)
    left_gone = any(index < width for index in rejected)
    right_gone = any(index >= width for index in rejected)
    kind = rel.kind
    if kind == "FULL":
        kind = {
            (True, True): "INNER",
            (True, False): "LEFT",
            (False, True): "RIGHT",
        }.get((left_gone, right_gone), kind)
    elif (kind == "LEFT" and right_gone) or (kind == "RIGHT" and left_gone):
        kind = "INNER"
    return replace(rel, kind=kind) if kind != rel.kind else rel


def _find_rejected(node: Rex) -> set[int]:
    """Return the columns that are not null if the condition is true."""
    if not isinstance(node, Call):
        return set()
    if node.op == "AND":
        return set().union(*(_find_rejected(part) for part in node.operands))
    if node.op == "OR":
        return set.intersection(*(_find_rejected(part) for part in node.operands))
    if node.op in REJECTS_NULL:
        return set().union(*(find_strict_refs(operand) for operand in node.operands))
    return set()


def merge_projects(rel: Rel) -> Rel:
    """Merge a projection over a projection, from the bottom."""
    rel = rel.with_inputs(*(merge_projects(child) for child in rel.inputs))
    if isinstance(rel, Project) and rel.fields and isinstance(rel.input, SetRel) and rel.input.all:
        return _push_into_union(rel, rel.input)
    if isinstance(rel, Project) and isinstance(rel.input, ValuesRel):
        same = [e.index for e in rel.expressions if isinstance(e, Ref)]
        if same == list(range(len(rel.expressions))) == list(range(len(rel.input.fields))):
            return replace(rel.input, fields=rel.fields)
    if isinstance(rel, Project) and isinstance(rel.input, Project):
        inner = rel.input
        both = [e for e in (*rel.expressions,) if has_over(e)]
        inner_over = any(has_over(e) for e in inner.expressions)
        repeated = any(not _is_deterministic(e) for e in inner.expressions)
        simple = all(isinstance(e, Ref) for e in rel.expressions)
        if (inner_over and (both or not simple)) or repeated:
            return rel
        mapping = dict(enumerate(inner.expressions))
        expressions = [map_refs(e, mapping) for e in rel.expressions]
        return make_project(inner.input, expressions, [f.name for f in rel.fields])
    return rel


def _push_into_union(rel: Project, union: SetRel) -> Rel:
    if any(has_over(e) for e in rel.expressions):
        return rel
    if union.kind != "UNION" and not all(isinstance(e, Ref) for e in rel.expressions):
        return rel
    if [e.index for e in rel.expressions if isinstance(e, Ref)] == list(range(len(union.fields))):
        return union
    names = [f.name for f in rel.fields]
    members = [
        merge_projects(make_project(member, list(rel.expressions), names))
        for member in union.members
    ]
    return replace(union, fields=rel.fields, members=tuple(members))


def use_constants(rel: Rel) -> Rel:
    """Replace the columns that conditions below fix to a constant.

    Models ``ReduceExpressionsRule`` with the predicates that ``RelMdPredicates`` pulls up.
    """
    rel = rel.with_inputs(*(use_constants(child) for child in rel.inputs))
    if isinstance(rel, JoinRel) and rel.as_of is None:
        return _reduce_join_condition(rel)
    if isinstance(rel, Project) and isinstance(rel.input, JoinRel):
        constants = _find_constant_columns(rel.input)
        if constants:
            expressions = [
                map_refs(e, lambda ref: constants.get(ref.index, ref)) for e in rel.expressions
            ]
            return make_project(rel.input, expressions, [f.name for f in rel.fields])
    return rel


def _reduce_join_condition(rel: JoinRel) -> Rel:
    """Replace the columns that the inputs fix to a constant in the condition of a join."""
    width = len(rel.left.fields)
    known = _find_constant_columns(rel.left)
    right = _find_constant_columns(rel.right)
    known.update({width + index: value for index, value in right.items()})
    if rel.condition is None or not find_refs(rel.condition) & known.keys():
        return rel
    plain = {index: _strip_cast(value) for index, value in known.items()}
    condition = map_refs(rel.condition, lambda ref: plain.get(ref.index, ref))
    return push_filters(replace(rel, condition=simplify_filter(condition)))


def _strip_cast(node: Rex) -> Rex:
    return node.operands[0] if isinstance(node, Call) and node.op == "CAST" else node


def _find_constant_columns(rel: Rel) -> dict[int, Rex]:
    match rel:
        case Filter():
            own = find_constants(rel.condition)
            made = {ref.index: value for ref, value in own.items() if isinstance(ref, Ref)}
            return {**_find_constant_columns(rel.input), **made}
        case Project():
            below = _find_constant_columns(rel.input)
            return {
                number: below[e.index]
                for number, e in enumerate(rel.expressions)
                if isinstance(e, Ref) and e.index in below
            }
        case JoinRel() if rel.as_of is None and rel.kind in {"INNER", "LEFT", "SEMI", "ANTI"}:
            left = _find_constant_columns(rel.left)
            if rel.kind != "INNER":
                return left
            width = len(rel.left.fields)
            right = _find_constant_columns(rel.right)
            return {**left, **{width + i: value for i, value in right.items()}}
        case _:
            return {}


def remove_permutations(rel: Rel) -> Rel:
    """Remove projections that only bring the columns of an aggregation into another order.

    Models ``AggregateProjectMergeRule``, and ``ProjectWatermarkAssignerTransposeRule``.
    """
    rel = rel.with_inputs(*(remove_permutations(child) for child in rel.inputs))
    if isinstance(rel, AggregateRel) and not rel.sets:
        rel = _use_order_of_source(rel)
    if isinstance(rel, AggregateRel) and rel.window is None and not rel.sets:
        project = rel.input
        if isinstance(project, Project) and isinstance(project.input, AggregateRel):
            order = _read_permutation(project)
            if order is not None:
                calls = tuple(
                    replace(
                        c,
                        args=tuple(order[i] for i in c.args),
                        filter=order[c.filter] if c.filter >= 0 else -1,
                    )
                    for c in rel.calls
                )
                group = tuple(order[i] for i in rel.group)
                if group == tuple(sorted(group)):
                    return replace(rel, input=project.input, group=group, calls=calls)
    if isinstance(rel, Project) and isinstance(rel.input, WatermarkAssign):
        assigner = rel.input
        order = _read_permutation(rel)
        if order is not None and isinstance(assigner.input, Project):
            names = [f.name for f in rel.fields]
            inner = assigner.input
            source = make_project(inner.input, [inner.expressions[i] for i in order], names)
            places: dict[int, Rex] = {
                old: Ref(source.fields[new].type, new) for new, old in enumerate(order)
            }
            return WatermarkAssign(
                fields=rel.fields,
                input=source,
                rowtime=order.index(assigner.rowtime),
                expression=map_refs(assigner.expression, places),
            )
    return rel


def _use_order_of_source(rel: AggregateRel) -> AggregateRel:
    """Aggregate the columns behind a filter in the order in which the source has them.

    The projection between is a permutation if the filter reads no other column.
    """
    project = rel.input
    if not isinstance(project, Project) or not isinstance(project.input, Filter):
        return rel
    indexes = [e.index for e in project.expressions if isinstance(e, Ref)]
    ordered = sorted(set(indexes))
    is_permutation = len(indexes) == len(project.expressions) == len(ordered)
    if not is_permutation or not find_refs(project.input.condition) <= set(indexes):
        return rel
    places = [ordered.index(index) for index in indexes]
    group = tuple(places[i] for i in rel.group)
    if indexes == ordered or group != tuple(sorted(group)):
        return rel
    refs: list[Rex] = [project.input.ref(index) for index in ordered]
    source = make_project(project.input, refs, [project.input.fields[i].name for i in ordered])
    calls = tuple(
        replace(
            call,
            args=tuple(places[i] for i in call.args),
            filter=places[call.filter] if call.filter >= 0 else -1,
        )
        for call in rel.calls
    )
    window = rel.window and replace(rel.window, time=places[rel.window.time])
    return replace(rel, input=source, group=group, calls=calls, window=window)


def _read_permutation(project: Project) -> list[int] | None:
    """Return the columns of a projection that has each column of its input once, in another order."""
    order = [e.index for e in project.expressions if isinstance(e, Ref)]
    width = len(project.input.fields)
    if len(order) == len(project.expressions) and sorted(order) == list(range(width)):
        return order
    return None


def remove_duplicate_keys(condition: Rex | None) -> Rex | None:
    """Return a condition without repeated parts."""
    return join_conjunction(split_conjunction(condition)) if condition is not None else None


__all__ = ["BOOLEAN", "merge_projects", "push_filters", "remove_duplicate_keys"]
