"""Physical operators of windows: table-valued functions, aggregations, Top-N, deduplication."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from flinksim.table.planner.durations import read_duration
from flinksim.table.planner.physical_nodes import (
    PhysicalNode,
    WindowColumns,
    make_calc,
    make_exchange,
)
from flinksim.table.planner.planner_errors import TableError, ValidationError
from flinksim.table.planner.rel_nodes import (
    WINDOW_COLUMNS,
    AggregateRel,
    ExpandRel,
    Field,
    Project,
    RankRel,
    Rel,
    TvfWindow,
    WindowTvf,
    make_fields,
    make_filter,
    make_project,
    merge_calc,
)
from flinksim.table.planner.rex_nodes import (
    AggCall,
    Call,
    Lit,
    Ref,
    Rex,
    find_refs,
    map_refs,
    split_conjunction,
)
from flinksim.table.planner.sql_types import BIGINT, INT, SqlType

if TYPE_CHECKING:
    from flinksim.table.planner.physical_rules import PhysicalPlanner


_VALUE = "org.apache.flink.table.data.RowData"
_RUNTIME = "org.apache.flink.table.runtime.functions.aggregate."
NOT_MERGED = {
    "FIRST_VALUE": ("FirstValueAggFunction", _VALUE),
    "LAST_VALUE": ("LastValueAggFunction", _VALUE),
    "JSON_ARRAYAGG_ABSENT_ON_NULL": (
        "JsonArrayAggFunction",
        f"{_RUNTIME}JsonArrayAggFunction.Accumulator",
    ),
    "JSON_ARRAYAGG_NULL_ON_NULL": (
        "JsonArrayAggFunction",
        f"{_RUNTIME}JsonArrayAggFunction.Accumulator",
    ),
}
"""Functions whose partial results cannot be merged: Flink's class, and the class of its accumulator."""


def check_merge(calls: Sequence[AggCall], kind: str) -> None:
    """Check that the partial results of windows that overlap or grow can be merged.

    Raises:
        ValidationError: If a function has no ``merge``.
    """
    if kind.startswith("TUMBL"):
        return
    for call in calls:
        if call.op in NOT_MERGED:
            name, accumulator = NOT_MERGED[call.op]
            raise ValidationError(
                f"Could not find an implementation method 'merge' in class '{_RUNTIME}{name}' for "
                f"function '{call.op}' that matches the following signature:\n"
                f"void merge({accumulator}, java.lang.Iterable)"
            )


def _check_retraction(calls: Sequence[AggCall], kind: str) -> None:
    """Check that a sliding window can take back the values of the slice that leaves it.

    Raises:
        TableError: If it has SUM(DISTINCT ...).
    """
    if kind == "HOP" and any(call.distinct and call.op == "SUM" for call in calls):
        raise TableError(
            "This function does not support retraction, Please choose SumWithRetractAggFunction."
        )


def convert_table_function(planner: PhysicalPlanner, rel: WindowTvf) -> PhysicalNode:
    """Return the operator that assigns windows and keeps the rows."""
    source = planner.convert(rel.input)
    if rel.window.kind == "SESSION" and not isinstance(rel.input, ExpandRel):
        source = make_exchange(source, rel.window.partition)
    width = len(source.fields)
    windows = WindowColumns(
        frozenset((width,)),
        frozenset((width + 1,)),
        frozenset((width + 2,)),
        rel.window,
        rel.input.fields[rel.time].type,
    )
    data = {"window": rel.window, "time": rel.time, "time_type": windows.time_type}
    return PhysicalNode("window_table_function", rel.fields, [source], data, windows)


def check_alignment(planner: PhysicalPlanner, rel: WindowTvf) -> None:
    """Reject windows without fixed bounds in batch mode, as Flink does."""
    if planner.is_batch and rel.window.kind == "SESSION":
        raise TableError("Unaligned windows like session are not supported in batch mode yet.")


def convert_group_window(planner: PhysicalPlanner, rel: AggregateRel) -> PhysicalNode:
    """Return the operator of GROUP BY TUMBLE(...)."""
    assert rel.window is not None
    if planner.is_batch and rel.window.kind == "SESSION":
        raise TableError(
            "Sql optimization: Cannot generate a valid execution plan for the given query: "
            f"Window SessionGroupWindow('w$, ts, {rel.window.size}) is not supported right now."
        )
    if planner.is_batch and any(call.distinct for call in rel.calls):
        raise TableError(
            "Sql optimization: Cannot generate a valid execution plan for the given query: "
            "a group window has no DISTINCT aggregates in batch mode. Use the table function TUMBLE or HOP."
        )
    source = planner.convert(rel.input)
    others = {i for i, f in enumerate(source.fields) if f.type.time_kind and i != rel.window.time}
    source = planner.materialize_times(source, others) if others else source
    exchange = make_exchange(source, rel.group)
    check_merge(rel.calls, rel.window.kind)
    calls = tuple(_make_nullable(call, rel) for call in rel.calls)
    offset = len(rel.group)
    fields = list(rel.fields)
    for number, call in enumerate(calls):
        fields[offset + number] = replace(fields[offset + number], type=call.type)
    data = {
        "grouping": rel.group,
        "calls": calls,
        "window": rel.window,
        "properties": rel.properties,
        "time_type": source.fields[rel.window.time].type,
        "emit": _describe_emit(planner),
    }
    node = PhysicalNode("group_window_aggregate", tuple(fields), [exchange], data)
    expressions: list[Rex] = []
    for ref, wanted in zip(node.refs(), rel.fields, strict=True):
        same = ref.type == wanted.type
        expressions.append(ref if same else _cast(ref, wanted.type))
    return make_calc(node, expressions, [f.name for f in rel.fields])


def _describe_emit(planner: PhysicalPlanner) -> str:
    """Return when a window emits before and after its end, as plans print it."""
    shown = []
    for when in ("early", "late"):
        if planner.is_enabled(f"table.exec.emit.{when}-fire.enabled"):
            delay = read_duration(planner.config.get(f"table.exec.emit.{when}-fire.delay", "0 ms"))
            shown.append(f"{when} delay {delay} millisecond" if delay else f"{when} no delay")
    return ", ".join(shown)


def _cast(ref: Ref, kind: SqlType) -> Rex:
    return Call(kind, "CAST", (ref,))


def _make_nullable(call: AggCall, rel: AggregateRel) -> AggCall:
    """Make a result nullable if there are no keys but the window, which is no key of the operator."""
    if rel.group or call.op in {"COUNT", "$SUM0"} or call.function is not None:
        return call
    return replace(call, type=call.type.with_nullable(True))


# -- aggregation over a table-valued function ------------------------------------------------


def convert_window_aggregate(planner: PhysicalPlanner, rel: AggregateRel) -> PhysicalNode | None:
    """Return the aggregation right over a window function; None if the keys are no window."""
    return _aggregate_over_function(planner, rel)


def _aggregate_over_function(planner: PhysicalPlanner, rel: AggregateRel) -> PhysicalNode | None:
    expand = rel.input if isinstance(rel.input, ExpandRel) else None
    expressions, condition, function = merge_calc(expand.input if expand else rel.input)
    if not isinstance(function, WindowTvf):
        return None
    check_alignment(planner, function)
    width = len(function.input.fields)
    if not has_session_keys(rel):
        return _aggregate_split_sessions(planner, rel)
    has_like = any(isinstance(p, Call) and p.op == "LIKE" for p in split_conjunction(condition))
    # Measured: with LIKE, Flink's cost model keeps the table function, or a calc of its own below
    # the calc that computes columns.
    is_split = isinstance(function.input, Project) and any(
        isinstance(e, Call) and e.op != "CAST" for e in expressions
    )
    if has_like and function.window.kind != "SESSION" and expand is None and not is_split:
        return None
    bounds = {
        i: expressions[i].index - width  # type: ignore[attr-defined]
        for i, e in enumerate(expressions)
        if isinstance(e, Ref) and e.index >= width
    }
    found = {bounds[i] for i in rel.group if i in bounds}
    if not {0, 1} <= found:
        return None
    others = [e for i, e in enumerate(expressions) if i not in bounds]
    used = find_refs(*others, *([condition] if condition is not None else []))
    is_argument = any(i in bounds for call in rel.calls for i in (*call.args, call.filter))
    if any(index >= width for index in used) or is_argument:
        return None
    source = planner.convert(function.input)
    kept = [i for i in range(len(expressions)) if i not in bounds]
    time = Ref(function.input.fields[function.time].type, function.time)
    columns = [
        # The rows are expanded with the time attribute, which is a plain value only after that.
        expressions[i] if expand is not None else planner.materialize(expressions[i])
        for i in kept
    ]
    names = [(expand or rel).input.fields[i].name for i in kept]
    if time not in columns:
        columns.append(time)
        names.append(function.input.fields[function.time].name)
    time_at = columns.index(time)
    calc = planner.make_calc(source, columns, names, condition, merges=not (has_like and is_split))
    position = {old: new for new, old in enumerate(kept)}
    if expand is not None:
        calc, position = _expand(expand, calc, kept, bounds, time_at)
        time_at = len(calc.fields) - 1
    group = tuple(position[i] for i in rel.group if i not in bounds)
    calls = tuple(call.move(position) for call in rel.calls)
    partition = tuple(
        new for old, new in position.items() if _is_partition(expressions, old, function.window)
    )
    window = replace(function.window, partition=partition)
    windowing: dict[str, Any] = {
        "strategy": "TimeAttribute",
        "window": window,
        "time_type": time.type,
        "time": time_at,
    }
    columns_of = {bounds[i]: rel.fields[n].name for n, i in enumerate(rel.group) if i in bounds}
    return _finish(planner, rel, calc, group, calls, windowing, bounds, columns_of)


def has_session_keys(rel: AggregateRel) -> bool:
    """Tell whether the keys of an aggregation are those by which its session windows are partitioned.

    If they are not, Flink assigns the windows in an operator of their own
    (``WindowUtil.validGroupKeyPartitionKey``). Other windows do not depend on keys.
    """
    expand = rel.input if isinstance(rel.input, ExpandRel) else None
    expressions, _, function = merge_calc(expand.input if expand else rel.input)
    if not isinstance(function, WindowTvf) or function.window.kind != "SESSION":
        return True
    keys = [expressions[i] if i < len(expressions) else None for i in rel.group]
    width = len(function.input.fields)
    indexes = {key.index if isinstance(key, Ref) else -1 for key in keys}
    return {i for i in indexes if i < width} == set(function.window.partition)


def _aggregate_split_sessions(planner: PhysicalPlanner, rel: AggregateRel) -> PhysicalNode:
    """Aggregate rows whose session windows are assigned before, without knowing the keys.

    Sets of keys expand the rows before their windows (``ExpandWindowTableFunctionTransposeRule``).
    """
    if isinstance(rel.input, ExpandRel):
        rel = replace(rel, input=_expand_before_windows(rel.input))
    source = planner.convert(rel.input)
    return planner.make_group_aggregate(planner.materialize_times(source), rel)


def _expand_before_windows(expand: ExpandRel) -> Rel:
    expressions, condition, function = merge_calc(expand.input)
    assert isinstance(function, WindowTvf)
    width = len(function.input.fields)
    plain = [i for i, e in enumerate(expressions) if all(index < width for index in find_refs(e))]
    windows = {
        i: e.index - width
        for i, e in enumerate(expressions)
        if isinstance(e, Ref) and i not in plain
    }
    keys = [Ref(function.input.fields[i].type, i) for i in function.window.partition]
    if len(plain) + len(windows) < len(expressions) or not set(keys) <= set(expressions):
        return expand
    time_name = function.input.fields[function.time].name
    below = make_filter(function.input, condition)
    source = make_project(
        below,
        [*(expressions[i] for i in plain), below.ref(function.time)],
        [*(expand.input.fields[i].name for i in plain), time_name],
    )
    moved: dict[int, Rex] = {old: source.ref(new) for new, old in enumerate(plain)}
    time = source.ref(len(plain))
    columns = [i for i in range(len(expand.fields)) if i not in windows]
    rows = tuple((*(map_refs(row[i], moved) for i in columns), time) for row in expand.projects)
    kept = [expand.fields[i] for i in columns]
    names, types = [*(f.name for f in kept), time_name], [*(f.type for f in kept), time.type]
    expanded = ExpandRel(fields=make_fields(names, types), input=source, projects=rows)
    fields = make_fields(
        [*names, *WINDOW_COLUMNS], [*types, *(f.type for f in function.fields[width:])]
    )
    partition = tuple(columns.index(expressions.index(key)) for key in keys)
    window = replace(function.window, partition=partition)
    assigned = WindowTvf(fields=fields, input=expanded, window=window, time=len(columns))
    refs: list[Rex] = [
        assigned.ref(len(names) + windows[i] if i in windows else columns.index(i))
        for i in range(len(expand.fields))
    ]
    return make_project(assigned, refs, [f.name for f in expand.fields])


def _is_partition(expressions: list[Rex], index: int, window: TvfWindow) -> bool:
    if index >= len(expressions):
        return False
    expression = expressions[index]
    return isinstance(expression, Ref) and expression.index in window.partition


def _expand(
    expand: ExpandRel, calc: PhysicalNode, kept: list[int], bounds: dict[int, int], time_at: int
) -> tuple[PhysicalNode, dict[int, int]]:
    """Expand below the aggregation, without window columns and with the time column at the end."""
    mapping: dict[int, Rex] = {old: calc.refs()[new] for new, old in enumerate(kept)}
    columns = [i for i in range(len(expand.fields)) if i not in bounds]
    projects = [[map_refs(row[i], mapping) for i in columns] for row in expand.projects]
    names = [expand.fields[i].name for i in columns]
    types = [expand.fields[i].type for i in columns]
    time = calc.refs()[time_at]
    used = [place for place in range(len(names)) if any(row[place] == time for row in projects)]
    if not used:
        used.append(len(names))
        projects = [[*row, time] for row in projects]
        names.append(calc.names[time_at])
        types.append(time.type)
    rows = tuple(map(tuple, projects))
    node = PhysicalNode("expand", make_fields(names, types), [calc], {"projects": rows})
    if used[0] < len(columns):
        refs = node.refs()
        plain: list[Rex] = [
            Call(ref.type.as_plain(), "CAST", (ref,)) if ref.type.time_kind else ref for ref in refs
        ]
        node = make_calc(node, [*plain, refs[used[0]]], [*names, f"{names[used[0]]}_0"])
    return node, {old: new for new, old in enumerate(columns)}


def convert_attached_aggregate(
    planner: PhysicalPlanner, rel: AggregateRel, source: PhysicalNode
) -> PhysicalNode | None:
    """Return the aggregation of rows that carry their window; None if the keys are no window."""
    windows = source.windows
    if windows is None or windows.spec.kind == "SESSION":
        return None
    starts = [i for i in rel.group if i in windows.starts]
    ends = [i for i in rel.group if i in windows.ends]
    if not starts or not ends:
        return None
    bounds = dict.fromkeys(starts, 0)
    bounds.update(dict.fromkeys(ends, 1))
    bounds.update({i: 2 for i in rel.group if i in windows.times})
    group = tuple(i for i in rel.group if i not in bounds)
    windowing = {
        "strategy": "WindowAttached",
        "window": windows.spec,
        "time_type": windows.time_type,
        "start": starts[0],
        "end": ends[0],
    }
    names = {bounds[i]: rel.fields[n].name for n, i in enumerate(rel.group) if i in bounds}
    return _finish(planner, rel, source, group, rel.calls, windowing, bounds, names)


def _finish(
    planner: PhysicalPlanner,
    rel: AggregateRel,
    source: PhysicalNode,
    group: tuple[int, ...],
    calls: tuple[AggCall, ...],
    windowing: dict[str, Any],
    bounds: dict[int, int],
    names: dict[int, str],
) -> PhysicalNode:
    """Aggregate in one or two phases, then bring the columns into the order of the query."""
    from flinksim.table.planner.physical_rules import can_merge

    defaults = {0: "window_start", 1: "window_end", 2: "window_time"}
    wanted = [0, 1] + ([2] if 2 in names else [])
    shown = [(number, names.get(number, defaults[number])) for number in wanted]
    time_type: SqlType = windowing["time_type"]
    plain = SqlType("TIMESTAMP", False, (3,))
    attribute = SqlType(time_type.root, False, (3,), time_kind=time_type.time_kind)
    fields = make_fields(
        [
            *(source.fields[i].name for i in group),
            *(call.name or f"$f{n}" for n, call in enumerate(calls)),
            *(name for _, name in shown),
        ],
        [
            *(source.fields[i].type for i in group),
            *(call.type for call in calls),
            *(attribute if number == 2 else plain for number, _ in shown),
        ],
    )
    data: dict[str, Any] = {
        "grouping": group,
        "calls": calls,
        "windowing": windowing,
        "properties": tuple(shown),
    }
    window: TvfWindow = windowing["window"]
    if not planner.is_batch:  # there, plain aggregations group the rows by their window
        check_merge(calls, window.kind)
        _check_retraction(calls, window.kind)
    strategy = planner.config.get("table.optimizer.agg-phase-strategy", "AUTO").upper()
    two_phases = (
        strategy != "ONE_PHASE"
        and window.kind != "SESSION"
        and time_type.time_kind == "ROWTIME"
        and can_merge(calls)
    )
    offset = len(group) + len(calls)
    places = {number: frozenset((offset + n,)) for n, (number, _) in enumerate(shown)}
    columns = WindowColumns(places[0], places[1], places.get(2, frozenset()), window, time_type)
    if two_phases:
        local_fields = make_accumulator_fields(source, group, calls, window.kind)
        local = PhysicalNode("local_window_aggregate", local_fields, [source], data)
        keys = tuple(range(len(group)))
        exchange = make_exchange(local, keys)
        attached = {
            "strategy": "SliceAttached",
            "window": window,
            "time_type": time_type,
            "slice_end": len(local_fields) - 1,
        }
        if windowing["strategy"] == "WindowAttached":
            attached = {
                "strategy": "WindowAttached",
                "window": window,
                "time_type": time_type,
                "start": -1,
                "end": len(local_fields) - 1,
            }
        merged = {**data, "grouping": keys, "windowing": attached, "local_input": source}
        node = PhysicalNode("global_window_aggregate", fields, [exchange], merged, columns)
    else:
        exchange = make_exchange(source, group)
        node = PhysicalNode("window_aggregate", fields, [exchange], data, columns)
    return _reorder(rel, node, bounds, shown)


def _reorder(
    rel: AggregateRel, node: PhysicalNode, bounds: dict[int, int], shown: list[tuple[int, str]]
) -> PhysicalNode:
    offset = len(node.fields) - len(shown)
    refs = node.refs()
    numbers = [number for number, _ in shown]
    plain = iter(range(len(rel.group)))
    expressions: list[Rex] = []
    for i in rel.group:
        if i in bounds:
            expressions.append(refs[offset + numbers.index(bounds[i])])
        else:
            expressions.append(refs[next(plain)])
    first = offset - len(rel.calls)
    expressions += refs[first:offset]
    return make_calc(node, expressions, [f.name for f in rel.fields])


def make_accumulator_fields(
    source: PhysicalNode,
    group: tuple[int, ...],
    calls: tuple[AggCall, ...],
    window: str | None,
    *,
    retract: bool = False,
) -> tuple[Field, ...]:
    """Return the output of a local aggregation: keys, accumulators, and the end of the slice."""
    fields = [source.fields[i] for i in group]
    parts = list_accumulator_names(source, calls, retract)
    for call, names in zip(calls, parts, strict=True):
        kinds = [kind for _, kind in _list_accumulators(source, call, retract)]
        fields += map(Field, names, kinds)
    if has_row_count(calls, window, retract):
        fields.append(Field(f"count1${sum(map(len, parts))}", BIGINT))
    for index, args in enumerate(list_distinct(calls)):
        key = source.fields[args[0]].type
        view = SqlType("MAP", True, (), (key, BIGINT.with_nullable(False)))
        fields.append(Field(f"distinct${index}", view))
    if window is not None:
        fields.append(Field("$slice_end", BIGINT))
    return tuple(fields)


def list_accumulator_names(
    source: PhysicalNode, calls: tuple[AggCall, ...], retract: bool
) -> list[list[str]]:
    """Return the names of the accumulators of each call: ``[["sum$0", "count$1"], ["max$2"]]``."""
    made: list[list[str]] = []
    number = 0
    for call in calls:
        made.append([])
        for name, _ in _list_accumulators(source, call, retract):
            made[-1].append(f"{name}${number}")
            number += 1
    return made


def list_distinct(calls: tuple[AggCall, ...]) -> list[tuple[int, ...]]:
    """Return the arguments of the calls with DISTINCT, each once."""
    return list(dict.fromkeys(call.args for call in calls if call.distinct))


def has_row_count(calls: tuple[AggCall, ...], window: str | None, retract: bool) -> bool:
    """Tell whether the rows of a group are counted besides: for HOP windows and for retractions."""
    has_count = any(c.op == "COUNT" and not c.args and c.filter < 0 for c in calls)
    return (window == "HOP" or retract) and not has_count


def _list_accumulators(
    source: PhysicalNode, call: AggCall, retract: bool
) -> list[tuple[str, SqlType]]:
    total = call.type.with_nullable(True)
    match call.op:
        case "COUNT":
            name = "count1" if not call.args else "count"
            return [(name, BIGINT)]
        case "SUM" | "$SUM0":
            return [("sum", total), ("count", BIGINT)] if retract else [("sum", total)]
        case "AVG":
            argument = source.fields[call.args[0]].type
            wide = {"DECIMAL": total, "FLOAT": SqlType("DOUBLE"), "DOUBLE": SqlType("DOUBLE")}
            return [("sum", wide.get(argument.root, BIGINT)), ("count", BIGINT)]
        case "MIN" | "MAX":
            return [(call.op.lower(), total)]
        case "SINGLE_VALUE":
            return [("value", total), ("count", INT)]
        case "LISTAGG":
            return [("accDelimiter", total), ("concatAcc", total)]
        case _:
            return [(call.op.lower(), total)]


# -- Top-N and deduplication -----------------------------------------------------------------


def convert_window_rank(
    planner: PhysicalPlanner, rel: RankRel, source: PhysicalNode
) -> PhysicalNode | None:
    """Return the Top-N or deduplication of each window; None if the keys have no window."""
    windows = source.windows
    if windows is None or windows.spec.kind == "SESSION":
        return None
    starts = [i for i in rel.partition if i in windows.starts]
    ends = [i for i in rel.partition if i in windows.ends]
    if not starts or not ends or windows.time_type.time_kind != "ROWTIME":
        return None
    bounds = windows.starts | windows.ends | windows.times
    keys = tuple(i for i in rel.partition if i not in bounds)
    windowing = {
        "strategy": "WindowAttached",
        "window": windows.spec,
        "time_type": windows.time_type,
        "start": starts[0],
        "end": ends[0],
    }
    exchange = make_exchange(source, keys)
    order_types = [source.fields[k.index].type for k in rel.order]
    is_time = len(order_types) == 1 and order_types[0].time_kind == "ROWTIME"
    data: dict[str, Any] = {"partition": keys, "order": rel.order, "windowing": windowing}
    if is_time and rel.start == rel.end == 1 and not rel.output_number:
        data["keep_last"] = not rel.order[0].ascending
        data["time_kind"] = order_types[0].time_kind
        return PhysicalNode("window_deduplicate", rel.fields, [exchange], data, windows)
    data.update(
        start=rel.start,
        end=rel.end,
        output_number=rel.output_number,
        rank_type=rel.rank_type,
    )
    return PhysicalNode("window_rank", rel.fields, [exchange], data, windows)


__all__ = ["Lit", "convert_group_window", "convert_table_function", "convert_window_aggregate"]
