"""Choose Flink's physical operator for each logical node, and put exchanges where keys change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flinksim.table.planner import join_rules, window_rules
from flinksim.table.planner.durations import read_duration
from flinksim.table.planner.expression_translator import GROUP_WINDOWS
from flinksim.table.planner.physical_nodes import PhysicalNode, make_calc, make_exchange
from flinksim.table.planner.planner_errors import TableError, ValidationError
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
    TableAggregateRel,
    ValuesRel,
    WatermarkAssign,
    WindowTvf,
    make_fields,
    make_filter,
    merge_calc,
)
from flinksim.table.planner.rex_nodes import (
    AggCall,
    Call,
    Lit,
    OuterRef,
    Ref,
    Rex,
    find_refs,
    join_conjunction,
    map_refs,
    split_conjunction,
    transform,
    walk,
)
from flinksim.table.planner.simplify_rules import find_constants, simplify, simplify_filter
from flinksim.table.planner.sql_types import SqlType
from flinksim.table.planner.upsert_keys import find_upsert_keys
from flinksim.table.planner.watermark_pushdown import push_watermark

Config = Mapping[str, str]
KEEPS_TIME = frozenset(("TUMBLE", "HOP", "SESSION"))

GROUP_WINDOW_PROPERTIES = frozenset(
    f"{window}_{edge}" for window in GROUP_WINDOWS for edge in ("START", "END")
)
"""Calls that only mean something beside a group window."""


class PhysicalPlanner:
    """Converts one logical tree."""

    def __init__(self, config: Config) -> None:
        self.config = config

    def is_enabled(self, key: str) -> bool:
        """Tell whether an option is true."""
        return self.config.get(key, "").lower() == "true"

    def convert(self, rel: Rel) -> PhysicalNode:
        """Convert a tree."""
        method = getattr(self, f"_convert_{type(rel).__name__.lower()}")
        made: PhysicalNode = method(rel)
        return made

    # -- sources and sinks -------------------------------------------------------------------

    def _convert_scan(self, rel: Scan) -> PhysicalNode:
        node = PhysicalNode("scan", rel.fields, [], {"table": rel.table})
        if self._has_mini_batch() and rel.table.watermark is None:
            return self._add_mini_batch(node)
        return node

    def _has_mini_batch(self) -> bool:
        return self.is_enabled("table.exec.mini-batch.enabled")

    def _add_mini_batch(self, node: PhysicalNode) -> PhysicalNode:
        interval = read_duration(self.config.get("table.exec.mini-batch.allow-latency", "0 ms"))
        return PhysicalNode("mini_batch", node.fields, [node], {"interval": interval}, node.windows)

    def _convert_watermarkassign(self, rel: WatermarkAssign) -> PhysicalNode:
        source = self.convert(rel.input)
        node = push_watermark(rel, source, self.config)
        if node is None:
            data = {"rowtime": rel.rowtime, "expression": rel.expression}
            node = PhysicalNode("watermark", rel.fields, [source], data)
        return self._add_mini_batch(node) if self._has_mini_batch() else node

    def _convert_normalizerel(self, rel: NormalizeRel) -> PhysicalNode:
        return self._normalize(rel, None)

    def _normalize(self, rel: NormalizeRel, condition: Rex | None) -> PhysicalNode:
        source = self.convert(rel.input)
        if rel.drops_before:
            source = PhysicalNode("drop_update_before", source.fields, [source])
        exchange = make_exchange(source, rel.keys)
        data = {"keys": rel.keys, "condition": condition}
        return PhysicalNode("normalize", rel.fields, [exchange], data)

    def _filter_normalized(self, rel: NormalizeRel, parts: list[Rex]) -> PhysicalNode:
        """Filter keys below the normalization, and other columns inside of it.

        Models ``PushCalcPastChangelogNormalizeRule``.
        """
        below = [part for part in parts if find_refs(part) <= set(rel.keys)]
        above = join_conjunction([part for part in parts if part not in below])
        condition = join_conjunction(below)
        if condition is not None:
            rel = replace(rel, input=make_filter(rel.input, condition))
        return self._normalize(rel, self.materialize(above) if above is not None else None)

    def _convert_valuesrel(self, rel: ValuesRel) -> PhysicalNode:
        return PhysicalNode("values", rel.fields, [], {"rows": rel.rows})

    def _convert_sinkrel(self, rel: SinkRel) -> PhysicalNode:
        source = self.convert(rel.input)
        clocks = {i for i, f in enumerate(source.fields) if f.type.time_kind == "PROCTIME"}
        source = self.materialize_times(source, clocks) if clocks else source
        times = [f.name for f in source.fields if f.type.time_kind == "ROWTIME"]
        if len(times) > 1:
            raise TableError(
                f"The query contains more than one rowtime attribute column [{', '.join(times)}] "
                f"for writing into table '{rel.table.dotted}'. Please select the rowtime attribute "
                "column that should be used as event-time timestamp by casting all other columns "
                "to a regular TIMESTAMP or TIMESTAMP_LTZ."
            )
        data = {
            "table": rel.table,
            "on_conflict": rel.on_conflict,
            "target_columns": rel.target_columns,
        }
        return PhysicalNode("sink", source.fields, [source], data)

    # -- calc --------------------------------------------------------------------------------

    def _convert_project(self, rel: Project) -> PhysicalNode:
        return self._convert_calc(rel)

    def _convert_filter(self, rel: Filter) -> PhysicalNode:
        return self._convert_calc(rel)

    def _convert_calc(self, rel: Rel) -> PhysicalNode:
        expressions, condition, source = merge_calc(rel)
        names = [f.name for f in rel.fields]
        if isinstance(source, NormalizeRel) and condition is not None and not source.is_shared:
            constants = find_constants(condition)
            expressions = [self._use_constants(e, constants) for e in expressions]
            node = self._filter_normalized(source, split_conjunction(condition))
            condition = None
        else:
            node = self.convert(source)
        return self.make_calc(node, expressions, names, condition)

    def make_calc(
        self,
        node: PhysicalNode,
        expressions: list[Rex],
        names: list[str],
        condition: Rex | None,
        *,
        merges: bool = True,
    ) -> PhysicalNode:
        """Return a calc with simplified expressions, in which time attributes are plain values.

        With *merges*, a calc below becomes part of it.
        """
        expressions = [_align_times(e, node) for e in expressions]
        condition = None if condition is None else _align_times(condition, node)
        if condition is not None:
            condition = simplify_filter(condition)
            if condition == Lit(condition.type, False):
                return _make_empty(names, expressions)
            if condition == Lit(condition.type, True):
                condition = None
        _check_group_windows(*expressions, *([condition] if condition is not None else []))
        constants = find_constants(condition)
        simplified = [simplify(self._use_constants(e, constants)) for e in expressions]
        plain = [self.materialize(e, top=True) for e in simplified]
        kept = self.materialize(condition) if condition is not None else None
        if node.op == "calc" and merges:
            return self._merge_into(node, plain, names, kept)
        if node.op == "values" and not node.data["rows"]:
            return _make_empty(names, plain)
        return make_calc(node, plain, names, kept)

    def _merge_into(
        self,
        node: PhysicalNode,
        expressions: list[Rex],
        names: list[str],
        condition: Rex | None = None,
    ) -> PhysicalNode:
        inner: dict[int, Rex] = dict(enumerate(node.data["expressions"]))
        merged = [map_refs(e, inner) for e in expressions]
        parts = split_conjunction(node.data["condition"])
        if condition is not None:
            parts += split_conjunction(map_refs(condition, inner))
        return make_calc(node.input, merged, names, join_conjunction(parts))

    def _use_constants(self, node: Rex, constants: dict[Rex, Rex]) -> Rex:
        return transform(node, constants.get) if constants else node

    def materialize(self, node: Rex, *, top: bool = False) -> Rex:
        """Cast time attributes inside of calls to plain timestamps (RelTimeIndicatorConverter)."""
        if isinstance(node, Ref):
            return node if top else _to_plain(node)
        if isinstance(node, Call) and node.op in {"CAST"} and node.operands[0].type.time_kind:
            return replace(node, operands=node.operands)
        if isinstance(node, Call):
            if node.op == "SOURCE_WATERMARK":
                return node
            return Call(
                node.type.as_plain() if node.op != "PROCTIME" else node.type,
                node.op,
                tuple(self.materialize(operand) for operand in node.operands),
                node.function,
            )
        return node

    def materialize_times(
        self, node: PhysicalNode, columns: set[int] | None = None
    ) -> PhysicalNode:
        """Cast the time attributes of a node's output to plain timestamps."""
        wanted = [
            _to_plain(ref)
            if ref.type.time_kind and (columns is None or ref.index in columns)
            else ref
            for ref in node.refs()
        ]
        if all(isinstance(e, Ref) for e in wanted):
            return node
        if node.op == "calc":
            return self._merge_into(node, list(wanted), node.names)
        return make_calc(node, list(wanted), node.names)

    # -- sets, correlate, expand -------------------------------------------------------------

    def _convert_setrel(self, rel: SetRel) -> PhysicalNode:
        members = [self.convert(member) for member in rel.members]
        for index, field in enumerate(rel.fields):
            kinds = {m.fields[index].type.time_kind for m in members}
            if len(kinds) > 1:
                members = [self.materialize_times(m, {index}) for m in members]
            assert field is not None
        fields = tuple(
            replace(
                f,
                type=members[0]
                .fields[i]
                .type.with_nullable(any(m.fields[i].type.nullable for m in members)),
                name=members[0].fields[i].name,
            )
            for i, f in enumerate(rel.fields)
        )
        return PhysicalNode("union", fields, members)

    def _convert_correlaterel(self, rel: CorrelateRel) -> PhysicalNode:
        source = self.convert(rel.input)
        assert rel.call is not None
        call = rel.call
        if not (isinstance(call, Call) and call.op == "REPLICATE_ROWS"):
            names = [f.name for f in rel.input.fields]
            call = transform(
                call,
                lambda n: (
                    OuterRef(n.type, 0, n.index, names[n.index]) if isinstance(n, Ref) else None
                ),
            )
        data = {"call": call, "join_type": rel.kind, "condition": rel.condition}
        return PhysicalNode("correlate", rel.fields, [source], data)

    def _convert_expandrel(self, rel: ExpandRel) -> PhysicalNode:
        source = self.materialize_times(self.convert(rel.input))
        return PhysicalNode("expand", rel.fields, [source], {"projects": rel.projects})

    # -- aggregates --------------------------------------------------------------------------

    def _convert_aggregaterel(self, rel: AggregateRel) -> PhysicalNode:
        if rel.window is not None:
            return window_rules.convert_group_window(self, rel)
        made = window_rules.convert_window_aggregate(self, rel)
        if made is not None:
            return made
        source = self.convert(rel.input)
        made = window_rules.convert_attached_aggregate(self, rel, source)
        if made is not None:
            return made
        return self.make_group_aggregate(self.materialize_times(source), rel)

    def _convert_tableaggregaterel(self, rel: TableAggregateRel) -> PhysicalNode:
        source = make_exchange(self.materialize_times(self.convert(rel.input)), rel.group)
        data = {"grouping": rel.group, "calls": (rel.call,), "ttl": ""}
        return PhysicalNode("group_table_aggregate", rel.fields, [source], data)

    def make_group_aggregate(self, source: PhysicalNode, rel: AggregateRel) -> PhysicalNode:
        """Return a group aggregation: one phase, or two with mini-batch."""
        data: dict[str, Any] = {"grouping": rel.group, "calls": rel.calls, "ttl": rel.ttl}
        strategy = self.config.get("table.optimizer.agg-phase-strategy", "AUTO").upper()
        if self._has_mini_batch() and strategy != "ONE_PHASE" and can_merge(rel.calls):
            local_fields = window_rules.make_accumulator_fields(source, rel.group, rel.calls, None)
            local = PhysicalNode("local_group_aggregate", local_fields, [source], data)
            keys = tuple(range(len(rel.group)))
            exchange = make_exchange(local, keys)
            merged = {**data, "grouping": keys, "local_input": source}
            return PhysicalNode("global_group_aggregate", rel.fields, [exchange], merged)
        exchange = make_exchange(source, rel.group)
        return PhysicalNode("group_aggregate", rel.fields, [exchange], data)

    def _convert_windowtvf(self, rel: WindowTvf) -> PhysicalNode:
        window_rules.check_alignment(self, rel)
        return window_rules.convert_table_function(self, rel)

    # -- over, rank, sort --------------------------------------------------------------------

    def _convert_overrel(self, rel: OverRel) -> PhysicalNode:
        source = make_exchange(self.convert(rel.input), rel.partition)
        order = rel.order
        if not self.is_batch and order and rel.fields[order[0].index].type.is_time_attribute:
            if not order[0].ascending:
                raise TableError("The window can only be ordered in ASCENDING mode.")
        self._check_over(rel)
        data = {
            "partition": rel.partition,
            "order": rel.order,
            "frame": rel.frame,
            "calls": rel.calls,
            "constants": rel.constants,
            "is_batch": self.is_batch,
        }
        return PhysicalNode("over_aggregate", rel.fields, [source], data)

    def _check_over(self, rel: OverRel) -> None:
        if self.is_batch:
            return
        if "FOLLOWING" in rel.frame.sides or rel.frame.sides[1] != "CURRENT ROW":
            raise TableError("OVER RANGE FOLLOWING windows are not supported yet.")
        for call in rel.calls:
            if call.op in {"NTILE", "LEAD", "PERCENT_RANK", "CUME_DIST"}:
                raise TableError(f"{call.op} Function is not supported in stream mode.")
        if len(rel.order) != 1:
            raise TableError("The window can only be ordered by a single time column.")

    def _convert_rankrel(self, rel: RankRel) -> PhysicalNode:
        source = self.convert(rel.input)
        made = window_rules.convert_window_rank(self, rel, source)
        if made is not None:
            return made
        order_types = [source.fields[k.index].type for k in rel.order]
        is_time = len(order_types) == 1 and order_types[0].is_time_attribute
        is_first = rel.start == rel.end == 1 and not rel.output_number
        data: dict[str, Any] = {
            "partition": rel.partition,
            "order": rel.order,
            "start": rel.start,
            "end": rel.end,
            "output_number": rel.output_number,
            "rank_type": rel.rank_type,
            "is_top1": is_first and rel.rank_type == "ROW_NUMBER",
        }
        exchange = make_exchange(source, rel.partition)
        if is_time and is_first:
            data["keep_last"] = not rel.order[0].ascending
            data["time_kind"] = order_types[0].time_kind
            return PhysicalNode("deduplicate", rel.fields, [exchange], data)
        return PhysicalNode("rank", rel.fields, [exchange], data)

    def _convert_sortrel(self, rel: SortRel) -> PhysicalNode:
        source = make_exchange(self.convert(rel.input), ())
        start = rel.offset + 1
        end = rel.offset + rel.limit if rel.limit is not None else 2**63 - 1
        data: dict[str, Any] = {"order": rel.keys, "start": start, "end": end, "partition": ()}
        if not rel.keys:
            return PhysicalNode("limit", rel.fields, [source], data)
        if rel.limit is not None or rel.offset:
            return PhysicalNode("sort_limit", rel.fields, [source], data)
        first = rel.keys[0]
        if rel.fields[first.index].type.is_time_attribute and first.ascending:
            return PhysicalNode("temporal_sort", rel.fields, [source], data)
        if self.is_batch:
            return PhysicalNode("sort", rel.fields, [source], data)
        raise TableError("Sort on a non-time-attribute field is not supported.")

    @property
    def is_batch(self) -> bool:
        """Tell whether the plan is for batch mode."""
        return self.config.get("execution.runtime-mode", "").lower() == "batch"

    # -- joins -------------------------------------------------------------------------------

    def _convert_joinrel(self, rel: JoinRel) -> PhysicalNode:
        return join_rules.convert_join(self, rel)


def _make_empty(names: list[str], expressions: list[Rex]) -> PhysicalNode:
    fields = make_fields(names, [e.type.as_plain() for e in expressions])
    return PhysicalNode("values", fields, [], {"rows": ()})


def _check_group_windows(*nodes: Rex) -> None:
    for node in nodes:
        for part in walk(node):
            if isinstance(part, Call) and part.op in GROUP_WINDOW_PROPERTIES:
                kinds = ", ".join(operand.type.as_plain().to_text() for operand in part.operands)
                kinds = kinds.replace("SECOND(6)", "SECOND(3)")
                raise TableError(f"Unsupported call: {part.op}({kinds}) ")


def _align_times(node: Rex, source: PhysicalNode) -> Rex:
    """Read the columns that an operator such as a join has made plain as plain columns."""

    def align(ref: Ref) -> Rex:
        found = source.fields[ref.index].type
        return Ref(found, ref.index) if ref.type.time_kind and not found.time_kind else ref

    return map_refs(node, align)


def _to_plain(ref: Ref) -> Rex:
    if not ref.type.time_kind:
        return ref
    if ref.type.time_kind == "PROCTIME":
        return Call(ref.type.as_plain().with_nullable(False), "PROCTIME_MATERIALIZE", (ref,))
    return Call(ref.type.as_plain(), "CAST", (ref,))


def can_merge(calls: tuple[AggCall, ...]) -> bool:
    """Tell whether partial results of all calls can be merged (two-phase aggregation)."""
    for call in calls:
        if call.op in window_rules.NOT_MERGED:
            return False
        if call.function is not None and not hasattr(call.function, "merge"):
            return False
    return True


__all__ = [
    "KEEPS_TIME",
    "PhysicalPlanner",
    "SqlType",
    "ValidationError",
    "can_merge",
    "find_refs",
    "find_upsert_keys",
]
