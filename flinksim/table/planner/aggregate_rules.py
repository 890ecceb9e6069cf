"""Rewrite aggregations: GROUPING SETS into an expansion, and averages into sums and counts.

Models ``DecomposeGroupingSetsRule`` and ``AggregateReduceFunctionsRule``.
"""

from __future__ import annotations

import decimal
import itertools
from dataclasses import replace

from flinksim.table.planner.function_signatures import infer_aggregate
from flinksim.table.planner.over_rules import make_average
from flinksim.table.planner.rel_nodes import (
    AggregateRel,
    ExpandRel,
    Rel,
    WindowTvf,
    make_fields,
    make_project,
    merge_calc,
)
from flinksim.table.planner.rex_nodes import AggCall, Call, Lit, Ref, Rex
from flinksim.table.planner.simplify_rules import simplify
from flinksim.table.planner.sql_types import BIGINT, BOOLEAN, DOUBLE, INT, STRING, SqlType

VARIANCES = frozenset(("VAR_POP", "VAR_SAMP", "STDDEV_POP", "STDDEV_SAMP"))
REDUCIBLE = VARIANCES | {"AVG", "SUM"}


def rewrite_aggregates(rel: Rel) -> Rel:
    """Apply both rules to every aggregation, from the bottom."""
    rel = rel.with_inputs(*(rewrite_aggregates(child) for child in rel.inputs))
    if isinstance(rel, AggregateRel):
        rel = _write_json_values(rel)
        if rel.sets or any(call.op in {"GROUPING", "GROUPING_ID"} for call in rel.calls):
            return _expand_sets(rel)
        return _reduce_averages(rel)
    return rel


def _write_json_values(rel: AggregateRel) -> AggregateRel:
    """Write the values that JSON aggregates collect as JSON before the aggregation.

    Models ``WrapJsonAggFunctionArgumentsRule``.
    """
    places = {call: call.args[-1] for call in rel.calls if call.op.startswith("JSON_")}
    if not places:
        return rel
    source = rel.input
    wanted = list(dict.fromkeys(places.values()))
    made = [Call(STRING, "JSON_STRING", (source.ref(index),)) for index in wanted]
    first = len(source.fields)
    names = [*(f.name for f in source.fields), *(f"$f{first + n}" for n in range(len(made)))]
    calls = tuple(
        replace(c, args=(*c.args[:-1], first + wanted.index(places[c]))) if c in places else c
        for c in rel.calls
    )
    return replace(rel, input=make_project(source, [*source.refs(), *made], names), calls=calls)


def _expand_sets(rel: AggregateRel) -> Rel:
    """Emit each row once for each set, with nulls for the keys outside it and its number."""
    source = rel.input
    sets = rel.sets or (tuple(range(len(rel.group))),)
    kind = BIGINT.with_nullable(False)
    grouped = {index: number for number, index in enumerate(rel.group)}
    # An aggregate of a key needs the key's value: it gets a copy that stays.
    copied = sorted(
        {
            i
            for c in rel.calls
            if c.op not in {"GROUPING", "GROUPING_ID"}
            for i in c.args
            if i in grouped and any(grouped[i] not in keys for keys in sets)
        }
    )
    projects, ids = [], []
    for keys in sets:
        row: list[Rex] = []
        for index, ref in enumerate(source.refs()):
            missing = index in grouped and grouped[index] not in keys
            row.append(Lit(ref.type.with_nullable(True), None) if missing else ref)
        number = sum(
            1 << (len(rel.group) - 1 - position)
            for position in range(len(rel.group))
            if position not in keys
        )
        ids.append(number)
        projects.append((*row, Lit(kind, number), *(source.ref(i) for i in copied)))
    optional = {i for i, n in grouped.items() if any(n not in keys for keys in sets)}
    types = [
        f.type.with_nullable(True) if i in optional else f.type for i, f in enumerate(source.fields)
    ]
    names = [f.name for f in source.fields]
    fields = make_fields(
        [*names, "$e", *(f"{names[i]}_0" for i in copied)],
        [*types, kind, *(source.fields[i].type for i in copied)],
    )
    expand = ExpandRel(fields=fields, input=source, projects=tuple(projects))
    marker = len(source.fields)
    moved = {index: marker + 1 + n for n, index in enumerate(copied)}
    calls = []
    for call in rel.calls:
        if call.op not in {"GROUPING", "GROUPING_ID"}:
            calls.append(replace(call, args=tuple(moved.get(i, i) for i in call.args)))
    group = (*rel.group, marker)
    made = AggregateRel(
        fields=make_fields(
            [*(fields[i].name for i in group), *(c.name or f"$f{n}" for n, c in enumerate(calls))],
            [*(fields[i].type for i in group), *(c.type for c in calls)],
        ),
        input=expand,
        group=group,
        calls=tuple(calls),
        window=rel.window,
        ttl=rel.ttl,
    )
    columns: list[Rex] = list(made.refs()[: len(rel.group)])
    position = len(group)
    for call in rel.calls:
        if call.op in {"GROUPING", "GROUPING_ID"}:
            columns.append(_decode_grouping(rel, call, made.ref(len(rel.group)), ids))
        else:
            columns.append(made.ref(position))
            position += 1
    return make_project(made, columns, [f.name for f in rel.fields])


def _decode_grouping(rel: AggregateRel, call: AggCall, marker: Rex, ids: list[int]) -> Rex:
    kind = BIGINT.with_nullable(False)
    plain = BOOLEAN.with_nullable(False)
    positions = [rel.group.index(arg) for arg in call.args]
    values = []
    for number in ids:
        bits = [number >> (len(rel.group) - 1 - position) & 1 for position in positions]
        values.append(int("".join(map(str, bits)) or "0", 2))
    operands: list[Rex] = []
    pairs = list(zip(ids, values, strict=True))[:-1]
    for value, same in itertools.groupby(pairs, key=lambda pair: pair[1]):
        tests = [Call(plain, "=", (marker, Lit(kind, number))) for number, _ in same]
        test: Rex = tests[0] if len(tests) == 1 else simplify(Call(plain, "OR", tuple(tests)))
        operands += [test, Lit(kind, value)]
    operands.append(Lit(kind, values[-1]))
    return Call(kind, "CASE", tuple(operands)) if len(operands) > 1 else operands[0]


def _reduce_averages(rel: AggregateRel) -> Rel:
    """Compute AVG from SUM and COUNT if that needs fewer calls than it replaces."""
    if rel.window is not None:
        return rel
    if not rel.group and not any(c.op in VARIANCES for c in rel.calls):
        return rel
    reducible = [c for c in rel.calls if c.op in REDUCIBLE and c.function is None]
    has_variance = any(c.op in VARIANCES for c in reducible)
    if not has_variance and not any(c.op == "AVG" for c in reducible):
        return rel
    has_only_windows = _has_only_windows(rel)
    totals = {_make_key(c) for c in rel.calls if c.op == "SUM"}
    # The total of AVG becomes $SUM0, too, if that is one call fewer, because SUM is asked for.
    has_common_total = any(c.op == "AVG" and _make_key(c) in totals for c in reducible)
    made: list[AggCall] = []
    columns: list[Rex] = []
    offset = len(rel.group)
    position: dict[tuple[object, ...], int] = {}

    def add(call: AggCall) -> int:
        key = (call.op, *_make_key(call))
        if key not in position:
            position[key] = len(made)
            made.append(call)
        return offset + position[key]

    for call in rel.calls:
        if has_variance and call.op in _KEPT_OF_KEYS and _is_of_key(rel, call):
            position_of_key = rel.group.index(call.args[0])
            columns.append(rel.refs()[position_of_key])
            continue
        if call not in reducible:
            index = add(call)
            columns.append(Ref(call.type, index))
            continue
        count_type = BIGINT.with_nullable(False)
        count = replace(call, op="COUNT", type=count_type, name=None)
        if call.op in VARIANCES:
            squares = replace(call, op="$WELFORD_M2$1", type=DOUBLE, name=None)
            squares_at, count_at = add(squares), add(count)
            columns.append(_make_variance(Ref(DOUBLE, squares_at), Ref(count_type, count_at), call))
            continue
        nullable = _sum_type(rel, call).with_nullable(True)
        summed: Rex
        if has_only_windows or (call.op == "AVG" and not has_common_total):
            name = None if call.op == "AVG" else call.name
            total_at = add(replace(call, op="SUM", type=nullable, name=name))
            summed = Ref(nullable, total_at)
            count_at = add(count)
        else:
            total = replace(call, op="$SUM0", type=nullable.with_nullable(False))
            total_at, count_at = add(total), add(count)
            is_zero = Call(
                BOOLEAN.with_nullable(False),
                "=",
                (Ref(count_type, count_at), Lit(INT.with_nullable(False), 0)),
            )
            operands = (is_zero, Lit(nullable, None), Ref(total.type, total_at))
            summed = Call(nullable, "CASE", operands)
        if call.op == "SUM":
            columns.append(summed)
        else:
            columns.append(make_average(summed, Ref(count_type, count_at), call.type))
    if len(made) >= len(rel.calls) and not has_variance:
        return rel
    fields = make_fields(
        [
            *(f.name for f in rel.fields[:offset]),
            *(c.name or f"$f{offset + n}" for n, c in enumerate(made)),
        ],
        [*(f.type for f in rel.fields[:offset]), *(c.type for c in made)],
    )
    reduced = replace(rel, fields=fields, calls=tuple(made))
    keys: list[Rex] = list(reduced.refs()[:offset])
    return make_project(reduced, [*keys, *columns], [f.name for f in rel.fields])


_KEPT_OF_KEYS = frozenset(("MIN", "MAX", "FIRST_VALUE", "LAST_VALUE"))
"""Aggregates whose result for a key of the group is the key, if the rule of AVG applies."""


def _is_of_key(rel: AggregateRel, call: AggCall) -> bool:
    return call.filter < 0 and len(call.args) == 1 and call.args[0] in rel.group


def _make_key(call: AggCall) -> tuple[object, ...]:
    return call.args, call.distinct, call.filter


def _has_only_windows(rel: AggregateRel) -> bool:
    """Return whether the window is the only key: then Flink keeps a SUM that can be null."""
    expressions, _, source = merge_calc(rel.input)
    if not isinstance(source, WindowTvf):
        return False
    keys = [expressions[index] for index in rel.group]
    return all(isinstance(key, Ref) and key.index >= len(source.input.fields) for key in keys)


def _make_variance(squares: Rex, count: Rex, call: AggCall) -> Rex:
    """Compute a variance or deviation from the sum of squared deviations and the count."""
    divisor = count
    if "SAMP" in call.op:
        one = Lit(INT.with_nullable(False), 1)
        is_one = Call(BOOLEAN.with_nullable(False), "=", (count, one))
        rest = Call(BIGINT.with_nullable(False), "-", (count, one))
        divisor = Call(BIGINT, "CASE", (is_one, Lit(BIGINT, None), rest))
    value: Rex = Call(DOUBLE, "/", (squares, divisor))
    if call.op.startswith("STDDEV"):
        half = Lit(SqlType("DECIMAL", False, (2, 1)), decimal.Decimal("0.5"))
        value = Call(DOUBLE, "POWER", (value, half))
    kind = call.type.with_nullable(True)
    return value if kind == DOUBLE else Call(kind, "CAST", (value,))


def _sum_type(rel: AggregateRel, call: AggCall) -> SqlType:
    return infer_aggregate("SUM", [rel.input.fields[call.args[0]].type], True)
