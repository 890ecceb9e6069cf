"""Rewrite UNION, INTERSECT and EXCEPT into joins, aggregations and UNION ALL.

Models ``UnionToDistinctRule``, ``ReplaceIntersectWithSemiJoinRule``, ``ReplaceMinusWithAntiJoinRule``,
``RewriteIntersectAllRule`` and ``RewriteMinusAllRule``.
"""

from __future__ import annotations

from flinksim.table.planner.rel_nodes import (
    AggregateRel,
    CorrelateRel,
    Filter,
    JoinRel,
    Rel,
    SetRel,
    make_fields,
    make_project,
)
from flinksim.table.planner.rex_nodes import AggCall, Call, Lit, Rex, join_conjunction, shift_refs
from flinksim.table.planner.sql_types import BIGINT, BOOLEAN, INT, SqlType


def rewrite_sets(rel: Rel) -> Rel:
    """Replace all set operations but UNION ALL, from the bottom."""
    rel = rel.with_inputs(*(rewrite_sets(child) for child in rel.inputs))
    if not isinstance(rel, SetRel) or (rel.kind == "UNION" and rel.all):
        return rel
    if rel.kind == "UNION":
        return _make_distinct(
            SetRel(fields=rel.fields, kind="UNION", all=True, members=rel.members)
        )
    if rel.all:
        return _rewrite_intersect_all(rel) if rel.kind == "INTERSECT" else _rewrite_except_all(rel)
    joined = rel.members[0]
    for member in rel.members[1:]:
        joined = _join_null_safe(joined, member, "SEMI" if rel.kind == "INTERSECT" else "ANTI")
    return _make_distinct(joined)


def _make_distinct(rel: Rel) -> Rel:
    keys = tuple(range(len(rel.fields)))
    return AggregateRel(fields=rel.fields, input=rel, group=keys, calls=())


def make_null_safe_equal(left: Rex, right: Rex) -> Rex:
    """Return a test that is also true if both sides are null."""
    nullable = left.type.nullable or right.type.nullable
    equal = Call(BOOLEAN.with_nullable(nullable), "=", (left, right))
    if not (left.type.nullable and right.type.nullable):
        return equal
    plain = BOOLEAN.with_nullable(False)
    both = Call(plain, "AND", (Call(plain, "IS NULL", (left,)), Call(plain, "IS NULL", (right,))))
    return Call(BOOLEAN, "OR", (equal, both))


def _join_null_safe(left: Rel, right: Rel, kind: str) -> Rel:
    offset = len(left.fields)
    parts = [
        make_null_safe_equal(one, shift_refs(two, offset))
        for one, two in zip(left.refs(), right.refs(), strict=True)
    ]
    condition = join_conjunction(parts)
    return JoinRel(fields=left.fields, left=left, right=right, kind=kind, condition=condition)


def _mark(rel: Rel, markers: list[Rex], names: list[str]) -> Rel:
    return make_project(rel, [*rel.refs(), *markers], [*(f.name for f in rel.fields), *names])


def _count_markers(
    rel: SetRel, members: list[Rel], calls: list[tuple[str, int, str, SqlType]]
) -> Rel:
    width = len(rel.fields)
    fields = make_fields(
        [f.name for f in members[0].fields],
        [
            f.type.with_nullable(any(m.fields[i].type.nullable for m in members))
            for i, f in enumerate(members[0].fields)
        ],
    )
    union = SetRel(fields=fields, kind="UNION", all=True, members=tuple(members))
    made = tuple(AggCall(op, (width + arg,), kind, name) for op, arg, name, kind in calls)
    return AggregateRel(
        fields=make_fields(
            [*(f.name for f in rel.fields), *(c.name or "" for c in made)],
            [*(f.type for f in rel.fields), *(c.type for c in made)],
        ),
        input=union,
        group=tuple(range(width)),
        calls=made,
    )


def _replicate(rel: SetRel, source: Rel, count: Rex, condition: Rex, name: str) -> Rel:
    """Emit each row ``count`` times."""
    width = len(rel.fields)
    kept = Filter(fields=source.fields, input=source, condition=condition)
    names = [f.name for f in rel.fields]
    counted = make_project(kept, [count, *kept.refs()[:width]], [name, *names])
    row = SqlType("ROW", False, (), tuple(f.type for f in rel.fields), tuple(names))
    call = Call(row, "REPLICATE_ROWS", tuple(counted.refs()))
    fields = make_fields(
        [f.name for f in counted.fields] + names,
        [f.type for f in counted.fields] + [f.type for f in rel.fields],
    )
    correlate = CorrelateRel(fields=fields, input=counted, kind="INNER", call=call)
    return make_project(correlate, list(correlate.refs()[width + 1 :]), names)


def _rewrite_intersect_all(rel: SetRel) -> Rel:
    true, unknown = Lit(BOOLEAN.with_nullable(False), True), Lit(BOOLEAN, None)
    names = ["vcol_left_marker", "vcol_right_marker"]
    members = [_mark(rel.members[0], [true, unknown], names)]
    members.append(_mark(rel.members[1], [unknown, true], names))
    kind = BIGINT.with_nullable(False)
    source = _count_markers(
        rel,
        members,
        [("COUNT", 0, "vcol_left_cnt", kind), ("COUNT", 1, "vcol_right_cnt", kind)],
    )
    left, right = source.refs()[-2:]
    plain = BOOLEAN.with_nullable(False)
    one = Lit(INT.with_nullable(False), 1)
    both = Call(plain, "AND", (Call(plain, ">=", (left, one)), Call(plain, ">=", (right, one))))
    least = Call(kind, "IF", (Call(plain, ">", (left, right)), right, left))
    return _replicate(rel, source, least, both, "$f0")


def _rewrite_except_all(rel: SetRel) -> Rel:
    kind = BIGINT.with_nullable(False)
    name = ["vcol_marker"]
    members = [
        _mark(rel.members[0], [Lit(kind, 1)], name),
        _mark(rel.members[1], [Lit(kind, -1)], name),
    ]
    source = _count_markers(rel, members, [("SUM", 0, "sum_vcol_marker", kind)])
    total = source.refs()[-1]
    more = Call(BOOLEAN.with_nullable(False), ">", (total, Lit(INT.with_nullable(False), 0)))
    return _replicate(rel, source, total, more, "sum_vcol_marker")
