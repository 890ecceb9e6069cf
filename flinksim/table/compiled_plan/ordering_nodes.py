"""Nodes that order or deduplicate rows, and OVER windows.

Flink: ``StreamExecRank``, ``StreamExecSortLimit``, ``StreamExecDeduplicate``,
``StreamExecChangelogNormalize``, ``StreamExecOverAggregate``, ``StreamExecTemporalSort``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flinksim.datastream.transformations import Transformation
from flinksim.table.compiled_plan.aggregate_nodes import read_state_ttl
from flinksim.table.compiled_plan.plan_document import CompiledPlanError, PlanNode
from flinksim.table.compiled_plan.plan_translator import PlanTranslator, add_node_translator
from flinksim.table.logical_types import parse_logical_type
from flinksim.table.runtime.aggregates_handler import AggregateCall, AggregatesHandler
from flinksim.table.runtime.batch_over_aggregate import (
    BatchFrame,
    BatchOverOperator,
    WindowFunction,
    build_ntile,
    build_offset_function,
    compute_cume_dist,
    compute_percent_rank,
)
from flinksim.table.runtime.batch_results import BatchResultOperator
from flinksim.table.runtime.change_rows import Values
from flinksim.table.runtime.deduplicate_operators import (
    ChangelogNormalizeOperator,
    LastRowOperator,
    ProcTimeFirstRowOperator,
    RowTimeFirstRowOperator,
)
from flinksim.table.runtime.expressions.rex_compiler import (
    compile_condition,
    get_function_name,
    parse_literal,
)
from flinksim.table.runtime.over_aggregate import (
    NonTimeOverOperator,
    ProcTimeOverOperator,
    RowTimeBoundedOverOperator,
    RowTimeUnboundedOverOperator,
)
from flinksim.table.runtime.over_functions import ORDER_FUNCTIONS, create_over_function
from flinksim.table.runtime.rank_operators import (
    AppendOnlyTopNOperator,
    FastTop1Operator,
    RankSettings,
    RetractableTopNOperator,
    UpdatableTopNOperator,
)
from flinksim.table.runtime.row_ordering import RowOrdering, SortField
from flinksim.table.runtime.sort_operators import RowTimeSortOperator


def read_ordering(spec: Mapping[str, Any]) -> RowOrdering:
    """Read a ``SortSpec`` of a plan."""
    return RowOrdering(
        [
            SortField(field["index"], field["isAscending"], field["nullIsLast"])
            for field in spec["fields"]
        ]
    )


def build_row_selector(positions: Sequence[int]) -> Callable[[Values], Values]:
    """Build the function that selects columns of a row."""
    if len(positions) > 1:
        return operator.itemgetter(*positions)
    return lambda row: tuple([row[position] for position in positions])


# --- Top-N ---------------------------------------------------------------------------------------------


@add_node_translator("rank", "sort-limit", "limit")
def _translate_rank(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    if node.get("rankType", "ROW_NUMBER") != "ROW_NUMBER":
        raise CompiledPlanError(
            f"node {node.id}: {node.get('rankType')} on streaming table is not supported currently."
        )
    range_ = node.require("rankRange")
    settings = RankSettings(
        read_ordering(node.require("orderBy")),
        range_.get("start", 1),
        range_.get("end", 0),
        node.require("outputRowNumber"),
        node.require("generateUpdateBefore"),
        read_state_ttl(node),
        range_.get("endIndex"),
    )
    keys = [node.require("partition")["fields"]]
    strategy = node.require("rankStrategy")
    if (settings.start, settings.end) == (1, 1) and node.type != "limit":
        if strategy["type"] in ("AppendFast", "UpdateFast"):
            return translator.add_keyed_operator(node, inputs, keys, FastTop1Operator, settings)
    if strategy["type"] == "UpdateFast":
        return translator.add_keyed_operator(
            node, inputs, keys, UpdatableTopNOperator, settings,
            build_row_selector(strategy["primaryKeys"]),
        )  # fmt: skip
    operator_class = (
        AppendOnlyTopNOperator if strategy["type"] == "AppendFast" else RetractableTopNOperator
    )
    return translator.add_keyed_operator(node, inputs, keys, operator_class, settings)


@add_node_translator("temporal-sort")
def _translate_temporal_sort(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    first, *rest = node.require("orderBy")["fields"]
    ordering = read_ordering({"fields": rest}) if rest else None
    return translator.add_keyed_operator(
        node, inputs, [[]], RowTimeSortOperator, first["index"], ordering
    )


@add_node_translator("batch-result", "sort")
def _translate_batch_result(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    order = node.require("orderBy")
    ordering = read_ordering(order) if order["fields"] else None
    return translator.add_operator(
        node, inputs, BatchResultOperator, ordering, node.get("emptyRow"), node.get("keyCount") or 0
    )


# --- deduplication ---------------------------------------------------------------------------------------


@add_node_translator("deduplicate")
def _translate_deduplicate(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    keys = [node.require("uniqueKeys")]
    ttl = read_state_ttl(node)
    keeps_last = node.require("keepLastRow")
    rowtime = None
    if node.require("isRowtime"):
        types = translator.get_input_type(node).children
        rowtime = next(
            position for position, type_ in enumerate(types) if type_.time_kind == "ROWTIME"
        )
        if not keeps_last and node.get("outputInsertOnly", False):
            return translator.add_keyed_operator(
                node, inputs, keys, RowTimeFirstRowOperator, rowtime, ttl
            )
    elif not keeps_last:
        return translator.add_keyed_operator(node, inputs, keys, ProcTimeFirstRowOperator, ttl)
    sensitive = translator.get_option(
        node, "table.exec.deduplicate.insert-update-after-sensitive-enabled", "true"
    )
    return translator.add_keyed_operator(
        node, inputs, keys, LastRowOperator, rowtime, keeps_last,
        node.require("generateUpdateBefore"), sensitive == "true", ttl,
    )  # fmt: skip


@add_node_translator("changelog-normalize")
def _translate_changelog_normalize(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    condition = compile_condition(
        node.get("filterCondition"), translator.create_expression_context(node)
    )
    return translator.add_keyed_operator(
        node, inputs, [node.require("uniqueKeys")], ChangelogNormalizeOperator,
        node.require("generateUpdateBefore"), read_state_ttl(node), condition,
    )  # fmt: skip


# --- OVER ------------------------------------------------------------------------------------------------


@add_node_translator("over-aggregate")
def _translate_over(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    spec = node.require("overSpec")
    keys = [spec["partition"]["fields"]]
    group = spec["groups"][-1]
    constants = tuple(parse_literal(constant) for constant in spec["constants"])
    ordering = read_ordering(group["orderBy"])
    types = translator.get_input_type(node).children
    time_kind = types[ordering.fields[0].position].time_kind if ordering.fields else ""
    if node.get("isBatch"):
        return _translate_batch_over(translator, node, inputs, ordering)
    preceding = _read_preceding(group["lowerBound"], constants, spec["originalInputFields"])
    is_rows = group["isRows"]
    handler = _build_over_handler(group, is_bounded=preceding is not None, ordering=ordering)
    if time_kind == "PROCTIME" or not ordering.fields:
        bounds = (preceding, None) if is_rows else (None, preceding)
        return translator.add_keyed_operator(
            node, inputs, keys, ProcTimeOverOperator, handler, constants, *bounds
        )
    if time_kind != "ROWTIME":
        return translator.add_keyed_operator(
            node, inputs, keys, NonTimeOverOperator, handler, constants, ordering, is_rows,
            read_state_ttl(node),
        )  # fmt: skip
    rowtime = ordering.fields[0].position
    if preceding is None:
        return translator.add_keyed_operator(
            node, inputs, keys, RowTimeUnboundedOverOperator, handler, constants, rowtime, is_rows
        )
    return translator.add_keyed_operator(
        node, inputs, keys, RowTimeBoundedOverOperator, handler, constants, rowtime, is_rows,
        preceding,
    )  # fmt: skip


def _translate_batch_over(
    translator: PlanTranslator,
    node: PlanNode,
    inputs: Sequence[Transformation],
    ordering: RowOrdering,
) -> Transformation:
    spec = node.require("overSpec")
    group = spec["groups"][-1]
    constants = tuple(parse_literal(constant) for constant in spec["constants"])
    functions: list[WindowFunction | None] = []
    framed = []
    for call in group["aggCalls"]:
        functions.append(_find_window_function(get_function_name(call), call["argList"]))
        if functions[-1] is None:
            framed.append(call)
    lower, upper = (
        _read_batch_bound(group[name], constants, spec["originalInputFields"])
        for name in ("lowerBound", "upperBound")
    )
    return translator.add_operator(
        node, inputs, BatchOverOperator,
        RowOrdering([SortField(position) for position in spec["partition"]["fields"]]),
        ordering,
        BatchFrame(group["isRows"], lower, upper),
        functions,
        _build_over_handler({"aggCalls": framed}, is_bounded=False, ordering=ordering),
        constants,
    )  # fmt: skip


def _find_window_function(name: str, arguments: Sequence[int]) -> WindowFunction | None:
    """Return a function that needs no frame, ``None`` for one that has a frame."""
    match name:
        case "PERCENT_RANK":
            return compute_percent_rank
        case "CUME_DIST":
            return compute_cume_dist
        case "NTILE":
            return build_ntile(arguments[0])
        case "LAG" | "LEAD":
            return build_offset_function(arguments, 1 if name == "LEAD" else -1)
    return None


def _read_batch_bound(bound: Mapping[str, Any], constants: Values, input_fields: int) -> Any:
    """Return ``None`` for no bound, else the offset from the current row."""
    if bound["kind"].startswith("UNBOUNDED"):
        return None
    if bound["kind"] == "CURRENT_ROW":
        return 0
    value = constants[bound["offset"]["inputIndex"] - input_fields]
    return -value if bound["isPreceding"] else value


def _read_preceding(bound: Mapping[str, Any], constants: Values, input_fields: int) -> int | None:
    """Return the size of a bounded window, ``None`` for an unbounded one."""
    if bound["kind"] == "UNBOUNDED_PRECEDING":
        return None
    if bound["kind"] == "CURRENT_ROW":
        return 0
    offset = bound["offset"]
    if offset["kind"] == "LITERAL":
        return int(parse_literal(offset))
    return int(constants[offset["inputIndex"] - input_fields])


def _build_over_handler(
    group: Mapping[str, Any], is_bounded: bool, ordering: RowOrdering
) -> AggregatesHandler:
    calls = []
    for call in group["aggCalls"]:
        name = get_function_name(call)
        arguments = tuple(call["argList"])
        if name in ORDER_FUNCTIONS:
            arguments = tuple(field.position for field in ordering.fields)
        function = create_over_function(
            name, parse_logical_type(call["type"]), len(arguments), is_bounded
        )
        calls.append(
            AggregateCall(
                function, arguments, call["filterArg"], call["distinct"], call["name"], name
            )
        )
    return AggregatesHandler(calls)
