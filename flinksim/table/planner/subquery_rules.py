"""Replace subqueries by joins, and take conditions on outer columns out of them.

Models ``FlinkSubQueryRemoveRule``, ``RelDecorrelator`` and ``CorrelateSortToRankRule``.
"""

from __future__ import annotations

from dataclasses import replace

from flinksim.table.planner.planner_errors import TableError
from flinksim.table.planner.rel_nodes import (
    AggregateRel,
    CorrelateRel,
    Filter,
    JoinRel,
    Project,
    RankRel,
    Rel,
    SortRel,
    make_fields,
    make_filter,
    make_project,
)
from flinksim.table.planner.rex_nodes import (
    AggCall,
    Call,
    Lit,
    OuterRef,
    Ref,
    Rex,
    SortKey,
    SubqueryRex,
    find_refs,
    join_conjunction,
    make_cast,
    map_refs,
    shift_refs,
    split_conjunction,
    transform,
    walk,
)
from flinksim.table.planner.sql_types import BIGINT, BOOLEAN, find_common_type


def remove_subqueries(rel: Rel) -> Rel:
    """Replace the subqueries of all filters and projections, from the bottom."""
    rel = rel.with_inputs(*(remove_subqueries(child) for child in rel.inputs))
    if isinstance(rel, Filter) and _has_subquery(rel.condition):
        return _rewrite_filter(rel)
    if isinstance(rel, Project) and any(_has_subquery(e) for e in rel.expressions):
        source, expressions = _replace_scalars(rel.input, list(rel.expressions))
        return make_project(source, expressions, [f.name for f in rel.fields])
    if isinstance(rel, CorrelateRel) and rel.query is not None:
        return _rewrite_lateral(rel)
    return rel


def _has_subquery(node: Rex) -> bool:
    return any(isinstance(part, SubqueryRex) for part in walk(node))


def _rewrite_filter(rel: Filter) -> Rel:
    source = rel.input
    width = len(source.fields)
    rest = []
    for part in split_conjunction(rel.condition):
        negated = isinstance(part, Call) and part.op == "NOT"
        inner = part.operands[0] if negated and isinstance(part, Call) else part
        if isinstance(inner, SubqueryRex) and inner.kind in {"IN", "EXISTS"}:
            source = _join_subquery(source, inner, negated)
        else:
            rest.append(part)
    if any(_has_subquery(part) for part in rest):
        source, rest = _replace_scalars(source, rest)
    source = make_filter(source, join_conjunction(rest))
    if len(source.fields) == width:
        return source
    return make_project(source, list(source.refs()[:width]), [f.name for f in rel.fields])


def _join_subquery(source: Rel, node: SubqueryRex, negated: bool) -> Rel:
    query, correlated = extract_correlation(remove_subqueries(node.rel))
    if node.kind == "EXISTS" and not correlated:
        query = _check_existence(query)
    offset = len(source.fields)
    parts = [_to_join(part, offset) for part in correlated]
    for number, operand in enumerate(node.operands):
        right: Rex = shift_refs(query.ref(number), offset)
        operand, right = _align_keys(operand, right)
        nullable = operand.type.nullable or right.type.nullable
        equal = Call(BOOLEAN.with_nullable(nullable), "=", (operand, right))
        parts.append(_add_unknown(equal) if negated else equal)
    kind = "ANTI" if negated else "SEMI"
    condition = join_conjunction(parts)
    return JoinRel(fields=source.fields, left=source, right=query, kind=kind, condition=condition)


def _check_existence(query: Rel) -> Rel:
    """Return one row if a query has rows: ``MIN(true)`` that is not null."""
    true = Lit(BOOLEAN.with_nullable(False), True)
    marked = make_project(query, [true], ["i"])
    found = _aggregate_all(marked, [AggCall("MIN", (0,), BOOLEAN, "m")])
    test = Call(BOOLEAN.with_nullable(False), "IS NOT NULL", (found.ref(0),))
    return make_filter(found, test)


def _align_keys(left: Rex, right: Rex) -> tuple[Rex, Rex]:
    if left.type.root == right.type.root:
        return left, right
    common = find_common_type([left.type, right.type])
    if common is None:
        raise TableError("Values passed to IN operator must have compatible types")
    return (
        make_cast(left, common.with_nullable(left.type.nullable)),
        make_cast(right, common.with_nullable(right.type.nullable)),
    )


def _add_unknown(equal: Call) -> Rex:
    """NOT IN drops a row also if the comparison is unknown."""
    plain = BOOLEAN.with_nullable(False)
    tests = [Call(plain, "IS NULL", (side,)) for side in equal.operands if side.type.nullable]
    return Call(BOOLEAN, "OR", (*tests, equal)) if tests else equal


def _replace_scalars(source: Rel, expressions: list[Rex]) -> tuple[Rel, list[Rex]]:
    made = []
    for expression in expressions:

        def change(part: Rex) -> Rex | None:
            nonlocal source
            if not isinstance(part, SubqueryRex):
                return None
            source, column = _join_scalar(source, part)
            return column

        made.append(transform(expression, change))
    return source, made


def _join_scalar(source: Rel, node: SubqueryRex) -> tuple[Rel, Rex]:
    if node.kind == "IN":
        raise TableError("IN with a subquery is supported in WHERE, combined with AND, only.")
    query, correlated = extract_correlation(remove_subqueries(node.rel))
    if node.kind == "EXISTS":
        count = AggCall("COUNT", (), BIGINT.with_nullable(False), "c")
        query = _aggregate_all(query, [count])
    elif not _is_single_row(query, len(correlated)):
        kind = query.fields[0].type.with_nullable(True)
        query = _aggregate_all(query, [AggCall("SINGLE_VALUE", (0,), kind, query.fields[0].name)])
    offset = len(source.fields)
    place = 0
    if isinstance(query, Project) and isinstance(query.input, AggregateRel) and correlated:
        # The keys stay before the result, as the aggregation gives them.
        columns = [e.index for e in query.expressions if isinstance(e, Ref)]
        if sorted(columns) == list(range(len(query.input.fields))):
            refs: dict[int, Rex] = dict(enumerate(query.input.ref(i) for i in columns))
            correlated = [map_refs(part, refs) for part in correlated]
            place, query = columns[0], query.input
    condition = join_conjunction([_to_join(part, offset) for part in correlated])
    types = [f.type for f in source.fields]
    types += [f.type.with_nullable(True) for f in query.fields]
    fields = make_fields([f.name for f in (*source.fields, *query.fields)], types)
    joined = JoinRel(fields=fields, left=source, right=query, kind="LEFT", condition=condition)
    column: Rex = joined.ref(offset + place)
    if correlated and node.kind != "EXISTS" and _is_count(query, place):
        # A row without a match has no group: its count is 0.
        number = BIGINT.with_nullable(False)
        is_null = Call(BOOLEAN.with_nullable(False), "IS NULL", (column,))
        column = Call(number, "CASE", (is_null, Lit(number, 0), column))
    if node.kind == "EXISTS":
        zero = Lit(column.type.with_nullable(False), 0)
        plain = BOOLEAN.with_nullable(False)
        column = Call(plain, "IS TRUE", (Call(BOOLEAN, ">", (column, zero)),))
    return joined, column


def _is_count(rel: Rel, index: int) -> bool:
    """Tell whether a column of a query is the result of COUNT."""
    while isinstance(rel, Project):
        expression = rel.expressions[index]
        if not isinstance(expression, Ref):
            return False
        rel, index = rel.input, expression.index
    if not isinstance(rel, AggregateRel) or index < len(rel.group):
        return False
    return rel.calls[index - len(rel.group)].op == "COUNT"


def _aggregate_all(rel: Rel, calls: list[AggCall]) -> Rel:
    fields = make_fields([c.name or "" for c in calls], [c.type for c in calls])
    return AggregateRel(fields=fields, input=rel, group=(), calls=tuple(calls))


def _is_single_row(rel: Rel, correlations: int) -> bool:
    while isinstance(rel, Project):
        rel = rel.input
    return isinstance(rel, AggregateRel) and (not rel.group or len(rel.group) == correlations)


def _to_join(node: Rex, offset: int) -> Rex:
    """Make a condition on (inner columns, outer columns) one on the joined row."""

    def change(part: Rex) -> Rex | None:
        if isinstance(part, OuterRef) and part.level == 1:
            return Ref(part.type, part.index)
        if isinstance(part, Ref):
            return Ref(part.type, part.index + offset)
        return None

    return transform(node, change)


def _is_correlated(node: Rex) -> bool:
    return any(isinstance(part, OuterRef) for part in walk(node))


def extract_correlation(rel: Rel) -> tuple[Rel, list[Rex]]:
    """Take the conditions on outer columns out of a query.

    Returns the query, with the columns appended that they need, and the conditions over its output.
    """
    if isinstance(rel, Filter):
        source, found = extract_correlation(rel.input)
        parts = split_conjunction(rel.condition)
        outer = [part for part in parts if _is_correlated(part)]
        inner = [part for part in parts if not _is_correlated(part)]
        return make_filter(source, join_conjunction(inner)), [*found, *outer]
    if isinstance(rel, Project):
        source, found = extract_correlation(rel.input)
        if not found:
            return rel.with_inputs(source), []
        expressions = list(rel.expressions)
        moved = [_move_condition(part, expressions) for part in found]
        names = [f.name for f in rel.fields]
        names += [f"EXPR${i}" for i in range(len(names), len(expressions))]
        return make_project(source, expressions, names), moved
    if isinstance(rel, AggregateRel):
        source, found = extract_correlation(rel.input)
        if not found:
            return rel.with_inputs(source), []
        return _group_by_correlation(rel, source, found)
    if isinstance(rel, JoinRel):
        left, found = extract_correlation(rel.left)
        right, more = extract_correlation(rel.right)
        if (found or more) and rel.kind == "INNER" and len(left.fields) == len(rel.left.fields):
            shifted = [shift_refs(part, len(left.fields)) for part in more]
            return rel.with_inputs(left, right), [*found, *shifted]
        if not found and not more:
            return rel, []
    if any(_is_correlated_below(child) for child in rel.inputs):
        raise TableError(
            "This correlated subquery is not supported: a condition on outer columns is below "
            f"{type(rel).__name__}."
        )
    return rel, []


def _is_correlated_below(rel: Rel) -> bool:
    own = [rel.condition] if isinstance(rel, Filter) else []
    if isinstance(rel, Project):
        own = list(rel.expressions)
    return any(_is_correlated(e) for e in own) or any(map(_is_correlated_below, rel.inputs))


def _move_condition(node: Rex, expressions: list[Rex]) -> Rex:
    """Rewrite a condition over a projection's input to one over its output."""

    def change(part: Rex) -> Rex | None:
        if not isinstance(part, Ref):
            return None
        if part not in expressions:
            expressions.append(part)
        return Ref(part.type, expressions.index(part))

    return transform(node, change)


def _group_by_correlation(
    rel: AggregateRel, source: Rel, found: list[Rex]
) -> tuple[Rel, list[Rex]]:
    """Group also by the inner columns of the conditions, which must be equalities."""
    keys: list[int] = []
    for part in found:
        inner = (
            [side for side in part.operands if isinstance(side, Ref)]
            if (isinstance(part, Call) and part.op == "=")
            else []
        )
        if len(inner) != 1:
            raise TableError("A correlated aggregate must compare columns with '='.")
        if inner[0].index not in rel.group and inner[0].index not in keys:
            keys.append(inner[0].index)
    tests: list[Rex] = [
        Call(BOOLEAN.with_nullable(False), "IS NOT NULL", (source.ref(i),))
        for i in keys
        if source.fields[i].type.nullable
    ]
    source = make_filter(source, join_conjunction(tests))
    used = sorted(
        {*rel.group, *keys}
        | {i for c in rel.calls for i in c.args}
        | {c.filter for c in rel.calls if c.filter >= 0}
    )
    order = [*rel.group, *keys, *(i for i in used if i not in rel.group and i not in keys)]
    place = {old: new for new, old in enumerate(order)}
    source = make_project(
        source, [source.ref(i) for i in order], [source.fields[i].name for i in order]
    )
    calls = tuple(
        replace(
            c,
            args=tuple(place[i] for i in c.args),
            filter=place[c.filter] if c.filter >= 0 else -1,
        )
        for c in rel.calls
    )
    count = len(rel.group)
    width = count + len(rel.calls)
    group = tuple(range(count + len(keys)))
    fields = make_fields(
        [source.fields[i].name for i in group]
        + [c.name or f"$f{n}" for n, c in enumerate(rel.calls)],
        [source.fields[i].type for i in group] + [c.type for c in rel.calls],
    )
    grouped = AggregateRel(fields=fields, input=source, group=group, calls=calls)
    order = [*range(count), *range(len(group), len(group) + len(rel.calls))]
    order += range(count, len(group))
    made = make_project(
        grouped, [grouped.ref(i) for i in order], [grouped.fields[i].name for i in order]
    )
    position = {index: number for number, index in enumerate(rel.group)}
    position.update({index: width + number for number, index in enumerate(keys)})

    def change(part: Rex) -> Rex | None:
        return Ref(part.type, position[part.index]) if isinstance(part, Ref) else None

    return made, [transform(part, change) for part in found]


# -- LATERAL ---------------------------------------------------------------------------------


def _rewrite_lateral(rel: CorrelateRel) -> Rel:
    assert rel.query is not None
    query = remove_subqueries(rel.query)
    ranked = _rank_lateral(rel, query)
    if ranked is not None:
        return ranked
    right, found = extract_correlation(query)
    right = make_filter(right, join_conjunction(_find_not_null(found)))
    offset = len(rel.input.fields)
    width = len(query.fields)
    condition = join_conjunction([_to_join(part, offset) for part in found])
    types = [f.type for f in right.fields]
    if rel.kind == "LEFT":
        types = [t.with_nullable(True) for t in types]
    fields = make_fields(
        [f.name for f in (*rel.input.fields, *right.fields)],
        [*(f.type for f in rel.input.fields), *types],
    )
    joined = JoinRel(fields=fields, left=rel.input, right=right, kind=rel.kind, condition=condition)
    return make_project(joined, list(joined.refs()[: offset + width]), [f.name for f in rel.fields])


def _find_not_null(conditions: list[Rex]) -> list[Rex]:
    """Return that the columns which equal outer ones are not null. Models ``RelDecorrelator``."""
    found: list[Rex] = []
    for part in conditions:
        if isinstance(part, Call) and part.op == "=":
            inner = [side for side in part.operands if isinstance(side, Ref) and side.type.nullable]
            found += [Call(BOOLEAN.with_nullable(False), "IS NOT NULL", (ref,)) for ref in inner]
    return found


def _rank_lateral(rel: CorrelateRel, query: Rel) -> Rel | None:
    """Turn ``distinct keys, LATERAL (SELECT ... ORDER BY ... LIMIT n)`` into a rank."""
    left = rel.input
    if not (isinstance(left, AggregateRel) and not left.calls and isinstance(query, SortRel)):
        return None
    if query.limit is None or not isinstance(query.input, Project):
        return None
    right, found = extract_correlation(query.input)
    keys: dict[int, Ref] = {}
    for part in found:
        sides = part.operands if isinstance(part, Call) and part.op == "=" else ()
        outer = [s for s in sides if isinstance(s, OuterRef)]
        inner = [s for s in sides if isinstance(s, Ref)]
        if len(outer) != 1 or len(inner) != 1:
            return None
        keys[outer[0].index] = inner[0]
    if sorted(keys) != list(range(len(left.group))) or rel.kind != "INNER":
        return None
    # The rank reads its input in the order of the table; the columns of the query follow (CalcRankTranspose).
    places = {index: index for index in range(len(right.fields))}
    if isinstance(right, Project) and all(isinstance(e, Ref) for e in right.expressions):
        read = sorted(find_refs(*right.expressions))
        places = {
            i: read.index(e.index) for i, e in enumerate(right.expressions) if isinstance(e, Ref)
        }
        source = right.input
        right = make_project(
            source, [source.ref(i) for i in read], [source.fields[i].name for i in read]
        )
    ranked = RankRel(
        fields=right.fields,
        input=right,
        rank_type="ROW_NUMBER",
        partition=tuple(places[keys[index].index] for index in range(len(left.group))),
        order=tuple(replace(k, index=places[k.index]) for k in query.keys),
        start=query.offset + 1,
        end=query.offset + query.limit,
        output_number=False,
    )
    shown = [*(keys[index].index for index in range(len(left.group))), *range(len(query.fields))]
    columns: list[Rex] = [ranked.ref(places[index]) for index in shown]
    return make_project(ranked, columns, [f.name for f in rel.fields])


__all__ = ["SortKey", "extract_correlation", "remove_subqueries"]
