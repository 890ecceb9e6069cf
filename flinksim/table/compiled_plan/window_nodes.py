"""Nodes with windows.

Flink: ``StreamExecLocalWindowAggregate``, ``StreamExecGlobalWindowAggregate``,
``StreamExecWindowAggregate``, ``StreamExecWindowTableFunction``, ``StreamExecWindowJoin``,
``StreamExecWindowRank``, ``StreamExecWindowDeduplicate``, ``StreamExecGroupWindowAggregate``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flinksim.datastream.transformations import Transformation
from flinksim.table.compiled_plan.aggregate_nodes import build_aggregates_handler
from flinksim.table.compiled_plan.join_nodes import get_join_keys
from flinksim.table.compiled_plan.option_values import parse_duration_ms, parse_iso_duration_ms
from flinksim.table.compiled_plan.ordering_nodes import read_ordering
from flinksim.table.compiled_plan.plan_document import CompiledPlanError, PlanNode
from flinksim.table.compiled_plan.plan_translator import PlanTranslator, add_node_translator
from flinksim.table.logical_types import LogicalType, parse_logical_type
from flinksim.table.runtime.change_rows import Values, build_key_selector
from flinksim.table.runtime.expressions.rex_compiler import compile_condition
from flinksim.table.runtime.group_window_aggregate import (
    EmitStrategy,
    GroupWindowAggregateOperator,
)
from flinksim.table.runtime.slice_assigners import (
    AttachedWindows,
    CumulativeSlices,
    HoppingSlices,
    SliceAssigner,
    SliceSelector,
    TumblingSlices,
    WindowProperties,
    WindowTime,
)
from flinksim.table.runtime.window_aggregate import (
    LocalWindowAggregateOperator,
    SessionWindowAggregateOperator,
    SlicingWindowAggregateOperator,
)
from flinksim.table.runtime.window_row_operators import (
    WindowDeduplicateOperator,
    WindowJoinOperator,
    WindowRankOperator,
)
from flinksim.table.runtime.window_table_function import (
    AlignedWindowTableFunctionOperator,
    SessionWindowTableFunctionOperator,
)

TABLE_FUNCTION_COLUMNS = ("WindowStart", "WindowEnd", "Rowtime")


def _read_duration(window: Mapping[str, Any], name: str) -> int:
    return parse_iso_duration_ms(window[name]) if window.get(name) else 0


def _read_assigner(window: Mapping[str, Any]) -> SliceAssigner:
    """Read a window definition other than a session."""
    offset = _read_duration(window, "offset")
    match window["type"]:
        case "TumblingWindow":
            return TumblingSlices(_read_duration(window, "size"), offset)
        case "HoppingWindow":
            size, slide = _read_duration(window, "size"), _read_duration(window, "slide")
            return HoppingSlices(size, slide, offset)
        case "CumulativeWindow":
            size, step = _read_duration(window, "maxSize"), _read_duration(window, "step")
            return CumulativeSlices(size, step, offset)
    raise CompiledPlanError(f"a window of the type {window['type']} is not supported here")


def _read_window_time(translator: PlanTranslator, node: PlanNode, type_: LogicalType) -> WindowTime:
    zone = translator.create_expression_context(node).time_zone
    return WindowTime(zone, type_.root == "TIMESTAMP_LTZ", type_.time_kind != "PROCTIME")


def _build_time_selector(position: int, time: WindowTime) -> SliceSelector:
    def get_time(row: Values, clock_ms: Callable[[], int]) -> int | None:
        if not time.is_event_time:
            return time.to_local(clock_ms())
        value = row[position]
        return None if value is None else time.to_local(value.millis)

    return get_time


def _build_slice_selector(
    windowing: Mapping[str, Any], assigner: SliceAssigner, time: WindowTime, is_global: bool
) -> SliceSelector:
    """Build the function that returns the slice of a row. Flink: ``WindowingStrategy``."""
    if is_global:
        return lambda row, clock_ms: row[-1]  # the local aggregation emits the slice end last
    if windowing["strategy"] == "WindowAttached":
        position = windowing["windowEnd"]
        return lambda row, clock_ms: row[position].millis
    get_time = _build_time_selector(windowing["timeAttributeIndex"], time)

    def get_slice_end(row: Values, clock_ms: Callable[[], int]) -> int | None:
        value = get_time(row, clock_ms)
        return None if value is None else assigner.assign_slice_end(value)

    return get_slice_end


def _read_windowing(
    translator: PlanTranslator, node: PlanNode, windowing: Mapping[str, Any]
) -> tuple[SliceAssigner, WindowTime]:
    type_ = parse_logical_type(windowing["timeAttributeType"])
    assigner = _read_assigner(windowing["window"])
    if windowing["strategy"] == "WindowAttached":
        assigner = AttachedWindows(assigner)
    return assigner, _read_window_time(translator, node, type_)


def _read_property_kinds(node: PlanNode) -> list[str]:
    return [each["property"]["kind"] for each in node.get("namedWindowProperties", [])]


# --- aggregation -----------------------------------------------------------------------------------------


@add_node_translator("local-window-aggregate")
def _translate_local_window_aggregate(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    windowing = node.require("windowing")
    assigner, time = _read_windowing(translator, node, windowing)
    return translator.add_operator(
        node,
        inputs,
        LocalWindowAggregateOperator,
        build_key_selector(node.require("grouping")),
        build_aggregates_handler(
            node.require("aggCalls"), node.require("needRetraction")
        ).mark_local(),
        assigner,
        _build_slice_selector(windowing, assigner, time, is_global=False),
        time,
    )


@add_node_translator("global-window-aggregate", "window-aggregate")
def _translate_window_aggregate(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    windowing = node.require("windowing")
    keys = [node.require("grouping")]
    handler = build_aggregates_handler(node.require("aggCalls"), node.require("needRetraction"))
    kinds = _read_property_kinds(node)
    if windowing["window"]["type"] == "SessionWindow" and "timeAttributeIndex" in windowing:
        type_ = parse_logical_type(windowing["timeAttributeType"])
        time = _read_window_time(translator, node, type_)
        return translator.add_keyed_operator(
            node, inputs, keys, SessionWindowAggregateOperator, handler,
            WindowProperties(kinds, time), _read_duration(windowing["window"], "gap"),
            _build_time_selector(windowing["timeAttributeIndex"], time),
        )  # fmt: skip
    assigner, time = _read_windowing(translator, node, windowing)
    is_global = node.type == "global-window-aggregate"
    if is_global:
        keys = [list(range(len(keys[0])))]  # a local result begins with the key
    return translator.add_keyed_operator(
        node, inputs, keys, SlicingWindowAggregateOperator, handler, WindowProperties(kinds, time),
        assigner, _build_slice_selector(windowing, assigner, time, is_global), is_global, len(keys[0]),
    )  # fmt: skip


@add_node_translator("group-window-aggregate")
def _translate_group_window_aggregate(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    window = node.require("window")
    if not window.get("isTimeWindow", True):
        raise CompiledPlanError(f"node {node.id}: count windows are not supported")
    field = window["timeField"]
    type_ = parse_logical_type(field["fieldType"])
    time = _read_window_time(translator, node, type_)
    assigner: SliceAssigner | None = None
    if window["kind"] == "TUMBLING":
        assigner = TumblingSlices(_read_duration(window, "size"))
    elif window["kind"] == "SLIDING":
        assigner = HoppingSlices(_read_duration(window, "size"), _read_duration(window, "slide"))
    return translator.add_keyed_operator(
        node, inputs, [node.require("grouping")], GroupWindowAggregateOperator,
        build_aggregates_handler(node.require("aggCalls"), node.require("needRetraction")),
        WindowProperties(_read_property_kinds(node), time), assigner,
        _read_duration(window, "gap"), _build_time_selector(field["fieldIndex"], time),
        type_.time_kind != "PROCTIME", _read_emit_strategy(translator, node),
    )  # fmt: skip


def _read_emit_strategy(translator: PlanTranslator, node: PlanNode) -> EmitStrategy:
    """Read the experimental ``table.exec.emit.*`` options. Flink: ``WindowEmitStrategy``."""

    def read_delay(name: str) -> int | None:
        if translator.get_option(node, f"table.exec.emit.{name}.enabled", "false") != "true":
            return None
        return parse_duration_ms(
            translator.get_option(node, f"table.exec.emit.{name}.delay", "0 ms")
        )

    lateness = translator.get_option(node, "table.exec.emit.allow-lateness", "0 ms")
    return EmitStrategy(
        read_delay("early-fire"), read_delay("late-fire"), parse_duration_ms(lateness)
    )


# --- rows with windows -------------------------------------------------------------------------------------


@add_node_translator("window-table-function")
def _translate_window_table_function(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    windowing = node.require("windowing")
    time = _read_window_time(translator, node, parse_logical_type(windowing["timeAttributeType"]))
    properties = WindowProperties(TABLE_FUNCTION_COLUMNS, time)
    get_time = _build_time_selector(windowing["timeAttributeIndex"], time)
    window = windowing["window"]
    if window["type"] == "SessionWindow":
        return translator.add_keyed_operator(
            node, inputs, [window.get("partition_key_indices", [])],
            SessionWindowTableFunctionOperator, _read_duration(window, "gap"), get_time, properties,
        )  # fmt: skip
    return translator.add_operator(
        node, inputs, AlignedWindowTableFunctionOperator, _read_assigner(window), get_time,
        properties,
    )  # fmt: skip


def _read_attached(
    translator: PlanTranslator, node: PlanNode, windowing: Mapping[str, Any]
) -> tuple[AttachedWindows, WindowTime]:
    assigner, time = _read_windowing(translator, node, windowing)
    if not isinstance(assigner, AttachedWindows):
        raise CompiledPlanError(f"node {node.id}: expected windows that are columns of the input")
    return assigner, time


@add_node_translator("window-rank")
def _translate_window_rank(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    windowing, range_ = node.require("windowing"), node.require("rankRange")
    windows, time = _read_attached(translator, node, windowing)
    return translator.add_keyed_operator(
        node, inputs, [node.require("partitionSpec")["fields"]], WindowRankOperator, windows, time,
        windowing["windowEnd"], read_ordering(node.require("sortSpec")),
        (range_["start"], range_["end"]), node.require("outputRowNumber"),
    )  # fmt: skip


@add_node_translator("window-deduplicate")
def _translate_window_deduplicate(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    windowing = node.require("windowing")
    windows, time = _read_attached(translator, node, windowing)
    return translator.add_keyed_operator(
        node, inputs, [node.require("partitionKeys")], WindowDeduplicateOperator, windows, time,
        windowing["windowEnd"], node.require("orderKey"), node.require("keepLastRow"),
    )  # fmt: skip


@add_node_translator("window-join")
def _translate_window_join(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    spec = node.require("joinSpec")
    left, time = _read_attached(translator, node, node.require("leftWindowing"))
    right, _ = _read_attached(translator, node, node.require("rightWindowing"))
    return translator.add_keyed_operator(
        node, inputs, get_join_keys(spec), WindowJoinOperator, (left, right), time,
        (node.require("leftWindowing")["windowEnd"], node.require("rightWindowing")["windowEnd"]),
        (
            len(translator.get_input_type(node, 0).children),
            len(translator.get_input_type(node, 1).children),
        ),
        compile_condition(
            spec.get("nonEquiCondition"), translator.create_expression_context(node)
        ),
        tuple(spec["filterNulls"]), spec["joinType"],
    )  # fmt: skip
