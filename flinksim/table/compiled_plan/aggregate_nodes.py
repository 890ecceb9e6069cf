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
from flinksim.table.runtime.expressions.rex_compiler import get_function_name
from flinksim.table.runtime.group_aggregate import GroupAggregateOperator
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
    return translator.add_keyed_operator(
        node,
        inputs,
        [node.require("grouping")],
        GroupAggregateOperator,
        handler,
        node.require("generateUpdateBefore"),
        node.require("needRetraction"),
        read_state_ttl(node),
    )
