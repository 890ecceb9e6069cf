"""Print physical plans as Flink's EXPLAIN does.

The optimized physical plan writes calls as ``>(v, 2)``; the execution plan as ``(v > 2)``.
"""

from __future__ import annotations

import decimal
import re
from collections.abc import Callable
from typing import Any

from flinksim.table.planner.column_intervals import find_retractions
from flinksim.table.planner.physical_nodes import INSERT_ONLY, PhysicalNode
from flinksim.table.planner.rel_nodes import LegacyWindow, TvfWindow
from flinksim.table.planner.rex_nodes import (
    BINARY_SYNTAX,
    POSTFIX_SYNTAX,
    Access,
    AggCall,
    Call,
    Lit,
    OuterRef,
    Ref,
    Rex,
    SortKey,
    format_value,
    split_conjunction,
)
from flinksim.table.planner.sql_types import SqlType
from flinksim.table.planner.upsert_keys import describe_side, find_input_key
from flinksim.table.planner.watermark_pushdown import describe_pushed_watermark
from flinksim.table.planner.window_rules import (
    has_row_count,
    list_accumulator_names,
    list_distinct,
)

TIME_UNITS_MS = {"SECOND": 1000, "MINUTE": 60_000, "HOUR": 3_600_000, "DAY": 86_400_000}
JOIN_TYPES = {
    "INNER": "InnerJoin",
    "LEFT": "LeftOuterJoin",
    "RIGHT": "RightOuterJoin",
    "FULL": "FullOuterJoin",
    "SEMI": "LeftSemiJoin",
    "ANTI": "LeftAntiJoin",
}
COMPARISONS = frozenset(("=", "<>", "<", "<=", ">", ">="))
TITLES = {
    "scan": "TableSourceScan",
    "watermark": "WatermarkAssigner",
    "mini_batch": "MiniBatchAssigner",
    "normalize": "ChangelogNormalize",
}


def find_title(node: PhysicalNode) -> str:
    """Return Flink's name of an operator: ``GroupAggregate``."""
    return TITLES.get(node.op, "".join(word.title() for word in node.op.split("_")))


def explain_tree(root: PhysicalNode, *, execution: bool = False, changelog: bool = False) -> str:
    """Return the plan as a tree of text, the sink first."""
    lines: list[str] = []
    _add_lines(root, "", "", lines, execution, changelog)
    return "\n".join(lines)


def _add_lines(
    node: PhysicalNode, first: str, rest: str, lines: list[str], execution: bool, changelog: bool
) -> None:
    lines.append(first + describe(node, execution=execution, changelog=changelog))
    for number, child in enumerate(node.inputs):
        last = number == len(node.inputs) - 1
        branch, space = ("+- ", "   ") if last else (":- ", ":  ")
        _add_lines(child, rest + branch, rest + space, lines, execution, changelog)


def describe(node: PhysicalNode, *, execution: bool = False, changelog: bool = False) -> str:
    """Return one operator as a line of text."""
    terms: Callable[[PhysicalNode, _Printer], list[tuple[str, str]]] | None = globals().get(
        f"_describe_{node.op}"
    )
    found = terms(node, _Printer(execution)) if terms is not None else []
    if node.op in {"rank", "deduplicate"} and not execution:
        title = "Rank"
        found = _describe_physical_rank(node, _Printer(execution))
    else:
        title = find_title(node)
    if changelog:
        mode = "NONE" if node.op == "sink" else node.changelog
        found = [*found, ("changelogMode", f"[{mode}]")]
    if node.data.get("ttl") and not execution:
        found = [*found, ("stateTtlHints", f"[[[STATE_TTL options:[{node.data['ttl']}]]]]")]
    if not found:
        return title
    return f"{title}({', '.join(f'{key}={value}' for key, value in found)})"


class _Printer:
    """Prints expressions in one of the two notations."""

    def __init__(self, execution: bool) -> None:
        self.execution = execution

    def show(self, node: Rex, names: list[str]) -> str:
        """Return an expression over columns with these names."""
        match node:
            case Ref(index=index):
                return names[index]
            case OuterRef(name=name):
                return f"$cor0.{name}"
            case Access(name=name, operand=operand):
                return f"{self.show(operand, names)}.{name}"
            case Lit():
                return self._show_literal(node)
            case Call():
                return self._show_call(node, names)
            case _:
                return str(node)

    def show_plainly(self, node: Lit) -> str:
        """Return a constant without the type of the column that it equals."""
        is_text = node.type.root in {"CHAR", "VARCHAR"}
        kind = SqlType("CHAR", False, (len(str(node.value)),)) if is_text else node.type
        return self._show_literal(Lit(kind, node.value))

    def _show_call(self, node: Call, names: list[str]) -> str:
        args = [self.show(operand, names) for operand in node.operands]
        if node.op in {"CAST", "TRY_CAST"}:
            return f"{node.op}({args[0]} AS {self._show_type(node.type, node)})"
        if node.op == "TIMESTAMPDIFF" and isinstance(node.operands[0], Lit):
            size = TIME_UNITS_MS.get(node.operands[0].value)
            if size is not None:
                suffix = "" if node.type.nullable else " NOT NULL"
                return (
                    f"CAST(/INT(Reinterpret(-({args[2]}, {args[1]})), {size}) AS INTEGER{suffix})"
                )
        if node.op == "REINTERPRET":
            return f"Reinterpret({args[0]})"
        if node.op in COMPARISONS and len(args) == 2:
            args = self._show_compared(node, args)
        if self.execution and node.op in BINARY_SYNTAX and len(args) > 1:
            return "(" + f" {node.op} ".join(args) + ")"
        if self.execution and node.op in POSTFIX_SYNTAX:
            return f"{args[0]} {node.op}"
        name = node.op
        if name in {"UNNEST_ROWS", "UNNEST_ROWS_WITH_ORDINALITY", "REPLICATE_ROWS"}:
            name = f"${name}$1"
        return f"{name}({', '.join(args)})"

    def _show_compared(self, node: Call, args: list[str]) -> list[str]:
        """Show a text constant with the type of the text that it is compared with."""
        made = list(args)
        for place, (one, other) in enumerate(zip(node.operands, node.operands[::-1], strict=True)):
            if isinstance(one, Lit) and one.type.root == "CHAR" and other.type.root == "VARCHAR":
                made[place] = self._show_literal(Lit(other.type, one.value))
        return made

    def _show_type(self, kind: SqlType, node: Call) -> str:
        text = kind.to_digest() + self._charset(kind)
        if not self.execution:
            text = _add_charsets(text, kind)
        source = node.operands[0].type
        return text + ("" if kind.nullable or source.nullable else " NOT NULL")

    def _show_literal(self, node: Lit) -> str:
        kind = node.type
        if node.ranges:
            shown = ", ".join(self._show_range(*r, kind=kind) for r in node.ranges)
            if kind.root in {"CHAR", "VARCHAR"}:
                lengths = {len(value) for r in node.ranges for value in (r[0], r[2]) if value}
                kind = SqlType("CHAR" if len(lengths) == 1 else "VARCHAR", False, (max(lengths),))
            suffix = f":{kind.to_digest()}{self._charset(kind)}"
            return f"Sarg[{shown}]{'' if self.execution or kind.root == 'INT' else suffix}"
        if kind.root == "SYMBOL":
            return f"FLAG({_format_flag(node)})"
        if node.value is None:
            text = kind.to_digest() + self._charset(kind)
            return f"null:{text if self.execution else _add_charsets(text, kind)}"
        if isinstance(node.value, bool):
            return str(node.value).lower()
        match kind.root:
            case "CHAR" | "VARCHAR":
                quoted = "'" + str(node.value).replace("'", "''") + "'"
                if self.execution:
                    return quoted
                suffix = (
                    f":{kind.to_digest()}{self._charset(kind)}" if kind.root == "VARCHAR" else ""
                )
                return f"_UTF-16LE{quoted}{suffix}"
            case "INT" | "DATE" | "TIME" | "TIMESTAMP":
                return str(node.value)
            case "INTERVAL_DAY":
                return f"{node.value}:INTERVAL SECOND"
            case "INTERVAL_MONTH":
                return f"{node.value}:INTERVAL MONTH"
            case "DOUBLE" | "FLOAT":
                mantissa = _format_double(float(node.value))
                return f"{mantissa}:{kind.root}" if not self.execution else str(node.value)
            case "BINARY" | "VARBINARY":
                text = f"X'{node.value.hex()}'"
                return text + (f":{kind.to_digest()}" if kind.root == "VARBINARY" else "")
            case _:
                text = str(format_value(node.value, kind))
                return text if self.execution else f"{text}:{kind.to_digest()}"

    def _charset(self, kind: SqlType) -> str:
        is_text = kind.root in {"VARCHAR", "CHAR"} and not self.execution
        return ' CHARACTER SET "UTF-16LE"' if is_text else ""

    def _show_range(self, low: Any, low_in: bool, high: Any, high_in: bool, kind: SqlType) -> str:
        def show(value: Any) -> str:
            if kind.root in {"CHAR", "VARCHAR"}:
                return self._show_literal(Lit(SqlType("CHAR", False, (len(value),)), value))
            return (
                f"{value}L:BIGINT" if kind.root == "BIGINT" and not self.execution else f"{value}"
            )

        if low is not None and low == high:
            return show(low)
        left = "(-∞" if low is None else ("[" if low_in else "(") + show(low)
        right = "+∞)" if high is None else show(high) + ("]" if high_in else ")")
        return f"{left}..{right}"


def _format_flag(node: Lit) -> str:
    match node.symbol:
        case "JSON_ON_NULL" if node.value in {"NULL", "ABSENT"}:
            return f"{node.value}_ON_NULL"
        case "JSON_QUERY_WRAPPER" if not node.value.startswith("WITHOUT"):
            return f"WITH_{node.value}"
        case "JSON_QUERY_ON_EMPTY_OR_ERROR":
            return f"SqlJsonQueryEmptyOrErrorBehavior[{node.value}]"
        case _:
            return str(node.value)


def _format_double(value: float) -> str:
    """Return a number as plans print it: 20 digits of its exact value, cut."""
    exact = decimal.Decimal(value)
    cut = decimal.Context(prec=20, rounding=decimal.ROUND_DOWN).plus(exact)
    return f"{exact.normalize() if cut == exact else cut:E}".replace("+", "")


def _list(values: list[str]) -> str:
    return f"[{', '.join(values)}]"


def _select(node: PhysicalNode, printer: _Printer) -> str:
    source = node.input.names
    shown = []
    for expression, field in zip(node.data["expressions"], node.fields, strict=True):
        text = printer.show(expression, source)
        same = isinstance(expression, Ref) and text == field.name
        shown.append(text if same else f"{text} AS {field.name}")
    return _list(shown)


def _show_condition(node: Rex | None, names: list[str], printer: _Printer) -> str:
    parts = split_conjunction(node)
    if not parts:
        return "[true]"
    shown = [printer.show(part, names) for part in parts]
    if len(shown) == 1:
        return f"[{shown[0]}]"
    if printer.execution:
        return "[(" + " AND ".join(shown) + ")]"
    return f"[AND({', '.join(shown)})]"


def _order(keys: tuple[SortKey, ...], names: list[str]) -> str:
    return _list([f"{names[k.index]} {'ASC' if k.ascending else 'DESC'}" for k in keys])


def format_span(ms: int) -> str:
    """Return a duration as window descriptions print it: ``10 s``, ``1 d``."""
    for unit, size in (("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1000)):
        if ms % size == 0 and ms:
            return f"{ms // size} {unit}"
    return f"{ms} ms"


def _show_window(windowing: dict[str, Any], names: list[str]) -> str:
    window: TvfWindow = windowing["window"]
    size = {"TUMBLE": "size", "HOP": "size", "CUMULATE": "max_size", "SESSION": "gap"}[window.kind]
    parts = [f"{size}=[{format_span(window.size)}]"]
    if window.kind in {"HOP", "CUMULATE"}:
        word = "slide" if window.kind == "HOP" else "step"
        parts.append(f"{word}=[{format_span(window.slide)}]")
    if window.partition:
        parts.append(f"partition keys=[{', '.join(names[i] for i in window.partition)}]")
    if window.offset:
        parts.append(f"offset=[{format_span(window.offset)}]")
    match windowing["strategy"]:
        case "TimeAttribute":
            bounds = [f"time_col=[{names[windowing['time']]}]"]
        case "SliceAttached":
            bounds = ["slice_end=[$slice_end]"]
        case _:
            bounds = [
                f"win_start=[{names[windowing['start']]}]",
                f"win_end=[{names[windowing['end']]}]",
            ]
    return f"[{window.kind}({', '.join([*bounds, *parts])})]"


def _show_call(call: AggCall, names: list[str], retract: bool) -> str:
    args = ", ".join(names[i] for i in call.args) or "*"
    suffix = "_RETRACT" if retract else ""
    op = call.op
    distinct = "DISTINCT " if call.distinct else ""
    condition = f" FILTER {names[call.filter]}" if call.filter >= 0 else ""
    return f"{op}{suffix}({distinct}{args}){condition}"


def _aggregate_select(node: PhysicalNode, names: list[str], extra: list[str]) -> str:
    data = node.data
    retractions = find_retractions(node)
    shown = [names[i] for i in data["grouping"]]
    offset = len(shown)
    for number, call in enumerate(data["calls"]):
        text = _show_call(call, names, retractions[number])
        shown.append(f"{text} AS {node.fields[offset + number].name}")
    return _list([*shown, *extra])


def _show_grouping(node: PhysicalNode, names: list[str]) -> list[tuple[str, str]]:
    keys = node.data["grouping"]
    return [("groupBy", _list([names[i] for i in keys]))] if keys else []


Terms = list[tuple[str, str]]


def _describe_scan(node: PhysicalNode, printer: _Printer) -> Terms:
    table = node.data["table"]
    path = ", ".join(table.shown_path)
    if table.is_source_watermark:
        path += ", watermark=[SOURCE_WATERMARK()]"
    elif "watermark" in node.data:
        pushed = node.data["watermark"]
        shown = _Printer(execution=False).show(pushed.expression, node.names)
        path += describe_pushed_watermark(pushed, shown)
    metadata = [c.metadata_key or c.name for c in table.columns if c.is_metadata]
    if metadata:
        path += f", metadata=[{', '.join(metadata)}]"
    return [("table", f"[[{path}]]"), ("fields", _list(node.names))]


def _describe_watermark(node: PhysicalNode, printer: _Printer) -> Terms:
    text = printer.show(node.data["expression"], node.names)
    return [("rowtime", f"[{node.names[node.data['rowtime']]}]"), ("watermark", f"[{text}]")]


def _describe_mini_batch(node: PhysicalNode, printer: _Printer) -> Terms:
    return [("interval", f"[{node.data['interval']}ms]"), ("mode", "[ProcTime]")]


def _describe_calc(node: PhysicalNode, printer: _Printer) -> Terms:
    terms = [("select", _select(node, printer))]
    if node.data["condition"] is not None:
        terms.append(("where", _show_condition(node.data["condition"], node.input.names, printer)))
    return terms


def _describe_exchange(node: PhysicalNode, printer: _Printer) -> Terms:
    keys = node.data["keys"]
    shown = f"hash[{', '.join(node.names[i] for i in keys)}]" if keys else "single"
    return [("distribution", f"[{shown}]")]


def _describe_sink(node: PhysicalNode, printer: _Printer) -> Terms:
    data = node.data
    terms = [("table", f"[{data['table'].dotted}]"), ("fields", _list(node.names))]
    if data.get("materialize"):
        terms.append(("upsertMaterialize", "[true]"))
    if data["on_conflict"]:
        terms.append(("conflictStrategy", f"[{data['on_conflict']}]"))
    return terms


def _add_charsets(text: str, kind: SqlType) -> str:
    """Show the character set of the texts in a row."""
    if kind.root != "ROW":
        return text
    return re.sub(r"\b(VAR)?CHAR\(\d+\)", r'\g<0> CHARACTER SET "UTF-16LE"', text)


def _describe_values(node: PhysicalNode, printer: _Printer) -> Terms:
    rows = [
        "{ " + ", ".join(printer.show(value, []) for value in row) + " }"
        for row in node.data["rows"]
    ]
    terms = [] if printer.execution else [("type", f"[{node.row_type.to_record_digest()}]")]
    return [*terms, ("tuples", f"[[{', '.join(rows)}]]")]


def _describe_union(node: PhysicalNode, printer: _Printer) -> Terms:
    return [("all", "[true]"), ("union", _list(node.names))]


def _describe_expand(node: PhysicalNode, printer: _Printer) -> Terms:
    rows = []
    for row in node.data["projects"]:
        shown = []
        for value, field in zip(row, node.fields, strict=True):
            if isinstance(value, Ref):
                shown.append(node.input.names[value.index])
            else:
                assert isinstance(value, Lit)
                text = "null" if value.value is None else str(value.value)
                shown.append(f"{text} AS {field.name}")
        rows.append("{" + ", ".join(shown) + "}")
    return [("projects", _list(rows))]


def _describe_correlate(node: PhysicalNode, printer: _Printer) -> Terms:
    call = node.data["call"]
    text = shown = printer.show(call, node.input.names)
    if isinstance(call, Call) and call.op == "REPLICATE_ROWS":
        text = printer.show(call, [f"${i}" for i in range(len(node.input.names))])
        shown = shown.replace(", ", ",")
    return [
        ("invocation", f"[{text}]"),
        ("correlate", f"[table({shown})]"),
        ("select", f"[{','.join(node.names)}]"),
        ("rowType", f"[{node.row_type.to_record_digest()}]"),
        ("joinType", f"[{node.data['join_type']}]"),
        *_describe_function_filter(node, printer),
    ]


def _describe_function_filter(node: PhysicalNode, printer: _Printer) -> Terms:
    condition = node.data["condition"]
    if condition is None:
        return []
    names = [f"${i}" for i in range(len(node.fields) - len(node.input.fields))]
    return [("condition", f"[{printer.show(condition, names)}]")]


def _describe_normalize(node: PhysicalNode, printer: _Printer) -> Terms:
    terms = [("key", _list([node.names[i] for i in node.data["keys"]]))]
    if node.data["condition"] is not None:
        terms.append(("condition", _show_condition(node.data["condition"], node.names, printer)))
    return terms


def _describe_group_aggregate(node: PhysicalNode, printer: _Printer) -> Terms:
    names = node.input.names
    return [*_show_grouping(node, names), ("select", _aggregate_select(node, names, []))]


def _describe_group_table_aggregate(node: PhysicalNode, printer: _Printer) -> Terms:
    grouping, names = node.data["grouping"], node.input.names
    columns = ", ".join(node.names[len(grouping) :])
    text = f"{_show_call(node.data['calls'][0], names, False)} AS ({columns})"
    return [*_show_grouping(node, names), ("select", _list([*(names[i] for i in grouping), text]))]


def _describe_local_group_aggregate(node: PhysicalNode, printer: _Printer) -> Terms:
    names = node.input.names
    return [*_show_grouping(node, names), ("select", _select_partial(node, None, []))]


def _select_partial(node: PhysicalNode, window: str | None, extra: list[str]) -> str:
    """Return what a local aggregation selects: keys, and the accumulators of each call."""
    source, calls = node.input, node.data["calls"]
    names = source.names
    retract = source.kinds != INSERT_ONLY
    distinct = list_distinct(calls)
    parts = list_accumulator_names(source, calls, retract)
    shown = [names[i] for i in node.data["grouping"]]
    for call, part, takes_back in zip(calls, parts, find_retractions(node), strict=True):
        text = _show_call(call, names, takes_back)
        if call.distinct:
            text = text.replace("DISTINCT ", f"distinct${distinct.index(call.args)} ", 1)
        shown.append(f"{text} AS {_join_parts(part)}")
    if has_row_count(calls, window, retract):
        shown.append(f"COUNT{'_RETRACT' if retract else ''}(*) AS count1${sum(map(len, parts))}")
    for index, args in enumerate(distinct):
        shown.append(f"DISTINCT({', '.join(names[i] for i in args)}) AS distinct${index}")
    return _list([*shown, *extra])


def _select_merged(
    node: PhysicalNode, source: PhysicalNode, window: str | None, extra: list[str]
) -> str:
    """Return what a global aggregation selects. Flink gives the names in order, even to a row count."""
    calls = node.data["calls"]
    retract = source.kinds != INSERT_ONLY
    distinct = list_distinct(calls)
    parts = list_accumulator_names(source, calls, retract)
    suffix = "_RETRACT" if retract else ""
    texts = []
    for call, part, takes_back in zip(calls, parts, find_retractions(node), strict=True):
        prefix = f"distinct${distinct.index(call.args)} " if call.distinct else ""
        own = "_RETRACT" if takes_back else ""
        texts.append(f"{call.op}{own}({prefix}{_join_parts(part)})")
    if has_row_count(calls, window, retract):
        texts.append(f"COUNT{suffix}(count1${sum(map(len, parts))})")
    texts += extra
    keys = len(node.data["grouping"])
    named = zip(texts, node.names[keys:], strict=False)
    return _list([*node.names[:keys], *(f"{text} AS {name}" for text, name in named)])


def _join_parts(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"


def _describe_global_group_aggregate(node: PhysicalNode, printer: _Printer) -> Terms:
    text = _select_merged(node, node.data["local_input"], None, [])
    return [*_show_grouping(node, node.names), ("select", text)]


def _show_properties(node: PhysicalNode) -> list[str]:
    words = {0: "start", 1: "end", 2: "rowtime"}
    return [f"{words[number]}('w$) AS {name}" for number, name in node.data["properties"]]


def _describe_window_aggregate(node: PhysicalNode, printer: _Printer) -> Terms:
    names = node.input.names
    return [
        *_show_grouping(node, names),
        ("window", _show_window(node.data["windowing"], names)),
        ("select", _aggregate_select(node, names, _show_properties(node))),
    ]


def _describe_local_window_aggregate(node: PhysicalNode, printer: _Printer) -> Terms:
    names = node.input.names
    extra = ["slice_end('w$) AS $slice_end"]
    return [
        *_show_grouping(node, names),
        ("window", _show_window(node.data["windowing"], names)),
        ("select", _select_partial(node, node.data["windowing"]["window"].kind, extra)),
    ]


def _describe_global_window_aggregate(node: PhysicalNode, printer: _Printer) -> Terms:
    words = {0: "start('w$)", 1: "end('w$)", 2: "rowtime('w$)"}
    bounds = [words[number] for number, _ in node.data["properties"]]
    kind = node.data["windowing"]["window"].kind
    return [
        *_show_grouping(node, node.names),
        ("window", _show_window(node.data["windowing"], node.input.names)),
        ("select", _select_merged(node, node.input.input.input, kind, bounds)),
    ]


def _describe_group_window_aggregate(node: PhysicalNode, printer: _Printer) -> Terms:
    data = node.data
    window: LegacyWindow = data["window"]
    names = node.input.names
    time = names[window.time]
    shape = {
        "TUMBLING": f"TumblingGroupWindow('w$, {time}, {window.size})",
        "SLIDING": f"SlidingGroupWindow('w$, {time}, {window.size}, {window.slide})",
        "SESSION": f"SessionGroupWindow('w$, {time}, {window.size})",
    }[window.kind]
    extra = [f"{name.removeprefix('w$')}('w$) AS {name}" for name in data["properties"]]
    terms = [*_show_grouping(node, names), ("window", f"[{shape}]")]
    if data["properties"]:
        terms.append(("properties", _list(list(data["properties"]))))
    shown = [names[i] for i in data["grouping"]]
    offset = len(shown)
    for number, call in enumerate(data["calls"]):
        text = _show_call(call, names, False)
        shown.append(f"{text} AS {node.fields[offset + number].name}")
    terms.append(("select", _list([*shown, *extra])))
    if data.get("emit"):
        terms.append(("emit", f"[{data['emit']}]"))
    return terms


def _describe_window_table_function(node: PhysicalNode, printer: _Printer) -> Terms:
    windowing = {"strategy": "TimeAttribute", **node.data}
    return [("window", _show_window(windowing, node.input.names))]


def _describe_over_aggregate(node: PhysicalNode, printer: _Printer) -> Terms:
    data = node.data
    names = node.input.names
    frame = data["frame"]

    def bound(value: Any, side: str) -> str:
        if value is None:
            return f"UNBOUNDED {side}"
        if value == "CURRENT":
            return "CURRENT ROW"
        constant = data["constants"][value.index - len(names)]
        return f"{constant.value} {side}"

    lower, upper = (
        bound(*one) for one in zip((frame.lower, frame.upper), frame.sides, strict=True)
    )
    window = f"{'ROWS' if frame.rows else 'RANGE'} BETWEEN {lower} AND {upper}"
    columns = [*names, *(printer.show(c, []) for c in data["constants"])]
    shown = list(names)
    for call, field in zip(data["calls"], node.fields[len(names) :], strict=True):
        shown.append(f"{_show_call(call, columns, False)} AS {field.name}")
    terms = []
    if data["partition"]:
        terms.append(("partitionBy", _list([names[i] for i in data["partition"]])))
    terms.append(("orderBy", _order(data["order"], names)))
    return [*terms, ("window", f"[ {window}]"), ("select", _list(shown))]


def _rank_terms(node: PhysicalNode) -> Terms:
    data = node.data
    names = node.input.names
    return [
        ("rankType", f"[{data['rank_type']}]"),
        ("rankRange", f"[rankStart={data['start']}, rankEnd={data['end']}]"),
        ("partitionBy", _list([names[i] for i in data["partition"]])),
        ("orderBy", _order(data["order"], names)),
        ("select", _list(node.names)),
    ]


def _describe_physical_rank(node: PhysicalNode, printer: _Printer) -> Terms:
    terms = _rank_terms(node)
    if node.op == "deduplicate":
        terms[3] = ("orderBy", terms[3][1].replace("[", f"[{node.data['time_kind']} "))
    return [("strategy", _show_strategy(node)), *terms]


def _describe_rank(node: PhysicalNode, printer: _Printer) -> Terms:
    return [("strategy", _show_strategy(node)), *_rank_terms(node)]


def _describe_window_rank(node: PhysicalNode, printer: _Printer) -> Terms:
    return [("window", _show_window(node.data["windowing"], node.input.names)), *_rank_terms(node)]


def _show_strategy(node: PhysicalNode) -> str:
    found = node.data.get("strategy", {"type": "AppendFast"})
    keys = found.get("primaryKeys")
    return f"[{found['type']}Strategy" + (f"[{','.join(map(str, keys))}]]" if keys else "]")


def _describe_sort_limit(node: PhysicalNode, printer: _Printer) -> Terms:
    return [
        ("orderBy", _order(node.data["order"], node.names)),
        *_describe_limit(node, printer),
        ("strategy", _show_strategy(node)),
    ]


def _describe_limit(node: PhysicalNode, printer: _Printer) -> Terms:
    start, end = node.data["start"], node.data["end"]
    fetch = "unlimited" if end == 2**63 - 1 else str(end - start + 1)
    return [("offset", f"[{start - 1}]"), ("fetch", f"[{fetch}]")]


def _describe_temporal_sort(node: PhysicalNode, printer: _Printer) -> Terms:
    return [("orderBy", _order(node.data["order"], node.names))]


_describe_sort = _describe_temporal_sort


def _describe_deduplicate(node: PhysicalNode, printer: _Printer) -> Terms:
    data = node.data
    keep = "LastRow" if data["keep_last"] else "FirstRow"
    return [
        ("keep", f"[{keep}]"),
        ("key", _list([node.names[i] for i in data["partition"]])),
        ("order", f"[{data['time_kind']}]"),
        ("outputInsertOnly", f"[{str(node.kinds == INSERT_ONLY).lower()}]"),
    ]


def _describe_window_deduplicate(node: PhysicalNode, printer: _Printer) -> Terms:
    data = node.data
    return [
        ("window", _show_window(data["windowing"], node.names)),
        ("keep", "[LastRow]" if data["keep_last"] else "[FirstRow]"),
        ("partitionKeys", _list([node.names[i] for i in data["partition"]])),
        ("orderKey", f"[{node.names[data['order'][0].index]}]"),
        ("order", f"[{data['time_kind']}]"),
    ]


def _join_terms(node: PhysicalNode, printer: _Printer) -> Terms:
    data = node.data
    names = data["names"]
    return [("where", _show_condition(data["full_condition"], names, printer))]


def _describe_join(node: PhysicalNode, printer: _Printer) -> Terms:
    data = node.data
    return [
        ("joinType", f"[{JOIN_TYPES[data['join_type']]}]"),
        *_join_terms(node, printer),
        ("select", _list(node.names)),
        ("leftInputSpec", f"[{describe_side(node, 0)}]"),
        ("rightInputSpec", f"[{describe_side(node, 1)}]"),
    ]


def _describe_interval_join(node: PhysicalNode, printer: _Printer) -> Terms:
    data = node.data
    bounds = data["bounds"]
    shown = ", ".join(
        f"{'isRowTime' if key == 'isEventTime' else key}={str(value).lower()}"
        for key, value in bounds.items()
    )
    return [
        ("joinType", f"[{JOIN_TYPES[data['join_type']]}]"),
        ("windowBounds", f"[{shown}]"),
        *_join_terms(node, printer),
        ("select", _list(node.names)),
    ]


def _describe_temporal_join(node: PhysicalNode, printer: _Printer) -> Terms:
    data = node.data
    names = data["names"]
    width = data["left_width"]
    left = ", ".join(names[i] for i in data["left_keys"])
    right = ", ".join(names[width + i] for i in data["right_keys"])
    parts = [printer.show(p, names) for p in split_conjunction(data["full_condition"])]
    times = f"{names[data['left_time']]}, {names[width + data['right_time']]}"
    primary = ", ".join(names[width + i] for i in sorted(data["unique"]))
    parts.append(
        f"__TEMPORAL_JOIN_CONDITION({times}, __TEMPORAL_JOIN_CONDITION_PRIMARY_KEY({primary}), "
        f"__TEMPORAL_JOIN_LEFT_KEY({left}), __TEMPORAL_JOIN_RIGHT_KEY({right}))"
    )
    joined = f"({' AND '.join(parts)})" if printer.execution else f"AND({', '.join(parts)})"
    return [
        ("joinType", f"[{JOIN_TYPES[data['join_type']]}]"),
        ("where", f"[{joined}]"),
        ("select", _list(node.names)),
    ]


def _describe_lookup_join(node: PhysicalNode, printer: _Printer) -> Terms:
    data = node.data
    columns = [column.name for column in data["table"].columns]
    names = node.input.names
    plain = _Printer(execution=False)
    shown = [
        f"{columns[at]}={names[key] if isinstance(key, int) else plain.show_plainly(key)}"
        for at, key in data["lookup_keys"].items()
    ]
    terms = [
        ("table", f"[{data['table'].dotted}]"),
        ("joinType", f"[{JOIN_TYPES[data['join_type']]}]"),
        ("lookup", _list(shown)),
    ]
    if data["filter"] is not None:
        terms.append(("where", _show_condition(data["filter"], data["source"].names, printer)))
    output = [*names, *data["names"]]
    if data["condition"] is not None:
        terms.append(("joinCondition", _show_condition(data["condition"], output, printer)))
    terms.append(("select", _list(output)))
    if upsert_key := find_input_key(node):
        terms.append(("upsertKey", _list([_list([str(position) for position in upsert_key])])))
    return terms


def _describe_window_join(node: PhysicalNode, printer: _Printer) -> Terms:
    data = node.data
    return [
        ("leftWindow", _show_window(data["left_windowing"], node.inputs[0].names)),
        ("rightWindow", _show_window(data["right_windowing"], node.inputs[1].names)),
        ("joinType", f"[{JOIN_TYPES[data['join_type']]}]"),
        *_join_terms(node, printer),
        ("select", _list(node.names)),
    ]
