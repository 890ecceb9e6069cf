"""Print logical plans as the syntax tree of Flink's EXPLAIN."""

from __future__ import annotations

from flinksim.table.planner.explain_writer import _Printer
from flinksim.table.planner.rel_nodes import (
    AggregateRel,
    CorrelateRel,
    Filter,
    JoinRel,
    NormalizeRel,
    Project,
    Rel,
    Scan,
    SetRel,
    SinkRel,
    SortRel,
    TableAggregateRel,
    ValuesRel,
    WatermarkAssign,
    WindowTvf,
)
from flinksim.table.planner.rex_nodes import OverCall, Rex, SubqueryRex

SETS = {"UNION": "LogicalUnion", "INTERSECT": "LogicalIntersect", "EXCEPT": "LogicalMinus"}


def explain_logical(rel: Rel) -> str:
    """Return a logical tree as text."""
    lines: list[str] = []
    _add(rel, "", "", lines)
    return "\n".join(lines)


def _add(rel: Rel, first: str, rest: str, lines: list[str]) -> None:
    if isinstance(rel, NormalizeRel):
        _add(rel.input, first, rest, lines)
        return
    lines.append(first + describe_logical(rel))
    for number, child in enumerate(rel.inputs):
        last = number == len(rel.inputs) - 1
        branch, space = ("+- ", "   ") if last else (":- ", ":  ")
        _add(child, rest + branch, rest + space, lines)


def _show(node: Rex, width: int) -> str:
    if isinstance(node, OverCall):
        args = ", ".join(_show(operand, width) for operand in node.operands)
        keys = ", ".join(_show(key, width) for key in node.partition)
        order = ", ".join(
            f"{_show(key, width)}{'' if up else ' DESC'} NULLS {'LAST' if last else 'FIRST'}"
            for key, up, last in node.order
        )
        parts = [f"PARTITION BY {keys}"] if keys else []
        parts += [f"ORDER BY {order}"] if order else []
        return f"{node.op}({args}) OVER ({' '.join(parts)})"
    if isinstance(node, SubqueryRex):
        return f"${node.kind}({{\n{explain_logical(node.rel)}\n}})"
    return _Printer(False).show(node, [f"${i}" for i in range(width)])


def describe_logical(rel: Rel) -> str:
    """Return one operator as a line of text."""
    width = sum(len(child.fields) for child in rel.inputs)
    match rel:
        case SinkRel():
            names = ", ".join(f.name for f in rel.fields)
            return f"LogicalSink(table=[{rel.table.dotted}], fields=[{names}])"
        case Project():
            pairs = zip(rel.fields, rel.expressions, strict=True)
            return f"LogicalProject({', '.join(f'{f.name}=[{_show(e, width)}]' for f, e in pairs)})"
        case Filter():
            return f"LogicalFilter(condition=[{_show(rel.condition, width)}])"
        case Scan():
            return f"LogicalTableScan(table=[[{', '.join(rel.table.shown_path)}]])"
        case WatermarkAssign():
            name = rel.fields[rel.rowtime].name
            text = _show(rel.expression, width)
            return f"LogicalWatermarkAssigner(rowtime=[{name}], watermark=[{text}])"
        case JoinRel():
            text = _show(rel.condition, width) if rel.condition is not None else "true"
            return f"LogicalJoin(condition=[{text}], joinType=[{rel.kind.lower()}])"
        case AggregateRel():
            keys = ", ".join(map(str, rel.group))
            calls = "".join(
                f", {call.name or f'agg#{n}'}=[{call.op}({', '.join(f'${i}' for i in call.args)})]"
                for n, call in enumerate(rel.calls)
            )
            sets = ""
            if rel.sets:
                shown = ", ".join("{" + ", ".join(map(str, s)) + "}" for s in rel.sets)
                sets = f", groups=[[{shown}]]"
            return f"LogicalAggregate(group=[{{{keys}}}]{sets}{calls})"
        case TableAggregateRel():
            keys = ", ".join(map(str, rel.group))
            args = ", ".join(f"${i}" for i in rel.call.args)
            return f"LogicalTableAggregate(group=[{{{keys}}}], tableAggregate=[[{rel.call.op}({args})]])"
        case WindowTvf():
            name = rel.input.fields[rel.time].name
            return (
                f"LogicalTableFunctionScan(invocation=[{rel.window.kind}(TABLE(#0), "
                f"DESCRIPTOR(_UTF-16LE'{name}'), {rel.window.size}:INTERVAL SECOND)], "
                f"rowType=[{rel.row_type.to_record_digest()}])"
            )
        case SetRel():
            return f"{SETS[rel.kind]}(all=[{str(rel.all).lower()}])"
        case SortRel():
            parts = [f"sort{n}=[${k.index}]" for n, k in enumerate(rel.keys)]
            parts += [
                f"dir{n}=[{'ASC' if k.ascending else 'DESC'}-nulls-{'last' if k.nulls_last else 'first'}]"
                for n, k in enumerate(rel.keys)
            ]
            parts += [f"offset=[{rel.offset}]"] if rel.offset else []
            parts += [f"fetch=[{rel.limit}]"] if rel.limit is not None else []
            return f"LogicalSort({', '.join(parts)})"
        case ValuesRel():
            rows = ", ".join("{ " + ", ".join(_show(e, 0) for e in row) + " }" for row in rel.rows)
            return f"LogicalValues(tuples=[[{rows}]])"
        case CorrelateRel():
            return f"LogicalCorrelate(correlation=[$cor0], joinType=[{rel.kind.lower()}])"
        case _:
            return type(rel).__name__
