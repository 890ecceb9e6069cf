"""Nodes that join two inputs.

Flink: ``StreamExecJoin``, ``StreamExecIntervalJoin``, ``StreamExecTemporalJoin``,
``StreamExecLookupJoin``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from flinksim.datastream.transformations import FactorySpec, Transformation
from flinksim.table.compiled_plan.aggregate_nodes import read_state_ttl
from flinksim.table.compiled_plan.option_values import parse_duration_ms
from flinksim.table.compiled_plan.plan_document import CompiledPlanError, PlanNode
from flinksim.table.compiled_plan.plan_translator import PlanTranslator, add_node_translator
from flinksim.table.compiled_plan.table_connectors import read_plan_table
from flinksim.table.runtime.expressions.rex_compiler import compile_condition, compile_projection
from flinksim.table.runtime.lookup_join import LookupJoinOperator, LookupSettings
from flinksim.table.runtime.streaming_join import (
    JoinSide,
    StreamingJoinOperator,
    StreamingSemiAntiJoinOperator,
)
from flinksim.table.runtime.time_joins import (
    IntervalJoinSettings,
    TemporalJoinOperator,
    TimeIntervalJoinOperator,
)

OUTER_SIDES = {
    "INNER": (False, False),
    "LEFT": (True, False),
    "RIGHT": (False, True),
    "FULL": (True, True),
}
"""For each join type, which sides are padded with nulls."""


def get_join_keys(spec: Mapping[str, Any]) -> tuple[list[int], list[int]]:
    """Return the positions of the join keys of both sides."""
    return spec["leftKeys"], spec["rightKeys"]


@add_node_translator("join")
def _translate_join(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    spec = node.require("joinSpec")
    keys = get_join_keys(spec)
    sides = (
        _build_side(translator, node, 0, keys[0], node.get("leftUpsertKeys")),
        _build_side(translator, node, 1, keys[1], node.get("rightUpsertKeys")),
    )
    condition = compile_condition(
        spec.get("nonEquiCondition"), translator.create_expression_context(node)
    )
    kind = spec["joinType"]
    if kind in ("SEMI", "ANTI"):
        return translator.add_keyed_operator(
            node, inputs, keys, StreamingSemiAntiJoinOperator, sides, condition,
            spec["filterNulls"], kind == "ANTI",
        )  # fmt: skip
    return translator.add_keyed_operator(
        node, inputs, keys, StreamingJoinOperator, sides, condition, spec["filterNulls"],
        OUTER_SIDES[kind],
    )  # fmt: skip


def _build_side(
    translator: PlanTranslator,
    node: PlanNode,
    number: int,
    join_key: Sequence[int],
    upsert_keys: Sequence[Sequence[int]] | None,
) -> JoinSide:
    """Build the description of one input. Flink: ``JoinUtil.analyzeJoinInput``."""
    types = translator.get_input_type(node, number).children
    ttl = read_state_ttl(node, number)
    if not upsert_keys:
        return JoinSide(types, None, ttl)
    if any(set(key) <= set(join_key) for key in upsert_keys):
        return JoinSide(types, (), ttl)
    return JoinSide(types, tuple(min(upsert_keys, key=lambda key: len(list(key)))), ttl)


@add_node_translator("interval-join")
def _translate_interval_join(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    interval = node.require("intervalJoinSpec")
    spec, bounds = interval["joinSpec"], interval["windowBounds"]
    settings = IntervalJoinSettings(
        left_size=-bounds["leftLowerBound"],
        right_size=bounds["leftUpperBound"],
        time_columns=(bounds["leftTimeIndex"], bounds["rightTimeIndex"]),
        is_outer=OUTER_SIDES[spec["joinType"]],
        widths=_get_widths(translator, node),
        condition=compile_condition(
            spec.get("nonEquiCondition"), translator.create_expression_context(node)
        ),
        filters_nulls=tuple(spec["filterNulls"]),
        is_event_time=bounds["isEventTime"],
        min_cleanup_interval=parse_duration_ms(
            translator.get_option(node, "table.exec.interval-join.min-cleanup-interval", "0 ms")
        ),
    )
    return translator.add_keyed_operator(
        node, inputs, get_join_keys(spec), TimeIntervalJoinOperator, settings
    )


def _get_widths(translator: PlanTranslator, node: PlanNode) -> tuple[int, int]:
    return (
        len(translator.get_input_type(node, 0).children),
        len(translator.get_input_type(node, 1).children),
    )


@add_node_translator("temporal-join")
def _translate_temporal_join(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    spec = node.require("joinSpec")
    right_time = node.require("rightTimeAttributeIndex")
    if right_time < 0:
        raise CompiledPlanError(
            f"node {node.id}: the connector of the table supports no lookups, which FOR SYSTEM_TIME AS "
            "OF a processing time needs. Use an event time, and a table with a primary key"
        )
    return translator.add_keyed_operator(
        node,
        inputs,
        get_join_keys(spec),
        TemporalJoinOperator,
        (node.require("leftTimeAttributeIndex"), right_time),
        _get_widths(translator, node)[1],
        compile_condition(spec.get("nonEquiCondition"), translator.create_expression_context(node)),
        tuple(spec["filterNulls"]),
        spec["joinType"] == "LEFT",
    )


@add_node_translator("lookup-join")
def _translate_lookup_join(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    context = translator.create_expression_context(node)
    columns: dict[int, int] = {}
    constants: dict[int, Any] = {}
    for position, key in node.require("lookupKeys").items():
        if key["type"] == "FieldRef":
            columns[int(position)] = key["index"]
        else:
            (constants[int(position)],) = compile_projection([key["literal"]], context)(())
    projection = node.get("projectionOnTemporalTable")
    settings = LookupSettings(
        columns,
        constants,
        None if projection is None else compile_projection(projection, context),
        compile_condition(node.get("filterOnTemporalTable"), context),
        compile_condition(node.get("joinCondition"), context),
        node.require("joinType") == "LEFT",
        len(node.output_type.children) - len(translator.get_input_type(node).children),
    )
    table = read_plan_table(node.require("temporalTable")["lookupTableSource"]["table"])
    spec = FactorySpec(
        partial(LookupJoinOperator, settings),
        LookupJoinOperator.FLINK_CLASS,
        lookup_source=translator.connectors.create_source(table),
    )
    return translator.add(node, spec, inputs)
