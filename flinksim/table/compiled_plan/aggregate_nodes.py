"""Nodes that aggregate rows without windows.

Flink: ``StreamExecGroupAggregate`` and its local, global and incremental forms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flinksim.datastream.transformations import Transformation
from flinksim.table.compiled_plan.option_values import parse_duration_ms
from flinksim.table.compiled_plan.plan_document import PlanNode
from flinksim.table.compiled_plan.plan_translator import PlanTranslator, add_node_translator
from flinksim.table.logical_types import parse_logical_type
from flinksim.table.runtime.aggregate_functions import create_aggregate_function
from flinksim.table.runtime.aggregates_handler import AggregateCall, AggregatesHandler
from flinksim.table.runtime.change_rows import build_key_selector
from flinksim.table.runtime.expressions.rex_compiler import get_function_name
from flinksim.table.runtime.group_aggregate import (
    GroupAggregateOperator,
    GroupTableAggregateOperator,
)
from flinksim.table.runtime.internal_row_type import InternalTypeInfo
from flinksim.table.runtime.mini_batch_operators import (
    IncrementalGroupAggregateOperator,
    LocalGroupAggregateOperator,
    MiniBatchGroupAggregateOperator,
    ProcTimeMiniBatchAssigner,
    RowTimeMiniBatchAssigner,
)
from flinksim.table.runtime.table_operators import StateTtl


def build_aggregates_handler(
    calls: Sequence[Mapping[str, Any]], retractions: Sequence[bool] | bool
) -> AggregatesHandler:
    """Build the handler of the ``aggCalls`` of a node.

    Args:
        calls: The calls.
        retractions: For each call, or for all, whether its rows can be retracted.
    """
    flags = [retractions] * len(calls) if isinstance(retractions, bool) else retractions
    return AggregatesHandler(
        [
            AggregateCall(
                create_aggregate_function(
                    get_function_name(call),
                    parse_logical_type(call["type"]),
                    len(call["argList"]),
                    needs_retraction,
                ),
                tuple(call["argList"]),
                call["filterArg"],
                call["distinct"],
                call["name"],
                get_function_name(call),
            )
            for call, needs_retraction in zip(calls, flags, strict=True)
        ]
    )


def read_state_ttl(node: PlanNode, index: int = 0) -> StateTtl:
    """Return the time to live of a state of the node."""
    states = node.get("state", [])
    return StateTtl(parse_duration_ms(states[index]["ttl"]) if index < len(states) else 0)


@add_node_translator("group-aggregate")
def _translate_group_aggregate(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    handler = build_aggregates_handler(
        node.require("aggCalls"), node.require("aggCallNeedRetractions")
    )
    settings = (
        handler,
        node.require("generateUpdateBefore"),
        node.require("needRetraction"),
        read_state_ttl(node),
    )
    keys = [node.require("grouping")]
    if node.option("table.exec.mini-batch.enabled", "false") == "true":
        return translator.add_keyed_operator(
            node, inputs, keys, MiniBatchGroupAggregateOperator, *settings,
            _read_bundle_size(node), False, 0,
        )  # fmt: skip
    return translator.add_keyed_operator(node, inputs, keys, GroupAggregateOperator, *settings)


@add_node_translator("group-table-aggregate")
def _translate_group_table_aggregate(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    handler = build_aggregates_handler(
        node.require("aggCalls"), node.require("aggCallNeedRetractions")
    )
    return translator.add_keyed_operator(
        node, inputs, [node.require("grouping")], GroupTableAggregateOperator,
        handler, node.require("generateUpdateBefore"), node.require("needRetraction"),
        read_state_ttl(node),
    )  # fmt: skip


# --- mini-batch ----------------------------------------------------------------------------------------


def _read_bundle_size(node: PlanNode) -> int:
    return int(node.option("table.exec.mini-batch.size", "-1"))


@add_node_translator("mini-batch-assigner")
def _translate_mini_batch_assigner(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    interval = node.require("miniBatchInterval")
    is_event_time = interval["mode"] == "RowTime"
    operator_class = RowTimeMiniBatchAssigner if is_event_time else ProcTimeMiniBatchAssigner
    return translator.add_operator(node, inputs, operator_class, interval["interval"])


@add_node_translator("local-group-aggregate")
def _translate_local_group_aggregate(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    types = translator.get_input_type(node).children
    return translator.add_operator(
        node,
        inputs,
        LocalGroupAggregateOperator,
        build_key_selector(node.require("grouping")),
        build_aggregates_handler(
            node.require("aggCalls"), node.require("aggCallNeedRetractions")
        ).mark_local(),
        _read_bundle_size(node),
        InternalTypeInfo([types[position] for position in node.require("grouping")]),
    )


@add_node_translator("global-group-aggregate")
def _translate_global_group_aggregate(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    width = len(node.require("grouping"))
    return translator.add_keyed_operator(
        node, inputs, [range(width)], MiniBatchGroupAggregateOperator,
        build_aggregates_handler(node.require("aggCalls"), node.require("aggCallNeedRetractions")),
        node.require("generateUpdateBefore"), node.require("needRetraction"), read_state_ttl(node),
        _read_bundle_size(node), True, width,
    )  # fmt: skip


_FINAL_FUNCTIONS = {"COUNT": "$SUM0"}
"""Aggregate functions of partial results, where they differ from those of rows."""


@add_node_translator("incremental-group-aggregate")
def _translate_incremental_group_aggregate(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    calls = node.require("partialOriginalAggCalls")
    width = len(node.require("partialAggGrouping"))
    final_calls = []
    for position, call in enumerate(calls):
        name = get_function_name(call)
        final = {"internalName": f"${_FINAL_FUNCTIONS.get(name, name)}$1", "distinct": False}
        final_calls.append({**call, **final, "argList": [width + position], "filterArg": -1})
    return translator.add_keyed_operator(
        node, inputs, [range(width)], IncrementalGroupAggregateOperator,
        build_aggregates_handler(calls, node.require("partialAggCallNeedRetractions")),
        build_aggregates_handler(final_calls, True), width, len(node.require("finalAggGrouping")),
        read_state_ttl(node), _read_bundle_size(node),
    )  # fmt: skip
