"""Turn OVER calls into window nodes: Top-N into a rank, the rest into over aggregations.

Models ``FlinkLogicalRankRule``, ``RankNumberColumnRemoveRule``, ``ProjectToWindowRule`` and
``SortProjectTransposeRule``.
"""

from __future__ import annotations

import decimal
from dataclasses import replace

from flinksim.table.planner.function_signatures import infer_aggregate
from flinksim.table.planner.planner_errors import TableError
from flinksim.table.planner.rel_nodes import (
    Filter,
    OverRel,
    Project,
    RankRel,
    Rel,
    SortRel,
    make_fields,
    make_filter,
    make_project,
    merge_calc,
)
from flinksim.table.planner.rex_nodes import (
    AggCall,
    Call,
    Lit,
    OverCall,
    Ref,
    Rex,
    SortKey,
    find_refs,
    get_children,
    has_over,
    join_conjunction,
    map_refs,
    split_conjunction,
    transform,
    walk,
)
from flinksim.table.planner.sql_types import BIGINT, BOOLEAN, SqlType, find_arithmetic_type


def make_ranks(rel: Rel, is_batch: bool = False) -> Rel:
    """Replace a filter on ROW_NUMBER by a rank, from the bottom."""
    rel = rel.with_inputs(*(make_ranks(child, is_batch) for child in rel.inputs))
    if isinstance(rel, Filter) and isinstance(rel.input, Project):
        return _make_rank(rel, rel.input, is_batch) or rel
    return rel


def _make_rank(rel: Filter, project: Project, is_batch: bool) -> Rel | None:
    overs = {i: e for i, e in enumerate(project.expressions) if has_over(e)}
    if len(overs) != 1:
        return None
    column, over = next(iter(overs.items()))
    if not isinstance(over, OverCall) or over.op not in {"ROW_NUMBER", "RANK", "DENSE_RANK"}:
        return None
    if is_batch and over.op != "ROW_NUMBER":
        return None  # the filter stays behind the OVER window
    start, end, rest = _read_range(rel.condition, column)
    if end is None:
        return None
    if over.op != "ROW_NUMBER":
        raise TableError(f"{over.op}() on streaming table is not supported currently")
    inputs = [e for i, e in enumerate(project.expressions) if i != column]
    names = [f.name for i, f in enumerate(project.fields) if i != column]
    parts = [*inputs, *over.partition, *(key for key, *_ in over.order)]
    are_columns = all(isinstance(part, Ref) for part in parts)
    # The window is computed on the input itself, if nothing is to be computed before (CalcRelSplitter).
    source_columns: list[Rex] = [*project.input.refs()] if are_columns else list(inputs)
    keys = [_find_position(source_columns, key) for key in over.partition]
    order = [SortKey(_find_position(source_columns, key), up, last) for key, up, last in over.order]
    if are_columns:
        source = project.input
    else:
        hidden = [f"$rank_{i}" for i in range(len(inputs), len(source_columns))]
        source = make_project(project.input, source_columns, [*names, *hidden])
    number = BIGINT.with_nullable(False)
    fields = make_fields(
        [*(f.name for f in source.fields), "w0$o0"], [*(f.type for f in source.fields), number]
    )
    rank: Rel = RankRel(
        fields=fields,
        input=source,
        rank_type=over.op,
        partition=tuple(keys),
        order=tuple(order),
        start=start,
        end=end,
        output_number=True,
    )
    width = len(source.fields)
    columns: list[Rex] = [rank.ref(_find_position(source_columns, e)) for e in inputs]
    columns.insert(column, rank.ref(width))
    made = make_project(rank, columns, [f.name for f in project.fields])
    return make_filter(made, join_conjunction(rest))


def _find_position(columns: list[Rex], key: Rex) -> int:
    if key not in columns:
        columns.append(key)
    return columns.index(key)


def _read_range(condition: Rex, column: int) -> tuple[int, int | None, list[Rex]]:
    """Return first and last rank, and the other conditions."""
    start, end = 1, None
    rest = []
    for part in split_conjunction(condition):
        bounds = _read_bounds(part, column)
        if bounds is None:
            rest.append(part)
            continue
        low, high = bounds
        start = max(start, low) if low is not None else start
        if high is not None:
            end = high if end is None else min(end, high)
    return start, end, rest


def _read_bounds(part: Rex, column: int) -> tuple[int | None, int | None] | None:
    if not isinstance(part, Call) or find_refs(part) != {column} or len(part.operands) != 2:
        return None
    left, right = part.operands
    op = part.op
    if isinstance(left, Lit) and isinstance(right, Ref):
        left, right = right, left
        op = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)
    if not isinstance(left, Ref) or not isinstance(right, Lit):
        return None
    if op == "SEARCH" and len(right.ranges) >= 1:
        low, low_in, *_ = right.ranges[0]
        *_, high, high_in = right.ranges[-1]
        if any(
            one[2] + 1 != two[0] for one, two in zip(right.ranges, right.ranges[1:], strict=False)
        ):
            return None
        return (
            None if low is None else int(low) + (not low_in),
            None if high is None else int(high) - (not high_in),
        )
    if not isinstance(right.value, int):
        return None
    value = right.value
    return {
        "=": (value, value),
        "<": (None, value - 1),
        "<=": (None, value),
        ">": (value + 1, None),
        ">=": (value, None),
    }.get(op)


def simplify_ranks(rel: Rel, used: set[int] | None = None) -> Rel:
    """Drop the rank number where nobody uses it, and make it a constant where it is one."""
    expressions, condition, rank = merge_calc(rel)
    if isinstance(rank, RankRel) and rank is not rel and rank.output_number:
        number = len(rank.fields) - 1
        tests = [] if condition is None else [condition]
        is_used = number in find_refs(*expressions, *tests)
        if not is_used or rank.start == rank.end:
            source = simplify_ranks(rank.input)
            made = replace(rank, fields=rank.fields[:-1], input=source, output_number=False)
            constant = Lit(BIGINT.with_nullable(False), rank.start)

            def change(ref: Ref) -> Rex:
                return constant if ref.index == number else ref

            kept = make_filter(made, map_refs(condition, change) if condition is not None else None)
            return make_project(
                kept, [map_refs(e, change) for e in expressions], [f.name for f in rel.fields]
            )
    return rel.with_inputs(*(simplify_ranks(child) for child in rel.inputs))


# -- over aggregation ------------------------------------------------------------------------


def make_over_aggregates(rel: Rel) -> Rel:
    """Replace the OVER calls of projections by window nodes, from the bottom."""
    rel = rel.with_inputs(*(make_over_aggregates(child) for child in rel.inputs))
    if not isinstance(rel, Project) or not any(has_over(e) for e in rel.expressions):
        return rel
    return _extract_overs(rel)


def _extract_overs(rel: Project) -> Rel:
    overs = list(
        dict.fromkeys(n for e in rel.expressions for n in walk(e) if isinstance(n, OverCall))
    )
    reduced = {over: _reduce(over) for over in overs}
    calls = list(
        dict.fromkeys(n for e in reduced.values() for n in walk(e) if isinstance(n, OverCall))
    )
    source = rel.input
    columns: list[Rex] = list(source.refs())
    for call in calls:
        for operand in (*call.operands, *call.partition, *(key for key, *_ in call.order)):
            if not isinstance(operand, Lit | Ref):
                _find_position(columns, operand)
    before = [part for e in rel.expressions for part in _list_computed_before(e)]
    for part in before:
        _find_position(columns, part)
    extended = make_project(
        source,
        columns,
        [
            *(f.name for f in source.fields),
            *(f"$f{i}" for i in range(len(source.fields), len(columns))),
        ],
    )
    groups: dict[tuple[object, ...], list[OverCall]] = {}
    for call in calls:
        groups.setdefault((call.partition, call.order, call.frame), []).append(call)
    made: Rel = extended
    results: dict[Rex, Rex] = {part: Ref(part.type, columns.index(part)) for part in before}
    for number, members in enumerate(groups.values()):
        made, added = _make_over(made, members, columns, number)
        results.update(added)

    def change(part: Rex) -> Rex | None:
        if part in results:
            return results[part]
        if isinstance(part, OverCall):
            return transform(reduced[part], change)
        return None

    expressions = [transform(e, change) for e in rel.expressions]
    return make_project(made, expressions, [f.name for f in rel.fields])


def _list_computed_before(node: Rex) -> list[Rex]:
    """Return the parts of an expression around OVER calls that need none of them (CalcRelSplitter)."""
    if isinstance(node, OverCall | Lit | Ref):
        return []
    if not has_over(node):
        return [node] if find_refs(node) else []
    return [part for child in get_children(node) for part in _list_computed_before(child)]


def _make_over(
    source: Rel, members: list[OverCall], columns: list[Rex], number: int
) -> tuple[Rel, dict[Rex, Rex]]:
    first = members[0]
    width = len(source.fields)
    constants: list[Rex] = []
    calls = []
    for index, call in enumerate(members):
        args = []
        for operand in call.operands:
            if isinstance(operand, Lit):
                args.append(width + _find_position(constants, operand))
            else:
                args.append(columns.index(operand))
        name = f"w{number}$o{index}"
        calls.append(
            AggCall(call.op, tuple(args), call.type, name, call.distinct, -1, call.function)
        )
    bounds = [
        Ref(bound.type, width + _find_position(constants, bound))
        if isinstance(bound, Lit)
        else bound
        for bound in (first.frame.lower, first.frame.upper)
    ]
    fields = make_fields(
        [*(f.name for f in source.fields), *(c.name or "" for c in calls)],
        [*(f.type for f in source.fields), *(c.type for c in calls)],
    )
    made = OverRel(
        fields=fields,
        input=source,
        partition=tuple(columns.index(key) for key in first.partition),
        order=tuple(SortKey(columns.index(key), up, last) for key, up, last in first.order),
        frame=replace(first.frame, lower=bounds[0], upper=bounds[1]),
        calls=tuple(calls),
        constants=tuple(constants),
    )
    return made, {call: made.ref(width + i) for i, call in enumerate(members)}


def _reduce(over: OverCall) -> Rex:
    """Compute SUM from COUNT and $SUM0, and AVG from SUM and COUNT, as Calcite does."""
    if over.function is None and over.op in {"VAR_POP", "VAR_SAMP", "STDDEV_POP", "STDDEV_SAMP"}:
        return _reduce_variance(over)
    if over.op not in {"SUM", "AVG"} or over.function is not None:
        return over
    kind = over.operands[0].type
    count = replace(over, op="COUNT", type=BIGINT.with_nullable(False))
    total_type = infer_aggregate("$SUM0", [kind], True)
    total = replace(over, op="$SUM0", type=total_type)
    zero = Lit(BIGINT.with_nullable(False), 0)
    plain = BOOLEAN.with_nullable(False)
    nullable = total_type.with_nullable(True)
    summed = Call(nullable, "CASE", (Call(plain, ">", (count, zero)), total, Lit(nullable, None)))
    if over.op == "SUM":
        return summed
    divided = make_average(summed, count, over.type)
    return divided


def _reduce_variance(over: OverCall) -> Rex:
    """Compute a variance from sums of squares, with the arithmetic of the argument's type."""
    (argument,) = over.operands
    kind = argument.type.with_nullable(True)
    square = Call(find_arithmetic_type("*", kind, kind) or kind, "*", (argument, argument))

    def add(operand: Rex) -> Rex:
        made = _reduce(replace(over, op="SUM", operands=(operand,)))
        return made

    total, squares = add(argument), add(square)
    count = replace(over, op="COUNT", type=BIGINT.with_nullable(False))
    number: Rex = Call(argument.type.with_nullable(False), "CAST", (count,))
    if number.type == count.type:
        number = count
    both = Call(find_arithmetic_type("*", total.type, total.type) or kind, "*", (total, total))
    mean = Call(find_arithmetic_type("/", both.type, number.type) or kind, "/", (both, number))
    rest = Call(find_arithmetic_type("-", squares.type, mean.type) or kind, "-", (squares, mean))
    divisor = number
    if "SAMP" in over.op:
        one = Lit(BIGINT.with_nullable(False), 1)
        is_one = Call(BOOLEAN.with_nullable(False), "=", (number, one))
        less = Call(number.type, "-", (number, one))
        empty = number.type.with_nullable(True)
        divisor = Call(empty, "CASE", (is_one, Lit(empty, None), less))
    value: Rex = Call(
        find_arithmetic_type("/", rest.type, divisor.type) or kind, "/", (rest, divisor)
    )
    if over.op.startswith("STDDEV"):
        half = Lit(SqlType("DECIMAL", False, (2, 1)), decimal.Decimal("0.5"))
        value = Call(SqlType("DOUBLE", True), "POWER", (value, half))
    wanted = over.type.with_nullable(True)
    return value if value.type == wanted else Call(wanted, "CAST", (value,))


def make_average(total: Rex, count: Rex, kind: SqlType) -> Rex:
    """Return ``CAST(total / count AS kind)`` with the types that Flink gives it."""
    if kind.root == "DECIMAL":
        wide = Call(kind.with_nullable(True), "CAST", (total,))
        return Call(kind.with_nullable(True), "/", (wide, count))
    root = "DOUBLE" if kind.root in {"FLOAT", "DOUBLE"} else "BIGINT"
    quotient = Call(SqlType(root, True), "/", (total, count))
    if quotient.type == kind.with_nullable(True):
        return quotient
    return Call(kind.with_nullable(True), "CAST", (quotient,))


def is_over_all_columns(rel: OverRel) -> bool:
    """Tell whether Flink computes a window over all columns of its input, not over the used ones.

    It does so if the window has no constants, and its functions are not rewritten as SUM is. Measured.
    """
    return not rel.constants and all(call.op not in _REWRITTEN for call in rel.calls)


def is_computed_on_input(project: Project) -> bool:
    """Tell whether the windows of a projection need nothing that is computed before (CalcRelSplitter).

    Flink then computes them on all columns of the input.
    """
    overs = [node for e in project.expressions for node in walk(e) if isinstance(node, OverCall)]
    parts = [
        part
        for over in overs
        for part in (*over.operands, *over.partition, *(key for key, *_ in over.order))
    ]
    bounds = [bound for over in overs for bound in (over.frame.lower, over.frame.upper)]
    return (
        all(isinstance(part, Ref) for part in parts)
        and not any(isinstance(bound, Lit) for bound in bounds)
        and all(over.op not in _REWRITTEN for over in overs)
        and not any(_list_computed_before(e) for e in project.expressions)
    )


_REWRITTEN = frozenset(("SUM", "$SUM0", "AVG", "VAR_POP", "VAR_SAMP", "STDDEV_POP", "STDDEV_SAMP"))


# -- sorting ---------------------------------------------------------------------------------


def push_sorts(rel: Rel) -> Rel:
    """Put a LIMIT below a projection whose sort keys are plain columns."""
    rel = rel.with_inputs(*(push_sorts(child) for child in rel.inputs))
    if not isinstance(rel, SortRel) or not isinstance(rel.input, Project):
        return rel
    if rel.limit is None and not rel.offset:
        return rel
    project = rel.input
    if isinstance(project.input, Filter):
        return rel
    keys = []
    for key in rel.keys:
        column = project.expressions[key.index]
        if not isinstance(column, Ref):
            return rel
        keys.append(replace(key, index=column.index))
    if any(has_over(e) for e in project.expressions):
        return rel
    inner = replace(rel, fields=project.input.fields, input=project.input, keys=tuple(keys))
    return project.with_inputs(push_sorts(inner))
